//! `battleship/duel`: plays duels of two hunters and counts the wins.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_battleship::{FleetError, Hider, SkilledHunter, Strategy, duels};
use tilewright_grid::{Estimate, Seed};

use super::field::{Field, Terms};
use super::games::knowing;
use super::hunters::{
    Hunter, NamedValue, WantedHunter, check_against, check_hunters, check_knows,
    hunter_names, known, named, skilled, wanted,
};
use super::placers::{NOT_FOUND, Placers, names};
use super::refusal::{AnswerError, answered, conflict, undecided};
use crate::items::Items;
use crate::{
    Answer, BoundedInteger, Bytes, Event, Head, Host, HostWatch, Input, Medium,
    NamedOutput, Output, OutputFile, Refusal, Refuse as _, ResumeSupport, Share, Task,
    TextValue, Verdict,
};

/// Let two hunters play duels, in which both hide a fleet, and count how often each wins.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct DuelRequest {
    /// The field and its ships.
    #[serde(flatten)]
    pub field: Field,
    /// The two hunters, by level or strategy. They begin alternately, and a hunter that hits shoots
    /// again.
    #[schemars(extend("x-value" = "HUNTER,HUNTER", "x-list" = ",", "x-names" = hunter_names()))]
    #[default(named(["expert", "intermediate"]))]
    pub hunter: Vec<TextValue<Hunter>>,
    /// Instead of hunter: the casual hunter that wins this share of its duels with `against`, against it, by
    /// the rules of this request, such as 45%, with uniform fleets and starts in turn. It is found by
    /// measuring for some seconds; a share that no casual hunter wins is refused with the range.
    #[schemars(extend("x-value" = "SHARE"))]
    pub win_rate: Option<Share>,
    /// Hunter in whose duels win rates hold: that of `win_rate`, and those of hunters named by a
    /// share such as 45% [default: density].
    #[schemars(extend("x-value" = "HUNTER"))]
    pub against: Option<TextValue<NamedValue<SkilledHunter>>>,
    /// The placers that hide the fleets of the first and the second hunter, named as for
    /// `battleship/hunt`; a single placer hides both.
    #[schemars(extend("x-value" = "PLACER,…", "x-list" = ","))]
    #[default(vec![Input::Name("sequential".to_owned())])]
    pub fleets: Vec<Input>,
    /// Placers that the first and the second hunter know; a single one is known to both. scout, posterior and veteran (the level expert) weigh
    /// the possible fleets as this placer draws them: two-columns, adversarial, a file, or uniform, which they expect anyway. It need not be that
    /// of `fleets`; the other hunters play as ever.
    #[schemars(extend("x-value" = "PLACER,…", "x-list" = ",", "default" = json!([])))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub knows: Vec<Input>,
    /// Number of duels.
    #[schemars(extend("x-value" = "N"))]
    // A win rate within 3.1 percentage points (95 %).
    #[default(BoundedInteger::of(1000))]
    pub games: BoundedInteger<1, 10_000_000>,
    /// Memory limit for counting the fleets of uniform, in bytes; a suffix K, M or G multiplies by
    /// 2^10, 2^20 or 2^30.
    #[schemars(extend("x-value" = "BYTES"))]
    #[default(Bytes(tilewright_battleship::MEMORY))]
    pub memory: Bytes,
    /// Seed of all random numbers; by default it is random and printed.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Task for DuelRequest {
    const NAME: &'static str = "battleship/duel";
    const OUTPUTS: &'static [Output] = &[Output::File(NamedOutput {
        name: "output",
        what: "answers",
        endings: &["json"],
        help: "Write the answer to this file as JSON. After an interruption the same command \
               resumes from FILE.part.",
    })];
    const KEEPING: ResumeSupport = ResumeSupport::Parts;
    const GROWS_BY: &'static [&'static str] = &["memory"];

    fn check(&self) -> Result<(), Refusal> {
        if self.win_rate.is_some() && self.hunter != Self::default().hunter {
            return Err(conflict("win_rate", "hunter"));
        }

        let (hunters, placers) = (self.hunter.len(), self.fleets.len());
        if hunters != 2 {
            return Err(anyhow!("a duel has 2 hunters, found {hunters}"))
                .hint("write two, such as {hunter=expert,intermediate}");
        }
        if !(1..=2).contains(&placers) {
            return Err(anyhow!("a duel has 1 or 2 placers, found {placers}")).hint(
                "write two, such as {fleets=uniform,adversarial}, or one for both",
            );
        }

        check_against(&self.wanted(), self.against.is_some())?;
        check_knows(&self.wanted(), &self.knows)
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        answered(self.play(host))
    }
}

/// The number of duels played at a time, and the largest number lost when the process is killed:
/// fewer than in hunts, as two hunters play.
const BATCH: u64 = 64;

