//! How well games went, and how play got better, as charts.

use tilewright_draw::chart::{Bars, Histogram, Lines, Series};
use tilewright_draw::{Color, Picture, theme};
use tilewright_grid::Size;

use crate::{CurvePoint, GAMES_PER_POINT, LearningCurve, Outcome, Statistics};

/// Between charts, in pixels.
const GAP: f64 = 8.0;

/// The tiles whose rates are drawn.
const TILES: [(u32, Color); 5] = [
    (2048, theme::SKY),
    (4096, theme::GREEN),
    (8192, theme::ORANGE),
    (16_384, theme::VERMILLION),
    (32_768, theme::PURPLE),
];

/// How many bars the scores are sorted into at most.
const BINS: usize = 40;

/// What many games of a player on boards of one size were like: the share of games that reached each tile, the share
/// that reached each score (the *survival curve*), and how often the scores occur.
pub fn games(outcomes: &[Outcome], size: Size, player: &str) -> Picture {
    let count = outcomes.len();
    let statistics = Statistics::of(outcomes, size);
    let tiles = statistics.iter().flat_map(|it| &it.tiles).map(|(tile, share)| {
        (tile.to_string(), (1000.0 * share.mean).round() / 10.0, theme::ACCENT)
    });
    let tiles = Bars {
        title: format!("{player}: games that reach a tile"),
        x_label: format!("% of {count} games"),
        bars: tiles.collect(),
    };
    let mut scores: Vec<f64> = outcomes.iter().map(|it| it.score as f64).collect();
    scores.sort_by(f64::total_cmp);
    let name = |title: &str| format!("{player}: {title}");
    let survival = Lines {
        title: name("games that reach a score"),
        x_label: "score".to_owned(),
        y_label: "%".to_owned(),
        series: vec![survival(&scores)],
        ..Lines::default()
    };
    let mean =
        statistics.iter().map(|it| ("average".to_owned(), it.score.mean, theme::INK));
    let histogram = Histogram {
        title: name("scores"),
        x_label: "score".to_owned(),
        y_label: "games".to_owned(),
        values: scores,
        bins: BINS,
        band: None,
        lines: mean.collect(),
    };
    let charts = [tiles.picture(), survival.picture(), histogram.picture()];
    Picture::stacked(&charts, GAP, name("many games"))
}

/// The share of games whose score is at least that, by scores in ascending order.
fn survival(scores: &[f64]) -> Series {
    let count = scores.len() as f64;
    let share = |rank: usize| 100.0 * (count - rank as f64) / count;
    let steps = scores.iter().enumerate();
    let steps =
        steps.flat_map(|(rank, &score)| [(score, share(rank)), (score, share(rank + 1))]);
    let start = (!scores.is_empty()).then_some((0.0, 100.0));
    let points = start.into_iter().chain(steps).collect();
    Series { name: String::new(), color: theme::ACCENT, points }
}

impl LearningCurve {
    /// The average score by the games learned from, above the share of games that reached each
    /// large tile that some did not. What is not yet a thousand games is too few to be drawn,
    /// unless there are no others.
    pub fn picture(&self) -> Picture {
        let averages = Lines {
            title: "Learning: average score".to_owned(),
            x_label: "games".to_owned(),
            y_label: "score".to_owned(),
            series: vec![self.series("average", theme::ACCENT, CurvePoint::average)],
            ..Lines::default()
        };
        let is_open = |tile| self.points.iter().any(|block| block.share(tile).mean < 1.0);
        let shares = TILES.into_iter().filter(|&(tile, _)| is_open(tile));
        let shares = shares.map(|(tile, color)| {
            self.series(&tile.to_string(), color, |block| 100.0 * block.share(tile).mean)
        });
        let tiles = Lines {
            title: "Learning: games that reach a tile".to_owned(),
            x_label: "games".to_owned(),
            y_label: "%".to_owned(),
            series: shares.collect(),
            ..Lines::default()
        };
        Picture::stacked(&[averages.picture(), tiles.picture()], GAP, "a learning curve")
    }

    fn series(
        &self,
        name: &str,
        color: Color,
        value: impl Fn(&CurvePoint) -> f64,
    ) -> Series {
        let mut games = 0;
        let point = |block: &CurvePoint| {
            games += block.games;
            (games as f64, value(block))
        };
        let is_drawn = |block: &&CurvePoint| {
            block.games == GAMES_PER_POINT || self.points.len() == 1
        };
        let points = self.points.iter().filter(is_drawn).map(point).collect();
        Series { name: name.to_owned(), color, points }
    }
}
