//! What maps take and give, as plain data of C.

use tilewright_grid::Cell;
use tilewright_navigation::crowd::{Point, WalkerState};
use tilewright_navigation::{Agent, LayerId, Place};

/// A place on a map: the column and the row of its cell, from 0 at the top left, and its floor, from 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TwPlace {
    /// The column.
    pub x: u32,
    /// The row.
    pub y: u32,
    /// The floor.
    pub floor: u32,
}

impl From<TwPlace> for Place {
    fn from(TwPlace { x, y, floor }: TwPlace) -> Self {
        // A number that no floor of a map has: it is outside of each.
        Self::new(u16::try_from(floor).unwrap_or(u16::MAX), Cell::new(y, x))
    }
}

impl From<Place> for TwPlace {
    fn from(Place { floor, cell }: Place) -> Self {
        Self { x: cell.column, y: cell.row, floor: floor.into() }
    }
}

/// The size of a floor.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TwFloor {
    /// Columns.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
}

/// The shape of the cells of a map, and which rows or columns are shifted.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum TwShape {
    /// Squares.
    Squares = 0,
    /// Hexagons; odd rows are shifted to the right.
    HexagonsOddRows = 1,
    /// Hexagons; even rows are shifted to the right.
    HexagonsEvenRows = 2,
    /// Hexagons; odd columns are shifted down.
    HexagonsOddColumns = 3,
    /// Hexagons; even columns are shifted down.
    HexagonsEvenColumns = 4,
    /// Diamonds; odd rows are shifted to the right.
    DiamondsOddRows = 5,
    /// Diamonds; even rows are shifted to the right.
    DiamondsEvenRows = 6,
    /// Diamonds; odd columns are shifted down.
    DiamondsOddColumns = 7,
    /// Diamonds; even columns are shifted down.
    DiamondsEvenColumns = 8,
}

/// What a cell is made of. The numbers from 5 to 15 are free for roads, mud or lava.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum TwTerrain {
    /// Free ground.
    Free = 0,
    /// Swamp.
    Swamp = 1,
    /// Water.
    Water = 2,
    /// A wall.
    Wall = 3,
    /// Trees.
    Trees = 4,
}

/// When a diagonal step may pass blocked cells: each passes two cells that are neighbours of both its ends.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum TwCorners {
    /// Only when both cells are free.
    Never = 0,
    /// When at least one of the two is free.
    One = 1,
    /// Always, even between two blocked cells.
    Always = 2,
}

/// A way to move. `tw_layer` gives the usual one, to be changed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TwLayer {
    /// The cost of entering each terrain, from 0.001 to a million, the factor on the length of a step; 0 where it cannot be entered.
    pub costs: [f64; 16],
    /// What each unit of danger of a cell adds to the cost of a step into it.
    pub danger_weight: f64,
    /// 4 or 8 neighbours of a square; hexagons have 6, whatever is said here.
    pub neighbors: u32,
    /// A `TwCorners`.
    pub corners: u32,
    /// Bit `n - 1` is set if it has agents of size `n`, 1 to 8; those of size 1 it has always.
    pub sizes: u32,
}

/// Who asks. `tw_agent` gives the usual one, to be changed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TwAgent {
    /// The layer that it moves on, by its number in the map.
    pub layer: u32,
    /// It covers `size` × `size` cells, and stands where the upper left one of them is.
    pub size: u32,
    /// It may use the links whose masks have a bit in common with this one.
    pub mask: u32,
}

impl From<TwAgent> for Agent {
    fn from(TwAgent { layer, size, mask }: TwAgent) -> Self {
        // Numbers that are too large are those of no layer and no size.
        let [layer, size] = [layer, size].map(|it| u8::try_from(it).unwrap_or(u8::MAX));
        Self { layer: LayerId(layer), size, mask }
    }
}

/// What a cell becomes: another terrain, or another danger.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TwChange {
    /// The cell.
    pub at: TwPlace,
    /// Its terrain, or its danger.
    pub value: u32,
}

/// What a cell is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TwCell {
    /// The factor on the cost of its terrain.
    pub cost: f64,
    /// A `TwTerrain`, or another number to 15.
    pub terrain: u32,
    /// Its danger.
    pub danger: u32,
}

/// A way from one place to another beside the steps of the map: stairs, a ladder, a teleporter, a drop. `tw_link` gives the usual one, to be changed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TwLink {
    /// Where it begins.
    pub from: TwPlace,
    /// Where it ends.
    pub to: TwPlace,
    /// Who may use it: agents whose masks have a bit in common with it.
    pub mask: u32,
    /// Whether it leads from its end to its beginning too, if not 0.
    pub both_ways: u32,
    /// What it costs.
    pub cost: f64,
}

