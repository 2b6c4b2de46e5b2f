//! The ways along which blocks come to their cells.
//!
//! Breadth-first from the open spawners through open cells, to the cell below first, then to
//! the right, then to the left: the cell from which a cell was reached is its source.

use tilewright_grid::Size;

use crate::Level;

/// No source: the cell is a spawner, or cannot be refilled.
const NONE: u16 = u16::MAX;

/// Where each cell is filled from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paths {
    size: Size,
    sources: Vec<u16>,
    is_reached: Vec<bool>,
    queue: Vec<u16>,
}

impl Paths {
    /// The paths of a board with these spawners and open cells, by index in reading order.
    pub(crate) fn new(
        size: Size,
        spawners: &[bool],
        is_open: impl Fn(usize) -> bool,
    ) -> Self {
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

    /// The paths of a level as it begins.
    pub(crate) fn of(level: &Level) -> Self {
        let (spawners, kinds) = (level.spawner_cells(), level.cells().values());
        Self::new(level.size(), spawners.values(), |index| kinds[index].is_open())
    }

    /// Finds them anew.
    pub(crate) fn find(&mut self, spawners: &[bool], is_open: impl Fn(usize) -> bool) {
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

    /// The cell that fills that one; none where it is a spawner, or cannot be refilled.
    #[inline]
    pub(crate) fn source(&self, index: usize) -> Option<usize> {
        let source = self.sources[index];
        (source != NONE).then_some(usize::from(source))
    }

    /// The cells to which blocks come, each after its source.
    pub(crate) fn in_order(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.queue.iter().map(|&index| usize::from(index))
    }

    /// Whether blocks come to that cell.
    #[inline]
    pub(crate) fn is_refillable(&self, index: usize) -> bool {
        self.is_reached[index]
    }
}
