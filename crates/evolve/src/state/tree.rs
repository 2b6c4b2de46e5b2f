//! Points in a k-d tree, for the nearest one.

/// The most points of a leaf. Chosen: a few distances cost less than another plane.
const LEAF: usize = 8;

/// Points in a k-d tree (Bentley, 1975): each half of the points of a node is on one side of a plane, across the
/// dimension in which they are spread most.
#[derive(Debug)]
pub(super) struct Tree {
    dimensions: usize,
    /// The points in the order of the leaves, and the index of each.
    points: Vec<f64>,
    indices: Vec<u32>,
    /// The rank of each point in this order.
    ranks: Vec<u32>,
    /// The planes of a complete binary tree: the children of node `i` are 2 `i` + 1 and 2 `i` + 2.
    planes: Vec<Plane>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Plane {
    dimension: u32,
    at: f64,
}

/// The nearest point so far.
#[derive(Clone, Copy)]
struct Neighbor {
    square: f64,
    index: u32,
}

impl Tree {
    /// The tree of points, which stand one after the other.
    pub(super) fn new(points: &[f64], dimensions: usize) -> Self {
        let count = points.len() / dimensions;
        let mut indices: Vec<u32> = (0..count as u32).collect();
        let leaves = count.div_ceil(LEAF).next_power_of_two();
        let mut planes = vec![Plane::default(); leaves - 1];
        divide(points, dimensions, &mut indices, &mut planes, 0);

        let mut ranks = vec![0; count];
        let mut sorted = Vec::with_capacity(points.len());
        for (rank, &index) in (0..).zip(&indices) {
            ranks[index as usize] = rank;
            let at = index as usize * dimensions;
            sorted.extend_from_slice(&points[at..at + dimensions]);
        }
        Self { dimensions, points: sorted, indices, ranks, planes }
    }

    /// A point.
    pub(super) fn point(&self, index: usize) -> &[f64] {
        let rank = self.ranks[index] as usize * self.dimensions;
        &self.points[rank..rank + self.dimensions]
    }

    /// The index of the point that is nearest to another one; of equally near ones the first. A guess makes it faster.
    pub(super) fn nearest(&self, to: &[f64], guess: Option<usize>) -> usize {
        let mut nearest = Neighbor { square: f64::INFINITY, index: u32::MAX };
        if let Some(guess) = guess {
            let square = square(self.point(guess), to);
            nearest = Neighbor { square, index: guess as u32 };
        }
        // How far the node is from the point in each dimension.
        let mut gaps = [0.0; 16];
        self.search(0, (0, self.indices.len()), to, 0.0, &mut gaps, &mut nearest);
        nearest.index as usize
    }

    /// Looks for a nearer point among those from `first` to before `end`, which are the ones of a node.
    fn search(
        &self,
        node: usize,
        (first, end): (usize, usize),
        to: &[f64],
        distance: f64,
        gaps: &mut [f64; 16],
        nearest: &mut Neighbor,
    ) {
        let Some(&Plane { dimension, at }) = self.planes.get(node) else {
            self.scan((first, end), to, nearest);
            return;
        };
        let middle = usize::midpoint(first, end);
        let beyond = to[dimension as usize] - at;
        let (low, high) =
            ((2 * node + 1, (first, middle)), (2 * node + 2, (middle, end)));
        let (near, far) = if beyond < 0.0 { (low, high) } else { (high, low) };

        self.search(near.0, near.1, to, distance, gaps, nearest);
        let gap = std::mem::replace(&mut gaps[dimension as usize], beyond);
        let distance = distance - gap * gap + beyond * beyond;
        // Rounding must not hide a point that is as near.
        if distance * (1.0 - 1e-12) <= nearest.square {
            self.search(far.0, far.1, to, distance, gaps, nearest);
        }
        gaps[dimension as usize] = gap;
    }

    /// Looks at the points of a leaf.
    fn scan(&self, (first, end): (usize, usize), to: &[f64], nearest: &mut Neighbor) {
        let points = &self.points[first * self.dimensions..end * self.dimensions];
        let points = points.chunks_exact(self.dimensions);
        for (point, &index) in points.zip(&self.indices[first..end]) {
            let square = square(point, to);
            let is_first = square <= nearest.square && index < nearest.index;
            if square < nearest.square || is_first {
                *nearest = Neighbor { square, index };
            }
        }
    }
}

/// The square of the distance of two points.
#[inline]
fn square(one: &[f64], two: &[f64]) -> f64 {
    one.iter().zip(two).map(|(one, two)| (one - two) * (one - two)).sum()
}

/// Sorts the points of a node so that each half is on one side of its plane.
fn divide(
    points: &[f64],
    dimensions: usize,
    indices: &mut [u32],
    planes: &mut [Plane],
    node: usize,
) {
    if node >= planes.len() {
        return;
    }
    let value = |index: u32, at: usize| points[index as usize * dimensions + at];
    let spread = |at: usize| {
        let values = indices.iter().map(|&index| value(index, at));
        let ends = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        ends.1 - ends.0
    };
    let widest = (0..dimensions).max_by(|&a, &b| {
        // Of equal ones the first.
        spread(a).total_cmp(&spread(b)).then(b.cmp(&a))
    });
    let widest = widest.unwrap_or(0);

    let middle = indices.len() / 2;
    let order =
        |a: &u32, b: &u32| value(*a, widest).total_cmp(&value(*b, widest)).then(a.cmp(b));
    if middle < indices.len() {
        let (_, &mut index, _) = indices.select_nth_unstable_by(middle, order);
        planes[node] = Plane { dimension: widest as u32, at: value(index, widest) };
    }
    let (low, high) = indices.split_at_mut(middle);
    divide(points, dimensions, low, planes, 2 * node + 1);
    divide(points, dimensions, high, planes, 2 * node + 2);
}

#[cfg(test)]
mod tests {
    use tilewright_grid::Seed;

    use super::*;

    #[test]
    fn the_nearest_point_is_that_of_a_plain_search() {
        let mut rng = Seed(3).rng();
        for dimensions in 1..=16 {
            for count in [1, 2, 7, 8, 9, 40, 333] {
                // Few values, so that many points are equally near.
                let mut coordinate = || f64::from(rng.index(6) as u32);
                let points: Vec<f64> =
                    (0..count * dimensions).map(|_| coordinate()).collect();
                let tree = Tree::new(&points, dimensions);
                for _ in 0..60 {
                    let to: Vec<f64> = (0..dimensions).map(|_| coordinate()).collect();
                    let plain = (0..count).min_by(|&a, &b| {
                        let point = |at: usize| &points[at * dimensions..][..dimensions];
                        square(point(a), &to).total_cmp(&square(point(b), &to))
                    });
                    assert_eq!(Some(tree.nearest(&to, None)), plain);
                    assert_eq!(Some(tree.nearest(&to, Some(count / 2))), plain);
                    assert_eq!(
                        tree.point(count / 2),
                        &points[count / 2 * dimensions..][..dimensions]
                    );
                }
            }
        }
    }
}
