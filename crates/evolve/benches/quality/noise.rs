//! What a search claims of its best individual beside what that is worth, with noise dealt with and without.

use std::f64::consts::TAU;
use std::ops::ControlFlow;

use tilewright_evolve::{
    Axis, Breeding, Cost, Direction, Evaluation, Evolution, Gaussian, Generational,
    MapElites, Noise, Nsga2, Plus, Polynomial, Problem, Rate, RealBounds, Scheme,
    SimulatedBinary, State as _, Stop, Tournament,
};
use tilewright_grid::{Rng, Seed, det};

const SEEDS: u64 = 30;
const GENERATIONS: u64 = 200;
const SIGMA: f64 = 0.5;

/// The sum of the squares of twenty genes through noise. With more than one value the second is that of the distance
/// from 1 of the first gene (two objectives), or the first two genes are measures.
#[derive(Clone)]
struct Sphere<const N: usize> {
    bounds: RealBounds,
    directions: [Direction; N],
}

impl<const N: usize> Sphere<N> {
    /// The values without noise.
    fn truth(&self, genome: &[f64]) -> [f64; N] {
        let sum: f64 = genome.iter().map(|gene| gene * gene).sum();
        let other = sum - genome[0] * genome[0] + (genome[0] - 1.0) * (genome[0] - 1.0);
        std::array::from_fn(|at| match (at, self.directions[at]) {
            (0, _) => sum,
            (_, Direction::Measure) => genome[at - 1],
            _ => other,
        })
    }
}

/// A normally distributed number.
fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * det::ln(1.0 - rng.unit())).sqrt() * det::cos(TAU * rng.unit())
}

impl<const N: usize> Problem<N> for Sphere<N> {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; N] {
        self.directions
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        self.bounds.random(rng)
    }

    /// A game that the genome decides, so that each genome plays one.
    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation<N> {
        let bits = genome.iter().map(|gene| gene.to_bits());
        self.evaluate_seeded(genome, bits.fold(Seed(7), Seed::child))
    }

    fn evaluate_seeded(&self, genome: &Vec<f64>, seed: Seed) -> Evaluation<N> {
        let (mut values, mut rng) = (self.truth(genome), seed.rng());
        for (value, direction) in values.iter_mut().zip(self.directions) {
            if direction != Direction::Measure {
                *value += SIGMA * normal(&mut rng);
            }
        }
        Evaluation::feasible(values)
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        "a noisy sphere".to_owned()
    }
}

/// What a run claims and what is true: the mean over the individuals that it returns, and its evaluations.
struct Claim {
    value: f64,
    truth: f64,
    evaluations: u64,
}

/// Prints a table for each width of the bounds.
pub(crate) fn compare() {
    let with = |games: &[u32]| Noise { games: games.to_vec(), ..Noise::default() };
    let ways = [with(&[1]), with(&[1, 4, 16]), with(&[4, 16, 64])];
    println!(
        "noise of 0.5 on a sphere of 20 genes: claims and truths, means of 30 seeds"
    );
    for width in [1.0, 5.0] {
        println!(" genes from −{width} to {width}");
        let bounds = RealBounds::new(vec![-width..=width; 20]).expect("it is a range");
        let rate = Rate::new(0.05).expect("it is a rate");
        let change = Gaussian { rate, spread: 0.1, bounds: bounds.clone() };
        let breeding = breeding(&bounds);

        let one = Sphere { bounds: bounds.clone(), directions: [Direction::Minimize] };
        let (population, returns_hall_of_fame) = (100, false);
        let generational = Generational {
            population,
            elite: 2,
            returns_hall_of_fame,
            breeding: breeding.clone(),
        };
        rows("Generational", &one, &generational, &ways, best);
        rows("Plus", &one, &Plus::new(10, 70, change.clone()), &ways, best);

        let directions = [Direction::Minimize, Direction::Measure, Direction::Measure];
        let three = Sphere { bounds: bounds.clone(), directions };
        let elites = MapElites::new(vec![Axis::new(-width, width, 10); 2], change);
        rows("MapElites, best", &three, &elites, &ways, best);
        rows("MapElites, all elites", &three, &elites, &ways, everybody);

        let two = Sphere { bounds, directions: [Direction::Minimize; 2] };
        let nsga2 = Nsga2 { population, breeding };
        rows("Nsga2, front", &two, &nsga2, &ways, front);
    }
}

