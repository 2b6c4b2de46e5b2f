//! The normalisation of the objectives.

use serde::{Deserialize, Serialize};

/// A width below this share of the values themselves is none: what rounding makes of equal values.
const NARROW: f64 = 1e-12;
/// The weight of the other axes in the measure of an extreme point.
const WEIGHT: f64 = 1e6;
/// A point that is no further from an axis than this share of the width of all counts as one on it. Else a point of long ago
/// that is on it exactly would stay the extreme one for ever.
const ON_AXIS: f64 = 1e-3;
/// Objectives beyond this are taken for it, so that infinite ones can be computed with.
const HUGE: f64 = 1e100;

/// The frame in which objectives are compared: where all are smallest, the ideal point, and the extreme points of the
/// front, through which a hyperplane goes. What they are worth where it meets the axes, the intercepts, is the unit of
/// each objective.
///
/// Where there is no such plane, since extreme points coincide or an intercept is negative, or where it meets an axis
/// beyond all individuals, the worst value of the front is the unit, and that of all individuals where the front has no
/// width (Blank, Deb and Roy, *Investigating the normalization procedure of NSGA-III*, 2019).
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Frame {
    /// The smallest value of each objective so far.
    ideal: Vec<f64>,
    /// The extreme point of each axis, one after the other.
    extremes: Vec<f64>,
    /// The unit of each objective in this generation.
    #[serde(skip)]
    units: Vec<f64>,
    /// Buffers.
    #[serde(skip)]
    rows: Vec<f64>,
    #[serde(skip)]
    intercepts: Vec<f64>,
}

/// A value that can be computed with.
pub(super) const fn tamed(value: f64) -> f64 {
    value.clamp(-HUGE, HUGE)
}

impl Frame {
    /// Whether the points from a checkpoint are ones of this number of objectives.
    pub(super) fn is_sound(&self, objectives: usize) -> bool {
        let is_tame = |value: &f64| value.abs() <= HUGE;
        (self.ideal.is_empty() && self.extremes.is_empty()
            || self.ideal.len() == objectives
                && self.extremes.len() == objectives * objectives)
            && self.ideal.iter().chain(&self.extremes).all(is_tame)
    }

    /// Takes in the points of a generation, all of them and those of the first front.
    pub(super) fn update<'a>(
        &mut self,
        all: &(impl Iterator<Item = &'a [f64]> + Clone),
        front: &(impl Iterator<Item = &'a [f64]> + Clone),
    ) {
        let Some(count) = all.clone().next().map(<[f64]>::len) else { return };
        self.ideal.resize(count, f64::INFINITY);
        for point in all.clone() {
            for (ideal, &value) in self.ideal.iter_mut().zip(point) {
                *ideal = ideal.min(value);
            }
        }

        let worst = |points: &mut dyn Iterator<Item = &'a [f64]>, at: usize| {
            points.map(|point| point[at]).fold(f64::NEG_INFINITY, f64::max)
        };
        self.units.clear();
        for at in 0..count {
            self.units.push(worst(&mut all.clone(), at) - self.ideal[at]);
        }
        for (unit, ideal) in self.units.iter_mut().zip(&self.ideal) {
            let worst = ideal + *unit;
            if *unit <= NARROW * ideal.abs().max(worst.abs()) {
                *unit = 0.0;
            }
        }
        self.find_extremes(front);
        let meets = self.find_intercepts();
        for at in 0..count {
            let widest = self.units[at];
            let unit = if meets {
                self.intercepts[at].min(widest)
            } else {
                worst(&mut front.clone(), at) - self.ideal[at]
            };
            let unit = if unit > NARROW * widest { unit } else { widest };
            self.units[at] = if unit > 0.0 { unit } else { 1.0 };
        }
    }

