//! The non-dominated paths that were found.

use super::super::domination::{Values, admit};
use super::labels::{END, Labels};

/// The largest number of paths of a front.
const MOST_PATHS: usize = 4096;

/// A path that was found.
#[derive(Clone, Debug)]
pub(super) struct FoundPath {
    pub(super) length: f64,
    pub(super) sums: [u32; 2],
    /// Its nodes; empty as long as only its label is known.
    pub(super) nodes: Vec<u32>,
    /// Its label at the goal in the current pass, or [`END`].
    pub(super) label: u32,
}

impl Values for FoundPath {
    fn values(&self) -> (f64, [u32; 2]) {
        (self.length, self.sums)
    }
}

/// The paths that were found, of which none dominates another one.
#[derive(Clone, Debug, Default)]
pub(super) struct Archive {
    pub(super) paths: Vec<FoundPath>,
}

impl Archive {
    /// Adds a path unless another one is as good, or there are too many; removes those that it
    /// dominates.
    pub(super) fn add(&mut self, new: FoundPath) -> bool {
        admit(&mut self.paths, new, MOST_PATHS)
    }

    /// The largest length and the largest sums.
    pub(super) fn highest(&self) -> (f64, [u32; 2]) {
        let highest = (0.0, [0; 2]);
        self.paths.iter().fold(highest, |(length, sums), path| {
            let sums = [sums[0].max(path.sums[0]), sums[1].max(path.sums[1])];
            (f64::max(length, path.length), sums)
        })
    }

    /// Rebuilds the paths of which only the labels are known.
    pub(super) fn trace(&mut self, labels: &Labels) {
        for path in &mut self.paths {
            if path.label != END {
                path.nodes = labels.path(path.label);
                path.label = END;
            }
        }
    }
}
