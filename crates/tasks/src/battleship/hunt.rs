//! `battleship/hunt`: plays games of hunters against placers and counts the shots.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_battleship::{FleetError, SkilledHunter, WorstCase};
use tilewright_grid::Seed;

use super::field::Field;
use super::games::Games;
use super::hunters::{
    Hunter, NamedValue, WantedHunter, check_against, check_hunters, check_knows,
    hunter_names, named, skilled, wanted,
};
use super::placers::{Placers, names};
use super::refusal::{AnswerError, answered, conflict, refused};
use super::replay::ReplayAnswer;
use crate::host::during;
use crate::items::Items;
use crate::lines::LinesAnswer;
use crate::{
    Answer, BoundedInteger, Bytes, Event, Host, Input, NamedOutput, Output, Refusal,
    Refuse as _, ResumeSupport, Share, Task, TextValue, Verdict,
};

/// Play many games of hunters against hidden fleets, and count the shots until all ships are sunk. If the hardest placer whose worst case is known
/// is among them, say how far each hunter can be exploited: how many more shots its worst placer takes than the best response found to the hardest.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct HuntRequest {
    /// The field and its ships.
    #[serde(flatten)]
    pub field: Field,
    /// Hunters, by level or strategy; density:0.7 makes three of ten shots at random, 45% is the
    /// casual hunter that wins 45 % of its duels with `against`; perfect takes the fewest shots in the
    /// mean and plays on small fields only, with at most 1,024 fleets. Every hunter plays against every
    /// placer.
    #[schemars(extend("x-value" = "HUNTER,…", "x-list" = ",", "x-names" = hunter_names()))]
    #[default(named(["posterior"]))]
    pub hunter: Vec<TextValue<Hunter>>,
    /// Instead of hunter: the casual hunter that wins this share of its duels with `against` by the
    /// rules of this request, such as 45%, with uniform fleets and starts in turn. It is found by
    /// measuring for some seconds; a share that no casual hunter wins is refused with the range.
    #[schemars(extend("x-value" = "SHARE"))]
    pub win_rate: Option<Share>,
    /// Hunter in whose duels win rates hold: that of `win_rate`, and those of hunters named by a
    /// share such as 45% [default: density].
    #[schemars(extend("x-value" = "HUNTER"))]
    pub against: Option<TextValue<NamedValue<SkilledHunter>>>,
    /// Placers, which hide the fleets: uniform (over all legal fleets), sequential (one ship after
    /// another), two-columns (long ships in the two outermost columns), adversarial (built-in
    /// distribution of fleets that take many shots even if the hunter knows it, only for the standard
    /// game), or a file of fleets from `battleship/place`, of which every game hides a random one,
    /// rotated and reflected at random, or a file of a placer (schema tilewright/placer/1).
    #[schemars(extend("x-value" = "PLACER,…", "x-list" = ","))]
    #[default(vec![Input::Name("uniform".to_owned())])]
    pub fleets: Vec<Input>,
    /// Placer that the hunters know, or one for each of them: scout, posterior and veteran (the level expert) weigh the possible fleets as this
    /// placer draws them: two-columns, adversarial, a file, or uniform, which they expect anyway. It need not be that of `fleets`; the other
    /// hunters play as ever.
    #[schemars(extend("x-value" = "PLACER,…", "x-list" = ",", "default" = json!([])))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub knows: Vec<Input>,
    /// Number of games of every hunter against every placer.
    #[schemars(extend("x-value" = "N"))]
    // The mean shots of `posterior` within 0.4 (95 %).
    #[default(BoundedInteger::of(1000))]
    pub games: BoundedInteger<1, 10_000_000>,
    /// Memory limit for counting the fleets of uniform, in bytes; a suffix K, M or G multiplies by
    /// 2^10, 2^20 or 2^30.
    #[schemars(extend("x-value" = "BYTES"))]
    #[default(Bytes(tilewright_battleship::MEMORY))]
    pub memory: Bytes,
    /// Number of the game to record and to animate, from 0.
    #[schemars(extend("x-value" = "N"))]
    #[default(0)]
    pub game: u32,
    /// Replay this recorded game instead of playing new ones, and check all of it: the outcome of
    /// every shot, that its hunter shoots at these cells, and the checksum.
    #[schemars(extend("x-value" = "FILE"))]
    pub replay: Option<Input>,
    /// Seed of all random numbers; by default it is random and printed.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Task for HuntRequest {
    const NAME: &'static str = "battleship/hunt";
    const OUTPUTS: &'static [Output] = &[
        Output::File(NamedOutput {
            name: "output",
            what: "answers",
            endings: &["json", "jsonl"],
            help: "Write the answers to this file as JSON, one line per pair. After an \
                   interruption the same command resumes from FILE.part.",
        }),
        Output::File(NamedOutput {
            name: "record",
            what: "games",
            endings: &["json"],
            help: "Record a game in this file, to be replayed.",
        }),
        Output::Picture(
            "Draw the shots of all games to this file, .svg or .png, or animate one game, .gif or \
             .apng.",
        ),
    ];
    const KEEPING: ResumeSupport = ResumeSupport::Parts;
    const GROWS_BY: &'static [&'static str] = &["memory", "game"];

    fn check(&self) -> Result<(), Refusal> {
        let usual = Self::default();
        let is_named = self.hunter != usual.hunter;

        if self.replay.is_some() {
            let others = [
                ("hunter", is_named),
                ("win_rate", self.win_rate.is_some()),
                ("fleets", self.fleets != usual.fleets),
                ("knows", !self.knows.is_empty()),
                ("games", self.games != usual.games),
            ];
            let other = others.iter().find(|other| other.1);
            return other.map_or(Ok(()), |(other, _)| Err(conflict("replay", other)));
        }

        if is_named && self.win_rate.is_some() {
            return Err(conflict("win_rate", "hunter"));
        }
        check_against(&self.wanted(), self.against.is_some())?;
        check_knows(&self.wanted(), &self.knows)?;

        let lists = [("hunter", self.hunter.len()), ("fleets", self.fleets.len())];
        let empty = lists.iter().find(|list| list.1 == 0);
        empty.map_or(Ok(()), |(key, _)| Err(Refusal::missing(key)))
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        self.replay.is_none().then_some(&mut self.seed)
    }

    fn check_divided(&self) -> Result<(), Refusal> {
        match self.replay {
            None => Ok(()),
            Some(_) => Err(anyhow!("a replay cannot be divided").into()),
        }
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        if let Some(input) = &self.replay {
            let mut others = ["output", "record"].into_iter();
            if let Some(other) = others.find(|other| host.extension(other).is_some()) {
                return Err(conflict("replay", other));
            }

            let replayed = during(host, "replaying", || ReplayAnswer::open(host, input))?;
            return Ok(match replayed {
                Some(replayed) => Box::new(replayed),
                None => Box::new(LinesAnswer(Verdict::Stopped)),
            });
        }

        answered(self.games(host))
    }
}

