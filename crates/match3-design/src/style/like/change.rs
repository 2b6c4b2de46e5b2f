//! Changes of clusters as a designer makes them.

use tilewright_grid::{Cell, Rng, Size, groups};

use super::learned::{LearnedLook, choice_of};
use crate::Space;

/// A cell of a cluster, which may be beyond the edge while the cluster looks for room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::style) struct Part {
    row: i32,
    column: i32,
    choice: u8,
}

impl Part {
    /// Its choice.
    pub(in crate::style) const fn choice(&self) -> u8 {
        self.choice
    }

    /// Its cell, by index in reading order; none beyond the edge.
    pub(in crate::style) fn index(&self, size: Size) -> Option<usize> {
        let (row, column) = (self.row.try_into().ok()?, self.column.try_into().ok()?);
        let is_in = row < size.rows && column < size.columns;
        is_in.then(|| size.index(Cell::new(row, column)))
    }
}

/// A change of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// A cluster moves by a cell.
    Move,
    /// A cluster of a given level, of about as many cells, takes the place of one.
    Exchange,
    /// A line of a cluster is there twice, or is left out.
    Stretch,
    /// Some whole rows or columns become those of a given level: heaps that reach from edge to edge have no room to move.
    Band,
    /// A cluster of a given level comes in.
    Add,
    /// A cluster goes.
    Remove,
}

/// The changes after which a level has about as many special cells as before.
const LEVEL: [Change; 4] =
    [Change::Move, Change::Exchange, Change::Stretch, Change::Band];
/// All changes: with those alone a search could not get far from its start.
const ALL: [Change; 6] = [
    Change::Move,
    Change::Exchange,
    Change::Stretch,
    Change::Band,
    Change::Add,
    Change::Remove,
];

/// The clusters of a board.
pub(in crate::style) fn clusters(
    size: Size,
    choice: impl Fn(usize) -> Option<u8>,
) -> Vec<Vec<Part>> {
    let part = |cell| {
        let choice = choice(size.index(cell)).expect("a cluster is of special cells");
        Part { row: cell.row.cast_signed(), column: cell.column.cast_signed(), choice }
    };
    let groups = groups(size, |cell| choice(size.index(cell)).is_some());
    groups.into_iter().map(|group| group.into_iter().map(part).collect()).collect()
}

impl LearnedLook {
    /// Changes one cluster, or the number of special cells too if `is_free`. Where the change has no room, nothing changes.
    pub(crate) fn vary(
        &self,
        space: &Space,
        genes: &mut [u8],
        is_free: bool,
        rng: &mut Rng,
    ) {
        let changes: &[Change] = if is_free { &ALL } else { &LEVEL };
        let change = changes[rng.index(changes.len())];
        if change == Change::Band {
            self.band(space, genes, rng);
            return;
        }

        let choice = |index: usize| space.gene_of(index).map(|gene| genes[gene]);
        let own = clusters(self.size, |index| choice(index).filter(|&choice| choice > 0));
        let taken = match change {
            Change::Add => None,
            _ => one_of(&own, rng).map(Vec::as_slice),
        };
        let taken = taken.unwrap_or_default();

        let put = match change {
            Change::Move => moved(taken, rng),
            Change::Stretch => stretched(taken, rng),
            Change::Exchange => {
                let other =
                    one_of(&self.clusters, rng).map(Vec::as_slice).unwrap_or_default();
                let is_alike = 2 * other.len() <= 3 * taken.len()
                    && 2 * taken.len() <= 3 * other.len();
                if is_alike { other.to_vec() } else { taken.to_vec() }
            }
            Change::Add => one_of(&self.clusters, rng).cloned().unwrap_or_default(),
            Change::Band | Change::Remove => Vec::new(),
        };
        if let Some(changed) = self.exchanged(space, genes, taken, &put) {
            genes.copy_from_slice(&changed);
        }
    }

