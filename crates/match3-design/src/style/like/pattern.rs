//! The cells of levels as numbers, and the patterns of 3 × 3 of them.

use tilewright_grid::Size;
use tilewright_match3::Kind;

/// A cell outside the board.
const OUTSIDE: u8 = 255;
const HOLE: u8 = 254;
/// A special cell that no request of the search places.
pub(super) const OTHER: u8 = 253;

/// The kinds of 3 × 3 cells, a byte to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pattern(pub(super) u128);

/// A cell as the index of its kind among these, of which the first is ordinary.
pub(super) fn symbol(kinds: &[Kind], kind: Kind) -> u8 {
    if !kind.is_present() {
        return HOLE;
    }
    let known = kinds.iter().position(|&other| other == kind);
    let unknown = if kind.is_special() { OTHER } else { 0 };
    known.map_or(unknown, |index| index as u8)
}

/// Whether a cell is of one of the kinds that are placed.
pub(super) const fn is_placed(symbol: u8) -> bool {
    symbol > 0 && symbol < OTHER
}

/// The pattern around each cell.
pub(super) fn patterns(size: Size, cells: &[u8]) -> Vec<Pattern> {
    let (rows, columns) = (size.rows as usize, size.columns as usize);

    // The cells with a border around them, so that no pattern has to ask whether a neighbour exists.
    let width = columns + 2;
    let mut framed = vec![OUTSIDE; (rows + 2) * width];
    for (row, line) in cells.chunks(columns).enumerate() {
        let first = (row + 1) * width + 1;
        framed[first..first + columns].copy_from_slice(line);
    }

    let mut patterns = Vec::with_capacity(cells.len());
    for row in 0..rows {
        for column in 0..columns {
            let lines = (row..row + 3).flat_map(|line| {
                let first = line * width + column;
                &framed[first..first + 3]
            });
            let bytes = lines.fold(0, |bytes, &cell| bytes << 8 | u128::from(cell));
            patterns.push(Pattern(bytes));
        }
    }
    patterns
}

/// What a judge sees of a level: the patterns around its cells, the same of special cells of any kind, and the kinds alone.
pub(super) fn sights(size: Size, cells: &[u8]) -> Vec<Pattern> {
    // Above the bytes of nine cells.
    let tagged = |tag: u128, Pattern(bytes)| Pattern(tag << 80 | bytes);
    let any: Vec<u8> =
        cells.iter().map(|&cell| if is_placed(cell) { 1 } else { cell }).collect();
    let mut sights = patterns(size, cells);
    sights.extend(patterns(size, &any).into_iter().map(|pattern| tagged(1, pattern)));
    sights.extend(cells.iter().map(|&cell| tagged(2, Pattern(u128::from(cell)))));
    sights
}

/// The patterns of some levels, sorted, each as often as there are levels that have it.
pub(super) fn once_a_level(levels: &[Vec<Pattern>]) -> Vec<Pattern> {
    let once = |level: &Vec<Pattern>| {
        let mut once = level.clone();
        once.sort_unstable();
        once.dedup();
        once
    };
    let mut all: Vec<Pattern> = levels.iter().flat_map(once).collect();
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_the_cells_around_one() {
        let cells = [1, 2, 3, 4, 5, 6];
        let of = |cells: [u8; 9]| {
            Pattern(
                cells.into_iter().fold(0, |bytes, cell| bytes << 8 | u128::from(cell)),
            )
        };
        let found = patterns(Size::new(2, 3), &cells);
        assert_eq!(found[0], of([255, 255, 255, 255, 1, 2, 255, 4, 5]));
        assert_eq!(found[4], of([1, 2, 3, 4, 5, 6, 255, 255, 255]));
        assert_eq!(found.len(), 6);
    }
}
