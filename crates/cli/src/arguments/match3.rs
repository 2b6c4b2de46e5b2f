//! The words of `tilewright match3 …`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum, value_parser};
use tilewright_match3::{Goal, Player, Quota};

#[derive(Debug, Subcommand)]
pub(crate) enum Match3 {
    /// Make levels of a wanted swap-match potential, or of a wanted difficulty.
    Generate(Box<Generate>),
    /// Make a pack of levels whose difficulty follows a curve, with a contact sheet.
    Pack(Pack),
}

#[derive(Args, Debug)]
pub(crate) struct Generate {
    /// How many rows; 9 unless a template says it.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=64))]
    pub(crate) rows: Option<u32>,
    /// How many columns; 9 unless a template says it.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=64))]
    pub(crate) columns: Option<u32>,
    /// The wanted potential: the ways in which a swap can complete a line of three.
    #[arg(long, value_name = "POTENTIAL")]
    pub(crate) target: Option<u32>,
    /// How far off the target the potential may be.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) tolerance: u32,
    /// Instead of a potential: how many swaps the goal is to take on average, within 3 %.
    #[arg(long, value_name = "SWAPS", value_parser = swaps, conflicts_with = "target")]
    pub(crate) difficulty: Option<f64>,
    /// Or the share of games that are to be won within --moves, within 5 points. With
    /// --difficulty and `--moves auto` the move limit is found.
    #[arg(long, value_name = "SHARE", value_parser = share, conflicts_with = "target", requires = "moves")]
    pub(crate) win_rate: Option<f64>,
    /// Who plays for --difficulty and --win-rate: random, seed, greedy or planner.
    #[arg(long, value_name = "BOT", default_value = "seed", conflicts_with = "target")]
    pub(crate) bot: Player,
    /// The model that guides the search for a difficulty, from match3 calibrate; a built-in
    /// one unless told otherwise.
    #[arg(long, value_name = "FILE", conflicts_with = "target")]
    pub(crate) model: Option<PathBuf>,
    /// Kinds that may be placed: obstacle, blocked1 to blocked4, overlay1 to overlay4; with
    /// :COUNT or :LEAST-MOST, how many cells of it there are to be.
    #[arg(
        long,
        value_name = "KIND,…",
        value_delimiter = ',',
        default_value = "obstacle"
    )]
    pub(crate) kinds: Vec<Quota>,
    /// A level, text or JSON, of which only the cells `?` are free.
    #[arg(long, value_name = "FILE")]
    pub(crate) template: Option<PathBuf>,
    /// Which halves of the board must be alike.
    #[arg(long, value_enum, default_value_t = Symmetry::None)]
    pub(crate) symmetry: Symmetry,
    /// How many levels to make, no two alike.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=10_000))]
    pub(crate) count: u32,
    /// How to search: climb (ours), or fi2pop (the article's, with its settings).
    #[arg(long, value_enum, default_value_t = Scheme::Climb)]
    pub(crate) scheme: Scheme,
    /// What fi2pop counts as the violation of an infeasible level.
    #[arg(long, value_enum)]
    pub(crate) violation: Option<Violation>,
    /// How many colours of blocks the game has; 5 unless a template says it.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(2..=64))]
    pub(crate) colors: Option<u32>,
    /// The goal to write into the level, such as collect:30; repeat it for several.
    #[arg(long, value_name = "GOAL")]
    pub(crate) goal: Vec<Goal>,
    /// The move limit to write into the level; `auto` finds the one for --win-rate.
    #[arg(long, value_name = "N|auto")]
    pub(crate) moves: Option<Moves>,
    /// Write the level here, as JSON, or as text where the name ends in .txt; a folder when
    /// there are several, each written as it comes: the same command resumes it. A level that
    /// misses what was wanted says so in its file.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Draw the result here: .svg or .png, or the search in motion as .gif or .apng.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
    /// Write what every generation was like here, as .csv or .jsonl.
    #[arg(long, value_name = "FILE")]
    pub(crate) logbook: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Pack {
    /// The curve, TOML: levels = 50, goal = "collect:30", and difficulty = [[1, 20], [50, 32]],
    /// or moves = 25 and `win_rate` = [[1, 0.9], [50, 0.5]]; also rows, columns, colors, kinds,
    /// symmetry, template, bot, and apart, the share of cells in which any two levels differ.
    #[arg(long, value_name = "FILE")]
    pub(crate) curve: PathBuf,
    /// The folder to write; an unfinished pack in it is resumed.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// The model that guides the search, from match3 calibrate; a built-in one unless told
    /// otherwise.
    #[arg(long, value_name = "FILE")]
    pub(crate) model: Option<PathBuf>,
}

/// A move limit, or that one is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moves {
    Limit(u32),
    Auto,
}

impl FromStr for Moves {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if word == "auto" {
            return Ok(Self::Auto);
        }
        let limit = word.parse().ok().filter(|&limit: &u32| limit > 0);
        limit
            .map(Self::Limit)
            .ok_or_else(|| "expected a number from 1, or auto".to_owned())
    }
}

/// A number of swaps.
fn swaps(word: &str) -> Result<f64, String> {
    let swaps = word.parse::<f64>().ok().filter(|swaps| (1.0..=1000.0).contains(swaps));
    swaps
        .ok_or_else(|| "expected a number of swaps from 1 to 1000, such as 24".to_owned())
}

/// A share from 0 to 1, both excluded, or a percentage.
fn share(word: &str) -> Result<f64, String> {
    let (number, unit) = word.strip_suffix('%').map_or((word, 1.0), |rest| (rest, 100.0));
    let share = number.trim().parse::<f64>().ok().map(|number| number / unit);
    let share = share.filter(|&share| share > 0.0 && share < 1.0);
    share.ok_or_else(|| "expected a share between 0 and 1, such as 0.6 or 60%".to_owned())
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Symmetry {
    None,
    /// Left and right.
    Horizontal,
    /// Top and bottom.
    Vertical,
    Both,
    /// After half a turn.
    Rotational,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scheme {
    Climb,
    Fi2pop,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Violation {
    /// Groups of infeasible cells that hang together.
    Groups,
    /// Infeasible cells; what fi2pop takes unless told otherwise.
    Cells,
}
