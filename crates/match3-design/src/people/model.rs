//! Models of people, and their documents.

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};
use tilewright_grid::{DocumentError, Schema, checksum};
use tilewright_match3::Level;

use super::{CrossValidation, FeatureSet};

/// The schema of a model of people.
pub(super) const SCHEMA: Schema = Schema::new("people", 1);

/// A model of people: how often they pass a level, by the results of judges. It holds no player and no attempt, but the
/// coefficients of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct PeopleModel {
    pub(super) document: Document,
}

/// A cohort of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cohort {
    /// The name; empty if the log had no cohorts.
    pub name: String,
    /// The share of the players who are in it.
    pub share: f64,
    /// The attempts and passes of the log.
    pub attempts: u64,
    /// The passes.
    pub passes: u64,
    /// How much more likely it is to pass than the mean cohort, in logits.
    pub shift: f64,
    /// The standard deviation of the skills within it, in logits.
    pub skill: f64,
}

/// A level of the log, and its pull.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelPull {
    /// The name in the log.
    pub name: String,
    /// The attempts of the log.
    pub attempts: u64,
    /// The passes.
    pub passes: u64,
    /// How much easier the level is than its features say, in logits; negative if harder.
    pub pull: f64,
    /// The logit of its pass rate within its own moves, of a mean cohort: what the games of its judges said when the model was fitted,
    /// and its pull.
    pub logit: f64,
    /// The hash of the level, by which it is known again.
    pub hash: String,
    /// The standard deviation of the logit of its pass rate, given the log.
    pub deviation: f64,
}

/// The hash of a level, by which a model knows the levels of its log. That its search has missed something makes it no other level.
pub(super) fn hash(level: &Level) -> String {
    let mut level = level.clone();
    level.missed = None;
    format!("{:016x}", checksum(level.to_json().as_bytes()))
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    pub(super) schema: String,
    #[serde(default, skip_serializing_if = "FeatureSet::is_usual")]
    pub(super) features: FeatureSet,
    /// The names of the rules of the levels.
    pub(super) rules: Vec<String>,
    pub(super) attempts: u64,
    pub(super) players: u32,
    /// The games of each judge.
    pub(super) games: u32,
    pub(super) seed: u64,
    pub(super) cohorts: Vec<Cohort>,
    pub(super) levels: Vec<LevelPull>,
    pub(super) base: f64,
    pub(super) slopes: Vec<f64>,
    /// What is subtracted from features, and what they are divided by.
    pub(super) centers: Vec<f64>,
    pub(super) scales: Vec<f64>,
    /// What a person gains with each multiple e of attempts, in logits.
    pub(super) learning: f64,
    /// What a booster is worth, in logits.
    pub(super) boosters: f64,
    /// The standard deviation of the pulls of levels.
    pub(super) pull: f64,
    /// The degrees of freedom of an interval.
    pub(super) freedom: f64,
    /// The covariance of base, shifts and slopes: its lower triangle, row by row.
    pub(super) covariance: Vec<f64>,
    pub(super) cross_validation: CrossValidation,
    pub(super) checksum: String,
}

/// The reason why a file cannot be read as a model of people.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PeopleModelError {
    /// A text that is not JSON, or not that of a model of people.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A wrong checksum.
    #[error("the model is damaged or was edited: its checksum is {0}")]
    Checksum(String),
    /// Numbers that do not go together.
    #[error("the model has another number of coefficients than its version")]
    Coefficients,
}

impl PeopleModel {
    /// Reads a model.
    ///
    /// # Errors
    /// When the text is not that of a model, is damaged, or was edited.
    pub fn from_json(text: &str) -> Result<Self, PeopleModelError> {
        let document: Document = SCHEMA.read(text)?;
        let found = document.sum();
        if found != document.checksum {
            return Err(PeopleModelError::Checksum(found));
        }
        let count = document.slopes.len();
        let known = 1 + document.cohorts.len() + count;
        let is_whole = count == document.features.count()
            && [&document.centers, &document.scales].iter().all(|it| it.len() == count);
        if !is_whole
            || document.cohorts.is_empty()
            || document.covariance.len() != known * (known + 1) / 2
        {
            return Err(PeopleModelError::Coefficients);
        }
        Ok(Self { document })
    }

    /// The model as a file, with a line break at its end.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(&self.document).expect("a model is JSON") + "\n"
    }

    /// The names of the rules of the levels that it was fitted to.
    pub fn rules(&self) -> &[String] {
        &self.document.rules
    }

    /// The number of attempts that it was fitted to.
    pub const fn attempts(&self) -> u64 {
        self.document.attempts
    }

    /// The number of players; 0 if the log had none.
    pub const fn players(&self) -> u32 {
        self.document.players
    }

    /// The games of each judge on a level.
    pub const fn games(&self) -> u32 {
        self.document.games
    }

    /// The cohorts.
    pub fn cohorts(&self) -> &[Cohort] {
        &self.document.cohorts
    }

    /// The levels that it was fitted to, and their pulls.
    pub fn levels(&self) -> &[LevelPull] {
        &self.document.levels
    }

    /// The entry of a level that people have played in the log; none of a level that is new to the model.
    pub fn known(&self, level: &Level) -> Option<&LevelPull> {
        let hash = hash(level);
        self.levels().iter().find(|it| it.hash == hash && it.attempts > 0)
    }

    /// The standard deviation of the pulls of levels, in logits.
    pub const fn pull(&self) -> f64 {
        self.document.pull
    }

    /// What people gain with each multiple e of attempts, in logits.
    pub const fn learning(&self) -> f64 {
        self.document.learning
    }

    /// What a booster is worth, in logits.
    pub const fn boosters(&self) -> f64 {
        self.document.boosters
    }

    /// How well it predicted each of its levels by all others.
    pub const fn cross_validation(&self) -> &CrossValidation {
        &self.document.cross_validation
    }

    /// The covariance of base, shifts and slopes.
    pub(super) fn covariance(&self) -> DMatrix<f64> {
        let known = 1 + self.document.cohorts.len() + self.document.slopes.len();
        let at = |row: usize, column: usize| {
            let (low, high) = (row.min(column), row.max(column));
            self.document.covariance[high * (high + 1) / 2 + low]
        };
        DMatrix::from_fn(known, known, at)
    }
}

impl Document {
    /// The checksum of all but itself.
    pub(super) fn sum(&self) -> String {
        let bare = Self { checksum: String::new(), ..self.clone() };
        let text = serde_json::to_string(&bare).expect("a model is JSON");
        format!("{:016x}", checksum(text.as_bytes()))
    }
}
