//! Bits: a genetic algorithm makes all bits of a string 1. The picture shows the best, median and
//! worst individual of every generation.
//!
//! `cargo run --release -p tilewright-evolve --example onemax [FILE.svg] [SEED]`

use std::error::Error;
use std::ops::ControlFlow;

use tilewright_draw::chart::{Band, Lines, Series};
use tilewright_draw::{Picture, theme};
use tilewright_evolve::{
    BitFlip, BitString, Breeding, Cost, Direction, Evaluation, Event, Evolution,
    Generational, Logbook, Problem, Rate, Stop, Tournament, TwoPoint,
};
use tilewright_grid::{Rng, Seed};

mod support;

/// As many ones as possible.
#[derive(Debug)]
pub(crate) struct OneMax {
    bits: usize,
}

impl Problem for OneMax {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(self.bits, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        Evaluation::feasible([f64::from(genome.ones())])
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn distance(&self, a: &BitString, b: &BitString) -> f64 {
        f64::from(a.hamming(b)) / self.bits as f64
    }

    fn fingerprint(&self) -> String {
        format!("one-max of {} bits", self.bits)
    }
}

type Scheme = Generational<Tournament, TwoPoint, BitFlip>;

/// Evolves until all bits are 1.
pub(crate) fn run(
    bits: usize,
    seed: Seed,
) -> Result<Evolution<OneMax, Scheme>, Box<dyn Error>> {
    let breeding = Breeding {
        selection: Tournament::new(3),
        crossover: TwoPoint,
        crossover_rate: Rate::new(0.9)?,
        mutation: BitFlip { rate: Rate::new(1.0 / bits as f64)? },
        mutation_rate: Rate::ALWAYS,
    };
    let scheme =
        Generational { population: 100, elite: 1, returns_hall_of_fame: false, breeding };
    let mut evolution = Evolution::new(OneMax { bits }, scheme, seed)?;
    let stop = Stop::new().target(bits as f64).generations(2000);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(()))?;
    Ok(evolution)
}

/// The best, median and worst individual by generation.
fn picture(logbook: &Logbook) -> Picture {
    let points = |value: fn(&Event) -> Option<[f64; 1]>| {
        let point = |event: &Event| Some((event.generation as f64, value(event)?[0]));
        logbook.events().filter_map(point).collect()
    };
    let spread = logbook.events().filter_map(|event| {
        Some((event.generation as f64, event.worst?[0], event.best?[0]))
    });
    Lines {
        title: "Ones by generation".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "ones".to_owned(),
        bands: vec![Band {
            name: "worst to best".to_owned(),
            color: theme::ACCENT,
            points: spread.collect(),
        }],
        series: vec![
            Series {
                name: "best".to_owned(),
                color: theme::ACCENT,
                points: points(|event| event.best),
            },
            Series {
                name: "median".to_owned(),
                color: theme::MUTED,
                points: points(|event| event.median),
            },
        ],
        ..Lines::default()
    }
    .picture()
}

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let (file, seed) = support::arguments("onemax")?;
    let evolution = run(500, seed)?;
    let best = evolution.best().ok_or("there was no generation")?;
    println!(
        "{} of 500 bits are 1 after {} generations, {} evaluations",
        best.genome.ones(),
        evolution.generations(),
        evolution.evaluations()
    );
    support::save(&picture(evolution.logbook()), &file)?;
    println!("picture: {}", file.display());
    Ok(())
}
