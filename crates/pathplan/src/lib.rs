//! Path planning on tile maps for games: the shortest path, several diverse routes for a crowd,
//! and the Pareto front of length, danger and terrain. Exact planners stand beside published
//! genetic algorithms.
//!
//! ```
//! use tilewright_grid::Cell;
//! use tilewright_pathplan::planners::{Astar, Planner};
//! use tilewright_pathplan::routes::{Detour, DiverseRoutes, RouteRequest, Router};
//! use tilewright_pathplan::{Graph, Map, Steps};
//!
//! // `.` is free and `#` is a wall; digits would be costs.
//! let map: Map = ".......\n.##.##.\n...#...\n.##.##.\n.......\n".parse()?;
//! let graph = Graph::new(&map, Steps::FOUR);
//! let (start, goal) = (Cell::new(2, 0), Cell::new(2, 6));
//!
//! // The shortest path.
//! let mut astar = Astar::new(&graph);
//! let route = astar.plan(start, goal, &())?.expect("there is a path");
//! assert_eq!(route.length, 10.0);
//!
//! // Two routes for a crowd, at most 1.2 times as long as the shortest path.
//! let detour = Detour::new(1.2).expect("within range");
//! let crowd = RouteRequest { start, goal, count: 2, detour };
//! let routes = DiverseRoutes::new(&graph).routes(&crowd, &())?;
//! assert_eq!(routes.routes.len(), 2);
//! assert!(routes.dissimilarity() > 0.8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In the order in which a user needs them:
//!
//! 1. [`Map`]: the ground, the cost and the danger of every cell. Read from text and matrices of
//!    numbers ([`text::read`]), from a `.map` file of the MovingAI benchmarks
//!    ([`Map::from_movingai`]), from the editor Tiled
//!    ([`tiled::read`]) or from LDtk ([`ldtk::read`]).
//! 2. [`Graph`]: a map with the allowed [`Steps`], built once for many queries. A [`DangerSource`] adds
//!    danger, which a graph ignores, weighs or avoids.
//! 3. [`planners`]: the trait [`Planner`](planners::Planner), with an example of implementing it,
//!    and the exact planners. [`evolved`]: planners that evolve a path.
//! 4. [`routes`]: the trait [`Router`](routes::Router), diverse routes and the usual alternatives.
//!    [`pareto`]: exact Pareto fronts, and approximate ones within a budget.
//! 5. [`picture`] and [`animation`]: maps, paths and searches as pictures. [`tiled::add_paths`]:
//!    paths as layers of a map of the editor.
//! 6. [`generate`]: random mazes, caves, rooms and scattered walls.
//! 7. [`check`] and [`compare`]: benchmarks of exact and of evolved planners.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `map.rs`, `tile.rs`, `danger.rs`, `route.rs`, `text/` | maps and paths; maps as text and matrices |
//! | `tiled/`, `ldtk/` | maps of editors: which cells are walkable and why, what is not used, results written back |
//! | `steps.rs`, `graph.rs` | the allowed steps; a map laid out for planning |
//! | `planners/` | exact planners, one file each behind the trait [`Planner`](planners::Planner) |
//! | `search/` | what planners of one's own are made of: an open list, bits, jump point search |
//! | `evolved/` | the article's planner and those that it is compared with |
//! | `routes/`, `pareto/`, `visits.rs` | diverse routes and their alternatives; exact, approximate and evolved fronts; how paths are crossed |
//! | `generate/` | random maps |
//! | `check.rs`, `compare.rs`, `compare/` | lists of scenarios; the article's tables |
//! | `picture.rs`, `animation.rs`, `chart.rs` | pictures |
//!
//! To plan alone compiles little: the features `evolve`, `formats`, `pictures` and `serde` are on by default.
//!
//! Every exact planner is compared with a plain search, and finds the length of every scenario of the maps in `tests/data/movingai/`.

#[cfg(feature = "pictures")]
pub mod animation;
#[cfg(all(feature = "evolve", feature = "pictures"))]
pub mod chart;
#[cfg(feature = "formats")]
pub mod check;
#[cfg(feature = "evolve")]
pub mod compare;
mod danger;
mod error;
#[cfg(feature = "evolve")]
pub mod evolved;
pub mod generate;
mod graph;
#[cfg(feature = "formats")]
pub mod ldtk;
mod link;
mod map;
pub mod pareto;
#[cfg(feature = "pictures")]
pub mod picture;
pub mod planners;
mod route;
pub mod routes;
pub mod search;
mod steps;
pub mod text;
mod tile;
#[cfg(feature = "formats")]
pub mod tiled;
#[cfg(feature = "evolve")]
mod visits;

pub use danger::DangerSource;
pub use error::{Endpoint, MapError, QueryError};
pub use graph::Graph;
pub use link::MapLink;
pub use map::{COSTS, Ground, MAX_CELLS, Map, Npc, Places};
pub use route::Route;
pub use steps::{Connectivity, Corners, Steps};
pub use tile::TileName;

/// The example of the package's first page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
