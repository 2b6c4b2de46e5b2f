//! Approximate fronts within a budget of CPU time, searched or evolved, beside the best paths for
//! random weights: the mean, median and smallest share of the exact front's hypervolume over 40
//! scenarios of a list with seed 1, and the CPU time of a query.
//!
//! The objectives are scaled so that the exact front lies between 0 and 1; the reference point is
//! 1.1. Where an exact search of three objectives needs too much memory (brc202d), the front of an
//! approximate search without a limit stands for the exact one.
//!
//! `cargo xtask bench pareto`

#![expect(clippy::print_stdout, reason = "prints a table")]

use std::path::PathBuf;
use std::time::Duration;

use cpu_time::ThreadTime;
use tilewright_formats::movingai::{self, Scenario};
use tilewright_grid::Seed;
use tilewright_pathplan::check::quantile;
use tilewright_pathplan::pareto::{
    ApproximateSearch, Budget, EvolvedSearch, Front, FrontSearch, Layers, RandomWeights,
    hypervolume, random_sources, random_terrain,
};
use tilewright_pathplan::{DangerSource, Graph, Map, Steps};

const QUERIES: usize = 40;

/// A benchmark: a map, its number of objectives, the budgets in milliseconds, and whether the
/// exact fronts can be computed.
struct Benchmark {
    map: &'static str,
    objectives: usize,
    budgets: &'static [u64],
    has_exact: bool,
}

const BENCHMARKS: [Benchmark; 3] = [
    Benchmark { map: "lak304d", objectives: 3, budgets: &[8, 50, 500], has_exact: true },
    Benchmark { map: "Aftershock", objectives: 2, budgets: &[20, 50], has_exact: true },
    Benchmark { map: "brc202d", objectives: 3, budgets: &[50, 500], has_exact: false },
];

fn main() {
    let columns = "mean   median  min     mean ms  median ms   max ms  paths";
    println!("{columns}  search             objectives  map");
    for benchmark in &BENCHMARKS {
        benchmark.run();
    }
}

impl Benchmark {
    fn run(&self) {
        let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/movingai");
        let file = data.join(format!("{}.map.scen", self.map));
        let list = std::fs::read_to_string(&file).expect("the list can be read");
        let map = std::fs::read_to_string(file.with_extension(""));
        let map = map.expect("the map lies beside the list");
        let map: movingai::Map = map.parse().expect("the map is whole");
        let map = Map::from_movingai(&map).expect("the map is whole");
        let all = movingai::scenarios(&list).expect("the list is whole");
        let count = QUERIES.min(all.len());
        let queries: Vec<&Scenario> =
            (0..count).map(|index| &all[index * all.len() / count]).collect();
        let graph = Graph::new(&map, Steps::EIGHT);
        let layers = self.layers(&map);
        let fronts = self.fronts(&graph, &layers, &queries);
        let queries: Vec<_> = queries.into_iter().zip(&fronts).collect();

        let mut search = ApproximateSearch::new(&graph, &layers);
        for &budget in self.budgets {
            let limit = Duration::from_millis(budget);
            self.measure(&queries, &format!("within {budget} ms"), |query| {
                let begun = ThreadTime::now();
                let clock = || begun.elapsed();
                let budget = Budget::new().elapsed(limit, &clock);
                let front = search.front(query.start, query.goal, budget, &());
                front.expect("both ends are walkable")
            });
        }
        let mut evolved = EvolvedSearch::new(&graph, &layers);
        for &budget in self.budgets {
            let limit = Duration::from_millis(budget);
            self.measure(&queries, &format!("evolved, {budget} ms"), |query| {
                let begun = ThreadTime::now();
                let clock = || begun.elapsed();
                let budget = Budget::new().elapsed(limit, &clock);
                let front = evolved.front(query.start, query.goal, budget, Seed(1), &());
                front.expect("both ends are walkable")
            });
        }
        let mut random = RandomWeights::new(&graph, &layers);
        for count in [20, 320] {
            self.measure(&queries, &format!("{count} random weights"), |query| {
                let rng = &mut Seed(1).rng();
                let front = random.front(query.start, query.goal, count, rng, &());
                front.expect("both ends are walkable")
            });
        }
    }

    /// Danger and terrain from seed 1.
    fn layers(&self, map: &Map) -> Layers {
        let size = map.size();
        let (sources, radius) = match size.rows.max(size.columns) {
            0..=64 => (6, 4.0),
            65..=400 => (12, 10.0),
            _ => (40, 20.0),
        };
        let mut rng = Seed(1).rng();
        let sources = random_sources(map, sources, radius, &mut rng);
        let layers =
            [DangerSource::danger(&sources, map), random_terrain(size, &mut rng)];
        Layers::new(size, &layers[..self.objectives - 1]).expect("the layers fit")
    }

    /// The fronts to compare with.
    fn fronts(
        &self,
        graph: &Graph,
        layers: &Layers,
        queries: &[&Scenario],
    ) -> Vec<Front> {
        if self.has_exact {
            let mut exact = FrontSearch::new(graph, layers);
            let front = |query: &&Scenario| exact.front(query.start, query.goal, &());
            let fronts: Result<_, _> = queries.iter().map(front).collect();
            return fronts.expect("the exact fronts fit into memory");
        }
        let mut search = ApproximateSearch::new(graph, layers);
        let mut front =
            |query: &&Scenario| search.front(query.start, query.goal, Budget::new(), &());
        let fronts: Result<_, _> = queries.iter().map(&mut front).collect();
        fronts.expect("both ends are walkable")
    }

    fn measure(
        &self,
        queries: &[(&Scenario, &Front)],
        name: &str,
        mut search: impl FnMut(&Scenario) -> Front,
    ) {
        let (mut shares, mut times, mut paths) = (Vec::new(), Vec::new(), 0);
        for (query, exact) in queries {
            let begun = ThreadTime::now();
            let front = search(query);
            times.push(begun.elapsed().as_secs_f64() * 1e3);
            paths += front.paths.len();
            if !exact.paths.is_empty() {
                shares.push(share(&front, exact));
            }
        }
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        shares.sort_by(f64::total_cmp);
        times.sort_by(f64::total_cmp);
        println!(
            "{:.4} {:.4}  {:.4}  {:7.2}  {:9.2}  {:7.2}  {:5.1}  {name:18} {:10}  {}",
            mean(&shares),
            quantile(&shares, 0.5),
            shares[0],
            mean(&times),
            quantile(&times, 0.5),
            quantile(&times, 1.0),
            paths as f64 / queries.len() as f64,
            self.objectives,
            self.map,
        );
    }
}

/// The hypervolume of a front as a share of the exact one's.
fn share(front: &Front, exact: &Front) -> f64 {
    let of = |front: &Front| -> Vec<[f64; 3]> {
        let paths = front.paths.iter();
        paths.map(|it| [it.route.length, it.sums[0].into(), it.sums[1].into()]).collect()
    };
    let exact = of(exact);
    let low = |at: usize| exact.iter().map(|it| it[at]).fold(f64::INFINITY, f64::min);
    let high = |at: usize| exact.iter().map(|it| it[at]).fold(0.0, f64::max);
    let ranges = [0, 1, 2].map(|at| [low(at), high(at) - low(at)]);
    let volume = |points: &[[f64; 3]]| {
        let scaled = points.iter().map(|point| {
            [0, 1, 2].map(|at| {
                let [low, range] = ranges[at];
                (point[at] - low) / if range > 0.0 { range } else { 1.0 }
            })
        });
        hypervolume(&scaled.collect::<Vec<_>>(), [1.1; 3])
    };
    volume(&of(front)) / volume(&exact)
}
