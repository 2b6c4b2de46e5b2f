//! Saved games: the board as it stands, and the boards that undo goes back to.

use std::collections::VecDeque;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, DocumentError, Schema, Seed};
use tilewright_play::{is_intact, seal};

use super::{Session, live};
use crate::rules::{BoardError, SavedBoard};
use crate::{Json, LevelError, ReplayError};

/// The schema of the documents.
pub(super) const SCHEMA: Schema = Schema::new("match3-session", 1);

/// The version of the rules of games. A repair of a rule that changes what a move does raises it: games that were saved before
/// continue with their board under the new one, and only a replay of their moves would differ.
const RULES: u32 = 1;

/// The most boards for undo that are read: a saved game of somebody else does not take all memory.
const MOST_PAST: usize = 4096;

/// The document.
#[derive(Serialize, Deserialize)]
struct Document {
    level: Json,
    /// The version of the rules.
    rules: u32,
    seed: u64,
    game: u32,
    board: SavedBoard,
    /// The boards for undo, the oldest first.
    past: Vec<SavedBoard>,
    /// How many moves can be taken back: as wide on every machine.
    depth: u64,
}

/// The reason why a saved game is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// A text that is not JSON, or not that of a saved game.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A level that cannot be read.
    #[error("the level of the saved game cannot be read: {0}")]
    Level(#[from] LevelError),
    /// A level without a goal.
    #[error("the level of the saved game has no goal")]
    NoGoal,
    /// A game under rules that came later.
    #[error(
        "the game was saved under version {0} of the rules, and this program has version {RULES}"
    )]
    Rules(u32),
    /// A board that cannot be.
    #[error("board {index}: {error}")]
    Board {
        /// The number of the board, from 0 for the oldest one of undo.
        index: usize,
        /// What is wrong with it.
        error: BoardError,
    },
    /// Boards that do not follow each other by one move each.
    #[error("board {0} is not one move before the next one")]
    Order(usize),
    /// More boards for undo than are read.
    #[error("{0} boards for undo, more than {MOST_PAST}, the limit")]
    Past(usize),
    /// A wrong checksum.
    #[error("the checksum is wrong: the saved game is damaged or was edited")]
    Checksum,
    /// A recording that cannot be played.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

impl Session {
    /// The state as a document.
    pub(super) fn written(&self) -> String {
        let rules = &self.rules;
        let mut level = rules.level().clone();
        level.goal = Some(rules.goal().clone());
        seal(
            &SCHEMA.document(Document {
                level: Json::of(&level),
                rules: RULES,
                seed: self.seed.0,
                game: self.number,
                board: self.board.saved(rules),
                // No more than are read again.
                past: self
                    .past
                    .iter()
                    .skip(self.past.len().saturating_sub(MOST_PAST))
                    .map(|board| board.saved(rules))
                    .collect(),
                depth: self.depth as u64,
            }),
        )
    }

    /// Reads a document.
    pub(super) fn read(text: &str) -> Result<Self, SaveError> {
        let document: Document = SCHEMA.read(text)?;
        if document.rules > RULES {
            return Err(SaveError::Rules(document.rules));
        }
        if document.past.len() > MOST_PAST {
            return Err(SaveError::Past(document.past.len()));
        }
        let level: crate::Level = document.level.to_string().parse()?;
        let goal = level.goal.clone().ok_or(SaveError::NoGoal)?;
        let rules = super::rules_of(&level, &goal);

        let mut boards = VecDeque::new();
        let mut moves: Option<u32> = None;
        let all = document.past.iter().chain([&document.board]);
        for (index, saved) in all.enumerate() {
            // A booster is no move.
            if moves.is_some_and(|moves| !(moves..=moves + 1).contains(&saved.moves)) {
                return Err(SaveError::Order(index - 1));
            }
            moves = Some(saved.moves);
            let board = live::restored(&rules, saved);
            boards.push_back(board.map_err(|error| SaveError::Board { index, error })?);
        }
        // After the boards, whose errors say what was changed.
        if !is_intact(text) {
            return Err(SaveError::Checksum);
        }

        let mut board = boards.pop_back().expect("the document has a board");
        let is_over = board.is_over(&rules);
        Ok(Self {
            rules: Arc::new(rules),
            seed: Seed(document.seed),
            number: document.game,
            board,
            past: boards,
            depth: usize::try_from(document.depth)
                .unwrap_or(usize::MAX)
                .max(document.past.len()),
            spare: None,
            is_over,
            record: None,
        })
    }
}

/// All moves of a game, and the fingerprint of the first board and of that after each of them.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) moves: Vec<[Cell; 2]>,
    pub(super) boards: Vec<u64>,
}
