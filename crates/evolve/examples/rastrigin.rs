//! Real numbers: CMA-ES on Rastrigin's function, which has many local optima. Each restart takes
//! twice as many samples. The picture shows the best and the median value of every generation.
//!
//! `cargo run --release -p tilewright-evolve --example rastrigin [FILE.svg] [SEED]`

use std::error::Error;
use std::f64::consts::TAU;
use std::ops::ControlFlow;

use tilewright_draw::chart::{Lines, Series};
use tilewright_draw::{Picture, theme};
use tilewright_evolve::{
    CmaEs, Cost, Direction, Evaluation, Event, Evolution, Logbook, Problem, Stop,
};
use tilewright_grid::{Rng, Seed, det};

mod support;

/// Rastrigin's function (1974): 0 at the origin, a local minimum near every point of integers.
#[derive(Debug)]
pub(crate) struct Rastrigin {
    genes: usize,
}

impl Problem for Rastrigin {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        (0..self.genes).map(|_| 10.0 * rng.unit() - 5.0).collect()
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation {
        let term = |x: &f64| x * x + 10.0 * (1.0 - det::cos(TAU * x));
        Evaluation::feasible([genome.iter().map(term).sum()])
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        format!("Rastrigin of {} genes", self.genes)
    }
}

/// The value that counts as the minimum.
pub(crate) const TARGET: f64 = 1e-8;

/// Searches until the value is below the target.
pub(crate) fn run(
    genes: usize,
    seed: Seed,
) -> Result<Evolution<Rastrigin, CmaEs>, Box<dyn Error>> {
    let scheme = CmaEs::new(2.5).with_restarts(9);
    let mut evolution = Evolution::new(Rastrigin { genes }, scheme, seed)?;
    let stop = Stop::new().target(TARGET).evaluations(500_000);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(()))?;
    Ok(evolution)
}

/// The best and the median value by evaluations, as powers of ten.
fn picture(logbook: &Logbook) -> Picture {
    let series = |name: &str, color, value: fn(&Event) -> Option<[f64; 1]>| {
        let point = |event: &Event| {
            Some((event.evaluations as f64, det::log10(value(event)?[0])))
        };
        let points = logbook.events().filter_map(point).collect();
        Series { name: name.to_owned(), color, points }
    };
    Lines {
        title: "Rastrigin's function by CMA-ES with restarts".to_owned(),
        x_label: "evaluations".to_owned(),
        y_label: "power of ten".to_owned(),
        series: vec![
            series("median", theme::MUTED, |event| event.median),
            series("best", theme::ACCENT, |event| event.best),
        ],
        levels: vec![("target".to_owned(), det::log10(TARGET))],
        ..Lines::default()
    }
    .picture()
}

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let (file, seed) = support::arguments("rastrigin")?;
    let evolution = run(10, seed)?;
    let best = evolution.best().ok_or("there was no generation")?;
    println!(
        "{:.1e} after {} evaluations and {} restarts",
        best.evaluation.objectives[0],
        evolution.evaluations(),
        evolution.state().restarts()
    );
    support::save(&picture(evolution.logbook()), &file)?;
    println!("picture: {}", file.display());
    Ok(())
}
