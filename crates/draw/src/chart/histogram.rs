//! Histograms.

use super::bars::{Row, bar_rows};
use super::bins::{self, Bin};
use super::number;
use super::page::{self, Key, Swatch};
use super::plot::{self, Labels, Plot, WIDTH};
use super::scale::Scale;
use crate::{Color, Mark, Picture, Stroke, theme};

const TARGET: Color = theme::FEASIBLE.with_alpha(56);

/// A histogram with bins of equal width.
///
/// If all values are whole numbers, there is a bin for each number, or, if that is more than
/// `bins`, every bin covers the same number of them.
///
/// ```
/// use tilewright_draw::{chart, theme};
///
/// let chart = chart::Histogram {
///     title: "Moves to finish".to_owned(),
///     x_label: "moves".to_owned(),
///     y_label: "games".to_owned(),
///     values: vec![18.0, 19.0, 19.0, 20.0],
///     bins: 10,
///     band: Some((18.5, 20.5)),
///     lines: vec![("mean".to_owned(), 19.0, theme::INK)],
/// };
/// assert!(chart.picture().to_text(false).contains("19 "));
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Histogram {
    /// The title.
    pub title: String,
    /// The label of the values.
    pub x_label: String,
    /// The label of the counts.
    pub y_label: String,
    /// The values; those that are not finite are not counted.
    pub values: Vec<f64>,
    /// The maximum number of bins, clamped to 1 to 200.
    pub bins: usize,
    /// The target range of the values, which is shaded.
    pub band: Option<(f64, f64)>,
    /// Dashed vertical lines: name, value and colour. Lines whose value is not finite are left
    /// out.
    pub lines: Vec<(String, f64, Color)>,
}

impl Histogram {
    /// The chart, 640 pixels wide.
    pub fn picture(&self) -> Picture {
        let bins = bins::of(&self.values, self.bins);
        let band = self.target();
        let keys = self.keys();

        let labels = Labels {
            title: &self.title,
            x_label: &self.x_label,
            y_label: &self.y_label,
            keys: &keys,
        };

        // The axis reaches as far as bins, the wanted range and the marked values.
        let edges = || {
            let ends = band.into_iter().flat_map(|(low, high)| [low, high]);
            // A single bin gets space on both sides.
            let room = |bin: &Bin| {
                if bins.len() == 1 { 3.0 * (bin.high - bin.low) } else { 0.0 }
            };
            bins.iter()
                .flat_map(move |bin| [bin.low - room(bin), bin.high + room(bin)])
                .chain(ends)
                .chain(self.lines().map(|(_, value, _)| *value))
        };

        let x = plot::horizontal(|count| Scale::tight(edges(), count), WIDTH - 100.0);
        let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
        let y = Scale::rounded([0.0, f64::from(most)].into_iter(), most.min(5) as usize);
        let mut plot = Plot::new(&labels, x, y, 0.0);

        if let Some(band) = band {
            draw_band(&mut plot, band);
        }
        draw_bins(&mut plot, &bins);

        for &(_, value, color) in self.lines() {
            let (x, bottom) = (plot.x_of(value), plot.top + plot.height);
            let halo = Stroke::new(theme::PAPER.with_alpha(200), 5.0);
            plot.page.rule((x, plot.top), (x, bottom), halo);
            plot.page.dashes((x, plot.top), (x, bottom), Stroke::new(color, 2.0));
        }

        let marks = self.marks(&bins, &keys);
        plot.page.finish(marks)
    }

    fn keys(&self) -> Vec<Key> {
        let band = self.target().map(|_| Key {
            name: "target".to_owned(),
            color: TARGET,
            swatch: Swatch::Box,
            letter: '┃',
        });
        let lines = self.lines().map(|(name, value, color)| Key {
            name: format!("{name}: {}", number::tidy(*value)),
            color: *color,
            swatch: Swatch::Line,
            letter: '┆',
        });
        band.into_iter().chain(lines).collect()
    }

    fn lines(&self) -> impl Iterator<Item = &(String, f64, Color)> {
        self.lines.iter().filter(|(_, value, _)| value.is_finite())
    }

    /// The target range, from its lower to its upper end; `None` if an end is not finite.
    fn target(&self) -> Option<(f64, f64)> {
        let (one, other) = self.band?;
        let finite = one.is_finite() && other.is_finite();
        finite.then(|| (one.min(other), one.max(other)))
    }

    fn marks(&self, bins: &[Bin], keys: &[Key]) -> Vec<Vec<Mark>> {
        let most = bins.iter().map(|bin| bin.count).max().unwrap_or(1);

        let wanted = |bin: &Bin| {
            let middle = f64::midpoint(bin.low, bin.high);
            self.target().is_some_and(|(low, high)| low <= middle && middle <= high)
        };

        let names: Vec<String> = bins
            .iter()
            .map(|bin| format!("{} {}", bin.name, if wanted(bin) { '┃' } else { ' ' }))
            .collect();

        let bars: Vec<Row<'_>> = bins
            .iter()
            .zip(&names)
            .map(|(bin, name)| Row {
                name,
                from: 0.0,
                to: f64::from(bin.count) / f64::from(most),
                color: if wanted(bin) { theme::FEASIBLE } else { theme::ACCENT },
                label: number::fixed(f64::from(bin.count), 0),
            })
            .collect();

        let mut rows = page::title_row(&self.title);
        rows.extend(page::legend_rows(keys));
        rows.extend(page::title_row(&self.x_label));
        rows.extend(bar_rows(&bars));
        if bins.is_empty() {
            rows.push(page::empty_row());
        }
        rows
    }
}

fn draw_band(plot: &mut Plot, (low, high): (f64, f64)) {
    let (left, right) = (plot.x_of(low), plot.x_of(high));
    plot.page.fill(left, plot.top, right - left, plot.height, TARGET);
}

fn draw_bins(plot: &mut Plot, bins: &[Bin]) {
    for bin in bins.iter().filter(|bin| bin.count > 0) {
        let (left, right) = (plot.x_of(bin.low), plot.x_of(bin.high));
        let top = plot.y_of(f64::from(bin.count));
        let gap = if right - left > 4.0 { 1.0 } else { 0.0 };
        let height = plot.top + plot.height - top;
        plot.page.fill(left + gap, top, right - left - 2.0 * gap, height, theme::ACCENT);
    }
    if bins.is_empty() {
        plot.say_empty();
    }
}
