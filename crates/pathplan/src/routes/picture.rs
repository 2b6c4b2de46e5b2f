//! Pictures of routes and of their load.

use tilewright_draw::{Picture, Ramp, Stroke, theme};
use tilewright_grid::{Cell, Grid};

use super::RouteSet;
use crate::picture::{Canvas, Scene};
use crate::{DangerSource, Map};

impl RouteSet {
    /// The routes on their map, each in its colour, and a heat map of their load, brighter where
    /// more routes pass: beside it, or below it where the map is wider than high. Ends that all have in common are marked. `tile` is the
    /// side of a cell in pixels.
    pub fn picture(&self, map: &Map, sources: &[DangerSource], tile: f64) -> Picture {
        let heading = format!("{} routes and their load", self.routes.len());
        let scene = Scene { sources, ..Scene::default() };
        let (canvas, mut colored) = (Canvas::of(map, tile), map.picture(&scene, tile));
        let width = (tile * 0.3).max(2.0);

        for (route, &color) in self.routes.iter().zip(theme::SERIES.iter().cycle()) {
            canvas.line(&mut colored, &route.cells, Stroke::new(color, width));
        }

        let mut heat = map.picture(&scene, tile);
        canvas.patches(&mut heat, &self.heat(map));
        for picture in [&mut colored, &mut heat] {
            if let Some(start) = self.shared(<[Cell]>::first) {
                canvas.end(picture, start, theme::GREEN, "A");
            }
            if let Some(goal) = self.shared(<[Cell]>::last) {
                canvas.end(picture, goal, theme::ORANGE, "B");
            }
        }

        // Side by side, two wide maps are so wide that a page shows them too small to read.
        let is_wide = map.size().columns > map.size().rows;
        let arrange = if is_wide { Picture::stacked } else { Picture::beside };
        arrange(&[colored, heat], 12.0, heading)
    }

    /// The end that all routes have in common, if they have one.
    fn shared(&self, end: fn(&[Cell]) -> Option<&Cell>) -> Option<Cell> {
        let mut ends = self.routes.iter().map(|route| end(&route.cells).copied());
        let first = ends.next()??;
        ends.all(|end| end == Some(first)).then_some(first)
    }

    /// The colour of the load of every cell; transparent where no route passes.
    fn heat(&self, map: &Map) -> Grid<tilewright_draw::Color> {
        let most = f64::from(self.max_load().max(2));
        self.load(map.size()).map(|&load| {
            if load == 0 {
                return theme::PAPER.with_alpha(0);
            }
            let share = (f64::from(load) - 1.0) / (most - 1.0);
            Ramp::Magma.at(0.3 + 0.6 * share)
        })
    }
}
