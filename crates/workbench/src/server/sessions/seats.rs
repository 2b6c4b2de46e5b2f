//! The games in memory: each is the one of the database, under the same revision.

use std::sync::{Arc, Mutex};

use serde::Serialize;
use serde_json::Value;
use tilewright_grid::locked;
use tilewright_runs::{Error, SavedGame};
use tilewright_tasks::sessions::{self, PlayedGame, PositionView};

use crate::server::Bench;
use crate::server::fault::Fault;
use crate::server::runs::now;

/// The most games that are held in memory; those that were touched longest ago are only kept in
/// the database.
const HELD: usize = 64;
/// The games in memory.
#[derive(Default)]
pub(crate) struct Sessions {
    /// The one that was touched last at the end.
    held: Mutex<Vec<(String, Arc<Mutex<Seat>>)>>,
    loading: Mutex<()>,
}

/// A game and what it is called.
pub(crate) struct Seat {
    pub(super) game: String,
    pub(super) name: String,
    pub(super) revision: u64,
    pub(super) played: Box<dyn PlayedGame>,
}

/// A game as the page sees it.
#[derive(Debug, Serialize)]
pub(crate) struct GameView {
    session: String,
    game: String,
    name: String,
    revision: u64,
    #[serde(flatten)]
    shown: PositionView,
    /// The moves that were taken back, the one that comes next first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) undone: Option<Vec<Value>>,
}

impl Sessions {
    pub(super) fn put(&self, id: &str, seat: Seat) -> Arc<Mutex<Seat>> {
        let seat = Arc::new(Mutex::new(seat));
        let mut held = locked(&self.held);
        held.push((id.to_owned(), Arc::clone(&seat)));
        // A game that a call works on stays.
        let idle = held.iter().position(|(_, seat)| Arc::strong_count(seat) == 1);
        if let Some(idle) = idle.filter(|_| held.len() > HELD) {
            held.remove(idle);
        }
        seat
    }

    fn get(&self, id: &str) -> Option<Arc<Mutex<Seat>>> {
        let mut held = locked(&self.held);
        let at = held.iter().position(|(known, _)| known == id)?;
        let seat = held.remove(at);
        held.push(seat);
        held.last().map(|(_, seat)| Arc::clone(seat))
    }

    pub(super) fn forget(&self, id: &str) {
        locked(&self.held).retain(|(known, _)| known != id);
    }
}

impl Seat {
    pub(super) fn seen(
        &self,
        id: &str,
        events: Option<Vec<Value>>,
    ) -> Result<GameView, Fault> {
        Ok(GameView {
            session: id.to_owned(),
            game: self.game.clone(),
            name: self.name.clone(),
            revision: self.revision,
            shown: PositionView::of(&*self.played, events).map_err(Fault::internal)?,
            undone: None,
        })
    }

    /// Refuses a change that is based on another revision than this one.
    pub(super) fn check(&self, id: &str, based: Option<u64>) -> Result<(), Error> {
        match based.filter(|based| *based != self.revision) {
            Some(based) => {
                let (name, found) = (id.to_owned(), self.revision);
                Err(Error::Stale { what: "game", name, found, based })
            }
            None => Ok(()),
        }
    }

    /// The game as it is kept in the database.
    pub(super) fn kept(&self, id: &str) -> Result<SavedGame, Fault> {
        Ok(SavedGame {
            id: id.to_owned(),
            game: self.game.clone(),
            name: self.name.clone(),
            saved: self.played.save(),
            made: u64::from(self.played.position().map_err(Fault::internal)?.made),
            revision: self.revision,
            headline: self.played.headline(),
            changed: now(),
        })
    }
}

/// The game in memory, or from the database if another program has changed it there.
pub(super) fn seat(bench: &Bench, id: &str) -> Result<Arc<Mutex<Seat>>, Fault> {
    // One call loads a game, so that all play the same one.
    let _loading = locked(&bench.sessions.loading);
    let kept = bench.history.reader().session(id);
    let held = bench.sessions.get(id);
    let SavedGame { game, name, saved, revision, .. } = match kept {
        Ok(kept) => kept,
        Err(error) => {
            bench.sessions.forget(id);
            return Err(error.into());
        }
    };
    // A game that a call works on is the one to wait for.
    let is_current = |seat: &Arc<Mutex<Seat>>| match seat.try_lock() {
        Ok(seat) => seat.revision == revision,
        Err(_) => true,
    };
    if let Some(seat) = held.filter(is_current) {
        return Ok(seat);
    }
    bench.sessions.forget(id);
    let played = sessions::load(&game, &saved)?;
    Ok(bench.sessions.put(id, Seat { game, name, revision, played }))
}
