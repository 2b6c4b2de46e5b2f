//! Paths and their costs.

use std::f64::consts::SQRT_2;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use tilewright_grid::Cell;

/// A path from a start to a goal.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Route {
    /// The cells from the start to the goal, both included, each one step from the one before.
    pub cells: Vec<Cell>,
    /// The cost of the path: the sum of the costs of its steps. On a map without costs and danger
    /// that is its length, where a diagonal step counts √2.
    pub length: f64,
}

impl Route {
    /// The length of a path, costs and danger aside: 1 for a straight step, √2 for a diagonal one.
    ///
    /// ```
    /// use tilewright_grid::Cell;
    /// use tilewright_pathplan::Route;
    ///
    /// let cells = [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 2)];
    /// assert_eq!(Route::measure(&cells), 1.0 + f64::sqrt(2.0));
    /// ```
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
