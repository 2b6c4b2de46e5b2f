//! What a person sees who plays 2048, and what the keys do.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use tilewright_2048::{
    Board, Hint, Motion, Player, Session, Sprite, Strategy, name, picture,
};
use tilewright_grid::{Heading, Rng};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Move(Heading),
    /// Shows what the player expects of the moves, or hides it.
    Hint,
    /// Lets the player take over, or stops it.
    Auto,
    Faster,
    Slower,
    Undo,
    /// Begins the next game; pressed twice where one is under way.
    New,
}

/// Who gives hints and takes over.
pub(super) struct Seat {
    pub(super) strategy: Strategy,
    pub(super) player: Box<dyn Player>,
    pub(super) rng: Rng,
}

/// A game as it is shown.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(super) struct Screen {
    session: Session,
    title: String,
    seat: Seat,
    has_color: bool,
    /// The last move and how many milliseconds ago it was made, as long as it is seen.
    motion: Option<(Motion, f64)>,
    hint: Option<Hint>,
    is_hinting: bool,
    is_auto: bool,
    /// Moves a second; the last one stands for as fast as can be.
    speed: u32,
    /// How many milliseconds passed since the player's last move.
    waited: f64,
    is_new_asked: bool,
    message: String,
}

const HELP: &str = "arrows move  h hint  a autoplay  + - speed  p player  u undo  n new  q save and quit";

/// The columns and rows from one tile to the next, and those of a tile.
const PITCH: (u16, u16) = (8, 4);
const TILE: (f64, f64) = (7.0, 3.0);

/// Rows above the board, and below it.
const ABOVE: u16 = 1;
const BELOW: u16 = 2;

/// The columns of the hint, its bars within.
const SIDE: u16 = 34;
const BAR: f64 = 16.0;

/// The fastest that a person can ask for by number; one step more is as fast as can be.
const FASTEST: u32 = 1024;

/// Where the player moves more often than that, in milliseconds, tiles do not glide.
const STILL: f64 = 40.0;

impl Screen {
    pub(super) fn new(
        session: Session,
        title: &str,
        seat: Seat,
        speed: u32,
        has_color: bool,
    ) -> Self {
        let title = title.to_owned();
        let mut screen = Self {
            session,
            title,
            seat,
            has_color,
            motion: None,
            hint: None,
            is_hinting: false,
            is_auto: false,
            speed,
            waited: 0.0,
            is_new_asked: false,
            message: String::new(),
        };
        screen.look();
        screen
    }

    pub(super) const fn session(&self) -> &Session {
        &self.session
    }

    pub(super) fn into_parts(self) -> (Session, Seat) {
        (self.session, self.seat)
    }

    pub(super) const fn strategy(&self) -> Strategy {
        self.seat.strategy
    }

    /// Whether something moves, so that it is to be drawn soon again.
    pub(super) const fn is_lively(&self) -> bool {
        self.is_auto || self.motion.is_some()
    }

    /// Lets another player give hints and take over.
    pub(super) fn sit(&mut self, strategy: Strategy, player: Box<dyn Player>) {
        (self.seat.strategy, self.seat.player) = (strategy, player);
        self.look();
        self.message = format!("{strategy} sits down");
    }

    /// Does what the key asks for; whether the game is now another.
    pub(super) fn press(&mut self, key: Key) -> bool {
        let was_asked = std::mem::take(&mut self.is_new_asked);
        match key {
            Key::Move(heading) => return self.play(heading),
            Key::Undo => return self.undo(),
            Key::New => {
                if was_asked || self.is_over() || self.session.moves().len() == 0 {
                    self.begin();
                    return true;
                }
                self.is_new_asked = true;
                "n once more begins a new game".clone_into(&mut self.message);
            }
            Key::Hint => {
                self.is_hinting = !self.is_hinting;
                self.look();
            }
            Key::Auto => {
                self.is_auto = !self.is_auto && !self.is_over();
                self.waited = f64::INFINITY;
                self.look();
            }
            Key::Faster => self.pace((2 * self.speed).min(2 * FASTEST)),
            Key::Slower => self.pace((self.speed / 2).max(1)),
        }
        false
    }

    fn pace(&mut self, speed: u32) {
        self.speed = speed;
        self.message = format!("autoplay at {}", self.pace_words());
    }

    fn pace_words(&self) -> String {
        match self.speed {
            1 => "1 move a second".to_owned(),
            speed if speed > FASTEST => "full speed".to_owned(),
            speed => format!("{speed} moves a second"),
        }
    }

    /// The time between two moves of the player, in milliseconds.
    fn pitch(&self) -> f64 {
        if self.speed > FASTEST { 0.0 } else { 1000.0 / f64::from(self.speed) }
    }

