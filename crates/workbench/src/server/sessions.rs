//! Games that are played: each call makes one step.

use std::sync::{Arc, Mutex};

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::time::Duration;
use tilewright_runs::SavedGame;
use tilewright_tasks::Head;
use tilewright_tasks::sessions::{self, Position, Table};

use crate::server::Bench;
use crate::server::fault::Fault;
use crate::server::host::PageHost;
use crate::server::page::media_type;
use crate::server::run::{Stop, locked};
use crate::server::runs::now;
use crate::server::tasks::{at_once, at_work, chosen_seed, object};

/// The most games that are held in memory; those that were touched longest ago are only kept in
/// the database.
const HELD: usize = 64;
/// The longest time for a hint.
const LONGEST: Duration = Duration::from_mins(1);

/// The games in memory.
#[derive(Default)]
pub(crate) struct Sessions {
    /// The one that was touched last at the end.
    held: Mutex<Vec<(String, Arc<Mutex<Seat>>)>>,
    loading: Mutex<()>,
}

/// A game and what it is called.
pub(crate) struct Seat {
    game: String,
    name: String,
    table: Box<dyn Table>,
}

/// A game as the page sees it.
#[derive(Debug, Serialize)]
pub(crate) struct Seen {
    session: String,
    game: String,
    name: String,
    #[serde(flatten)]
    position: Position,
    headline: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<Vec<Value>>,
}

/// Which games to list.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Which {
    game: Option<String>,
}

/// What a call asks of a game.
enum Verb {
    Look,
    Play(Value),
    Undo,
}

impl Sessions {
    fn put(&self, id: &str, seat: Seat) -> Arc<Mutex<Seat>> {
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

    fn forget(&self, id: &str) {
        locked(&self.held).retain(|(known, _)| known != id);
    }
}

impl Seat {
    fn seen(&self, id: &str, events: Option<Vec<Value>>) -> Result<Seen, Fault> {
        Ok(Seen {
            session: id.to_owned(),
            game: self.game.clone(),
            name: self.name.clone(),
            position: self.table.position().map_err(Fault::internal)?,
            headline: self.table.headline(),
            events,
        })
    }

    /// Whether it stands where the database has it.
    fn is_at(&self, made: u64, headline: &str) -> bool {
        let position = self.table.position().ok();
        let is_same = position.is_some_and(|position| u64::from(position.made) == made);
        is_same && self.table.headline() == headline
    }

