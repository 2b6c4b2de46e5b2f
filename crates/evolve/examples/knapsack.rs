//! A constraint: which of a hundred items are worth most together, if their weight is limited?
//! FI-2Pop evolves packings that are light enough and others that are too heavy side by side. The
//! picture compares them with the optimum, which dynamic programming finds.
//!
//! `cargo run --release -p tilewright-evolve --example knapsack [FILE.svg] [SEED]`

use std::error::Error;
use std::ops::ControlFlow;

use tilewright_draw::chart::{Lines, Series};
use tilewright_draw::{Picture, theme};
use tilewright_evolve::{
    BitFlip, BitString, Breeding, Cost, Direction, Evaluation, Event, Evolution,
    FeasibleInfeasible, Logbook, Problem, Rate, Stop, Tournament, Uniform,
};
use tilewright_grid::{Rng, Seed};

mod support;

/// Items and the most weight that they may have together.
#[derive(Clone, Debug)]
pub(crate) struct Knapsack {
    /// Weight and value of each item.
    items: Vec<(u32, u32)>,
    capacity: u32,
}

impl Knapsack {
    /// Items of random weights, each worth about as much as it weighs, and half of their weight.
    pub(crate) fn random(count: usize, rng: &mut Rng) -> Self {
        let item = |_| {
            let weight = 10 + rng.below(91);
            (weight, weight + rng.below(21))
        };
        let items: Vec<(u32, u32)> = (0..count).map(item).collect();
        let capacity = items.iter().map(|item| item.0).sum::<u32>() / 2;
        Self { items, capacity }
    }

    /// Weight and value of a packing.
    fn sums(&self, packing: &BitString) -> (u32, u32) {
        let packed = self.items.iter().enumerate().filter(|(at, _)| packing.get(*at));
        packed.fold((0, 0), |sums, (_, item)| (sums.0 + item.0, sums.1 + item.1))
    }

    /// The greatest value: the best one for each weight, item by item.
    pub(crate) fn optimum(&self) -> u32 {
        let mut best = vec![0; self.capacity as usize + 1];
        for &(weight, value) in &self.items {
            for room in (weight as usize..best.len()).rev() {
                best[room] = best[room].max(best[room - weight as usize] + value);
            }
        }
        best[self.capacity as usize]
    }
}

impl Problem for Knapsack {
    type Genome = BitString; // a 1 for each item that is packed

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(self.items.len(), rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        let (weight, value) = self.sums(genome);
        let violation = f64::from(weight.saturating_sub(self.capacity));
        Evaluation { objectives: [f64::from(value)], violation }
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn distance(&self, a: &BitString, b: &BitString) -> f64 {
        f64::from(a.hamming(b)) / self.items.len() as f64
    }

    fn fingerprint(&self) -> String {
        format!("{self:?}")
    }
}

type Scheme = FeasibleInfeasible<Tournament, Uniform, BitFlip>;

/// Evolves packings.
pub(crate) fn run(
    problem: Knapsack,
    generations: u64,
    seed: Seed,
) -> Result<Evolution<Knapsack, Scheme>, Box<dyn Error>> {
    let breeding = Breeding {
        selection: Tournament::new(3),
        crossover: Uniform { rate: Rate::HALF },
        crossover_rate: Rate::new(0.9)?,
        mutation: BitFlip { rate: Rate::new(2.0 / problem.items.len() as f64)? },
        mutation_rate: Rate::ALWAYS,
    };
    let scheme = FeasibleInfeasible { population: 200, elite: 10, breeding };
    let mut evolution = Evolution::new(problem, scheme, seed)?;
    evolution
        .run(&Stop::new().generations(generations), &(), |_| ControlFlow::Continue(()))?;
    Ok(evolution)
}

/// The best and the median feasible value by generation, and the optimum.
fn picture(logbook: &Logbook, optimum: u32) -> Picture {
    let series = |name: &str, color, value: fn(&Event) -> Option<[f64; 1]>| {
        let point = |event: &Event| Some((event.generation as f64, value(event)?[0]));
        let points = logbook.events().filter_map(point).collect();
        Series { name: name.to_owned(), color, points }
    };
    Lines {
        title: "Value of the packed items".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "value".to_owned(),
        series: vec![
            series("best", theme::FEASIBLE, |event| event.best),
            series("median", theme::MUTED, |event| event.median),
        ],
        levels: vec![("optimum".to_owned(), f64::from(optimum))],
        ..Lines::default()
    }
    .picture()
}

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let (file, seed) = support::arguments("knapsack")?;
    let problem = Knapsack::random(100, &mut Seed(100).rng());
    let (optimum, capacity) = (problem.optimum(), problem.capacity);
    let evolution = run(problem, 300, seed)?;
    let best = evolution.best().ok_or("there was no generation")?;
    let (weight, value) = evolution.problem().sums(&best.genome);
    println!("value {value} of at most {optimum}, weight {weight} of at most {capacity}");
    let last = evolution.last_event().ok_or("there was no generation")?;
    println!("{} of {} individuals are feasible", last.feasible, last.population);
    support::save(&picture(evolution.logbook(), optimum), &file)?;
    println!("picture: {}", file.display());
    Ok(())
}
