//! Random levels that look composed, for the fit: special cells in zones, mirrored boards, boards with holes.
//!
//! People place special cells in bands, blocks, frames and clusters. A model that has seen cells spread one by one
//! alone is wrong on such levels by twice the error that it states.

use tilewright_grid::{Cell, Rng, Size};
use tilewright_match3::{Contents, Kind, Level, Quota, Template};

use crate::generate::repaired;
use crate::{Space, Symmetry};

/// The share of levels on boards with holes.
const SHAPED: f64 = 0.3;
/// The share of zones that two kinds take by turns, such as layers of one block.
const PAIRED: f64 = 0.3;
/// The share of zones with gaps, and the share of the cells that a gap takes.
const GAPS: (f64, f64) = (0.25, 0.3);
/// The share of levels with single cells beside the zones, and the share of the cells that they take.
const SPRINKLED: (f64, f64) = (0.3, 0.05);
/// The most zones of a level; then what is left of the density is left out.
const ZONES: u32 = 6;
/// The most ingredients of a zone: players fetch each of them, and a level has a few.
const INGREDIENTS: u32 = 4;

/// A composed level of these kinds on such a board at this density. None if a board with these holes has no feasible
/// level.
pub(super) fn composed(
    board: &Template,
    quotas: &[Quota],
    density: f64,
    rng: &mut Rng,
) -> Option<Level> {
    let symmetry = symmetry(rng);
    let board = if rng.chance(SHAPED) { shaped(board, rng) } else { board.clone() };
    let space = Space::new(&board, quotas, symmetry).ok()?;

    let mut genes = vec![0; space.genes()];
    let mut rest = (density * space.genes() as f64).round() as usize;
    let kinds = 1 + rng.below(4);
    let kinds: Vec<u8> = (0..kinds).map(|_| space.special(rng)).collect();

    for _ in 0..=rng.below(ZONES) {
        // Half of what is left at least, so that zones are few and large.
        let count = rest - (0.5 * rng.unit() * rest as f64) as usize;
        rest -= place(&space, &kinds, count, &mut genes, rng);
    }
    if rng.chance(SPRINKLED.0) {
        for gene in genes.iter_mut().filter(|gene| **gene == 0) {
            if rng.chance(SPRINKLED.1) {
                *gene = space.special(rng);
            }
        }
    }

    let genes = repaired(&space, genes);
    Some(space.level(&genes))
}

/// Three levels in five are mirrored, most of them from side to side.
fn symmetry(rng: &mut Rng) -> Symmetry {
    match rng.below(10) {
        0..4 => Symmetry::None,
        4..7 => Symmetry::Horizontal,
        7 => Symmetry::Vertical,
        8 => Symmetry::Both,
        _ => Symmetry::Rotational,
    }
}

/// The board with a zone of holes: of 2 cells up to a fifth of the board.
fn shaped(board: &Template, rng: &mut Rng) -> Template {
    let (size, mut board) = (board.size(), board.clone());
    let most = (size.area() / 5).max(2) as u32;
    let count = 2 + rng.below(most - 1) as usize;
    let cells: Vec<Cell> = size.cells().collect();
    let zone = Zone::random(size, rng).sorted(&cells, size, rng);
    for cell in zone.into_iter().take(count) {
        board.set(cell, Some(Kind::HOLE));
    }
    board
}

/// Makes about this many ordinary genes special, in a zone of one or two of the kinds, and returns their number.
fn place(
    space: &Space,
    kinds: &[u8],
    count: usize,
    genes: &mut [u8],
    rng: &mut Rng,
) -> usize {
    let size = space.base().size();
    let first = kinds[rng.index(kinds.len())];
    let second = if rng.chance(PAIRED) { kinds[rng.index(kinds.len())] } else { first };
    let has_gaps = rng.chance(GAPS.0);
    let is_ingredient = |choice: u8| {
        space.choices()[usize::from(choice)].contents() == Contents::Ingredient
    };
    let most = if is_ingredient(first) || is_ingredient(second) {
        1 + rng.below(INGREDIENTS) as usize
    } else {
        count
    };

    let zone = Zone::random(size, rng);
    let free = size.cells().filter(|&cell| {
        let gene = space.gene_of(size.index(cell));
        gene.is_some_and(|gene| {
            genes[gene] == 0 && space.orbit(gene)[0] as usize == size.index(cell)
        })
    });
    let free: Vec<Cell> = free.collect();

    let mut placed = 0;
    for cell in zone.sorted(&free, size, rng).into_iter().take(count) {
        if has_gaps && rng.chance(GAPS.1) {
            continue;
        }
        let index = size.index(cell);
        let choice =
            if (cell.row + cell.column).is_multiple_of(2) { first } else { second };
        let is_near = is_ingredient(choice) && space.is_near_exit(index);
        if let Some(gene) = space.gene_of(index).filter(|_| placed < most && !is_near) {
            genes[gene] = choice;
            placed += 1;
        }
    }
    placed
}

