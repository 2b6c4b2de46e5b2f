//! The problems, the same for every crate: sizes, data and evaluation.

use std::f64::consts::TAU;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tilewright_grid::Seed;

/// The result of one run.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The best objective that was found: ones, Rastrigin's value, the value of the packed items,
    /// or the hypervolume of the front.
    pub best: f64,
    /// How many genomes were evaluated.
    pub evaluations: u64,
}

/// `OneMax`: sizes and rates.
pub mod one_max {
    /// The number of bits.
    pub const BITS: usize = 1000;
    /// The number of individuals.
    pub const POPULATION: usize = 1000;
    /// The number of bred generations.
    pub const GENERATIONS: usize = 100;
    /// The probability that two parents are crossed: 450 crossings per generation.
    pub const CROSSOVER: f64 = 0.9;
    /// The share of the children that are mutated; each of their bits flips with 1/[`BITS`].
    pub const MUTATED: f64 = 0.2;
}

/// Rastrigin: sizes, range and rates.
pub mod rastrigin {
    /// The number of genes.
    pub const GENES: usize = 30;
    /// The least value of a gene.
    pub const LOW: f64 = -5.12;
    /// The greatest value of a gene.
    pub const HIGH: f64 = 5.12;
    /// The number of individuals.
    pub const POPULATION: usize = 100;
    /// The number of bred generations.
    pub const GENERATIONS: usize = 1100;
    /// The probability that two parents are crossed.
    pub const CROSSOVER: f64 = 0.9;
    /// The probability that a gene of a child is mutated: one per child.
    pub const MUTATION: f64 = 1.0 / GENES as f64;
    /// The standard deviation (or the half width) of a mutation.
    pub const STEP: f64 = 0.5;
}

/// Knapsack: sizes and rates.
pub mod knapsack {
    /// The number of items.
    pub const ITEMS: usize = 500;
    /// The number of individuals.
    pub const POPULATION: usize = 100;
    /// The number of bred generations.
    pub const GENERATIONS: usize = 600;
    /// The probability that two parents are crossed.
    pub const CROSSOVER: f64 = 0.9;
    /// The probability that a bit of a child flips: one per child.
    pub const MUTATION: f64 = 1.0 / ITEMS as f64;
}

/// ZDT1 with two objectives: sizes and rates.
pub mod zdt1 {
    /// The number of genes.
    pub const GENES: usize = 30;
    /// The number of individuals.
    pub const POPULATION: usize = 100;
    /// The number of bred generations.
    pub const GENERATIONS: usize = 250;
    /// The probability that two parents are crossed.
    pub const CROSSOVER: f64 = 0.9;
    /// The probability that a gene of a child is mutated.
    pub const MUTATION: f64 = 1.0 / GENES as f64;
}

/// Evaluations that sleep: sizes.
pub mod sleep {
    /// The number of bits.
    pub const BITS: usize = 64;
    /// The number of individuals.
    pub const POPULATION: usize = 100;
    /// The number of bred generations.
    pub const GENERATIONS: usize = 4;
    /// The number of parents where a few children keep many threads busy.
    pub const PARENTS: usize = 4;
    /// The number of their children in a generation.
    pub const CHILDREN: usize = 8;
    /// The number of their generations.
    pub const ROUNDS: usize = 200;
}

/// The number of evaluations since the last [`outcome`]. Runs on one thread count without a locked
/// instruction, which takes about as long as the evaluation of a short genome.
static EVALUATIONS: AtomicU64 = AtomicU64::new(0);

/// The nanoseconds that all threads together spent in evaluations that sleep.
static BUSY: AtomicU64 = AtomicU64::new(0);

/// Counts an evaluation on the only thread.
#[inline]
pub fn count() {
    EVALUATIONS.store(EVALUATIONS.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
}

/// Counts an evaluation on one of several threads.
fn count_shared() {
    EVALUATIONS.fetch_add(1, Ordering::Relaxed);
}

/// Ends a run: its best objective and the number of evaluations.
pub fn outcome(best: f64) -> Outcome {
    Outcome { best, evaluations: EVALUATIONS.swap(0, Ordering::Relaxed) }
}

/// The number of genes that are true. The chunks are short enough for a sum of bytes, which the
/// compiler turns into vector instructions.
#[inline]
pub fn ones<G>(genes: &[G], get: impl Fn(&G) -> bool + Copy) -> u32 {
    count();
    let sum = |chunk: &[G]| chunk.iter().map(|gene| u8::from(get(gene))).sum::<u8>();
    genes.chunks(250).map(|chunk| u32::from(sum(chunk))).sum()
}

/// Rastrigin's function; its minimum is 0 at the origin.
#[inline]
#[expect(
    clippy::disallowed_methods,
    reason = "the cosine that users of every crate take"
)]
pub fn rastrigin_value(genes: impl Iterator<Item = f64>) -> f64 {
    count();
    let wave = |x: f64| x * x - 10.0 * (TAU * x).cos() + 10.0;
    genes.map(wave).sum()
}

