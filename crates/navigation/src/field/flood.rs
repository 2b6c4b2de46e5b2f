//! Values of fields: found for a whole map, and repaired where it has changed.

use tilewright_grid::Cell;
use tilewright_pathplan::search::{WAYS, back};

use super::{Field, NO_STEP};
use crate::map::Navigation;
use crate::regions::SIDE;
use crate::route::LINK;
use crate::search::{Queue, ROUNDING};
use crate::surface::Surface;
use crate::{LinkId, NavigationError};

/// Dijkstra's algorithm from the goals, backwards, and its memory.
///
/// A change is repaired as by Ramalingam and Reps (1996): what led over something that is gone or dearer loses its value, as does
/// all that led there; these, and what can be better now, look for their best step; and the algorithm carries that on. The steps of a
/// field are a tree, which tells what leads to a place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flood {
    open: Queue,
    /// Nodes whose steps may have changed, and nodes that have lost their value.
    nodes: Vec<u32>,
    lost: Vec<u32>,
    links: Links,
}

/// The links that an agent can use.
#[derive(Clone, Debug, Default)]
struct Links {
    /// Where they end, where they begin, what they cost, in ascending order.
    list: Vec<(u32, u32, f64, LinkId)>,
    /// A bit for each node where one ends.
    ends: Vec<u64>,
}

impl Links {
    /// Finds those of a field's agent.
    fn find(&mut self, map: &Navigation, surface: &Surface, mask: u32) {
        for &(end, ..) in &self.list {
            self.ends[end as usize / 64] = 0;
        }
        self.list.clear();
        self.ends.resize(surface.plane.ways.len().div_ceil(64), 0);
        for &(node, place, is_back) in map.exits().all() {
            let link = map.link_at(place);
            let to = map.cell_of(if is_back { link.from } else { link.to });
            let to = surface.plane.node(to.expect("links were checked"));
            let is_open = link.mask & mask != 0
                && surface.plane.is_free(node as usize)
                && surface.plane.is_free(to);
            if is_open {
                self.list.push((to as u32, node, link.cost, map.link_id(place)));
                self.ends[to / 64] |= 1 << (to % 64);
            }
        }
        self.list.sort_unstable_by_key(|&(to, from, _, id)| (to, from, id));
    }

    /// Those that end at a node.
    #[inline]
    fn to(&self, node: usize) -> &[(u32, u32, f64, LinkId)] {
        if self.ends[node / 64] >> (node % 64) & 1 == 0 {
            return &[];
        }
        let first = self.list.partition_point(|link| (link.0 as usize) < node);
        let count = self.list[first..].partition_point(|link| link.0 as usize == node);
        &self.list[first..first + count]
    }
}

impl Flood {
    /// Begins to find the values of a field that has none: goals wait to be spread by [`Flood::go_on`].
    pub(super) fn begin(
        &mut self,
        map: &Navigation,
        field: &mut Field,
    ) -> Result<(), NavigationError> {
        let surface = map.surface(field.agent)?;
        self.links.find(map, surface, field.agent.mask);
        // All goals begin at 0, so that a ring of buckets serves where costs differ little.
        let most = surface.max_cost().filter(|_| self.links.list.is_empty());
        self.open.begin(surface.min_factor, most);
        let goals = field.goals.take().unwrap_or_default();
        let mut spread = Spread::new(surface, field, &self.links, &mut self.open);
        for &goal in &goals {
            spread.start(goal);
        }
        field.goals = Some(goals);
        field.version = map.version();
        Ok(())
    }

    /// Spreads values that wait, this many at most; returns whether none is left.
    ///
    /// When the map changed since they began to spread, all are repaired in the end. Until then some values are those of a map that never
    /// was, but each is that of its step and what this cost when it was taken: all that a repair needs, since it looks at every node
    /// around which something has changed since the beginning.
    pub(super) fn go_on(
        &mut self,
        map: &Navigation,
        field: &mut Field,
        budget: u64,
    ) -> Result<bool, NavigationError> {
        let surface = map.surface(field.agent)?;
        let mut spread = Spread::new(surface, field, &self.links, &mut self.open);
        if spread.run(budget) == budget && budget < u64::MAX {
            return Ok(false);
        }
        if field.version != map.version() {
            self.update(map, field, &[])?;
        }
        Ok(true)
    }