    /// The genome with a cluster in the place of another one; none if it has no room, or would touch others.
    fn exchanged(
        &self,
        space: &Space,
        genes: &[u8],
        taken: &[Part],
        put: &[Part],
    ) -> Option<Vec<u8>> {
        let at = |row: i32, column: i32| {
            let rows = self.size.rows.cast_signed();
            let columns = self.size.columns.cast_signed();
            let is_in = (0..rows).contains(&row) && (0..columns).contains(&column);
            is_in.then(|| space.gene_of((row * columns + column) as usize)).flatten()
        };
        let genes_of = |cluster: &[Part]| {
            cluster
                .iter()
                .map(|part| at(part.row, part.column))
                .collect::<Option<Vec<usize>>>()
        };
        let (old, new) = (genes_of(taken)?, genes_of(put)?);

        // On a symmetric board, a cluster in the middle stays there, and one beside it does not get across.
        if old.len() == new.len() && distinct(&old) != distinct(&new) {
            return None;
        }

        let mut next = genes.to_vec();
        for gene in old {
            next[gene] = 0;
        }
        for (part, &gene) in put.iter().zip(&new) {
            let beside = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)];
            let is_taken = |(down, across): (i32, i32)| {
                at(part.row + down, part.column + across)
                    .is_some_and(|gene| next[gene] > 0)
            };
            if beside.into_iter().any(is_taken) || !space.may(gene, part.choice) {
                return None;
            }
        }
        for (part, gene) in put.iter().zip(new) {
            next[gene] = part.choice;
        }
        Some(next)
    }

    /// Puts up to half of the rows or columns of a given level into a genome.
    fn band(&self, space: &Space, genes: &mut [u8], rng: &mut Rng) {
        let source = &self.sources[rng.index(self.sources.len())];
        let is_rows = rng.chance(0.5);
        let side = if is_rows { self.size.rows } else { self.size.columns };
        let width = 1 + rng.below(side.div_ceil(2));
        let first = rng.below(side - width + 1);
        for cell in self.size.cells() {
            let line = if is_rows { cell.row } else { cell.column };
            let index = self.size.index(cell);
            let gene =
                space.gene_of(index).filter(|_| (first..first + width).contains(&line));
            if let Some(gene) = gene {
                genes[gene] = choice_of(space, source, gene, index);
            }
        }
    }
}

/// One of some things.
pub(in crate::style) fn one_of<'a, T>(things: &'a [T], rng: &mut Rng) -> Option<&'a T> {
    (!things.is_empty()).then(|| &things[rng.index(things.len())])
}

/// The number of different genes.
fn distinct(genes: &[usize]) -> usize {
    let mut genes = genes.to_vec();
    genes.sort_unstable();
    genes.dedup();
    genes.len()
}

/// A cluster a cell further, across an edge or a corner.
pub(in crate::style) fn moved(cluster: &[Part], rng: &mut Rng) -> Vec<Part> {
    let [down, across] = [0, 1].map(|_| rng.below(3).cast_signed() - 1);
    let moved = |part: &Part| Part {
        row: part.row + down,
        column: part.column + across,
        ..*part
    };
    cluster.iter().map(moved).collect()
}

/// A cluster with a row or column of it twice, or without it.
pub(in crate::style) fn stretched(cluster: &[Part], rng: &mut Rng) -> Vec<Part> {
    let (is_row, is_longer, is_back) =
        (rng.chance(0.5), rng.chance(0.5), rng.chance(0.5));
    let at = |part: &Part| if is_row { part.row } else { part.column };
    let Some(line) = one_of(cluster, rng).map(at) else { return Vec::new() };

    // One side stays where it is, and the other one makes room or closes the gap.
    let step = if is_back { -1 } else { 1 };
    let by = |part: &Part, by: i32| {
        let [down, across] = if is_row { [by, 0] } else { [0, by] };
        Part { row: part.row + down, column: part.column + across, ..*part }
    };
    let mut stretched = Vec::with_capacity(2 * cluster.len());
    for part in cluster {
        let is_beyond = (at(part) - line) * step > 0;
        match (is_longer, at(part) == line) {
            (true, true) => stretched.extend([*part, by(part, step)]),
            (false, true) => {}
            (true, false) if is_beyond => stretched.push(by(part, step)),
            (false, false) if is_beyond => stretched.push(by(part, -step)),
            _ => stretched.push(*part),
        }
    }
    stretched
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(cells: &[(i32, i32)]) -> Vec<Part> {
        cells.iter().map(|&(row, column)| Part { row, column, choice: 1 }).collect()
    }

    #[test]
    fn a_stretched_line_has_one_cell_more_or_less() {
        let line = parts(&[(2, 1), (2, 2), (2, 3)]);
        for seed in 0..200 {
            let mut cells = stretched(&line, &mut tilewright_grid::Seed(seed).rng());
            cells.sort_unstable_by_key(|part| (part.row, part.column));
            let is_thick = cells.len() == 6 || cells.is_empty();
            let hangs = cells.windows(2).all(|pair| pair[1].column - pair[0].column == 1);
            assert!(
                is_thick || [2, 4].contains(&cells.len()) && hangs,
                "{seed}: {cells:?}"
            );
        }
    }

    #[test]
    fn clusters_hang_together_across_edges() {
        let choices = [1, 2, 0, 0, 0, 3];
        let found = clusters(Size::new(2, 3), |index| {
            (choices[index] > 0).then_some(choices[index])
        });
        let sizes: Vec<usize> = found.iter().map(Vec::len).collect();
        assert_eq!(sizes, [2, 1]);
        assert_eq!(found[1][0], Part { row: 1, column: 2, choice: 3 });
    }
}
