//! All legal fleets, counted exactly: cell by cell along a frontier.
//!
//! The field is swept row by row. All that the rest of the sweep depends on is which ships
//! are placed and, for the next cell of every column, whether it is free, kept empty by a
//! ship beside it, or taken by an upright ship from above. Fleets that agree in that are
//! counted together. (The broken-profile method of dynamic programming; transfer matrices of
//! statistical physics.) The numbers of ships placed make a row of counts for every profile,
//! so that placing a ship is adding one slice to another.

mod graph;
mod numbers;
mod packed;
mod profile;
mod question;
mod sweep;

use tilewright_grid::{Grid, Rng, Watch};

use crate::{Fleet, FleetError, Rules, Ship, Sight};
use graph::Step;
use question::Question;
use sweep::{Kept, LaidOut, laid_out, total};

/// The memory that counting may take unless one says otherwise, in bytes: 4 GiB.
pub const MEMORY: u64 = 4 << 30;

/// How many legal fleets there are. Equal ships are not told apart.
///
/// ```
/// use tilewright_battleship::{MEMORY, Rules, count};
///
/// assert_eq!(count(&Rules::russian(7, 7)?, MEMORY)?, 406_664);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// [`FleetError::Memory`] when it would take more than `memory` bytes, and
/// [`FleetError::Overflow`] when the number passes 2¹²⁸; then it is not decided.
pub fn count(rules: &Rules, memory: u64) -> Result<u128, FleetError> {
    count_while(rules, memory, &())
}

/// As [`count`]; the watch is told every few milliseconds how many thousandths of the field are
/// swept, and may stop it.
///
/// # Errors
/// As [`count`], and [`FleetError::Cancelled`] when the watch stops it.
pub fn count_while(
    rules: &Rules,
    memory: u64,
    watch: &dyn Watch,
) -> Result<u128, FleetError> {
    if rules.is_crowded() {
        return Ok(0);
    }
    let question = Question::new(&Sight::new(rules), memory)?;
    match total::<u64>(&question, memory, watch) {
        Err(FleetError::Overflow) => total::<u128>(&question, memory, watch),
        counted => counted,
    }
}

/// All legal fleets, numbered: any of them by its number, an even draw, and how many have a
/// deck in each cell; also of those only that agree with what a hunter knows.
///
/// ```
/// use tilewright_battleship::{MEMORY, Rules, Ways};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(7, 7)?;
/// let ways = Ways::new(&rules, MEMORY)?;
/// assert_eq!(ways.total(), 406_664);
/// assert!(rules.is_legal(&ways.draw(&mut Seed(1).rng()).expect("there are some")));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ways {
    question: Question,
    cells: Vec<Kept>,
    total: u128,
    sunk: Vec<Ship>,
    /// The lengths of the ships in the order of the roster.
    lengths: Vec<u32>,
    decks: Vec<u128>,
}

impl Ways {
    /// All fleets that are legal by these rules.
    ///
    /// # Errors
    /// As [`count`].
    pub fn new(rules: &Rules, memory: u64) -> Result<Self, FleetError> {
        Self::given(&Sight::new(rules), memory)
    }

    /// All legal fleets that agree with what is known: no deck where a shot missed, one where
    /// it hit, the sunk ships where they are, and no other ship hit all over.
    ///
    /// # Errors
    /// As [`count`].
    pub fn given(sight: &Sight<'_>, memory: u64) -> Result<Self, FleetError> {
        Self::given_while(sight, memory, &())
    }

    /// As [`given`](Self::given); the watch is told every few milliseconds how many thousandths
    /// of the work are done, and may stop it.
    ///
    /// # Errors
    /// As [`count_while`].
    pub fn given_while(
        sight: &Sight<'_>,
        memory: u64,
        watch: &dyn Watch,
    ) -> Result<Self, FleetError> {
        let question = Question::new(sight, memory)?;
        let laid = match laid_out::<u64>(&question, memory, watch) {
            Err(FleetError::Overflow) => laid_out::<u128>(&question, memory, watch),
            counted => counted,
        };
        let LaidOut { cells, total, decks } = laid?;
        let (sunk, lengths) = (sight.sunk(), sight.rules().roster().lengths());
        let (sunk, lengths) = (sunk.to_vec(), lengths.to_vec());
        Ok(Self { question, cells, total, sunk, lengths, decks })
    }

