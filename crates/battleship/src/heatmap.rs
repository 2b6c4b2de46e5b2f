//! Pictures of what a hunter knows, over the probability that a ship occupies each cell.

use tilewright_draw::{
    Anchor, Color, Mark as Sign, Picture, Point, Ramp, Shape, Stroke, theme,
};
use tilewright_grid::{Cell, Grid};

use crate::picture::{Chart, WATER, color, head, row_mark, tile_for};
use crate::{Advice, Mark, Sight};

/// The space before the legend, in pixels.
const GAP: f64 = 14.0;

/// Advice: what is known over the heat map of the probabilities, a ring around the best shot, the legend of the colours,
/// and a line above it.
pub fn advice(now: &Sight<'_>, advice: &Advice, line: &str) -> Picture {
    let tile = tile_for(now.rules().size());
    let best = advice.best(now, 1).first().map(|shot| shot.0);
    let board = sight(now, Some(&advice.probabilities), best, tile).captioned(line);
    Picture::stacked(&[board, legend()], 0.0, line)
}

/// What a hunter knows: misses as dots, hits as crosses, sunk ships, and in the background the
/// probability that a ship occupies each cell, if given. The last shot has a ring. `tile` is the
/// side of a cell in pixels.
pub fn sight(
    sight: &Sight<'_>,
    probabilities: Option<&Grid<f64>>,
    last: Option<Cell>,
    tile: f64,
) -> Picture {
    let size = sight.rules().size();
    let chart = Chart { size, tile };
    let mut picture = chart.field([0, 0], "what the hunter knows");

    for cell in size.cells().filter(|&cell| sight.mark(cell) == Mark::Unknown) {
        if let Some(probabilities) = probabilities {
            let (corner, fill) = (chart.corner(cell), shade(probabilities[cell]));
            picture.push(Shape::rectangle(corner, [tile - 0.5; 2], 0.0, fill));
        }
    }

    for &ship in sight.sunk() {
        picture.push(chart.hull(ship, color(ship.length)));
    }
    for cell in size.cells() {
        draw_mark(&mut picture, chart, cell, sight.mark(cell));
    }

    if let Some(cell) = last {
        picture.push(Shape::Circle {
            center: chart.middle(cell),
            radius: tile * 0.45,
            fill: None,
            stroke: Some(Stroke::new(theme::VERMILLION, tile * 0.09)),
        });
    }

    picture.marks = marks(sight, probabilities);
    picture
}

/// The colour of a probability. The square root spreads the small ones.
fn shade(probability: f64) -> Color {
    Ramp::Viridis.at(probability.max(0.0).sqrt())
}

/// Draws what is known of a cell.
pub(crate) fn draw_mark(picture: &mut Picture, chart: Chart, cell: Cell, mark: Mark) {
    let (middle, tile) = (chart.middle(cell), chart.tile);
    match mark {
        Mark::Unknown => {}
        Mark::Miss => picture.push(Shape::circle(middle, tile * 0.12, theme::MUTED)),
        Mark::Hit | Mark::Sunk => {
            let reach = tile * 0.22;
            let stroke = Stroke::new(theme::INK, tile * 0.1);
            for side in [-reach, reach] {
                let from = Point::new(middle.x - reach, middle.y - side);
                let to = Point::new(middle.x + reach, middle.y + side);
                picture.push(Shape::Polyline { points: vec![from, to], stroke });
            }
        }
    }
}

fn marks(sight: &Sight<'_>, probabilities: Option<&Grid<f64>>) -> Vec<Vec<Sign>> {
    let size = sight.rules().size();

    let mut rows = vec![head(size)];
    for row in 0..size.rows {
        let mark = |column: u32| {
            let cell = Cell::new(row, column);
            match sight.mark(cell) {
                Mark::Unknown => {
                    let paper = probabilities.map_or(WATER, |all| shade(all[cell]));
                    Sign::new("  ", paper.ink(), paper)
                }
                Mark::Miss => Sign::new("· ", theme::MUTED, WATER),
                Mark::Hit => Sign::new("x ", theme::PAPER, theme::VERMILLION),
                Mark::Sunk => Sign::new("# ", theme::PAPER, theme::GREY),
            }
        };
        let marks = (0..size.columns).map(mark);
        rows.push(std::iter::once(row_mark(row)).chain(marks).collect());
    }

    rows
}

/// The legend of the colours of probabilities.
pub(crate) fn legend() -> Picture {
    let (start, step, height) = (GAP + 190.0, 6.0, 12.0);
    let mut picture = Picture::new(start + 20.0 * step + 60.0, 28.0, "legend");

    let mut text = |text: &str, x: f64, anchor| {
        let text = Shape::text(Point::new(x, 10.0), 12.0, theme::INK, text);
        picture.push(text.anchored(anchor));
    };

    text("probability of a ship: 0 %", start - 6.0, Anchor::End);
    text("100 %", start + 20.0 * step + 6.0, Anchor::Start);
    for index in 0..20 {
        let corner = Point::new(start + f64::from(index) * step, 10.0 - height / 2.0);
        let fill = shade(f64::from(index) / 19.0);
        picture.push(Shape::rectangle(corner, [step + 0.5, height], 0.0, fill));
    }

    let row = [("0 % ", 0.0), (" 100 %", 1.0)].map(|(text, probability)| {
        let paper = shade(probability);
        Sign::new(text, paper.ink(), paper)
    });
    let before = Sign::plain("probability of a ship: ");
    picture.marks = vec![std::iter::once(before).chain(row).collect()];
    picture
}
