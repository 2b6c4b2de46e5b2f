//! Named horizontal reference lines of a line chart.

use super::cells::Cells;
use super::number;
use super::page::SMALL;
use super::plot::Plot;
use crate::{Anchor, Stroke, font, theme};

const LONGEST: f64 = 140.0;
const LINE: f64 = 15.0;

/// Labels with their values, highest first; only finite ones.
pub(super) struct Levels(Vec<(String, f64)>);

impl Levels {
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

    /// How many pixels the labels take beside the plot.
    pub(super) fn room(&self) -> f64 {
        let widths = self.0.iter().map(|(label, _)| font::width(label, SMALL) + 8.0);
        widths.fold(0.0, f64::max)
    }

    /// Draws dashed lines with their labels beside the plot, moved apart where they would touch.
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
    pub(super) fn mark(&self, cells: &mut Cells, plot: &Plot) {
        for (label, value) in &self.0 {
            cells.level(plot.y.at(*value), label, theme::MUTED);
        }
    }
}
