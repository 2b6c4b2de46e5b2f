//! The games of `battleship/hunt`: every hunter against every placer.

use serde_with::skip_serializing_none;
use std::ops::{ControlFlow, Range};

use serde::Serialize;
use serde_json::{Value, json};
use tilewright_battleship::{
    Battle, FleetError, Hunter, SkilledHunter, Statistics, Summary, WorstCase, chart,
    hunt,
};
use tilewright_grid::{Estimate, Seed, Watch};

use super::field::Terms;
use super::hunters::known;
use super::placers::{NOT_FOUND, Placers};
use super::refusal::{AnswerError, undecided};
use super::replay::drawing;
use crate::items::Items;
use crate::{
    Answer, Drawing, Event, Head, Hint, Host, HostWatch, Input, Item, Medium, OutputFile,
    Verdict,
};

/// The number of games played at a time, and the largest number lost when the process is killed:
/// some 1.5 s of `posterior` on one core. More would save less often.
const BATCH: u64 = 256;

/// Games of every hunter against every placer. Pairs are numbered hunter by hunter.
pub(super) struct Games {
    pub(super) hunters: Vec<SkilledHunter>,
    pub(super) placers: Placers,
    pub(super) names: Vec<String>,
    /// The placers as in the request.
    pub(super) inputs: Vec<Input>,
    /// The placers that hunters know: one for all, or one for each.
    pub(super) knows: Vec<Input>,
    /// The number of games per pair.
    pub(super) each: u64,
    /// The number of the game to record and draw.
    pub(super) number: u32,
    /// The hunter of that game, if it is recorded or drawn.
    pub(super) first: Option<Box<dyn Hunter>>,
    pub(super) seed: Seed,
    /// The results of the pairs played so far.
    pub(super) reports: Vec<Report>,
    /// The number of games played.
    pub(super) done: u64,
    /// Whether all games were played.
    pub(super) is_whole: bool,
}

impl Games {
    pub(super) const fn pairs(&self) -> u64 {
        (self.hunters.len() * self.names.len()) as u64
    }

    /// The index of the hunter of a pair.
    const fn number_of(&self, pair: u64) -> usize {
        pair as usize / self.names.len()
    }

    /// The hunter and the index of the placer of a pair.
    fn pair(&self, pair: u64) -> (SkilledHunter, usize) {
        (self.hunters[self.number_of(pair)], pair as usize % self.names.len())
    }

