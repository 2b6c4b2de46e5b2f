//! A duel as a document: `tilewright/duel-game/2`.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Schema, Seed, Size};
use tilewright_play::{is_intact, seal};

use crate::session::Note;
use crate::{Fleet, FleetError, Player, Roster, Rules, Touch, Turn};

/// What the documents say they are.
const SCHEMA: Schema = Schema::since(2, "duel-game", 2);

/// The document. The game is played again from the person's shots when it is read; the hunter's
/// shots and all answers are there for people and as a check.
#[derive(Serialize, Deserialize)]
pub(crate) struct Saved {
    #[serde(skip_deserializing, default = "latest")]
    schema: Schema,
    rows: u32,
    columns: u32,
    touch: Touch,
    lengths: Roster,
    pub(crate) hunter: Player,
    pub(crate) seed: Seed,
    pub(crate) person: Fleet,
    pub(crate) hidden: Fleet,
    pub(crate) shots: Vec<Note>,
}

/// What is written, whatever was read.
const fn latest() -> Schema {
    SCHEMA
}

impl Saved {
    pub(crate) fn new(
        rules: &Rules,
        fleets: [&Fleet; 2],
        hunter: Player,
        seed: Seed,
        turns: &[Turn],
    ) -> Self {
        let [person, hidden] = fleets.map(Clone::clone);
        Self {
            schema: SCHEMA,
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
    pub(crate) fn to_json(&self) -> String {
        seal(self) + "\n"
    }

    /// Reads a document.
    ///
    /// # Errors
    /// When the text is none, or of another sort.
    pub(crate) fn read(text: &str) -> Result<Self, FleetError> {
        let (saved, _): (Self, u32) = SCHEMA.read(text)?;
        Ok(saved)
    }

    /// The rules of the game.
    ///
    /// # Errors
    /// When there are no such rules.
    pub(crate) fn rules(&self) -> Result<Rules, FleetError> {
        Rules::new(Size::new(self.rows, self.columns), self.lengths.clone(), self.touch)
    }

    /// Compares the shots with those of the game that was played again, and the text with its
    /// checksum.
    ///
    /// # Errors
    /// With the first shot that differs, or when something else was altered.
    pub(crate) fn check(&self, turns: &[Turn], text: &str) -> Result<(), FleetError> {
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
            let told = |note: Option<Note>| {
                note.map_or_else(|| "missing".to_owned(), |note| note.to_string())
            };
            let (found, expected) = (told(found), told(expected));
            return Err(FleetError::Replay { shot, found, expected });
        }
        if is_intact(text) { Ok(()) } else { Err(FleetError::Checksum) }
    }
}
