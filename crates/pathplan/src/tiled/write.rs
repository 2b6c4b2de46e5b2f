//! Writing maps for the editor.

use std::collections::BTreeMap;

use tilewright_draw::{Color, Picture, Point, Shape};
use tilewright_formats::tiled::{
    Gid, Image, Layer, Map as File, Object, Orientation, Tile, Tileset, Value,
};
use tilewright_grid::{Cell, CellShape, Grid, Size, Stagger, World};

use super::TiledError;
use crate::{Ground, Map, picture};

/// The side of a tile in pixels, or the width of a hexagon between two opposite sides.
const TILE: u32 = 16;
/// The height of a hexagon with a point at the top, and the length of its sides: about 2 ÷ √3 and 1 ÷ √3 of its width, in even
/// numbers, as the editor divides them by two.
const HEXAGON: [u32; 2] = [18, 10];
/// The width and height of a diamond: twice as wide as high, as isometric tiles are drawn.
const DIAMOND: [u32; 2] = [32, 16];
/// The largest number of tiles in a row of a tileset.
const WIDEST: u32 = 16;
/// The largest number of kinds of cells of a tileset.
const MOST_KINDS: usize = 4096;

/// A tileset and its picture, to be written as NAME.tsx and NAME.png beside the map.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The name of its files, without the extension.
    pub name: String,
    /// The tileset.
    pub tileset: Tileset,
    /// The picture.
    pub picture: Picture,
}

/// A kind of cell: its ground, the bits of its cost, and its danger.
type CellKind = (u8, u64, u32);

impl Map {
    /// The map for the editor: a layer `ground`, with a tile for every kind of cell that has its
    /// ground, cost and danger as properties, and a layer of points for the places. Reading it
    /// gives the same map. `name` is the name of the files of its tileset.
    ///
    /// # Errors
    /// [`TiledError::Kinds`] when there are more than 4096 kinds of cells.
    pub fn to_tiled(&self, name: &str) -> Result<(File, Sheet), TiledError> {
        let mut kinds: BTreeMap<CellKind, u32> = BTreeMap::new();
        // Plain ground and walls are always there, so that a designer can draw with both.
        let plain = [Ground::Free, Ground::Wall].map(|ground| kind(ground, 1.0, 0));
        let own = (0..self.size().area()).map(|index| self.kind(index));

        for kind in plain.into_iter().chain(own) {
            kinds.insert(kind, 0);
            if kinds.len() > MOST_KINDS {
                return Err(TiledError::Kinds { found: kinds.len(), max: MOST_KINDS });
            }
        }

        // The ids follow the order of the kinds, not that of the cells.
        for (id, number) in kinds.values_mut().zip(0..) {
            *id = number;
        }

        let sheet = sheet(name, &kinds, self.shape());
        let mut file = self.empty_file();
        let first = file.add_tileset(format!("{name}.tsx"), sheet.tileset.clone());
        let size = self.size();
        let gid = |cell| Gid::new(first + kinds[&self.kind(size.index(cell))]);
        file.add_layer(Layer::tiles("ground", Grid::from_fn(size, gid)));
        let points = self.points(file.next_object_id);

        if !points.is_empty() {
            file.add_layer(Layer::objects("places", points));
        }

        Ok((file, sheet))
    }

    /// A map for the editor without layers.
    fn empty_file(&self) -> File {
        let [width, height] = tile(self.shape());
        let file = File::orthogonal(self.size(), width, height);
        let Some(stagger) = self.shape().stagger() else { return file };

        let axis = if stagger.is_of_rows() { "y" } else { "x" };
        let is_even = stagger.is_shifted(Cell::new(0, 0));
        let (orientation, side) = match self.shape() {
            CellShape::Diamond(_) => (Orientation::Staggered, None),
            _ => (Orientation::Hexagonal, Some(HEXAGON[1].cast_signed())),
        };
        File {
            orientation,
            stagger_axis: Some(axis.to_owned()),
            stagger_index: Some(if is_even { "even" } else { "odd" }.to_owned()),
            hex_side_length: side,
            ..file
        }
    }

    fn kind(&self, index: usize) -> CellKind {
        kind(self.grounds().values()[index], self.costs()[index], self.danger()[index])
    }

