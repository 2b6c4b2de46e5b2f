//! The transitions of the sweep at one cell.

/// A transition from a profile before a cell to a profile after the cells it decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The number of the profile after the step.
    pub(super) to: u32,
    /// The class of the ship that starts in the cell, and whether it is upright; none if no ship
    /// starts there.
    pub(super) ship: Option<(u8, bool)>,
}

/// The label of a step that places no ship.
const NOTHING: u8 = u8::MAX;

/// The steps of all profiles before one cell, five bytes per step.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// The index of the first step of every profile, then the number of steps.
    starts: Vec<u32>,
    to: Vec<u32>,
    labels: Vec<u8>,
}

impl Graph {
    /// Starts the list of steps of the next profile. Also called once after the last profile.
    pub(super) fn begin(&mut self) {
        self.starts.push(self.to.len() as u32);
    }

    /// Adds a step to the last profile.
    pub(super) fn push(&mut self, step: Step) {
        self.to.push(step.to);
        let label = |(class, is_upright)| class << 1 | u8::from(is_upright);
        self.labels.push(step.ship.map_or(NOTHING, label));
    }

    /// Frees unused capacity.
    pub(super) fn shrink(&mut self) {
        self.starts.shrink_to_fit();
        self.to.shrink_to_fit();
        self.labels.shrink_to_fit();
    }

    /// The steps of a profile.
    pub(super) fn steps(&self, number: usize) -> impl ExactSizeIterator<Item = Step> {
        let range = self.starts[number] as usize..self.starts[number + 1] as usize;
        let step = |(&to, &label): (&u32, &u8)| Step {
            to,
            ship: (label != NOTHING).then_some((label >> 1, label & 1 == 1)),
        };
        self.to[range.clone()].iter().zip(&self.labels[range]).map(step)
    }

    /// Its size in bytes.
    pub(super) const fn held(&self) -> u64 {
        (self.starts.capacity() * size_of::<u32>()
            + self.to.capacity() * size_of::<u32>()
            + self.labels.capacity()) as u64
    }
}