impl HuntRequest {
    /// The hunters of the request.
    fn wanted(&self) -> Vec<WantedHunter> {
        let casual = self.win_rate.map(|rate| vec![WantedHunter::WinRate(rate)]);
        casual.unwrap_or_else(|| wanted(&self.hunter))
    }

    /// The placers, after a note of the worst case of each that has one.
    fn placers(&self, host: &dyn Host) -> Result<Placers, AnswerError> {
        let Self { field, fleets, knows, memory, .. } = self;
        let placers = Placers::open(field, fleets, knows, *memory, host)?;
        for (name, worst) in names(fleets).iter().zip(&placers.worst) {
            if let Some(WorstCase { shots, games, hunter, knows, .. }) = worst {
                let knows = if *knows { " that knows it" } else { "" };
                let hunter = hunter.display_name();
                host.tell(Event::Note(&format!(
                    "{name}: worst case {shots:.1} shots, by {hunter}{knows} over {games} games, the best response found"
                )));
            }
        }
        Ok(placers)
    }

    /// Plays the games that an earlier run has not played, and reports the result of every pair.
    fn games(&self, host: &dyn Host) -> Result<Games, AnswerError> {
        self.check_game(host)?;
        // The file of a game holds no placer, without which its shots cannot be checked.
        let is_recorded = host.extension("record").is_some();
        if !self.knows.is_empty() && (is_recorded || host.draws_animation()) {
            let other = if is_recorded { "record" } else { "picture" };
            return Err(conflict("knows", other).into());
        }
        let placers = self.placers(host)?;
        let against = self.against.as_ref().map(|hunter| hunter.0.value);
        let hunters = skilled(&self.wanted(), against, &placers.rules, host)?;
        check_hunters(&hunters, &placers.rules, host)?;
        let first = if is_recorded || host.draws_animation() {
            match placers.hunter(0, hunters[0], host) {
                Err(FleetError::Cancelled) => None,
                hunter => Some(hunter.map_err(refused)?),
            }
        } else {
            None
        };

        let mut games = Games {
            hunters,
            names: names(&self.fleets),
            inputs: self.fleets.clone(),
            knows: self.knows.clone(),
            placers,
            number: self.game,
            first,
            seed: self.seed.unwrap_or(Seed(0)),
            reports: Vec::new(),
            each: u64::from(self.games.get()),
            done: 0,
            is_whole: false,
        };

        let rules = &games.placers.rules;
        let possible = rules.roster().cells()..=rules.size().area() as u32;
        let total = games.pairs() * games.each;
        let is_possible =
            |number, shots: &u32| number < total && possible.contains(shots);
        let mut items = Items::open(host, games.placers.checksum(), total, is_possible)?;

        host.tell(Event::Begun { doing: "playing", steps: Some(items.to_do()) });
        games.play(&mut items, host)?;
        host.tell(Event::Ended);
        (games.done, games.is_whole) = (items.done(), items.is_whole());

        Ok(games)
    }

    /// Refuses to record or animate a game that is not played. Notes which pair plays it if there
    /// are several, and that `game` has no effect if nothing is recorded or animated.
    fn check_game(&self, host: &dyn Host) -> Result<(), Refusal> {
        let Self { game, games, fleets, .. } = self;
        if host.extension("record").is_none() && !host.draws_animation() {
            if *game > 0 {
                host.tell(Event::Note(
                    "`game` has no effect without a record or an animation",
                ));
            }
            return Ok(());
        }

        if *game >= games.get() {
            let games = games.get();
            let error = anyhow!(
                "there is no game {game}: {games} games are played, numbered from 0"
            );
            return Err(error).hint("choose a smaller {game}, or play more {games}");
        }

        if self.wanted().len() * fleets.len() > 1 {
            let named = || self.hunter[0].0.to_string();
            let first =
                self.win_rate.map_or_else(named, |rate| format!("casual at {rate}"));
            let fleet = &fleets[0];
            let what = format!("game {game} is taken from {first} against {fleet}");
            host.tell(Event::Note(&what));
        }

        Ok(())
    }
}
