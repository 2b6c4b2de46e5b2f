//! The rules of match-3 games: a plain simulator, written from `docs/src/rules.md`, against the
//! boards worked by hand and against what must hold in every game.

mod agreement;
mod boards;
mod damage;
mod documents;
mod games;
mod generator;
mod lab_text;
mod plain;
mod random_boards;
mod random_entries;
mod random_levels;
mod random_objects;
mod random_rules;
mod worked;
