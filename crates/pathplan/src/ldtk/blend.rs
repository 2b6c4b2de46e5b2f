//! Several layers as one ground, whatever their offsets and the sizes of their cells.

use tilewright_formats::ldtk::Layer;
use tilewright_grid::{Cell, Grid, Size};

use super::values::Meaning;
use crate::{Ground, MAX_CELLS, MapError};

/// The cells of the map: their number, and the side of each in pixels of the level.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) size: Size,
    pub(super) side: i64,
}

/// The ground of the layers that were added so far.
pub(super) struct Blend {
    pub(super) frame: Frame,
    pub(super) ground: Grid<Ground>,
}

impl Frame {
    /// The cell at a point of the level in pixels; none outside.
    pub(super) fn cell_at(&self, [x, y]: [i64; 2]) -> Option<Cell> {
        cell(self.size, [y.div_euclid(self.side), x.div_euclid(self.side)])
    }

    /// An offset in whole cells, halves away from zero, in pixels.
    const fn rounded(&self, pixels: i64) -> i64 {
        let cells = (pixels.abs() * 2 + self.side) / (2 * self.side);
        cells * self.side * pixels.signum()
    }
}

/// A cell of these rows and columns; none outside.
fn cell(size: Size, place: [i64; 2]) -> Option<Cell> {
    let [row, column] = place.map(|index| u32::try_from(index).ok());
    Some(Cell::new(row?, column?)).filter(|&cell| size.contains(cell))
}

/// What of the place of a layer is not read as it stands.
fn oddities(layer: &Layer, is_rounded: bool) -> impl Iterator<Item = String> {
    let name = &layer.name;
    let rounded = is_rounded
        .then(|| format!("the offset of layer {name:?} was rounded to whole cells"));
    let parallax = layer.is_parallax.then(|| {
        format!(
            "the layer {name:?} has a parallax factor: it was read as it stands without"
        )
    });
    rounded.into_iter().chain(parallax)
}

impl Blend {
    /// No ground yet, in the cells of the layer with the smallest ones, so that no wall is lost between
    /// them.
    pub(super) fn new(layers: &[&Layer]) -> Result<Self, MapError> {
        let finest = layers.iter().min_by_key(|layer| layer.side);
        let finest = finest.ok_or(MapError::Size { rows: 0, columns: 0 })?;
        let (size, pixels) = (finest.cells.size(), i64::from(finest.side));
        let Size { rows, columns } = size;
        if size.area() > MAX_CELLS {
            return Err(MapError::Size { rows, columns });
        }
        let ground = Grid::filled(size, Ground::Free);
        Ok(Self { frame: Frame { size, side: pixels }, ground })
    }

    /// Adds a layer, and returns the number of cells of the map that it covers, and of its walls among
    /// them. A cell gets the ground of the layer's cell under its centre, unless that of another layer
    /// is harder to walk on.
    pub(super) fn add(
        &mut self,
        layer: &Layer,
        meaning: &Meaning,
        warnings: &mut Vec<String>,
    ) -> [usize; 2] {
        let Self { frame, ground } = self;
        let offset = layer.offset.map(|pixels| frame.rounded(pixels));
        warnings.extend(oddities(layer, offset != layer.offset));

        let (size, pixels) = (layer.cells.size(), i64::from(layer.side));

        // The cell of the layer under the centre of a cell of the map; the two can have different
        // sides.
        let at = |index: u32, offset: i64| {
            (i64::from(index) * frame.side + frame.side / 2 - offset).div_euclid(pixels)
        };

        let [mut cells, mut walls] = [0, 0];
        for row in 0..frame.size.rows {
            let of_row = at(row, offset[1]);
            for column in 0..frame.size.columns {
                let here = cell(size, [of_row, at(column, offset[0])]);
                let said = meaning.ground(here.map_or(0, |cell| layer.cells[cell]));
                cells += usize::from(here.is_some());
                walls += usize::from(here.is_some() && said.is_blocked());
                let own = &mut ground[Cell::new(row, column)];
                *own = harder(*own, said);
            }
        }

        let lost = frame.lost(layer, offset, meaning);
        if lost > 0 {
            let (name, lie) = (&layer.name, if lost == 1 { "lies" } else { "lie" });
            warnings.push(format!(
                "the layer {name:?} is moved by its offset: {lost} of its walls {lie} outside the level"
            ));
        }

        [cells, walls]
    }
}

impl Frame {
    /// The number of the layer's cells that block and that the offset moves out of the map.
    fn lost(&self, layer: &Layer, offset: [i64; 2], meaning: &Meaning) -> usize {
        if offset == [0, 0] {
            return 0;
        }

        let (size, pixels) = (layer.cells.size(), i64::from(layer.side));
        let is_lost = |(index, &value): (usize, &i64)| {
            let Cell { row, column } = size.cell(index);
            let middle =
                |index: u32, offset| i64::from(index) * pixels + pixels / 2 + offset;
            let middle = [middle(column, offset[0]), middle(row, offset[1])];

            value != 0
                && meaning.ground(value).is_blocked()
                && self.cell_at(middle).is_none()
        };
        layer.cells.values().iter().enumerate().filter(|&cell| is_lost(cell)).count()
    }
}

/// The ground that is harder to walk on.
fn harder(one: Ground, other: Ground) -> Ground {
    let rank = |ground: Ground| match ground {
        Ground::Free => 0,
        Ground::Swamp => 1,
        Ground::Water => 2,
        Ground::Trees => 3,
        Ground::Wall => 4,
    };
    if rank(other) > rank(one) { other } else { one }
}
