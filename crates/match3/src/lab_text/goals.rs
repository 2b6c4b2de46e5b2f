//! The goals of a text level: colours, and layers of boxes, grass and ice.

use std::fmt::Write as _;

use tilewright_grid::Grid;

use super::{LabTextError, NUMBERS, token};
use crate::{ClearTarget, ColorGoal, Goal, Kind, KindCount, KindGoal, Level};

/// The lines of the goals.
pub(super) fn write(level: &Level) -> Result<String, LabTextError> {
    let mut text = String::new();
    if let Some(goal) = &level.goal {
        add(&mut text, goal, level)?;
    }
    if text.is_empty() { Err(LabTextError::NoGoal) } else { Ok(text) }
}

/// Adds the lines of a goal, in the format's words.
fn add(text: &mut String, goal: &Goal, level: &Level) -> Result<(), LabTextError> {
    match goal {
        Goal::Collect { of_colors, .. } if *of_colors > level.colors() => {
            refused(goal, "the level has fewer colours")
        }
        Goal::Collect { collect, of_colors } => {
            let mut colors = 0..*of_colors;
            colors.try_for_each(|color| {
                line(text, &format!("color {color}"), *collect, goal)
            })
        }
        Goal::CollectColor { collect: ColorGoal { color, count } } => {
            let found = level.color_names().iter().position(|name| name == color);
            match found {
                Some(index) => line(text, &format!("color {index}"), *count, goal),
                None => refused(goal, "the level has no such colour"),
            }
        }
        Goal::CollectKind { collect } => add_kind(text, collect, goal, &level.cells),
        Goal::Clear { clear } => {
            let kinds = [(0, ClearTarget::Overlays), (2, ClearTarget::Blockers)];
            let mut cleared = kinds.into_iter().filter(|(_, others)| clear != others);
            cleared.try_for_each(|(index, _)| add_all(text, index, goal, &level.cells))
        }
        Goal::All { all } => all.iter().try_for_each(|goal| add(text, goal, level)),
        Goal::Drop { .. } | Goal::Make { .. } | Goal::Score { .. } => {
            refused(goal, "it has goals of colours, boxes, grass and ice only")
        }
    }
}

/// Adds the line of a goal of a kind.
fn add_kind(
    text: &mut String,
    KindGoal { kind, count }: &KindGoal,
    goal: &Goal,
    cells: &Grid<Kind>,
) -> Result<(), LabTextError> {
    let Some(index) = token::KINDS.iter().position(|name| name == kind) else {
        return refused(goal, "its kinds are box, grass and ice");
    };

    match *count {
        KindCount::All => add_all(text, index, goal, cells),
        KindCount::Layers(count) if count > layers(cells, index) => {
            refused(goal, "the board has fewer layers")
        }
        KindCount::Layers(count) => line(text, kind, count, goal),
        KindCount::Number(count) => match counted(cells, index, count) {
            Some(count) => line(text, kind, count, goal),
            None => refused(
                goal,
                "it counts layers, and the cells of this kind differ in theirs",
            ),
        },
    }
}

/// Adds the line of all layers of a kind; none if the board has none, since the goal is met then.
fn add_all(
    text: &mut String,
    index: usize,
    goal: &Goal,
    cells: &Grid<Kind>,
) -> Result<(), LabTextError> {
    match layers(cells, index) {
        0 => Ok(()),
        present => line(text, token::KINDS[index], present, goal),
    }
}

fn refused(goal: &Goal, reason: &'static str) -> Result<(), LabTextError> {
    Err(LabTextError::Goal { goal: goal.to_string(), reason })
}

/// Adds the line of a goal.
fn line(
    text: &mut String,
    what: &str,
    count: u32,
    goal: &Goal,
) -> Result<(), LabTextError> {
    if !NUMBERS.contains(&count) {
        return refused(goal, "its numbers are from 1 to 2147483647");
    }
    let _ = writeln!(text, "goal {what} {count}");
    Ok(())
}

/// The layers of a kind on a board.
fn layers(cells: &Grid<Kind>, index: usize) -> u32 {
    cells.values().iter().map(|kind| kind.layers_of(index)).sum()
}

/// The number of layers that are taken when this number of a kind have lost their last one, if that is
/// certain: if it is all of them, or each has one.
fn counted(cells: &Grid<Kind>, index: usize, count: u32) -> Option<u32> {
    let each = cells.values().iter().map(|kind| kind.layers_of(index));
    let present = each.clone().filter(|&layers| layers > 0).count() as u32;
    if count == present {
        return Some(each.sum());
    }
    let is_single = each.max().is_some_and(|most| most == 1);
    (is_single && count < present).then_some(count)
}
