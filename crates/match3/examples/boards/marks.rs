//! Marks on cells: each sort has its own shape and colour.

use tilewright_draw::{Color, Mosaic, Picture, Point, Shape, Stroke, theme};
use tilewright_grid::Cell;

use super::read::Sort;
use super::strip::{TILE, text};

/// The sorts of marks with what they mean.
const MEANINGS: [(Sort, &str); 9] = [
    (Sort::Fires, "fires"),
    (Sort::Match, "matched"),
    (Sort::Beside, "hit beside"),
    (Sort::Hit, "hit"),
    (Sort::Chosen, "chosen"),
    (Sort::Turned, "turned"),
    (Sort::Made, "appears"),
    (Sort::Dropped, "leaves"),
    (Sort::Spread, "spread"),
];

/// The marks with their meanings.
pub(crate) fn legend() -> Mosaic {
    let step = 104.0;
    let count = MEANINGS.len() + 1;
    let at = |index: usize| {
        Point::new(6.0 + step * (index % 5) as f64, 6.0 + 38.0 * (index / 5) as f64)
    };
    let mut mosaic =
        Mosaic::new(step * 5.0, 38.0 * count.div_ceil(5) as f64 + 6.0, "marks");

    for (index, (sort, meaning)) in MEANINGS.into_iter().enumerate() {
        let Point { x, y } = at(index);
        mosaic.push(cell(Point::new(x, y)));
        draw(&mut mosaic, sort, Point::new(x, y));
        mosaic.push(text(meaning, Point::new(x + TILE + 6.0, y + TILE / 2.0)));
    }

    let Point { x, y } = at(count - 1);
    mosaic.push(cell(Point::new(x, y)));
    fade(&mut mosaic, Point::new(x, y));
    mosaic.push(text("hit earlier", Point::new(x + TILE + 6.0, y + TILE / 2.0)));

    mosaic
}

/// A bare cell.
fn cell(at: Point) -> Shape {
    frame(at, 0.0, Some(theme::GREY), None)
}

/// A square in a cell, this share of its side from its edges.
fn frame(at: Point, inset: f64, fill: Option<Color>, stroke: Option<Stroke>) -> Shape {
    let by = TILE * inset;
    let side = TILE - 2.0 * by;
    Shape::Rectangle {
        x: at.x + by,
        y: at.y + by,
        width: side,
        height: side,
        radius: TILE * 0.12,
        fill,
        stroke,
    }
}

/// Makes a cell pale.
pub(crate) fn fade(mosaic: &mut Mosaic, at: Point) {
    mosaic.push(frame(at, 0.0, Some(theme::PAPER.with_alpha(0xB8)), None));
}

/// Draws the mark of a sort on the cell with this corner.
pub(crate) fn draw(mosaic: &mut Mosaic, sort: Sort, at: Point) {
    let mut tile = Picture::new(TILE, TILE, "a mark");
    match sort {
        Sort::Match => ring(&mut tile, theme::INK),
        Sort::Hit => {
            ring(&mut tile, theme::VERMILLION);
            for (x, y) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
                let toward = |from: f64| if from < 0.5 { 0.3 } else { 0.7 };
                let corner = [(x, toward(y)), (x, y), (toward(x), y)];
                polygon(&mut tile, &corner, theme::VERMILLION);
            }
        }
        Sort::Beside => {
            ring(&mut tile, theme::BLUE);
            for (x, y) in [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)] {
                disc(&mut tile, (x, y), 0.13, theme::BLUE);
            }
        }
        Sort::Fires => {
            for (color, width) in [(theme::PAPER, 4.0), (theme::VERMILLION, 2.4)] {
                let (points, stroke) =
                    (star(0.5, 0.5, 0.54, 0.4), Stroke::new(color, width));
                tile.push(Shape::Polygon { points, fill: None, stroke: Some(stroke) });
            }
        }
        Sort::Chosen => {
            for line in [[(0.5, -0.14), (0.5, 0.12)], [(0.5, 0.88), (0.5, 1.14)]] {
                stroke(&mut tile, &line, theme::PURPLE);
                stroke(&mut tile, &line.map(|(x, y)| (y, x)), theme::PURPLE);
            }
        }
        Sort::Turned => {
            ring(&mut tile, theme::VERMILLION);
            polygon(&mut tile, &[(0.0, 0.0), (0.4, 0.0), (0.0, 0.4)], theme::PURPLE);
        }
        Sort::Made | Sort::Given => {
            ring(&mut tile, theme::GREEN);
            disc(&mut tile, (0.88, 0.12), 0.2, theme::GREEN);
            stroke_thin(&mut tile, &[(0.76, 0.12), (1.0, 0.12)]);
            stroke_thin(&mut tile, &[(0.88, 0.0), (0.88, 0.24)]);
        }
        Sort::Dropped => {
            ring(&mut tile, theme::GREEN);
            polygon(&mut tile, &[(0.2, 0.8), (0.8, 0.8), (0.5, 1.16)], theme::GREEN);
        }
        Sort::Spread => {
            ring(&mut tile, theme::PURPLE);
            disc(&mut tile, (0.12, 0.12), 0.16, theme::PURPLE);
        }
    }

    mosaic.place(&tile, at);
}

