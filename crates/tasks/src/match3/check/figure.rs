//! Figures beside their bands: of games decided by their intervals, of people by the estimate.

use serde::Serialize;
use tilewright_grid::moments;
use tilewright_match3::{Level, MAX_SWAPS, Outcome};

use super::super::band::Band;
use super::looks::Looks;

/// Where a figure lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    /// Its interval lies in the band, or within the tolerance beyond it.
    Inside,
    /// Its interval lies outside the band.
    Outside,
    /// Its interval holds an end of the band.
    Undecided,
}

/// A figure of the games of a level, beside its band.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Figure {
    /// The key of the band.
    pub(super) key: &'static str,
    #[serde(skip)]
    pub(super) name: String,
    mean: f64,
    /// The interval: of games, where it decides, it holds the true value with 95 % over all looks and figures, of people with 90 %.
    interval: [f64; 2],
    #[serde(skip)]
    percent: u32,
    band: [f64; 2],
    pub(super) verdict: Verdict,
}

impl Figure {
    pub(super) fn new(
        key: &'static str,
        name: String,
        (mean, interval): (f64, [f64; 2]),
        band: [f64; 2],
        tolerance: [f64; 2],
    ) -> Self {
        let [[from, to], [low, high]] = [interval, band];
        let verdict = if to < low || from > high {
            Verdict::Outside
        } else if from >= low - tolerance[0] && to <= high + tolerance[1] {
            Verdict::Inside
        } else {
            Verdict::Undecided
        };
        Self { key, name, mean, interval, percent: 95, band, verdict }
    }

    /// A figure of a model of people. Its intervals hold nine of ten levels, and no games make them narrower, so that the estimate
    /// decides: within `slack` of the band, what the model is wrong by on average. A model says the same of a level each time.
    pub(super) fn of_people(
        key: &'static str,
        name: &str,
        (mean, interval): (f64, [f64; 2]),
        band: [f64; 2],
        slack: f64,
    ) -> Self {
        let [low, high] = band;
        let is_inside = (low - slack..=high + slack).contains(&mean);
        let verdict = if is_inside { Verdict::Inside } else { Verdict::Outside };
        Self { key, name: name.to_owned(), mean, interval, percent: 90, band, verdict }
    }

    /// Whether the level passes, by the estimate where the interval decides nothing.
    pub(super) fn is_good(&self) -> bool {
        match self.verdict {
            Verdict::Inside => true,
            Verdict::Outside => false,
            Verdict::Undecided => {
                let [low, high] = self.band;
                (low..=high).contains(&self.mean)
            }
        }
    }

    /// The figure, its interval and its band in words.
    pub(super) fn words(&self) -> String {
        let Self { name, mean, interval: [from, to], percent, .. } = self;
        let [low, high] = self.band;
        format!(
            "{name} {mean:.3} ({percent} %: {from:.3} to {to:.3}), expected {low} to {high}"
        )
    }
}

/// The figures that a band has.
pub(super) fn figures_of(
    level: &Level,
    band: &Band,
    looks: &Looks,
    outcomes: &[Outcome],
) -> Vec<Figure> {
    let mut figures = Vec::new();
    let swaps = outcomes.iter().filter(|it| it.is_won).map(|it| f64::from(it.swaps));
    let (mean, deviation, finished) = moments(swaps);
    if let Some(band) = band.swaps.filter(|_| finished > 0.0) {
        // The mean swaps do not depend on the move limit.
        let name = format!("mean {}s", level.rules().move_word());
        figures.push(looks.swaps(name, (mean, deviation, finished as u32), band));
    }
    if let Some(band) = band.win_rate {
        let limit = level.moves.unwrap_or(MAX_SWAPS);
        let is_won = |it: &&Outcome| it.is_won && it.swaps <= limit;
        let won = outcomes.iter().filter(is_won).count();
        figures.push(looks.win_rate(won as u32, outcomes.len() as u32, band));
    }
    figures
}
