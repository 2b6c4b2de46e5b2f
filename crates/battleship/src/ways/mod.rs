//! All legal fleets, counted exactly: cell by cell along a frontier.
//!
//! The field is swept row by row. All that the rest of the sweep depends on is which ships
//! are placed and, for the next cell of every column, whether it is free, kept empty by a
//! ship beside it, or taken by an upright ship from above. Fleets that agree in that are
//! counted together. (The broken-profile method of dynamic programming; transfer matrices of
//! statistical physics.) The numbers of ships placed make a row of counts for every profile,
//! so that placing a ship is adding one slice to another.

mod numbers;
mod profile;
mod question;

use tilewright_grid::{Grid, Rng};

use crate::{Fleet, FleetError, Rules, Ship, Sight};
use numbers::{Count, add, add_before, add_placed, add_wrapped, has_left, through};
use profile::Index;
use question::Question;

/// The memory that counting may take unless one says otherwise, in bytes: 4 GiB.
pub const MEMORY: u64 = 4 << 30;

/// What can be done in front of a profile.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The number of the profile behind.
    to: u32,
    /// How many cells are decided.
    cells: u8,
    /// The class of the ship that begins, or [`NOTHING`].
    class: u8,
    is_upright: bool,
}

const NOTHING: u8 = u8::MAX;

/// The profiles in front of one cell, and what is counted for each.
#[derive(Clone, Debug)]
struct Layer<C> {
    index: Index,
    /// A row of counts a profile.
    rows: Vec<C>,
    /// Where the steps of a profile begin.
    starts: Vec<u32>,
    steps: Vec<Step>,
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

    fn row(&self, number: usize, mixes: usize) -> &[C] {
        &self.rows[number * mixes..(number + 1) * mixes]
    }

