//! The page as a report: one HTML file that shows recorded runs. It needs no server and no network;
//! a browser opens it from the disk.

mod html;
mod modules;

use serde_json::{Map, Value, json};
use tilewright_grid::Schema;
use tilewright_runs::{Error, Record, RunId, Store};

pub use modules::ReportError;

/// The kind of document within a report.
const DOCUMENT: Schema = Schema::since(1, "report", 1);

/// Recorded runs with what is said about them.
///
/// ```
/// use tilewright_runs::Store;
/// use tilewright_workbench::Report;
///
/// let report = Report {
///     title: "Levels of today".to_owned(),
///     lead: "None was recorded.".to_owned(),
///     runs: Vec::new(),
/// };
/// assert!(report.html()?.contains("<title>Levels of today</title>"));
/// # Ok::<(), tilewright_workbench::ReportError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    /// The title of the page.
    pub title: String,
    /// A sentence or two below the title.
    pub lead: String,
    /// The runs in the order in which they are shown.
    pub runs: Vec<Shown>,
}

/// A run with everything that a report shows of it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The run. Its number names it in the report, its folder is not shown.
    pub record: Record,
    /// Its answer as JSON lines.
    pub answer: Vec<u8>,
    /// Its answer as text for people.
    pub text: String,
    /// The still picture of its answer.
    pub svg: Option<String>,
    /// The command that makes it.
    pub command: Option<String>,
}

impl Shown {
    /// A recorded run with its answer, if it has one.
    ///
    /// # Errors
    /// If there is no such run, or its answer is damaged.
    pub fn recorded(store: &Store, id: RunId) -> tilewright_runs::Result<Self> {
        let record = store.get(id)?;
        let answer = of_ended(store.answer(id))?.unwrap_or_default();
        let text = of_ended(store.text(id))?.unwrap_or_default();
        let svg = of_ended(store.svg(id))?.flatten();
        Ok(Self { record, answer, text, svg, command: None })
    }

    /// The run as a part of the report's document.
    fn document(&self) -> Result<Value, ReportError> {
        let mut document = match serde_json::to_value(&self.record)? {
            Value::Object(document) => document,
            _ => Map::new(),
        };
        document.remove("folder");
        let answer = String::from_utf8_lossy(&self.answer).into_owned();
        let parts = [
            ("answer", Some(answer)),
            ("text", Some(self.text.clone())),
            ("svg", self.svg.clone()),
            ("command", self.command.clone()),
        ];
        let given = parts.into_iter().filter_map(|(key, value)| Some((key, value?)));
        document.extend(given.map(|(key, value)| (key.to_owned(), value.into())));
        Ok(document.into())
    }
}

/// What is recorded of a run that has ended; `None` of others.
fn of_ended<T>(found: tilewright_runs::Result<T>) -> tilewright_runs::Result<Option<T>> {
    match found {
        Err(Error::Ended { .. } | Error::Running(_)) => Ok(None),
        found => found.map(Some),
    }
}

impl Report {
    /// The report as an HTML document.
    ///
    /// # Errors
    /// If a number is not finite. Otherwise only if this crate is wrong: the page of the program
    /// has an import that is not understood.
    pub fn html(&self) -> Result<String, ReportError> {
        let runs = self.runs.iter().map(Shown::document);
        let document = json!({
            "schema": DOCUMENT,
            "version": env!("CARGO_PKG_VERSION"),
            "title": self.title,
            "lead": self.lead,
            "runs": runs.collect::<Result<Vec<_>, _>>()?,
        });
        html::page(&self.title, &document)
    }
}
