//! Where the agents of one layer and size can stand, and which steps they can take.

use tilewright_grid::{Cell, Size, Stagger};
use tilewright_pathplan::search::{Lines, WAYS, hex_ways};
use tilewright_pathplan::{Connectivity, Corners, Steps};

use crate::metric::Metric;
use crate::route::LINK;

/// The places before those of the first line of [`Bits`](tilewright_pathplan::search::Bits): what the bit of a cell is ahead of its
/// node.
const AHEAD: usize = 63;

/// Steps to all cells around, of which those to the six neighbours of a hexagonal cell are some.
const ALL_STEPS: Steps =
    Steps { connectivity: Connectivity::Eight, corners: Corners::Always };

/// Where the upper left cell of an agent can be, and the steps from there.
///
/// All floors of a map stand below each other, with a blocked row between them, so that a search need not know of floors. A node
/// is `(row + 1) × stride + column + 1`: a border of blocked nodes makes bounds checks unnecessary.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    pub(crate) layer: u8,
    pub(crate) size: u8,
    pub(crate) steps: Steps,
    pub(crate) metric: Metric,
    pub(crate) stride: usize,
    pub(crate) lines: Lines,
    /// For every node the directions in which a step is possible, as bits in the order of [`WAYS`].
    pub(crate) ways: Vec<u8>,
    /// The directions that are open for each pattern of the nine cells around a node.
    patterns: Box<[u8; 512]>,
}

impl Plane {
    /// A plane where nothing can stand yet.
    pub(crate) fn new(
        layer: u8,
        size: u8,
        steps: Steps,
        stagger: Option<Stagger>,
        area: Size,
    ) -> Self {
        let stride = area.columns as usize + 1;
        let nodes = (area.rows as usize + 2) * stride + 1;
        Self {
            layer,
            size,
            steps,
            metric: Metric::new(steps, stagger),
            stride,
            lines: Lines::new(area),
            ways: vec![0; nodes],
            patterns: patterns(if stagger.is_some() { ALL_STEPS } else { steps }),
        }
    }

    /// The node of a cell of the stacked floors.
    #[inline]
    pub(crate) const fn node(&self, cell: Cell) -> usize {
        node(cell, self.stride)
    }

    /// The cell of a node.
    #[inline]
    pub(crate) const fn cell(&self, node: usize) -> Cell {
        cell(node, self.stride)
    }

    /// The node beside another one.
    #[inline]
    pub(crate) const fn neighbor(&self, from: usize, way: usize) -> usize {
        neighbor(from, self.stride, way)
    }

    /// Whether an agent can stand at a node.
    #[inline]
    pub(crate) fn is_free(&self, node: usize) -> bool {
        self.lines.rows.is_free(node + AHEAD)
    }

    /// Whether an agent can take these steps, one after the other, from a node; a link ends what is looked at.
    pub(crate) fn can_walk(&self, from: usize, ways: &[u8]) -> bool {
        let mut node = from;
        for &way in ways {
            let Some(&open) = self.ways.get(node) else { return false };
            if way >= LINK {
                return self.is_free(node);
            }
            if open >> way & 1 == 0 {
                return false;
            }
            node = self.neighbor(node, usize::from(way));
        }
        self.ways.len() > node && self.is_free(node)
    }

    /// Whether the `side` × `side` cells from a node on are all free.
    pub(crate) fn is_clear(&self, node: usize, side: u8) -> bool {
        let mask = (1_u64 << side) - 1;
        let row = |down: usize| self.lines.rows.window(node + AHEAD + down * self.stride);
        (0..usize::from(side)).all(|down| row(down) & mask == mask)
    }

    /// Opens or blocks a cell; [`Plane::repair_ways`] must follow.
    pub(crate) fn set(&mut self, cell: Cell, is_free: bool) {
        self.lines.set(cell, is_free);
    }

    /// Finds the steps of the nodes of these rows and columns anew.
    pub(crate) fn repair_ways(
        &mut self,
        rows: std::ops::RangeInclusive<u32>,
        columns: std::ops::RangeInclusive<u32>,
    ) {
        for row in rows {
            for column in columns.clone() {
                let cell = Cell::new(row, column);
                let node = self.node(cell);
                let beside = match self.metric.stagger() {
                    None => u8::MAX,
                    Some(stagger) => hex_ways(stagger, cell),
                };
                self.ways[node] = self.patterns[self.pattern(node)] & beside;
            }
        }
    }

    /// The nine cells around a node as bits, row by row from the lowest bit on.
    #[inline]
    fn pattern(&self, node: usize) -> usize {
        let row = |first: usize| self.lines.rows.window(first + AHEAD) as usize & 7;
        row(node - self.stride - 1)
            | row(node - 1) << 3
            | row(node + self.stride - 1) << 6
    }

    /// The directions that are open at a node where some of the nodes around are blocked beside those of the plane.
    pub(crate) fn ways_beside(
        &self,
        node: usize,
        is_blocked: impl Fn(usize) -> bool,
    ) -> u8 {
        let mut pattern = self.pattern(node);
        for (place, from) in [node - self.stride - 1, node - 1, node + self.stride - 1]
            .into_iter()
            .flat_map(|first| first..first + 3)
            .enumerate()
        {
            if pattern >> place & 1 == 1 && is_blocked(from) {
                pattern &= !(1 << place);
            }
        }
        self.patterns[pattern] & self.ways[node]
    }
}

/// The node of a cell of the stacked floors.
#[inline]
pub(crate) const fn node(cell: Cell, stride: usize) -> usize {
    (cell.row as usize + 1) * stride + cell.column as usize + 1
}

/// The cell of a node.
#[inline]
pub(crate) const fn cell(node: usize, stride: usize) -> Cell {
    // A division of 32 bits is much faster than one of 64.
    let (node, stride) = (node as u32, stride as u32);
    Cell::new(node / stride - 1, node % stride - 1)
}

/// The node beside another one.
#[inline]
pub(crate) const fn neighbor(from: usize, stride: usize, way: usize) -> usize {
    let down = stride.cast_signed() * WAYS[way].down as isize;
    from.wrapping_add_signed(down + WAYS[way].right as isize)
}

/// The open directions for each pattern of nine cells, whose middle one has bit 4.
fn patterns(steps: Steps) -> Box<[u8; 512]> {
    let mut patterns = Box::new([0; 512]);
    for (pattern, ways) in patterns.iter_mut().enumerate() {
        let is_free = |way: usize| {
            let place = 4 + 3 * WAYS[way].down + WAYS[way].right;
            pattern >> place & 1 == 1
        };
        if pattern >> 4 & 1 == 0 {
            continue;
        }

        for way in 0..4 {
            *ways |= u8::from(is_free(way)) << way;
        }
        if steps.connectivity == Connectivity::Four {
            continue;
        }

        for way in 4..8 {
            // North-east (4) lies between north (0) and east (1), and so on clockwise.
            let sides = [way - 4, (way - 3) & 3].map(is_free);
            let is_allowed = match steps.corners {
                Corners::Never => sides == [true, true],
                Corners::One => sides != [false, false],
                Corners::Always => true,
            };
            *ways |= u8::from(is_allowed && is_free(way)) << way;
        }
    }
    patterns
}
