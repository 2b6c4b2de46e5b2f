#![doc = include_str!("../README.md")]
//!
//! Where to look next: [`find`] and [`all`], then [`Entry`], [`Request`], [`Host`], [`Event`] and
//! [`Answer`]. [`Task`] shows how to write a task of one's own.

mod answer;
pub mod battleship;
mod entry;
pub mod events;
pub mod game2048;
mod host;
mod input;
mod items;
mod json;
pub mod lines;
pub mod match3;
mod output;
mod pace;
pub mod parts;
pub mod path;
mod read;
mod refusal;
mod serve;
pub mod sessions;
mod task;
mod transcript;
mod values;

pub use answer::{Answer, Drawing, Head, Item, Medium, Verdict};
pub use entry::{Entry, Game, Request, all, find};
pub use host::{Earlier, Event, Host, HostWatch, Kept, Scene};
pub use input::{Input, MAX_STDIN, limited, place, text};
pub use json::{is_control, to_json};
pub use output::{Keeping, Named, Output};
pub use read::{read, read_keys, schema_of};
pub use refusal::{Hint, Refusal, Refuse, chain};
pub use serve::{Bug, Door, Files, Job, Served, random_seed, serve};
pub use task::{Folder, Task};
pub use transcript::Transcript;
pub use values::{Between, Bytes, Share, Within, Worded};

/// All games, in the order in which help lists them.
pub const GAMES: [Game; 4] = [match3::GAME, path::GAME, game2048::GAME, battleship::GAME];
