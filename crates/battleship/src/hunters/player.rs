//! A hunter by its name, and as skilled as one likes.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Rng};

use super::Hunter;
use super::density::Density;
use super::exact::{self, Exact};
use super::lattice::Lattice;
use super::posterior::{Posterior, Sampling};
use super::random::Random;
use super::target::HuntAndTarget;
use crate::bits::dispatch;
use crate::{FleetError, Rules, Sight, Ways};

/// The hunters by name, from weak to strong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Anywhere, whatever it hit.
    Random,
    /// Random shots until something is hit, then around it.
    HuntAndTarget,
    /// The same, but on a lattice that the longest ship cannot slip through.
    Lattice,
    /// The posterior with a small sample: less strong and quicker.
    Scout,
    /// Where most ways to place single ships lie.
    Density,
    /// Where most of a sample of the fleets that are possible have a deck.
    Posterior,
    /// Where most of all fleets that are possible have a deck, as soon as counting them is
    /// quick; before that, as the posterior by sampling.
    Exact,
    /// The posterior with a large sample, well stirred.
    Veteran,
}

impl Strategy {
    /// All of them, from weak to strong.
    pub const ALL: [Self; 8] = [
        Self::Random,
        Self::HuntAndTarget,
        Self::Lattice,
        Self::Scout,
        Self::Density,
        Self::Posterior,
        Self::Exact,
        Self::Veteran,
    ];

    /// The name in files and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::HuntAndTarget => "hunt-and-target",
            Self::Lattice => "lattice",
            Self::Density => "density",
            Self::Scout => "scout",
            Self::Posterior => "posterior",
            Self::Exact => "exact",
            Self::Veteran => "veteran",
        }
    }

    /// Whether it is the exact one and yet begins by sampling, since counting all fleets of
    /// these rules takes too long for a shot.
    pub fn samples_at_first(self, rules: &Rules) -> bool {
        self == Self::Exact && Ways::new(rules, exact::MEMORY).is_err()
    }

    /// A hunter of that name for games by these rules.
    pub fn hunter(self, rules: &Rules) -> Box<dyn Hunter> {
        let scout = Sampling { fleets: 80, stirs: [4, 24] };
        let plain = Sampling { fleets: 240, stirs: [6, 40] };
        let veteran = Sampling { fleets: 800, stirs: [8, 40] };
        dispatch!(rules.size(), W => match self {
            Self::Random => Box::new(Random),
            Self::HuntAndTarget => Box::new(HuntAndTarget::<W>::new(rules)),
            Self::Lattice => Box::new(Lattice::<W>::new(rules)),
            Self::Density => Box::new(Density::<W>::new(rules)),
            Self::Scout => Box::new(Posterior::<W>::new(rules, scout)),
            Self::Posterior => Box::new(Posterior::<W>::new(rules, plain)),
            Self::Exact => Box::new(Exact::new(
                exact::MEMORY,
                Box::new(Posterior::<W>::new(rules, plain)),
            )),
            Self::Veteran => Box::new(Posterior::<W>::new(rules, veteran)),
        })
    }
}

/// A hunter that plays so well: a share of its shots is its strategy's, the others are random.
///
/// ```
/// use tilewright_battleship::{Player, Strategy};
///
/// let player: Player = "density:0.7".parse()?;
/// assert_eq!((player.strategy(), player.skill()), (Strategy::Density, 0.7));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Player {
    strategy: Strategy,
    skill: f64,
}

impl Player {
    /// The difficulty levels by name, from easy to expert, for who does not want to know the
    /// strategies. Over even fleets of the standard game they take about 71, 63, 58 and 56
    /// shots on average.
    pub const LEVELS: [(&str, Self); 4] = [
        ("easy", Self { strategy: Strategy::Density, skill: 0.5 }),
        ("medium", Self { strategy: Strategy::Density, skill: 0.75 }),
        ("hard", Self { strategy: Strategy::Density, skill: 0.9 }),
        ("expert", Self { strategy: Strategy::Veteran, skill: 1.0 }),
    ];

    /// Its strategy.
    pub const fn strategy(self) -> Strategy {
        self.strategy
    }

    /// The share of its shots that are its strategy's, 0 to 1.
    pub const fn skill(self) -> f64 {
        self.skill
    }

    /// The name of the level that plays so, if one does.
    pub fn level(self) -> Option<&'static str> {
        let level = Self::LEVELS.into_iter().find(|level| level.1 == self);
        level.map(|(name, _)| name)
    }

    /// What people are told it is called: its level, if it has one, and what that is.
    ///
    /// ```
    /// let player: tilewright_battleship::Player = "easy".parse()?;
    /// assert_eq!(player.told(), "easy (density:0.5)");
    /// # Ok::<(), tilewright_battleship::FleetError>(())
    /// ```
    pub fn told(self) -> String {
        self.level().map_or_else(|| self.to_string(), |level| format!("{level} ({self})"))
    }

    /// A hunter that plays so well.
    pub fn hunter(self, rules: &Rules) -> Box<dyn Hunter> {
        let hunter = self.strategy.hunter(rules);
        if self.skill < 1.0 {
            return Box::new(Distracted { hunter, skill: self.skill });
        }
        hunter
    }
}

/// One that always plays by the strategy.
impl From<Strategy> for Player {
    fn from(strategy: Strategy) -> Self {
        Self { strategy, skill: 1.0 }
    }
}

/// A hunter some of whose shots are random.
struct Distracted {
    hunter: Box<dyn Hunter>,
    skill: f64,
}

impl Hunter for Distracted {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(Self { hunter: self.hunter.fork(), skill: self.skill })
    }

    fn begin(&mut self, rng: &mut Rng) {
        self.hunter.begin(rng);
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        if rng.chance(self.skill) {
            self.hunter.aim(sight, rng)
        } else {
            Random.aim(sight, rng)
        }
    }
}

impl FromStr for Player {
    type Err = FleetError;

    /// Reads a level, `NAME` or `NAME:SKILL`, the skill from 0 to 1.
    fn from_str(text: &str) -> Result<Self, FleetError> {
        if let Some((_, player)) = Self::LEVELS.iter().find(|level| level.0 == text) {
            return Ok(*player);
        }
        let (name, skill) = text.split_once(':').unwrap_or((text, "1"));
        let strategy = Strategy::ALL.into_iter().find(|it| it.key() == name);
        let skill = skill.parse().ok().filter(|skill| (0.0..=1.0).contains(skill));
        let player =
            strategy.zip(skill).map(|(strategy, skill)| Self { strategy, skill });
        player.ok_or_else(|| {
            let names = Strategy::ALL.map(Strategy::key).join(", ");
            let levels = Self::LEVELS.map(|level| level.0).join(", ");
            let names = format!(
                "one of {levels}, or of {names}, with a skill such as density:0.7 if some of \
                 its shots are to be random"
            );
            FleetError::UnknownHunter(text.to_owned(), names)
        })
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.strategy.key())?;
        if self.skill < 1.0 { write!(f, ":{}", self.skill) } else { Ok(()) }
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
