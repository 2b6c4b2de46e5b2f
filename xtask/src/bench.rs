//! `cargo xtask bench NAME`: the figures that the book states, and how soon tasks stop.

use anyhow::Result;
use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::{cargo, finish};

/// What can be measured.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Name {
    /// The schemes of level generation on the article's series: solved, evaluations.
    Schemes,
    /// The levels that the article's author published: mean swaps, the author's and ours.
    AuthorLevels,
    /// Two hundred requests for a difficulty: how far off, how long.
    Requests,
    /// A hundred requests with goals of several parts: how far off, how long.
    MixedRequests,
    /// Explanations of levels beside 10,000 games of every change: signs and ranks, times.
    Explanations,
    /// The methods that predict mean swaps, over five seeds: R² on held-out levels. A quarter of
    /// an hour.
    Prediction,
    /// The exact planners of paths beside those of other crates: times of every query.
    Planners,
    /// Routes that keep apart beside those of other methods: what they share, and times.
    Routes,
    /// The exact fronts of length, danger and terrain: how long they are, and times.
    Pareto,
    /// The article's comparison of planners that evolve paths, on ten small maps: some seconds.
    PathCompare,
    /// 2048: the article's player, by its rules and with a finite loss for dead ends: 2,000
    /// games each.
    #[value(name = "2048-classic")]
    Classic,
    /// 2048: the search by tables, 50 games: an hour and a half.
    #[value(name = "2048-expectimax")]
    Expectimax,
    /// 2048: the weights of that search for few moves, tuned, and how they play two moves deep
    /// beside the published ones.
    #[value(name = "2048-tune")]
    Tune,
    /// 2048: the network that ships with the program, looking ahead one, two and three moves.
    #[value(name = "2048-network")]
    Network,
    /// 2048: how fast a network of four tuples of six cells learns from 80,000 games, in some four
    /// minutes on one core, and how it plays then.
    #[value(name = "2048-learning")]
    Learning,
    /// 2048: how a network of four tuples of six cells plays after an hour and a half of learning
    /// on one core, at the end late boards only.
    #[value(name = "2048-train")]
    Train,
    /// 2048: perfect play on 3 × 3 cells, in a minute and 1 GB.
    #[value(name = "2048-solve")]
    Solve,
    /// Ten thousand games of every Battleship hunter against even and two-column fleets: mean
    /// shots with their interval, time of a shot.
    BattleshipHunters,
    /// Battleship hunters against the built-in adversarial fleets.
    BattleshipAdversarial,
    /// Battleship hunters with the US fleet, whose ships may touch.
    BattleshipUs,
    /// A thousand runs of the article's evolution of fleets on 10 × 10 and 7 × 7: the share that
    /// succeeds.
    BattleshipClassic,
    /// The share of duels with `density` that casual Battleship hunters win, by their focus and
    /// by the share that is asked for.
    BattleshipWinRates,
    /// The longest CPU time between two looks of every task, asked are 100 ms at most: how soon
    /// it can be stopped. Four minutes.
    Stops,
    /// Levels and games a second, with criterion, the levels beside a plain recount.
    Speed,
    /// The engine on `OneMax`, with criterion.
    Engine,
}

pub(crate) fn run(name: Name) -> Result<()> {
    commands(name).iter().try_for_each(|words| finish(cargo(words)))
}

/// The word by which a figure is asked for.
pub(crate) fn word(name: Name) -> String {
    value(name).get_name().to_owned()
}

/// What a figure shows and how long it takes.
pub(crate) fn help(name: Name) -> String {
    value(name).get_help().map(ToString::to_string).unwrap_or_default()
}

fn value(name: Name) -> PossibleValue {
    name.to_possible_value().unwrap_or_else(|| PossibleValue::new("hidden"))
}

