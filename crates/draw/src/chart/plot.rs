//! Two axes with grid lines, ticks and labels.

use super::canvas::Canvas;
use super::page::{self, EMPTY, Key, LINE, MARGIN, Page, SMALL};
use super::scale::Scale;
use crate::{Anchor, Mark, Picture, Point, Stroke, font, mark, theme};

/// The width of a whole chart in pixels.
pub(super) const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
const THIN: Stroke = Stroke::new(theme::GRID, 1.0);

/// The texts around a plot.
pub(super) struct Labels<'a> {
    pub(super) title: &'a str,
    pub(super) x_label: &'a str,
    pub(super) y_label: &'a str,
    pub(super) keys: &'a [Key],
}

/// Two axes on a page.
pub(super) struct Plot {
    pub(super) page: Page,
    pub(super) x: Scale,
    pub(super) y: Scale,
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    empty: bool,
}

impl Plot {
    /// Draws the axes and the texts around them; `right` is the width reserved beside the plot.
    pub(super) fn new(labels: &Labels<'_>, x: Scale, y: Scale, right: f64) -> Self {
        let mut page = Page::new(WIDTH, labels.title, labels.keys);
        let room = WIDTH - 2.0 * MARGIN;

        if !labels.y_label.is_empty() {
            let label = font::fit(labels.y_label, SMALL, room);
            page.text(
                &label,
                MARGIN,
                page.cursor + LINE / 2.0,
                Anchor::Start,
                theme::MUTED,
            );
            page.cursor += LINE;
        }

        // The labels of the ticks decide how much is left for the plot.
        let left = MARGIN + widest(&y) + 8.0;
        let right = right.max(widest(&x) / 2.0 - MARGIN / 2.0);
        let top = page.cursor + 10.0;
        let width = WIDTH - MARGIN - right - left;

        let mut plot =
            Self { page, x, y, left, top, width, height: HEIGHT, empty: false };
        plot.y_axis();
        plot.x_axis();
        plot.page.cursor = top + HEIGHT + 24.0;

        if !labels.x_label.is_empty() {
            let label = font::fit(labels.x_label, SMALL, room);
            let (x, y) = (left + width / 2.0, plot.page.cursor + 8.0);
            plot.page.text(&label, x, y, Anchor::Middle, theme::MUTED);
            plot.page.cursor += LINE;
        }

        plot
    }

    fn y_axis(&mut self) {
        let (left, right) = (self.left, self.left + self.width);
        for (tick, label) in self.y.ticks.clone().into_iter().zip(self.y.labels()) {
            let y = self.y_of(tick);
            self.page.rule((left, y), (right, y), THIN);
            self.page.text(&label, left - 8.0, y, Anchor::End, theme::MUTED);
        }
    }

    fn x_axis(&mut self) {
        let bottom = self.top + self.height;
        let stroke = Stroke::new(theme::MUTED, 1.0);
        self.page.rule((self.left, bottom), (self.left + self.width, bottom), stroke);
        for (tick, label) in self.x.ticks.clone().into_iter().zip(self.x.labels()) {
            let x = self.x_of(tick);
            self.page.rule((x, bottom), (x, bottom + 4.0), stroke);
            self.page.text(&label, x, bottom + 14.0, Anchor::Middle, theme::MUTED);
        }
    }

    /// The horizontal position of a value in pixels.
    pub(super) fn x_of(&self, value: f64) -> f64 {
        self.left + self.width * self.x.at(value)
    }

    /// The vertical position of a value in pixels.
    pub(super) fn y_of(&self, value: f64) -> f64 {
        self.top + self.height * (1.0 - self.y.at(value))
    }

    /// The position of a pair of values.
    pub(super) fn point(&self, (x, y): (f64, f64)) -> Point {
        Point::new(self.x_of(x), self.y_of(y))
    }

    /// Writes in the middle of the plot that there are no values.
    pub(super) fn say_empty(&mut self) {
        self.empty = true;
        let (x, y) = (self.left + self.width / 2.0, self.top + self.height / 2.0);
        self.page.text(EMPTY, x, y, Anchor::Middle, theme::MUTED);
    }

    /// The finished picture; in the terminal it shows `canvas` between the same axes.
    pub(super) fn finish(self, labels: &Labels<'_>, canvas: &Canvas) -> Picture {
        let mut inside = canvas.marks();
        if self.empty {
            let middle = inside.len() / 2;
            inside[middle] = vec![Mark::plain(format!("{EMPTY:^0$}", Canvas::WIDTH))];
        }
        let marks = framed(labels, &self.x, &self.y, inside);
        self.page.finish(marks)
    }
}

/// A horizontal scale with as many ticks as there is space for their labels.
pub(super) fn horizontal(make: impl Fn(usize) -> Scale, room: f64) -> Scale {
    let roomy = |scale: &Scale| (widest(scale) + 18.0) * scale.ticks.len() as f64 <= room;
    [10, 7, 5, 4, 3].into_iter().map(&make).find(roomy).unwrap_or_else(|| make(2))
}

/// The widest label of a scale in pixels.
fn widest(scale: &Scale) -> f64 {
    scale.labels().iter().map(|label| font::width(label, SMALL)).fold(0.0, f64::max)
}

/// A plot in characters, with the rows `inside` between its axes.
fn framed(
    labels: &Labels<'_>,
    x: &Scale,
    y: &Scale,
    inside: Vec<Vec<Mark>>,
) -> Vec<Vec<Mark>> {
    let tick_labels = y.labels();
    let margin = tick_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);

    let mut rows = page::title_row(labels.title);
    rows.extend(page::legend_rows(labels.keys));
    rows.extend(page::title_row(labels.y_label));

    for (index, row) in inside.into_iter().enumerate() {
        let tick = y.ticks.iter().position(|tick| Canvas::row(y.at(*tick)) == index);
        let head = tick.map_or_else(
            || format!("{:margin$} │", ""),
            |tick| format!("{:>margin$} ┤", tick_labels[tick]),
        );

        rows.push([vec![Mark::new(head, theme::MUTED, None)], row].concat());
    }

    let muted = |text: String| vec![Mark::new(text, theme::MUTED, None)];
    rows.push(muted(format!("{:margin$} └{}", "", "─".repeat(Canvas::WIDTH))));
    rows.push(muted(below(x, margin + 2)));

    if !labels.x_label.is_empty() {
        let wide = mark::text_columns(labels.x_label);
        let indent = margin + 2 + Canvas::WIDTH.saturating_sub(wide) / 2;
        rows.push(muted(format!("{:indent$}{}", "", labels.x_label)));
    }
    rows
}

/// The labels below the horizontal axis, without those that would touch their neighbour.
fn below(x: &Scale, margin: usize) -> String {
    let mut line = String::new();
    for (tick, label) in x.ticks.iter().zip(x.labels()) {
        let wide = label.chars().count();
        let start = (margin + Canvas::column(x.at(*tick))).saturating_sub(wide / 2);
        let used = line.chars().count();
        if used == 0 || start > used + 1 {
            line.push_str(&" ".repeat(start - used));
            line.push_str(&label);
        }
    }
    line
}