/// The items of the knapsack.
pub struct Items {
    /// Weight of each item, 1 to 100.
    pub weights: Vec<u32>,
    /// Value of each item, 1 to 100.
    pub values: Vec<u32>,
    /// Half the sum of the weights.
    pub capacity: u32,
}

/// The items, drawn from a fixed seed.
pub static ITEMS: LazyLock<Items> = LazyLock::new(|| {
    let mut rng = Seed(500).rng();
    let mut draw = || (0..knapsack::ITEMS).map(|_| 1 + rng.below(100)).collect();
    let (weights, values): (Vec<u32>, Vec<u32>) = (draw(), draw());
    let capacity = weights.iter().sum::<u32>() / 2;
    Items { weights, values, capacity }
});

/// The value of the packed items and by how much they are too heavy.
#[inline]
pub fn pack<G>(genes: &[G], get: impl Fn(&G) -> bool) -> (u32, u32) {
    count();
    let Items { weights, values, capacity } = &*ITEMS;
    let mut sums = (0, 0);
    for ((gene, weight), value) in genes.iter().zip(weights).zip(values) {
        let mask = u32::from(get(gene)).wrapping_neg();
        sums.0 += mask & weight;
        sums.1 += mask & value;
    }
    (sums.1, sums.0.saturating_sub(*capacity))
}

/// The single bits of a word of 32.
const BITS: [u32; 32] = {
    let mut bits = [0; 32];
    let mut at = 0;
    while at < 32 {
        bits[at] = 1 << at;
        at += 1;
    }
    bits
};

/// The same for genes that are the bits of words, from the least significant one on.
#[inline]
pub fn pack_words(words: &[u64]) -> (u32, u32) {
    count();
    let Items { weights, values, capacity } = &*ITEMS;
    let halves = words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
    let items = weights.chunks(32).zip(values.chunks(32));
    let mut sums = (0, 0);
    for (half, (weights, values)) in halves.zip(items) {
        for ((bit, weight), value) in BITS.iter().zip(weights).zip(values) {
            let mask = u32::from(half & bit == 0).wrapping_sub(1);
            sums.0 += mask & weight;
            sums.1 += mask & value;
        }
    }
    (sums.1, sums.0.saturating_sub(*capacity))
}

/// One number for crates without constraints: the value, or minus the excess weight. It ranks
/// the genomes as value and violation do.
#[inline]
pub fn penalized<G>(genes: &[G], get: impl Fn(&G) -> bool) -> i64 {
    let (value, excess) = pack(genes, get);
    if excess > 0 { -i64::from(excess) } else { i64::from(value) }
}

/// The two objectives of ZDT1 (Zitzler, Deb and Thiele, 2000), both minimized.
#[inline]
pub fn zdt1_values(genes: &[f64]) -> [f64; 2] {
    count();
    let sum: f64 = genes[1..].iter().sum();
    let g = 1.0 + 9.0 * sum / (genes.len() - 1) as f64;
    [genes[0], g * (1.0 - (genes[0] / g).sqrt())]
}

/// The area that a front of two minimized objectives dominates below the point (1.1, 1.1).
pub fn hypervolume(front: impl IntoIterator<Item = [f64; 2]>) -> f64 {
    let mut points: Vec<_> = front.into_iter().collect();
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let (mut area, mut height) = (0.0, 1.1);
    for [x, y] in points {
        if x < 1.1 && y < height {
            area += (1.1 - x) * (height - y);
            height = y;
        }
    }
    area
}

/// Sleeps for a millisecond and counts the ones.
pub fn slow_ones(ones: impl FnOnce() -> u32) -> u32 {
    let start = Instant::now();
    count_shared();
    std::thread::sleep(Duration::from_millis(1));
    let ones = ones();
    BUSY.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
    ones
}

/// The seconds that all threads together spent in [`slow_ones`] since the last call.
pub fn busy() -> f64 {
    BUSY.swap(0, Ordering::Relaxed) as f64 * 1e-9
}
