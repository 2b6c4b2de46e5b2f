//! The positions of tiles and cells.

use tilewright_formats::tiled::{Gid, Map, Orientation, TileLayer};
use tilewright_grid::{Cell, Size};

use super::TiledError;
use super::layers::PlacedLayer;
use crate::{MAX_CELLS, MapError};

/// The extent of a map and the size of its cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) size: Size,
    /// The row and column in the file of the map's cell 0, 0; other than 0, 0 only for infinite
    /// maps.
    pub(super) origin: (i64, i64),
    /// The width and height of a cell in the pixels of object positions.
    pub(super) cell: (f64, f64),
    /// The width and height of a cell in the pixels of layer offsets.
    pub(super) tile: (f64, f64),
    pub(super) is_isometric: bool,
}

impl Frame {
    /// The frame of a map; for an infinite map the bounding rectangle of its tiles.
    pub(super) fn of(map: &Map, layers: &[PlacedLayer<'_>]) -> Result<Self, TiledError> {
        let is_isometric = match map.orientation {
            Orientation::Orthogonal | Orientation::Oblique => false,
            Orientation::Isometric => true,
            ref other => {
                return Err(TiledError::Orientation { found: other.to_string() });
            }
        };

        let (width, height) = (map.tile_width, map.tile_height);
        if [width, height].iter().any(|side| !(1..=65536).contains(side)) {
            return Err(TiledError::TileSize { width, height });
        }

        let tile = (f64::from(width), f64::from(height));
        let cell = if is_isometric { (tile.1, tile.1) } else { tile };
        let (origin, size) = if map.infinite {
            bounds(layers, tile, is_isometric)
        } else {
            ((0, 0), map.size())
        };

        let Size { rows, columns } = size;
        let area = u64::from(rows) * u64::from(columns);
        if area == 0 || area > MAX_CELLS as u64 {
            return Err(MapError::Size { rows, columns }.into());
        }

        Ok(Self { size, origin, cell, tile, is_isometric })
    }

    /// The index of the cell at this row and column of the file.
    pub(super) fn index(&self, row: i64, column: i64) -> Option<usize> {
        let row = u32::try_from(row - self.origin.0).ok()?;
        let column = u32::try_from(column - self.origin.1).ok()?;
        let cell = Cell::new(row, column);
        self.size.contains(cell).then(|| self.size.index(cell))
    }

    /// The tiles of a layer with the indices of their cells, the offset of the layer included.
    pub(super) fn tiles<'a>(
        &'a self,
        layer: &PlacedLayer<'a>,
        tiles: &'a TileLayer,
    ) -> impl Iterator<Item = (usize, Gid)> + 'a {
        let (down, right) = self.shift(layer);
        tiles.cells().filter(|(_, _, gid)| !gid.is_empty()).filter_map(
            move |(row, column, gid)| {
                Some((self.index(row + down, column + right)?, gid))
            },
        )
    }

    /// The tiles of a layer that its offset moves out of the map.
    pub(super) fn outside<'a>(
        &'a self,
        layer: &PlacedLayer<'a>,
        tiles: &'a TileLayer,
    ) -> impl Iterator<Item = Gid> + 'a {
        let (down, right) = self.shift(layer);
        let is_moved = (down, right) != (0, 0);
        let cells = tiles.cells().filter(move |(_, _, gid)| is_moved && !gid.is_empty());
        cells.filter_map(move |(row, column, gid)| {
            self.index(row + down, column + right).is_none().then_some(gid)
        })
    }

    /// The offset of a layer in rows and columns.
    fn shift(&self, layer: &PlacedLayer<'_>) -> (i64, i64) {
        shift(layer.offset, self.tile, self.is_isometric)
    }

    /// The offset of a layer in the pixels of object positions.
    pub(super) fn pixels(&self, layer: &PlacedLayer<'_>) -> (f64, f64) {
        self.on_ground(layer.offset)
    }

    /// A vector on the screen in the pixels of object positions.
    pub(super) fn on_ground(&self, vector: (f64, f64)) -> (f64, f64) {
        if !self.is_isometric {
            return vector;
        }
        let (down, right) = cells(vector, self.tile, true);
        (right * self.cell.0, down * self.cell.1)
    }

    /// Whether a row or column number is too large for a file.
    #[cfg(feature = "pictures")]
    pub(super) fn is_far(&self) -> bool {
        let Size { rows, columns } = self.size;
        let ends = [(self.origin.0, rows), (self.origin.1, columns)];
        let is_near = |&(first, count): &(i64, u32)| {
            first > i64::from(i32::MIN)
                && first + i64::from(count) < i64::from(i32::MAX) - 32
        };
        !ends.iter().all(is_near)
    }

    /// Whether the offset of a layer is a whole number of cells.
    pub(super) fn is_offset_whole(&self, layer: &PlacedLayer<'_>) -> bool {
        let (down, right) = self.shift(layer);
        let exact = cells(layer.offset, self.tile, self.is_isometric);
        (down as f64 - exact.0).abs() < 0.01 && (right as f64 - exact.1).abs() < 0.01
    }

    /// The cell at a point in pixels; none outside the map.
    pub(super) fn cell_at(&self, x: f64, y: f64) -> Option<Cell> {
        let part = |place: f64, side: f64| {
            let index = (place / side).floor();
            (index.abs() < 1e9).then_some(index as i64)
        };
        let (row, column) = (part(y, self.cell.1)?, part(x, self.cell.0)?);
        self.index(row, column).map(|index| self.size.cell(index))
    }

    /// The centre of a cell in pixels.
    #[cfg(feature = "pictures")]
    pub(super) fn middle(&self, cell: Cell) -> (f64, f64) {
        let part = |index: u32, first: i64, side: f64| {
            (f64::from(index) + first as f64 + 0.5) * side
        };
        (
            part(cell.column, self.origin.1, self.cell.0),
            part(cell.row, self.origin.0, self.cell.1),
        )
    }
}

