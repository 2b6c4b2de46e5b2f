//! Pictures of fleets, and of numbers per cell.

use tilewright_draw::{Color, Mark, Picture, Point, Ramp, Shape, Stroke, chart, theme};
use tilewright_grid::{Cell, Grid, Size};

use crate::{Clash, Fleet, Rules, Ship, column_name};

/// The colour of water.
pub(crate) const WATER: Color = Color::hex(0xDC_EA_F3);
/// The colour of the lines between cells.
const LINE: Color = Color::hex(0xBD_D3_E2);
/// The colour of ships that break the rules.
const WRONG: Color = theme::INFEASIBLE;
/// The space between two fields, in pixels.
const GAP: f64 = 14.0;
/// The largest number of fleets that [`fleets`] draws.
pub const MAX_DRAWN: usize = 64;

/// The colour of ships of a length: the longer, the darker.
pub(crate) const fn color(length: u32) -> Color {
    match length {
        0 | 1 => theme::SKY,
        2 => theme::GREEN,
        3 => theme::BLUE,
        4 => theme::PURPLE,
        _ => theme::GREY,
    }
}

/// The side of a cell, in pixels, at which fields of any number of cells have about the same size.
pub fn tile_for(size: Size) -> f64 {
    (320.0 / f64::from(size.rows.max(size.columns))).clamp(8.0, 32.0)
}

/// The coordinates of a drawn field; `tile` is the side of a cell in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chart {
    pub(crate) size: Size,
    pub(crate) tile: f64,
}

impl Chart {
    /// The top left corner of a cell.
    pub(crate) fn corner(self, cell: Cell) -> Point {
        let margin = self.tile;
        Point::new(
            f64::from(cell.column) * self.tile + margin,
            f64::from(cell.row) * self.tile + margin,
        )
    }

    /// The centre of a cell.
    pub(crate) fn middle(self, cell: Cell) -> Point {
        let Point { x, y } = self.corner(cell);
        Point::new(x + self.tile / 2.0, y + self.tile / 2.0)
    }

    /// An empty field with the names of its rows and columns. `more` is the number of cells to add
    /// to the picture below and to the right.
    pub(crate) fn field(self, more: [u32; 2], title: &str) -> Picture {
        let Size { rows, columns } = self.size;
        let length = |cells: u32| (f64::from(cells) + 1.3) * self.tile;
        let (width, height) = (length(columns + more[1]), length(rows + more[0]));
        let mut picture = Picture::new(width, height, title);

        let corner = self.corner(Cell::new(0, 0));
        let (Point { x, y }, stroke) = (corner, Stroke::new(LINE, 1.0));
        let (wide, high) = (f64::from(columns) * self.tile, f64::from(rows) * self.tile);
        picture.push(Shape::rectangle(corner, [wide, high], 0.0, WATER).outlined(stroke));

        let mut rule = |from: Point, to: Point| {
            picture.push(Shape::Polyline { points: vec![from, to], stroke });
        };
        for row in 1..rows {
            let at = y + f64::from(row) * self.tile;
            rule(Point::new(x, at), Point::new(x + wide, at));
        }
        for column in 1..columns {
            let at = x + f64::from(column) * self.tile;
            rule(Point::new(at, y), Point::new(at, y + high));
        }

        self.label(&mut picture);
        picture
    }

    /// Writes the names of the rows and columns beside the field.
    fn label(self, picture: &mut Picture) {
        let mut label = |text: String, at: Point| {
            picture.push(Shape::text(at, self.tile * 0.45, theme::MUTED, text));
        };

        for row in 0..self.size.rows {
            let at = self.middle(Cell::new(row, 0));
            label((row + 1).to_string(), Point::new(at.x - self.tile, at.y));
        }
        for column in 0..self.size.columns {
            let at = self.middle(Cell::new(0, column));
            label(column_name(column), Point::new(at.x, at.y - self.tile));
        }
    }

    /// The shape of a ship: a rounded rectangle.
    pub(crate) fn hull(self, ship: Ship, fill: Color) -> Shape {
        let (from, to) = (self.corner(ship.cell), self.corner(ship.last()));
        let inset = self.tile * 0.1;
        let corner = Point::new(from.x + inset, from.y + inset);
        let sides = [to.x - from.x, to.y - from.y].map(|it| it + self.tile - 2.0 * inset);
        let edge = Stroke::new(fill.mix(theme::INK, 0.4), self.tile * 0.06);
        Shape::rectangle(corner, sides, self.tile * 0.3, fill).outlined(edge)
    }
}

/// The first line of a field in a terminal: the names of its columns.
pub(crate) fn head(size: Size) -> Vec<Mark> {
    let columns: Vec<String> = (0..size.columns).map(column_name).collect();
    vec![Mark::new(format!("   {}", columns.join(" ")), theme::MUTED, None)]
}

/// The number of a row, to be put before it in a terminal.
pub(crate) fn row_mark(row: u32) -> Mark {
    Mark::new(format!("{:>2} ", row + 1), theme::MUTED, None)
}

