//! Games of 2048 that small networks of given weights play.

use numpy::{
    PyArray1, PyArray2, PyArrayMethods as _, PyReadwriteArray2,
    PyUntypedArrayMethods as _,
};
use pyo3::prelude::*;
use tilewright_2048::{FOUR_PROBABILITY, TupleLayout};
use tilewright_grid::Seed;

use super::{Rows, seed, watched, wrong};

/// The seeds that rows draw from under one seed: its children.
#[pyfunction]
pub(crate) fn child_seeds(
    py: Python<'_>,
    seed: u64,
    count: usize,
) -> Bound<'_, PyArray1<u64>> {
    let children = (0..count as u64).map(|row| Seed(seed).child(row).0);
    PyArray1::from_iter(py, children)
}

/// What small n-tuple networks of one layout play.
#[pyclass(module = "tilewright._tilewright", frozen)]
pub(crate) struct TuplePlayer {
    layout: TupleLayout,
}

#[pymethods]
impl TuplePlayer {
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "Python gives a list")]
    fn new(tuples: Vec<Vec<u8>>, values: u32) -> PyResult<Self> {
        let layout = TupleLayout::new(&tuples, values);
        layout
            .map(|layout| Self { layout })
            .map_err(|error| wrong(format!("tuples: {error}")))
    }

    /// The number of weights of a network.
    #[getter]
    const fn weights(&self) -> usize {
        self.layout.weights()
    }

    /// Plays the games of each network: one for each of its seeds. A result is the score, the number of moves and the largest tile.
    fn play(
        &self,
        py: Python<'_>,
        weights: &Bound<'_, PyArray2<f64>>,
        seeds: &Bound<'_, PyArray2<u64>>,
        max_moves: u32,
        mut out: PyReadwriteArray2<'_, i64>,
    ) -> PyResult<()> {
        let (weights, seeds) = (weights.readonly(), seeds.readonly());
        let games = seeds.shape()[1];
        let (weights, seeds, out) =
            (weights.as_slice()?, seeds.as_slice()?, out.as_slice_mut()?);
        let (layout, count) = (&self.layout, self.layout.weights());
        watched(py, |stop| {
            // A game at a time, so that few networks of many games keep all threads busy too.
            let rows = Rows { argument: "weights", grain: 1, stop };
            rows.fill(
                out,
                3,
                || (),
                |(), game, out| {
                    let own = &weights[game / games * count..][..count];
                    let seed = seed(seeds, game);
                    let played =
                        layout.play(own, FOUR_PROBABILITY, seed, max_moves, stop);
                    if let Some(played) = played {
                        out[0] = played.score.cast_signed();
                        out[1] = i64::from(played.moves);
                        out[2] = i64::from(played.largest);
                    }
                    Ok(())
                },
            )
        })
    }
}
