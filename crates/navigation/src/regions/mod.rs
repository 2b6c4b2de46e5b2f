//! Regions: which places are connected, found again after every change at the cost of what changed.
//!
//! The cells are divided into chunks of [`SIDE`] × [`SIDE`]. The connected cells of a chunk are a *component*; components of
//! neighbouring chunks with cells beside each other have an *edge*; components that edges connect are an *island*. A change finds
//! the components and edges of its own chunk anew; islands change only where these did.

mod chunk;
mod corridor;
mod islands;

use tilewright_grid::{Cell, Size, Stagger};
use tilewright_pathplan::Corners;

use crate::metric::Metric;
use crate::plane::Plane;
use chunk::{Chunk, Edge};
pub(crate) use corridor::Corridor;

/// The number of rows and columns of a chunk: a row is a word of 16 bits, and filling a chunk from a cell takes some 50 ns.
pub(crate) const SIDE: u32 = 16;

/// The steps that connect cells, beside those to the four neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joint {
    /// None: diagonal steps lead nowhere else.
    Straight,
    /// Diagonal ones, between blocked cells.
    Diagonal,
    /// Those of hexagonal cells.
    Hexagonal(Stagger),
}

/// A component: its chunk, and its number within that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Component {
    chunk: u32,
    number: u8,
}

/// The chunks of a plane.
#[derive(Clone, Debug)]
pub(crate) struct Regions {
    /// The number of chunks beside each other and below each other.
    columns: u32,
    rows: u32,
    /// The size of the plane.
    size: Size,
    chunks: Vec<Chunk>,
    islands: islands::Islands,
    /// The steps that connect cells beside those to the four neighbours.
    joint: Joint,
}

impl Regions {
    /// The regions of a plane.
    pub(crate) fn new(plane: &Plane, size: Size) -> Self {
        let [rows, columns] = [size.rows, size.columns].map(|cells| cells.div_ceil(SIDE));
        let chunks = vec![Chunk::default(); (rows * columns) as usize];
        let joint = match plane.metric {
            Metric::Hexagonal(stagger) => Joint::Hexagonal(stagger),
            Metric::Eight if plane.steps.corners == Corners::Always => Joint::Diagonal,
            Metric::Four | Metric::Eight => Joint::Straight,
        };
        let islands = islands::Islands::default();
        let mut regions = Self { columns, rows, size, chunks, islands, joint };

        for chunk in 0..rows * columns {
            regions.find_components(chunk, plane);
        }
        for chunk in 0..rows * columns {
            regions.find_edges(chunk, plane);
        }
        regions.name_all_islands();
        regions
    }

    /// The number of chunks.
    pub(crate) const fn len(&self) -> usize {
        self.chunks.len()
    }

    /// The number of chunks beside each other.
    pub(crate) const fn columns(&self) -> u32 {
        self.columns
    }

    /// Whether a chunk has a cell of one of these islands; without a list, of any.
    pub(crate) fn has_island(&self, chunk: u32, islands: Option<&[u32]>) -> bool {
        let own = &self.chunks[chunk as usize].islands;
        islands.map_or(!own.is_empty(), |islands| {
            own.iter().any(|island| islands.contains(island))
        })
    }

    /// The chunk of a cell.
    #[inline]
    pub(crate) const fn chunk_of(&self, cell: Cell) -> u32 {
        cell.row / SIDE * self.columns + cell.column / SIDE
    }

    /// The place of a cell's chunk among the chunks.
    pub(crate) const fn place_of(cell: Cell) -> Cell {
        Cell::new(cell.row / SIDE, cell.column / SIDE)
    }

    /// The number of the chunk at a place.
    pub(crate) const fn number(&self, place: Cell) -> u32 {
        place.row * self.columns + place.column
    }

    /// The cells of a chunk.
    pub(crate) fn cells(&self, chunk: u32) -> impl Iterator<Item = Cell> + use<> {
        let (Cell { row, column }, size) = (self.corner(chunk), self.size);
        let columns = column..(column + SIDE).min(size.columns);
        let rows = row..(row + SIDE).min(size.rows);
        rows.flat_map(move |row| {
            columns.clone().map(move |column| Cell::new(row, column))
        })
    }

    /// The first cell of a chunk.
    pub(crate) const fn corner(&self, chunk: u32) -> Cell {
        Cell::new(chunk / self.columns * SIDE, chunk % self.columns * SIDE)
    }

    /// The island of a cell where something can stand.
    #[inline]
    pub(crate) fn island(&self, cell: Cell) -> u32 {
        let chunk = &self.chunks[self.chunk_of(cell) as usize];
        chunk.islands[usize::from(chunk.component(cell))]
    }

    /// Finds everything anew after cells of these chunks have changed. The chunks come in ascending order, each once.
    pub(crate) fn repair(&mut self, plane: &Plane, chunks: &[u32]) {
        for &chunk in chunks {
            self.repair_chunk(plane, chunk);
        }
    }

    /// The chunk beside another one.
    fn beside(&self, chunk: u32, way: usize) -> Option<u32> {
        let step = tilewright_pathplan::search::WAYS[way];
        let row = (chunk / self.columns).checked_add_signed(step.down)?;
        let column = (chunk % self.columns).checked_add_signed(step.right)?;
        (row < self.rows && column < self.columns).then(|| row * self.columns + column)
    }

    /// Finds the components of a chunk.
    fn find_components(&mut self, chunk: u32, plane: &Plane) {
        let corner = self.corner(chunk);
        let free = self.free(corner, plane);
        self.chunks[chunk as usize].find_components(&free, self.joint);
    }

