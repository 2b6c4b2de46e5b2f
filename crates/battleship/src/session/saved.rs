//! Saved duels: JSON documents with the schema `tilewright/battleship-session/1`.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Schema, Seed, Size};
use tilewright_play::{is_intact, seal};

use super::turn::Note;
use super::{Past, Session};
use crate::{Answer, Fleet, FleetError, Roster, Rules, Side, SkilledHunter, Touch, Turn};

const SCHEMA: Schema = Schema::new("battleship-session", 1);

/// The document. The shots at both fields in their order are all that the players know; what the hunter remembers of them is
/// made anew when it shoots again.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedGame {
    rows: u32,
    columns: u32,
    touch: Touch,
    lengths: Roster,
    hunter: SkilledHunter,
    seed: Seed,
    person: Fleet,
    hidden: Fleet,
    shots: Vec<Note>,
    /// How many shots of the person can be taken back: those of which the state is known, and at most.
    undo: [u64; 2],
}

impl SavedGame {
    pub(super) fn of(session: &Session) -> Self {
        let rules = &session.rules;
        Self {
            rows: rules.size().rows,
            columns: rules.size().columns,
            touch: rules.touch(),
            lengths: rules.roster().clone(),
            hunter: session.skilled,
            seed: session.seed,
            person: session.person.clone(),
            hidden: session.hidden.clone(),
            shots: session.turns.iter().map(|&turn| turn.into()).collect(),
            undo: [session.past.len() as u64, session.depth as u64],
        }
    }

    /// The document as one line of JSON.
    pub(super) fn to_json(&self) -> String {
        seal(&SCHEMA.document(self)) + "\n"
    }

    /// Reads a document.
    ///
    /// # Errors
    /// When the text is not JSON, or a document of another kind or version.
    pub(super) fn read(text: &str) -> Result<Self, FleetError> {
        Ok(SCHEMA.read(text)?)
    }

    /// The session of the document with this text.
    ///
    /// # Errors
    /// When the rules or a fleet are wrong, at the first shot that is illegal, out of turn or has another outcome, or when the
    /// checksum is wrong.
    pub(super) fn session(&self, text: &str) -> Result<Session, FleetError> {
        let size = Size::new(self.rows, self.columns);
        let rules = Rules::new(size, self.lengths.clone(), self.touch)?;
        let (person, hidden) = (self.person.clone(), self.hidden.clone());
        let mut session = Session::new(rules, person, hidden, self.hunter, self.seed)?;
        let [known, depth] =
            self.undo.map(|it| usize::try_from(it).unwrap_or(usize::MAX));
        session.depth = depth;

        let mut next = Side::Person;
        for (shot, note) in (1..).zip(&self.shots) {
            if note.side != next {
                return Err(FleetError::OutOfTurn { shot });
            }
            let turn = session.noted(note, shot)?;
            if turn.side == Side::Person {
                session.keep(Past { turns: session.turns.len(), hunter: None });
            }
            session.record(turn);
            if turn.answer == Answer::Miss {
                next = if next == Side::Person { Side::Hunter } else { Side::Person };
            }
        }

        if next == Side::Hunter && session.winner().is_none() {
            return Err(FleetError::OutOfTurn { shot: self.shots.len() + 1 });
        }
        // After the shots, whose errors say what was changed.
        if !is_intact(text) {
            return Err(FleetError::Checksum);
        }
        while session.past.len() > known {
            session.past.pop_front();
        }
        Ok(session)
    }
}

impl Session {
    /// The turn of a note, if it is legal and has its outcome.
    fn noted(&self, note: &Note, shot: usize) -> Result<Turn, FleetError> {
        if self.winner().is_some() {
            return Err(FleetError::Over);
        }
        let (side, cell) = (note.side, note.cell);
        let fleet = if side == Side::Person { &self.hidden } else { &self.person };
        let answer = self.sight(side).shoot(fleet, cell)?;
        let turn = Turn { side, cell, answer };
        let expected = Note::from(turn);
        if *note != expected {
            let (found, expected) = (note.to_string(), expected.to_string());
            return Err(FleetError::Replay { shot, found, expected });
        }
        Ok(turn)
    }
}
