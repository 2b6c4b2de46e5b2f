//! The screen of a game that a person plays, and the actions of keys and the mouse.

use std::collections::VecDeque;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier, Style};
use tilewright_draw::Mark;
use tilewright_grid::Cell;
use tilewright_match3::picture::{letter, marks, paint};
use tilewright_match3::{Blocks, Goal, Kind, Session, SkilledBot};
use tilewright_play::Session as _;

use super::steps::{Step, Steps};

/// An action of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Moves the cursor by rows and columns, or swaps the selected block in that direction.
    Move(i32, i32),
    /// Selects the block under the cursor, or deselects it.
    Hold,
    /// Presses the left mouse button in a column and row of the terminal.
    Press(u16, u16),
    /// Releases the left mouse button in a column and row of the terminal.
    Release(u16, u16),
    Hint,
    Undo,
}

/// The screen.
pub(super) struct Screen {
    pub(super) session: Session,
    /// The bot that gives hints.
    bot: SkilledBot,
    cursor: Cell,
    held: Option<Cell>,
    hint: Option<[Cell; 2]>,
    /// The steps of the last swap that are not shown completely; the first one is shown now.
    steps: VecDeque<Step>,
    /// The time for which the first step has been shown, in milliseconds.
    shown: f64,
    message: String,
    has_color: bool,
}

const HELP: &str =
    "arrows move  space selects, then an arrow swaps  h hint  u undo  q quit";
/// The same under rules with taps.
const HELP_TAPS: &str =
    "arrows move  space selects, then an arrow swaps, space taps  h hint  u undo  q quit";
/// The same where groups are tapped.
const HELP_TAPPED: &str =
    "arrows move  space taps a group or a piece  h hint  u undo  q quit";
const OVER: &str = "u undo  q quit";

/// The number of rows above the board, and of columns per cell.
const ABOVE: u16 = 2;
const WIDE: u16 = 3;

impl Screen {
    pub(super) const fn new(session: Session, bot: SkilledBot, has_color: bool) -> Self {
        Self {
            session,
            bot,
            cursor: Cell::new(0, 0),
            held: None,
            hint: None,
            steps: VecDeque::new(),
            shown: 0.0,
            message: String::new(),
            has_color,
        }
    }

    /// Does an action. Returns whether a swap was made or undone. Ends the running animation.
    pub(super) fn ask(&mut self, ask: Action) -> bool {
        self.steps.clear();
        self.message.clear();
        match ask {
            Action::Move(rows, columns) => self.go(rows, columns),
            Action::Hold => match self.held.take() {
                Some(held) if held == self.cursor => self.tap(held),
                Some(_) => false,
                None if self.session.rules().is_tapped() => self.tap(self.cursor),
                None => {
                    self.held = Some(self.cursor);
                    false
                }
            },
            Action::Press(column, row) => self.press(column, row),
            Action::Release(column, row) => {
                match (self.held, self.cell_at(column, row)) {
                    (Some(held), Some(cell)) if cell != held => self.swap(held, cell),
                    _ => false,
                }
            }
            Action::Hint => {
                self.hint = self.session.hint(self.bot);
                self.message = match self.hint {
                    Some([one, two]) => format!("hint: {one} and {two}"),
                    None => "there is no legal swap".to_owned(),
                };
                false
            }
            Action::Undo => self.undo(),
        }
    }

    fn go(&mut self, rows: i32, columns: i32) -> bool {
        let size = self.session.rules().level().size();
        let step =
            |at: u32, by: i32, side: u32| at.saturating_add_signed(by).min(side - 1);
        let from = self.cursor;
        self.cursor = Cell::new(
            step(from.row, rows, size.rows),
            step(from.column, columns, size.columns),
        );

        match self.held {
            Some(held) if self.cursor != held => self.swap(held, self.cursor),
            _ => false,
        }
    }

    fn press(&mut self, column: u16, row: u16) -> bool {
        let Some(cell) = self.cell_at(column, row) else { return false };
        self.cursor = cell;
        if self.session.rules().is_tapped() {
            return self.tap(cell);
        }
        let is_neighbour = |held: &Cell| {
            held.row.abs_diff(cell.row) + held.column.abs_diff(cell.column) == 1
        };
        if let Some(held) = self.held.filter(is_neighbour) {
            return self.swap(held, cell);
        }
        self.held = Some(cell);
        false
    }

