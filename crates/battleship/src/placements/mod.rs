//! All legal placements of a fleet: counted exactly, numbered, and sampled uniformly.
//!
//! The method is broken-profile (frontier) dynamic programming, known in statistical physics as
//! the transfer-matrix method. The field is swept cell by cell, row by row. The rest of the sweep
//! depends only on how many ships of each length are placed, and on the profile: whether the next
//! cell of every column is free, must stay empty because of a ship beside it, or belongs to an
//! upright ship from above. Partial fleets that agree in both are counted together. Every profile
//! has one row of counts, indexed by the numbers of ships placed, so that placing a ship adds one
//! slice of a row to another.

mod backward;
mod graph;
mod numbers;
mod packed;
mod profile;
mod question;
mod sweep;

use tilewright_grid::{Grid, Rng, Watch};

use crate::{Fleet, FleetError, Rules, Ship, Sight};
use graph::Step;
use question::Question;
use sweep::{Node, Tables, tables, total};

/// The default memory limit for counting: 4 GiB, in bytes.
pub const MEMORY: u64 = 4 << 30;

/// What counting may take. A node is a step of the sweep from one profile to another; it adds a row of counts, of which
/// there is one for every mix of the ships that are afloat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes.
    pub memory: u64,
    /// Nodes.
    pub nodes: u64,
}

impl Limits {
    /// A limit in bytes alone.
    pub const fn of_memory(memory: u64) -> Self {
        Self { memory, nodes: u64::MAX }
    }
}

/// Whether a legal fleet agrees with a hunter's shots.
///
/// # Errors
/// As [`count`], and [`FleetError::Nodes`].
pub(crate) fn exists(
    sight: &Sight<'_>,
    limits: Limits,
    watch: &dyn Watch,
) -> Result<bool, FleetError> {
    let question = Question::new(sight, limits.memory)?;
    match total::<u64>(&question, limits, watch) {
        Err(FleetError::Overflow) => total::<u128>(&question, limits, watch),
        counted => counted,
    }
    .map(|total| total > 0)
}

/// The number of legal fleets. Ships of equal length are interchangeable: fleets that differ only
/// in their order count once. The watch is called every few milliseconds with the progress in thousandths
/// and may stop the count.
///
/// ```
/// use tilewright_battleship::{MEMORY, Rules, count};
///
/// assert_eq!(count(&Rules::russian(7, 7)?, MEMORY, &())?, 406_664);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// [`FleetError::Memory`] when counting needs more than `memory` bytes, and
/// [`FleetError::Overflow`] when the number is 2¹²⁸ or more, and [`FleetError::Cancelled`] when the watch
/// stops it.
pub fn count(rules: &Rules, memory: u64, watch: &dyn Watch) -> Result<u128, FleetError> {
    if rules.is_crowded() {
        return Ok(0);
    }
    let question = Question::new(&Sight::new(rules), memory)?;
    let limits = Limits::of_memory(memory);
    match total::<u64>(&question, limits, watch) {
        Err(FleetError::Overflow) => total::<u128>(&question, limits, watch),
        counted => counted,
    }
}

/// All legal placements of a fleet, or only those that agree with a hunter's shots: their number,
/// any of them by its index, uniform samples, and for every cell how many of them occupy it.
///
/// ```
/// use tilewright_battleship::{MEMORY, Placements, Rules};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(7, 7)?;
/// let placements = Placements::new(&rules, MEMORY)?;
/// assert_eq!(placements.total(), 406_664);
/// let fleet = placements.draw(&mut Seed(1).rng()).expect("there are placements");
/// assert!(rules.is_legal(&fleet));
/// assert!(rules.is_legal(&placements.fleet(123_456)));
/// // The ships occupy 20 cells, so the probabilities add up to 20.
/// let sum: f64 = placements.probabilities().values().iter().sum();
/// assert!((sum - 20.0).abs() < 1e-9);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Placements {
    question: Question,
    nodes: Vec<Node>,
    total: u128,
    sunk: Vec<Ship>,
    /// The lengths of the ships in the order of the roster.
    lengths: Vec<u32>,
    occupancy: Vec<u128>,
}

impl Placements {
    /// All fleets that are legal by these rules. Counting may use `memory` bytes.
    ///
    /// # Errors
    /// As [`count`].
    pub fn new(rules: &Rules, memory: u64) -> Result<Self, FleetError> {
        Self::given(&Sight::new(rules), Limits::of_memory(memory), &())
    }

