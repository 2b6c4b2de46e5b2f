//! Walkers, step by step.

use tilewright_draw::{Animation, DrawError, Point, Shape, theme};
use tilewright_grid::{Cell, Watch};

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
    /// Its cells.
    Cells(&'a [Cell]),
    /// Its points on a map of squares, by row and column in cells from the upper left corner of the map on.
    Points(&'a [[f32; 2]]),
}

impl Track<'_> {
    const fn len(&self) -> usize {
        match self {
            Self::Cells(cells) => cells.len(),
            Self::Points(points) => points.len(),
        }
    }

    /// Where the walker is drawn after a step.
    fn at(&self, step: usize, canvas: &Canvas) -> Option<Point> {
        match self {
            Self::Cells(cells) => cells.get(step).map(|&cell| canvas.middle(cell)),
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
                count += 1;
            }
        }
        let caption = format!("step {step}: {count} on the map");
        still(picture, &caption, if step == last { LAST } else { FRAME })
    });
    Animation::drawn("the walks, step by step", frames, watch)
}
