//! Games that are played: each is kept with every move, so that it survives the end of the process.

use rusqlite::{Row, params};
use serde::Serialize;

use crate::record::check_size;
use crate::{Error, Result, Store};

/// A game that is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SavedGame {
    /// Its identifier, chosen by the door.
    pub id: String,
    /// The game, such as `2048`.
    pub game: String,
    /// The name that its player gave it; may be empty.
    pub name: String,
    /// The number of moves.
    pub made: u64,
    /// One line that stands for it in a list.
    pub headline: String,
    /// When it was last changed, in unix seconds.
    pub changed: i64,
    /// The saved game; empty in lists.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub saved: String,
}

impl SavedGame {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let made: i64 = row.get(3)?;
        Ok(Self {
            id: row.get(0)?,
            game: row.get(1)?,
            name: row.get(2)?,
            made: made.cast_unsigned(),
            headline: row.get(4)?,
            changed: row.get(5)?,
            saved: row.get(6)?,
        })
    }
}

impl Store {
    /// Keeps a game in place of its earlier state.
    ///
    /// # Errors
    /// If it is larger than [`MAX_BYTES`](crate::MAX_BYTES).
    pub fn put_session(&self, game: &SavedGame) -> Result<()> {
        check_size("the game", game.saved.len())?;
        let SavedGame { id, game, name, made, headline, changed, saved } = game;
        let insert = "INSERT OR REPLACE INTO sessions \
             (id, game, name, made, headline, changed, saved) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let row = params![id, game, name, made.cast_signed(), headline, changed, saved];
        self.change(insert, row).map(drop)
    }

    /// A game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn session(&self, id: &str) -> Result<SavedGame> {
        let game = "SELECT id, game, name, made, headline, changed, saved FROM sessions \
                    WHERE id = ?1";
        let found = self.one(game, [id], SavedGame::read)?;
        found.ok_or_else(|| Error::Missing { what: "game", name: id.to_owned() })
    }

    /// The games without their saved texts, the last changed first; of one kind, or of all.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn sessions(&self, game: Option<&str>) -> Result<Vec<SavedGame>> {
        let games = "SELECT id, game, name, made, headline, changed, '' FROM sessions \
                     WHERE ?1 IS NULL OR game = ?1 ORDER BY changed DESC, id";
        self.all(games, [game], SavedGame::read)
    }

    /// Deletes a game; nothing happens if there is none.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn delete_session(&self, id: &str) -> Result<()> {
        self.change("DELETE FROM sessions WHERE id = ?1", [id]).map(drop)
    }
}
