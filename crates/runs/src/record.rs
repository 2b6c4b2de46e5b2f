//! Recording a run: its beginning, its progress, its end.

use std::collections::BTreeMap;

use rusqlite::params;
use serde_json::{Map, Value};
use tilewright_grid::{Seed, checksum, checksum_on};

use crate::{Error, Result, RunId, State, Store};

/// The largest answer, text or file that is kept, in bytes: 256 MiB.
pub const MAX_BYTES: u64 = 1 << 28;

/// The length of a headline in letters.
const HEADLINE: usize = 120;

/// The largest number of points of a run's curve. When there are more, it is thinned out evenly.
pub const MAX_POINTS: u64 = 1000;

/// How many characters of a request or a text are searched.
const SEARCHED: u32 = 1 << 16;

/// A run that begins.
#[derive(Clone, Copy, Debug)]
pub struct NewRun<'a> {
    /// The name of the task, such as `match3/generate`.
    pub task: &'a str,
    /// The request, with its seed if it has one.
    pub request: &'a Map<String, Value>,
    /// The seed, if the task has one.
    pub seed: Option<Seed>,
    /// The version of the program.
    pub version: &'a str,
    /// The door that runs it: `cli` or `workbench`.
    pub host: &'a str,
    /// The folder in which relative names of inputs are found, if there is one.
    pub folder: Option<&'a str>,
    /// When it begins, in unix seconds.
    pub begun: i64,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress<'a> {
    /// The number of steps done.
    pub done: Option<u64>,
    /// The number of all steps, if it is known.
    pub steps: Option<u64>,
    /// The state of the work in words.
    pub status: &'a str,
    /// One line that stands for the run in a list.
    pub headline: &'a str,
}

/// The end of a run.
#[derive(Clone, Copy, Debug)]
pub struct End<'a> {
    /// How it ended; not [`State::Running`].
    pub state: State,
    /// One line that stands for the run in a list.
    pub headline: &'a str,
    /// The answer as JSON lines, byte for byte as the command line prints it with its option for
    /// JSON; empty if there is none.
    pub answer: &'a [u8],
    /// The answer as text for people.
    pub text: &'a str,
    /// The still picture of the answer, if there is one.
    pub svg: Option<&'a str>,
    /// Why the run was refused.
    pub error: Option<&'a str>,
    /// What to do about that; names keys.
    pub hint: Option<&'a str>,
    /// How long it took, in seconds; added to the time before it was resumed.
    pub seconds: f64,
}

/// What a resumed run needs besides what it has kept.
#[derive(Clone, Debug, PartialEq)]
pub struct ResumedRun {
    /// The name of the task.
    pub task: String,
    /// The request, with its seed if it has one.
    pub request: Map<String, Value>,
    /// The seed, if the task has one.
    pub seed: Option<Seed>,
    /// The folder in which relative names of inputs are found.
    pub folder: Option<String>,
}

impl Store {
    /// Records that a run begins.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn begin(&self, new: &NewRun<'_>) -> Result<RunId> {
        let owner = self.token()?;
        let request = serde_json::to_string(new.request)?;
        let insert = "INSERT INTO runs \
             (task, state, seed, version, host, folder, begun, owner, likeness) \
             VALUES (?1, 'running', ?2, ?3, ?4, ?5, ?6, ?7, ?8)";

