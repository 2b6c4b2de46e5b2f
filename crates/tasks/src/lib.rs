#![doc = include_str!("../README.md")]
//!
//! Where to look next: [`find`] and [`all`], then [`Entry`], [`Request`], [`Host`], [`Event`] and
//! [`Answer`]. [`Task`] shows how to write a task of one's own.
//!
//! # Where things are
//!
//! A verb is a module of its game, `match3`, `path`, `game2048` or `battleship`: the request, its run, its answer with document, text and picture; the answer apart where that is too long, and what several
//! verbs share in modules of its own. All verbs are tasks except those that people play in a terminal.
//!
//! | module | contents |
//! |---|---|
//! | `task`, `entry`, `read` | the trait [`Task`]; a task as doors see it; requests read and checked against their schema |
//! | `host` | what a task sees of a door: inputs, the state of an earlier run, its share of the items, a clock, where events go |
//! | `serve`, `pace`, `transcript` | the one way in which a [`Door`] serves a task; how often passing events go out; what was reported before the answer |
//! | `items`, `parts` | work of numbered items, each kept when it is done; runs divided into parts, and their merge |
//! | `answer`, `output` | answers with their [`Head`], texts, pictures, files and verdict; the outputs that one has |
//! | `refusal` | errors with the invalid key and a [`Hint`] that names keys, tasks and whole requests in braces |
//! | `values`, `input`, `lines` | values with a range or a text form; inputs by name or inline; one question a line |
//! | `json`, `events` | JSON that a terminal may show; events and refusals as documents |
//! | `sessions` | interactive games as documents; a map that is painted while walkers walk is [`path::LiveMap`] |
//!
//! Documents have version 2, cells `[row, column]` from 0; a quantity holds a [`Summary`](tilewright_play::Summary), a share an [`Estimate`](tilewright_grid::Estimate). The folder `schemas/` is written by `cargo xtask schemas`, and so are the functions for Python.

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

pub use answer::{Answer, Drawing, Head, Item, Medium, OutputFile, Verdict};
pub use entry::{Entry, Game, Request, all, find, find_among};
pub use host::{EarlierFile, Event, Host, HostWatch, KeptItems};
pub use input::{Input, MAX_STDIN, is_content, limited, place, text};
pub use json::{is_control, to_json};
pub use output::{NamedOutput, Output, ResumeSupport};
pub use read::{read, read_keys, schema_of};
pub use refusal::{Hint, Refusal, Refuse, chain};
pub use serve::{Bug, Door, Files, Job, ServedAnswer, random_seed, serve};
pub use task::{OwnFile, Task};
pub use transcript::Transcript;
pub use values::{BoundedInteger, BoundedNumber, Bytes, Share, TextValue};

/// All games, in the order in which help lists them.
pub const GAMES: [Game; 4] = [match3::GAME, path::GAME, game2048::GAME, battleship::GAME];
