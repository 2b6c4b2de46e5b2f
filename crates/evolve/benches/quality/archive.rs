//! MAP-Elites and CMA-ME beside pyribs: coverage and QD score on the linear projection of Rastrigin
//! (Fontaine et al., 2020).

use tilewright_evolve::{
    Archive, Axis, CmaMe, Cost, Direction, Evaluation, Evolution, MapElites, Mutation,
    Problem, Scheme, Stop,
};
use tilewright_grid::{Rng, Seed, det};

use crate::functions::rastrigin;
use crate::peers;
use crate::ratio::{Ratio, mean};

const GENES: usize = 20;
const EDGE: f64 = 5.12;
const SHIFT: f64 = 0.4 * EDGE;
const SIGMA: f64 = 0.5;

/// Rastrigin, shifted, from 0 in the worst corner to 100, with the sums of the first and of the
/// second half of the genes as measures.
#[derive(Clone, Copy, Debug)]
struct Projection;

fn raw(genome: &[f64]) -> f64 {
    rastrigin(genome.iter().map(|gene| gene - SHIFT))
}

impl Problem<3> for Projection {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 3] {
        [Direction::Maximize, Direction::Measure, Direction::Measure]
    }

    /// The middle with noise, as the peer begins.
    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        let mut genome = vec![0.0; GENES];
        Noise.mutate(&mut genome, rng);
        genome
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation<3> {
        let worst = raw(&[-EDGE; GENES]);
        let clipped = |gene: &f64| if gene.abs() <= EDGE { *gene } else { EDGE / gene };
        let (left, right) = genome.split_at(GENES / 2);
        let [left, right] = [left, right].map(|half| half.iter().map(clipped).sum());
        Evaluation::feasible([100.0 * (worst - raw(genome)) / worst, left, right])
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        "linear projection of Rastrigin".to_owned()
    }
}

/// Adds noise to every gene.
#[derive(Clone, Copy, Debug)]
struct Noise;

impl Mutation<Vec<f64>> for Noise {
    fn mutate(&self, genome: &mut Vec<f64>, rng: &mut Rng) {
        for gene in genome {
            let radius = (-2.0 * det::ln(1.0 - rng.unit())).sqrt();
            *gene += SIGMA * radius * det::cos(std::f64::consts::TAU * rng.unit());
        }
    }
}

/// Prints a table of both for each algorithm.
pub(crate) fn compare() {
    let peer = peers::versioned("archive", "ribs");
    println!("MAP-Elites, CMA-ME and {peer} for Python: coverage and QD score");
    let axes = vec![Axis::new(-EDGE * 10.0, EDGE * 10.0, 100); 2];
    let runs = |generations, run: &dyn Fn(Seed, &Stop) -> [f64; 2]| -> Vec<[f64; 2]> {
        let stop = Stop::new().generations(generations);
        (0..15).map(|seed| run(Seed(seed), &stop)).collect()
    };
    let elites = MapElites::new(axes.clone(), Noise);
    print(
        "map_elites",
        &runs(1000, &|seed, stop| {
            let new = Evolution::new(Projection, elites.clone(), seed);
            let evolution = finished(new.expect("the settings work"), stop);
            scores(evolution.state())
        }),
    );
    let emitters = CmaMe::new(axes, SIGMA);
    print(
        "cma_me",
        &runs(555, &|seed, stop| {
            let new = Evolution::new(Projection, emitters.clone(), seed);
            let new =
                new.expect("the settings work").starting_from(vec![vec![0.0; GENES]]);
            scores(finished(new, stop).state().archive())
        }),
    );
}

/// Runs a search to its end.
fn finished<S: Scheme<Projection, 3>>(
    mut evolution: Evolution<Projection, S, 3>,
    stop: &Stop,
) -> Evolution<Projection, S, 3> {
    let go_on = |_: &_| std::ops::ControlFlow::Continue(());
    evolution.run(stop, &(), go_on).expect("objectives are numbers");
    evolution
}

fn scores(archive: &Archive<Vec<f64>, 3>) -> [f64; 2] {
    [archive.coverage(), archive.qd_score(0.0)]
}

fn print(name: &str, runs: &[[f64; 2]]) {
    let peer = peers::runs("archive", "algorithm", name).unwrap_or_default();
    for (at, key) in ["coverage", "qd_score"].into_iter().enumerate() {
        let ours: Vec<f64> = runs.iter().map(|run| run[at]).collect();
        let peer = peers::numbers(&peer, key);
        print!("  {name:10} {key:8}  ours {:10.4}", mean(&ours));
        if peer.is_empty() {
            println!("  (no measurements of the peer)");
        } else {
            println!(
                "  peer {:10.4}  ratio {}",
                mean(&peer),
                Ratio::new(&ours, &peer, mean)
            );
        }
    }
}
