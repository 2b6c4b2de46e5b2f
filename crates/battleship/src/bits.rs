//! Bit boards with a border: one bit per cell, row by row, and an empty column after every row,
//! so that shifting a board never moves a bit into another row.

use tilewright_grid::{Bits, Cell, Size};

use crate::{Ship, Touch};

/// Evaluates an expression that is generic in the number of words, with the smallest number that
/// holds the field.
macro_rules! dispatch {
    ($size:expr, $name:ident => $call:expr) => {
        tilewright_grid::with_words!(
            $crate::bits::words($size), [1, 2, 4], 11, $name => $call
        )
    };
}
pub(crate) use dispatch;

/// The number of words that a field needs.
pub(crate) const fn words(size: Size) -> usize {
    (size.rows as usize * stride(size)).div_ceil(64)
}

/// The distance from the bit of a cell to that of the cell below it.
pub(crate) const fn stride(size: Size) -> usize {
    size.columns as usize + 1
}

/// The bit of a cell.
pub(crate) const fn place(size: Size, cell: Cell) -> usize {
    cell.row as usize * stride(size) + cell.column as usize
}

/// The cell of a bit.
pub(crate) const fn cell(size: Size, place: usize) -> Cell {
    Cell::new((place / stride(size)) as u32, (place % stride(size)) as u32)
}

/// All cells of a field.
pub(crate) fn field<const W: usize>(size: Size) -> Bits<W> {
    size.cells().map(|cell| place(size, cell)).collect()
}

/// The cells of a ship.
pub(crate) fn of_ship<const W: usize>(size: Size, ship: Ship) -> Bits<W> {
    ship.cells().map(|cell| place(size, cell)).collect()
}

/// The cells of a ship and those that the touch rule forbids to other ships, within the field.
#[inline]
pub(crate) fn grown<const W: usize>(
    cells: Bits<W>,
    size: Size,
    touch: Touch,
    field: Bits<W>,
) -> Bits<W> {
    let down = stride(size);
    let sides = |bits: Bits<W>| bits.or(bits.ahead(1)).or(bits.back(1));
    let ends = |bits: Bits<W>| bits.or(bits.ahead(down)).or(bits.back(down));
    match touch {
        Touch::Never => ends(sides(cells)).and(field),
        Touch::Corners => ends(cells).or(sides(cells)).and(field),
        Touch::Free => cells,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_grid::Heading;

    #[test]
    fn shifts_stay_in_their_row_and_cross_words() {
        let size = Size::new(26, 26);
        let field = super::field::<11>(size);
        assert_eq!(field.count(), 676);

        for cell in size.cells() {
            let ship = Ship::new(cell, 1, Heading::East);
            let bits = of_ship(size, ship);
            for touch in Touch::ALL {
                let grown = grown(bits, size, touch, field);
                let expected: Vec<usize> = size
                    .cells()
                    .filter(|&other| {
                        ship.clashes(Ship::new(other, 1, Heading::East), touch)
                    })
                    .map(|other| place(size, other))
                    .collect();

                assert_eq!(
                    grown.indices().collect::<Vec<_>>(),
                    expected,
                    "{cell} {touch}"
                );
            }
        }
    }
}
