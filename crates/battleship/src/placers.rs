//! Who hides the fleets of many games.

use std::sync::Arc;

use tilewright_grid::{Cell, Heading, Rng};

use crate::{Fleet, FleetError, Rules, Sequential, Ship, Touch, Ways};

/// Whoever hides a fleet: [`Placer`] does, and so can a type of your own.
///
/// ```
/// use tilewright_battleship::{Fleet, FleetError, Hide, Rules, Sequential, Strategy, hunt};
/// use tilewright_grid::{Rng, Seed};
///
/// /// Always hides the same fleet.
/// struct Stubborn;
///
/// impl Hide for Stubborn {
///     fn hide(&self, rules: &Rules, _: &mut Rng) -> Result<Fleet, FleetError> {
///         Sequential::new(rules).draw(&mut Seed(1).rng())
///     }
/// }
///
/// let rules = Rules::russian(10, 10)?;
/// let hunter = Strategy::Density.hunter(&rules);
/// assert_eq!(hunt(&rules, &*hunter, &Stubborn, 0..9, Seed(2))?.len(), 9);
/// # Ok::<(), FleetError>(())
/// ```
pub trait Hide: Send + Sync {
    /// A fleet for a game, legal by these rules.
    ///
    /// # Errors
    /// When none is found.
    fn hide(&self, rules: &Rules, rng: &mut Rng) -> Result<Fleet, FleetError>;

    /// What errors call it; unless said otherwise the name of its type.
    fn name(&self) -> String {
        std::any::type_name::<Self>().to_owned()
    }
}

/// A fleet for a game, seen to be legal.
///
/// # Errors
/// As [`Hide::hide`], and [`FleetError::IllegalFleet`] when it is not.
pub(crate) fn hidden(
    placer: &dyn Hide,
    rules: &Rules,
    rng: &mut Rng,
) -> Result<Fleet, FleetError> {
    let fleet = placer.hide(rules, rng)?;
    match rules.check(&fleet, 1) {
        Ok(()) => Ok(fleet),
        Err(reason) => Err(FleetError::IllegalFleet {
            placer: placer.name(),
            reason: Box::new(reason),
        }),
    }
}

/// Where the fleet of a game comes from.
#[derive(Clone, Debug)]
pub enum Placer {
    /// Evenly over all legal fleets.
    Uniform(Arc<Ways>),
    /// Ship after ship, quick and not even.
    Sequential(Sequential),
    /// The long ships in the two outermost columns of a side.
    TwoColumns(TwoColumns),
    /// Any of these, each as likely, turned and mirrored in any way that the field allows.
    Listed(Arc<Vec<Fleet>>),
}

impl Placer {
    /// Even fleets.
    ///
    /// # Errors
    /// When they cannot be counted in that many bytes, or there is none.
    pub fn uniform(rules: &Rules, memory: u64) -> Result<Self, FleetError> {
        Self::of_ways(Ways::new(rules, memory)?)
    }

    /// Even fleets, numbered already.
    ///
    /// # Errors
    /// When there is none.
    pub fn of_ways(ways: Ways) -> Result<Self, FleetError> {
        if ways.total() == 0 {
            return Err(FleetError::CannotFit);
        }
        Ok(Self::Uniform(Arc::new(ways)))
    }

    /// A fleet for a game by the rules that the placer was made for.
    ///
    /// # Errors
    /// When none is found, or a listed one is not legal by these rules.
    pub fn draw(&self, rules: &Rules, rng: &mut Rng) -> Result<Fleet, FleetError> {
        match self {
            Self::Uniform(ways) => ways.draw(rng).ok_or(FleetError::CannotFit),
            Self::Sequential(sequential) => sequential.draw(rng),
            Self::TwoColumns(columns) => columns.draw(rng),
            Self::Listed(fleets) => {
                let number = rng.below(fleets.len().max(1) as u32) as usize;
                let fleet = fleets.get(number).ok_or(FleetError::NoFleets)?;
                // Turned by other rules its ships would leave the field.
                rules.check(fleet, number + 1)?;
                Ok(turned(fleet, rules, rng.below(8)))
            }
        }
    }
}

