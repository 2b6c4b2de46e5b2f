//! Many walkers at any points of a map that flow to few goals.

mod aim;
mod groups;
mod members;
mod outward;
mod room;
#[cfg(feature = "serde")]
mod save;
mod sides;
mod sort;
mod walls;

use tilewright_grid::CellShape;

use self::groups::Group;
use self::outward::Outward;
use self::room::Room;
#[cfg(feature = "serde")]
pub use self::save::SavedCrowd;
use self::sort::Sorter;
use super::{MemberId, Move};
use crate::map::{Floor, Navigation};
use crate::plane::Plane;
use crate::slots::Slots;
use crate::{Agent, NavigationError, Place, Scratch};

/// How many units of length a cell has.
pub const UNIT: i32 = 1 << 12;

/// The most rows of all floors together, and columns: as many as a point has numbers for, with some to spare.
const MOST_CELLS: u32 = 1 << 18;

/// No slot of a walker, and the claim of nobody on a cell.
const NO_SLOT: u32 = u32::MAX;
const FREE: u16 = u16::MAX;

/// A point on a floor, in units of which [`UNIT`] are a cell: cell (`row`, `column`) reaches from `column × UNIT` on to the right and from
/// `row × UNIT` on down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// The floor, from 0.
    pub floor: u16,
    /// Units to the right of the floor's left side.
    pub x: i32,
    /// Units below the floor's upper side.
    pub y: i32,
}

impl Point {
    /// The middle of a cell.
    pub fn middle(place: impl Into<Place>) -> Self {
        let Place { floor, cell } = place.into();
        let [x, y] = [cell.column, cell.row]
            .map(|at| at.min(MOST_CELLS).cast_signed() * UNIT + UNIT / 2);
        Self { floor, x, y }
    }
}

/// The number of a group of walkers, in the order in which a crowd was given them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GroupId(u16);

impl GroupId {
    /// The group of a number, from 0 on.
    pub const fn new(number: u16) -> Self {
        Self(number)
    }

    /// Its number.
    pub const fn number(self) -> u16 {
        self.0
    }
}

/// Many walkers at any points of a map that flow to the goals of their groups, each a circle with a speed and a radius of its own.
///
/// A group follows a [`Field`](crate::Field), so that ten thousand walkers to the same goals cost little more than their steps aside. Each call of
/// [`update`](Crowd::update) moves all of them: those that are nearer to their goals go first, the others make room. Nobody enters
/// a cell where its agent cannot stand, nor touches one with its circle. Who arrives comes to rest in a free cell at or around the goals. The rules are on a
/// page of the book, `docs/src/crowds.md`.
///
/// Points are whole numbers, and no rounding depends on the machine: the same calls give the same walks everywhere.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_navigation::crowd::{Crowd, WalkerState, Point, UNIT};
/// use tilewright_navigation::{Agent, Layer, Navigation, Scratch};
/// use tilewright_pathplan::{Map, Steps};
///
/// let tiles: Map = "..........\n...####...\n..........\n".parse()?;
/// let map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)])?;
/// let mut crowd = Crowd::new(&map)?;
/// let group = crowd.add_group(&map, Agent::default(), &[Cell::new(1, 9).into()])?;
/// for row in 0..3 {
///     // A tenth of a cell an update, and a circle of 0.8 cells.
///     crowd.add(&map, group, Point::middle(Cell::new(row, 0)), UNIT / 10, UNIT * 2 / 5)?;
/// }
///
/// let mut scratch = Scratch::default();
/// let mut arrived = 0;
/// for _ in 0..200 {
///     arrived += crowd.update(&map, &mut scratch)?.arrived.len();
/// }
/// assert_eq!(arrived, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Crowd {
    floors: Vec<Floor>,
    stride: usize,
    groups: Vec<Group>,
    /// For each handle the place of its walker in the lists.
    handles: Slots<u32>,
    /// The walkers, in the order in which they joined.
    bodies: Vec<Body>,
    members: Vec<Member>,
    /// How many walkers have joined.
    joined: u32,
    /// Whether some of them are gone and still in the lists.
    has_gone: bool,
    /// For each node the group of the walker whose slot is there.
    claims: Vec<u16>,
    /// The version of the map that it knows.
    version: u64,
    updates: u64,
    /// Where each walker would go in this update.
    aims: Vec<[i32; 2]>,
    sorter: Sorter,
    outward: Outward,
    room: Room,
    report: CrowdUpdate,
}

