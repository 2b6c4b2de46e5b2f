//! Walks at any angle: straight from corner to corner instead of along the grid.

use tilewright_grid::Cell;
use tilewright_pathplan::search::OpenList;

use crate::map::Navigation;
use crate::route::LINK;
use crate::sight::Sight;
use crate::{LinkId, NavigationError, Place, Route, Scratch};

/// A walk that turns where it must: straight lines between the middles of cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walk {
    /// Where it begins, turns and ends.
    pub turns: Vec<Place>,
    /// The length of its lines in cells, and the costs of its links.
    pub length: f64,
    /// The links that it uses: each with the number of the turn from which it is used, in ascending order.
    pub links: Vec<(u32, LinkId)>,
}

/// The memory of Theta*.
#[derive(Clone, Debug, Default)]
pub(crate) struct Theta {
    costs: Vec<f64>,
    parents: Vec<u32>,
    /// The search that reached a node last; those that it has expanded are marked by the next number.
    stamps: Vec<u32>,
    stamp: u32,
    open: OpenList,
    line: Vec<Cell>,
    blocked: Vec<u32>,
}

/// The distance of the middles of two cells.
fn distance(from: Cell, to: Cell) -> f64 {
    let down = f64::from(from.row.abs_diff(to.row));
    let right = f64::from(from.column.abs_diff(to.column));
    // The square root is exact to the last bit on every machine; that of `hypot` is not.
    (down * down + right * right).sqrt()
}

fn length(line: &[Cell]) -> f64 {
    line.windows(2).map(|leg| distance(leg[0], leg[1])).sum()
}

impl Navigation {
    /// Pulls a route taut: from each turn straight to the farthest place of it that [can be seen](Navigation::is_straight), and so on.
    /// `blocked` cells count as walls, as in [`Query::blocked`](crate::Query::blocked). The turns are places of the route, so that it keeps
    /// to the same side of every wall; it takes some microseconds.
    ///
    /// Where steps cost more than their length, lines lead only over cells of the same cost, and replace only steps over such.
    ///
    /// ```
    /// use tilewright_grid::Cell;
    /// use tilewright_navigation::{Layer, Navigation, Outcome, Query, Scratch};
    /// use tilewright_pathplan::{Map, Steps};
    ///
    /// let tiles: Map = "........\n........\n........\n".parse()?;
    /// let map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)])?;
    /// let mut scratch = Scratch::default();
    /// let query = Query::new(Cell::new(0, 0), Cell::new(2, 7));
    /// let Outcome::Reached(route) = map.route(&query, &mut scratch)? else { panic!() };
    /// let walk = map.pull(route, &[])?;
    /// assert_eq!((walk.turns.len(), walk.length), (2, f64::sqrt(4.0 + 49.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NavigationError::Outside`] for a blocked cell that is on no floor, [`NavigationError::Foreign`] for a route of another map,
    /// [`NavigationError::Link`] when a link of it was removed, [`NavigationError::AnyAngle`] on a hexagonal map.
    pub fn pull(
        &self,
        route: &Route,
        blocked: &[Place],
    ) -> Result<Walk, NavigationError> {
        let mut nodes = Vec::new();
        let surface = self.square_surface(route.agent)?;
        self.block(surface, blocked, &mut nodes)?;
        let sight = Sight { surface, blocked: &nodes };
        self.walk(route, |cells, line| pull(sight, cells, line))
    }

    /// The walk between the ends of a route that Theta* finds: often shorter than the one that is [pulled](Navigation::pull) taut, since it
    /// may pass walls on the other side; never longer. On random maps of up to 9 × 9 cells it is a third of a hundredth longer than the shortest one on
    /// average (Lazy Theta*: Nash, Koenig and Tovey, 2010), and takes about as long as A*.
    ///
    /// Where steps cost more than their length, the route is pulled taut. Links are used as in the route.
    ///
    /// # Errors
    /// As [`Navigation::pull`].
    pub fn any_angle(
        &self,
        route: &Route,
        blocked: &[Place],
        scratch: &mut Scratch,
    ) -> Result<Walk, NavigationError> {
        let surface = self.square_surface(route.agent)?;
        let theta = &mut scratch.theta;
        let mut nodes = std::mem::take(&mut theta.blocked);
        let found = self.block(surface, blocked, &mut nodes).and_then(|()| {
            let sight = Sight { surface, blocked: &nodes };
            self.walk(route, |cells, line| {
                pull(sight, cells, line);
                if surface.is_plain() && cells.len() > 2 && line.len() > 2 {
                    let longest = length(line);
                    theta.shorten(
                        sight,
                        [cells[0], cells[cells.len() - 1]],
                        longest,
                        line,
                    );
                }
            })
        });
        theta.blocked = nodes;
        found
    }

