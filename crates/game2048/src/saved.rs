//! The document of a saved game.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tilewright_grid::{Heading, Schema, Seed};
use tilewright_play::{is_intact, seal};

use crate::{Board, SavedError, Session, Setup, move_name};

/// The schema of the document.
const SCHEMA: Schema = Schema::new("game2048", 2);

/// The contents of the document. It does not hold the state of the random number generator: reading it
/// replays the moves from the seed and the number of the game. The board and the score are there for
/// people and as a check.
#[derive(Serialize, Deserialize)]
struct SavedGame {
    board: Value,
    score: u64,
    best: u64,
    seed: Seed,
    game: u32,
    four_probability: f64,
    /// A letter for each move: u, r, d or l.
    moves: String,
}

impl Session {
    /// The game as one line of JSON.
    pub(crate) fn to_json(&self) -> String {
        let letter = |heading| char::from(move_name(heading).as_bytes()[0]);
        let game = SavedGame {
            board: serde_json::to_value(self.game().board()).expect("numbers are JSON"),
            score: self.game().score(),
            best: self.best(),
            seed: self.setup().seed,
            game: self.number(),
            four_probability: self.setup().four_probability,
            moves: self.turns().map(|(_, heading, _)| letter(heading)).collect(),
        };
        seal(&SCHEMA.document(game)) + "\n"
    }

    /// Reads the document that [`Session::to_json`] wrote and replays its moves.
    ///
    /// # Errors
    /// If the text is not JSON or not such a document, a move is illegal, the board or the score
    /// does not result from the moves, or the checksum is wrong.
    pub(crate) fn from_json(text: &str) -> Result<Self, SavedError> {
        let saved: SavedGame = SCHEMA.read(text)?;
        let SavedGame { board, score, best, seed, game, four_probability, moves } = saved;
        let board = Board::from_value(board)?;
        if !(0.0..=1.0).contains(&four_probability) {
            return Err(SavedError::FourProbability(four_probability));
        }

        let setup = Setup { size: board.size(), four_probability, seed };
        let mut session = Self::new(setup, game)?;

        // The game is played again, so that a document cannot claim what its moves do not give.
        for (index, letter) in moves.chars().enumerate() {
            let heading = heading(letter)
                .ok_or(SavedError::Letter { place: index + 1, found: letter })?;
            if !session.slide(heading) {
                let (place, name) = (index + 1, move_name(heading));
                return Err(SavedError::Illegal { place, name });
            }
        }

        session.check(board, score, best)?;
        if !is_intact(text) {
            return Err(SavedError::Checksum);
        }
        Ok(session.with_best(best))
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
