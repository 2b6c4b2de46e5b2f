//! What a person sees who plays, and what the keys do.

use std::ops::ControlFlow;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use tilewright_battleship::{
    Answer, Cloud, Duel, Likely, Mark, Player, Side, Sight, Turn, letters, name,
};
use tilewright_grid::{Cell, Grid, Telling};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// So many rows down and columns to the right.
    Move(i32, i32),
    Shoot,
    /// Shows how likely each cell holds a deck, or hides it.
    Hint,
}

/// A duel as it is shown.
pub(super) struct Screen<'a> {
    duel: Duel<'a>,
    /// Away while it counts.
    cloud: Option<Cloud>,
    hunter: Player,
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
const HELP: &str = "arrows move, space shoots, h hints (tenths of certainty), q leaves";
const OVER: &str = "it is over; q leaves";

impl<'a> Screen<'a> {
    pub(super) fn new(duel: Duel<'a>, cloud: Cloud, hunter: Player) -> Self {
        let (message, cloud) = (YOURS.to_owned(), Some(cloud));
        let cursor = Cell::new(0, 0);
        Self { duel, cloud, hunter, cursor, hint: None, is_counting: false, message }
    }

    pub(super) const fn duel(&self) -> &Duel<'a> {
        &self.duel
    }

    /// Who won, or that nobody did.
    pub(super) fn outcome(&self) -> String {
        let [yours, its] = [self.duel.sight().shots(), self.duel.other().shots()];
        match self.duel.winner() {
            Some(Side::Person) => format!("you win: {yours} shots, the hunter {its}"),
            Some(Side::Hunter) => {
                format!("{} wins: {its} shots, you {yours}", self.hunter.told())
            }
            None => format!("left after {yours} shots"),
        }
    }

    pub(super) fn press(&mut self, key: Key) {
        match key {
            _ if self.duel.winner().is_some() => {}
            Key::Move(rows, columns) => {
                let size = self.duel.sight().rules().size();
                let step = |at: u32, by: i32, side: u32| {
                    at.saturating_add_signed(by).min(side - 1)
                };
                self.cursor.row = step(self.cursor.row, rows, size.rows);
                self.cursor.column = step(self.cursor.column, columns, size.columns);
            }
            Key::Shoot => match self.duel.shoot(self.cursor) {
                Ok(turns) => {
                    let is_shown = self.hint.take().is_some();
                    self.message = told(&turns);
                    self.is_counting = is_shown && self.duel.winner().is_none();
                    if self.duel.winner().is_some() {
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
        let Some(mut cloud) = self.cloud.take() else { return };
        let telling = Telling::new(|done, total: u64| {
            watch(self, done as f64 / total.max(1) as f64)
        });
        let counted = cloud.hint(self.duel.sight(), &telling);
        self.cloud = Some(cloud);
        let Ok(Likely { decks: likely, is_exact }) = counted else {
            "no hint: counting was cancelled".clone_into(&mut self.message);
            return;
        };
        let sight = self.duel.sight();
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
        let size = self.duel.sight().rules().size();
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
        let keys = if self.duel.winner().is_some() { OVER } else { HELP };
        frame.render_widget(Paragraph::new(keys).style(Style::new().dim()), help);
    }

    /// What you know of the hunter's fleet; when it is over, all of it.
    fn theirs(&self) -> Vec<Line<'_>> {
        let sight = self.duel.sight();
        let is_over = self.duel.winner().is_some();
        let title = format!("the fleet of {}", self.hunter.told());
        lines(sight, title, |cell| {
            let mark = sight.mark(cell);
            let is_ship = || self.duel.hidden().ships.iter().any(|it| it.covers(cell));
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
    fn yours(&self) -> Vec<Line<'_>> {
        let sight = self.duel.other();
        lines(sight, "your fleet".to_owned(), |cell| {
            let is_ship = || self.duel.person().ships.iter().any(|it| it.covers(cell));
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
fn lines<'s>(
    sight: &Sight<'_>,
    title: String,
    cell: impl Fn(Cell) -> (&'static str, Style),
) -> Vec<Line<'s>> {
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
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use tilewright_battleship::{Fleet, Rules, Strategy, Touch};
    use tilewright_grid::Seed;

    use super::*;

    fn seen(screen: &Screen<'_>, width: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, 10)).unwrap();
        terminal.draw(|frame| screen.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn a_duel_is_played_by_keys() {
        let (size, fleet) = Fleet::from_text("AA..\n....\n...B\n....\n").unwrap();
        let rules = Rules::new(size, "2,1".parse().unwrap(), Touch::Never).unwrap();
        let strategy = Strategy::Density.into();
        let hunter = Strategy::Density.hunter(&rules);
        let duel = Duel::new(&rules, fleet.clone(), fleet, hunter, Seed(1));
        let mut screen = Screen::new(duel, Cloud::new(&rules, Seed(2)), strategy);
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
    }
}
