//! Charts of predictions and of packs.

use tilewright_draw::chart::{Band, Lines, Scatter, Series};
use tilewright_draw::{Color, Picture, theme};

use crate::predict::{Fit, Pair};

/// Predicted against played values, one dot per level, with R² and the rank correlation in the
/// title. `measure` names the predicted quantity.
///
/// ```
/// use tilewright_match3_design::chart;
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
    /// The interval of the played value.
    pub ci95: [f64; 2],
}

/// The levels of a pack in their order, each with its requested, predicted and played value.
/// `measure` names the quantity, the two words how the played value came about and what its interval is.
///
/// ```
/// use tilewright_match3_design::chart::{self, PackedLevel};
///
/// let trial = |wanted: f64, played: f64| {
///     let ci95 = [played - 1.0, played + 1.0];
///     PackedLevel { wanted, predicted: None, played, ci95 }
/// };
/// let pack = [trial(20.0, 20.3), trial(25.0, 24.1), trial(30.0, 30.9)];
/// assert!(chart::pack(&pack, "mean swaps", ["played", "95 %"]).to_text(false).contains("requested"));
/// ```
pub fn pack(levels: &[PackedLevel], measure: &str, words: [&str; 2]) -> Picture {
    let [played, interval] = words;
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

    // In the order of drawing: what was asked for lies below the others.
    let mut series = vec![line("requested", theme::GREY, &|level| Some(level.wanted))];
    if levels.iter().any(|level| level.predicted.is_some()) {
        series.push(line("predicted", theme::VERMILLION, &|level| level.predicted));
    }
    series.push(line(played, theme::ACCENT, &|level| Some(level.played)));

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
            name: format!("{played}, {interval} interval"),
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
