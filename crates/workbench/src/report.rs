//! The page as a report: one HTML file that shows recorded runs. It needs no server and no network;
//! a browser opens it from the disk.

mod html;
mod modules;
mod motion;

use serde::Serialize;
use serde_json::{Map, Value, json};
use tilewright_draw::Animation;
use tilewright_grid::Schema;
use tilewright_runs::{Error, Record, RunId, Store};

pub use html::still_page;
pub use modules::ReportError;

/// The kind of document within a report.
const DOCUMENT: Schema = Schema::new("report", 1);

/// The keys of a run that differ when it is repeated: its times, and how far it had come when that
/// was last noted.
const TIMES: [&str; 5] = ["begun", "seconds", "done", "steps", "status"];

/// Recorded runs with what is said about them.
///
/// ```
/// use tilewright_runs::Store;
/// use tilewright_workbench::Report;
///
/// let report = Report {
///     title: "Levels of today".to_owned(),
///     lead: "None was recorded.".to_owned(),
///     is_dated: true,
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
    /// Whether it shows when the runs began, and how long they took.
    /// Without these, the same runs give the same bytes.
    pub is_dated: bool,
    /// The runs in the order in which they are shown.
    pub runs: Vec<RecordedRun>,
}

/// A run with everything that a report shows of it.
#[derive(Clone, Debug)]
pub struct RecordedRun {
    /// The run. Its number names it in the report, its folder is not shown.
    pub record: Record,
    /// Its answer as JSON lines.
    pub answer: Vec<u8>,
    /// Its answer as text for people.
    pub text: String,
    /// The still picture of its answer.
    pub svg: Option<String>,
    /// Its answer in motion.
    pub animation: Option<Animation>,
    /// The command that makes it.
    pub command: Option<String>,
    /// What is said about it.
    pub caption: Option<Caption>,
}

/// What a report says about a run.
#[derive(Clone, Debug, Serialize)]
pub struct Caption {
    /// The heading under which it stands together with the runs next to it.
    pub group: String,
    /// Its title.
    pub title: String,
    /// A sentence or two.
    pub text: String,
    /// Its one large number.
    pub figure: Option<Figure>,
}

/// A number with what it counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The number.
    pub value: f64,
    /// What it counts.
    pub unit: String,
}

impl RecordedRun {
    /// A recorded run with its answer, if it has one.
    ///
    /// # Errors
    /// If there is no such run, or its answer is damaged.
    pub fn recorded(store: &Store, id: RunId) -> tilewright_runs::Result<Self> {
        let record = store.get(id)?;
        let answer = of_ended(store.answer(id))?.unwrap_or_default();
        let text = of_ended(store.text(id))?.unwrap_or_default();
        let svg = of_ended(store.svg(id))?.flatten();
        let (animation, command, caption) = (None, None, None);
        Ok(Self { record, answer, text, svg, animation, command, caption })
    }

    /// The run as a part of the report's document.
    fn document(&self, is_dated: bool) -> Result<Value, ReportError> {
        let mut document = match serde_json::to_value(&self.record)? {
            Value::Object(document) => document,
            _ => Map::new(),
        };
        document.shift_remove("folder");
        if !is_dated {
            document.retain(|key, _| !TIMES.contains(&key.as_str()));
        }

        let answer = String::from_utf8_lossy(&self.answer).into_owned();
        document.insert("answer".to_owned(), answer.into());
        document.insert("text".to_owned(), self.text.clone().into());
        let optional = [
            ("svg", self.svg.clone().map(Value::from)),
            ("command", self.command.clone().map(Value::from)),
            ("caption", self.caption.as_ref().map(|it| json!(it))),
            ("motion", self.animation.as_ref().map(motion::packed).transpose()?),
        ];

        let given = optional.into_iter().filter_map(|(key, value)| Some((key, value?)));
        document.extend(given.map(|(key, value)| (key.to_owned(), value)));
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
        let runs = self.runs.iter().map(|run| run.document(self.is_dated));
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
