//! The words of `tilewright path routes`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use serde::Serialize;
use tilewright_pathplan::routes::Detour;

use super::{Danger, PathPlace, Steps, Walkability};

/// From where to where.
#[derive(Args, Debug)]
pub(crate) struct Ends {
    /// Where to start: row and column, from 0; the map's own start unless told otherwise.
    #[arg(long, value_name = "R,C")]
    pub(crate) from: Option<PathPlace>,
    /// Where to go; the map's own goal unless told otherwise.
    #[arg(long, value_name = "R,C")]
    pub(crate) to: Option<PathPlace>,
    /// Take both ends from this .scen file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to"])]
    pub(crate) scenario: Option<PathBuf>,
    /// Which of its scenarios, from 0.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "scenario")]
    pub(crate) index: usize,
}

#[derive(Args, Debug)]
pub(crate) struct Routes {
    /// The map, in any form that `plan` reads.
    #[arg(value_name = "MAP")]
    pub(crate) map: PathBuf,
    #[command(flatten)]
    pub(crate) ends: Ends,
    #[command(flatten)]
    pub(crate) steps: Steps,
    #[command(flatten)]
    pub(crate) danger: Danger,
    /// How many routes; fewer where no more are found.
    #[arg(long = "routes", value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(1..=256))]
    pub(crate) count: u32,
    /// How much each may cost, in costs of the cheapest path: its length, times the costs of the
    /// map, and the weight of its danger.
    #[arg(long, value_name = "LENGTHS", default_value = "1.05")]
    pub(crate) detour: Detour,
    /// How routes are found: spread keeps them apart, penalty makes used cells dearer for the next
    /// search, yen takes the shortest paths one after the other, walk wanders along shortest
    /// paths by chance.
    #[arg(long, value_enum, value_name = "METHOD", default_value_t = RouteMethod::Spread)]
    pub(crate) method: RouteMethod,
    #[command(flatten)]
    pub(crate) walkability: Walkability,
    /// Draw the routes and the load of every cell here: .svg or .png.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
    /// Write the map with the routes as lines and a layer of their load: .tmx or .tmj.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How several routes are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RouteMethod {
    Spread,
    Penalty,
    Yen,
    Walk,
}
