//! One walker: where it is between two cells, and where it wants to go.

use tilewright_grid::{Cell, Rng};
use tilewright_navigation::{Agent, Navigation, Route};

use super::CELL_TICKS;
use super::settings::numbers;

/// The most that a cell slows a walker down. Costs reach 1,000,000; a walker in such a cell would look as if it were stuck.
const SLOWEST: f64 = 16.0;

/// What a walker waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    /// For nothing: it follows its route or its field.
    Nothing,
    /// It walks, and a change may have made a better route.
    BetterRoute,
    /// It stands, or will after its step, until it has a route; `again` if a change cut off the one that it had.
    Route { again: bool },
    /// It stands until another goal is drawn.
    Goal,
    /// It stands until a change lets it come to its goal.
    Change,
}

/// A walker. It is in the cell `from`, or on its way from there to the cell beside it.
#[derive(Clone, Debug)]
pub(super) struct Walker {
    pub(super) agent: Agent,
    pub(super) rng: Rng,
    pub(super) from: Cell,
    /// The cell that it steps to; `from` while it stands.
    pub(super) to: Cell,
    /// The ticks of its step, and those that are left.
    ticks: u32,
    left: u32,
    pub(super) goal: Cell,
    pub(super) route: Route,
    /// The number of `to` among the places of its route.
    pub(super) at: usize,
    pub(super) want: Want,
}

impl Walker {
    pub(super) fn new(agent: Agent, cell: Cell, rng: Rng) -> Self {
        let route = Route::default();
        let (ticks, left, at, want) = (1, 0, 0, Want::Goal);
        Self {
            agent,
            rng,
            from: cell,
            to: cell,
            ticks,
            left,
            goal: cell,
            route,
            at,
            want,
        }
    }

    /// Stands in a cell, without a route.
    pub(super) fn stand(&mut self, cell: Cell) {
        (self.from, self.to, self.left) = (cell, cell, 0);
        self.forget_route();
    }

    /// Has no route from now on; a step that has begun is made.
    pub(super) fn forget_route(&mut self) {
        self.route.places.clear();
        self.at = 0;
    }

    /// Follows a route that begins where its step ends.
    pub(super) fn follow(&mut self, route: &Route) {
        self.route.clone_from(route);
        (self.at, self.want) = (0, Want::Nothing);
    }

    /// Whether it waits for its turn to plan.
    pub(super) const fn is_asking(&self) -> bool {
        matches!(self.want, Want::Route { .. } | Want::BetterRoute)
    }

    /// Begins a step to the cell beside it.
    pub(super) fn begin_step(&mut self, map: &Navigation, next: Cell) {
        let is_diagonal = next.row != self.from.row && next.column != self.from.column;
        let length = if is_diagonal { std::f64::consts::SQRT_2 } else { 1.0 };
        let cost = covered(next, self.agent.size).filter_map(|cell| map.cost(cell));
        let slow = cost.fold(1.0, f64::max).min(SLOWEST);

        self.to = next;
        self.ticks = (f64::from(CELL_TICKS) * length * slow).round() as u32;
        self.left = self.ticks;
    }

    /// Lets a tick pass of the step that it makes. Returns whether it stands in a cell now.
    pub(super) const fn pass_tick(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.from = self.to;
        }
        self.left == 0
    }

    /// The cell that its route leads to next, if it has one.
    pub(super) fn next_of_route(&self) -> Option<Cell> {
        self.route.places.get(self.at + 1).map(|place| place.cell)
    }

    /// Where it is, in thousandths of a cell.
    pub(super) fn place(&self) -> [f64; 2] {
        let share = 1.0 - f64::from(self.left) / f64::from(self.ticks);
        let ([row, column], [to_row, to_column]) = (numbers(self.from), numbers(self.to));
        [(row, to_row), (column, to_column)]
            .map(|(from, to)| ((from + (to - from) * share) * 1000.0).round() / 1000.0)
    }

    /// The cells of its step, the nearer one first.
    pub(super) const fn ends(&self) -> [Cell; 2] {
        if self.left * 2 < self.ticks {
            [self.to, self.from]
        } else {
            [self.from, self.to]
        }
    }

    /// The cells of its route that are still to be entered, each with the one before.
    pub(super) fn steps_ahead(&self) -> impl Iterator<Item = [Cell; 2]> {
        let ahead = self.route.places.get(self.at..).unwrap_or_default();
        ahead.windows(2).map(|step| [step[0].cell, step[1].cell])
    }
}

/// The cells that an agent covers which stands in a cell.
pub(super) fn covered(cell: Cell, size: u8) -> impl Iterator<Item = Cell> {
    let width = u32::from(size);
    (cell.row..cell.row + width).flat_map(move |row| {
        (cell.column..cell.column + width).map(move |column| Cell::new(row, column))
    })
}

/// Whether an agent can stand in a cell; not outside the map.
pub(super) fn can_stand(map: &Navigation, cell: Cell, agent: Agent) -> bool {
    map.can_stand(cell, agent).unwrap_or(false)
}

/// Whether a step leads over free cells alone. One past a corner, which some maps allow, is none of these, so that who makes one
/// near a change begins it again.
pub(super) fn is_open(map: &Navigation, [from, to]: [Cell; 2], agent: Agent) -> bool {
    let sides = [Cell::new(from.row, to.column), Cell::new(to.row, from.column)];
    let is_straight = sides.contains(&from);
    [from, to]
        .into_iter()
        .chain(sides.into_iter().filter(|_| !is_straight))
        .all(|cell| can_stand(map, cell, agent))
}