    /// All legal fleets that agree with a hunter's shots: they occupy every cell that was hit and
    /// no cell that was missed, have the sunk ships at their places, and no other ship of which
    /// every cell was hit. The watch is called as by [`count`].
    ///
    /// # Errors
    /// As [`count`], and [`FleetError::Nodes`] when counting needs more nodes than allowed.
    pub fn given(
        sight: &Sight<'_>,
        limits: Limits,
        watch: &dyn Watch,
    ) -> Result<Self, FleetError> {
        let question = Question::new(sight, limits.memory)?;
        let counted = match tables::<u64>(&question, limits, watch) {
            Err(FleetError::Overflow) => tables::<u128>(&question, limits, watch),
            counted => counted,
        };
        let Tables { nodes, total, occupancy } = counted?;
        let (sunk, lengths) = (sight.sunk(), sight.rules().roster().lengths());
        let (sunk, lengths) = (sunk.to_vec(), lengths.to_vec());
        Ok(Self { question, nodes, total, sunk, lengths, occupancy })
    }

    /// The number of fleets. Ships of equal length are interchangeable.
    pub const fn total(&self) -> u128 {
        self.total
    }

    /// For every cell the number of fleets that occupy it.
    pub fn occupancy(&self) -> Grid<u128> {
        let field = self.question.on_field(tilewright_grid::Cell::new(
            self.question.size.rows,
            self.question.size.columns,
        ));
        let size = tilewright_grid::Size::new(field.row, field.column);
        Grid::from_fn(size, |cell| {
            if self.sunk.iter().any(|ship| ship.covers(cell)) {
                return self.total;
            }
            self.occupancy[self.question.size.index(self.question.on_field(cell))]
        })
    }

    /// For every cell the probability that a uniformly drawn fleet occupies it. All 0 if there is
    /// no fleet.
    pub fn probabilities(&self) -> Grid<f64> {
        let total = (self.total as f64).max(1.0);
        self.occupancy().map(|&fleets| fleets as f64 / total)
    }

    /// A fleet drawn uniformly, without bias; none if there is no fleet.
    pub fn draw(&self, rng: &mut Rng) -> Option<Fleet> {
        (self.total > 0).then(|| self.fleet(below(self.total, rng)))
    }

    /// The fleet with a number from 0, its ships in the order of the roster. The order of the
    /// fleets is fixed, but has no meaning.
    ///
    /// # Panics
    /// When the number is not less than [`total`](Self::total).
    pub fn fleet(&self, number: u128) -> Fleet {
        assert!(number < self.total, "there are {} fleets", self.total);
        // Walks from cell to cell. Of several steps it takes the one whose fleets include the
        // number.
        let (mut left, mut index, mut profile, mut mix) = (number, 0, 0, 0);

        let mut ships = self.sunk.clone();
        while index < self.question.size.area() {
            let mut steps = self.nodes[index].graph.steps(profile);
            let step = if steps.len() == 1 {
                steps.next().expect("there is one")
            } else {
                let is_here = |step: &Step| {
                    let count = self.fleets_after(index, *step, mix);
                    let is_here = left < count;
                    left -= if is_here { 0 } else { count };
                    is_here
                };
                let found = steps.find(is_here);
                found.expect("the counts of the steps add up to the count before them")
            };

            mix = self.mix_after(step, mix).expect("a ship is left to be placed");
            if let Some((class, is_upright)) = step.ship {
                ships.push(self.question.ship(index, class, is_upright));
            }

            index += self.question.reach(step.ship);
            profile = step.to as usize;
        }

        Fleet::new(self.in_order(ships))
    }

    /// The number of fleets that continue with a step.
    fn fleets_after(&self, index: usize, step: Step, mix: usize) -> u128 {
        let Some(next) = self.mix_after(step, mix) else { return 0 };
        match self.nodes.get(index + self.question.reach(step.ship)) {
            Some(node) => node.counts.get(step.to as usize, next),
            None => u128::from(next == self.question.complete()),
        }
    }

    /// The mix after a step; none if no such ship is left.
    fn mix_after(&self, step: Step, mix: usize) -> Option<usize> {
        let Some((class, _)) = step.ship else { return Some(mix) };
        let class = self.question.classes[usize::from(class)];
        let placed = mix / class.stride % (class.count + 1);
        (placed < class.count).then_some(mix + class.stride)
    }

    /// The ships in the order of the roster.
    fn in_order(&self, mut ships: Vec<Ship>) -> Vec<Ship> {
        for (at, &length) in self.lengths.iter().enumerate() {
            let found = ships[at..].iter().position(|ship| ship.length == length);
            ships.swap(at, at + found.expect("all ships of the roster are placed"));
        }
        ships
    }
}

/// A number below a bound, drawn uniformly and without bias.
fn below(bound: u128, rng: &mut Rng) -> u128 {
    let bits = 128 - (bound - 1).leading_zeros();
    let mask = if bits == 0 { 0 } else { u128::MAX >> (128 - bits) };
    loop {
        let low = u128::from(rng.next_u64());
        let high = if bits > 64 { u128::from(rng.next_u64()) } else { 0 };
        let drawn = (high << 64 | low) & mask;
        if drawn < bound {
            return drawn;
        }
    }
}
