//! Level design as an environment: painting cells towards a wanted difficulty.

mod request;

use std::sync::Arc;

use tilewright_draw::{Picture, Shape, Stroke, theme};
use tilewright_grid::{Cell, Grid, Heading, Rng, Seed, Size};
use tilewright_match3::picture::tile_for;
use tilewright_match3::{Kind, Level, MAX_SIDE};
use tilewright_match3_design::{Gauge, Violation};

use crate::{Environment, Outcome, Space};

pub use request::{DesignError, DesignMeasure, DesignRequest, Representation};

/// The bytes of a cell in an observation.
const CHANNELS: usize = 4;
/// The probability that a cell is of the first kind at the start: chosen. With ordinary cells and
/// obstacles about 0.7⁴, a quarter, of the cases of an open level stay, near the low end of the
/// targets, so that most episodes have a way to go.
const FIRST: f64 = 0.7;
/// The byte of a value that is the target.
const REACHED: f64 = 128.0;
/// The margin of the picture of a level, in cells.
const MARGIN: f64 = 0.25;
/// The number of seeds that are tried for an episode.
const ATTEMPTS: u64 = 1000;

/// A level that is painted until its number is near the target (PCGRL: Khalifa and others, *PCGRL:
/// Procedural Content Generation via Reinforcement Learning*, 2020; ours is a number of a match-3 level,
/// and the reward is in shares of the target).
///
/// An episode begins with a random level: a cell is of the first kind with a probability of 0.7, else
/// one of the others. The distance of a level is the difference of its number from the target, as a share
/// of the target, plus the share of its cells that are infeasible. The reward of a step is how much nearer
/// it brings the level. The episode ends when the number is within the tolerance and no cell is
/// infeasible, or when the changes are used up. Painting a cell with the kind that it has changes nothing.
///
/// The actions are, for *k* kinds: narrow, the *k* kinds; turtle, 0 north, 1 east, 2 south, 3 west, then
/// the *k* kinds; wide, the *k* kinds of the first cell, then those of the next one, in reading order. A
/// step over the edge is illegal, and so is, but for narrow, painting the kind that is there; both change
/// nothing and have the reward 0.
///
/// The observation has four bytes for each cell: the number of its kind; 1 where the agent is; how often
/// the cell was changed; the number of the level as a share of the target, 128 for the target, at most
/// 255.
///
/// ```
/// use tilewright_environments::{Design, DesignMeasure, DesignRequest, Environment, Representation};
/// use tilewright_grid::{Seed, Size};
/// use tilewright_match3::Kind;
///
/// let request = DesignRequest {
///     representation: Representation::Wide,
///     size: Size::new(7, 7),
///     kinds: vec![Kind::ORDINARY, Kind::OBSTACLE],
///     measure: DesignMeasure::Potential,
///     target: Some(400.0),
///     tolerance: 0.03,
///     change_share: 0.5,
/// };
/// let mut design = Design::new(request)?;
/// design.reset(Seed(1));
/// while let Some(action) = design.best_action() {
///     design.step(action);
/// }
/// assert!((design.value() - 400.0).abs() <= 12.0);
/// # Ok::<(), tilewright_environments::DesignError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Design {
    task: Arc<Task>,
    cells: Vec<Kind>,
    /// The numbers of the kinds of the cells, and the changes of each cell.
    numbers: Vec<u8>,
    changes: Vec<u8>,
    /// The number of changes.
    made: u32,
    place: usize,
    target: f64,
    state: State,
    rng: Rng,
}

/// What stays the same.
#[derive(Debug)]
struct Task {
    request: DesignRequest,
    gauge: Gauge,
    /// The smallest and the largest target that is drawn.
    targets: [f64; 2],
    max_changes: u32,
}

/// A level in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct State {
    value: f64,
    distance: f64,
    is_reached: bool,
}

