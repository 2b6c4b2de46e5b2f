//! What is shown of an article.

use serde::Serialize;
use serde_json::{Value, json};

use super::studio::Studio;
use crate::failure::Failure;

/// An article: a word for it, its title, what it claims in one sentence, and what measures it.
pub(super) struct Article {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) claim: &'static str,
    pub(super) measure: fn(&Studio<'_>) -> Result<Measurements, Failure>,
}

/// What was measured of an article.
pub(super) struct Measurements {
    pub(super) tables: Vec<Table>,
    /// What it states, and whether that is what was measured.
    pub(super) checks: Vec<(&'static str, bool)>,
    /// A picture as SVG.
    pub(super) picture: String,
    /// What is better now, with its number.
    pub(super) better: String,
}

/// A table, theirs beside ours.
#[derive(Clone, Serialize)]
pub(super) struct Table {
    pub(super) columns: &'static [&'static str],
    pub(super) rows: Vec<Row>,
    /// Where their figures come from, and what else a reader must know.
    pub(super) note: &'static str,
}

/// The cells of a row, and the commands that measure them.
#[derive(Clone, Serialize)]
pub(super) struct Row {
    pub(super) cells: Vec<String>,
    pub(super) commands: Vec<String>,
}

impl Table {
    pub(super) const fn new(
        columns: &'static [&'static str],
        note: &'static str,
    ) -> Self {
        Self { columns, note, rows: Vec::new() }
    }

    /// Adds a row.
    pub(super) fn push(&mut self, cells: Vec<String>, commands: Vec<String>) {
        self.rows.push(Row { cells, commands });
    }

    /// The commands of all rows, each once.
    pub(super) fn commands(&self) -> Vec<String> {
        let mut commands: Vec<_> =
            self.rows.iter().flat_map(|row| row.commands.clone()).collect();
        commands.dedup();
        commands
    }
}

impl Measurements {
    /// The tables, the last one of the statements.
    pub(super) fn all_tables(&self) -> impl Iterator<Item = Table> {
        let mut statements = Table::new(&["statement", "holds"], "");
        for (statement, holds) in &self.checks {
            let holds = if *holds { "yes" } else { "no" };
            let cells = [*statement, holds].map(str::to_owned).into();
            statements.push(cells, Vec::new());
        }
        self.tables.iter().cloned().chain([statements])
    }
}

/// The chapter in JSON.
pub(super) fn document((article, found): &(&Article, Measurements)) -> Value {
    let checks = found.checks.iter();
    let checks = checks
        .map(|(statement, holds)| json!({ "statement": statement, "holds": holds }));
    json!({
        "name": article.name,
        "title": article.title,
        "claim": article.claim,
        "tables": found.tables,
        "checks": checks.collect::<Vec<_>>(),
        "better": found.better,
    })
}