    /// Plays all games, pair by pair, until the host stops it.
    pub(super) fn play(
        &mut self,
        items: &mut Items<'_, u32>,
        host: &dyn Host,
    ) -> Result<(), AnswerError> {
        // Of the hunter of the last pair, since preparing it may take long.
        let mut made = self.first.as_ref().map(|first| first.fork());
        for pair in 0..self.pairs() {
            let range = pair * self.each..(pair + 1) * self.each;
            if pair > 0 && self.pair(pair).1 == 0 {
                made = None;
            }
            let mut flow = self.play_pair(pair, range.clone(), &mut made, items, host)?;
            let shots: Vec<u32> = items.of(range).map(|(_, shots)| *shots).collect();

            if let Some(report) = self.report(pair, &shots) {
                host.tell(Event::Item(&report));
                if host.look().is_break() {
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

    /// Plays the missing games of a pair, batch by batch.
    fn play_pair(
        &self,
        pair: u64,
        range: Range<u64>,
        made: &mut Option<Box<dyn Hunter>>,
        items: &mut Items<'_, u32>,
        host: &dyn Host,
    ) -> Result<ControlFlow<()>, AnswerError> {
        let (hunter, placer) = self.pair(pair);
        let Placers { rules, all, .. } = &self.placers;

        for batch in items.batches(range.clone(), BATCH) {
            // Every pair plays the same games, numbered from 0.
            let game = |number: u64| (number - range.start) as u32;
            let games = game(batch.start)..game(batch.end);
            let hunter = match made {
                Some(hunter) => hunter,
                None => match self.placers.hunter(self.number_of(pair), hunter, host) {
                    Ok(hunter) => made.insert(hunter),
                    Err(FleetError::Cancelled) => return Ok(ControlFlow::Break(())),
                    Err(error) => return Err(undecided(error, NOT_FOUND, host)),
                },
            };
            let watch = &HostWatch(host);
            let shots = hunt(rules, &**hunter, &all[placer], games, self.seed, watch);
            let shots = shots.map_err(|error| undecided(error, NOT_FOUND, host))?;
            if items.add(batch.start, shots)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }

        Ok(ControlFlow::Continue(()))
    }

    /// The result of a pair; none if it has not played.
    fn report(&self, pair: u64, shots: &[u32]) -> Option<Report> {
        let (hunter, placer) = self.pair(pair);
        let rules = &self.placers.rules;
        let statistics = Statistics::of(rules, shots)?;
        let hardest = self.placers.hardest();
        Some(Report {
            asked: self.asked(pair),
            terms: Terms::of(rules),
            hunter,
            level: hunter.level(),
            knows: known(&self.knows, self.number_of(pair), hunter),
            fleets: self.names[placer].clone(),
            worst: self.placers.worst[placer],
            excess_shots: hardest.and_then(|(_, it)| excess(&statistics.shots, &it)),
            statistics,
        })
    }

    /// The keys of the request for this pair alone that differ from those of this request.
    fn asked(&self, pair: u64) -> Vec<(&'static str, Value)> {
        let ((hunter, placer), mut asked) = (self.pair(pair), Vec::new());
        if self.hunters.len() > 1 {
            asked.push(("hunter", json!([hunter])));
        }
        if self.knows.len() > 1 {
            // Alone, a hunter that expects uniform fleets knows no placer.
            let known = self.knows.get(self.number_of(pair));
            let known: Vec<_> =
                known.filter(|it| it.name() != "uniform").into_iter().collect();
            asked.push(("knows", json!(known)));
        }
        if self.names.len() > 1 {
            asked.push(("fleets", json!([self.inputs[placer]])));
            // The rules may come from a file that is not part of that request.
            asked.extend(Terms::of(&self.placers.rules).keys());
        }
        asked
    }

    /// A line about the exploitability of each hunter, by the placer of these that costs it the most, if one of them is the hardest known.
    fn exploitabilities(&self) -> String {
        let Some((hardest, WorstCase { shots: value, .. })) = self.placers.hardest()
        else {
            return String::new();
        };
        let hardest = &self.names[hardest];
        let of_hunter = |reports: &[Report]| {
            // The first of several with the most shots, as `max_by` takes the last one.
            let by_mean = |a: &&Report, b: &&Report| a.mean().total_cmp(&b.mean());
            let worst = reports.iter().rev().max_by(by_mean)?;
            let (hunter, placer, mean) = (worst.hunter(), &worst.fleets, worst.mean());
            let excess = worst.excess_shots?;
            let (beyond, half_width) = (excess.mean, excess.half_width());
            Some(format!(
                "{hunter}: exploitability {beyond:.2} ± {half_width:.2} shots, by {placer} ({mean:.2}); the best response found to {hardest} needs {value:.2}\n"
            ))
        };
        self.reports.chunks(self.names.len()).filter_map(of_hunter).collect()
    }

    /// The game to record and draw, which is one of the first pair; none if the run was stopped before its hunter was made.
    fn battle(&self) -> Result<Option<Battle>, FleetError> {
        let Some(first) = &self.first else { return Ok(None) };
        let Placers { rules, all, .. } = &self.placers;
        let (hunter, game) = (self.hunters[0], self.number);
        let draws = self.seed.child(u64::from(game)).child(0);
        let fleet = all[0].draw(rules, &mut draws.rng())?;
        let (name, mut shooter) = (hunter.to_string(), first.fork());
        Battle::record(rules, &name, &mut *shooter, &fleet, game, self.seed).map(Some)
    }

    /// The chart of the shots of all pairs; none until all have played.
    fn chart(&self) -> Option<Drawing> {
        if self.reports.len() as u64 != self.pairs() {
            return None;
        }

        let still = match &self.reports[..] {
            [one] => one.statistics.picture(&one.title()),
            several => {
                let all: Vec<_> =
                    several.iter().map(|it| it.statistics.clone()).collect();
                let hunters: Vec<_> =
                    self.hunters.iter().map(|it| it.display_name()).collect();
                chart::matrix(&hunters, &self.names, &all)
            }
        };

        Some(Drawing { still, animation: None })
    }
}

/// The words that follow the name of a hunter that knows a placer.
pub(super) fn knowing(placer: Option<&str>) -> String {
    placer.map_or_else(String::new, |placer| format!(" that knows {placer}"))
}

/// The document `tilewright/hunt/2`: the result of a hunter against a placer.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The keys of the request for this pair alone.
    #[serde(skip)]
    asked: Vec<(&'static str, Value)>,
    #[serde(flatten)]
    terms: Terms,
    hunter: SkilledHunter,
    /// The name of the hunter's level, if it is one.
    level: Option<&'static str>,
    /// The placer that the hunter knows.
    knows: Option<String>,
    fleets: String,
    /// The worst case of the placer, as far as it was measured.
    worst: Option<WorstCase>,
    /// How many more shots this is than the hardest placer takes against the best response found, in the mean; none of one game. The largest of a
    /// hunter is its exploitability. Below 0 the hunter is a better response than that.
    excess_shots: Option<Estimate>,
    #[serde(flatten)]
    statistics: Statistics,
}

/// How many more shots these are than a worst case, with the errors of both.
fn excess(shots: &Summary, worst: &WorstCase) -> Option<Estimate> {
    let own = Estimate { mean: shots.mean, ci95: shots.ci95? }.half_width();
    let error = own.hypot(Estimate::of_error(0.0, worst.error).half_width());
    let mean = shots.mean - worst.shots;
    Some(Estimate { mean, ci95: [mean - error, mean + error] })
}

impl Report {
    fn title(&self) -> String {
        format!("{} against {}", self.hunter(), self.fleets)
    }

    /// The hunter, with what it knows.
    fn hunter(&self) -> String {
        self.hunter.display_name() + &knowing(self.knows.as_deref())
    }

    const fn mean(&self) -> f64 {
        self.statistics.shots.mean
    }
}

impl Item for Report {
    fn json(&self, head: &Head) -> serde_json::Result<Vec<u8>> {
        let narrowed =
            |head: Head, (key, value): &(&str, Value)| head.only(key, value.clone());
        self.asked.iter().fold(head.clone(), narrowed).line("hunt", self)
    }

    fn text(&self, _: Medium) -> Result<String, (String, Option<Hint>)> {
        let Summary { games, mean, ci95, sd, min, median, max, .. } =
            &self.statistics.shots;
        let title = self.title();
        Ok(match ci95.zip(*sd) {
            None => format!("{title}: {mean} shots in one game\n"),
            Some(([low, high], sd)) => format!(
                "{title}: mean {mean:.2} shots over {games} games (95 % interval {low:.2} to \
                 {high:.2}), standard deviation {sd:.2}, min {min}, median {median}, max {max}\n"
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

    fn text(&self, _: Medium) -> String {
        // Of some pairs alone nothing is known of the worst one.
        let is_whole = self.reports.len() as u64 == self.pairs();
        if is_whole { self.exploitabilities() } else { String::new() }
    }

    fn drawing(
        &self,
        is_moving: bool,
        watch: &dyn Watch,
    ) -> anyhow::Result<Option<Drawing>> {
        if is_moving {
            let battle = self.battle()?;
            return battle.map(|battle| drawing(&battle, true, watch)).transpose();
        }
        Ok(self.chart())
    }

    fn file(
        &self,
        output: &str,
        _: &str,
        head: &Head,
    ) -> anyhow::Result<Option<OutputFile>> {
        if output == "record" {
            return Ok(self.battle()?.map(|battle| battle.to_json().into()));
        }
        let lines: Result<Vec<_>, _> =
            self.reports.iter().map(|report| report.json(head)).collect();
        Ok(Some(lines?.concat().into()))
    }
}