        self.together(|| {
            let seed = new.seed.map(|seed| seed.0.cast_signed());
            let likeness = likeness(new.task, new.request)?;
            let NewRun { task, version, host, folder, begun, .. } = *new;
            self.change(
                insert,
                params![task, seed, version, host, folder, begun, owner, likeness],
            )?;
            let id = RunId(self.db.last_insert_rowid());
            let insert = "INSERT INTO requests (run, request) VALUES (?1, ?2)";
            self.change(insert, params![id, request])?;
            self.index(id)?;

            Ok(id)
        })
    }

    /// Enters the words of a run into the index for searching.
    fn index(&self, id: RunId) -> Result<()> {
        let index = "INSERT OR REPLACE INTO search (rowid, task, request, headline, text) \
             SELECT id, task, substr(request, 1, ?2), headline, \
                    substr(concat(text, ' ', error), 1, ?2) \
             FROM runs JOIN requests ON requests.run = id LEFT JOIN answers ON answers.run = id \
             WHERE id = ?1";
        self.change(index, params![id, SEARCHED]).map(drop)
    }

    /// Records how far a run has come. Each call writes to the database, so a door calls it a few
    /// times a second at most. Without effect if the run has ended.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn progress(&self, id: RunId, now: &Progress<'_>) -> Result<()> {
        let update = "UPDATE runs SET done = ?2, steps = ?3, status = ?4, headline = ?5 \
                      WHERE id = ?1 AND state = 'running'";
        let Progress { done, steps, status, headline } = *now;
        let [done, steps] =
            [done, steps].map(|it| it.and_then(|it| i64::try_from(it).ok()));
        self.change(update, params![id, done, steps, status, headline]).map(drop)
    }

    /// Adds points to the curve of a run: the best values after steps. A value that is not finite is left
    /// out. A curve of more than [`MAX_POINTS`] points is thinned out evenly; the first and the last stay.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn history(&self, id: RunId, points: &[(u64, f64)]) -> Result<()> {
        let insert = "INSERT OR REPLACE INTO points (run, step, value) \
                      SELECT id, ?2, ?3 FROM runs WHERE id = ?1";
        let count = "SELECT count(*) FROM points WHERE run = ?1";
        self.together(|| {
            for (step, value) in points.iter().filter(|point| point.1.is_finite()) {
                let step = i64::try_from(*step).unwrap_or(i64::MAX);
                if self.change(insert, params![id, step, value])? == 0 {
                    return Err(Error::Unknown(id));
                }

                // Thinned out as it grows, so that a curve of any length costs the same.
                let points: Option<i64> = self.one(count, [id], |row| row.get(0))?;
                if points.is_some_and(|points| points.cast_unsigned() > MAX_POINTS) {
                    self.thin_out(id)?;
                }
            }

            Ok(())
        })
    }

    /// Divides the curve of a run into equal spans of steps, half as many as it may have points, and
    /// drops all but the first point of each, and the last of all.
    fn thin_out(&self, id: RunId) -> Result<()> {
        let ends = "SELECT min(step), max(step) FROM points WHERE run = ?1";
        let ends = self.one(ends, [id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let (first, last): (i64, i64) = ends.unwrap_or_default();
        let span = (last - first).cast_unsigned() / (MAX_POINTS / 2) + 1;
        // Spans of powers of two lie within each other, so that the points stay evenly spaced.
        let span = span.next_power_of_two().cast_signed();
        let thin = "DELETE FROM points WHERE run = ?1 AND step < ?2 AND step NOT IN \
             (SELECT min(step) FROM points WHERE run = ?1 GROUP BY (step - ?3) / ?4)";
        self.change(thin, params![id, last, first, span]).map(drop)
    }

    /// Records the end of a run. What it has kept is dropped, unless it can be resumed.
    ///
    /// # Errors
    /// If there is no such run, it has ended already, or its answer is larger than [`MAX_BYTES`].
    pub fn finish(&self, id: RunId, end: &End<'_>) -> Result<()> {
        let End { state, headline, answer, text, svg, error, hint, seconds } = *end;
        check_size("the answer", answer.len())?;
        check_size("the text of the answer", text.len())?;
        check_size("the picture of the answer", svg.map_or(0, str::len))?;
        let update = "UPDATE runs SET state = ?2, headline = ?3, seconds = seconds + ?4, \
                      status = '', owner = NULL WHERE id = ?1 AND state = 'running'";
        let insert = "INSERT OR REPLACE INTO answers \
             (run, error, hint, checksum, text, svg, answer) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        // A resumed run adds its seconds to those before.
        let seconds = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };

        self.together(|| {
            if self.change(update, params![id, state, headline, seconds])? == 0 {
                let state = self.state(id)?;
                return Err(Error::Ended { id, state });
            }

            let sum = checksum(answer).cast_signed();
            self.change(insert, params![id, error, hint, sum, text, svg, answer])?;
            // A finished run needs its items no more.
            if !state.is_unfinished() {
                self.change("DELETE FROM kept WHERE run = ?1", [id])?;
            }

            self.index(id)
        })
    }

    /// Takes over a run that was cut off or stopped; it is running again, with the same number.
    /// [`kept`](Self::kept) then gives what it has kept.
    ///
    /// # Errors
    /// If there is no such run, it is under way or has ended, or another version began it.
    pub fn resume(&self, id: RunId, version: &str) -> Result<ResumedRun> {
        let owner = self.token()?;
        self.together(|| {
            match self.state(id)? {
                State::Running => return Err(Error::Running(id)),
                state if !state.is_unfinished() => {
                    return Err(Error::Ended { id, state });
                }
                _ => {}
            }

            let (found, resumed) = self.resumable(id)?;
            if found != version {
                return Err(Error::Version { id, found, version: version.to_owned() });
            }

            let update = "UPDATE runs SET state = 'running', owner = ?2, done = NULL, \
                          steps = NULL WHERE id = ?1";
            self.change(update, params![id, owner])?;
            self.change("DELETE FROM answers WHERE run = ?1", [id])?;

            Ok(resumed)
        })
    }

    /// The version of a run, and what is needed to do it.
    fn resumable(&self, id: RunId) -> Result<(String, ResumedRun)> {
        let found = "SELECT version, task, request, seed, folder FROM runs \
                     JOIN requests ON run = id WHERE id = ?1";
        let found = self.one(found, [id], |row| {
            let seed: Option<i64> = row.get(3)?;
            let seed = seed.map(|seed| Seed(seed.cast_unsigned()));
            let request: String = row.get(2)?;
            Ok((row.get(0)?, row.get(1)?, request, seed, row.get(4)?))
        })?;
        let (version, task, request, seed, folder) = found.ok_or(Error::Unknown(id))?;
        let request = serde_json::from_str(&request)?;
        Ok((version, ResumedRun { task, request, seed, folder }))
    }

    /// The task, the request and the seed of a run, to do it again.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn request(&self, id: RunId) -> Result<ResumedRun> {
        self.resumable(id).map(|(_, request)| request)
    }
}

