//! The reference directions of NSGA-III.

use crate::Error;

/// The most reference directions: a bound.
const MOST: usize = 1 << 13;

/// The usual divisions for a number of objectives, those of the paper where it has them: one layer for few
/// objectives, two for many. They make 91 directions for three objectives, 210 for five, 156 for eight and 135 for
/// fifteen.
pub(super) const fn usual(objectives: usize) -> &'static [usize] {
    match objectives {
        0..=2 => &[99],
        3 => &[12],
        4 => &[8],
        5 => &[6],
        6 => &[4, 2],
        7..=10 => &[3, 2],
        11..=16 => &[2, 1],
        _ => &[1],
    }
}

/// The number of directions of all layers; not a number of any size, so it is real.
fn count(objectives: usize, divisions: &[usize]) -> f64 {
    let layer = |&divisions: &usize| {
        // The binomial coefficient of divisions + objectives − 1 over the smaller of the two.
        let (total, of) = (divisions + objectives - 1, divisions.min(objectives - 1));
        (1..=of).fold(1.0, |count, number| {
            count * (total - of + number) as f64 / number as f64
        })
    };
    divisions.iter().map(layer).sum()
}

/// Checks divisions or directions that were given, and returns the number of directions.
pub(super) fn check(
    objectives: usize,
    divisions: &[usize],
    directions: &[Vec<f64>],
) -> Result<usize, Error> {
    let error = |what, found: f64| Err(Error::Scheme { what, found });
    if objectives < 2 {
        return error("this scheme needs at least two objectives", objectives as f64);
    }
    if directions.is_empty() {
        let divisions = or_usual(objectives, divisions);
        if divisions.len() > 2 {
            let what = "divisions: there must be one layer or two";
            return error(what, divisions.len() as f64);
        }
        if let Some(&found) = divisions.iter().find(|&it| !(1..=MOST).contains(it)) {
            let what = "divisions: a layer has at least one, and at most 8192";
            return error(what, found as f64);
        }
        let found = count(objectives, divisions);
        if found > MOST as f64 {
            return error("divisions: there must be at most 8192 directions", found);
        }
        return Ok(found.round() as usize);
    }

    if !divisions.is_empty() {
        let what = "directions: expected none beside divisions";
        return error(what, directions.len() as f64);
    }
    if directions.len() > MOST {
        let what = "directions: there must be at most 8192";
        return error(what, directions.len() as f64);
    }
    for (row, direction) in directions.iter().enumerate() {
        let is_share = |share: &f64| share.is_finite() && *share >= 0.0;
        if direction.len() != objectives
            || !direction.iter().all(is_share)
            || direction.iter().all(|share| *share <= 0.0)
        {
            let what = "directions: each has a share for each objective, from 0 and not \
                        all 0, but not the one in row";
            return error(what, row as f64);
        }
    }
    Ok(directions.len())
}

const fn or_usual(objectives: usize, divisions: &[usize]) -> &[usize] {
    if divisions.is_empty() { usual(objectives) } else { divisions }
}

/// The directions as unit vectors, one after the other. They must have passed the check.
pub(super) fn units(
    objectives: usize,
    divisions: &[usize],
    directions: &[Vec<f64>],
) -> Vec<f64> {
    let mut units = Vec::new();
    if directions.is_empty() {
        let divisions = or_usual(objectives, divisions);
        for (layer, &divisions) in divisions.iter().enumerate() {
            let first = units.len();
            let mut shares = vec![0; objectives];
            add_layer(&mut units, &mut shares, 0, divisions, divisions);
            // The inner layer is halfway to the middle.
            if layer > 0 {
                let middle = 0.5 / objectives as f64;
                units[first..]
                    .iter_mut()
                    .for_each(|share| *share = *share / 2.0 + middle);
            }
        }
    } else {
        units.extend(directions.iter().flatten());
    }

    for direction in units.chunks_exact_mut(objectives) {
        // Without the largest share the square of a small one could be 0.
        let largest = direction.iter().copied().fold(0.0, f64::max);
        for share in &mut *direction {
            *share /= largest;
        }
        let length = direction.iter().map(|share| share * share).sum::<f64>().sqrt();
        for share in direction {
            *share /= length;
        }
    }
    units
}

/// Adds the points of the simplex whose coordinates are multiples of 1 / `divisions` (Das and Dennis, 1998), of which
/// the coordinates before `at` are given and `left` parts are to be divided among the others.
fn add_layer(
    points: &mut Vec<f64>,
    shares: &mut [usize],
    at: usize,
    left: usize,
    divisions: usize,
) {
    if at + 1 == shares.len() {
        shares[at] = left;
        points.extend(shares.iter().map(|&share| share as f64 / divisions as f64));
        return;
    }
    for share in 0..=left {
        shares[at] = share;
        add_layer(points, shares, at + 1, left - share, divisions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_directions_as_in_the_paper() {
        for (objectives, divisions, expected) in [
            (3, &[12][..], 91),
            (5, &[6], 210),
            (8, &[3, 2], 156),
            (10, &[3, 2], 275),
            (15, &[2, 1], 135),
            (2, &[99], 100),
        ] {
            assert_eq!(check(objectives, divisions, &[]), Ok(expected));
            let units = units(objectives, divisions, &[]);
            assert_eq!(units.len(), expected * objectives);
            for unit in units.chunks_exact(objectives) {
                let square: f64 = unit.iter().map(|share| share * share).sum();
                assert!((square - 1.0).abs() < 1e-12 && unit.iter().all(|it| *it >= 0.0));
            }
            let mut all: Vec<_> = units.chunks_exact(objectives).collect();
            all.sort_by(|a, b| a.partial_cmp(b).unwrap());
            all.dedup();
            assert_eq!(all.len(), expected, "no direction is there twice");
        }
    }

    #[test]
    fn the_usual_divisions_are_checked_for_any_number_of_objectives() {
        for objectives in 2..=40 {
            let count = check(objectives, &[], &[]).unwrap();
            let least = if objectives <= 16 { 77 } else { objectives };
            assert!((least..=300).contains(&count), "{objectives}: {count}");
        }
    }
}
