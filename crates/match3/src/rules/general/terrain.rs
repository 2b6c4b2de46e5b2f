//! The board of a level and how its contents move, resolved once for all its games.

use tilewright_grid::{Cell, Size};

use super::plan::NOWHERE;
use crate::ruleset::Refill;
use crate::setting::{Direction, Gravity};
use crate::{Kind, Level};

/// The cells of a level and how their contents move. Cells are given by index in reading order.
#[derive(Clone, Debug)]
pub(crate) struct Terrain {
    /// The kinds of the cells at the start.
    pub(super) start: Vec<Kind>,
    /// For each cell: the cell above it, above left and above right, seen along gravity.
    pub(super) above: Vec<[u16; 3]>,
    /// For each cell: ahead of it, and to its anticlockwise and clockwise sides, along its arrow.
    pub(super) ahead: Vec<[u16; 3]>,
    pub(super) has_portals: bool,
    /// For each cell that is a portal's exit, the entrance.
    pub(super) entrance_of: Vec<u16>,
    /// For each cell that is a portal's entrance, the exit.
    pub(super) exit_of: Vec<u16>,
    pub(super) spawners: Vec<bool>,
    pub(super) exits: Vec<u16>,
    pub(super) conveyors: Vec<Vec<u16>>,
    pub(super) is_conveyed: Vec<bool>,
    /// For each cell, the index of its supply, or [`NOWHERE`].
    pub(super) supply_of: Vec<u16>,
    pub(super) supply: Vec<Vec<Kind>>,
}

impl Terrain {
    pub(super) fn new(level: &Level) -> Self {
        let setting = &*level.setting;
        let (size, area) = (level.size(), level.size().area());
        let index = |cell: &Cell| size.index(*cell) as u16;

        let mut entrance_of = vec![NOWHERE; area];
        let (mut exit_of, mut supply_of) = (entrance_of.clone(), entrance_of.clone());
        for [entrance, exit] in &setting.portals {
            entrance_of[size.index(*exit)] = index(entrance);
            exit_of[size.index(*entrance)] = index(exit);
        }

        for (number, (cell, _)) in setting.supply.iter().enumerate() {
            supply_of[size.index(*cell)] = number as u16;
        }

        let cells = |cells: &Vec<Cell>| cells.iter().map(index).collect();
        let mut is_conveyed = vec![false; area];
        for &cell in setting.conveyors.iter().flatten() {
            is_conveyed[size.index(cell)] = true;
        }

        let (down, arrows) = match &setting.gravity {
            Gravity::All(direction) => (*direction, None),
            Gravity::Arrows(arrows) => (Direction::Down, Some(arrows)),
        };

        let arrow = |cell: Cell| arrows.map_or(down, |arrows| arrows[cell]);
        let above = |cell| near(size, cell, down, [(-1, 0), (-1, -1), (-1, 1)]);
        let ahead = |cell| near(size, cell, arrow(cell), [(1, 0), (0, 1), (0, -1)]);
        let passes = setting.ruleset.refill == Refill::Column;
        let ahead = |cell: Cell| {
            let [mut below, left, right] = ahead(cell);
            // Contents of columns pass holes.
            while passes
                && below != NOWHERE
                && !level.cells()[size.cell(usize::from(below))].is_present()
            {
                below = near(size, size.cell(usize::from(below)), down, [(1, 0); 3])[0];
            }
            [below, left, right]
        };

        Self {
            start: level.cells().values().to_vec(),
            above: size.cells().map(above).collect(),
            ahead: size.cells().map(ahead).collect(),
            has_portals: !setting.portals.is_empty(),
            entrance_of,
            exit_of,
            spawners: level.spawner_cells().values().to_vec(),
            exits: level.exits().iter().map(index).collect(),
            conveyors: setting.conveyors.iter().map(cells).collect(),
            is_conveyed,
            supply_of,
            supply: setting.supply.iter().map(|(_, list)| list.clone()).collect(),
        }
    }
}

/// Three cells near a cell, by rows and columns if its arrow points down; turned with the arrow.
fn near(size: Size, cell: Cell, arrow: Direction, steps: [(i64, i64); 3]) -> [u16; 3] {
    steps.map(|(rows, columns)| {
        let (rows, columns) = match arrow {
            Direction::Down => (rows, columns),
            Direction::Left => (columns, -rows),
            Direction::Up => (-rows, -columns),
            Direction::Right => (-columns, rows),
        };

        let (row, column) =
            (i64::from(cell.row) + rows, i64::from(cell.column) + columns);
        let found = u32::try_from(row).ok().zip(u32::try_from(column).ok());
        let found = found.map(|(row, column)| Cell::new(row, column));
        let found = found.filter(|&cell| size.contains(cell));
        found.map_or(NOWHERE, |cell| size.index(cell) as u16)
    })
}