/// The line of these texts that stands for a run in a list, shortened: the first sentence, which no
/// row of a board or of a table is; if there is none, the first row of a table with words, or the
/// first number or word that stands alone.
///
/// ```
/// assert_eq!(tilewright_runs::headline(&[".#aa#.", "---\n60 % won\nmore"]), "60 % won");
/// assert_eq!(tilewright_runs::headline(&["level  wanted  played\n1  4  5\nall met"]), "all met");
/// assert_eq!(tilewright_runs::headline(&[". box1 . cherry .\n42"]), "42");
/// assert_eq!(tilewright_runs::headline(&["", ".#aa#.\n2 4 . ."]), "");
/// ```
pub fn headline(texts: &[&str]) -> String {
    let lines = || texts.iter().flat_map(|text| text.lines()).map(str::trim);
    let line = lines().find(|line| is_sentence(line) && !is_table(line));
    let line = line.or_else(|| lines().find(is_sentence));
    let line = line.or_else(|| lines().find(stands_alone));
    let line = line.unwrap_or_default();
    let shown = line.chars().take(HEADLINE).collect::<String>();
    if shown.len() < line.len() { shown + "…" } else { shown }
}

/// Whether a line says something. A row of a board has cells without any letter or digit, such as
/// `.`, or no word without digits, such as `box1`.
fn is_sentence(line: &&str) -> bool {
    let is_cell = |word: &str| matches!(word, "." | "#" | "_" | "?" | "*" | "~" | "-");
    let is_word = |word: &str| {
        word.chars().filter(|letter| letter.is_alphabetic()).count() > 2
            && !word.contains(|sign: char| sign.is_ascii_digit() || "_+#".contains(sign))
    };
    line.contains(' ') && !line.split(' ').any(is_cell) && line.split(' ').any(is_word)
}

/// Whether a line is the row of a table: columns are far apart, or there are several.
fn is_table(line: &str) -> bool {
    line.contains("    ") || line.match_indices("  ").count() > 1
}

/// Whether a line is one number or one name.
fn stands_alone(line: &&str) -> bool {
    let is_sign = |sign: char| sign.is_alphanumeric() || "-,/%".contains(sign);
    line.contains(char::is_alphanumeric) && line.chars().all(is_sign)
}

/// Checks that something is small enough to be kept; `what` names it.
///
/// # Errors
/// If it has more than [`MAX_BYTES`].
pub(crate) fn check_size(what: &str, bytes: usize) -> Result<()> {
    let bytes = bytes as u64;
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    Err(Error::TooLarge { what: what.to_owned(), bytes, max: MAX_BYTES })
}

/// A checksum of what runs have in common that differ by their seed alone.
fn likeness(task: &str, request: &Map<String, Value>) -> Result<i64> {
    // Sorted, since a document may list its keys in any order.
    let keys = request.iter().filter(|(key, _)| *key != "seed");
    let keys: BTreeMap<_, _> = keys.collect();
    let sum = checksum_on(checksum(task.as_bytes()), &serde_json::to_vec(&keys)?);
    Ok(sum.cast_signed())
}
