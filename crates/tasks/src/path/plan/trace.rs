//! The course of a search, compact enough for a page to replay it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::{Value, json};
use tilewright_grid::{Cell, Size};
use tilewright_pathplan::animation::Generation;

use super::search::Record;

/// The largest number of cells of the paths of a generation; its best path is always there.
const MOST_CELLS: usize = 1 << 14;

/// The paths of a generation.
#[derive(Debug, Serialize)]
struct Population {
    /// The number of the generation, from 0.
    generation: u64,
    /// The number of paths; the first of them are listed.
    count: usize,
    /// The cost of the best path.
    best: f64,
    /// The median cost and the cost of the worst path; left out for `weighted-sum`, which does not
    /// rank paths by their costs.
    #[serde(flatten)]
    others: Option<OtherCosts>,
    /// The directions of the best path from the start: N, E, S or W, each with the number of steps
    /// if there are several, such as `E12S3W`.
    path: String,
    paths: Vec<String>,
}

/// The costs of a generation beside that of the best path.
#[derive(Debug, Serialize)]
struct OtherCosts {
    median: f64,
    worst: f64,
}

/// The course of a search: the cells in the order in which an exact planner expanded them, or the
/// paths of the generations of an evolved planner.
///
/// The order is the index of each cell (row × columns + column) less that of the cell before, as
/// zigzag LEB128: 7 bits a byte, the lowest first, the top bit set if more follow; in base64.
pub(super) fn trace(record: &Record, size: Size) -> Value {
    let Record { expanded, generations } = record;
    if generations.is_empty() {
        return json!({ "expanded": expanded.len(), "order": order(expanded, size) });
    }
    let generations: Vec<_> = generations.iter().map(Population::new).collect();
    json!({ "generations": generations })
}

impl Population {
    fn new(generation: &Generation) -> Self {
        let Generation { number, count, paths, best, costs } = generation;
        let mut room = MOST_CELLS;

        let has_room = |path: &&Vec<Cell>| {
            room = room.saturating_sub(path.len());
            room > 0
        };
        Self {
            generation: *number,
            count: *count,
            best: best.length,
            others: costs.map(|[_, median, worst]| OtherCosts { median, worst }),
            path: directions(&best.cells),
            paths: paths.iter().take_while(has_room).map(|it| directions(it)).collect(),
        }
    }
}

/// The differences of the cells' indices, in base64.
fn order(cells: &[Cell], size: Size) -> String {
    let mut bytes = Vec::with_capacity(cells.len() * 2);
    let mut before = 0_i64;
    for &cell in cells {
        let index = size.index(cell).cast_signed() as i64;
        let difference = index - before;
        before = index;

        // Zigzag, so that small differences of both signs are short; then seven bits a byte.
        let mut rest = ((difference << 1) ^ (difference >> 63)).cast_unsigned();
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }

        bytes.push(rest as u8);
    }

    STANDARD.encode(bytes)
}

/// The directions of a path by steps to four neighbours.
fn directions(cells: &[Cell]) -> String {
    let heading = |from: Cell, to: Cell| match () {
        () if to.row < from.row => 'N',
        () if to.row > from.row => 'S',
        () if to.column > from.column => 'E',
        () => 'W',
    };
    let steps = cells.windows(2).map(|step| heading(step[0], step[1]));
    let steps: Vec<char> = steps.collect();
    let runs = steps.chunk_by(|one, other| one == other).map(|run| match run.len() {
        1 => run[0].to_string(),
        length => format!("{}{length}", run[0]),
    });

    runs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_differences_of_indices() {
        let size = Size::new(300, 100);
        let cells = [(0, 1), (0, 0), (1, 0), (299, 99), (0, 0)];
        let cells = cells.map(|(row, column)| Cell::new(row, column));
        // +1, -1, +100, +29,899, -29,999 as zigzag: 2, 1, 200, 59,798, 59,997.
        let bytes = [2, 1, 0xc8, 1, 0x96, 0xd3, 3, 0xdd, 0xd4, 3];
        assert_eq!(order(&cells, size), STANDARD.encode(bytes));
        assert_eq!(order(&[], size), "");
    }

    #[test]
    fn directions_count_equal_steps() {
        let path = [(2, 2), (2, 3), (2, 4), (1, 4), (1, 3), (2, 3)];
        let path = path.map(|(row, column)| Cell::new(row, column));
        assert_eq!(directions(&path), "E2NWS");
        assert_eq!(directions(&path[..1]), "");
    }
}
