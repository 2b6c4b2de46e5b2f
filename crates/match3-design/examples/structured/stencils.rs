//! Levels as people draw them, from stencils: none of this is shared with the levels that models are fitted to.

use tilewright_grid::{Cell, Rng, Size};

/// Pictures that levels are drawn after; `#` is one kind and `o` another.
const PICTURES: [&[&str]; 16] = [
    &["#####", "#....", "####.", "#....", "#####"],
    &["#...#", "#...#", "#####", "#...#", "#...#"],
    &["#####", "..#..", "..#..", "..#..", "..#.."],
    &["#...#", ".#.#.", "..#..", ".#.#.", "#...#"],
    &[".###.", "#...#", "#...#", "#...#", ".###."],
    &["#...#", "##..#", "#.#.#", "#..##", "#...#"],
    &["#....", "#....", "#....", "#....", "#####"],
    &[".#.#.", "#####", "#####", ".###.", "..#.."],
    &["..o..", ".o#o.", "o###o", ".o#o.", "..o.."],
    &["#######", "#.....#", "#.ooo.#", "#.o.o.#", "#.ooo.#", "#.....#", "#######"],
    &["###.###", "#.....#", "#.....#", ".......", "#.....#", "#.....#", "###.###"],
    &["#######", "......#", "#####.#", "#...#.#", "#.###.#", "#.....#", "#######"],
    &["o.....o", ".o...o.", "..###..", "..###..", "..###..", ".o...o.", "o.....o"],
    &["#.#.#.#", ".......", "#.#.#.#", ".......", "#.#.#.#", ".......", "#.#.#.#"],
    &["..##.##..", ".#######.", "ooooooooo", "....o....", "...ooo..."],
    &["#########", ".#######.", "..#####..", "...###...", "....#...."],
];

/// What is drawn on the cells of a board: 0 is nothing, 1 to 3 are kinds, [`HOLE`] is a hole.
pub(crate) type Drawing = Vec<u8>;

/// The mark of a hole.
pub(crate) const HOLE: u8 = u8::MAX;

/// A drawing of one of ten sorts; one in five is of a board with holes.
pub(crate) fn drawing(size: Size, rng: &mut Rng) -> Drawing {
    let mut drawn = vec![0; size.area()];
    match rng.below(10) {
        0..3 => picture(size, &mut drawn, rng),
        3 => spiral(size, &mut drawn, rng),
        4 => diagonals(size, &mut drawn, rng),
        5 => islands(size, &mut drawn, rng),
        6 => walls(size, &mut drawn, rng),
        7 => nests(size, &mut drawn, rng),
        8 => waves(size, &mut drawn, rng),
        _ => {
            picture(size, &mut drawn, rng);
            islands(size, &mut drawn, rng);
        }
    }

    if rng.chance(0.2) {
        cut(size, &mut drawn, rng);
    }
    if rng.chance(0.5) {
        mirror(size, &mut drawn);
    }
    drawn
}

/// A picture somewhere on the board, turned over or not.
fn picture(size: Size, drawn: &mut Drawing, rng: &mut Rng) {
    let lines = PICTURES[rng.index(PICTURES.len())];
    let (rows, columns) = (lines.len() as u32, lines[0].len() as u32);
    let (top, left) =
        (rng.below(size.rows - rows + 1), rng.below(size.columns - columns + 1));
    let is_turned = rng.chance(0.3);
    for row in 0..rows {
        let line = if is_turned { rows - 1 - row } else { row };
        for (column, mark) in (0..).zip(lines[line as usize].bytes()) {
            let mark = match mark {
                b'#' => 1,
                b'o' => 2,
                _ => continue,
            };
            drawn[size.index(Cell::new(top + row, left + column))] = mark;
        }
    }
}

/// A line that winds inwards, with a step between its turns.
fn spiral(size: Size, drawn: &mut Drawing, rng: &mut Rng) {
    let length = size.area() / 4 + rng.index(size.area() / 4);
    let (mut row, mut column, mut heading) = (0i32, 0i32, 0usize);
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let is_free = |drawn: &Drawing, row: i32, column: i32| {
        let within = (0..size.rows.cast_signed()).contains(&row)
            && (0..size.columns.cast_signed()).contains(&column);
        within && drawn[size.index(Cell::new(row as u32, column as u32))] == 0
    };
    for number in 0..length {
        drawn[size.index(Cell::new(row as u32, column as u32))] =
            1 + u8::from(number % 7 == 6);
        let ahead = |heading: usize, far: i32| {
            (row + far * steps[heading].0, column + far * steps[heading].1)
        };
        let ends = |drawn: &Drawing, heading: usize| {
            let ((r1, c1), (r2, c2)) = (ahead(heading, 1), ahead(heading, 2));
            let is_edge = !(0..size.rows.cast_signed()).contains(&r2)
                || !(0..size.columns.cast_signed()).contains(&c2);
            !is_free(drawn, r1, c1) || (!is_edge && !is_free(drawn, r2, c2))
        };
        if ends(drawn, heading) {
            heading = (heading + 1) % 4;
            if ends(drawn, heading) {
                break;
            }
        }
        (row, column) = ahead(heading, 1);
    }
}

