//! Islands: eight small populations on a ring, which exchange their best individuals every twenty
//! generations, on a problem that deceives. The picture shows the best individual of each island.
//!
//! `cargo run --release -p tilewright-evolve --example islands [FILE.svg] [SEED]`

use std::error::Error;
use std::ops::ControlFlow;

use tilewright_draw::chart::{Lines, Series};
use tilewright_draw::{Picture, theme};
use tilewright_evolve::{
    BitFlip, BitString, Breeding, Cost, Direction, Evaluation, Evolution, Generational,
    Islands, Problem, Rate, State as _, Stop, Topology, Tournament, TwoPoint,
};
use tilewright_grid::{Rng, Seed};

mod support;

/// The number of bits of a trap.
const TRAP: usize = 4;

/// Deceptive traps (Deb and Goldberg, 1993): a trap is worth 4 if all of its four bits are 1, else
/// 3 less the number of ones, so that small steps lead to all zeros.
#[derive(Debug)]
pub(crate) struct Traps {
    count: usize,
}

impl Traps {
    /// The value if all traps are solved.
    pub(crate) const fn optimum(&self) -> f64 {
        (TRAP * self.count) as f64
    }
}

impl Problem for Traps {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(TRAP * self.count, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        let value = |trap: usize| {
            let bits = trap * TRAP..(trap + 1) * TRAP;
            let ones = bits.filter(|&bit| genome.get(bit)).count();
            if ones == TRAP { TRAP } else { TRAP - 1 - ones }
        };
        Evaluation::feasible([(0..self.count).map(value).sum::<usize>() as f64])
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        format!("{} traps of {TRAP} bits", self.count)
    }
}

type Scheme = Islands<Generational<Tournament, TwoPoint, BitFlip>>;

/// A search and the best value of each island in each generation.
pub(crate) type Outcome = (Evolution<Traps, Scheme>, Vec<Vec<f64>>);

/// Evolves until all traps are solved; `every` is how often the islands exchange individuals, 0
/// for never.
pub(crate) fn run(
    traps: usize,
    every: u64,
    seed: Seed,
) -> Result<Outcome, Box<dyn Error>> {
    let breeding = Breeding {
        selection: Tournament::new(2),
        crossover: TwoPoint,
        crossover_rate: Rate::new(0.9)?,
        mutation: BitFlip { rate: Rate::new(1.0 / (TRAP * traps) as f64)? },
        mutation_rate: Rate::HALF,
    };
    let island =
        Generational { population: 100, elite: 2, returns_hall_of_fame: false, breeding };
    let scheme = Islands {
        scheme: island,
        count: 8,
        every,
        migrants: 2,
        topology: Topology::Ring,
    };
    let problem = Traps { count: traps };
    let stop = Stop::new().target(problem.optimum()).generations(1000);
    let mut evolution = Evolution::new(problem, scheme, seed)?;
    let mut curves = vec![Vec::new(); 8];
    evolution.run(&stop, &(), |evolution| {
        for (island, curve) in evolution.state().islands().iter().zip(&mut curves) {
            let best = island.populations().find_map(|population| {
                Some(population.evaluations()[population.best()?].objectives[0])
            });
            curve.push(best.unwrap_or(f64::NAN));
        }
        ControlFlow::Continue(())
    })?;
    Ok((evolution, curves))
}

/// A line for each island.
fn picture(curves: &[Vec<f64>], optimum: f64) -> Picture {
    let series = |(number, (curve, color)): (usize, (&Vec<f64>, _))| Series {
        name: format!("island {}", number + 1),
        color,
        points: (0_u32..).map(f64::from).zip(curve.iter().copied()).collect(),
    };
    Lines {
        title: "The best individual of each island".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "value".to_owned(),
        series: curves.iter().zip(theme::SERIES).enumerate().map(series).collect(),
        levels: vec![("optimum".to_owned(), optimum)],
        ..Lines::default()
    }
    .picture()
}

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let (file, seed) = support::arguments("islands")?;
    let mut drawn = None;
    for every in [0, 20] {
        let (evolution, curves) = run(40, every, seed)?;
        let best = evolution.best().ok_or("there was no generation")?;
        println!(
            "exchange every {every} generations: value {} of {} after {} generations",
            best.evaluation.objectives[0],
            evolution.problem().optimum(),
            evolution.generations()
        );
        drawn = Some(picture(&curves, evolution.problem().optimum()));
    }
    support::save(&drawn.ok_or("there was no run")?, &file)?;
    println!("picture: {}", file.display());
    Ok(())
}
