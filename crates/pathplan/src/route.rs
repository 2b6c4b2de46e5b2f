//! A path, and what it costs.

use std::f64::consts::SQRT_2;

use tilewright_grid::Cell;

/// A path: the cells from start to goal, both included, each a step from the last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// The cells.
    pub cells: Vec<Cell>,
    /// What it costs: the sum of its steps, a step across a corner √2; where the map has
    /// costs or weights danger, with these.
    pub length: f64,
}

impl Route {
    /// The length of a walk over even ground: 1 a step beside, √2 a step across.
    pub fn measure(cells: &[Cell]) -> f64 {
        let (mut beside, mut across) = (0_u32, 0_u32);
        for step in cells.windows(2) {
            let is_across =
                step[0].row != step[1].row && step[0].column != step[1].column;
            across += u32::from(is_across);
            beside += u32::from(!is_across);
        }
        f64::from(beside) + f64::from(across) * SQRT_2
    }
}
