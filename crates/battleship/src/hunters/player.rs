//! A hunter by its name, and as skilled as one likes.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Rng};
use tilewright_play::{Skilled, is_own_move};

use super::Hunter;
use super::casual::{Casual, WIN_RATES};
use super::density::Density;
use super::exact::{self, Exact};
use super::lattice::Lattice;
use super::posterior::{Posterior, Sampling};
use super::random::Random;
use super::target::HuntAndTarget;
use crate::bits::dispatch;
use crate::{FleetError, Rules, Sight, Ways};

/// The hunters by name.
///
/// They are in the order of the mean shots that they take to sink uniform fleets of the
/// standard game; `density`, `exact`, `posterior` and `veteran` lie within the error of each
/// other there. With the US fleet, whose ships may touch, `veteran` takes the fewest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Anywhere, whatever it hit.
    Random,
    /// As people play: where ships can be, but not always at the best of these cells. Its skill
    /// is the share of duels that it wins against `density`.
    Casual,
    /// Random shots until something is hit, then around it.
    HuntAndTarget,
    /// The same, but on a lattice that the longest ship cannot slip through.
    Lattice,
    /// The posterior with a small sample: less strong and quicker.
    Scout,
    /// Where most of a sample of the fleets that are possible have a deck.
    Posterior,
    /// Where most of all fleets that are possible have a deck, as soon as counting them is
    /// quick; before that, as the posterior by sampling.
    Exact,
    /// Where most ways to place single ships lie.
    Density,
    /// The posterior with a large sample, well stirred.
    Veteran,
}

impl Strategy {
    /// All of them, in the order of the mean shots that they take, the most first (see
    /// [`Strategy`] for those that are about equal).
    pub const ALL: [Self; 9] = [
        Self::Random,
        Self::Casual,
        Self::HuntAndTarget,
        Self::Lattice,
        Self::Scout,
        Self::Posterior,
        Self::Exact,
        Self::Density,
        Self::Veteran,
    ];

    /// The name in files and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Casual => "casual",
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

