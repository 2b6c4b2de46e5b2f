//! Lines and frames, which are drawn whole: changes of single cells hardly ever make one.

use std::ops::RangeInclusive;

use tilewright_grid::{Cell, Rng, Size};

use super::like::{Part, clusters, moved, one_of, stretched};
use crate::Space;
use crate::placements::Shape;

/// The draws of a place for a line or a frame.
const DRAWS: u32 = 16;
/// The most cells that a line, or a side of a frame, is drawn longer than it has to be; stretching makes others. Chosen.
const LONGER: u32 = 4;

/// A change of a line or a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Move,
    Stretch,
    /// Another one comes in its place.
    Redraw,
    Add,
    Remove,
}

const CHANGES: [Change; 5] =
    [Change::Move, Change::Stretch, Change::Redraw, Change::Add, Change::Remove];

impl Space {
    /// Whether some kinds stand in lines or frames, and this change is to be one of those.
    pub(crate) fn is_shape_due(&self, rng: &mut Rng) -> bool {
        let shaped = self.placements().shaped().len() as u32;
        // Kinds without a shape are changed cell by cell.
        shaped > 0 && rng.below(2 * self.choices().len() as u32) <= 2 * shaped
    }

    /// Changes one line or frame. Where the change has no room, nothing changes.
    pub(crate) fn vary_shapes(&self, genes: &mut [u8], rng: &mut Rng) {
        let shaped = self.placements().shaped();
        let choice = |index: usize| self.gene_of(index).map(|gene| genes[gene]);
        let own = clusters(self.base().size(), |index| {
            choice(index).filter(|choice| shaped.contains(choice))
        });
        let change = CHANGES[rng.index(CHANGES.len())];
        let taken = match change {
            Change::Add => None,
            _ => one_of(&own, rng).map(Vec::as_slice),
        };
        let taken = taken.unwrap_or_default();
        let put = match change {
            Change::Move => moved(taken, rng),
            Change::Stretch => stretched(taken, rng),
            Change::Redraw | Change::Add | Change::Remove => Vec::new(),
        };
        let Some(mut changed) = self.replaced(genes, taken, &put) else { return };

        if matches!(change, Change::Redraw | Change::Add) {
            let choice = taken
                .first()
                .map_or_else(|| shaped[rng.index(shaped.len())], Part::choice);
            for gene in self.drawn(&changed, choice, rng).unwrap_or_default() {
                changed[gene] = choice;
            }
        }
        genes.copy_from_slice(&changed);
    }

    /// The same number of cells of each kind, or some more, with those in lines and frames that have to be; fewer where there is no room.
    pub(crate) fn with_shapes(&self, mut genes: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
        let shaped = self.placements().shaped();
        for &choice in &shaped {
            let own = (0..genes.len()).filter(|&gene| genes[gene] == choice);
            let own: Vec<usize> = own.collect();
            for &gene in &own {
                genes[gene] = 0;
            }

            let mut left = own.len();
            while left > 0 {
                let Some(drawn) = self.drawn(&genes, choice, rng) else { break };
                left = left.saturating_sub(drawn.len());
                for gene in drawn {
                    genes[gene] = choice;
                }
            }
        }
        genes
    }

    /// The ordinary genes of a line or a frame: of some draws the one that breaks the fewest placements. The quota of the kind is not
    /// exceeded. None if no draw has room.
    pub(crate) fn drawn(
        &self,
        genes: &[u8],
        choice: u8,
        rng: &mut Rng,
    ) -> Option<Vec<usize>> {
        let shape = self.placements().shape(choice)?;
        let size = self.base().size();
        let kinds = self.kinds(genes);
        let (before, count) =
            (self.faults(&kinds), self.counts(&kinds)[usize::from(choice)]);
        let room = self.quotas()[usize::from(choice)].max.saturating_sub(count);

        let mut best: Option<(u32, Vec<usize>)> = None;
        for _ in 0..DRAWS {
            let cells = shape.draw(size, rng)?;
            let Some(drawn) = self.free_genes(genes, choice, &cells) else { continue };
            let cells: usize = drawn.iter().map(|&gene| self.orbit(gene).len()).sum();
            if cells as u32 > room {
                continue;
            }
            let mut next = genes.to_vec();
            for &gene in &drawn {
                next[gene] = choice;
            }
            let faults = self.faults(&self.kinds(&next));
            if best.as_ref().is_none_or(|best| faults < best.0) {
                best = Some((faults, drawn));
            }
            if faults <= before {
                break;
            }
        }
        best.map(|(_, drawn)| drawn)
    }

    /// The genes of these cells, in ascending order; none if one is fixed or special, or may not have the choice.
    fn free_genes(&self, genes: &[u8], choice: u8, cells: &[Cell]) -> Option<Vec<usize>> {
        let size = self.base().size();
        let gene = |&cell: &Cell| {
            let gene = self.gene_of(size.index(cell))?;
            (genes[gene] == 0 && self.may(gene, choice)).then_some(gene)
        };
        let mut found = cells.iter().map(gene).collect::<Option<Vec<usize>>>()?;
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    /// The genome with these cells in the place of others; none if they have no room.
    fn replaced(&self, genes: &[u8], taken: &[Part], put: &[Part]) -> Option<Vec<u8>> {
        let gene = |part: &Part| self.gene_of(part.index(self.base().size())?);
        let mut cleared = genes.to_vec();
        for part in taken {
            cleared[gene(part)?] = 0;
        }
        let mut next = cleared.clone();
        for part in put {
            let gene = gene(part)?;
            if cleared[gene] > 0 || !self.may(gene, part.choice()) {
                return None;
            }
            next[gene] = part.choice();
        }
        Some(next)
    }
}

impl Shape {
    /// The cells of a random one on a board; none if the board is too small.
    fn draw(self, size: Size, rng: &mut Rng) -> Option<Vec<Cell>> {
        let Size { rows, columns } = size;
        let (height, width) = match self {
            Self::Frame { least, most } => {
                (side(least, most, rows, rng)?, side(least, most, columns, rng)?)
            }
            Self::Line { least, most } => {
                let is_row = rng.chance(0.5);
                let row = (1, side(least, most, columns, rng).unwrap_or(0));
                let column = (side(least, most, rows, rng).unwrap_or(0), 1);
                let (one, other) = if is_row { (row, column) } else { (column, row) };
                if one.0 * one.1 > 0 { one } else { other }
            }
        };
        if height * width == 0 {
            return None;
        }

        let top = rng.below(rows - height + 1);
        let left = rng.below(columns - width + 1);
        let (across, down) = (left..=left + width - 1, top..=top + height - 1);
        let is_end = |at: u32, side: &RangeInclusive<u32>| {
            at == *side.start() || at == *side.end()
        };
        let is_outline =
            |cell: &Cell| is_end(cell.row, &down) || is_end(cell.column, &across);
        let cells = down
            .clone()
            .flat_map(|row| across.clone().map(move |column| Cell::new(row, column)));
        Some(cells.filter(is_outline).collect())
    }
}

/// A random length; none if the board is too short for any.
fn side(least: u32, most: u32, board: u32, rng: &mut Rng) -> Option<u32> {
    let most = most.min(least.saturating_add(LONGER)).min(board);
    (least <= most).then(|| least + rng.below(most - least + 1))
}
