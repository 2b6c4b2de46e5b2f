//! The levels that `match3/generate` made: their document, their text, their picture.

use serde::Serialize;
use tilewright_draw::Picture;
use tilewright_grid::Watch;
use tilewright_match3::{Analysis, History, Level, picture};

use super::{difficulty, potential};
use crate::{Answer, Event, Head, Hint, Host, Medium, Paper, Verdict};

/// A level, by what was wanted of it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Entry {
    Potential(potential::Entry),
    Difficulty(Box<difficulty::Entry>),
}

impl Entry {
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
            Self::Potential(_) => "match-3 levels of a wanted potential",
            Self::Difficulty(_) => "match-3 levels of a wanted difficulty",
        }
    }
}

/// What a search came to, and what is said where it found no level.
#[derive(Debug)]
pub(super) struct Searched {
    pub(super) entries: Vec<Entry>,
    /// How it went, where there was but one.
    pub(super) history: History,
    /// What is missing.
    pub(super) missed: String,
    /// What to do about it.
    pub(super) hint: Hint,
}

/// The levels that were made; where none was found, the one that came closest.
#[derive(Debug)]
pub struct Levels {
    wanted: usize,
    entries: Vec<Entry>,
    history: History,
    verdict: Verdict,
    /// Whether the levels are written, and whether they are drawn.
    is_written: bool,
    is_drawn: bool,
}

/// The document, `tilewright/levels/2`.
#[derive(Serialize)]
struct Document<'a> {
    levels: &'a [Entry],
}

impl Levels {
    /// Those of a search; says what each level is like, and what to do where some are missing.
    pub(super) fn of(searched: Searched, wanted: usize, host: &dyn Host) -> Self {
        let Searched { entries, history, missed, hint } = searched;
        for (entry, number) in entries.iter().zip(1..) {
            let note = format!("level {number}: {}", entry.described());
            let _ = host.see(Event::Note(&note));
        }
        let verdict = match entries.iter().filter(|entry| entry.is_found()).count() {
            found if found == wanted => Verdict::Done,
            _ if host.see(Event::Look).is_break() => Verdict::Stopped,
            found => {
                let warning = match found {
                    0 => format!("{missed}; showing the closest"),
                    _ => format!("no more than {found} of {wanted} levels were found"),
                };
                let _ = host.see(Event::Warning(&warning, Some(&hint)));
                Verdict::No
            }
        };
        let (is_written, is_drawn) = (host.wanted("output").is_some(), host.draws());
        Self { wanted, entries, history, verdict, is_written, is_drawn }
    }
}

impl Answer for Levels {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn reached(&self) -> Option<String> {
        let found = self.entries.iter().filter(|entry| entry.is_found()).count();
        Some(match (found, self.wanted) {
            (0, 1) => "this is the best so far".to_owned(),
            (found, wanted) => format!("{found} of {wanted} levels were made"),
        })
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        head.line("levels", &Document { levels: &self.entries }).map(Some)
    }

    /// The levels, unless they are written; people see one that is written too, where it is not
    /// drawn.
    fn text(&self, medium: Medium) -> String {
        if self.is_written && (self.is_drawn || !medium.is_terminal) {
            return String::new();
        }
        let text = |entry: &Entry| {
            let level = entry.level();
            if medium.is_terminal {
                Analysis::of(level).picture(level).to_text(medium.color)
            } else {
                level.to_string()
            }
        };
        self.entries.iter().map(text).collect::<Vec<_>>().join("\n")
    }

    /// A level with what there is to say of it, or a sheet of levels.
    fn paper(&self, is_moving: bool, _: &dyn Watch) -> anyhow::Result<Option<Paper>> {
        let Some(first) = self.entries.first() else { return Ok(None) };
        let title = first.title();
        Ok(Some(match (&self.entries[..], first) {
            ([_], Entry::Potential(entry)) => {
                entry.paper(&self.history, is_moving, title)
            }
            ([_], Entry::Difficulty(entry)) => entry.paper(title),
            (entries, _) => {
                let labelled = |entry: &Entry| (entry.level().clone(), entry.label());
                let levels: Vec<_> = entries.iter().map(labelled).collect();
                let still: Picture = picture::wall(&levels, title);
                Paper { still, animation: None }
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
        let level = self.entries.first().map(Entry::level);
        let text = match (output, ending) {
            ("logbook", "jsonl") => Some(logbook().to_json_lines()),
            ("logbook", _) => Some(logbook().to_csv()),
            (_, "txt") => level.map(ToString::to_string),
            _ => level.map(Level::to_json),
        };
        Ok(text.map(String::into_bytes))
    }
}
