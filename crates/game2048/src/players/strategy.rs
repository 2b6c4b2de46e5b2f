//! Players by their names.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tilewright_grid::Size;

use crate::MAX_SOLVED_CELLS;

/// The players by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// [`crate::Random`].
    Random,
    /// [`crate::Greedy`].
    Greedy,
    /// [`crate::Classic`].
    Classic,
    /// [`crate::Expectimax`].
    Expectimax,
    /// [`crate::NetworkPlayer`].
    Network,
    /// [`crate::Perfect`].
    Perfect,
}

impl Strategy {
    /// All of them, from weak to strong.
    pub const ALL: [Self; 6] = [
        Self::Random,
        Self::Greedy,
        Self::Classic,
        Self::Expectimax,
        Self::Network,
        Self::Perfect,
    ];

    /// Whether it plays on boards of that size: the network on 4 × 4 cells, the perfect player
    /// on at most [`MAX_SOLVED_CELLS`] cells, the others on all.
    pub fn knows(self, size: Size) -> bool {
        match self {
            Self::Network => size == Size::new(4, 4),
            Self::Perfect => size.area() <= MAX_SOLVED_CELLS,
            Self::Random | Self::Greedy | Self::Classic | Self::Expectimax => true,
        }
    }

    /// The name in files and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Classic => "classic",
            Self::Expectimax => "expectimax",
            Self::Network => "network",
            Self::Perfect => "perfect",
        }
    }
}

/// A word that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no player: write random, greedy, classic, expectimax, network or perfect"
)]
pub struct UnknownPlayer(pub String);

impl FromStr for Strategy {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        let named = Self::ALL.into_iter().find(|player| player.key() == text);
        named.ok_or_else(|| UnknownPlayer(text.to_owned()))
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}
