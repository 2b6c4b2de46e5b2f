//! Listing and searching, page by page.

use std::fmt::Write as _;

use rusqlite::types::Value;
use rusqlite::{Row, params_from_iter};
use serde::Serialize;
use tilewright_grid::Seed;

use crate::{Result, RunId, State, Store};

/// What is listed. The default is the newest runs of any kind, no more than 50.
#[derive(Clone, Debug)]
pub struct Query {
    /// Words of the task, the request, the headline or the text, all of which a run must have; a
    /// beginning of a word suffices. Empty for all runs.
    pub search: String,
    /// The name of the task.
    pub task: Option<String>,
    /// The state.
    pub state: Option<State>,
    /// Only runs with smaller numbers: the last one of the page before.
    pub before: Option<RunId>,
    /// The length of a page.
    pub limit: u32,
}

impl Default for Query {
    fn default() -> Self {
        Self { search: String::new(), task: None, state: None, before: None, limit: 50 }
    }
}

/// A run in a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Run {
    /// Its number.
    pub id: RunId,
    /// The name of the task.
    pub task: String,
    /// The seed, if the task has one.
    pub seed: Option<Seed>,
    /// The version of the program.
    pub version: String,
    /// How it stands with it.
    pub state: State,
    /// When it began, in unix seconds.
    pub begun: i64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// One line that stands for the run.
    pub headline: String,
    /// The door that ran it.
    pub host: String,
    /// The number of steps done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<u64>,
    /// The number of all steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// The state of the work in words, while the run is under way.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub status: String,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Page {
    /// The runs, newest first.
    pub runs: Vec<Run>,
    /// The number of runs on all pages.
    pub total: u64,
}

/// The columns of a [`Run`].
pub(crate) const COLUMNS: &str = "id, runs.task, seed, version, state, begun, seconds, \
     runs.headline, host, done, steps, status";

impl Run {
    pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let seed: Option<i64> = row.get(2)?;
        let number = |at: usize| -> rusqlite::Result<Option<u64>> {
            Ok(row.get::<_, Option<i64>>(at)?.map(i64::cast_unsigned))
        };
        Ok(Self {
            id: row.get(0)?,
            task: row.get(1)?,
            seed: seed.map(|seed| Seed(seed.cast_unsigned())),
            version: row.get(3)?,
            state: row.get(4)?,
            begun: row.get(5)?,
            seconds: row.get(6)?,
            headline: row.get(7)?,
            host: row.get(8)?,
            done: number(9)?,
            steps: number(10)?,
            status: row.get(11)?,
        })
    }
}

impl Store {
    /// A page of the runs.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn list(&self, query: &Query) -> Result<Page> {
        self.bury()?;
        let (sql, values) = page(query);
        let runs = self.all(&sql, params_from_iter(values), Run::read)?;
        let (sql, values) = total(query);
        let total =
            self.one(&sql, params_from_iter(values), |row| row.get::<_, i64>(0))?;
        Ok(Page { runs, total: total.unwrap_or(0).cast_unsigned() })
    }

    /// The runs that differ from this one by their seed alone, and itself, newest first; the newest
    /// 1000.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn same_request(&self, id: RunId) -> Result<Vec<Run>> {
        self.state(id)?;
        let sql = format!(
            "SELECT {COLUMNS} FROM runs \
             WHERE likeness = (SELECT likeness FROM runs WHERE id = ?1) \
             ORDER BY id DESC LIMIT 1000"
        );
        self.all(&sql, [id], Run::read)
    }
}

/// The statement for a page, and its values.
pub(crate) fn page(query: &Query) -> (String, Vec<Value>) {
    let (mut sql, mut values) = matching(query, COLUMNS);
    let id = if matched(query).is_some() { "search.rowid" } else { "id" };
    if let Some(before) = query.before {
        values.push(before.0.into());
        let _ = write!(sql, " AND {id} < ?{}", values.len());
    }
    values.push(query.limit.into());
    let _ = write!(sql, " ORDER BY {id} DESC LIMIT ?{}", values.len());
    (sql, values)
}

/// The statement for the number of all runs, and its values.
pub(crate) fn total(query: &Query) -> (String, Vec<Value>) {
    if query.state.is_none()
        && let Some(matched) = matched(query)
    {
        // The index alone knows the task.
        let sql = "SELECT count(*) FROM search WHERE search MATCH ?1".to_owned();
        return (sql, vec![matched.into()]);
    }
    matching(query, "count(*)")
}

