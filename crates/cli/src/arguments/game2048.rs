//! The words of `tilewright 2048 …`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tilewright_2048::Strategy;
use tilewright_grid::Size;
use tilewright_tasks::game2048::Who;

use crate::door::Keyed;
use crate::shared::number;

#[derive(Debug, Subcommand)]
pub(crate) enum Game2048 {
    /// Play in the terminal, with hints and a player that takes over when asked; or let it
    /// play a game and draw it.
    Play(Play),
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
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number::<u32>(1, 1000))]
    pub(crate) speed: u32,
    /// Rows of a new board [default: 4] [range: 2 to 5].
    #[arg(long, value_name = "N", value_parser = number::<u32>(2, 5))]
    pub(crate) rows: Option<u32>,
    /// Columns of a new board [default: 4] [range: 2 to 5].
    #[arg(long, value_name = "N", value_parser = number::<u32>(2, 5))]
    pub(crate) columns: Option<u32>,
    /// Draw the game here when it is over or left: .gif and .apng in motion, .svg and .png its
    /// last board.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
    /// Show only the last moves in a moving picture, this many; all unless told otherwise.
    #[arg(long, value_name = "N", requires = "picture")]
    pub(crate) last: Option<usize>,
    #[command(flatten)]
    pub(crate) who: Keyed<Who>,
}

impl Play {
    /// The size that is asked for, with the sides of `other` where none are given.
    pub(crate) fn size(&self, other: Size) -> Size {
        Size::new(self.rows.unwrap_or(other.rows), self.columns.unwrap_or(other.columns))
    }
}

/// The name of a saved game, which is that of its file.
fn name(text: &str) -> Result<String, String> {
    let is_sign = |sign: u8| sign.is_ascii_alphanumeric() || b"-_".contains(&sign);
    if (1..=64).contains(&text.len()) && text.bytes().all(is_sign) {
        return Ok(text.to_owned());
    }
    Err(format!("`{text}` is no name: write up to 64 letters, digits, - and _"))
}
