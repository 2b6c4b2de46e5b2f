//! Many walkers: one a cell, each with a goal of its own, or circles at any points that flow to few goals.
//!
//! [`Pibt`] moves those of the first kind by one step at a time; other planners of their steps would stand beside `step.rs`. [`Crowd`] moves those of
//! the second kind.

mod flow;
mod ground;
mod nearest;
#[cfg(feature = "serde")]
mod save;
mod shares;
mod step;
mod tables;
mod times;
mod turns;

use tilewright_grid::Seed;
use tilewright_pathplan::{Connectivity, Corners};

#[cfg(feature = "serde")]
pub use self::flow::SavedCrowd;
pub use self::flow::{Crowd, CrowdUpdate, GroupId, Point, UNIT};
use self::ground::Ground;
#[cfg(feature = "serde")]
pub use self::save::SavedPibt;
use self::step::Frame;
use self::tables::{NONE, Tables};
pub use self::turns::Turn;
use crate::map::{Floor, Navigation};
use crate::slots::Slots;
use crate::surface::Surface;
use crate::{Agent, NavigationError, Place, plane};

/// Many walkers on the cells of a map, one a cell, each with a goal of its own, who neither collide nor change places: priority
/// inheritance with backtracking (PIBT; Okumura, Machida, Défago and Tamura, 2022).
///
/// Each call of [`step`](Pibt::step) moves every walker to one of the four cells beside its own, or lets it stay. Who has waited the
/// longest for its goal goes first, and those in its way make room if that is possible. The rules to the last tie are on a page of the
/// book, `docs/src/crowds.md`. With [`with_turns`](Pibt::with_turns) turns take steps too.
///
/// Where two ways lead from everywhere to everywhere, a walker that is given a goal comes to it sooner or later; in dead ends and at their mouths
/// two may stand in each other's way for ever.
///
/// The map may change between two steps: a walker on whom a wall is built is put onto the nearest free cell, distances to goals are
/// found anew, some of them in each step. It looks at where agents can stand, at neither costs, danger, links nor doors that open by the
/// clock. The same calls give the same walks on every machine.
///
/// ```
/// use tilewright_grid::{Cell, Seed};
/// use tilewright_navigation::crowd::Pibt;
/// use tilewright_navigation::{Agent, Layer, Navigation};
/// use tilewright_pathplan::{Map, Steps};
///
/// // Two walkers change sides by a way that leads round a block of walls.
/// let tiles: Map = ".......\n.#####.\n.......\n".parse()?;
/// let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)])?;
/// let mut crowd = Pibt::new(&map, Agent::default(), Seed(1))?;
/// let [west, east] = [Cell::new(0, 0), Cell::new(0, 6)];
/// let walkers = [crowd.add(west, Some(east.into()))?, crowd.add(east, Some(west.into()))?];
///
/// let mut arrived = 0;
/// for _ in 0..40 {
///     arrived += crowd.step(&map)?.arrived.len();
/// }
/// assert_eq!(arrived, 2); // one after the other: who has arrived still makes room
/// assert_eq!(crowd.goal(walkers[0])?, Some(east.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pibt {
    agent: Agent,
    seed: Seed,
    floors: Vec<Floor>,
    stride: usize,
    members: Slots<Member>,
    /// The number of the walker in each node.
    here: Vec<u32>,
    /// The number of the walker that will be in each node, while a step is planned.
    next: Vec<u32>,
    ground: Ground,
    tables: Tables,
    budget: u64,
    /// The numbers of the walkers, who goes first before who goes last.
    order: Vec<u32>,
    /// The version of the map that the ground is of.
    version: u64,
    steps: u64,
    /// How many walkers have joined.
    joined: u32,
    memory: StepMemory,
    report: CrowdStep,
}

/// A walker.
#[derive(Clone, Copy, Debug)]
struct Member {
    /// The number of walkers that joined before it.
    joined: u32,
    node: u32,
    /// Where it goes in the step that is planned.
    next: u32,
    /// That of its goal.
    table: u32,
    /// The steps for which it has been on its way.
    waited: u32,
    is_still: bool,
    /// Where it faces, from 0 for north on, in a crowd with turns.
    heading: u8,
    /// Whether there is a way to its goal, as far as that was looked up since the map or the goal changed.
    has_way: Option<bool>,
    /// Whether its arrival was reported.
    has_arrived: bool,
}

/// The handle of a walker of a crowd. That of one who left is never that of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MemberId {
    place: u32,
    generation: u32,
}

impl MemberId {
    /// A number that no other walker of the crowd has at the same time, from 0 on: for lists of what a game knows of each. Who joins later may get that of one who
    /// has left.
    pub const fn index(self) -> usize {
        self.place as usize
    }

    /// As one number, for languages that keep handles as numbers.
    pub const fn to_bits(self) -> u64 {
        (self.generation as u64) << 32 | self.place as u64
    }