fn breeding(bounds: &RealBounds) -> Breeding<Tournament, SimulatedBinary, Polynomial> {
    let rate = |value| Rate::new(value).expect("it is a rate");
    let crossover =
        SimulatedBinary { eta: 15.0, rate: Rate::HALF, bounds: bounds.clone() };
    let mutation = Polynomial { eta: 20.0, rate: rate(0.05), bounds: bounds.clone() };
    Breeding {
        selection: Tournament::new(2),
        crossover,
        crossover_rate: rate(0.9),
        mutation,
        mutation_rate: Rate::ALWAYS,
    }
}

/// The individuals of a run that are looked at.
type Chosen<P, S, const N: usize> = fn(&Evolution<P, S, N>) -> Vec<(Vec<f64>, f64)>;

fn best<S: Scheme<Sphere<N>, N>, const N: usize>(
    evolution: &Evolution<Sphere<N>, S, N>,
) -> Vec<(Vec<f64>, f64)> {
    let best = evolution.best().expect("there was a generation");
    vec![(best.genome.clone(), best.evaluation.objectives[0])]
}

fn front<S: Scheme<Sphere<N>, N>, const N: usize>(
    evolution: &Evolution<Sphere<N>, S, N>,
) -> Vec<(Vec<f64>, f64)> {
    let front = evolution.front().into_iter();
    front.map(|one| (one.genome, one.evaluation.objectives[0])).collect()
}

fn everybody<S: Scheme<Sphere<N>, N>, const N: usize>(
    evolution: &Evolution<Sphere<N>, S, N>,
) -> Vec<(Vec<f64>, f64)> {
    let archives = evolution.state().archives();
    let elites = archives[0].elites();
    elites.map(|(_, genome, it)| (genome.clone(), it.objectives[0])).collect()
}

/// Prints the lines of a scheme: without anything done about noise, and for each way with it one of as many evaluations
/// without.
fn rows<S: Scheme<Sphere<N>, N> + Clone, const N: usize>(
    name: &str,
    problem: &Sphere<N>,
    scheme: &S,
    ways: &[Noise],
    chosen: Chosen<Sphere<N>, S, N>,
) {
    let generations = || Stop::new().generations(GENERATIONS);
    let runs = |noise: Option<&Noise>, stop: &dyn Fn() -> Stop| -> Vec<Claim> {
        (0..SEEDS)
            .map(|seed| run(problem, scheme, seed, noise, &stop(), chosen))
            .collect()
    };
    print(name, "none", &runs(None, &generations));
    for noise in ways {
        let with = runs(Some(noise), &generations);
        print("", &format!("{:?}", noise.games), &with);
        let most = with.iter().map(|it| it.evaluations).sum::<u64>() / SEEDS;
        print("", "none", &runs(None, &|| Stop::new().evaluations(most)));
    }
}

fn run<S: Scheme<Sphere<N>, N> + Clone, const N: usize>(
    problem: &Sphere<N>,
    scheme: &S,
    seed: u64,
    noise: Option<&Noise>,
    stop: &Stop,
    chosen: Chosen<Sphere<N>, S, N>,
) -> Claim {
    let new = Evolution::new(problem.clone(), scheme.clone(), Seed(seed));
    let mut evolution = new.expect("the settings work");
    if let Some(noise) = noise {
        evolution = evolution.with_noise(noise.clone()).expect("the settings work");
    }
    let ended = evolution.run(stop, &(), |_| ControlFlow::Continue(()));
    ended.expect("objectives are numbers");

    let all = chosen(&evolution);
    let count = all.len() as f64;
    let truths = all.iter().map(|(genome, _)| problem.truth(genome)[0]);
    Claim {
        value: all.iter().map(|(_, value)| value).sum::<f64>() / count,
        truth: truths.sum::<f64>() / count,
        evaluations: evolution.evaluations(),
    }
}

fn print(name: &str, games: &str, claims: &[Claim]) {
    let mean = |of: &dyn Fn(&Claim) -> f64| {
        claims.iter().map(of).sum::<f64>() / claims.len() as f64
    };
    println!(
        "  {name:22} games {games:12} claim {:7.3}  truth {:7.3}  off {:6.3}  evaluations {:8.0}",
        mean(&|it| it.value),
        mean(&|it| it.truth),
        mean(&|it| (it.value - it.truth).abs()),
        mean(&|it| it.evaluations as f64),
    );
}
