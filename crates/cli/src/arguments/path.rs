//! The words of `tilewright path …`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum, value_parser};
use tilewright_grid::Cell;
use tilewright_pathplan::Source;
use tilewright_pathplan::evolved::Method;
use tilewright_pathplan::tiled::{Rule, TileName, Wishes};

#[derive(Debug, Subcommand)]
pub(crate) enum Path {
    /// Plan every scenario of .scen files and compare with the lengths that they state.
    Check(Check),
    /// Run the planners that evolve paths many times: how often they find the shortest path,
    /// and how long they take, beside A*.
    Compare(Compare),
}

/// Danger besides that of the map, and how paths take it.
#[derive(Args, Clone, Debug)]
pub(crate) struct Danger {
    /// A source of danger: its row, column and radius in cells. Cells within the radius are
    /// kept out of. Repeat it for several.
    #[arg(long = "danger", value_name = "R,C,RADIUS")]
    pub(crate) sources: Vec<Source>,
    /// Do not keep out of danger, but count every unit of it as so many steps.
    #[arg(long = "danger-weight", value_name = "WEIGHT", value_parser = weight)]
    pub(crate) weight: Option<f64>,
}

/// What decides which cells are walkable, where the map is one of an editor.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Which cells are walkable in a map of Tiled or LDtk")]
pub(crate) struct Walkability {
    /// What decides: properties (of tiles: walkable, solid, collision, cost), layer (called
    /// collision), objects (of the class wall or collision), tiles (--walkable-tiles), or
    /// shapes (the collision figures of tiles). The first of the former three that is there
    /// unless told otherwise.
    #[arg(long = "walkability", value_name = "RULE")]
    pub(crate) rule: Option<Rule>,
    /// The layer that blocks, or the grid of integers of LDtk.
    #[arg(long, value_name = "NAME")]
    pub(crate) layer: Option<String>,
    /// The walkable tiles: ids of the first tileset, or TILESET:ID; of LDtk values.
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    pub(crate) walkable_tiles: Vec<TileName>,
    /// Which level of a project of LDtk.
    #[arg(long, value_name = "NAME")]
    pub(crate) level: Option<String>,
    /// The folder of the project that the map belongs to: tilesets and templates anywhere in it
    /// may be read, such as ../tiles/floor.tsx. Without it only the map's own folder is read.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
}

impl Walkability {
    pub(crate) fn wishes(&self) -> Wishes {
        Wishes {
            rule: self.rule,
            layer: self.layer.clone(),
            tiles: self.walkable_tiles.clone(),
            level: self.level.clone(),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Check {
    /// The lists of scenarios; the map of each lies beside it.
    #[arg(required = true, value_name = "FILE.scen")]
    pub(crate) files: Vec<PathBuf>,
    /// Who plans: astar, dijkstra, jps or bfs. Repeat it to see several beside each other.
    #[arg(long, value_name = "PLANNER", default_value = "jps")]
    pub(crate) planner: Vec<Planner>,
    #[command(flatten)]
    pub(crate) steps: Steps,
    #[command(flatten)]
    pub(crate) walkability: Walkability,
}

#[derive(Args, Debug)]
pub(crate) struct Compare {
    /// Maps: .scen files, of which the first scenario is taken and whose maps lie beside
    /// them, or maps of Tiled or LDtk with a start and a goal.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// How many runs on each.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) runs: u32,
    /// For how many generations.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "4,10,20", value_parser = value_parser!(u32).range(0..=100_000))]
    pub(crate) generations: Vec<u32>,
    /// Which planners; all that evolve paths unless told otherwise.
    #[arg(long, value_name = "PLANNER,…", value_delimiter = ',')]
    pub(crate) planners: Vec<Method>,
    #[command(flatten)]
    pub(crate) evolution: Evolution,
    #[command(flatten)]
    pub(crate) walkability: Walkability,
    /// Keep the runs that are done in this file while others go on, written at most once a second.
    /// The same command resumes from it after Ctrl-C or a kill.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Draw the shares of accurate runs and the times here: .svg or .png.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
}

/// Which steps there are.
#[derive(Args, Debug)]
pub(crate) struct Steps {
    /// To how many neighbours a step leads; 8, and for a path that evolves 4.
    #[arg(long, value_name = "4|8")]
    pub(crate) connect: Option<tilewright_pathplan::Connectivity>,
    /// When a step across a corner is allowed: when both, one or none of the cells beside it
    /// must be free.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Corners::Never)]
    pub(crate) corners: Corners,
}

/// How the evolving planners read what their articles leave open.
#[derive(Args, Debug)]
#[command(next_help_heading = "What the articles leave open")]
pub(crate) struct Evolution {
    /// How the mutation of `improved` tells which neighbour is nearest.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Nearest::Euclidean)]
    pub(crate) nearest: Nearest,
    /// Which path of `improved` is the answer.
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Outcome::BestEver)]
    pub(crate) result: Outcome,
    /// When a mutant of `improved` takes its parent's place.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Replace::Always)]
    pub(crate) replace: Replace,
    /// How the other planners make their first paths.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Start::DepthFirst)]
    pub(crate) start: Start,
    /// What a unit of a path's cost counts for `weighted-sum`.
    #[arg(long, value_name = "WEIGHT", default_value_t = 1.0, value_parser = weight)]
    pub(crate) length_share: f64,
    /// What a unit of danger counts for `weighted-sum`.
    #[arg(long, value_name = "WEIGHT", default_value_t = 1.0, value_parser = weight)]
    pub(crate) danger_share: f64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Corners {
    Never,
    One,
    Always,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Nearest {
    Euclidean,
    Manhattan,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Outcome {
    BestEver,
    LastPopulation,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Replace {
    Always,
    IfShorter,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Start {
    DepthFirst,
    RandomWalk,
}

/// A cell, as `R,C`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place(pub(crate) Cell);

impl FromStr for Place {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "expected ROW,COLUMN from 0, such as 4,10";
        let (row, column) = text.split_once(',').ok_or(expected)?;
        let [row, column] = [row, column].map(|text| text.trim().parse());
        Ok(Self(Cell::new(row.map_err(|_| expected)?, column.map_err(|_| expected)?)))
    }
}

/// Who plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Planner {
    Astar,
    Bfs,
    Dijkstra,
    Jps,
    Evolved(Method),
}

impl Planner {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Astar => "astar",
            Self::Bfs => "bfs",
            Self::Dijkstra => "dijkstra",
            Self::Jps => "jps",
            Self::Evolved(method) => method.name(),
        }
    }
}

impl FromStr for Planner {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let exact = [Self::Astar, Self::Bfs, Self::Dijkstra, Self::Jps];
        let evolved = Method::ALL.map(Self::Evolved);
        let all = exact.into_iter().chain(evolved);
        all.clone().find(|planner| planner.name() == text).ok_or_else(|| {
            let names: Vec<_> = all.map(Self::name).collect();
            format!("expected one of {}", names.join(", "))
        })
    }
}

/// A weight: a number from 0.
fn weight(text: &str) -> Result<f64, String> {
    let weight = text.parse::<f64>().ok().filter(|weight| (0.0..=1e6).contains(weight));
    weight.ok_or_else(|| "expected a number from 0 to 1000000".to_owned())
}
