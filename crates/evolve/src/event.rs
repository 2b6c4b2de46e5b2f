//! The statistics of a generation.

use serde::{Deserialize, Serialize};

use crate::evaluation::Aims;
use crate::state::{ordinal, value};
use crate::{Direction, Population, Problem};

/// The statistics of an evaluated generation. Each value of an objective stands for itself: with
/// several objectives, the best value of one and that of another may belong to different
/// individuals. The best value of a measure is the smallest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event<const M: usize = 1> {
    /// The number of the generation; the first is 0.
    pub generation: u64,
    /// The number of evaluations so far, including this generation.
    pub evaluations: u64,
    /// The number of individuals.
    pub population: u32,
    /// The number of feasible individuals.
    pub feasible: u32,
    /// The best objective of the feasible individuals; `None` if there are none.
    #[serde(with = "objectives")]
    pub best: Option<[f64; M]>,
    /// The median objective of the feasible individuals; of an even number, the better of the
    /// two in the middle.
    #[serde(with = "objectives")]
    pub median: Option<[f64; M]>,
    /// The worst objective of the feasible individuals.
    #[serde(with = "objectives")]
    pub worst: Option<[f64; M]>,
    /// The smallest violation of the infeasible individuals; `None` if there are none.
    pub least_violation: Option<f64>,
    /// The median violation of the infeasible individuals; of an even number, the smaller of the
    /// two in the middle.
    pub median_violation: Option<f64>,
    /// The mean [distance](crate::Problem::distance) of individuals half a population apart, from
    /// 0 to 1.
    pub diversity: f64,
    /// The values of the scheme's own columns, [`Scheme::columns`](crate::Scheme::columns).
    pub notes: Notes,
}

/// Up to eight numbers that a scheme adds to an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(into = "Vec<f64>", from = "Vec<f64>")]
pub struct Notes {
    values: [f64; Self::MOST],
    count: u8,
}

impl Notes {
    /// The largest number of columns: a bound, so that an event takes no memory of its own. The
    /// schemes here have three at most.
    pub(crate) const MOST: usize = 8;

    /// These numbers, in the order of the scheme's columns; those after the eighth are left out.
    pub fn new(values: &[f64]) -> Self {
        let mut notes = Self::default();
        for (note, &value) in notes.values.iter_mut().zip(values) {
            *note = value;
            notes.count += 1;
        }
        notes
    }

    /// The numbers.
    pub fn values(&self) -> &[f64] {
        &self.values[..usize::from(self.count)]
    }
}

impl From<Notes> for Vec<f64> {
    fn from(notes: Notes) -> Self {
        notes.values().to_vec()
    }
}

impl From<Vec<f64>> for Notes {
    fn from(values: Vec<f64>) -> Self {
        Self::new(&values)
    }
}

/// Buffers for the statistics.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statistics {
    keys: Vec<u64>,
}

impl Statistics {
    /// The statistics of one or several populations.
    pub(crate) fn event<'a, P: Problem<M>, const M: usize>(
        &mut self,
        problem: &P,
        populations: impl Iterator<Item = &'a Population<P::Genome, M>> + Clone,
        aims: &Aims<M>,
        [generation, evaluations]: [u64; 2],
        notes: Notes,
    ) -> Event<M> {
        // All may become feasible, or none.
        self.keys.clear();
        self.keys.reserve(populations.clone().map(Population::len).sum());

        let mut ranks = [[0.0; M]; 3];
        let mut count = 0;
        for at in 0..M {
            // The best value has the smallest key.
            let inverted =
                if aims.directions[at] == Direction::Maximize { u64::MAX } else { 0 };
            self.keys.clear();
            for population in populations.clone() {
                let feasible =
                    population.evaluations().iter().filter(|it| it.is_feasible());
                self.keys
                    .extend(feasible.map(|it| ordinal(it.objectives[at]) ^ inverted));
            }
            count = self.keys.len();
            let chosen = self.chosen().unwrap_or_default();
            for (rank, key) in ranks.iter_mut().zip(chosen) {
                rank[at] = value(key ^ inverted);
            }
        }

        let [best, median, worst] = ranks.map(|rank| (count > 0).then_some(rank));
        self.keys.clear();
        for population in populations.clone() {
            let infeasible =
                population.evaluations().iter().filter(|it| !it.is_feasible());
            self.keys.extend(infeasible.map(|it| ordinal(it.violation)));
        }

        let violations = self.chosen().map(|chosen| chosen.map(value));
        Event {
            generation,
            evaluations,
            population: (count + self.keys.len()) as u32,
            feasible: count as u32,
            best,
            median,
            worst,
            least_violation: violations.map(|[least, ..]| least),
            median_violation: violations.map(|[_, median, _]| median),
            diversity: diversity(problem, populations),
            notes,
        }
    }

    /// The smallest key, the median and the largest key.
    fn chosen(&mut self) -> Option<[u64; 3]> {
        let middle = self.keys.len().checked_sub(1)? / 2;
        let (below, &mut median, above) = self.keys.select_nth_unstable(middle);
        let least = below.iter().copied().min().unwrap_or(median);
        let most = above.iter().copied().max().unwrap_or(median);
        Some([least, median, most])
    }
}

/// The mean over all populations, each weighted by its pairs.
fn diversity<'a, P: Problem<M>, const M: usize>(
    problem: &P,
    populations: impl Iterator<Item = &'a Population<P::Genome, M>>,
) -> f64 {
    let (mut sum, mut pairs) = (0.0, 0);
    for population in populations {
        let genomes = population.genomes();
        let half = genomes.len() / 2;
        let (left, right) = genomes.split_at(half);
        sum += left.iter().zip(right).map(|(a, b)| problem.distance(a, b)).sum::<f64>();
        pairs += half;
    }
    if pairs == 0 { 0.0 } else { sum / pairs as f64 }
}

/// Objectives as a list.
mod objectives {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[expect(clippy::ref_option, reason = "the signature that serde asks for")]
    pub(super) fn serialize<S: Serializer, const M: usize>(
        values: &Option<[f64; M]>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        values.as_ref().map(<[f64; M]>::as_slice).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>, const M: usize>(
        deserializer: D,
    ) -> Result<Option<[f64; M]>, D::Error> {
        let Some(values) = Option::<Vec<f64>>::deserialize(deserializer)? else {
            return Ok(None);
        };
        let wrong = |_| D::Error::custom("a wrong number of objectives");
        values.try_into().map(Some).map_err(wrong)
    }
}
