//! Horizontal reference lines of a line chart.

use super::canvas::Canvas;
use super::number;
use super::page::SMALL;
use super::plot::Plot;
use crate::{Anchor, Stroke, font, theme};

const LONGEST: f64 = 140.0;
const LINE: f64 = 15.0;

/// Labels with their values, from the highest to the lowest; only finite ones.
pub(super) struct ReferenceLines(Vec<(String, f64)>);

impl ReferenceLines {
    pub(super) fn of(levels: &[(String, f64)]) -> Self {
        let finite = levels.iter().filter(|(_, value)| value.is_finite());
        let mut shown: Vec<(String, f64)> = finite
            .map(|(name, value)| {
                let value_text = number::tidy(*value);
                let room = LONGEST - font::width(&value_text, SMALL);
                let label = format!("{} {value_text}", font::fit(name, SMALL, room));
                (label.trim_start().to_owned(), *value)
            })
            .collect();
        shown.sort_by(|a, b| b.1.total_cmp(&a.1));
        Self(shown)
    }

    /// The width of the labels in pixels.
    pub(super) fn room(&self) -> f64 {
        let widths = self.0.iter().map(|(label, _)| font::width(label, SMALL) + 8.0);
        widths.fold(0.0, f64::max)
    }

    /// Draws dashed lines with their labels beside the plot; labels that would overlap are moved
    /// apart.
    pub(super) fn draw(&self, plot: &mut Plot) {
        let right = plot.left + plot.width;
        let bottom = plot.top + plot.height;
        let mut next = plot.top;
        for (index, (label, value)) in self.0.iter().enumerate() {
            let y = plot.y_of(*value);
            plot.page.dashes((plot.left, y), (right, y), Stroke::new(theme::MUTED, 1.2));
            let below = (self.0.len() - 1 - index) as f64 * LINE;
            let at = y.min(bottom - below).max(next);
            plot.page.text(label, right + 8.0, at, Anchor::Start, theme::INK);
            next = at + LINE;
        }
    }

    /// Draws the lines and labels in characters.
    pub(super) fn mark(&self, canvas: &mut Canvas, plot: &Plot) {
        for (label, value) in &self.0 {
            canvas.level(plot.y.at(*value), label, theme::MUTED);
        }
    }
}
