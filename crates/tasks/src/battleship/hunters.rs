//! Hunters, as every request of this game names them.

use std::fmt;
use std::str::FromStr;

use tilewright_battleship::{FleetError, Player, Rules};

use crate::{Event, Host, Worded};

/// A hunter, and the word that named it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hunter {
    word: String,
    player: Player,
}

impl Hunter {
    /// The hunter itself.
    pub const fn player(&self) -> Player {
        self.player
    }
}

impl FromStr for Hunter {
    type Err = FleetError;

    fn from_str(word: &str) -> Result<Self, FleetError> {
        Ok(Self { word: word.to_owned(), player: word.parse()? })
    }
}

impl fmt::Display for Hunter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word)
    }
}

/// The casual player that wins a share of its duels with density, such as `45%` or `0.45`.
#[derive(Clone, Debug, PartialEq)]
pub struct WinRate(Hunter);

impl WinRate {
    /// The player.
    pub const fn player(&self) -> Player {
        self.0.player
    }
}

impl FromStr for WinRate {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let percent = word.strip_suffix('%');
        let number = percent.unwrap_or(word).trim().parse::<f64>().ok();
        let number = number.filter(|number| *number <= 100.0).ok_or_else(|| {
            format!("`{word}` is not a share: write one such as 45% or 0.45")
        })?;
        if percent.is_none() && number > 1.0 {
            let share = number / 100.0;
            return Err(format!("`{word}` is not a share: write {number}% or {share}"));
        }
        let share = if percent.is_some() { number / 100.0 } else { number };
        let player = Player::casual(share).map_err(|error| error.to_string())?;
        Ok(Self(Hunter { word: word.to_owned(), player }))
    }
}

impl fmt::Display for WinRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The hunters of these words, which are names of hunters.
pub(super) fn named<const N: usize>(words: [&str; N]) -> Vec<Worded<Hunter>> {
    words.map(|word| Worded(word.parse().expect("it is the name of a hunter"))).to_vec()
}

/// The players of these hunters.
pub(super) fn players(hunters: &[Worded<Hunter>]) -> Vec<Player> {
    hunters.iter().map(|hunter| hunter.0.player).collect()
}

/// Says so where a hunter's name says exact and yet it samples.
pub fn note_sampling(players: &[Player], rules: &Rules, host: &dyn Host) {
    if players.iter().any(|player| player.strategy().samples_at_first(rules)) {
        let _ = host.see(Event::Note(
            "exact: counting all fleets of this game takes too long for a shot, so it samples \
             as posterior does until few enough are left",
        ));
    }
}
