//! The placer of the two outermost columns.

use tilewright_grid::{Cell, Heading, Rng};

use crate::sequential::ATTEMPTS;
use crate::{Fleet, FleetError, Rules, Ship, Touch};

/// Places the ships of two cells and more upright into the two outermost columns of one side, and
/// the ships of one cell anywhere else, a heuristic that leaves a hunter much empty water. The
/// second of the two columns is next to the first if ships may touch side by side, and otherwise
/// one column apart.
///
/// The side, the layout of the long ships and that of the short ships are each uniform over all
/// that the touch rule allows. If a layout of the long ships leaves no room for the short ones,
/// another one is drawn.
///
/// ```
/// use tilewright_battleship::{Placer, Rules, TwoColumns};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let placer = Placer::TwoColumns(TwoColumns::new(&rules)?);
/// let fleet = placer.draw(&rules, &mut Seed(1).rng())?;
/// let mut long = fleet.ships.iter().filter(|ship| ship.length > 1);
/// assert!(long.all(|ship| [0, 2, 7, 9].contains(&ship.cell.column)));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TwoColumns {
    rules: Rules,
    /// Every layout of the long ships in the two columns. None if there are too many to keep:
    /// then the ships are drawn anywhere in the columns until they are far enough apart.
    layouts: Option<Vec<Layout>>,
    /// The roster indices of the ships of two cells and more, the longest first.
    long: Vec<usize>,
    /// The roster indices of the ships of one cell.
    short: Vec<usize>,
}

/// For each long ship its column, 0 or 1, and its first row.
type Layout = Vec<(u8, u8)>;

/// The largest number of layouts that are kept.
const MAX_LAYOUTS: usize = 1 << 20;

/// The largest number of draws of the short ships per layout, and of layouts per fleet: together as
/// many as [`ATTEMPTS`]. Most are of one layout, since the short ships have the rest of the field.
const TRIES: [u64; 2] = [1000, ATTEMPTS / 1000];

impl TwoColumns {
    /// The placer for these rules.
    ///
    /// # Errors
    /// [`FleetError::TwoColumns`] when the long ships do not fit into two columns.
    pub fn new(rules: &Rules) -> Result<Self, FleetError> {
        let lengths = rules.roster().lengths();
        let (mut long, short): (Vec<usize>, Vec<usize>) =
            (0..lengths.len()).partition(|&at| lengths[at] > 1);
        long.sort_by_key(|&at| std::cmp::Reverse(lengths[at]));
        let gap = u32::from(rules.touch() != Touch::Free);
        if rules.size().columns < 2 + gap {
            return Err(FleetError::TwoColumns);
        }

        let mut layouts = vec![Layout::new()];
        for (number, &at) in long.iter().enumerate() {
            let mut longer = Vec::new();
            for layout in &layouts {
                let twin = number > 0 && lengths[long[number - 1]] == lengths[at];
                for position in positions(rules, lengths[at]) {
                    // Ships of equal length are interchangeable.
                    let is_ordered =
                        !twin || layout.last().is_none_or(|last| *last < position);
                    let taken =
                        is_taken(layout, &long, lengths, (position, lengths[at]), gap);
                    if is_ordered && !taken {
                        let mut layout = layout.clone();
                        layout.push(position);
                        longer.push(layout);
                    }
                }

                if longer.len() > MAX_LAYOUTS {
                    let rules = rules.clone();
                    return Ok(Self { rules, layouts: None, long, short });
                }
            }

            layouts = longer;
        }

        if layouts.is_empty() {
            return Err(FleetError::TwoColumns);
        }

        Ok(Self { rules: rules.clone(), layouts: Some(layouts), long, short })
    }

    /// The rules that it was made for.
    pub(crate) const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where it can place a ship: bit 0 if at the left side, bit 1 if at the right one.
    pub(crate) fn sides(rules: &Rules, ship: Ship) -> u8 {
        if ship.length == 1 {
            return 3;
        }
        let apart = if rules.touch() == Touch::Free { 1 } else { 2 };
        let column = ship.cell.column;
        let others = rules.size().columns - 1 - column;
        let is_at = |column: u32| ship.is_upright && (column == 0 || column == apart);
        u8::from(is_at(column)) | u8::from(is_at(others)) << 1
    }

    /// A fleet for the rules of [`new`](Self::new).
    ///
    /// # Errors
    /// [`FleetError::NotFound`] when the short ships find no room in any attempt.
    pub(crate) fn draw(&self, rng: &mut Rng) -> Result<Fleet, FleetError> {
        let fleet = |_| self.attempt(&self.rules, rng);
        let mut fleets = (0..TRIES[1]).map(fleet);
        fleets.find_map(|fleet| fleet).ok_or(FleetError::NotFound(ATTEMPTS))
    }

    /// Draws a layout of the long ships, and the short ships; none if these find no room.
    fn attempt(&self, rules: &Rules, rng: &mut Rng) -> Option<Fleet> {
        let size = rules.size();
        let lengths = rules.roster().lengths();
        let apart = if rules.touch() == Touch::Free { 1 } else { 2 };
        let is_right = rng.below(2) == 1;
        let layout = match &self.layouts {
            Some(layouts) => rng.pick(layouts)?,
            None => &self.random_layout(rules, rng)?,
        };
        let blank = Ship::new(Cell::new(0, 0), 1, Heading::East);

        let mut ships = vec![blank; lengths.len()];
        for (&at, &(column, row)) in self.long.iter().zip(layout) {
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

            // All short ships are drawn again after a clash, so that their layout is uniform.
            if rules.are_apart(&placed) {
                return Some(Fleet::new(ships));
            }
        }

        None
    }

    /// A layout drawn as a whole until no two ships clash; none after too many attempts.
    fn random_layout(&self, rules: &Rules, rng: &mut Rng) -> Option<Layout> {
        let lengths = rules.roster().lengths();
        let gap = u32::from(rules.touch() != Touch::Free);

        (0..ATTEMPTS).find_map(|_| {
            let mut layout = Layout::new();
            for &at in &self.long {
                let rows = (rules.size().rows + 1).saturating_sub(lengths[at]);
                let position = (rng.below(2) as u8, rng.below(rows) as u8);
                if is_taken(&layout, &self.long, lengths, (position, lengths[at]), gap) {
                    return None;
                }
                layout.push(position);
            }
            Some(layout)
        })
    }
}

/// Whether a ship of a length at a position clashes with a ship of the layout.
fn is_taken(
    layout: &Layout,
    long: &[usize],
    lengths: &[u32],
    (position, length): ((u8, u8), u32),
    gap: u32,
) -> bool {
    let mut others = layout.iter().zip(long);
    others.any(|(other, &it)| meets(*other, lengths[it], position, length, gap))
}

/// All positions of an upright ship in the two columns.
fn positions(rules: &Rules, length: u32) -> impl Iterator<Item = (u8, u8)> {
    let rows = (rules.size().rows + 1).saturating_sub(length);
    (0..2).flat_map(move |column| (0..rows as u8).map(move |row| (column, row)))
}

/// Whether two upright ships are in the same column and closer than `gap` rows.
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