impl Task {
    fn new(request: DesignRequest) -> Result<Self, DesignError> {
        let DesignRequest { kinds, tolerance, change_share, target, size, .. } = &request;
        let is_twice = |(at, kind)| kinds[..at].contains(kind);
        let is_alien = |kind: &Kind| !Kind::ALL.contains(kind) || !kind.is_present();
        let is_wrong =
            kinds.iter().any(is_alien) || kinds.iter().enumerate().any(is_twice);
        if kinds.len() < 2 || is_wrong {
            return Err(DesignError::Kinds);
        }

        for (name, share) in [("tolerance", tolerance), ("change_share", change_share)] {
            if !(0.0..=1.0).contains(share) {
                return Err(DesignError::Range(name, "0 to 1", share.to_string()));
            }
        }

        if let Some(target) = target.filter(|target| !(1e-3..=1e9).contains(target)) {
            return Err(DesignError::Range("target", "0.001 to 1e9", target.to_string()));
        }
        if size.rows > MAX_SIDE || size.columns > MAX_SIDE {
            let sides = format!("{} × {}", size.rows, size.columns);
            return Err(DesignError::Range("rows and columns", "1 to 64", sides));
        }

        let plain = level(*size, &vec![Kind::ORDINARY; size.area()])?;
        let gauge = Gauge::new(&plain);

        // Shares of the potential of an empty level, which special cells lower, or multiples of its
        // predicted swaps, which they raise. The ends leave out what a few special cells already
        // meet, and what takes a board of them. Chosen; requests may state one target instead.
        let targets = match &request.measure {
            DesignMeasure::Potential => {
                let most = gauge.measure(plain.cells().values(), Violation::Cells);
                [0.2, 0.8].map(|share| share * f64::from(most.potential))
            }
            DesignMeasure::Swaps(guide) => {
                let least = guide.predict(&plain);
                [1.1, 2.0].map(|factor| factor * least)
            }
        };

        let max_changes = ((change_share * size.area() as f64) as u32).max(1);
        Ok(Self { request, gauge, targets, max_changes })
    }

    /// The numbers of a level.
    fn measure(&self, cells: &[Kind], target: f64) -> State {
        let found = self.gauge.measure(cells, Violation::Cells);
        let value = match &self.request.measure {
            DesignMeasure::Potential => f64::from(found.potential),
            DesignMeasure::Swaps(guide) => {
                let level = level(self.request.size, cells);
                guide.predict(&level.expect("one of the size and kinds was made before"))
            }
        };

        let off = (value - target).abs() / target;
        // A level that breaks a rule is as far away as the share of its cells that do.
        let infeasible = f64::from(found.violation) / cells.len() as f64;
        let is_reached = off <= self.request.tolerance && found.violation == 0;

        State { value, distance: off + infeasible, is_reached }
    }
}

/// A level of these kinds.
fn level(size: Size, cells: &[Kind]) -> Result<Level, DesignError> {
    let cells = Grid::from_values(size, cells.to_vec());
    let cells = cells.map_err(|error| DesignError::Level(error.to_string()))?;
    Level::new(cells).map_err(|error| DesignError::Level(error.to_string()))
}

impl Design {
    /// A design of this kind.
    ///
    /// # Errors
    /// If a value of the request is not in its range, or every random level reaches the target.
    pub fn new(request: DesignRequest) -> Result<Self, DesignError> {
        let task = Task::new(request)?;
        let area = task.request.size.area();
        let mut design = Self {
            cells: vec![task.request.kinds[0]; area],
            numbers: vec![0; area],
            changes: vec![0; area],
            made: 0,
            place: 0,
            target: 1.0,
            state: State::default(),
            rng: Seed(0).rng(),
            task: Arc::new(task),
        };

        let found = (0..ATTEMPTS).any(|attempt| design.begin(Seed(attempt)));
        if found { Ok(design) } else { Err(DesignError::Reached) }
    }

    /// The level.
    pub fn level(&self) -> Level {
        level(self.size(), &self.cells)
            .expect("one of the size and kinds was made before")
    }

    /// The number of the level.
    pub const fn value(&self) -> f64 {
        self.state.value
    }

    /// Whether the number is within the tolerance and no cell is infeasible.
    pub const fn is_reached(&self) -> bool {
        self.state.is_reached
    }

    /// The largest number of changes.
    pub fn max_changes(&self) -> u32 {
        self.task.max_changes
    }

    fn size(&self) -> Size {
        self.task.request.size
    }

    fn kinds(&self) -> &[Kind] {
        &self.task.request.kinds
    }

    fn is_over(&self) -> bool {
        self.state.is_reached || self.made >= self.task.max_changes
    }

