//! NSGA-II beside pymoo: the hypervolume of the front after 25,000 evaluations.

use std::f64::consts::{FRAC_PI_2, PI};
use std::ops::ControlFlow;

use tilewright_evolve::{
    Breeding, Cost, Direction, Evaluation, Evolution, Nsga2, Polynomial, Problem, Rate,
    RealBounds, SimulatedBinary, Stop, Tournament,
};
use tilewright_grid::{Rng, Seed, det};

use crate::hypervolume::{area, volume};
use crate::peers;
use crate::ratio::{Ratio, median};

const POPULATION: usize = 100;
const EVALUATIONS: u64 = 25_000;
/// What every objective of the reference point is.
const CORNER: f64 = 1.1;

/// A problem of `N` minimized objectives with genes from 0 to 1: ZDT1 to ZDT3 (Zitzler, Deb and
/// Thiele, 2000) or DTLZ2 (Deb, Thiele, Laumanns and Zitzler, 2002).
#[derive(Clone, Debug)]
struct Test<const N: usize> {
    name: &'static str,
    bounds: RealBounds,
    values: fn(&[f64]) -> [f64; N],
}

impl<const N: usize> Problem<N> for Test<N> {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; N] {
        [Direction::Minimize; N]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        self.bounds.random(rng)
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation<N> {
        Evaluation::feasible((self.values)(genome))
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        self.name.to_owned()
    }
}

/// The first objective of ZDT1 to ZDT3 and the function of all other genes.
fn zdt(genes: &[f64]) -> (f64, f64) {
    let sum: f64 = genes[1..].iter().sum();
    (genes[0], 1.0 + 9.0 * sum / (genes.len() - 1) as f64)
}

fn zdt1(genes: &[f64]) -> [f64; 2] {
    let (x, g) = zdt(genes);
    [x, g * (1.0 - (x / g).sqrt())]
}

fn zdt2(genes: &[f64]) -> [f64; 2] {
    let (x, g) = zdt(genes);
    [x, g * (1.0 - (x / g) * (x / g))]
}

fn zdt3(genes: &[f64]) -> [f64; 2] {
    let (x, g) = zdt(genes);
    [x, g * (1.0 - (x / g).sqrt() - x / g * det::sin(10.0 * PI * x))]
}

fn dtlz2(genes: &[f64]) -> [f64; 3] {
    let radius = 1.0 + genes[2..].iter().map(|x| (x - 0.5) * (x - 0.5)).sum::<f64>();
    let [one, two] = [genes[0], genes[1]].map(|x| x * FRAC_PI_2);
    [
        radius * det::cos(one) * det::cos(two),
        radius * det::cos(one) * det::sin(two),
        radius * det::sin(one),
    ]
}

/// Prints the hypervolumes of both for each problem.
pub(crate) fn compare() {
    let peer = peers::versioned("nsga2", "pymoo");
    println!("NSGA-II and {peer}: median hypervolume after 25,000 evaluations");
    for (name, values) in
        [("zdt1", zdt1 as fn(&[f64]) -> [f64; 2]), ("zdt2", zdt2), ("zdt3", zdt3)]
    {
        print(name, 30, values, |front| area(front, CORNER));
    }
    print("dtlz2", 12, dtlz2, |front| volume(front, CORNER));
}

/// Prints a line of the table: 31 seeds.
fn print<const N: usize>(
    name: &'static str,
    genes: usize,
    values: fn(&[f64]) -> [f64; N],
    hypervolume: fn(Vec<[f64; N]>) -> f64,
) {
    let bounds = RealBounds::new(vec![0.0..=1.0; genes]).expect("it is a range");
    let test = Test { name, bounds, values };
    let ours: Vec<f64> = (0..31).map(|seed| hypervolume(front(&test, seed))).collect();
    let peer = peers::runs("nsga2", "problem", name).unwrap_or_default();
    let peer = peers::numbers(&peer, "hypervolume");
    print!("  {name:6}  ours {:.6}", median(&ours));
    if peer.is_empty() {
        println!("  (no measurements of the peer)");
    } else {
        let ratio = Ratio::new(&ours, &peer, median);
        println!("  peer {:.6}  ratio {ratio:.4}", median(&peer));
    }
}

/// The front of a run with the peer's operators and rates.
fn front<const N: usize>(test: &Test<N>, seed: u64) -> Vec<[f64; N]> {
    let rate = |value| Rate::new(value).expect("the rates of the peer are rates");
    let bounds = test.bounds.clone();
    let breeding = Breeding {
        selection: Tournament::new(2),
        crossover: SimulatedBinary {
            eta: 15.0,
            rate: Rate::HALF,
            bounds: bounds.clone(),
        },
        crossover_rate: rate(0.9),
        mutation: Polynomial { eta: 20.0, rate: rate(1.0 / bounds.len() as f64), bounds },
        mutation_rate: rate(0.9),
    };
    let scheme = Nsga2 { population: POPULATION, breeding };
    let mut evolution =
        Evolution::new(test.clone(), scheme, Seed(seed)).expect("the settings work");
    let stop = Stop::new().evaluations(EVALUATIONS);
    evolution
        .run(&stop, &(), |_| ControlFlow::Continue(()))
        .expect("objectives are numbers");
    evolution.front().iter().map(|one| one.evaluation.objectives).collect()
}