impl Hide for Placer {
    fn hide(&self, rules: &Rules, rng: &mut Rng) -> Result<Fleet, FleetError> {
        self.draw(rules, rng)
    }

    fn name(&self) -> String {
        let name = match self {
            Self::Uniform(_) => "uniform",
            Self::Sequential(_) => "sequential",
            Self::TwoColumns(_) => "two-columns",
            Self::Listed(_) => "of listed fleets",
        };
        name.to_owned()
    }
}

/// The fleet in one of the eight symmetries of a square; where the field is none, in one of
/// its four.
#[must_use]
pub fn turned(fleet: &Fleet, rules: &Rules, symmetry: u32) -> Fleet {
    let size = rules.size();
    let is_square = size.rows == size.columns;
    let ship = |ship: &Ship| {
        let turn = |cell: Cell| {
            let Cell { mut row, mut column } = cell;
            if symmetry & 1 == 1 {
                row = size.rows - 1 - row;
            }
            if symmetry & 2 == 2 {
                column = size.columns - 1 - column;
            }
            if symmetry & 4 == 4 && is_square {
                (row, column) = (column, row);
            }
            Cell::new(row, column)
        };
        let first = turn(ship.cell).min(turn(ship.last()));
        let is_upright = ship.is_upright != (symmetry & 4 == 4 && is_square);
        let heading = if is_upright { Heading::South } else { Heading::East };
        Ship::new(first, ship.length, heading)
    };
    Fleet::new(fleet.ships.iter().map(ship).collect())
}

/// The rule `two-columns`: the ships of two decks and more are placed evenly over all ways to
/// fit them upright into the two outermost columns of one side that the touch rule allows, the
/// side chosen evenly; the one-deckers evenly over what is left. A way that leaves them no room
/// is drawn anew.
#[derive(Clone, Debug)]
pub struct TwoColumns {
    /// The rules that it is for.
    rules: Rules,
    /// Every way to fill the two columns: for each long ship of the roster its column, 0 or 1,
    /// and its first row. None where there are too many to keep: then ships are drawn anywhere
    /// in the columns until they are far enough apart.
    ways: Option<Vec<Way>>,
    long: Vec<usize>,
    short: Vec<usize>,
}

/// The columns and first rows of the long ships.
type Way = Vec<(u8, u8)>;

/// The most ways that are kept.
const WAYS: usize = 1 << 20;

/// How often the one-deckers are drawn for a way, and a way for a fleet.
const TRIES: [u64; 2] = [1000, crate::ATTEMPTS / 1000];

impl TwoColumns {
    /// The rule on that field.
    ///
    /// # Errors
    /// When the long ships do not fit.
    pub fn new(rules: &Rules) -> Result<Self, FleetError> {
        let lengths = rules.roster().lengths();
        let (mut long, short): (Vec<usize>, Vec<usize>) =
            (0..lengths.len()).partition(|&at| lengths[at] > 1);
        long.sort_by_key(|&at| std::cmp::Reverse(lengths[at]));
        let gap = u32::from(rules.touch() != Touch::Free);
        if rules.size().columns < 2 + gap {
            return Err(FleetError::TwoColumns);
        }
        let mut ways = vec![Way::new()];
        for (number, &at) in long.iter().enumerate() {
            let mut longer = Vec::new();
            for way in &ways {
                let twin = number > 0 && lengths[long[number - 1]] == lengths[at];
                for place in places(rules, lengths[at]) {
                    // Equal ships are not told apart.
                    let is_ordered = !twin || way.last().is_none_or(|last| *last < place);
                    let taken = is_taken(way, &long, lengths, (place, lengths[at]), gap);
                    if is_ordered && !taken {
                        let mut way = way.clone();
                        way.push(place);
                        longer.push(way);
                    }
                }
                if longer.len() > WAYS {
                    let rules = rules.clone();
                    return Ok(Self { rules, ways: None, long, short });
                }
            }
            ways = longer;
        }
        if ways.is_empty() {
            return Err(FleetError::TwoColumns);
        }
        Ok(Self { rules: rules.clone(), ways: Some(ways), long, short })
    }

