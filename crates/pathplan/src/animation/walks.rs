//! Walkers, step by step.

use tilewright_draw::{Animation, DrawError, Point, Shape, Stroke, theme};
use tilewright_grid::{Cell, CellShape, Heading, Watch};

use super::{LAST, still};
use crate::Map;
use crate::picture::{Canvas, Scene, tile_for};

/// The largest number of frames.
const MOST_FRAMES: usize = 160;
/// The largest number of walkers in all frames together, which take some 60 MB.
const MOST_WALKERS: usize = 400_000;
/// The duration of a frame, in hundredths of a second.
const FRAME: u16 = 8;

/// Where a walker was before the first step and after each one, as long as it was on the map.
#[derive(Clone, Copy, Debug)]
pub enum Track<'a> {
    /// Its cells, and where it faced; headings may be left out, and are drawn on maps of squares alone.
    Cells {
        /// The cells.
        cells: &'a [Cell],
        /// As many headings, or none.
        headings: &'a [Heading],
    },
    /// Its points on a map of squares, by row and column in cells from the upper left corner of the map on.
    Points(&'a [[f32; 2]]),
}

impl Track<'_> {
    const fn len(&self) -> usize {
        match self {
            Self::Cells { cells, .. } => cells.len(),
            Self::Points(points) => points.len(),
        }
    }

    /// Where the walker faces after a step.
    fn heading(&self, step: usize) -> Option<Heading> {
        match self {
            Self::Cells { headings, .. } => headings.get(step).copied(),
            Self::Points(_) => None,
        }
    }

    /// Where the walker is drawn after a step.
    fn at(&self, step: usize, canvas: &Canvas) -> Option<Point> {
        match self {
            Self::Cells { cells, .. } => cells.get(step).map(|&cell| canvas.middle(cell)),
            Self::Points(points) => points.get(step).map(|&point| canvas.point(point)),
        }
    }
}

/// An animation of walkers, drawn as circles with a radius in cells. Of a long walk only every *n*th step is shown, the last one always.
///
/// # Errors
/// [`DrawError::Cancelled`] when the watch stops the drawing.
pub fn walks(
    map: &Map,
    walks: &[Track<'_>],
    radius: f64,
    goals: &[Cell],
    watch: &dyn Watch,
) -> Result<Animation, DrawError> {
    let tile = tile_for(map.size());
    let canvas = Canvas::of(map, tile);
    let mut ground = map.picture(&Scene::default(), tile);
    for &goal in goals {
        canvas.end(&mut ground, goal, theme::ORANGE, "B");
    }

    let is_square = map.shape() == CellShape::Square;
    let last = walks.iter().map(Track::len).max().unwrap_or(1) - 1;
    let most = MOST_FRAMES.min(MOST_WALKERS / walks.len().max(1)).max(2);
    let every = last.div_ceil(most).max(1);
    let shown = (0..last).step_by(every).chain([last]);
    let frames = shown.map(|step| {
        let mut picture = ground.clone();
        let colors = theme::SERIES.iter().cycle();
        let mut count = 0;
        for (track, &color) in walks.iter().zip(colors) {
            if let Some(middle) = track.at(step, &canvas) {
                picture.push(Shape::circle(middle, tile * radius, color));
                if let Some(heading) = track.heading(step).filter(|_| is_square) {
                    picture.push(pointer(middle, heading, tile * radius));
                }
                count += 1;
            }
        }
        let caption = format!("step {step}: {count} on the map");
        still(picture, &caption, if step == last { LAST } else { FRAME })
    });
    Animation::drawn("the walks, step by step", frames, watch)
}

/// A line from the middle of a circle to the side where its walker faces.
fn pointer(middle: Point, heading: Heading, radius: f64) -> Shape {
    let [right, down] = match heading {
        Heading::North => [0.0, -radius],
        Heading::East => [radius, 0.0],
        Heading::South => [0.0, radius],
        Heading::West => [-radius, 0.0],
    };
    let end = Point::new(middle.x + right, middle.y + down);
    let stroke = Stroke::new(theme::PAPER, radius * 0.4);
    Shape::Polyline { points: vec![middle, end], stroke }
}
