//! The logbook of a search as columns.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilewright_evolve::Event;

/// The values of all objectives at a rank, if there are feasible individuals.
type Rank<const M: usize> = fn(&Event<M>) -> Option<[f64; M]>;

/// The columns of all events by their names. A missing value is NaN.
pub(super) fn columns<'py, const M: usize>(
    py: Python<'py>,
    events: &[&Event<M>],
    objectives: usize,
    notes: &[&str],
) -> PyResult<Bound<'py, PyDict>> {
    let table = PyDict::new(py);
    let counts = |of: &dyn Fn(&Event<M>) -> u64| {
        let counts = events.iter().map(|event| of(event).cast_signed()).collect();
        PyArray1::from_vec(py, counts)
    };

    let reals = |of: &dyn Fn(&Event<M>) -> Option<f64>| {
        let reals = events.iter().map(|event| of(event).unwrap_or(f64::NAN)).collect();
        PyArray1::from_vec(py, reals)
    };

    table.set_item("generation", counts(&|event| event.generation))?;
    table.set_item("evaluations", counts(&|event| event.evaluations))?;
    table.set_item("population", counts(&|event| u64::from(event.population)))?;
    table.set_item("feasible", counts(&|event| u64::from(event.feasible)))?;

    let ranks: [(&str, Rank<M>); 3] = [
        ("best", |event| event.best),
        ("median", |event| event.median),
        ("worst", |event| event.worst),
    ];
    for (name, rank) in ranks {
        for at in 0..objectives {
            let column = reals(&|event| rank(event).map(|values| values[at]));
            if objectives == 1 {
                table.set_item(name, column)?;
            } else {
                table.set_item(format!("{name}_{}", at + 1), column)?;
            }
        }
    }

    table.set_item("least_violation", reals(&|event| event.least_violation))?;
    table.set_item("median_violation", reals(&|event| event.median_violation))?;
    table.set_item("diversity", reals(&|event| Some(event.diversity)))?;

    for (at, name) in notes.iter().enumerate() {
        table.set_item(name, reals(&|event| event.notes.values().get(at).copied()))?;
    }
    Ok(table)
}
