//! Lower bounds on the cost from a cell to the nearest goal.

use tilewright_grid::Cell;

use super::progress::Task;
use crate::landmarks::Choice;
use crate::map::Navigation;
use crate::metric::Metric;
use crate::surface::Surface;

/// The most links for which the bound of each is found, which takes the square of their number. With more, one bound serves all.
const MOST_LINKS: usize = 32;

/// The most goals whose distances are compared one by one at every cell. With more, the distance to the box around them serves.
const MOST_GOALS: usize = 4;

/// A consistent lower bound: a step lowers it by no more than the step costs.
#[derive(Clone, Debug, Default)]
pub(super) struct Bound {
    factor: f64,
    metric: Metric,
    goals: Vec<Cell>,
    /// The box around many goals.
    area: Option<[Cell; 2]>,
    /// What a range brings the goal nearer by.
    slack: f64,
    /// The first row of each floor, and the floor that the goals are on; none if they are on several.
    rows: [u32; 2],
    has_floor: bool,
    /// Links that lead to other floors, or shorten the way: where they begin, the rows of that floor, and the bound from there.
    links: Vec<(Cell, [u32; 2], f64)>,
    /// The links that may be taken: from where, to where, at which cost.
    found: Vec<(Cell, Cell, f64)>,
    /// A bound wherever a link may be taken; infinite without such links.
    least: f64,
    /// The goal, where it is the only one and its floor the only one that matters: as most queries ask.
    only: Option<Cell>,
    /// The landmarks that bound the query, where the map was prepared.
    choice: Option<Choice>,
    /// The version of the landmarks.
    version: u64,
}

impl Bound {
    /// Prepares it for a task.
    pub(super) fn begin(&mut self, map: &Navigation, surface: &Surface, task: &Task) {
        (self.only, self.choice) = (None, None);
        self.find(map, surface, task);
        if let &[goal] = &self.goals[..]
            && self.slack == 0.0
            && self.links.is_empty()
            && self.least.is_infinite()
            && map.floors() == 1
        {
            self.only = Some(goal);
            let nodes = [task.start, goal].map(|cell| surface.plane.node(cell));
            // They know of no links, which may shorten the way around a wall.
            let is_useful = !surface.is_plain() && !task.has_links;
            let landmarks = surface.landmarks().filter(|_| is_useful);
            self.choice = landmarks.map(|landmarks| landmarks.choose(nodes[0], nodes[1]));
            self.version = landmarks.map_or(0, |landmarks| landmarks.version);
        }
    }

    fn find(&mut self, map: &Navigation, surface: &Surface, task: &Task) {
        self.factor = surface.min_factor;
        self.metric = surface.plane.metric;
        self.goals.clear();
        self.area = None;
        self.slack = 0.0;
        if !task.goals.is_empty() {
            // Everything that can be reached may have to be seen.
            self.factor = 0.0;
        }

        let cells = &task.targets.cells;
        let rows = cells.iter().map(|cell| map.rows_of(cell.row));
        self.rows = rows.clone().next().unwrap_or([0, 0]);
        // Without a target, what is looked for may be anywhere.
        self.has_floor = !cells.is_empty() && rows.clone().all(|rows| rows == self.rows);
        if let Some((radius, _)) = task.targets.range {
            self.slack = radius * self.metric.detour();
        }
        if cells.len() <= MOST_GOALS {
            self.goals.extend_from_slice(cells);
        } else {
            let edge = |pick: fn(u32, u32) -> u32| {
                let all = cells.iter().copied();
                all.reduce(|one, other| {
                    Cell::new(pick(one.row, other.row), pick(one.column, other.column))
                })
            };
            let (Some(first), Some(last)) = (edge(u32::min), edge(u32::max)) else {
                return;
            };
            self.area = Some([first, last]);
        }
        self.begin_links(map, surface, task);
    }

    /// Finds the bounds of links.
    fn begin_links(&mut self, map: &Navigation, surface: &Surface, task: &Task) {
        self.links.clear();
        self.least = f64::INFINITY;
        if !task.has_links {
            return;
        }

        let mut links = std::mem::take(&mut self.found);
        links.clear();
        for &(node, place, is_back) in map.exits().all() {
            let link = map.link_at(place);
            let to = map
                .cell_of(if is_back { link.from } else { link.to })
                .expect("links were checked");
            let from = surface.plane.cell(node as usize);
            let is_open = link.mask & task.mask != 0
                && surface.plane.is_free(node as usize)
                && surface.plane.is_free(surface.plane.node(to));
            let is_walk = map.rows_of(from.row) == map.rows_of(to.row)
                && link.cost >= self.factor * self.metric.walk(from, to);
            if is_open && !is_walk {
                links.push((from, to, link.cost));
            }
        }

        if links.len() > MOST_LINKS {
            self.least = 0.0;
            self.found = links;
            return;
        }
        self.links.extend(
            links.iter().map(|&(from, ..)| (from, map.rows_of(from.row), f64::INFINITY)),
        );
        // A route uses each of them once at most, so that this ends.
        for _ in 0..=links.len() {
            let mut is_changed = false;
            for (at, &(_, to, cost)) in links.iter().enumerate() {
                let bound = cost + self.least_of_all(to);
                if bound < self.links[at].2 {
                    self.links[at].2 = bound;
                    is_changed = true;
                }
            }
            if !is_changed {
                break;
            }
        }
        self.found = links;
    }

    /// Whether it may be too high by now: a cell is cheaper than any was, or the landmarks that it was prepared with serve no longer.
    pub(super) fn is_outdated(&self, surface: &Surface) -> bool {
        let version = surface.landmarks().map(|landmarks| landmarks.version);
        surface.min_factor < self.factor
            || (self.choice.is_some() && version != Some(self.version))
    }

    /// How much more it can be at a neighbour of a cell.
    pub(super) fn rise(&self, max_cost: f64) -> f64 {
        let walk = std::f64::consts::SQRT_2 * self.factor;
        if self.choice.is_some() { walk.max(max_cost) } else { walk }
    }

    /// The bound at a cell; infinite if no goal can be reached from its floor.
    #[inline]
    pub(super) fn at(&self, surface: &Surface, cell: Cell) -> f64 {
        let Some(goal) = self.only else { return self.least_of_all(cell) };
        let bound = self.factor * self.metric.walk(cell, goal);
        match &self.choice {
            None => bound,
            Some(choice) => {
                let landmarks =
                    surface.landmarks().expect("it was there when the search began");
                landmarks.bound(choice, surface.plane.node(cell)).max(bound)
            }
        }
    }

    fn least_of_all(&self, cell: Cell) -> f64 {
        let mut bound = f64::INFINITY;
        if self.has_floor {
            if (self.rows[0]..self.rows[1]).contains(&cell.row) {
                bound = self.walk(cell);
            }
        } else {
            bound = 0.0;
        }
        for &(from, rows, beyond) in &self.links {
            if (rows[0]..rows[1]).contains(&cell.row) {
                bound = bound.min(self.factor * self.metric.walk(cell, from) + beyond);
            }
        }
        bound.min(self.least)
    }

    /// The bound at a cell of the floor of the goals, links aside.
    #[inline]
    fn walk(&self, cell: Cell) -> f64 {
        let length = match (&self.goals[..], self.area) {
            (&[goal], _) => self.metric.walk(cell, goal),
            (_, Some([first, last])) => self.metric.walk_to_area(cell, first, last),
            (goals, None) => goals
                .iter()
                .map(|&goal| self.metric.walk(cell, goal))
                .fold(f64::INFINITY, f64::min),
        };
        (self.factor * (length - self.slack)).max(0.0)
    }
}
