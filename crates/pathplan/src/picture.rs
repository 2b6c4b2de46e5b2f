//! Pictures of maps and paths.
//!
//! ```
//! use tilewright_grid::Cell;
//! use tilewright_pathplan::Map;
//! use tilewright_pathplan::picture::{Scene, tile_for};
//!
//! let map: Map = "...\n.#.\n".parse()?;
//! let path = [Cell::new(1, 0), Cell::new(0, 1), Cell::new(1, 2)];
//! let scene = Scene { path: &path, start: Some(path[0]), goal: Some(path[2]), ..Scene::default() };
//! let picture = map.picture(&scene, tile_for(map.size()));
//! assert!(picture.to_svg().starts_with("<svg"));
//! # Ok::<(), tilewright_pathplan::MapError>(())
//! ```

mod canvas;
mod overlay;

use std::cmp::Ordering;

use tilewright_draw::{Color, Mark, Picture, Point, Ramp, Shape, Stroke, theme};
use tilewright_grid::{Cell, Grid, Size, Stagger};

pub(crate) use canvas::Canvas;
#[cfg(feature = "formats")]
pub(crate) use canvas::turns;

use crate::{DangerSource, Ground, Map, text};

/// The longest side of a picture, in pixels, as long as its cells are at least a pixel.
const LONGEST: f64 = 960.0;
/// The colour of free ground.
const FREE: Color = Color::hex(0xF2_F0_E9);
/// The colour of walls.
const WALL: Color = Color::hex(0x3A_45_52);
/// The colour of danger.
const DANGER: Color = theme::VERMILLION;
/// The largest number of rows or columns of a map that is also drawn in characters.
const MOST_MARKS: u32 = 160;
/// The largest number of rows or columns of a map whose cells show their costs.
const MOST_LABELS: u32 = 40;

/// The side of a cell, in whole pixels, at which the longest side of a map has about 960 pixels;
/// from 1 to 32.
pub fn tile_for(size: Size) -> f64 {
    let longest = f64::from(size.rows.max(size.columns).max(1));
    (LONGEST / longest).floor().clamp(1.0, 32.0)
}

/// The colour of a cell. `most` is the highest danger of the map.
pub(crate) fn color(ground: Ground, cost: f64, danger: u32, most: u32) -> Color {
    let ground = match ground {
        Ground::Wall => return WALL,
        Ground::Trees => return Color::hex(0x3F_6B_4A),
        Ground::Free => FREE,
        Ground::Swamp => Color::hex(0xC6_CB_9C),
        Ground::Water => Color::hex(0xA9_CF_E8),
    };
    // A cost of 10 is halfway to brown.
    let weight = 1.0 - 1.0 / (1.0 + (cost.max(1.0) - 1.0) / 9.0);
    let weighed = ground.mix(Color::hex(0x8C_6A_3F), weight);
    if danger == 0 {
        return weighed;
    }
    weighed.mix(DANGER, 0.15 + 0.6 * f64::from(danger) / f64::from(most.max(1)))
}

/// What is drawn on a map.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scene<'a> {
    /// The expanded cells in their order: early ones dark, late ones bright.
    pub expanded: &'a [Cell],
    /// Paths as faint lines, such as those of a population.
    pub faint: &'a [Vec<Cell>],
    /// The path.
    pub path: &'a [Cell],
    /// Sources of danger, as circles.
    pub sources: &'a [DangerSource],
    /// The start, drawn as A.
    pub start: Option<Cell>,
    /// The goal, drawn as B.
    pub goal: Option<Cell>,
    /// NPCs, drawn as N.
    pub npcs: &'a [Cell],
    /// The agent covers as many cells by as many, and stands where the upper left one is (of diamonds the uppermost, or the one on
    /// the left where columns are shifted); 0 counts as 1. All cells that it covers
    /// on its path are shaded.
    pub agent_size: u32,
    /// Cells in these colours, under which the ground shines through a little.
    pub tints: &'a [(Cell, Color)],
    /// Arrows from a cell to one beside it; on large maps only some of them.
    pub arrows: &'a [[Cell; 2]],
    /// A character in each of these cells, in place of costs; on large maps none.
    pub labels: &'a [(Cell, char)],
}

