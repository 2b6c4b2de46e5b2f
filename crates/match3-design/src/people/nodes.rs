//! Nodes and weights by which a function of a standard normal variable is averaged.

/// The number of nodes. With 15 the mean of a logistic function is exact to four digits for spreads up to two.
pub(super) const NODES: usize = 15;

/// The nodes of Gauss and Hermite for the density of the standard normal distribution, and their weights, which add up to 1: the
/// roots of the Hermite polynomial by Newton's method, from the largest on.
pub(super) fn normal() -> [(f64, f64); NODES] {
    let mut nodes = [(0.0, 0.0); NODES];
    let count = NODES as f64;
    let mut root = 0.0;
    for index in 0..NODES.div_ceil(2) {
        // Starting points of the roots of polynomials of this kind: near the largest one, then by differences.
        root = match index {
            0 => {
                (2.0 * count + 1.0).sqrt()
                    - 1.855_75 * (2.0 * count + 1.0).cbrt().sqrt().recip()
            }
            1 => root - 1.14 * tilewright_grid::det::powf(count, 0.426) / root,
            2 => 1.86 * root - 0.86 * nodes[0].0 / std::f64::consts::SQRT_2,
            3 => 1.91 * root - 0.91 * nodes[1].0 / std::f64::consts::SQRT_2,
            _ => 2.0 * root - nodes[index - 2].0 / std::f64::consts::SQRT_2,
        };
        let mut slope = 1.0;
        for _ in 0..100 {
            let (value, derivative) = hermite(root);
            slope = derivative;
            let step = value / derivative;
            root -= step;
            if step.abs() < 1e-14 {
                break;
            }
        }
        let weight = 2.0 / (slope * slope) / std::f64::consts::PI.sqrt();
        let node = root * std::f64::consts::SQRT_2;
        nodes[index] = (node, weight);
        nodes[NODES - 1 - index] = (-node, weight);
    }
    if NODES % 2 == 1 {
        nodes[NODES / 2].0 = 0.0;
    }
    nodes
}

/// The orthonormal Hermite polynomial of as many roots as there are nodes, and its derivative.
fn hermite(x: f64) -> (f64, f64) {
    // π to the power −1/4.
    let (mut value, mut before) = (0.751_125_544_464_942_5, 0.0);
    for degree in 0..NODES {
        let degree = degree as f64;
        let next = x * (2.0 / (degree + 1.0)).sqrt() * value
            - (degree / (degree + 1.0)).sqrt() * before;
        (value, before) = (next, value);
    }
    (value, (2.0 * NODES as f64).sqrt() * before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_normal_distribution() {
        let nodes = normal();
        let moment = |power: i32| -> f64 {
            nodes.iter().map(|(node, weight)| weight * node.powi(power)).sum()
        };
        for (power, expected) in
            [(0, 1.0), (1, 0.0), (2, 1.0), (4, 3.0), (6, 15.0), (8, 105.0)]
        {
            assert!(
                (moment(power) - expected).abs() < 1e-9 * expected.max(1.0),
                "{power}: {}",
                moment(power)
            );
        }
        assert!(nodes.windows(2).all(|pair| pair[0].0 > pair[1].0));
    }
}
