//! The layers of a level.

use tilewright_grid::{Cell, Grid, Size};

use super::error::{Error, missing};
use super::field::{Field, fields};
use super::raw::{Definition, Definitions, RawEntity, RawLayer};

/// The largest number of cells of a layer: 4096 × 4096, which take 128 MB.
const MOST: u64 = 1 << 24;

/// The layers of a level, from the topmost to the lowest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layers {
    /// The layers with an integer in each cell.
    pub grids: Vec<Layer>,
    /// The layers of tiles that are not also integer grids.
    pub tiles: Vec<Layer>,
    /// The entities of all layers.
    pub entities: Vec<Entity>,
}

/// What the cells of a layer hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// An integer; 0 is an empty cell.
    Integers,
    /// 1 where there is a tile, 0 elsewhere.
    Tiles,
}

/// A layer with a value in each cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The name of the layer.
    pub name: String,
    /// What the values are.
    pub kind: LayerKind,
    /// The side of a cell in pixels.
    pub side: u32,
    /// How many pixels cell 0, 0 lies right of and below the top left corner of the level.
    pub offset: [i64; 2],
    /// Whether it moves by a parallax factor when the camera moves.
    pub is_parallax: bool,
    /// The values.
    pub cells: Grid<i64>,
    /// The names of values that have one in the project.
    pub names: Vec<(i64, String)>,
    /// The values that the project declares, with a name or without.
    pub declared: Vec<i64>,
}

/// An entity of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Entity {
    /// The name of its kind, such as `Player`.
    pub name: String,
    /// The row and the column of the cell of its layer that contains it.
    pub cell: [i64; 2],
    /// The side of a cell of its layer in pixels.
    pub side: u32,
    /// The offset of its layer, as [`Layer::offset`].
    pub offset: [i64; 2],
    /// The name of its layer.
    pub layer: String,
    /// The id by which fields refer to it, since version 1.0.
    pub id: Option<String>,
    /// Its fields, but for points and tiles.
    pub fields: Vec<Field>,
}

impl Layers {
    pub(super) fn read(
        layers: &[RawLayer],
        level: &str,
        definitions: &Definitions,
    ) -> Result<Self, Error> {
        let mut read = Self::default();
        for raw in layers {
            let header = Header::of(raw, level, definitions)?;
            match header.kind.as_str() {
                "IntGrid" => read.grids.push(header.integers(raw)?),
                "Tiles" | "AutoLayer" => read.tiles.push(header.tiles(raw)),
                _ => {}
            }
            for entity in &raw.entity_instances {
                read.entities.push(header.entity(entity)?);
            }
        }
        Ok(read)
    }
}

/// What all kinds of layers have.
struct Header<'a> {
    place: String,
    name: String,
    kind: String,
    size: Size,
    side: u32,
    offset: [i64; 2],
    definition: Option<&'a Definition>,
    is_one_less: bool,
}

impl<'a> Header<'a> {
    fn of(
        raw: &RawLayer,
        level: &str,
        definitions: &'a Definitions,
    ) -> Result<Self, Error> {
        let of_level = format!("a layer of the level {level:?}");
        let name =
            raw.identifier.clone().ok_or_else(|| missing("__identifier", &of_level))?;
        let place = format!("the layer {name:?} of the level {level:?}");
        let kind = raw.kind.clone().ok_or_else(|| missing("__type", &place))?;
        let columns = raw.columns.ok_or_else(|| missing("__cWid", &place))?;
        let rows = raw.rows.ok_or_else(|| missing("__cHei", &place))?;
        let side = raw.side.ok_or_else(|| missing("__gridSize", &place))?;

        let area = u64::from(rows) * u64::from(columns);
        if area == 0 || area > MOST {
            return Err(Error::Size { place, rows, columns });
        }
        if side == 0 {
            return Err(Error::Side { place });
        }

        let is_own = |definition: &&Definition| match (definition.uid, raw.layer_def_uid)
        {
            (Some(uid), Some(own)) => uid == own,
            _ => definition.identifier.as_deref() == Some(&name),
        };

        let offset = [raw.total_x.or(raw.own_x), raw.total_y.or(raw.own_y)];
        // Pixels of a level; more would be a damaged file, and their sums would overflow.
        let offset = offset.map(|it| it.unwrap_or_default().clamp(-1 << 40, 1 << 40));

        let definition = definitions.layers.iter().find(is_own);
        let is_one_less = definitions.is_one_less;
        Ok(Self {
            place,
            name,
            kind,
            size: Size::new(rows, columns),
            side,
            offset,
            definition,
            is_one_less,
        })
    }

