//! Normal and exponential numbers by the ziggurat method.

use std::sync::LazyLock;

use tilewright_grid::{Rng, det};

/// The right end of the lowest layer that is not its tail, for a normal distribution in 256
/// layers of the same area (Marsaglia and Tsang, 2000).
const NORMAL_BASE: f64 = 3.654_152_885_361_009;
/// The area of each layer: the base times its density, and the tail beyond it.
const NORMAL_AREA: f64 = 0.004_928_673_233_974_655;
/// The same for an exponential distribution, where the area is (base + 1) e^(−base).
const EXPONENTIAL_BASE: f64 = 7.697_117_470_131_05;

static NORMAL: LazyLock<Layers> = LazyLock::new(|| {
    Layers::new(NORMAL_BASE, NORMAL_AREA, bell, |height| (-2.0 * det::ln(height)).sqrt())
});

static EXPONENTIAL: LazyLock<Layers> = LazyLock::new(|| {
    let area = (EXPONENTIAL_BASE + 1.0) * det::exp(-EXPONENTIAL_BASE);
    Layers::new(EXPONENTIAL_BASE, area, decay, |height| -det::ln(height))
});

/// The normal density without its factor.
fn bell(x: f64) -> f64 {
    det::exp(-0.5 * x * x)
}

/// The exponential density.
fn decay(x: f64) -> f64 {
    det::exp(-x)
}

/// A falling density cut into 256 horizontal layers of the same area.
struct Layers {
    /// The right ends of the layers, from the widest to the narrowest, and 0. That of layer 0 is
    /// the width of a rectangle with the area of the layer, which has a tail.
    edges: [f64; 257],
    /// The density at the right ends.
    heights: [f64; 257],
}

impl Layers {
    fn new(
        base: f64,
        area: f64,
        density: fn(f64) -> f64,
        inverse: fn(f64) -> f64,
    ) -> Self {
        let mut edges = [0.0; 257];
        edges[0] = area / density(base);
        edges[1] = base;
        for at in 2..256 {
            edges[at] = inverse(area / edges[at - 1] + density(edges[at - 1]));
        }
        Self { edges, heights: edges.map(density) }
    }

    /// Whether a point at a random height of a layer is below the density.
    #[inline]
    fn has(&self, layer: usize, density: f64, rng: &mut Rng) -> bool {
        let (low, high) = (self.heights[layer], self.heights[layer + 1]);
        low + (high - low) * rng.unit() < density
    }
}

/// The layer of a random number: its lowest 8 bits. The position comes from other bits, so that
/// the two are independent (Doornik, 2005).
#[inline]
const fn layer(bits: u64) -> usize {
    (bits & 0xff) as usize
}

/// A number of the standard normal distribution, by the ziggurat method (Marsaglia and Tsang,
/// 2000) with 256 layers. It almost always takes one random number and no logarithm, and the same
/// random numbers give the same result on every machine.
#[inline]
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    let layers = &*NORMAL;
    let bits = rng.next_u64();
    let x = signed(bits) * layers.edges[layer(bits)];
    if x.abs() < layers.edges[layer(bits) + 1] {
        x
    } else {
        outer_normal(layers, bits, rng)
    }
}

/// A multiple of 2⁻⁵² from −1 to below 1.
#[inline]
const fn signed(bits: u64) -> f64 {
    (bits.cast_signed() >> 11) as f64 * (1.0 / (1_u64 << 52) as f64)
}

/// A normal number whose first point lies outside the part of its layer that is surely below the
/// density.
#[cold]
fn outer_normal(layers: &Layers, mut bits: u64, rng: &mut Rng) -> f64 {
    loop {
        let x = signed(bits) * layers.edges[layer(bits)];
        if x.abs() < layers.edges[layer(bits) + 1] {
            return x;
        }
        if layer(bits) == 0 {
            return normal_tail(rng).copysign(x);
        }
        if layers.has(layer(bits), bell(x), rng) {
            return x;
        }
        bits = rng.next_u64();
    }
}

/// A normal number beyond the base (Marsaglia, 1964).
fn normal_tail(rng: &mut Rng) -> f64 {
    loop {
        // 1 − unit() is never 0.
        let beyond = -det::ln(1.0 - rng.unit()) / NORMAL_BASE;
        if -2.0 * det::ln(1.0 - rng.unit()) >= beyond * beyond {
            return NORMAL_BASE + beyond;
        }
    }
}

/// A number of the exponential distribution with mean 1, by the ziggurat method as
/// [`normal`].
#[inline]
pub(crate) fn exponential(rng: &mut Rng) -> f64 {
    let layers = &*EXPONENTIAL;
    let bits = rng.next_u64();
    let x = unsigned(bits) * layers.edges[layer(bits)];
    if x < layers.edges[layer(bits) + 1] {
        x
    } else {
        outer_exponential(layers, bits, rng)
    }
}

