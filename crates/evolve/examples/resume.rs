//! A run that survives the end of its program: it writes a checkpoint after every generation, and
//! the same command continues from it. Whenever it is killed, it ends with the same bytes. It takes
//! the name of any scheme.
//!
//! `cargo run --release -p tilewright-evolve --example resume -- SCHEME FILE [GENERATIONS]`

use std::error::Error;
use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::ops::ControlFlow;
use std::path::Path;

use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{
    Axis, Blend, Breeding, Climb, CmaEs, CmaMe, DifferentialEvolution, Direction,
    Evaluation, Evolution, FeasibleInfeasible, Gaussian, Generational, Islands,
    MapElites, Neighborhood, Noise, Nsga2, Nsga3, Plus, Problem, Rate, RealBounds,
    Scheme, SteadyState, Stop, Topology, Tournament,
};
use tilewright_grid::{Rng, Seed};

/// The names of the schemes; `noise` is the first one in a search with noise.
pub(crate) const SCHEMES: [&str; 13] = [
    "generational",
    "plus",
    "steady-state",
    "fi-2pop",
    "nsga2",
    "nsga3",
    "map-elites",
    "cma-es",
    "cma-me",
    "differential-evolution",
    "hill-climbing",
    "islands",
    "noise",
];

/// The sum of the squares of six numbers whose sum is at least 1; as further values, by what the
/// scheme needs, the sum itself and the first number.
#[derive(Clone, Debug)]
struct Squares<const M: usize> {
    directions: [Direction; M],
}

/// From −5 to 5.
fn bounds() -> Result<RealBounds, tilewright_evolve::Error> {
    RealBounds::new(vec![-5.0..=5.0; 6])
}

impl<const M: usize> Problem<M> for Squares<M> {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; M] {
        self.directions
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        (0..6).map(|_| 10.0 * rng.unit() - 5.0).collect()
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation<M> {
        let sum: f64 = genome.iter().sum();
        let values = [genome.iter().map(|gene| gene * gene).sum(), sum, genome[0]];
        let objectives = std::array::from_fn(|at| values[at]);
        Evaluation { objectives, violation: (1.0 - sum).max(0.0) }
    }

    fn evaluate_seeded(&self, genome: &Vec<f64>, seed: Seed) -> Evaluation<M> {
        let mut game = self.evaluate(genome);
        game.objectives[0] += seed.rng().unit() - 0.5;
        game
    }

    fn fingerprint(&self) -> String {
        format!("{self:?}")
    }
}

/// A genome, and the gene that was changed last with its value before.
#[derive(Debug)]
struct Place {
    genome: Vec<f64>,
    last: (usize, f64),
}

impl Neighborhood for Squares<1> {
    type Point = Place;

    fn point(&self, genome: &Vec<f64>) -> Place {
        Place { genome: genome.clone(), last: (0, genome[0]) }
    }

    fn genome<'a>(&self, point: &'a Place) -> &'a Vec<f64> {
        &point.genome
    }

    fn evaluation(&self, point: &Place) -> Evaluation {
        self.evaluate(&point.genome)
    }

    fn change(&self, point: &mut Place, rng: &mut Rng) -> u64 {
        let gene = rng.index(point.genome.len());
        point.last = (gene, point.genome[gene]);
        point.genome[gene] += rng.unit() - 0.5;
        1
    }

    fn undo(&self, point: &mut Place) {
        let (gene, value) = point.last;
        point.genome[gene] = value;
    }
}

