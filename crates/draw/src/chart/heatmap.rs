//! Heat maps.

use super::number;
use super::page::{self, EMPTY, MARGIN, Page, SMALL};
use super::scale::Scale;
use crate::{Anchor, Color, Mark, Picture, Point, Ramp, Shape, Stroke, font, theme};

const SCALE_WIDTH: f64 = 14.0;
const SCALE_GAP: f64 = 18.0;
const LEAST_WIDTH: f64 = 240.0;
const LEAST_SCALE: f64 = 90.0;
const STEPS: u32 = 64;
/// The space for the numbers of rows and the letters of columns.
const NUMBERS: f64 = 22.0;

/// A heat map: one coloured cell per number.
///
/// ```
/// use tilewright_draw::{Ramp, chart};
///
/// let chart = chart::Heatmap {
///     title: "Positions of ships".to_owned(),
///     rows: 2,
///     columns: 2,
///     values: vec![Some(0.0), Some(3.0), None, Some(12.0)],
///     labels: true,
///     ramp: Ramp::Viridis,
///     cell: 32.0,
/// };
/// assert_eq!(chart.picture().to_text(false), "Positions of ships\n  0   3\n     12\n");
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Heatmap {
    /// The title.
    pub title: String,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The numbers row by row. A number that is `None`, missing or not finite has no cell.
    pub values: Vec<Option<f64>>,
    /// Whether the numbers are written into the cells.
    pub labels: bool,
    /// The colours, from the lowest number to the highest.
    pub ramp: Ramp,
    /// The side of a cell in pixels, clamped to 4 to 200.
    pub cell: f64,
}

impl Heatmap {
    /// The chart, with a colour scale on the right.
    pub fn picture(&self) -> Picture {
        self.drawn(false)
    }

    /// The chart with row numbers from 1 and column letters from `A`; columns after `Z` have no
    /// letter.
    pub fn lettered(&self) -> Picture {
        self.drawn(true)
    }

    fn drawn(&self, is_lettered: bool) -> Picture {
        let head = if is_lettered { NUMBERS } else { 0.0 };
        let left = MARGIN + head;

        // If all numbers are equal, the scale begins at 0.
        let first = self.finite().next();
        let is_constant = self.finite().all(|value| Some(value) == first);
        let scale = Scale::tight(self.finite().chain(is_constant.then_some(0.0)), 6);

        let cell = if self.cell.is_nan() { 4.0 } else { self.cell.clamp(4.0, 200.0) };
        let ticks = scale.labels();
        let room = ticks.iter().map(|tick| font::width(tick, SMALL)).fold(0.0, f64::max);

        let grid = self.columns as f64 * cell;
        let width = left + grid + SCALE_GAP + SCALE_WIDTH + 10.0 + room + MARGIN;
        let mut page = Page::new(width.max(LEAST_WIDTH), &self.title, &[]);
        page.cursor += 6.0 + head;
        let top = page.cursor;
        let height = (self.rows as f64 * cell).max(LEAST_SCALE);

        if self.finite().next().is_none() {
            let x = page.picture.width / 2.0;
            page.text(EMPTY, x, top + height / 2.0, Anchor::Middle, theme::MUTED);
        } else {
            self.draw_cells(&mut page, &scale, left, cell);
            self.draw_scale(&mut page, &scale, left + grid + SCALE_GAP, height);
            if is_lettered {
                self.draw_numbers(&mut page, left, cell);
            }
        }

        page.cursor = top + height;
        let marks = self.marks(&scale, is_lettered);
        page.finish(marks)
    }

    fn finite(&self) -> impl Iterator<Item = f64> {
        let cells = self.rows.saturating_mul(self.columns);
        self.values
            .iter()
            .take(cells)
            .flatten()
            .copied()
            .filter(|value| value.is_finite())
    }

    fn value(&self, row: usize, column: usize) -> Option<f64> {
        let value = self.values.get(row * self.columns + column).copied().flatten();
        value.filter(|value| value.is_finite())
    }

    fn color(&self, scale: &Scale, value: f64) -> Color {
        self.ramp.at(scale.at(value))
    }

    /// The format of the numbers in the cells: whole numbers without decimals, others with as many
    /// as the largest number needs for three digits.
    fn form(&self) -> Form {
        let largest = self.finite().map(f64::abs).fold(0.0, f64::max);
        if largest >= 1.0e9 {
            return Form::Scientific;
        }
        if self.finite().all(|value| value.fract() == 0.0) {
            return Form::Fixed(0);
        }
        let decimals = (2 - number::exponent(largest).max(0)).clamp(0, 2);
        Form::Fixed(decimals as usize)
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        (0..self.rows)
            .flat_map(|row| (0..self.columns).map(move |column| (row, column)))
            .filter_map(|(row, column)| Some((row, column, self.value(row, column)?)))
    }

