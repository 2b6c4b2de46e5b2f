//! Maps and scenarios of the MovingAI benchmarks (Sturtevant, 2012).
//!
//! A `.map` file is a grid of characters after a header of four lines. A `.scen` file is a list
//! of starts and goals with the lengths of the shortest paths, in which a diagonal step has the
//! length √2 and does not cut corners.
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