    /// The start, the goal, the NPCs and the ends of links as points, whose ids count from `first`.
    fn points(&self, first: u32) -> Vec<Object> {
        let world = world(self.size(), self.shape());
        let point = |name: &str, cell: Cell| {
            let [x, y] = world.middle(cell);
            Object::point(x, y).named(name)
        };

        let places = &self.places;
        let ends = [("start", places.start), ("goal", places.goal)];
        let ends = ends.into_iter().filter_map(|(name, cell)| Some(point(name, cell?)));
        let npcs = places.npcs.iter().map(|npc| match &npc.name {
            Some(name) => {
                Object { kind: Some("npc".to_owned()), ..point(name, npc.cell) }
            }
            None => point("npc", npc.cell),
        });

        let mut points: Vec<Object> = ends.chain(npcs).collect();
        for link in &places.links {
            // The link stands behind the point to which it refers.
            let to = first + points.len() as u32;
            points.push(point(&format!("end of {}", link.name), link.to));
            let mut object = point(&link.name, link.from);
            object.kind = Some("link".to_owned());
            object.properties.insert("to", Value::Object(to));
            object.properties.insert("cost", link.cost);
            object.properties.insert("one_way", !link.is_both_ways);
            if link.mask != u32::MAX {
                object.properties.insert("mask", link.mask);
            }
            points.push(object);
        }
        points
    }
}

const fn kind(ground: Ground, cost: f64, danger: u32) -> CellKind {
    (ground as u8, cost.to_bits(), danger)
}

/// The grounds in the order of their discriminants.
const GROUNDS: [(Ground, &str); 5] = [
    (Ground::Free, "free"),
    (Ground::Swamp, "swamp"),
    (Ground::Water, "water"),
    (Ground::Wall, "wall"),
    (Ground::Trees, "trees"),
];

/// The width and height of a tile.
const fn tile(shape: CellShape) -> [u32; 2] {
    match shape {
        CellShape::Square => [TILE, TILE],
        CellShape::Hexagon(stagger) if stagger.is_of_rows() => [TILE, HEXAGON[0]],
        CellShape::Hexagon(_) => [HEXAGON[0], TILE],
        CellShape::Diamond(_) => DIAMOND,
    }
}

/// Where the cells of a map lie in its file.
fn world(size: Size, shape: CellShape) -> World {
    let tile = tile(shape).map(f64::from);
    match shape {
        CellShape::Square => World::orthogonal(size, tile),
        CellShape::Hexagon(stagger) => {
            World::hexagonal(size, tile, stagger, HEXAGON[1].into())
        }
        CellShape::Diamond(stagger) => World::staggered(size, tile, stagger),
    }
}

/// The tileset with a tile for each kind.
fn sheet(name: &str, kinds: &BTreeMap<CellKind, u32>, cells: CellShape) -> Sheet {
    let count = kinds.len() as u32;
    let columns = count.min(WIDEST);
    let [wide, high] = tile(cells);
    let (width, height) = (columns * wide, count.div_ceil(columns) * high);
    let most = kinds.keys().map(|kind| kind.2).max().unwrap_or(0);
    let mut picture = Picture::new(f64::from(width), f64::from(height), "kinds of cells");
    // The rectangles around hexagons and diamonds overlap on the map.
    picture.background = picture.background.with_alpha(0);
    let image = Image::new(format!("{name}.png"), width, height);

    let mut tileset = Tileset::new(name, wide, high, count, columns).with_image(image);
    for (&(ground, cost, danger), &id) in kinds {
        let (ground, word) = GROUNDS[usize::from(ground)];
        let cost = f64::from_bits(cost);
        let mut tile = Tile { kind: word.to_owned(), ..Tile::default() };
        tile.properties.insert("walkable", !ground.is_blocked());

        if !matches!(ground, Ground::Free | Ground::Wall) {
            tile.properties.insert("ground", word);
        }

        if cost.to_bits() != 1.0_f64.to_bits() {
            tile.properties.insert("cost", cost);
        }

        if danger > 0 {
            tile.properties.insert("danger", danger);
        }

        tileset.tiles.insert(id, tile);
        let corner = [id % columns * wide, id / columns * high].map(f64::from);
        let fill = picture::color(ground, cost, danger, most);
        picture.push(shape(corner, cells, fill));
    }

    Sheet { name: name.to_owned(), tileset, picture }
}

/// The shape of a cell in the rectangle around it, whose upper left corner is given.
fn shape([left, top]: [f64; 2], cells: CellShape, fill: Color) -> Shape {
    // A cell that is not shifted.
    let still = |stagger: Stagger| {
        if stagger.is_of_rows() { Stagger::OddRows } else { Stagger::OddColumns }
    };
    let cells = match cells {
        CellShape::Square => {
            return Shape::rectangle(Point::new(left, top), [TILE.into(); 2], 0.0, fill);
        }
        CellShape::Hexagon(stagger) => CellShape::Hexagon(still(stagger)),
        CellShape::Diamond(stagger) => CellShape::Diamond(still(stagger)),
    };
    let corners = world(Size::new(1, 1), cells).corners(Cell::new(0, 0));
    let points = corners.map(|[x, y]| Point::new(left + x, top + y)).collect();
    Shape::Polygon { points, fill: Some(fill), stroke: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grounds_stand_at_their_numbers() {
        for (number, (ground, _)) in GROUNDS.into_iter().enumerate() {
            assert_eq!(ground as usize, number);
        }
    }
}
