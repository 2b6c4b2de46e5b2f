//! What can be done with a cell in front of every profile.

/// A step of the sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The number of the profile behind.
    pub(super) to: u32,
    /// The class of the ship that begins, and whether it is upright; none where none begins.
    pub(super) ship: Option<(u8, bool)>,
}

/// The label of a step with which no ship begins.
const NOTHING: u8 = u8::MAX;

/// The steps in front of the profiles of one cell, five bytes each.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// Where the steps of a profile begin.
    starts: Vec<u32>,
    to: Vec<u32>,
    labels: Vec<u8>,
}

impl Graph {
    /// Begins the steps of the next profile; once more behind the last one.
    pub(super) fn begin(&mut self) {
        self.starts.push(self.to.len() as u32);
    }

    /// Adds a step of the last profile.
    pub(super) fn push(&mut self, step: Step) {
        self.to.push(step.to);
        let label = |(class, is_upright)| class << 1 | u8::from(is_upright);
        self.labels.push(step.ship.map_or(NOTHING, label));
    }

    /// Gives back the room that was taken for more.
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

    /// The bytes that it takes.
    pub(super) const fn held(&self) -> u64 {
        (self.starts.capacity() * size_of::<u32>()
            + self.to.capacity() * size_of::<u32>()
            + self.labels.capacity()) as u64
    }
}
