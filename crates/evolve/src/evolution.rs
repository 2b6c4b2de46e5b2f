//! A search under way, driven by ask and tell.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, Watch};

use crate::hall_of_fame::{HallOfFame, Individual};
use crate::schemes::{Past, Scheme};
use crate::stop::{Progress, Reason, Stop};
use crate::{Direction, Error, Evaluation, Event, Logbook, Population, Problem};

/// A search under way: a problem, a scheme and all that happened so far.
///
/// [`ask`](Self::ask) yields the genomes of the next generation that await an evaluation,
/// [`tell`](Self::tell) takes their evaluations, and [`run`](Self::run) is the loop over
/// the two that evaluates on all threads of the current rayon pool.
#[derive(Debug)]
pub struct Evolution<P: Problem, S> {
    problem: P,
    scheme: S,
    pub(crate) names: Names,
    pub(crate) state: State<P::Genome>,
    told: Vec<Evaluation>,
    /// Whether the logbook holds the last event only.
    is_short: bool,
}

/// What a checkpoint is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Names {
    pub(crate) version: String,
    pub(crate) problem: String,
    pub(crate) scheme: String,
}

/// Everything that changes from generation to generation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct State<G> {
    seed: Seed,
    generations: u64,
    evaluations: u64,
    stale: u64,
    /// Generations in a row whose best was no better than that of the one before.
    standstill: u64,
    restarts: u64,
    is_asked: bool,
    /// Whether the generation that is asked for has nothing to do with the last.
    is_restart: bool,
    parents: Population<G>,
    children: Population<G>,
    hall_of_fame: HallOfFame<G>,
    logbook: Logbook,
}

impl<G> State<G> {
    /// Whether both populations are whole, and the parents ranked.
    pub(crate) fn is_sound(&self) -> bool {
        let is_ranked = self.parents.order().len() == self.parents.len();
        self.parents.is_sound() && self.children.is_sound() && is_ranked
    }
}

/// Quick steps from one look at the watch to the next.
const LOOK: usize = 64;

/// Looks at the watch before each [`LOOK`]th step of a loop; steps count from 0.
#[inline]
pub(crate) fn look(step: usize, watch: &dyn Watch) -> Result<(), Error> {
    if step.is_multiple_of(LOOK) { check(watch) } else { Ok(()) }
}

/// Looks at the watch.
pub(crate) fn check(watch: &dyn Watch) -> Result<(), Error> {
    match watch.look() {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::Cancelled),
    }
}

/// The genomes that await an evaluation, in the order in which to tell it.
#[derive(Clone, Copy, Debug)]
pub struct Pending<'a, G>(&'a Population<G>);

impl<'a, G> Pending<'a, G> {
    /// How many genomes there are.
    pub fn len(&self) -> usize {
        self.0.fresh.iter().filter(|&&fresh| fresh).count()
    }

    /// Whether there are none: then nothing is to be told but an empty list.
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
    /// A search that has not begun, with a hall of fame of one.
    ///
    /// # Errors
    /// When the scheme's settings cannot work.
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

    /// The same search with a hall of fame of that many places, at least one. Meant before
    /// the first generation: who was not let in before stays outside.
    #[must_use]
    pub fn with_hall_of_fame(mut self, places: usize) -> Self {
        self.state.hall_of_fame.resize(places.max(1));
        self
    }

    /// The same search with a logbook of the last event only: a run of millions of small
    /// generations takes no more memory than a short one. A checkpoint does not keep that.
    #[must_use]
    pub const fn with_short_logbook(mut self) -> Self {
        self.is_short = true;
        self
    }

    /// Breeds the next generation, unless that is done, and yields who awaits an evaluation.
    /// Asking twice gives the same.
    ///
    /// # Errors
    /// When the selection cannot work on the last generation.
    pub fn ask(&mut self) -> Result<Pending<'_, P::Genome>, Error> {
        self.ask_watched(&())
    }

    /// As [`ask`](Self::ask), and [`Error::Cancelled`] where the watch stops the breeding: then
    /// no generation is asked for, and asking again breeds the same one.
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

    /// Takes the evaluations of what was asked, in its order, and ends the generation.
    ///
    /// # Errors
    /// When nothing was asked, their number is wrong, an objective is not a number or a
    /// violation is below 0; then nothing has changed and they can be told again.
    pub fn tell(&mut self, evaluations: &[Evaluation]) -> Result<&Event, Error> {
        let [direction] = self.problem.objectives();
        let state = &mut self.state;
        if !state.is_asked {
            return Err(Error::Told { expected: 0, found: evaluations.len() });
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

    /// Runs until a condition ends it, the watch stops it, or `see`, which is shown every
    /// generation, breaks. The watch is looked at between the evaluations of a generation too;
    /// one that it stops is not counted. Running on later, or from a checkpoint, gives the same
    /// as never having stopped.
    ///
    /// # Errors
    /// As [`ask`](Self::ask) and [`tell`](Self::tell).
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

    /// Breeds, evaluates and tells one generation.
    fn step(&mut self, watch: &dyn Watch) -> Result<(), Error> {
        self.ask_watched(watch)?;
        let mut told = std::mem::take(&mut self.told);
        let evaluated = self.evaluate(&mut told, watch);
        let outcome = evaluated.and_then(|()| self.tell(&told).map(drop));
        self.told = told;
        outcome
    }

    /// Evaluates the fresh genomes on all threads, in their order.
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
        let goes_on = || {
            if !is_stopped.load(Ordering::Relaxed) && watch.look().is_continue() {
                return true;
            }
            is_stopped.store(true, Ordering::Relaxed);
            false
        };
        let work = genomes.par_iter().zip(fresh).zip(evaluations).with_min_len(8);
        let judge = |((genome, &fresh), &known)| {
            if fresh && goes_on() { problem.evaluate(genome) } else { known }
        };
        work.map(judge).collect_into_vec(told);
        if is_stopped.into_inner() {
            return Err(Error::Cancelled);
        }
        let mut is_fresh = fresh.iter();
        told.retain(|_| *is_fresh.next().expect("one flag a genome"));
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
    /// The fittest individual so far, a feasible one before any infeasible; the earliest one
    /// wins a tie. None before the first generation.
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

    /// What happened so far.
    pub const fn logbook(&self) -> &Logbook {
        &self.state.logbook
    }

    /// The event of the last generation; none before the first.
    pub fn last_event(&self) -> Option<&Event> {
        self.state.logbook.events().last()
    }

    /// What is searched.
    pub const fn problem(&self) -> &P {
        &self.problem
    }

    /// The direction of the one objective.
    pub fn direction(&self) -> Direction {
        let [direction] = self.problem.objectives();
        direction
    }

    /// How often the scheme began anew.
    pub const fn restarts(&self) -> u64 {
        self.state.restarts
    }

    /// Fitness values computed so far.
    pub const fn evaluations(&self) -> u64 {
        self.state.evaluations
    }
}