    /// Draws a level and a target; whether it does not reach the target yet.
    fn begin(&mut self, seed: Seed) -> bool {
        self.rng = seed.rng();
        let task = &*self.task;
        let others = task.request.kinds.len() as u32 - 1;

        for (cell, number) in self.cells.iter_mut().zip(&mut self.numbers) {
            let is_first = self.rng.chance(FIRST);
            *number = if is_first { 0 } else { 1 + self.rng.below(others) as u8 };
            *cell = task.request.kinds[usize::from(*number)];
        }

        let [least, most] = task.targets;
        let drawn = least + (most - least) * self.rng.unit();
        self.target = task.request.target.unwrap_or(drawn);
        self.changes.fill(0);
        self.made = 0;
        self.place = self.rng.index(self.cells.len());
        self.state = task.measure(&self.cells, self.target);

        !self.state.is_reached
    }

    /// Paints a cell, and returns the reward.
    fn paint(&mut self, cell: usize, number: usize) -> f32 {
        if usize::from(self.numbers[cell]) == number {
            return 0.0;
        }
        self.cells[cell] = self.kinds()[number];
        self.numbers[cell] = number as u8;
        self.changes[cell] = self.changes[cell].saturating_add(1);
        self.made += 1;
        let before = self.state.distance;
        self.state = self.task.measure(&self.cells, self.target);
        (before - self.state.distance) as f32
    }

    /// The cell to which a turtle moves.
    fn beside(&self, direction: u32) -> Option<usize> {
        let (size, here) = (self.size(), self.size().cell(self.place));
        let there = match Heading::ALL[direction as usize] {
            Heading::North => Cell::new(here.row.checked_sub(1)?, here.column),
            Heading::East => Cell::new(here.row, here.column + 1),
            Heading::South => Cell::new(here.row + 1, here.column),
            Heading::West => Cell::new(here.row, here.column.checked_sub(1)?),
        };
        size.contains(there).then(|| size.index(there))
    }

    /// The change of one of some cells after which the level is nearest; the first one of several.
    fn nearest(&mut self, cells: std::ops::Range<usize>) -> (usize, usize, f64) {
        let task = Arc::clone(&self.task);
        let mut nearest = (0, 0, f64::INFINITY);
        for cell in cells {
            let own = self.cells[cell];
            for (number, &kind) in task.request.kinds.iter().enumerate() {
                if kind == own {
                    continue;
                }

                self.cells[cell] = kind;
                let State { distance, is_reached, .. } =
                    task.measure(&self.cells, self.target);
                // A level that reaches the target is nearer than any that does not, whatever is
                // left of its distance.
                let distance = if is_reached { -1.0 } else { distance };

                if distance < nearest.2 {
                    nearest = (cell, number, distance);
                }
            }

            self.cells[cell] = own;
        }

        nearest
    }
}

impl Environment for Design {
    /// The numbers of the kinds of all cells, the changes of each, all changes, the place, the target, and the stream of the
    /// places to come.
    type Saved = (Vec<u8>, Vec<u8>, u32, u32, f64, Rng);

    /// A step predicts or measures a whole level, far more work than a move of a game.
    const CHUNK: usize = 64;

    fn space(&self) -> Space {
        let (size, kinds) = (self.size(), self.kinds().len());
        let actions = match self.task.request.representation {
            Representation::Narrow => kinds,
            Representation::Turtle => 4 + kinds,
            Representation::Wide => size.area() * kinds,
        };
        let shape = vec![size.rows as usize, size.columns as usize, CHANNELS];
        let highs = vec![kinds as u8 - 1, 1, u8::MAX, u8::MAX];
        Space { shape, highs, actions }
    }

    /// Draws a level and, unless it is given, a target. The next seed stands in for one whose level
    /// reaches its target.
    fn reset(&mut self, seed: Seed) {
        let found = (0..ATTEMPTS).any(|attempt| self.begin(seed.child(attempt)));
        // A thousand levels are tried, so this is next to impossible; the episode ends with its first step then.
        debug_assert!(found, "no level that does not reach its target");
    }

    fn step(&mut self, action: u32) -> Outcome {
        if self.is_over() {
            return Outcome { reward: 0.0, is_over: true };
        }

        let (action, kinds) = (action as usize, self.kinds().len());
        let reward = match self.task.request.representation {
            Representation::Narrow => {
                let reward = self.paint(self.place, action);
                self.place = self.rng.index(self.cells.len());
                reward
            }
            Representation::Turtle if action < 4 => {
                self.place = self.beside(action as u32).unwrap_or(self.place);
                0.0
            }
            Representation::Turtle => self.paint(self.place, action - 4),
            Representation::Wide => self.paint(action / kinds, action % kinds),
        };

        Outcome { reward, is_over: self.is_over() }
    }

