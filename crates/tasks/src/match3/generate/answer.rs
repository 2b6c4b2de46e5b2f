//! The answer of `match3/generate`: its document, text and picture.

use serde::Serialize;
use tilewright_draw::Picture;
use tilewright_grid::Watch;
use tilewright_match3::{Level, Unreachable, can_move, picture};
use tilewright_match3_design::{Analysis, History};

use super::super::{difficulty, endless, potential};
use crate::{Answer, Drawing, Event, Head, Hint, Host, Medium, Verdict};

/// A level of the answer.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum FoundLevel {
    Potential(Box<potential::PotentialLevel>),
    Difficulty(Box<difficulty::DifficultyLevel>),
}

impl FoundLevel {
    const fn level(&self) -> &Level {
        match self {
            Self::Potential(entry) => &entry.level,
            Self::Difficulty(entry) => &entry.level,
        }
    }

    const fn is_found(&self) -> bool {
        match self {
            Self::Potential(entry) => entry.found,
            Self::Difficulty(entry) => entry.found,
        }
    }

    /// What makes games of the level meaningless.
    fn flaw(&self) -> Option<String> {
        match self {
            Self::Potential(entry) if !can_move(&entry.level) => {
                Some(Unreachable::NoSwap.to_string())
            }
            Self::Potential(entry) => endless::of_level(&entry.level).map(str::to_owned),
            Self::Difficulty(entry) => entry.endless(),
        }
    }

    const fn is_stopped(&self) -> bool {
        match self {
            Self::Potential(_) => false,
            Self::Difficulty(entry) => entry.is_stopped(),
        }
    }

    fn to_json(&self) -> String {
        match self {
            Self::Potential(entry) => entry.level.to_json(),
            Self::Difficulty(entry) => entry.to_json(),
        }
    }

    fn described(&self) -> String {
        match self {
            Self::Potential(entry) => entry.described(),
            Self::Difficulty(entry) => entry.described(),
        }
    }

    fn label(&self) -> String {
        match self {
            Self::Potential(entry) => entry.label(),
            Self::Difficulty(entry) => entry.label(),
        }
    }

    const fn title(&self) -> &'static str {
        match self {
            Self::Potential(_) => "match-3 levels of a given potential",
            Self::Difficulty(_) => "match-3 levels of a given difficulty",
        }
    }
}

/// The results of a search, and the warning if levels are missing.
#[derive(Debug)]
pub(super) struct SearchResults {
    pub(super) entries: Vec<FoundLevel>,
    /// The history of the search, if there was only one.
    pub(super) history: History,
    /// The warning if no level was found.
    pub(super) missed: String,
    /// The hint of the warning.
    pub(super) hint: Hint,
}

impl SearchResults {
    /// The results of a search that was stopped before its first level.
    pub(super) fn nothing() -> Self {
        let (history, hint) = (History::default(), Hint::from("run it again"));
        Self { entries: Vec::new(), history, missed: "no level found".to_owned(), hint }
    }
}

/// The generated levels; if none was found, the closest one.
#[derive(Debug)]
pub struct GenerateAnswer {
    wanted: usize,
    entries: Vec<FoundLevel>,
    history: History,
    verdict: Verdict,
    /// Whether the levels are written to files, and whether they are drawn.
    is_written: bool,
    is_drawn: bool,
}

/// The document, `tilewright/levels/2`.
#[derive(Serialize)]
struct Document<'a> {
    levels: &'a [FoundLevel],
}

impl GenerateAnswer {
    /// The levels of a search. Reports each level, and a warning if levels are missing.
    pub(super) fn of(searched: SearchResults, wanted: usize, host: &dyn Host) -> Self {
        let SearchResults { entries, history, missed, hint } = searched;
        for (entry, number) in entries.iter().zip(1..) {
            let note = format!("level {number}: {}", entry.described());
            host.tell(Event::Note(&note));
            if let Some(flaw) = entry.flaw() {
                let warning = format!("level {number}: {flaw}");
                host.tell(Event::Warning(&warning, None));
            }
        }
        let verdict = match entries.iter().filter(|entry| entry.is_found()).count() {
            _ if entries.iter().any(FoundLevel::is_stopped) => Verdict::Stopped,
            found if found == wanted => Verdict::Done,
            _ if host.look().is_break() => Verdict::Stopped,
            found => {
                let warning = match found {
                    0 => format!("{missed}; showing the closest"),
                    _ => format!("found only {found} of {wanted} levels"),
                };
                host.tell(Event::Warning(&warning, Some(&hint)));
                Verdict::No
            }
        };
        let (is_written, is_drawn) =
            (host.extension("output").is_some(), host.draws_picture());
        Self { wanted, entries, history, verdict, is_written, is_drawn }
    }
}

impl Answer for GenerateAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn reached(&self) -> Option<String> {
        let found = self.entries.iter().filter(|entry| entry.is_found()).count();
        Some(match (found, self.wanted) {
            (0, 1) if self.entries.is_empty() => "no level was searched yet".to_owned(),
            (0, 1) => "this is the closest level so far".to_owned(),
            (found, wanted) => format!("{found} of {wanted} levels were generated"),
        })
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        head.line("levels", &Document { levels: &self.entries }).map(Some)
    }

    /// The levels, unless they are written to files. A terminal shows a level that is written, unless it
    /// is drawn.
    fn text(&self, medium: Medium) -> String {
        if self.is_written && (self.is_drawn || !medium.is_terminal) {
            return String::new();
        }
        let text = |entry: &FoundLevel| {
            let level = entry.level();
            if medium.is_terminal {
                Analysis::of(level).picture(level).to_text(medium.color)
            } else {
                level.to_string()
            }
        };
        self.entries.iter().map(text).collect::<Vec<_>>().join("\n")
    }

    /// A level with its measures, or a sheet of levels.
    fn drawing(&self, is_moving: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let Some(first) = self.entries.first() else { return Ok(None) };
        let title = first.title();
        Ok(Some(match (&self.entries[..], first) {
            ([_], FoundLevel::Potential(entry)) => {
                entry.drawing(&self.history, is_moving, title)
            }
            ([_], FoundLevel::Difficulty(entry)) => entry.drawing(title),
            (entries, _) => {
                let labelled =
                    |entry: &FoundLevel| (entry.level().clone(), entry.label());
                let levels: Vec<_> = entries.iter().map(labelled).collect();
                let still: Picture = picture::sheet(&levels, title);
                Drawing { still, animation: None }
            }
        }))
    }

    fn file(
        &self,
        output: &str,
        ending: &str,
        _: &Head,
    ) -> anyhow::Result<Option<Vec<u8>>> {
        let logbook = || self.history.logbook();
        let entry = self.entries.first();
        let text = match (output, ending) {
            ("logbook", "jsonl") => Some(logbook().to_json_lines()),
            ("logbook", _) => Some(logbook().to_csv()),
            (_, "txt") => entry.map(|entry| entry.level().to_string()),
            _ => entry.map(FoundLevel::to_json),
        };
        Ok(text.map(String::into_bytes))
    }
}
