//! Line charts with bands and reference lines.

use super::canvas::{self, Canvas};
use super::page::{Key, Swatch};
use super::plot::{self, Labels, Plot, WIDTH};
use super::reference_lines::ReferenceLines;
use super::scale::Scale;
use crate::{Color, Picture, Point, Shape, Stroke};

/// Symbols that distinguish several series in a terminal without colour.
const SIGNS: [char; 8] = ['●', '○', '▲', '△', '■', '□', '◆', '◇'];

/// A line of a line chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The name in the legend; a series without a name has no entry.
    pub name: String,
    /// The colour.
    pub color: Color,
    /// The points as (x, y). A point that is not finite interrupts the line.
    pub points: Vec<(f64, f64)>,
}

/// An area between two lines, such as a confidence interval.
#[derive(Debug, Clone, PartialEq)]
pub struct Band {
    /// The name in the legend; a band without a name has no entry.
    pub name: String,
    /// The colour, which is drawn translucent.
    pub color: Color,
    /// The extent as (x, low, high). A value that is not finite interrupts the band.
    pub points: Vec<(f64, f64, f64)>,
}

/// A line chart.
///
/// ```
/// use tilewright_draw::{chart, theme};
///
/// let chart = chart::Lines {
///     title: "Fitness by generation".to_owned(),
///     x_label: "generation".to_owned(),
///     y_label: "fitness".to_owned(),
///     series: vec![chart::Series {
///         name: "best".to_owned(),
///         color: theme::ACCENT,
///         points: (0..50).map(|x| (f64::from(x), f64::from(x * x))).collect(),
///     }],
///     bands: vec![],
///     levels: vec![("target".to_owned(), 2000.0)],
/// };
/// assert!(chart.picture().to_text(false).contains("fitness"));
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lines {
    /// The title.
    pub title: String,
    /// The label of the horizontal axis.
    pub x_label: String,
    /// The label of the vertical axis.
    pub y_label: String,
    /// The lines; later ones are drawn over earlier ones.
    pub series: Vec<Series>,
    /// The bands, drawn below all lines.
    pub bands: Vec<Band>,
    /// Reference lines: names and values of dashed horizontal lines.
    pub levels: Vec<(String, f64)>,
}

impl Lines {
    /// The chart, 640 pixels wide.
    pub fn picture(&self) -> Picture {
        self.picture_on(self)
    }

    /// The chart on the axes of another chart, so that the axes do not change during an animation.
    /// Values outside are drawn at the ends of the axes.
    pub fn picture_on(&self, axes: &Self) -> Picture {
        let keys = self.keys();
        let levels = ReferenceLines::of(&self.levels);
        let labels = Labels {
            title: &self.title,
            x_label: &self.x_label,
            y_label: &self.y_label,
            keys: &keys,
        };

        let x = plot::horizontal(|count| Scale::tight(axes.xs(), count), WIDTH - 100.0);
        let mut plot = Plot::new(&labels, x, Scale::rounded(axes.ys(), 6), levels.room());

        for band in &self.bands {
            draw_band(&mut plot, band);
        }

        levels.draw(&mut plot);
        for series in &self.series {
            draw_series(&mut plot, series);
        }

        if self.xs().next().is_none() {
            plot.say_empty();
        }

        let mut canvas = Canvas::new();
        self.fill(&mut canvas, &plot, &levels);
        plot.finish(&labels, &canvas)
    }

    fn keys(&self) -> Vec<Key> {
        let lone = self.series.len() == 1;

        let lines = self.series.iter().enumerate().map(|(index, series)| Key {
            name: series.name.clone(),
            color: series.color,
            swatch: Swatch::Line,
            letter: if lone { '━' } else { SIGNS[index % SIGNS.len()] },
        });

        let bands = self.bands.iter().map(|band| Key {
            name: band.name.clone(),
            color: faint(band.color),
            swatch: Swatch::Box,
            letter: '░',
        });

        lines.chain(bands).filter(|key| !key.name.is_empty()).collect()
    }

