//! The rules of match-3 games: a plain simulator, written from `docs/src/rules.md`, against the
//! boards worked by hand and against what must hold in every game.

mod agreement;
mod boards;
mod damage;
mod documents;
mod games;
pub(crate) mod generator;
mod lab_text;
mod plain;
mod random_boards;
mod random_entries;
pub(crate) mod random_levels;
pub(crate) mod random_objects;
pub(crate) mod random_rules;
mod reach;
mod worked;
