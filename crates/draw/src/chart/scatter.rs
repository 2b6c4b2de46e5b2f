//! Scatter plots.

use super::canvas::{self, Canvas};
use super::page::{Key, Swatch};
use super::plot::{self, Labels, Plot, WIDTH};
use super::scale::Scale;
use crate::{Picture, Shape, Stroke, theme};

/// A scatter plot: one value against another.
///
/// ```
/// use tilewright_draw::chart;
///
/// let chart = chart::Scatter {
///     title: "Predicted against measured difficulty".to_owned(),
///     x_label: "predicted".to_owned(),
///     y_label: "measured".to_owned(),
///     points: vec![(0.2, 0.25), (0.5, 0.48), (0.9, 0.7)],
///     diagonal: true,
/// };
/// assert!(chart.picture().to_text(false).contains("measured"));
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scatter {
    /// The title.
    pub title: String,
    /// The label of the horizontal axis.
    pub x_label: String,
    /// The label of the vertical axis.
    pub y_label: String,
    /// The points as (x, y); those that are not finite are left out.
    pub points: Vec<(f64, f64)>,
    /// Whether to draw the line y = x; then both axes have the same range.
    pub diagonal: bool,
}

impl Scatter {
    /// The chart, 640 pixels wide.
    pub fn picture(&self) -> Picture {
        let keys = self.diagonal.then(|| Key {
            name: "y = x".to_owned(),
            color: theme::MUTED,
            swatch: Swatch::Line,
            letter: '·',
        });

        let labels = Labels {
            title: &self.title,
            x_label: &self.x_label,
            y_label: &self.y_label,
            keys: keys.as_slice(),
        };

        let (x, y) = self.scales();
        let mut plot = Plot::new(&labels, x, y, 0.0);
        if self.diagonal {
            draw_diagonal(&mut plot);
        }

        for point in self.finite() {
            let center = plot.point(point);
            let fill = theme::ACCENT.with_alpha(150);
            plot.page.picture.push(Shape::circle(center, 4.0, fill));
        }

        if self.finite().next().is_none() {
            plot.say_empty();
        }

        let canvas = self.canvas(&plot);
        plot.finish(&labels, &canvas)
    }

    fn finite(&self) -> impl Iterator<Item = (f64, f64)> {
        self.points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite())
    }

    fn scales(&self) -> (Scale, Scale) {
        if self.diagonal {
            let both = || self.finite().flat_map(|(x, y)| [x, y]);
            let scale = plot::horizontal(
                |count| Scale::rounded(both(), count.min(7)),
                WIDTH - 100.0,
            );
            return (scale.clone(), scale);
        }
        let xs = || self.finite().map(|point| point.0);
        let x = plot::horizontal(|count| Scale::rounded(xs(), count), WIDTH - 100.0);
        (x, Scale::rounded(self.finite().map(|point| point.1), 6))
    }

    fn canvas(&self, plot: &Plot) -> Canvas {
        let mut canvas = Canvas::new();
        if self.diagonal {
            for place in canvas::along((0.0, 0.0), (1.0, 1.0)) {
                canvas.sign(place, '·', theme::MUTED);
            }
        }
        for (x, y) in self.finite() {
            canvas.sign((plot.x.at(x), plot.y.at(y)), '●', theme::ACCENT);
        }
        canvas
    }
}

fn draw_diagonal(plot: &mut Plot) {
    let from = plot.point((plot.x.low, plot.y.low));
    let to = plot.point((plot.x.high, plot.y.high));
    plot.page.dashes((from.x, from.y), (to.x, to.y), Stroke::new(theme::MUTED, 1.2));
}
