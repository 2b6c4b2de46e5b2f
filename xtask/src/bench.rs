//! `cargo xtask bench NAME`: the figures that the book states, and how soon tasks stop.

use anyhow::Result;
use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::{cargo, finish};

/// What can be measured.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Name {
    /// Two hundred requests for a difficulty: errors, times. Some minutes.
    Requests,
    /// A hundred requests with goals of several parts: errors, times. Some minutes.
    MixedRequests,
    /// Two hundred requests under the rules of all presets that are swapped: errors, times. Some minutes.
    RulesRequests,
    /// A hundred requests under the rules `blast`: errors, times. Some minutes.
    BlastRequests,
    /// Forty requests on boards whose exits, portals, conveyors and supply are drawn: errors, times. A minute.
    DrawnRequests,
    /// A hundred tweaks of levels of all presets: errors, changed cells, times; and small boards beside
    /// all changes of one and two cells. Some minutes.
    Tweaks,
    /// Explanations of levels beside 10,000 games of every change: signs and ranks, times. Some
    /// minutes.
    Explanations,
    /// The ladder of match-3 players beside the other bots: win rates on random levels of every preset and
    /// kind of goal, games per CPU second. A quarter of an hour.
    Ladder,
    /// Predictions of people on made-up studios: mean absolute errors of pass rates, beside those of static features and of one bot, and how
    /// often intervals hold. A quarter of an hour.
    Players,
    /// The bins of an archive of levels that a run fills, of those that five longer runs fill
    /// together. A quarter of an hour.
    Archive,
    /// The methods that predict mean swaps, over five seeds: R² on held-out levels. A quarter of
    /// an hour.
    Prediction,
    /// Predictions under the rules of today's games, as `cargo xtask models` measured them.
    /// Seconds.
    PredictionRules,
    /// Predictions of levels that look made by a person, alone and with games: R², ranks, stated and seen
    /// errors, intervals, times. Two minutes.
    Structured,
    /// The exact planners of paths beside those of other crates: times of every query. Some
    /// minutes.
    Planners,
    /// Maps that change: median and slowest times, then a scene and single questions beside other
    /// crates. Some minutes, the first time half an hour for compiling them.
    Navigation,
    /// A thousand walkers, one a cell: the time of a step, and goals reached. Seconds.
    Crowds,
    /// Diverse routes beside those of other methods: dissimilarity, and times. A minute.
    Routes,
    /// The exact fronts of length, danger and terrain: their lengths, and times; the hypervolume
    /// of approximate ones within a budget, and of random weights. Some minutes.
    Pareto,
    /// 2048: the search by tables, 50 games. An hour and a half.
    #[value(name = "2048-expectimax")]
    Expectimax,
    /// 2048: the weights of that search for small depths, tuned, and how they play at depth 2
    /// beside the published ones. Half an hour.
    #[value(name = "2048-tune")]
    Tune,
    /// 2048: the built-in network, 1-ply, 2-ply and 3-ply. Ten minutes.
    #[value(name = "2048-network")]
    Network,
    /// 2048: the built-in network within 2,500 and 25,000 positions a move. Five hours.
    #[value(name = "2048-budgets")]
    Budgets,
    /// 2048: how exact the losses of `2048 analyze` are, and what players lose. Ten minutes.
    #[value(name = "2048-coach")]
    Coach,
    /// 2048: how fast a network of four tuples of six cells learns from 80,000 games, and how it
    /// plays then. Ten minutes.
    #[value(name = "2048-learning")]
    Learning,
    /// 2048: the built-in network, trained again on one core. An hour.
    #[value(name = "2048-train")]
    Train,
    /// 2048: perfect play on 3 × 3 cells. A minute, 1 GB.
    #[value(name = "2048-solve")]
    Solve,
    /// Ten thousand games of every Battleship hunter against uniform and two-column fleets: mean
    /// shots with their interval, time of a shot. An hour.
    BattleshipHunters,
    /// Battleship hunters, also those that know the placer, against two-column and the built-in
    /// adversarial fleets. An hour.
    BattleshipAdversarial,
    /// Perfect play of Battleship on small fields beside the hunters. Two minutes.
    BattleshipPerfect,
    /// Battleship hunters with the US fleet, whose ships may touch. Some minutes.
    BattleshipUs,
    /// The share of duels with `density` that casual Battleship hunters win, by their focus and
    /// by the share that is asked for. Some minutes.
    BattleshipWinRates,
    /// The longest CPU time between two checks of every task whether it shall stop: 100 ms are
    /// allowed. Four minutes.
    Stops,
    /// Levels and games per second, with criterion, the levels beside a plain recount. Some
    /// minutes.
    Speed,
    /// The evolutionary engine beside other Rust crates, CPU times and threads, and its schemes
    /// beside Python packages, evaluations and quality. Some minutes.
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

/// The commands that run examples of our crates.
macro_rules! examples {
    ($($words:literal),+) => {
        &[$(concat!("run --release --package tilewright-", $words)),+]
    };
}