    fn layer(&self, kind: LayerKind, cells: Grid<i64>) -> Layer {
        let definition = self.definition;

        let values = definition.map_or(&[][..], |found| &found.int_grid_values);
        let values = if kind == LayerKind::Integers { values } else { &[] };

        // Before the release of 0.8.0 values had no numbers but their order.
        let numbered = || {
            let numbered = (1..).zip(values);
            numbered.map(|(number, value)| (value.value.unwrap_or(number), value))
        };

        let named = numbered().filter_map(|(number, value)| {
            let name = value.identifier.clone().filter(|name| !name.is_empty())?;
            Some((number, name))
        });

        Layer {
            name: self.name.clone(),
            kind,
            side: self.side,
            offset: self.offset,
            is_parallax: definition.is_some_and(|found| {
                found.parallax_factor_x != 0.0 || found.parallax_factor_y != 0.0
            }),
            cells,
            names: named.collect(),
            declared: numbered().map(|(number, _)| number).collect(),
        }
    }

    fn integers(&self, raw: &RawLayer) -> Result<Layer, Error> {
        let Size { rows, columns } = self.size;
        let place = || self.place.clone();

        if let Some(values) = &raw.int_grid_csv {
            let found = values.len();

            let added = i64::from(self.is_one_less);
            let values = values.iter().map(|value| value.saturating_add(added)).collect();
            let cells = Grid::from_values(self.size, values);
            let wrong = |_| Error::Values { place: place(), rows, columns, found };
            let cells = cells.map_err(wrong)?;
            return Ok(self.layer(LayerKind::Integers, cells));
        }

        let coded =
            raw.int_grid.as_ref().ok_or_else(|| missing("intGridCsv", &self.place))?;

        let mut cells = Grid::filled(self.size, 0);
        for cell in coded {
            let index = cell.index;
            let at = usize::try_from(index).ok().filter(|&at| at < self.size.area());
            let at = at.ok_or_else(|| Error::Outside {
                place: place(),
                rows,
                columns,
                index,
            })?;
            // Version 0.7 and earlier count values from 0; -1 is an empty cell.
            cells.values_mut()[at] = cell.value.saturating_add(1).max(0);
        }

        Ok(self.layer(LayerKind::Integers, cells))
    }

    /// The cells that hold a tile; tiles outside the layer are left out.
    fn tiles(&self, raw: &RawLayer) -> Layer {
        let mut cells = Grid::filled(self.size, 0);
        for tile in raw.grid_tiles.iter().chain(&raw.auto_layer_tiles) {
            let by_place =
                tile.px.map(|px| px.map(|pixel| pixel.div_euclid(self.side.into())));

            let columns = i64::from(self.size.columns);
            let by_index = || tile.index.map(|index| [index % columns, index / columns]);
            let Some([column, row]) = by_place.or_else(by_index) else { continue };

            let cell = u32::try_from(row).ok().zip(u32::try_from(column).ok());
            let cell = cell.map(|(row, column)| Cell::new(row, column));
            if let Some(cell) = cell.filter(|&cell| self.size.contains(cell)) {
                cells[cell] = 1;
            }
        }

        self.layer(LayerKind::Tiles, cells)
    }

    fn entity(&self, raw: &RawEntity) -> Result<Entity, Error> {
        let of_layer = format!("an entity of {}", self.place);
        let name = raw.identifier.clone();
        let name = name.ok_or_else(|| missing("__identifier", &of_layer))?;
        let old = || Some([raw.column?, raw.row?]);
        let place = || format!("the entity {name:?} of {}", self.place);
        let [column, row] =
            raw.grid.or_else(old).ok_or_else(|| missing("__grid", &place()))?;
        let cell = [row, column].map(|index| index.clamp(-1 << 20, 1 << 40));
        let (side, offset, layer) = (self.side, self.offset, self.name.clone());
        let (id, fields) = (raw.iid.clone(), fields(&raw.fields));
        Ok(Entity { name, cell, side, offset, layer, id, fields })
    }
}
