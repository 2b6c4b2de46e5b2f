//! The evaluation of the genomes of a generation.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use tilewright_grid::Watch;

use crate::{Cost, Error, Evaluation, PendingGenomes, Problem};

/// The number of quick steps between two calls of the watch. Chosen: as a quick step takes a few
/// microseconds at most, a search stops well within a millisecond. A call for each step would slow
/// down problems whose evaluation takes less than the call.
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

/// Evaluates each genome by itself: quick ones on this thread, slow ones on all threads of the
/// current rayon pool, one at a time, so that a few slow ones keep as many threads busy. The
/// evaluations are in the order of the genomes. This is the default of
/// [`Problem::evaluate_all`].
///
/// # Errors
/// [`Error::Cancelled`] if the watch cancels it.
pub fn evaluate_each<P, const M: usize>(
    problem: &P,
    pending: PendingGenomes<'_, P::Genome>,
    watch: &dyn Watch,
    evaluations: &mut Vec<Evaluation<M>>,
) -> Result<(), Error>
where
    P: Problem<M> + ?Sized,
{
    if problem.cost() == Cost::Quick {
        evaluations.clear();
        for (number, genome) in pending.iter().enumerate() {
            look(number, watch)?;
            evaluations.push(problem.evaluate(genome));
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
    let PendingGenomes { genomes, places, .. } = pending;
    let judge = |&place: &u32| {
        if continues() {
            problem.evaluate(&genomes[place as usize])
        } else {
            Evaluation::feasible([0.0; M])
        }
    };
    places.par_iter().with_max_len(1).map(judge).collect_into_vec(evaluations);
    if is_stopped.into_inner() { Err(Error::Cancelled) } else { Ok(()) }
}

/// Plays the games of each genome by itself, as [`evaluate_each`] does it: the evaluations of the first genome come first,
/// in the order of its games. This is the default of [`Problem::evaluate_games`].
///
/// # Errors
/// [`Error::Cancelled`] if the watch cancels it.
pub(crate) fn play_each<P, const M: usize>(
    problem: &P,
    pending: PendingGenomes<'_, P::Genome>,
    watch: &dyn Watch,
    evaluations: &mut Vec<Evaluation<M>>,
) -> Result<(), Error>
where
    P: Problem<M> + ?Sized,
{
    let games = pending.games();
    let play = |number: usize| {
        let (index, game) = (number / games, number % games);
        let genome = pending.get(index).expect("each number has a genome");
        problem.evaluate_seeded(genome, pending.seed(index, game))
    };
    let all = 0..pending.len() * games;
    if problem.cost() == Cost::Quick {
        for number in all {
            look(number, watch)?;
            evaluations.push(play(number));
        }
        return Ok(());
    }

    let is_stopped = AtomicBool::new(false);
    let judge = |number: usize| {
        if is_stopped.load(Ordering::Relaxed) || watch.look().is_break() {
            is_stopped.store(true, Ordering::Relaxed);
            return Evaluation::feasible([0.0; M]);
        }
        play(number)
    };
    all.into_par_iter().with_max_len(1).map(judge).collect_into_vec(evaluations);
    if is_stopped.into_inner() { Err(Error::Cancelled) } else { Ok(()) }
}
