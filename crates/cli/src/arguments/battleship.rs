//! The arguments of `tilewright battleship play`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tilewright_battleship::{Roster, SkilledHunter, Touch};
use tilewright_tasks::battleship::{self, CasualHunter, NamedValue};
use tilewright_tasks::{BoundedInteger, TextValue};

use crate::shared::number;

#[derive(Debug, Subcommand)]
pub(crate) enum Battleship {
    /// Play against a hunter in the terminal.
    Play(Play),
}

/// The size of the field, the ships, and how close they may lie.
#[derive(Args, Clone, Debug)]
pub(crate) struct Field {
    /// Number of rows [default: as in the file of fleets, otherwise 10].
    #[arg(long, value_name = "N", value_parser = number::<u32>(1, 26))]
    rows: Option<u32>,
    /// Number of columns [default: as in the file of fleets, otherwise 10].
    #[arg(long, value_name = "N", value_parser = number::<u32>(1, 26))]
    columns: Option<u32>,
    /// Ships: russian (4,3,3,2,2,2,1,1,1,1), us (5,4,3,3,2), or their lengths such as 4,3,3,2
    /// [default: as in the file of fleets, otherwise russian].
    #[arg(long, value_name = "SHIPS")]
    fleet: Option<NamedValue<Roster>>,
    /// How close ships may lie: never (they do not touch, not even diagonally), corners (they may
    /// touch diagonally) or free (they may touch) [default: as in the file of fleets, otherwise
    /// free for us and never for others].
    #[arg(long, value_name = "RULE")]
    touch: Option<Touch>,
}

impl Field {
    /// The same as in requests.
    pub(crate) fn request(&self) -> battleship::Field {
        let side = |side: Option<u32>| {
            side.and_then(|side| BoundedInteger::try_from(i128::from(side)).ok())
        };
        battleship::Field {
            rows: side(self.rows),
            columns: side(self.columns),
            fleet: self.fleet.clone().map(TextValue),
            touch: self.touch.map(TextValue),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) field: Field,
    /// Hide the first fleet of this file, such as one written by place -o [default: a random
    /// fleet].
    #[arg(long, value_name = "FILE")]
    pub(crate) own: Option<PathBuf>,
    /// Your opponent: a level (novice, intermediate, advanced, expert), or another hunter named as
    /// for hunt.
    #[arg(long, value_name = "HUNTER", default_value = "intermediate")]
    pub(crate) hunter: SkilledHunter,
    /// Instead of hunter: the casual hunter that wins this share of its duels with density, such as
    /// 45% [range: 20% to 50%]. The share holds for the standard game with uniform fleets; on other
    /// fields or with other fleets it is another.
    #[arg(long, value_name = "SHARE", conflicts_with = "hunter")]
    win_rate: Option<CasualHunter>,
    /// Let your opponent hide a built-in adversarial fleet, which takes many shots to find (only for
    /// the standard game).
    #[arg(long)]
    pub(crate) adversarial: bool,
    /// Record your shots in this file, to be replayed with hunt --replay.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

impl Play {
    /// The opponent.
    pub(crate) fn skilled(&self) -> SkilledHunter {
        self.win_rate.as_ref().map_or(self.hunter, CasualHunter::skilled)
    }
}
