//! Pearson's χ² tests on fixed seeds.

/// The 0.1 % point of χ², by the cube root of Wilson and Hilferty (1931).
fn limit(degrees: usize) -> f64 {
    let part = 2.0 / (9.0 * degrees as f64);
    degrees as f64 * (1.0 - part + 3.090 * part.sqrt()).powi(3)
}

/// Asserts that counts fit weights; what weighs nothing must not have been counted.
pub(crate) fn assert_fits(counts: &[u32], weights: &[f64]) {
    assert_eq!(counts.len(), weights.len());
    let draws: u32 = counts.iter().sum();
    let scale = f64::from(draws) / weights.iter().sum::<f64>();
    let mut chi = 0.0;
    let mut degrees = 0;
    for (&count, &weight) in counts.iter().zip(weights) {
        if weight > 0.0 {
            chi += (f64::from(count) - weight * scale).powi(2) / (weight * scale);
            degrees += 1;
        } else {
            assert_eq!(count, 0, "something of weight 0 was drawn: {counts:?}");
        }
    }
    assert!(degrees >= 2 && draws >= 5 * degrees, "too little to judge: {counts:?}");
    let limit = limit(degrees as usize - 1);
    assert!(chi < limit, "χ² is {chi:.1}, not below {limit:.1}: {counts:?}");
}

/// Asserts that counts are even.
pub(crate) fn assert_even(counts: &[u32]) {
    assert_fits(counts, &vec![1.0; counts.len()]);
}

/// Asserts that in rows of `length` places each is hit at the rate, and that neighbours are
/// hit independently. `row` says which places one trial hit.
pub(crate) fn assert_hits(length: usize, rate: f64, mut row: impl FnMut() -> Vec<bool>) {
    let trials = 20_000;
    let mut single = vec![0_u32; length];
    let mut both = vec![0_u32; length / 2];
    for _ in 0..trials {
        let hits = row();
        assert_eq!(hits.len(), length);
        for (count, &hit) in single.iter_mut().zip(&hits) {
            *count += u32::from(hit);
        }
        for (count, pair) in both.iter_mut().zip(hits.chunks_exact(2)) {
            *count += u32::from(pair[0] && pair[1]);
        }
    }
    for (counts, rate) in [(single, rate), (both, rate * rate)] {
        let expected = f64::from(trials) * rate;
        let spread = expected * (1.0 - rate);
        let squares = counts.iter().map(|&count| (f64::from(count) - expected).powi(2));
        let chi = squares.sum::<f64>() / spread;
        assert!(chi < limit(counts.len()), "χ² is {chi:.1} at {expected}: {counts:?}");
    }
}