/// An offset in pixels of the screen as rows down and columns to the right.
fn cells((x, y): (f64, f64), tile: (f64, f64), is_isometric: bool) -> (f64, f64) {
    let (right, down) = (x / tile.0, y / tile.1);
    if is_isometric { (down - right, down + right) } else { (down, right) }
}

/// As [`cells`], in whole cells.
fn shift(offset: (f64, f64), tile: (f64, f64), is_isometric: bool) -> (i64, i64) {
    let (down, right) = cells(offset, tile, is_isometric);
    let whole = |cells: f64| cells.round().clamp(-1e9, 1e9) as i64;
    (whole(down), whole(right))
}

/// The bounding rectangle of the chunks of all layers: its first cell and its size. Rows and
/// columns are those of the editor as long as no chunk lies above or to the left of cell 0, 0.
fn bounds(
    layers: &[PlacedLayer<'_>],
    tile: (f64, f64),
    is_isometric: bool,
) -> ((i64, i64), Size) {
    let mut ends: Option<[i64; 4]> = None;
    for (layer, tiles) in layers.iter().filter_map(|layer| Some((layer, layer.tiles()?)))
    {
        let TileLayer::Infinite { chunks, .. } = tiles else { continue };

        let (down, right) = shift(layer.offset, tile, is_isometric);
        for chunk in chunks.iter().filter(|chunk| chunk.cells.size().area() > 0) {
            let Size { rows, columns } = chunk.cells.size();
            let (row, column) =
                (i64::from(chunk.row) + down, i64::from(chunk.column) + right);
            let (below, after) = (row + i64::from(rows), column + i64::from(columns));
            let [top, left, bottom, end] = ends.unwrap_or([row, column, below, after]);
            ends =
                Some([top.min(row), left.min(column), bottom.max(below), end.max(after)]);
        }
    }

    let [top, left, bottom, right] = ends.unwrap_or([0; 4]);
    let side = |from: i64, to: i64| u32::try_from(to - from).unwrap_or(u32::MAX);
    ((top, left), Size::new(side(top, bottom), side(left, right)))
}
