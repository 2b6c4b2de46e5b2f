//! Cells as vectors of the crates glam and mint: `x` is the column, `y` the row.

use crate::Cell;

#[cfg(feature = "glam")]
impl From<glam::UVec2> for Cell {
    fn from(at: glam::UVec2) -> Self {
        Self::from_xy(at.x, at.y)
    }
}

#[cfg(feature = "glam")]
impl From<Cell> for glam::UVec2 {
    fn from(cell: Cell) -> Self {
        cell.xy().into()
    }
}

#[cfg(feature = "mint")]
impl From<mint::Vector2<u32>> for Cell {
    fn from(at: mint::Vector2<u32>) -> Self {
        Self::from_xy(at.x, at.y)
    }
}

#[cfg(feature = "mint")]
impl From<Cell> for mint::Vector2<u32> {
    fn from(cell: Cell) -> Self {
        cell.xy().into()
    }
}

#[cfg(feature = "mint")]
impl From<mint::Point2<u32>> for Cell {
    fn from(at: mint::Point2<u32>) -> Self {
        Self::from_xy(at.x, at.y)
    }
}

#[cfg(feature = "mint")]
impl From<Cell> for mint::Point2<u32> {
    fn from(cell: Cell) -> Self {
        cell.xy().into()
    }
}
