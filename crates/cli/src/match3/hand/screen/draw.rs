//! What the screen looks like.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::{Paragraph, Wrap};
use tilewright_draw::Mark;
use tilewright_grid::Cell;
use tilewright_match3::picture::{key, letter, marks, paint};
use tilewright_match3::{Blocks, Kind, Part};
use tilewright_play::Session as _;

use super::{ABOVE, Screen};

const HELP: &str =
    "arrows move  space selects, then an arrow swaps  h hint  u undo  q quit";
/// The same under rules with taps.
const HELP_TAPS: &str =
    "arrows move  space selects, then an arrow swaps, space taps  h hint  u undo  q quit";
/// The same where groups are tapped.
const HELP_TAPPED: &str =
    "arrows move  space taps a group or a piece  h hint  u undo  q quit";
const OVER: &str = "u undo  q quit";

impl Screen {
    pub(in super::super) fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let size = self.session.rules().level().size();
        let (width, height) =
            (self.wide * size.columns as u16, ABOVE + size.rows as u16 + 3);
        if area.width < width || area.height < height {
            let text = format!(
                "the terminal is too small: expected {width} × {height} characters; q quit"
            );
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }

        let buffer = frame.buffer_mut();
        let line = |buffer: &mut Buffer, row, text: &str, style| {
            buffer.set_stringn(0, row, text, area.width.into(), style);
        };
        line(buffer, 0, &self.head(), Style::new().bold());
        let state = self.session.state();
        self.draw_board(&state.board, buffer);
        if !self.session.rules().level().is_classic() {
            let words = self.words(&state.board, self.cursor);
            let words = format!("{}: {}", self.cursor, words.trim_start_matches("the "));
            line(buffer, 1, &words, Style::new());
            self.draw_key(&state.board, buffer);
        }

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
            self.wide * self.cursor.column as u16 + 1,
            ABOVE + self.cursor.row as u16,
        ));
    }

    /// Draws the step that is shown now, else the board of the game.
    fn draw_board(&self, board: &Blocks, buffer: &mut Buffer) {
        let step = self.steps.front();
        let blocks = step.map_or(board, |step| &step.board);
        let matched = step.map_or(&[][..], |step| &step.matched);
        let level = self.session.rules().level();
        let marks =
            if level.is_classic() { Vec::new() } else { marks(level, &blocks.kinds) };

        for cell in level.size().cells() {
            let mark = match marks.get(cell.row as usize) {
                Some(row) => row[cell.column as usize].clone(),
                None => classic_mark(blocks, cell),
            };
            let sign = self.sign(&mark, cell, matched.contains(&cell));
            let (x, y) = (self.wide * cell.column as u16, ABOVE + cell.row as u16);
            buffer.set_stringn(x, y, &sign.0, self.wide.into(), sign.1);
        }
    }

    /// The codes of kinds on the board, beside it if there is room.
    fn draw_key(&self, board: &Blocks, buffer: &mut Buffer) {
        let level = self.session.rules().level();
        let left = self.wide * level.size().columns as u16 + 2;
        let lines = key(level, &board.kinds);
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        if usize::from(left) + longest > usize::from(buffer.area.width) {
            return;
        }
        // The lines of the message and the help stay free.
        let below = ABOVE + level.size().rows as u16 + 1;
        let free = (ABOVE..below).chain(below + 2..buffer.area.height);
        for (y, text) in free.zip(&lines) {
            buffer.set_string(left, y, text, Style::new().dim());
        }
    }

    /// The header: what is left of each part of the goal, the moves and the score.
    fn head(&self) -> String {
        let state = self.session.state();
        let level = self.session.rules().level();
        let made = match state.move_limit {
            Some(limit) => format!("{} of {limit}", state.moves_made),
            None => state.moves_made.to_string(),
        };
        let item = |(part, left): (Part, u64)| match part {
            Part::Score => format!("{left} points"),
            Part::Color(color) if level.is_classic() => {
                format!("{} × {left}", letter(color))
            }
            _ => format!("{} × {left}", level.part_words(part)),
        };
        let parts: Vec<_> = self.session.parts().into_iter().map(item).collect();
        let (word, score) = (self.move_word(), state.score);
        format!("left: {}  {word}s {made}  score {score}", parts.join(", "))
    }

    /// The text and style of a cell.
    fn sign(&self, mark: &Mark, cell: Cell, is_matched: bool) -> (String, Style) {
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

        // The glyph of an overlay of `classic` replaces the closing mark.
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

pub(super) const fn rgb(color: tilewright_draw::Color) -> Color {
    Color::Rgb(color.red, color.green, color.blue)
}