    fn draw_numbers(&self, page: &mut Page, left: f64, cell: f64) {
        let top = page.cursor;
        let middle = |index: usize| (index as f64 + 0.5) * cell;
        let (y, x) = (top - NUMBERS / 2.0, left - 6.0);
        let width = font::width("W", SMALL);
        for column in shown(self.columns, width + 4.0, cell) {
            let at = left + middle(column);
            page.text(&letter(column), at, y, Anchor::Middle, theme::MUTED);
        }
        for row in shown(self.rows, SMALL, cell) {
            let at = top + middle(row);
            page.text(&(row + 1).to_string(), x, at, Anchor::End, theme::MUTED);
        }
    }

    fn draw_cells(&self, page: &mut Page, scale: &Scale, left: f64, cell: f64) {
        let form = self.form();
        let widest = self
            .finite()
            .map(|value| font::width(&form.text(value), 1.0))
            .fold(0.1, f64::max);

        // All numbers have one size, by the widest of them.
        let size = (cell * 0.4).min((cell - 4.0) / widest).min(16.0);

        for (row, column, value) in self.cells() {
            let fill = self.color(scale, value);
            let (x, y) = (left + column as f64 * cell, page.cursor + row as f64 * cell);
            let square = Shape::rectangle(Point::new(x, y), [cell, cell], 0.0, fill);
            page.picture.push(square.outlined(Stroke::new(theme::PAPER, 1.0)));

            if self.labels && size >= 5.0 {
                let at = Point::new(x + cell / 2.0, y + cell / 2.0);
                page.picture.push(Shape::text(at, size, fill.ink(), form.text(value)));
            }
        }
    }

    fn draw_scale(&self, page: &mut Page, scale: &Scale, x: f64, height: f64) {
        let (top, bottom) = (page.cursor, page.cursor + height);
        let step = height / f64::from(STEPS);
        for index in 0..STEPS {
            let share = (f64::from(index) + 0.5) / f64::from(STEPS);
            let y = bottom - f64::from(index + 1) * step;
            // Half a pixel of overlap hides the edges between the steps.
            page.fill(x, y.max(top), SCALE_WIDTH, step + 0.5, self.ramp.at(share));
        }
        for (tick, label) in scale.ticks.iter().zip(scale.labels()) {
            let y = bottom - height * scale.at(*tick);
            page.text(&label, x + SCALE_WIDTH + 8.0, y, Anchor::Start, theme::MUTED);
        }
    }

    fn marks(&self, scale: &Scale, is_lettered: bool) -> Vec<Vec<Mark>> {
        let form = self.form();
        let widest = self.finite().map(|value| form.text(value).chars().count()).max();
        let Some(widest) = widest else {
            return [page::title_row(&self.title), vec![page::empty_row()]].concat();
        };

        let mark = |row: usize, column: usize| {
            self.value(row, column).map_or_else(
                || Mark::plain(" ".repeat(widest + 2)),
                |value| {
                    let paper = self.color(scale, value);
                    Mark::new(
                        format!(" {:>widest$} ", form.text(value)),
                        paper.ink(),
                        paper,
                    )
                },
            )
        };

        let number = |text: String| Mark::new(text, theme::MUTED, None);
        let digits = self.rows.to_string().len();
        let head =
            (0..self.columns).map(|column| format!(" {:>widest$} ", letter(column)));
        let head = format!("{:digits$}{}", "", head.collect::<String>());
        let head = is_lettered.then(|| vec![number(head)]);

        let rows = (0..self.rows).map(|row| {
            let before = is_lettered.then(|| number(format!("{:>digits$}", row + 1)));
            before.into_iter().chain((0..self.columns).map(|it| mark(row, it))).collect()
        });

        page::title_row(&self.title).into_iter().chain(head).chain(rows).collect()
    }
}

/// The letter of a column; empty after `Z`.
fn letter(column: usize) -> String {
    let letter = u8::try_from(column).ok().filter(|&column| column < 26);
    letter.map_or_else(String::new, |column| char::from(b'A' + column).to_string())
}

/// The format of numbers.
#[derive(Clone, Copy)]
enum Form {
    Scientific,
    /// With the given number of decimals.
    Fixed(usize),
}

impl Form {
    fn text(self, value: f64) -> String {
        match self {
            Self::Scientific => number::scientific(value, 1),
            Self::Fixed(decimals) => number::fixed(value, decimals),
        }
    }
}

/// The indices whose numbers are written: all if there is space; else the first and every second,
/// fifth or tenth number. Indices count from 0, numbers from 1.
fn shown(count: usize, room: f64, cell: f64) -> impl Iterator<Item = usize> {
    let has_room = |step: &usize| *step as f64 * cell >= room;
    let step = [1, 2, 5].into_iter().find(has_room).unwrap_or(10);
    (0..count).filter(move |place| *place == 0 || (place + 1).is_multiple_of(step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_left_out_if_there_is_no_space() {
        let numbers =
            |room| shown(12, room, 15.0).map(|place| place + 1).collect::<Vec<_>>();
        assert_eq!(numbers(15.0), (1..=12).collect::<Vec<_>>());
        assert_eq!(numbers(18.0), [1, 2, 4, 6, 8, 10, 12]);
        assert_eq!(numbers(75.0), [1, 5, 10]);
        assert_eq!(numbers(76.0), [1, 10]);
    }
}
