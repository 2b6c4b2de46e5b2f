//! What a hunter can conclude from its shots: which cells ships can still occupy.

use tilewright_grid::{Bits, Rng, Size};

use crate::bits;
use crate::{Fleet, MAX_SIDE, Mark, Rules, Ship, Sight, Touch};

/// One placement of a single ship.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShipPlacement<const W: usize> {
    pub(super) ship: Ship,
    pub(super) cells: Bits<W>,
    /// Its cells and those that the touch rule forbids to other ships.
    pub(super) grown: Bits<W>,
    /// The cells of `grown` that are not its own.
    pub(super) beside: Bits<W>,
    /// The bit of its first cell.
    pub(super) place: u16,
    /// The distance from the bit of a cell to that of the next.
    pub(super) pace: u16,
}

/// All placements of single ships on an empty field. Ships of one length form a class; the
/// classes are ordered by length, the longest first.
#[derive(Clone, Debug)]
pub(super) struct ShipPlacements<const W: usize> {
    pub(super) size: Size,
    pub(super) touch: Touch,
    pub(super) field: Bits<W>,
    /// The length and the number of ships of every class.
    pub(super) classes: Vec<(u32, u32)>,
    pub(super) all: Vec<ShipPlacement<W>>,
    /// The index of the first placement of every class, then the number of placements.
    starts: Vec<usize>,
}

impl<const W: usize> ShipPlacements<W> {
    pub(super) fn new(rules: &Rules) -> Self {
        let (size, touch) = (rules.size(), rules.touch());
        let field = bits::field(size);
        let classes = rules.roster().classes();

        let mut all = Vec::new();
        let mut starts = vec![0];
        for &(length, _) in &classes {
            for ship in Ship::everywhere(size, length) {
                let cells = bits::of_ship(size, ship);
                let pace = if ship.is_upright { bits::stride(size) } else { 1 };
                let grown = bits::grown(cells, size, touch, field);
                all.push(ShipPlacement {
                    ship,
                    cells,
                    grown,
                    beside: grown.without(cells),
                    place: bits::place(size, ship.cell) as u16,
                    pace: pace as u16,
                });
            }

            starts.push(all.len());
        }

        Self { size, touch, field, classes, all, starts }
    }

    /// The indices of the placements of a class.
    pub(super) fn of_class(&self, class: usize) -> std::ops::Range<usize> {
        self.starts[class]..self.starts[class + 1]
    }

    /// The class of the ships of a length.
    pub(super) fn class_of(&self, length: u32) -> Option<usize> {
        self.classes.iter().position(|class| class.0 == length)
    }

    /// The class of ships of one cell, if there are longer ones, too.
    pub(super) fn single(&self) -> Option<usize> {
        let (last, longer) = self.classes.split_last()?;
        (last.0 == 1 && !longer.is_empty()).then_some(longer.len())
    }

    /// The index of the placement of a ship of one cell, which is of this class, at the cell of a bit.
    pub(super) fn single_at(&self, class: usize, place: usize) -> u16 {
        let cell = bits::cell(self.size, place);
        (self.starts[class] + (cell.row * self.size.columns + cell.column) as usize)
            as u16
    }

    /// The class of every ship of a fleet, class by class.
    pub(super) fn class_of_each(&self) -> Vec<u16> {
        let classes = self.classes.iter().enumerate();
        let ships = classes.map(|(class, &(_, ships))| {
            std::iter::repeat_n(class as u16, ships as usize)
        });
        ships.flatten().collect()
    }

    /// The placements of a fleet, class by class.
    pub(super) fn numbers(&self, fleet: &Fleet) -> Vec<u16> {
        let mut ships = fleet.ships.clone();
        ships.sort_by_key(|ship| std::cmp::Reverse(ship.length));
        self.numbers_of(&ships)
    }

    /// The placements of ships, in their order.
    pub(super) fn numbers_of(&self, ships: &[Ship]) -> Vec<u16> {
        let numbers = ships.iter().filter_map(|&ship| self.number(ship));
        numbers.map(|number| number as u16).collect()
    }

    /// The index of the placement of a ship.
    pub(super) fn number(&self, ship: Ship) -> Option<usize> {
        let mut numbers = self.of_class(self.class_of(ship.length)?);
        numbers.find(|&number| self.all[number].ship == ship)
    }
}

/// The number of ships of each class, of which there are at most as many as lengths.
pub(super) type Afloat = [u32; MAX_SIDE as usize];

/// The cells that ships afloat can occupy, as far as a hunter knows.
#[derive(Clone, Debug)]
pub(super) struct Outlook<const W: usize> {
    /// The cells not shot at that the rules do not exclude.
    pub(super) open: Bits<W>,
    /// The cells of ships afloat that were hit.
    pub(super) hits: Bits<W>,
    /// The number of ships of each class that are afloat; 0 after the last class.
    pub(super) afloat: Afloat,
}

