//! Maps of the editor Tiled: which cells are walkable, and results put back into them.
//!
//! No standard says which tiles are walkable. The first of these rules that matches anything
//! decides, unless [`Wishes`] name one; names are compared without case:
//!
//! 1. [`Rule::Properties`]: properties of tiles. `walkable`, `solid` and `collision` are true or
//!    false (or numbers: 0 is false), `cost` is a number. The topmost tile that says something
//!    decides; what lies on no such tile is free, unless some tile says `walkable`: then it is
//!    a wall. Tiles that nobody has laid decide only where nothing else does. Our own maps also say `danger` (a number) and `ground` (`swamp`, `water`, `trees`).
//! 2. [`Rule::Layer`]: a layer named or classed `collision`, seen or hidden. Every tile in it
//!    blocks, of any gid, and every figure in it does.
//! 3. [`Rule::Objects`]: objects of the class `wall` or `collision`, their own or that of their tile. A cell is blocked when the
//!    figure covers its centre; edges belong to a figure.
//! 4. [`Rule::Tiles`]: the topmost tile that is shown is among those of the wishes.
//!
//! Only asked for: [`Rule::Shapes`], the collision figures that tiles have of their own.
//!
//! Where nothing decides, [`TiledError::NoRule`] carries a [`Proposal`]: a guess at what is meant, and why.
//!
//! Objects named or classed `start`, `goal` and `npc` are the [places](crate::Places) of the map.

mod error;
mod figure;
mod inventory;
mod layers;
mod mask;
mod places;
mod properties;
mod propose;
mod read;
#[cfg(feature = "pictures")]
mod results;
mod tiles;
mod tops;
mod wishes;
#[cfg(feature = "pictures")]
mod write;

pub use error::TiledError;
pub use propose::Proposal;
pub use read::{Reading, read};
#[cfg(feature = "pictures")]
pub use results::{HEAT_LEVELS, Line, Results};
pub use wishes::{Rule, TileName, Wishes};
#[cfg(feature = "pictures")]
pub use write::Sheet;
