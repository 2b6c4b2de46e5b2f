//! Circles and walls.

use tilewright_pathplan::search::WAYS;

use super::UNIT;
use crate::plane::Plane;

/// The steps of a node from which every step is possible.
const ALL: u8 = u8::MAX;

/// Where a walker ends that was in a free cell and would go to a point: in that cell, or in one to which a step leads, and so far from
/// blocked cells as its radius says, half a cell at most. Both are counted from the upper left corner of the stacked floors.
///
/// Walls at the sides set bounds to a coordinate, each of its own. A corner is in the way only in the quarter of the cell where these
/// bounds do not reach, and moving away from it never leaves that quarter: so one pass is enough.
#[inline]
pub(super) fn fit(plane: &Plane, from: [i32; 2], to: [i32; 2], radius: i32) -> [i32; 2] {
    let [column, row] = from.map(|at| at / UNIT);
    let node = (row as usize + 1) * plane.stride + column as usize + 1;
    let cell = to.map(|at| at.div_euclid(UNIT));
    if cell == [column, row] {
        return if plane.ways[node] == ALL {
            to
        } else {
            fit_cell(plane, node, cell, to, radius)
        };
    }

    let right = (cell[0] - column).signum();
    let down = (cell[1] - row).signum();
    let is_open = |right: i32, down: i32| {
        let way = WAYS.iter().position(|way| (way.right, way.down) == (right, down));
        way.is_none_or(|way| plane.ways[node] >> way & 1 == 1)
    };
    // Where there is no step across, along the row rather than along the column.
    let [right, down] = if is_open(right, down) {
        [right, down]
    } else if is_open(right, 0) && right != 0 {
        [right, 0]
    } else if is_open(0, down) {
        [0, down]
    } else {
        [0, 0]
    };
    let cell = [column + right, row + down];
    let node = node
        .wrapping_add_signed(down as isize * plane.stride.cast_signed() + right as isize);
    let inside =
        |axis: usize| to[axis].clamp(cell[axis] * UNIT, cell[axis] * UNIT + UNIT - 1);
    let to = [inside(0), inside(1)];
    if plane.ways[node] == ALL { to } else { fit_cell(plane, node, cell, to, radius) }
}

/// Moves a point of a free cell as far away from the blocked cells around that a circle fits.
fn fit_cell(
    plane: &Plane,
    node: usize,
    cell: [i32; 2],
    to: [i32; 2],
    radius: i32,
) -> [i32; 2] {
    let ways = plane.ways[node];
    let is_open = |way: usize| ways >> way & 1 == 1;
    let [mut x, mut y] = [to[0] - cell[0] * UNIT, to[1] - cell[1] * UNIT];
    if !is_open(0) {
        y = y.max(radius);
    }
    if !is_open(1) {
        x = x.min(UNIT - radius);
    }
    if !is_open(2) {
        y = y.min(UNIT - radius);
    }
    if !is_open(3) {
        x = x.max(radius);
    }

    for (way, step) in WAYS.iter().enumerate().skip(4) {
        // North-east (4) lies between north (0) and east (1), and so on clockwise.
        let is_free_beside = is_open(way - 4) && is_open((way - 3) & 3);
        if is_open(way) || !is_free_beside || plane.is_free(plane.neighbor(node, way)) {
            continue;
        }
        let corner = [(1 + step.right) / 2, (1 + step.down) / 2].map(|at| at * UNIT);
        let away = [x - corner[0], y - corner[1]];
        let squared = away[0] * away[0] + away[1] * away[1];
        if squared >= radius * radius {
            continue;
        }
        [x, y] = if squared == 0 {
            [corner[0] - step.right * radius, y]
        } else {
            let distance = root(squared.unsigned_abs());
            [0, 1].map(|axis| corner[axis] + stretch(away[axis], radius, distance))
        };
    }
    // A radius of less than two units may end on the border, which belongs to the next cell.
    [cell[0] * UNIT + x.clamp(0, UNIT - 1), cell[1] * UNIT + y.clamp(0, UNIT - 1)]
}

/// The whole part of a square root. That of a number of 32 bits is exact on every machine, as the root of a number of 53 bits is rounded
/// correctly by IEEE 754.
#[inline]
pub(super) fn root(number: u32) -> i32 {
    f64::from(number).sqrt() as i32
}

/// A part of a vector, made longer from `from` to `to`, rounded away from 0.
#[inline]
pub(super) const fn stretch(part: i32, to: i32, from: i32) -> i32 {
    let long = (part.abs() * to + from - 1) / from;
    if part < 0 { -long } else { long }
}
