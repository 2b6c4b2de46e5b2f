//! The events of a search, as CSV and JSON lines.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::Event;

/// The events of a search in order, one per generation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Logbook {
    events: Vec<Event>,
}

/// The columns of CSV and the keys of JSON, in order.
const COLUMNS: [&str; 10] = [
    "generation",
    "evaluations",
    "population",
    "feasible",
    "best",
    "median",
    "worst",
    "least_violation",
    "median_violation",
    "diversity",
];

impl Logbook {
    pub(crate) const fn new() -> Self {
        Self { events: Vec::new() }
    }

    pub(crate) fn push(&mut self, event: Event) -> &Event {
        self.events.push(event);
        &self.events[self.events.len() - 1]
    }

    pub(crate) fn clear(&mut self) {
        self.events.clear();
    }

    /// The events in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// A CSV table: a header and a line per event. A missing or infinite value is empty.
    pub fn to_csv(&self) -> String {
        let mut text = COLUMNS.join(",");
        text.push('\n');
        for event in &self.events {
            let values: Vec<_> =
                values(event).into_iter().map(Option::unwrap_or_default).collect();
            text.push_str(&values.join(","));
            text.push('\n');
        }
        text
    }

    /// A JSON object in each line. A missing or infinite value is `null`.
    pub fn to_json_lines(&self) -> String {
        let mut text = String::new();
        for event in &self.events {
            let mut open = '{';
            for (name, value) in COLUMNS.iter().zip(values(event)) {
                let value = value.unwrap_or_else(|| "null".to_owned());
                write!(text, "{open}\"{name}\":{value}")
                    .expect("writing to a string cannot fail");
                open = ',';
            }
            text.push_str("}\n");
        }
        text
    }
}

/// The values of an event in the order of the columns.
fn values(event: &Event) -> [Option<String>; 10] {
    let real =
        |value: Option<f64>| value.filter(|x| x.is_finite()).map(|x| x.to_string());
    [
        Some(event.generation.to_string()),
        Some(event.evaluations.to_string()),
        Some(event.population.to_string()),
        Some(event.feasible.to_string()),
        real(event.best),
        real(event.median),
        real(event.worst),
        real(event.least_violation),
        real(event.median_violation),
        real(Some(event.diversity)),
    ]
}

/// Collects events in their order.
impl FromIterator<Event> for Logbook {
    fn from_iter<I: IntoIterator<Item = Event>>(events: I) -> Self {
        Self { events: events.into_iter().collect() }
    }
}
