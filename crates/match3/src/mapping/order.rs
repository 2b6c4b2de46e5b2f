//! The forms of grids, and the order of their cells.

use serde::Deserialize;
use tilewright_grid::{Cell, Size};

/// The form of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum GridForm {
    /// A list of all cells.
    #[default]
    Flat,
    /// A list of lists.
    Rows,
    /// A list of texts, with a character for each cell.
    Text,
}

/// The row that comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Origin {
    #[default]
    Top,
    Bottom,
}

/// What comes first as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Order {
    /// The first row.
    #[default]
    Rows,
    /// The first column.
    Columns,
}

/// How a grid is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Orientation {
    pub(super) form: GridForm,
    origin: Origin,
    order: Order,
}

impl Orientation {
    /// The same but for what is given.
    pub(super) fn with(
        self,
        form: Option<GridForm>,
        origin: Option<Origin>,
        order: Option<Order>,
    ) -> Self {
        Self {
            form: form.unwrap_or(self.form),
            origin: origin.unwrap_or(self.origin),
            order: order.unwrap_or(self.order),
        }
    }

    /// The lines in which the cells come, and the cells of each.
    pub(super) const fn lines(self, size: Size) -> (u32, u32) {
        match self.order {
            Order::Rows => (size.rows, size.columns),
            Order::Columns => (size.columns, size.rows),
        }
    }

    /// The size of a number of lines of a number of cells.
    pub(super) const fn size(self, lines: u32, cells: u32) -> Size {
        match self.order {
            Order::Rows => Size::new(lines, cells),
            Order::Columns => Size::new(cells, lines),
        }
    }

    /// The row of the level that is this row of the document, and the other way round.
    pub(super) const fn row(self, size: Size, row: u32) -> u32 {
        match self.origin {
            Origin::Top => row,
            Origin::Bottom => size.rows - 1 - row,
        }
    }

    /// The number of a cell in this order, from 0.
    pub(super) const fn index(self, size: Size, cell: Cell) -> u32 {
        let row = self.row(size, cell.row);
        match self.order {
            Order::Rows => row * size.columns + cell.column,
            Order::Columns => cell.column * size.rows + row,
        }
    }

    /// The cells in their order.
    pub(super) fn cells(self, size: Size) -> impl Iterator<Item = Cell> {
        let (lines, cells) = self.lines(size);
        (0..lines).flat_map(move |line| {
            (0..cells).map(move |at| match self.order {
                Order::Rows => Cell::new(self.row(size, line), at),
                Order::Columns => Cell::new(self.row(size, at), line),
            })
        })
    }
}
