//! Domination among paths that were found one by one.

use super::{Front, ParetoPath};
use crate::planners::astar::ROUNDING;

/// A path with the values by which it is compared.
pub(super) trait Values {
    /// Its length and its sums.
    fn values(&self) -> (f64, [u32; 2]);
}

impl Values for ParetoPath {
    fn values(&self) -> (f64, [u32; 2]) {
        (self.route.length, self.sums)
    }
}

/// Whether a path is as good as another one in every objective.
fn covers(one: &impl Values, other: &impl Values) -> bool {
    let ((length, sums), (longest, most)) = (one.values(), other.values());
    length <= longest + ROUNDING && sums[0] <= most[0] && sums[1] <= most[1]
}

/// Adds a path to at most `most` ones unless one of them is as good; removes those that it is as
/// good as. Returns whether it was added.
pub(super) fn admit<P: Values>(paths: &mut Vec<P>, new: P, most: usize) -> bool {
    if paths.iter().any(|path| covers(path, &new)) {
        return false;
    }
    paths.retain(|path| !covers(&new, path));
    let has_room = paths.len() < most;
    if has_room {
        paths.push(new);
    }
    has_room
}

impl Front {
    /// Adds a path unless another one is as good, and removes those that it is better than.
    pub(super) fn add(&mut self, path: ParetoPath) {
        admit(&mut self.paths, path, usize::MAX);
    }

    /// Sorts the paths by length, then by their sums.
    pub(super) fn sort(&mut self) {
        self.paths.sort_by(|one, other| {
            let lengths = one.route.length.total_cmp(&other.route.length);
            lengths.then(one.sums.cmp(&other.sums))
        });
    }
}