    /// How many there are. Equal ships are not told apart.
    pub const fn total(&self) -> u128 {
        self.total
    }

    /// How many of them have a deck in each cell; all, where a ship is sunk.
    pub fn decks(&self) -> Grid<u128> {
        let field = self.question.on_field(tilewright_grid::Cell::new(
            self.question.size.rows,
            self.question.size.columns,
        ));
        let size = tilewright_grid::Size::new(field.row, field.column);
        Grid::from_fn(size, |cell| {
            if self.sunk.iter().any(|ship| ship.covers(cell)) {
                return self.total;
            }
            self.decks[self.question.size.index(self.question.on_field(cell))]
        })
    }

    /// The probability that a fleet drawn evenly has a deck in each cell; 0 where there is no
    /// fleet at all.
    pub fn probabilities(&self) -> Grid<f64> {
        let total = (self.total as f64).max(1.0);
        self.decks().map(|&decks| decks as f64 / total)
    }

    /// One of the fleets, each exactly as likely; none where there is none.
    pub fn draw(&self, rng: &mut Rng) -> Option<Fleet> {
        (self.total > 0).then(|| self.fleet(below(self.total, rng)))
    }

    /// The fleet of that number, from 0, its ships in the order of the roster. The order of
    /// the fleets is that in which they are found.
    ///
    /// # Panics
    /// When there is no such number.
    pub fn fleet(&self, number: u128) -> Fleet {
        assert!(number < self.total, "there are {} fleets", self.total);
        // Goes from cell to cell, past as many fleets as the number says.
        let (mut left, mut index, mut profile, mut mix) = (number, 0, 0, 0);
        let mut ships = self.sunk.clone();
        while index < self.question.size.area() {
            let mut steps = self.cells[index].graph.steps(profile);
            let step = if steps.len() == 1 {
                steps.next().expect("there is one")
            } else {
                let is_here = |step: &Step| {
                    let count = self.ways_on(index, *step, mix);
                    let is_here = left < count;
                    left -= if is_here { 0 } else { count };
                    is_here
                };
                let found = steps.find(is_here);
                found.expect("the counts of the steps add up to the count before them")
            };
            mix = self.mix_behind(step, mix).expect("a ship is left to be placed");
            if let Some((class, is_upright)) = step.ship {
                ships.push(self.question.ship(index, class, is_upright));
            }
            index += self.question.reach(step.ship);
            profile = step.to as usize;
        }
        Fleet::new(self.in_order(ships))
    }

    /// How many fleets a step leads to.
    fn ways_on(&self, index: usize, step: Step, mix: usize) -> u128 {
        let Some(next) = self.mix_behind(step, mix) else { return 0 };
        match self.cells.get(index + self.question.reach(step.ship)) {
            Some(behind) => behind.counts.get(step.to as usize, next),
            None => u128::from(next == self.question.complete()),
        }
    }

    /// The mix behind a step; none if no such ship is left.
    fn mix_behind(&self, step: Step, mix: usize) -> Option<usize> {
        let Some((class, _)) = step.ship else { return Some(mix) };
        let class = self.question.classes[usize::from(class)];
        let placed = mix / class.stride % (class.count + 1);
        (placed < class.count).then_some(mix + class.stride)
    }

    /// The ships in the order of the roster.
    fn in_order(&self, mut ships: Vec<Ship>) -> Vec<Ship> {
        for (at, &length) in self.lengths.iter().enumerate() {
            let found = ships[at..].iter().position(|ship| ship.length == length);
            ships.swap(at, at + found.expect("all ships of the roster are placed"));
        }
        ships
    }
}

/// A number below the bound, each exactly as likely.
fn below(bound: u128, rng: &mut Rng) -> u128 {
    let bits = 128 - (bound - 1).leading_zeros();
    let mask = if bits == 0 { 0 } else { u128::MAX >> (128 - bits) };
    loop {
        let low = u128::from(rng.next_u64());
        let high = if bits > 64 { u128::from(rng.next_u64()) } else { 0 };
        let drawn = (high << 64 | low) & mask;
        if drawn < bound {
            return drawn;
        }
    }
}
