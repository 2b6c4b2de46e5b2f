//! The screen of `tilewright battleship play`, and the effects of its keys.

use std::ops::ControlFlow;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use tilewright_battleship::{
    Answer, Mark, Occupancy, Posterior, Session, Side, Sight, Turn, cell_name,
    column_name,
};
use tilewright_grid::{Cell, Grid, ProgressWatch, Seed};
use tilewright_play::Session as _;

/// The command of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Moves the cursor by a number of rows down and of columns to the right.
    Move(i32, i32),
    Shoot,
    /// Shows or hides the probability that a ship occupies each cell.
    Hint,
    Undo,
}

/// A duel on the screen.
pub(super) struct Screen {
    pub(super) session: Session,
    /// Computes the hints; none before the first hint and while one is computed.
    posterior: Option<Posterior>,
    /// The seed of the posterior.
    seed: Seed,
    cursor: Cell,
    /// The probability that a ship occupies each cell, if it is shown.
    hint: Option<Grid<f64>>,
    /// Whether a hint is to be computed.
    pub(super) is_counting: bool,
    message: String,
}

/// The smallest width of a board: that of the longest title.
const MIN_WIDTH: u16 = 36;
const YOURS: &str = "your shot";
const HELP: &str = "arrows move  space shoots  h hint (0 to 9: tenths)  u undo  q quit";
const OVER: &str = "u undo the last shot  q quit";

impl Screen {
    /// The screen of a duel whose hints draw from a seed, with the placer that the hunter knows.
    pub(super) fn new(session: Session, seed: Seed, knows: Option<String>) -> Self {
        let hunter = session.hunter().display_name();
        let knows = knows.map(|placer| format!("{YOURS}; {hunter} knows {placer}"));
        let message = knows.unwrap_or_else(|| YOURS.to_owned());
        let cursor = Cell::new(0, 0);
        Self {
            session,
            posterior: None,
            seed,
            cursor,
            hint: None,
            is_counting: false,
            message,
        }
    }

    /// One line about the winner and the shots.
    pub(super) fn outcome(&self) -> String {
        let [yours, its] =
            [Side::Person, Side::Hunter].map(|side| self.session.sight(side).shots());
        match self.session.winner() {
            Some(Side::Person) => format!("you win: {yours} shots, the hunter {its}"),
            Some(Side::Hunter) => {
                format!(
                    "{} wins: {its} shots, you {yours}",
                    self.session.hunter().display_name()
                )
            }
            None => format!("unfinished after {yours} shots"),
        }
    }

    pub(super) fn press(&mut self, key: Action) {
        match key {
            Action::Undo => self.undo(),
            _ if self.session.is_over() => {}
            Action::Move(rows, columns) => {
                let size = self.session.rules().size();
                let step = |at: u32, by: i32, side: u32| {
                    at.saturating_add_signed(by).min(side - 1)
                };
                self.cursor.row = step(self.cursor.row, rows, size.rows);
                self.cursor.column = step(self.cursor.column, columns, size.columns);
            }
            Action::Shoot => match self.session.play(self.cursor) {
                Ok(turns) => {
                    self.message = summary(&turns);
                    self.renew_hint();
                    if self.session.is_over() {
                        self.message = self.outcome();
                    }
                }
                Err(error) => self.message = error.to_string(),
            },
            Action::Hint if self.hint.is_some() => {
                self.hint = None;
                YOURS.clone_into(&mut self.message);
            }
            Action::Hint => self.is_counting = true,
        }
    }

    fn undo(&mut self) {
        let is_undone = self.session.undo();
        let message = if is_undone { "shot undone" } else { "there is no shot to undo" };
        message.clone_into(&mut self.message);
        if is_undone {
            // A posterior can only follow a game forwards.
            self.posterior = None;
            self.renew_hint();
        }
    }

    /// Requests a new hint if one is shown.
    fn renew_hint(&mut self) {
        let is_shown = self.hint.take().is_some();
        self.is_counting = is_shown && !self.session.is_over();
    }