/// A multiple of 2⁻⁵³ from 0 to below 1.
#[inline]
pub(crate) const fn unsigned(bits: u64) -> f64 {
    (bits >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
}

/// An exponential number whose first point lies outside the part of its layer that is surely below
/// the density.
#[cold]
fn outer_exponential(layers: &Layers, mut bits: u64, rng: &mut Rng) -> f64 {
    // The tail beyond the base is the whole distribution once more.
    let mut start = 0.0;
    loop {
        let x = unsigned(bits) * layers.edges[layer(bits)];
        if x < layers.edges[layer(bits) + 1] {
            return start + x;
        }
        if layer(bits) == 0 {
            start += EXPONENTIAL_BASE;
        } else if layers.has(layer(bits), decay(x), rng) {
            return start + x;
        }
        bits = rng.next_u64();
    }
}

#[cfg(test)]
mod tests {
    use tilewright_grid::Seed;

    use super::*;

    const DRAWS: u32 = 1_000_000;

    /// Pearson's χ² of numbers in bins with the given ends, where `above` is the probability of a
    /// greater number.
    fn chi(
        ends: &[f64],
        above: impl Fn(f64) -> f64,
        mut draw: impl FnMut() -> f64,
    ) -> f64 {
        let mut counts = vec![0_u32; ends.len() + 1];
        for _ in 0..DRAWS {
            let x = draw();
            counts[ends.partition_point(|&end| end <= x)] += 1;
        }
        let mut shares = vec![1.0];
        shares.extend(ends.iter().map(|&end| above(end)));
        shares.push(0.0);
        let terms = counts.iter().zip(shares.windows(2)).map(|(&count, share)| {
            let expected = f64::from(DRAWS) * (share[0] - share[1]);
            assert!(expected > 5.0, "too little to judge: {share:?}");
            (f64::from(count) - expected).powi(2) / expected
        });
        terms.sum()
    }

    /// The probability of a greater normal number, by Simpson's rule.
    fn above(x: f64) -> f64 {
        let (steps, end) = (4000, 12.0);
        let width = (end - x) / f64::from(steps);
        let weight = |at| match at {
            0 => 1.0,
            at if at == steps => 1.0,
            at => f64::from(2 + 2 * (at % 2)),
        };
        let sum: f64 =
            (0..=steps).map(|at| weight(at) * bell(x + width * f64::from(at))).sum();
        sum * width / 3.0 / std::f64::consts::TAU.sqrt()
    }

    #[test]
    fn the_layers_meet_at_the_top() {
        for (layers, density) in
            [(&*NORMAL, bell as fn(f64) -> f64), (&*EXPONENTIAL, decay)]
        {
            let area = layers.edges[0] * density(layers.edges[1]);
            let top = area / layers.edges[255] + layers.heights[255];
            assert!((top - 1.0).abs() < 1e-12, "{top}");
            assert!(layers.edges.is_sorted_by(|a, b| a > b));
        }
    }

    #[test]
    fn normal_numbers_have_their_distribution_and_tails() {
        // 96 bins of 1/12 from −4 to 4, and two tails of 32 numbers each.
        let ends: Vec<f64> = (-48..=48).map(|at| f64::from(at) / 12.0).collect();
        let mut rng = Seed(31).rng();
        let chi = chi(&ends, above, || normal(&mut rng));
        // The 99.9 % quantile at 97 degrees of freedom.
        assert!(chi < 145.8, "{chi}");
    }

    #[test]
    fn the_tail_beyond_the_base_is_normal() {
        let mut rng = Seed(32).rng();
        let beyond: Vec<f64> = (0..10 * DRAWS)
            .map(|_| normal(&mut rng).abs())
            .filter(|&x| x >= 3.5)
            .collect();
        for from in [3.5, NORMAL_BASE, 4.0, 4.5] {
            let expected = 20.0 * f64::from(DRAWS) * above(from);
            let found = beyond.iter().filter(|&&x| x >= from).count() as f64;
            assert!(
                (found - expected).abs() < 4.0 * expected.sqrt(),
                "{found}, not {expected}"
            );
        }
    }

    #[test]
    fn exponential_numbers_have_their_distribution_and_tail() {
        // 80 bins of 1/10, 2 of 1, and a tail of 45 numbers.
        let mut ends: Vec<f64> = (1..=80).map(|at| f64::from(at) / 10.0).collect();
        ends.extend([9.0, 10.0]);
        let mut rng = Seed(33).rng();
        let chi = chi(&ends, decay, || exponential(&mut rng));
        // The 99.9 % quantile at 82 degrees of freedom.
        assert!(chi < 127.4, "{chi}");
    }

    #[test]
    fn numbers_never_change() {
        let mut rng = Seed(1).rng();
        let drawn = [normal(&mut rng), exponential(&mut rng)].map(f64::to_bits);
        assert_eq!(drawn, [0xbfe0_53f0_e4db_e372, 0x3ff2_1461_4b0a_2e50], "{drawn:x?}");
    }
}
