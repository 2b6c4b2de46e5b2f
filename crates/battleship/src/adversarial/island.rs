//! An island: an independent (μ + λ) evolution, stretch by stretch.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use tilewright_evolve::{Evolution, Individual, Plus, Stop};
use tilewright_grid::{Seed, Watch};

use super::problem::{AdversarialProblem, Relocation};
use super::{
    AdversarialEvent, AdversarialFleet, AdversarialGeneration, AdversarialSettings,
};
use crate::{Fleet, FleetError, Hunter, Placer, Rules, Sequential};

/// Some consecutive generations of an island, [`AdversarialSettings::stretch`] in number, and its state
/// after them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// The number of the island, from 0.
    pub island: u64,
    /// The generations, with best and mean over the island's own fleets.
    pub history: Vec<AdversarialGeneration>,
    /// The state of the island after them.
    #[serde(flatten)]
    pub end: StretchEnd,
}

/// The state of an island after a [`Stretch`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StretchEnd {
    /// The evolution is to be continued: its checkpoint, in hexadecimal digits.
    Checkpoint(String),
    /// The island is finished: its fleets, the best first.
    Fleets(Vec<AdversarialFleet>),
}

/// An island so far.
pub(super) struct Island {
    pub(super) number: u64,
    pub(super) history: Vec<AdversarialGeneration>,
    /// `None` before the first stretch.
    end: Option<StretchEnd>,
}

impl Island {
    pub(super) const fn new(number: u64) -> Self {
        Self { number, history: Vec::new(), end: None }
    }

    /// Adds the next stretch.
    pub(super) fn add(&mut self, stretch: &Stretch) {
        self.history.extend_from_slice(&stretch.history);
        self.end = Some(stretch.end.clone());
    }

    pub(super) const fn is_finished(&self) -> bool {
        matches!(self.end, Some(StretchEnd::Fleets(_)))
    }

    /// Its fleets, the best first; none as long as it is evolving.
    pub(super) fn into_fleets(self) -> Vec<AdversarialFleet> {
        match self.end {
            Some(StretchEnd::Fleets(fleets)) => fleets,
            _ => Vec::new(),
        }
    }
}

/// The evolution of an island.
type Islander<'a> = Evolution<AdversarialProblem<'a>, Plus<Relocation<'a>>>;

/// The state that all islands share.
pub(super) struct Search<'a> {
    rules: &'a Rules,
    settings: &'a AdversarialSettings,
    seed: Seed,
    /// The hunters to hide from, then the judges.
    hunters: Vec<Box<dyn Hunter>>,
    columns: Option<Placer>,
    fallback: Fleet,
    watch: &'a dyn Watch,
    see: &'a (dyn Fn(AdversarialEvent<'_>) + Sync),
}

