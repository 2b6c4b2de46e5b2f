//! The chromosome and the fitness of the article (see `classic.rs`), in exact integers.

use tilewright_grid::{Cell, Heading, Size};

use crate::{Fleet, FleetError, Rules, Ship};

/// The genes of a fleet in the encoding of the article: for every ship, in the order of the
/// roster, its row and its column, counted from 1, and its orientation, 0 for east and 1 for
/// south.
///
/// (Selfedu, *Placing the ships in Battleship*, a lesson on DEAP. Its text calls 0 horizontal, but
/// its drawing swaps the axes; here the first gene is always the row.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chromosome<'a> {
    rules: &'a Rules,
    genes: &'a [i32],
}

/// The value that a ship adds to its own cells, in fifths: 1 in the article.
const SHIP: u16 = 5;
/// The value that a ship adds to the cells around it, in fifths: 0.2 in the article.
const HALO: u16 = 1;
/// The initial value of cells outside the field, in fifths: 1000 in the article.
const OUTSIDE: u64 = 5000;
/// The sum from which a cell outside the field counts: four halos. The article counts values above
/// 1000.8, and in floating-point numbers the sum of 1000 and four times 0.2 lies above it.
const OUTSIDE_EXCESS: u16 = 4;

/// The side of the largest area needed: the largest field, with the longest ship starting in its
/// last row, and the cells around it.
const SIDE: usize = 2 * crate::MAX_SIDE as usize + 2;

/// The fitness of a chromosome in fifths, to be minimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fitness(pub u64);

impl Fitness {
    /// The fitness in the units of the article.
    pub fn value(self) -> f64 {
        self.0 as f64 / 5.0
    }

    /// Whether the fitness is 0. This holds exactly for the fleets that are legal under
    /// [`Touch::Never`](crate::Touch::Never).
    pub const fn is_legal(self) -> bool {
        self.0 == 0
    }
}

impl<'a> Chromosome<'a> {
    /// The genes of a fleet for these rules.
    ///
    /// # Errors
    /// When there are not three genes per ship, or a gene is outside its range. (In the program of
    /// the article, rows 0 to −2 crash, and rows −3 to −15 silently wrap around.)
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

    /// The fleet. Its ships may leave the field.
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

    /// The fitness of the article. Every ship adds 1 to its own cells and 0.2 to the cells around
    /// it; cells outside the field start at 1000, the others at 0. The fitness is the sum of all
    /// values above 1 inside the field and above 1000.8 outside.
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

/// The meaning of a gene, its smallest and its largest value.
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
    // One row above and one column to the left of the field; below and to the right as far as a
    // ship can reach.
    let (height, width) = (rows + longest + 1, columns + longest + 1);
    let mut values = [0_u16; SIDE * SIDE];
    let values = &mut values[..height * width];

    for (genes, &length) in genes.chunks_exact(3).zip(lengths) {
        let (row, column) = (genes[0] as usize - 1, genes[1] as usize - 1);
        let (high, wide) =
            if genes[2] == 0 { (1, length as usize) } else { (length as usize, 1) };

        // First the halo over the ship and around it, then what its own cells have more.
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
                *value += SHIP - HALO;
            }
            start += width;
        }
    }

    sum(values, width, rows, columns)
}

/// The sum of the values that count towards the fitness.
#[inline]
fn sum(values: &[u16], width: usize, rows: usize, columns: usize) -> Fitness {
    let outside = |values: &[u16]| -> u64 {
        let counted = values.iter().filter(|&&value| value >= OUTSIDE_EXCESS);
        counted.map(|&value| OUTSIDE + u64::from(value)).sum()
    };

    // In the field only cells that clash count, which is what exceeds a lone ship.
    let mut inside = 0_u32;
    let mut beyond = 0;
    for (row, values) in values.chunks_exact(width).enumerate() {
        if (1..=rows).contains(&row) {
            // A row of the field: one cell of the margin on its left, and the margin on its right.
            let (before, rest) = values.split_at(1);
            let (field, after) = rest.split_at(columns);
            for &value in field {
                inside += u32::from(if value > SHIP { value } else { 0 });
            }
            beyond += outside(before) + outside(after);
        } else {
            // A row of the margin above or below the field.
            beyond += outside(values);
        }
    }

    Fitness(u64::from(inside) + beyond)
}
