//! Walkers on tile maps that change, as components of Bevy: say where to, get the next step.
//!
//! ```
//! use bevy_app::{App, Update};
//! use bevy_ecs::prelude::*;
//! use bevy_tilewright::{NavigationMap, NavigationPlugin, NextStep, TilePosition, Walk};
//! use tilewright::grid::Cell;
//! use tilewright::navigation::{Layer, Navigation};
//! use tilewright::pathplan::{Map, Steps};
//!
//! let tiles: Map = ".....\n.###.\n.....\n".parse()?;
//! let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)])?;
//! let mut app = App::new();
//! app.add_plugins(NavigationPlugin::default()).insert_resource(NavigationMap::new(map));
//! app.add_systems(Update, |mut walkers: Query<(&mut TilePosition, &NextStep)>| {
//!     for (mut position, step) in &mut walkers {
//!         position.0 = step.0; // the game moves it, at once or little by little
//!     }
//! });
//!
//! let (from, to) = (Cell::new(1, 0), Cell::new(1, 4));
//! let ann = app.world_mut().spawn((TilePosition(from.into()), Walk { to: to.into() })).id();
//! for _ in 0..9 {
//!     app.update();
//! }
//! assert_eq!(app.world().get(ann), Some(&TilePosition(to.into())));
//! assert!(app.world().get::<Walk>(ann).is_none()); // it is there
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | a game gives | it gets |
//! |---|---|
//! | [`TilePosition`] and [`Walk`], and [`WalkOptions`] for other agents | [`NextStep`] as long as there is a way, [`Blocked`] where there is none, the event [`Arrival`] at the end |
//! | [`TilePosition`] and [`Follow`] of an entity with [`FlowGoals`] | the same by one [`FlowField`] for all, which is found in the background |
//! | [`Pace`] and `Transform` | smooth movement in the world, by [`TileSpace`] |
//! | [`NavigationMap`], and each [`TileChange`] as a message | walkers that plan again, if a change concerns them |
//!
//! The same world and the same inputs give the same updates on every machine: searches are served in the order of the requests, those of one update in the
//! order of entities, within a budget of cells an update, and what is found in the background is applied after a fixed number of updates.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `plugin.rs` | the plugin, its settings, the order of its systems |
//! | `map.rs` | the map as a resource, changes of tiles |
//! | `walk.rs`, `plan.rs` | what walkers are given and get; the systems that plan their routes |
//! | `flow.rs` | fields that are found in the background, and who follows them |
//! | `space.rs` | tiles in the world, smooth movement |
//!
//! Of the examples, `match3.rs` plays match-3 by systems over events, `crowd.rs` has walkers who make room for each other, and `frames.rs` measures
//! updates.

mod flow;
mod map;
mod plan;
mod plugin;
mod space;
mod walk;

pub use flow::{FlowField, FlowGoals, Follow};
pub use map::{NavigationMap, TileChange, TileError};
pub use plugin::{NavigationPlugin, NavigationSettings, NavigationSystems};
pub use space::{Pace, TileSpace};
pub use walk::{
    Arrival, Blocked, Cause, NextStep, TilePosition, Walk, WalkOptions, WalkPlan,
};