/// The bytes of a checkpoint file, if there is one.
fn read(file: &Path) -> Result<Option<Vec<u8>>, Box<dyn Error>> {
    match fs::read(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Writes a file as a whole: beside its place, through to the disk, and then under its name. A
/// program that is killed leaves the old file or the new one.
fn write(file: &Path, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    let beside = file.with_extension("new");
    let mut new = File::create(&beside)?;
    new.write_all(bytes)?;
    new.sync_all()?;
    fs::rename(&beside, file)?;
    Ok(())
}

/// Continues from the checkpoint, or starts, and calls `see` after every generation.
fn evolve<P, S, const M: usize>(
    problem: P,
    scheme: S,
    file: &Path,
    generations: u64,
    see: &mut dyn FnMut(u64),
) -> Result<(), Box<dyn Error>>
where
    P: Problem<M, Genome = Vec<f64>>,
    S: Scheme<P, M>,
    S::State: Serialize + DeserializeOwned,
{
    let evolution = match read(file)? {
        Some(bytes) => Evolution::resume(problem, scheme, &bytes)?,
        None => Evolution::new(problem, scheme, Seed(1))?,
    };
    evolve_on(evolution, file, generations, see)
}

/// The same from a search that may have begun.
fn evolve_on<P, S, const M: usize>(
    mut evolution: Evolution<P, S, M>,
    file: &Path,
    generations: u64,
    see: &mut dyn FnMut(u64),
) -> Result<(), Box<dyn Error>>
where
    P: Problem<M, Genome = Vec<f64>>,
    S: Scheme<P, M>,
    S::State: Serialize + DeserializeOwned,
{
    while evolution.generations() < generations {
        let stop = Stop::new().generations(evolution.generations() + 1);
        evolution.run(&stop, &(), |_| ControlFlow::Continue(()))?;
        write(file, &evolution.checkpoint()?)?;
        see(evolution.generations());
    }
    Ok(())
}

/// Evolves by the scheme of this name.
pub(crate) fn run(
    scheme: &str,
    file: &Path,
    generations: u64,
    see: &mut dyn FnMut(u64),
) -> Result<(), Box<dyn Error>> {
    match scheme {
        "nsga2" | "nsga3" | "map-elites" | "cma-me" => {
            many(scheme, file, generations, see)
        }
        _ => one(scheme, file, generations, see),
    }
}

/// Small changes of some numbers.
fn mutation() -> Result<Gaussian, tilewright_evolve::Error> {
    Ok(Gaussian { rate: Rate::new(0.3)?, spread: 0.05, bounds: bounds()? })
}

/// The operators.
fn breeding() -> Result<Breeding<Tournament, Blend, Gaussian>, tilewright_evolve::Error> {
    Ok(Breeding {
        selection: Tournament::new(2),
        crossover: Blend { alpha: 0.3, bounds: bounds()? },
        crossover_rate: Rate::HALF,
        mutation: mutation()?,
        mutation_rate: Rate::ALWAYS,
    })
}

/// Evolves by a scheme for one objective.
fn one(
    scheme: &str,
    file: &Path,
    generations: u64,
    see: &mut dyn FnMut(u64),
) -> Result<(), Box<dyn Error>> {
    let problem = Squares { directions: [Direction::Minimize] };
    let breeding = breeding()?;
    let generational = Generational {
        population: 40,
        elite: 1,
        returns_hall_of_fame: false,
        breeding: breeding.clone(),
    };
    match scheme {
        "generational" => evolve(problem, generational, file, generations, see),
        "noise" => {
            let noise = Noise { games: vec![1, 3], ..Noise::default() };
            let evolution = match read(file)? {
                Some(bytes) => Evolution::resume(problem, generational, &bytes)?,
                None => {
                    Evolution::new(problem, generational, Seed(1))?.with_noise(noise)?
                }
            };
            evolve_on(evolution, file, generations, see)
        }
        "plus" => {
            let scheme = Plus::new(5, 40, mutation()?).with_restart(15);
            evolve(problem, scheme, file, generations, see)
        }
        "steady-state" => {
            let scheme = SteadyState { population: 40, children: 32, breeding };
            evolve(problem, scheme, file, generations, see)
        }
        "fi-2pop" => {
            let scheme = FeasibleInfeasible { population: 40, elite: 2, breeding };
            evolve(problem, scheme, file, generations, see)
        }
        "cma-es" => {
            let scheme = CmaEs::new(2.0)
                .with_bounds(bounds()?)
                .with_population(40)
                .with_restarts(5);
            evolve(problem, scheme, file, generations, see)
        }
        "differential-evolution" => {
            let scheme = DifferentialEvolution::new(40, bounds()?);
            evolve(problem, scheme, file, generations, see)
        }
        "hill-climbing" => {
            let scheme = Climb { changes: 10, patience: Some(100) };
            evolve(problem, scheme, file, generations, see)
        }
        "islands" => {
            let (scheme, topology) = (generational, Topology::Ring);
            let islands = Islands { scheme, count: 3, every: 5, migrants: 1, topology };
            evolve(problem, islands, file, generations, see)
        }
        other => Err(format!("no scheme {other}: use one of {SCHEMES:?}").into()),
    }
}

/// Evolves by a scheme for several objectives or one with an archive.
fn many(
    scheme: &str,
    file: &Path,
    generations: u64,
    see: &mut dyn FnMut(u64),
) -> Result<(), Box<dyn Error>> {
    if scheme == "nsga2" {
        let problem = Squares { directions: [Direction::Minimize; 2] };
        let scheme = Nsga2 { population: 40, breeding: breeding()? };
        return evolve(problem, scheme, file, generations, see);
    }
    if scheme == "nsga3" {
        let problem = Squares { directions: [Direction::Minimize; 3] };
        let scheme = Nsga3 { divisions: vec![7], ..Nsga3::new(3, breeding()?)? };
        return evolve(problem, scheme, file, generations, see);
    }
    let directions = [Direction::Minimize, Direction::Measure, Direction::Measure];
    let axes = vec![Axis::new(-10.0, 10.0, 12), Axis::new(-5.0, 5.0, 12)];
    if scheme == "map-elites" {
        let scheme = MapElites::new(axes, mutation()?);
        return evolve(Squares { directions }, scheme, file, generations, see);
    }
    evolve(Squares { directions }, CmaMe::new(axes, 0.5), file, generations, see)
}

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (scheme, file, generations) = match &words[..] {
        [scheme, file] => (scheme, file, 300),
        [scheme, file, generations] => (scheme, file, generations.parse()?),
        _ => return Err(format!("SCHEME FILE [GENERATIONS], of {SCHEMES:?}").into()),
    };
    run(scheme, Path::new(file), generations, &mut |generation| {
        println!("generation {generation} of {generations}");
    })
}
