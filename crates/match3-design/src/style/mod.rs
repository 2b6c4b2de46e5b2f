//! How the special cells of generated levels are spread.

mod cells;
mod compose;
mod like;
mod shapes;

use std::sync::Arc;

pub(crate) use cells::CellSet;
pub(crate) use like::LearnedLook;
pub use like::{Examples, ExamplesError, Likeness};
use serde::{Deserialize, Serialize};

/// How the special cells of generated levels are spread.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// In clusters, as hand-made levels have them: at most a fifth of the special cells has no special
    /// neighbour across an edge, and a cluster has five cells on average, as far as the request allows.
    #[default]
    Composed,
    /// Each cell for itself.
    Scattered,
    /// As in these levels; composed where they have none of the kinds of a request. Not a word of a request, which names the levels
    /// instead.
    #[serde(skip)]
    Like(Arc<Examples>),
}

/// One special cell in this number may be isolated: hand-made levels have 19 %.
const ISOLATED: u32 = 5;
/// One change in this number need not suit a composed level, so that each level can be reached. Chosen: of 8, single cells of
/// another kind within clusters were common.
pub(crate) const ANY: u32 = 16;
/// The least mean number of cells of a cluster.
const CLUSTER: u32 = 5;

/// How many isolated cells and clusters there are more than a composed level has. Only those count that
/// have a cell of `free`; a level in whose symmetry every cell has `images` may have that many clusters.
pub(crate) fn strays(special: &CellSet, free: &CellSet, images: u32) -> u32 {
    let count = special.count();
    let isolated = special.isolated(free);
    let clusters = special.clusters(free);
    let most = (count / CLUSTER).max(images);
    isolated.saturating_sub(count / ISOLATED) + clusters.saturating_sub(most)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tilewright_grid::{Cell, Size, groups};

    use super::*;

    proptest! {
        #[test]
        fn clusters_are_the_groups_of_plain_cells(
            rows in 1..12_u32,
            columns in prop_oneof![1..12_u32, Just(64)],
            cells in proptest::collection::vec(any::<bool>(), 12 * 64),
            free in proptest::collection::vec(any::<bool>(), 12 * 64),
        ) {
            let size = Size::new(rows, columns);
            let [set, other] = [&cells, &free].map(|of| CellSet::new(size, |index| of[index]));
            let all = groups(size, |cell| cells[size.index(cell)]);
            let free: Vec<_> =
                all.iter().filter(|it| it.iter().any(|&cell| free[size.index(cell)])).collect();
            let alone = |it: &[Cell]| it.len() == 1;

            prop_assert_eq!(set.clusters(&set), all.len() as u32);
            prop_assert_eq!(set.clusters(&other), free.len() as u32);
            prop_assert_eq!(set.isolated(&set), all.iter().filter(|it| alone(it)).count() as u32);
            prop_assert_eq!(set.isolated(&other), free.iter().filter(|it| alone(it)).count() as u32);
            prop_assert_eq!(set.count(), all.iter().map(Vec::len).sum::<usize>() as u32);
        }
    }
}
