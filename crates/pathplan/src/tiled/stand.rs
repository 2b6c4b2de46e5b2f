//! Where the picture of a tile stands, in a cell or as an object, and what its shapes cover there.

use tilewright_formats::tiled::{LayerKind, Map, Object, TileRef};

use super::figure::{Figure, moved, turn, turned};
use super::tiles::Frame;

/// A point or a vector in pixels.
type Pair = (f64, f64);

/// How the picture of a tile is laid on a map.
pub(super) struct Stand<'a> {
    tile: TileRef<'a>,
    frame: &'a Frame,
    /// The width and height with which it is drawn.
    size: Pair,
    /// The factors by which it is stretched.
    scale: Pair,
    /// Its top left corner before it is turned, relative to `place` on the screen.
    corner: Pair,
    /// The sine and cosine of its rotation.
    turn: Pair,
    /// The position in the pixels of objects.
    place: Pair,
}

impl<'a> Stand<'a> {
    /// The tile of a cell whose corner is at 0. Its picture stands on the lower edge of the cell.
    pub(super) fn in_cell(frame: &'a Frame, tile: TileRef<'a>) -> Self {
        let (width, height) = flipped_size(frame, tile);
        let set = tile.tileset;
        let cell = frame.tile;
        let is_stretched = set.render_size.as_deref() == Some("grid");

        let mut scale = (1.0, 1.0);
        if is_stretched && width > 0.0 && height > 0.0 {
            scale = (cell.0 / width, cell.1 / height);
            if set.fill_mode.as_deref() == Some("preserve-aspect-fit") {
                let least = scale.0.min(scale.1);
                scale = (least, least);
            }
        }

        let left = if is_stretched { (cell.0 - width * scale.0) / 2.0 } else { 0.0 };
        let above = cell.1 - height * scale.1;
        let top = if is_stretched { above / 2.0 } else { above };
        // The upper corner of a rhombus is in the middle of its picture.
        let left = if frame.is_isometric { left - cell.0 / 2.0 } else { left };
        let corner = moved((left, top), offset(tile, scale));
        let size = (width * scale.0, height * scale.1);
        let (turn, place) = ((0.0, 1.0), (0.0, 0.0));

        Self { tile, frame, size, scale, corner, turn, place }
    }

    /// The tile of an object, in a layer with this offset.
    pub(super) fn of_object(
        frame: &'a Frame,
        tile: TileRef<'a>,
        object: &Object,
        layer: Pair,
    ) -> Self {
        let (width, height) = flipped_size(frame, tile);
        let merged = object.merged();
        let side =
            |given: Option<f64>, own| given.filter(|side| *side > 0.0).unwrap_or(own);
        let (wide, high) = (side(merged.width, width), side(merged.height, height));
        let factor = |wanted: f64, own: f64| if own > 0.0 { wanted / own } else { 1.0 };
        let scale = (factor(wide, width), factor(high, height));
        let usual = if frame.is_isometric { "bottom" } else { "bottomleft" };
        let alignment = tile.tileset.object_alignment.as_deref();
        let alignment = alignment.filter(|word| *word != "unspecified").unwrap_or(usual);
        let corner = moved(corner(alignment, wide, high), offset(tile, scale));

        Self {
            tile,
            frame,
            // A tile whose tileset was not read has no size of its own.
            size: (wide, high),
            scale,
            corner,
            turn: turn(merged.rotation.unwrap_or(0.0)),
            place: moved((object.x, object.y), layer),
        }
    }

    /// A point of the tile's picture on the map.
    fn at(&self, point: Pair) -> Pair {
        let (x, y) = flipped(self.frame, self.tile, point);
        self.on_map((x * self.scale.0, y * self.scale.1))
    }

    /// A point of the picture as it is drawn, on the map.
    fn on_map(&self, point: Pair) -> Pair {
        let on_screen = turned(moved(point, self.corner), self.turn);
        moved(self.place, self.frame.on_ground(on_screen))
    }

    /// What the whole tile covers: its picture, or on an isometric map the rhombus on which it
    /// stands.
    pub(super) fn whole(&self) -> Figure {
        let (wide, high) = self.size;
        if !self.frame.is_isometric {
            return Figure::rectangle((0.0, 0.0), (wide, high), |point| {
                self.on_map(point)
            });
        }
        let (right, bottom) = self.on_map((wide / 2.0, high));
        let side = self.frame.cell.0 * wide / self.frame.tile.0;
        Figure::Rectangle((right - side, bottom - side), (right, bottom))
    }

