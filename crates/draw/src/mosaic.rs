//! Pictures of tiles that occur many times.

use std::fmt::Write as _;

use crate::svg::{self, number};
use crate::{Picture, Point, Shape};

/// A picture of tiles that occur many times. As SVG it writes each different tile once, so its file is a
/// fraction of that of the same [`Picture`].
///
/// ```
/// use tilewright_draw::{Mosaic, Picture, Point, Shape, theme};
///
/// let mut tile = Picture::new(8.0, 8.0, "a tile");
/// let (center, fill) = (Point::new(4.0, 4.0), Some(theme::BLUE));
/// tile.push(Shape::Circle { center, radius: 3.0, fill, stroke: None });
/// let mut mosaic = Mosaic::new(80.0, 8.0, "ten discs");
/// for column in 0..10 {
///     mosaic.place(&tile, Point::new(8.0 * f64::from(column), 0.0));
/// }
/// let svg = mosaic.to_svg();
/// assert_eq!(svg.matches("<circle").count(), 1);
/// assert_eq!(svg.matches("<use").count(), 10);
/// ```
#[derive(Clone, Debug)]
pub struct Mosaic {
    /// Size, title and background; it has no shapes.
    frame: Picture,
    /// The different tiles, by their shapes.
    tiles: Vec<Vec<Shape>>,
    items: Vec<Item>,
}

/// What is drawn, in order.
#[derive(Clone, Debug)]
enum Item {
    Shape(Shape),
    /// The number of a tile, and where its top left corner is.
    Tile(usize, Point),
}

impl Mosaic {
    /// An empty mosaic of this width and height in pixels.
    pub fn new(width: f64, height: f64, title: impl Into<String>) -> Self {
        let frame = Picture::new(width, height, title);
        Self { frame, tiles: Vec::new(), items: Vec::new() }
    }

    /// Adds a shape on top.
    pub fn push(&mut self, shape: Shape) {
        self.items.push(Item::Shape(shape));
    }

    /// Adds the shapes of a tile on top, with its top left corner at a position. Its background is not
    /// drawn.
    pub fn place(&mut self, tile: &Picture, at: Point) {
        let known = self.tiles.iter().position(|shapes| *shapes == tile.shapes);
        let index = known.unwrap_or_else(|| {
            self.tiles.push(tile.shapes.clone());
            self.tiles.len() - 1
        });
        self.items.push(Item::Tile(index, at));
    }

    /// The picture as an SVG document. Shapes that cannot be drawn are left out, as in
    /// [`Picture::to_svg`].
    pub fn to_svg(&self) -> String {
        let mut text = svg::head(&self.frame, true);
        text.push_str("<defs>\n");

        for (index, tile) in self.tiles.iter().enumerate() {
            let _ = writeln!(text, "<g id=\"t{index}\">");
            for shape in tile {
                svg::push(&mut text, shape, svg::Reader::Viewer);
            }
            text.push_str("</g>\n");
        }

        text.push_str("</defs>\n");

        for item in &self.items {
            match item {
                Item::Shape(shape) => svg::push(&mut text, shape, svg::Reader::Viewer),
                Item::Tile(index, at) => {
                    let (x, y) = (number(at.x), number(at.y));
                    let _ =
                        writeln!(text, "<use href=\"#t{index}\" x=\"{x}\" y=\"{y}\"/>");
                }
            }
        }

        text + svg::END
    }
}
