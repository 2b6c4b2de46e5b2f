//! What a person sees who plays, and what the keys do.

use std::ops::ControlFlow;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use tilewright_battleship::{
    Answer, Cloud, Likely, Mark, Session, Side, Sight, Turn, letters, name,
};
use tilewright_grid::{Cell, Grid, Seed, Telling};
use tilewright_play::Session as _;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// So many rows down and columns to the right.
    Move(i32, i32),
    Shoot,
    /// Shows how likely each cell holds a deck, or hides it.
    Hint,
    Undo,
}

/// A duel as it is shown.
pub(super) struct Screen {
    session: Session,
    /// What counts for hints, from the first hint on; away while it counts.
    cloud: Option<Cloud>,
    /// Where it draws from.
    seed: Seed,
    cursor: Cell,
    /// How likely each cell holds a deck, where it was asked for.
    hint: Option<Grid<f64>>,
    /// Whether that is to be counted.
    is_counting: bool,
    message: String,
}

/// As many columns as the longest title of a board takes.
const LEAST: u16 = 36;
const YOURS: &str = "your shot";
const HELP: &str =
    "arrows move  space shoots  h hint (tenths of certainty)  u undo  q quit";
const OVER: &str = "u takes the last shot back  q quit";

impl Screen {
    /// A duel whose hints draw from that seed.
    pub(super) fn new(session: Session, seed: Seed) -> Self {
        let (message, cursor) = (YOURS.to_owned(), Cell::new(0, 0));
        Self {
            session,
            cloud: None,
            seed,
            cursor,
            hint: None,
            is_counting: false,
            message,
        }
    }

    pub(super) const fn session(&self) -> &Session {
        &self.session
    }

    /// Who won, or that nobody did.
    pub(super) fn outcome(&self) -> String {
        let [yours, its] =
            [Side::Person, Side::Hunter].map(|side| self.session.sight(side).shots());
        match self.session.winner() {
            Some(Side::Person) => format!("you win: {yours} shots, the hunter {its}"),
            Some(Side::Hunter) => {
                format!("{} wins: {its} shots, you {yours}", self.session.hunter().told())
            }
            None => format!("left after {yours} shots"),
        }
    }

    pub(super) fn press(&mut self, key: Key) {
        match key {
            Key::Undo => self.undo(),
            _ if self.session.is_over() => {}
            Key::Move(rows, columns) => {
                let size = self.session.rules().size();
                let step = |at: u32, by: i32, side: u32| {
                    at.saturating_add_signed(by).min(side - 1)
                };
                self.cursor.row = step(self.cursor.row, rows, size.rows);
                self.cursor.column = step(self.cursor.column, columns, size.columns);
            }
            Key::Shoot => match self.session.play(self.cursor) {
                Ok(turns) => {
                    self.message = told(&turns);
                    self.renew_hint();
                    if self.session.is_over() {
                        self.message = self.outcome();
                    }
                }
                Err(error) => self.message = error.to_string(),
            },
            Key::Hint if self.hint.is_some() => {
                self.hint = None;
                YOURS.clone_into(&mut self.message);
            }
            Key::Hint => self.is_counting = true,
        }
    }

    fn undo(&mut self) {
        let is_undone = self.session.undo();
        let told = if is_undone { "taken back" } else { "there is no shot to take back" };
        told.clone_into(&mut self.message);
        if is_undone {
            // It follows a game forwards only.
            self.cloud = None;
            self.renew_hint();
        }
    }

    /// Has a hint that is shown counted again.
    fn renew_hint(&mut self) {
        let is_shown = self.hint.take().is_some();
        self.is_counting = is_shown && !self.session.is_over();
    }

    /// Whether a hint was asked for that is to be counted.
    pub(super) const fn is_counting(&self) -> bool {
        self.is_counting
    }

    /// Counts, shows the probabilities and moves to the likeliest cell, the first of several.
    /// `watch` is told how far counting is and says whether to go on.
    pub(super) fn count(
        &mut self,
        watch: &mut (dyn FnMut(&Self, f64) -> ControlFlow<()> + Send),
    ) {
        self.is_counting = false;
        let (rules, seed) = (self.session.rules(), self.seed);
        let new = || Cloud::new(rules, seed).with_memory(Cloud::HINT_MEMORY);
        let mut cloud = self.cloud.take().unwrap_or_else(new);
        let telling = Telling::new(|done, total: u64| {
            watch(self, done as f64 / total.max(1) as f64)
        });
        let sight = self.session.sight(Side::Person);
        let counted = cloud.hint(&sight, &telling);
        self.cloud = Some(cloud);
        let Ok(Likely { decks: likely, is_exact }) = counted else {
            "no hint: counting was cancelled".clone_into(&mut self.message);
            return;
        };
        let sight = self.session.sight(Side::Person);
        let size = sight.rules().size();
        let unknown = size.cells().filter(|&cell| sight.mark(cell) == Mark::Unknown);
        // Of several the last is the greatest, so they come from the last to the first.
        let best = unknown.rev().max_by(|&a, &b| likely[a].total_cmp(&likely[b]));
        if let Some(best) = best {
            self.cursor = best;
            let percent = 100.0 * likely[best];
            let error = 100.0 * Cloud::ERROR;
            let doubt = if is_exact {
                String::new()
            } else {
                format!(
                    " ± {error:.0} points (sampled: there are too many fleets to count)"
                )
            };
            self.message = format!("hint: {}, {percent:.0} %{doubt}", name(best));
        }
        self.hint = Some(likely);
    }

