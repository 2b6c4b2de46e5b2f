//! Match-3 levels that are played.

use anyhow::anyhow;
use serde_json::{Map, Value};
use tilewright_draw::{Animation, Picture};
use tilewright_grid::Watch;
use tilewright_match3::{Session, SkilledBot, Strategy};
use tilewright_play::Session as _;

use super::{PlayedGame, Position, named, play, position};
use crate::answer::counted;
use crate::match3::PlayRequest;
use crate::{Host, Refusal, read};

pub(super) fn open(
    settings: Map<String, Value>,
    host: &dyn Host,
) -> Result<Box<dyn PlayedGame>, Refusal> {
    let request: PlayRequest = read(settings)?;
    Ok(Box::new(Blocks(request.session(host)?)))
}

pub(super) fn load(saved: &str) -> Result<Box<dyn PlayedGame>, Refusal> {
    Ok(Box::new(Blocks(Session::load(saved)?)))
}

struct Blocks(Session);

impl PlayedGame for Blocks {
    fn position(&self) -> serde_json::Result<Position> {
        position(&self.0, self.0.state().moves_made)
    }

    fn play(&mut self, made: Value) -> Result<Vec<Value>, Refusal> {
        play(&mut self.0, made)
    }

    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    fn hint(&self, player: Option<&str>, _: &dyn Host) -> Result<Option<Value>, Refusal> {
        let bot = player.map(named::<SkilledBot>).transpose()?;
        let swap = self.0.hint(bot.unwrap_or_else(|| Strategy::Greedy.into()));
        Ok(swap.map(serde_json::to_value).transpose()?)
    }

    /// All its moves, so that a page can show them again.
    fn save(&self) -> String {
        match self.0.replay() {
            Some(replay) => replay.to_json() + "\n",
            None => self.0.save(),
        }
    }

    fn picture(&self) -> anyhow::Result<Picture> {
        Ok(self.0.picture())
    }

    fn animation(&self, _: &dyn Watch) -> anyhow::Result<Animation> {
        let replay = self.0.replay();
        let replay =
            replay.ok_or_else(|| anyhow!("the moves of this game are not known"))?;
        Ok(replay.animation()?)
    }

    fn headline(&self) -> String {
        let state = self.0.state();
        let end = match (state.won, state.over) {
            (true, _) => "won",
            (false, true) => "lost",
            (false, false) => "under way",
        };
        let moves = counted(state.moves_made.into(), "move");
        format!("{}, {end} after {moves}", state.goal)
    }
}
