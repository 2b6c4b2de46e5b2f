//! Walking on a map as an environment.

use std::sync::Arc;

use tilewright_draw::Picture;
use tilewright_grid::{Cell, Seed, Size};
use tilewright_pathplan::generate::{GenerateError, MapRequest};
use tilewright_pathplan::picture::{Scene, tile_for};
use tilewright_pathplan::planners::{Astar, Planner as _};
use tilewright_pathplan::{
    Connectivity, DangerSource, Graph, Ground, Map, MapError, QueryError, Steps,
};

use crate::{Environment, Outcome, Space};

/// The bytes of a cell in an observation.
const CHANNELS: usize = 4;
/// The mark of the walker, and that of the goal.
const WALKER: u8 = 1;
const GOAL: u8 = 2;
/// The largest side of a cell in pictures, in pixels.
const TILE: f64 = 24.0;
/// The radius of each drawn danger.
const RADIUS: f64 = 3.0;
/// The reward of an illegal action.
const ILLEGAL: f32 = -1.0;

/// Where maps come from.
#[derive(Clone, Debug)]
pub enum Maps {
    /// One map, which marks its start and its goal.
    Given(Map),
    /// A new map for each episode, with a start and a goal that are far apart and a number of sources of
    /// danger in random cells, each of a radius of 3.
    Random(MapRequest, u32),
}

/// A walk from the start of a map to its goal.
///
/// The actions are the directions of [`Graph::step`]: 0 north, 1 east, 2 south, 3 west and, with steps to
/// eight neighbours, 4 north-east, 5 south-east, 6 south-west and 7 north-west. The reward is minus the
/// cost of the step: its length, 1 or √2, times the cost of the cell that it enters, plus the weight of
/// danger times the danger of that cell. An illegal action changes nothing and has the reward −1. The
/// episode ends at the goal, so that the return of the best walk is minus the cost of the best path.
///
/// The observation has four bytes for each cell: 1 for the walker plus 2 for the goal; the ground (0
/// blocked, 1 free, 2 swamp, 3 water); its cost, rounded, at most 255; its danger, at most 255.
///
/// ```
/// use tilewright_environments::{Environment, Maps, Walk};
/// use tilewright_grid::{Seed, Size};
/// use tilewright_pathplan::Steps;
/// use tilewright_pathplan::generate::{MapKind, MapRequest};
///
/// let maps = Maps::Random(MapRequest::new(MapKind::Caves, Size::new(15, 15)), 2);
/// let mut walk = Walk::new(maps, Steps::FOUR, 0.5)?;
/// walk.reset(Seed(1));
/// let mut total = 0.0;
/// while let Some(action) = walk.best_action() {
///     total += walk.step(action).reward;
/// }
/// assert!(total < 0.0);
/// # Ok::<(), tilewright_environments::WalkError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk {
    maps: Arc<Maps>,
    steps: Steps,
    danger_weight: f64,
    field: Arc<Field>,
    at: Cell,
    /// The seed of the episode.
    seed: Seed,
}

/// What stays the same in an episode.
#[derive(Debug)]
struct Field {
    map: Map,
    graph: Graph,
    start: Cell,
    goal: Cell,
    /// An observation without the walker.
    seen: Vec<u8>,
}

/// Why there is no walk.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WalkError {
    /// A map without a start or a goal.
    #[error("the map marks no {0}")]
    Unmarked(&'static str),
    /// The start or the goal is not walkable.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// No path leads to the goal.
    #[error("no path leads from the start to the goal")]
    NoPath,
    /// A start that is the goal.
    #[error("the start is the goal")]
    Same,
    /// Random maps that have no two walkable cells apart.
    #[error("random maps of {} × {} cells have no start and goal apart: they must be larger", .0.rows, .0.columns)]
    Small(Size),
    /// A map that cannot be made.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// A map with wrong values.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A weight that is no weight.
    #[error("the weight of danger is {0}, expected 0 to 1000000")]
    Weight(f64),
}

/// How many random maps are made until one has a start and a goal apart.
const ATTEMPTS: u64 = 100;

impl Field {
    fn new(map: Map, steps: Steps, danger_weight: f64) -> Result<Self, WalkError> {
        let start = map.places.start.ok_or(WalkError::Unmarked("start"))?;
        let goal = map.places.goal.ok_or(WalkError::Unmarked("goal"))?;
        let graph = Graph::weighted(&map, steps, danger_weight);
        graph.check_ends(start, goal)?;
        if start == goal {
            return Err(WalkError::Same);
        }

        let mut seen = Vec::with_capacity(map.size().area() * CHANNELS);
        for (index, ground) in map.grounds().values().iter().enumerate() {
            let ground = match ground {
                Ground::Wall | Ground::Trees => 0,
                Ground::Free => 1,
                Ground::Swamp => 2,
                Ground::Water => 3,
            };

            let cost = map.costs()[index].round().min(255.0) as u8;
            seen.extend([0, ground, cost, map.danger()[index].min(255) as u8]);
        }

        seen[map.size().index(goal) * CHANNELS] = GOAL;
        Ok(Self { map, graph, start, goal, seen })
    }

    /// The first cell of the cheapest way to the goal.
    fn next(&self, from: Cell) -> Option<Cell> {
        let mut astar = Astar::new(&self.graph);
        let route = astar.plan(from, self.goal, &()).ok()??;
        route.cells.get(1).copied()
    }
}

/// The map of an episode, and the same for all of them if it is given.
fn draw(request: &MapRequest, sources: u32, seed: Seed) -> Result<Map, WalkError> {
    let map = request.generate(seed.child(0), &())?;
    let (size, mut rng) = (map.size(), seed.child(1).rng());
    let source =
        |_| DangerSource { cell: size.cell(rng.index(size.area())), radius: RADIUS };
    let sources: Vec<DangerSource> = (0..sources).map(source).collect();
    let danger = DangerSource::danger(&sources, &map);
    Ok(map.with_danger(danger)?)
}

