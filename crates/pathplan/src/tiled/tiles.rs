//! The positions of tiles and cells.

use tilewright_formats::tiled::{Gid, Map, Orientation, TileLayer};
use tilewright_grid::{Cell, CellShape, Size, World};

use super::TiledError;
use super::hexagons::Hexagons;
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
    /// Whether cells are parallelograms, which are read as if they were rectangles.
    is_oblique: bool,
    /// The number of rows that the file names, by which the editor places an isometric map.
    file_rows: u32,
    /// The cells of a hexagonal or staggered map.
    pub(super) hexagons: Option<Hexagons>,
}

impl Frame {
    /// The frame of a map; for an infinite map the bounding rectangle of its tiles.
    pub(super) fn of(map: &Map, layers: &[PlacedLayer<'_>]) -> Result<Self, TiledError> {
        let is_known = matches!(
            map.orientation,
            Orientation::Orthogonal
                | Orientation::Oblique
                | Orientation::Isometric
                | Orientation::Staggered
                | Orientation::Hexagonal
        );
        if !is_known {
            return Err(TiledError::Orientation { found: map.orientation.to_string() });
        }

        let (width, height) = (map.tile_width, map.tile_height);
        if [width, height].iter().any(|side| !(1..=65536).contains(side)) {
            return Err(TiledError::TileSize { width, height });
        }

        let is_isometric = map.orientation == Orientation::Isometric;
        let tile = (f64::from(width), f64::from(height));
        let mut frame = Self {
            size: map.size(),
            origin: (0, 0),
            cell: if is_isometric { (tile.1, tile.1) } else { tile },
            tile,
            is_isometric,
            is_oblique: map.orientation == Orientation::Oblique,
            file_rows: map.rows,
            hexagons: matches!(
                map.orientation,
                Orientation::Hexagonal | Orientation::Staggered
            )
            .then(|| Hexagons::of(map)),
        };
        if map.infinite {
            (frame.origin, frame.size) = frame.bounds(layers);
        }

        let Size { rows, columns } = frame.size;
        let area = u64::from(rows) * u64::from(columns);
        if area == 0 || area > MAX_CELLS as u64 {
            return Err(MapError::Size { rows, columns }.into());
        }

        Ok(frame)
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
        let shift = self.shift(layer);
        tiles.cells().filter(|(_, _, gid)| !gid.is_empty()).filter_map(
            move |(row, column, gid)| {
                let (row, column) = self.moved((row, column), shift);
                Some((self.index(row, column)?, gid))
            },
        )
    }

    /// The tiles of a layer that its offset moves out of the map.
    pub(super) fn outside<'a>(
        &'a self,
        layer: &PlacedLayer<'a>,
        tiles: &'a TileLayer,
    ) -> impl Iterator<Item = Gid> + 'a {
        let shift = self.shift(layer);
        let is_moved = shift != (0, 0);
        let cells = tiles.cells().filter(move |(_, _, gid)| is_moved && !gid.is_empty());
        cells.filter_map(move |(row, column, gid)| {
            let (row, column) = self.moved((row, column), shift);
            self.index(row, column).is_none().then_some(gid)
        })
    }

    /// The offset of a layer in rows and columns, or as a step between hexagons.
    fn shift(&self, layer: &PlacedLayer<'_>) -> (i64, i64) {
        if let Some(hexagons) = &self.hexagons {
            return hexagons.step(layer.offset);
        }
        let (down, right) = cells(layer.offset, self.tile, self.is_isometric);
        let whole = |cells: f64| cells.round().clamp(-1e9, 1e9) as i64;
        (whole(down), whole(right))
    }

    /// A row and column after the offset of a layer.
    const fn moved(&self, (row, column): (i64, i64), shift: (i64, i64)) -> (i64, i64) {
        match &self.hexagons {
            Some(hexagons) => hexagons.moved((row, column), shift),
            None => (row + shift.0, column + shift.1),
        }
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
        if let Some(hexagons) = &self.hexagons {
            return hexagons.is_step(layer.offset);
        }
        let (down, right) = self.shift(layer);
        let exact = cells(layer.offset, self.tile, self.is_isometric);
        (down as f64 - exact.0).abs() < 0.01 && (right as f64 - exact.1).abs() < 0.01
    }

    /// The cell at a point in pixels; none outside the map.
    pub(super) fn cell_at(&self, x: f64, y: f64) -> Option<Cell> {
        if let Some(hexagons) = &self.hexagons {
            return hexagons.world(self.origin, self.size).cell_at([x, y]);
        }
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
        if let Some(hexagons) = &self.hexagons {
            let [x, y] = hexagons.world(self.origin, self.size).middle(cell);
            return (x, y);
        }
        let part = |index: u32, first: i64, side: f64| {
            (f64::from(index) + first as f64 + 0.5) * side
        };
        (
            part(cell.column, self.origin.1, self.cell.0),
            part(cell.row, self.origin.0, self.cell.1),
        )
    }

    /// The shape of the cells.
    pub(super) fn shape(&self) -> CellShape {
        self.hexagons.map_or(CellShape::Square, |hexagons| hexagons.shape(self.origin))
    }

    /// Whether tiles are turned by 60° and 120° in place of being flipped over the diagonal.
    pub(super) fn turns_tiles(&self) -> bool {
        self.hexagons.is_some_and(|hexagons| hexagons.are_hexagons())
    }

    /// The corners of a cell in the rectangle around it.
    #[cfg(feature = "pictures")]
    pub(super) fn corners(&self) -> Vec<[f64; 2]> {
        let (size, tile) = (Size::new(1, 1), [self.tile.0, self.tile.1]);
        let world = match &self.hexagons {
            Some(hexagons) => hexagons.alone(),
            None if self.is_isometric => World::isometric(size, tile),
            None => World::orthogonal(size, tile),
        };
        world.corners(Cell::new(0, 0)).collect()
    }

    /// The form of cells in the name of a tileset; empty for rectangles.
    #[cfg(feature = "pictures")]
    pub(super) fn form(&self) -> String {
        match &self.hexagons {
            Some(hexagons) => hexagons.form(),
            None if self.is_isometric => "-isometric".to_owned(),
            None => String::new(),
        }
    }

    /// The cells in the pixels of the screen; none where they are parallelograms.
    pub(super) fn world(&self) -> Option<World> {
        if self.is_oblique {
            return None;
        }
        if let Some(hexagons) = &self.hexagons {
            return Some(hexagons.world(self.origin, self.size));
        }

        let tile = [self.tile.0, self.tile.1];
        let (row, column) = (self.origin.0 as f64, self.origin.1 as f64);
        if self.is_isometric {
            // The editor leaves room on the left for the rows that the file names.
            let room = f64::from(self.file_rows) - f64::from(self.size.rows);
            let right = (room + column - row) / 2.0;
            let at = [right * tile[0], f64::midpoint(row, column) * tile[1]];
            return Some(World::isometric(self.size, tile).at(at));
        }
        let at = [column * tile[0], row * tile[1]];
        Some(World::orthogonal(self.size, tile).at(at))
    }

    /// The bounding rectangle of the chunks of all layers: its first cell and its size. Rows and
    /// columns are those of the editor as long as no chunk lies above or to the left of cell 0, 0.
    fn bounds(&self, layers: &[PlacedLayer<'_>]) -> ((i64, i64), Size) {
        let mut ends: Option<[i64; 4]> = None;
        for (layer, tiles) in
            layers.iter().filter_map(|layer| Some((layer, layer.tiles()?)))
        {
            let TileLayer::Infinite { chunks, .. } = tiles else { continue };

            let shift = self.shift(layer);
            for chunk in chunks.iter().filter(|chunk| chunk.cells.size().area() > 0) {
                let Size { rows, columns } = chunk.cells.size();
                let (row, column) = (i64::from(chunk.row), i64::from(chunk.column));
                let (below, after) = (row + i64::from(rows), column + i64::from(columns));
                let own = if let Some(hexagons) = &self.hexagons {
                    hexagons.rectangle([row, below], [column, after], shift)
                } else {
                    let (down, right) = shift;
                    [row + down, column + right, below + down, after + right]
                };
                let [top, left, bottom, end] = ends.unwrap_or(own);
                ends = Some([
                    top.min(own[0]),
                    left.min(own[1]),
                    bottom.max(own[2]),
                    end.max(own[3]),
                ]);
            }
        }

        let [top, left, bottom, right] = ends.unwrap_or([0; 4]);
        let side = |from: i64, to: i64| u32::try_from(to - from).unwrap_or(u32::MAX);
        ((top, left), Size::new(side(top, bottom), side(left, right)))
    }
}

/// An offset in pixels of the screen as rows down and columns to the right.
fn cells((x, y): (f64, f64), tile: (f64, f64), is_isometric: bool) -> (f64, f64) {
    let (right, down) = (x / tile.0, y / tile.1);
    if is_isometric { (down - right, down + right) } else { (down, right) }
}
