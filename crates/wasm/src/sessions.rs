//! Games that are played: each call makes one step.

use anyhow::anyhow;
use serde_json::{Value, json};
use tilewright_grid::Seed;
use tilewright_tasks::sessions::{self, PlayedGame, PositionView};
use tilewright_tasks::{HostWatch, Refusal, Refuse as _};

use crate::call::{Call, Reply};
use crate::documents::Documents;
use crate::host::{Page, PageDoor};

/// The most games that are held; those that were opened first go first.
const MOST: usize = 64;

/// The games under way.
#[derive(Default)]
pub(crate) struct Sessions {
    games: Vec<Seat>,
    /// The number of games that were opened.
    opened: u32,
}

/// A game and its name in calls.
struct Seat {
    id: String,
    played: Box<dyn PlayedGame>,
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
        if verb == "open" {
            return self.open(call, &host);
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
        seat.answer(verb, call, &host)
    }

    /// Begins a game, or continues a saved one.
    fn open(&mut self, call: &Call<'_>, host: &PageDoor<'_>) -> Result<Reply, Refusal> {
        let seed = call.seed().unwrap_or(Seed(0));
        let (game, settings) = (call.text("game")?, call.object("settings")?);
        let played = sessions::begin(game, settings, seed, host)?;
        self.opened += 1;
        let seat = Seat { id: format!("{:08x}", self.opened), played };
        let reply = seat.shown(None)?;
        if self.games.len() >= MOST {
            self.games.remove(0);
        }
        self.games.push(seat);
        Ok(reply)
    }
}

impl Seat {
    fn answer(
        &mut self,
        verb: &str,
        call: &Call<'_>,
        host: &PageDoor<'_>,
    ) -> Result<Reply, Refusal> {
        let played = &mut self.played;
        Ok(match verb {
            "state" => self.shown(None)?,
            "move" => {
                let made =
                    call.value("move").ok_or_else(|| anyhow!("`move` is missing"))?;
                let events = played.play(made.clone())?;
                self.shown(Some(events))?
            }
            "undo" => {
                played.undo();
                self.shown(None)?
            }
            "hint" => {
                let hint = played.hint(call.find("player"), host)?;
                Reply::new(json!({ "move": hint }))
            }
            "outlook" => Reply::new(played.outlook(host)?.unwrap_or_default()),
            "save" => Reply::text(played.save()),
            "picture" => {
                let form = call.find("form").unwrap_or("svg");
                let drawn = sessions::draw(&**played, form, &HostWatch(host))?;
                let mut reply = Reply::new(json!({}));
                reply.add(form, drawn);
                reply
            }
            _ => return Err(anyhow!("unknown verb `session/{verb}`").into()),
        })
    }

    /// The game as the page sees it.
    fn shown(&self, events: Option<Vec<Value>>) -> Result<Reply, Refusal> {
        let mut document =
            serde_json::to_value(PositionView::of(&*self.played, events)?)?;
        document["session"] = self.id.as_str().into();
        Ok(Reply::new(document))
    }
}
