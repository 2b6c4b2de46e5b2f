//! AI for tile games: match-3 levels of a wanted difficulty, paths on tile maps,
//! players of 2048, fleets of Battleship.
//!
//! This crate only gathers the others under one name, for games that depend on them. Without
//! the feature `pictures`, which is on by default, nothing is drawn and far less is compiled.
//!
//! ```
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
//! let made = generate(&wish, Seed(7), |_| {})?;
//! println!("{}", made.level);
//! # assert!(made.is_found);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use tilewright_2048 as game2048;
pub use tilewright_battleship as battleship;
#[cfg(feature = "pictures")]
pub use tilewright_draw as draw;
pub use tilewright_evolve as evolve;
pub use tilewright_grid as grid;
pub use tilewright_match3 as match3;
pub use tilewright_pathplan as pathplan;
