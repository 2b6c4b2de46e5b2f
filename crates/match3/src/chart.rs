//! Charts of games.

use std::ops::RangeInclusive;

use tilewright_draw::chart::{Band, Histogram, Lines, Series};
use tilewright_draw::{Color, Picture, theme};

use crate::{Chance, Statistics};

/// The maximum number of bins of a histogram: a bar is about 12 pixels wide then.
const BINS: usize = 48;
const GAP: f64 = 8.0;

impl Statistics {
    /// A histogram of the swaps of the finished games, with their mean, the mean of the best 5 %,
    /// and the range of the requested mean, if one is given. `word` is what a move is under the rules, such as `swap`.
    pub fn swaps_picture(
        &self,
        wanted: Option<RangeInclusive<f64>>,
        word: &str,
    ) -> Picture {
        let repeat =
            |(swaps, games)| std::iter::repeat_n(f64::from(swaps), games as usize);

        let line = |name: &str, value: Option<f64>, color: Color| {
            // More than two decimals cannot be read on a chart of this size.
            let tidy = |value: f64| (100.0 * value).round() / 100.0;
            value.map(|value| (name.to_owned(), tidy(value), color))
        };

        let lines = [
            line("mean", self.mean_swaps(), theme::INK),
            line("mean of the best 5 %", self.best_5_percent, theme::VERMILLION),
        ];

        let chart = Histogram {
            title: format!(
                "{}s of {}",
                capital(word),
                count(self.finished, "finished game")
            ),
            x_label: format!("{word}s"),
            y_label: "games".to_owned(),
            values: self.lengths().flat_map(repeat).collect(),
            bins: BINS,
            band: wanted.map(RangeInclusive::into_inner),
            lines: lines.into_iter().flatten().collect(),
        };
        chart.picture()
    }

    /// The win rate at every move limit, with its 95 % interval. `moves` is the move limit of the
    /// level, if it has one.
    pub fn win_rate_picture(&self, moves: Option<u32>) -> Picture {
        let line = |name: String, color, points| Series { name, color, points };

        let limit = moves.filter(|_| self.games > 0).map(|moves| self.within(moves));
        let last = self.curve.last().map_or(0, |at| at.moves);
        let beyond = limit.filter(|at| at.moves > last && last > 0);
        let chances: Vec<Chance> = self.curve.iter().copied().chain(beyond).collect();

        let rate = |at: &Chance| (f64::from(at.moves), 100.0 * at.win_rate.mean);
        // With one move less than the shortest game needs, no game is won.
        let fewer = chances.first().and_then(|at| at.moves.checked_sub(1));
        let none = fewer.map(|moves| (f64::from(moves), 0.0));
        let points = none.into_iter().chain(chances.iter().map(rate)).collect();

        let mut series = vec![line("games won".to_owned(), theme::ACCENT, points)];
        if let Some((moves, rate)) = limit.as_ref().map(rate) {
            let name = format!("within {}: {rate:.1} %", count(moves as u64, "move"));
            series.push(line(name, theme::VERMILLION, vec![(moves, 0.0), (moves, rate)]));
        }

        let ends = |at: &Chance| {
            let [low, high] = at.win_rate.ci95;
            (f64::from(at.moves), 100.0 * low, 100.0 * high)
        };

        let chart = Lines {
            title: format!("Win rate of {}", count(self.games, "game")),
            x_label: "move limit".to_owned(),
            y_label: "games won, %".to_owned(),
            series,
            bands: vec![Band {
                name: "95 % interval".to_owned(),
                color: theme::ACCENT,
                points: chances.iter().map(ends).collect(),
            }],
            levels: Vec::new(),
        };
        chart.picture()
    }

    /// [`swaps_picture`](Self::swaps_picture) and [`win_rate_picture`](Self::win_rate_picture) side
    /// by side.
    pub fn picture(
        &self,
        wanted: Option<RangeInclusive<f64>>,
        moves: Option<u32>,
        word: &str,
    ) -> Picture {
        let both = [self.swaps_picture(wanted, word), self.win_rate_picture(moves)];
        Picture::beside(&both, GAP, format!("{word}s and win rate"))
    }
}

/// A word with a capital letter.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// A number with a noun.
fn count(number: impl TryInto<u64>, name: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}
