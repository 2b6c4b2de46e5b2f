//! Every best bargain between the length of a path and what it goes through: danger, terrain.

mod exact;
mod instance;
mod kept;
#[cfg(feature = "pictures")]
mod picture;
mod sums;

pub use exact::Exact;
pub use instance::{random_sources, random_terrain};

use tilewright_grid::Size;

use crate::{Graph, Route};

/// The most that the values of a layer add up to, so that two paths together can be counted.
const SUM: u64 = i32::MAX as u64;

/// What adds up along a path besides its length: one or two whole numbers a cell, of which a
/// path counts those of the cells that it enters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    size: Size,
    /// By cell in reading order; the second number is 0 where there is but one layer.
    values: Vec<[u32; 2]>,
    count: usize,
}

/// Why numbers are no layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayersError {
    /// None, or more than two.
    #[error("{found} layers besides the length, expected 1 or 2")]
    Count {
        /// How many.
        found: usize,
    },
    /// Another number of values than the map has cells.
    #[error("a layer of {found} values, expected {expected}")]
    Values {
        /// The cells of the map.
        expected: usize,
        /// The values.
        found: usize,
    },
    /// Values that could add up to more than can be counted.
    #[error("the values of a layer add up to more than {SUM}")]
    Sum,
}

impl Layers {
    /// Layers of a map of that size, their values in reading order.
    ///
    /// # Errors
    /// When there is none or more than two, one has too many or too few values, or the values
    /// of one add up to 2³¹ or more.
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

    /// How many layers there are: 1 or 2.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// What a path counts in each layer: the sums over the cells that it enters.
    ///
    /// # Panics
    /// When it leaves the map.
    pub fn sums(&self, route: &Route) -> [u32; 2] {
        let entered = route.cells.iter().skip(1);
        let values = entered.map(|&cell| self.values[self.size.index(cell)]);
        values.fold([0; 2], |sum, value| [sum[0] + value[0], sum[1] + value[1]])
    }

    /// The values by node of a graph of the same size.
    fn by_node(&self, graph: &Graph) -> Vec<[u32; 2]> {
        assert_eq!(self.size, graph.size(), "the layers are those of the graph's map");
        let mut values = vec![[0; 2]; graph.node_count()];
        for (cell, &value) in self.size.cells().zip(&self.values) {
            values[graph.node(cell)] = value;
        }
        values
    }
}

/// One of the best bargains.
#[derive(Clone, Debug, PartialEq)]
pub struct Bargain {
    /// The path.
    pub route: Route,
    /// What it counts in each layer; the second is 0 where there is but one.
    pub sums: [u32; 2],
}

/// What the front of a query came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Front {
    /// A path for every best bargain: no path is as good in all and better in one. From the
    /// shortest on, of equal lengths by the first layer.
    pub bargains: Vec<Bargain>,
    /// How many paths were gone on from.
    pub expansions: u64,
}