/// What of a walker concerns its motion.
#[derive(Clone, Copy, Debug)]
struct Body {
    /// The point of its upper left cell, from the corner of the stacked floors on: that of its middle, for agents of one cell.
    x: i32,
    y: i32,
    radius: i32,
    /// How far that point stays away from cells that are blocked for it.
    wall: i32,
    speed: i32,
}

/// What else there is to know of a walker.
#[derive(Clone, Copy, Debug)]
struct Member {
    id: MemberId,
    /// How many had joined before it.
    joined: u32,
    group: u16,
    /// The node where it comes to rest.
    slot: u32,
    /// Whether its arrival was reported.
    has_arrived: bool,
    is_gone: bool,
}

/// What has happened in an update.
#[derive(Clone, Debug, Default)]
pub struct CrowdUpdate {
    /// The walkers that were put into other cells, since nobody can stand where they were.
    pub displaced: Vec<Move>,
    /// The walkers that left the crowd, since nobody can stand anywhere on their floor.
    pub left: Vec<MemberId>,
    /// The walkers that have claimed a cell to stay in, for the first time since their group has its goals.
    pub arrived: Vec<MemberId>,
}

impl Crowd {
    /// The most that a walker goes in an update: half a cell.
    pub const MAX_SPEED: i32 = UNIT / 2;

    /// A crowd without groups and walkers yet.
    ///
    /// # Errors
    /// [`NavigationError::Crowd`] for maps of hexagons and diamonds, [`NavigationError::Count`] for more than 262,144 rows of all floors, or columns.
    pub fn new(map: &Navigation) -> Result<Self, NavigationError> {
        if map.shape() != CellShape::Square {
            return Err(NavigationError::Crowd);
        }
        let area = map.area();
        for (what, found) in [("rows", area.rows), ("columns", area.columns)] {
            if found > MOST_CELLS {
                let most = MOST_CELLS as usize;
                return Err(NavigationError::Count { what, found: found as usize, most });
            }
        }
        let Plane { stride, ways, .. } = &map.surface(Agent::default())?.plane;
        Ok(Self {
            floors: map.all_floors().to_vec(),
            stride: *stride,
            groups: Vec::new(),
            handles: Slots::default(),
            bodies: Vec::new(),
            members: Vec::new(),
            joined: 0,
            has_gone: false,
            claims: vec![FREE; ways.len()],
            version: map.version(),
            updates: 0,
            aims: Vec::new(),
            sorter: Sorter::default(),
            outward: Outward::new(ways.len()),
            room: Room::default(),
            report: CrowdUpdate::default(),
        })
    }

    /// Moves all walkers by one update.
    ///
    /// # Errors
    /// [`NavigationError::Foreign`] for a map of other floors or layers than the one that the crowd was made for.
    pub fn update(
        &mut self,
        map: &Navigation,
        scratch: &mut Scratch,
    ) -> Result<&CrowdUpdate, NavigationError> {
        let has_layers = |group: &Group| map.surface(group.agent).is_ok();
        if self.floors != map.all_floors() || !self.groups.iter().all(has_layers) {
            return Err(NavigationError::Foreign);
        }
        self.report.displaced.clear();
        self.report.left.clear();
        self.report.arrived.clear();

        self.tidy();
        self.follow(map, scratch)?;
        self.find_aims(map)?;
        self.sorter.sort();
        self.find_places(map)?;
        self.updates += 1;
        Ok(&self.report)
    }
}
