//! The words of `tilewright 2048 …`.

use std::path::PathBuf;

use clap::{Args, Subcommand, value_parser};
use tilewright_2048::{FOURS, MOST_DEPTH, Shape, Strategy};
use tilewright_grid::Size;

#[derive(Debug, Subcommand)]
pub(crate) enum Game2048 {
    /// Play in the terminal, with hints and a player that takes over when asked; or let it
    /// play a game and draw it.
    Play(Play),
    /// Play many games and say how strong and how fast a player is.
    Bench(Bench),
    /// Say what a player thinks of boards: one JSON board a line in, one opinion a line out.
    Eval(Eval),
    /// Let a network learn by playing.
    Train(Train),
    /// Tune the weights of a player by evolution.
    Tune(Tune),
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
    /// The weights of the player classic or expectimax, from 2048 tune.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// How many own moves expectimax and network look ahead; network 3, and expectimax by the
    /// board, unless told otherwise.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=i64::from(MOST_DEPTH)))]
    pub(crate) depth: Option<u32>,
    /// How long expectimax and network think about a move, looking further as long as there is
    /// time; what they play then depends on the machine.
    #[arg(long, value_name = "MS", value_parser = value_parser!(u32).range(1..=60_000), conflicts_with = "depth")]
    pub(crate) ms_per_move: Option<u32>,
    /// How often a 4 comes instead of a 2; classic counts on 0.1 whatever comes, as the article's
    /// player does.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = FOURS)]
    pub(crate) fours: f64,
}

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// Who gives hints and takes over: random, greedy, classic, expectimax, network or perfect;
    /// network on 4 × 4 cells and expectimax on others unless told otherwise.
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<Strategy>,
    /// Which saved game to go on with: letters, digits, - and _. A person's game is `game`
    /// unless told otherwise; a game of --auto is saved only where this is given.
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) game: Option<String>,
    /// The folder of saved games; the user's data folder unless told otherwise.
    #[arg(long, value_name = "DIR")]
    pub(crate) saves: Option<PathBuf>,
    /// Begin anew instead of going on with the saved game, whose best score stays.
    #[arg(long)]
    pub(crate) new: bool,
    /// Say which games are saved and how they stand.
    #[arg(long, conflicts_with_all = ["auto", "new", "game", "picture"])]
    pub(crate) list: bool,
    /// Let the player play from the start. With --picture, --moves or --json, or without a
    /// terminal, no screen is shown and it plays to the end.
    #[arg(long)]
    pub(crate) auto: bool,
    /// How many moves it makes at most.
    #[arg(long, value_name = "N", requires = "auto")]
    pub(crate) moves: Option<u32>,
    /// Stop at the first tile of at least this value, such as 16384.
    #[arg(long, value_name = "TILE", requires = "auto")]
    pub(crate) until: Option<u32>,
    /// How many moves a second it makes on the screen, 1 to 1000; + and - change it.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(1..=1000))]
    pub(crate) speed: u32,
    /// Rows and columns of a new board, 2 to 5 of each; 4x4 unless told otherwise.
    #[arg(long, value_name = "RxC", value_parser = size)]
    pub(crate) size: Option<Size>,
    /// Draw the game here when it is over or left: .gif and .apng in motion, .svg and .png its
    /// last board.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
    /// Show only the last moves in a moving picture, this many; all unless told otherwise.
    #[arg(long, value_name = "N", requires = "picture")]
    pub(crate) last: Option<usize>,
    #[command(flatten)]
    pub(crate) who: Who,
}

#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// Who plays: random, greedy, classic (the article's player), expectimax, network (on 4 × 4
    /// cells), or perfect (looks to the end of every game, on at most 9 cells; 3 × 3 takes a
    /// minute and 1 GB first).
    #[arg(long, value_name = "PLAYER", default_value = "network")]
    pub(crate) player: Strategy,
    /// How many games; 20 for network and 100 for the others unless told otherwise.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: Option<u32>,
    /// Rows and columns of the board, 2 to 5 of each.
    #[arg(long, value_name = "RxC", value_parser = size, default_value = "4x4")]
    pub(crate) size: Size,
    /// Draw how often each tile is reached and how the scores lie here: .svg or .png.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
    /// Write a line of JSON for every game instead, as the games end.
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
    /// Write the lines here as the games end, beside the summary or, with --jsonl, instead of it.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Continue after the games in --output, if it is there.
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) who: Who,
}

