//! Hunters with an adjustable skill.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Rng, Watch};
use tilewright_play::{SkilledName, is_own_move};

use super::random::RandomHunter;
use super::strategy::{INTERMEDIATE, casual};
use super::{Hunter, Strategy};
use crate::{FleetError, Placer, Rules, Sight};

/// A strategy and how well it is played. With the skill 0 `casual` wins 20 % of its duels with `density` on the standard
/// game, with the skill 1 it plays as `density` does, and in between the win rate rises evenly;
/// [`WinRates`](crate::WinRates) finds the skill for a win rate by any rules. The skill of the other strategies is the share
/// of their shots that are not random.
///
/// ```
/// use tilewright_battleship::{SkilledHunter, Strategy};
///
/// let hunter: SkilledHunter = "density:0.7".parse()?;
/// assert_eq!((hunter.strategy(), hunter.skill()), (Strategy::Density, 0.7));
/// assert_eq!("novice".parse::<SkilledHunter>()?.to_string(), "casual:0");
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkilledHunter {
    strategy: Strategy,
    skill: f64,
}

impl SkilledHunter {
    /// The difficulty levels by name, from weak to strong. All but the last are `casual`: they
    /// never shoot where no ship can be, and sink a ship that they have hit before they look for
    /// the next. In duels with `density` on the standard game with uniform fleets they win 20, 33,
    /// 43 and 50 %.
    pub const LEVELS: [(&str, Self); 4] = [
        ("novice", Self { strategy: Strategy::Casual, skill: 0.0 }),
        ("intermediate", Self { strategy: Strategy::Casual, skill: INTERMEDIATE }),
        ("advanced", Self { strategy: Strategy::Casual, skill: 0.77 }),
        ("expert", Self { strategy: Strategy::Veteran, skill: 1.0 }),
    ];

    /// A strategy with a skill; none if that is not from 0 to 1.
    pub fn new(strategy: Strategy, skill: f64) -> Option<Self> {
        (0.0..=1.0).contains(&skill).then_some(Self { strategy, skill })
    }

    /// Its strategy.
    pub const fn strategy(self) -> Strategy {
        self.strategy
    }

    /// Its skill, 0 to 1.
    pub const fn skill(self) -> f64 {
        self.skill
    }

    /// The name of its level, if it is one of [`Self::LEVELS`].
    pub fn level(self) -> Option<&'static str> {
        let level = Self::LEVELS.into_iter().find(|level| level.1 == self);
        level.map(|(name, _)| name)
    }

    /// Its name for people: the level, if it is one, and the strategy and skill behind it.
    ///
    /// ```
    /// let hunter: tilewright_battleship::SkilledHunter = "novice".parse()?;
    /// assert_eq!(hunter.display_name(), "novice (casual:0)");
    /// # Ok::<(), tilewright_battleship::FleetError>(())
    /// ```
    pub fn display_name(self) -> String {
        self.level().map_or_else(|| self.to_string(), |level| format!("{level} ({self})"))
    }

    /// The hunter for games by these rules, as [`Strategy::hunter`]: where `perfect` isn't solved in about a second, it is
    /// `exact`; [`prepared`](Self::prepared) solves what can be.
    pub fn hunter(self, rules: &Rules) -> Box<dyn Hunter> {
        self.hunter_within(rules, u64::MAX)
    }

    /// The hunter, prepared as long as it takes, as [`Strategy::prepared`].
    ///
    /// # Errors
    /// As [`Strategy::prepared`].
    pub fn prepared(
        self,
        rules: &Rules,
        watch: &dyn Watch,
    ) -> Result<Box<dyn Hunter>, FleetError> {
        self.solved(rules, u64::MAX, watch)
    }

    /// The same, of which `perfect` is solved within a number of nodes.
    pub(crate) fn solved(
        self,
        rules: &Rules,
        nodes: u64,
        watch: &dyn Watch,
    ) -> Result<Box<dyn Hunter>, FleetError> {
        if self.strategy != Strategy::Perfect {
            return Ok(self.hunter(rules));
        }
        Ok(self.distracted(self.strategy.solved(rules, nodes, watch)?))
    }

    /// The hunter that knows how the fleets are placed, as [`Strategy::knowing`].
    ///
    /// # Errors
    /// As [`Strategy::knowing`].
    pub fn knowing(
        self,
        rules: &Rules,
        placer: &Placer,
        watch: &dyn Watch,
    ) -> Result<Box<dyn Hunter>, FleetError> {
        if self.strategy == Strategy::Casual {
            return Ok(self.hunter(rules));
        }
        Ok(self.distracted(self.strategy.knowing(rules, placer, watch)?))
    }

    /// The same within a budget for each shot, as [`Strategy::hunter_within`].
    pub fn hunter_within(self, rules: &Rules, nodes: u64) -> Box<dyn Hunter> {
        if self.strategy == Strategy::Casual {
            return casual(rules, self.skill);
        }
        self.distracted(self.strategy.hunter_within(rules, nodes))
    }

    /// A hunter of the strategy, which makes as many shots at random as the skill says.
    pub(super) fn distracted(self, hunter: Box<dyn Hunter>) -> Box<dyn Hunter> {
        if self.skill < 1.0 {
            return Box::new(DistractedHunter { hunter, skill: self.skill });
        }
        hunter
    }
}

