//! Two objectives: NSGA-II on the problem ZDT1, whose Pareto front is known. The picture compares
//! the front that was found with the true one.
//!
//! `cargo run --release -p tilewright-evolve --example zdt1 [FILE.svg] [SEED]`

use std::error::Error;
use std::ops::ControlFlow;

use tilewright_draw::chart::{Lines, Series};
use tilewright_draw::{Picture, theme};
use tilewright_evolve::{
    Breeding, Cost, Direction, Evaluation, Evolution, Nsga2, Polynomial, Problem, Rate,
    RealBounds, SimulatedBinary, Stop, Tournament,
};
use tilewright_grid::{Rng, Seed};

mod support;

/// ZDT1 (Zitzler, Deb and Thiele, *Comparison of multiobjective evolutionary algorithms*, 2000) of
/// thirty genes from 0 to 1. On its front all genes but the first are 0.
#[derive(Debug)]
pub(crate) struct Zdt1(RealBounds);

impl Problem<2> for Zdt1 {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 2] {
        [Direction::Minimize; 2]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        self.0.random(rng)
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation<2> {
        let (first, others) = (genome[0], &genome[1..]);
        let g = 1.0 + 9.0 * others.iter().sum::<f64>() / others.len() as f64;
        Evaluation::feasible([first, g * (1.0 - (first / g).sqrt())])
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        "ZDT1 of 30 genes".to_owned()
    }
}

/// The objectives of the front, in ascending order of the first one, and the number of
/// evaluations.
type Found = (Vec<[f64; 2]>, u64);

/// Evolves the front.
pub(crate) fn run(generations: u64, seed: Seed) -> Result<Found, Box<dyn Error>> {
    let bounds = RealBounds::new(vec![0.0..=1.0; 30])?;
    let breeding = Breeding {
        selection: Tournament::new(2),
        crossover: SimulatedBinary {
            eta: 15.0,
            rate: Rate::HALF,
            bounds: bounds.clone(),
        },
        crossover_rate: Rate::new(0.9)?,
        mutation: Polynomial {
            eta: 20.0,
            rate: Rate::new(1.0 / 30.0)?,
            bounds: bounds.clone(),
        },
        mutation_rate: Rate::ALWAYS,
    };
    let scheme = Nsga2 { population: 100, breeding };
    let mut evolution = Evolution::new(Zdt1(bounds), scheme, seed)?;
    evolution
        .run(&Stop::new().generations(generations), &(), |_| ControlFlow::Continue(()))?;
    let front = evolution.front().iter().map(|one| one.evaluation.objectives).collect();
    Ok((front, evolution.evaluations()))
}

/// The hypervolume: the area between a front of two minimized objectives, in ascending order of
/// the first one, and the reference point (1.1, 1.1).
pub(crate) fn hypervolume(front: &[[f64; 2]]) -> f64 {
    let mut volume = 0.0;
    let mut above = 1.1;
    for &[x, y] in front.iter().filter(|[x, y]| *x < 1.1 && *y < 1.1) {
        volume += (1.1 - x) * (above - y);
        above = y;
    }
    volume
}

/// The area between the true front, which is 1 − √x for x from 0 to 1, and (1.1, 1.1).
pub(crate) const TRUE_VOLUME: f64 = 1.1 * 1.1 - 1.0 / 3.0;

/// The front that was found beside the true one.
fn picture(front: &[[f64; 2]]) -> Picture {
    // A gap after each point, so that they are not joined.
    let gap = (f64::NAN, f64::NAN);
    let dots = front.iter().flat_map(|&[x, y]| [(x, y), gap]).collect();
    let curve = (0..=200).map(|step| f64::from(step) / 200.0);
    Lines {
        title: "ZDT1: the front of NSGA-II".to_owned(),
        x_label: "first objective".to_owned(),
        y_label: "second objective".to_owned(),
        series: vec![
            Series {
                name: "true front".to_owned(),
                color: theme::MUTED,
                points: curve.map(|x| (x, 1.0 - x.sqrt())).collect(),
            },
            Series { name: "found".to_owned(), color: theme::VERMILLION, points: dots },
        ],
        ..Lines::default()
    }
    .picture()
}

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let (file, seed) = support::arguments("zdt1")?;
    let (front, evaluations) = run(250, seed)?;
    println!(
        "{} points, hypervolume {:.4} of {TRUE_VOLUME:.4}, {evaluations} evaluations",
        front.len(),
        hypervolume(&front),
    );
    support::save(&picture(&front), &file)?;
    println!("picture: {}", file.display());
    Ok(())
}