    /// The same while a hint is counted.
    pub(super) fn draw_counting(&self, frame: &mut Frame<'_>, share: f64) {
        let message =
            format!("counting the fleets: {:.0} %; any key stops", 100.0 * share);
        self.draw_with(frame, &message);
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>) {
        self.draw_with(frame, &self.message);
    }

    fn draw_with(&self, frame: &mut Frame<'_>, said: &str) {
        let size = self.session.rules().size();
        let wide = (2 * size.columns as u16 + 6).max(LEAST);
        let (width, height) = (2 * wide, size.rows as u16 + 5);
        let area = frame.area();
        if area.width < width || area.height < height {
            let text = format!(
                "the boards need {width} × {height} signs, the terminal has {} × {}; q leaves",
                area.width, area.height
            );
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }
        // A hunter that hits and hits again has much to tell.
        let [boards, message, help, _] = Layout::vertical([
            Constraint::Length(size.rows as u16 + 3),
            Constraint::Length((area.height - height + 1).min(3)),
            Constraint::Length(1),
            Constraint::Fill(1),
        ])
        .areas(area);
        let [left, right] =
            Layout::horizontal([Constraint::Length(wide), Constraint::Length(wide)])
                .areas(boards);
        frame.render_widget(Paragraph::new(self.theirs()), left);
        frame.render_widget(Paragraph::new(self.yours()), right);
        let told = Paragraph::new(said).wrap(Wrap { trim: true });
        frame.render_widget(told, message);
        let keys = if self.session.is_over() { OVER } else { HELP };
        frame.render_widget(Paragraph::new(keys).style(Style::new().dim()), help);
    }

    /// What you know of the hunter's fleet; when it is over, all of it.
    fn theirs(&self) -> Vec<Line<'static>> {
        let (session, sight) = (&self.session, self.session.sight(Side::Person));
        let is_over = session.is_over();
        let title = format!("the fleet of {}", session.hunter().told());
        lines(&sight, title, |cell| {
            let mark = sight.mark(cell);
            let is_ship = || session.hidden().ships.iter().any(|it| it.covers(cell));
            let (sign, style) = match mark {
                Mark::Unknown if is_over && is_ship() => ("o", Style::new().yellow()),
                Mark::Unknown => match &self.hint {
                    Some(likely) => (tenth(likely[cell]), shade(likely[cell])),
                    None => ("~", Style::new().blue()),
                },
                mark => marked(mark),
            };
            let is_cursor = cell == self.cursor && !is_over;
            (sign, if is_cursor { style.reversed() } else { style })
        })
    }

    /// Your own fleet with the shots at it.
    fn yours(&self) -> Vec<Line<'static>> {
        let sight = self.session.sight(Side::Hunter);
        lines(&sight, "your fleet".to_owned(), |cell| {
            let is_ship = || self.session.person().ships.iter().any(|it| it.covers(cell));
            match sight.mark(cell) {
                Mark::Unknown if is_ship() => ("o", Style::new().green()),
                Mark::Unknown => ("~", Style::new().blue()),
                mark => marked(mark),
            }
        })
    }
}

const fn marked(mark: Mark) -> (&'static str, Style) {
    match mark {
        Mark::Unknown => ("~", Style::new()),
        Mark::Miss => (".", Style::new().dim()),
        Mark::Hit => ("x", Style::new().red()),
        Mark::Sunk => ("#", Style::new().red().bold()),
    }
}

/// A probability in tenths.
fn tenth(likely: f64) -> &'static str {
    const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    DIGITS[((10.0 * likely) as usize).min(9)]
}

fn shade(likely: f64) -> Style {
    let tilewright_draw::Color { red, green, blue, .. } =
        tilewright_draw::Ramp::Viridis.at(likely.max(0.0).sqrt());
    Style::new().fg(Color::Rgb(red, green, blue))
}

