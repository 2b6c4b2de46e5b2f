//! `battleship/hunt`: hunters and placers in, shots out.

use std::ops::{ControlFlow, Range};

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_battleship::{Battle, FleetError, Player, Statistics, chart, hunt_while};
use tilewright_grid::Seed;

use super::field::{Field, Terms};
use super::hunters::{Hunter, WinRate, named, note_sampling, players};
use super::placers::{EXACT, Placers, names};
use super::replay::{Replayed, paper};
use super::{Unanswered, conflict, undecided};
use crate::answer::line;
use crate::items::Items;
use crate::{
    Answer, Bytes, Event, Hint, Host, Input, Item, Keeping, Looking, Medium, Named,
    Output, Paper, Refusal, Refuse as _, Task, Verdict, Within, Worded,
};

/// Hunt hidden fleets many times: how many shots each hunter takes against each placer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Hunt {
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub field: Field,
    /// Who hunts: a level (novice, intermediate, advanced, expert), or random, casual,
    /// hunt-and-target, lattice, scout, posterior, exact, density or veteran; density:0.7
    /// makes three shots in ten at random, casual:0.45 wins 45 % of its duels with density.
    /// Several make a matrix.
    #[schemars(extend("x-value" = "HUNTER,…", "x-list" = ","))]
    pub hunter: Vec<Worded<Hunter>>,
    /// Hunt as a casual player that wins this share of its duels with density, such as 45%
    /// (standard game, uniform fleets, taking turns to start) [range: 20% to 50%].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "SHARE"))]
    pub win_rate: Option<Worded<WinRate>>,
    /// Who hides: uniform (evenly over all legal fleets), sequential, two-columns, hard (the
    /// built-in fleets, of the standard game), or a file of fleets from `battleship/place`,
    /// drawn evenly, turned and mirrored. Several make a matrix.
    #[schemars(extend("x-value" = "PLACER,…", "x-list" = ","))]
    pub fleets: Vec<Input>,
    /// How many games of each.
    #[schemars(extend("x-value" = "N"))]
    pub games: Within<1, 10_000_000>,
    /// The bytes that counting for uniform may take; K, M or G are 2^10, 2^20 and 2^30.
    #[schemars(extend("x-value" = "BYTES"))]
    pub memory: Bytes,
    /// Which game to write and to draw, from 0.
    #[schemars(extend("x-value" = "N"))]
    pub game: u32,
    /// Play this game again, shot by shot, instead of new ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub replay: Option<Input>,
    /// The number from which everything random comes; chosen and told when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Default for Hunt {
    fn default() -> Self {
        Self {
            field: Field::default(),
            hunter: named(["posterior"]),
            win_rate: None,
            fleets: vec![Input::Name("uniform".to_owned())],
            games: Within::of(1000),
            memory: Bytes(tilewright_battleship::MEMORY),
            game: 0,
            replay: None,
            seed: None,
        }
    }
}

impl Task for Hunt {
    const NAME: &'static str = "battleship/hunt";
    const OUTPUTS: &'static [Output] = &[
        Output::File(Named {
            name: "output",
            what: "answers",
            endings: &["json", "jsonl"],
            help: "Write the answers here as JSON, a line for each pair. A run that was stopped \
                   is resumed by the same command from what stands in FILE.part.",
        }),
        Output::File(Named {
            name: "record",
            what: "games",
            endings: &["json"],
            help: "Write a game here, to be played again by its replay.",
        }),
        Output::Picture(
            "Draw the shots of all games here as .svg or .png, or one game in motion as .gif or \
             .apng.",
        ),
    ];
    const KEEPING: Keeping = Keeping::Parts;
    const GROWS_BY: &'static [&'static str] = &["memory", "game"];
    type Answer = Box<dyn Answer>;

    fn check(&self) -> Result<(), Refusal> {
        let usual = Self::default();
        let is_named = self.hunter != usual.hunter;
        if self.replay.is_some() {
            let others = [
                ("hunter", is_named),
                ("win_rate", self.win_rate.is_some()),
                ("fleets", self.fleets != usual.fleets),
                ("games", self.games != usual.games),
            ];
            let other = others.iter().find(|other| other.1);
            return other.map_or(Ok(()), |(other, _)| Err(conflict("replay", other)));
        }
        if is_named && self.win_rate.is_some() {
            return Err(conflict("win_rate", "hunter"));
        }
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
            Some(_) => Err(anyhow!("a single game is not divided").into()),
        }
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        if let Some(input) = &self.replay {
            let mut others = ["output", "record"].into_iter();
            if let Some(other) = others.find(|other| host.wanted(other).is_some()) {
                return Err(conflict("replay", other));
            }
            return Ok(Box::new(Replayed::open(host, input)?));
        }
        match self.games(host) {
            Ok(games) => Ok(Box::new(games)),
            Err(unanswered) => Ok(Box::new(unanswered.undecided()?)),
        }
    }
}

