//! Pareto fronts of paths: length against danger, terrain or both.
//!
//! [`Layers`] hold what adds up along a path besides its length; [`FrontSearch`] finds all
//! Pareto-optimal paths, of which none is better than another in every objective.
//! [`ApproximateSearch`] finds most of what they offer in a few milliseconds and in bounded memory;
//! [`hypervolume`] measures how much.
//!
//! ```
//! use tilewright_grid::Cell;
//! use tilewright_pathplan::pareto::{FrontSearch, Layers};
//! use tilewright_pathplan::{Graph, Map, Steps};
//!
//! // The short way leads through two dangerous cells.
//! let map: Map = "..~~..\n......\n".parse()?;
//! let graph = Graph::new(&map, Steps::FOUR);
//! let layers = Layers::new(map.size(), &[map.danger().to_vec()])?;
//! let front = FrontSearch::new(&graph, &layers).front(Cell::new(0, 0), Cell::new(0, 5), &())?;
//! let found: Vec<_> = front.paths.iter().map(|it| (it.route.length, it.sums[0])).collect();
//! assert_eq!(found, [(5.0, 2), (7.0, 0)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod approximate;
mod domination;
#[cfg(feature = "evolve")]
mod evolved;
mod label_set;
#[cfg(feature = "pictures")]
mod picture;
mod random;
mod random_weights;
mod search;
mod sums;
mod volume;

pub use approximate::{ApproximateSearch, Budget};
#[cfg(feature = "evolve")]
pub use evolved::EvolvedSearch;
pub use random::{random_sources, random_terrain};
pub use random_weights::RandomWeights;
pub use search::FrontSearch;
pub use volume::hypervolume;

use tilewright_grid::Size;

use crate::{Graph, Route};

/// The largest sum of the values of a layer, so that the sums of two paths can be added.
const SUM: u64 = i32::MAX as u64;

/// One or two objectives besides the length, as whole numbers per cell. A path adds up the numbers
/// of the cells that it enters: all but the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    size: Size,
    /// The numbers of each cell in reading order; the second is 0 if there is only one layer.
    values: Vec<[u32; 2]>,
    count: usize,
}

/// Why numbers cannot be layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayersError {
    /// There is no layer, or there are more than two.
    #[error("found {found} layers besides the length, expected 1 or 2")]
    Count {
        /// The number of layers.
        found: usize,
    },
    /// The number of values is not the number of cells.
    #[error("a layer has {found} values, expected {expected}: one for each cell")]
    Values {
        /// The number of cells.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// The values add up to 2³¹ or more.
    #[error("the values of a layer add up to more than {SUM}")]
    Sum,
}

impl Layers {
    /// Layers of a map of this size, with their values in reading order.
    ///
    /// # Errors
    /// When there is no layer or more than two, when one has too many or too few values, or when
    /// its values add up to 2³¹ or more.
    pub fn new(size: Size, layers: &[Vec<u32>]) -> Result<Self, LayersError> {
        if !(1..=2).contains(&layers.len()) {
            return Err(LayersError::Count { found: layers.len() });
        }

        let mut values = vec![[0; 2]; size.area()];
        for (place, layer) in layers.iter().enumerate() {
            if layer.len() != values.len() {
                let (expected, found) = (values.len(), layer.len());
                return Err(LayersError::Values { expected, found });
            }
            if layer.iter().map(|&value| u64::from(value)).sum::<u64>() > SUM {
                return Err(LayersError::Sum);
            }

            for (cell, &value) in values.iter_mut().zip(layer) {
                cell[place] = value;
            }
        }

        Ok(Self { size, values, count: layers.len() })
    }

    /// The number of layers: 1 or 2.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The sums of a path: one per layer, over the cells that it enters.
    ///
    /// # Panics
    /// When the path leaves the map.
    pub fn sums(&self, route: &Route) -> [u32; 2] {
        let entered = route.cells.iter().skip(1);
        let values = entered.map(|&cell| self.values[self.size.index(cell)]);
        values.fold([0; 2], |sum, value| [sum[0] + value[0], sum[1] + value[1]])
    }

    /// The values of each node of a graph of the same size.
    fn by_node(&self, graph: &Graph) -> Vec<[u32; 2]> {
        assert_eq!(self.size, graph.size(), "the layers are those of the graph's map");
        let mut values = vec![[0; 2]; graph.node_count()];
        for (cell, &value) in self.size.cells().zip(&self.values) {
            values[graph.node(cell)] = value;
        }
        values
    }
}

/// A Pareto-optimal path.
#[derive(Clone, Debug, PartialEq)]
pub struct ParetoPath {
    /// The path.
    pub route: Route,
    /// Its sum in each layer; the second is 0 if there is only one layer.
    pub sums: [u32; 2],
}

/// The Pareto front of a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Front {
    /// One path for each Pareto-optimal combination of length and sums, in ascending order of
    /// length, then of the sums.
    pub paths: Vec<ParetoPath>,
    /// The number of labels (partial paths) that the search expanded; of
    /// [`ApproximateSearch`] also the cells, of [`EvolvedSearch`] and [`RandomWeights`] only the
    /// cells.
    pub expansions: u64,
    /// The number of whole paths that [`EvolvedSearch`] evaluated; 0 for the others.
    pub evaluations: u64,
}
