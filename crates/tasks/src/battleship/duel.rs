//! `battleship/duel`: two that hunt and hide, many times, and how often each wins.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_battleship::{Hide, Player, Strategy, duels};
use tilewright_grid::{Estimate, Seed};

use super::field::{Field, Terms};
use super::hunters::{Hunter, WinRate, named, note_sampling, players};
use super::placers::{EXACT, Placers, names};
use super::{Unanswered, conflict, undecided};
use crate::items::Items;
use crate::{
    Answer, Bytes, Event, Head, Host, Input, Keeping, Looking, Medium, Named, Output,
    Refusal, Refuse as _, Task, Verdict, Within, Worded,
};

/// Let two hunters that hide fleets duel many times: how often each wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Duel {
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub field: Field,
    /// The two, as `battleship/hunt` names them. They begin by turns, and who hits shoots again.
    #[schemars(extend("x-value" = "HUNTER,HUNTER", "x-list" = ","))]
    pub hunter: Vec<Worded<Hunter>>,
    /// Let a casual player that wins this share of such duels play against density, such as
    /// 45% [range: 20% to 50%].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "SHARE"))]
    pub win_rate: Option<Worded<WinRate>>,
    /// Where each hides its fleet, as `battleship/hunt` names it; one word is for both.
    #[schemars(extend("x-value" = "PLACER,…", "x-list" = ","))]
    pub fleets: Vec<Input>,
    /// How many duels.
    #[schemars(extend("x-value" = "N"))]
    pub games: Within<1, 10_000_000>,
    /// The bytes that counting for uniform may take; K, M or G are 2^10, 2^20 and 2^30.
    #[schemars(extend("x-value" = "BYTES"))]
    pub memory: Bytes,
    /// The number from which everything random comes; chosen and told when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Default for Duel {
    fn default() -> Self {
        Self {
            field: Field::default(),
            hunter: named(["expert", "intermediate"]),
            win_rate: None,
            fleets: vec![Input::Name("sequential".to_owned())],
            games: Within::of(1000),
            memory: Bytes(tilewright_battleship::MEMORY),
            seed: None,
        }
    }
}

impl Task for Duel {
    const NAME: &'static str = "battleship/duel";
    const OUTPUTS: &'static [Output] = &[Output::File(Named {
        name: "output",
        what: "answers",
        endings: &["json"],
        help: "Write the answer here as JSON. A run that was stopped is resumed by the same \
               command from what stands in FILE.part.",
    })];
    const KEEPING: Keeping = Keeping::Parts;
    const GROWS_BY: &'static [&'static str] = &["memory"];
    type Answer = Box<dyn Answer>;

    fn check(&self) -> Result<(), Refusal> {
        if self.win_rate.is_some() && self.hunter != Self::default().hunter {
            return Err(conflict("win_rate", "hunter"));
        }
        let (hunters, placers) = (self.hunter.len(), self.fleets.len());
        if hunters != 2 {
            return Err(anyhow!("a duel is of 2 hunters, found {hunters}"))
                .hint("write {hunter=expert,intermediate}");
        }
        if !(1..=2).contains(&placers) {
            return Err(anyhow!("a duel is of 2 placers, found {placers}"))
                .hint("write {fleets=uniform,hard}, or one word for both");
        }
        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        match self.play(host) {
            Ok(dueled) => Ok(Box::new(dueled)),
            Err(unanswered) => Ok(Box::new(unanswered.undecided()?)),
        }
    }
}

/// How many duels are played at a time: no more than so many are lost when it is killed.
const BATCH: u64 = 64;