    /// The free cells of a chunk, a word for each row.
    fn free(&self, corner: Cell, plane: &Plane) -> [u16; SIDE as usize] {
        let width = (self.size.columns - corner.column).min(SIDE);
        let mask = u64::from(u32::MAX >> (32 - width));
        let height = (self.size.rows - corner.row).min(SIDE) as usize;
        let rows = &plane.lines.rows;
        let first = rows.at(corner.row as usize, corner.column as usize);
        std::array::from_fn(|row| {
            if row < height {
                (rows.window(first + row * plane.stride) & mask) as u16
            } else {
                0
            }
        })
    }

    /// Finds the edges from a chunk to its neighbours.
    fn find_edges(&mut self, chunk: u32, plane: &Plane) {
        let mut edges = std::mem::take(&mut self.chunks[chunk as usize].edges);
        edges.clear();
        for way in 0..8 {
            self.edges_towards(chunk, way, plane, &mut edges);
        }
        self.chunks[chunk as usize].edges = edges;
    }

    /// Appends the edges in one direction, in ascending order.
    fn edges_towards(
        &self,
        chunk: u32,
        way: usize,
        plane: &Plane,
        edges: &mut Vec<Edge>,
    ) {
        let (from, Some(beside)) =
            (&self.chunks[chunk as usize], self.beside(chunk, way))
        else {
            return;
        };
        let to = &self.chunks[beside as usize];
        if from.islands.is_empty()
            || to.islands.is_empty()
            || (way >= 4 && self.joint == Joint::Straight)
        {
            return;
        }

        let first = edges.len();
        let corners = [self.corner(chunk), self.corner(beside)];
        let mut note = |here: Cell, there: Cell| {
            let edge = Edge {
                own: from.component(here),
                way: way as u8,
                other: to.component(there),
            };
            // A cell of a chunk that has yet to be repaired has no component, and gets its edges then. The same two come again and
            // again, as a rule.
            let is_known = edge.own != chunk::NONE && edge.other != chunk::NONE;
            if is_known && edges[first..].last() != Some(&edge) {
                edges.push(edge);
            }
        };

        if self.joint == Joint::Straight {
            let mut places = self.facing(corners, way, plane);
            if from.islands.len() == 1 && to.islands.len() == 1 {
                // Any of them tells all.
                places &= places.wrapping_neg();
            }
            while places != 0 {
                let (here, there) = border(corners, way, places.trailing_zeros());
                note(here, there);
                places &= places - 1;
            }
        } else {
            for [here, there] in self.pairs(corners, way, plane) {
                note(here, there);
            }
        }
        edges[first..].sort_unstable();
        let mut kept = first;
        for at in first..edges.len() {
            if kept == first || edges[kept - 1] != edges[at] {
                edges[kept] = edges[at];
                kept += 1;
            }
        }
        edges.truncate(kept);
    }

    /// The places along a border whose cells are free on both sides, as bits.
    fn facing(&self, corners: [Cell; 2], way: usize, plane: &Plane) -> u16 {
        let (here, there) = border(corners, way, 0);
        let (rows, columns) = (&plane.lines.rows, &plane.lines.columns);
        let (left, most, line) = match way {
            0 | 2 => (here.column, self.size.columns, rows),
            _ => (here.row, self.size.rows, columns),
        };
        let word = |cell: Cell| {
            let (row, column) = (cell.row as usize, cell.column as usize);
            line.window(if way.is_multiple_of(2) {
                line.at(row, column)
            } else {
                line.at(column, row)
            })
        };
        let length = (most - left).min(SIDE);
        (word(here) & word(there) & u64::from(u32::MAX >> (32 - length))) as u16
    }

    /// All steps from a chunk into the one beside it: both cells of each.
    fn pairs<'a>(
        &self,
        [here, there]: [Cell; 2],
        way: usize,
        plane: &'a Plane,
    ) -> impl Iterator<Item = [Cell; 2]> + use<'a> {
        let corners = [here, there];
        let border = move |place: u32| border(corners, way, place);
        let size = self.size;
        let is_free = move |cell: Cell| {
            cell.row < size.rows
                && cell.column < size.columns
                && plane.is_free(plane.node(cell))
        };
        let length = if way < 4 { SIDE } else { 1 };
        let stagger = plane.metric.stagger();

        (0..length).flat_map(move |place| {
            let from = border(place).0;
            let shifts = if way < 4 { -1..=1 } else { 0..=0 };
            shifts.filter_map(move |shift: i32| {
                let other =
                    place.checked_add_signed(shift).filter(|&other| other < length)?;
                let to = border(other).1;
                let is_step = is_free(from)
                    && is_free(to)
                    && stagger.is_none_or(|stagger| stagger.distance(from, to) == 1);
                is_step.then_some([from, to])
            })
        })
    }
}

/// The cells of a chunk and of the one beside it in a direction that lie at a place along their border.
fn border([here, there]: [Cell; 2], way: usize, place: u32) -> (Cell, Cell) {
    let last = SIDE - 1;
    let along = |from: Cell, down: u32, right: u32| {
        Cell::new(from.row + down, from.column + right)
    };
    match way {
        0 => (along(here, 0, place), along(there, last, place)),
        1 => (along(here, place, last), along(there, place, 0)),
        2 => (along(here, last, place), along(there, 0, place)),
        3 => (along(here, place, 0), along(there, place, last)),
        4 => (along(here, 0, last), along(there, last, 0)),
        5 => (along(here, last, last), there),
        6 => (along(here, last, 0), along(there, 0, last)),
        _ => (here, along(there, last, last)),
    }
}