/// The move: an arrow over the side between two cells, or a ring in one; crossed out if it is refused.
pub(crate) fn chosen(mosaic: &mut Mosaic, cells: &[Cell], is_refused: bool, at: Point) {
    let middle = |cell: Cell| {
        Point::new(
            at.x + (f64::from(cell.column) + 0.5) * TILE,
            at.y + (f64::from(cell.row) + 0.5) * TILE,
        )
    };

    let (dark, light) = (Stroke::new(theme::INK, 6.0), Stroke::new(theme::PAPER, 3.0));
    let Some(start) = cells.first().map(|&from| middle(from)) else { return };
    let mut cross = Point::new(start.x + 0.4 * TILE, start.y - 0.4 * TILE);

    if let Some(end) = cells.get(1).map(|&to| middle(to)) {
        let on = |along: f64, side: f64| {
            let (x, y) = (end.x - start.x, end.y - start.y);
            Point::new(start.x + along * x - side * y, start.y + along * y + side * x)
        };
        cross = on(0.5, 0.0);
        let lines = [
            [on(0.26, 0.0), on(0.74, 0.0)],
            [on(0.58, 0.16), on(0.74, 0.0)],
            [on(0.58, -0.16), on(0.74, 0.0)],
        ];
        for stroke in [dark, light] {
            for points in lines.map(|line| line.to_vec()) {
                mosaic.push(Shape::Polyline { points, stroke });
            }
        }
    } else {
        for stroke in [dark, light] {
            let (radius, stroke) = (0.46 * TILE, Some(stroke));
            mosaic.push(Shape::Circle { center: start, radius, fill: None, stroke });
        }
    }

    if is_refused {
        for stroke in [dark, Stroke::new(theme::VERMILLION, 3.5)] {
            for side in [-7.0, 7.0] {
                let end = |by: f64| Point::new(cross.x + by * 7.0, cross.y + by * side);
                mosaic
                    .push(Shape::Polyline { points: vec![end(-1.0), end(1.0)], stroke });
            }
        }
    }
}

fn ring(tile: &mut Picture, color: Color) {
    tile.push(frame(
        Point::new(0.0, 0.0),
        0.05,
        None,
        Some(Stroke::new(theme::PAPER, 3.5)),
    ));
    tile.push(frame(Point::new(0.0, 0.0), 0.05, None, Some(Stroke::new(color, 2.2))));
}

fn place(spots: &[(f64, f64)]) -> Vec<Point> {
    spots.iter().map(|&(x, y)| Point::new(x * TILE, y * TILE)).collect()
}

fn polygon(tile: &mut Picture, corners: &[(f64, f64)], color: Color) {
    let stroke = Some(Stroke::new(theme::PAPER, 0.8));
    tile.push(Shape::Polygon { points: place(corners), fill: Some(color), stroke });
}

fn disc(tile: &mut Picture, at: (f64, f64), radius: f64, color: Color) {
    let center = place(&[at])[0];
    let stroke = Some(Stroke::new(theme::PAPER, 0.8));
    tile.push(Shape::Circle { center, radius: radius * TILE, fill: Some(color), stroke });
}

fn stroke(tile: &mut Picture, line: &[(f64, f64)], color: Color) {
    for stroke in [Stroke::new(theme::PAPER, 5.0), Stroke::new(color, 3.0)] {
        tile.push(Shape::Polyline { points: place(line), stroke });
    }
}

fn stroke_thin(tile: &mut Picture, line: &[(f64, f64)]) {
    tile.push(Shape::Polyline {
        points: place(line),
        stroke: Stroke::new(theme::PAPER, 1.6),
    });
}

/// The corners of a star of eight rays.
fn star(x: f64, y: f64, far: f64, near: f64) -> Vec<Point> {
    const TURNS: [(f64, f64); 16] = [
        (0.0, -1.0),
        (0.383, -0.924),
        (0.707, -0.707),
        (0.924, -0.383),
        (1.0, 0.0),
        (0.924, 0.383),
        (0.707, 0.707),
        (0.383, 0.924),
        (0.0, 1.0),
        (-0.383, 0.924),
        (-0.707, 0.707),
        (-0.924, 0.383),
        (-1.0, 0.0),
        (-0.924, -0.383),
        (-0.707, -0.707),
        (-0.383, -0.924),
    ];

    let reach = |index: usize| if index.is_multiple_of(2) { far } else { near };
    let corner = |(index, (right, down)): (usize, &(f64, f64))| {
        (x + right * reach(index), y + down * reach(index))
    };
    let corners: Vec<_> = TURNS.iter().enumerate().map(corner).collect();

    place(&corners)
}
