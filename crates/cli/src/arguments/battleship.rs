//! The arguments of `tilewright battleship play`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tilewright_battleship::{Roster, Rules, SkilledHunter, Touch};
use tilewright_tasks::battleship::{self, AnswerError, NamedValue, WantedHunter};
use tilewright_tasks::{BoundedInteger, Host, Share, TextValue};

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
    /// Hide the first fleet of this file, such as one written by place -o, or one that a placer draws: uniform,
    /// sequential, two-columns, adversarial (only for the standard game) or the file of a placer [default: sequential].
    #[arg(long, value_name = "FILE|PLACER")]
    pub(crate) own: Option<PathBuf>,
    /// Placer that your opponent knows, such as that of your fleet: scout, posterior and veteran (the level expert) hunt you as if it had
    /// placed your ships: two-columns, adversarial or a file.
    #[arg(long, value_name = "PLACER")]
    pub(crate) knows: Option<PathBuf>,
    /// Your opponent: a level (novice, intermediate, advanced, expert), or another hunter named as
    /// for hunt.
    #[arg(long, value_name = "HUNTER", default_value = "intermediate")]
    hunter: WantedHunter,
    /// Instead of hunter: the casual hunter that wins this share of its duels with against by these
    /// rules, such as 45%, with uniform fleets and starts in turn. It is found by measuring for some
    /// seconds; a share that no casual hunter wins is refused with the range.
    #[arg(long, value_name = "SHARE", conflicts_with = "hunter")]
    win_rate: Option<Share>,
    /// Hunter in whose duels win rates hold [default: density].
    #[arg(long, value_name = "HUNTER")]
    against: Option<SkilledHunter>,
    /// Let your opponent hide a built-in adversarial fleet, which takes many shots to find (only for
    /// the standard game).
    #[arg(long)]
    pub(crate) adversarial: bool,
    /// Record your shots in this file, to be replayed with hunt --replay.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

impl Play {
    /// The opponent as it is named.
    pub(crate) fn wanted(&self) -> WantedHunter {
        self.win_rate.map_or(self.hunter, WantedHunter::WinRate)
    }

    /// The opponent by these rules.
    pub(crate) fn skilled(
        &self,
        rules: &Rules,
        host: &dyn Host,
    ) -> Result<SkilledHunter, AnswerError> {
        Ok(battleship::skilled(&[self.wanted()], self.against, rules, host)?[0])
    }
}