    /// The handle of such a number. One that no crowd has given is that of nothing.
    pub const fn from_bits(bits: u64) -> Self {
        Self { place: bits as u32, generation: (bits >> 32) as u32 }
    }
}

/// A walker that has gone from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The walker.
    pub walker: MemberId,
    /// Where it was.
    pub from: Place,
    /// Where it is now.
    pub to: Place,
}

/// What has happened in a step.
#[derive(Clone, Debug, Default)]
pub struct CrowdStep {
    /// The walkers that were put elsewhere before the step, since nobody can stand where they were.
    pub displaced: Vec<Move>,
    /// The walkers that left the crowd before the step, since nobody can stand where they were and no other cell was free.
    pub left: Vec<MemberId>,
    /// The walkers that have turned, in the order of who went first.
    pub turns: Vec<Turn>,
    /// The walkers that have gone to another cell, in the order of who went first.
    pub moves: Vec<Move>,
    /// The walkers that have come to their goals.
    pub arrived: Vec<MemberId>,
}

/// What a walker is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkerState {
    /// It is on its way to its goal.
    Walking,
    /// It is at its goal.
    Arrived,
    /// It has no goal.
    Idle,
    /// There is no way from where it is to its goal. It makes room for others, and goes on when a change of the map opens a way.
    Unreachable,
}

/// Memory of steps, so that they allocate nothing.
#[derive(Clone, Debug, Default)]
struct StepMemory {
    stack: Vec<Frame>,
    order: Vec<u32>,
    turned: Vec<u32>,
}

impl Pibt {
    /// The cells that are looked at in a step to find distances to goals, if [`Pibt::set_budget`] sets no other number: about two
    /// milliseconds.
    pub const BUDGET: u64 = 500_000;
    /// The memory for distances, in bytes, from which on those to goals that nobody has are given up, if [`Pibt::set_memory`] sets no
    /// other one: as much as those to 1,000 goals take on 512 × 512 cells.
    pub const MEMORY: usize = 1 << 25;

    /// A crowd of agents without walkers yet. Ties are broken by the seed.
    ///
    /// # Errors
    /// [`NavigationError::Layer`] and [`NavigationError::Size`] for agents that the map does not have, [`NavigationError::Crowd`] for
    /// agents of several cells, hexagonal maps, and layers whose diagonal steps pass between two walls, where steps to four neighbours
    /// do not lead everywhere.
    pub fn new(
        map: &Navigation,
        agent: Agent,
        seed: Seed,
    ) -> Result<Self, NavigationError> {
        let surface = map.surface(agent)?;
        let steps = map.layers()[usize::from(agent.layer.0)].steps();
        let is_narrow =
            steps.connectivity == Connectivity::Eight && steps.corners == Corners::Always;
        if agent.size > 1 || surface.plane.metric.stagger().is_some() || is_narrow {
            return Err(NavigationError::Crowd);
        }
        let ground = Ground::new(surface);
        let nodes = ground.len();
        Ok(Self {
            agent,
            seed,
            floors: map.all_floors().to_vec(),
            stride: surface.plane.stride,
            members: Slots::default(),
            here: vec![NONE; nodes],
            next: vec![NONE; nodes],
            ground,
            tables: Tables::new(nodes, Self::MEMORY),
            budget: Self::BUDGET,
            order: Vec::new(),
            version: map.version(),
            steps: 0,
            joined: 0,
            memory: StepMemory::default(),
            report: CrowdStep::default(),
        })
    }

    /// Sets how many cells are looked at in a step to find distances to new goals, or to all goals after a change of the map. Until
    /// those to its goal are found, a walker goes by the old ones, or by the straight distance. At least one goal's are found in a step.
    pub const fn set_budget(&mut self, cells: u64) {
        self.budget = cells;
    }

    /// Sets from which memory on the distances to goals that nobody has any more are given up, in bytes. The times of a crowd with turns
    /// never take more, except those to one goal.
    pub const fn set_memory(&mut self, bytes: usize) {
        self.tables.set_limit(bytes);
    }

    /// The size of its memory in bytes.
    pub fn memory(&self) -> usize {
        self.tables.memory() + self.ground.len() * (1 + 2 * size_of::<u32>())
    }

    /// Adds a walker. It goes last among those that have waited as long.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] for places on no floor, [`NavigationError::Occupied`] where nobody can stand, or another walker
    /// does.
    pub fn add(
        &mut self,
        place: impl Into<Place>,
        goal: Option<Place>,
    ) -> Result<MemberId, NavigationError> {
        let place = place.into();
        let node = self.node(place)?;
        let goal = goal.map(|goal| self.node(goal)).transpose()?;
        if !self.ground.is_free(node as usize) || self.here[node as usize] != NONE {
            return Err(NavigationError::Occupied { place });
        }

        let table = goal.map_or(NONE, |goal| self.tables.take(goal));
        let member = Member {
            joined: self.joined,
            node,
            next: node,
            table,
            waited: 0,
            is_still: false,
            heading: 0,
            has_way: None,
            has_arrived: false,
        };
        let (number, generation) = self.members.insert(member);
        self.here[node as usize] = number;
        self.order.push(number);
        self.joined = self.joined.wrapping_add(1);
        Ok(MemberId { place: number, generation })
    }

