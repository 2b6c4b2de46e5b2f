//! The names of the players.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tilewright_grid::Size;

use crate::MAX_SOLVED_CELLS;

/// The built-in players.
///
/// ```
/// use tilewright_2048::Strategy;
/// use tilewright_grid::Size;
///
/// let strategy: Strategy = "network".parse()?;
/// assert!(!strategy.supports(Size::new(3, 3)));
/// assert_eq!(Strategy::usual(Size::new(4, 4)), strategy);
/// # Ok::<(), tilewright_2048::UnknownPlayer>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// [`crate::RandomPlayer`].
    Random,
    /// [`crate::GreedyPlayer`].
    Greedy,
    /// [`crate::ClassicPlayer`].
    Classic,
    /// [`crate::Expectimax`].
    Expectimax,
    /// [`crate::NetworkPlayer`].
    Network,
    /// [`crate::PerfectPlayer`].
    Perfect,
}

tilewright_grid::names! {
    /// All players, roughly from weak to strong.
    Strategy, key:
    Random = "random",
    Greedy = "greedy",
    Classic = "classic",
    Expectimax = "expectimax",
    Network = "network",
    Perfect = "perfect",
}

impl Strategy {
    /// Whether the player supports boards of a size: network only 4 × 4, perfect at most
    /// [`MAX_SOLVED_CELLS`] cells, the others all sizes.
    pub fn supports(self, size: Size) -> bool {
        match self {
            Self::Network => size == Size::new(4, 4),
            Self::Perfect => size.area() <= MAX_SOLVED_CELLS,
            Self::Random | Self::Greedy | Self::Classic | Self::Expectimax => true,
        }
    }

    /// The player where none is named: the strongest that moves at once on boards of a size. That is network on 4 × 4 boards, and expectimax on
    /// the others.
    pub fn usual(size: Size) -> Self {
        if Self::Network.supports(size) { Self::Network } else { Self::Expectimax }
    }

    /// Whether the player gives values to moves.
    pub const fn evaluates(self) -> bool {
        !matches!(self, Self::Random | Self::Greedy)
    }

    /// Whether the player has weights that evolution can tune.
    pub const fn is_tunable(self) -> bool {
        matches!(self, Self::Classic | Self::Expectimax)
    }
}

/// A text that is not the name of a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {all}, found `{0}`", all = Strategy::ALL.map(Strategy::key).join(", "))]
pub struct UnknownPlayer(pub String);

impl FromStr for Strategy {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        Self::named(text).ok_or_else(|| UnknownPlayer(text.to_owned()))
    }
}
