//! One run with all that is known of it.

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tilewright_grid::{Schema, checksum};
use tilewright_tasks::to_json;

use crate::list::COLUMNS;
use crate::{Error, Result, Run, RunFile, RunId, State, Store};

/// The kind of document that a run is exported as.
pub const DOCUMENT: Schema = Schema::new("run", 1);

/// The best value after steps, in the order of the steps.
pub type Curve = Vec<(u64, f64)>;

/// A run with all that is known of it, except for its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Record {
    /// What a list shows.
    #[serde(flatten)]
    pub run: Run,
    /// The request, with its seed if it has one.
    pub request: Map<String, Value>,
    /// The folder in which relative names of inputs are found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Why the run was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What to do about that; names keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Its curve.
    pub history: Curve,
    /// The files that it has made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<RunFile>,
    /// Whether it has finished items from which it can be resumed.
    pub is_kept: bool,
    /// Whether its answer has a still picture.
    pub has_picture: bool,
}

/// A run as a document.
#[derive(Serialize)]
struct Document<'a> {
    schema: Schema,
    #[serde(flatten)]
    record: &'a Record,
    /// The documents of the answer.
    answer: Vec<&'a RawValue>,
    text: String,
}

impl Store {
    /// A run.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn get(&self, id: RunId) -> Result<Record> {
        self.state(id)?;
        let sql = format!(
            "SELECT {COLUMNS}, folder, error, hint, \
             EXISTS (SELECT 1 FROM kept WHERE kept.run = id), svg IS NOT NULL \
             FROM runs LEFT JOIN answers ON run = id WHERE id = ?1"
        );

        let found = self.one(&sql, [id], |row| {
            let run = Run::read(row)?;
            let words = (row.get(12)?, row.get(13)?, row.get(14)?);
            Ok((run, words, row.get(15)?, row.get(16)?))
        })?;

        let (run, words, is_kept, has_picture) = found.ok_or(Error::Unknown(id))?;
        let (folder, error, hint) = words;
        let request = self.request(id)?.request;
        let (history, files) = (self.curve(id)?, self.files(id)?);

        Ok(Record {
            run,
            request,
            folder,
            error,
            hint,
            history,
            files,
            is_kept,
            has_picture,
        })
    }

    /// The curve of a run.
    fn curve(&self, id: RunId) -> Result<Curve> {
        let points = "SELECT step, value FROM points WHERE run = ?1 ORDER BY step";
        self.all(points, [id], |row| {
            let step: i64 = row.get(0)?;
            Ok((step.cast_unsigned(), row.get(1)?))
        })
    }

    /// The curves of several runs, to compare them: the best value after steps. Runs that do not
    /// exist have empty ones.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn curves(&self, ids: &[RunId]) -> Result<Vec<(RunId, Curve)>> {
        ids.iter().map(|id| Ok((*id, self.curve(*id)?))).collect()
    }

    /// The answer of a run as JSON lines, byte for byte as it was printed; empty if it was refused.
    ///
    /// # Errors
    /// If there is no such run, it has not ended, or the answer is damaged.
    pub fn answer(&self, id: RunId) -> Result<Vec<u8>> {
        let answer = "SELECT checksum, answer FROM answers WHERE run = ?1";
        let found = self.one(answer, [id], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?))
        })?;
        let Some((sum, answer)) = found else { return Err(self.unanswered(id)) };
        if checksum(&answer).cast_signed() == sum {
            return Ok(answer);
        }
        Err(Error::Altered { id, what: "its answer".to_owned() })
    }

    /// The answer of a run as text for people.
    ///
    /// # Errors
    /// If there is no such run, or it has not ended.
    pub fn text(&self, id: RunId) -> Result<String> {
        let text = "SELECT text FROM answers WHERE run = ?1";
        self.one(text, [id], |row| row.get(0))?.ok_or_else(|| self.unanswered(id))
    }

    /// The still picture of the answer as SVG; `None` if it has none.
    ///
    /// # Errors
    /// If there is no such run, or it has not ended.
    pub fn svg(&self, id: RunId) -> Result<Option<String>> {
        let svg = "SELECT svg FROM answers WHERE run = ?1";
        self.one(svg, [id], |row| row.get(0))?.ok_or_else(|| self.unanswered(id))
    }

    /// The error for a run that has no answer.
    fn unanswered(&self, id: RunId) -> Error {
        match self.state(id) {
            Ok(State::Running) => Error::Running(id),
            Ok(state) => Error::Ended { id, state },
            Err(error) => error,
        }
    }

    /// A run with its answer as one line of JSON, a document of the schema [`DOCUMENT`].
    ///
    /// # Errors
    /// If there is no such run, or its answer is damaged.
    pub fn export(&self, id: RunId) -> Result<Vec<u8>> {
        let record = self.get(id)?;
        let answered = |error| match error {
            Error::Ended { .. } | Error::Running(_) => Ok(Vec::new()),
            error => Err(error),
        };
        let answer = self.answer(id).or_else(answered)?;
        let text = self.text(id).unwrap_or_default();
        let lines = answer.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let answer: serde_json::Result<_> = lines.map(serde_json::from_slice).collect();
        let document =
            Document { schema: DOCUMENT, record: &record, answer: answer?, text };
        let mut line = to_json(&document)?;
        line.push(b'\n');

        Ok(line)
    }
}
