//! The answer of `match3/generate`: its document, text and picture.

use serde_json::{Value, json};
use tilewright_draw::Picture;
use tilewright_grid::Watch;
use tilewright_match3::{Level, Quota, Statistics, Template, picture};
use tilewright_match3_design::{
    Analysis, BrokenPlacement, Difficulty, History, Likeness, Placement, Symmetry,
    broken_placements,
};

use super::super::difficulty::Aim;
use super::super::drawn_boards::DrawnBoards;
use super::super::given::is_unlike;

use crate::answer::counted;
use crate::{Answer, Drawing, Event, Head, Hint, Host, Medium, OutputFile, Verdict};

/// What helps where a level does not look like the given ones.
const UNLIKE: &str = "request what one of them has, or give more levels by {like}";

/// A level of the answer.
pub(super) struct FoundLevel {
    pub(super) level: Level,
    /// Whether it meets the target; else it is the closest one.
    pub(super) is_found: bool,
    /// Whether something is missing because the host stopped it.
    pub(super) is_stopped: bool,
    /// What makes games of the level meaningless.
    pub(super) flaw: Option<String>,
    pub(super) broken: BrokenPlacements,
    /// How like it is to given levels, if there are some.
    pub(super) likeness: Option<Likeness>,
    /// The target, what was reached and the effort, in a few words.
    pub(super) described: String,
    /// The caption on a sheet of levels.
    pub(super) label: String,
    /// The file of the level.
    pub(super) file: String,
    /// The level in the document of the answer.
    pub(super) document: Value,
    /// The games that measured it, if a difficulty was requested and not a potential.
    pub(super) games: Option<(Statistics, Aim)>,
}

/// The placements that a level breaks, each with the number of cells by which it does.
pub(super) struct BrokenPlacements(Vec<BrokenPlacement>);

impl BrokenPlacements {
    /// What a level breaks of the placements of the request that it was made for.
    pub(super) fn of(
        placements: &[Placement],
        (template, symmetry): (&Template, Symmetry),
        kinds: &[Quota],
        boards: &DrawnBoards,
        level: &Level,
    ) -> Self {
        let board = boards.board_of(level, template);
        let broken = broken_placements(placements, &board, kinds, symmetry, level);
        Self(broken.expect("the placements of a request that was searched can be read"))
    }

    /// The placements and cells of the document; none if there are none.
    pub(super) fn document(&self) -> Option<Value> {
        let placement = |BrokenPlacement { placement, cells, at }: &BrokenPlacement| json!({"placement": placement.to_string(), "cells": cells, "at": at});
        (!self.0.is_empty()).then(|| self.0.iter().map(placement).collect())
    }
}

impl FoundLevel {
    /// The title of a picture of such levels.
    const fn title(&self) -> &'static str {
        match self.games {
            Some(_) => "match-3 levels of a given difficulty",
            None => "match-3 levels of a given potential",
        }
    }

    /// The level with its games, or with its potential and the history of the search.
    fn drawing(&self, history: &History, is_moving: bool) -> Drawing {
        let title = self.title();
        if let Some((played, wanted)) = &self.games {
            let still = drawn(&self.level, played, *wanted, title);
            return Drawing { still, animation: None };
        }

        let report = Analysis::of(&self.level).picture(&self.level);
        if is_moving {
            return Drawing { still: report, animation: Some(history.animation(title)) };
        }
        let still = Picture::stacked(&[report, history.curve()], 8.0, title);
        Drawing { still, animation: None }
    }
}

/// A level beside a histogram of the swaps of its games.
pub(super) fn drawn(
    level: &Level,
    played: &Statistics,
    wanted: Aim,
    title: &str,
) -> Picture {
    let board = level.picture(picture::tile_for(level));
    let range = match wanted.parts().0 {
        wanted @ Difficulty::Swaps(_) => wanted.range()[0]..=wanted.range()[1],
        Difficulty::WinRate { moves, .. } => 0.5..=f64::from(moves) + 0.5,
    };
    let swaps = played.swaps_picture(Some(range), level.rules().move_word());
    Picture::beside(&[board, swaps], 16.0, title)
}

