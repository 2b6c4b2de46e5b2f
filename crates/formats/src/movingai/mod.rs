//! The maps and scenarios of the MovingAI benchmarks (Sturtevant, 2012).
//!
//! A `.map` is a grid of characters under a head of four lines, a `.scen` a list of starts and
//! goals with the length of the shortest path, which a diagonal step lengthens by √2 and which
//! cuts no corner. What the characters mean is left to the caller.
//!
//! ```
//! use tilewright_formats::movingai::{Map, Scenario, scenarios};
//!
//! let map: Map = "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n".parse()?;
//! assert_eq!(map.cells.values(), b".@....");
//! let list = scenarios("version 1\n0\tsmall.map\t3\t2\t0\t0\t2\t0\t4.00000\n")?;
//! assert_eq!((list[0].goal.row, list[0].goal.column, list[0].length), (0, 2, 4.0));
//! # Ok::<(), tilewright_formats::movingai::Error>(())
//! ```

mod error;
mod map;
mod scenario;

pub use error::Error;
pub use map::Map;
pub use scenario::{Scenario, scenarios};
