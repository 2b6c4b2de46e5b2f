//! `cargo xtask bench NAME`: the figures that the README states.

use anyhow::Result;
use clap::ValueEnum;

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
    /// The exact planners of paths beside those of other crates: times of every query.
    Planners,
    /// Ten thousand games of every Battleship hunter against even and two-column fleets: mean
    /// shots with their interval, time of a shot.
    BattleshipHunters,
    /// Levels and games a second, with criterion, the levels beside a plain recount.
    Speed,
    /// The engine on `OneMax`, with criterion.
    Engine,
}

pub(crate) fn run(name: Name) -> Result<()> {
    finish(match name {
        Name::Schemes => {
            cargo("run --release --package tilewright-match3 --example schemes")
        }
        Name::AuthorLevels => {
            cargo("run --release --package tilewright-match3 --example author_levels")
        }
        Name::Requests => {
            cargo("run --release --package tilewright-match3 --example requests")
        }
        Name::Planners => {
            cargo("run --release --package tilewright-pathplan --example planners")
        }
        Name::BattleshipHunters => {
            cargo("run --release --package tilewright-battleship --example hunters")
        }
        Name::Speed => cargo("bench --package tilewright-match3"),
        Name::Engine => cargo("bench --package tilewright-evolve"),
    })
}
