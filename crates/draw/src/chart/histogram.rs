//! How often values occur.

use super::bars::{Row, bar_rows};
use super::number;
use super::page::{self, Key, Sign};
use super::plot::{self, Plot, WIDTH, Words};
use super::scale::Scale;
use crate::{Color, Mark, Picture, Stroke, theme};

const MOST_BINS: usize = 200;
const TARGET: Color = theme::FEASIBLE.with_alpha(56);

/// A histogram with bins of equal width.
///
/// Whole numbers that span fewer values than `bins` get one bin each, centred on the value;
/// where they span more, every bin holds equally many of them.
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
    /// The heading.
    pub title: String,
    /// What the values measure.
    pub x_label: String,
    /// What is counted.
    pub y_label: String,
    /// The values; those that are not finite are not counted.
    pub values: Vec<f64>,
    /// How many bins at most; between 1 and 200.
    pub bins: usize,
    /// The range that values are wanted in, shaded.
    pub band: Option<(f64, f64)>,
    /// Values that stand out, by name and colour: dashed upright lines. Those that are not
    /// finite are left out.
    pub lines: Vec<(String, f64, Color)>,
}

/// One bin: the values from `low` up to `high` and how many there are.
struct Bin {
    name: String,
    low: f64,
    high: f64,
    count: u32,
}

impl Histogram {
    /// The chart, 640 pixels wide.
    pub fn picture(&self) -> Picture {
        let bins = self.count();
        let band = self.target();
        let keys = self.keys();
        let words = Words {
            title: &self.title,
            x_label: &self.x_label,
            y_label: &self.y_label,
            keys: &keys,
        };
        let edges = || {
            let ends = band.into_iter().flat_map(|(low, high)| [low, high]);
            // A bin that stands alone gets room at both sides.
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
        let mut plot = Plot::new(&words, x, y, 0.0);
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
            sign: Sign::Box,
            letter: '┃',
        });
        let lines = self.lines().map(|(name, value, color)| Key {
            name: format!("{name}: {}", number::tidy(*value)),
            color: *color,
            sign: Sign::Line,
            letter: '┆',
        });
        band.into_iter().chain(lines).collect()
    }

    fn lines(&self) -> impl Iterator<Item = &(String, f64, Color)> {
        self.lines.iter().filter(|(_, value, _)| value.is_finite())
    }

    /// The target band with finite ends in order.
    fn target(&self) -> Option<(f64, f64)> {
        let (one, other) = self.band?;
        let finite = one.is_finite() && other.is_finite();
        finite.then(|| (one.min(other), one.max(other)))
    }

    /// Sorts the values into bins.
    fn count(&self) -> Vec<Bin> {
        let values = || self.values.iter().copied().filter(|value| value.is_finite());
        if values().next().is_none() {
            return Vec::new();
        }
        let most = self.bins.clamp(1, MOST_BINS);
        let whole = values().all(|value| value.fract() == 0.0 && value.abs() < 1.0e9);
        let low = values().fold(f64::INFINITY, f64::min);
        let high = values().fold(f64::NEG_INFINITY, f64::max);
        let is_exact = low < high || most > 1;
        let mut bins = if whole && is_exact && high - low < 1.0e9 {
            whole_bins(low as i64, high as i64, most.cast_signed() as i64)
        } else {
            // Equal values have one bin, with some room at either side.
            let most = if low < high { most } else { 1 };
            even_bins(&Scale::tight(values(), 5), most)
        };
        for value in values() {
            let last = bins.len() - 1;
            let place = bins.partition_point(|bin| bin.high <= value).min(last);
            bins[place].count += 1;
        }
        bins
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

/// Bins of whole numbers: equally many in each, and as few as there is room for.
fn whole_bins(low: i64, high: i64, most: i64) -> Vec<Bin> {
    let width = (high - low) / most + 1;
    let count = (high - low) / width + 1;
    let bin = |index: i64| {
        let (first, last) = (low + index * width, low + (index + 1) * width - 1);
        let [from, to] = [first, last].map(|value| number::fixed(value as f64, 0));
        let name = if width == 1 { from } else { format!("{from} – {to}") };
        Bin { name, low: first as f64 - 0.5, high: last as f64 + 0.5, count: 0 }
    };
    (0..count).map(bin).collect()
}

/// Bins that divide a range evenly.
fn even_bins(scale: &Scale, bins: usize) -> Vec<Bin> {
    let edge = |index: usize| {
        let share = index as f64 / bins as f64;
        scale.low * (1.0 - share) + scale.high * share
    };
    (0..bins)
        .map(|index| {
            let (low, high) = (edge(index), edge(index + 1));
            let name = format!("{} – {}", number::tidy(low), number::tidy(high));
            Bin { name, low, high, count: 0 }
        })
        .collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(values: &[f64], bins: usize) -> Vec<u32> {
        let histogram =
            Histogram { values: values.to_vec(), bins, ..Histogram::default() };
        histogram.count().iter().map(|bin| bin.count).collect()
    }

    #[test]
    fn every_finite_value_is_counted_once() {
        let values = [0.0, 0.1, 0.26, 0.5, 0.74, 0.99, 1.0, f64::NAN, f64::INFINITY];
        assert_eq!(counts(&values, 4), [2, 1, 2, 2]);
        assert_eq!(counts(&values, 0), [7]);
        assert_eq!(counts(&[f64::MIN, 0.5, f64::MAX], 3), [1, 1, 1]);
    }

    #[test]
    fn few_whole_numbers_have_a_bin_each() {
        assert_eq!(counts(&[3.0, 5.0, 5.0], 3), [1, 0, 2]);
        assert_eq!(counts(&[3.0, 5.0, 5.0], 2), [1, 2]);
    }

    #[test]
    fn many_whole_numbers_share_bins_evenly() {
        let values: Vec<f64> = (1..=30).map(f64::from).collect();
        assert_eq!(counts(&values, 10), [3; 10]);
        assert_eq!(counts(&values, 7), [5; 6]);
    }

    #[test]
    fn equal_values_share_one_bin() {
        assert_eq!(counts(&[2.5; 9], 12), [9]);
        assert_eq!(counts(&[2.0; 9], 12), [9]);
    }
}
