//! What follows from what a hunter knows: where decks can still be.

use tilewright_grid::{Bits, Rng, Size};

use crate::bits;
use crate::{Mark, Rules, Ship, Sight, Touch};

/// One way to place a ship.
#[derive(Clone, Copy, Debug)]
pub(super) struct Berth<const W: usize> {
    pub(super) ship: Ship,
    pub(super) cells: Bits<W>,
    /// Its cells and those that no other ship may have.
    pub(super) grown: Bits<W>,
    /// The bit of its first cell, and from each cell to the next.
    pub(super) place: u16,
    pub(super) pace: u16,
}

/// All ways to place the ships of a roster, class by class, the longest ships first.
#[derive(Clone, Debug)]
pub(super) struct Berths<const W: usize> {
    pub(super) size: Size,
    pub(super) touch: Touch,
    pub(super) field: Bits<W>,
    /// Length and number of the ships of a class.
    pub(super) classes: Vec<(u32, u32)>,
    pub(super) all: Vec<Berth<W>>,
    /// Where the berths of a class begin; one more than there are classes.
    starts: Vec<usize>,
}

impl<const W: usize> Berths<W> {
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
                all.push(Berth {
                    ship,
                    cells,
                    grown: bits::grown(cells, size, touch, field),
                    place: bits::place(size, ship.cell) as u16,
                    pace: pace as u16,
                });
            }
            starts.push(all.len());
        }
        Self { size, touch, field, classes, all, starts }
    }

    /// The numbers of the berths of a class.
    pub(super) fn of_class(&self, class: usize) -> std::ops::Range<usize> {
        self.starts[class]..self.starts[class + 1]
    }

    /// The class of ships of that length.
    pub(super) fn class_of(&self, length: u32) -> Option<usize> {
        self.classes.iter().position(|class| class.0 == length)
    }

    /// The berth of a ship of the roster.
    pub(super) fn number(&self, ship: Ship) -> Option<usize> {
        let mut numbers = self.of_class(self.class_of(ship.length)?);
        numbers.find(|&number| self.all[number].ship == ship)
    }
}

/// Where decks can still be.
#[derive(Clone, Debug)]
pub(super) struct Outlook<const W: usize> {
    /// Cells that nobody shot at and that the rules do not exclude.
    pub(super) open: Bits<W>,
    /// Hits of ships that are afloat.
    pub(super) hits: Bits<W>,
    /// How many ships of each class are afloat.
    pub(super) afloat: Vec<u32>,
}

impl<const W: usize> Outlook<W> {
    pub(super) fn of(sight: &Sight<'_>, berths: &Berths<W>) -> Self {
        let (size, field) = (berths.size, berths.field);
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
        let mut afloat: Vec<u32> = berths.classes.iter().map(|class| class.1).collect();
        for &ship in sight.sunk() {
            let cells = bits::of_ship(size, ship);
            open = open.without(bits::grown(cells, size, berths.touch, field));
            if let Some(class) = berths.class_of(ship.length) {
                afloat[class] -= 1;
            }
        }
        if berths.touch == Touch::Never {
            // No ship goes around a corner, and no other may touch there.
            let sides = |bits: Bits<W>| bits.ahead(1).or(bits.back(1));
            open = open.without(sides(hits.ahead(stride)).or(sides(hits.back(stride))));
        }
        Self { open, hits, afloat }
    }

    /// Whether a ship can lie there: no cell is closed, and not all are hit, or it would be
    /// sunk.
    #[inline]
    pub(super) fn allows(&self, berth: &Berth<W>) -> bool {
        berth.cells.without(self.open.or(self.hits)).is_empty()
            && !berth.cells.without(self.hits).is_empty()
    }

    /// The berths of the ships that are afloat, with the number of ships of the class.
    pub(super) fn berths<'a>(
        &'a self,
        berths: &'a Berths<W>,
    ) -> impl Iterator<Item = (u32, &'a Berth<W>)> {
        let classes = self.afloat.iter().enumerate().filter(|(_, count)| **count > 0);
        classes.flat_map(|(class, &count)| {
            let all = berths.all[berths.of_class(class)].iter();
            all.filter(|berth| self.allows(berth)).map(move |berth| (count, berth))
        })
    }

    /// The cells next to hits at which a ship that was hit can go on: in line with two hits
    /// where there are such cells.
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

/// Any of the cells, each as likely; none of none.
pub(super) fn any_of<const W: usize>(cells: Bits<W>, rng: &mut Rng) -> Option<usize> {
    let count = cells.count();
    cells.nth((count > 0).then(|| rng.below(count))?)
}

/// The cell of the greatest value, each of several as likely; none of none.
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
