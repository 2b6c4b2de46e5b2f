//! The conditions that end a run.

use std::{fmt, time::Duration};

use crate::evaluation::Aims;
use crate::{Direction, Error};

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A feasible individual reached the target.
    Target,
    /// The given number of generations was evaluated.
    Generations,
    /// The given number of evaluations was reached, or the next generation would exceed it.
    Evaluations,
    /// The given number of generations brought no new best individual.
    Stagnation,
    /// The time limit was exceeded.
    Elapsed,
    /// Only a target or a number of evaluations could end it, but 100,000 generations evaluated
    /// nothing: children are no longer changed, for example because all rates are 0.
    Idle,
    /// The watch or the listener cancelled it.
    Cancelled,
}

/// The number of generations without an evaluation after which a run ends that would else not. Chosen:
/// rates that change less than one child in that time count as 0, and a greater number would let a run
/// that can never end take longer.
const IDLE: u64 = 100_000;

/// The conditions that end a run: the first one that is met. They are checked between
/// generations, in the order of [`Reason`].
///
/// ```
/// use tilewright_evolve::Stop;
///
/// let stop = Stop::new().generations(500).target(1.0).stagnation(50);
/// ```
#[derive(Default)]
pub struct Stop {
    /// The objective that ends the run when it is reached; `None` in this and the others: no such condition.
    pub target: Option<f64>,
    /// The number of generations, the first one included.
    pub generations: Option<u64>,
    /// The greatest number of evaluations in all.
    pub evaluations: Option<u64>,
    /// The number of generations in a row without a new best individual.
    pub stagnation: Option<u64>,
    /// The limit and the clock of [`elapsed`](Self::elapsed).
    pub elapsed: Option<(Duration, Clock)>,
}

/// The time that has passed.
type Clock = Box<dyn Fn() -> Duration + Send + Sync>;

/// The state of a search that the conditions depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub(crate) generations: u64,
    pub(crate) evaluations: u64,
    pub(crate) stale: u64,
    /// The number of consecutive generations without an evaluation.
    pub(crate) idle: u64,
    pub(crate) best: Option<f64>,
    pub(crate) direction: Direction,
}

impl Stop {
    /// No condition: the run does not end.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends when a feasible individual has an objective at least this good; only for problems with
    /// one objective.
    #[must_use]
    pub fn target(self, objective: f64) -> Self {
        Self { target: Some(objective), ..self }
    }

    /// Ends after a number of generations, including the random first one.
    #[must_use]
    pub fn generations(self, count: u64) -> Self {
        Self { generations: Some(count), ..self }
    }

    /// Ends before the generation that would take more than `count` evaluations in all. There are never more, and fewer
    /// by less than a generation.
    ///
    /// Generations stay whole, since a part of one is nothing from which a scheme could go on. The one that does not fit
    /// is bred and waits: a search that is continued with a greater budget evaluates it, and is the same as one that had that
    /// budget from the beginning. What a scheme evaluates itself while it breeds ([`Climb`](crate::Climb)) counts when its
    /// generation ends.
    #[must_use]
    pub fn evaluations(self, count: u64) -> Self {
        Self { evaluations: Some(count), ..self }
    }

    /// Ends after a number of consecutive generations without a new best individual; with several
    /// objectives, without a new best value of any of them. An archive may still fill further bins,
    /// and a front may still grow between its ends, so count generations there.
    #[must_use]
    pub fn stagnation(self, generations: u64) -> Self {
        Self { stagnation: Some(generations), ..self }
    }

    /// Ends when the given clock shows at least this time. The number of generations then depends
    /// on the speed of the machine; the generations themselves do not.
    #[must_use]
    pub fn elapsed(
        mut self,
        limit: Duration,
        clock: impl Fn() -> Duration + Send + Sync + 'static,
    ) -> Self {
        self.elapsed = Some((limit, Box::new(clock)));
        self
    }

    /// Checks that a target is a number, and is asked for only where there is one objective.
    pub(crate) fn check<const M: usize>(&self, aims: &Aims<M>) -> Result<(), Error> {
        if let Some(found) = self.target.filter(|target| target.is_nan()) {
            return Err(Error::Scheme { what: "a target must be a number", found });
        }
        if self.target.is_some() && aims.single.is_none() {
            let found = aims.directions.iter().filter(|it| it.is_optimized()).count();
            let what = "a target needs exactly one objective";
            return Err(Error::Scheme { what, found: found as f64 });
        }
        Ok(())
    }

    /// The reason to end now, if any.
    pub(crate) fn reason(&self, progress: Progress) -> Option<Reason> {
        let reached = |target: f64| {
            progress.best.is_some_and(|best| match progress.direction {
                Direction::Maximize => best >= target,
                Direction::Minimize | Direction::Measure => best <= target,
            })
        };
        let passed =
            |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        let is_late = |(limit, clock): &(Duration, Clock)| clock() >= *limit;

        let conditions = [
            (self.target.is_some_and(reached), Reason::Target),
            (passed(self.generations, progress.generations), Reason::Generations),
            (passed(self.evaluations, progress.evaluations), Reason::Evaluations),
            (passed(self.stagnation, progress.stale), Reason::Stagnation),
            (self.elapsed.as_ref().is_some_and(is_late), Reason::Elapsed),
            (progress.idle >= IDLE && self.needs_evaluations(), Reason::Idle),
        ];
        let met = conditions.into_iter().find(|(is_met, _)| *is_met);
        met.map(|(_, reason)| reason)
    }

    /// Whether there are conditions, but none that is met without an evaluation.
    const fn needs_evaluations(&self) -> bool {
        (self.target.is_some() || self.evaluations.is_some())
            && self.generations.is_none()
            && self.stagnation.is_none()
            && self.elapsed.is_none()
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop")
            .field("target", &self.target)
            .field("generations", &self.generations)
            .field("evaluations", &self.evaluations)
            .field("stagnation", &self.stagnation)
            .field("elapsed", &self.elapsed.as_ref().map(|(limit, _)| limit))
            .finish()
    }
}
