//! The hypervolume: how much of the space of objectives a front dominates.

/// The volume that is dominated by these points and bounded by the reference point, all objectives
/// minimised (Zitzler and Thiele, 1998). Points that do not lie below the reference point in every
/// objective count nothing; with two objectives leave the third at 0 and its reference at 1.
///
/// The points are swept in ascending order of the first objective, over the staircase of the other
/// two: O(n²) at worst.
///
/// ```
/// use tilewright_pathplan::pareto::hypervolume;
///
/// let points = [[0.0, 0.5, 0.0], [0.5, 0.0, 0.0]];
/// assert_eq!(hypervolume(&points, [1.0; 3]), 0.75);
/// ```
pub fn hypervolume(points: &[[f64; 3]], reference: [f64; 3]) -> f64 {
    let is_inside =
        |point: &&[f64; 3]| point.iter().zip(&reference).all(|(at, end)| at < end);
    let mut points: Vec<[f64; 3]> = points.iter().filter(is_inside).copied().collect();
    points.sort_by(|one, other| one[0].total_cmp(&other[0]));

    let mut stairs = Stairs { reference, steps: Vec::new(), area: 0.0 };
    let mut volume = 0.0;
    let mut from = points.first().map_or(0.0, |point| point[0]);
    for [first, second, third] in points {
        volume += stairs.area * (first - from);
        from = first;
        stairs.add(second, third);
    }

    volume + stairs.area * (reference[0] - from)
}

/// The non-dominated points of two objectives and the area that they dominate.
struct Stairs {
    reference: [f64; 3],
    /// Ascending in the first of the two, so descending in the other.
    steps: Vec<[f64; 2]>,
    area: f64,
}

impl Stairs {
    fn add(&mut self, across: f64, up: f64) {
        let first = self.steps.partition_point(|step| step[0] < across);
        // The height of the staircase where the new step begins.
        let mut height =
            if first == 0 { self.reference[2] } else { self.steps[first - 1][1] };
        // The first step does not lie before `across`.
        let covers = |step: &[f64; 2]| step[0] <= across && step[1] <= up;
        if height <= up || self.steps.get(first).is_some_and(covers) {
            return;
        }

        let mut last = first;
        let mut from = across;
        while let Some(&[start, next]) = self.steps.get(last) {
            self.area += (start - from) * (height - up);
            (from, height) = (start, next);
            if next < up {
                break;
            }
            last += 1;
        }

        if height > up {
            self.area += (self.reference[1] - from) * (height - up);
        }

        self.steps.splice(first..last, [[across, up]]);
    }
}