    /// Taps a cell that was chosen twice, if that is possible there.
    fn tap(&mut self, cell: Cell) -> bool {
        if self.session.rules().is_tapped() {
            return self.swap(cell, cell);
        }
        let can = self.session.moves().contains(&[cell, cell]);
        can && self.swap(cell, cell)
    }

    fn swap(&mut self, one: Cell, two: Cell) -> bool {
        self.held = None;
        let rules = self.session.rules().clone();
        let mut steps = Steps::new(&rules, self.session.elements());
        // A swap that makes nothing is shown, too, and taken back.
        let result = self.session.play_seen([one, two], &mut |events| steps.take(events));
        (self.steps, self.shown) = (steps.shown, 0.0);
        match result {
            Ok(()) => {
                self.hint = None;
                if steps.omitted > 0 {
                    self.message = format!("{} more steps are not shown", steps.omitted);
                }
                true
            }
            Err(error) => {
                self.message = error.to_string();
                false
            }
        }
    }

    fn undo(&mut self) -> bool {
        (self.held, self.hint) = (None, None);
        let is_undone = self.session.undo();
        let what = if is_undone { "undone" } else { "there is no swap to undo" };
        what.clone_into(&mut self.message);
        is_undone
    }

    /// Whether an animation is running.
    pub(super) fn is_animated(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Advances the animation by this time, in milliseconds.
    pub(super) fn pass(&mut self, milliseconds: f64) {
        self.shown += milliseconds;
        while let Some(step) = self.steps.front() {
            if self.shown < step.time {
                return;
            }
            self.shown -= step.time;
            self.steps.pop_front();
        }
        self.shown = 0.0;
    }

    /// The result of the game, the swaps and the score.
    pub(super) fn outcome(&self) -> String {
        let state = self.session.state();
        let swaps = state.moves_made;
        let plural = if swaps == 1 { "" } else { "s" };

        let how = match (state.won, state.over) {
            (true, _) => "won with",
            (false, true) => "lost after",
            (false, false) => "left after",
        };
        format!("{how} {swaps} swap{plural}, score {}", state.score)
    }

    /// The cell in a column and row of the terminal.
    fn cell_at(&self, column: u16, row: u16) -> Option<Cell> {
        let cell =
            Cell::new(u32::from(row.checked_sub(ABOVE)?), u32::from(column / WIDE));
        self.session.rules().level().size().contains(cell).then_some(cell)
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let size = self.session.rules().level().size();
        let (width, height) = (WIDE * size.columns as u16, ABOVE + size.rows as u16 + 3);
        let buffer = frame.buffer_mut();

        let line = |buffer: &mut Buffer, row, text: &str, style| {
            buffer.set_stringn(0, row, text, area.width.into(), style);
        };
        if area.width < width || area.height < height {
            let text = format!(
                "the terminal is too small: expected {width} × {height} characters; q quit"
            );
            line(buffer, 0, &text, Style::new());
            return;
        }

        line(buffer, 0, &self.head(), Style::new().bold());
        let state = self.session.state();
        self.draw_board(&state.board, buffer);

        let row = ABOVE + size.rows as u16;
        let is_over = state.over && self.steps.is_empty();
        let message = if is_over && self.message.is_empty() {
            self.outcome()
        } else {
            self.message.clone()
        };

        line(buffer, row + 1, &message, Style::new());
        let help = match self.session.rules().level().is_classic() {
            _ if is_over => OVER,
            _ if self.session.rules().is_tapped() => HELP_TAPPED,
            true => HELP,
            false => HELP_TAPS,
        };

        line(buffer, row + 2, help, Style::new().dim());
        frame.set_cursor_position(Position::new(
            WIDE * self.cursor.column as u16 + 1,
            ABOVE + self.cursor.row as u16,
        ));
    }

    /// Draws the step that is shown now, else the board of the game.
    fn draw_board(&self, board: &Blocks, buffer: &mut Buffer) {
        let step = self.steps.front();
        let blocks = step.map_or(board, |step| &step.board);
        let matched = step.map_or(&[][..], |step| &step.matched);
        let level = self.session.rules().level();
        let marks = match level.is_classic() {
            true => Vec::new(),
            false => marks(level, &blocks.kinds),
        };

        for cell in level.size().cells() {
            let mark = match marks.get(cell.row as usize) {
                Some(row) => row[cell.column as usize].clone(),
                None => classic_mark(blocks, cell),
            };
            let sign = self.sign(mark, cell, matched.contains(&cell));
            let (x, y) = (WIDE * cell.column as u16, ABOVE + cell.row as u16);
            buffer.set_stringn(x, y, &sign.0, WIDE.into(), sign.1);
        }
    }

    /// The header: the goal, what is left of it, the swaps and the score.
    fn head(&self) -> String {
        let state = self.session.state();
        let swaps = match state.move_limit {
            Some(moves) => format!("{} of {moves}", state.moves_made),
            None => state.moves_made.to_string(),
        };
        let (goal, score) = (&state.goal, state.score);
        let left = match goal {
            Goal::Score { .. } => String::new(),
            _ => format!(", {} left", state.left),
        };
        format!("{goal}{left}  swaps {swaps}  score {score}")
    }

    /// The text and style of a cell.
    fn sign(&self, mark: Mark, cell: Cell, is_matched: bool) -> (String, Style) {
        let mut style = match (mark.ink, mark.paper) {
            (Some(ink), Some(paper)) if self.has_color => {
                Style::new().fg(rgb(ink)).bg(rgb(paper)).bold()
            }
            _ => Style::new(),
        };
        let sign = format!("{:1}", mark.text.trim_end());

        if is_matched {
            style = style.add_modifier(Modifier::REVERSED);
        }

        let is_hinted = self.hint.is_some_and(|hint| hint.contains(&cell));
        let (open, close) = match () {
            () if self.held == Some(cell) => ('[', ']'),
            () if self.cursor == cell => ('<', '>'),
            () if is_hinted => ('*', '*'),
            () if is_matched => ('+', '+'),
            () => (' ', ' '),
        };

        // The glyph of an overlay replaces the closing mark.
        let close =
            if sign.chars().count() < 2 { close.to_string() } else { String::new() };
        (format!("{open}{sign}{close}"), style)
    }
}

/// The text of a cell of `classic`, where a block is a letter and what lies over it a glyph.
fn classic_mark(blocks: &Blocks, cell: Cell) -> Mark {
    let kind = blocks.kinds[cell];
    let Some(color) = blocks.colors[cell] else {
        let glyph = if kind == Kind::ORDINARY { ' ' } else { kind.glyph() };
        return Mark::plain(glyph);
    };
    let glyph = if kind.is_overlay() { kind.glyph() } else { ' ' };
    let paper = paint(color);
    Mark::new(format!("{}{glyph}", letter(color)), paper.ink(), paper)
}

const fn rgb(color: tilewright_draw::Color) -> Color {
    Color::Rgb(color.red, color.green, color.blue)
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use tilewright_draw::theme;
    use tilewright_grid::Seed;
    use tilewright_match3::{Level, Strategy};

    use super::*;

    /// Kinds with layers and turns, and with names that begin alike.
    const BLOCKS: &str = r#"{
        "box": {"place": "blocker", "broken_by": ["beside", "hit"]},
        "bomber": {"place": "blocker", "broken_by": ["beside", "hit"], "after": 9, "then": "lose"},
        "vase": {"place": "blocker", "layers": 2, "broken_by": ["beside", "hit"]},
        "safe": {"place": "blocker", "layers": 4, "cells": [2, 2], "broken_by": ["beside", "hit"]}
    }"#;

    fn screen(limit: Option<u32>) -> Screen {
        let mut level: Level =
            "......\n..1.a.\n......\n..2...\n#.....\n".parse().unwrap();
        level.moves = limit;
        let session =
            Session::new(&level, &Goal::Score { score: 5000 }, Seed(1), 0).unwrap();
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
        let at = |cell: Cell| (WIDE * cell.column as u16 + 1, ABOVE + cell.row as u16);
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
        let level = format!(
            r#"{{"schema": "tilewright/level/2", "rules": "blast", "goal": {{"collect": {{"color": "red", "count": 9}}}},
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
            let cell = &buffer[(WIDE * column + 1, ABOVE)];
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
}
