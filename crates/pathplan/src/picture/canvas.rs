//! The cells of a map on a picture: squares, hexagons, or diamonds, which are squares that stand on a corner.

use tilewright_draw::{Color, Picture, Point, Shape, Stroke, theme};
use tilewright_grid::{Cell, CellShape, Grid, Size, Stagger, World};

use crate::Map;

/// The least width of a hexagon or diamond, in pixels, that is drawn with its own sides; smaller ones are drawn as bricks, which look the same and
/// share rectangles.
const LEAST: f64 = 6.0;
/// The height of a regular hexagon, and the length of its sides, for a width of 1: 2 ÷ √3 and 1 ÷ √3.
const HEIGHT: f64 = 1.154_700_538_379_251_5;
const SIDE: f64 = HEIGHT / 2.0;
/// The diagonal of a square with sides of 1.
const DIAGONAL: f64 = std::f64::consts::SQRT_2;

/// Where the cells of a map are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Canvas {
    world: World,
    shape: CellShape,
    /// The side of a square or diamond, or the width of a hexagon between two opposite sides.
    tile: f64,
    /// How far to the right of the middles of cells it draws, and how far below.
    aside: [f64; 2],
}

impl Canvas {
    /// That of a map.
    pub(crate) fn of(map: &Map, tile: f64) -> Self {
        let (size, shape) = (map.size(), map.shape());
        let world = match shape {
            CellShape::Square => World::orthogonal(size, [tile; 2]),
            CellShape::Diamond(stagger) => {
                World::staggered(size, [tile * DIAGONAL; 2], stagger)
            }
            CellShape::Hexagon(stagger) => {
                let (along, across) = (tile, tile * HEIGHT);
                let is_of_rows = stagger.is_of_rows();
                let sides = if is_of_rows { [along, across] } else { [across, along] };
                World::hexagonal(size, sides, stagger, tile * SIDE)
            }
        };
        Self { world, shape, tile, aside: [0.0; 2] }
    }

    /// The same, drawing at the middles of agents that cover as many cells by as many, instead of at those of their first cells.
    pub(crate) fn of_agent(self, agent_size: u32) -> Self {
        let by = f64::from(agent_size.max(1) - 1) / 2.0 * self.tile;
        let aside = match self.shape {
            CellShape::Diamond(stagger) if stagger.is_of_rows() => [0.0, by * DIAGONAL],
            CellShape::Diamond(_) => [by * DIAGONAL, 0.0],
            CellShape::Square | CellShape::Hexagon(_) => [by; 2],
        };
        Self { aside, ..self }
    }

    /// The corners of the square that an agent covers which stands in a cell.
    pub(crate) fn square(&self, cell: Cell, agent_size: u32) -> Vec<Point> {
        let Point { x, y } = self.of_agent(agent_size).middle(cell);
        let half = f64::from(agent_size) / 2.0 * self.tile;
        let corners = if self.shape.stagger().is_some() {
            let half = half * DIAGONAL;
            [[0.0, -half], [half, 0.0], [0.0, half], [-half, 0.0]]
        } else {
            [[-half, -half], [half, -half], [half, half], [-half, half]]
        };
        corners.map(|[right, down]| Point::new(x + right, y + down)).into()
    }

    /// An empty picture of the size of the map.
    pub(crate) fn picture(&self, heading: String) -> Picture {
        let [width, height] = self.world.extent();
        Picture::new(width, height, heading)
    }

    /// The centre of a cell.
    pub(crate) fn middle(&self, cell: Cell) -> Point {
        let [x, y] = self.world.middle(cell);
        Point::new(x + self.aside[0], y + self.aside[1])
    }

    /// A point of a map of squares, by row and column in cells from the corner of the map on.
    pub(crate) fn point(&self, [row, column]: [f32; 2]) -> Point {
        Point::new(f64::from(column) * self.tile, f64::from(row) * self.tile)
    }

    /// Draws the colour of each cell.
    pub(crate) fn patches(&self, picture: &mut Picture, colors: &Grid<Color>) {
        match self.shape.stagger() {
            None => patches(picture, colors, self.tile),
            Some(_) if self.tile >= LEAST => self.polygons(picture, colors),
            Some(stagger) => self.bricks(picture, colors, stagger),
        }
    }

    fn polygons(&self, picture: &mut Picture, colors: &Grid<Color>) {
        for (cell, &color) in colors.size().cells().zip(colors.values()) {
            if color.alpha == 0 {
                continue;
            }
            let points = self.world.corners(cell).map(|[x, y]| Point::new(x, y));
            let points = points.collect();
            picture.push(Shape::Polygon { points, fill: Some(color), stroke: None });
        }
    }

