//! The genomes that searches ask for, which the package for Python must ask for too: its tests read the snapshot.

use tilewright_evolve::{
    BitFlip, BitString, Breeding, CmaEs, Direction, Evaluation, Evolution, Generational,
    Problem, Rate, RealBounds, Rng, Scheme, Seed, Tournament, TwoPoint,
};

/// As many ones as possible.
struct OneMax;

impl Problem for OneMax {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(70, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        Evaluation::feasible([f64::from(genome.ones())])
    }

    fn fingerprint(&self) -> String {
        "seventy ones".to_owned()
    }
}

/// The sum of squares, of genes whose squares are added in their order.
struct Sphere(RealBounds);

impl Problem for Sphere {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        self.0.random(rng)
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation {
        Evaluation::feasible([genome.iter().map(|gene| gene * gene).sum()])
    }

    fn fingerprint(&self) -> String {
        "sphere".to_owned()
    }
}

/// What the generation with this number asks for, one genome a line.
fn asked<P: Problem, S: Scheme<P>>(
    problem: P,
    scheme: S,
    generation: u64,
    line: impl Fn(&P::Genome) -> String,
) -> String {
    let mut evolution = Evolution::new(problem, scheme, Seed(7)).unwrap();
    while evolution.generations() < generation {
        let genomes: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
        let values: Vec<_> =
            genomes.iter().map(|it| evolution.problem().evaluate(it)).collect();
        evolution.tell(&values).unwrap();
        assert!(evolution.pending().is_none());
    }
    let pending = evolution.ask().unwrap();
    let lines: Vec<_> = pending.iter().map(line).collect();
    assert_eq!(evolution.pending().map(|it| it.len()), Some(lines.len()));
    lines.join("\n")
}

#[test]
fn the_genomes_that_python_asks_for() {
    let breeding = Breeding {
        selection: Tournament::new(3),
        crossover: TwoPoint,
        crossover_rate: Rate::new(0.9).unwrap(),
        mutation: BitFlip { rate: Rate::new(1.0 / 70.0).unwrap() },
        mutation_rate: Rate::ALWAYS,
    };
    let scheme =
        Generational { population: 20, elite: 2, returns_hall_of_fame: false, breeding };
    let bits = asked(OneMax, scheme, 10, |genome| {
        (0..70).map(|at| if genome.get(at) { '1' } else { '0' }).collect()
    });
    let bounds = RealBounds::new(vec![-5.0..=5.0; 4]).unwrap();
    let scheme = CmaEs::new(1.5).with_bounds(bounds.clone());
    let reals = asked(Sphere(bounds), scheme, 25, |genome| {
        genome.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    });
    insta::assert_snapshot!(format!("{bits}\n\n{reals}"));
}
