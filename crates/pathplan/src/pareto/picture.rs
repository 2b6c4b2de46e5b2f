//! The paths of a front over the danger, and the front as a chart.

use tilewright_draw::chart::Scatter;
use tilewright_draw::{Picture, Ramp, Stroke, theme};

use super::Front;
use crate::Map;
use crate::picture::{Scene, end, line};

/// A path's colour: dark for the shortest of the front, bright for the last.
const DARKEST: f64 = 0.1;
const BRIGHTEST: f64 = 0.9;

impl Front {
    /// The paths on their map, from the shortest, dark, to the last, bright; beside it what each of
    /// the named layers comes to against the length. `tile` is the side of a cell in pixels.
    pub fn picture(&self, map: &Map, layers: &[&str], tile: f64) -> Picture {
        let heading = format!("{} best bargains", self.bargains.len());
        let mut paths = map.picture(&Scene::default(), tile);
        let last = self.bargains.len().saturating_sub(1).max(1) as f64;
        let width = (tile * 0.25).max(1.5);
        for (index, bargain) in self.bargains.iter().enumerate() {
            let share = DARKEST + (BRIGHTEST - DARKEST) * index as f64 / last;
            let stroke = Stroke::new(Ramp::Viridis.at(share), width);
            line(&mut paths, &bargain.route.cells, tile, stroke);
        }
        if let Some(first) = self.bargains.first() {
            let cells = &first.route.cells;
            end(&mut paths, cells[0], tile, theme::GREEN, "A");
            end(&mut paths, cells[cells.len() - 1], tile, theme::ORANGE, "B");
        }
        let charts = layers.iter().enumerate().map(|(layer, name)| {
            let point =
                |it: &super::Bargain| (it.route.length, f64::from(it.sums[layer]));
            let chart = Scatter {
                title: format!("Length against {name}"),
                x_label: "length".to_owned(),
                y_label: (*name).to_owned(),
                points: self.bargains.iter().map(point).collect(),
                diagonal: false,
            };
            chart.picture()
        });
        let charts = Picture::stacked(&charts.collect::<Vec<_>>(), 0.0, heading.as_str());
        Picture::beside(&[paths, charts], 12.0, heading)
    }
}