    /// Takes a walker out of the crowd.
    ///
    /// # Errors
    /// [`NavigationError::Member`] when it left before.
    pub fn remove(&mut self, id: MemberId) -> Result<(), NavigationError> {
        let removed = self.members.remove(id.place, id.generation);
        let Member { node, table, .. } = removed.ok_or(NavigationError::Member(id))?;
        self.here[node as usize] = NONE;
        if table != NONE {
            self.tables.give_back(table);
        }
        self.order.retain(|&number| number != id.place);
        Ok(())
    }

    /// Gives a walker another goal, or none. It keeps its place in the order.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] for a goal on no floor, [`NavigationError::Member`] when the walker has left.
    pub fn set_goal(
        &mut self,
        id: MemberId,
        goal: Option<Place>,
    ) -> Result<(), NavigationError> {
        let goal = goal.map(|goal| self.node(goal)).transpose()?;
        let before = self.member(id)?.table;
        // Taken first: a goal that stays the same keeps its table.
        let table = goal.map_or(NONE, |goal| self.tables.take(goal));
        if before != NONE {
            self.tables.give_back(before);
        }
        let member = self.member_mut(id)?;
        (member.table, member.has_way, member.has_arrived) = (table, None, false);
        Ok(())
    }

    /// Lets a walker stand still, so that it makes room for nobody, or walk again.
    ///
    /// # Errors
    /// [`NavigationError::Member`] when it has left.
    pub fn set_still(
        &mut self,
        id: MemberId,
        is_still: bool,
    ) -> Result<(), NavigationError> {
        self.member_mut(id)?.is_still = is_still;
        Ok(())
    }

    /// Where a walker is.
    ///
    /// # Errors
    /// [`NavigationError::Member`] when it has left.
    pub fn place(&self, id: MemberId) -> Result<Place, NavigationError> {
        Ok(self.place_of(self.member(id)?.node))
    }

    /// The goal of a walker.
    ///
    /// # Errors
    /// [`NavigationError::Member`] when it has left.
    pub fn goal(&self, id: MemberId) -> Result<Option<Place>, NavigationError> {
        let table = self.member(id)?.table;
        Ok((table != NONE).then(|| self.place_of(self.tables.goal(table))))
    }

    /// What a walker is doing, as of the last step.
    ///
    /// # Errors
    /// [`NavigationError::Member`] when it has left.
    pub fn state(&self, id: MemberId) -> Result<WalkerState, NavigationError> {
        let member = self.member(id)?;
        Ok(match member {
            Member { table: NONE, .. } => WalkerState::Idle,
            Member { has_way: Some(false), .. } => WalkerState::Unreachable,
            Member { table, node, .. } if self.tables.goal(*table) == *node => {
                WalkerState::Arrived
            }
            _ => WalkerState::Walking,
        })
    }

    /// The walker at a place.
    pub fn at(&self, place: impl Into<Place>) -> Option<MemberId> {
        let node = self.node(place.into()).ok()?;
        self.id(self.here[node as usize])
    }

    /// All walkers, in the order in which they went, who went first before who went last.
    pub fn walkers(&self) -> impl ExactSizeIterator<Item = MemberId> {
        self.order.iter().map(|&number| self.id(number).expect("in the crowd"))
    }

    /// The number of steps so far.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// The agent of all walkers.
    pub const fn agent(&self) -> Agent {
        self.agent
    }

    /// The handle of the walker with a number.
    fn id(&self, number: u32) -> Option<MemberId> {
        let (generation, _) = self.members.at(number)?;
        Some(MemberId { place: number, generation })
    }

    fn member(&self, id: MemberId) -> Result<&Member, NavigationError> {
        let member = self.members.get(id.place, id.generation);
        member.ok_or(NavigationError::Member(id))
    }

    fn member_mut(&mut self, id: MemberId) -> Result<&mut Member, NavigationError> {
        let member = self.members.get_mut(id.place, id.generation);
        member.ok_or(NavigationError::Member(id))
    }

    fn node(&self, place: Place) -> Result<u32, NavigationError> {
        let cell = Floor::cell_of(&self.floors, place);
        let cell = cell.ok_or(NavigationError::Outside { place })?;
        Ok(plane::node(cell, self.stride) as u32)
    }

    fn place_of(&self, node: u32) -> Place {
        Floor::place_of(&self.floors, plane::cell(node as usize, self.stride))
    }

    /// The surface that the crowd walks on.
    fn surface<'a>(&self, map: &'a Navigation) -> Result<&'a Surface, NavigationError> {
        if self.floors != map.all_floors() {
            return Err(NavigationError::Foreign);
        }
        map.surface(self.agent).map_err(|_| NavigationError::Foreign)
    }
}
