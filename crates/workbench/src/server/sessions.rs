//! Games that are played: each call makes one step. A change that names the revision on which it is
//! based is refused once the game has another one.

mod changes;
mod seats;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;
use tilewright_runs::Change;
use tilewright_tasks::random_seed;
use tilewright_tasks::sessions;

use crate::server::Bench;
use crate::server::fault::Fault;
use crate::server::host::PageDoor;
use crate::server::page::media_type;
use crate::server::tasks::{at_once, at_work, object};

use seats::seat;
pub(crate) use seats::{GameView, Seat, Sessions};
use tilewright_grid::locked;

/// The longest time for a hint.
const LONGEST: Duration = Duration::from_mins(1);

/// Which games to list.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct SessionFilter {
    game: Option<String>,
}

/// Starts a game, or continues a saved one.
pub(crate) async fn open(
    State(bench): State<Bench>,
    Path(game): Path<String>,
    body: Bytes,
) -> Result<(StatusCode, Json<GameView>), Fault> {
    let seen = at_once(&bench, move |bench, stop| {
        let mut settings = object(&body)?;
        let name = name(&mut settings);
        let host = PageDoor::new(bench, stop.clone(), LONGEST, &[]);
        let played = sessions::begin(&game, settings, random_seed(), &host)?;
        sit(bench, Seat { game, name, revision: 0, played })
    });
    Ok((StatusCode::CREATED, Json(seen.await?)))
}

/// The name of a game, as its settings have it.
fn name(settings: &mut Map<String, Value>) -> String {
    let name = settings.remove("name");
    let name = name.as_ref().and_then(Value::as_str).unwrap_or_default();
    name.chars().take(80).collect()
}

/// Keeps a new game.
fn sit(bench: &Bench, seat: Seat) -> Result<GameView, Fault> {
    let id = format!("{:08x}", random_seed().0);
    let seen = seat.seen(&id, None)?;
    bench.history.writer().add_session(&seat.kept(&id)?)?;
    bench.sessions.put(&id, seat);
    Ok(seen)
}

