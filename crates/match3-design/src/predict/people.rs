//! Models that are fitted to recorded games of people.

use std::collections::BTreeMap;

use serde::Deserialize;
use tilewright_grid::plain_words;
use tilewright_match3::{Goal, Level, Template};

use super::calibrate::LEAST;
use super::fit::Pair;
use super::mixed::Recipe;
use super::model::Subject;
use super::ridge::ridge;
use super::shape::Shape;
use super::{Fit, Method, Model, ModelError, Source};

/// The reason why recorded games are refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlaysError {
    /// A line that is not a game.
    #[error("line {line}: {what}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// The problem.
        what: String,
    },
    /// A level that cannot be read.
    #[error("line {line}: the level {name}: {what}")]
    Level {
        /// The first line with this level.
        line: u64,
        /// The name of the level.
        name: String,
        /// The problem.
        what: String,
    },
    /// A level of another size or number of colours than the first one.
    #[error(
        "line {line}: the level {name} has another {what} than the first level: one model needs one {what}"
    )]
    Mixed {
        /// The first line with this level.
        line: u64,
        /// The name of the level.
        name: String,
        /// The property that differs.
        what: &'static str,
    },
    /// No model can be fitted to the games.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// A recorded game.
#[derive(Deserialize)]
struct Record {
    level: String,
    swaps: u32,
    won: GameResult,
}

/// Whether a game was won, in the words of common tables.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum GameResult {
    #[serde(alias = "1", alias = "yes", alias = "True", alias = "TRUE")]
    True,
    #[serde(alias = "0", alias = "no", alias = "False", alias = "FALSE")]
    False,
}

/// The games of a level.
struct Games {
    level: Level,
    /// The swaps of all games, and the number of won games.
    swaps: f64,
    squares: f64,
    won: f64,
    /// The swaps of the won games, and the number of games.
    swaps_won: f64,
    played: f64,
}

impl Games {
    const fn none(level: Level) -> Self {
        Self { level, swaps: 0.0, squares: 0.0, won: 0.0, swaps_won: 0.0, played: 0.0 }
    }

    /// Adds a game.
    fn add(&mut self, swaps: u32, is_won: bool) {
        let swaps = f64::from(swaps);
        self.swaps += swaps;
        self.squares += swaps.powi(2);
        self.played += 1.0;
        if is_won {
            self.won += 1.0;
            self.swaps_won += swaps;
        }
    }

    /// The swaps per win.
    fn mean(&self) -> f64 {
        self.swaps / self.won
    }

    /// The standard error of the swaps per win, a ratio of two sums (Cochran, 1977, chapter 6);
    /// infinite for one game.
    fn error(&self) -> f64 {
        let mean = self.mean();
        let squares = self.squares - 2.0 * mean * self.swaps_won + mean * mean * self.won;
        let spread = squares.max(0.0) * self.played / (self.played - 1.0);
        spread.sqrt() / self.won
    }
}

/// Fits a model to recorded games: a CSV table with the columns `level`, `swaps` and `won` (true or
/// false, 1 or 0). `load` reads the level of a name.
///
/// The swaps of a level are its swaps per win: those of all its games, including lost ones, divided by
/// the number of wins. Levels without wins are left out; the others are weighted by their wins. The
/// quality is reported by leave-one-out cross-validation; without a method, the method with the highest
/// R² is taken. If the levels have different goals, the model has features of the goal too, and
/// predicts levels with goals of the same sorts.
///
/// # Errors
/// When a line is not a game, a level cannot be read, the levels differ in size or colours, or fewer
/// than 8 levels have a win.
pub fn fit_plays(
    table: &str,
    method: Option<Method>,
    load: impl FnMut(&str) -> Result<Level, String>,
) -> Result<Model, PlaysError> {
    let (games, subject) = read_games(table, load)?;
    let games: Vec<Games> = games.into_values().filter(|games| games.won > 0.0).collect();
    let mut subject = subject.ok_or(ModelError::Few(0))?;
    subject.goals = several(&games);

    let methods = method.map_or(Method::ALL.to_vec(), |method| vec![method]);
    let models = methods.into_iter().map(|method| fit(&games, method, &subject));
    let models = models.collect::<Result<Vec<_>, _>>()?;
    let best = models.into_iter().max_by(|a, b| a.fit().r2.total_cmp(&b.fit().r2));
    Ok(best.expect("there is a method"))
}

/// Reads the games of each level by its name, and what a model of the levels is about.
fn read_games(
    table: &str,
    mut load: impl FnMut(&str) -> Result<Level, String>,
) -> Result<(BTreeMap<String, Games>, Option<Subject>), PlaysError> {
    let mut games: BTreeMap<String, Games> = BTreeMap::new();
    let mut reader =
        csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(table.as_bytes());

    let mut subject: Option<Subject> = None;
    let headers = reader.headers().cloned().map_err(|error| wrong(&error, 1))?;

    for record in reader.records() {
        let record = record.map_err(|error| wrong(&error, 0))?;
        let line = record.position().map_or(0, csv::Position::line);
        let record: Record =
            record.deserialize(Some(&headers)).map_err(|error| wrong(&error, line))?;

        // A level is read when it is first named, and must fit those before it.
        if !games.contains_key(&record.level) {
            let name = record.level.clone();
            let refused =
                |what: String| PlaysError::Level { line, name: name.clone(), what };
            let level = load(&name).map_err(refused)?;
            alike(&mut subject, &level).map_err(|what| match what {
                "" => refused("the level has no goal".to_owned()),
                what => PlaysError::Mixed { line, name: name.clone(), what },
            })?;
            games.insert(name, Games::none(level));
        }

        let games = games.get_mut(&record.level).expect("the level was inserted");
        games.add(record.swaps, matches!(record.won, GameResult::True));
    }
    Ok((games, subject))
}

