//! Draws the screen.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use tilewright_2048::{Board, Hint, Sprite, move_name, picture};

use super::Screen;

const HELP: &str =
    "arrows move  h hint  a auto  + - speed  p player  u undo  n new  q quit";

/// The distance from one tile to the next in columns and rows, and the size of a tile.
const PITCH: (u16, u16) = (8, 4);
const TILE: (f64, f64) = (7.0, 3.0);

/// The rows above and below the board.
const ABOVE: u16 = 1;
const BELOW: u16 = 2;

/// The width of the hint in columns, and of its bars.
const SIDE: u16 = 34;
const BAR: f64 = 16.0;

impl Screen<'_> {
    pub(in super::super) fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let size = self.session.game().board().size();
        let board = Rect::new(
            0,
            ABOVE,
            PITCH.0 * size.columns as u16,
            PITCH.1 * size.rows as u16,
        );

        let least = (board.width, ABOVE + board.height + BELOW);
        let buffer = frame.buffer_mut();
        if area.width < least.0 || area.height < least.1 {
            let text = format!(
                "terminal too small: {} × {} characters needed",
                least.0, least.1
            );
            buffer.set_stringn(0, 0, text, area.width.into(), Style::new());
            return;
        }

        self.draw_line(buffer, 0, &self.head(), Style::new().bold());
        self.draw_board(buffer, board);
        if let Some(hint) = &self.hint
            && area.width >= board.width + SIDE
        {
            self.draw_hint(buffer, hint, board.width + 1, ABOVE + 1);
        }

        let row = board.bottom();
        let parts = [self.message.as_str(), self.why.as_str()];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        self.draw_line(buffer, row, &parts.join(", "), Style::new());
        self.draw_line(buffer, row + 1, HELP, Style::new().dim());
    }

    /// The first line: the scores, the name of the game and the player.
    fn head(&self) -> String {
        let Self { session, title, .. } = self;
        let (score, best) = (session.game().score(), session.best());
        let auto = if self.is_auto {
            format!(" at {}", self.pace_words())
        } else {
            String::new()
        };
        format!("score {score}  best {best}  {title}, {}{auto}", self.autoplayer.strategy)
    }

    #[expect(clippy::unused_self, reason = "one of the parts of the screen")]
    fn draw_line(&self, buffer: &mut Buffer, row: u16, text: &str, style: Style) {
        let width = buffer.area.width.into();
        buffer.set_stringn(0, row, text, width, style);
    }

    fn draw_board(&self, buffer: &mut Buffer, area: Rect) {
        let board = self.session.game().board();
        let tile = |code: u8, cell: usize| still(board, code, cell);
        // Empty cells lie below, so that moving tiles uncover them.
        for cell in 0..board.area() {
            self.draw_tile(buffer, area, tile(0, cell));
        }

        let tiles = || {
            let tiles = board.codes().enumerate().filter(|&(_, code)| code > 0);
            tiles.map(|(cell, code)| tile(code, cell)).collect()
        };

        let motion = self.motion.as_ref();
        let sprites = motion.map_or_else(tiles, |(motion, ms)| motion.sprites(*ms));
        for sprite in sprites {
            self.draw_tile(buffer, area, sprite);
        }
    }

    /// A tile as a block of its colour with its number in the middle.
    fn draw_tile(&self, buffer: &mut Buffer, area: Rect, sprite: Sprite) {
        let length = |usual: f64| (usual * sprite.scale).round();
        let (width, height) = (length(TILE.0), length(TILE.1));

        let place = |at: f64, pitch: u16, usual: f64, own: f64| {
            (at * f64::from(pitch) + ((usual - own) / 2.0)).round().max(0.0) as u16
        };
        let block = Rect {
            x: area.x + place(sprite.column, PITCH.0, TILE.0, width),
            y: area.y + place(sprite.row, PITCH.1, TILE.1, height),
            width: width as u16,
            height: height as u16,
        };

        let block = block.intersection(area);
        if block.is_empty() {
            return;
        }

        let text = if sprite.code == 0 {
            "·".to_owned()
        } else {
            (1_u32 << sprite.code).to_string()
        };

        for row in block.rows() {
            let blank = " ".repeat(block.width.into());
            buffer.set_string(row.x, row.y, blank, self.style(sprite.code));
        }

        let length = text.chars().count() as u16;
        if length <= block.width {
            let x = block.x + (block.width - length) / 2;
            buffer.set_string(
                x,
                block.y + (block.height - 1) / 2,
                text,
                self.style(sprite.code),
            );
        }
    }

    fn style(&self, code: u8) -> Style {
        match (self.has_color, code) {
            (true, _) => {
                let paper = picture::color(code);
                Style::new().fg(rgb(paper.ink())).bg(rgb(paper)).bold()
            }
            (false, 0) => Style::new().dim(),
            (false, _) => Style::new().reversed(),
        }
    }

    fn draw_hint(&self, buffer: &mut Buffer, hint: &Hint, x: u16, y: u16) {
        let title = format!("{}: value of each move", self.autoplayer.strategy);
        buffer.set_string(x, y, title, Style::new());
        for (row, (word, value, share)) in (y + 2..).zip(hint.bars()) {
            let is_choice = hint.choice.is_some_and(|choice| move_name(choice) == word);
            let mut style = Style::new();
            if is_choice {
                style = style.bold();
            } else if value.is_none() {
                style = style.dim();
            }

            let bar = "█".repeat((BAR * share).round() as usize);
            let value = value.map_or_else(|| "-".to_owned(), |it| format!("{it:.0}"));
            let sign = if is_choice { '>' } else { ' ' };
            let line = format!("{sign} {word:<6}{bar:<16} {value}");
            buffer.set_stringn(x, row, line, SIDE.into(), style);
        }
    }
}

/// A tile at rest in its cell.
fn still(board: Board, code: u8, cell: usize) -> Sprite {
    let cell = board.size().cell(cell);
    Sprite { code, row: cell.row.into(), column: cell.column.into(), scale: 1.0 }
}

const fn rgb(color: tilewright_draw::Color) -> Color {
    Color::Rgb(color.red, color.green, color.blue)
}