/// A copy of a game as it was at a revision, or as it is.
pub(crate) async fn copy(
    State(bench): State<Bench>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<(StatusCode, Json<GameView>), Fault> {
    let seen = at_once(&bench, move |bench, _| {
        let mut settings = object(&body)?;
        let (name, wanted) = (name(&mut settings), based(&settings)?);
        let seat = seat(bench, &id)?;
        let seat = locked(&seat);

        let mut played = sessions::load(&seat.game, &seat.played.save())?;
        if let Some(wanted) = wanted {
            let changes = bench.history.reader().session_changes(&id, wanted)?;
            changes::rewind(&mut *played, &changes, seat.revision, wanted)?;
        }

        let game = seat.game.clone();
        drop(seat);
        sit(bench, Seat { game, name, revision: 0, played })
    });

    Ok((StatusCode::CREATED, Json(seen.await?)))
}

/// The revision on which a call is based.
fn based(settings: &Map<String, Value>) -> Result<Option<u64>, Fault> {
    let revision = settings.get("revision").filter(|revision| !revision.is_null());
    let number = |it: &Value| {
        it.as_u64().ok_or_else(|| Fault::wrong("`revision` is not a whole number"))
    };
    revision.map(number).transpose()
}

/// Lists the games, the one that was touched last first.
pub(crate) async fn list(
    State(bench): State<Bench>,
    Query(which): Query<SessionFilter>,
) -> Result<Json<Value>, Fault> {
    let games = at_once(&bench, move |bench, _| {
        Ok(bench.history.reader().sessions(which.game.as_deref())?)
    });
    Ok(Json(json!({ "sessions": games.await? })))
}

/// A game as it stands, with the moves that can be made again.
pub(crate) async fn look(
    State(bench): State<Bench>,
    Path(id): Path<String>,
) -> Result<Json<GameView>, Fault> {
    let seen = at_once(&bench, move |bench, _| {
        let seat = seat(bench, &id)?;
        let seat = locked(&seat);
        let changes = bench.history.reader().session_changes(&id, 0)?;
        let mut seen = seat.seen(&id, None)?;
        seen.undone = Some(changes::undone(&changes));
        Ok(seen)
    });
    seen.await.map(Json)
}

/// Makes a move.
pub(crate) async fn play(
    State(bench): State<Bench>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<GameView>, Fault> {
    let mut settings = object(&body)?;
    let made =
        settings.remove("move").ok_or_else(|| Fault::wrong("`move` is missing"))?;
    let based = based(&settings)?;
    let seen = at_once(&bench, move |bench, _| {
        let seat = seat(bench, &id)?;
        let mut seat = locked(&seat);
        seat.check(&id, based)?;
        let text = made.to_string();
        let events = seat.played.play(made)?;
        changed(bench, &id, &mut seat, false, Some(text))?;

        seat.seen(&id, Some(events))
    });

    seen.await.map(Json)
}

/// Takes the last move back; nothing happens if there is none.
pub(crate) async fn undo(
    State(bench): State<Bench>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<GameView>, Fault> {
    let based = based(&object(&body)?)?;
    let seen = at_once(&bench, move |bench, _| {
        let seat = seat(bench, &id)?;
        let mut seat = locked(&seat);
        seat.check(&id, based)?;

        if seat.played.undo() {
            let changes = bench.history.reader().session_changes(&id, 0)?;
            changed(bench, &id, &mut seat, true, changes::last(&changes))?;
        }

        seat.seen(&id, None)
    });

    seen.await.map(Json)
}

/// Keeps a game after a change, under its next revision.
fn changed(
    bench: &Bench,
    id: &str,
    seat: &mut Seat,
    is_undo: bool,
    made: Option<String>,
) -> Result<(), Fault> {
    seat.revision += 1;
    let change = Change { revision: seat.revision, is_undo, made };
    let kept = seat
        .kept(id)
        .and_then(|game| Ok(bench.history.writer().change_session(&game, &change)?));
    // What was not kept has not happened: the next call reads the game again.
    kept.inspect_err(|_| bench.sessions.forget(id))
}

/// The move that a player would make, in the state that the page has.
pub(crate) async fn hint(
    State(bench): State<Bench>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, Fault> {
    let mut settings = object(&body)?;
    let (player, based) = (settings.remove("player"), based(&settings)?);
    let hint = at_work(&bench, move |bench, stop| {
        let seat = seat(bench, &id)?;
        let seat = locked(&seat);
        seat.check(&id, based)?;
        let host = PageDoor::new(bench, stop.clone(), LONGEST, &[]);
        let player = player.as_ref().and_then(Value::as_str);
        Ok(json!({ "move": seat.played.hint(player, &host)? }))
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
        let host = PageDoor::new(bench, stop.clone(), LONGEST, &[]);
        Ok(seat.played.outlook(&host)?.unwrap_or(Value::Null))
    });
    outlook.await.map(Json)
}

/// The game as a file.
pub(crate) async fn save(
    State(bench): State<Bench>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let saved =
        at_once(&bench, move |bench, _| Ok(locked(&*seat(bench, &id)?).played.save()));
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
            (seat.game.clone(), seat.played.save())
        };
        let played = sessions::load(&game, &saved)?;
        Ok(sessions::draw(&*played, &ending, stop)?)
    });
    Ok(([(CONTENT_TYPE, media_type(&name))], bytes.await?).into_response())
}

/// Forgets a game.
pub(crate) async fn forget(
    State(bench): State<Bench>,
    Path(id): Path<String>,
) -> Result<StatusCode, Fault> {
    let gone = at_once(&bench, move |bench, _| {
        bench.sessions.forget(&id);
        Ok(bench.history.writer().delete_session(&id)?)
    });
    gone.await.map(|()| StatusCode::NO_CONTENT)
}
