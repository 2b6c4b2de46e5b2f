//! The genomes that await evaluation.

/// The genomes that await evaluation, in the order in which
/// [`Evolution::tell`](crate::Evolution::tell) expects their evaluations.
#[derive(Debug)]
pub struct PendingGenomes<'a, G> {
    pub(crate) genomes: &'a [G],
    pub(crate) places: &'a [u32],
}

impl<G> Clone for PendingGenomes<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for PendingGenomes<'_, G> {}

impl<'a, G> PendingGenomes<'a, G> {
    /// The number of genomes.
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none. Then [`Evolution::tell`](crate::Evolution::tell) expects an empty
    /// list.
    pub const fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The genome that is evaluated as number `index`; `None` if there are fewer.
    pub fn get(&self, index: usize) -> Option<&'a G> {
        self.places.get(index).map(|&place| &self.genomes[place as usize])
    }

    /// The genomes in order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = &'a G> {
        self.places.iter().map(|&place| &self.genomes[place as usize])
    }
}