/// The statement for some columns of all matching runs.
fn matching(query: &Query, columns: &str) -> (String, Vec<Value>) {
    let mut values: Vec<Value> = Vec::new();
    let mut sql = format!("SELECT {columns} FROM ");
    match matched(query) {
        Some(words) => {
            // The order of the tables is fixed: the index gives its rows by their numbers.
            sql.push_str(
                "search CROSS JOIN runs ON id = search.rowid WHERE search MATCH ?1",
            );
            values.push(words.into());
        }
        None => sql.push_str("runs WHERE true"),
    }

    if let Some(task) = &query.task {
        values.push(task.clone().into());
        let _ = write!(sql, " AND runs.task = ?{}", values.len());
    }

    if let Some(state) = query.state {
        values.push(state.name().to_owned().into());
        let _ = write!(sql, " AND state = ?{}", values.len());
    }

    (sql, values)
}

/// The words as the index expects them: each in quotes, so that none is an operator, and as the
/// beginning of a word. `None` if there are none.
fn matched(query: &Query) -> Option<String> {
    let has_letters = |word: &&str| word.chars().any(char::is_alphanumeric);
    let is_between = |letter: char| letter.is_whitespace() || letter.is_control();
    let words = query.search.split(is_between).filter(has_letters);
    let quoted = |word: &str| word.replace('"', "\"\"");
    let words: Vec<_> = words.map(|word| format!("\"{}\" *", quoted(word))).collect();
    if words.is_empty() {
        return None;
    }
    let task = query.task.as_ref();
    let task = task.map(|task| format!("task : \"{}\" AND ", quoted(task)));
    Some(format!("{}({})", task.unwrap_or_default(), words.join(" AND ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A store with 100,000 runs.
    fn filled() -> Store {
        let store = Store::in_memory().unwrap();
        let fill = "INSERT INTO runs (task, state, seed, version, host, begun, likeness) \
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) \
             SELECT iif(i % 2, 'match3/generate', '2048/bench'), iif(i % 10, 'done', 'no'), i, \
                    '0.1.0', 'cli', i, i % 1000 FROM n; \
             INSERT INTO requests SELECT id, '{}' FROM runs; \
             INSERT INTO search (rowid, task, request, headline, text) \
             SELECT id, task, '{}', 'level ' || id, '' FROM runs";
        store.db.execute_batch(fill).unwrap();
        store
    }

    /// How SQLite does a statement, a line for each table.
    fn plan(store: &Store, (sql, values): (String, Vec<Value>)) -> String {
        let sql = format!("EXPLAIN QUERY PLAN {sql}");
        let lines =
            store.all(&sql, params_from_iter(values), |row| row.get::<_, String>(3));
        lines.unwrap().join("\n")
    }

    #[test]
    fn no_page_reads_or_sorts_all_runs() {
        let store = filled();
        let words = ["", "level 77"];
        let tasks = [None, Some("2048/bench".to_owned())];
        let states = [None, Some(State::No)];
        let befores = [None, Some(RunId(50_000))];

        for search in words {
            for task in &tasks {
                for state in states {
                    for before in befores {
                        let (search, task) = (search.to_owned(), task.clone());
                        let query = Query { search, task, state, before, limit: 50 };
                        let plan = plan(&store, page(&query));
                        let is_first = plan == "SCAN runs" && query.before.is_none();
                        let is_indexed = plan.contains("USING INTEGER PRIMARY KEY")
                            || plan.contains("USING INDEX runs_by_");
                        assert!(is_first || is_indexed, "{query:?}: {plan}");
                        assert!(!plan.contains("TEMP B-TREE"), "{query:?}: {plan}");

                        if !query.search.is_empty() {
                            assert!(plan.contains("VIRTUAL TABLE INDEX"), "{plan}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn totals_come_from_indexes_alone() {
        let store = filled();
        let (task, state) = (Some("2048/bench".to_owned()), Some(State::No));
        for (task, state) in
            [(None, None), (task.clone(), None), (None, state), (task, state)]
        {
            let query = Query { task, state, ..Query::default() };
            let plan = plan(&store, total(&query));
            assert!(plan.contains("USING COVERING INDEX"), "{query:?}: {plan}");
        }
    }

    #[test]
    fn pages_of_a_hundred_thousand_runs_are_whole() {
        let store = filled();
        let query = |search: &str, before| Query {
            search: search.to_owned(),
            before,
            ..Query::default()
        };
        let page = store.list(&query("", Some(RunId(50_051)))).unwrap();
        assert_eq!((page.total, page.runs.len()), (100_000, 50));
        assert_eq!((page.runs[0].id, page.runs[49].id), (RunId(50_050), RunId(50_001)));
        let page = store.list(&query("level generate", None)).unwrap();
        assert_eq!((page.total, page.runs[0].id), (50_000, RunId(99_999)));
        let page = store.list(&query("99998", None)).unwrap();
        assert_eq!((page.total, page.runs[0].id), (1, RunId(99_998)));
        assert_eq!(store.same_request(RunId(17)).unwrap().len(), 100);
    }
}
