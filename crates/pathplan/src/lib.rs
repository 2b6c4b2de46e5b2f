//! Paths on tile maps.
//!
//! A [`Map`] says what every cell is, what it costs and how dangerous it is; a [`Graph`] lays
//! it out for planning, once for many queries; the [planners] find exact answers.
//!
//! ```
//! use tilewright_grid::Cell;
//! use tilewright_pathplan::planners::{Astar, Planner};
//! use tilewright_pathplan::{Graph, Map, Steps};
//!
//! let map: Map = "....\n.##.\n....\n".parse()?;
//! let graph = Graph::new(&map, Steps::EIGHT);
//! let (start, goal) = (Cell::new(1, 0), Cell::new(1, 3));
//! let mut astar = Astar::new(&graph);
//! let route = astar.plan(start, goal, &())?.expect("there is a way");
//! assert_eq!((route.cells.len(), route.length), (6, 5.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "pictures")]
pub mod animation;
#[cfg(feature = "pictures")]
pub mod chart;
pub mod check;
pub mod compare;
mod danger;
mod error;
pub mod evolved;
mod graph;
pub mod ldtk;
mod map;
pub mod pareto;
#[cfg(feature = "pictures")]
pub mod picture;
pub mod planners;
mod route;
pub mod routes;
mod steps;
pub mod tiled;

pub use danger::Source;
pub use error::{MapError, Place, QueryError};
pub use graph::Graph;
pub use map::{COSTS, Ground, MAX_CELLS, Map, Places};
pub use route::Route;
pub use steps::{Connectivity, Corners, Steps};

/// The example of the package's first page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
