//! The document of a saved game.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tilewright_grid::{Heading, Schema, Seed};
use tilewright_play::{is_intact, seal};

use crate::{Board, Game, SavedError, Session, Setup, move_name};

/// The schema of the document.
const SCHEMA: Schema = Schema::new("game2048", 3);

/// The version of the rules of games. A repair of a rule that changes what a move does raises it.
const RULES: u32 = 1;

/// The contents of the document. The moves that can be taken back are made again from the game before them, so that
/// writing and reading cost as much as these moves, however long the game is. The board and the score are there for people and as
/// a check.
#[derive(Serialize, Deserialize)]
struct SavedGame {
    board: Value,
    score: u64,
    best: u64,
    seed: Seed,
    game: u32,
    four_probability: f64,
    /// The version of the rules.
    rules: u32,
    /// How many moves can be taken back; all without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u64>,
    /// The game before the moves; without it they are all, from the start that the seed gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<Game>,
    /// A letter for each move that can be taken back: u, r, d or l.
    moves: String,
}

impl Session {
    /// The game as one line of JSON.
    pub(crate) fn to_json(&self) -> String {
        let letter = |heading| char::from(move_name(heading).as_bytes()[0]);
        let from = self.turns().next().map_or(self.game(), |(before, ..)| before);
        let depth = self.undo_depth();
        let game = SavedGame {
            board: serde_json::to_value(self.game().board()).expect("numbers are JSON"),
            score: self.game().score(),
            best: self.best(),
            seed: self.setup().seed,
            game: self.number(),
            four_probability: self.setup().four_probability,
            rules: RULES,
            // As wide on every machine.
            depth: (depth != usize::MAX).then_some(depth as u64),
            from: (from.moves() > 0).then(|| from.clone()),
            moves: self.turns().map(|(_, heading, _)| letter(heading)).collect(),
        };
        seal(&SCHEMA.document(game)) + "\n"
    }

    /// Reads the document that [`Session::to_json`] wrote and makes its moves again.
    ///
    /// # Errors
    /// If the text is not JSON or not such a document, the game before the moves cannot be, a move is illegal, the board
    /// or the score does not result from the moves, or the checksum is wrong.
    pub(crate) fn from_json(text: &str) -> Result<Self, SavedError> {
        let saved: SavedGame = SCHEMA.read(text)?;
        if saved.rules > RULES {
            return Err(SavedError::Rules(saved.rules));
        }
        let SavedGame { board, score, best, seed, game, four_probability, .. } = saved;
        let board = Board::from_value(board)?;
        if !(0.0..=1.0).contains(&four_probability) {
            return Err(SavedError::FourProbability(four_probability));
        }

        let setup = Setup { size: board.size(), four_probability, seed };
        let mut session = match saved.from {
            None => Self::new(setup, game)?,
            Some(from) => Self::at(setup, game, from.under(&setup)?),
        };
        let depth = saved.depth.and_then(|depth| usize::try_from(depth).ok());
        session.set_undo_depth(depth.unwrap_or(usize::MAX));
        session.repeat(&saved.moves)?;

        session.check(board, score, best)?;
        if !is_intact(text) {
            return Err(SavedError::Checksum);
        }
        Ok(session.with_best(best))
    }

    /// Makes moves by their letters.
    fn repeat(&mut self, moves: &str) -> Result<(), SavedError> {
        for (index, letter) in moves.chars().enumerate() {
            let heading = heading(letter)
                .ok_or(SavedError::Letter { place: index + 1, found: letter })?;
            if !self.slide(heading) {
                let (place, name) = (index + 1, move_name(heading));
                return Err(SavedError::Illegal { place, name });
            }
        }
        Ok(())
    }

    /// Refuses a board or a score that differs from the result of the moves.
    fn check(&self, board: Board, score: u64, best: u64) -> Result<(), SavedError> {
        let differs = |what, found: String, expected: String| {
            let is_same = found == expected;
            let error = SavedError::Differs { what, found, expected };
            if is_same { Ok(()) } else { Err(error) }
        };

        let game = self.game();
        differs("board", format!("{board:?}"), format!("{:?}", game.board()))?;
        differs("score", score.to_string(), game.score().to_string())?;
        if best < score {
            return Err(SavedError::Best { best, score });
        }

        Ok(())
    }
}

/// The move of a letter.
fn heading(letter: char) -> Option<Heading> {
    Heading::ALL.into_iter().find(|&heading| move_name(heading).starts_with(letter))
}
