//! The words of `tilewright battleship …`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum, value_parser};
use tilewright_battleship::{FleetError, Player, Roster, Touch};
use tilewright_tasks::Bytes;

#[derive(Debug, Subcommand)]
pub(crate) enum Battleship {
    /// Place fleets: by evolution, evenly over all legal ones, quickly, or hard to find.
    Place(Place),
    /// Play against a hunter in the terminal.
    Play(Play),
}

/// The field and the ships.
#[derive(Args, Clone, Debug)]
pub(crate) struct Field {
    /// How many rows; 10 unless a file says it.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=26))]
    pub(crate) rows: Option<u32>,
    /// How many columns; 10 unless a file says it.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=26))]
    pub(crate) columns: Option<u32>,
    /// The ships: russian, us, or their lengths such as 4,3,3,2; russian unless a file says it.
    #[arg(long, value_name = "SHIPS")]
    pub(crate) fleet: Option<Ships>,
    /// How close ships may lie: never (not even diagonally), corners, or free (no overlap);
    /// never unless a file says it, or the fleet is us.
    #[arg(long, value_name = "RULE")]
    pub(crate) touch: Option<Touch>,
}

/// A fleet by its name or its lengths, with the touch rule that goes with the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ships {
    pub(crate) roster: Roster,
    pub(crate) touch: Option<Touch>,
}

impl FromStr for Ships {
    type Err = FleetError;

    fn from_str(word: &str) -> Result<Self, FleetError> {
        Ok(Self { roster: word.parse()?, touch: Roster::usual_touch(word) })
    }
}

#[derive(Args, Debug)]
pub(crate) struct Place {
    #[command(flatten)]
    pub(crate) field: Field,
    /// How: evolve (a climb with restarts), classic (the article's search), exact (evenly over
    /// all legal fleets), sequential (ship after ship, quick and not even), or hard (evolved
    /// together to be hard to find for a set of hunters).
    #[arg(long, value_enum, default_value_t = Method::Evolve)]
    pub(crate) method: Method,
    /// Individuals a generation of classic; 50 when absent.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=100_000))]
    pub(crate) population: Option<u32>,
    /// Generations of classic and hard after the first, random one; 50 and 60 when absent.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) generations: Option<u32>,
    /// Whom hard fleets hide from; hunt-and-target, lattice, density and scout when absent.
    #[arg(long, value_name = "HUNTER,…", value_delimiter = ',')]
    pub(crate) hunter: Option<Vec<Player>>,
    /// By how many games of each hunter hard fleets are judged; 24 when absent.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000))]
    pub(crate) games: Option<u32>,
    /// Show the search of evolve or classic in the terminal, generation by generation: the best
    /// fleet, and the best and the mean fitness.
    #[arg(long)]
    pub(crate) watch: bool,
    /// How many fleets; 1000 at most with --method hard.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=100_000))]
    pub(crate) count: u32,
    /// The bytes that exact and proofs may take; K, M or G behind the number are 2^10, 2^20
    /// and 2^30.
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = bytes)]
    pub(crate) memory: u64,
    /// Write the fleets here, as .json or .txt. A run that was stopped is resumed by the same
    /// command from what stands in FILE.part.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Draw the fleets here: .svg or .png, or the search in motion as .gif or .apng.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
}

/// How fleets are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    Classic,
    Evolve,
    Exact,
    Sequential,
    Hard,
}

impl Method {
    /// The name in files and on the command line.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Evolve => "evolve",
            Self::Exact => "exact",
            Self::Sequential => "sequential",
            Self::Hard => "hard",
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
    #[arg(long, value_name = "SHARE", value_parser = win_rate, conflicts_with = "hunter")]
    pub(crate) win_rate: Option<Player>,
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
        self.win_rate.unwrap_or(self.hunter)
    }
}

/// The casual player that wins a share of duels, such as 45% or 0.45.
fn win_rate(word: &str) -> Result<Player, String> {
    let percent = word.strip_suffix('%');
    let number = percent.unwrap_or(word).trim().parse::<f64>().ok();
    match number.filter(|number| *number <= 100.0) {
        None => Err(format!("`{word}` is not a share: write one such as 45% or 0.45")),
        Some(number) if percent.is_none() && number > 1.0 => {
            let share = number / 100.0;
            Err(format!("`{word}` is not a share: write {number}% or {share}"))
        }
        Some(number) => {
            let share = if percent.is_some() { number / 100.0 } else { number };
            Player::casual(share).map_err(|error| error.to_string())
        }
    }
}

/// A number of bytes.
fn bytes(word: &str) -> Result<u64, String> {
    word.parse().map(|Bytes(bytes)| bytes)
}
