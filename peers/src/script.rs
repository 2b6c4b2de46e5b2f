//! What happens in the scene, written down once so that everybody is asked the same.

use tilewright_grid::{Cell, Rng};
use tilewright_pathplan::Steps;

use crate::contest::{Ask, Contestant as _};
use crate::ours::Ours;
use crate::scene::{Door, Dragon, SEED, SIDE, SIZES, WALKERS, rooms};
use crate::world::{Change, World};

/// The doors that move in a frame.
const DOORS: usize = 3;
/// The questions of a frame.
const ASKS: usize = 20;

/// How many goals a walker considers.
const TRIES: usize = 20;

/// A frame: what changes, then who needs a route.
pub(crate) struct Frame {
    pub(crate) changes: Vec<Change>,
    pub(crate) asks: Vec<Ask>,
}

/// A walker, while the frames are written down.
struct Walker {
    plane: usize,
    at: Cell,
    goal: Cell,
    route: Vec<Cell>,
    /// The steps that it has made.
    steps: usize,
}

/// The frames of the scene. In each one three doors that nobody stands in open or shut, what is dangerous flies on, and twenty walkers ask
/// for a route: those first whose route is broken or who have none, then random ones, as some doors may have opened. Walkers make a
/// step in a frame; who is at the goal, or cannot reach it any more, chooses another one.
pub(crate) struct Script {
    pub(crate) world: World,
    /// How many walkers cannot go on, at the median.
    pub(crate) broken: usize,
    pub(crate) frames: Vec<Frame>,
}

impl Script {
    pub(crate) fn new(steps: Steps, count: usize) -> Self {
        let (start, mut doors) = rooms(steps);
        let mut world = start.clone();
        let mut rng = SEED.child(1).rng();
        let mut ours = Ours::new(&world, WALKERS);
        let mut walkers = Walker::all(&world, &mut ours, &mut rng);
        let mut dragon = Dragon::new();

        let mut frames: Vec<Frame> = Vec::new();
        let mut broken = Vec::new();
        for _ in 0..=count {
            let mut changes = dragon.fly();
            if !frames.is_empty() {
                changes.extend(toggle(&mut doors, &walkers, &mut rng));
            }
            world.apply(&changes);
            ours.change(&changes);

            let mut wanting: Vec<usize> = (0..WALKERS).collect();
            if !frames.is_empty() {
                let has_none = |number: usize| walkers[number].route.is_empty();
                wanting.retain(|&number| has_none(number) || !ours.is_valid(number));
                broken.push(wanting.len());
                fill(&mut wanting, &mut rng);
            }
            let asks = asks(&walkers, &wanting);
            for ask in &asks {
                ours.plan(ask, 0);
                let walker = &mut walkers[ask.walker];
                walker.route = ours.cells(ask.walker).unwrap_or_default();
                walker.steps = 0;
            }
            for walker in &mut walkers {
                walker.walk(&world, &mut ours, &mut rng);
            }
            frames.push(Frame { changes, asks });
        }

        broken.sort_unstable();
        Self { world: start, broken: broken[broken.len() / 2], frames }
    }
}

impl Walker {
    /// All of them where they begin, each with a goal.
    fn all(world: &World, ours: &mut Ours, rng: &mut Rng) -> Vec<Self> {
        let begin = |number: usize| {
            let plane = number % SIZES.len();
            let at = place(world, rng, plane);
            let mut walker = Self { plane, at, goal: at, route: Vec::new(), steps: 0 };
            walker.choose(world, ours, rng);
            walker
        };
        (0..WALKERS).map(begin).collect()
    }

    /// Makes a step where there is one, and chooses another goal where there is none.
    fn walk(&mut self, world: &World, ours: &mut Ours, rng: &mut Rng) {
        let plane = &world.planes[self.plane];
        match self.route.get(self.steps + 1) {
            Some(&next) if plane.open[world.index(next)] => {
                (self.at, self.steps) = (next, self.steps + 1);
            }
            Some(_) => {}
            None => self.choose(world, ours, rng),
        }
    }

    /// Chooses a goal that it can reach now, unless it is locked in.
    fn choose(&mut self, world: &World, ours: &mut Ours, rng: &mut Rng) {
        self.route.clear();
        for _ in 0..TRIES {
            self.goal = place(world, rng, self.plane);
            if ours.is_reachable(self.plane, self.at, self.goal) {
                break;
            }
        }
    }

    fn stands_in(&self, door: &Door) -> bool {
        let size = u32::from(SIZES[self.plane]);
        let is_in = |cell: &Cell| {
            (self.at.row..self.at.row + size).contains(&cell.row)
                && (self.at.column..self.at.column + size).contains(&cell.column)
        };
        door.cells.iter().any(is_in)
    }
}

/// Fills up those who ask with random others, or leaves the last ones for the next frame.
fn fill(wanting: &mut Vec<usize>, rng: &mut Rng) {
    while wanting.len() < ASKS {
        let other = rng.index(WALKERS);
        if !wanting.contains(&other) {
            wanting.push(other);
        }
    }
    wanting.truncate(ASKS);
}

/// A cell where an agent can stand.
fn place(world: &World, rng: &mut Rng, plane: usize) -> Cell {
    loop {
        let cell = Cell::new(rng.below(SIDE), rng.below(SIDE));
        if world.planes[plane].open[world.index(cell)] {
            return cell;
        }
    }
}

/// What these walkers ask.
fn asks(walkers: &[Walker], who: &[usize]) -> Vec<Ask> {
    let ask = |&walker: &usize| {
        let Walker { plane, at, goal, .. } = walkers[walker];
        Ask { walker, plane, start: at, goal }
    };
    who.iter().map(ask).collect()
}

/// Opens or shuts some doors.
fn toggle(doors: &mut [Door], walkers: &[Walker], rng: &mut Rng) -> Vec<Change> {
    let mut changes = Vec::new();
    for _ in 0..DOORS {
        // Nine of ten stand open, as at first.
        let shuts =
            10 * doors.iter().filter(|door| door.is_open).count() > 9 * doors.len();
        let door = loop {
            let number = rng.index(doors.len());
            let is_free = !walkers.iter().any(|walker| walker.stands_in(&doors[number]));
            if is_free && doors[number].is_open == shuts {
                break &mut doors[number];
            }
        };
        door.is_open = !shuts;
        let change = if door.is_open { Change::Open } else { Change::Wall };
        changes.extend(door.cells.iter().copied().map(change));
    }
    changes
}
