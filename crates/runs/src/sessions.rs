//! Games that are played: each is kept with every move, so that it survives the end of the process,
//! and under a revision, so that two players of one game do not overwrite each other.

use rusqlite::{Row, params};
use serde::Serialize;

use crate::record::check_size;
use crate::{Error, Result, Store};

/// The most changes of a game that are kept: more than a long game of 2048 has moves.
const MOST_CHANGES: u64 = 20_000;

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
    /// The number of changes so far: moves, and moves that were taken back.
    pub revision: u64,
    /// One line that stands for it in a list.
    pub headline: String,
    /// When it was last changed, in unix seconds.
    pub changed: i64,
    /// The saved game; empty in lists.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub saved: String,
}

/// A change of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The revision to which it led.
    pub revision: u64,
    /// Whether the move was taken back.
    pub is_undo: bool,
    /// The move as JSON; `None` if the game was loaded with it.
    pub made: Option<String>,
}

impl SavedGame {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let [made, revision] = [row.get::<_, i64>(3)?, row.get(4)?];
        Ok(Self {
            id: row.get(0)?,
            game: row.get(1)?,
            name: row.get(2)?,
            made: made.cast_unsigned(),
            revision: revision.cast_unsigned(),
            headline: row.get(5)?,
            changed: row.get(6)?,
            saved: row.get(7)?,
        })
    }
}

impl Change {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let revision: i64 = row.get(0)?;
        Ok(Self {
            revision: revision.cast_unsigned(),
            is_undo: row.get(1)?,
            made: row.get(2)?,
        })
    }
}

impl Store {
    /// Keeps a new game.
    ///
    /// # Errors
    /// If it is larger than [`MAX_BYTES`](crate::MAX_BYTES), or there is one of that identifier.
    pub fn add_session(&self, new: &SavedGame) -> Result<()> {
        check_size("the game", new.saved.len())?;
        let SavedGame { id, game, name, made, revision, headline, changed, saved } = new;
        let insert = "INSERT INTO sessions \
             (id, game, name, made, revision, headline, changed, saved) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let [made, revision] = [made, revision].map(|number| number.cast_signed());
        let row = params![id, game, name, made, revision, headline, changed, saved];
        self.change(insert, row).map(drop)
    }

    /// Keeps a game after a change in place of its state before.
    ///
    /// # Errors
    /// [`Error::Stale`] if its revision is not the next one. If there is no such game, or it is
    /// larger than [`MAX_BYTES`](crate::MAX_BYTES).
    pub fn change_session(&self, game: &SavedGame, change: &Change) -> Result<()> {
        check_size("the game", game.saved.len())?;
        let SavedGame { id, made, revision, headline, changed, saved, .. } = game;
        self.together(|| {
            let (found, based) = (self.session(id)?.revision, revision.saturating_sub(1));
            if found != based {
                let name = id.clone();
                return Err(Error::Stale { what: "game", name, found, based });
            }

            let put = "UPDATE sessions SET made = ?2, revision = ?3, headline = ?4, \
                       changed = ?5, saved = ?6 WHERE id = ?1";
            let [made, revision] = [made, revision].map(|number| number.cast_signed());
            self.change(put, params![id, made, revision, headline, changed, saved])?;
            let put = "INSERT INTO session_changes (session, revision, is_undo, move) \
                       VALUES (?1, ?2, ?3, ?4)";
            self.change(put, params![id, revision, change.is_undo, change.made])?;

            // Older changes are forgotten: copies of the game at these revisions cannot be made any
            // more.
            let oldest = game.revision.saturating_sub(MOST_CHANGES).cast_signed();
            let forget =
                "DELETE FROM session_changes WHERE session = ?1 AND revision <= ?2";

            self.change(forget, params![id, oldest]).map(drop)
        })
    }

    /// The changes of a game after a revision, the newest first; not the first of very many.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn session_changes(&self, id: &str, after: u64) -> Result<Vec<Change>> {
        let changes = "SELECT revision, is_undo, move FROM session_changes \
                       WHERE session = ?1 AND revision > ?2 ORDER BY revision DESC";
        self.all(changes, params![id, after.cast_signed()], Change::read)
    }

    /// A game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn session(&self, id: &str) -> Result<SavedGame> {
        let game = "SELECT id, game, name, made, revision, headline, changed, saved \
                    FROM sessions WHERE id = ?1";
        let found = self.one(game, [id], SavedGame::read)?;
        found.ok_or_else(|| Error::Missing { what: "game", name: id.to_owned() })
    }

    /// The games without their saved texts, the last changed first; of one kind, or of all.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn sessions(&self, game: Option<&str>) -> Result<Vec<SavedGame>> {
        let games = "SELECT id, game, name, made, revision, headline, changed, '' \
                     FROM sessions WHERE ?1 IS NULL OR game = ?1 ORDER BY changed DESC, id";
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
