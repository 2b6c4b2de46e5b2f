//! Saved duels: JSON documents with the schema `tilewright/duel-game/2`.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Schema, Seed, Size};
use tilewright_play::{is_intact, seal};

use super::turn::Note;
use crate::{Fleet, FleetError, Roster, Rules, SkilledHunter, Touch, Turn};

const SCHEMA: Schema = Schema::new("duel-game", 2);

/// The document. Reading it replays the game from the person's shots; the hunter's shots and all
/// outcomes serve as a check.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedGame {
    rows: u32,
    columns: u32,
    touch: Touch,
    lengths: Roster,
    pub(super) hunter: SkilledHunter,
    pub(super) seed: Seed,
    pub(super) person: Fleet,
    pub(super) hidden: Fleet,
    pub(super) shots: Vec<Note>,
}

impl SavedGame {
    pub(super) fn new(
        rules: &Rules,
        fleets: [&Fleet; 2],
        hunter: SkilledHunter,
        seed: Seed,
        turns: &[Turn],
    ) -> Self {
        let [person, hidden] = fleets.map(Clone::clone);
        Self {
            rows: rules.size().rows,
            columns: rules.size().columns,
            touch: rules.touch(),
            lengths: rules.roster().clone(),
            hunter,
            seed,
            person,
            hidden,
            shots: turns.iter().map(|&turn| turn.into()).collect(),
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

    /// The rules of the game.
    ///
    /// # Errors
    /// As [`Rules::new`].
    pub(super) fn rules(&self) -> Result<Rules, FleetError> {
        Rules::new(Size::new(self.rows, self.columns), self.lengths.clone(), self.touch)
    }

    /// Compares the shots with those of the replay, and the text with its checksum.
    ///
    /// # Errors
    /// With the first shot that differs, or when the checksum is wrong.
    pub(super) fn check(&self, turns: &[Turn], text: &str) -> Result<(), FleetError> {
        let mut played = turns.iter().map(|&turn| Note::from(turn));
        let mut written = self.shots.iter().cloned();

        for shot in 1.. {
            let (expected, found) = (played.next(), written.next());
            if expected == found {
                if found.is_none() {
                    break;
                }
                continue;
            }

            let text = |note: Option<Note>| {
                note.map_or_else(|| "missing".to_owned(), |note| note.to_string())
            };
            let (found, expected) = (text(found), text(expected));
            return Err(FleetError::Replay { shot, found, expected });
        }
        if is_intact(text) { Ok(()) } else { Err(FleetError::Checksum) }
    }
}
