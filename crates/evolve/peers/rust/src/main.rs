//! tilewright-evolve beside other Rust crates, in one run and in turns.
//!
//! `cargo run --release --manifest-path crates/evolve/peers/rust/Cargo.toml [PROBLEM…]`
//! prints a table for each problem, or for those whose names begin with an argument.

use tilewright_evolve_peers::peers::{
    genetic_algorithm, genetic_algorithms, genevo, heuropt, moors, radiate,
};
use tilewright_evolve_peers::table::{Case, Contest, Nap, print_busy, print_naps};
use tilewright_evolve_peers::{ours, packed};

/// The problems on one thread.
const CONTESTS: &[Contest] = &[
    Contest {
        name: "onemax",
        what: "1000 bits, population 1000, 100 generations",
        ours: Some(ours::one_max),
        others: &[
            Case { name: "packed loop", run: packed::one_max },
            Case { name: "radiate", run: radiate::one_max },
            Case { name: "genetic_algorithm", run: genetic_algorithm::one_max },
            Case { name: "genetic_algorithms", run: genetic_algorithms::one_max },
            Case { name: "heuropt", run: heuropt::one_max },
            Case { name: "genevo", run: genevo::one_max },
        ],
    },
    Contest {
        name: "rastrigin",
        what: "30 reals, population 100, 1100 generations, minimized; blending crossover",
        ours: Some(ours::rastrigin),
        others: &[
            Case { name: "radiate", run: radiate::rastrigin },
            Case { name: "genetic_algorithms", run: genetic_algorithms::rastrigin },
            Case { name: "heuropt", run: heuropt::rastrigin },
        ],
    },
    Contest {
        name: "rastrigin-two-point",
        what: "the same by two-point crossover",
        ours: Some(ours::rastrigin_two_point),
        others: &[
            Case { name: "radiate", run: radiate::rastrigin_two_point },
            Case { name: "genetic_algorithm", run: genetic_algorithm::rastrigin },
            Case { name: "genevo", run: genevo::rastrigin },
        ],
    },
    Contest {
        name: "knapsack",
        what: "500 items, population 100, 600 generations",
        ours: Some(ours::knapsack),
        others: &[
            Case { name: "radiate", run: radiate::knapsack },
            Case { name: "genetic_algorithm", run: genetic_algorithm::knapsack },
            Case { name: "genetic_algorithms", run: genetic_algorithms::knapsack },
            Case { name: "heuropt", run: heuropt::knapsack },
            Case { name: "genevo", run: genevo::knapsack },
        ],
    },
    Contest {
        name: "zdt1",
        what: "NSGA-II, 30 reals, population 100, 250 generations; best: hypervolume",
        ours: Some(ours::zdt1),
        others: &[
            Case { name: "heuropt", run: heuropt::zdt1 },
            Case { name: "moors", run: moors::zdt1 },
        ],
    },
    Contest {
        name: "ask",
        what: "OneMax as above by run, and by ask and tell",
        ours: Some(ours::one_max),
        others: &[Case { name: "ours, ask and tell", run: ours::one_max_asked }],
    },
];

/// Crates that evaluate on several threads.
const NAPS: &[Nap] = &[
    Nap { name: "tilewright-evolve", run: ours::sleep },
    Nap { name: "radiate", run: radiate::sleep },
    Nap { name: "genetic_algorithm", run: genetic_algorithm::sleep },
    Nap { name: "genetic_algorithms", run: genetic_algorithms::sleep },
    Nap { name: "heuropt", run: heuropt::sleep },
    Nap { name: "genevo", run: genevo::sleep },
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| {
        wanted.is_empty() || wanted.iter().any(|wanted| name.starts_with(wanted.as_str()))
    };
    for contest in CONTESTS.iter().filter(|contest| is_wanted(contest.name)) {
        contest.print();
    }
    if is_wanted("sleep") {
        print_naps(NAPS);
        println!();
    }
    if is_wanted("busy") {
        print_busy("(4 + 8), 200 generations", ours::sleep_plus);
    }
}
