//! The eigendecomposition of a symmetric matrix.

/// The most steps of the QL iteration for one eigenvalue; it needs about two.
const STEPS: usize = 64;

/// Finds the eigenvalues of a symmetric matrix and the eigenvectors that belong to them, each a row
/// of `vectors`, by Householder's reduction to a tridiagonal matrix and the implicit QL iteration
/// (Golub and Van Loan, *Matrix Computations*, chapter 8). All matrices are lists of rows.
///
/// It uses additions, multiplications, divisions and square roots in a fixed order, so that the
/// bits are the same on every machine. Returns whether it converged to finite numbers.
pub(crate) fn decompose(
    matrix: &[f64],
    values: &mut [f64],
    vectors: &mut [f64],
    spare: &mut Workspace,
) -> bool {
    let n = values.len();
    spare.matrix.clear();
    spare.matrix.extend_from_slice(matrix);
    for list in [&mut spare.beside, &mut spare.product] {
        list.clear();
        list.resize(n, 0.0);
    }
    let Workspace { matrix, beside, product } = spare;
    reduce(matrix, values, beside, product);
    accumulate(matrix, vectors, product);
    iterate(values, beside, vectors) && values.iter().all(|value| value.is_finite())
}

/// Buffers of [`decompose`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    matrix: Vec<f64>,
    beside: Vec<f64>,
    product: Vec<f64>,
}

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Adds a multiple of a row.
pub(crate) fn add(to: &mut [f64], factor: f64, row: &[f64]) {
    for (to, from) in to.iter_mut().zip(row) {
        *to += factor * from;
    }
}

/// Reduces a symmetric matrix to its diagonal and the numbers beside it. Row `k` of the matrix then
/// holds, right of its diagonal, the vector v of the reflection 1 − v vᵀ.
fn reduce(
    matrix: &mut [f64],
    diagonal: &mut [f64],
    beside: &mut [f64],
    product: &mut [f64],
) {
    let n = diagonal.len();
    for k in 0..n {
        diagonal[k] = matrix[k * n + k];
        if k + 1 == n {
            break;
        }
        let (above, below) = matrix.split_at_mut((k + 1) * n);
        let vector = &mut above[k * n + k + 1..];
        beside[k] = reflector(vector);
        // A ← A − v qᵀ − q vᵀ with p = A v and q = p − (vᵀp / 2) v.
        let product = &mut product[k + 1..];
        for (row, product) in below.chunks_exact(n).zip(product.iter_mut()) {
            *product = dot(&row[k + 1..], vector);
        }
        let half = dot(vector, product) / 2.0;
        add(product, -half, vector);
        for (at, row) in below.chunks_exact_mut(n).enumerate() {
            let row = &mut row[k + 1..];
            let (v, q) = (vector[at], product[at]);
            for ((cell, other), vector) in row.iter_mut().zip(&*product).zip(&*vector) {
                *cell -= v * other + q * vector;
            }
        }
    }
}

/// Replaces a vector by the v of the reflection 1 − v vᵀ that moves it to the first axis. Returns
/// its place there.
fn reflector(vector: &mut [f64]) -> f64 {
    let scale = vector.iter().fold(0.0_f64, |scale, value| scale.max(value.abs()));
    if scale <= 0.0 || !scale.is_finite() || vector[1..].iter().all(|&value| value == 0.0)
    {
        let first = vector[0];
        vector.fill(0.0);
        return first;
    }
    let inverse = 1.0 / scale;
    for value in &mut *vector {
        *value *= inverse;
    }
    let length = dot(vector, vector).sqrt();
    let first = if vector[0] > 0.0 { -length } else { length };
    vector[0] -= first;
    // |v|² = 2, so that no factor is needed.
    let factor = (-first * vector[0]).sqrt();
    for value in &mut *vector {
        *value /= factor;
    }
    first * scale
}

/// Multiplies the reflections of [`reduce`]; the rows of the result are their images of the axes.
fn accumulate(matrix: &[f64], vectors: &mut [f64], product: &mut [f64]) {
    let n = product.len();
    vectors.fill(0.0);
    for k in 0..n {
        vectors[k * n + k] = 1.0;
    }
    for k in (0..n.saturating_sub(1)).rev() {
        let vector = &matrix[k * n + k + 1..(k + 1) * n];
        for row in vectors[(k + 1) * n..].chunks_exact_mut(n) {
            let row = &mut row[k + 1..];
            let image = dot(row, vector);
            add(row, -image, vector);
        }
    }
}

/// Turns a tridiagonal matrix into a diagonal one by rotations, which also turn pairs of rows.
/// Returns whether it converged.
fn iterate(diagonal: &mut [f64], beside: &mut [f64], vectors: &mut [f64]) -> bool {
    let n = diagonal.len();
    for first in 0..n {
        for step in 0.. {
            let is_small = |at: usize| {
                let around = diagonal[at].abs() + diagonal[at + 1].abs();
                beside[at].abs() <= f64::EPSILON * around
            };

            let last = (first..n - 1).find(|&at| is_small(at)).unwrap_or(n - 1);
            if last == first {
                break;
            }
            if step >= STEPS {
                return false;
            }

            sweep(diagonal, beside, vectors, first..=last);
        }
    }
    true
}

