//! A plain search that goes through a map cell by cell, and maps to try it on.

use std::f64::consts::SQRT_2;

use proptest::prelude::*;
use tilewright_grid::{Cell, Grid, Size};
use tilewright_pathplan::{Connectivity, Corners, Ground, Map, Steps};

/// Whether a walker in one cell can step into another; straight from the words of the rules.
pub(crate) fn is_step(map: &Map, steps: Steps, from: Cell, to: Cell) -> bool {
    let can_be = |cell: Option<Cell>| {
        let ground = cell.and_then(|cell| map.ground(cell));
        let is_wet = map.ground(from) == Some(Ground::Water);
        ground.is_some_and(|ground| {
            !ground.is_blocked() && (ground != Ground::Water || is_wet)
        })
    };
    let (down, right) = (to.row.abs_diff(from.row), to.column.abs_diff(from.column));
    let sides = [Cell::new(to.row, from.column), Cell::new(from.row, to.column)];
    let free = sides.into_iter().filter(|&side| can_be(Some(side))).count();
    let corner = match steps.corners {
        Corners::Never => free == 2,
        Corners::One => free >= 1,
        Corners::Always => true,
    };
    let is_beside = down + right == 1;
    let is_across = down == 1 && right == 1 && steps.connectivity == Connectivity::Eight;
    can_be(Some(to)) && (is_beside || is_across && corner)
}

/// Where steps lead from a cell, and how long they are.
pub(crate) fn next_cells(map: &Map, steps: Steps, from: Cell) -> Vec<(Cell, f64)> {
    let mut next = Vec::new();
    for down in -1..=1 {
        for right in -1..=1 {
            let row = from.row.checked_add_signed(down);
            let column = from.column.checked_add_signed(right);
            let Some((row, column)) = row.zip(column) else { continue };
            let to = Cell::new(row, column);
            if map.size().contains(to) && is_step(map, steps, from, to) {
                let length = if down != 0 && right != 0 { SQRT_2 } else { 1.0 };
                next.push((to, length));
            }
        }
    }
    next
}

/// The costs of the best paths to every cell, relaxed until nothing changes.
pub(crate) fn plain_costs(map: &Map, steps: Steps, weight: f64, start: Cell) -> Vec<f64> {
    let size = map.size();
    let mut costs = vec![f64::INFINITY; size.area()];
    costs[size.index(start)] = 0.0;
    loop {
        let mut has_changed = false;
        for from in size.cells() {
            for (to, length) in next_cells(map, steps, from) {
                let at = size.index(to);
                let cost = costs[size.index(from)]
                    + length * map.costs()[at]
                    + weight * f64::from(map.danger()[at]);
                if cost < costs[at] - 1e-9 {
                    costs[at] = cost;
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            return costs;
        }
    }
}

pub(crate) fn grounds() -> impl Strategy<Value = Ground> {
    prop_oneof![
        20 => Just(Ground::Free),
        6 => Just(Ground::Wall),
        2 => Just(Ground::Trees),
        2 => Just(Ground::Swamp),
        2 => Just(Ground::Water),
    ]
}

pub(crate) fn maps(
    rows: std::ops::RangeInclusive<u32>,
    columns: std::ops::RangeInclusive<u32>,
) -> impl Strategy<Value = Map> {
    (rows, columns).prop_flat_map(|(rows, columns)| {
        let size = Size::new(rows, columns);
        proptest::collection::vec(grounds(), size.area()).prop_map(move |cells| {
            Map::new(Grid::from_values(size, cells).unwrap()).unwrap()
        })
    })
}

pub(crate) fn with_terrain() -> impl Strategy<Value = Map> {
    maps(1..=9, 1..=9).prop_flat_map(|map| {
        let area = map.size().area();
        let costs = proptest::collection::vec(
            proptest::sample::select(vec![0.5, 1.0, 1.0, 2.0, 9.0]),
            area,
        );
        let danger = proptest::collection::vec(0..3_u32, area);
        (Just(map), costs, danger).prop_map(|(map, costs, danger)| {
            map.with_costs(costs).unwrap().with_danger(danger).unwrap()
        })
    })
}

pub(crate) fn steps() -> impl Strategy<Value = Steps> {
    let connectivity = [Connectivity::Four, Connectivity::Eight];
    let corners = [Corners::Never, Corners::One, Corners::Always];
    (
        proptest::sample::select(connectivity.to_vec()),
        proptest::sample::select(corners.to_vec()),
    )
        .prop_map(|(connectivity, corners)| Steps { connectivity, corners })
}

pub(crate) fn ends(map: &Map, picks: [usize; 2]) -> Option<[Cell; 2]> {
    let free: Vec<Cell> =
        map.size().cells().filter(|&cell| map.is_walkable(cell)).collect();
    (!free.is_empty()).then(|| picks.map(|pick| free[pick % free.len()]))
}
