//! The columns and lines of a log.

use csv::StringRecord;

use super::PlaysError;

/// The columns that are known.
pub(super) const NAMES: [&str; 11] = [
    "level",
    "player",
    "cohort",
    "attempt",
    "moves_used",
    "outcome",
    "extra_moves",
    "boosters",
    "goal_left",
    "attempts",
    "passes",
];

/// The places of the known columns, in the order of their names.
pub(super) struct Columns([Option<usize>; NAMES.len()]);

/// How an attempt ended, or the counts of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttemptEnd {
    Won,
    Lost,
    Left,
    Counted { attempts: u32, passes: u32 },
}

impl AttemptEnd {
    /// The end in a word, of letters of any case.
    fn of(outcome: &str) -> Result<Self, String> {
        match &*outcome.to_ascii_lowercase() {
            "won" => Ok(Self::Won),
            "lost" => Ok(Self::Lost),
            "left" => Ok(Self::Left),
            _ => Err(format!("outcome: expected won, lost or left, found `{outcome}`")),
        }
    }
}

/// A line.
pub(super) struct Row<'a> {
    pub(super) level: &'a str,
    pub(super) player: Option<&'a str>,
    pub(super) cohort: &'a str,
    /// From 1, if the log numbers them.
    pub(super) attempt: Option<u32>,
    pub(super) moves_used: Option<u32>,
    pub(super) ending: AttemptEnd,
    pub(super) extra_moves: u32,
    pub(super) boosters: u32,
    pub(super) goal_left: Option<f64>,
}

impl Columns {
    /// The columns of a table.
    pub(super) fn of(headers: &StringRecord) -> Result<Self, PlaysError> {
        let place = |name: &str| {
            headers.iter().position(|header| header.eq_ignore_ascii_case(name))
        };
        let columns = Self(NAMES.map(place));
        let has = |name: &str| columns.place(name).is_some();
        let is_counted = has("attempts") && has("passes");
        if has("level") && (has("outcome") || is_counted) {
            return Ok(columns);
        }
        if headers.is_empty() {
            return Err(PlaysError::Columns("the table is empty".to_owned()));
        }
        let found: Vec<_> = headers.iter().take(20).collect();
        Err(PlaysError::Columns(format!(
            "expected the columns level and outcome, or level, attempts and passes; found {}",
            found.join(", ")
        )))
    }

    fn place(&self, name: &str) -> Option<usize> {
        NAMES.iter().position(|&known| known == name).and_then(|at| self.0[at])
    }

    /// The columns that have no meaning here.
    pub(super) fn unknown(
        headers: &StringRecord,
    ) -> impl Iterator<Item = String> + use<> {
        let is_known =
            |header: &&str| NAMES.iter().any(|name| name.eq_ignore_ascii_case(header));
        let unknown = headers.iter().filter(|header| !is_known(header));
        unknown.map(str::to_owned).collect::<Vec<_>>().into_iter()
    }

    /// The values of a line.
    pub(super) fn row<'a>(&self, record: &'a StringRecord) -> Result<Row<'a>, String> {
        let text = |name: &str| {
            let value = self.place(name).and_then(|at| record.get(at));
            value.filter(|value| !value.is_empty())
        };
        let number = |name: &str| {
            let read = |value: &str| {
                value.parse::<u32>().map_err(|_| {
                    format!("{name}: expected a whole number, 0 or more, found `{value}`")
                })
            };
            text(name).map(read).transpose()
        };

        let level = text("level").ok_or("level: expected a name")?;
        let ending = match text("outcome") {
            Some(outcome) => AttemptEnd::of(outcome)?,
            None => match (number("attempts")?, number("passes")?) {
                (Some(attempts), Some(passes)) if passes <= attempts => {
                    AttemptEnd::Counted { attempts, passes }
                }
                (Some(attempts), Some(passes)) => {
                    return Err(format!("{passes} passes of {attempts} attempts"));
                }
                _ => return Err("expected an outcome: won, lost or left".to_owned()),
            },
        };

        let goal_left = text("goal_left").map(|value| {
            let read =
                value.parse::<f64>().ok().filter(|it| it.is_finite() && *it >= 0.0);
            read.ok_or_else(|| {
                format!("goal_left: expected a number, 0 or more, found `{value}`")
            })
        });
        Ok(Row {
            level,
            player: text("player"),
            cohort: text("cohort").unwrap_or_default(),
            attempt: number("attempt")?.map(|it| it.max(1)),
            moves_used: number("moves_used")?,
            ending,
            extra_moves: number("extra_moves")?.unwrap_or(0),
            boosters: number("boosters")?.unwrap_or(0).min(MOST_BOOSTERS),
            goal_left: goal_left.transpose()?,
        })
    }
}

/// More boosters than these count as these: a longer list is a slip, and would outweigh all others.
const MOST_BOOSTERS: u32 = 10;