    fn observe(&self, seen: &mut [u8]) {
        let share = REACHED * self.state.value / self.target;
        let share = share.round().min(255.0) as u8;
        let (cells, _) = seen.as_chunks_mut::<CHANNELS>();
        for (index, cell) in cells.iter_mut().enumerate() {
            *cell = [self.numbers[index], 0, self.changes[index], share];
        }
        if self.task.request.representation != Representation::Wide {
            cells[self.place][1] = 1;
        }
    }

    fn mask(&self, legal: &mut [u8]) {
        legal.fill(u8::from(!self.is_over()));
        if self.is_over() {
            return;
        }

        let own = usize::from(self.numbers[self.place]);
        match self.task.request.representation {
            Representation::Narrow => {}
            Representation::Turtle => {
                for direction in 0..4 {
                    let is_inside = self.beside(direction).is_some();
                    legal[direction as usize] = u8::from(is_inside);
                }
                legal[4 + own] = 0;
            }
            Representation::Wide => {
                let kinds = self.kinds().len();
                for (cell, number) in self.numbers.iter().enumerate() {
                    legal[cell * kinds + usize::from(*number)] = 0;
                }
            }
        }
    }

    /// The text form of the level, and below it its number and the target.
    fn text(&self) -> String {
        let (value, target) = (self.value(), self.target);
        format!("{}{value:.1}, wanted {target:.1}", self.level())
    }

    fn picture(&mut self) -> Picture {
        let level = self.level();
        let tile = tile_for(&level);

        let mut picture = level.picture(tile);
        if self.task.request.representation != Representation::Wide {
            let Cell { row, column } = self.size().cell(self.place);
            picture.push(Shape::Rectangle {
                x: (f64::from(column) + MARGIN) * tile,
                y: (f64::from(row) + MARGIN) * tile,
                width: tile,
                height: tile,
                radius: 0.0,
                fill: None,
                stroke: Some(Stroke::new(theme::VERMILLION, tile * 0.12)),
            });
        }

        picture
    }

    /// The change of one cell that brings the level nearest to the target; narrow keeps a cell where each
    /// change leads away from it.
    fn best_action(&mut self) -> Option<u32> {
        if self.is_over() {
            return None;
        }

        let (kinds, place) = (self.kinds().len(), self.place);
        let action = match self.task.request.representation {
            Representation::Narrow => {
                let (_, number, distance) = self.nearest(place..place + 1);
                // There is no action that changes nothing, so painting the same kind again has to
                // serve.
                let is_nearer = distance < self.state.distance;
                if is_nearer { number } else { self.numbers[place].into() }
            }
            Representation::Turtle => {
                let (cell, number, _) = self.nearest(0..self.cells.len());
                let [here, there] = [place, cell].map(|index| self.size().cell(index));
                if there.row != here.row {
                    if there.row < here.row { 0 } else { 2 }
                } else if there.column != here.column {
                    if there.column > here.column { 1 } else { 3 }
                } else {
                    4 + number
                }
            }
            Representation::Wide => {
                let (cell, number, _) = self.nearest(0..self.cells.len());
                cell * kinds + number
            }
        };

        Some(action as u32)
    }

    fn save(&self) -> Self::Saved {
        let Self { numbers, changes, made, place, target, rng, .. } = self;
        (numbers.clone(), changes.clone(), *made, *place as u32, *target, rng.clone())
    }

    fn restore(&mut self, saved: Self::Saved) -> bool {
        let (numbers, changes, made, place, target, rng) = saved;
        let (area, place) = (self.cells.len(), place as usize);
        let kinds = self.kinds().len();
        let is_known = |number: &u8| usize::from(*number) < kinds;

        if [numbers.len(), changes.len()] != [area; 2]
            || !numbers.iter().all(is_known)
            || place >= area
            || !(target > 0.0 && target.is_finite())
        {
            return false;
        }

        for (cell, &number) in self.cells.iter_mut().zip(&numbers) {
            *cell = self.task.request.kinds[usize::from(number)];
        }

        (self.numbers, self.changes) = (numbers, changes);
        (self.made, self.place, self.target, self.rng) = (made, place, target, rng);
        // What can be computed is not part of the saved state.
        self.state = self.task.measure(&self.cells, target);

        true
    }
}
