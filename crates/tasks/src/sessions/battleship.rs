//! Duels of Battleship that are played.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tilewright_battleship::{
    Advice, AdviceMethod, FleetError, FleetFile, Limits, MEMORY, Sequential, Session,
    Side, Sight, SkilledHunter, Strategy, heatmap,
};
use tilewright_draw::{Animation, DrawError, Frame, Picture};
use tilewright_grid::{Cell, Seed, Watch};
use tilewright_play::Session as _;

use super::{PlayedGame, Position, named, play, position};
use crate::answer::counted;
use crate::battleship::{
    AdviceReport, AnswerError, Field, Hunter, check_fleets, check_possible, read_fleets,
    refused, skilled,
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
    /// The opponent: a level (novice, intermediate, advanced, expert), another hunter named as for
    /// `battleship/hunt`, or a share such as 45%: the casual hunter with this win rate in duels
    /// with density by these rules; default: intermediate.
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

    let hunter = match settings.hunter {
        Some(hunter) => skilled(&[hunter.0.value], None, &rules, host),
        None => Ok(vec![named("intermediate")?]),
    };
    let hunter = match hunter {
        Ok(hunters) => hunters[0],
        Err(AnswerError::Refused(refusal)) => return Err(refusal),
        Err(AnswerError::Undecided(_)) => {
            return Err(anyhow!("the win rate of the hunter was not measured").into());
        }
    };
    let session = Session::new(rules, person, hidden, hunter, seed).map_err(refused)?;
    Ok(Box::new(Duel::of(session)))
}

/// The file with the fleet of the person, truncated to its first fleet.
fn own_fleet(input: &Input, host: &dyn Host) -> Result<FleetFile, Refusal> {
    let mut file = read_fleets(host, input)?;
    file.fleets.truncate(1);
    Ok(file)
}

pub(super) fn load(saved: &str) -> Result<Box<dyn PlayedGame>, Refusal> {
    Ok(Box::new(Duel::of(Session::load(saved).map_err(refused)?)))
}

/// What both players know, beside each other, and the last shot of each.
fn fields(sights: [&Sight<'_>; 2], last: [Option<Cell>; 2]) -> Picture {
    let field = |at: usize| heatmap::sight(sights[at], None, last[at], TILE);
    Picture::beside(&[field(0), field(1)], TILE, "the fields of both players")
}

struct Duel {
    session: Session,
}

impl Duel {
    /// All of it can be taken back, as a page shows it from the first shot on.
    fn of(mut session: Session) -> Self {
        session.set_undo_depth(usize::MAX);
        Self { session }
    }
}

/// What counting for the probabilities may take: some tenths of a second, since a page waits for it after every shot.
const COUNTING: Limits = Limits { memory: 1 << 28, nodes: 500_000 };

impl PlayedGame for Duel {
    fn position(&self) -> serde_json::Result<Position> {
        position(&self.session, self.session.sight(Side::Person).shots())
    }

    fn play(&mut self, made: Value) -> Result<Vec<Value>, Refusal> {
        play(&mut self.session, made)
    }

    fn undo(&mut self) -> bool {
        self.session.undo()
    }

    fn hint(&self, player: Option<&str>, _: &dyn Host) -> Result<Option<Value>, Refusal> {
        let hunter = player.map(named::<SkilledHunter>).transpose()?;
        let cell = self.session.hint(hunter.unwrap_or_else(|| Strategy::Density.into()));
        Ok(cell.map(serde_json::to_value).transpose()?)
    }

    /// The probabilities and the number of possible fleets, with the keys of the answer of `battleship/advise`.
    fn outlook(&mut self, host: &dyn Host) -> Result<Option<Value>, Refusal> {
        let sight = self.session.sight(Side::Person);
        let (method, watch) = (AdviceMethod::Exact, &HostWatch(host));
        match Advice::new(&sight, method, COUNTING, Seed(0), watch) {
            Ok(advice) => {
                let report = AdviceReport::of(&sight, &advice, 1);
                Ok(Some(serde_json::to_value(report)?))
            }
            Err(FleetError::Cancelled) => Ok(None),
            Err(error) => Err(refused(error)),
        }
    }

    fn save(&self) -> String {
        self.session.save()
    }

    fn picture(&self) -> anyhow::Result<Picture> {
        let last = [Side::Person, Side::Hunter].map(|side| {
            let last = self.session.turns().iter().rfind(|turn| turn.side == side);
            last.map(|turn| turn.cell)
        });
        let sights = [Side::Person, Side::Hunter].map(|side| self.session.sight(side));
        Ok(fields([&sights[0], &sights[1]], last))
    }

    /// A frame for each shot of the person with those of the hunter after it.
    fn animation(&self, watch: &dyn Watch) -> anyhow::Result<Animation> {
        let fleets = [self.session.hidden(), self.session.person()];
        let mut sights = [0, 1].map(|_| Sight::new(self.session.rules()));
        let mut last = [None; 2];
        let frame = |sights: &[Sight<'_>; 2], last| {
            let picture = fields([&sights[0], &sights[1]], last);
            Frame { picture, hundredths: SHOT }
        };

        let mut frames = vec![frame(&sights, last)];
        let mut turns = self.session.turns().iter().peekable();
        while let Some(turn) = turns.next() {
            if watch.look().is_break() {
                return Err(DrawError::Cancelled.into());
            }
            let at = turn.side as usize;
            sights[at].shoot(fleets[at], turn.cell)?;
            last[at] = Some(turn.cell);
            if turns.peek().is_none_or(|next| next.side == Side::Person) {
                frames.push(frame(&sights, last));
            }
        }
        if let Some(frame) = frames.last_mut() {
            frame.hundredths = END;
        }
        Ok(Animation { title: "a duel of Battleship".to_owned(), frames })
    }

    fn headline(&self) -> String {
        let state = self.session.state();
        let afloat = state.hunter.afloat.len();
        let shots = counted(state.hunter.shots.into(), "shot");
        match state.winner {
            Some(Side::Person) => format!("won after {shots}"),
            Some(Side::Hunter) => format!("lost after {shots}"),
            None => format!("{shots}, {} to sink", counted(afloat as u64, "ship")),
        }
    }
}