impl<'a> Search<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        settings: &'a AdversarialSettings,
        seed: Seed,
        watch: &'a dyn Watch,
        see: &'a (dyn Fn(AdversarialEvent<'_>) + Sync),
    ) -> Result<Self, FleetError> {
        let fallback = Sequential::new(rules).draw(&mut seed.rng())?;
        let columns = AdversarialProblem::columns(rules);
        let hunters = settings.hunters.iter().chain(&settings.judges);
        // Making a hunter takes a while, since it prepares tables of the rules.
        let hunters = hunters.take_while(|_| watch.look().is_continue());
        let hunters: Result<Vec<_>, _> =
            hunters.map(|hunter| hunter.prepared(rules, watch)).collect();
        // What is stopped here is so before its first fleet.
        let hunters = match hunters {
            Err(FleetError::Cancelled) => Vec::new(),
            other => other?,
        };
        Ok(Self { rules, settings, seed, hunters, columns, fallback, watch, see })
    }

    fn problem(&self, hunters: usize, seed: Seed) -> AdversarialProblem<'_> {
        let hunters = &self.hunters[..hunters.min(self.hunters.len())];
        let draws = (self.columns.as_ref(), &self.fallback);
        let Self { rules, settings, watch, .. } = *self;
        AdversarialProblem::new(rules, settings, hunters, draws, seed, watch)
    }

    /// Evolves an island to its end, or until the watch stops it. Then its fleets are the best so
    /// far.
    pub(super) fn finished(&self, island: &Island) -> Result<Island, FleetError> {
        let Island { number, history, end } = island;
        let mut island =
            Island { number: *number, history: history.clone(), end: end.clone() };
        let mut evolution = self.evolution(&island)?;
        while !island.is_finished() {
            let (stretch, is_whole) = self.stretch(island.number, &mut evolution)?;
            if is_whole {
                (self.see)(AdversarialEvent::Stretch(&stretch));
            }
            island.add(&stretch);
        }

        Ok(island)
    }

    /// The evolution of an island, from its last checkpoint if it has one.
    fn evolution(&self, island: &Island) -> Result<Islander<'_>, FleetError> {
        let seed = self.seed.child(island.number);
        let size = self.settings.island();
        let scheme = Plus::new(size, size, Relocation { rules: self.rules });
        let problem = self.problem(self.settings.hunters.len(), seed.child(0));
        if let Some(StretchEnd::Checkpoint(digits)) = &island.end {
            return Ok(Evolution::resume(problem, scheme, &bytes(digits))?);
        }
        // As many as a generation has with its parents, as candidates for the final selection.
        let evolution = Evolution::new(problem, scheme, seed.child(1))?;
        Ok(evolution.with_hall_of_fame(2 * size).with_logbook(1))
    }

    /// Evolves the next stretch of an island, and returns whether it is whole. If the watch stops
    /// it, it ends with the best fleets so far.
    fn stretch(
        &self,
        island: u64,
        evolution: &mut Islander<'_>,
    ) -> Result<(Stretch, bool), FleetError> {
        let all = self.settings.generations.saturating_add(1);
        let end = evolution.generations().saturating_add(self.settings.stretch());
        let (mut history, end) = (Vec::new(), end.min(all));
        evolution.run(&Stop::new().generations(end), self.watch, |evolution| {
            history.extend(state(evolution));
            history.last().into_iter().for_each(|last| {
                (self.see)(AdversarialEvent::Generation(last));
            });
            ControlFlow::Continue(())
        })?;

        // A stop within the last evaluation leaves a fleet unjudged.
        let is_done = evolution.generations() == end && self.watch.look().is_continue();
        if is_done && end < all {
            let end = StretchEnd::Checkpoint(digits(&evolution.checkpoint()?));
            return Ok((Stretch { island, history, end }, true));
        }

        let selected = is_done
            .then(|| self.selected(island, evolution))
            .filter(|_| self.watch.look().is_continue());
        let is_whole = selected.is_some();
        let fleets = selected.unwrap_or_else(|| {
            self.best_of(evolution, |known| known.evaluation.objectives[0])
        });
        let end = StretchEnd::Fleets(fleets);

        Ok((Stretch { island, history, end }, is_whole))
    }

    /// The best fleets of an island, by new games and the judges too.
    fn selected(&self, island: u64, evolution: &Islander<'_>) -> Vec<AdversarialFleet> {
        let trials = self.problem(usize::MAX, self.seed);
        let seed = self.seed.child(island).child(2);
        self.best_of(evolution, |known| {
            trials.shots(&known.genome, self.settings.games, seed)
        })
    }

    /// The best fleets of an island; `judge` returns the shots of a fleet.
    fn best_of(
        &self,
        evolution: &Islander<'_>,
        judge: impl Fn(&Individual<Fleet>) -> f64,
    ) -> Vec<AdversarialFleet> {
        let judged = |member: &Individual<Fleet>| AdversarialFleet {
            fleet: member.genome.clone(),
            shots: judge(member),
        };
        let members = evolution.hall_of_fame().members();
        let mut fleets: Vec<_> = members.iter().map(judged).collect();
        fleets.sort_by(|a, b| b.shots.total_cmp(&a.shots));
        fleets.truncate(self.settings.island());
        fleets
    }
}

/// Bytes as hexadecimal digits.
fn digits(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16);
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).filter_map(digit).collect()
}

/// The bytes of hexadecimal digits, up to the first pair that has none.
fn bytes(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    pairs.map_while(byte).collect()
}

/// The state of an island after a generation.
fn state(evolution: &Islander<'_>) -> Option<AdversarialGeneration> {
    let values = evolution.population().evaluations().iter();
    let sum: f64 = values.clone().map(|evaluation| evaluation.objectives[0]).sum();
    let best = evolution.best()?;
    Some(AdversarialGeneration {
        generation: evolution.last_event()?.generation,
        best: best.evaluation.objectives[0],
        mean: sum / values.count().max(1) as f64,
        fleet: best.genome.clone(),
    })
}
