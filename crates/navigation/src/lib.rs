//! Paths in a running game: tile maps that change, for agents of several layers and sizes, with links between floors.
//!
//! ```
//! use tilewright_grid::Cell;
//! use tilewright_navigation::{Layer, Link, Navigation, Outcome, Place, Query, Scratch, Terrain};
//! use tilewright_pathplan::{Map, Steps};
//!
//! let cellar: Map = ".....\n.....\n.....\n".parse()?;
//! let house: Map = "..#..\n..#..\n..#..\n".parse()?;
//! let mut map = Navigation::with_floors([&cellar, &house], [Layer::walk(Steps::EIGHT).sizes([2])])?;
//! let [west, east] = [0, 4].map(|column| Place::new(1, Cell::new(0, column)));
//! for stairs in [west, east] {
//!     map.add_link(Link::both_ways(stairs.cell, stairs, 1.0))?;
//! }
//!
//! // Down into the cellar and up again, since a wall divides the house.
//! let mut scratch = Scratch::default(); // one a thread
//! let Outcome::Reached(route) = map.route(&Query::new(west, east), &mut scratch)? else { panic!() };
//! assert_eq!((route.cost, route.links.len()), (6.0, 2));
//!
//! // A door for agents of size 1 is none for those of size 2.
//! map.set(Place::new(1, Cell::new(1, 2)), Terrain::FREE)?;
//! let query = Query::new(Place::new(1, Cell::new(0, 0)), Place::new(1, Cell::new(0, 3)));
//! assert!(map.is_reachable(&query, &mut scratch)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In the order in which a user needs them:
//!
//! 1. [`Navigation`]: a map, owned and [`Clone`]; cells are [`set`](Navigation::set), [`Link`]s added and removed.
//! 2. [`Layer`]: what a kind of agent can enter, and what that costs it; [`Terrain`] is what cells are made of.
//! 3. [`Agent`]: who asks; [`Walker`]s are agents that the map knows by place and name.
//! 4. [`Query`]: from where to where, for whom, within which limits; [`Navigation::route`] answers by an [`Outcome`], with memory from
//!    a [`Scratch`].
//! 5. [`Field`]: what it costs from every place to the nearest of some goals, and the next step there, for many agents at once.
//! 6. [`crowd`]: many walkers that make room for each other, each with a goal of its own or flowing to a few.
//! 7. [`Walk`]: a route pulled taut, or another way at any angle.
//! 8. [`Island`]: what is connected, and [`Navigation::clearance`]: what size fits where, without a search.
//! 9. [`Navigation::is_valid`], [`Navigation::is_valid_from`], [`Navigation::may_improve`], [`Navigation::invalidated`]: which [`Route`]s outlast a change.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `place.rs`, `layer.rs`, `agent.rs`, `link.rs`, `slots.rs` | places on floors, layers and terrain, agents, links, their handles |
//! | `map/` | the map, its making, its changes, links, doors and walkers, saving and reading again |
//! | `metric.rs`, `plane.rs`, `weights.rs`, `timetable.rs`, `surface.rs`, `regions/`, `landmarks.rs` | for each layer and size: how far cells are apart, where agents can stand, what steps cost, when doors open, what is connected, how far it is at least |
//! | `sight.rs`, `straight.rs` | straight lines, walks at any angle |
//! | `field/` | fields: found, repaired, made of others |
//! | `crowd/` | many walkers: one a cell, and circles that flow to few goals |
//! | `island.rs`, `picture.rs` | what is connected and how much room there is, to ask for and, with the feature `pictures`, to look at |
//! | `query.rs`, `search/`, `route.rs`, `validity.rs` | queries, their search, their answers, and whether these are still right |
//!
//! Nothing here reads a clock, and only ties of a crowd are drawn, from its seed: the same calls have the same answers on every machine.

mod agent;
pub mod crowd;
mod error;
mod field;
mod island;
mod landmarks;
mod layer;
mod link;
mod map;
mod metric;
#[cfg(feature = "pictures")]
pub mod picture;
mod place;
mod plane;
mod query;
mod regions;
mod route;
mod search;
mod sight;
mod slots;
mod straight;
mod surface;
mod timetable;
mod validity;
mod weights;

pub use agent::{Agent, Walker, WalkerId};
pub use error::NavigationError;
pub use field::{Field, FieldSearch};
pub use island::Island;
pub use layer::{Layer, LayerId, Terrain};
pub use link::{Link, LinkId};
pub use map::{Navigation, Reload};
pub use place::Place;
pub use query::{Goals, Query};
pub use route::{Outcome, Route};
pub use search::{Scratch, Search};
pub use straight::Walk;

/// The example of the package's first page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