/// A fleet on its field. Ships that break the rules have another colour, and those that leave the
/// field are drawn beyond its edge. `tile` is the side of a cell in pixels.
///
/// In a terminal a cell is two characters wide, and a ship has its letter of the text form.
///
/// ```
/// use tilewright_battleship::{Rules, Sequential, picture};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let fleet = Sequential::new(&rules).draw(&mut Seed(1).rng())?;
/// let picture = picture::fleet(&rules, &fleet, picture::tile_for(rules.size()));
/// assert!(picture.to_svg().starts_with("<svg"));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
pub fn fleet(rules: &Rules, fleet: &Fleet, tile: f64) -> Picture {
    let chart = Chart { size: rules.size(), tile };

    // Ships may reach beyond the field in fleets that are not legal; the picture grows to hold
    // them.
    let beyond = |end: fn(Cell) -> u32, side: u32| {
        let ends = fleet.ships.iter().map(|ship| end(ship.last()) + 1);
        ends.max().unwrap_or(0).saturating_sub(side)
    };
    let more = [
        beyond(|cell| cell.row, chart.size.rows),
        beyond(|cell| cell.column, chart.size.columns),
    ];

    let name = format!("fleet on {rules}");
    let mut picture = chart.field(more, &name);
    let wrong = clashing(rules, fleet);

    for (index, &ship) in fleet.ships.iter().enumerate() {
        let fill = if wrong.contains(&index) { WRONG } else { color(ship.length) };
        picture.push(chart.hull(ship, fill));
    }

    picture.marks = marks(rules, fleet, &wrong);
    picture
}

/// The numbers of the ships that break the rules.
fn clashing(rules: &Rules, fleet: &Fleet) -> Vec<usize> {
    let clashes = rules.clashes(fleet).into_iter();
    let ships = clashes.flat_map(|clash| match clash {
        Clash::Outside { ship } => vec![ship],
        Clash::Overlap { ships, .. } | Clash::Touch { ships, .. } => ships.to_vec(),
    });
    ships.collect()
}

fn marks(rules: &Rules, fleet: &Fleet, wrong: &[usize]) -> Vec<Vec<Mark>> {
    let grid = fleet.grid(rules.size());
    let mut rows = vec![head(rules.size())];

    for (row, cells) in (0..).zip(grid.rows()) {
        let cell = |cell: &Option<u16>| match *cell {
            None => Mark::new("· ", theme::MUTED, WATER),
            Some(ship) => {
                let paper = if wrong.contains(&usize::from(ship)) {
                    WRONG
                } else {
                    color(fleet.ships[usize::from(ship)].length)
                };
                let text = format!("{} ", crate::fleet::letter(ship));
                Mark::new(text, paper.ink(), paper)
            }
        };
        rows.push(std::iter::once(row_mark(row)).chain(cells.iter().map(cell)).collect());
    }

    rows
}

/// Several fleets side by side, in reading order. Only the first [`MAX_DRAWN`] are drawn; if there
/// are more, a caption says so.
pub fn fleets(rules: &Rules, fleets: &[Fleet]) -> Picture {
    let name = format!("fleets on {rules}");

    let shown = &fleets[..fleets.len().min(MAX_DRAWN)];
    let across = (shown.len() as f64).sqrt().ceil().max(1.0) as usize;
    let tile = tile_for(rules.size()) / if shown.len() > 1 { 2.0 } else { 1.0 };

    let rows: Vec<Picture> = shown
        .chunks(across)
        .map(|row| {
            let pictures: Vec<_> =
                row.iter().map(|one| fleet(rules, one, tile.max(6.0))).collect();
            Picture::beside(&pictures, GAP, &name)
        })
        .collect();

    let all = Picture::stacked(&rows, 0.0, &name);
    if shown.len() == fleets.len() {
        return all;
    }
    all.captioned(&format!("the first {MAX_DRAWN} of {} fleets", fleets.len()))
}

/// A heat map of probabilities, 0 to 1, in per cent, with the names of rows and columns.
pub fn percentages(grid: &Grid<f64>, title: &str) -> Picture {
    let size = grid.size();
    let chart = chart::Heatmap {
        title: title.to_owned(),
        rows: size.rows as usize,
        columns: size.columns as usize,
        values: grid.values().iter().map(|&value| Some(100.0 * value)).collect(),
        labels: true,
        ramp: Ramp::Viridis,
        cell: tile_for(size) * 1.2,
    };
    chart.lettered()
}

/// For every cell the share of the fleets that occupy it, 0 to 1.
pub fn occupancy(size: Size, fleets: &[Fleet]) -> Grid<f64> {
    let mut grid = Grid::filled(size, 0.0);
    for cell in fleets.iter().flat_map(|fleet| &fleet.ships).flat_map(|ship| ship.cells())
    {
        if size.contains(cell) {
            grid[cell] += 1.0 / fleets.len().max(1) as f64;
        }
    }
    grid
}