/// Both hunters, ready to play; none if the host stopped that.
fn prepared(
    placers: &Placers,
    [first, second]: [SkilledHunter; 2],
    host: &dyn Host,
) -> Result<Option<[Box<dyn tilewright_battleship::Hunter>; 2]>, AnswerError> {
    let prepare = || {
        let one = placers.hunter(0, first, host)?;
        // To solve a game twice may take long.
        let other = if first == second && placers.are_alike() {
            one.fork()
        } else {
            placers.hunter(1, second, host)?
        };
        Ok([one, other])
    };
    match prepare() {
        Ok(hunters) => Ok(Some(hunters)),
        Err(FleetError::Cancelled) => Ok(None),
        Err(error) => Err(undecided(error, NOT_FOUND, host)),
    }
}

impl DuelRequest {
    /// Plays the duels that an earlier run has not played, batch by batch, until the host stops it.
    fn play(&self, host: &dyn Host) -> Result<DuelAnswer, AnswerError> {
        let total = u64::from(self.games.get());
        let placers = {
            let Self { field, fleets, knows, memory, .. } = self;
            Placers::open(field, fleets, knows, *memory, host)?
        };
        let Placers { rules, all, .. } = &placers;
        let two = skilled(&self.wanted(), self.against(), rules, host)?;
        let two = [two[0], two[1]];
        check_hunters(&two, rules, host)?;

        let seed = self.seed.unwrap_or(Seed(0));
        let is_possible = |number, winner: &u8| number < total && *winner < 2;
        let mut items = Items::open(host, placers.checksum(), total, is_possible)?;
        host.tell(Event::Begun { doing: "playing", steps: Some(items.to_do()) });

        let batches = items.batches(0..total, BATCH);
        // Nothing is learned for duels that an earlier run has played.
        let hunters =
            if batches.is_empty() { None } else { prepared(&placers, two, host)? };
        if let Some([first, second]) = &hunters {
            let sides: [(&dyn tilewright_battleship::Hunter, &dyn Hider); 2] =
                [(&**first, &all[0]), (&**second, &all[all.len() - 1])];
            for batch in batches {
                let games = batch.start as u32..batch.end as u32;
                let winners = duels(rules, sides, games, seed, &HostWatch(host));
                let winners =
                    winners.map_err(|error| undecided(error, NOT_FOUND, host))?;
                let winners = winners.into_iter().map(|winner| winner as u8);
                if items.add(batch.start, winners)?.is_break() {
                    break;
                }
            }
        }

        host.tell(Event::Ended);
        let is_whole = items.is_whole();
        let winners = items.into_outcomes();
        let report = (!winners.is_empty()).then(|| Report {
            terms: Terms::of(rules),
            games: winners.len() as u64,
            players: [0, 1].map(|side| self.standing(side, two, &winners)),
        });

        Ok(DuelAnswer { report, is_whole })
    }

    /// The two hunters of the request.
    fn wanted(&self) -> Vec<WantedHunter> {
        let Some(rate) = self.win_rate else { return wanted(&self.hunter) };
        let against = self.against().unwrap_or_else(|| Strategy::Density.into());
        vec![WantedHunter::WinRate(rate), WantedHunter::Skilled(against)]
    }

    /// The hunter in whose duels win rates hold, if it is named.
    fn against(&self) -> Option<SkilledHunter> {
        self.against.as_ref().map(|hunter| hunter.0.value)
    }

    fn standing(
        &self,
        side: usize,
        two: [SkilledHunter; 2],
        winners: &[u8],
    ) -> HunterResult {
        let is_won = |winner: &&u8| usize::from(**winner) == side;
        let wins = winners.iter().filter(is_won).count() as u64;
        let names = names(&self.fleets);
        HunterResult {
            hunter: two[side],
            knows: known(&self.knows, side, two[side]),
            level: two[side].level(),
            fleets: names[side.min(names.len() - 1)].clone(),
            wins,
            win_rate: Estimate::of_share(wins, winners.len() as u64),
        }
    }
}

/// The answer: how often each hunter won.
struct DuelAnswer {
    /// None if no duel was finished.
    report: Option<Report>,
    is_whole: bool,
}

/// The document `tilewright/duel/2`.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    terms: Terms,
    games: u64,
    players: [HunterResult; 2],
}

/// The result of one of the two hunters.
#[skip_serializing_none]
#[derive(Serialize)]
struct HunterResult {
    hunter: SkilledHunter,
    /// The name of the hunter's level, if it is one.
    level: Option<&'static str>,
    /// The placer that it knows.
    knows: Option<String>,
    fleets: String,
    wins: u64,
    win_rate: Estimate,
}

impl HunterResult {
    fn text(&self, games: u64) -> String {
        let Self { hunter, fleets, wins, win_rate, .. } = self;
        let Estimate { mean: share, ci95: [low, high] } = win_rate;
        format!(
            "{}{} (fleets: {fleets}): wins {wins} of {games} duels, {:.1} % (95 % interval {:.1} to \
             {:.1} %)\n",
            hunter.display_name(),
            knowing(self.knows.as_deref()),
            100.0 * share,
            100.0 * low,
            100.0 * high
        )
    }
}

impl Answer for DuelAnswer {
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

    fn file(&self, _: &str, _: &str, head: &Head) -> anyhow::Result<Option<OutputFile>> {
        Ok(self.json(head)?.map(OutputFile::from))
    }
}
