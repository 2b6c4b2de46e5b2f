//! Where walkers of a crowd can stand and step.

use crate::plane::Plane;
use crate::surface::Surface;

/// The bit of a cell where a walker can stand; those below are its steps north, east, south and west.
const FREE: u8 = 1 << 4;
/// The bit of a cell whose row and column have an odd sum.
const ODD: u8 = 1 << 5;

/// For each node what of it concerns a step, in one byte.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    nodes: Vec<u8>,
    stride: usize,
    /// How many cells are free.
    free: usize,
}

impl Ground {
    /// That of a surface.
    pub(super) fn new(surface: &Surface) -> Self {
        let plane = &surface.plane;
        let nodes: Vec<u8> =
            (0..plane.ways.len()).map(|node| byte(plane, node)).collect();
        let free = nodes.iter().filter(|&&byte| byte & FREE > 0).count();
        Self { nodes, stride: plane.stride, free }
    }

    /// Takes what has changed since a version of the map; returns whether anything has.
    pub(super) fn follow(&mut self, surface: &Surface, since: u64) -> bool {
        let plane = &surface.plane;
        let mut is_changed = false;
        let chunks = 0..surface.regions.len() as u32;
        for chunk in chunks.filter(|&chunk| surface.opened(chunk) > since) {
            for cell in surface.regions.cells(chunk) {
                let node = plane.node(cell);
                let now = byte(plane, node);
                let before = std::mem::replace(&mut self.nodes[node], now);
                is_changed |= before != now;
                self.free += usize::from(now & FREE > 0);
                self.free -= usize::from(before & FREE > 0);
            }
        }
        is_changed
    }

    /// How many nodes there are.
    pub(super) const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many cells are free.
    pub(super) const fn free(&self) -> usize {
        self.free
    }

    /// Whether a walker can stand at a node.
    #[inline]
    pub(super) fn is_free(&self, node: usize) -> bool {
        self.nodes[node] & FREE > 0
    }

    /// Whether the sum of row and column of a free node is odd.
    #[inline]
    pub(super) fn is_odd(&self, node: u32) -> bool {
        self.nodes[node as usize] & ODD > 0
    }

    /// The node to the north, east, south or west, by 0 to 3, if there is a step.
    #[inline]
    pub(super) fn step(&self, node: u32, way: u8) -> Option<u32> {
        let is_open = self.nodes[node as usize] >> way & 1 == 1;
        is_open.then(|| self.neighbor(node as usize, way) as u32)
    }

    /// Calls a function with each node from which a step in one of these directions, as bits, leads to a node, and the direction.
    #[inline]
    pub(super) fn for_each_behind(
        &self,
        node: u32,
        ways: u8,
        mut call: impl FnMut(u32, u8),
    ) {
        let open = self.nodes[node as usize] & 0b1111;
        // What is open to the north leads here southwards.
        let turned = open << 2 | open >> 2;
        let mut left = turned & ways;
        while left > 0 {
            let way = left.trailing_zeros() as u8;
            call(self.neighbor(node as usize, way ^ 2) as u32, way);
            left &= left - 1;
        }
    }

    /// The direction of the step from a node to one beside it.
    pub(super) fn way(&self, from: u32, to: u32) -> u8 {
        let is_there = |way: &u8| self.step(from, *way) == Some(to);
        (0..4).find(is_there).expect("a step leads to a cell beside")
    }

    #[inline]
    const fn neighbor(&self, node: usize, way: u8) -> usize {
        match way {
            0 => node - self.stride,
            1 => node + 1,
            2 => node + self.stride,
            _ => node - 1,
        }
    }

    /// Calls a function with each node that a step leads to.
    #[inline]
    pub(super) fn for_each_neighbor(&self, node: usize, mut call: impl FnMut(usize)) {
        let open = self.nodes[node];
        for way in 0..4 {
            if open >> way & 1 == 1 {
                call(self.neighbor(node, way));
            }
        }
    }
}

/// What of a node concerns a step.
fn byte(plane: &Plane, node: usize) -> u8 {
    if !plane.is_free(node) {
        return 0;
    }
    let cell = plane.cell(node);
    let odd = if (cell.row + cell.column) % 2 == 1 { ODD } else { 0 };
    plane.ways[node] & 0b1111 | FREE | odd
}
