//! Levels as pictures: what their potential is, and the archive of many.

mod wall;

pub use wall::wall;

use tilewright_draw::{Picture, Ramp, chart};
use tilewright_grid::Cell;
use tilewright_match3::picture::{color, tile_for};
use tilewright_match3::{Kind, Level};

use crate::Analysis;

/// The gap between two boards, in pixels.
const GAP: f64 = 16.0;

impl Analysis {
    /// A heat map of the potential of every cell, as in the article. `tile` is the side of a cell in
    /// pixels.
    pub fn heat_map(&self, level: &Level, tile: f64) -> Picture {
        let size = self.per_cell.size();
        let is_cell = |cell: Cell| level.cells()[cell].is_present();
        let value = |cell| is_cell(cell).then(|| f64::from(self.per_cell[cell]));
        let chart = chart::Heatmap {
            title: format!("Potential {} of {}", self.potential(), self.open_potential()),
            rows: size.rows as usize,
            columns: size.columns as usize,
            values: size.cells().map(value).collect(),
            labels: tile >= 16.0,
            ramp: Ramp::Viridis,
            cell: tile,
        };
        chart.picture()
    }

    /// The lost potential by kind; kinds without any are left out.
    pub fn shares_chart(&self) -> Picture {
        let bars = Kind::SPECIALS.into_iter().map(|kind| (kind, self.share(kind)));
        let bar =
            |(kind, share): (Kind, f64)| (kind.key().to_owned(), share, color(kind));
        let chart = chart::Bars {
            title: "Lost potential by kind".to_owned(),
            x_label: "lost potential".to_owned(),
            bars: bars.filter(|&(_, share)| share > 0.0).map(bar).collect(),
        };
        chart.picture()
    }

    /// The level beside its heat map, and below them the lost potential by kind, if there is any.
    pub fn picture(&self, level: &Level) -> Picture {
        let tile = tile_for(level);
        let verdict = if self.feasibility.is_feasible() {
            "feasible".to_owned()
        } else {
            let count = self.feasibility.cells.len();
            format!("infeasible cells: {count}, groups: {}", self.feasibility.groups)
        };

        let board = level.picture(tile).captioned(&verdict);
        let boards = Picture::beside(
            &[board, self.heat_map(level, tile)],
            GAP,
            "level and potential",
        );

        if self.potential() == self.open_potential() {
            return boards;
        }

        Picture::stacked(
            &[boards, self.shares_chart()],
            GAP,
            "level, potential and lost potential by kind",
        )
    }
}
