//! The sweep over the field: a forward pass that counts partial fleets cell by cell, before the
//! [`backward`] pass counts their completions.

use tilewright_grid::Watch;

use super::Limits;
use super::backward::backward;
use super::graph::{Graph, Step};
use super::numbers::{Count, add, add_placed, has_left};
use super::packed::PackedCounts;
use super::profile::{self, Index};
use super::question::{Class, Question};
use crate::FleetError;

/// The resolution of the reported progress.
const STEPS: f64 = 1000.0;

/// Reports the share of the work that is done, 0 to 1.
pub(super) fn report(watch: &dyn Watch, share: f64) -> Result<(), FleetError> {
    let flow = watch.reach((STEPS * share) as u64, STEPS as u64);
    if flow.is_break() { Err(FleetError::Cancelled) } else { Ok(()) }
}

/// The number of additions between two calls of the watch: some milliseconds, 28 in the largest
/// count (`cargo xtask bench stops`).
pub(super) const LOOK: usize = 1 << 21;

/// The share of the forward pass in the work, if there is a backward pass: it finds the profiles
/// that the other one only walks again. It decides how evenly progress moves, and nothing else.
pub(super) const FORWARD: f64 = 0.7;

/// The profiles before one cell, and their counts of partial fleets.
#[derive(Clone, Debug)]
struct Layer<C> {
    index: Index,
    /// One row of counts per profile.
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

    /// Removes all profiles, but keeps the memory.
    fn clear(&mut self) {
        self.index.clear();
        self.rows.clear();
    }

    /// The number of a profile, which is inserted with a row of zeros if it is new.
    fn insert(&mut self, profile: &profile::Profile, mixes: usize) -> usize {
        let number = self.index.number(profile);
        self.rows.resize(self.index.profiles().len() * mixes, C::default());
        number
    }
}

/// The number of fleets. Every layer is freed as soon as it is no longer needed.
pub(super) fn total<C: Count>(
    question: &Question,
    limits: Limits,
    watch: &dyn Watch,
) -> Result<u128, FleetError> {
    let mut sweep = Sweep::<C>::new(question, limits, 1.0, watch);
    for index in 0..question.size.area() {
        sweep.advance(index, None)?;
        let done = std::mem::take(&mut sweep.layers[index]);
        sweep.reuse(index, done);
    }
    sweep.total()
}

/// The state of the forward pass.
struct Sweep<'a, 'w, C> {
    question: &'a Question,
    layers: Vec<Layer<C>>,
    limits: Limits,
    /// The nodes so far.
    nodes: u64,
    /// The bytes in use.
    held: u64,
    watch: &'w dyn Watch,
    /// The share of the forward pass in the work.
    part: f64,
    /// The number of additions since the watch was last called.
    unseen: usize,
    /// Whether a count has passed the largest number of its type.
    has_passed: bool,
}

impl<'a, 'w, C: Count> Sweep<'a, 'w, C> {
    fn new(
        question: &'a Question,
        limits: Limits,
        part: f64,
        watch: &'w dyn Watch,
    ) -> Self {
        let mut layers = vec![Layer::default(); question.size.area() + 1];
        let first = layers[0].insert(&[0; 32], question.mixes);
        layers[0].rows[first] = C::ONE;
        let held = layers[0].bytes();
        let (nodes, unseen, has_passed) = (0, 0, false);
        Self { question, layers, limits, nodes, held, watch, part, unseen, has_passed }
    }

