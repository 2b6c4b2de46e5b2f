//! A run of a search until a condition is met.

use std::ops::ControlFlow;

use tilewright_grid::Watch;

use crate::stop::Progress;
use crate::{Direction, Error, Evolution, Problem, Reason, Scheme, Stop};

impl<P: Problem<M>, S: Scheme<P, M>, const M: usize> Evolution<P, S, M> {
    /// Runs until a condition is met, the watch cancels it, or `see`, which is called after every
    /// generation, returns `Break`. The watch is also called between the evaluations of a
    /// generation; a cancelled generation is discarded. A run that is continued later, or from a
    /// checkpoint, gives the same result as an uninterrupted one.
    ///
    /// # Errors
    /// As for [`ask`](Self::ask) and [`tell`](Self::tell), and if a target is asked for but there
    /// are several objectives.
    pub fn run(
        &mut self,
        stop: &Stop,
        watch: &dyn Watch,
        mut see: impl FnMut(&Self) -> ControlFlow<()>,
    ) -> Result<Reason, Error> {
        stop.check(&self.aims)?;

        let mut flow = ControlFlow::Continue(());
        loop {
            if let Some(reason) = stop.reason(self.progress()) {
                return Ok(reason);
            }
            if flow.is_break() {
                return Ok(Reason::Cancelled);
            }
            let before = self.search.generations;
            match self.step(stop, watch) {
                Err(Error::Cancelled) => return Ok(Reason::Cancelled),
                Ok(Some(reason)) => return Ok(reason),
                outcome => outcome?,
            };

            // With noise a generation takes several steps.
            if self.search.generations > before {
                flow = see(self);
            }
        }
    }

    /// Breeds one generation, and evaluates it unless it does not fit into the budget, which is then the reason.
    fn step(&mut self, stop: &Stop, watch: &dyn Watch) -> Result<Option<Reason>, Error> {
        self.ask_watched(watch)?;
        if let Some(reason) = self.spent(stop)? {
            return Ok(Some(reason));
        }
        let mut told = std::mem::take(&mut self.told);
        told.clear();
        let evaluated = if self.noisy.is_some() {
            self.problem.evaluate_games(self.listed(), watch, &mut told)
        } else {
            self.problem.evaluate_all(self.listed(), watch, &mut told)
        };
        let outcome = evaluated.and_then(|()| self.tell_games(&told).map(drop));
        self.told = told;
        outcome.map(|()| None)
    }

    /// Whether the generation that was asked for does not fit into the budget of evaluations.
    fn spent(&self, stop: &Stop) -> Result<Option<Reason>, Error> {
        let needed = match &self.noisy {
            // A race that has begun is within the budget.
            Some(noisy) if noisy.race.number > 0 => return Ok(None),
            Some(noisy) => noisy.race.most(&noisy.noise),
            None => self.pending.len() as u64 + self.search.offspring.evaluated,
        };
        let done = self.search.evaluations;
        match stop.evaluations {
            Some(found) if done.saturating_add(needed) > found => {
                if self.search.generations == 0 {
                    Err(Error::Budget { needed, found })
                } else {
                    Ok(Some(Reason::Evaluations))
                }
            }
            _ => Ok(None),
        }
    }

    /// Which of the conditions is met by now; `None` if the search goes on. It is for loops of
    /// [`ask`](Self::ask) and [`tell`](Self::tell), and what [`run`](Self::run) asks before every
    /// generation. With a budget of evaluations it asks for the next generation, since only then is it known whether that fits.
    ///
    /// # Errors
    /// If a target is asked for but is not a number, or there are several objectives; with a budget as for
    /// [`ask`](Self::ask), and if the first generation does not fit.
    pub fn reason(&mut self, stop: &Stop) -> Result<Option<Reason>, Error> {
        stop.check(&self.aims)?;
        let reason = stop.reason(self.progress());
        if reason.is_some() || stop.evaluations.is_none() {
            return Ok(reason);
        }
        self.ask()?;
        self.spent(stop)
    }

    fn progress(&self) -> Progress {
        let single = self.aims.single;
        let best = single.and_then(|at| self.reached(at));
        Progress {
            generations: self.search.generations,
            evaluations: self.search.evaluations,
            stale: self.search.stale,
            idle: self.search.idle,
            best,
            direction: self.aims.directions[single.unwrap_or(0)],
        }
    }

    /// What the best feasible individual has reached; with noise a lower confidence bound, and only of one that has played
    /// since it became a candidate.
    fn reached(&self, at: usize) -> Option<f64> {
        let best = self.best().filter(|best| best.evaluation.is_feasible())?;
        let Some(noisy) = &self.noisy else {
            return Some(best.evaluation.objectives[at]);
        };
        let ledger = &noisy.ledger;
        ledger.candidate(&best.genome).filter(|&entry| ledger.is_proven(entry))?;
        let bound = self.search.hall_of_fame.standings().first()?.score();
        Some(if self.aims.directions[at] == Direction::Maximize { bound } else { -bound })
    }
}