/// A zone: cells are taken from the nearest one on, so that a zone has a look at any size.
#[derive(Clone, Copy, Debug)]
struct Zone {
    look: Look,
    /// The middle.
    row: i32,
    column: i32,
    /// The radius of a ring, the distance between stripes.
    step: i32,
}

/// How a zone looks.
#[derive(Clone, Copy, Debug)]
enum Look {
    Rows,
    Columns,
    Block,
    Diamond,
    Cross,
    Diagonal,
    Ring,
    Cluster,
    Border,
    Corners,
    Stripes,
    Checker,
    Bottom,
    Top,
}

impl Look {
    const ALL: [Self; 14] = [
        Self::Rows,
        Self::Columns,
        Self::Block,
        Self::Diamond,
        Self::Cross,
        Self::Diagonal,
        Self::Ring,
        Self::Cluster,
        Self::Border,
        Self::Corners,
        Self::Stripes,
        Self::Checker,
        Self::Bottom,
        Self::Top,
    ];
}

impl Zone {
    fn random(size: Size, rng: &mut Rng) -> Self {
        Self {
            look: Look::ALL[rng.index(Look::ALL.len())],
            row: rng.below(size.rows).cast_signed(),
            column: rng.below(size.columns).cast_signed(),
            step: 2 + rng.below(2).cast_signed(),
        }
    }

    /// The cells from the nearest to the farthest one; equal ones in reading order, or in that of the columns.
    fn sorted(self, cells: &[Cell], size: Size, rng: &mut Rng) -> Vec<Cell> {
        // The outline of a cluster is random: noise of up to three cells moves it.
        let noise = if matches!(self.look, Look::Cluster) { 3.0 } else { 0.0 };
        let is_turned = rng.chance(0.5);
        let mut sorted: Vec<(f64, u32, Cell)> = Vec::with_capacity(cells.len());
        for &cell in cells {
            let far = f64::from(self.distance(cell, size)) + noise * rng.unit();
            sorted.push((far, if is_turned { cell.column } else { cell.row }, cell));
        }
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        sorted.into_iter().map(|(_, _, cell)| cell).collect()
    }

    fn distance(self, cell: Cell, size: Size) -> i32 {
        let (rows, columns) = (size.rows.cast_signed(), size.columns.cast_signed());
        let (row, column) = (cell.row.cast_signed(), cell.column.cast_signed());
        let (down, across) = ((row - self.row).abs(), (column - self.column).abs());
        let from_side = [row.min(rows - 1 - row), column.min(columns - 1 - column)];

        // Cells between stripes come after all others.
        let between = |is_between: bool| if is_between { rows + columns } else { 0 };
        match self.look {
            Look::Rows => down,
            Look::Columns => across,
            Look::Block => down.max(across),
            Look::Diamond | Look::Cluster => down + across,
            Look::Cross => down.min(across),
            Look::Diagonal => (row - self.row - column + self.column).abs(),
            Look::Ring => (down.max(across) - self.step).abs(),
            Look::Border => from_side[0].min(from_side[1]),
            Look::Corners => from_side[0] + from_side[1],
            Look::Stripes => down + between(down % self.step != 0),
            Look::Checker => down.max(across) + between((down + across) % 2 != 0),
            Look::Bottom => rows - 1 - row,
            Look::Top => row,
        }
    }
}

#[cfg(test)]
mod tests {
    use tilewright_grid::Seed;
    use tilewright_match3::Level;

    use super::*;
    use crate::generate::feasible_start;

    /// The share of special cells without a special neighbour.
    fn isolated(levels: &[Level]) -> f64 {
        let (mut alone, mut all) = (0, 0);
        for level in levels {
            let is_special =
                |cell: Cell| ![Kind::ORDINARY, Kind::HOLE].contains(&level.cells()[cell]);
            for cell in level.size().cells().filter(|&cell| is_special(cell)) {
                all += 1;
                alone += u32::from(!level.size().neighbors(cell).any(is_special));
            }
        }
        f64::from(alone) / f64::from(all)
    }

    #[test]
    fn composed_levels_are_feasible_and_hang_together_more_than_random_ones() {
        let board = Template::open(Size::new(9, 9)).unwrap();
        let quotas: Vec<Quota> = Kind::SPECIALS.map(Quota::from).to_vec();
        let level = |number| composed(&board, &quotas, 0.2, &mut Seed(number).rng());
        let levels: Vec<Level> = (0..200).filter_map(level).collect();
        assert!(levels.len() > 150, "{} boards have a feasible level", levels.len());
        for level in &levels {
            assert!(crate::Feasibility::of(level).is_feasible(), "{level}");
        }

        let space = Space::new(&board, &quotas, Symmetry::None).unwrap();
        let random =
            |number| space.level(&feasible_start(&space, 0.2, &mut Seed(number).rng()));
        let random: Vec<Level> = (0..200).map(random).collect();
        let [composed, random] = [isolated(&levels), isolated(&random)];
        assert!(composed < 0.5 * random, "{composed} {random}");
    }
}