/// The goals of the levels in the order of their words, if there are several.
fn several(games: &[Games]) -> Vec<Goal> {
    let goals = games.iter().filter_map(|games| games.level.goal.clone());
    let goals: BTreeMap<String, Goal> =
        goals.map(|goal| (goal.to_string(), goal)).collect();
    if goals.len() < 2 { Vec::new() } else { goals.into_values().collect() }
}

/// Takes the size and colours of the first level, and refuses levels that differ. The error is the property
/// that differs; it is empty if the level has no goal.
fn alike(subject: &mut Option<Subject>, level: &Level) -> Result<(), &'static str> {
    let goal = level.goal.clone().ok_or("")?;
    let found = Subject {
        size: level.size(),
        colors: level.colors(),
        goal,
        goals: Vec::new(),
        source: Source::People,
        rules: None,
        kinds: Vec::new(),
    };

    let first = subject.get_or_insert_with(|| found.clone());
    match () {
        () if first.size != found.size => Err("size"),
        () if first.colors != found.colors => Err("number of colours"),
        () => Ok(()),
    }
}

/// What is wrong with a value of a table, in plain words.
fn value(kind: &csv::DeserializeErrorKind) -> String {
    match kind {
        csv::DeserializeErrorKind::ParseInt(_) => {
            "expected a whole number, 0 or more".to_owned()
        }
        csv::DeserializeErrorKind::ParseFloat(_) => "expected a number".to_owned(),

        csv::DeserializeErrorKind::UnexpectedEndOfRow => {
            "the line is too short".to_owned()
        }
        other => plain_words(&other.to_string()),
    }
}

fn wrong(error: &csv::Error, line: u64) -> PlaysError {
    let line = error.position().map_or(line, csv::Position::line);

    let what = match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => match err.field() {
            Some(field) => format!("column {}: {}", field + 1, value(err.kind())),
            None => {
                format!(
                    "{}; expected the columns level, swaps and won",
                    value(err.kind())
                )
            }
        },
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{len} columns, expected {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => "the text is not UTF-8".to_owned(),
        _ => error.to_string(),
    };

    PlaysError::Line { line, what }
}

fn fit(games: &[Games], method: Method, subject: &Subject) -> Result<Model, ModelError> {
    if games.len() < LEAST {
        return Err(ModelError::Few(games.len()));
    }

    let shape = Shape::new(subject.size);
    let recipe = Recipe { method, is_mixed: !subject.goals.is_empty() };
    let input = |games: &Games| {
        let goal = games.level.goal.as_ref().unwrap_or(&subject.goal);
        recipe.inputs(&shape, &games.level, goal)
    };

    let features: Vec<Vec<f64>> = games.iter().map(input).collect();
    let means: Vec<f64> = games.iter().map(Games::mean).collect();
    let weights: Vec<f64> = games.iter().map(|games| games.won).collect();

    // The quality is of models that have not seen the level; the model itself has seen all of
    // them.
    let predicted = others(recipe, &features, &means, &weights);
    let pairs: Vec<Pair> = (0..games.len())
        .map(|index| {
            let error = games[index].error();
            Pair { played: means[index], error, predicted: predicted[index] }
        })
        .collect();

    let values: Vec<f64> = means.iter().map(|&mean| recipe.target(mean)).collect();
    let linear = ridge(&features, &values, &weights);

    let mean_games = weights.iter().sum::<f64>() / games.len() as f64;
    let report =
        Fit { fitted: games.len() as u32, games: mean_games as u32, ..Fit::of(&pairs) };
    let board = Template::open(subject.size).map_err(ModelError::from)?;
    Ok(Model::new(subject, &board, method, linear, report, 0))
}

/// The leave-one-out predictions: of each level by a model of all others.
fn others(
    recipe: Recipe,
    features: &[Vec<f64>],
    means: &[f64],
    weights: &[f64],
) -> Vec<f64> {
    let values: Vec<f64> = means.iter().map(|&mean| recipe.target(mean)).collect();
    let without = |left_out: usize| {
        let rows: Vec<usize> = (0..means.len()).filter(|&row| row != left_out).collect();
        let pick = |from: &[f64]| rows.iter().map(|&row| from[row]).collect::<Vec<f64>>();
        let samples: Vec<_> = rows.iter().map(|&row| features[row].clone()).collect();
        let linear = ridge(&samples, &pick(&values), &pick(weights));
        recipe.output(linear.at(&features[left_out]))
    };
    (0..means.len()).map(without).collect()
}

/// The leave-one-out quality of a method on levels of one size whose mean swaps are known.
///
/// # Panics
/// When there are fewer than three levels, or they differ in size.
pub fn leave_one_out(levels: &[(Level, f64)], goal: &Goal, method: Method) -> Fit {
    let shape = Shape::new(levels[0].0.size());
    let recipe = Recipe { method, is_mixed: false };
    let features: Vec<Vec<f64>> =
        levels.iter().map(|(level, _)| recipe.inputs(&shape, level, goal)).collect();

    let means: Vec<f64> = levels.iter().map(|&(_, mean)| mean).collect();
    let predicted = others(recipe, &features, &means, &vec![1.0; means.len()]);

    let pair = |(&played, predicted)| Pair { played, error: 0.0, predicted };
    let pairs: Vec<Pair> = means.iter().zip(predicted).map(pair).collect();
    Fit { fitted: levels.len() as u32, ..Fit::of(&pairs) }
}