    /// Computes a hint: shows the probabilities and moves the cursor to the most probable cell, the
    /// first one in a tie. `watch` is called with the progress of counting, 0 to 1, and may stop
    /// it.
    pub(super) fn count(
        &mut self,
        watch: &mut (dyn FnMut(&Self, f64) -> ControlFlow<()> + Send),
    ) {
        self.is_counting = false;
        let (rules, seed) = (self.session.rules(), self.seed);
        let new = || Posterior::new(rules, seed).with_memory(Posterior::HINT_MEMORY);
        let mut posterior = self.posterior.take().unwrap_or_else(new);
        let telling = ProgressWatch::new(|done, total: u64| {
            watch(self, done as f64 / total.max(1) as f64)
        });
        let sight = self.session.sight(Side::Person);
        let counted = posterior.hint(&sight, &telling);
        self.posterior = Some(posterior);
        let Ok(Occupancy { probabilities, is_exact }) = counted else {
            "no hint: counting was cancelled".clone_into(&mut self.message);
            return;
        };

        let sight = self.session.sight(Side::Person);
        let size = sight.rules().size();
        let unknown = size.cells().filter(|&cell| sight.mark(cell) == Mark::Unknown);
        // `max_by` returns the last maximum, so the cells are reversed to find the first.
        let best =
            unknown.rev().max_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));

        if let Some(best) = best {
            self.cursor = best;
            let percent = 100.0 * probabilities[best];
            let error = 100.0 * Posterior::ERROR;
            let sampled = if is_exact {
                String::new()
            } else {
                format!(" ± {error:.0} points (sampled: too many fleets to count)")
            };

            self.message = format!("hint: {}, {percent:.0} %{sampled}", cell_name(best));
        }

        self.hint = Some(probabilities);
    }

    /// Draws the screen while a hint is computed.
    pub(super) fn draw_counting(&self, frame: &mut Frame<'_>, share: f64) {
        let message =
            format!("counting the fleets: {:.0} %; any key cancels", 100.0 * share);
        self.draw_with(frame, &message);
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>) {
        self.draw_with(frame, &self.message);
    }

    fn draw_with(&self, frame: &mut Frame<'_>, message: &str) {
        let size = self.session.rules().size();
        let wide = (2 * size.columns as u16 + 6).max(MIN_WIDTH);
        let (width, height) = (2 * wide, size.rows as u16 + 5);
        let area = frame.area();

        if area.width < width || area.height < height {
            let text = format!(
                "the boards need {width} × {height} characters, the terminal has {} × {}: enlarge \
                 it, or press q to quit",
                area.width, area.height
            );

            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }

        // A series of hits makes a long message.
        let [boards, line, help, _] = Layout::vertical([
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
        let message = Paragraph::new(message).wrap(Wrap { trim: true });
        frame.render_widget(message, line);
        let keys = if self.session.is_over() { OVER } else { HELP };
        frame.render_widget(Paragraph::new(keys).style(Style::new().dim()), help);
    }

    /// The board with the hunter's fleet, as far as it is known; all of it when the duel is over.
    fn theirs(&self) -> Vec<Line<'static>> {
        let (session, sight) = (&self.session, self.session.sight(Side::Person));
        let is_over = session.is_over();
        let title = format!("the fleet of {}", session.hunter().display_name());

        lines(&sight, title, |cell| {
            let mark = sight.mark(cell);
            let is_ship = || session.hidden().ships.iter().any(|it| it.covers(cell));
            let (sign, style) = match mark {
                Mark::Unknown if is_over && is_ship() => ("o", Style::new().yellow()),
                Mark::Unknown => match &self.hint {
                    Some(hint) => (tenth(hint[cell]), shade(hint[cell])),
                    None => ("~", Style::new().blue()),
                },
                mark => marked(mark),
            };

            let is_cursor = cell == self.cursor && !is_over;
            (sign, if is_cursor { style.reversed() } else { style })
        })
    }

    /// The board with the person's fleet and the shots at it.
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

/// A probability in tenths, rounded down.
fn tenth(probability: f64) -> &'static str {
    const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    DIGITS[((10.0 * probability) as usize).min(9)]
}

