//! AI for tile games: match-3 levels of a wanted difficulty, paths on tile maps,
//! players of 2048, fleets of Battleship.
//!
//! This crate only gathers the others under one name, for games that depend on them. Each game
//! is a feature (`match3`, `pathplan`, `game2048`, `battleship`), and so are the engine
//! (`evolve`, which every game brings along), the files of map editors (`formats`) and
//! `pictures`, without which nothing is drawn and far less is compiled. All are on by default;
//! the crate [`grid`] is always there. `play`, with the verbs of a game that someone plays, comes
//! with the games that can be played.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use tilewright::grid::{Seed, Size};
//! use tilewright::match3::{Kind, Search, Symmetry, Template, Wish, generate};
//!
//! let wish = Wish {
//!     template: Template::open(Size::new(9, 9))?,
//!     kinds: vec![Kind::Obstacle.into(), "blocked2:3-5".parse()?],
//!     symmetry: Symmetry::Horizontal,
//!     target: 600,
//!     tolerance: 0,
//!     scheme: Search::Climb,
//! };
//! let made = generate(&wish, Seed(7), |_| ControlFlow::Continue(()))?;
//! println!("{}", made.level);
//! # assert!(made.is_found);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "game2048")]
pub use tilewright_2048 as game2048;
#[cfg(feature = "battleship")]
pub use tilewright_battleship as battleship;
#[cfg(feature = "pictures")]
pub use tilewright_draw as draw;
#[cfg(feature = "evolve")]
pub use tilewright_evolve as evolve;
#[cfg(feature = "formats")]
pub use tilewright_formats as formats;
pub use tilewright_grid as grid;
#[cfg(feature = "match3")]
pub use tilewright_match3 as match3;
#[cfg(feature = "pathplan")]
pub use tilewright_pathplan as pathplan;
#[cfg(any(feature = "match3", feature = "game2048", feature = "battleship"))]
pub use tilewright_play as play;

/// The examples of the package's first page.
#[cfg(all(doctest, feature = "match3"))]
#[doc = include_str!("../README.md")]
struct FirstPage;
