//! The kinds of parts.

use tilewright_evolve::settings::Mutation;
use tilewright_evolve::{
    BitFlip, BitString, Bounds, Permutation, Polynomial, Rate, RealBounds, Redraw, Rng,
    Sequence as _,
};

use super::super::Genome;
use super::Part;

/// A gene as a real number and back.
pub(super) trait Gene: Copy {
    fn real(self) -> f64;
    fn of(real: f64) -> Self;
}

impl Gene for u8 {
    fn real(self) -> f64 {
        self.into()
    }

    fn of(real: f64) -> Self {
        real as Self
    }
}

impl Gene for i64 {
    fn real(self) -> f64 {
        self as f64
    }

    fn of(real: f64) -> Self {
        real as Self
    }
}

impl Gene for f64 {
    fn real(self) -> f64 {
        self
    }

    fn of(real: f64) -> Self {
        real
    }
}

/// A genome that can be a part.
pub(super) trait PartGenome: Genome<Element: Gene> {
    fn of(part: &Part) -> Option<&Self>;
    fn of_mut(part: &mut Part) -> Option<&mut Self>;
    fn part(self) -> Part;
    /// The source of genomes of another length, at most that of this one.
    fn resized(source: &Self::Source, length: usize) -> Self::Source;
    /// The number of genes.
    fn genes(&self) -> usize;
    /// Inserts a random gene.
    fn insert(&mut self, at: usize, source: &Self::Source, rng: &mut Rng);
    fn remove(&mut self, at: usize);
    /// The first genes.
    fn shortened(&self, length: usize) -> Self;
    /// The usual mutation of genes with this rate, for genomes whose length may vary.
    fn usual_mutation(rate: Option<Rate>) -> Option<Mutation>;
}

/// How a kind is found in a part.
macro_rules! found {
    ($kind:ident) => {
        fn of(part: &Part) -> Option<&Self> {
            if let Part::$kind(it) = part { Some(it) } else { None }
        }

        fn of_mut(part: &mut Part) -> Option<&mut Self> {
            if let Part::$kind(it) = part { Some(it) } else { None }
        }

        fn part(self) -> Part {
            Part::$kind(self)
        }
    };
}

impl PartGenome for BitString {
    found!(Bits);

    fn resized(_: &usize, length: usize) -> usize {
        length
    }

    fn genes(&self) -> usize {
        self.length()
    }

    fn insert(&mut self, at: usize, _: &usize, rng: &mut Rng) {
        let mut longer = Self::zeros(self.length() + 1);
        for index in 0..self.length() {
            longer.set(index + usize::from(index >= at), self.get(index));
        }
        longer.set(at, rng.below(2) == 1);
        *self = longer;
    }

    fn remove(&mut self, at: usize) {
        let mut shorter = Self::zeros(self.length() - 1);
        for index in 0..shorter.length() {
            shorter.set(index, self.get(index + usize::from(index >= at)));
        }
        *self = shorter;
    }

    fn shortened(&self, length: usize) -> Self {
        let mut first = Self::zeros(length);
        (0..length).for_each(|index| first.set(index, self.get(index)));
        first
    }

    fn usual_mutation(rate: Option<Rate>) -> Option<Mutation> {
        Some(Mutation::BitFlip(BitFlip { rate }))
    }
}

impl PartGenome for Vec<i32> {
    found!(Integers);

    fn resized(bounds: &Bounds, length: usize) -> Bounds {
        let ranges = (0..length).map(|at| bounds.range(at)).map(|(low, high)| low..=high);
        Bounds::new(ranges).expect("they are ranges of bounds")
    }

    fn genes(&self) -> usize {
        self.len()
    }

    fn insert(&mut self, at: usize, bounds: &Bounds, rng: &mut Rng) {
        Self::insert(self, at, Self::resized(bounds, 1).random(rng)[0]);
    }

    fn remove(&mut self, at: usize) {
        Self::remove(self, at);
    }

    fn shortened(&self, length: usize) -> Self {
        self[..length].to_vec()
    }

    fn usual_mutation(rate: Option<Rate>) -> Option<Mutation> {
        Some(Mutation::Redraw(Redraw { rate, source: () }))
    }
}

impl PartGenome for Vec<f64> {
    found!(Reals);

    fn resized(bounds: &RealBounds, length: usize) -> RealBounds {
        let ranges = (0..length).map(|at| bounds.range(at)).map(|(low, high)| low..=high);
        RealBounds::new(ranges).expect("they are ranges of bounds")
    }

    fn genes(&self) -> usize {
        self.len()
    }

    fn insert(&mut self, at: usize, bounds: &RealBounds, rng: &mut Rng) {
        Self::insert(self, at, Self::resized(bounds, 1).random(rng)[0]);
    }

    fn remove(&mut self, at: usize) {
        Self::remove(self, at);
    }

    fn shortened(&self, length: usize) -> Self {
        self[..length].to_vec()
    }

    fn usual_mutation(rate: Option<Rate>) -> Option<Mutation> {
        // As the settings have it by default.
        Some(Mutation::Polynomial(Polynomial {
            eta: 20.0,
            rate,
            bounds: RealBounds::default(),
        }))
    }
}

impl PartGenome for Permutation {
    found!(Permutation);

    fn resized(&length: &usize, _: usize) -> usize {
        length
    }

    fn genes(&self) -> usize {
        self.len()
    }

    fn insert(&mut self, _: usize, _: &usize, _: &mut Rng) {}

    fn remove(&mut self, _: usize) {}

    fn shortened(&self, _: usize) -> Self {
        self.clone()
    }

    fn usual_mutation(_: Option<Rate>) -> Option<Mutation> {
        None
    }
}
