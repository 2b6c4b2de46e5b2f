//! The words of `tilewright path pareto`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use tilewright_pathplan::Source;

use super::{Ends, Steps, Walkability};

#[derive(Args, Debug)]
pub(crate) struct Pareto {
    /// The map, in any form that `plan` reads. Its costs are its terrain.
    #[arg(value_name = "MAP")]
    pub(crate) map: PathBuf,
    #[command(flatten)]
    pub(crate) ends: Ends,
    #[command(flatten)]
    pub(crate) steps: Steps,
    /// What is to be small: length and danger, terrain or both. With terrain a step costs its
    /// length, and terrain adds up what the cells entered cost above 1.
    #[arg(
        long,
        value_enum,
        value_name = "WHAT,…",
        value_delimiter = ',',
        default_value = "length,danger"
    )]
    pub(crate) objectives: Vec<Objective>,
    /// How the front is found.
    #[arg(long, value_enum, value_name = "METHOD", default_value_t = FrontMethod::Exact)]
    pub(crate) method: FrontMethod,
    /// A source of danger: its row, column and radius in cells. Repeat it for several.
    #[arg(long, value_name = "R,C,RADIUS")]
    pub(crate) danger: Vec<Source>,
    /// Put so many sources of danger of this radius into walkable cells drawn from the seed.
    #[arg(long, value_name = "N,RADIUS")]
    pub(crate) random_danger: Option<RandomDanger>,
    /// Take terrain of 0 to 3 for every block of 8 × 8 cells, drawn from the seed, in place of the
    /// map's costs.
    #[arg(long)]
    pub(crate) random_terrain: bool,
    #[command(flatten)]
    pub(crate) walkability: Walkability,
    /// Draw the paths of the front over the danger, and the front, here: .svg or .png.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
}

/// What a path is to have little of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Objective {
    Length,
    Danger,
    Terrain,
}

impl Objective {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Danger => "danger",
            Self::Terrain => "terrain",
        }
    }
}

/// How a front is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FrontMethod {
    Exact,
}

/// Sources of danger by chance, as `N,RADIUS`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RandomDanger {
    pub(crate) count: u32,
    pub(crate) radius: f64,
}

impl FromStr for RandomDanger {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected =
            "expected NUMBER,RADIUS of up to 1000 sources and 1000 cells, such as 12,10";
        let (count, radius) = text.split_once(',').ok_or(expected)?;
        let count = count.trim().parse().ok().filter(|count| *count <= 1000);
        let radius = radius.trim().parse().ok();
        let radius = radius.filter(|radius| (0.0..=1000.0).contains(radius));
        let (count, radius) = count.zip(radius).ok_or(expected)?;
        Ok(Self { count, radius })
    }
}
