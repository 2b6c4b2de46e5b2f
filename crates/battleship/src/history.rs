//! The history of a search for a fleet, and its pictures.

use tilewright_draw::{Animation, Frame, Picture, chart, theme};
use tilewright_grid::det;

use crate::{Fleet, Progress, Rules, picture};

/// The history of a search for a fleet: the best and the mean fitness by generation, and every
/// fleet that was the best for a while.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_battleship::{ClassicSettings, Rules, History, classic};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let mut history = History::default();
/// let settings = ClassicSettings { population: 50, generations: 50 };
/// classic(&rules, settings, Seed(1), &(), |progress| {
///     history.record(progress);
///     ControlFlow::Continue(())
/// })?;
/// assert!(history.curve().to_text(false).contains("generation"));
/// assert!(history.scene(&rules).to_text(false).contains("best"));
/// assert!(history.picture(&rules).width >= history.curve().width);
/// assert!(!history.animation(&rules).frames.is_empty());
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct History {
    points: Vec<Point>,
    scenes: Vec<Scene>,
}

/// The fitness of a generation.
#[derive(Clone, Copy, Debug)]
struct Point {
    generation: f64,
    best: f64,
    median: f64,
    worst: f64,
}

/// A fleet that was the best from a point of the curve on.
#[derive(Clone, Debug)]
struct Scene {
    point: usize,
    fleet: Fleet,
}

/// The largest number of frames of an animation, without the last.
const FRAMES: usize = 60;
/// The space between two boards, in pixels.
const GAP: f64 = 14.0;

impl History {
    /// Adds a generation.
    pub fn record(&mut self, progress: Progress) {
        let Progress { generation, best, median, worst, fleet, .. } = progress;
        if self.scenes.last().is_none_or(|scene| scene.fleet != fleet) {
            self.scenes.push(Scene { point: self.points.len(), fleet });
        }
        let generation = generation as f64;
        self.points.push(Point { generation, best, median, worst });
    }

    /// Whether nothing was recorded.
    pub const fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The best and the median fitness by generation, above a band from the best to the worst.
    pub fn curve(&self) -> Picture {
        curve(&self.points).picture()
    }

    /// The whole search: its first and its best fleet above the curves. Only the curves if the
    /// history is empty.
    pub fn picture(&self, rules: &Rules) -> Picture {
        let title = format!("search for a legal fleet on {rules}");
        let ends = self.scenes.first().zip(self.scenes.last());
        let boards = ends.map(|(first, last)| {
            let first =
                (self.scenes.len() > 1).then(|| self.board(rules, first, "first"));
            let last = self.board(rules, last, "best");
            let boards: Vec<_> = first.into_iter().chain([last]).collect();
            Picture::beside(&boards, GAP, &title)
        });
        let parts: Vec<_> = boards.into_iter().chain([self.curve()]).collect();
        Picture::stacked(&parts, GAP, &title)
    }

    /// The search so far: its best fleet beside the curves.
    pub fn scene(&self, rules: &Rules) -> Picture {
        let title = format!("search for a legal fleet on {rules}");
        let now = self.scenes.last().zip(self.points.last()).map(|(scene, point)| {
            self.board(rules, scene, &format!("generation {}", point.generation))
        });
        let parts: Vec<_> = now.into_iter().chain([self.curve()]).collect();
        Picture::beside(&parts, GAP, &title)
    }

    /// An animation of the search: the first fleet, the best so far and the best of all, above the
    /// curves so far. Without frames if the history is empty.
    pub fn animation(&self, rules: &Rules) -> Animation {
        let title = format!("search for a legal fleet on {rules}");

        let Some((first, last)) = self.scenes.first().zip(self.scenes.last()) else {
            return Animation { title, frames: Vec::new() };
        };

        let whole = curve(&self.points);
        let steps = self.points.len();
        let step = steps.div_ceil(FRAMES).max(1);
        let shown = (0..steps).filter(|at| at % step == 0 || at + 1 == steps);

        let frame = |at: usize| {
            let behind = self.scenes.partition_point(|scene| scene.point <= at);
            let now = &self.scenes[behind.saturating_sub(1)];
            let generation = self.points[at].generation;
            let boards = [
                self.board(rules, first, "first"),
                self.board(rules, now, &format!("generation {generation}")),
                self.board(rules, last, "best"),
            ];

            let boards = Picture::beside(&boards, GAP, &title);
            let curve = curve(&self.points[..=at]).picture_on(&whole);
            let picture = Picture::stacked(&[boards, curve], 0.0, &title);
            Frame { picture, hundredths: if at + 1 == steps { 250 } else { 25 } }
        };

        Animation { frames: shown.map(frame).collect(), title }
    }

    fn board(&self, rules: &Rules, scene: &Scene, caption: &str) -> Picture {
        let tile = picture::tile_for(rules.size()) * 0.8;
        let best = self.points[scene.point].best;
        picture::fleet(rules, &scene.fleet, tile).captioned(&format!("{caption}: {best}"))
    }
}

/// The curves through these points. A value holds until the generation before the next point.
fn curve(points: &[Point]) -> chart::Lines {
    let line = |value: fn(&Point) -> f64| {
        let shown = |point: &Point| (point.generation, det::log10(1.0 + value(point)));
        held(points.iter().map(shown))
    };

    let [best, median, worst] =
        [line(|point| point.best), line(|point| point.median), line(|point| point.worst)];

    let extent = best.iter().zip(&worst).map(|(low, high)| (low.0, low.1, high.1));
    let band = chart::Band {
        name: "best to worst".to_owned(),
        color: theme::GREEN,
        points: extent.collect(),
    };

    let series = |name: &str, color, points| chart::Series {
        name: name.to_owned(),
        color,
        points,
    };
    chart::Lines {
        title: "Fitness (0 = legal fleet)".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "log₁₀ (1 + fitness)".to_owned(),
        series: vec![
            series("best", theme::VERMILLION, best),
            series("median", theme::GREEN, median),
        ],
        bands: vec![band],
        levels: Vec::new(),
    }
}

/// The points, and before each point that skips generations another one with the value that held
/// until then.
fn held(points: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let mut steps: Vec<(f64, f64)> = Vec::new();
    for (at, value) in points {
        if let Some(&(before, old)) = steps.last()
            && at - before > 1.0
        {
            steps.push((at - 1.0, old));
        }
        steps.push((at, value));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_hold_until_the_generation_before_the_next() {
        let points = [(0.0, 9.0), (1.0, 5.0), (8.0, 2.0)];
        let steps = [(0.0, 9.0), (1.0, 5.0), (7.0, 5.0), (8.0, 2.0)];
        assert_eq!(held(points.into_iter()), steps);
    }
}