    /// Lets so many milliseconds pass.
    pub(super) fn pass(&mut self, ms: f64) {
        self.waited += ms;
        let pitch = if self.is_auto { self.pitch() } else { f64::INFINITY };
        // Tiles that move often glide faster.
        let haste = (Motion::length() / pitch).max(1.0);
        if let Some((_, since)) = &mut self.motion {
            *since += ms * haste;
        }
        let is_seen = |since: &f64| *since < Motion::length() && pitch >= STILL;
        self.motion = self.motion.take().filter(|(_, since)| is_seen(since));
    }

    /// Whether it is time for the player to move.
    pub(super) fn is_due(&self) -> bool {
        self.is_auto && self.waited >= self.pitch()
    }

    /// Lets the player move; whether the game is now another.
    pub(super) fn step(&mut self) -> bool {
        let Seat { player, rng, .. } = &mut self.seat;
        let choice = player.choose(self.session.game().board(), rng);
        // Lost time is not made up for.
        self.waited = (self.waited - self.pitch()).clamp(0.0, self.pitch());
        let Some(heading) = choice else {
            self.is_auto = false;
            return false;
        };
        self.play(heading)
    }

    fn play(&mut self, heading: Heading) -> bool {
        let before = self.session.game().clone();
        let Some(gain) = self.session.play(heading) else {
            self.message = format!("{} is not legal here", name(heading));
            return false;
        };
        self.motion = Some((Motion::new(&before, heading, self.session.game()), 0.0));
        let (was, is) = (before.board().largest(), self.session.game().board().largest());
        self.message = match gain {
            _ if is > was && is >= 2048 => format!("{is}!"),
            0 => name(heading).to_owned(),
            gain => format!("{} +{gain}", name(heading)),
        };
        self.look();
        true
    }

    fn undo(&mut self) -> bool {
        self.is_auto = false;
        self.motion = None;
        let is_undone = self.session.undo();
        let told = if is_undone { "taken back" } else { "there is no move to take back" };
        told.clone_into(&mut self.message);
        if is_undone {
            self.look();
        }
        is_undone
    }

    fn begin(&mut self) {
        self.session.begin_next();
        self.seat.player.begin();
        self.motion = None;
        "a new game".clone_into(&mut self.message);
        self.look();
    }

    fn is_over(&self) -> bool {
        !self.session.game().board().has_move()
    }

    /// Renews the hint, and says when the game is over.
    fn look(&mut self) {
        let board = self.session.game().board();
        if self.is_over() {
            self.is_auto = false;
            "no move is left: n begins a new game, u takes back"
                .clone_into(&mut self.message);
        }
        let Seat { player, rng, .. } = &mut self.seat;
        // What a player draws for a hint is not what it draws for its moves.
        let hint = || Hint::of(&mut **player, board, &mut rng.clone());
        self.hint = self.is_hinting.then(hint);
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>) {
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
            let text = format!("the board needs {} × {} signs", least.0, least.1);
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
        self.draw_line(buffer, row, &self.message, Style::new());
        self.draw_line(buffer, row + 1, HELP, Style::new().dim());
    }

    /// The scores, and who sits there.
    fn head(&self) -> String {
        let Self { session, title, .. } = self;
        let (score, best) = (session.game().score(), session.best());
        let auto = if self.is_auto {
            format!(" at {}", self.pace_words())
        } else {
            String::new()
        };
        format!("score {score}  best {best}  {title}, {}{auto}", self.seat.strategy)
    }

    #[expect(clippy::unused_self, reason = "one of the parts of the screen")]
    fn draw_line(&self, buffer: &mut Buffer, row: u16, text: &str, style: Style) {
        let width = buffer.area.width.into();
        buffer.set_stringn(0, row, text, width, style);
    }

    fn draw_board(&self, buffer: &mut Buffer, area: Rect) {
        let board = self.session.game().board();
        let tile = |code: u8, cell: usize| still(board, code, cell);
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
        let title = format!("what {} expects", self.seat.strategy);
        buffer.set_string(x, y, title, Style::new());
        for (row, (word, value, share)) in (y + 2..).zip(hint.bars()) {
            let is_choice = hint.choice.is_some_and(|choice| name(choice) == word);
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

/// A tile that stands in its cell.
fn still(board: Board, code: u8, cell: usize) -> Sprite {
    let cell = board.size().cell(cell);
    Sprite { code, row: cell.row.into(), column: cell.column.into(), scale: 1.0 }
}

const fn rgb(color: tilewright_draw::Color) -> Color {
    Color::Rgb(color.red, color.green, color.blue)
}

#[cfg(test)]
mod tests;
