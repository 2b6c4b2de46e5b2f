//! The cell to walk to where a goal cannot be reached.

use tilewright_grid::{Cell, Size, Watch};

use crate::routes::{Direction, Field, ROUNDING};
use crate::{Endpoint, Graph, QueryError};

/// Finds the reachable cell nearest to a goal, for goals in walls or cut off from the start. Its memory
/// is kept from one query to the next.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_pathplan::planners::NearestSearch;
/// use tilewright_pathplan::{Graph, Map, Steps};
///
/// let map: Map = "...#.\n...#.\n...#.\n".parse()?;
/// let graph = Graph::new(&map, Steps::EIGHT);
/// let mut nearest = NearestSearch::new(&graph);
/// // The last column stands behind the wall.
/// let reached = nearest.find(Cell::new(0, 0), Cell::new(2, 4), &())?;
/// assert_eq!(reached, Cell::new(2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NearestSearch<'a> {
    graph: &'a Graph,
    field: Field,
}

impl<'a> NearestSearch<'a> {
    /// On this graph.
    pub fn new(graph: &'a Graph) -> Self {
        Self { graph, field: Field::new(graph) }
    }

    /// The cell that can be reached from the start and has the least Euclidean distance from the goal;
    /// of several the one with the cheapest path, then the first one in reading order. It is the goal
    /// itself where that can be reached.
    ///
    /// # Errors
    /// [`QueryError::Outside`] when one of both lies outside the map, [`QueryError::Blocked`] when the
    /// start is not walkable, and [`QueryError::Cancelled`] when the watch stops the search.
    pub fn find(
        &mut self,
        start: Cell,
        goal: Cell,
        watch: &dyn Watch,
    ) -> Result<Cell, QueryError> {
        let Self { graph, field } = self;
        // Its own cell as the goal, so that only the start is checked.
        graph.check_ends(start, start)?;
        let Size { rows, columns } = graph.size();
        if !graph.size().contains(goal) {
            let endpoint = Endpoint::Goal;
            return Err(QueryError::Outside { endpoint, cell: goal, rows, columns });
        }

        field.flood(graph, graph.node(start), Direction::Out, watch, |_, _| true)?;
        let reached = field.order().iter().map(|&node| {
            let cell = graph.cell(node as usize);
            (graph.shape().apart(cell, goal), field.cost(node as usize), cell)
        });

        let nearer = |one: &(u64, f64, Cell), other: &(u64, f64, Cell)| {
            let by_cost = if (one.1 - other.1).abs() < ROUNDING {
                std::cmp::Ordering::Equal
            } else {
                one.1.total_cmp(&other.1)
            };

            let place = |cell: Cell| (cell.row, cell.column);
            one.0.cmp(&other.0).then(by_cost).then(place(one.2).cmp(&place(other.2)))
        };
        // The start itself is always reached.
        Ok(reached.min_by(nearer).map_or(start, |(_, _, cell)| cell))
    }
}