impl Duel {
    /// Plays what an earlier run has not, batch by batch, to the end or until it is stopped.
    fn play(&self, host: &dyn Host) -> Result<Dueled, Unanswered> {
        let (two, total) = (self.players(), u64::from(self.games.get()));
        let placers = Placers::open(&self.field, &self.fleets, self.memory, host)?;
        let Placers { rules, all } = &placers;
        note_sampling(&two, rules, host);
        let seed = self.seed.unwrap_or(Seed(0));
        let is_possible = |number, winner: &u8| number < total && *winner < 2;
        let mut items = Items::open(host, placers.checksum(), total, is_possible)?;
        let _ = host.see(Event::Begun { doing: "playing", steps: Some(items.to_do()) });
        let [first, second] = two.map(|player| player.hunter(rules));
        let sides: [(&dyn tilewright_battleship::Hunter, &dyn Hide); 2] =
            [(&*first, &all[0]), (&*second, &all[all.len() - 1])];
        for batch in items.batches(0..total, BATCH) {
            let games = batch.start as u32..batch.end as u32;
            let winners = duels(rules, sides, games, seed, &Looking(host));
            let winners = winners.map_err(|error| undecided(error, EXACT, host))?;
            let winners = winners.into_iter().map(|winner| winner as u8);
            if items.add(batch.start, winners)?.is_break() {
                break;
            }
        }
        let _ = host.see(Event::Ended);
        let is_whole = items.is_whole();
        let winners = items.into_outcomes();
        let report = (!winners.is_empty()).then(|| Report {
            terms: Terms::of(rules),
            games: winners.len() as u64,
            players: [0, 1].map(|side| self.standing(side, two, &winners)),
        });
        Ok(Dueled { report, is_whole })
    }

    /// Who hunts.
    fn players(&self) -> [Player; 2] {
        match &self.win_rate {
            Some(rate) => [rate.0.player(), Strategy::Density.into()],
            None => [0, 1].map(|side| players(&self.hunter)[side]),
        }
    }

    fn standing(&self, side: usize, two: [Player; 2], winners: &[u8]) -> Standing {
        let is_won = |winner: &&u8| usize::from(**winner) == side;
        let wins = winners.iter().filter(is_won).count() as u64;
        let names = names(&self.fleets);
        Standing {
            hunter: two[side],
            level: two[side].level(),
            fleets: names[side.min(names.len() - 1)].clone(),
            wins,
            win_rate: Estimate::of_share(wins, winners.len() as u64),
        }
    }
}

/// How often each of two won.
struct Dueled {
    /// Nothing where no duel came to its end.
    report: Option<Report>,
    is_whole: bool,
}

/// The document, `tilewright/duel/2`.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    terms: Terms,
    games: u64,
    players: [Standing; 2],
}

/// How one of the two did.
#[derive(Serialize)]
struct Standing {
    hunter: Player,
    /// The name of the hunter's level, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    fleets: String,
    wins: u64,
    win_rate: Estimate,
}

impl Standing {
    fn text(&self, games: u64) -> String {
        let Self { hunter, fleets, wins, win_rate, .. } = self;
        let Estimate { mean: share, ci95: [low, high] } = win_rate;
        format!(
            "{}, hiding {fleets}: wins {wins} of {games} duels, {:.1} % (95 %: {:.1} to {:.1})\n",
            hunter.told(),
            100.0 * share,
            100.0 * low,
            100.0 * high
        )
    }
}

impl Answer for Dueled {
    fn verdict(&self) -> Verdict {
        if self.is_whole { Verdict::Done } else { Verdict::Stopped }
    }

    fn reached(&self) -> Option<String> {
        let games = self.report.as_ref().map_or(0, |report| report.games);
        Some(format!("{games} duels were played"))
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let line = |report| head.line("duel", report);
        self.report.as_ref().map(line).transpose()
    }

    fn text(&self, _: Medium) -> String {
        let players = self.report.iter().flat_map(|report| {
            report.players.iter().map(|standing| standing.text(report.games))
        });
        players.collect()
    }

    fn file(&self, _: &str, _: &str, head: &Head) -> anyhow::Result<Option<Vec<u8>>> {
        Ok(self.json(head)?)
    }
}
