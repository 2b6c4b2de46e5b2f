//! The words of `tilewright battleship play`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tilewright_battleship::{Player, Touch};
use tilewright_tasks::battleship::{self, Ships, WinRate};
use tilewright_tasks::{Within, Worded};

use crate::shared::number;

#[derive(Debug, Subcommand)]
pub(crate) enum Battleship {
    /// Play against a hunter in the terminal.
    Play(Play),
}

/// The field and the ships.
#[derive(Args, Clone, Debug)]
pub(crate) struct Field {
    /// How many rows; 10 unless a file says it.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1, 26))]
    rows: Option<u32>,
    /// How many columns; 10 unless a file says it.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1, 26))]
    columns: Option<u32>,
    /// The ships: russian, us, or their lengths such as 4,3,3,2; russian unless a file says it.
    #[arg(long, value_name = "SHIPS")]
    fleet: Option<Ships>,
    /// How close ships may lie: never (not even diagonally), corners, or free (no overlap);
    /// never unless a file says it, or the fleet is us.
    #[arg(long, value_name = "RULE")]
    touch: Option<Touch>,
}

impl Field {
    /// The field as requests hold it.
    pub(crate) fn request(&self) -> battleship::Field {
        let side = |side: Option<u32>| {
            side.and_then(|side| Within::try_from(i128::from(side)).ok())
        };
        battleship::Field {
            rows: side(self.rows),
            columns: side(self.columns),
            fleet: self.fleet.clone().map(Worded),
            touch: self.touch.map(Worded),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) field: Field,
    /// Hide the first fleet of this file, such as one from place -o, instead of a random one.
    #[arg(long, value_name = "FILE")]
    pub(crate) own: Option<PathBuf>,
    /// Who hunts you: a level (novice, intermediate, advanced, expert), or another hunter as
    /// hunt names them.
    #[arg(long, value_name = "HUNTER", default_value = "intermediate")]
    pub(crate) hunter: Player,
    /// Be hunted by a casual player that wins this share of its duels with density, such as
    /// 45% [range: 20% to 50%].
    #[arg(long, value_name = "SHARE", conflicts_with = "hunter")]
    win_rate: Option<WinRate>,
    /// Hide the fleet that you hunt among the built-in hard ones, of the standard game.
    #[arg(long)]
    pub(crate) hard: bool,
    /// Write your shots here, to be seen again with hunt --replay.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

impl Play {
    /// Who hunts the person.
    pub(crate) fn player(&self) -> Player {
        self.win_rate.as_ref().map_or(self.hunter, WinRate::player)
    }
}
