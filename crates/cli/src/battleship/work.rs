//! The fleets of `tilewright battleship place`: made one by one or island by island, each kept
//! as it is done.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::json;
use tilewright_battleship::{
    Classic, Evolved, Fleet, FleetError, HardEvent, HardFleet, HardMoment, Hardening,
    Island, Origin, Placed, Rules, Sequential, Sight, Story, Ways, classic, evolve,
    harden,
};
use tilewright_grid::Seed;

use super::journal::Journal;
use super::watch::Watch;
use super::{counting, tell_of_samples};
use crate::arguments::{Place, PlaceMethod as Method};
use crate::context::Context;
use crate::failure::Failure;
use crate::progress::Progress;

/// A fleet and how it came about.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Made {
    pub(super) fleet: Fleet,
    pub(super) origin: Origin,
}

/// What was told of a search.
pub(super) struct Told<'a> {
    /// Of the last fleet.
    pub(super) story: Story,
    pub(super) hard: Vec<HardMoment>,
    pub(super) watch: Watch<'a>,
}

/// What is to be done, and what an earlier run has done of it.
pub(super) struct Work<'a> {
    pub(super) arguments: &'a Place,
    pub(super) rules: &'a Rules,
    pub(super) journal: Journal,
    /// The finished fleets, in their order.
    fleets: Vec<Made>,
    /// The finished islands of hard fleets.
    islands: Vec<Island>,
}

impl<'a> Work<'a> {
    pub(super) fn open(
        arguments: &'a Place,
        rules: &'a Rules,
        context: &Context,
    ) -> Result<Self, Failure> {
        let Place { method, population, generations, hunter, games, count, .. } =
            arguments;
        let is_hard = *method == Method::Hard;
        let request = json!({
            "place": rules.to_string(), "method": method.key(), "count": count,
            "population": population, "generations": generations, "hunter": hunter,
            "games": games,
        });
        // Of a single fleet there is no part.
        let output = arguments.output.as_deref();
        let (mut fleets, mut islands) = (Vec::new(), Vec::new());
        let journal = if is_hard {
            let (journal, known) = Journal::open(output, request, context)?;
            islands = known;
            journal
        } else {
            let (journal, known) = Journal::open(output, request, context)?;
            fleets = known;
            journal
        };
        if fleets.len() > *count as usize {
            return Err(journal.damaged(*count as usize));
        }
        Ok(Self { arguments, rules, journal, fleets, islands })
    }

    /// Refuses an island that is not among so many, or comes twice.
    fn check_islands(&self, count: u64) -> Result<(), Failure> {
        let mut numbers = BTreeSet::new();
        let mut is_new = |it: &Island| it.number < count && numbers.insert(it.number);
        let odd = self.islands.iter().position(|island| !is_new(island));
        odd.map_or(Ok(()), |at| Err(self.journal.damaged(at)))
    }
}

/// Why there are no fleets.
pub(super) enum Stop {
    Refused(FleetError),
    Failed(Failure),
}

impl From<FleetError> for Stop {
    fn from(error: FleetError) -> Self {
        Self::Refused(error)
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Places the fleets that an earlier run has not; fleet i draws from child i of the seed.
pub(super) fn make(
    work: &Work<'_>,
    told: &mut Told<'_>,
    context: &Context,
) -> Result<Vec<Made>, Stop> {
    let (arguments, rules, seed) = (work.arguments, work.rules, work.journal.seed());
    let plain = |fleet| Made { fleet, origin: Origin::default() };
    match arguments.method {
        Method::Classic => {
            let settings = Classic {
                population: arguments.population.unwrap_or(50) as usize,
                generations: u64::from(arguments.generations.unwrap_or(50)),
            };
            each(work, context, |seed| {
                told.story = Story::default();
                let placed = classic(rules, settings, seed, |moment| {
                    told.story.record(moment);
                    told.watch.show(rules, &told.story);
                    context.flow()
                });
                placed.map(judged)
            })
        }
        Method::Evolve => each(work, context, |seed| {
            told.story = Story::default();
            let placed = evolve(rules, Evolved::default(), seed, |moment| {
                told.story.record(moment);
                told.watch.show(rules, &told.story);
                context.flow()
            });
            placed.map(judged)
        }),
        Method::Hard => hard(work, seed, told, context),
        Method::Exact => {
            let memory = arguments.memory;
            let ways = counting(context, |watch| {
                Ways::given_while(&Sight::new(rules), memory, watch)
            })?;
            each(work, context, |seed| {
                ways.draw(&mut seed.rng()).map(plain).ok_or(FleetError::CannotFit)
            })
        }
        Method::Sequential => {
            let sequential = Sequential::new(rules);
            each(work, context, |seed| sequential.draw(&mut seed.rng()).map(plain))
        }
    }
}

fn judged(placed: Placed) -> Made {
    let origin = Origin {
        evaluations: Some(placed.evaluations),
        generations: Some(placed.generations),
        shots: None,
    };
    Made { fleet: placed.fleet, origin }
}

/// Places the missing fleets one after another, each kept as it is done.
fn each(
    work: &Work<'_>,
    context: &Context,
    mut place: impl FnMut(Seed) -> Result<Made, FleetError>,
) -> Result<Vec<Made>, Stop> {
    let mut made = work.fleets.clone();
    let count = work.arguments.count as usize;
    let progress = Progress::of(context, "placing", count as u64);
    // A search that is watched has the terminal for itself.
    let is_watched = work.arguments.watch;
    let flow = |done| if is_watched { progress.flow() } else { progress.at(done as u64) };
    while made.len() < count && flow(made.len()).is_continue() {
        let one = place(work.journal.seed().child(made.len() as u64))?;
        // A search that was stopped is not done; of a single fleet there is no part.
        if !context.is_cancelled() && count > 1 {
            work.journal.add(&one)?;
        }
        made.push(one);
    }
    Ok(made)
}

/// Evolves fleets together, island by island, each kept as it is done.
fn hard(
    work: &Work<'_>,
    seed: Seed,
    told: &mut Told<'_>,
    context: &Context,
) -> Result<Vec<Made>, Stop> {
    let Place { hunter, count, generations, games, .. } = work.arguments;
    let usual = Hardening::default();
    let settings = Hardening {
        hunters: hunter.clone().unwrap_or(usual.hunters),
        fleets: *count as usize,
        generations: generations.map_or(usual.generations, u64::from),
        games: games.unwrap_or(usual.games),
        ..Hardening::default()
    };
    work.check_islands(settings.islands())?;
    tell_of_samples(&settings.hunters, work.rules, context);
    let steps = settings.generations + 1;
    let progress = Progress::of(context, "evolving", settings.islands() * steps);
    let _ = progress.at(work.islands.len() as u64 * steps);
    let failed: Mutex<Option<Failure>> = Mutex::default();
    let watch = |event: HardEvent<'_>| match event {
        HardEvent::Generation(_) => drop(progress.more(1)),
        HardEvent::Island(island) => {
            if let Err(failure) = work.journal.add(island) {
                failed.lock().unwrap_or_else(PoisonError::into_inner).replace(failure);
            }
        }
    };
    let known = work.islands.clone();
    let found = harden(work.rules, &settings, seed, known, context, &watch)?;
    if let Some(failure) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(failure.into());
    }
    told.hard = found.history;
    let made = |hard: HardFleet| Made {
        fleet: hard.fleet,
        origin: Origin { shots: Some(hard.shots), ..Origin::default() },
    };
    Ok(found.fleets.into_iter().map(made).collect())
}
