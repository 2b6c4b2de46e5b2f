//! The sweep along the frontier: layers of profiles, a cell at a time, there and back.

use super::numbers::{
    Count, add, add_before, add_placed, add_wrapped, has_left, through,
};
use super::profile::{self, Index};
use super::question::Question;
use crate::FleetError;

/// What can be done in front of a profile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The number of the profile behind.
    pub(super) to: u32,
    /// How many cells are decided.
    pub(super) cells: u8,
    /// The class of the ship that begins, or [`NOTHING`].
    pub(super) class: u8,
    pub(super) is_upright: bool,
}

pub(super) const NOTHING: u8 = u8::MAX;

/// The profiles in front of one cell, and what is counted for each.
#[derive(Clone, Debug)]
pub(super) struct Layer<C> {
    index: Index,
    /// A row of counts a profile.
    pub(super) rows: Vec<C>,
    /// Where the steps of a profile begin.
    starts: Vec<u32>,
    pub(super) steps: Vec<Step>,
}

impl<C> Default for Layer<C> {
    fn default() -> Self {
        Self {
            index: Index::default(),
            rows: Vec::new(),
            starts: Vec::new(),
            steps: Vec::new(),
        }
    }
}

impl<C: Count> Layer<C> {
    const fn bytes(&self) -> u64 {
        self.index.bytes()
            + (self.rows.capacity() * size_of::<C>()
                + self.starts.capacity() * size_of::<u32>()
                + self.steps.capacity() * size_of::<Step>()) as u64
    }

    /// Without profiles again.
    fn clear(&mut self) {
        self.index.clear();
        self.rows.clear();
        self.starts.clear();
        self.steps.clear();
    }

    pub(super) fn row(&self, number: usize, mixes: usize) -> &[C] {
        &self.rows[number * mixes..(number + 1) * mixes]
    }

    pub(super) fn steps(&self, number: usize) -> &[Step] {
        &self.steps[self.starts[number] as usize..self.starts[number + 1] as usize]
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
) -> Result<u128, FleetError> {
    let mut sweep = Sweep::<C>::new(question, memory);
    // Behind the longest ship and the cell that it keeps empty nothing is known yet.
    let longest = question.classes.iter().map(|class| class.length).max();
    let unknown = longest.unwrap_or(0) + 2;
    for index in 0..question.size.area() {
        sweep.advance(index, false)?;
        let mut done = std::mem::take(&mut sweep.layers[index]);
        sweep.held -= done.bytes();
        // Its room serves again: asking the system for new memory takes longer than counting.
        if let Some(layer) = sweep.layers.get_mut(index + unknown) {
            done.clear();
            sweep.held += done.bytes();
            *layer = done;
        }
    }
    sweep.total()
}

/// A sweep over the field, as far as it is.
struct Sweep<'a, C> {
    question: &'a Question,
    layers: Vec<Layer<C>>,
    memory: u64,
    /// The bytes that the layers take.
    held: u64,
}

impl<'a, C: Count> Sweep<'a, C> {
    fn new(question: &'a Question, memory: u64) -> Self {
        let mut layers = vec![Layer::default(); question.size.area() + 1];
        let first = layers[0].enter(&[0; 32], question.mixes);
        layers[0].rows[first] = C::ONE;
        let held = layers[0].bytes();
        Self { question, layers, memory, held }
    }

    /// Decides a cell in front of all its profiles; keeps the steps if asked to.
    fn advance(&mut self, index: usize, keeps: bool) -> Result<(), FleetError> {
        let Self { question, layers, memory, held } = self;
        let mixes = question.mixes;
        let mut here = std::mem::take(&mut layers[index]);
        *held -= here.bytes();
        let mut passed = false;
        for number in 0..here.index.profiles().len() {
            if keeps {
                here.starts.push(here.steps.len() as u32);
            }
            let Layer { index: profiles, rows, steps, .. } = &mut here;
            let row = &rows[number * mixes..(number + 1) * mixes];
            question.moves(index, &profiles.profiles()[number], |step, cells, next| {
                let class = step.class.map(|class| question.classes[usize::from(class)]);
                // Looked at profile by profile, so that no layer grows far beyond the limit.
                if *held > *memory || class.is_some_and(|class| !has_left(row, class)) {
                    return;
                }
                let layer = &mut layers[index + cells];
                *held -= layer.bytes();
                let to = layer.enter(next, mixes);
                *held += layer.bytes();
                let next = &mut layer.rows[to * mixes..(to + 1) * mixes];
                passed |= match class {
                    Some(class) => add_placed(next, row, class),
                    None => add(next, row),
                };
                if keeps {
                    let class = step.class.unwrap_or(NOTHING);
                    let (to, cells) = (to as u32, cells as u8);
                    steps.push(Step { to, cells, class, is_upright: step.is_upright });
                }
            });
        }
        here.starts.push(here.steps.len() as u32);
        *held += here.bytes();
        layers[index] = here;
        if *held > *memory {
            return Err(FleetError::Memory { limit: *memory });
        }
        if passed { Err(FleetError::Overflow) } else { Ok(()) }
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

/// All layers with the ways to go on, how many fleets there are, and how many have a deck in
/// each cell.
pub(super) type LaidOut<C> = (Vec<Layer<C>>, u128, Vec<u128>);

pub(super) fn laid_out<C: Count>(
    question: &Question,
    memory: u64,
) -> Result<LaidOut<C>, FleetError> {
    let mut sweep = Sweep::<C>::new(question, memory);
    for index in 0..question.size.area() {
        sweep.advance(index, true)?;
    }
    let (total, mut layers) = (sweep.total()?, sweep.layers);
    let decks = turn_back(question, &mut layers);
    Ok((layers, total, decks))
}

/// Turns the rows of counts around: from the ways to come there into the ways to go on; counts
/// the ships of all fleets on the way.
fn turn_back<C: Count>(question: &Question, layers: &mut [Layer<C>]) -> Vec<u128> {
    let (mixes, area) = (question.mixes, question.size.area());
    let mut decks = vec![0; area];
    for row in layers[area].rows.chunks_exact_mut(mixes) {
        row.fill(C::default());
        row[question.complete()] = C::ONE;
    }
    let mut next = vec![C::default(); mixes];
    for index in (0..area).rev() {
        let (here, behind) = layers[index..].split_first_mut().expect("it is there");
        for number in 0..here.index.profiles().len() {
            next.fill(C::default());
            for &step in here.steps(number) {
                let layer = &behind[usize::from(step.cells) - 1];
                let after = layer.row(step.to as usize, mixes);
                if step.class == NOTHING {
                    add_wrapped(&mut next, after);
                    continue;
                }
                let class = question.classes[usize::from(step.class)];
                let fleets = through(here.row(number, mixes), after, class);
                let pace =
                    if step.is_upright { question.size.columns as usize } else { 1 };
                for deck in 0..class.length {
                    decks[index + deck * pace] += fleets;
                }
                add_before(&mut next, after, class);
            }
            here.rows[number * mixes..(number + 1) * mixes].copy_from_slice(&next);
        }
    }
    decks
}
