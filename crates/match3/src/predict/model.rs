//! Models and their files.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tilewright_grid::{DocumentError, Schema, Seed, Size, checksum};

use super::field::Shape;
use super::mixed::{Asked, Recipe};
use super::ridge::Linear;
use super::{Fit, Method};
use crate::{Goal, Level, SkilledBot, UnknownBot};

/// The schema of the documents.
const SCHEMA: Schema = Schema::since(1, "model", 2);

/// The players whose games a model predicts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// A bot.
    Bot(SkilledBot),
    /// People.
    People,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(bot) => bot.fmt(f),
            Self::People => f.write_str("people"),
        }
    }
}

impl Serialize for Source {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Source {
    type Err = UnknownBot;

    /// Reads `people`, or a bot.
    fn from_str(word: &str) -> Result<Self, UnknownBot> {
        if word == "people" { Ok(Self::People) } else { word.parse().map(Self::Bot) }
    }
}

/// Predicts the mean swaps of levels of one size, number of colours and goal. Models are fitted by
/// [`calibrate`](crate::calibrate()) or [`fit_plays`](crate::fit_plays); 30 models are built in.
///
/// ```
/// use tilewright_match3::{Level, Model, Strategy};
///
/// let level: Level = ["........."; 9].join("\n").parse()?;
/// let goal = "collect:30".parse()?;
/// let model = Model::for_level(&level, &goal, Strategy::Greedy.into()).ok_or("no model")?;
/// println!("{:.1} swaps, mean relative error {:.3}", model.predict(&level), model.fit().mean_relative_error);
/// assert_eq!(Model::from_json(&model.to_json())?.predict(&level), model.predict(&level));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) document: Document,
    source: Source,
    shape: Shape,
}

/// The file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Document {
    schema: String,
    pub(super) method: Method,
    /// The word of the source as it was read, which the checksum covers.
    bot: String,
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) colors: u32,
    pub(super) goal: Goal,
    /// All goals, if it was fitted to levels of several goals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) goals: Vec<Goal>,
    pub(super) seed: u64,
    pub(super) fit: Fit,
    base: f64,
    slopes: Vec<f64>,
    checksum: String,
}

/// The reason why a file cannot be read as a model, or a model cannot be used or fitted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A text that is not JSON, or not that of a model.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// An unknown bot.
    #[error("the bot of the model: {0}")]
    Bot(#[from] UnknownBot),
    /// A wrong checksum.
    #[error(
        "the checksum of the model is {found}, but the file says {stated}: it is damaged or was edited"
    )]
    Checksum {
        /// The checksum of the contents.
        found: String,
        /// The checksum in the file.
        stated: String,
    },
    /// A wrong number of slopes.
    #[error("the model has {found} slopes, expected {expected}")]
    Slopes {
        /// The number of slopes.
        found: usize,
        /// The number of features of the method.
        expected: usize,
    },
    /// A size out of range.
    #[error("the model is for a board of {rows} × {columns}, expected 1 to {most} of each", most = crate::MAX_SIDE)]
    Size {
        /// Rows.
        rows: u32,
        /// Columns.
        columns: u32,
    },
    /// A model for other levels.
    #[error("the model is for {model}, but the level has {level}")]
    Other {
        /// The property of the levels of the model.
        model: String,
        /// The property of the level.
        level: String,
    },
    /// Too few levels.
    #[error("{0} levels are too few to fit a model: expected at least {least}", least = super::calibrate::LEAST)]
    Few(usize),
}

/// The levels and players of a model.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub(super) size: Size,
    pub(super) colors: u32,
    pub(super) goal: Goal,
    /// All goals, if there are several.
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
            bot: subject.source.to_string(),
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
        Self { shape: Shape::new(subject.size), source: subject.source, document }
    }

    /// The predicted mean swaps of a level: for the goal of the model, or, if it was fitted to several
    /// goals, for the goal of the level.
    pub fn predict(&self, level: &Level) -> f64 {
        let own = level.goal.as_ref().filter(|_| !self.goals().is_empty());
        self.guess(level, own.unwrap_or(&self.document.goal))
    }

    /// The prediction for a level of any size and goal. For other levels than those of the model it is
    /// wrong by some factor, but still ranks levels.
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

    /// The prediction for a level with these features.
    pub(super) fn at(&self, features: &[f64]) -> f64 {
        let document = &self.document;
        let linear = Linear { base: document.base, slopes: document.slopes.clone() };
        document.recipe().output(linear.at(features))
    }

    /// Checks that the model was fitted to levels of this size, number of colours and goal; if it was fitted
    /// to several goals, that the goal is of the same sorts.
    ///
    /// # Errors
    /// The first difference.
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

    /// The players whose games it predicts.
    pub const fn source(&self) -> Source {
        self.source
    }

    /// The goal, or the first one of several.
    pub const fn goal(&self) -> &Goal {
        &self.document.goal
    }

    /// All goals, if it was fitted to several; else none.
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

    /// The features of the model.
    pub const fn method(&self) -> Method {
        self.document.method
    }

    /// The seed of the levels and games that it was fitted to; 0 for games of people.
    pub const fn seed(&self) -> Seed {
        Seed(self.document.seed)
    }

    /// The quality of its predictions on levels that it was not fitted to.
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
    /// When the text is not a model of a known version, or its checksum is wrong.
    pub fn from_json(text: &str) -> Result<Self, ModelError> {
        let (mut document, _): (Document, u32) = SCHEMA.read(text)?;
        let found = document.sum();
        if found != document.checksum {
            return Err(ModelError::Checksum { found, stated: document.checksum });
        }
        // The bot may have had another name.
        let source: Source = document.bot.parse()?;
        (document.schema, document.bot) = (SCHEMA.to_string(), source.to_string());
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
        Ok(Self { shape: Shape::new(Size::new(rows, columns)), source, document })
    }
}

impl Document {
    const fn recipe(&self) -> Recipe {
        Recipe { method: self.method, is_mixed: !self.goals.is_empty() }
    }

    /// The checksum of all other keys.
    fn sum(&self) -> String {
        let plain = Self { checksum: String::new(), ..self.clone() };
        let text = serde_json::to_string(&plain).expect("a model can be written");
        format!("{:016x}", checksum(text.as_bytes()))
    }
}
