//! The evaluation of the genomes of a generation.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use tilewright_grid::Watch;

use crate::{Cost, Error, Evaluation, Problem};

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

/// The genomes that await evaluation, in the order in which
/// [`Evolution::tell`](crate::Evolution::tell) expects their evaluations.
#[derive(Debug)]
pub struct PendingGenomes<'a, G> {
    pub(crate) genomes: &'a [G],
    pub(crate) places: &'a [u32],
}

impl<G> Clone for PendingGenomes<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for PendingGenomes<'_, G> {}

impl<'a, G> PendingGenomes<'a, G> {
    /// The number of genomes.
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none. Then [`Evolution::tell`](crate::Evolution::tell) expects an empty
    /// list.
    pub const fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The genome that is evaluated as number `index`; `None` if there are fewer.
    pub fn get(&self, index: usize) -> Option<&'a G> {
        self.places.get(index).map(|&place| &self.genomes[place as usize])
    }

    /// The genomes in order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = &'a G> {
        self.places.iter().map(|&place| &self.genomes[place as usize])
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
    let PendingGenomes { genomes, places } = pending;
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
