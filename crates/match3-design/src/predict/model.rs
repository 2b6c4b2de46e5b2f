//! Models and their files.

use serde::{Deserialize, Serialize};
use tilewright_grid::{DocumentError, Schema, Seed, Size, checksum, det};
use tilewright_match3::{
    Goal, Json, Kind, Level, Preset, RulesError, Ruleset, SkilledBot, Template,
    UnknownBot, UnknownQuota,
};

use super::general::{Row, Terms};
use super::guide::last;
use super::mixed::{GoalAmounts, Recipe};
use super::ridge::LinearModel;
use super::shape::Shape;
use super::{Fit, Method};

/// The schema of the documents.
const SCHEMA: Schema = Schema::new("model", 2);

/// Predicts the mean swaps of levels of one size, number of colours and goal. Models are fitted by
/// [`fit_levels`](crate::fit_levels); some models are built in.
///
/// ```
/// use tilewright_match3::{Level, Strategy};
/// use tilewright_match3_design::Model;
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
    bot: SkilledBot,
    shape: Shape,
    /// The rules of the levels and what the slopes are for; none for `classic`.
    general: Option<(Ruleset, Terms)>,
}

/// The file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Document {
    schema: String,
    pub(super) method: Method,
    /// The name of the bot as it was read, which the checksum covers.
    bot: String,
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) colors: u32,
    /// The rules, if they are not `classic`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<Json>,
    /// The kinds of special cells of the levels, if they are not all nine of `classic`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    kinds: Vec<String>,
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
    /// Wrong rules.
    #[error("the rules of the model: {0}")]
    Rules(#[from] RulesError),
    /// A wrong kind.
    #[error("the kinds of the model: {0}")]
    Kind(#[from] UnknownQuota),
    /// A method that knows the rules `classic` only.
    #[error("the method {} knows the rules `classic` only: use field", .0.name())]
    Method(Method),
    /// A wrong number of slopes.
    #[error("the model has {found} slopes, expected {expected}")]
    Slopes {
        /// The number of slopes.
        found: usize,
        /// The number of features of the method.
        expected: usize,
    },
    /// A size out of range.
    #[error("the model is for a board of {rows} × {columns}, expected 1 to {most} of each", most = tilewright_match3::MAX_SIDE)]
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
    /// Rules, colours or a goal that contradict each other.
    #[error(transparent)]
    Level(#[from] tilewright_match3::LevelError),
    /// Kinds that random levels cannot have.
    #[error(transparent)]
    Request(#[from] crate::RequestError),
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
    pub(super) bot: SkilledBot,
    /// The rules, if they are not `classic`.
    pub(super) rules: Option<Ruleset>,
    /// The kinds of special cells, if they are not all nine of `classic`.
    pub(super) kinds: Vec<Kind>,
}

impl Subject {
    /// What the slopes of a model are for; none for `classic`.
    pub(super) fn terms(&self) -> Option<Terms> {
        let moves = self.rules.as_ref()?.moves();
        let one = std::slice::from_ref(&self.goal);
        let goals = if self.goals.is_empty() { one } else { &self.goals };
        Some(Terms::new(&self.kinds, goals, moves))
    }
}

impl Model {
    /// A model of levels on such a board.
    pub(super) fn new(
        subject: &Subject,
        board: &Template,
        method: Method,
        linear: LinearModel,
        fit: Fit,
        seed: u64,
    ) -> Self {
        let general = subject.rules.clone().zip(subject.terms());
        let kinds = subject.kinds.iter().map(|&kind| board.name_of(kind));
        let mut document = Document {
            schema: SCHEMA.to_string(),
            method,
            bot: subject.bot.to_string(),
            rows: subject.size.rows,
            columns: subject.size.columns,
            colors: subject.colors,
            rules: subject.rules.as_ref().map(|rules| rules.document().clone()),
            kinds: kinds.collect(),
            goal: subject.goal.clone(),
            goals: subject.goals.clone(),
            seed,
            fit,
            base: linear.base,
            slopes: linear.slopes,
            checksum: String::new(),
        };

        document.checksum = document.sum();
        let shape = Shape::new(subject.size);
        Self { shape, bot: subject.bot, general, document }
    }

    /// The predicted mean swaps of a level: for the goal of the model, or, if it was fitted to several
    /// goals, for the goal of the level.
    pub fn predict(&self, level: &Level) -> f64 {
        self.guess(level, self.asked(level))
    }

    /// The goal for which it predicts a level.
    pub fn asked<'a>(&'a self, level: &'a Level) -> &'a Goal {
        let own = level.goal.as_ref().filter(|_| !self.goals().is_empty());
        own.unwrap_or(&self.document.goal)
    }

    /// The prediction for a level of any size and goal. For other levels than those of the model it is
    /// wrong by some factor, but still ranks levels.
    pub fn guess(&self, level: &Level, goal: &Goal) -> f64 {
        if let Some(logs) = self.logs(level, goal) {
            return det::exp(last(&logs));
        }

        // A shape is made anew for another size only.
        let resized;
        let shape = if self.shape.size() == level.size() {
            &self.shape
        } else {
            resized = Shape::new(level.size());
            &resized
        };
        self.at(&self.document.recipe().inputs(shape, level, goal))
    }

    /// The logarithms of the predicted mean swaps of the parts of a goal; none for `classic`.
    pub(super) fn logs(&self, level: &Level, goal: &Goal) -> Option<Vec<f64>> {
        let (_, terms) = self.general.as_ref()?;
        let rows: Vec<Row> = if self.shape.size() == level.size() {
            terms.rows(&self.shape, level, goal)
        } else {
            terms.rows(&Shape::new(level.size()), level, goal)
        };
        Some(Terms::logs(&self.linear(), &rows))
    }

    fn linear(&self) -> LinearModel {
        LinearModel { base: self.document.base, slopes: self.document.slopes.clone() }
    }

    /// The prediction for a level with these features.
    pub(super) fn at(&self, features: &[f64]) -> f64 {
        self.document.recipe().output(self.linear().at(features))
    }

    /// Checks that the model was fitted to levels of these rules, this size, number of colours and goal; if it was fitted
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

        self.fit_rules(level)?;

        // A model of several goals knows all amounts of their sorts.
        if !document.goals.is_empty() {
            let is_known = match &self.general {
                Some((_, terms)) => terms.know(goal),
                None => GoalAmounts::of(goal).is_known_by(&document.goals),
            };
            if !is_known {
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

    /// Checks that the model was fitted to levels of these rules.
    fn fit_rules(&self, level: &Level) -> Result<(), ModelError> {
        let is_same = match &self.general {
            None => level.is_classic(),
            Some((rules, _)) => level.rules().is_same(rules),
        };
        if is_same && level.is_plain() {
            return Ok(());
        }

        let words = |rules: &Json| match rules {
            Json::String(name) => format!("the rules {name}"),
            _ => "rules of its own".to_owned(),
        };

        let classic = Json::from(Preset::Classic.name());
        let rules = self.document.rules.as_ref().unwrap_or(&classic);
        let own = words(level.rules().document());
        if is_same {
            let model = "boards without portals, conveyors, supply, other gravity and weights of colours";
            return Err(ModelError::Other {
                model: model.to_owned(),
                level: "some of them".to_owned(),
            });
        }
        Err(ModelError::Other { model: words(rules), level: own })
    }

    /// The rules of the levels as in a level, if they are not `classic`.
    pub const fn rules(&self) -> Option<&Json> {
        self.document.rules.as_ref()
    }

    /// The names of the kinds of special cells of the levels, if they are not all nine of `classic`.
    pub fn kinds(&self) -> &[String] {
        &self.document.kinds
    }

    /// The players whose games it predicts.
    pub const fn bot(&self) -> SkilledBot {
        self.bot
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
        let document: Document = SCHEMA.read(text)?;
        let found = document.sum();
        if found != document.checksum {
            return Err(ModelError::Checksum { found, stated: document.checksum });
        }

        let bot: SkilledBot = document.bot.parse()?;
        let (rows, columns) = (document.rows, document.columns);

        let sides = 1..=tilewright_match3::MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&columns) {
            return Err(ModelError::Size { rows, columns });
        }

        let size = Size::new(rows, columns);
        let general = document.general(size, bot)?;

        // A file that states another number of slopes than its method or goals have was edited.
        let width = general.as_ref().map(|(_, terms)| terms.width());
        let expected = width.unwrap_or_else(|| document.recipe().width());
        let found = document.slopes.len();
        if found != expected {
            return Err(ModelError::Slopes { found, expected });
        }

        Ok(Self { shape: Shape::new(size), bot, general, document })
    }
}

impl Document {
    const fn recipe(&self) -> Recipe {
        Recipe { method: self.method, is_mixed: !self.goals.is_empty() }
    }

    /// The rules and what the slopes are for; none for `classic`.
    fn general(
        &self,
        size: Size,
        bot: SkilledBot,
    ) -> Result<Option<(Ruleset, Terms)>, ModelError> {
        let Some(rules) = &self.rules else { return Ok(None) };
        let rules = Ruleset::read(Some(rules), None)?;
        if self.method != Method::Field {
            return Err(ModelError::Method(self.method));
        }

        let mut board = Template::open(size)?;
        board.colors = self.colors;
        let board = board.with_rules(rules.clone())?;

        let kinds = self.kinds.iter().map(|name| board.kind(name));
        let subject = Subject {
            size,
            colors: self.colors,
            goal: self.goal.clone(),
            goals: self.goals.clone(),
            bot,
            rules: Some(rules.clone()),
            kinds: kinds.collect::<Result<_, _>>()?,
        };
        Ok(Some(rules).zip(subject.terms()))
    }

    /// The checksum of all other keys.
    fn sum(&self) -> String {
        let plain = Self { checksum: String::new(), ..self.clone() };
        let text = serde_json::to_string(&plain).expect("a model can be written");
        format!("{:016x}", checksum(text.as_bytes()))
    }
}
