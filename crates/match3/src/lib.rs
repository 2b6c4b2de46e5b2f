//! Match-3 games: levels, their rules, bots that play them, and games of people.
//!
//! The difficulty of a level is the mean number of swaps that a bot needs to reach the goal, or the
//! share of games that it wins within a move limit.
//!
//! ```
//! use tilewright_grid::Seed;
//! use tilewright_match3::{Level, MAX_SWAPS, Rules, Statistics, Strategy, play};
//!
//! // The level of a file: 6 × 6 cells, and a goal of 20 blocks of one colour.
//! let text = r#"{"schema": "tilewright/level/2", "colors": 5, "goal": {"collect": 20},
//!     "layout": ["......", "..##..", ".2..2.", ".2..2.", "......", "......"]}"#;
//! let mut level: Level = text.parse()?;
//! let rules = Rules::new(&level, level.goal.as_ref().ok_or("no goal")?);
//! let games = play(&rules, &Strategy::Article.into(), MAX_SWAPS, 0..1000, Seed(7), &());
//!
//! // The move limit with which six games in ten are won, as a file for your game.
//! level.moves = Statistics::of(&games, MAX_SWAPS).moves_for(0.6).map(|chance| chance.moves);
//! assert!(level.to_json().contains("moves"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In the order in which you may need them:
//!
//! - A [`Level`] is read from text, JSON, or a map of the editor Tiled ([`tiled`]). It has cells of a
//!   [`Kind`], [`Spawners`], a [`Goal`] and a move limit. A [`Template`] is a level with free cells.
//! - A [`Ruleset`] is what today's games have: pieces that fire, blocks, what fills the board.
//! - [`play`] plays [`Rules`] by a [`SkilledBot`], and [`Statistics`] summarizes the games. Implement
//!   [`Bot`] for a bot of your own, and play it with [`play_bot`]. A [`Replay`] records a game.
//! - A [`Session`] is a game that a person plays, with undo, hints and saved games.
//!
//! Levels are generated, predicted and explained by the crate `tilewright-match3-design`.
//!
//! All results depend on a [`Seed`](tilewright_grid::Seed) only, and not on the number of threads.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `level.rs`, `kind.rs`, `kind_codes.rs`, `big_blocks.rs`, `goal.rs`, `template.rs`, `spawners.rs`, `setting.rs`, `parts.rs`, `quota.rs` | a level and its parts |
//! | `json.rs`, `layout.rs`, `token.rs`, `words.rs`, `document/`, `tiled/`, `lab_text/`, `mapping/` | a level as text, in words, as JSON, as a map of Tiled, as a text level of match3-lab, in a studio's own JSON |
//! | `ruleset/` | the rules as data: presets, and documents over them |
//! | `rules/` | legal moves and their effects: `rules/board.rs` is what changes, `rules/game.rs` a board under its rules, `rules/classic.rs` the articles' game |
//! | `rules/general/` | games under any rules: resolved once for a level, then played turn by turn |
//! | `events/`, `rules/journal.rs`, `rules/notes.rs` | what happens in a game that is watched, event by event |
//! | `reach/` | goals that cannot be reached |
//! | `bots/`, `play.rs`, `statistics.rs`, `replay.rs` | bots, one file each behind the trait [`Bot`]; many games, recorded games |
//! | `session/` | a game that a person plays |
//! | `picture.rs`, `picture/`, `animation/`, `chart.rs` | pictures |
//!
//! `tests/rules/` has turns worked by hand, and the plain simulator with which both of the crate are compared.

#[cfg(feature = "pictures")]
mod animation;
mod big_blocks;
pub mod bits;
mod bots;
#[cfg(feature = "pictures")]
mod chart;
mod document;
mod error;
pub mod events;
mod goal;
mod json;
mod kind;
mod kind_codes;
mod lab_text;
mod layout;
mod level;
pub mod mapping;
mod parts;
#[cfg(feature = "pictures")]
pub mod picture;
mod play;
mod quota;
mod reach;
mod replay;
mod rules;
mod ruleset;
mod session;
mod setting;
mod spawners;
#[cfg(feature = "statistics")]
mod statistics;
mod template;
#[cfg(feature = "tiled")]
pub mod tiled;
mod token;
mod trace;
mod words;

pub use bots::{
    ArticleBot, Bot, Comparison, GreedyBot, Planner, Player, RandomBot, SkilledBot,
    Strategy, UnknownBot, comparisons, judge,
};
pub use error::LevelError;
pub use events::{Element, Event, EventKind, Events, Id, Mirror, NamedEvent};
pub use goal::{
    ClearTarget, ColorGoal, Goal, KindCount, KindGoal, PieceGoal, UnknownGoal,
};
pub use json::{Json, JsonObject};
pub use kind::{Contents, Kind, UnknownKind};
pub use kind_codes::{KindCodes, UncodedLevel};
pub use lab_text::{LabFile, LabText, LabTextError};
pub use level::{COLORS, Level, MAX_SIDE, MissedTarget};
pub use parts::BoardParts;
pub use play::{IllegalSwap, MAX_SWAPS, Outcome, play, play_bot};
pub use quota::{NamedQuota, Quota, UnknownQuota, write_quota};
pub use reach::{Unreachable, can_move, unreachable};
pub use replay::{Replay, ReplayError};
pub use rules::{
    Board, BoardError, Booster, BoosterError, Gain, Game, Move, Part, Paths, Rules,
    Target, Ways,
};
pub use ruleset::{
    Block, BreakCauses, Effect, Generator, Gift, GroupShape, Moves, Piece, PieceRecipe,
    Place, Preset, Refill, RulesError, Ruleset, Starts, Timer, TimerEnd, UnknownPreset,
};
pub use session::{
    Blocks, CellContents, EditError, EventList, MOST_EVENTS, PartLeft, Reason, SaveError,
    Session, State, SwapError, UNDO_DEPTH,
};
pub use spawners::Spawners;
#[cfg(feature = "statistics")]
pub use statistics::{Chance, Statistics};
pub use template::Template;
#[doc(hidden)]
pub use tilewright_grid::with_words;
#[cfg(feature = "statistics")]
pub use tilewright_play::{Quantiles, Summary};
pub use trace::{Trace, play_traced};

/// Tests the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
