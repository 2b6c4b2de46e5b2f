//! The sweep along the frontier: layers of profiles, a cell at a time, there and back.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use tilewright_grid::Watch;

use super::graph::{Graph, Step};
use super::numbers::{
    Count, add, add_before, add_placed, add_wrapped, has_left, through,
};
use super::packed::Packed;
use super::profile::{self, Index};
use super::question::Question;
use crate::FleetError;

/// The steps in which the work is told.
const STEPS: f64 = 1000.0;

/// Tells that a share of the work is done, 0 to 1.
fn reach(watch: &dyn Watch, share: f64) -> Result<(), FleetError> {
    match watch.reach((STEPS * share) as u64, STEPS as u64) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(FleetError::Cancelled),
    }
}

/// After how many counts that were added whoever looks on is asked: some milliseconds.
const LOOK: usize = 1 << 21;

/// The share of the work that the way there takes, where there is a way back.
const THERE: f64 = 0.7;

/// The profiles in front of one cell, and what is counted for each.
#[derive(Clone, Debug)]
struct Layer<C> {
    index: Index,
    /// A row of counts a profile.
    rows: Vec<C>,
}

impl<C> Default for Layer<C> {
    fn default() -> Self {
        Self { index: Index::default(), rows: Vec::new() }
    }
}

impl<C: Count> Layer<C> {
    const fn bytes(&self) -> u64 {
        self.index.bytes() + (self.rows.capacity() * size_of::<C>()) as u64
    }

    /// Without profiles again.
    fn clear(&mut self) {
        self.index.clear();
        self.rows.clear();
    }

    /// The number of a profile, with an empty row of counts if it is new.
    fn enter(&mut self, profile: &profile::Profile, mixes: usize) -> usize {
        let number = self.index.number(profile);
        self.rows.resize(self.index.profiles().len() * mixes, C::default());
        number
    }
}

/// The total, with no layer kept longer than it is needed.
pub(super) fn total<C: Count>(
    question: &Question,
    memory: u64,
    watch: &dyn Watch,
) -> Result<u128, FleetError> {
    let mut sweep = Sweep::<C>::new(question, memory, 1.0, watch);
    for index in 0..question.size.area() {
        sweep.advance(index, None)?;
        let done = std::mem::take(&mut sweep.layers[index]);
        sweep.reuse(index, done);
    }
    sweep.total()
}

/// A sweep over the field, as far as it is.
struct Sweep<'a, 'w, C> {
    question: &'a Question,
    layers: Vec<Layer<C>>,
    memory: u64,
    /// The bytes that all takes that is kept.
    held: u64,
    watch: &'w dyn Watch,
    /// The share of the work that the sweep is.
    part: f64,
    /// The counts that were added since somebody was asked.
    unseen: usize,
}

impl<'a, 'w, C: Count> Sweep<'a, 'w, C> {
    fn new(question: &'a Question, memory: u64, part: f64, watch: &'w dyn Watch) -> Self {
        let mut layers = vec![Layer::default(); question.size.area() + 1];
        let first = layers[0].enter(&[0; 32], question.mixes);
        layers[0].rows[first] = C::ONE;
        let held = layers[0].bytes();
        Self { question, layers, memory, held, watch, part, unseen: 0 }
    }

    /// Decides a cell in front of all its profiles; writes the steps down if asked to.
    fn advance(
        &mut self,
        index: usize,
        mut graph: Option<&mut Graph>,
    ) -> Result<(), FleetError> {
        let (question, mixes) = (self.question, self.question.mixes);
        let here = std::mem::take(&mut self.layers[index]);
        self.held -= here.bytes();
        let mut passed = false;
        let profiles = here.index.profiles();
        for (number, profile) in profiles.iter().enumerate() {
            let row = &here.rows[number * mixes..(number + 1) * mixes];
            if let Some(graph) = &mut graph {
                graph.begin();
            }
            question.moves(index, profile, |step, cells, next| {
                let class = step.class.map(|class| question.classes[usize::from(class)]);
                // Looked at profile by profile, so that no layer grows far beyond the limit.
                if self.held > self.memory
                    || class.is_some_and(|class| !has_left(row, class))
                {
                    return;
                }
                let layer = &mut self.layers[index + cells];
                self.held -= layer.bytes();
                let to = layer.enter(next, mixes);
                self.held += layer.bytes();
                let next = &mut layer.rows[to * mixes..(to + 1) * mixes];
                passed |= match class {
                    Some(class) => add_placed(next, row, class),
                    None => add(next, row),
                };
                self.unseen += mixes + 16;
                if let Some(graph) = &mut graph {
                    let ship = step.class.map(|class| (class, step.is_upright));
                    graph.push(Step { to: to as u32, ship });
                }
            });
            let share = number as f64 / profiles.len() as f64;
            self.look(index as f64 + share)?;
        }
        if let Some(graph) = graph {
            graph.begin();
            graph.shrink();
            self.held += graph.held();
        }
        self.held += here.bytes();
        self.layers[index] = here;
        if self.held > self.memory {
            return Err(FleetError::Memory { limit: self.memory });
        }
        if passed { Err(FleetError::Overflow) } else { Ok(()) }
    }