impl Map {
    /// Where the picture of the map shows the middle of an agent that stands in a cell and covers as many cells by as many.
    pub fn middle(&self, cell: Cell, agent_size: u32, tile: f64) -> Point {
        Canvas::of(self, tile).of_agent(agent_size).middle(cell)
    }

    /// The picture of the map with a scene; `tile` is the side of a cell in pixels, of a hexagon its width
    /// between two opposite sides. Diamonds stand on a corner. In a terminal it is drawn in characters, unless the map is too large.
    pub fn picture(&self, scene: &Scene<'_>, tile: f64) -> Picture {
        let (size, canvas) = (self.size(), Canvas::of(self, tile));
        let heading = format!("a map of {} × {} cells", size.rows, size.columns);
        let mut picture = canvas.picture(heading);

        let colors = self.colors(scene);
        canvas.patches(&mut picture, &colors);
        if size.rows.max(size.columns) <= MOST_LABELS && scene.labels.is_empty() {
            self.costs_on(&mut picture, &canvas, tile);
        }
        overlay::arrows(&mut picture, scene.arrows, &canvas, tile);
        overlay::labels(&mut picture, scene.labels, &colors, &canvas, tile);

        for source in scene.sources {
            picture.push(Shape::Circle {
                center: canvas.middle(source.cell),
                radius: source.radius * tile,
                fill: None,
                stroke: Some(Stroke::new(DANGER, (tile * 0.1).max(1.0))),
            });
        }

        let width = (tile * 0.3).max(2.0);
        for path in scene.faint {
            let color = theme::BLUE.with_alpha(0x38);
            canvas.line(&mut picture, path, Stroke::new(color, width * 0.6));
        }

        // A light rim sets the path off from any ground.
        let aside = canvas.of_agent(scene.agent_size);
        let rim = Stroke::new(theme::PAPER, width * 1.8);
        aside.line(&mut picture, scene.path, rim);
        aside.line(&mut picture, scene.path, Stroke::new(theme::BLUE, width));
        overlay::squares(&mut picture, scene, &canvas, tile);
        for &npc in scene.npcs {
            aside.end(&mut picture, npc, theme::PURPLE, "N");
        }

        let ends = [(scene.start, theme::GREEN, "A"), (scene.goal, theme::ORANGE, "B")];
        for (cell, color, letter) in ends {
            let Some(cell) = cell else { continue };
            aside.end(&mut picture, cell, color, letter);
        }

        if size.rows.max(size.columns) <= MOST_MARKS {
            picture.marks = self.marks(scene, &colors);
        }

        picture
    }

    fn colors(&self, scene: &Scene<'_>) -> Grid<Color> {
        let Scene { expanded, tints, .. } = *scene;
        let size = self.size();
        let most = self.danger().iter().copied().max().unwrap_or(0);
        let of = |cell: Cell| {
            let index = size.index(cell);
            let ground = self.grounds().values()[index];
            color(ground, self.costs()[index], self.danger()[index], most)
        };
        let mut colors = Grid::from_fn(size, of);
        let last = expanded.len().saturating_sub(1).max(1) as f64;
        for (order, &cell) in expanded.iter().enumerate() {
            // Twelve shades, so that neighbours share one and few shapes are drawn.
            let share = (order as f64 / last * 12.0).floor() / 12.0;
            colors[cell] = of(cell).mix(Ramp::Viridis.at(0.25 + 0.75 * share), 0.7);
        }
        for &(cell, tint) in tints {
            colors[cell] = of(cell).mix(tint, 0.8);
        }
        for cell in overlay::covered(scene, self) {
            colors[cell] = colors[cell].mix(theme::BLUE, 0.25);
        }
        colors
    }

