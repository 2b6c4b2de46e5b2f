//! Charts of the statistics of games.

use tilewright_draw::chart::{Histogram, Lines, Series};
use tilewright_draw::{Anchor, Picture, Point, Ramp, Shape, theme};

use crate::{AdversarialGeneration, Statistics};

/// The space between two cells of the matrix, in pixels.
const GAP: f64 = 10.0;

impl Statistics {
    /// A histogram of the shots, with their mean.
    pub fn picture(&self, title: &str) -> Picture {
        let repeat = |(shots, &games): (u32, &u32)| {
            std::iter::repeat_n(f64::from(shots), games as usize)
        };
        let chart = Histogram {
            title: title.to_owned(),
            x_label: "shots".to_owned(),
            y_label: "games".to_owned(),
            values: (0..).zip(&self.histogram).flat_map(repeat).collect(),
            bins: 48,
            band: None,
            lines: vec![(
                "mean".to_owned(),
                (100.0 * self.shots.mean).round() / 100.0,
                theme::INK,
            )],
        };

        chart.picture()
    }
}

/// The width of a cell of the matrix, in pixels.
const WIDE: f64 = 150.0;
/// The height of a cell of the matrix, in pixels.
const HIGH: f64 = 84.0;
/// The width of the legend, in pixels.
const LEGEND: f64 = 380.0;
/// The height of a line of the legend, in pixels.
const LINE: f64 = 18.0;

/// A matrix of small histograms on one scale: the shots of every hunter (rows) against every
/// placer (columns), each with its mean. `games` holds the statistics row by row.
pub fn matrix(hunters: &[String], placers: &[String], games: &[Statistics]) -> Picture {
    // A character of the names is about 8 pixels wide.
    let longest = |names: &[String]| {
        8.0 * names.iter().map(|name| name.chars().count()).max().unwrap_or(0) as f64
    };
    let (left, top) = ((longest(hunters) + 24.0).max(130.0), 40.0);
    let wide = longest(placers).max(WIDE);
    let width = (left + placers.len() as f64 * (wide + GAP) + GAP).max(LEGEND);
    let height = top + hunters.len() as f64 * (HIGH + GAP) + GAP + 20.0 + 2.0 * LINE;
    let title = "Shots to sink the fleet: hunters by placers";
    let mut picture = Picture::new(width, height, title);

    let mut text = |text: &str, x: f64, y: f64, anchor, bold| {
        let (at, size, ink) = (Point::new(x, y), 13.0, theme::INK);
        let text = text.to_owned();
        picture.push(Shape::Text { at, size, anchor, bold, ink, text });
    };
    for (column, placer) in placers.iter().enumerate() {
        let x = left + column as f64 * (wide + GAP) + wide / 2.0;
        text(placer, x, top / 2.0, Anchor::Middle, true);
    }

    for (row, hunter) in hunters.iter().enumerate() {
        let y = top + row as f64 * (HIGH + GAP) + HIGH / 2.0;
        text(hunter, left - 12.0, y, Anchor::End, true);
    }

    for (entry, line) in legend(games).iter().rev().zip(0..) {
        let y = height - 14.0 - LINE * f64::from(line);
        text(entry, GAP, y, Anchor::Start, false);
    }

    let means = games.iter().map(|it| it.shots.mean);
    let (min, max) =
        (means.clone().fold(f64::INFINITY, f64::min), means.fold(0.0, f64::max));
    for (at, statistics) in games.iter().enumerate() {
        let (row, column) = (at / placers.len().max(1), at % placers.len().max(1));
        let x = left + column as f64 * (wide + GAP) + (wide - WIDE) / 2.0;
        let corner = Point::new(x, top + row as f64 * (HIGH + GAP));
        let shade = (statistics.shots.mean - min) / (max - min).max(1e-9);
        draw_small(&mut picture, statistics, corner, shade);
    }

    picture
}

/// What the axes and the colours of the small histograms mean, one below the other.
fn legend(games: &[Statistics]) -> [String; 3] {
    let last = games.iter().map(|it| it.histogram.len()).max().unwrap_or(1) as f64 - 1.0;
    [
        format!("horizontal: 0 to {last} shots"),
        "vertical: share of the games, scaled to the tallest bar".to_owned(),
        "colour: the brighter, the more shots on average".to_owned(),
    ]
}

/// One small histogram; `shade` is 0 for the darkest and 1 for the brightest colour.
fn draw_small(picture: &mut Picture, statistics: &Statistics, corner: Point, shade: f64) {
    let Point { x, y } = corner;

    picture.push(Shape::rectangle(corner, [WIDE, HIGH], 0.0, theme::EMPTY));

    let bins = &statistics.histogram;
    let highest = f64::from(bins.iter().copied().max().unwrap_or(0).max(1));
    let wide = WIDE / bins.len() as f64;

    // The ends of the ramp are left out: they are close to the paper and to the ink.
    let fill = Ramp::Viridis.at(0.15 + 0.75 * shade);
    for (shots, &games) in bins.iter().enumerate().filter(|(_, games)| **games > 0) {
        let high = (HIGH - 22.0) * f64::from(games) / highest;
        let corner = Point::new(x + shots as f64 * wide, y + HIGH - high);
        picture.push(Shape::rectangle(corner, [wide, high], 0.0, fill));
    }

    let text = format!("mean {:.1}", statistics.shots.mean);
    let text = Shape::text(Point::new(x + 6.0, y + 11.0), 14.0, theme::INK, text);
    picture.push(text.bold().anchored(Anchor::Start));
}

/// The curve of a search for adversarial fleets: the shots of the best fleet and the mean over all
/// fleets, by generation.
pub fn adversarial(history: &[AdversarialGeneration]) -> Picture {
    adversarial_lines(history).picture()
}

pub(crate) fn adversarial_lines(history: &[AdversarialGeneration]) -> Lines {
    let series = |name: &str, color, value: fn(&AdversarialGeneration) -> f64| Series {
        name: name.to_owned(),
        color,
        points: history.iter().map(|it| (it.generation as f64, value(it))).collect(),
    };

    Lines {
        title: "Mean shots of the fastest hunter".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "shots".to_owned(),
        series: vec![
            series("best fleet", theme::VERMILLION, |it| it.best),
            series("mean of all fleets", theme::GREEN, |it| it.mean),
        ],
        ..Lines::default()
    }
}
