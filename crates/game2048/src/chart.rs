//! Charts of the results of games, and of learning curves.

use tilewright_draw::chart::{Bars, Histogram, Lines, Series};
use tilewright_draw::{Color, Picture, theme};
use tilewright_grid::Size;

use crate::{CurvePoint, GAMES_PER_POINT, LearningCurve, Outcome, Statistics};

/// The space between charts, in pixels.
const GAP: f64 = 8.0;

/// The tiles whose shares are drawn.
const TILES: [(u32, Color); 5] = [
    (2048, theme::SKY),
    (4096, theme::GREEN),
    (8192, theme::ORANGE),
    (16_384, theme::VERMILLION),
    (32_768, theme::PURPLE),
];

/// The maximum number of bars of the histogram.
const BINS: usize = 40;

/// Charts of the games of a player on boards of one size: the share of games that reached each
/// tile, the share that reached each score (the *survival curve*), and a histogram of the scores.
pub fn games(outcomes: &[Outcome], size: Size, player: &str) -> Picture {
    let count = outcomes.len();
    let statistics = Statistics::of(outcomes, size);
    let tiles = statistics.iter().flat_map(|it| &it.tiles).map(|(tile, share)| {
        (tile.to_string(), (1000.0 * share.mean).round() / 10.0, theme::ACCENT)
    });
    let tiles = Bars {
        title: format!("{player}: share of games that reach each tile"),
        x_label: format!("% of {count} games"),
        bars: tiles.collect(),
    };

    let mut scores: Vec<f64> = outcomes.iter().map(|it| it.score as f64).collect();
    scores.sort_by(f64::total_cmp);
    let name = |title: &str| format!("{player}: {title}");
    let survival = Lines {
        title: name("share of games that reach a score"),
        x_label: "score".to_owned(),
        y_label: "%".to_owned(),
        series: vec![survival(&scores)],
        ..Lines::default()
    };

    let mean = statistics.iter().map(|it| ("mean".to_owned(), it.score.mean, theme::INK));
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
    Picture::stacked(&charts, GAP, name("results of many games"))
}

/// The share of games with at least a given score. The scores must be in ascending order.
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
    /// The mean score by the number of training games, and below it the share of games that reached
    /// each large tile that not all games reach. The last point is left out while it has fewer than
    /// a thousand games, unless it is the only one.
    pub fn picture(&self) -> Picture {
        let averages = Lines {
            title: "Training: mean score".to_owned(),
            x_label: "games".to_owned(),
            y_label: "score".to_owned(),
            series: vec![self.series("mean", theme::ACCENT, CurvePoint::mean_score)],
            ..Lines::default()
        };

        // A curve that stays at 100 % says nothing.
        let is_open = |tile| self.points.iter().any(|block| block.share(tile).mean < 1.0);
        let shares = TILES.into_iter().filter(|&(tile, _)| is_open(tile));
        let shares = shares.map(|(tile, color)| {
            self.series(&tile.to_string(), color, |block| 100.0 * block.share(tile).mean)
        });

        let tiles = Lines {
            title: "Training: share of games that reach each tile".to_owned(),
            x_label: "games".to_owned(),
            y_label: "%".to_owned(),
            series: shares.collect(),
            ..Lines::default()
        };

        Picture::stacked(
            &[averages.picture(), tiles.picture()],
            GAP,
            "learning curve of a network",
        )
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
