//! `OneMax` as a bare loop over packed bits: the limit for an engine that keeps the same
//! promises. Each pair draws from its own random stream; every changed child is evaluated in
//! full; and each generation has a hall of fame, the best, median and worst objective and the
//! mean Hamming distance between individuals half a population apart.

mod bits;

use bits::{Genome, WORDS, below, cross, digits, flip, flips, ones};
use tilewright_grid::{Rng, Seed};

use crate::problems::one_max::{BITS, CROSSOVER, GENERATIONS, POPULATION};
use crate::problems::{Outcome, count, outcome};

/// What is known of a generation.
#[derive(Clone, Copy, Debug)]
#[expect(dead_code, reason = "it is kept, but not shown")]
struct Event {
    best: u32,
    median: u32,
    worst: u32,
    diversity: f64,
}

/// A generation.
struct Population {
    genomes: Vec<Genome>,
    ones: Vec<u16>,
}

/// The best individual so far.
struct Champion {
    genome: Genome,
    ones: u32,
}

/// One whole run.
pub fn one_max(seed: u64) -> Outcome {
    let seed = Seed(seed);
    let flips = flips();
    let mut parents = first(seed.child(0));
    let mut children =
        Population { genomes: parents.genomes.clone(), ones: parents.ones.clone() };
    let mut champion = Champion { genome: [0; WORDS], ones: 0 };
    for (genome, &ones) in parents.genomes.iter().zip(&parents.ones) {
        champion.admit(genome, u32::from(ones));
    }
    let mut events = vec![Event::of(&parents)];
    for generation in 1..=GENERATIONS {
        breed(
            &parents,
            &mut children,
            &mut champion,
            &flips,
            seed.child(generation as u64),
        );
        std::mem::swap(&mut parents, &mut children);
        events.push(Event::of(&parents));
    }
    std::hint::black_box(&events);
    std::hint::black_box(&champion.genome);
    outcome(f64::from(champion.ones))
}

/// The random generation.
fn first(seed: Seed) -> Population {
    let random = |index| {
        let mut rng = seed.child(index as u64).rng();
        let mut genome: Genome = std::array::from_fn(|_| rng.next_u64());
        genome[WORDS - 1] &= below(BITS % 64);
        genome
    };
    let genomes: Vec<Genome> = (0..POPULATION).map(random).collect();
    let ones = genomes.iter().map(|genome| evaluate(genome) as u16).collect();
    Population { genomes, ones }
}

/// Breeds the next generation.
fn breed(
    parents: &Population,
    children: &mut Population,
    champion: &mut Champion,
    flips: &[u64],
    seed: Seed,
) {
    let crosses = (CROSSOVER * 2.0_f64.powi(64)) as u64;
    let fitness: &[u16; POPULATION] = parents.ones[..].try_into().expect("it is whole");
    let genomes: &[Genome; POPULATION] =
        parents.genomes[..].try_into().expect("it is whole");
    let (pairs, _) = children.genomes.as_chunks_mut::<2>();
    let (scores, _) = children.ones.as_chunks_mut::<2>();
    for (index, (pair, scores)) in pairs.iter_mut().zip(scores).enumerate() {
        let mut rng = seed.child(index as u64).rng();
        let chosen = [pick(fitness, &mut rng), pick(fitness, &mut rng)];
        let [a, b] = chosen.map(|parent| &genomes[parent]);
        let is_crossed = rng.next_u64() < crosses;
        *pair = if is_crossed { cross(a, b, &mut rng) } else { [*a, *b] };
        for side in 0..2 {
            let genome = &mut pair[side];
            // The numbers below the first threshold are the share that is not mutated.
            let drawn = rng.next_u64();
            let is_mutated = drawn >= flips[0];
            if is_mutated {
                let count = flips.iter().take_while(|&&limit| drawn >= limit).count() - 1;
                flip(genome, count, &mut rng);
            }
            scores[side] = if is_crossed || is_mutated {
                let ones = evaluate(genome);
                champion.admit(genome, ones);
                ones as u16
            } else {
                fitness[chosen[side]]
            };
        }
    }
}

/// The best of three random individuals; the first one wins a tie. The three are the digits of
/// one random number in base 1000, without bias (Brackett-Rozinsky and Lemire, 2024).
#[inline]
fn pick(ones: &[u16; POPULATION], rng: &mut Rng) -> usize {
    let [mut best, second, third] = digits([POPULATION as u64; 3], rng);
    for rival in [second, third] {
        if ones[rival] > ones[best] {
            best = rival;
        }
    }
    best
}

/// The number of ones.
#[inline]
fn evaluate(genome: &Genome) -> u32 {
    count();
    ones(genome)
}

impl Champion {
    #[inline]
    fn admit(&mut self, genome: &Genome, ones: u32) {
        if ones > self.ones {
            *self = Self { genome: *genome, ones };
        }
    }
}

impl Event {
    fn of(population: &Population) -> Self {
        let mut counts = [0_u16; BITS + 1];
        for &ones in &population.ones {
            counts[usize::from(ones)] += 1;
        }
        let best = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
        let worst = counts.iter().position(|&count| count > 0).unwrap_or(0);
        let mut rank = (POPULATION - 1) / 2;
        let mut median = best;
        while usize::from(counts[median]) <= rank {
            rank -= usize::from(counts[median]);
            median -= 1;
        }
        let (left, right) = population.genomes.split_at(POPULATION / 2);
        let distance = |(a, b): (&Genome, &Genome)| {
            let differ: Genome = std::array::from_fn(|word| a[word] ^ b[word]);
            u64::from(ones(&differ))
        };
        let sum: u64 = left.iter().zip(right).map(distance).sum();
        let diversity = sum as f64 / left.len() as f64;
        Self { best: best as u32, median: median as u32, worst: worst as u32, diversity }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_has_as_many_above_as_below() {
        let mut population = first(Seed(4));
        for (index, ones) in population.ones.iter_mut().enumerate() {
            *ones = index as u16;
        }
        let event = Event::of(&population);
        // The rank of the median is (count − 1)/2 from the best, as in our events.
        assert_eq!((event.best, event.median, event.worst), (999, 500, 0));
    }
}
