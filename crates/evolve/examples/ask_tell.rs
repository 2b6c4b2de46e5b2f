//! Ask and tell: a program of your own evaluates the genomes, here on two threads, and saves a
//! checkpoint, from which another search continues. Differential evolution fits a damped
//! oscillation to measurements. The picture shows the measurements and the fitted curve.
//!
//! `cargo run --release -p tilewright-evolve --example ask_tell [FILE.svg] [SEED]`

use std::error::Error;
use std::path::Path;
use std::thread;

use tilewright_draw::chart::{Lines, Series};
use tilewright_draw::{Picture, theme};
use tilewright_evolve::{
    DifferentialEvolution, Direction, Evaluation, Evolution, Problem, RealBounds,
};
use tilewright_grid::{Rng, Seed, det};

mod support;

/// Measurements of an oscillation: times and values.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    measured: Vec<(f64, f64)>,
    bounds: RealBounds,
}

/// Amplitude, decay, frequency and phase from which the measurements are made.
pub(crate) const TRUTH: [f64; 4] = [2.0, 0.3, 5.0, 0.7];

/// The value of the oscillation with these parameters at a time.
fn oscillation(parameters: &[f64], time: f64) -> f64 {
    let [amplitude, decay, frequency, phase] = parameters else { return f64::NAN };
    amplitude * det::exp(-decay * time) * det::cos(frequency * time + phase)
}

impl Fit {
    /// Eighty measurements with errors.
    pub(crate) fn new() -> Result<Self, Box<dyn Error>> {
        let mut rng = Seed(80).rng();
        let measure = |step| {
            let time = f64::from(step) / 10.0;
            (time, oscillation(&TRUTH, time) + 0.4 * (rng.unit() - 0.5))
        };
        let ranges = [0.0..=5.0, 0.0..=2.0, 0.0..=10.0, 0.0..=6.3];
        let bounds = RealBounds::new(ranges)?;
        Ok(Self { measured: (0..80).map(measure).collect(), bounds })
    }
}

impl Problem for Fit {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        self.bounds.random(rng)
    }

    /// The mean square error.
    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation {
        let square = |&(time, value): &(f64, f64)| {
            let error = oscillation(genome, time) - value;
            error * error
        };
        let sum: f64 = self.measured.iter().map(square).sum();
        Evaluation::feasible([sum / self.measured.len() as f64])
    }

    fn fingerprint(&self) -> String {
        format!("{self:?}")
    }
}

/// A fit by differential evolution.
pub(crate) type Fitting = Evolution<Fit, DifferentialEvolution>;

/// The scheme, with forty members.
fn scheme(problem: &Fit) -> DifferentialEvolution {
    DifferentialEvolution::new(40, problem.bounds.clone())
}

/// Asks for genomes, evaluates them on two threads, and reports the evaluations.
fn generation(evolution: &mut Fitting) -> Result<(), Box<dyn Error>> {
    let problem = evolution.problem().clone();
    let genomes: Vec<Vec<f64>> = evolution.ask()?.iter().cloned().collect();
    let (left, right) = genomes.split_at(genomes.len() / 2);
    let evaluate = |genomes: &[Vec<f64>]| -> Vec<Evaluation> {
        genomes.iter().map(|genome| problem.evaluate(genome)).collect()
    };
    let evaluations = thread::scope(|scope| {
        let other = scope.spawn(|| evaluate(right));
        let mut evaluations = evaluate(left);
        evaluations.extend(other.join().expect("evaluations do not panic"));
        evaluations
    });
    evolution.tell(&evaluations)?;
    Ok(())
}

/// Searches for half of the generations, saves a checkpoint, and continues from it in a second
/// search.
pub(crate) fn run(
    generations: u64,
    seed: Seed,
    checkpoint: &Path,
) -> Result<Fitting, Box<dyn Error>> {
    let problem = Fit::new()?;
    let scheme = scheme(&problem);
    let mut first = Evolution::new(problem.clone(), scheme.clone(), seed)?;
    while first.generations() < generations / 2 {
        generation(&mut first)?;
    }
    std::fs::write(checkpoint, first.checkpoint()?)?;
    drop(first);

    let bytes = std::fs::read(checkpoint)?;
    let mut second = Evolution::resume(problem, scheme, &bytes)?;
    while second.generations() < generations {
        generation(&mut second)?;
    }
    Ok(second)
}

/// The measurements and the fitted curve.
fn picture(problem: &Fit, fitted: &[f64]) -> Picture {
    // A gap after each point, so that they are not joined.
    let gap = (f64::NAN, f64::NAN);
    let times = (0..=790).map(|step| f64::from(step) / 100.0);
    Lines {
        title: "A damped oscillation, fitted".to_owned(),
        x_label: "time in seconds".to_owned(),
        y_label: "value".to_owned(),
        series: vec![
            Series {
                name: "measured".to_owned(),
                color: theme::MUTED,
                points: problem.measured.iter().flat_map(|&at| [at, gap]).collect(),
            },
            Series {
                name: "fitted".to_owned(),
                color: theme::ACCENT,
                points: times.map(|time| (time, oscillation(fitted, time))).collect(),
            },
        ],
        ..Lines::default()
    }
    .picture()
}

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let (file, seed) = support::arguments("ask_tell")?;
    let checkpoint = file.with_extension("checkpoint");
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let evolution = run(150, seed, &checkpoint)?;
    let best = evolution.best().ok_or("there was no generation")?;
    let names = ["amplitude", "decay", "frequency", "phase"];
    for ((name, fitted), truth) in names.iter().zip(&best.genome).zip(TRUTH) {
        println!("{name:9} {fitted:.3}, from which the measurements were made: {truth}");
    }
    println!("{} evaluations", evolution.evaluations());
    support::save(&picture(evolution.problem(), &best.genome), &file)?;
    println!("picture: {}, checkpoint: {}", file.display(), checkpoint.display());
    Ok(())
}
