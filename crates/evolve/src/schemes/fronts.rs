//! Division into fronts and crowding distances.

use std::cmp::Ordering;

use crate::evaluation::Aims;
use crate::front::{dominates, scores};
use crate::{Evaluation, Population, Standing};

/// Individuals divided into fronts, with buffers that are reused.
#[derive(Clone, Debug, Default)]
pub struct Fronts<const N: usize> {
    scores: Vec<[f64; N]>,
    violations: Vec<f64>,
    /// The individuals, sorted so that nobody is dominated by a later one.
    order: Vec<u32>,
    /// The number of the front of each individual.
    front: Vec<u32>,
    /// The members of each front.
    members: Vec<Vec<u32>>,
    /// The number of fronts in use.
    count: usize,
    distances: Vec<f64>,
    chosen: Vec<(Standing, u32)>,
}

impl<const N: usize> Fronts<N> {
    /// Removes all individuals.
    pub(crate) fn clear(&mut self) {
        self.scores.clear();
        self.violations.clear();
        self.members.iter_mut().for_each(Vec::clear);
        self.count = 0;
    }

    /// Adds the individuals of a population.
    pub(super) fn extend<G>(&mut self, population: &Population<G, N>, aims: &Aims<N>) {
        for evaluation in population.evaluations() {
            self.push(evaluation, aims);
        }
    }

    /// Adds an individual.
    pub(crate) fn push(&mut self, evaluation: &Evaluation<N>, aims: &Aims<N>) {
        self.scores.push(scores(&evaluation.objectives, aims));
        self.violations.push(evaluation.violation);
    }

    /// Divides all individuals into fronts. `equal` says whether two individuals are copies, which go to a last front of their own.
    ///
    /// Each individual in lexicographic order joins the first front in which nobody dominates it
    /// (efficient non-dominated sort; Zhang, Tian, Cheng and Jin, 2015).
    pub(crate) fn sort(&mut self, equal: impl Fn(usize, usize) -> bool) {
        let Self { scores, violations, order, .. } = self;
        order.clear();
        order.extend(0..scores.len() as u32);
        order.sort_unstable_by(|&a, &b| {
            let (a, b) = (a as usize, b as usize);
            let by_score = scores[a].iter().zip(&scores[b]).map(|(a, b)| b.total_cmp(a));
            violations[a]
                .total_cmp(&violations[b])
                .then_with(|| by_score.fold(Ordering::Equal, Ordering::then))
                .then(a.cmp(&b))
        });

        self.front.clear();
        self.front.resize(self.scores.len(), u32::MAX);

        // Copies have the same values, so only neighbours in the order are compared gene by gene.
        let mut copies = std::mem::take(&mut self.chosen);
        copies.clear();

        for place in 0..self.order.len() {
            let one = self.order[place] as usize;
            let alike = self.order[..place].iter().rev().map(|&other| other as usize);
            let mut alike = alike.take_while(|&other| self.is_equally_good(other, one));
            if alike.any(|other| equal(other, one)) {
                copies.push((Standing::new(0.0, 0.0), one as u32));
                continue;
            }
            let front = self.front_of(one);
            self.join(one, front);
        }

        let last = self.count;
        for &(_, copy) in &copies {
            self.join(copy as usize, last);
        }
        self.chosen = copies;
    }

    /// The number of fronts.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// The members of a front.
    pub(super) fn members(&self, front: usize) -> &[u32] {
        &self.members[front]
    }

    /// Whether an individual is feasible.
    pub(super) fn is_feasible(&self, index: usize) -> bool {
        self.violations[index] <= 0.0
    }

    fn is_equally_good(&self, one: usize, two: usize) -> bool {
        self.violations[one].total_cmp(&self.violations[two]).is_eq()
            && (self.scores[one].iter().zip(&self.scores[two]))
                .all(|(one, two)| one.total_cmp(two).is_eq())
    }

    /// The first front in which nobody dominates an individual, by bisection: who is dominated in
    /// a front is dominated in all before it.
    fn front_of(&self, one: usize) -> usize {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.is_dominated(middle, one) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Whether a member of a front dominates an individual that stands after all of them.
    fn is_dominated(&self, front: usize, one: usize) -> bool {
        let beats = |&other: &u32| {
            let other = other as usize;
            let (mine, theirs) = (self.violations[one], self.violations[other]);
            theirs < mine
                || mine <= 0.0 && dominates(&self.scores[other], &self.scores[one])
        };
        let members = &self.members[front];
        // Of two objectives, the last member has the best second one.
        if N == 2 {
            members.last().is_some_and(beats)
        } else {
            members.iter().rev().any(beats)
        }
    }

    fn join(&mut self, one: usize, front: usize) {
        if front >= self.members.len() {
            self.members.push(Vec::new());
        }
        self.count = self.count.max(front + 1);
        self.members[front].push(one as u32);
        self.front[one] = front as u32;
    }

    /// Computes the crowding distances: the sum over the objectives of the distance between the
    /// two neighbours in the front, as a share of the range of the front; infinite at the ends.
    pub(crate) fn measure(&mut self) {
        let Self { scores, members, distances, count, .. } = self;
        distances.clear();
        distances.resize(scores.len(), 0.0);
        for members in &mut members[..*count] {
            (0..N).for_each(|at| add_distances(scores, members, at, distances));
        }
    }

    /// The best individuals, at most `count`, with their standings, best first; ties by index.
    pub(crate) fn best(
        &mut self,
        count: usize,
    ) -> impl Iterator<Item = (usize, Standing)> {
        let Self { front, distances, chosen, .. } = self;
        chosen.clear();
        let standings = front.iter().zip(&*distances).zip(0..);
        chosen.extend(standings.map(|((&front, &distance), index)| {
            (Standing::new(f64::from(front), distance), index)
        }));
        chosen.sort_unstable();
        chosen.iter().take(count).map(|&(standing, index)| (index as usize, standing))
    }
}

/// Adds the distances of neighbours in one objective. It sorts the members of the front by it.
fn add_distances<const N: usize>(
    scores: &[[f64; N]],
    members: &mut [u32],
    at: usize,
    distances: &mut [f64],
) {
    let score = |index: u32| scores[index as usize][at];
    // Those of a measure are all the same.
    let mut others = members.windows(2);
    if others.all(|pair| score(pair[0]).total_cmp(&score(pair[1])).is_eq()) {
        return;
    }
    members.sort_unstable_by(|&a, &b| score(a).total_cmp(&score(b)).then(a.cmp(&b)));
    let (Some(&first), Some(&last)) = (members.first(), members.last()) else { return };
    let range = score(last) - score(first);
    if range <= 0.0 {
        return;
    }
    distances[first as usize] = f64::INFINITY;
    distances[last as usize] = f64::INFINITY;
    for trio in members.windows(3) {
        let width = (score(trio[2]) - score(trio[0])) / range;
        // The width of an infinite range is not a number.
        distances[trio[1] as usize] += if width >= 0.0 { width } else { 0.0 };
    }
}
