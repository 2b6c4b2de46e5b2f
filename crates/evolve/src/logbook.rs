//! The events of a search, as CSV and JSON lines.

use std::collections::VecDeque;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::Event;

/// The last events of a search in order, one per generation. A search keeps the last
/// [`Logbook::LIMIT`] unless [`Evolution::with_logbook`](crate::Evolution::with_logbook) says
/// otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Logbook<const M: usize = 1> {
    limit: usize,
    /// The names of the scheme's own columns.
    notes: Vec<String>,
    events: VecDeque<Event<M>>,
}

impl<const M: usize> Default for Logbook<M> {
    fn default() -> Self {
        Self::new(&[])
    }
}

impl<const M: usize> Logbook<M> {
    /// The number of events that a search keeps by default. Chosen: with one objective they take about
    /// 2 MB, and long runs are rarely plotted in finer steps.
    pub const LIMIT: usize = 10_000;

    /// An empty logbook whose events have these columns besides those of all schemes.
    pub fn new(notes: &[&str]) -> Self {
        let notes = notes.iter().map(|&name| name.to_owned()).collect();
        Self { limit: Self::LIMIT, notes, events: VecDeque::new() }
    }

    /// Whether a logbook from a checkpoint has the columns of the scheme.
    pub(crate) fn is_sound(&self, notes: &[&str]) -> bool {
        self.limit > 0 && self.events.len() <= self.limit && self.notes == notes
    }

    /// Changes the number of events that are kept, at least one; the oldest are removed.
    pub(crate) fn limit(&mut self, limit: usize) {
        self.limit = limit.max(1);
        let excess = self.events.len().saturating_sub(self.limit);
        self.events.drain(..excess);
    }

    /// Adds an event; the oldest one is removed if there are too many.
    pub fn push(&mut self, event: Event<M>) {
        if self.events.len() >= self.limit {
            self.events.pop_front();
        }
        self.events.push_back(event);
    }

    /// The events in order.
    pub fn events(&self) -> impl ExactSizeIterator<Item = &Event<M>> {
        self.events.iter()
    }

    /// The last event; `None` if there is none.
    pub fn last(&self) -> Option<&Event<M>> {
        self.events.back()
    }

    /// The names of the columns in order. With several objectives, those of an objective end with
    /// its number from 1.
    fn columns(&self) -> Vec<String> {
        let counts = ["generation", "evaluations", "population", "feasible"];
        let others = ["least_violation", "median_violation", "diversity"];

        let mut columns = counts.map(str::to_owned).to_vec();
        for name in ["best", "median", "worst"] {
            match M {
                1 => columns.push(name.to_owned()),
                _ => columns.extend((1..=M).map(|number| format!("{name}_{number}"))),
            }
        }
        columns.extend(others.map(str::to_owned));
        columns.extend(self.notes.iter().cloned());
        columns
    }

    /// A CSV table: a header and a line per event. A missing or infinite value is empty.
    pub fn to_csv(&self) -> String {
        let mut text = self.columns().join(",");
        text.push('\n');
        for event in &self.events {
            let values = values(event, self.notes.len());
            let values: Vec<_> =
                values.into_iter().map(Option::unwrap_or_default).collect();
            text.push_str(&values.join(","));
            text.push('\n');
        }
        text
    }

    /// A JSON object in each line. A missing or infinite value is `null`.
    pub fn to_json_lines(&self) -> String {
        let (mut text, columns) = (String::new(), self.columns());
        for event in &self.events {
            let mut open = '{';
            for (name, value) in columns.iter().zip(values(event, self.notes.len())) {
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

/// The values of an event in the order of the columns, of which the scheme has a number of.
fn values<const M: usize>(event: &Event<M>, columns: usize) -> Vec<Option<String>> {
    let real =
        |value: Option<f64>| value.filter(|x| x.is_finite()).map(|x| x.to_string());
    let counts = [event.generation, event.evaluations];
    let sizes = [event.population, event.feasible].map(u64::from);
    let mut values: Vec<_> =
        counts.into_iter().chain(sizes).map(|count| Some(count.to_string())).collect();
    for rank in [event.best, event.median, event.worst] {
        values.extend((0..M).map(|at| real(rank.map(|objectives| objectives[at]))));
    }
    let others = [event.least_violation, event.median_violation, Some(event.diversity)];
    values.extend(others.map(real));
    let notes = event.notes.values();
    values.extend((0..columns).map(|at| real(notes.get(at).copied())));
    values
}

/// Collects events in their order, without columns of a scheme.
impl<const M: usize> FromIterator<Event<M>> for Logbook<M> {
    fn from_iter<I: IntoIterator<Item = Event<M>>>(events: I) -> Self {
        let events: VecDeque<_> = events.into_iter().collect();
        Self { limit: events.len().max(1), notes: Vec::new(), events }
    }
}