    /// The collision shapes of the tile.
    pub(super) fn shapes(&self) -> Vec<Figure> {
        let grid = self.tile.tileset.grid.as_ref();
        let grid = grid.filter(|grid| grid.orientation == "isometric" && grid.height > 0);
        // Shapes on an isometric grid stand on the rhombus at the foot of the picture.
        let foot = picture_size(self.tile).1;

        let to_picture = |point: Pair| match grid {
            None => point,
            Some(grid) => {
                let (wide, high) = (f64::from(grid.width), f64::from(grid.height));
                let across = (point.0 - point.1) / high;
                let down = f64::midpoint(point.0, point.1);
                (wide / 2.0 + across * wide / 2.0, foot - high + down)
            }
        };

        let shapes = self.tile.tile().and_then(|tile| tile.collision.as_ref());
        let Some(LayerKind::Objects(layer)) = shapes.map(|layer| &layer.kind) else {
            return Vec::new();
        };

        let figures =
            layer.objects.iter().flat_map(|object| Figure::of(object, (0.0, 0.0)));
        figures.map(|figure| figure.mapped(|point| self.at(to_picture(point)))).collect()
    }
}

/// The shapes of an object in a layer with this offset: that of its tile, or its own.
pub(super) fn figures(
    map: &Map,
    frame: &Frame,
    object: &Object,
    offset: Pair,
) -> Vec<Figure> {
    match map.object_tile(object) {
        Some(tile) => vec![Stand::of_object(frame, tile, object, offset).whole()],
        None => Figure::of(object, offset),
    }
}

/// The size of a tile's picture: its own, if each tile of the set has one.
fn picture_size(tile: TileRef<'_>) -> Pair {
    let own = tile.tile();
    let image = own.and_then(|tile| tile.image.as_ref());
    let part = own.and_then(|tile| tile.width.zip(tile.height));
    let size = part.or_else(|| image.and_then(|image| image.width.zip(image.height)));
    let size = size.filter(|_| image.is_some());
    let (width, height) =
        size.unwrap_or((tile.tileset.tile_width, tile.tileset.tile_height));
    (f64::from(width), f64::from(height))
}

/// The size of a tile's picture after its flips.
fn flipped_size(frame: &Frame, tile: TileRef<'_>) -> Pair {
    let (width, height) = picture_size(tile);
    let is_swapped = tile.flips.diagonal && !frame.turns_tiles();
    if is_swapped { (height, width) } else { (width, height) }
}

/// A point of a tile's picture after its flips: first over the diagonal, then to the sides. On a
/// hexagonal map the picture is flipped to the sides, then turned by 60° and 120° about its middle.
fn flipped(frame: &Frame, tile: TileRef<'_>, (x, y): Pair) -> Pair {
    let (width, height) = flipped_size(frame, tile);
    let flips = tile.flips;
    let is_hexagonal = frame.turns_tiles();
    let (x, y) = if flips.diagonal && !is_hexagonal { (y, x) } else { (x, y) };
    let x = if flips.horizontal { width - x } else { x };
    let y = if flips.vertical { height - y } else { y };
    if !is_hexagonal {
        return (x, y);
    }

    let degrees = [(flips.diagonal, 60.0), (flips.turned, 120.0)];
    let degrees: f64 = degrees.iter().filter(|turn| turn.0).map(|turn| turn.1).sum();
    let middle = (width / 2.0, height / 2.0);
    moved(turned((x - middle.0, y - middle.1), turn(degrees)), middle)
}

/// The offset at which the tiles of a set are drawn.
fn offset(tile: TileRef<'_>, scale: Pair) -> Pair {
    let offset = tile.tileset.offset.as_ref();
    offset.map_or((0.0, 0.0), |offset| {
        (f64::from(offset.x) * scale.0, f64::from(offset.y) * scale.1)
    })
}

/// The top left corner of a tile object, relative to its position, by its alignment.
fn corner(alignment: &str, width: f64, height: f64) -> Pair {
    let left = if alignment.ends_with("left") {
        0.0
    } else if alignment.ends_with("right") {
        -width
    } else {
        -width / 2.0
    };

    let top = if alignment.starts_with("top") {
        0.0
    } else if matches!(alignment, "left" | "right" | "center") {
        -height / 2.0
    } else {
        -height
    };

    (left, top)
}