/// The strategy at full skill; `casual` at the level `intermediate`.
impl From<Strategy> for SkilledHunter {
    fn from(strategy: Strategy) -> Self {
        let is_casual = strategy == Strategy::Casual;
        Self { strategy, skill: if is_casual { INTERMEDIATE } else { 1.0 } }
    }
}

/// A hunter that makes some of its shots at random.
struct DistractedHunter {
    hunter: Box<dyn Hunter>,
    skill: f64,
}

impl Hunter for DistractedHunter {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(Self { hunter: self.hunter.fork(), skill: self.skill })
    }

    fn begin(&mut self, rng: &mut Rng) {
        self.hunter.begin(rng);
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        if is_own_move(self.skill, rng) {
            self.hunter.aim(sight, rng)
        } else {
            RandomHunter.aim(sight, rng)
        }
    }
}

impl FromStr for SkilledHunter {
    type Err = FleetError;

    /// Reads the name of a level, `STRATEGY`, or `STRATEGY:SKILL` with a skill from 0 to 1.
    fn from_str(text: &str) -> Result<Self, FleetError> {
        if let Some((_, hunter)) = Self::LEVELS.iter().find(|level| level.0 == text) {
            return Ok(*hunter);
        }

        let SkilledName { name, skill } =
            SkilledName::read(text).ok_or_else(|| unknown(text))?;
        match (Strategy::named(name).ok_or_else(|| unknown(text))?, skill) {
            (strategy, None) => Ok(strategy.into()),
            (strategy, Some(skill)) => Ok(Self { strategy, skill }),
        }
    }
}

/// The error for a word that names no hunter.
fn unknown(text: &str) -> FleetError {
    let strategies = Strategy::ALL.map(Strategy::key).join(", ");
    let levels = SkilledHunter::LEVELS.map(|level| level.0).join(", ");
    let expected = format!(
        "a level ({levels}), a strategy ({strategies}), or a strategy with a skill from 0 to 1 \
         such as density:0.7"
    );
    FleetError::UnknownHunter { found: text.to_owned(), expected }
}

impl fmt::Display for SkilledHunter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = self.skill >= 1.0 && self.strategy != Strategy::Casual;
        let skill = (!is_plain).then_some(self.skill);
        SkilledName { name: self.strategy.key(), skill }.fmt(f)
    }
}

/// Writes the text that [`FromStr`] reads.
impl Serialize for SkilledHunter {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SkilledHunter {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}