    /// Makes a walk of a route: `make` gives the turns of each part of it without a link.
    fn walk(
        &self,
        route: &Route,
        mut make: impl FnMut(&[Cell], &mut Vec<Cell>),
    ) -> Result<Walk, NavigationError> {
        let cells = route.places.iter().map(|&place| self.cell_of(place));
        let cells = cells.collect::<Result<Vec<_>, _>>();
        let cells = cells.map_err(|_| NavigationError::Foreign)?;
        let (mut walk, mut line) = (Walk::default(), Vec::new());
        let mut links = route.links.iter();
        let mut first = 0;
        let is_link = |at: usize| route.ways.get(at).is_none_or(|&way| way == LINK);
        for at in (0..cells.len()).filter(|&at| is_link(at)) {
            line.clear();
            make(&cells[first..=at], &mut line);
            walk.length += length(&line);
            walk.turns.extend(line.iter().map(|&cell| self.place_of(cell)));
            if let Some(&(_, link)) = links.next() {
                walk.length += self.link(link)?.cost;
                walk.links.push((walk.turns.len() as u32 - 1, link));
            }
            first = at + 1;
        }
        Ok(walk)
    }
}

/// Pulls a line of cells taut.
fn pull(sight: Sight<'_>, cells: &[Cell], line: &mut Vec<Cell>) {
    let weight = |cell: Cell| {
        let node = sight.surface.plane.node(cell);
        sight.surface.weight(node).map(f64::to_bits)
    };
    let is_plain = sight.surface.is_plain();
    let Some((&first, rest)) = cells.split_first() else { return };
    line.push(first);
    let mut at = first;
    for step in rest.windows(2) {
        let (here, next) = (step[0], step[1]);
        let is_clear = sight.follow(at, next, |cell| {
            sight.is_free(cell) && (is_plain || weight(cell) == weight(at))
        });
        // The steps that the line replaces keep to the same cost, since each was looked at in its turn.
        if !is_clear || (!is_plain && weight(here) != weight(at)) {
            line.push(here);
            at = here;
        }
    }
    line.extend(rest.last());
}

impl Theta {
    /// Replaces a line by a shorter one between its ends, if there is one.
    fn shorten(
        &mut self,
        sight: Sight<'_>,
        [start, goal]: [Cell; 2],
        longest: f64,
        line: &mut Vec<Cell>,
    ) {
        let plane = &sight.surface.plane;
        self.begin(plane.ways.len());
        let [from, to] = [start, goal].map(|cell| plane.node(cell));
        (self.costs[from], self.parents[from]) = (0.0, from as u32);
        self.stamps[from] = self.stamp;
        self.open.push(distance(start, goal), from);

        while let Some(node) = self.open.pop() {
            if self.stamps[node] > self.stamp {
                continue;
            }
            self.settle(sight, node);
            if node == to {
                break;
            }
            self.expand(sight, node, goal, longest);
        }
        if self.stamps[to] <= self.stamp || self.costs[to] >= longest {
            return;
        }

        self.line.clear();
        let mut node = to;
        self.line.push(goal);
        while node != from {
            node = self.parents[node] as usize;
            self.line.push(plane.cell(node));
        }
        line.clear();
        line.extend(self.line.iter().rev());
    }

    /// Forgets everything, for a search among this number of nodes.
    fn begin(&mut self, nodes: usize) {
        if self.stamps.len() < nodes || self.stamp >= u32::MAX - 3 {
            (self.costs, self.parents) = (vec![0.0; nodes], vec![0; nodes]);
            (self.stamps, self.stamp) = (vec![0; nodes], 0);
        }
        self.stamp += 2;
        self.open.clear();
    }

    fn is_settled(&self, node: usize) -> bool {
        self.stamps[node] > self.stamp
    }

    /// Expands a node: that it can be seen from its parent was taken for granted, and is looked at now.
    fn settle(&mut self, sight: Sight<'_>, node: usize) {
        let plane = &sight.surface.plane;
        let cell = plane.cell(node);
        let parent = self.parents[node] as usize;
        if node != parent && !sight.is_clear(plane.cell(parent), cell) {
            let mut best = (f64::INFINITY, parent);
            let mut ways = plane.ways[node];
            while ways != 0 {
                let way = ways.trailing_zeros() as usize;
                ways &= ways - 1;
                let other = plane.neighbor(node, way);
                let beside = plane.cell(other);
                if self.is_settled(other) && sight.is_clear(beside, cell) {
                    let cost = self.costs[other] + distance(beside, cell);
                    if cost < best.0 {
                        best = (cost, other);
                    }
                }
            }
            (self.costs[node], self.parents[node]) = (best.0, best.1 as u32);
        }
        self.stamps[node] = self.stamp + 1;
    }

    fn expand(&mut self, sight: Sight<'_>, node: usize, goal: Cell, longest: f64) {
        let plane = &sight.surface.plane;
        let parent = self.parents[node] as usize;
        let (cost, from) = (self.costs[parent], plane.cell(parent));
        let cell = plane.cell(node);
        let mut ways = plane.ways[node];
        while ways != 0 {
            let way = ways.trailing_zeros() as usize;
            ways &= ways - 1;
            let other = plane.neighbor(node, way);
            let beside = plane.cell(other);
            if self.is_settled(other)
                || (!sight.blocked.is_empty() && !sight.is_clear(cell, beside))
            {
                continue;
            }
            let reached = cost + distance(from, beside);
            let total = reached + distance(beside, goal);
            let is_new = self.stamps[other] < self.stamp;
            if total < longest && (is_new || reached < self.costs[other]) {
                (self.costs[other], self.parents[other]) = (reached, parent as u32);
                self.stamps[other] = self.stamp;
                self.open.push(total, other);
            }
        }
    }
}
