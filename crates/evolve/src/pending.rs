//! The genomes that await evaluation.

use tilewright_grid::Seed;

/// The genomes that await evaluation, in the order in which
/// [`Evolution::tell`](crate::Evolution::tell) expects their evaluations.
#[derive(Debug)]
pub struct PendingGenomes<'a, G> {
    pub(crate) genomes: &'a [G],
    pub(crate) places: &'a [u32],
    pub(crate) games: u32,
    /// The seed from which those of the games come.
    pub(crate) seed: Seed,
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

    /// How many games each genome is to play, in a search with [noise](crate::Noise); 1 in any other.
    pub const fn games(&self) -> usize {
        self.games as usize
    }

    /// The seed of a game of the genome that is evaluated as number `index`. It is the same for no two games of a
    /// search.
    pub const fn seed(&self, index: usize, game: usize) -> Seed {
        self.seed.child(index as u64).child(game as u64)
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