/// From where to where, for whom, within which limits. `tw_query` gives the usual one, to be changed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TwQuery {
    /// The start. If the agent cannot stand there, it begins at the nearest cell where it can.
    pub from: TwPlace,
    /// The goal, if `goals` is null.
    pub to: TwPlace,
    /// Several goals, of which the cheapest is reached, or null.
    pub goals: *const TwPlace,
    /// How many they are.
    pub goal_count: usize,
    /// Other cells that count as walls, such as those where other agents stand; or null.
    pub blocked: *const TwPlace,
    /// How many they are.
    pub blocked_count: usize,
    /// Who asks.
    pub agent: TwAgent,
    /// If not 0, and no goal can be reached, the route leads to the place that can be reached and is nearest to a goal.
    pub or_nearest: u32,
    /// If not 0, the regions to cross are chosen first: faster on large maps with costs, and not always the cheapest.
    pub coarse: u32,
    /// Any place of the goal's floor at most this far from it, in cells, is a goal; below 0 only that itself. It needs one goal.
    pub radius: f64,
    /// The tick at which the agent leaves, on maps with doors.
    pub departure: f64,
    /// A route must not cost more.
    pub max_cost: f64,
    /// The route may cost up to this factor more than the cheapest, 1 or more.
    pub weight: f64,
    /// The cells to expand before the search is left to the next frame; `UINT64_MAX` for all.
    pub budget: u64,
}

/// The answer to a query.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TwOutcome {
    /// No goal can be reached.
    #[default]
    Unreachable = 0,
    /// A route to a goal.
    Reached = 1,
    /// No goal can be reached: a route to the nearest place that can.
    Nearest = 2,
    /// The budget is used up: `tw_map_resume` continues `search`.
    Unfinished = 3,
}

/// What a query has found.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct TwFound {
    /// What the route costs.
    pub cost: f64,
    /// What the cheapest route costs at least.
    pub least: f64,
    /// How many cells were expanded.
    pub expansions: u64,
    /// The handle of the search, if it is unfinished; else 0.
    pub search: u64,
    /// The handle of the route, if it should be kept and there is one; else 0.
    pub route: u64,
    /// How many places the route has, both ends included.
    pub length: usize,
    /// What was found.
    pub outcome: TwOutcome,
}

/// A link that a route uses.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TwRouteLink {
    /// The link.
    pub link: u64,
    /// The number of the place of the route from which it is used.
    pub at: usize,
}

/// What a walker is doing.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwWalkerState {
    /// It has no goal.
    Idle = 0,
    /// It is on its way.
    Walking = 1,
    /// It is at its goal.
    Arrived = 2,
    /// There is no way to its goal.
    Unreachable = 3,
}

impl From<WalkerState> for TwWalkerState {
    fn from(state: WalkerState) -> Self {
        match state {
            WalkerState::Idle => Self::Idle,
            WalkerState::Walking => Self::Walking,
            WalkerState::Arrived => Self::Arrived,
            WalkerState::Unreachable => Self::Unreachable,
        }
    }
}

/// What has happened to a walker in a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwCrowdEventKind {
    /// It has gone to another cell, `at`.
    Moved = 0,
    /// It was put into another cell, `at`, since nobody can stand where it was.
    Displaced = 1,
    /// It has come to its goal: once for each goal, as it may make room for others later.
    Arrived = 2,
    /// It has left the crowd, since nobody can stand where it was and no other cell was free.
    Left = 3,
}

/// An event of a crowd.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TwCrowdEvent {
    /// The walker.
    pub walker: u64,
    /// Where it is now; of one that has arrived or left 0.
    pub at: TwPlace,
    /// What has happened.
    pub kind: TwCrowdEventKind,
}

/// A point on a floor, in units of which `TW_UNIT` are a cell: the middle of the upper left cell is half of that to the right and down.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TwPoint {
    /// Units to the right of the floor's left side.
    pub x: i32,
    /// Units below the floor's upper side.
    pub y: i32,
    /// The floor.
    pub floor: u32,
}

impl From<TwPoint> for Point {
    fn from(TwPoint { x, y, floor }: TwPoint) -> Self {
        Self { floor: u16::try_from(floor).unwrap_or(u16::MAX), x, y }
    }
}

impl From<Point> for TwPoint {
    fn from(Point { floor, x, y }: Point) -> Self {
        Self { x, y, floor: floor.into() }
    }
}

/// Where a walker of a flow is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TwBody {
    /// The walker.
    pub walker: u64,
    /// Its middle.
    pub point: TwPoint,
    /// What it is doing.
    pub state: TwWalkerState,
}