/// One step of the QL iteration with Wilkinson's shift on a block.
fn sweep(
    diagonal: &mut [f64],
    beside: &mut [f64],
    vectors: &mut [f64],
    block: std::ops::RangeInclusive<usize>,
) {
    let (first, last) = block.into_inner();
    let n = diagonal.len();
    let slope = (diagonal[first + 1] - diagonal[first]) / (2.0 * beside[first]);

    let root = hypotenuse(slope, 1.0);
    let signed = if slope < 0.0 { slope - root } else { slope + root };
    let mut bulge = diagonal[last] - diagonal[first] + beside[first] / signed;

    // The shift makes a number beside the band, which the rotations move up and out of it.
    let (mut sine, mut cosine, mut shift) = (1.0, 1.0, 0.0);
    for at in (first..last).rev() {
        let (chased, kept) = (sine * beside[at], cosine * beside[at]);
        let length = hypotenuse(chased, bulge);
        beside[at + 1] = length;
        if length == 0.0 {
            diagonal[at + 1] -= shift;
            beside[last] = 0.0;
            return;
        }
        (sine, cosine) = (chased / length, bulge / length);

        let lower = diagonal[at + 1] - shift;
        let mixed = (diagonal[at] - lower) * sine + 2.0 * cosine * kept;
        shift = sine * mixed;
        diagonal[at + 1] = lower + shift;
        bulge = cosine * mixed - kept;

        let (upper, lower) = vectors[at * n..(at + 2) * n].split_at_mut(n);
        for (upper, lower) in upper.iter_mut().zip(lower) {
            (*upper, *lower) =
                (cosine * *upper - sine * *lower, sine * *upper + cosine * *lower);
        }
    }

    diagonal[first] -= shift;
    beside[first] = bulge;
    beside[last] = 0.0;
}

/// The length of a vector of two numbers, without overflow.
fn hypotenuse(a: f64, b: f64) -> f64 {
    let (a, b) = (a.abs(), b.abs());
    let (large, small) = if a > b { (a, b) } else { (b, a) };
    if large == 0.0 {
        return 0.0;
    }
    let ratio = small / large;
    large * (1.0 + ratio * ratio).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_grid::Seed;

    /// Decomposes a matrix, checks the result and returns the eigenvalues in ascending order.
    fn checked(matrix: &[f64], n: usize) -> Vec<f64> {
        let (mut values, mut vectors) = (vec![0.0; n], vec![0.0; n * n]);
        assert!(decompose(matrix, &mut values, &mut vectors, &mut Workspace::default()));
        let largest = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        let allowed = 1e-14 * n as f64;
        for a in 0..n {
            for b in 0..n {
                let product =
                    dot(&vectors[a * n..(a + 1) * n], &vectors[b * n..(b + 1) * n]);
                let expected = f64::from(u8::from(a == b));
                assert!((product - expected).abs() < allowed, "{n}: {product}");
                let rebuilt: f64 = (0..n)
                    .map(|k| values[k] * vectors[k * n + a] * vectors[k * n + b])
                    .sum();
                let error = (rebuilt - matrix[a * n + b]).abs();
                assert!(error <= allowed * largest, "{n}: {error} of {largest}");
            }
        }
        values.sort_by(f64::total_cmp);
        values
    }

    #[test]
    fn random_matrices_are_rebuilt_from_their_eigenvectors() {
        let mut rng = Seed(3).rng();
        for n in (1..=12).chain([30, 64]) {
            for exponent in [0, 6, 14] {
                let mut matrix = vec![0.0; n * n];
                for a in 0..n {
                    for b in 0..=a {
                        let size =
                            0.1_f64.powi(((exponent * (a + b) / (2 * n)) as u16).into());
                        let value = size * (rng.unit() - 0.5);
                        (matrix[a * n + b], matrix[b * n + a]) = (value, value);
                    }
                }
                checked(&matrix, n);
            }
        }
    }

    #[test]
    fn known_eigenvalues_are_found() {
        // The second difference of a path of n points: 2 − 2 cos(k π / (n + 1)).
        let n = 20;
        let mut matrix = vec![0.0; n * n];
        for k in 0..n {
            matrix[k * n + k] = 2.0;
            if k > 0 {
                (matrix[k * n + k - 1], matrix[(k - 1) * n + k]) = (-1.0, -1.0);
            }
        }
        for (k, value) in checked(&matrix, n).into_iter().enumerate() {
            let angle = (k + 1) as f64 * std::f64::consts::PI / (n + 1) as f64;
            let expected = 2.0 - 2.0 * tilewright_grid::det::cos(angle);
            assert!((value - expected).abs() < 1e-13, "{k}: {value}, {expected}");
        }
        assert_eq!(checked(&[5.0], 1), [5.0]);
        assert_eq!(checked(&[0.0; 9], 3), [0.0; 3]);
        assert_eq!(checked(&[2.0, 0.0, 0.0, 1.0], 2), [1.0, 2.0]);
        let equal = [1.0, 1.0, 1.0, 1.0];
        for (value, expected) in checked(&equal, 2).into_iter().zip([0.0, 2.0]) {
            assert!((value - expected).abs() < 1e-15, "{value}");
        }
    }

    #[test]
    fn a_matrix_that_is_not_finite_is_refused() {
        for broken in [f64::NAN, f64::INFINITY] {
            let matrix = [1.0, broken, 0.0, broken, 1.0, 0.5, 0.0, 0.5, 1.0];
            let (mut values, mut vectors) = ([0.0; 3], [0.0; 9]);
            let done =
                decompose(&matrix, &mut values, &mut vectors, &mut Workspace::default());
            assert!(!done, "{values:?}");
        }
    }
}
