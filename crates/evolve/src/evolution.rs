//! An evolutionary search, driven by ask and tell.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, Watch};

use crate::hall_of_fame::{HallOfFame, Individual};
use crate::schemes::{Past, Scheme};
use crate::stop::{Progress, Reason, Stop};
use crate::{Direction, Error, Evaluation, Event, Logbook, Population, Problem};

/// An evolutionary search: a problem, a scheme and the state so far.
///
/// [`run`](Self::run) searches until a condition is met and evaluates on all threads of the
/// current rayon pool. To evaluate the genomes yourself, use [`ask`](Self::ask), which returns the
/// genomes of the next generation that await evaluation, and [`tell`](Self::tell), which takes
/// their evaluations. The [first page](crate) has an example of the former,
/// [`checkpoint`](Self::checkpoint) one of the latter.
#[derive(Debug)]
pub struct Evolution<P: Problem, S> {
    problem: P,
    scheme: S,
    pub(crate) names: Names,
    pub(crate) state: State<P::Genome>,
    told: Vec<Evaluation>,
    /// Whether the logbook keeps the last event only.
    is_short: bool,
}

/// The version, problem and scheme of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Names {
    pub(crate) version: String,
    pub(crate) problem: String,
    pub(crate) scheme: String,
}

/// The state of the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct State<G> {
    seed: Seed,
    generations: u64,
    evaluations: u64,
    stale: u64,
    /// Consecutive generations whose best individual was no better than that of the one before.
    standstill: u64,
    restarts: u64,
    is_asked: bool,
    /// Whether the generation that was asked for is a restart.
    is_restart: bool,
    parents: Population<G>,
    children: Population<G>,
    hall_of_fame: HallOfFame<G>,
    logbook: Logbook,
}

impl<G> State<G> {
    /// Whether both populations are complete, and the parents ranked.
    pub(crate) fn is_sound(&self) -> bool {
        let is_ranked = self.parents.order().len() == self.parents.len();
        self.parents.is_sound() && self.children.is_sound() && is_ranked
    }
}

/// The number of quick steps between two calls of the watch.
const LOOK: usize = 64;

/// Calls the watch before each [`LOOK`]th step of a loop; steps count from 0.
#[inline]
pub(crate) fn look(step: usize, watch: &dyn Watch) -> Result<(), Error> {
    if step.is_multiple_of(LOOK) { check(watch) } else { Ok(()) }
}

/// Calls the watch.
pub(crate) fn check(watch: &dyn Watch) -> Result<(), Error> {
    match watch.look() {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::Cancelled),
    }
}

/// The genomes that await evaluation, in the order in which [`Evolution::tell`] expects their
/// evaluations.
#[derive(Clone, Copy, Debug)]
pub struct Pending<'a, G>(&'a Population<G>);

impl<'a, G> Pending<'a, G> {
    /// The number of genomes.
    pub fn len(&self) -> usize {
        self.0.fresh.iter().filter(|&&fresh| fresh).count()
    }

    /// Whether there are none. Then [`Evolution::tell`] expects an empty list.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The genomes in order.
    pub fn iter(self) -> impl Iterator<Item = &'a G> {
        let Population { genomes, fresh, .. } = self.0;
        genomes.iter().zip(fresh).filter(|(_, fresh)| **fresh).map(|(genome, _)| genome)
    }
}

impl<P: Problem, S: Scheme<P>> Evolution<P, S> {
    /// A new search, whose hall of fame has one place.
    ///
    /// # Errors
    /// If the settings of the scheme do not work.
    pub fn new(problem: P, scheme: S, seed: Seed) -> Result<Self, Error> {
        scheme.check()?;
        let names = Names {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            problem: problem.fingerprint(),
            scheme: format!("{scheme:?}"),
        };
        let state = State {
            seed,
            generations: 0,
            evaluations: 0,
            stale: 0,
            standstill: 0,
            restarts: 0,
            is_asked: false,
            is_restart: false,
            parents: Population::new(),
            children: Population::new(),
            hall_of_fame: HallOfFame::new(1),
            logbook: Logbook::new(),
        };
        Ok(Self { problem, scheme, names, state, told: Vec::new(), is_short: false })
    }