    fn steps(&self, number: usize) -> &[Step] {
        &self.steps[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The number of a profile, with an empty row of counts if it is new.
    fn enter(&mut self, profile: &profile::Profile, mixes: usize) -> usize {
        let number = self.index.number(profile);
        self.rows.resize(self.index.profiles().len() * mixes, C::default());
        number
    }
}

/// How many legal fleets there are. Equal ships are not told apart.
///
/// ```
/// use tilewright_battleship::{MEMORY, Rules, count};
///
/// assert_eq!(count(&Rules::russian(7, 7)?, MEMORY)?, 406_664);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// [`FleetError::Memory`] when it would take more than `memory` bytes, and
/// [`FleetError::Overflow`] when the number passes 2¹²⁸; then it is not decided.
pub fn count(rules: &Rules, memory: u64) -> Result<u128, FleetError> {
    if rules.is_crowded() {
        return Ok(0);
    }
    let question = Question::new(&Sight::new(rules), memory)?;
    match total::<u64>(&question, memory) {
        Err(FleetError::Overflow) => total::<u128>(&question, memory),
        counted => counted,
    }
}

/// The total, with no layer kept longer than it is needed.
fn total<C: Count>(question: &Question, memory: u64) -> Result<u128, FleetError> {
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

/// The layers of all cells, their rows the ways to go on.
#[derive(Clone, Debug)]
enum Layers {
    Narrow(Vec<Layer<u64>>),
    Wide(Vec<Layer<u128>>),
}

/// All legal fleets, numbered: any of them by its number, an even draw, and how many have a
/// deck in each cell; also of those only that agree with what a hunter knows.
///
/// ```
/// use tilewright_battleship::{MEMORY, Rules, Ways};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(7, 7)?;
/// let ways = Ways::new(&rules, MEMORY)?;
/// assert_eq!(ways.total(), 406_664);
/// assert!(rules.is_legal(&ways.draw(&mut Seed(1).rng()).expect("there are some")));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ways {
    question: Question,
    layers: Layers,
    total: u128,
    sunk: Vec<Ship>,
    /// The lengths of the ships in the order of the roster.
    lengths: Vec<u32>,
    decks: Vec<u128>,
}

impl Ways {
    /// All fleets that are legal by these rules.
    ///
    /// # Errors
    /// As [`count`].
    pub fn new(rules: &Rules, memory: u64) -> Result<Self, FleetError> {
        Self::given(&Sight::new(rules), memory)
    }

    /// All legal fleets that agree with what is known: no deck where a shot missed, one where
    /// it hit, the sunk ships where they are, and no other ship hit all over.
    ///
    /// # Errors
    /// As [`count`].
    pub fn given(sight: &Sight<'_>, memory: u64) -> Result<Self, FleetError> {
        let question = Question::new(sight, memory)?;
        let (layers, total, decks) = match laid_out::<u64>(&question, memory) {
            Err(FleetError::Overflow) => {
                let (layers, total, decks) = laid_out::<u128>(&question, memory)?;
                (Layers::Wide(layers), total, decks)
            }
            counted => {
                let (layers, total, decks) = counted?;
                (Layers::Narrow(layers), total, decks)
            }
        };
        let (sunk, lengths) = (sight.sunk(), sight.rules().roster().lengths());
        let (sunk, lengths) = (sunk.to_vec(), lengths.to_vec());
        Ok(Self { question, layers, total, sunk, lengths, decks })
    }

    /// How many there are. Equal ships are not told apart.
    pub const fn total(&self) -> u128 {
        self.total
    }

    /// How many of them have a deck in each cell; all, where a ship is sunk.
    pub fn decks(&self) -> Grid<u128> {
        let field = self.question.on_field(tilewright_grid::Cell::new(
            self.question.size.rows,
            self.question.size.columns,
        ));
        let size = tilewright_grid::Size::new(field.row, field.column);
        Grid::from_fn(size, |cell| {
            if self.sunk.iter().any(|ship| ship.covers(cell)) {
                return self.total;
            }
            self.decks[self.question.size.index(self.question.on_field(cell))]
        })
    }

    /// The probability that a fleet drawn evenly has a deck in each cell; 0 where there is no
    /// fleet at all.
    pub fn probabilities(&self) -> Grid<f64> {
        let total = (self.total as f64).max(1.0);
        self.decks().map(|&decks| decks as f64 / total)
    }

    /// One of the fleets, each exactly as likely; none where there is none.
    pub fn draw(&self, rng: &mut Rng) -> Option<Fleet> {
        (self.total > 0).then(|| self.fleet(below(self.total, rng)))
    }

    /// The fleet of that number, from 0, its ships in the order of the roster. The order of
    /// the fleets is that in which they are found.
    ///
    /// # Panics
    /// When there is no such number.
    pub fn fleet(&self, number: u128) -> Fleet {
        assert!(number < self.total, "there are {} fleets", self.total);
        match &self.layers {
            Layers::Narrow(layers) => self.walk(layers, number),
            Layers::Wide(layers) => self.walk(layers, number),
        }
    }

    /// Goes from cell to cell, past as many fleets as the number says.
    fn walk<C: Count>(&self, layers: &[Layer<C>], number: u128) -> Fleet {
        let mixes = self.question.mixes;
        let (mut left, mut index, mut profile, mut mix) = (number, 0, 0, 0);
        let mut ships = self.sunk.clone();
        while index < self.question.size.area() {
            let steps = layers[index].steps(profile);
            let mut steps = steps.iter().map(|&step| (step, self.reach(step, mix)));
            let (step, next) = if steps.len() == 1 {
                steps.next().expect("there is one")
            } else {
                let found = steps.find(|&(step, next)| {
                    let Some(next) = next else { return false };
                    let layer = &layers[index + usize::from(step.cells)];
                    let count = layer.rows[step.to as usize * mixes + next].into();
                    let is_here = left < count;
                    left -= if is_here { 0 } else { count };
                    is_here
                });
                found.expect("the counts of the steps add up to the count before them")
            };
            if step.class != NOTHING {
                ships.push(self.question.ship(index, step.class, step.is_upright));
            }
            index += usize::from(step.cells);
            profile = step.to as usize;
            mix = next.expect("a ship is left to be placed");
        }
        Fleet::new(self.in_order(ships))
    }

    /// The mix behind a step; none if no such ship is left.
    fn reach(&self, step: Step, mix: usize) -> Option<usize> {
        if step.class == NOTHING {
            return Some(mix);
        }
        let class = self.question.classes[usize::from(step.class)];
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

/// All layers with the ways to go on, how many fleets there are, and how many have a deck in
/// each cell.
type LaidOut<C> = (Vec<Layer<C>>, u128, Vec<u128>);

fn laid_out<C: Count>(
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

/// A number below the bound, each exactly as likely.
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