/// How many games are played at a time: no more than so many are lost when it is killed.
const BATCH: u64 = 256;

impl Hunt {
    /// Who hunts.
    fn players(&self) -> Vec<Player> {
        let casual = self.win_rate.as_ref().map(|rate| vec![rate.0.player()]);
        casual.unwrap_or_else(|| players(&self.hunter))
    }

    /// Plays what an earlier run has not, and hands on what there is to say of each pair.
    fn games(&self, host: &dyn Host) -> Result<Games, Unanswered> {
        let hunters = self.players();
        self.check_game(&hunters, host)?;
        let placers = Placers::open(&self.field, &self.fleets, self.memory, host)?;
        note_sampling(&hunters, &placers.rules, host);
        let mut games = Games {
            hunters,
            names: names(&self.fleets),
            placers,
            number: self.game,
            seed: self.seed.unwrap_or(Seed(0)),
            reports: Vec::new(),
            each: u64::from(self.games.get()),
            done: 0,
            is_whole: false,
        };
        let rules = &games.placers.rules;
        let possible = rules.roster().decks()..=rules.size().area() as u32;
        let total = games.pairs() * games.each;
        let is_possible =
            |number, shots: &u32| number < total && possible.contains(shots);
        let mut items = Items::open(host, games.placers.checksum(), total, is_possible)?;
        let _ = host.see(Event::Begun { doing: "playing", steps: Some(items.to_do()) });
        games.play(&mut items, host)?;
        let _ = host.see(Event::Ended);
        (games.done, games.is_whole) = (items.done(), items.is_whole());
        Ok(games)
    }

    /// Refuses to write or draw a game that is not played, and says which of several pairs plays
    /// the one that is, or that none is.
    fn check_game(&self, hunters: &[Player], host: &dyn Host) -> Result<(), Refusal> {
        let Self { game, games, fleets, .. } = self;
        if host.wanted("record").is_none() && !host.draws_motion() {
            if *game > 0 {
                let _ = host.see(Event::Note(
                    "`game` has no effect without a record or a moving picture",
                ));
            }
            return Ok(());
        }
        if *game >= games.get() {
            let games = games.get();
            let error = anyhow!("there is no game {game}: {games} are played, from 0");
            return Err(error).hint("play more {games}");
        }
        if hunters.len() * fleets.len() > 1 {
            let (first, fleet) = (hunters[0].told(), &fleets[0]);
            let what = format!("game {game} is that of {first} against {fleet}");
            let _ = host.see(Event::Note(&what));
        }
        Ok(())
    }
}

/// Every hunter against every placer.
struct Games {
    hunters: Vec<Player>,
    placers: Placers,
    names: Vec<String>,
    /// How many games each pair plays.
    each: u64,
    /// Which game is written and drawn.
    number: u32,
    seed: Seed,
    /// What there is to say of each pair that has played.
    reports: Vec<Report>,
    done: u64,
    is_whole: bool,
}

impl Games {
    const fn pairs(&self) -> u64 {
        (self.hunters.len() * self.names.len()) as u64
    }

    /// The hunter and the place of the placer of a pair.
    fn pair(&self, pair: u64) -> (Player, usize) {
        let (pair, names) = (pair as usize, self.names.len());
        (self.hunters[pair / names], pair % names)
    }

