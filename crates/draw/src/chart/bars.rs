//! Horizontal bars.

use super::number;
use super::page::{self, EMPTY, MARGIN, Page, SMALL};
use super::plot::WIDTH;
use super::scale::Scale;
use crate::{Anchor, Color, Mark, Picture, Point, Shape, Stroke, font, mark, theme};

const BAR: f64 = 18.0;
const PITCH: f64 = 26.0;
const LONGEST_NAME: f64 = 200.0;
/// The length of the longest bar in characters.
const COLUMNS: f64 = 40.0;
/// Blocks of zero to seven eighths of a character.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// Horizontal bars, each with its name before and its value after it.
///
/// ```
/// use tilewright_draw::{chart, theme};
///
/// let chart = chart::Bars {
///     title: "Shots to sink the fleet".to_owned(),
///     x_label: "shots".to_owned(),
///     bars: vec![
///         ("random".to_owned(), 95.4, theme::GREY),
///         ("hunt and target".to_owned(), 64.0, theme::ACCENT),
///     ],
/// };
/// assert!(chart.picture().to_text(false).contains("hunt and target ██████"));
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[expect(
    clippy::struct_field_names,
    reason = "the bars of a bar chart have no other name"
)]
pub struct Bars {
    /// The title.
    pub title: String,
    /// The label of the values.
    pub x_label: String,
    /// Name, value and colour of each bar, from top to bottom. A value that is not finite is
    /// shown as a dash.
    pub bars: Vec<(String, f64, Color)>,
}

impl Bars {
    /// The chart, 640 pixels wide.
    pub fn picture(&self) -> Picture {
        let mut page = Page::new(WIDTH, &self.title, &[]);
        page.cursor += 8.0;

        if self.bars.is_empty() {
            let y = page.cursor + PITCH / 2.0;
            page.text(EMPTY, WIDTH / 2.0, y, Anchor::Middle, theme::MUTED);
            page.cursor += PITCH;
        } else {
            self.draw(&mut page);
        }

        if !self.x_label.is_empty() {
            let label = font::fit(&self.x_label, SMALL, WIDTH - 2.0 * MARGIN);
            let y = page.cursor + 10.0;
            page.text(&label, WIDTH / 2.0, y, Anchor::Middle, theme::MUTED);
            page.cursor += 16.0;
        }

        page.finish(self.marks())
    }

    fn scale(&self) -> Scale {
        Scale::tight(self.bars.iter().map(|bar| bar.1).chain([0.0]), 5)
    }

    fn draw(&self, page: &mut Page) {
        let widest = |texts: &mut dyn Iterator<Item = String>| {
            texts.map(|text| font::width(&text, SMALL)).fold(0.0, f64::max)
        };

        let name = |name: &str| font::fit(name, SMALL, LONGEST_NAME);

        let scale = self.scale();
        let values = widest(&mut self.bars.iter().map(|bar| number::tidy(bar.1))) + 8.0;
        let names = widest(&mut self.bars.iter().map(|bar| name(&bar.0))) + 10.0;

        // Negative bars have their values on the left.
        let before = if scale.low < 0.0 { values } else { 0.0 };
        let left = MARGIN + names + before;
        let width = WIDTH - MARGIN - values - left;
        let zero = left + width * scale.at(0.0);

        let top = page.cursor;

        for (text, value, color) in &self.bars {
            let y = page.cursor + PITCH / 2.0;
            page.text(&name(text), MARGIN + names - 10.0, y, Anchor::End, theme::INK);

            let end =
                if value.is_finite() { left + width * scale.at(*value) } else { zero };
            let corner = Point::new(zero.min(end), y - BAR / 2.0);
            let sides = [(end - zero).abs(), BAR];
            page.picture.push(Shape::rectangle(corner, sides, 2.0, *color));

            let label = number::tidy(*value);
            if *value < 0.0 {
                page.text(&label, end - 6.0, y, Anchor::End, theme::INK);
            } else {
                page.text(&label, end + 6.0, y, Anchor::Start, theme::INK);
            }

            page.cursor += PITCH;
        }

        let axis = Stroke::new(theme::MUTED, 1.0);
        page.rule((zero, top), (zero, page.cursor), axis);
    }

    fn marks(&self) -> Vec<Vec<Mark>> {
        let scale = self.scale();
        let bars: Vec<Row<'_>> = self
            .bars
            .iter()
            .map(|(name, value, color)| Row {
                name,
                from: scale.at(0.0),
                to: if value.is_finite() { scale.at(*value) } else { scale.at(0.0) },
                color: *color,
                label: number::tidy(*value),
            })
            .collect();

        let mut rows = page::title_row(&self.title);
        rows.extend(bar_rows(&bars));
        if bars.is_empty() {
            rows.push(page::empty_row());
        }

        rows.extend(page::title_row(&self.x_label));
        rows
    }
}

/// A bar in characters; `from` and `to` are shares of the whole width.
pub(super) struct Row<'a> {
    pub(super) name: &'a str,
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) color: Color,
    pub(super) label: String,
}

/// Bars in characters, with right-aligned names.
pub(super) fn bar_rows(bars: &[Row<'_>]) -> Vec<Vec<Mark>> {
    let widest = bars.iter().map(|bar| mark::text_columns(bar.name)).max().unwrap_or(0);
    bars.iter()
        .map(|bar| {
            let padding = " ".repeat(widest - mark::text_columns(bar.name));

            let zero = (bar.from * COLUMNS).round();
            let start = zero.min((bar.to * COLUMNS).round());
            let end = if bar.to < bar.from { zero } else { bar.to * COLUMNS };
            let eighths = ((end - start) * 8.0).round().max(0.0) as usize;
            let start = start as usize;

            let blocks = "█".repeat(eighths / 8) + EIGHTHS[eighths % 8];
            vec![
                Mark::plain(format!("{padding}{} {}", bar.name, " ".repeat(start))),
                Mark::new(blocks, bar.color, None),
                Mark::plain(format!(" {}", bar.label)),
            ]
        })
        .collect()
}
