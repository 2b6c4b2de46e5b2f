//! Duels of Battleship that are played.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_battleship::{
    FleetFile, MEMORY, Posterior, Sequential, Session, Side, SkilledHunter, Strategy,
    heatmap,
};
use tilewright_draw::{Animation, DrawError, Frame, Picture};
use tilewright_grid::{Seed, Watch};
use tilewright_play::Session as _;

use super::{PlayedGame, Position, named, play, position};
use crate::battleship::{
    Field, Hunter, check_fleets, check_possible, read_fleets, refused,
};
use crate::{Host, HostWatch, Input, Refusal, TextValue, read_keys};

/// The side of a cell in pictures.
const TILE: f64 = 32.0;

/// The duration of each frame of an animation, and of the last one, in hundredths of a second.
const SHOT: u16 = 50;
const END: u16 = 300;

/// The settings of a duel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct BattleshipSettings {
    /// The field and its ships.
    #[serde(flatten)]
    pub field: Field,
    /// The opponent: a level (novice, intermediate, advanced, expert), or another hunter named as
    /// for `battleship/hunt`; default: intermediate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hunter: Option<TextValue<Hunter>>,
    /// The person's fleet: the first one of this file; default: a random fleet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<Input>,
    /// Random seed.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// Starts a duel. The person's fleet is their own or drawn from child 0 of the seed, the hunter's
/// fleet from child 1, and the hunter's shots from child 2.
pub(super) fn open(
    settings: Map<String, Value>,
    host: &dyn Host,
) -> Result<Box<dyn PlayedGame>, Refusal> {
    let settings: BattleshipSettings = read_keys(settings)?;
    let own = settings.own.as_ref().map(|input| own_fleet(input, host)).transpose()?;
    let rules = settings.field.rules(own.as_ref())?;

    if let Some((file, input)) = own.as_ref().zip(settings.own.as_ref()) {
        check_fleets(file, &rules, &input.to_string())?;
    }

    check_possible(&rules, MEMORY, host).map_err(refused)?;

    let seed = settings.seed.unwrap_or(Seed(0));
    let sequential = Sequential::new(&rules);
    let draw = |child| sequential.draw(&mut seed.child(child).rng()).map_err(refused);
    let own = own.and_then(|file| file.fleets.into_iter().next());
    let (person, hidden) = (own.map_or_else(|| draw(0), Ok)?, draw(1)?);

    let hunter =
        settings.hunter.map_or_else(|| named("intermediate"), |it| Ok(it.0.value))?;
    let session = Session::new(rules, person, hidden, hunter, seed).map_err(refused)?;

    Ok(Box::new(Duel { session, posterior: None }))
}

/// The file with the fleet of the person, truncated to its first fleet.
fn own_fleet(input: &Input, host: &dyn Host) -> Result<FleetFile, Refusal> {
    let mut file = read_fleets(host, input)?;
    file.fleets.truncate(1);
    Ok(file)
}

pub(super) fn load(saved: &str) -> Result<Box<dyn PlayedGame>, Refusal> {
    let session = Session::load(saved).map_err(refused)?;
    Ok(Box::new(Duel { session, posterior: None }))
}

/// What both players know, beside each other.
fn fields(session: &Session) -> Picture {
    let last = |side| session.turns().iter().rfind(|turn| turn.side == side);
    let field = |side| {
        let sight = session.sight(side);
        heatmap::sight(&sight, None, last(side).map(|turn| turn.cell), TILE)
    };
    let fields = [field(Side::Person), field(Side::Hunter)];
    Picture::beside(&fields, TILE, "the fields of both players")
}

struct Duel {
    session: Session,
    /// Follows the person's shots; a posterior can only follow a game forwards, so an undo drops
    /// it.
    posterior: Option<Posterior>,
}

impl PlayedGame for Duel {
    fn position(&self) -> serde_json::Result<Position> {
        position(&self.session, self.session.sight(Side::Person).shots())
    }

    fn play(&mut self, made: Value) -> Result<Vec<Value>, Refusal> {
        play(&mut self.session, made)
    }

    fn undo(&mut self) -> bool {
        self.posterior = None;
        self.session.undo()
    }

    fn hint(&self, player: Option<&str>, _: &dyn Host) -> Result<Option<Value>, Refusal> {
        let hunter = player.map(named::<SkilledHunter>).transpose()?;
        let cell = self.session.hint(hunter.unwrap_or_else(|| Strategy::Density.into()));
        Ok(cell.map(serde_json::to_value).transpose()?)
    }

    fn outlook(&mut self, host: &dyn Host) -> Result<Option<Value>, Refusal> {
        let sight = self.session.sight(Side::Person);
        let seed = Seed(0);
        let posterior = self
            .posterior
            .get_or_insert_with(|| Posterior::new(self.session.rules(), seed));
        let watch = HostWatch(host);
        if host.look().is_break() || watch.look().is_break() {
            return Ok(None);
        }
        let probabilities = posterior.probabilities(&sight);
        Ok(Some(json!({ "probabilities": probabilities })))
    }

    fn save(&self) -> String {
        self.session.save()
    }

    fn picture(&self) -> anyhow::Result<Picture> {
        Ok(fields(&self.session))
    }

    fn animation(&self, watch: &dyn Watch) -> anyhow::Result<Animation> {
        // A copy of the game, taken back shot by shot.
        let mut session = Session::load(&self.session.save())?;
        let mut frames = vec![Frame { picture: fields(&session), hundredths: END }];
        while session.undo() {
            if watch.look().is_break() {
                return Err(DrawError::Cancelled.into());
            }
            frames.push(Frame { picture: fields(&session), hundredths: SHOT });
        }
        frames.reverse();
        Ok(Animation { title: "a duel of Battleship".to_owned(), frames })
    }

    fn headline(&self) -> String {
        let state = self.session.state();
        let afloat = state.hunter.afloat.len();
        match state.winner {
            Some(Side::Person) => format!("won after {} shots", state.hunter.shots),
            Some(Side::Hunter) => format!("lost after {} shots", state.hunter.shots),
            None => format!("{} shots, {afloat} ships to sink", state.hunter.shots),
        }
    }
}