    /// Plays pair by pair, to the end or until it is stopped.
    fn play(
        &mut self,
        items: &mut Items<'_, u32>,
        host: &dyn Host,
    ) -> Result<(), Unanswered> {
        for pair in 0..self.pairs() {
            let range = pair * self.each..(pair + 1) * self.each;
            let mut flow = self.play_pair(pair, range.clone(), items, host)?;
            let shots: Vec<u32> = items.of(range).map(|(_, shots)| *shots).collect();
            if !shots.is_empty() {
                let report = self.report(pair, &shots);
                if host.see(Event::Item(&report)).is_break() {
                    flow = ControlFlow::Break(());
                }
                self.reports.push(report);
            }
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Plays the games of a pair that are missing, batch by batch.
    fn play_pair(
        &self,
        pair: u64,
        range: Range<u64>,
        items: &mut Items<'_, u32>,
        host: &dyn Host,
    ) -> Result<ControlFlow<()>, Unanswered> {
        let (hunter, placer) = self.pair(pair);
        let Placers { rules, all } = &self.placers;
        let hunter = hunter.hunter(rules);
        for batch in items.batches(range.clone(), BATCH) {
            let game = |number: u64| (number - range.start) as u32;
            let games = game(batch.start)..game(batch.end);
            let watch = &Looking(host);
            let shots =
                hunt_while(rules, &*hunter, &all[placer], games, self.seed, watch);
            let shots = shots.map_err(|error| undecided(error, EXACT, host))?;
            if items.add(batch.start, shots)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn report(&self, pair: u64, shots: &[u32]) -> Report {
        let (hunter, placer) = self.pair(pair);
        let rules = &self.placers.rules;
        Report {
            schema: "tilewright/hunt/1",
            terms: Terms::of(rules),
            seed: self.seed,
            hunter,
            level: hunter.level(),
            fleets: self.names[placer].clone(),
            statistics: Statistics::of(rules, shots),
        }
    }

    /// The game that is written and drawn: of the first pair.
    fn battle(&self) -> Result<Battle, FleetError> {
        let Placers { rules, all } = &self.placers;
        let (hunter, game) = (self.hunters[0], self.number);
        let draws = self.seed.child(u64::from(game)).child(0);
        let fleet = all[0].draw(rules, &mut draws.rng())?;
        let mut shooter = hunter.hunter(rules);
        let name = hunter.to_string();
        Battle::record(rules, &name, &mut *shooter, &fleet, game, self.seed)
    }

    /// The shots of all pairs, once each has played.
    fn chart(&self) -> Option<Paper> {
        if self.reports.len() as u64 != self.pairs() {
            return None;
        }
        let still = match &self.reports[..] {
            [one] => one.statistics.picture(&one.title()),
            several => {
                let all: Vec<_> =
                    several.iter().map(|it| it.statistics.clone()).collect();
                let hunters: Vec<_> = self.hunters.iter().map(|it| it.told()).collect();
                chart::matrix(&hunters, &self.names, &all)
            }
        };
        Some(Paper { still, movie: None })
    }
}

/// The document of a hunter and a placer, `tilewright/hunt/1`.
#[derive(Debug, Serialize)]
struct Report {
    schema: &'static str,
    #[serde(flatten)]
    terms: Terms,
    seed: Seed,
    hunter: Player,
    /// The name of the hunter's level, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    fleets: String,
    #[serde(flatten)]
    statistics: Statistics,
}

impl Report {
    fn title(&self) -> String {
        format!("{} against {}", self.hunter.told(), self.fleets)
    }
}

impl Item for Report {
    fn json(&self) -> serde_json::Result<Vec<u8>> {
        line(self)
    }

    fn text(&self, _: Medium) -> Result<String, (String, Option<Hint>)> {
        let Statistics { games, mean, ci95, sd, least, median, most, .. } =
            &self.statistics;
        let title = self.title();
        Ok(match ci95 {
            None => format!("{title}: {mean} shots in one game\n"),
            Some([low, high]) => format!(
                "{title}: {mean:.2} shots on average of {games} games (95 %: {low:.2} to \
                 {high:.2}), deviation {sd:.2}, from {least} over {median} to {most}\n"
            ),
        })
    }
}

impl Answer for Games {
    fn verdict(&self) -> Verdict {
        if self.is_whole { Verdict::Done } else { Verdict::Stopped }
    }

    fn reached(&self) -> Option<String> {
        let total = self.pairs() * self.each;
        Some(format!("{} of {total} games were played", self.done))
    }

    fn json(&self) -> serde_json::Result<Option<Vec<u8>>> {
        Ok(None)
    }

    fn text(&self, _: Medium) -> String {
        String::new()
    }

    fn paper(&self, is_moving: bool) -> anyhow::Result<Option<Paper>> {
        if is_moving {
            return paper(&self.battle()?, true).map(Some);
        }
        Ok(self.chart())
    }

    fn file(&self, output: &str, _: &str) -> anyhow::Result<Option<Vec<u8>>> {
        if output == "record" {
            return Ok(Some(self.battle()?.to_json().into_bytes()));
        }
        let lines: Result<Vec<_>, _> = self.reports.iter().map(line).collect();
        Ok(Some(lines?.concat()))
    }
}