    /// A hunter of that name for games by these rules; `casual` as its intermediate level.
    pub fn hunter(self, rules: &Rules) -> Box<dyn Hunter> {
        let scout = Sampling { fleets: 80, stirs: [4, 24] };
        let plain = Sampling { fleets: 240, stirs: [6, 40] };
        let veteran = Sampling { fleets: 800, stirs: [8, 40] };
        dispatch!(rules.size(), W => match self {
            Self::Random => Box::new(Random),
            Self::Casual => casual(rules, INTERMEDIATE),
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

/// What the intermediate level wins against `density`.
const INTERMEDIATE: f64 = 0.33;

/// A hunter that plays so well. The skill of `casual` is the share of duels that it wins
/// against `density`; that of the others is the share of their shots that are not random.
///
/// ```
/// use tilewright_battleship::{Player, Strategy};
///
/// let player: Player = "density:0.7".parse()?;
/// assert_eq!((player.strategy(), player.skill()), (Strategy::Density, 0.7));
/// assert_eq!("45%".parse::<Player>()?.to_string(), "casual:0.45");
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Player {
    strategy: Strategy,
    skill: f64,
}

/// The levels by the names that they had before.
const FORMER: [(&str, &str); 3] =
    [("easy", "novice"), ("medium", "intermediate"), ("hard", "advanced")];

impl Player {
    /// The difficulty levels by name, from weak to strong. All but the last are `casual`: they
    /// never shoot where no ship can be, and sink a ship that they hit before they look for
    /// the next. Of duels with `density` on the standard game with uniform fleets they win 20,
    /// 33, 43 and 50 %.
    pub const LEVELS: [(&str, Self); 4] = [
        ("novice", Self { strategy: Strategy::Casual, skill: 0.2 }),
        ("intermediate", Self { strategy: Strategy::Casual, skill: INTERMEDIATE }),
        ("advanced", Self { strategy: Strategy::Casual, skill: 0.43 }),
        ("expert", Self { strategy: Strategy::Veteran, skill: 1.0 }),
    ];

    /// The least and the greatest share of duels that [`casual`](Self::casual) can win.
    pub const WIN_RATES: [f64; 2] = WIN_RATES;

    /// One that wins that share of duels with the density hunter, 0 to 1: on the standard game,
    /// with uniform fleets, starts in turn. By other rules the shares differ.
    ///
    /// # Errors
    /// When the share lies outside [`Self::WIN_RATES`].
    pub fn casual(win_rate: f64) -> Result<Self, FleetError> {
        let [low, high] = Self::WIN_RATES;
        if (low..=high).contains(&win_rate) {
            return Ok(Self { strategy: Strategy::Casual, skill: win_rate });
        }
        Err(FleetError::WinRate { found: win_rate, low, high })
    }

    /// Its strategy.
    pub const fn strategy(self) -> Strategy {
        self.strategy
    }

    /// Its skill, 0 to 1.
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
    /// let player: tilewright_battleship::Player = "novice".parse()?;
    /// assert_eq!(player.told(), "novice (casual:0.2)");
    /// # Ok::<(), tilewright_battleship::FleetError>(())
    /// ```
    pub fn told(self) -> String {
        self.level().map_or_else(|| self.to_string(), |level| format!("{level} ({self})"))
    }

    /// A hunter that plays so well.
    pub fn hunter(self, rules: &Rules) -> Box<dyn Hunter> {
        if self.strategy == Strategy::Casual {
            return casual(rules, self.skill);
        }
        let hunter = self.strategy.hunter(rules);
        if self.skill < 1.0 {
            return Box::new(Distracted { hunter, skill: self.skill });
        }
        hunter
    }
}

/// A casual hunter of that focus, for those who calibrate: 0 chooses evenly among the cells
/// where a ship can be, a great one the densest of them, below 0 the least dense.
pub fn casual_of_focus(rules: &Rules, focus: f64) -> Box<dyn Hunter> {
    dispatch!(rules.size(), W => Box::new(Casual::<W>::with_focus(rules, focus)))
}

/// A casual hunter that wins that share of duels.
fn casual(rules: &Rules, win_rate: f64) -> Box<dyn Hunter> {
    dispatch!(rules.size(), W => Box::new(Casual::<W>::new(rules, win_rate)))
}

/// One that always plays by the strategy; of `casual` the intermediate level.
impl From<Strategy> for Player {
    fn from(strategy: Strategy) -> Self {
        let is_casual = strategy == Strategy::Casual;
        Self { strategy, skill: if is_casual { INTERMEDIATE } else { 1.0 } }
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
        if is_own_move(self.skill, rng) {
            self.hunter.aim(sight, rng)
        } else {
            Random.aim(sight, rng)
        }
    }
}

impl FromStr for Player {
    type Err = FleetError;

    /// Reads a level, `NAME`, `NAME:SKILL` with a skill from 0 to 1, or a share of won duels
    /// such as `45%`.
    fn from_str(text: &str) -> Result<Self, FleetError> {
        let former = FORMER.iter().find(|former| former.0 == text);
        let text = former.map_or(text, |former| former.1);
        if let Some((_, player)) = Self::LEVELS.iter().find(|level| level.0 == text) {
            return Ok(*player);
        }
        let percent = text.strip_suffix('%').map(|number| number.trim().parse::<f64>());
        if let Some(Ok(percent)) = percent {
            return Self::casual(percent / 100.0);
        }
        let Skilled { name, skill } = Skilled::read(text).ok_or_else(|| unknown(text))?;
        let strategy = Strategy::ALL.into_iter().find(|it| it.key() == name);
        match (strategy.ok_or_else(|| unknown(text))?, skill) {
            (strategy, None) => Ok(strategy.into()),
            (Strategy::Casual, Some(skill)) => Self::casual(skill),
            (strategy, Some(skill)) => Ok(Self { strategy, skill }),
        }
    }
}

/// The error about a word that names no hunter.
fn unknown(text: &str) -> FleetError {
    let names = Strategy::ALL.map(Strategy::key).join(", ");
    let levels = Player::LEVELS.map(|level| level.0).join(", ");
    let names = format!(
        "one of {levels}; or of {names}, with a skill such as density:0.7 if some of its shots \
         are to be random; or a share of duels won against density, such as 45%"
    );
    FleetError::UnknownHunter(text.to_owned(), names)
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = self.skill >= 1.0 && self.strategy != Strategy::Casual;
        let skill = (!is_plain).then_some(self.skill);
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