    /// Tells how many cells are decided, now and then.
    fn look(&mut self, cells: f64) -> Result<(), FleetError> {
        if self.unseen < LOOK {
            return Ok(());
        }
        self.unseen = 0;
        let share = self.part * cells / self.question.size.area() as f64;
        reach(self.watch, share)
    }

    /// Lets the room of a layer that is done serve again: asking the system for new memory
    /// takes longer than counting.
    fn reuse(&mut self, index: usize, mut done: Layer<C>) {
        self.held -= done.bytes();
        // Behind the longest ship and the cell that it keeps empty nothing is known yet.
        let unknown = self.question.longest() + 2;
        if let Some(layer) = self.layers.get_mut(index + unknown) {
            done.clear();
            self.held += done.bytes();
            *layer = done;
        }
    }

    /// How many fleets are complete at the end; an error where that passes the largest number.
    fn total(&self) -> Result<u128, FleetError> {
        let complete = self.question.complete();
        let last = self.layers.last().expect("there is a layer behind the last cell");
        let rows = last.rows.chunks_exact(self.question.mixes);
        let mut total = C::default();
        for row in rows {
            let (sum, passed) = total.overflowing_add(row[complete]);
            total = sum;
            if passed {
                return Err(FleetError::Overflow);
            }
        }
        Ok(total.into())
    }
}

/// What is kept of a cell: the steps, and in how many ways each profile with each number of
/// ships placed goes on to the end.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    pub(super) graph: Graph,
    pub(super) counts: Packed,
}

/// All fleets, numbered by the steps that lead to them.
#[derive(Clone, Debug)]
pub(super) struct LaidOut {
    /// Cell by cell; counts of 0 are not kept.
    pub(super) cells: Vec<Kept>,
    /// How many fleets there are.
    pub(super) total: u128,
    /// How many have a deck in each cell.
    pub(super) decks: Vec<u128>,
}

pub(super) fn laid_out<C: Count>(
    question: &Question,
    memory: u64,
    watch: &dyn Watch,
) -> Result<LaidOut, FleetError> {
    let mut sweep = Sweep::<C>::new(question, memory, THERE, watch);
    let mut cells = Vec::with_capacity(question.size.area());
    for index in 0..question.size.area() {
        let mut graph = Graph::default();
        sweep.advance(index, Some(&mut graph))?;
        let done = std::mem::take(&mut sweep.layers[index]);
        let counts = Packed::of(&done.rows, question.mixes, None);
        sweep.held += counts.held();
        sweep.reuse(index, done);
        cells.push(Kept { graph, counts });
    }
    let total = sweep.total()?;
    let last = std::mem::take(&mut sweep.layers[question.size.area()]);
    drop(sweep.layers);
    let decks = turn_back(question, &mut cells, last.rows, sweep.watch)?;
    Ok(LaidOut { cells, total, decks })
}

/// Turns the counts around: from the ways to come there into the ways to go on; counts the
/// ships of all fleets on the way.
fn turn_back<C: Count>(
    question: &Question,
    cells: &mut [Kept],
    mut last: Vec<C>,
    watch: &dyn Watch,
) -> Result<Vec<u128>, FleetError> {
    let (mixes, area) = (question.mixes, question.size.area());
    for row in last.chunks_exact_mut(mixes) {
        row.fill(C::default());
        row[question.complete()] = C::ONE;
    }
    let mut decks = vec![0; area];
    // The ways to go on behind the next cells, as far as a ship reaches.
    let mut behind = VecDeque::from([last]);
    let mut before = vec![C::default(); mixes];
    let mut unseen = 0;
    for index in (0..area).rev() {
        let Kept { graph, counts } = &mut cells[index];
        let mut rows = if behind.len() > question.longest().max(1) {
            behind.pop_back().unwrap_or_default()
        } else {
            Vec::new()
        };
        rows.clear();
        rows.resize(counts.rows() * mixes, C::default());
        for (number, next) in rows.chunks_exact_mut(mixes).enumerate() {
            counts.unpack(number, &mut before);
            for Step { to, ship } in graph.steps(number) {
                unseen += mixes + 16;
                let reach = question.reach(ship);
                let after = &behind[reach - 1][to as usize * mixes..][..mixes];
                let Some((class, is_upright)) = ship else {
                    add_wrapped(next, after);
                    continue;
                };
                let class = question.classes[usize::from(class)];
                let fleets = through(&before, after, class);
                let pace = if is_upright { question.size.columns as usize } else { 1 };
                for deck in 0..class.length {
                    decks[index + deck * pace] += fleets;
                }
                add_before(next, after, class);
            }
            if unseen > LOOK {
                unseen = 0;
                let done = (area - index) as f64 / area as f64;
                reach(watch, THERE + (1.0 - THERE) * done)?;
            }
        }
        // What nobody comes to is never asked for.
        *counts = Packed::of(&rows, mixes, Some(counts));
        behind.push_front(rows);
    }
    Ok(decks)
}
