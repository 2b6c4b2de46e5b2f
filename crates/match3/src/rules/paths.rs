//! Fill paths: the paths along which blocks fall.
//!
//! A breadth-first search from the open spawners through open cells, in the order below, right, left.
//! The cell from which a cell was reached is its source.

use tilewright_grid::Size;

use crate::Level;

/// No source: the cell is a spawner, or is never refilled.
const NONE: u16 = u16::MAX;

/// The source of each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    size: Size,
    sources: Vec<u16>,
    is_reached: Vec<bool>,
    queue: Vec<u16>,
}

impl Paths {
    /// Those of no cells.
    pub(super) const NONE: Self = Self {
        size: Size::new(0, 0),
        sources: Vec::new(),
        is_reached: Vec::new(),
        queue: Vec::new(),
    };

    /// The fill paths of a board with these spawners and open cells, by index in reading order.
    pub fn new(size: Size, spawners: &[bool], is_open: impl Fn(usize) -> bool) -> Self {
        let area = size.area();
        let mut paths = Self {
            size,
            sources: vec![NONE; area],
            is_reached: vec![false; area],
            queue: Vec::with_capacity(area),
        };
        paths.find(spawners, is_open);
        paths
    }

    /// The fill paths of a level at the start.
    pub fn of(level: &Level) -> Self {
        let (spawners, kinds) = (level.spawner_cells(), level.cells().values());
        Self::new(level.size(), spawners.values(), |index| kinds[index].is_open())
    }

    /// Becomes a copy of paths on a board of the same size, without allocating memory.
    pub(super) fn copy_from(&mut self, from: &Self) {
        self.size = from.size;
        self.sources.clone_from(&from.sources);
        self.is_reached.clone_from(&from.is_reached);
        self.queue.clone_from(&from.queue);
    }

    /// Computes them again.
    pub fn find(&mut self, spawners: &[bool], is_open: impl Fn(usize) -> bool) {
        self.sources.fill(NONE);
        self.is_reached.fill(false);
        self.queue.clear();

        for (index, &is_spawner) in spawners.iter().enumerate() {
            if is_spawner && is_open(index) {
                self.is_reached[index] = true;
                self.queue.push(index as u16);
            }
        }

        let (columns, area) = (self.size.columns as usize, self.size.area());
        let mut next = 0;

        // Below first, then right, then left: of two ways of one length the first one found
        // stays.
        while next < self.queue.len() {
            let from = self.queue[next];
            next += 1;
            let index = usize::from(from);
            let column = index % columns;

            let mut reach = |to: usize| {
                if !self.is_reached[to] && is_open(to) {
                    self.is_reached[to] = true;
                    self.sources[to] = from;
                    self.queue.push(to as u16);
                }
            };

            if index + columns < area {
                reach(index + columns);
            }
            if column + 1 < columns {
                reach(index + 1);
            }
            if column > 0 {
                reach(index - 1);
            }
        }
    }

    /// The source of a cell; none if it is a spawner, or is never refilled.
    #[inline]
    pub fn source(&self, index: usize) -> Option<usize> {
        let source = self.sources[index];
        (source != NONE).then_some(usize::from(source))
    }

    /// The refillable cells, each after its source.
    pub fn in_order(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.queue.iter().map(|&index| usize::from(index))
    }

    /// Whether a cell is refillable.
    #[inline]
    pub fn is_refillable(&self, index: usize) -> bool {
        self.is_reached[index]
    }
}
