//! Games that are played: each call makes one step.

use anyhow::{anyhow, bail};
use serde_json::{Value, json};
use tilewright_tasks::sessions::{self, Table};
use tilewright_tasks::{HostWatch, Refusal, Refuse as _};

use crate::call::{Call, Reply};
use crate::desk::Page;
use crate::documents::Documents;
use crate::host::PageDoor;

/// The most games that are held; those that were opened first go first.
const MOST: usize = 64;

/// The games under way.
#[derive(Default)]
pub(crate) struct Sessions {
    games: Vec<Seat>,
    /// The number of games that were opened.
    opened: u32,
}

/// A game, and what it is called.
struct Seat {
    id: String,
    game: String,
    name: String,
    table: Box<dyn Table>,
}

impl Sessions {
    /// Answers a call with `verb` after `session/`.
    pub(crate) fn answer(
        &mut self,
        verb: &str,
        call: &Call<'_>,
        documents: &Documents,
        page: &dyn Page,
    ) -> Result<Reply, Refusal> {
        let host = PageDoor { documents, page, outputs: Vec::new(), seed: None };
        match verb {
            "open" => {
                let seat = self.open(call, &host)?;
                return Ok(Reply::new(seat.position(None)?));
            }
            "list" => return Ok(Reply::new(self.list(call.find("game"))?)),
            _ => {}
        }
        let id = call.text("session")?;
        if verb == "forget" {
            self.games.retain(|seat| seat.id != id);
            return Ok(Reply::default());
        }
        let seat = self.games.iter_mut().find(|seat| seat.id == id);
        let seat = seat
            .ok_or_else(|| anyhow!("there is no such game"))
            .hint("open it from what was saved")?;
        Ok(match verb {
            "state" => Reply::new(seat.position(None)?),
            "move" => {
                let made =
                    call.value("move").ok_or_else(|| anyhow!("`move` is missing"))?;
                let events = seat.table.play(made.clone())?;
                Reply::new(seat.position(Some(events))?)
            }
            "undo" => {
                seat.table.undo();
                Reply::new(seat.position(None)?)
            }
            "hint" => {
                let hint = seat.table.hint(call.find("player"), &host)?;
                Reply::new(json!({ "move": hint }))
            }
            "outlook" => Reply::new(seat.table.outlook(&host)?.unwrap_or_default()),
            "save" => Reply::text(seat.table.save()),
            "picture" => {
                let form = call.find("form").unwrap_or("svg");
                let drawn = sessions::draw(&*seat.table, form, &HostWatch(&host))?;
                let mut reply = Reply::new(json!({}));
                reply.add(form, drawn);
                reply
            }
            _ => return Err(anyhow!("unknown verb `session/{verb}`").into()),
        })
    }

    /// Begins a game, or continues a saved one.
    fn open(&mut self, call: &Call<'_>, host: &PageDoor<'_>) -> Result<&Seat, Refusal> {
        let game = call.text("game")?;
        let mut settings = call.object("settings")?;
        let name = settings.remove("name");
        let name = name.as_ref().and_then(Value::as_str).or_else(|| call.find("name"));
        let name: String = name.unwrap_or_default().chars().take(80).collect();
        let saved = settings.remove("saved");
        let saved = saved.as_ref().and_then(Value::as_str).or_else(|| call.find("saved"));
        let table = if let Some(saved) = saved {
            sessions::load(game, saved)?
        } else {
            if let Some(seed) = call.seed() {
                settings.entry("seed").or_insert_with(|| seed.0.into());
            }
            sessions::open(game, settings, host)?
        };
        self.opened += 1;
        let id = format!("{:08x}", self.opened);
        if self.games.len() >= MOST {
            self.games.remove(0);
        }
        self.games.push(Seat { id, game: game.to_owned(), name, table });
        Ok(self.games.last().ok_or_else(|| anyhow!("the game was not kept"))?)
    }

    /// The games that are held, the newest first.
    fn list(&self, game: Option<&str>) -> anyhow::Result<Value> {
        let mut listed = Vec::new();
        for seat in self.games.iter().rev() {
            if game.is_some_and(|game| game != seat.game) {
                continue;
            }
            listed.push(json!({
                "session": seat.id, "game": seat.game, "name": seat.name,
                "made": seat.table.position()?.made, "headline": seat.table.headline(),
            }));
        }
        Ok(json!({ "sessions": listed }))
    }
}

impl Seat {
    /// The position as the page sees it.
    fn position(&self, events: Option<Vec<Value>>) -> anyhow::Result<Value> {
        let Value::Object(position) = serde_json::to_value(self.table.position()?)?
        else {
            bail!("a position is an object");
        };
        let mut document =
            json!({ "session": self.id, "game": self.game, "name": self.name });
        if let Value::Object(members) = &mut document {
            members.extend(position);
        }
        document["headline"] = self.table.headline().into();
        if let Some(events) = events {
            document["events"] = events.into();
        }
        Ok(document)
    }
}
