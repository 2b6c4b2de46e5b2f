//! The hall of fame against a record of everything that was ever evaluated.

use tilewright_evolve::{
    BitFlip, BitString, Breeding, Direction, Evaluation, Evolution, FeasibleInfeasible,
    Generational, Plus, Problem, Rate, Scheme, Standing, SteadyState, Tournament,
    Uniform,
};
use tilewright_grid::{Rng, Seed};

use crate::common::problems::rate;

/// Nine bits with many ties; rows of more than six ones are infeasible.
struct Ties(Direction);

impl Problem for Ties {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [self.0]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(9, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        let first = (0..4).filter(|&index| genome.get(index)).count();
        let violation = f64::from(genome.ones().saturating_sub(6));
        Evaluation { objectives: [first as f64], violation }
    }

    fn fingerprint(&self) -> String {
        format!("ties, {:?}", self.0)
    }
}

/// The first `places` of all distinct genomes, sorted stably from best to worst.
fn by_force(
    record: &[(BitString, Evaluation)],
    direction: Direction,
    places: usize,
) -> Vec<(BitString, Evaluation)> {
    let mut distinct: Vec<(BitString, Evaluation)> = Vec::new();
    for one in record {
        if distinct.iter().all(|other| other.0 != one.0) {
            distinct.push(one.clone());
        }
    }
    let standing = |evaluation: &Evaluation| {
        let [objective] = evaluation.objectives;
        let score = if direction == Direction::Maximize { objective } else { -objective };
        Standing::new(evaluation.violation, score)
    };
    distinct.sort_by_key(|one| standing(&one.1));
    distinct.truncate(places);
    distinct
}

fn assert_hall(
    direction: Direction,
    scheme: impl Scheme<Ties>,
    places: usize,
    seed: u64,
) {
    let mut evolution = Evolution::new(Ties(direction), scheme, Seed(seed))
        .unwrap()
        .with_hall_of_fame(places);
    let mut record: Vec<(BitString, Evaluation)> = Vec::new();
    for _ in 0..25 {
        let pending: Vec<BitString> = evolution.ask().unwrap().iter().cloned().collect();
        let told: Vec<_> =
            pending.iter().map(|it| Ties(direction).evaluate(it)).collect();
        evolution.tell(&told).unwrap();
        record.extend(pending.into_iter().zip(told));
        let members: Vec<_> = evolution
            .hall_of_fame()
            .members()
            .iter()
            .map(|member| (member.genome.clone(), member.evaluation))
            .collect();
        assert_eq!(members, by_force(&record, direction, places.max(1)));
        assert_eq!(evolution.best(), evolution.hall_of_fame().members().first());
    }
}

#[test]
fn it_holds_the_best_distinct_individuals_ever_seen() {
    for direction in [Direction::Minimize, Direction::Maximize] {
        for (places, seed) in [(0, 1), (1, 2), (5, 3), (40, 4), (600, 5)] {
            let breeding = Breeding {
                selection: Tournament::new(2),
                crossover: Uniform { rate: Rate::HALF },
                crossover_rate: rate(0.8),
                mutation: BitFlip { rate: rate(0.1) },
                mutation_rate: rate(0.7),
            };
            let two = FeasibleInfeasible {
                population: 24,
                elite: 2,
                breeding: breeding.clone(),
            };
            assert_hall(direction, two, places, seed);
            let plus = Plus::new(9, 15, breeding.mutation);
            assert_hall(direction, plus.with_restart(4), places, seed);
            let crossed = plus.with_crossover(breeding.crossover, Rate::HALF);
            assert_hall(direction, crossed, places, seed);
            let steady =
                SteadyState { population: 20, children: 7, breeding: breeding.clone() };
            assert_hall(direction, steady, places, seed);
            for returns_hall_of_fame in [false, true] {
                let breeding = breeding.clone();
                let one = Generational {
                    population: 24,
                    elite: 1,
                    returns_hall_of_fame,
                    breeding,
                };
                assert_hall(direction, one, places, seed);
            }
        }
    }
}