fn shade(probability: f64) -> Style {
    let tilewright_draw::Color { red, green, blue, .. } =
        tilewright_draw::Ramp::Viridis.at(probability.max(0.0).sqrt());
    Style::new().fg(Color::Rgb(red, green, blue))
}

/// A board: its title, the names of its columns and rows, the cells, and the ships afloat.
fn lines(
    sight: &Sight<'_>,
    title: String,
    cell: impl Fn(Cell) -> (&'static str, Style),
) -> Vec<Line<'static>> {
    let size = sight.rules().size();
    let columns: Vec<String> = (0..size.columns).map(column_name).collect();
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

/// One line about the shots of a turn.
fn summary(turns: &[Turn]) -> String {
    let words = turns.iter().map(|turn| {
        let who = if turn.side == Side::Person { "you" } else { "it" };
        let what = match turn.answer {
            Answer::Miss => "missed".to_owned(),
            Answer::Hit => "hit".to_owned(),
            Answer::Sunk(ship) if ship.length == 1 => "sank a ship of 1 cell".to_owned(),
            Answer::Sunk(ship) => format!("sank a ship of {} cells", ship.length),
        };
        format!("{who} {what} at {}", cell_name(turn.cell))
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
        let mut screen = Screen::new(session, Seed(2), None);
        insta::assert_snapshot!("begin", seen(&screen, 72));

        for key in [Action::Move(-1, 0), Action::Shoot, Action::Move(0, 1), Action::Shoot]
        {
            screen.press(key);
        }

        assert_eq!(screen.message, "you sank a ship of 2 cells at B1");
        screen.press(Action::Shoot);
        assert_eq!(screen.message, "B1 was shot at before");
        screen.press(Action::Hint);
        assert!(screen.is_counting);
        screen.count(&mut |_, _| ControlFlow::Continue(()));
        insta::assert_snapshot!("hint", seen(&screen, 72));
        screen.press(Action::Hint);

        for _ in 0..9 {
            screen.press(Action::Move(1, 1));
        }

        assert_eq!(screen.cursor, Cell::new(3, 3));
        screen.press(Action::Move(-1, 0));
        screen.press(Action::Shoot);
        insta::assert_snapshot!("end", seen(&screen, 72));
        let small = seen(&screen, 71);
        assert!(small.contains("the boards need 72 × 9 characters"), "{small}");
        assert_eq!(screen.outcome(), "you win: 3 shots, the hunter 0");
        screen.press(Action::Undo);
        assert_eq!(screen.outcome(), "unfinished after 2 shots");
    }

    #[test]
    fn shots_are_undone_and_a_hint_on_the_screen_is_updated() {
        let (size, fleet) = Fleet::from_text("AA..\n....\n...B\n....\n").unwrap();
        let rules = Rules::new(size, "2,1".parse().unwrap(), Touch::Never).unwrap();
        let hunter = Strategy::Density.into();
        let session = Session::new(rules, fleet.clone(), fleet, hunter, Seed(1)).unwrap();
        let mut screen = Screen::new(session, Seed(2), None);

        let count = |screen: &mut Screen| {
            assert!(screen.is_counting);
            screen.count(&mut |_, _| ControlFlow::Continue(()));
            screen.hint.clone()
        };

        screen.press(Action::Undo);
        assert_eq!(screen.message, "there is no shot to undo");
        screen.press(Action::Hint);
        let first = count(&mut screen);
        screen.cursor = Cell::new(3, 0);
        screen.press(Action::Shoot);
        assert!(
            screen.message.starts_with("you missed at A4; it "),
            "{}",
            screen.message
        );

        assert_ne!(count(&mut screen), first);
        screen.press(Action::Undo);
        assert_eq!(screen.message, "shot undone");
        assert_eq!(count(&mut screen), first);
        assert!(screen.session.turns().is_empty());
    }
}