    /// Equal neighbours in the direction of the shift share a rectangle.
    fn bricks(&self, picture: &mut Picture, colors: &Grid<Color>, stagger: Stagger) {
        let Size { rows, columns } = colors.size();
        let is_of_rows = stagger.is_of_rows();
        let (lines, count) = if is_of_rows { (rows, columns) } else { (columns, rows) };
        let (width, pitch) = match self.shape {
            CellShape::Diamond(_) => (DIAGONAL, DIAGONAL / 2.0),
            CellShape::Square | CellShape::Hexagon(_) => {
                (1.0, f64::midpoint(HEIGHT, SIDE))
            }
        };
        let (width, pitch) = (self.tile * width, self.tile * pitch);

        for line in 0..lines {
            let cell = |at: u32| {
                if is_of_rows { Cell::new(line, at) } else { Cell::new(at, line) }
            };
            let along: Vec<Color> = (0..count).map(|at| colors[cell(at)]).collect();
            for (first, length, color) in runs(&along) {
                let middle = self.middle(cell(first as u32));
                let long = length as f64 * width;
                let (half, deep) = (width / 2.0, pitch / 2.0);
                let (corner, sides) = if is_of_rows {
                    (Point::new(middle.x - half, middle.y - deep), [long, pitch])
                } else {
                    (Point::new(middle.x - deep, middle.y - half), [pitch, long])
                };
                picture.push(Shape::rectangle(corner, sides, 0.0, color));
            }
        }
    }

    /// Draws a path as a polyline.
    pub(crate) fn line(&self, picture: &mut Picture, path: &[Cell], stroke: Stroke) {
        if path.is_empty() {
            return;
        }
        let turns = turns(path, self.shape.stagger()).into_iter();
        let points = turns.map(|cell| self.middle(cell)).collect();
        picture.push(Shape::Polyline { points, stroke });
    }

    /// Draws a circle with a letter in a cell.
    pub(crate) fn end(
        &self,
        picture: &mut Picture,
        cell: Cell,
        color: Color,
        letter: &str,
    ) {
        let (center, radius) = (self.middle(cell), (self.tile * 0.42).max(6.0));
        let edge = Stroke::new(theme::PAPER, (radius * 0.18).max(1.0));
        picture.push(Shape::circle(center, radius, color).outlined(edge));

        picture.push(Shape::text(center, radius * 1.3, color.ink(), letter).bold());
    }
}

/// The corners of a path: the cells where its direction changes, and its ends.
pub(crate) fn turns(path: &[Cell], stagger: Option<Stagger>) -> Vec<Cell> {
    let place = |cell: Cell| match stagger {
        None => [cell.row.into(), cell.column.into()],
        // Rows of hexagons and diamonds that are crossed straight on differ in their shifts.
        Some(stagger) => stagger.place(cell),
    };
    let step = |from: Cell, to: Cell| {
        let ([a, b], [c, d]) = (place(from), place(to));
        [c - a, d - b]
    };
    let is_turn = |index: usize| {
        let inner = index > 0 && index + 1 < path.len();
        !inner || step(path[index - 1], path[index]) != step(path[index], path[index + 1])
    };
    (0..path.len()).filter(|&index| is_turn(index)).map(|index| path[index]).collect()
}

/// The runs of equal colours in a row: the first column, the length, the colour.
fn runs(colors: &[Color]) -> impl Iterator<Item = (usize, usize, Color)> {
    let mut column = 0;
    colors.chunk_by(|one, other| one == other).map(move |run| {
        let first = column;
        column += run.len();
        (first, run.len(), run[0])
    })
}

/// Draws the colour of each cell, where equal neighbours share one rectangle.
fn patches(picture: &mut Picture, colors: &Grid<Color>, tile: f64) {
    // Rectangles that may still grow downwards: column, width, colour, top row.
    let mut open: Vec<(usize, usize, Color, usize)> = Vec::new();
    let mut draw = |(column, length, color, top): (usize, usize, Color, usize), row| {
        let corner = Point::new(column as f64 * tile, top as f64 * tile);
        let sides = [length as f64 * tile, (row - top) as f64 * tile];
        picture.push(Shape::rectangle(corner, sides, 0.0, color));
    };

    let mut count = 0;
    for (row, colors) in colors.rows().enumerate() {
        // A run grows an open rectangle that begins in the same column and is alike; all others of
        // the row above end here.
        let mut before = std::mem::take(&mut open).into_iter().peekable();
        for (first, length, color) in runs(colors) {
            while let Some(run) = before.next_if(|run| run.0 < first) {
                draw(run, row);
            }

            match before.next_if(|run| run.0 == first) {
                Some(run) if run.1 == length && run.2 == color => open.push(run),
                above => {
                    if let Some(run) = above {
                        draw(run, row);
                    }
                    open.push((first, length, color, row));
                }
            }
        }

        before.for_each(|run| draw(run, row));
        count = row + 1;
    }

    for run in open {
        draw(run, count);
    }
}

