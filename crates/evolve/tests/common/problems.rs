//! Small problems whose answers are known, and settings for them.

use serde::{Deserialize, Serialize};
use tilewright_evolve::{
    BitFlip, BitString, Bounds, Breeding, Crossover, Direction, Evaluation,
    FeasibleInfeasible, Generational, Mutation, Problem, Rate, Redraw, Roulette,
    Tournament, TwoPoint, Uniform,
};
use tilewright_grid::Rng;

pub(crate) fn rate(value: f64) -> Rate {
    Rate::new(value).unwrap()
}

/// As many ones as possible.
#[derive(Debug)]
pub(crate) struct OneMax(pub(crate) usize);

impl Problem for OneMax {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(self.0, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        Evaluation::feasible([f64::from(genome.ones())])
    }

    fn distance(&self, a: &BitString, b: &BitString) -> f64 {
        f64::from(a.hamming(b)) / self.0 as f64
    }

    fn fingerprint(&self) -> String {
        format!("one-max of {} bits", self.0)
    }
}

pub(crate) type OneMaxScheme = Generational<Tournament, TwoPoint, BitFlip>;

pub(crate) fn one_max_scheme(population: usize, bits: usize) -> OneMaxScheme {
    Generational {
        population,
        elite: 1,
        returns_hall_of_fame: false,
        breeding: Breeding {
            selection: Tournament::new(3),
            crossover: TwoPoint,
            crossover_rate: rate(0.9),
            mutation: BitFlip { rate: rate(1.0 / bits as f64) },
            mutation_rate: rate(0.5),
        },
    }
}

/// As many ones as possible, but no two side by side: of n bits at best half, rounded up.
#[derive(Debug)]
pub(crate) struct Apart(pub(crate) usize);

impl Problem for Apart {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(self.0, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        let touching = |&i: &usize| genome.get(i) && genome.get(i + 1);
        let violation = (0..self.0 - 1).filter(touching).count() as f64;
        Evaluation { objectives: [f64::from(genome.ones())], violation }
    }

    fn fingerprint(&self) -> String {
        format!("ones apart of {} bits", self.0)
    }
}

pub(crate) type ApartScheme = FeasibleInfeasible<Roulette, Uniform, BitFlip>;

pub(crate) fn apart_scheme(population: usize, bits: usize) -> ApartScheme {
    let breeding = Breeding {
        selection: Roulette,
        crossover: Uniform { rate: Rate::HALF },
        crossover_rate: rate(0.9),
        mutation: BitFlip { rate: rate(1.0 / bits as f64) },
        mutation_rate: Rate::ALWAYS,
    };
    FeasibleInfeasible { population, elite: 2, breeding }
}

/// Ten ships of three cells on ten by ten, each a column, a row and whether it lies across.
/// The objective counts the cells off the board and those taken before; 0 is a fleet.
#[derive(Debug)]
pub(crate) struct Ships;

impl Ships {
    pub(crate) fn bounds() -> Bounds {
        Bounds::new((0..30).map(|gene| if gene % 3 == 2 { 0..=1 } else { 0..=9 }))
            .unwrap()
    }
}

impl Problem for Ships {
    type Genome = Vec<i32>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<i32> {
        Self::bounds().random(rng)
    }

    fn evaluate(&self, genome: &Vec<i32>) -> Evaluation {
        let mut taken = [[false; 10]; 10];
        let mut clashes = 0;
        for ship in genome.chunks_exact(3) {
            for step in 0..3 {
                let (column, row) =
                    (ship[0] + step * ship[2], ship[1] + step * (1 - ship[2]));
                if column > 9 || row > 9 {
                    clashes += 1;
                } else {
                    let cell = &mut taken[row as usize][column as usize];
                    clashes += i32::from(*cell);
                    *cell = true;
                }
            }
        }
        Evaluation::feasible([f64::from(clashes)])
    }

    fn fingerprint(&self) -> String {
        "ten ships".to_owned()
    }
}

pub(crate) type ShipsScheme = Generational<Tournament, TwoPoint, Redraw<Bounds>>;

/// The setting of the fleet placement: a tournament of three, two cuts at 0.9, a fifth of
/// the children with a thirtieth of their genes redrawn, the hall of fame returned.
pub(crate) fn ships_scheme(population: usize) -> ShipsScheme {
    Generational {
        population,
        elite: 0,
        returns_hall_of_fame: true,
        breeding: Breeding {
            selection: Tournament::new(3),
            crossover: TwoPoint,
            crossover_rate: rate(0.9),
            mutation: Redraw { rate: rate(1.0 / 30.0), source: Ships::bounds() },
            mutation_rate: rate(0.2),
        },
    }
}

/// One step of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Step {
    pub(crate) east: i8,
    pub(crate) south: i8,
}

impl Step {
    pub(crate) fn random(rng: &mut Rng) -> Self {
        let (east, south) =
            *rng.pick(&[(1, 0), (-1, 0), (0, 1), (0, -1)]).expect("there are four");
        Self { east, south }
    }
}

/// A walk of any length from (0, 0) to (6, 4), as short as possible: ten steps.
#[derive(Debug)]
pub(crate) struct Walk;

impl Problem for Walk {
    type Genome = Vec<Step>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<Step> {
        (0..rng.below(30)).map(|_| Step::random(rng)).collect()
    }

    fn evaluate(&self, walk: &Vec<Step>) -> Evaluation {
        let east: i32 = walk.iter().map(|step| i32::from(step.east)).sum();
        let south: i32 = walk.iter().map(|step| i32::from(step.south)).sum();
        let missed = (6 - east).abs() + (4 - south).abs();
        Evaluation { objectives: [walk.len() as f64], violation: f64::from(missed) }
    }

    fn fingerprint(&self) -> String {
        "walk to (6, 4)".to_owned()
    }
}

/// Exchanges the tails behind a cut in each, so that lengths change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Splice;

impl Crossover<Vec<Step>> for Splice {
    fn cross(&self, a: &mut Vec<Step>, b: &mut Vec<Step>, rng: &mut Rng) {
        let tail = a.split_off(rng.index(a.len() + 1));
        let other = b.split_off(rng.index(b.len() + 1));
        a.extend(other);
        b.extend(tail);
    }
}

/// Puts a step in or takes one out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edit;

impl Mutation<Vec<Step>> for Edit {
    fn mutate(&self, walk: &mut Vec<Step>, rng: &mut Rng) {
        let at = rng.index(walk.len() + 1);
        if at < walk.len() && rng.chance(0.5) {
            walk.remove(at);
        } else {
            walk.insert(at, Step::random(rng));
        }
    }
}

pub(crate) fn walk_breeding() -> Breeding<Tournament, Splice, Edit> {
    Breeding {
        selection: Tournament::new(3),
        crossover: Splice,
        crossover_rate: rate(0.7),
        mutation: Edit,
        mutation_rate: rate(0.5),
    }
}