impl Walk {
    /// A walk on these maps.
    ///
    /// # Errors
    /// If a map cannot be made, marks no start or goal, or has no path between them, or the weight of
    /// danger is not from 0 to 1,000,000.
    pub fn new(maps: Maps, steps: Steps, danger_weight: f64) -> Result<Self, WalkError> {
        if !(0.0..=1e6).contains(&danger_weight) {
            return Err(WalkError::Weight(danger_weight));
        }

        let made = |map| Field::new(map, steps, danger_weight);
        // A small random map can have its start and goal in one cell; other seeds are tried then,
        // and other errors reported.
        let field = match &maps {
            Maps::Given(map) => made(map.clone())?,
            Maps::Random(request, sources) => {
                let first = draw(request, *sources, Seed(0)).and_then(made);
                let drawn =
                    |seed| draw(request, *sources, Seed(seed)).and_then(made).ok();
                match first {
                    Err(WalkError::Same) => {
                        let other = (1..ATTEMPTS).find_map(drawn);
                        other.ok_or(WalkError::Small(request.size))?
                    }
                    first => first?,
                }
            }
        };

        field.next(field.start).ok_or(WalkError::NoPath)?;
        let (maps, at) = (Arc::new(maps), field.start);
        let (field, seed) = (Arc::new(field), Seed(0));

        Ok(Self { maps, steps, danger_weight, field, at, seed })
    }

    /// The map of the episode.
    pub fn map(&self) -> &Map {
        &self.field.map
    }

    /// The cell of the walker.
    pub const fn at(&self) -> Cell {
        self.at
    }

    fn is_over(&self) -> bool {
        self.at == self.field.goal
    }
}

impl Environment for Walk {
    /// The seed of the episode, and the cell of the walker.
    type Saved = (Seed, Cell);

    /// Between the 1024 of the default and the 64 of levels: a step is a move, but its observation
    /// writes every cell of the map. Chosen; `cargo run --release -p tilewright-environments
    /// --example speed` shows steps a second.
    const CHUNK: usize = 256;

    fn space(&self) -> Space {
        let Size { rows, columns } = self.field.map.size();
        let actions = match self.steps.connectivity {
            Connectivity::Four => 4,
            Connectivity::Eight => 8,
        };
        let shape = vec![rows as usize, columns as usize, CHANNELS];
        let highs = vec![WALKER | GOAL, 3, u8::MAX, u8::MAX];
        Space { shape, highs, actions }
    }

    /// Where maps are random, this makes the map of the seed. The next seeds that have one stand in for a
    /// seed that has none: one without two walkable cells.
    fn reset(&mut self, seed: Seed) {
        self.seed = seed;
        if let Maps::Random(request, sources) = &*self.maps {
            let field = (0..).find_map(|attempt| {
                let map = draw(request, *sources, seed.child(attempt)).ok()?;
                Field::new(map, self.steps, self.danger_weight).ok()
            });
            let found =
                "there was one for the seed of the first map, so there is another";
            self.field = Arc::new(field.expect(found));
        }
        self.at = self.field.start;
    }

    #[inline]
    fn step(&mut self, action: u32) -> Outcome {
        if self.is_over() {
            return Outcome { reward: 0.0, is_over: true };
        }
        let Some((next, cost)) = self.field.graph.step(self.at, action) else {
            return Outcome { reward: ILLEGAL, is_over: false };
        };
        self.at = next;
        Outcome { reward: -cost as f32, is_over: self.is_over() }
    }

    fn observe(&self, seen: &mut [u8]) {
        seen.copy_from_slice(&self.field.seen);
        seen[self.field.map.size().index(self.at) * CHANNELS] |= WALKER;
    }

    fn mask(&self, legal: &mut [u8]) {
        for (way, legal) in (0..).zip(legal) {
            let is_legal =
                !self.is_over() && self.field.graph.step(self.at, way).is_some();
            *legal = u8::from(is_legal);
        }
    }

    /// The text form of the map, with `A` for the walker and `B` for the goal.
    fn text(&self) -> String {
        let Size { columns, .. } = self.field.map.size();
        let text = self.field.map.to_string();
        let mut rows: Vec<Vec<char>> =
            text.lines().map(|row| row.chars().collect()).collect();
        debug_assert!(rows.iter().all(|row| row.len() == columns as usize));
        for (cell, letter) in [(self.field.goal, 'B'), (self.at, 'A')] {
            rows[cell.row as usize][cell.column as usize] = letter;
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        rows.join("\n")
    }

    fn picture(&mut self) -> Picture {
        let Field { map, start, goal, .. } = &*self.field;
        let (start, goal) = (Some(*start), Some(*goal));
        let scene = Scene { start, goal, npcs: &[self.at], ..Scene::default() };
        map.picture(&scene, tile_for(map.size()).min(TILE))
    }

    /// The first step of the cheapest path, by A*.
    fn best_action(&mut self) -> Option<u32> {
        let next = self.field.next(self.at)?;
        let leads = |way: &u32| {
            self.field.graph.step(self.at, *way).is_some_and(|it| it.0 == next)
        };
        (0..8).find(leads)
    }

    fn save(&self) -> Self::Saved {
        (self.seed, self.at)
    }

    fn restore(&mut self, (seed, at): Self::Saved) -> bool {
        self.reset(seed);
        let is_there = self.field.graph.check_ends(at, self.field.goal).is_ok();
        self.at = if is_there { at } else { self.at };
        is_there
    }
}