#[cfg(test)]
mod tests {
    use tilewright_grid::HexHeading;

    use super::super::Scene;
    use super::*;

    #[test]
    fn patches_cover_every_cell_once_and_in_its_colour() {
        let map: Map = "..#..\n..#.2\n~~...\n~~..#\n".parse().unwrap();
        let colors = map.colors(&Scene::default());
        let mut picture = Picture::new(5.0, 4.0, "a map");
        Canvas::of(&map, 1.0).patches(&mut picture, &colors);

        let mut seen: Grid<Option<Color>> = Grid::filled(map.size(), None);
        for shape in &picture.shapes {
            let Shape::Rectangle { x, y, width, height, fill, .. } = shape else {
                panic!("patches are rectangles")
            };
            for row in *y as u32..(*y + *height) as u32 {
                for column in *x as u32..(*x + *width) as u32 {
                    let seen = &mut seen[Cell::new(row, column)];
                    assert!(seen.is_none());
                    *seen = *fill;
                }
            }
        }

        assert_eq!(seen, colors.map(|&color| Some(color)));
        assert!(picture.shapes.len() < 14, "neighbours are drawn together");
    }

    #[test]
    fn a_straight_path_has_no_turns() {
        let path: Vec<Cell> = [(0, 0), (0, 1), (0, 2), (1, 3), (2, 4), (2, 5)]
            .map(|(row, column)| Cell::new(row, column))
            .into();
        assert_eq!(turns(&path, None), [path[0], path[2], path[4], path[5]]);
    }

    #[test]
    fn a_straight_path_over_hexagons_has_no_turns() {
        let stagger = Stagger::EvenRows;
        let mut path = vec![Cell::new(0, 3)];
        for heading in [HexHeading::SouthEast, HexHeading::SouthWest] {
            for _ in 0..3 {
                path.extend(stagger.step(path[path.len() - 1], heading));
            }
        }
        assert_eq!(turns(&path, Some(stagger)), [path[0], path[3], path[6]]);
    }

    #[test]
    fn every_hexagon_and_diamond_is_drawn_where_its_middle_is() {
        let map: Map = "..#..\n..#.2\n~~...\n".parse().unwrap();
        let maps = Stagger::ALL.into_iter().flat_map(|stagger| {
            let diamonds = map.clone().with_diamonds(stagger).unwrap();
            [map.clone().with_hexagons(stagger), diamonds]
        });
        for (map, tile) in maps.flat_map(|map| [(map.clone(), 20.0), (map, 2.0)]) {
            let canvas = Canvas::of(&map, tile);
            // Each cell has a colour of its own, so that nothing is drawn together.
            let colors = Grid::from_fn(map.size(), |cell| {
                Color::hex(map.size().index(cell) as u32 + 1)
            });
            let mut picture = canvas.picture("a map".to_owned());
            canvas.patches(&mut picture, &colors);
            assert_eq!(picture.shapes.len(), 15);
            for shape in &picture.shapes {
                let (fill, points) = match shape {
                    Shape::Polygon { points, fill, .. } => (fill, points.clone()),
                    Shape::Rectangle { x, y, width, height, fill, .. } => (
                        fill,
                        vec![Point::new(*x, *y), Point::new(x + width, y + height)],
                    ),
                    other => panic!("{other:?}"),
                };
                let index = colors.values().iter().position(|it| Some(*it) == *fill);
                let middle = canvas.middle(map.size().cell(index.unwrap()));
                let mean = |of: fn(&Point) -> f64| {
                    points.iter().map(of).sum::<f64>() / points.len() as f64
                };
                let apart = [mean(|it| it.x) - middle.x, mean(|it| it.y) - middle.y];
                assert!(
                    apart.iter().all(|it| it.abs() < 1e-9),
                    "{:?} {tile}",
                    map.shape()
                );
            }
        }
    }
}
