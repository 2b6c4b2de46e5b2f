//! Live maps, for a page that has no worker of its own: each call makes one frame.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde_json::{Value, json};
use tilewright_grid::locked;
use tilewright_tasks::path::{FrameInput, LiveFrame, LiveMap};
use tilewright_tasks::{random_seed, read_keys};

use crate::server::Bench;
use crate::server::fault::Fault;
use crate::server::host::PageDoor;
use crate::server::tasks::{at_once, at_work, object};

/// The longest time for a call.
const LONGEST: Duration = Duration::from_secs(30);

/// The most live maps that are held; those that were touched longest ago go first.
const HELD: usize = 8;

/// The live maps, by their names, the one that was touched last at the end.
#[derive(Default)]
pub(crate) struct LiveMaps(Mutex<Vec<(String, Arc<Mutex<LiveMap>>)>>);

impl LiveMaps {
    fn put(&self, id: String, live: LiveMap) {
        let mut held = locked(&self.0);
        if held.len() >= HELD {
            held.remove(0);
        }
        held.push((id, Arc::new(Mutex::new(live))));
    }

    fn get(&self, id: &str) -> Result<Arc<Mutex<LiveMap>>, Fault> {
        let mut held = locked(&self.0);
        let at = held.iter().position(|(known, _)| known == id);
        let gone = || Fault::missing("there is no such live map").hint("open it again");
        let touched = held.remove(at.ok_or_else(gone)?);
        let live = Arc::clone(&touched.1);
        held.push(touched);
        Ok(live)
    }
}

/// Opens a live map.
pub(crate) async fn open(
    State(bench): State<Bench>,
    body: Bytes,
) -> Result<(StatusCode, Json<Value>), Fault> {
    let opened = at_work(&bench, move |bench, stop| {
        let mut settings = object(&body)?;
        settings.entry("seed").or_insert_with(|| random_seed().0.into());
        let host = PageDoor::new(bench, stop.clone(), LONGEST, &[]);
        let live = LiveMap::open(settings, &host)?;
        let id = format!("{:08x}", random_seed().0);
        bench.live.put(id.clone(), live);
        Ok(json!({ "live": id }))
    });
    Ok((StatusCode::CREATED, Json(opened.await?)))
}

/// Makes a frame.
pub(crate) async fn frame(
    State(bench): State<Bench>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<LiveFrame>, Fault> {
    let frame = at_work(&bench, move |bench, stop| {
        let input: FrameInput = read_keys(object(&body)?)?;
        let host = PageDoor::new(bench, stop.clone(), LONGEST, &[]);
        let live = bench.live.get(&id)?;
        let frame = locked(&live).frame(&input, &host)?;
        Ok(frame)
    });
    frame.await.map(Json)
}

/// Forgets a live map.
pub(crate) async fn forget(
    State(bench): State<Bench>,
    Path(id): Path<String>,
) -> Result<StatusCode, Fault> {
    let gone = at_once(&bench, move |bench, _| {
        locked(&bench.live.0).retain(|(known, _)| *known != id);
        Ok(())
    });
    gone.await.map(|()| StatusCode::NO_CONTENT)
}
