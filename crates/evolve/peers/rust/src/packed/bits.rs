//! Operators on packed bits.

use tilewright_grid::Rng;

use crate::problems::one_max::{BITS, MUTATED};

/// The number of words of a genome.
pub(super) const WORDS: usize = BITS.div_ceil(64);

/// The bits of an individual; those beyond the last are 0.
pub(super) type Genome = [u64; WORDS];

/// Independent uniform numbers below each bound, from one random number.
#[inline]
pub(super) fn digits<const N: usize>(bounds: [u64; N], rng: &mut Rng) -> [usize; N] {
    let product: u64 = bounds.iter().product();
    loop {
        let mut rest = rng.next_u64();
        let found = bounds.map(|bound| {
            let wide = u128::from(rest) * u128::from(bound);
            rest = wide as u64;
            (wide >> 64) as usize
        });
        if rest >= product || rest >= product.wrapping_neg() % product {
            return found;
        }
    }
}

/// Two-point crossover: exchanges the bits between two different cuts from 1 to the last bit.
#[inline]
pub(super) fn cross(a: &Genome, b: &Genome, rng: &mut Rng) -> [Genome; 2] {
    let [first, other] = digits([BITS as u64, BITS as u64 - 1], rng);
    let (first, other) = (first + 1, other + 1);
    let other = if other >= first { other + 1 } else { other };
    let mut mask = [0; WORDS];
    let (from, to) = (&WHOLE[first / 64], &WHOLE[other / 64]);
    for word in 0..WORDS {
        mask[word] = from[word] ^ to[word];
    }
    for cut in [first, other] {
        mask[cut / 64] ^= below(cut % 64);
    }
    let mut children = [[0; WORDS]; 2];
    for word in 0..WORDS {
        let change = (a[word] ^ b[word]) & mask[word];
        children[0][word] = a[word] ^ change;
        children[1][word] = b[word] ^ change;
    }
    children
}

/// Row `n` has the first `n` words full.
static WHOLE: [Genome; WORDS + 1] = {
    let mut rows = [[0; WORDS]; WORDS + 1];
    let mut row = 0;
    while row <= WORDS {
        let mut word = 0;
        while word < row {
            rows[row][word] = u64::MAX;
            word += 1;
        }
        row += 1;
    }
    rows
};

/// Flips different random bits.
#[inline]
pub(super) fn flip(genome: &mut Genome, count: usize, rng: &mut Rng) {
    let mut flipped = [usize::MAX; 24];
    let mut done = 0;
    while done < count {
        let bit = rng.below(BITS as u32) as usize;
        if !flipped[..done].contains(&bit) {
            genome[bit / 64] ^= 1 << (bit % 64);
            flipped[done] = bit;
            done += 1;
        }
    }
}

/// Thresholds of a random number of 64 bits: below the first one the child is not mutated; each
/// further one that is reached is a flipped bit. The number of flipped bits of a mutated child
/// is binomial, as if each bit flipped with 1/[`BITS`].
pub(super) fn flips() -> Vec<u64> {
    let rate = 1.0 / BITS as f64;
    let mut share = MUTATED * (1.0 - rate).powi(BITS as i32);
    let mut sum = 1.0 - MUTATED;
    let mut thresholds = Vec::new();
    for count in 0..24 {
        thresholds.push((sum * 2.0_f64.powi(64)) as u64);
        sum += share;
        share *= (BITS - count) as f64 / (count + 1) as f64 * rate / (1.0 - rate);
    }
    thresholds
}

/// Counts ones: first within groups of four bits, which hold up to three words, then within
/// bytes. The loops over words become vector instructions.
#[inline]
pub(super) fn ones(genome: &Genome) -> u32 {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const FOURS: u64 = 0x3333_3333_3333_3333;
    const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let mut bytes = 0;
    for &word in genome {
        let pairs = word - (word >> 1 & PAIRS);
        let fours = (pairs & FOURS) + (pairs >> 2 & FOURS);
        bytes += (fours + (fours >> 4)) & BYTES;
    }
    // Each byte is at most 8 · 16 = 128; their sum needs 16 bits.
    let halves = (bytes & 0x00ff_00ff_00ff_00ff) + (bytes >> 8 & 0x00ff_00ff_00ff_00ff);
    (halves.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

/// The lowest bits.
#[inline]
pub(super) const fn below(count: usize) -> u64 {
    (1 << count) - 1
}

#[cfg(test)]
mod tests {
    use tilewright_grid::Seed;

    use super::*;

    #[test]
    fn ones_are_counted_as_the_standard_library_does() {
        let mut rng = Seed(1).rng();
        for _ in 0..100 {
            let genome: Genome = std::array::from_fn(|_| rng.next_u64());
            let expected: u32 = genome.iter().map(|word| word.count_ones()).sum();
            assert_eq!(ones(&genome), expected);
        }
        assert_eq!(ones(&[u64::MAX; WORDS]), 64 * WORDS as u32);
    }

    #[test]
    fn a_crossing_exchanges_one_range() {
        let mut rng = Seed(2).rng();
        let mut whole = [u64::MAX; WORDS];
        whole[WORDS - 1] = below(BITS % 64);
        for _ in 0..1000 {
            let [a, b] = cross(&[0; WORDS], &whole, &mut rng);
            assert_eq!(ones(&a) + ones(&b), BITS as u32);
            let bit = |bit: usize| a[bit / 64] >> (bit % 64) & 1;
            let edges = (1..BITS).filter(|&at| bit(at) != bit(at - 1)).count();
            assert!((1..=2).contains(&edges) && bit(0) == 0, "{edges} edges");
        }
    }

    #[test]
    fn the_digits_of_a_number_are_uniform() {
        let mut rng = Seed(3).rng();
        let mut counts = [[0_u32; 10]; 2];
        for _ in 0..100_000 {
            let [a, b] = digits([10, 10], &mut rng);
            counts[0][a] += 1;
            counts[1][b] += 1;
        }
        // Four standard deviations around 10 000.
        assert!(counts.iter().flatten().all(|count| (9620..=10_380).contains(count)));
    }

    #[test]
    fn a_fifth_of_the_children_flip_one_bit_on_average() {
        let limits: Vec<f64> =
            flips().iter().map(|&limit| limit as f64 / 2.0_f64.powi(64)).collect();
        let mean: f64 = limits[1..].iter().map(|limit| 1.0 - limit).sum();
        assert!((limits[0] - 0.8).abs() < 1e-9 && (mean - 0.2).abs() < 1e-9, "{mean}");
    }
}