    /// Spreads values that a field has: each place takes the least of its own and those of its neighbours with the step to them.
    pub(super) fn relax(
        &mut self,
        map: &Navigation,
        field: &mut Field,
    ) -> Result<(), NavigationError> {
        let surface = map.surface(field.agent)?;
        self.links.find(map, surface, field.agent.mask);
        self.open.begin(surface.min_factor, None);
        let least = field.values.iter().copied().fold(f64::INFINITY, f64::min);
        let mut spread = Spread::new(surface, field, &self.links, &mut self.open);
        // The queue knows no costs below 0.
        spread.base = if least.is_finite() { least } else { 0.0 };
        for node in 0..spread.field.values.len() {
            if spread.field.values[node].is_finite() {
                spread.push(node);
            }
        }
        spread.run(u64::MAX);
        Ok(())
    }

    /// Repairs a field after changes of the map, and of its goals from those that it had `before`.
    pub(super) fn update(
        &mut self,
        map: &Navigation,
        field: &mut Field,
        before: &[Cell],
    ) -> Result<u64, NavigationError> {
        let surface = map.surface(field.agent)?;
        self.links.find(map, surface, field.agent.mask);
        self.find_nodes(map, surface, field);
        let goals = field.goals.take().unwrap_or_default();
        let at = before.iter().chain(&goals);
        self.nodes.extend(at.map(|&cell| surface.plane.node(cell) as u32));
        self.nodes.sort_unstable();
        self.nodes.dedup();

        let is_goal =
            |node: u32| goals.binary_search(&surface.plane.cell(node as usize)).is_ok();
        self.open.begin(surface.min_factor, None);
        let mut spread = Spread::new(surface, field, &self.links, &mut self.open);
        self.lost.clear();
        for &node in &self.nodes {
            if !spread.holds(node as usize, is_goal(node)) {
                spread.lose(node as usize, &mut self.lost);
            }
        }

        for &goal in &goals {
            spread.start(goal);
        }
        for &node in self.lost.iter().chain(&self.nodes) {
            spread.look(node as usize);
        }
        let changed = spread.run(u64::MAX).max(self.lost.len() as u64);
        field.goals = Some(goals);
        field.version = map.version();
        Ok(changed)
    }

    /// Finds the nodes whose steps may have changed since a field was repaired last.
    fn find_nodes(&mut self, map: &Navigation, surface: &Surface, field: &Field) {
        self.nodes.clear();
        // Links may be gone, or have an end that was opened.
        self.nodes.extend(field.links.iter().map(|link| link.0));
        self.nodes.extend(self.links.list.iter().map(|link| link.1));

        let size = map.area();
        for (chunk, &version) in surface.all_changed().iter().enumerate() {
            if version <= field.version {
                continue;
            }
            // What a step costs is known where it ends: one cell more on each side.
            let corner = surface.regions.corner(chunk as u32);
            let bottom = (corner.row + SIDE + 1).min(size.rows);
            let left = corner.column.saturating_sub(1);
            let right = (corner.column + SIDE + 1).min(size.columns);
            for row in corner.row.saturating_sub(1)..bottom {
                let first = surface.plane.node(Cell::new(row, left)) as u32;
                self.nodes.extend(first..first + right - left);
            }
        }
    }
}

/// Values on their way to the nodes that lead to others.
struct Spread<'a> {
    surface: &'a Surface,
    field: &'a mut Field,
    links: &'a Links,
    open: &'a mut Queue,
    /// The least value.
    base: f64,
}

impl<'a> Spread<'a> {
    const fn new(
        surface: &'a Surface,
        field: &'a mut Field,
        links: &'a Links,
        open: &'a mut Queue,
    ) -> Self {
        Self { surface, field, links, open, base: 0.0 }
    }

    fn push(&mut self, node: usize) {
        self.open.push(self.field.values[node] - self.base, node);
    }

    /// Begins at a goal, if the agent can stand there.
    fn start(&mut self, goal: Cell) {
        let node = self.surface.plane.node(goal);
        let is_new = self.field.values[node] > 0.0 || self.field.ways[node] != NO_STEP;
        if is_new && self.surface.plane.is_free(node) {
            self.set(node, 0.0, NO_STEP);
            self.push(node);
        }
    }

    /// Gives a node a value and a step.
    #[inline]
    fn set(&mut self, node: usize, value: f64, way: u8) {
        if self.field.ways[node] == LINK {
            self.field.links.retain(|link| link.0 as usize != node);
        }
        self.field.values[node] = value;
        self.field.ways[node] = way;
    }