    fn xs(&self) -> impl Iterator<Item = f64> {
        let lines = self.series.iter().flat_map(|series| runs(&series.points)).flatten();
        let bands = self.bands.iter().flat_map(band_runs).flatten();
        lines.map(|point| point.0).chain(bands.map(|point| point.0))
    }

    fn ys(&self) -> impl Iterator<Item = f64> {
        let lines = self.series.iter().flat_map(|series| runs(&series.points)).flatten();
        let bands = self.bands.iter().flat_map(band_runs).flatten();
        let levels = self.levels.iter().map(|level| level.1);
        lines.map(|point| point.1).chain(bands.flat_map(|at| [at.1, at.2])).chain(levels)
    }

    /// Draws bands, reference lines and series in characters, in this order.
    fn fill(&self, canvas: &mut Canvas, plot: &Plot, levels: &ReferenceLines) {
        for band in &self.bands {
            draw_band_text(canvas, plot, band);
        }
        levels.mark(canvas, plot);

        let lone = self.series.len() == 1;
        for (index, series) in self.series.iter().enumerate() {
            let sign = SIGNS[index % SIGNS.len()];
            for run in runs(&series.points) {
                for place in trail(plot, run) {
                    if lone {
                        canvas.dot(place, series.color);
                    } else {
                        canvas.sign(place, sign, series.color);
                    }
                }
            }
        }
    }
}

const fn faint(color: Color) -> Color {
    color.with_alpha(56)
}

/// The positions in the unit square along a line.
fn trail(plot: &Plot, run: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let unit = |&(x, y): &(f64, f64)| (plot.x.at(x), plot.y.at(y));
    let lone = run.first().filter(|_| run.len() == 1).map(unit);
    let steps =
        run.windows(2).flat_map(|pair| canvas::along(unit(&pair[0]), unit(&pair[1])));
    lone.into_iter().chain(steps).collect()
}

/// Fills the characters between the two edges of a band.
fn draw_band_text(canvas: &mut Canvas, plot: &Plot, band: &Band) {
    for run in band_runs(band) {
        let edge = |high: bool| -> Vec<(f64, f64)> {
            run.iter().map(|at| (at.0, if high { at.2 } else { at.1 })).collect()
        };
        for (low, high) in
            trail(plot, &edge(false)).into_iter().zip(trail(plot, &edge(true)))
        {
            for place in canvas::along(low, high) {
                canvas.sign(place, '░', band.color);
            }
        }
    }
}

/// The runs of finite points.
fn runs(points: &[(f64, f64)]) -> impl Iterator<Item = &[(f64, f64)]> {
    points.split(|(x, y)| !(x.is_finite() && y.is_finite())).filter(|run| !run.is_empty())
}

fn band_runs(band: &Band) -> impl Iterator<Item = &[(f64, f64, f64)]> {
    let broken = |(x, low, high): &(f64, f64, f64)| {
        !(x.is_finite() && low.is_finite() && high.is_finite())
    };
    band.points.split(broken).filter(|run| !run.is_empty())
}

fn draw_band(plot: &mut Plot, band: &Band) {
    for run in band_runs(band) {
        let highs = run.iter().map(|&(x, _, high)| plot.point((x, high)));
        let lows = run.iter().rev().map(|&(x, low, _)| plot.point((x, low)));
        let points: Vec<Point> = highs.chain(lows).collect();
        plot.page.picture.push(Shape::Polygon {
            points,
            fill: Some(faint(band.color)),
            stroke: None,
        });
    }
}

fn draw_series(plot: &mut Plot, series: &Series) {
    for run in runs(&series.points) {
        let points: Vec<Point> = run.iter().map(|&point| plot.point(point)).collect();
        plot.page.picture.push(match points.as_slice() {
            [center] => Shape::Circle {
                center: *center,
                radius: 3.5,
                fill: Some(series.color),
                stroke: None,
            },
            _ => Shape::Polyline { points, stroke: Stroke::new(series.color, 2.0) },
        });
    }
}
