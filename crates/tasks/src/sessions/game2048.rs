//! Games of 2048 that are played.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use smart_default::SmartDefault;
use tilewright_2048::{FOUR_PROBABILITY, Session, Setup, Strategy};
use tilewright_draw::{Animation, Picture};
use tilewright_grid::{Seed, Size, Watch};
use tilewright_play::Session as _;

use super::{PlayedGame, Position, named, play, position};
use crate::game2048::{PlayerFactory, PlayerOptions};
use crate::{BoundedInteger, BoundedNumber, Host, Refusal, read_keys};

/// The side of a cell in pictures.
const TILE: f64 = 96.0;

/// The settings of a game of 2048.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct TilesSettings {
    /// Rows of the board.
    #[default(BoundedInteger::of(4))]
    pub rows: BoundedInteger<2, 5>,
    /// Columns of the board.
    #[default(BoundedInteger::of(4))]
    pub columns: BoundedInteger<2, 5>,
    /// Probability that a new tile is a 4 instead of a 2.
    #[default(BoundedNumber::of(FOUR_PROBABILITY))]
    pub four_probability: BoundedNumber<0, 1>,
    /// Random seed.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

pub(super) fn open(settings: Map<String, Value>) -> Result<Box<dyn PlayedGame>, Refusal> {
    let settings: TilesSettings = read_keys(settings)?;
    let setup = Setup {
        size: Size::new(settings.rows.get(), settings.columns.get()),
        four_probability: settings.four_probability.get(),
        seed: settings.seed.unwrap_or(Seed(0)),
    };
    let mut session = Session::new(setup, 0)?;
    // The page takes back any move, and shows the whole game.
    session.set_undo_depth(usize::MAX);
    Ok(Box::new(Tiles(session)))
}

pub(super) fn load(saved: &str) -> Result<Box<dyn PlayedGame>, Refusal> {
    Ok(Box::new(Tiles(Session::load(saved)?)))
}

struct Tiles(Session);

impl PlayedGame for Tiles {
    fn position(&self) -> serde_json::Result<Position> {
        position(&self.0, self.0.game().moves())
    }

    fn play(&mut self, made: Value) -> Result<Vec<Value>, Refusal> {
        play(&mut self.0, made)
    }

    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    fn hint(
        &self,
        player: Option<&str>,
        host: &dyn Host,
    ) -> Result<Option<Value>, Refusal> {
        let setup = self.0.setup();
        let named = player.map(named::<Strategy>).transpose()?;
        let strategy = named.unwrap_or_else(|| Strategy::usual(setup.size));
        let options = PlayerOptions {
            four_probability: BoundedNumber::of(setup.four_probability),
            ..PlayerOptions::default()
        };
        options.check(strategy, Some(setup.size))?;
        let factory = PlayerFactory::new(strategy, &options, Some(setup.size), host)?;
        let hint = factory.and_then(|factory| self.0.hint(&mut *factory.player()));

        Ok(hint.map(serde_json::to_value).transpose()?)
    }

    fn save(&self) -> String {
        self.0.save()
    }

    fn picture(&self) -> anyhow::Result<Picture> {
        Ok(self.0.state().board.picture(TILE))
    }

    fn animation(&self, watch: &dyn Watch) -> anyhow::Result<Animation> {
        Ok(self.0.animation(usize::MAX, |_| None, watch)?)
    }

    fn headline(&self) -> String {
        let state = self.0.state();
        let end = if state.over { ", over" } else { "" };
        format!("score {}, largest tile {}{end}", state.score, state.largest)
    }
}
