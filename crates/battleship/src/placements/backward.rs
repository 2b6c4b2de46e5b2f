//! The backward pass over the field, which counts the completions of partial fleets.

use std::collections::VecDeque;

use tilewright_grid::Watch;

use super::graph::Step;
use super::numbers::{Count, add_before, add_wrapped, through};
use super::packed::PackedCounts;
use super::question::Question;
use super::sweep::{FORWARD, LOOK, Node, report};
use crate::FleetError;

/// The backward pass: replaces the counts of partial fleets before every cell by the counts of
/// their completions, and returns for every cell the number of fleets that occupy it.
pub(super) fn backward<C: Count>(
    question: &Question,
    nodes: &mut [Node],
    mut last: Vec<C>,
    watch: &dyn Watch,
) -> Result<Vec<u128>, FleetError> {
    let (mixes, area) = (question.mixes, question.size.area());
    for row in last.chunks_exact_mut(mixes) {
        row.fill(C::default());
        row[question.complete()] = C::ONE;
    }

    let (behind, occupancy) = (VecDeque::from([last]), vec![0; area]);
    let mut completed = Completions { question, behind, occupancy };

    let mut before = vec![C::default(); mixes];
    let mut unseen = 0;
    for (index, Node { graph, counts }) in nodes.iter_mut().enumerate().rev() {
        let is_full = completed.behind.len() > question.longest().max(1);
        let oldest = is_full.then(|| completed.behind.pop_back());
        let mut rows = oldest.flatten().unwrap_or_default();

        rows.clear();
        rows.resize(counts.rows() * mixes, C::default());
        for (number, next) in rows.chunks_exact_mut(mixes).enumerate() {
            counts.unpack(number, &mut before);
            for step in graph.steps(number) {
                unseen += mixes + 16;
                completed.add(index, step, &before, next);
            }

            if unseen > LOOK {
                unseen = 0;
                let done = (area - index) as f64 / area as f64;
                report(watch, FORWARD + (1.0 - FORWARD) * done)?;
            }
        }

        // Only the entries that the forward pass has reached are needed.
        *counts = PackedCounts::of(&rows, mixes, Some(counts));
        completed.behind.push_front(rows);
    }

    Ok(completed.occupancy)
}

/// What the backward pass has counted so far.
struct Completions<'a, C> {
    question: &'a Question,
    /// The completions after the next cells, as far as a ship reaches.
    behind: VecDeque<Vec<C>>,
    /// For every cell the number of fleets that occupy it.
    occupancy: Vec<u128>,
}

impl<C: Count> Completions<'_, C> {
    /// Adds the completions that begin with a step at a cell to those of its profile, whose partial fleets are
    /// `before`.
    #[inline]
    fn add(
        &mut self,
        index: usize,
        Step { to, ship }: Step,
        before: &[C],
        next: &mut [C],
    ) {
        let (question, mixes) = (self.question, self.question.mixes);
        let reach = question.reach(ship);
        let after = &self.behind[reach - 1][to as usize * mixes..][..mixes];
        let Some((class, is_upright)) = ship else {
            add_wrapped(next, after);
            return;
        };

        let class = question.classes[usize::from(class)];
        let fleets = through(before, after, class);
        let pace = if is_upright { question.size.columns as usize } else { 1 };

        for step in 0..class.length {
            self.occupancy[index + step * pace] += fleets;
        }

        add_before(next, after, class);
    }
}
