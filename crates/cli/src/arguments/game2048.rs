//! The words of `tilewright 2048 …`.

use std::path::PathBuf;

use clap::{Args, Subcommand, value_parser};
use tilewright_2048::{FOURS, MOST_DEPTH, Shape, Strategy};
use tilewright_grid::Size;

#[derive(Debug, Subcommand)]
pub(crate) enum Game2048 {
    /// Play many games and say how strong and how fast a player is.
    Bench(Bench),
    /// Say what a player thinks of boards: one JSON board a line in, one opinion a line out.
    Eval(Eval),
    /// Make the four moves on boards: one JSON board a line in, one line with all moves out.
    Move(Slide),
    /// Let a network learn by playing.
    Train(Train),
}

/// Who plays.
#[derive(Args, Debug)]
pub(crate) struct Who {
    /// The value of a position without moves: -inf for classic unless told otherwise (which
    /// vetoes all that could lead there; -1e8 plays better), 0 for network.
    #[arg(long, value_name = "VALUE", value_parser = dead_end)]
    pub(crate) dead_end: Option<f64>,
    /// The network of the player network, from 2048 train; a built-in one unless told
    /// otherwise.
    #[arg(long, value_name = "FILE")]
    pub(crate) network: Option<PathBuf>,
    /// How many own moves expectimax and network look ahead; network 1, and expectimax by the
    /// board, unless told otherwise.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=i64::from(MOST_DEPTH)))]
    pub(crate) depth: Option<u32>,
    /// How long expectimax thinks about a move; what it plays then depends on the machine.
    #[arg(long, value_name = "MS", value_parser = value_parser!(u32).range(1..=60_000), conflicts_with = "depth")]
    pub(crate) ms_per_move: Option<u32>,
    /// How often a 4 comes instead of a 2.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = FOURS)]
    pub(crate) fours: f64,
}

#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// Who plays: random, greedy, classic (the article's player), expectimax or network.
    #[arg(long, value_name = "PLAYER", default_value = "network")]
    pub(crate) player: Strategy,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: u32,
    /// Rows and columns of the board, 2 to 5 of each.
    #[arg(long, value_name = "RxC", value_parser = size, default_value = "4x4")]
    pub(crate) size: Size,
    /// Write a line of JSON for every game instead.
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
    #[command(flatten)]
    pub(crate) who: Who,
}

#[derive(Args, Debug)]
pub(crate) struct Eval {
    /// A file with a JSON board a line; `-` is stdin.
    #[arg(value_name = "BOARDS", default_value = "-")]
    pub(crate) boards: PathBuf,
    /// Who is asked: classic, expectimax or network.
    #[arg(long, value_name = "PLAYER", default_value = "classic")]
    pub(crate) player: Strategy,
    #[command(flatten)]
    pub(crate) who: Who,
}

#[derive(Args, Debug)]
pub(crate) struct Slide {
    /// A file with a JSON board a line; `-` is stdin.
    #[arg(value_name = "BOARDS", default_value = "-")]
    pub(crate) boards: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct Train {
    /// The shape of the network: 4x5, 4x6, 8x5, or tuples of cells 0 to f such as 0123,0145.
    #[arg(long, value_name = "SHAPE", default_value = "4x6")]
    pub(crate) network: Shape,
    /// How many games it learns from in all.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) episodes: u64,
    /// How much of an error is learned at once, over 0 and at most 1.
    #[arg(long, value_name = "SHARE", value_parser = rate, default_value_t = 1.0)]
    pub(crate) rate: f32,
    /// What every board is thought to be worth at first; a high value makes it try everything
    /// once, which pays in long training only.
    #[arg(long, value_name = "SCORE", value_parser = optimism, default_value_t = 0.0)]
    pub(crate) optimism: f32,
    /// How often a 4 comes instead of a 2.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = FOURS)]
    pub(crate) fours: f64,
    /// Keep here all that learning needs to go on.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// After how many games the checkpoint is written anew.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(1..))]
    pub(crate) every: u64,
    /// Go on from the checkpoint, if it is there.
    #[arg(long, requires = "checkpoint")]
    pub(crate) resume: bool,
    /// Learn on all threads at once: faster, but what is learned is then not the same twice.
    #[arg(long)]
    pub(crate) together: bool,
    /// Write every weight to the last bit instead of rounded to 16 bits.
    #[arg(long)]
    pub(crate) exact: bool,
    /// Write the network here.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Draw how play got better here: .svg or .png.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
}

/// A share from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("`{text}` is no share: write a number from 0 to 1"))
}

fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|&rate: &f32| rate > 0.0 && rate <= 1.0);
    rate.ok_or_else(|| {
        format!("`{text}` is no rate: write a number over 0 and at most 1")
    })
}

fn optimism(text: &str) -> Result<f32, String> {
    let score = text.parse().ok().filter(|score| (0.0..=1e7).contains(score));
    score
        .ok_or_else(|| format!("`{text}` is no score: write a number from 0 to 10000000"))
}

fn dead_end(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value: &f64| *value <= 0.0);
    value
        .ok_or_else(|| format!("`{text}` is no loss: write 0, a negative number or -inf"))
}

fn size(text: &str) -> Result<Size, String> {
    let sides = text.split_once('x').and_then(|(rows, columns)| {
        let side = |text: &str| text.parse().ok().filter(|side| (2..=5).contains(side));
        Some(Size::new(side(rows)?, side(columns)?))
    });
    sides.ok_or_else(|| format!("`{text}` is no size: write 2x2 to 5x5, such as 3x4"))
}