    /// A fleet by the rules that it was made for.
    fn draw(&self, rng: &mut Rng) -> Result<Fleet, FleetError> {
        let fleet = |_| self.attempt(&self.rules, rng);
        let mut fleets = (0..TRIES[1]).map(fleet);
        fleets.find_map(|fleet| fleet).ok_or(FleetError::NotFound(crate::ATTEMPTS))
    }

    /// A way, and the one-deckers; none where they find no room.
    fn attempt(&self, rules: &Rules, rng: &mut Rng) -> Option<Fleet> {
        let size = rules.size();
        let lengths = rules.roster().lengths();
        let apart = if rules.touch() == Touch::Free { 1 } else { 2 };
        let is_right = rng.below(2) == 1;
        let way = match &self.ways {
            Some(ways) => rng.pick(ways)?,
            None => &self.any_way(rules, rng)?,
        };
        let blank = Ship::new(Cell::new(0, 0), 1, Heading::East);
        let mut ships = vec![blank; lengths.len()];
        for (&at, &(column, row)) in self.long.iter().zip(way) {
            let column = u32::from(column) * apart;
            let column = if is_right { size.columns - 1 - column } else { column };
            let cell = Cell::new(u32::from(row), column);
            ships[at] = Ship::new(cell, lengths[at], Heading::South);
        }
        let fixed: Vec<Ship> = self.long.iter().map(|&at| ships[at]).collect();
        let open = |cell: &Cell| {
            let ship = Ship::new(*cell, 1, Heading::East);
            fixed.iter().all(|other| !other.clashes(ship, rules.touch()))
        };
        let open: Vec<Cell> = size.cells().filter(open).collect();
        for _ in 0..TRIES[0] {
            let mut placed = Vec::with_capacity(self.short.len());
            for &at in &self.short {
                ships[at] = Ship::new(*rng.pick(&open)?, 1, Heading::East);
                placed.push(ships[at]);
            }
            // Drawn again as a whole, so that all ways are as likely.
            if rules.are_apart(&placed) {
                return Some(Fleet::new(ships));
            }
        }
        None
    }

    /// A way drawn as a whole until no two ships meet; none where that takes too long.
    fn any_way(&self, rules: &Rules, rng: &mut Rng) -> Option<Way> {
        let lengths = rules.roster().lengths();
        let gap = u32::from(rules.touch() != Touch::Free);
        (0..crate::ATTEMPTS).find_map(|_| {
            let mut way = Way::new();
            for &at in &self.long {
                let rows = (rules.size().rows + 1).saturating_sub(lengths[at]);
                let place = (rng.below(2) as u8, rng.below(rows) as u8);
                if is_taken(&way, &self.long, lengths, (place, lengths[at]), gap) {
                    return None;
                }
                way.push(place);
            }
            Some(way)
        })
    }
}

/// Whether a ship of that length at that place meets one of the ships on the way.
fn is_taken(
    way: &Way,
    long: &[usize],
    lengths: &[u32],
    (place, length): ((u8, u8), u32),
    gap: u32,
) -> bool {
    let mut others = way.iter().zip(long);
    others.any(|(other, &it)| meets(*other, lengths[it], place, length, gap))
}

/// Where an upright ship can stand in the two columns.
fn places(rules: &Rules, length: u32) -> impl Iterator<Item = (u8, u8)> {
    let rows = (rules.size().rows + 1).saturating_sub(length);
    (0..2).flat_map(move |column| (0..rows as u8).map(move |row| (column, row)))
}

/// Whether two upright ships in the same column are closer than allowed.
fn meets(
    one: (u8, u8),
    length: u32,
    other: (u8, u8),
    other_length: u32,
    gap: u32,
) -> bool {
    let (top, other_top) = (u32::from(one.1), u32::from(other.1));
    one.0 == other.0
        && top < other_top + other_length + gap
        && other_top < top + length + gap
}