impl<const W: usize> Outlook<W> {
    pub(super) fn of(sight: &Sight<'_>, placements: &ShipPlacements<W>) -> Self {
        let (size, field) = (placements.size, placements.field);
        let (mut open, mut hits) = (Bits::<W>::EMPTY, Bits::<W>::EMPTY);
        let stride = bits::stride(size);
        let columns = size.columns as usize;

        for (row, marks) in sight.marks().values().chunks_exact(columns).enumerate() {
            for (column, mark) in marks.iter().enumerate() {
                match mark {
                    Mark::Unknown => open.insert(row * stride + column),
                    Mark::Hit => hits.insert(row * stride + column),
                    Mark::Miss | Mark::Sunk => {}
                }
            }
        }

        let mut afloat = [0; MAX_SIDE as usize];
        for (count, class) in afloat.iter_mut().zip(&placements.classes) {
            *count = class.1;
        }
        for &ship in sight.sunk() {
            let cells = bits::of_ship(size, ship);
            open = open.without(bits::grown(cells, size, placements.touch, field));
            if let Some(class) = placements.class_of(ship.length) {
                afloat[class] -= 1;
            }
        }

        if placements.touch == Touch::Never {
            // A ship is straight, and no other one may touch it diagonally.
            let sides = |bits: Bits<W>| bits.ahead(1).or(bits.back(1));
            open = open.without(sides(hits.ahead(stride)).or(sides(hits.back(stride))));
        }

        Self { open, hits, afloat }
    }

    /// Whether it can come after another one of the same game: then no placement is possible that was not so before.
    pub(super) fn follows(&self, before: &Self) -> bool {
        let fewer =
            self.afloat.iter().zip(&before.afloat).all(|(now, before)| now <= before);
        let both = before.open.or(before.hits);
        fewer
            && self.open.without(before.open).is_empty()
            && self.hits.without(both).is_empty()
    }

    /// Whether a placement is possible: all its cells are open or hit, but not all are hit, since
    /// then the ship would be sunk.
    #[inline]
    pub(super) fn allows(&self, placement: &ShipPlacement<W>) -> bool {
        placement.cells.without(self.open.or(self.hits)).is_empty()
            && !placement.cells.without(self.hits).is_empty()
    }

    /// The possible placements of the ships afloat, each with the number of ships of its class.
    pub(super) fn placements<'a>(
        &'a self,
        placements: &'a ShipPlacements<W>,
    ) -> impl Iterator<Item = (u32, &'a ShipPlacement<W>)> {
        let classes = self.afloat.iter().enumerate().filter(|(_, count)| **count > 0);
        classes.flat_map(|(class, &count)| {
            let all = placements.all[placements.of_class(class)].iter();
            all.filter(|placement| self.allows(placement))
                .map(move |placement| (count, placement))
        })
    }

    /// The open cells next to hits; only those in line with two hits, if there are any.
    pub(super) fn ends(&self, stride: usize) -> Bits<W> {
        let along = |step: usize| {
            let pairs = self.hits.and(self.hits.ahead(step));
            let next = self.hits.ahead(step).or(self.hits.back(step));
            let behind = pairs.ahead(step).or(pairs.back(2 * step));
            (next.and(self.open), behind.and(self.open))
        };
        let [(beside, across), (above, down)] = [along(1), along(stride)];
        let in_line = across.or(down);
        if in_line.is_empty() { beside.or(above) } else { in_line }
    }
}

/// A random cell, chosen uniformly; none if there are no cells.
pub(super) fn any_of<const W: usize>(cells: Bits<W>, rng: &mut Rng) -> Option<usize> {
    let count = cells.count();
    cells.nth((count > 0).then(|| rng.below(count))?)
}

/// The cell with the largest value, a random one in a tie; none if there are no cells.
pub(super) fn best_of<const W: usize>(
    cells: Bits<W>,
    values: &[f32],
    rng: &mut Rng,
) -> Option<usize> {
    let mut best = None;
    let mut ties = 1;
    for place in cells.indices() {
        match best {
            Some((most, _)) if values[place] < most => {}

            // The n-th of equal values replaces the one before with probability 1/n: each wins as
            // often as the others, without a list of them.
            Some((most, _)) if values[place] <= most => {
                ties += 1;
                if rng.below(ties) == 0 {
                    best = Some((most, place));
                }
            }
            _ => {
                ties = 1;
                best = Some((values[place], place));
            }
        }
    }

    best.map(|(_, place)| place)
}
