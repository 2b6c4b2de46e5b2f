//! Every verb of tilewright as a task: a request in, events and an answer out, the same behind
//! every door.
//!
//! A [`Task`] is a request: a document whose fields are the flags of the command line, the keys
//! of settings and of JSON, and keyword arguments. Its doc comments are the help of all of them,
//! and its JSON Schema holds types, ranges and defaults. [`run`](Task::run) works on it with
//! what a [`Host`] lends and gives an [`Answer`]. [`all`] lists every task, so that a door can
//! offer each without knowing any.

mod answer;
pub mod battleship;
mod entry;
pub mod game2048;
mod host;
mod input;
mod items;
pub mod lines;
pub mod match3;
mod output;
pub mod path;
mod refusal;
mod renamed;
mod task;
mod values;

pub use answer::{Answer, Head, Item, Medium, Paper, Verdict};
pub use entry::{Entry, Game, Request, all, find, read, read_keys, schema_of};
pub use host::{Earlier, Event, Host, Kept, Looking, Scene};
pub use input::{Input, MOST_STDIN, limited, place, text};
pub use output::{Keeping, Named, Output};
pub use refusal::{Hint, Refusal, Refuse, chain};
pub use task::Task;
pub use values::{Between, Bytes, Share, Within, Worded};

/// All games, in the order in which people look for them.
pub const GAMES: [Game; 4] = [match3::GAME, path::GAME, game2048::GAME, battleship::GAME];