/// A board under its title, with the numbers of its rows and the letters of its columns, and what is afloat.
fn lines(
    sight: &Sight<'_>,
    title: String,
    cell: impl Fn(Cell) -> (&'static str, Style),
) -> Vec<Line<'static>> {
    let size = sight.rules().size();
    let columns: Vec<String> = (0..size.columns).map(letters).collect();
    let head = Line::styled(format!("   {}", columns.join(" ")), Style::new().dim());
    let mut lines = vec![Line::from(title), head];
    for row in 0..size.rows {
        let number = Span::styled(format!("{:>2} ", row + 1), Style::new().dim());
        let cells = (0..size.columns).map(|column| {
            let (sign, style) = cell(Cell::new(row, column));
            Span::styled(format!("{sign} "), style)
        });
        lines.push(std::iter::once(number).chain(cells).collect());
    }
    let afloat = sight.afloat();
    let afloat = afloat.iter().map(|(length, count)| format!("{count}×{length}"));
    lines.push(Line::from(format!("afloat {}", afloat.collect::<Vec<_>>().join(" "))));
    lines
}

/// What happened, in a line.
fn told(turns: &[Turn]) -> String {
    let words = turns.iter().map(|turn| {
        let who = if turn.side == Side::Person { "you" } else { "it" };
        let what = match turn.answer {
            Answer::Miss => "missed".to_owned(),
            Answer::Hit => "hit".to_owned(),
            Answer::Sunk(ship) => format!("sank a ship of {}", ship.length),
        };
        format!("{who} {what} at {}", name(turn.cell))
    });
    words.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use tilewright_battleship::{Fleet, Rules, Strategy, Touch};

    fn seen(screen: &Screen, width: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, 10)).unwrap();
        terminal.draw(|frame| screen.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn a_duel_is_played_by_keys() {
        let (size, fleet) = Fleet::from_text("AA..\n....\n...B\n....\n").unwrap();
        let rules = Rules::new(size, "2,1".parse().unwrap(), Touch::Never).unwrap();
        let hunter = Strategy::Density.into();
        let session = Session::new(rules, fleet.clone(), fleet, hunter, Seed(1)).unwrap();
        let mut screen = Screen::new(session, Seed(2));
        insta::assert_snapshot!("begin", seen(&screen, 72));
        for key in [Key::Move(-1, 0), Key::Shoot, Key::Move(0, 1), Key::Shoot] {
            screen.press(key);
        }
        assert_eq!(screen.message, "you sank a ship of 2 at B1");
        screen.press(Key::Shoot);
        assert_eq!(screen.message, "B1 was shot at before");
        screen.press(Key::Hint);
        assert!(screen.is_counting());
        screen.count(&mut |_, _| ControlFlow::Continue(()));
        insta::assert_snapshot!("hint", seen(&screen, 72));
        screen.press(Key::Hint);
        for _ in 0..9 {
            screen.press(Key::Move(1, 1));
        }
        assert_eq!(screen.cursor, Cell::new(3, 3));
        screen.press(Key::Move(-1, 0));
        screen.press(Key::Shoot);
        insta::assert_snapshot!("end", seen(&screen, 72));
        let small = seen(&screen, 71);
        assert!(small.contains("the boards need 72 × 9 signs, the terminal has 71 × 10"));
        assert_eq!(screen.outcome(), "you win: 3 shots, the hunter 0");
        screen.press(Key::Undo);
        assert_eq!(screen.outcome(), "left after 2 shots");
    }

    #[test]
    fn shots_are_taken_back_and_a_hint_that_is_shown_is_counted_again() {
        let (size, fleet) = Fleet::from_text("AA..\n....\n...B\n....\n").unwrap();
        let rules = Rules::new(size, "2,1".parse().unwrap(), Touch::Never).unwrap();
        let hunter = Strategy::Density.into();
        let session = Session::new(rules, fleet.clone(), fleet, hunter, Seed(1)).unwrap();
        let mut screen = Screen::new(session, Seed(2));
        let count = |screen: &mut Screen| {
            assert!(screen.is_counting());
            screen.count(&mut |_, _| ControlFlow::Continue(()));
            screen.hint.clone()
        };
        screen.press(Key::Undo);
        assert_eq!(screen.message, "there is no shot to take back");
        screen.press(Key::Hint);
        let first = count(&mut screen);
        screen.cursor = Cell::new(3, 0);
        screen.press(Key::Shoot);
        assert!(
            screen.message.starts_with("you missed at A4; it "),
            "{}",
            screen.message
        );
        assert_ne!(count(&mut screen), first);
        screen.press(Key::Undo);
        assert_eq!(screen.message, "taken back");
        assert_eq!(count(&mut screen), first);
        assert!(screen.session.turns().is_empty());
    }
}