/// Slanted bands of two kinds by turns.
fn diagonals(size: Size, drawn: &mut Drawing, rng: &mut Rng) {
    let (period, thick, start) = (4 + rng.below(4), 1 + rng.below(2), rng.below(8));
    let is_left = rng.chance(0.5);
    for cell in size.cells() {
        let across = if is_left {
            cell.row + cell.column
        } else {
            cell.row + size.columns - cell.column
        };
        let along = across + start;
        if along % period < thick {
            drawn[size.index(cell)] = 1 + (along / period % 2) as u8;
        }
    }
}

/// Two to four islands that walks of a few steps leave behind.
fn islands(size: Size, drawn: &mut Drawing, rng: &mut Rng) {
    for island in 0..2 + rng.below(3) {
        let mark = 1 + (island % 3) as u8;
        let mut cell = Cell::new(rng.below(size.rows), rng.below(size.columns));
        for _ in 0..8 + rng.below(14) {
            drawn[size.index(cell)] = mark;
            let beside: Vec<Cell> = size.neighbors(cell).collect();
            cell = beside[rng.index(beside.len())];
        }
    }
}

/// Walls across the board with a door or two in each.
fn walls(size: Size, drawn: &mut Drawing, rng: &mut Rng) {
    let is_upright = rng.chance(0.4);
    let (across, along) =
        if is_upright { (size.columns, size.rows) } else { (size.rows, size.columns) };
    let step = 3 + rng.below(2);
    for wall in (1 + rng.below(2)..across).step_by(step as usize) {
        let (door, other) = (rng.below(along), rng.below(along));
        for at in (0..along).filter(|&at| at != door && at != other) {
            let cell = if is_upright { Cell::new(at, wall) } else { Cell::new(wall, at) };
            drawn[size.index(cell)] = 1 + u8::from(at.abs_diff(door) == 1);
        }
    }
}

/// Nests in some corners, hard inside and soft outside.
fn nests(size: Size, drawn: &mut Drawing, rng: &mut Rng) {
    let reach = 2 + rng.below(3);
    let corners = 1 + rng.below(15);
    for cell in size.cells() {
        let (low, right) = (cell.row >= size.rows / 2, cell.column >= size.columns / 2);
        let down = if low { size.rows - 1 - cell.row } else { cell.row };
        let across = if right { size.columns - 1 - cell.column } else { cell.column };
        let corner = u32::from(low) * 2 + u32::from(right);
        if corners >> corner & 1 == 1 && down + across < reach {
            drawn[size.index(cell)] = if down + across + 1 < reach { 1 } else { 2 };
        }
    }
}

/// A wave from side to side, and what lies under it.
fn waves(size: Size, drawn: &mut Drawing, rng: &mut Rng) {
    let heights = [0, 1, 2, 1, 0, 1, 2, 1];
    let (start, base) = (rng.index(8), 2 + rng.below(size.rows - 4));
    let is_filled = rng.chance(0.4);
    for column in 0..size.columns {
        let top = (base + heights[(column as usize + start) % 8]).min(size.rows - 1);
        drawn[size.index(Cell::new(top, column))] = 1;
        if is_filled {
            for row in top + 1..size.rows {
                drawn[size.index(Cell::new(row, column))] = 2;
            }
        }
    }
}

/// Cuts corners off, or a notch out of the middle of the sides.
fn cut(size: Size, drawn: &mut Drawing, rng: &mut Rng) {
    let (reach, is_notch) = (1 + rng.below(2), rng.chance(0.4));
    for cell in size.cells() {
        let down = cell.row.min(size.rows - 1 - cell.row);
        let across = cell.column.min(size.columns - 1 - cell.column);
        let is_cut = if is_notch {
            down.abs_diff(size.rows / 2) < 2 && across < reach
        } else {
            down + across < reach
        };
        if is_cut {
            drawn[size.index(cell)] = HOLE;
        }
    }
}

/// Repeats the left half on the right.
fn mirror(size: Size, drawn: &mut Drawing) {
    for cell in size.cells().filter(|cell| cell.column < size.columns / 2) {
        let other = Cell::new(cell.row, size.columns - 1 - cell.column);
        drawn[size.index(other)] = drawn[size.index(cell)];
    }
}
