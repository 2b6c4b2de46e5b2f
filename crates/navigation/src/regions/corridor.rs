//! Which chunks a route should cross: a search among components instead of cells.

use tilewright_grid::Cell;
use tilewright_pathplan::search::OpenList;

use super::{Component, Regions};

/// The memory of finding a corridor, and the chunks that it found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Corridor {
    /// The number of the first component of each chunk.
    first: Vec<u32>,
    /// For each component what it costs to come there, and the one before it.
    costs: Vec<f64>,
    before: Vec<Option<Component>>,
    open: OpenList,
    waiting: Vec<Component>,
    /// A bit for each chunk that the route may cross.
    chunks: Vec<u64>,
}

impl Corridor {
    /// Whether a chunk belongs to it.
    #[inline]
    pub(crate) fn contains(&self, chunk: u32) -> bool {
        self.chunks[chunk as usize / 64] >> (chunk % 64) & 1 == 1
    }

    fn add(&mut self, chunk: u32) {
        self.chunks[chunk as usize / 64] |= 1 << (chunk % 64);
    }

    fn index(&self, component: Component) -> usize {
        self.first[component.chunk as usize] as usize + usize::from(component.number)
    }
}

impl Regions {
    /// Finds the chunks around the way from one cell to another that seems to be the cheapest: `dear` is what a step costs on average in a
    /// chunk, `least` the least that one does anywhere. A route leads through these chunks if any leads there at all.
    pub(crate) fn find_corridor(
        &self,
        [from, to]: [Cell; 2],
        least: f64,
        dear: impl Fn(u32) -> f64,
        corridor: &mut Corridor,
    ) {
        let components = self.begin_corridor(corridor);
        let [start, goal] = [from, to].map(|cell| {
            let chunk = self.chunk_of(cell);
            let number = self.chunks[chunk as usize].component(cell);
            Component { chunk, number }
        });
        corridor.costs.resize(components, f64::INFINITY);
        corridor.before.resize(components, None);

        let at = corridor.index(start);
        corridor.costs[at] = 0.0;
        corridor.waiting.push(start);
        corridor.open.push(0.0, 0);
        while let Some(place) = corridor.open.pop() {
            let component = corridor.waiting[place];
            if component == goal {
                break;
            }
            let cost = corridor.costs[corridor.index(component)];
            let here = dear(component.chunk);
            self.for_each_neighbor(component, |other| {
                let at = corridor.index(other);
                let step = self.chunks_apart(component.chunk, other.chunk);
                let reached = cost + step * here.midpoint(dear(other.chunk));
                if reached < corridor.costs[at] {
                    corridor.costs[at] = reached;
                    corridor.before[at] = Some(component);
                    let left = least * self.chunks_apart(other.chunk, goal.chunk);
                    corridor.open.push(reached + left, corridor.waiting.len());
                    corridor.waiting.push(other);
                }
            });
        }

        let mut at = Some(goal);
        while let Some(component) = at {
            corridor.add(component.chunk);
            (0..8).filter_map(|way| self.beside(component.chunk, way)).for_each(
                |chunk| {
                    corridor.add(chunk);
                },
            );
            at = corridor.before[corridor.index(component)];
        }
    }

    /// Forgets everything; returns the number of components.
    fn begin_corridor(&self, corridor: &mut Corridor) -> usize {
        let mut count = 0;
        corridor.first.clear();
        for chunk in &self.chunks {
            corridor.first.push(count);
            count += chunk.islands.len() as u32;
        }
        corridor.costs.clear();
        corridor.before.clear();
        corridor.waiting.clear();
        corridor.open.clear();
        corridor.chunks.clear();
        corridor.chunks.resize(self.chunks.len().div_ceil(64), 0);
        count as usize
    }

    /// The distance of the middles of two chunks, in cells, by straight and diagonal steps.
    fn chunks_apart(&self, one: u32, other: u32) -> f64 {
        let [one, other] = [one, other].map(|chunk| self.corner(chunk));
        let down = f64::from(one.row.abs_diff(other.row));
        let right = f64::from(one.column.abs_diff(other.column));
        let (short, long) = (down.min(right), down.max(right));
        (long - short) + short * std::f64::consts::SQRT_2
    }
}