/// The arguments of cargo. Each figure of 2048 is measured by the command that a user would run:
/// on one thread, since the moves a second are those of one core.
pub(crate) const fn commands(name: Name) -> &'static [&'static str] {
    match name {
        Name::Requests => examples!("match3-design --example requests"),
        Name::MixedRequests => examples!("match3-design --example requests -- mixed"),
        Name::RulesRequests => examples!("match3-design --example requests -- rules"),
        Name::BlastRequests => examples!("match3-design --example requests -- blast"),
        Name::DrawnRequests => examples!("match3-design --example drawn"),
        Name::Tweaks => TWEAKS,
        Name::Explanations => examples!("match3-design --example explanations"),
        Name::Ladder => examples!("match3 --example ladder"),
        Name::Players => examples!("match3-design --example players"),
        Name::Archive => examples!("match3-design --example wall"),
        Name::Prediction => examples!("match3-design --example prediction"),
        Name::PredictionRules => examples!("match3-design --example prediction -- rules"),
        Name::Structured => examples!("match3-design --example structured"),
        Name::Planners => examples!("pathplan --example planners"),
        Name::Navigation => NAVIGATION,
        Name::Crowds => {
            examples!("navigation --example pibt", "navigation --example flow")
        }
        Name::Routes => examples!("pathplan --example routes"),
        Name::Pareto => {
            examples!("pathplan --example pareto", "pathplan --example pareto_budget")
        }
        Name::Expectimax => EXPECTIMAX,
        Name::Tune => TUNE,
        Name::Network => NETWORK,
        Name::Budgets => BUDGETS,
        Name::Coach => examples!("2048 --example coach"),
        Name::Learning => LEARNING,
        Name::Train => TRAIN,
        Name::Solve => examples!("2048 --example solve -- 3x3"),
        Name::BattleshipHunters => examples!("battleship --example hunters"),
        Name::BattleshipAdversarial => ADVERSARIAL,
        Name::BattleshipPerfect => examples!("battleship --example perfect"),
        Name::BattleshipUs => US,
        Name::BattleshipWinRates => examples!("battleship --example win_rates"),
        Name::Stops => examples!("tasks --example stops"),
        Name::Speed => {
            &["bench --package tilewright-match3 --package tilewright-match3-design"]
        }
        Name::Engine => ENGINE,
    }
}

/// Random levels of all presets, and small boards.
const TWEAKS: &[&str] = &[
    "run --release --package tilewright-match3-design --example tweaks",
    "run --release --package tilewright-match3-design --example tweaks -- small",
];

/// Ours alone, then beside other crates, which are no dependencies of the workspace.
const NAVIGATION: &[&str] = &[
    "run --release --package tilewright-navigation --example frame",
    "run --release --locked --manifest-path peers/Cargo.toml",
];

/// The other crates are no dependencies of the workspace.
const ENGINE: &[&str] = &[
    "run --release --manifest-path crates/evolve/peers/rust/Cargo.toml",
    "bench --package tilewright-evolve --bench quality",
];

const EXPECTIMAX: &[&str] =
    &["run --release -- 2048 bench --player expectimax --games 50 --seed 1 --threads 1"];

/// The tuned weights beside the published ones.
const TUNE: &[&str] = &[
    "run --release -- 2048 tune --player expectimax \
     --weights crates/game2048/models/xiao.json --depth 3 --generations 14 \
     --parents 5 --children 12 --games 150 --validation-games 1000 --seed 1 --force \
     -o target/shallow.json",
    "run --release -- 2048 bench --player expectimax --depth 2 --games 1000 --seed 5",
    "run --release -- 2048 bench --player expectimax --depth 2 --games 1000 --seed 5 \
     --weights crates/game2048/models/xiao.json",
];

const ADVERSARIAL: &[&str] = &[
    "run --release -- battleship hunt \
     --hunter hunt-and-target,lattice,density,posterior,veteran \
     --fleets two-columns,adversarial --games 10000 --seed 1",
    "run --release -- battleship hunt --hunter scout,posterior,veteran \
     --fleets adversarial --knows adversarial --games 10000 --seed 1",
    "run --release -- battleship hunt --hunter veteran \
     --fleets two-columns --knows two-columns --games 10000 --seed 1",
    "run --release -- battleship tune --hunter scout --games 500 --seed 1 --force \
     -o target/tuned.json",
];

const US: &[&str] =
    &["run --release -- battleship hunt --hunter density,posterior,expert \
     --fleets uniform --fleet us --games 2000 --seed 1"];

/// 1-ply, 2-ply and 3-ply.
const NETWORK: &[&str] = &[
    "run --release -- 2048 bench --player network --depth 1 --games 2000 --seed 1 --threads 1",
    "run --release -- 2048 bench --player network --depth 2 --games 200 --seed 1 --threads 1",
    "run --release -- 2048 bench --player network --depth 3 --games 200 --seed 1 --threads 1",
];

/// The built-in network by the positions that a move may expand.
const BUDGETS: &[&str] = &[
    "run --release -- 2048 bench --nodes-per-move 2500 --games 100 --seed 1 --threads 1",
    "run --release -- 2048 bench --nodes-per-move 25000 --games 100 --seed 1 --threads 1",
];

/// Training on 80,000 games.
const LEARNING: &[&str] = &[
    "run --release -- 2048 train --network 4x6 --downgrade --episodes 80000 \
     --anneal 8000 --seed 1 --threads 1 --force -o target/80000.tw2048",
    "run --release -- 2048 bench --network target/80000.tw2048 --depth 1 --games 10000 \
     --seed 1 --threads 1",
    "run --release -- 2048 bench --network target/80000.tw2048 --depth 3 --games 100 \
     --seed 1 --threads 1",
];

/// The built-in network.
const TRAIN: &[&str] = &[
    "run --release -- 2048 train --network 4x6 --downgrade --episodes 420000 \
     --restart 400000 --anneal 6000 --prune 300000 --seed 1 --threads 1 --force \
     -o target/4x6-early.tw2048",
    "run --release -- 2048 train --stage target/4x6-early.tw2048 --lambda 0.8 \
     --episodes 300000 --anneal 30000 --prune 100000 --seed 1 --threads 1 --force \
     -o target/4x6.tw2048",
];
