//! A fitted model and its file.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tilewright_grid::{DocumentError, Schema, Seed, Size, checksum, det};

use super::Fit;
use super::features::features;
use super::field::Shape;
use super::mixed::{Asked, Recipe};
use super::ridge::Linear;
use crate::{Analysis, Goal, Kind, Level, Player};

/// What the documents say they are.
const SCHEMA: Schema = Schema::since(1, "model", 2);

/// What a prediction is made of.
///
/// The article's has the mean swaps linear in each kind's share of the blame (limbsoo, *Match-3
/// difficulty from swap matches*). Ours have them linear in the square roots of these shares,
/// since the first specials of a kind weigh most, and in how many cells are special; or their
/// logarithm linear in what a mean field says of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// The article's: a slope for each kind of lost potential.
    Article,
    /// Roots of those shares, for few levels.
    Roots,
    /// A mean field of the board after some swaps.
    Field,
}

impl Method {
    /// All methods, from few features to many.
    pub const ALL: [Self; 3] = [Self::Article, Self::Roots, Self::Field];
}

/// Whose games a model predicts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// A bot's.
    Bot(Player),
    /// Those of people.
    People,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(player) => player.fmt(f),
            Self::People => f.write_str("people"),
        }
    }
}

impl Serialize for Source {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from)?;
        if word == "people" {
            return Ok(Self::People);
        }
        Player::from_str(&word).map(Self::Bot).map_err(serde::de::Error::custom)
    }
}

/// Predicts the mean swaps of levels of one size, number of colours and goal.
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) document: Document,
    shape: Shape,
}

/// The file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Document {
    schema: String,
    pub(super) method: Method,
    pub(super) bot: Source,
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) colors: u32,
    pub(super) goal: Goal,
    /// All goals, where it was fitted to levels of several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) goals: Vec<Goal>,
    pub(super) seed: u64,
    pub(super) fit: Fit,
    base: f64,
    slopes: Vec<f64>,
    checksum: String,
}

/// Why a file is no model, or a model does not suit a level.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// No JSON, or not that of a model.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// Something in it has changed since it was written.
    #[error(
        "its checksum is {found}, and it says {stated}: the file is damaged or was edited"
    )]
    Checksum {
        /// What the contents give.
        found: String,
        /// What the file says.
        stated: String,
    },
    /// Another number of slopes than the method has.
    #[error("it has {found} slopes, expected {expected}")]
    Slopes {
        /// How many there are.
        found: usize,
        /// How many the method has.
        expected: usize,
    },
    /// A board that is no level's.
    #[error("it is for a board of {rows} × {columns}, and a level has 1 to {most} of each", most = crate::MAX_SIDE)]
    Size {
        /// Rows.
        rows: u32,
        /// Columns.
        columns: u32,
    },
    /// The model is for others.
    #[error("the model is for {model}, the level has {level}")]
    Other {
        /// What the model is for.
        model: String,
        /// What the level is.
        level: String,
    },
    /// Too few levels to fit to.
    #[error("{0} levels are too few to fit a model to: at least {least}", least = super::calibrate::LEAST)]
    Few(usize),
}

/// What is calibrated: levels of a size, colours and goal, for somebody.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub(super) size: Size,
    pub(super) colors: u32,
    pub(super) goal: Goal,
    /// All goals, where there are several.
    pub(super) goals: Vec<Goal>,
    pub(super) source: Source,
}

impl Model {
    pub(super) fn new(
        subject: &Subject,
        method: Method,
        linear: Linear,
        fit: Fit,
        seed: u64,
    ) -> Self {
        let mut document = Document {
            schema: SCHEMA.to_string(),
            method,
            bot: subject.source,
            rows: subject.size.rows,
            columns: subject.size.columns,
            colors: subject.colors,
            goal: subject.goal.clone(),
            goals: subject.goals.clone(),
            seed,
            fit,
            base: linear.base,
            slopes: linear.slopes,
            checksum: String::new(),
        };
        document.checksum = document.sum();
        Self { shape: Shape::new(subject.size), document }
    }

    /// The mean swaps that it expects of a level: to the goal of the model, or where that
    /// serves several goals, to the level's own.
    pub fn predict(&self, level: &Level) -> f64 {
        let own = level.goal.as_ref().filter(|_| !self.goals().is_empty());
        self.guess(level, own.unwrap_or(&self.document.goal))
    }

    /// What it would expect of a level of any size, with any goal: off by some factor, but
    /// more for harder levels.
    pub fn guess(&self, level: &Level, goal: &Goal) -> f64 {
        let document = &self.document;
        let resized;
        let shape = if self.shape.size() == level.size() {
            &self.shape
        } else {
            resized = Shape::new(level.size());
            &resized
        };
        self.at(&document.recipe().inputs(shape, level, goal))
    }

    /// What it expects of a level with these features, which are those of its method.
    pub(super) fn at(&self, features: &[f64]) -> f64 {
        let document = &self.document;
        let linear = Linear { base: document.base, slopes: document.slopes.clone() };
        document.recipe().output(linear.at(features))
    }