    /// The game as it is kept in the database.
    fn kept(&self, id: &str) -> Result<SavedGame, Fault> {
        Ok(SavedGame {
            id: id.to_owned(),
            game: self.game.clone(),
            name: self.name.clone(),
            saved: self.table.save(),
            made: u64::from(self.table.position().map_err(Fault::internal)?.made),
            headline: self.table.headline(),
            changed: now(),
        })
    }
}

/// Starts a game, or continues a saved one.
pub(crate) async fn open(
    State(bench): State<Bench>,
    Path(game): Path<String>,
    body: Bytes,
) -> Result<(StatusCode, Json<Seen>), Fault> {
    let seen = at_once(&bench, move |bench, stop| {
        let mut settings = object(&body)?;
        let name =
            settings.remove("name").and_then(|name| name.as_str().map(str::to_owned));
        let name: String = name.unwrap_or_default().chars().take(80).collect();
        let table = match settings.remove("saved") {
            Some(Value::String(saved)) => sessions::load(&game, &saved)?,
            Some(_) => return Err(Fault::wrong("`saved` is not a text")),
            None => begin(bench, &game, settings, stop)?,
        };
        let id = format!("{:08x}", chosen_seed().0);
        let seat = Seat { game, name, table };
        let seen = seat.seen(&id, None)?;
        bench.history().writer().put_session(&seat.kept(&id)?)?;
        bench.sessions().put(&id, seat);
        Ok(seen)
    });
    Ok((StatusCode::CREATED, Json(seen.await?)))
}

fn begin(
    bench: &Bench,
    game: &str,
    mut settings: Map<String, Value>,
    stop: &Stop,
) -> Result<Box<dyn Table>, Fault> {
    settings.entry("seed").or_insert_with(|| chosen_seed().0.into());
    let head = Head::default();
    let host = PageHost::new(bench, &head, stop.clone(), LONGEST, &[]);
    Ok(sessions::open(game, settings, &host)?)
}

/// Lists the games, the one that was touched last first.
pub(crate) async fn list(
    State(bench): State<Bench>,
    Query(which): Query<Which>,
) -> Result<Json<Value>, Fault> {
    let games = at_once(&bench, move |bench, _| {
        Ok(bench.history().reader().sessions(which.game.as_deref())?)
    });
    Ok(Json(json!({ "sessions": games.await? })))
}

/// A game as it stands.
pub(crate) async fn look(
    State(bench): State<Bench>,
    Path(id): Path<String>,
) -> Result<Json<Seen>, Fault> {
    step(&bench, id, Verb::Look).await
}

/// Makes a move.
pub(crate) async fn play(
    State(bench): State<Bench>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<Seen>, Fault> {
    let made =
        object(&body)?.remove("move").ok_or_else(|| Fault::wrong("`move` is missing"))?;
    step(&bench, id, Verb::Play(made)).await
}

/// Takes the last move back.
pub(crate) async fn undo(
    State(bench): State<Bench>,
    Path(id): Path<String>,
) -> Result<Json<Seen>, Fault> {
    step(&bench, id, Verb::Undo).await
}

async fn step(bench: &Bench, id: String, verb: Verb) -> Result<Json<Seen>, Fault> {
    let seen = at_once(bench, move |bench, _| {
        let seat = seat(bench, &id)?;
        let mut seat = locked(&seat);
        let events = match verb {
            Verb::Look => return seat.seen(&id, None),
            Verb::Play(made) => Some(seat.table.play(made)?),
            Verb::Undo => {
                let _ = seat.table.undo();
                None
            }
        };
        bench.history().writer().put_session(&seat.kept(&id)?)?;
        seat.seen(&id, events)
    });
    seen.await.map(Json)
}

/// The move that a player would make.
pub(crate) async fn hint(
    State(bench): State<Bench>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, Fault> {
    let player = object(&body)?.remove("player");
    let hint = at_work(&bench, move |bench, stop| {
        let seat = seat(bench, &id)?;
        let seat = locked(&seat);
        let head = Head::default();
        let host = PageHost::new(bench, &head, stop.clone(), LONGEST, &[]);
        let player = player.as_ref().and_then(Value::as_str);
        Ok(json!({ "move": seat.table.hint(player, &host)? }))
    });
    hint.await.map(Json)
}

/// What the person may know beyond the position.
pub(crate) async fn outlook(
    State(bench): State<Bench>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Fault> {
    let outlook = at_work(&bench, move |bench, stop| {
        let seat = seat(bench, &id)?;
        let mut seat = locked(&seat);
        let head = Head::default();
        let host = PageHost::new(bench, &head, stop.clone(), LONGEST, &[]);
        Ok(seat.table.outlook(&host)?.unwrap_or(Value::Null))
    });
    outlook.await.map(Json)
}

/// The game as a file.
pub(crate) async fn save(
    State(bench): State<Bench>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let saved =
        at_once(&bench, move |bench, _| Ok(locked(&*seat(bench, &id)?).table.save()));
    Ok(([(CONTENT_TYPE, "application/json")], saved.await?).into_response())
}

/// The game as a picture, such as `picture.svg`; `picture.gif` and `picture.apng` move.
pub(crate) async fn picture(
    State(bench): State<Bench>,
    Path((id, name)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let Some(ending) = name.strip_prefix("picture.").map(str::to_owned) else {
        return Err(Fault::missing("a game has no such part"));
    };
    let bytes = at_work(&bench, move |bench, stop| {
        let seat = seat(bench, &id)?;
        // A copy, so that the game goes on while it is drawn.
        let (game, saved) = {
            let seat = locked(&seat);
            (seat.game.clone(), seat.table.save())
        };
        let table = sessions::load(&game, &saved)?;
        Ok(sessions::draw(&*table, &ending, stop)?)
    });
    Ok(([(CONTENT_TYPE, media_type(&name))], bytes.await?).into_response())
}

/// Forgets a game.
pub(crate) async fn forget(
    State(bench): State<Bench>,
    Path(id): Path<String>,
) -> Result<StatusCode, Fault> {
    let gone = at_once(&bench, move |bench, _| {
        bench.sessions().forget(&id);
        Ok(bench.history().writer().delete_session(&id)?)
    });
    gone.await.map(|()| StatusCode::NO_CONTENT)
}

/// The game in memory, or from the database if another program has changed it there.
fn seat(bench: &Bench, id: &str) -> Result<Arc<Mutex<Seat>>, Fault> {
    // One call loads a game, so that all play the same one.
    let _loading = locked(&bench.sessions().loading);
    let kept = bench.history().reader().session(id);
    let held = bench.sessions().get(id);
    let SavedGame { game, name, saved, made, headline, .. } = match kept {
        Ok(kept) => kept,
        Err(error) => {
            bench.sessions().forget(id);
            return Err(error.into());
        }
    };
    // A game that a call works on is the one to wait for.
    let is_current = |seat: &Arc<Mutex<Seat>>| match seat.try_lock() {
        Ok(seat) => seat.is_at(made, &headline),
        Err(_) => true,
    };
    if let Some(seat) = held.filter(is_current) {
        return Ok(seat);
    }
    bench.sessions().forget(id);
    let table = sessions::load(&game, &saved)?;
    Ok(bench.sessions().put(id, Seat { game, name, table }))
}
