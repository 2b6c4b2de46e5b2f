use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tilewright_draw::theme;
use tilewright_grid::Seed;
use tilewright_match3::{Goal, Level, Strategy};

use super::draw::rgb;
use super::*;

/// Kinds with layers and turns, and with names that begin alike.
const BLOCKS: &str = r#"{
    "box": {"place": "blocker", "broken_by": ["beside", "hit"]},
    "bomber": {"place": "blocker", "broken_by": ["beside", "hit"], "after": 9, "then": "lose"},
    "vase": {"place": "blocker", "layers": 2, "broken_by": ["beside", "hit"]},
    "safe": {"place": "blocker", "layers": 4, "cells": [2, 2], "broken_by": ["beside", "hit"]}
}"#;

fn screen(limit: Option<u32>) -> Screen {
    let mut level: Level = "......\n..1.a.\n......\n..2...\n#.....\n".parse().unwrap();
    level.moves = limit;
    let session = Session::new(&level, &Goal::Score { score: 5000 }, Seed(1), 0).unwrap();
    Screen::new(session, Strategy::Greedy.into(), false)
}

fn seen(screen: &Screen) -> String {
    let mut terminal = Terminal::new(TestBackend::new(72, 10)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    terminal.backend().to_string()
}

/// Makes the swap of a hint by keys.
fn swap_by_keys(screen: &mut Screen) {
    let [one, two] = screen.session.hint(screen.bot).unwrap();
    screen.ask(Action::Move(-9, -9));
    screen.ask(Action::Move(one.row.cast_signed(), one.column.cast_signed()));
    screen.ask(Action::Hold);
    let (rows, columns) = (two.row - one.row, two.column - one.column);
    assert!(screen.ask(Action::Move(rows.cast_signed(), columns.cast_signed())));
}

#[test]
fn a_swap_is_shown_step_by_step() {
    let mut screen = screen(None);
    insta::assert_snapshot!("begin", seen(&screen));
    assert!(!screen.ask(Action::Hint));
    insta::assert_snapshot!("hint", seen(&screen));
    swap_by_keys(&mut screen);
    screen.pass(201.0);
    insta::assert_snapshot!("matched", seen(&screen));
    screen.pass(299.0);
    insta::assert_snapshot!("cleared", seen(&screen));
    screen.pass(100_000.0);
    assert!(!screen.is_animated());
    insta::assert_snapshot!("rest", seen(&screen));
    assert!(screen.ask(Action::Undo) && !screen.ask(Action::Undo));
}

#[test]
fn the_mouse_drags_and_clicks() {
    let mut screen = screen(None);
    let [one, two] = screen.session.hint(screen.bot).unwrap();
    let wide = screen.wide;
    let at = |cell: Cell| (wide * cell.column as u16 + 1, ABOVE + cell.row as u16);
    let ((x, y), (to_x, to_y)) = (at(one), at(two));
    screen.ask(Action::Press(x, y));
    assert!(screen.ask(Action::Release(to_x, to_y)));
    screen.ask(Action::Undo);
    screen.ask(Action::Press(x, y));
    assert!(!screen.ask(Action::Release(x, y)));
    assert!(screen.ask(Action::Press(to_x, to_y)));
    assert!(!screen.ask(Action::Press(71, 0)));
}

/// A game that is tapped.
fn tapped(layout: &str) -> Screen {
    let has_vases = layout.contains("vase");
    let vases = r#", {"collect": {"kind": "vase", "count": "all"}}"#;
    let vases = if has_vases { vases } else { "" };
    let level = format!(
        r#"{{"schema": "tilewright/level/2", "rules": "blast", "goal": {{"all": [{{"collect": {{"color": "red", "count": 9}}}}{vases}]}},
          "moves": 9, "layout": {layout}, "colors": 5, "blocks": {BLOCKS}}}"#
    );
    let level: Level = level.parse().unwrap();
    let goal = level.goal.clone().unwrap();
    let session = Session::new(&level, &goal, Seed(1), 0).unwrap();
    Screen::new(session, Strategy::Greedy.into(), true)
}

#[test]
fn blocks_have_the_letters_and_colors_of_pictures() {
    let screen = tapped(
        r#"[["r", "b", "g", "y", "p"], ["p", "r", "b", "g", "y"], ["y", "y", "r", "b", "g"]]"#,
    );
    let mut terminal = Terminal::new(TestBackend::new(72, 10)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    for (column, (letter, color)) in (0..).zip([
        ("r", theme::VERMILLION),
        ("b", theme::BLUE),
        ("g", theme::GREEN),
        ("y", theme::YELLOW),
        ("p", theme::PURPLE),
    ]) {
        let cell = &buffer[(screen.wide * column + 1, ABOVE)];
        assert_eq!((cell.symbol(), cell.bg), (letter, rgb(color)));
    }
}

#[test]
fn illegal_swaps_and_the_end_are_shown() {
    let mut screen = screen(Some(1));
    screen.ask(Action::Move(4, 0));
    screen.ask(Action::Hold);
    assert!(!screen.ask(Action::Move(0, 1)));
    assert!(screen.message.contains("completes no line"), "{}", screen.message);
    swap_by_keys(&mut screen);
    screen.pass(100_000.0);
    assert!(seen(&screen).contains("lost after 1 swap, score"), "{}", seen(&screen));
}

const OBJECTS: &str = r#"[["box1", "bomber9", "r", "r", "vase2"], ["safe4", "=", "b", "b", "vase1"], ["=", "=", "R-", "g", "bomber8"]]"#;

#[test]
fn cells_of_a_tapped_game_are_told_apart() {
    let mut screen = tapped(OBJECTS);
    screen.ask(Action::Move(0, 1));
    insta::assert_snapshot!("objects", seen(&screen));
    // The text of a rocket has the width of its cell, and the mouse knows the width.
    assert!(screen.ask(Action::Press(screen.wide * 2 + 1, ABOVE)));
    screen.pass(100_000.0);
    assert!(seen(&screen).contains("bm7"), "{}", seen(&screen));
}

#[test]
fn a_hint_says_what_to_tap() {
    let mut screen = tapped(r#"[["r", "b", "g"], ["b", "b", "r"], ["g", "r", "g"]]"#);
    screen.ask(Action::Hint);
    assert_eq!(screen.message, "hint: tap the blue block in row 1, column 2");
}

#[test]
fn the_answer_to_a_refused_tap_stays_after_the_release() {
    let mut screen = tapped(r#"[["r", "b", "g"], ["b", "b", "r"], ["g", "r", "g"]]"#);
    assert!(!screen.ask(Action::Press(1, ABOVE)));
    screen.ask(Action::Release(1, ABOVE));
    assert!(screen.message.contains("takes nothing"), "{}", screen.message);

    assert!(screen.ask(Action::Press(screen.wide + 1, ABOVE)));
    screen.ask(Action::Release(screen.wide + 1, ABOVE));
    assert!(screen.is_animated() && screen.message.is_empty());
}

#[test]
fn taps_are_called_taps_and_the_goal_counts_things() {
    let mut screen = tapped(OBJECTS);
    assert!(seen(&screen).contains("left: red × 9, vase × 2  taps 0 of 9  score 0"));
    screen.ask(Action::Undo);
    assert_eq!(screen.message, "there is no tap to undo");
    assert_eq!(screen.outcome(), "left after 0 taps, score 0");
}

#[test]
fn a_small_terminal_is_told_in_whole() {
    let screen = tapped(OBJECTS);
    let mut terminal = Terminal::new(TestBackend::new(20, 5)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    let seen = terminal.backend().to_string();
    assert!(seen.contains("q quit"), "{seen}");
}
