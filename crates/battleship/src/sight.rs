//! What a hunter knows: its shots and their outcomes.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Grid};

use crate::{Fleet, FleetError, Rules, Ship};

/// What is known of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Not shot at yet.
    #[default]
    Unknown,
    /// Water.
    Miss,
    /// A cell of a ship that is still afloat.
    Hit,
    /// A cell of a ship that is sunk.
    Sunk,
}

/// The outcome of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Water.
    Miss,
    /// A cell of a ship that is still afloat.
    Hit,
    /// The last cell of this ship. The hunter learns the whole ship.
    Sunk(Ship),
}

impl Answer {
    /// `miss`, `hit` or `sunk`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Miss => "miss",
            Self::Hit => "hit",
            Self::Sunk(_) => "sunk",
        }
    }
}

/// What a hunter knows of a fleet: the rules, and the outcomes of its shots.
///
/// ```
/// use tilewright_battleship::{Answer, Fleet, Mark, Rules, Sight, Touch};
/// use tilewright_grid::Cell;
///
/// let (size, fleet) = Fleet::from_text("AA.\n..B\n")?;
/// let rules = Rules::new(size, "2,1".parse()?, Touch::Free)?;
/// let mut sight = Sight::new(&rules);
/// assert_eq!(sight.shoot(&fleet, Cell::new(0, 0))?, Answer::Hit);
/// assert_eq!(sight.mark(Cell::new(0, 0)), Mark::Hit);
/// assert_eq!(sight.shoot(&fleet, Cell::new(0, 1))?, Answer::Sunk(fleet.ships[0]));
/// assert!(!sight.is_over());
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sight<'a> {
    rules: &'a Rules,
    /// Borrowed from a session that shows it.
    shots: Cow<'a, Shots>,
}

/// The shots of a hunter and their outcomes, without the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shots {
    marks: Grid<Mark>,
    sunk: Vec<Ship>,
    /// For every sunk ship the cell of the shot that sank it.
    last: Vec<Cell>,
    count: u32,
    /// The number of ship cells not hit yet.
    pub(crate) unhit: u32,
}

impl Shots {
    /// None.
    pub(crate) fn new(rules: &Rules) -> Self {
        Self {
            marks: Grid::filled(rules.size(), Mark::Unknown),
            sunk: Vec::with_capacity(rules.roster().ships()),
            last: Vec::with_capacity(rules.roster().ships()),
            count: 0,
            unhit: rules.roster().cells(),
        }
    }

    /// Adds a shot that is known to be legal, and its outcome.
    pub(crate) fn record(&mut self, cell: Cell, answer: Answer) {
        self.count += 1;
        match answer {
            Answer::Miss => self.marks[cell] = Mark::Miss,
            Answer::Hit => self.marks[cell] = Mark::Hit,
            Answer::Sunk(ship) => {
                ship.cells().for_each(|cell| self.marks[cell] = Mark::Sunk);
                self.sunk.push(ship);
                self.last.push(cell);
            }
        }
        self.unhit -= u32::from(answer != Answer::Miss);
    }

    /// Takes the last shot back.
    pub(crate) fn take_back(&mut self, cell: Cell, answer: Answer) {
        self.count -= 1;
        if let Answer::Sunk(ship) = answer {
            ship.cells().for_each(|cell| self.marks[cell] = Mark::Hit);
            self.sunk.pop();
            self.last.pop();
        }
        self.marks[cell] = Mark::Unknown;
        self.unhit += u32::from(answer != Answer::Miss);
    }
}

impl<'a> Sight<'a> {
    /// The knowledge before the first shot: only the rules.
    pub fn new(rules: &'a Rules) -> Self {
        Self { rules, shots: Cow::Owned(Shots::new(rules)) }
    }

    /// The knowledge from some shots.
    pub(crate) const fn of(rules: &'a Rules, shots: &'a Shots) -> Self {
        Self { rules, shots: Cow::Borrowed(shots) }
    }

    /// The rules.
    pub const fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// What is known of a cell.
    ///
    /// # Panics
    /// When the cell lies outside the field.
    pub fn mark(&self, cell: Cell) -> Mark {
        self.shots.marks[cell]
    }

    /// What is known of all cells.
    pub fn marks(&self) -> &Grid<Mark> {
        &self.shots.marks
    }

    /// The ships that are sunk, in the order in which they were sunk.
    pub fn sunk(&self) -> &[Ship] {
        &self.shots.sunk
    }

    /// The number of shots.
    pub fn shots(&self) -> u32 {
        self.shots.count
    }

    /// Whether all ships are sunk.
    pub fn is_over(&self) -> bool {
        self.shots.unhit == 0
    }

    /// Each length and the number of ships of that length that are afloat, the longest first.
    pub fn afloat(&self) -> Vec<(u32, u32)> {
        let mut classes = self.rules.roster().classes();
        for ship in &self.shots.sunk {
            if let Some(class) =
                classes.iter_mut().find(|class| class.0 == ship.length && class.1 > 0)
            {
                class.1 -= 1;
            }
        }
        classes.retain(|&(_, count)| count > 0);
        classes
    }

    /// Shoots at a fleet and notes the outcome.
    ///
    /// # Errors
    /// When the cell lies outside the field, was shot at before, or the game is over.
    pub fn shoot(&mut self, fleet: &Fleet, cell: Cell) -> Result<Answer, FleetError> {
        self.check(cell)?;
        let Some(&ship) = fleet.ships.iter().find(|ship| ship.covers(cell)) else {
            self.record(cell, Answer::Miss);
            return Ok(Answer::Miss);
        };
        let is_sunk =
            ship.cells().all(|it| it == cell || self.shots.marks[it] != Mark::Unknown);
        let answer = if is_sunk { Answer::Sunk(ship) } else { Answer::Hit };
        self.record(cell, answer);
        Ok(answer)
    }

    /// Checks that a cell may be shot at.
    ///
    /// # Errors
    /// As [`shoot`](Self::shoot).
    pub fn check(&self, cell: Cell) -> Result<(), FleetError> {
        let size = self.rules.size();
        if !size.contains(cell) {
            return Err(FleetError::ShotOutside { cell, size });
        }
        if self.is_over() {
            return Err(FleetError::Over);
        }
        if self.shots.marks[cell] != Mark::Unknown {
            return Err(FleetError::ShotTwice(cell));
        }
        Ok(())
    }

    /// The outcome of the shot at a cell; none if there was no shot.
    ///
    /// # Panics
    /// When the cell lies outside the field.
    pub fn answer(&self, cell: Cell) -> Option<Answer> {
        match self.shots.marks[cell] {
            Mark::Unknown => None,
            Mark::Miss => Some(Answer::Miss),
            Mark::Hit => Some(Answer::Hit),
            Mark::Sunk => {
                let at = self.shots.last.iter().position(|&last| last == cell);
                Some(at.map_or(Answer::Hit, |at| Answer::Sunk(self.shots.sunk[at])))
            }
        }
    }

    /// Adds a shot that is known to be legal, and its outcome.
    pub(crate) fn record(&mut self, cell: Cell, answer: Answer) {
        self.shots.to_mut().record(cell, answer);
    }
}
