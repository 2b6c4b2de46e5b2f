//! A bot by its name, with a level of skill.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;
use tilewright_play::{SkilledName, is_own_move};

use super::{ArticleBot, Bot, GreedyBot, Planner, Player, RandomBot};
use crate::{Game, Move};

/// The bots by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// [`RandomBot`].
    Random,
    /// [`ArticleBot`].
    Article,
    /// [`GreedyBot`].
    Greedy,
    /// [`Planner`].
    Planner,
    /// [`Player::Novice`].
    Novice,
    /// [`Player::Beginner`].
    Beginner,
    /// [`Player::Regular`].
    Regular,
    /// [`Player::Skilled`].
    Skilled,
    /// [`Player::Expert`].
    Expert,
}

tilewright_grid::names! {
    /// All strategies: from weak to strong, then the ladder of players, likewise.
    Strategy, key:
    Random = "random",
    Article = "article",
    Greedy = "greedy",
    Planner = "planner",
    Novice = "novice",
    Beginner = "beginner",
    Regular = "regular",
    Skilled = "skilled",
    Expert = "expert",
}

impl Strategy {
    /// The player of the ladder, if it is one.
    pub const fn player(self) -> Option<Player> {
        match self {
            Self::Random | Self::Article | Self::Greedy | Self::Planner => None,
            Self::Novice => Some(Player::Novice),
            Self::Beginner => Some(Player::Beginner),
            Self::Regular => Some(Player::Regular),
            Self::Skilled => Some(Player::Skilled),
            Self::Expert => Some(Player::Expert),
        }
    }
}

/// A strategy with a skill: the share of the swaps that the strategy chooses. The other swaps
/// are random. With one strategy at several skills, bots come in tiers.
///
/// ```
/// use tilewright_match3::{SkilledBot, Strategy};
///
/// let bot: SkilledBot = "greedy:0.7".parse()?;
/// assert_eq!((bot.strategy(), bot.skill()), (Strategy::Greedy, 0.7));
/// assert_eq!(SkilledBot::from(Strategy::Article).to_string(), "article");
/// # Ok::<(), tilewright_match3::UnknownBot>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkilledBot {
    pub(super) strategy: Strategy,
    skill: f64,
}

impl SkilledBot {
    /// The strategy.
    pub const fn strategy(self) -> Strategy {
        self.strategy
    }

    /// The share of the swaps that the strategy chooses, 0 to 1.
    pub const fn skill(self) -> f64 {
        self.skill
    }

    /// The choice of the bot, within a budget of moves that a planner plays ([`Planner::within`]).
    #[inline]
    pub(crate) fn choose_within<const W: usize>(
        self,
        game: &Game<'_, W>,
        nodes: u64,
        rng: &mut Rng,
    ) -> Move {
        if !is_own_move(self.skill, rng) {
            return RandomBot.choose(game, rng);
        }
        match self.strategy {
            Strategy::Random => RandomBot.choose(game, rng),
            Strategy::Article => ArticleBot.choose(game, rng),
            Strategy::Greedy => GreedyBot.choose(game, rng),
            Strategy::Planner => Planner::default().within(nodes).choose(game, rng),
            Strategy::Novice => Player::Novice.choose_within(game, nodes, rng),
            Strategy::Beginner => Player::Beginner.choose_within(game, nodes, rng),
            Strategy::Regular => Player::Regular.choose_within(game, nodes, rng),
            Strategy::Skilled => Player::Skilled.choose_within(game, nodes, rng),
            Strategy::Expert => Player::Expert.choose_within(game, nodes, rng),
        }
    }
}

/// A bot whose swaps are all chosen by the strategy.
impl From<Strategy> for SkilledBot {
    fn from(strategy: Strategy) -> Self {
        Self { strategy, skill: 1.0 }
    }
}

impl Bot for SkilledBot {
    #[inline]
    fn choose<const W: usize>(&self, game: &Game<'_, W>, rng: &mut Rng) -> Move {
        self.choose_within(game, u64::MAX, rng)
    }

    fn name(&self) -> String {
        self.to_string()
    }
}

/// A word that names no bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown bot `{0}`: expected one of {all}, optionally with a skill from 0 to 1, such as \
     greedy:0.7",
    all = Strategy::ALL.map(Strategy::key).join(", ")
)]
pub struct UnknownBot(pub String);

impl FromStr for SkilledBot {
    type Err = UnknownBot;

    /// Reads `NAME` or `NAME:SKILL`, the skill from 0 to 1.
    fn from_str(text: &str) -> Result<Self, UnknownBot> {
        let bot = SkilledName::read(text).and_then(|SkilledName { name, skill }| {
            Some(Self { strategy: Strategy::named(name)?, skill: skill.unwrap_or(1.0) })
        });
        bot.ok_or_else(|| UnknownBot(text.to_owned()))
    }
}

impl fmt::Display for SkilledBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let skill = (self.skill < 1.0).then_some(self.skill);
        SkilledName { name: self.strategy.key(), skill }.fmt(f)
    }
}

/// Writes the word that [`FromStr`] reads.
impl Serialize for SkilledBot {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SkilledBot {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}
