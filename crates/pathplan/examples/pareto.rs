//! Exact Pareto fronts of length and danger, and of length, danger and terrain, for 60 scenarios
//! of each list with seed 1: their size, and the time of a query on one core, the best of three.
//!
//! `cargo xtask bench pareto`, or with lists of one's own, whose maps lie beside them,
//! `cargo run --release -p tilewright-pathplan --example pareto -- FILE.scen`.

#![expect(clippy::print_stdout, reason = "prints a table")]

use std::path::PathBuf;
use std::time::Instant;

use tilewright_formats::movingai::{self, Scenario};
use tilewright_grid::Seed;
use tilewright_pathplan::check::quantile;
use tilewright_pathplan::pareto::{FrontSearch, Layers, random_sources, random_terrain};
use tilewright_pathplan::{DangerSource, Graph, Map, Steps};

const QUERIES: usize = 60;

fn main() {
    let mut files: Vec<PathBuf> =
        std::env::args_os().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data");
        let small = std::fs::read_dir(data.join("small")).expect("the maps are there");
        let small = small.map(|entry| entry.expect("the folder can be read").path());
        files = small.filter(|path| path.extension() == Some("scen".as_ref())).collect();
        files.sort();
        let large = ["lak304d", "brc202d", "Aftershock"];
        files.extend(large.map(|name| data.join(format!("movingai/{name}.map.scen"))));
    }
    println!("objectives  front  expanded  median µs    95 % µs     max µs  file");
    for file in &files {
        let list = std::fs::read_to_string(file).expect("the list can be read");
        let map = std::fs::read_to_string(file.with_extension(""));
        let map = map.expect("the map lies beside the list");
        let map: movingai::Map = map.parse().expect("the map is whole");
        let map = Map::from_movingai(&map).expect("the map is whole");
        let all = movingai::scenarios(&list).expect("the list is whole");
        let count = QUERIES.min(all.len());
        let queries: Vec<&Scenario> =
            (0..count).map(|index| &all[index * all.len() / count]).collect();
        let name = file.file_name().unwrap_or_default().display().to_string();
        tables(&name, &map, &queries);
    }
}

fn tables(name: &str, map: &Map, queries: &[&Scenario]) {
    let size = map.size();
    let (sources, radius) = match size.rows.max(size.columns) {
        0..=64 => (6, 4.0),
        65..=400 => (12, 10.0),
        _ => (40, 20.0),
    };
    let mut rng = Seed(1).rng();
    let danger =
        DangerSource::danger(&random_sources(map, sources, radius, &mut rng), map);
    let terrain = random_terrain(size, &mut rng);
    let graph = Graph::new(map, Steps::EIGHT);
    for layers in [vec![danger.clone()], vec![danger, terrain]] {
        let layers = Layers::new(size, &layers).expect("the layers fit");
        table(name, &graph, &layers, queries);
    }
}

fn table(name: &str, graph: &Graph, layers: &Layers, queries: &[&Scenario]) {
    let mut search = FrontSearch::new(graph, layers);
    let mut times = Vec::new();
    let (mut paths, mut expansions) = (0, 0);
    for query in queries {
        let mut best = f64::INFINITY;
        let mut front = None;
        for _ in 0..3 {
            let begun = Instant::now();
            front = search.front(query.start, query.goal, &()).ok();
            best = best.min(begun.elapsed().as_secs_f64() * 1e6);
        }
        let front = front.expect("both ends are walkable");
        paths += front.paths.len();
        expansions += front.expansions;
        times.push(best);
    }
    times.sort_by(f64::total_cmp);
    let count = queries.len() as f64;
    let [median, most, max] = [0.5, 0.95, 1.0].map(|share| quantile(&times, share));
    println!(
        "{:10}  {:5.1}  {:8.0}  {median:9.1}  {most:9.1}  {max:9.1}  {name}",
        layers.count() + 1,
        paths as f64 / count,
        expansions as f64 / count,
    );
}
