//! The picture of a front: its paths on the map, and charts of the objectives.

use tilewright_draw::chart::Scatter;
use tilewright_draw::{Picture, Ramp, Stroke, theme};

use super::Front;
use crate::Map;
use crate::picture::{Canvas, Scene};

/// The colours of the shortest and of the last path of the front.
const DARKEST: f64 = 0.1;
const BRIGHTEST: f64 = 0.9;

impl Front {
    /// The paths on their map, from the shortest, dark, to the last, bright; beside it a chart of
    /// each named layer against the length. `tile` is the side of a cell in pixels.
    pub fn picture(&self, map: &Map, layers: &[&str], tile: f64) -> Picture {
        let many = if self.paths.len() == 1 { "" } else { "s" };
        let heading = format!("{} Pareto-optimal path{many}", self.paths.len());
        let canvas = Canvas::of(map, tile);
        let mut paths = map.picture(&Scene::default(), tile);
        let last = self.paths.len().saturating_sub(1).max(1) as f64;
        let width = (tile * 0.25).max(1.5);

        for (index, path) in self.paths.iter().enumerate() {
            let share = DARKEST + (BRIGHTEST - DARKEST) * index as f64 / last;
            let stroke = Stroke::new(Ramp::Viridis.at(share), width);
            canvas.line(&mut paths, &path.route.cells, stroke);
        }

        if let Some(first) = self.paths.first() {
            let cells = &first.route.cells;
            canvas.end(&mut paths, cells[0], theme::GREEN, "A");
            canvas.end(&mut paths, cells[cells.len() - 1], theme::ORANGE, "B");
        }

        let charts = layers.iter().enumerate().map(|(layer, name)| {
            let point =
                |it: &super::ParetoPath| (it.route.length, f64::from(it.sums[layer]));
            let chart = Scatter {
                title: format!("Length and {name}"),
                x_label: "length".to_owned(),
                y_label: (*name).to_owned(),
                points: self.paths.iter().map(point).collect(),
                diagonal: false,
            };

            chart.picture()
        });

        let charts = Picture::stacked(&charts.collect::<Vec<_>>(), 0.0, heading.as_str());
        Picture::beside(&[paths, charts], 12.0, heading)
    }
}