    /// Whether a node's value may still be right: its step is there, and costs no more than it did.
    fn holds(&self, node: usize, is_goal: bool) -> bool {
        let value = self.field.values[node];
        if value.is_infinite() {
            return true;
        }
        let plane = &self.surface.plane;
        if !plane.is_free(node) {
            return false;
        }
        let now = match self.field.ways[node] {
            NO_STEP => return is_goal,
            LINK => {
                let Some(&(_, to, id)) = self.field.link_from(node) else { return false };
                let links = self.links.to(to as usize).iter();
                let mut same =
                    links.filter(|link| (link.1 as usize, link.3) == (node, id));
                let Some(&(_, _, cost, _)) = same.next() else { return false };
                self.field.values[to as usize] + cost
            }
            way => {
                let way = usize::from(way);
                if plane.ways[node] >> way & 1 == 0 {
                    return false;
                }
                let next = plane.neighbor(node, way);
                self.field.values[next] + self.surface.step_cost(way, next)
            }
        };
        now <= value + ROUNDING
    }

    /// Takes the values of a node and of all that lead to it.
    fn lose(&mut self, node: usize, lost: &mut Vec<u32>) {
        let mut at = lost.len();
        self.set(node, f64::INFINITY, NO_STEP);
        lost.push(node as u32);
        while let Some(&node) = lost.get(at) {
            at += 1;
            for way in 0..WAYS.len() {
                let other = self.surface.plane.neighbor(node as usize, back(way));
                if self.field.ways.get(other) == Some(&(way as u8)) {
                    self.set(other, f64::INFINITY, NO_STEP);
                    lost.push(other as u32);
                }
            }
            // Losing its value takes a node out of the list.
            while let Some(&(from, ..)) = self.field.links.iter().find(|it| it.1 == node)
            {
                self.set(from as usize, f64::INFINITY, NO_STEP);
                lost.push(from);
            }
        }
    }

    /// Finds the best step of a node; if that is better than the one that it has, it will be spread.
    fn look(&mut self, node: usize) {
        let plane = &self.surface.plane;
        let mut ways = plane.ways[node];
        let mut is_better = false;
        while ways != 0 {
            let way = ways.trailing_zeros() as usize;
            ways &= ways - 1;
            let next = plane.neighbor(node, way);
            let value = self.field.values[next] + self.surface.step_cost(way, next);
            is_better |= self.offer(node, value, way as u8);
        }
        for &(to, from, cost, id) in &self.links.list {
            if from as usize == node {
                let value = self.field.values[to as usize] + cost;
                is_better |= self.offer_link(value, (from, to, id));
            }
        }
        if is_better {
            self.push(node);
        }
    }

    /// Takes a step if it is better; returns whether the node has another value then.
    #[inline]
    fn offer(&mut self, node: usize, value: f64, way: u8) -> bool {
        let known = self.field.values[node];
        if value < known - ROUNDING || (known.is_infinite() && value.is_finite()) {
            self.set(node, value, way);
            return true;
        }
        // As good as the one that it has: the first direction counts, and a goal needs no step.
        let before = self.field.ways[node];
        if value <= known + ROUNDING && way < before && before != NO_STEP {
            self.set(node, known, way);
        }
        false
    }

    /// Takes a link if it is better.
    fn offer_link(&mut self, value: f64, link: (u32, u32, LinkId)) -> bool {
        let node = link.0 as usize;
        if value.is_infinite() || value >= self.field.values[node] - ROUNDING {
            return false;
        }
        self.set(node, value, LINK);
        self.field.links.push(link);
        true
    }

    /// Spreads values that wait, until none is left or this many were spread; returns how many there were.
    fn run(&mut self, budget: u64) -> u64 {
        let (surface, links) = (self.surface, self.links);
        let mut count = 0;
        while count < budget
            && let Some((least, node)) = self.open.pop()
        {
            let node = node as usize;
            let value = self.field.values[node];
            // It became better after it was put there.
            if value - self.base + ROUNDING < least {
                continue;
            }
            count += 1;
            let costs = [0, 4].map(|way| value + surface.step_cost(way, node));
            let mut ways = surface.plane.ways[node];
            while ways != 0 {
                let away = ways.trailing_zeros() as usize;
                ways &= ways - 1;
                let other = surface.plane.neighbor(node, away);
                let reached = costs[usize::from(away >= 4)];
                if self.offer(other, reached, back(away) as u8) {
                    self.open.push(reached - self.base, other);
                }
            }
            for &(to, from, cost, id) in links.to(node) {
                if self.offer_link(value + cost, (from, to, id)) {
                    self.push(from as usize);
                }
            }
        }
        count
    }
}
