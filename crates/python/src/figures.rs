//! The figures of a search as SVG, in the colours of all pictures.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilewright_draw::Ramp;
use tilewright_draw::chart::{Heatmap, Lines, Scatter, Series};
use tilewright_draw::theme::SERIES;

/// A line of a chart: its name and its points.
type NamedLine = (String, Vec<(f64, f64)>);

/// The most cells of a heat map. Chosen: a picture of a million squares has a hundred megabytes.
const MOST_CELLS: usize = 1 << 16;

/// Lines over generations.
#[pyfunction]
pub(crate) fn curve_chart(
    py: Python<'_>,
    title: String,
    x_label: String,
    y_label: String,
    lines: Vec<NamedLine>,
) -> String {
    let colors = SERIES.into_iter().cycle();
    let series = lines.into_iter().zip(colors);
    let series = series.map(|((name, points), color)| Series { name, color, points });
    let series = series.collect();
    let chart = Lines { title, x_label, y_label, series, ..Lines::default() };
    py.detach(|| chart.picture().to_svg())
}

/// Points over two values.
#[pyfunction]
pub(crate) fn scatter_chart(
    py: Python<'_>,
    title: String,
    x_label: String,
    y_label: String,
    points: Vec<(f64, f64)>,
) -> String {
    let chart = Scatter { title, x_label, y_label, points, diagonal: false };
    py.detach(|| chart.picture().to_svg())
}

/// A heat map of numbers row by row; those that are NaN have no cell.
#[pyfunction]
pub(crate) fn heat_map(
    py: Python<'_>,
    title: String,
    rows: usize,
    columns: usize,
    values: Vec<f64>,
    cell: f64,
) -> PyResult<String> {
    let cells = rows.saturating_mul(columns);
    if cells > MOST_CELLS {
        let text = format!("figure: expected at most {MOST_CELLS} bins, found {cells}");
        return Err(PyValueError::new_err(text));
    }
    let chart = Heatmap {
        title,
        rows,
        columns,
        values: values.into_iter().map(Some).collect(),
        labels: false,
        ramp: Ramp::Viridis,
        cell,
    };
    Ok(py.detach(|| chart.picture().to_svg()))
}
