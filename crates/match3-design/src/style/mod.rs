//! How the special cells of generated levels are spread.

mod cells;
mod compose;

pub(crate) use cells::CellSet;
use serde::{Deserialize, Serialize};

/// How the special cells of generated levels are spread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// In clusters, as hand-made levels have them: at most a fifth of the special cells has no special
    /// neighbour across an edge, and a cluster has five cells on average, as far as the request allows.
    #[default]
    Composed,
    /// Each cell for itself.
    Scattered,
}

/// One special cell in this number may be isolated: hand-made levels have 19 %.
const ISOLATED: u32 = 5;
/// The least mean number of cells of a cluster.
const CLUSTER: u32 = 5;

/// How many isolated cells and clusters there are more than a composed level has. Only those count that
/// have a cell of `free`; a level in whose symmetry every cell has `images` may have that many clusters.
pub(crate) fn strays(special: &CellSet, free: &CellSet, images: u32) -> u32 {
    let count = special.count();
    let isolated = special.isolated(free);
    let mut clusters = 0;
    special.clusters(free, |cluster| clusters += u32::from(cluster.meets));

    let most = (count / CLUSTER).max(images);
    isolated.saturating_sub(count / ISOLATED) + clusters.saturating_sub(most)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tilewright_grid::{Cell, Heading, Size};

    use super::*;

    /// The clusters by a plain flood: cells, rows and columns.
    fn plain(size: Size, cells: &[bool]) -> Vec<(u32, u32, u32)> {
        let mut seen = vec![false; cells.len()];
        let mut found = Vec::new();
        for start in 0..cells.len() {
            if !cells[start] || seen[start] {
                continue;
            }
            let mut all: Vec<Cell> = Vec::new();
            let mut open = vec![size.cell(start)];
            seen[start] = true;
            while let Some(cell) = open.pop() {
                all.push(cell);
                for heading in Heading::ALL {
                    let Some(next) = size.step(cell, heading) else { continue };
                    let index = size.index(next);
                    if cells[index] && !std::mem::replace(&mut seen[index], true) {
                        open.push(next);
                    }
                }
            }
            let span = |of: fn(&Cell) -> u32| {
                let values = all.iter().map(of);
                values.clone().max().unwrap() - values.min().unwrap() + 1
            };
            let [rows, columns] = [span(|cell| cell.row), span(|cell| cell.column)];
            found.push((all.len() as u32, rows, columns));
        }
        found
    }

    proptest! {
        #[test]
        fn clusters_are_those_of_a_plain_flood(
            rows in 1..12_u32,
            columns in prop_oneof![1..12_u32, Just(64)],
            cells in proptest::collection::vec(any::<bool>(), 12 * 64),
        ) {
            let size = Size::new(rows, columns);
            let set = CellSet::new(size, |index| cells[index]);
            let mut found = Vec::new();
            set.clusters(&set, |it| found.push((it.cells, it.span.rows, it.span.columns)));
            let wanted = plain(size, &cells[..size.area()]);
            prop_assert_eq!(&found, &wanted);
            let alone = wanted.iter().filter(|it| it.0 == 1).count() as u32;
            prop_assert_eq!(set.isolated(&set), alone);
            prop_assert_eq!(set.apart_from(&set), alone);
            prop_assert_eq!(set.count(), wanted.iter().map(|it| it.0).sum::<u32>());
        }
    }
}