    /// Finds the extreme point of each axis among the front and the extreme points before: the one that is nearest
    /// to the axis. Of equally near ones the first, those before coming first.
    fn find_extremes<'a>(&mut self, front: &(impl Iterator<Item = &'a [f64]> + Clone)) {
        let Self { ideal, extremes, rows, units, .. } = self;
        let count = ideal.len();
        rows.clear();
        for axis in 0..count {
            let far = |point: &[f64]| {
                let gaps = point.iter().zip(&*ideal).zip(&*units).enumerate();
                gaps.fold(0.0, |far: f64, (at, ((value, ideal), unit))| {
                    let gap = (value - ideal) / if *unit > 0.0 { *unit } else { 1.0 };
                    let is_on_axis = at != axis && gap < ON_AXIS;
                    let weight = if at == axis { 1.0 } else { WEIGHT };
                    far.max(if is_on_axis { 0.0 } else { gap * weight })
                })
            };
            let order = |a: &&[f64], b: &&[f64]| far(a).total_cmp(&far(b));
            let old = extremes.chunks_exact(count).min_by(order);
            let new = front.clone().min_by(order);
            let nearest = match (old, new) {
                (Some(old), Some(new)) => std::cmp::min_by(old, new, order),
                (old, new) => old.or(new).unwrap_or_default(),
            };
            rows.extend_from_slice(nearest);
        }
        std::mem::swap(extremes, rows);
    }

    /// Finds where the hyperplane through the extreme points meets each axis, measured from the ideal point. Returns
    /// whether there is such a plane, and it meets all of them at places that can be units.
    fn find_intercepts(&mut self) -> bool {
        let Self { ideal, extremes, rows, intercepts, .. } = self;
        let count = ideal.len();
        rows.clear();
        for point in extremes.chunks_exact(count) {
            rows.extend(point.iter().zip(&*ideal).map(|(value, ideal)| value - ideal));
        }
        intercepts.clear();
        intercepts.resize(count, 1.0);
        if !solve(rows, intercepts) {
            return false;
        }
        for value in &mut *intercepts {
            *value = 1.0 / *value;
        }
        let is_unit = |intercept: &f64| intercept.is_finite() && *intercept > 0.0;
        intercepts.iter().all(is_unit)
    }

    /// A point in the units of this generation, from the ideal point.
    pub(super) fn normalize(&self, point: &mut [f64]) {
        for ((value, ideal), unit) in point.iter_mut().zip(&self.ideal).zip(&self.units) {
            *value = (*value - ideal) / unit;
        }
    }
}

/// Solves linear equations by elimination with pivots: the right sides become the solution. Returns whether there is a
/// single one.
fn solve(rows: &mut [f64], sides: &mut [f64]) -> bool {
    let count = sides.len();
    let largest = rows.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    for step in 0..count {
        let size = |row: &usize| rows[row * count + step].abs();
        let pivot = (step..count).max_by(|a, b| size(a).total_cmp(&size(b)));
        let Some(pivot) = pivot.filter(|row| size(row) > largest * 1e-14) else {
            return false;
        };
        for at in 0..count {
            rows.swap(step * count + at, pivot * count + at);
        }
        sides.swap(step, pivot);

        for row in step + 1..count {
            let factor = rows[row * count + step] / rows[step * count + step];
            for at in step..count {
                rows[row * count + at] -= factor * rows[step * count + at];
            }
            sides[row] -= factor * sides[step];
        }
    }

    for step in (0..count).rev() {
        let known = (step + 1..count).map(|at| rows[step * count + at] * sides[at]);
        let known: f64 = known.sum();
        sides[step] = (sides[step] - known) / rows[step * count + step];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(points: &[[f64; 2]]) -> Frame {
        let mut frame = Frame::default();
        let points = || points.iter().map(|point| &point[..]);
        frame.update(&points(), &points());
        frame
    }

    #[test]
    fn a_front_is_measured_by_its_intercepts() {
        let mut point = [5.0, 50.0];
        frame(&[[0.0, 100.0], [10.0, 0.0], [4.0, 40.0]]).normalize(&mut point);
        assert_eq!(point.to_vec(), [0.5, 0.5]);
    }

    #[test]
    fn without_a_plane_the_worst_of_the_front_is_the_unit() {
        // Both extreme points are the same, so that there is no plane.
        let found = frame(&[[3.0, 4.0]]);
        assert_eq!((found.units, found.ideal), (vec![1.0, 1.0], vec![3.0, 4.0]));
        let found = frame(&[[0.0, 0.0], [2.0, 8.0]]);
        assert_eq!(found.units, [2.0, 8.0]);
    }

    #[test]
    fn equations_are_solved_or_refused() {
        let mut sides = [1.0; 2];
        assert!(solve(&mut [0.0, 4.0, 2.0, 2.0], &mut sides));
        assert_eq!(sides.to_vec(), [0.25, 0.25]);
        assert!(!solve(&mut [1.0, 2.0, 2.0, 4.0], &mut sides));
        assert!(!solve(&mut [0.0; 9], &mut [1.0; 3]));
    }
}
