//! Goals in the form of the simulator.

use crate::{Clearing, Goal};

/// A goal without nesting: all its parts must be reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Target {
    /// The number of blocks of each of the first colours.
    pub(crate) collect: Vec<u32>,
    /// Whether no blocker may be left.
    pub(crate) blockers: bool,
    /// Whether no overlay may be left.
    pub(crate) overlays: bool,
    /// The number of points.
    pub(crate) score: u64,
}

impl Target {
    /// The goal of a game with this number of colours; other colours are ignored.
    pub(crate) fn new(goal: &Goal, colors: u32) -> Self {
        let mut target = Self::default();
        target.add(goal, colors as usize);
        target
    }

    fn add(&mut self, goal: &Goal, colors: usize) {
        match goal {
            Goal::Collect { collect, of_colors } => {
                let wanted = (*of_colors as usize).min(colors);
                self.collect.resize(self.collect.len().max(wanted), 0);
                for count in &mut self.collect[..wanted] {
                    *count = (*count).max(*collect);
                }
            }
            Goal::CollectColor { .. }
            | Goal::CollectKind { .. }
            | Goal::Drop { .. }
            | Goal::Make { .. } => {}
            Goal::Clear { clear } => {
                self.blockers |= *clear != Clearing::Overlays;
                self.overlays |= *clear != Clearing::Blockers;
            }
            Goal::Score { score } => self.score = self.score.max(u64::from(*score)),
            Goal::All { all } => all.iter().for_each(|goal| self.add(goal, colors)),
        }
    }
}