    /// Sets the number of places in the hall of fame, at least one. Call it before the first
    /// generation, as individuals that had no place before are not added later.
    #[must_use]
    pub fn with_hall_of_fame(mut self, places: usize) -> Self {
        self.state.hall_of_fame.resize(places.max(1));
        self
    }

    /// Keeps the last event only in the logbook, so that a run of millions of small generations
    /// takes no more memory than a short one. Checkpoints do not store this setting.
    #[must_use]
    pub const fn with_short_logbook(mut self) -> Self {
        self.is_short = true;
        self
    }

    /// Breeds the next generation, unless it was asked for already, and returns the genomes that
    /// await evaluation.
    ///
    /// # Errors
    /// If the selection does not work with the last generation.
    pub fn ask(&mut self) -> Result<Pending<'_, P::Genome>, Error> {
        self.ask_watched(&())
    }

    /// Like [`ask`](Self::ask), but returns [`Error::Cancelled`] if the watch cancels the
    /// breeding. Asking again breeds the same generation.
    fn ask_watched(
        &mut self,
        watch: &dyn Watch,
    ) -> Result<Pending<'_, P::Genome>, Error> {
        let Self { problem, scheme, state, .. } = self;
        if !state.is_asked {
            let seed = state.seed.child(state.generations);
            let is_first = state.parents.is_empty();
            if is_first || scheme.restarts(state.standstill) {
                let random = |index| {
                    check(watch)?;
                    Ok(problem.random(&mut seed.child(index as u64).rng()))
                };
                let genomes = (0..scheme.population()).map(random);
                state.children.fill(genomes.collect::<Result<_, Error>>()?);
                state.is_restart = !is_first;
                state.restarts += u64::from(!is_first);
            } else {
                if state.children.is_empty() {
                    state.children.clone_from(&state.parents);
                }
                let State { parents, children, hall_of_fame, .. } = state;
                scheme.breed(Past { parents, hall_of_fame, seed, watch }, children)?;
            }
            state.is_asked = true;
        }
        Ok(Pending(&state.children))
    }

    /// Takes the evaluations of the genomes that were asked for, in their order, and ends the
    /// generation. Returns its event.
    ///
    /// # Errors
    /// If there was no `ask`, the number of evaluations is wrong, an objective is NaN or a
    /// violation is negative. Then nothing has changed, and `tell` can be called again.
    pub fn tell(&mut self, evaluations: &[Evaluation]) -> Result<&Event, Error> {
        let [direction] = self.problem.objectives();
        let state = &mut self.state;
        if !state.is_asked {
            return Err(Error::EvaluationCount { expected: 0, found: evaluations.len() });
        }
        state.children.judge(evaluations, direction)?;
        state.evaluations += evaluations.len() as u64;
        let improved = state.hall_of_fame.admit(&state.children);
        state.stale = if improved { 0 } else { state.stale + 1 };
        let is_first = state.is_restart || state.parents.is_empty();
        let moves_on = is_first || state.children.is_better_than(&state.parents);
        state.standstill = if moves_on { 0 } else { state.standstill + 1 };
        state.is_restart = false;
        let (generation, count) = (state.generations, state.evaluations);
        let event = Event::of(&self.problem, &state.children, generation, count);
        std::mem::swap(&mut state.parents, &mut state.children);
        state.generations += 1;
        state.is_asked = false;
        if self.is_short {
            state.logbook.clear();
        }
        Ok(state.logbook.push(event))
    }

    /// Runs until a condition is met, the watch cancels it, or `see`, which is called after every
    /// generation, returns `Break`. The watch is also called between the evaluations of a
    /// generation; a cancelled generation is discarded. A run that is continued later, or from a
    /// checkpoint, gives the same result as an uninterrupted one.
    ///
    /// # Errors
    /// As for [`ask`](Self::ask) and [`tell`](Self::tell).
    pub fn run(
        &mut self,
        stop: &Stop,
        watch: &dyn Watch,
        mut see: impl FnMut(&Self) -> ControlFlow<()>,
    ) -> Result<Reason, Error> {
        let mut flow = ControlFlow::Continue(());
        loop {
            if let Some(reason) = stop.reason(self.progress()) {
                return Ok(reason);
            }
            if flow.is_break() {
                return Ok(Reason::Cancelled);
            }
            match self.step(watch) {
                Err(Error::Cancelled) => return Ok(Reason::Cancelled),
                outcome => outcome?,
            }
            flow = see(self);
        }
    }

    /// Breeds and evaluates one generation.
    fn step(&mut self, watch: &dyn Watch) -> Result<(), Error> {
        self.ask_watched(watch)?;
        let mut told = std::mem::take(&mut self.told);
        let evaluated = self.evaluate(&mut told, watch);
        let outcome = evaluated.and_then(|()| self.tell(&told).map(drop));
        self.told = told;
        outcome
    }

    /// Evaluates the genomes that await it on all threads; the results are in their order.
    fn evaluate(
        &self,
        told: &mut Vec<Evaluation>,
        watch: &dyn Watch,
    ) -> Result<(), Error> {
        let Self { problem, state, .. } = self;
        let Population { genomes, evaluations, fresh, .. } = &state.children;
        if problem.is_quick() {
            let due = genomes.iter().zip(fresh).filter(|(_, fresh)| **fresh);
            told.clear();
            for (number, (genome, _)) in due.enumerate() {
                look(number, watch)?;
                told.push(problem.evaluate(genome));
            }
            return Ok(());
        }
        let is_stopped = AtomicBool::new(false);
        let continues = || {
            if !is_stopped.load(Ordering::Relaxed) && watch.look().is_continue() {
                return true;
            }
            is_stopped.store(true, Ordering::Relaxed);
            false
        };
        let work = genomes.par_iter().zip(fresh).zip(evaluations).with_min_len(8);
        let judge = |((genome, &fresh), &known)| {
            if fresh && continues() { problem.evaluate(genome) } else { known }
        };
        work.map(judge).collect_into_vec(told);
        if is_stopped.into_inner() {
            return Err(Error::Cancelled);
        }
        let mut is_fresh = fresh.iter();
        told.retain(|_| *is_fresh.next().expect("there is a flag for each genome"));
        Ok(())
    }

    fn progress(&self) -> Progress {
        let [direction] = self.problem.objectives();
        let best = self.best().filter(|best| best.evaluation.is_feasible());
        Progress {
            generations: self.state.generations,
            evaluations: self.state.evaluations,
            stale: self.state.stale,
            best: best.map(|best| best.evaluation.objectives[0]),
            direction,
        }
    }
}

