//! Charts of games and predictions.

use std::ops::RangeInclusive;

use tilewright_draw::chart::{Band, Histogram, Lines, Scatter, Series};
use tilewright_draw::{Color, Picture, theme};

use crate::predict::{Fit, Pair};
use crate::{Chance, Statistics};

/// The maximum number of bins of a histogram.
const BINS: usize = 48;
const GAP: f64 = 8.0;

impl Statistics {
    /// A histogram of the swaps of the finished games, with their mean, the mean of the best 5 %,
    /// and the range of the requested mean, if one is given.
    pub fn swaps_picture(&self, wanted: Option<RangeInclusive<f64>>) -> Picture {
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
            title: format!("Swaps of {}", count(self.finished, "finished game")),
            x_label: "swaps".to_owned(),
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
    ) -> Picture {
        let both = [self.swaps_picture(wanted), self.win_rate_picture(moves)];
        Picture::beside(&both, GAP, "swaps and win rate")
    }
}

/// Predicted against played values, one dot per level, with R² and the rank correlation in the
/// title. `measure` names the predicted quantity.
///
/// ```
/// use tilewright_match3::chart;
///
/// let levels = [(20.0, 21.5), (35.0, 33.0), (28.0, 29.0)];
/// let text = chart::predictions(&levels, "mean swaps").to_text(false);
/// assert!(text.contains("R² = 0.89"), "{text}");
/// ```
pub fn predictions(levels: &[(f64, f64)], measure: &str) -> Picture {
    let is_number = |(one, other): &&(f64, f64)| one.is_finite() && other.is_finite();
    let pair = |&(predicted, played): &(f64, f64)| Pair { played, error: 0.0, predicted };
    let pairs: Vec<_> = levels.iter().filter(is_number).map(pair).collect();
    let mut title = format!("Predicted and played, {}", count(pairs.len(), "level"));
    if pairs.len() > 1 {
        let fit = Fit::of(&pairs);
        title = format!(
            "{title}: R² = {:.2}, rank correlation {:.2}",
            fit.r2, fit.rank_correlation
        );
    }
    let chart = Scatter {
        title,
        x_label: format!("predicted {measure}"),
        y_label: format!("played {measure}"),
        points: levels.to_vec(),
        diagonal: true,
    };
    chart.picture()
}

/// The requested, the predicted and the played value of a level of a pack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PackedLevel {
    /// The requested value.
    pub wanted: f64,
    /// The predicted value, if there is one.
    pub predicted: Option<f64>,
    /// The played value.
    pub played: f64,
    /// The 95 % interval of the played value.
    pub ci95: [f64; 2],
}

/// The levels of a pack in their order, each with its requested, predicted and played value.
/// `measure` names the quantity.
///
/// ```
/// use tilewright_match3::chart::{self, PackedLevel};
///
/// let trial = |wanted: f64, played: f64| {
///     let ci95 = [played - 1.0, played + 1.0];
///     PackedLevel { wanted, predicted: None, played, ci95 }
/// };
/// let pack = [trial(20.0, 20.3), trial(25.0, 24.1), trial(30.0, 30.9)];
/// assert!(chart::pack(&pack, "mean swaps").to_text(false).contains("requested"));
/// ```
pub fn pack(levels: &[PackedLevel], measure: &str) -> Picture {
    let number = |index: usize| (index + 1) as f64;
    let line =
        |name: &str, color: Color, of: &dyn Fn(&PackedLevel) -> Option<f64>| Series {
            name: name.to_owned(),
            color,
            points: levels
                .iter()
                .enumerate()
                .map(|(index, level)| (number(index), of(level).unwrap_or(f64::NAN)))
                .collect(),
        };
    let mut series = vec![line("requested", theme::GREY, &|level| Some(level.wanted))];
    if levels.iter().any(|level| level.predicted.is_some()) {
        series.push(line("predicted", theme::VERMILLION, &|level| level.predicted));
    }
    series.push(line("played", theme::ACCENT, &|level| Some(level.played)));
    let ends = |(index, level): (usize, &PackedLevel)| {
        let [low, high] = level.ci95;
        (number(index), low, high)
    };
    let chart = Lines {
        title: format!("A pack of {}", count(levels.len(), "level")),
        x_label: "level".to_owned(),
        y_label: measure.to_owned(),
        series,
        bands: vec![Band {
            name: "played, 95 % interval".to_owned(),
            color: theme::ACCENT,
            points: levels.iter().enumerate().map(ends).collect(),
        }],
        levels: Vec::new(),
    };
    chart.picture()
}

/// A number with a noun.
fn count(number: impl TryInto<u64>, name: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}
