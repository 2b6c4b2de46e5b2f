//! Eight routes of at most 1.05 times the shortest length, for 60 scenarios of each list: their
//! mean dissimilarity, and the median time of a query on one core, the best of five.
//!
//! `cargo xtask bench routes`, or with lists of one's own, whose maps lie beside them,
//! `cargo run --release -p tilewright-pathplan --example routes -- FILE.scen`.

#![expect(clippy::print_stdout, reason = "prints a table")]

use std::time::Instant;

use tilewright_formats::movingai::{self, Scenario};
use tilewright_grid::Seed;
use tilewright_pathplan::check::quantile;
use tilewright_pathplan::routes::{
    Detour, DiverseRoutes, Penalty, RandomWalk, RouteRequest, Router, Yen,
};
use tilewright_pathplan::{Graph, Map, Steps};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/movingai");
const QUERIES: usize = 60;

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        let names = ["lak304d", "brc202d", "Aftershock"];
        files = names.map(|name| format!("{FOLDER}/{name}.map.scen")).into();
    }
    println!(
        "method       dissimilarity  routes  not within 1.05  median ms   mean ms  file"
    );
    for file in &files {
        let list = std::fs::read_to_string(file).expect("the list can be read");
        let map = file.strip_suffix(".scen").expect("a list is named FILE.scen");
        let map = std::fs::read_to_string(map).expect("the map lies beside the list");
        let map: movingai::Map = map.parse().expect("the map is whole");
        let map = Map::from_movingai(&map).expect("the map is whole");
        let all = movingai::scenarios(&list).expect("the list is whole");
        let queries: Vec<&Scenario> =
            (0..QUERIES).map(|index| &all[index * all.len() / QUERIES]).collect();
        let graph = Graph::new(&map, Steps::EIGHT);
        let name = file.rsplit('/').next().unwrap_or(file);
        table("diverse", name, &queries, 5, &mut DiverseRoutes::new(&graph));
        table("penalty", name, &queries, 2, &mut Penalty::new(&graph));
        table("random-walk", name, &queries, 2, &mut RandomWalk::new(&graph, Seed(1)));
        table("yen", name, &queries, 1, &mut Yen::new(&graph));
    }
}

fn table(
    method: &str,
    file: &str,
    queries: &[&Scenario],
    tries: u32,
    router: &mut dyn Router,
) {
    let mut times = Vec::new();
    let (mut dissimilarity, mut count, mut wrong) = (0.0, 0, 0);
    for query in queries {
        let (start, goal) = (query.start, query.goal);
        let detour = Detour::new(1.05).expect("it is in range");
        let request = RouteRequest { start, goal, count: 8, detour };
        let mut best = f64::INFINITY;
        let mut found = None;
        for _ in 0..tries {
            let begun = Instant::now();
            found = router.routes(&request, &()).ok();
            best = best.min(begun.elapsed().as_secs_f64() * 1e3);
        }
        let found = found.expect("both ends are walkable");
        let most = query.length * 1.05 + query.unit;
        wrong += found.routes.iter().filter(|route| route.length > most).count();
        count += found.routes.len();
        dissimilarity += found.dissimilarity();
        times.push(best);
    }
    times.sort_by(f64::total_cmp);
    let of_all = queries.len() as f64;
    println!(
        "{method:11}  {:13.3}  {:6.2}  {wrong:15}  {:9.3} {:9.3}  {file}",
        dissimilarity / of_all,
        count as f64 / of_all,
        quantile(&times, 0.5),
        times.iter().sum::<f64>() / of_all,
    );
}