    /// Whether it is made for levels of that size and number of colours, and for that goal:
    /// where it serves several, for goals of the same sorts.
    ///
    /// # Errors
    /// With the first difference.
    pub fn fits(&self, level: &Level, goal: &Goal) -> Result<(), ModelError> {
        let document = &self.document;
        let other =
            |model: String, level: String| Err(ModelError::Other { model, level });
        let Size { rows, columns } = level.size();
        if self.shape.size() != level.size() {
            let model = format!("{} × {} cells", document.rows, document.columns);
            return other(model, format!("{rows} × {columns}"));
        }
        if document.colors != level.colors() {
            return other(
                format!("{} colours", document.colors),
                level.colors().to_string(),
            );
        }
        if !document.goals.is_empty() {
            if !Asked::of(goal).is_known_by(&document.goals) {
                let goals: Vec<_> =
                    document.goals.iter().map(ToString::to_string).collect();
                let model = format!("the sorts of goals {}", goals.join(", "));
                return other(model, goal.to_string());
            }
        } else if document.goal != *goal {
            return other(format!("the goal {}", document.goal), goal.to_string());
        }
        Ok(())
    }

    /// Whose games it predicts.
    pub const fn source(&self) -> Source {
        self.document.bot
    }

    /// The goal, or the first of several.
    pub const fn goal(&self) -> &Goal {
        &self.document.goal
    }

    /// The goals, where it serves several; else none.
    pub fn goals(&self) -> &[Goal] {
        &self.document.goals
    }

    /// The size of the levels.
    pub const fn size(&self) -> Size {
        self.shape.size()
    }

    /// The number of colours of the levels.
    pub const fn colors(&self) -> u32 {
        self.document.colors
    }

    /// What a prediction is made of.
    pub const fn method(&self) -> Method {
        self.document.method
    }

    /// The seed of the levels and games that it was fitted to; 0 for those of people.
    pub const fn seed(&self) -> Seed {
        Seed(self.document.seed)
    }

    /// How well it predicts levels that it was not fitted to.
    pub const fn fit(&self) -> &Fit {
        &self.document.fit
    }

    /// The JSON form, `tilewright/model/2`, with its checksum.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(&self.document).expect("a model can be written")
            + "\n"
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    /// When it is no model, one of another version, or damaged.
    pub fn from_json(text: &str) -> Result<Self, ModelError> {
        let (mut document, _): (Document, u32) = SCHEMA.read(text)?;
        let found = document.sum();
        if found != document.checksum {
            return Err(ModelError::Checksum { found, stated: document.checksum });
        }
        document.schema = SCHEMA.to_string();
        document.checksum = document.sum();
        let (rows, columns) = (document.rows, document.columns);
        let sides = 1..=crate::MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&columns) {
            return Err(ModelError::Size { rows, columns });
        }
        let (found, expected) = (document.slopes.len(), document.recipe().width());
        if found != expected {
            return Err(ModelError::Slopes { found, expected });
        }
        Ok(Self { shape: Shape::new(Size::new(rows, columns)), document })
    }
}

impl Document {
    const fn recipe(&self) -> Recipe {
        Recipe { method: self.method, is_mixed: !self.goals.is_empty() }
    }

    /// The fingerprint of everything else.
    fn sum(&self) -> String {
        let plain = Self { checksum: String::new(), ..self.clone() };
        let text = serde_json::to_string(&plain).expect("a model can be written");
        format!("{:016x}", checksum(text.as_bytes()))
    }
}

/// How many features a method has.
pub(super) const fn width(method: Method) -> usize {
    match method {
        Method::Article => Kind::SPECIALS.len(),
        Method::Roots => Kind::SPECIALS.len() + 1,
        Method::Field => super::features::COUNT,
    }
}

/// The features of a level for a method.
pub(super) fn inputs(
    method: Method,
    shape: &Shape,
    level: &Level,
    goal: &Goal,
) -> Vec<f64> {
    match method {
        Method::Article => shares(level).to_vec(),
        Method::Roots => {
            let kinds = level.cells().values();
            let special = kinds.iter().filter(|kind| kind.is_special()).count() as f64;
            let density = special / kinds.len() as f64;
            shares(level).map(f64::sqrt).into_iter().chain([density]).collect()
        }
        Method::Field => features(shape, level, goal),
    }
}

/// Each kind's share of the blame.
fn shares(level: &Level) -> [f64; 9] {
    let analysis = Analysis::of(level);
    Kind::SPECIALS.map(|kind| analysis.share(kind))
}

/// What a method makes linear, of mean swaps.
pub(super) fn target(method: Method, swaps: f64) -> f64 {
    match method {
        Method::Article | Method::Roots => swaps,
        Method::Field => det::ln(swaps.max(0.1)),
    }
}

/// The mean swaps of what a method makes linear: at least a tenth, at most a million.
pub(super) fn output(method: Method, value: f64) -> f64 {
    match method {
        Method::Article | Method::Roots => value.clamp(0.1, 1e6),
        Method::Field => det::exp(value.clamp(-2.3, 13.8)),
    }
}