impl Bench {
    /// How many games.
    pub(crate) fn games(&self) -> u32 {
        let usual = if self.player == Strategy::Network { 20 } else { 100 };
        self.games.unwrap_or(usual)
    }
}

#[derive(Args, Debug)]
pub(crate) struct Eval {
    /// A file with a JSON board a line; `-` is stdin.
    #[arg(value_name = "BOARDS", default_value = "-")]
    pub(crate) boards: PathBuf,
    /// Who is asked: classic, expectimax, network or perfect.
    #[arg(long, value_name = "PLAYER", default_value = "classic")]
    pub(crate) player: Strategy,
    /// Draw the last board and what its moves are worth here: .svg or .png.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) who: Who,
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word that is said or not")]
pub(crate) struct Train {
    /// The shape of the network: 4x5, 4x6, 8x5, or tuples of cells 0 to f such as 0123,0145.
    #[arg(long, value_name = "SHAPE", default_value = "4x6")]
    pub(crate) network: Shape,
    /// Learn for this network how to play late boards, from 16384, 8192, 4096 and 2048 to the
    /// first 32768, and leave it as it is otherwise. Each of the games that comes so far is
    /// played eight times from there; scores and shares are told of these.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["network", "halve"])]
    pub(crate) late: Option<PathBuf>,
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
    /// How much is learned from the score that a game made, 1, instead of from what the next
    /// board was thought to be worth, 0.
    #[arg(long, value_name = "SHARE", value_parser = lambda, default_value_t = 0.0)]
    pub(crate) lambda: f32,
    /// Play the second half of every game again, and of that, while it is longer than ten moves:
    /// the ends of games are met more often, which pays where a search uses the network. With a
    /// number, from that game on.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "0")]
    pub(crate) restart: Option<u64>,
    /// Learn from tiles above 8192 halved as far as a value is missing, so that what was learned
    /// of smaller tiles serves the larger ones: weaker after few games, stronger after many.
    #[arg(long)]
    pub(crate) halve: bool,
    /// In how many games at the end it learns at a tenth of the rate, so that what was learned
    /// settles: a tenth of all games makes a network stronger.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) settle: u64,
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

#[derive(Args, Debug)]
pub(crate) struct Tune {
    /// Whose weights: classic or expectimax.
    #[arg(long, value_name = "PLAYER", default_value = "expectimax")]
    pub(crate) player: Strategy,
    /// Begin with the weights in this file, which an earlier search wrote; with those that the
    /// player has at that depth unless told otherwise.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// How many generations.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u64).range(1..=100_000))]
    pub(crate) generations: u64,
    /// How many of the best go on each generation.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u32).range(1..=1000))]
    pub(crate) parents: u32,
    /// How many children they have each generation.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = value_parser!(u32).range(1..=1000))]
    pub(crate) children: u32,
    /// How many games each candidate plays; all play the same.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// On how many games that the search has not seen the found weights are compared with the
    /// first.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(2..=1_000_000))]
    pub(crate) check: u32,
    /// Keep the search here after every generation.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Continue from the checkpoint, if it is there.
    #[arg(long, requires = "checkpoint")]
    pub(crate) resume: bool,
    /// How many own moves expectimax looks ahead.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u32).range(1..=i64::from(MOST_DEPTH)))]
    pub(crate) depth: u32,
    /// The value of a position without moves for classic; -1e8 unless told otherwise.
    #[arg(long, value_name = "VALUE", value_parser = dead_end)]
    pub(crate) dead_end: Option<f64>,
    /// Write the weights here.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Draw the averages by generation here: .svg or .png.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
}

/// A share from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("`{text}` is no share: write a number from 0 to 1"))
}

fn lambda(text: &str) -> Result<f32, String> {
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

/// The name of a saved game, which is that of its file.
fn name(text: &str) -> Result<String, String> {
    let is_sign = |sign: u8| sign.is_ascii_alphanumeric() || b"-_".contains(&sign);
    if (1..=64).contains(&text.len()) && text.bytes().all(is_sign) {
        return Ok(text.to_owned());
    }
    Err(format!("`{text}` is no name: write up to 64 letters, digits, - and _"))
}

fn size(text: &str) -> Result<Size, String> {
    let sides = text.split_once('x').and_then(|(rows, columns)| {
        let side = |text: &str| text.parse().ok().filter(|side| (2..=5).contains(side));
        Some(Size::new(side(rows)?, side(columns)?))
    });
    sides.ok_or_else(|| format!("`{text}` is no size: write 2x2 to 5x5, such as 3x4"))
}
