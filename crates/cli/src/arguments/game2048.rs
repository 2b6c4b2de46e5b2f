//! The arguments of `tilewright 2048 play`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tilewright_2048::Strategy;
use tilewright_grid::Size;
use tilewright_tasks::game2048::PlayerOptions;

use crate::door::SharedKeys;
use crate::shared::number;

#[derive(Debug, Subcommand)]
pub(crate) enum Game2048 {
    /// Play in the terminal, with hints and autoplay; or let a player play one game by itself and
    /// draw it.
    Play(Play),
}

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// Player for hints and autoplay, one that `tilewright 2048 bench --help` lists [default: network
    /// on 4 × 4 boards, expectimax on others].
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<Strategy>,
    /// Name of the saved game to continue or create: letters, digits, - and _ [default: game; games
    /// of --auto without a screen are saved only if this is given].
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) game: Option<String>,
    /// Folder of saved games [default: in the user's data folder].
    #[arg(long, value_name = "DIR")]
    pub(crate) saves: Option<PathBuf>,
    /// Start a new game in place of the saved one; its best score is kept.
    #[arg(long)]
    pub(crate) new: bool,
    /// List the saved games and their scores.
    #[arg(long, conflicts_with_all = ["auto", "new", "game", "picture"])]
    pub(crate) list: bool,
    /// Start with autoplay on. With --picture, --moves, --until or --json, or without a terminal, no
    /// screen is shown and the player plays to the end.
    #[arg(long)]
    pub(crate) auto: bool,
    /// Maximum number of moves to play.
    #[arg(long, value_name = "N", requires = "auto", value_parser = number::<u32>(0, u32::MAX))]
    pub(crate) moves: Option<u32>,
    /// Stop at the first tile of this value or more, such as 16384.
    #[arg(
        long, value_name = "TILE", requires = "auto", value_parser = number::<u32>(0, u32::MAX)
    )]
    pub(crate) until: Option<u32>,
    /// Speed of autoplay on the screen in moves per second; + and - change it [range: 1 to 1000].
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number::<u32>(1, 1000))]
    pub(crate) speed: u32,
    /// Rows of a new board [default: 4] [range: 2 to 5].
    #[arg(long, value_name = "N", value_parser = number::<u32>(2, 5))]
    pub(crate) rows: Option<u32>,
    /// Columns of a new board [default: 4] [range: 2 to 5].
    #[arg(long, value_name = "N", value_parser = number::<u32>(2, 5))]
    pub(crate) columns: Option<u32>,
    /// Replaced by `--rows` and `--columns`.
    #[arg(long = "size", hide = true, value_parser = removed_size)]
    _size: Option<String>,
    /// Draw the game to this file at the end: .gif and .apng animate it, .svg and .png show its last
    /// board.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
    /// Animate only the last N moves [default: all].
    #[arg(long, value_name = "N", requires = "picture", value_parser = number::<usize>(0, u32::MAX))]
    pub(crate) last: Option<usize>,
    #[command(flatten)]
    pub(crate) options: SharedKeys<PlayerOptions>,
}

impl Play {
    /// The requested size; a side that is not given is that of `other`.
    pub(crate) fn size(&self, other: Size) -> Size {
        Size::new(self.rows.unwrap_or(other.rows), self.columns.unwrap_or(other.columns))
    }
}

/// Refuses the option that `--rows` and `--columns` replaced.
const fn removed_size(_: &str) -> Result<String, &'static str> {
    Err("use --rows and --columns instead")
}

/// The name of a saved game, which is also the name of its file.
fn name(text: &str) -> Result<String, String> {
    let is_sign = |sign: u8| sign.is_ascii_alphanumeric() || b"-_".contains(&sign);
    if (1..=64).contains(&text.len()) && text.bytes().all(is_sign) {
        return Ok(text.to_owned());
    }
    Err(format!("expected up to 64 letters, digits, - and _, found `{text}`"))
}
