//! Writes a text level.

use std::fmt::Write as _;

use tilewright_grid::{Cell, Size};

use super::lines::without_comment;
use super::{CELLS, COLORS, LabText, MAX_SIDE, NUMBERS, goals, token};
use crate::kind::Contents;
use crate::setting::Setting;
use crate::{Level, Preset, Ruleset};

/// A text level of match3-lab, and what it does not say of the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabFile {
    /// The text.
    pub text: String,
    /// What was left out, such as `name`.
    pub left_out: Vec<&'static str>,
}

/// The reason why a level cannot be a text level of match3-lab.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabTextError {
    /// Other rules than those of the preset `lab`.
    #[error(
        "a text level of match3-lab has the rules `lab`, and the level has others: {0}"
    )]
    Rules(String),
    /// Too many rows or columns.
    #[error(
        "a text level of match3-lab has at most {MAX_SIDE} rows and columns, and the level has {rows} rows and \
         {columns} columns"
    )]
    Size {
        /// The rows.
        rows: u32,
        /// The columns.
        columns: u32,
    },
    /// A number of colours out of range.
    #[error(
        "a text level of match3-lab has {least} to {most} colours, and the level has {0}",
        least = COLORS.start(), most = COLORS.end()
    )]
    Colors(u32),
    /// Colours that come with different probabilities.
    #[error(
        "a text level of match3-lab has no weights of colours, and those of the level differ"
    )]
    Weights,
    /// Conveyors.
    #[error("a text level of match3-lab has no conveyors, and the level has some")]
    Conveyors,
    /// No move limit, or one that is too large.
    #[error(
        "a text level of match3-lab has a move limit from {least} to {most}, and the level has {found}",
        least = NUMBERS.start(), most = NUMBERS.end(),
        found = .0.map_or_else(|| "none".to_owned(), |moves| moves.to_string())
    )]
    Moves(Option<u32>),
    /// A cell that the format does not have.
    #[error("{cell} is `{token}`, which a text level of match3-lab does not have")]
    Cell {
        /// The cell.
        cell: Cell,
        /// Its token.
        token: String,
    },
    /// Too few cells that are neither holes nor boxes.
    #[error(
        "a text level of match3-lab has at least {CELLS} cells that are no holes and no boxes"
    )]
    Cells,
    /// No goal, or one that is met on the start board.
    #[error(
        "a text level of match3-lab has a goal, and the level has none that is still to be met"
    )]
    NoGoal,
    /// A goal that the format does not have.
    #[error("the goal {goal} is none of a text level of match3-lab: {reason}")]
    Goal {
        /// The goal.
        goal: String,
        /// What the format has instead.
        reason: &'static str,
    },
}

impl LabText {
    /// The text, in the format's own order and form. Obstacles, which it does not have, are written as
    /// holes, which no rule of `lab` distinguishes. Goals that do not count layers are written as layers
    /// where both are met by the same moves.
    ///
    /// # Errors
    /// What the level has and the format has not, if another game would be played without it.
    pub fn write(&self) -> Result<LabFile, LabTextError> {
        let Self { level, name, band } = self;
        check(level)?;
        let mut left_out = left_out(level);
        let Size { rows, columns } = level.size();

        let mut text = String::new();

        if let Some(name) = name {
            if is_line(name) {
                let _ = writeln!(text, "name {name}");
            } else {
                left_out.push("name");
            }
        }

        let _ = writeln!(text, "size {columns} {rows}");
        let moves = level.moves.filter(|moves| NUMBERS.contains(moves));
        let _ =
            writeln!(text, "moves {}", moves.ok_or(LabTextError::Moves(level.moves))?);

        if let Some([low, high]) = band {
            let _ = writeln!(text, "band {low} {high}");
        }

        let _ = writeln!(text, "colors {}", level.colors());
        text += &goals::write(level)?;
        text += "grid\n";

        for row in level.cells.rows() {
            let row: Vec<_> = row.iter().filter_map(|&kind| token::write(kind)).collect();
            text += &row.join(" ");
            text.push('\n');
        }

        Ok(LabFile { text, left_out })
    }
}

/// Refuses what the format does not have, except goals and the move limit.
fn check(level: &Level) -> Result<(), LabTextError> {
    let rules = level.rules();
    let lab = Ruleset::preset(Preset::Lab);

    let is_lab =
        Ruleset { source: lab.source.clone(), preset: lab.preset, ..rules.clone() }
            == lab;
    if !is_lab {
        let name = rules.document().as_str().map(str::to_owned);
        return Err(LabTextError::Rules(name.unwrap_or_else(|| "an object".to_owned())));
    }

    let Size { rows, columns } = level.size();
    if rows > MAX_SIDE || columns > MAX_SIDE {
        return Err(LabTextError::Size { rows, columns });
    }

    if !COLORS.contains(&level.colors()) {
        return Err(LabTextError::Colors(level.colors()));
    }

    // Colours that come equally often need no weights.
    let palette = level.setting.palette_of(level.colors()).unwrap_or_default();
    if palette.windows(2).any(|pair| pair[0].1 != pair[1].1) {
        return Err(LabTextError::Weights);
    }

    if !level.setting.conveyors.is_empty() {
        return Err(LabTextError::Conveyors);
    }

    for cell in level.size().cells() {
        let kind = level.cells[cell];
        if token::write(kind).is_none() {
            let token = level.tokens().write(kind);
            return Err(LabTextError::Cell { cell, token });
        }
    }

    if token::is_playable(&level.cells) { Ok(()) } else { Err(LabTextError::Cells) }
}

/// What the format does not say, and no game depends on.
fn left_out(level: &Level) -> Vec<&'static str> {
    let plain = Setting { palette: None, ..(*level.setting).clone() };
    let has_names = level.color_names() != plain.color_names(level.colors());
    let has_obstacles =
        level.cells.values().iter().any(|kind| kind.contents() == Contents::Obstacle);
    let all = [
        ("names of colors", has_names),
        ("cells.exits", level.setting.exits.is_some()),
        ("found", level.missed.is_some()),
        ("obstacles, written as holes", has_obstacles),
    ];
    all.into_iter().filter(|it| it.1).map(|it| it.0).collect()
}

/// Whether a name is read again as it is.
fn is_line(name: &str) -> bool {
    let line = format!("name {name}");
    !name.is_empty()
        && name.trim() == name
        && !name.chars().any(char::is_control)
        && without_comment(&line) == line
}
