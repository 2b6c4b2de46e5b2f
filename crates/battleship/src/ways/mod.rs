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
use numbers::{Count, add, add_before, add_placed, has_left, through};
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
#[derive(Clone, Debug, Default)]
struct Layer {
    index: Index,
    /// A row of counts a profile.
    rows: Vec<Count>,
    /// The same in half the room, once all counts are known to fit.
    narrow: Vec<u64>,
    /// Where the steps of a profile begin.
    starts: Vec<u32>,
    steps: Vec<Step>,
}

impl Layer {
    const fn bytes(&self) -> u64 {
        self.index.bytes()
            + (self.rows.capacity() * size_of::<Count>()
                + self.starts.len() * 4
                + self.steps.len() * size_of::<Step>()) as u64
    }

    fn row(&self, number: usize, mixes: usize) -> &[Count] {
        &self.rows[number * mixes..(number + 1) * mixes]
    }

    /// The count at a place of the rows.
    #[inline]
    fn count(&self, place: usize) -> u128 {
        self.narrow.get(place).map_or_else(|| self.rows[place], |&count| count.into())
    }

    /// Halves the room of the rows. What does not fit belongs to mixes that are never reached.
    fn narrow(&mut self) {
        self.narrow = self.rows.iter().map(|&count| count as u64).collect();
        self.rows = Vec::new();
    }

    fn steps(&self, number: usize) -> &[Step] {
        &self.steps[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The number of a profile, with an empty row of counts if it is new.
    fn enter(&mut self, profile: &profile::Profile, mixes: usize) -> usize {
        let number = self.index.number(profile);
        self.rows.resize(self.index.profiles().len() * mixes, 0);
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
    let question = Question::new(&Sight::new(rules), memory)?;
    let mut sweep = Sweep::new(&question, memory);
    for index in 0..question.size.area() {
        sweep.advance(index, false)?;
        let done = std::mem::take(&mut sweep.layers[index]);
        sweep.held -= done.bytes();
    }
    Ok(sweep.total())
}

/// A sweep over the field, as far as it is.
struct Sweep<'a> {
    question: &'a Question,
    layers: Vec<Layer>,
    memory: u64,
    /// The bytes that the layers take.
    held: u64,
}

impl<'a> Sweep<'a> {
    fn new(question: &'a Question, memory: u64) -> Self {
        let mut layers = vec![Layer::default(); question.size.area() + 1];
        let first = layers[0].enter(&[0; 32], question.mixes);
        layers[0].rows[first] = 1;
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

    /// How many fleets are complete at the end.
    fn total(&self) -> u128 {
        let complete = self.question.complete();
        let last = self.layers.last().expect("there is a layer behind the last cell");
        last.rows.chunks_exact(self.question.mixes).map(|row| row[complete]).sum()
    }
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
    layers: Vec<Layer>,
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
        let mut sweep = Sweep::new(&question, memory);
        for index in 0..question.size.area() {
            sweep.advance(index, true)?;
        }
        let (total, layers) = (sweep.total(), sweep.layers);
        let lengths = sight.rules().roster().lengths().to_vec();
        let mut ways = Self {
            decks: vec![0; question.size.area()],
            question,
            layers,
            total,
            sunk: sight.sunk().to_vec(),
            lengths,
        };
        ways.turn_back();
        if u64::try_from(total).is_ok() {
            ways.layers.iter_mut().for_each(Layer::narrow);
        }
        Ok(ways)
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
        let mixes = self.question.mixes;
        let (mut left, mut index, mut profile, mut mix) = (number, 0, 0, 0);
        let mut ships = self.sunk.clone();
        while index < self.question.size.area() {
            let steps = self.layers[index].steps(profile);
            let mut steps = steps.iter().map(|&step| (step, self.reach(step, mix)));
            let (step, next) = if steps.len() == 1 {
                steps.next().expect("there is one")
            } else {
                let found = steps.find(|&(step, next)| {
                    let Some(next) = next else { return false };
                    let layer = &self.layers[index + usize::from(step.cells)];
                    let count = layer.count(step.to as usize * mixes + next);
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

    /// Turns the rows of counts around: from the ways to come there into the ways to go on;
    /// counts the ships of all fleets on the way.
    fn turn_back(&mut self) {
        let Self { question, layers, decks, .. } = self;
        let mixes = question.mixes;
        let area = question.size.area();
        for row in layers[area].rows.chunks_exact_mut(mixes) {
            row.fill(0);
            row[question.complete()] = 1;
        }
        let mut next = vec![0; mixes];
        for index in (0..area).rev() {
            let (here, behind) = layers[index..].split_first_mut().expect("it is there");
            for number in 0..here.index.profiles().len() {
                next.fill(0);
                for &step in here.steps(number) {
                    let layer = &behind[usize::from(step.cells) - 1];
                    let after = layer.row(step.to as usize, mixes);
                    if step.class == NOTHING {
                        add_wrapped(&mut next, after);
                        continue;
                    }
                    let class = question.classes[usize::from(step.class)];
                    let fleets = through(here.row(number, mixes), after, class);
                    let down = question.size.columns as usize;
                    let pace = if step.is_upright { down } else { 1 };
                    for deck in 0..class.length {
                        decks[index + deck * pace] += fleets;
                    }
                    add_before(&mut next, after, class);
                }
                here.rows[number * mixes..(number + 1) * mixes].copy_from_slice(&next);
            }
        }
    }
}

fn add_wrapped(to: &mut [Count], from: &[Count]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = to.wrapping_add(*from));
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
