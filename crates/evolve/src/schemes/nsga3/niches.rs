//! The niches of reference directions, and who fills them.

use tilewright_grid::Rng;

use super::frame::Frame;

/// The individuals of a generation in the niches of the directions, with buffers that are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Niches {
    /// The directions as unit vectors, one after the other, and their number.
    directions: Vec<f64>,
    number: usize,
    /// The niche of each individual, and the distance from its direction.
    places: Vec<(u32, f64)>,
    /// The number of survivors in each niche.
    counts: Vec<u32>,
    /// The individuals of the last front, sorted by their niche.
    members: Vec<u32>,
    /// Where those of each niche begin and end.
    ranges: Vec<(u32, u32)>,
    /// The niches with the fewest survivors.
    least: Vec<u32>,
    point: Vec<f64>,
}

impl Niches {
    /// Whether the directions are not known yet.
    pub(super) const fn is_empty(&self) -> bool {
        self.number == 0
    }

    /// Sets the directions, of which there are a number.
    pub(super) fn set(&mut self, directions: Vec<f64>, count: usize) {
        self.number = count;
        self.directions = directions;
        self.least.reserve(count);
    }

    /// Finds the niche of each point: that of the direction whose line through the ideal point is nearest, of equally
    /// near ones the first.
    pub(super) fn assign<'a>(
        &mut self,
        points: impl Iterator<Item = &'a [f64]>,
        frame: &Frame,
    ) {
        let Self { directions, places, point, .. } = self;
        places.clear();
        for own in points {
            point.clear();
            point.extend_from_slice(own);
            frame.normalize(point);
            let dot = |direction: &[f64]| -> f64 {
                direction.iter().zip(&*point).map(|(a, b)| a * b).sum()
            };
            // The line is nearest along which the point is longest.
            let (mut niche, mut longest) = (0, f64::NEG_INFINITY);
            for (number, direction) in directions.chunks_exact(own.len()).enumerate() {
                let length = dot(direction);
                if length > longest {
                    (niche, longest) = (number as u32, length);
                }
            }
            let square: f64 = point.iter().map(|value| value * value).sum();
            places.push((niche, (square - longest * longest).max(0.0)));
        }
    }

    /// Adds a number of members of the last front to the survivors, where the survivors so far leave most room: again and again one of
    /// the niches with the fewest survivors, by lot, and in it the nearest member, or any of them if it has survivors
    /// already.
    pub(super) fn fill(
        &mut self,
        survivors: &mut Vec<u32>,
        last: &[u32],
        count: usize,
        rng: &mut Rng,
    ) {
        self.sort(survivors, last);
        let Self { places, counts, members, ranges, least, .. } = self;
        for _ in 0..count.min(last.len()) {
            least.clear();
            let mut fewest = u32::MAX;
            for (niche, (&count, &(first, end))) in (0..).zip(counts.iter().zip(&*ranges))
            {
                if count <= fewest && first < end {
                    if count < fewest {
                        least.clear();
                    }
                    fewest = count;
                    least.push(niche);
                }
            }

            let niche = least[rng.index(least.len())] as usize;
            let (first, end) = ranges[niche];
            let own = &mut members[first as usize..end as usize];
            let at = if counts[niche] == 0 {
                let far = |at: &usize| places[own[*at] as usize].1;
                (0..own.len()).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0)
            } else {
                rng.index(own.len())
            };
            survivors.push(own[at]);
            // Those before it move up, so that all others stay in their order.
            own[..=at].rotate_right(1);
            ranges[niche].0 += 1;
            counts[niche] += 1;
        }
    }

    /// Counts the survivors in each niche, and sorts the members of the last front by theirs.
    fn sort(&mut self, survivors: &[u32], last: &[u32]) {
        let Self { number, places, counts, members, ranges, .. } = self;
        counts.clear();
        counts.resize(*number, 0);
        for &survivor in survivors {
            counts[places[survivor as usize].0 as usize] += 1;
        }

        members.clear();
        members.extend_from_slice(last);
        members.sort_unstable_by_key(|&member| (places[member as usize].0, member));
        ranges.clear();
        ranges.resize(*number, (0, 0));
        for (at, &member) in (0..).zip(&*members) {
            let range = &mut ranges[places[member as usize].0 as usize];
            *range = if range.1 == 0 { (at, at + 1) } else { (range.0, at + 1) };
        }
    }
}