/// What cargo is told. The figures of 2048 are each got by the command that a user would give:
/// on one thread, since the moves a second are those of one core.
pub(crate) const fn commands(name: Name) -> &'static [&'static str] {
    match name {
        Name::Schemes => &["run --release --package tilewright-match3 --example schemes"],
        Name::AuthorLevels => {
            &["run --release --package tilewright-match3 --example author_levels"]
        }
        Name::Requests => {
            &["run --release --package tilewright-match3 --example requests"]
        }
        Name::MixedRequests => {
            &["run --release --package tilewright-match3 --example requests -- mixed"]
        }
        Name::Explanations => {
            &["run --release --package tilewright-match3 --example explanations"]
        }
        Name::Prediction => {
            &["run --release --package tilewright-match3 --example prediction"]
        }
        Name::Planners => {
            &["run --release --package tilewright-pathplan --example planners"]
        }
        Name::Routes => &["run --release --package tilewright-pathplan --example routes"],
        Name::Pareto => &["run --release --package tilewright-pathplan --example pareto"],
        Name::PathCompare => PATH_COMPARE,
        Name::Classic => &[
            "run --release -- 2048 bench --player classic --games 2000 --seed 1 --threads 1",
            "run --release -- 2048 bench --player classic --games 2000 --seed 1 --threads 1 \
             --dead-end -1e8",
            "run --release -- 2048 bench --player classic --games 2000 --seed 1 --threads 1 \
             --fours 0.0909",
        ],
        Name::Expectimax => &[
            "run --release -- 2048 bench --player expectimax --games 50 --seed 1 --threads 1",
        ],
        Name::Tune => &[
            "run --release -- 2048 tune --player expectimax \
             --weights crates/game2048/models/xiao.json --depth 3 --generations 14 \
             --parents 5 --children 12 --games 150 --check 1000 --seed 1 --force \
             -o target/shallow.json",
            "run --release -- 2048 bench --player expectimax --depth 2 --games 1000 --seed 5",
            "run --release -- 2048 bench --player expectimax --depth 2 --games 1000 --seed 5 \
             --weights crates/game2048/models/xiao.json",
        ],
        Name::Solve => {
            &["run --release --package tilewright-2048 --example solve -- 3x3"]
        }
        Name::Network => NETWORK,
        Name::Learning => LEARNING,
        Name::Train => TRAIN,
        Name::BattleshipHunters => {
            &["run --release --package tilewright-battleship --example hunters"]
        }
        Name::BattleshipAdversarial => &["run --release -- battleship hunt \
             --hunter hunt-and-target,lattice,density,posterior,veteran \
             --fleets adversarial --games 4000 --seed 1"],
        Name::BattleshipUs => {
            &["run --release -- battleship hunt --hunter density,posterior,expert \
             --fleets uniform --fleet us --games 2000 --seed 1"]
        }
        Name::BattleshipClassic => {
            &["run --release --package tilewright-battleship --example classic"]
        }
        Name::BattleshipWinRates => {
            &["run --release --package tilewright-battleship --example win_rates"]
        }
        Name::Stops => &["run --release --package tilewright-tasks --example stops"],
        Name::Speed => &["bench --package tilewright-match3"],
        Name::Engine => &["bench --package tilewright-evolve"],
    }
}

/// The ten maps, with the paper's sizes.
const PATH_COMPARE: &[&str] = &["run --release -- path compare \
     crates/pathplan/tests/data/small/m01_13x13.map.scen \
     crates/pathplan/tests/data/small/m02_13x13.map.scen \
     crates/pathplan/tests/data/small/m03_13x13.map.scen \
     crates/pathplan/tests/data/small/m04_13x13.map.scen \
     crates/pathplan/tests/data/small/m05_13x13_u.map.scen \
     crates/pathplan/tests/data/small/m06_13x13_u.map.scen \
     crates/pathplan/tests/data/small/m07_12x20.map.scen \
     crates/pathplan/tests/data/small/m08_12x20_u.map.scen \
     crates/pathplan/tests/data/small/m09_15x16.map.scen \
     crates/pathplan/tests/data/small/m10_15x16_u.map.scen \
     --runs 100 --seed 1"];

/// One, two and three moves ahead.
const NETWORK: &[&str] = &[
    "run --release -- 2048 bench --player network --depth 1 --games 8000 --seed 1 --threads 1",
    "run --release -- 2048 bench --player network --depth 2 --games 200 --seed 1 --threads 1",
    "run --release -- 2048 bench --player network --depth 3 --games 200 --seed 1 --threads 1",
];

/// From 80,000 games.
const LEARNING: &[&str] = &[
    "run --release -- 2048 train --network 4x6 --halve --episodes 80000 \
     --settle 8000 --seed 1 --threads 1 --exact --force -o target/80000.tw2048",
    "run --release -- 2048 bench --network target/80000.tw2048 --depth 1 --games 10000 \
     --seed 1 --threads 1",
    "run --release -- 2048 bench --network target/80000.tw2048 --depth 3 --games 100 \
     --seed 1 --threads 1",
];

/// From all that an hour and a half has room for.
const TRAIN: &[&str] = &[
    "run --release -- 2048 train --network 4x6 --halve --episodes 420000 \
     --restart 400000 --settle 6000 --seed 1 --threads 1 --exact --force \
     -o target/4x6-early.tw2048",
    "run --release -- 2048 train --late target/4x6-early.tw2048 --lambda 0.8 \
     --episodes 200000 --settle 30000 --seed 1 --threads 1 --exact --force \
     -o target/4x6.tw2048",
    "run --release -- 2048 bench --network target/4x6.tw2048 --depth 1 --games 1000 --seed 1 \
     --threads 1",
    "run --release -- 2048 bench --network target/4x6.tw2048 --depth 3 --games 200 \
     --seed 1 --threads 1",
];
