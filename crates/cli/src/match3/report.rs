//! What `tilewright match3 generate` writes for machines: the JSON answer and the logbook.

use std::path::Path;

use anyhow::anyhow;
use serde::Serialize;
use tilewright_grid::Seed;
use tilewright_match3::{Feasibility, Level, Made, Quota, Story, Wish};

use super::generate::Answer;

/// The two forms of a logbook.
#[derive(Clone, Copy)]
pub(super) enum LogFormat {
    Csv,
    JsonLines,
}

impl LogFormat {
    pub(super) fn from_path(path: &Path) -> anyhow::Result<Self> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => Ok(Self::Csv),
            Some("jsonl") => Ok(Self::JsonLines),
            _ => Err(anyhow!("{} ends neither in .csv nor in .jsonl", path.display())),
        }
    }

    pub(super) fn write(self, story: &Story) -> String {
        match self {
            Self::Csv => story.logbook().to_csv(),
            Self::JsonLines => story.logbook().to_json_lines(),
        }
    }
}

/// The JSON answer, `tilewright/levels/1`, by what there is to say of a level.
#[derive(Serialize)]
pub(super) struct Document<T> {
    schema: &'static str,
    seed: Seed,
    levels: Vec<T>,
}

impl<T> Document<T> {
    pub(super) const fn new(seed: Seed, levels: Vec<T>) -> Self {
        Self { schema: "tilewright/levels/1", seed, levels }
    }
}

/// What the search for a potential answers.
pub(super) fn document(answer: &Answer) -> Document<impl Serialize> {
    let wish = &answer.wish;
    let entry = |(index, made)| Entry::of(made, wish, index < answer.kept);
    Document::new(answer.seed, answer.made.iter().enumerate().map(entry).collect())
}

#[derive(Serialize)]
struct Entry<'a> {
    level: &'a Level,
    map: u32,
    target: u32,
    tolerance: u32,
    kinds: &'a [Quota],
    found: bool,
    feasible: bool,
    /// Unknown of levels from an earlier run.
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluations: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    generations: Option<u64>,
}

impl<'a> Entry<'a> {
    fn of(made: &'a Made, wish: &'a Wish, is_kept: bool) -> Self {
        Self {
            level: &made.level,
            map: made.potential,
            target: wish.target,
            tolerance: wish.tolerance,
            kinds: &wish.kinds,
            found: made.is_found,
            feasible: Feasibility::of(&made.level).is_feasible(),
            evaluations: (!is_kept).then_some(made.evaluations),
            generations: (!is_kept).then_some(made.generations),
        }
    }
}