impl<P: Problem, S> Evolution<P, S> {
    /// The best individual so far; feasible ones are better than infeasible ones, and the
    /// earliest one wins a tie. `None` before the first generation.
    pub fn best(&self) -> Option<&Individual<P::Genome>> {
        self.state.hall_of_fame.members().first()
    }

    /// The best distinct individuals so far.
    pub const fn hall_of_fame(&self) -> &HallOfFame<P::Genome> {
        &self.state.hall_of_fame
    }

    /// The last evaluated generation; empty before the first.
    pub const fn population(&self) -> &Population<P::Genome> {
        &self.state.parents
    }

    /// The events so far.
    pub const fn logbook(&self) -> &Logbook {
        &self.state.logbook
    }

    /// The event of the last generation; `None` before the first.
    pub fn last_event(&self) -> Option<&Event> {
        self.state.logbook.events().last()
    }

    /// The problem.
    pub const fn problem(&self) -> &P {
        &self.problem
    }

    /// The direction of the objective.
    pub fn direction(&self) -> Direction {
        let [direction] = self.problem.objectives();
        direction
    }

    /// The number of restarts.
    pub const fn restarts(&self) -> u64 {
        self.state.restarts
    }

    /// The number of evaluations so far.
    pub const fn evaluations(&self) -> u64 {
        self.state.evaluations
    }
}
