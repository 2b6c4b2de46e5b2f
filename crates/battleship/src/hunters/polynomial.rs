//! Polynomials through measured points.

/// The mean of the second values.
pub(super) fn mean<'a>(known: impl Iterator<Item = &'a (f64, f64)>) -> f64 {
    let (sum, count) =
        known.fold((0.0, 0.0), |(sum, count), it| (sum + it.1, count + 1.0));
    sum / f64::max(count, 1.0)
}

/// The polynomial of `N` coefficients with the smallest squared errors, the constant first.
pub(super) fn fitted<const N: usize>(points: &[(f64, f64)]) -> [f64; N] {
    let (mut sums, mut right) = ([[0.0; N]; N], [0.0; N]);
    for &(x, y) in points {
        let mut powers = [1.0; N];
        (1..N).for_each(|at| powers[at] = powers[at - 1] * x);
        for row in 0..N {
            right[row] += powers[row] * y;
            (0..N).for_each(|column| sums[row][column] += powers[row] * powers[column]);
        }
    }

    // Gaussian elimination; the sums are positive definite where there are N different skills.
    for at in 0..N {
        let pivot = sums[at][at].max(f64::MIN_POSITIVE);
        for row in at + 1..N {
            let factor = sums[row][at] / pivot;
            (at..N).for_each(|column| sums[row][column] -= factor * sums[at][column]);
            right[row] -= factor * right[at];
        }
    }
    let mut solved = [0.0; N];
    for at in (0..N).rev() {
        let known: f64 =
            (at + 1..N).map(|column| sums[at][column] * solved[column]).sum();
        solved[at] = (right[at] - known) / sums[at][at].max(f64::MIN_POSITIVE);
    }
    solved
}

/// The value of a polynomial.
pub(super) fn value(polynomial: &[f64], x: f64) -> f64 {
    polynomial.iter().rev().fold(0.0, |sum, factor| sum * x + factor)
}

/// Where a polynomial that rises reaches a value, between two ends.
pub(super) fn crossing(
    polynomial: &[f64],
    [mut low, mut high]: [f64; 2],
    wanted: f64,
) -> f64 {
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if value(polynomial, middle) < wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}
