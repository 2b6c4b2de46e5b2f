//! A bot by its name, and as skilled as one likes.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;
use tilewright_play::{Skilled, is_own_move};

use super::{Bot, Greedy, Planner, Random, SeedBot};
use crate::{Game, Swap};

/// The bots by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// [`Random`].
    Random,
    /// [`SeedBot`].
    Seed,
    /// [`Greedy`].
    Greedy,
    /// [`Planner`].
    Planner,
}

impl Strategy {
    /// All of them, from weak to strong.
    pub const ALL: [Self; 4] = [Self::Random, Self::Seed, Self::Greedy, Self::Planner];

    /// The name in files and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Seed => "seed",
            Self::Greedy => "greedy",
            Self::Planner => "planner",
        }
    }
}

/// A bot that plays so well: a share of its swaps is its strategy's, the others are any.
/// In between lie the players of a tier.
///
/// ```
/// use tilewright_match3::{Player, Strategy};
///
/// let player: Player = "greedy:0.7".parse()?;
/// assert_eq!((player.strategy(), player.skill()), (Strategy::Greedy, 0.7));
/// # Ok::<(), tilewright_match3::UnknownPlayer>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Player {
    strategy: Strategy,
    skill: f64,
}

impl Player {
    /// Its strategy.
    pub const fn strategy(self) -> Strategy {
        self.strategy
    }

    /// The share of its swaps that are its strategy's, 0 to 1.
    pub const fn skill(self) -> f64 {
        self.skill
    }
}

/// One that always plays by the strategy.
impl From<Strategy> for Player {
    fn from(strategy: Strategy) -> Self {
        Self { strategy, skill: 1.0 }
    }
}

impl Bot for Player {
    #[inline]
    fn choose<const W: usize>(&self, game: &Game<'_, W>, rng: &mut Rng) -> Swap {
        if !is_own_move(self.skill, rng) {
            return Random.choose(game, rng);
        }
        match self.strategy {
            Strategy::Random => Random.choose(game, rng),
            Strategy::Seed => SeedBot.choose(game, rng),
            Strategy::Greedy => Greedy.choose(game, rng),
            Strategy::Planner => Planner::default().choose(game, rng),
        }
    }
}

/// A word that names no bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no bot: write random, seed, greedy or planner, with a skill such as greedy:0.7 \
     if it is to make random swaps as well"
)]
pub struct UnknownPlayer(pub String);

impl FromStr for Player {
    type Err = UnknownPlayer;

    /// Reads `NAME` or `NAME:SKILL`, the skill from 0 to 1.
    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        let player = Skilled::read(text).and_then(|Skilled { name, skill }| {
            let strategy = Strategy::ALL.into_iter().find(|bot| bot.key() == name)?;
            Some(Self { strategy, skill: skill.unwrap_or(1.0) })
        });
        player.ok_or_else(|| UnknownPlayer(text.to_owned()))
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let skill = (self.skill < 1.0).then_some(self.skill);
        Skilled { name: self.strategy.key(), skill }.fmt(f)
    }
}

/// Writes the word that [`FromStr`] reads.
impl Serialize for Player {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}