    /// Makes all steps at a cell, from all profiles before it, and adds them to the graph, if one
    /// is given.
    fn advance(
        &mut self,
        index: usize,
        mut graph: Option<&mut Graph>,
    ) -> Result<(), FleetError> {
        let (question, mixes) = (self.question, self.question.mixes);
        let here = std::mem::take(&mut self.layers[index]);
        self.held -= here.bytes();

        let (profiles, rows) = (here.index.profiles(), here.rows.chunks_exact(mixes));
        for (number, (profile, row)) in profiles.iter().zip(rows).enumerate() {
            if let Some(graph) = &mut graph {
                graph.begin();
            }

            question.moves(index, profile, |step, cells, next| {
                let class = step.class.map(|class| question.classes[usize::from(class)]);
                let has_ships = class.is_none_or(|class| has_left(row, class));
                // Checked for every step, so that no layer grows far beyond the limit.
                if self.is_beyond() || !has_ships {
                    return;
                }

                let to = self.place(index + cells, next, row, class);
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
        if self.held > self.limits.memory {
            return Err(FleetError::Memory { limit: self.limits.memory });
        }
        if self.nodes > self.limits.nodes {
            return Err(FleetError::Nodes { limit: self.limits.nodes });
        }

        if self.has_passed { Err(FleetError::Overflow) } else { Ok(()) }
    }

    /// Whether a limit is passed.
    const fn is_beyond(&self) -> bool {
        self.held > self.limits.memory || self.nodes > self.limits.nodes
    }

    /// Adds the partial fleets of a row to those before a later cell, with a ship of the class more if there is
    /// one. Returns the number of their profile.
    #[inline]
    fn place(
        &mut self,
        index: usize,
        profile: &profile::Profile,
        row: &[C],
        class: Option<Class>,
    ) -> usize {
        let mixes = self.question.mixes;
        let layer = &mut self.layers[index];
        self.held -= layer.bytes();
        let to = layer.insert(profile, mixes);
        self.held += layer.bytes();
        let next = &mut layer.rows[to * mixes..(to + 1) * mixes];
        self.has_passed |= match class {
            Some(class) => add_placed(next, row, class),
            None => add(next, row),
        };
        self.unseen += mixes + 16;
        self.nodes += 1;
        to
    }

    /// Reports the number of cells that are decided, every [`LOOK`] additions.
    fn look(&mut self, cells: f64) -> Result<(), FleetError> {
        if self.unseen < LOOK {
            return Ok(());
        }
        self.unseen = 0;
        let share = self.part * cells / self.question.size.area() as f64;
        report(self.watch, share)
    }

    /// Passes the memory of a finished layer on to a later one: allocating new memory would take
    /// longer than counting.
    fn reuse(&mut self, index: usize, mut done: Layer<C>) {
        self.held -= done.bytes();
        // No step reaches this layer yet: it is further than the longest ship and the empty cell
        // after it.
        let untouched = self.question.longest() + 2;
        if let Some(layer) = self.layers.get_mut(index + untouched) {
            done.clear();
            self.held += done.bytes();
            *layer = done;
        }
    }

    /// The number of complete fleets after the last cell.
    ///
    /// # Errors
    /// When it exceeds the largest number of the type.
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

/// The table of one cell: the steps from every profile, and for every profile and mix the number
/// of completions.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) graph: Graph,
    pub(super) counts: PackedCounts,
}

/// The tables of all cells, by which fleets are numbered and sampled.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// The table of every cell; counts of 0 are not stored.
    pub(super) nodes: Vec<Node>,
    /// The number of fleets.
    pub(super) total: u128,
    /// For every cell the number of fleets that occupy it.
    pub(super) occupancy: Vec<u128>,
}

/// Computes the tables in a forward and a backward pass.
///
/// # Errors
/// When they need more memory than allowed, a count overflows, or the watch stops it.
pub(super) fn tables<C: Count>(
    question: &Question,
    limits: Limits,
    watch: &dyn Watch,
) -> Result<Tables, FleetError> {
    let mut sweep = Sweep::<C>::new(question, limits, FORWARD, watch);

    let mut nodes = Vec::with_capacity(question.size.area());
    for index in 0..question.size.area() {
        let mut graph = Graph::default();
        sweep.advance(index, Some(&mut graph))?;

        // Packed, the counts wait for the backward pass: it needs them for the occupancy, and only
        // the completions of what can be reached.
        let done = std::mem::take(&mut sweep.layers[index]);
        let counts = PackedCounts::of(&done.rows, question.mixes, None);
        sweep.held += counts.held();
        sweep.reuse(index, done);
        nodes.push(Node { graph, counts });
    }

    let total = sweep.total()?;
    let last = std::mem::take(&mut sweep.layers[question.size.area()]);
    drop(sweep.layers);

    let occupancy = backward(question, &mut nodes, last.rows, sweep.watch)?;
    Ok(Tables { nodes, total, occupancy })
}
