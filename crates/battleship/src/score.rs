//! The article's chromosome and its fitness, in exact integers.

use tilewright_grid::{Cell, Heading, Size};

use crate::{Fleet, FleetError, Rules, Ship};

/// The genes of a fleet as the article has them: for every ship in the order of the roster a
/// row and a column from 1, and an orientation, 0 east and 1 south.
///
/// (Selfedu, *Placing the ships in Battleship*, lesson on DEAP. Its text calls 0 horizontal
/// and its drawing swaps the axes; rows and columns leave nothing to swap.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chromosome<'a> {
    rules: &'a Rules,
    genes: &'a [i32],
}

/// What a deck adds, in fifths: 1 in the article.
const DECK: u16 = 5;
/// What a cell around a ship gets, in fifths: 0.2 in the article.
const HALO: u16 = 1;
/// Where cells outside the field begin, in fifths: 1000 in the article.
const OUTSIDE: u64 = 5000;
/// A cell outside counts from four halos on: the article asks for more than 1000.8 in
/// floating-point numbers, whose sum of four halos lies a little above.
const OUTSIDE_EXCESS: u16 = 4;

/// The side of the largest field with a halo around the longest ship that begins in its last
/// row.
const SIDE: usize = 2 * crate::MAX_SIDE as usize + 2;

/// The fitness of a chromosome, to be minimised, in fifths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fitness(pub u64);

impl Fitness {
    /// The fitness as the article counts it.
    pub fn value(self) -> f64 {
        self.0 as f64 / 5.0
    }

    /// Whether the fleet is legal where nothing may touch: exactly then it is 0.
    pub const fn is_legal(self) -> bool {
        self.0 == 0
    }
}

impl<'a> Chromosome<'a> {
    /// The genes of a fleet on that field.
    ///
    /// # Errors
    /// When their number is not three a ship, or one is outside its range. (In the article's
    /// program rows from 0 to −2 crash and −3 to −15 wrap around unnoticed.)
    pub fn new(rules: &'a Rules, genes: &'a [i32]) -> Result<Self, FleetError> {
        let ships = rules.roster().ships();
        if genes.len() != 3 * ships {
            return Err(FleetError::GeneCount { ships, found: genes.len() });
        }
        for (index, &gene) in genes.iter().enumerate() {
            let (name, low, high) = range(rules.size(), index);
            if !(low..=high).contains(&gene) {
                let [low, high, found] = [low, high, gene].map(i64::from);
                let gene = index + 1;
                return Err(FleetError::Gene { gene, name, low, high, found });
            }
        }
        Ok(Self { rules, genes })
    }

    /// The fleet; ships may leave the field.
    pub fn fleet(&self) -> Fleet {
        let lengths = self.rules.roster().lengths();
        let ships = self.genes.chunks_exact(3).zip(lengths);
        let ship = |(genes, &length): (&[i32], &u32)| {
            let cell = Cell::new(genes[0] as u32 - 1, genes[1] as u32 - 1);
            let heading = if genes[2] == 0 { Heading::East } else { Heading::South };
            Ship::new(cell, length, heading)
        };
        Fleet::new(ships.map(ship).collect())
    }

    /// The article's fitness: every ship adds 1 on its decks and 0.2 on the cells around them,
    /// and cells outside the field begin at 1000. The sum of all values above 1 inside and of
    /// all above 1000.8 outside.
    ///
    /// ```
    /// use tilewright_battleship::{Chromosome, Rules};
    ///
    /// let rules = Rules::russian(10, 10)?;
    /// let genes: Vec<i32> = [1, 1, 0].repeat(10);
    /// let fitness = Chromosome::new(&rules, &genes)?.fitness();
    /// assert!((fitness.value() - 6038.2).abs() < 1e-9, "{fitness:?}");
    /// # Ok::<(), tilewright_battleship::FleetError>(())
    /// ```
    pub fn fitness(&self) -> Fitness {
        fitness(self.rules, self.genes)
    }
}

/// What a gene is, its least and its greatest value.
pub(crate) const fn range(size: Size, index: usize) -> (&'static str, i32, i32) {
    match index % 3 {
        0 => ("a row", 1, size.rows.cast_signed()),
        1 => ("a column", 1, size.columns.cast_signed()),
        _ => ("an orientation", 0, 1),
    }
}

/// The fitness of genes that are known to be in range.
#[inline]
pub(crate) fn fitness(rules: &Rules, genes: &[i32]) -> Fitness {
    let lengths = rules.roster().lengths();
    let longest = lengths.iter().copied().max().unwrap_or(1) as usize;
    let (rows, columns) = (rules.size().rows as usize, rules.size().columns as usize);
    // A row above and a column before the field, and behind it as far as a ship can reach.
    let (height, width) = (rows + longest + 1, columns + longest + 1);
    let mut values = [0_u16; SIDE * SIDE];
    let values = &mut values[..height * width];
    for (genes, &length) in genes.chunks_exact(3).zip(lengths) {
        let (row, column) = (genes[0] as usize - 1, genes[1] as usize - 1);
        let (high, wide) =
            if genes[2] == 0 { (1, length as usize) } else { (length as usize, 1) };
        let mut start = row * width + column;
        for _ in 0..high + 2 {
            for value in &mut values[start..start + wide + 2] {
                *value += HALO;
            }
            start += width;
        }
        let mut start = (row + 1) * width + column + 1;
        for _ in 0..high {
            for value in &mut values[start..start + wide] {
                *value += DECK - HALO;
            }
            start += width;
        }
    }
    sum(values, width, rows, columns)
}

/// The sum of what counts.
#[inline]
fn sum(values: &[u16], width: usize, rows: usize, columns: usize) -> Fitness {
    let outside = |values: &[u16]| -> u64 {
        let counted = values.iter().filter(|&&value| value >= OUTSIDE_EXCESS);
        counted.map(|&value| OUTSIDE + u64::from(value)).sum()
    };
    let mut inside = 0_u32;
    let mut beyond = 0;
    for (row, values) in values.chunks_exact(width).enumerate() {
        if (1..=rows).contains(&row) {
            let (before, rest) = values.split_at(1);
            let (field, after) = rest.split_at(columns);
            for &value in field {
                inside += u32::from(if value > DECK { value } else { 0 });
            }
            beyond += outside(before) + outside(after);
        } else {
            beyond += outside(values);
        }
    }
    Fitness(u64::from(inside) + beyond)
}