    /// Writes the cost of every walkable cell whose cost is not 1.
    fn costs_on(&self, picture: &mut Picture, canvas: &Canvas, tile: f64) {
        for (index, &cost) in self.costs().iter().enumerate() {
            let cell = self.size().cell(index);
            if cost.to_bits() == 1.0_f64.to_bits() || !self.is_walkable(cell) {
                continue;
            }

            let (at, text) = (canvas.middle(cell), cost.to_string());
            picture.push(Shape::text(at, tile * 0.4, theme::MUTED, text));
        }
    }

    fn marks(&self, scene: &Scene<'_>, colors: &Grid<Color>) -> Vec<Vec<Mark>> {
        let size = self.size();
        let mut glyphs: Grid<char> = Grid::filled(size, ' ');
        for (row, line) in self.to_string().lines().enumerate() {
            for (column, glyph) in line.chars().enumerate() {
                glyphs[Cell::new(row as u32, column as u32)] = glyph;
            }
        }

        let arrows = scene
            .arrows
            .iter()
            .map(|&[from, to]| (from, arrow(from, to, self.shape().stagger())));
        let labels = scene.labels.iter().copied();
        let covered = overlay::covered(scene, self).into_iter().map(|cell| (cell, '+'));
        let npcs = scene.npcs.iter().map(|&cell| (cell, 'N'));
        let path = scene.path.iter().map(|&cell| (cell, '*'));
        let ends = [(scene.start, 'A'), (scene.goal, 'B')];
        let ends = ends.into_iter().filter_map(|(cell, glyph)| Some((cell?, glyph)));

        let below = arrows.chain(labels).chain(covered);
        for (cell, glyph) in below.chain(path).chain(npcs).chain(ends) {
            if size.contains(cell) {
                glyphs[cell] = glyph;
            }
        }

        let mark = |cell: Cell| {
            let paper = colors[cell];
            Mark::new(glyphs[cell], paper.ink(), paper)
        };

        let marks = Grid::from_fn(size, mark);
        text::rows(&marks, self.shape().stagger(), &Mark::plain(" "))
    }
}

/// The arrow from a cell to one beside it, as a character; `stagger` is that of hexagons and diamonds.
pub fn arrow(from: Cell, to: Cell, stagger: Option<Stagger>) -> char {
    let (down, right) = match stagger {
        None => (to.row.cmp(&from.row), to.column.cmp(&from.column)),
        Some(stagger) => {
            let ([a, b], [c, d]) = (stagger.place(from), stagger.place(to));
            let (across, along) = (c.cmp(&a), d.cmp(&b));
            if stagger.is_of_rows() { (across, along) } else { (along, across) }
        }
    };
    match (down, right) {
        (Ordering::Less, Ordering::Equal) => '↑',
        (Ordering::Equal, Ordering::Greater) => '→',
        (Ordering::Greater, Ordering::Equal) => '↓',
        (Ordering::Equal, Ordering::Less) => '←',
        (Ordering::Less, Ordering::Greater) => '↗',
        (Ordering::Greater, Ordering::Greater) => '↘',
        (Ordering::Greater, Ordering::Less) => '↙',
        (Ordering::Less, Ordering::Less) => '↖',
        (Ordering::Equal, Ordering::Equal) => '·',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_over_hexagons_point_to_their_middles() {
        let arrows = |stagger: Stagger| {
            let from = Cell::new(1, 1);
            let cells = stagger.headings().map(|heading| stagger.step(from, heading));
            cells
                .map(|to| to.map(|to| arrow(from, to, Some(stagger))))
                .into_iter()
                .flatten()
        };
        for stagger in Stagger::ALL {
            let expected = if stagger.is_of_rows() {
                "↗→↘↙←↖"
            } else {
                "↑↗↘↓↙↖"
            };
            assert_eq!(arrows(stagger).collect::<String>(), expected, "{stagger}");
        }
    }
}
