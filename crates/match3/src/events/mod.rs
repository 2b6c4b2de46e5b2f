//! What happens in a game, event by event, for programs that show it.
//!
//! A move plays in *steps*. The events of a step happen at once; they are numbered by [`Event::step`], and
//! [`Events`] has those of one step. **Changes** (`Appear`, `Leave`, `Move`, `Turn`, `Hit`) are complete: who knows the
//! first board and applies them has every later one, as [`Mirror`] does. **Reasons** (all others) say why, and can be
//! left out.
//!
//! Every block, piece, blocker, obstacle and ingredient, every cover and every ground has an [`Id`], from 1 in reading order on
//! the first board (of a cell the ground first, then what fills it, then the cover). What appears later takes the next
//! one, and so does each group, which is no element but the cause of what it does. An id is given once; what is turned,
//! carried or loses a layer keeps its own. Holes never change and have none.
//!
//! Events say in which order elements happen and no times.

mod event;
mod look;
mod mirror;
mod named;

pub use event::{Event, EventKind, Events, Id, Manner, Place};
pub use look::{Look, Sort};
pub use mirror::{Element, Mirror, MirrorError};
pub use named::{NamedElement, NamedEvent, NamedLook, Vocabulary};

pub(crate) use look::kind_of;
