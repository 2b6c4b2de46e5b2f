//! How play got better, as charts.

use tilewright_draw::chart::{Lines, Series};
use tilewright_draw::{Color, Picture, theme};

use crate::{Block, Curve};

/// Between charts, in pixels.
const GAP: f64 = 8.0;

/// The tiles whose rates are drawn.
const TILES: [(u32, Color); 5] = [
    (2048, theme::SKY),
    (4096, theme::GREEN),
    (8192, theme::ORANGE),
    (16_384, theme::VERMILLION),
    (32_768, theme::PURPLE),
];

impl Curve {
    /// The average score by the games learned from, above the share of games that reached each
    /// large tile.
    pub fn picture(&self) -> Picture {
        let averages = Lines {
            title: "Learning: average score".to_owned(),
            x_label: "games".to_owned(),
            y_label: "score".to_owned(),
            series: vec![self.series("average", theme::ACCENT, Block::average)],
            ..Lines::default()
        };
        let shares = TILES.map(|(tile, color)| {
            self.series(&tile.to_string(), color, |block| 100.0 * block.share(tile))
        });
        let tiles = Lines {
            title: "Learning: games that reach a tile".to_owned(),
            x_label: "games".to_owned(),
            y_label: "%".to_owned(),
            series: shares.to_vec(),
            ..Lines::default()
        };
        Picture::stacked(&[averages.picture(), tiles.picture()], GAP, "a learning curve")
    }

    fn series(&self, name: &str, color: Color, value: impl Fn(&Block) -> f64) -> Series {
        let mut games = 0;
        let point = |block: &Block| {
            games += block.games;
            (games as f64, value(block))
        };
        let points = self.blocks.iter().map(point).collect();
        Series { name: name.to_owned(), color, points }
    }
}