/// The results of a search, and the warning if levels are missing.
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
pub(super) struct GenerateAnswer {
    wanted: usize,
    entries: Vec<FoundLevel>,
    history: History,
    verdict: Verdict,
    /// Whether the levels are written to files, and whether they are drawn.
    is_written: bool,
    is_drawn: bool,
}

impl GenerateAnswer {
    /// The levels of a search. Reports each level, and a warning if levels are missing.
    pub(super) fn of(searched: SearchResults, wanted: usize, host: &dyn Host) -> Self {
        let SearchResults { entries, history, missed, hint } = searched;
        for (entry, number) in entries.iter().zip(1..) {
            let note = format!("level {number}: {}", entry.described);
            host.tell(Event::Note(&note));
            if let Some(flaw) = &entry.flaw {
                let warning = format!("level {number}: {flaw}");
                host.tell(Event::Warning(&warning, None));
            }
            if entry.likeness.is_some_and(|likeness| is_unlike(&entry.level, &likeness)) {
                let warning = format!(
                    "level {number} looks less like the given levels than they like each other: none in their look was found"
                );
                host.tell(Event::Warning(&warning, Some(&UNLIKE.into())));
            }
            for BrokenPlacement { placement, cells, .. } in &entry.broken.0 {
                let cells = counted((*cells).into(), "cell");
                let warning = format!(
                    "level {number} breaks the placement `{placement}` by {cells}"
                );
                host.tell(Event::Warning(&warning, None));
            }
        }

        let verdict = match entries.iter().filter(|entry| entry.is_found).count() {
            _ if entries.iter().any(|entry| entry.is_stopped) => Verdict::Stopped,
            found if found == wanted => Verdict::Done,
            _ if host.look().is_break() => Verdict::Stopped,
            found => {
                let warning = match found {
                    0 => format!("{missed}; showing the closest"),
                    _ => format!("found only {found} of {wanted} levels"),
                };
                let is_broken = entries.iter().any(|entry| !entry.broken.0.is_empty());
                let hint = if is_broken {
                    "change {where}, or the counts of {kinds}".into()
                } else {
                    hint
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
        let found = self.entries.iter().filter(|entry| entry.is_found).count();
        Some(match (found, self.wanted) {
            (0, 1) if self.entries.is_empty() => "no level was searched yet".to_owned(),
            (0, 1) => "this is the closest level so far".to_owned(),
            (found, wanted) => format!("{found} of {wanted} levels were generated"),
        })
    }

    /// The document, `tilewright/levels/2`.
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let levels: Vec<_> = self.entries.iter().map(|entry| &entry.document).collect();
        head.line("levels", &json!({ "levels": levels })).map(Some)
    }

    /// The levels, unless they are written to files. A terminal shows a level that is written, unless it
    /// is drawn.
    fn text(&self, medium: Medium) -> String {
        if self.is_written && (self.is_drawn || !medium.is_terminal) {
            return String::new();
        }

        let texts = self.entries.iter().map(|entry| {
            let level = &entry.level;
            if medium.is_terminal {
                Analysis::of(level).picture(level).to_text(medium.color)
            } else {
                level.to_string()
            }
        });

        texts.collect::<Vec<_>>().join("\n")
    }

    /// A level with its measures, or a sheet of levels.
    fn drawing(&self, is_moving: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let Some(first) = self.entries.first() else { return Ok(None) };
        if self.entries.len() == 1 {
            return Ok(Some(first.drawing(&self.history, is_moving)));
        }
        let labelled = self.entries.iter().map(|it| (it.level.clone(), it.label.clone()));
        let still = picture::sheet(&labelled.collect::<Vec<_>>(), first.title());
        Ok(Some(Drawing { still, animation: None }))
    }

    fn file(
        &self,
        output: &str,
        ending: &str,
        _: &Head,
    ) -> anyhow::Result<Option<OutputFile>> {
        let logbook = || self.history.logbook();
        let entry = self.entries.first();
        let text = match (output, ending) {
            ("logbook", "jsonl") => Some(logbook().to_json_lines()),
            ("logbook", _) => Some(logbook().to_csv()),
            (_, "txt") => entry.map(|entry| entry.level.to_string()),
            _ => entry.map(|entry| entry.file.clone()),
        };
        Ok(text.map(OutputFile::from))
    }
}
