//! The refill `segment`: every part of a column has its own supply.

use super::game::{Below, Game};

impl Game {
    /// Column by column, from the left; in each from the lowest segment up.
    pub(crate) fn settle_segments(&mut self, below: &mut Below<'_>) {
        for column in 0..self.board.columns {
            let mut segment = Vec::new();
            for row in (0..self.board.rows).rev() {
                if self.closed((row, column)) {
                    self.settle_segment(column, &segment, below);
                    segment.clear();
                } else {
                    segment.push(row);
                }
            }
            self.settle_segment(column, &segment, below);
        }
    }

    /// Lets the contents of the open cells in `rows` drop, from the bottom up.
    fn settle_segment(&mut self, column: usize, rows: &[usize], below: &mut Below<'_>) {
        let contents: Vec<_> = rows
            .iter()
            .filter_map(|&row| self.board.at_mut((row, column)).contents.take())
            .collect();
        for (index, &row) in rows.iter().enumerate() {
            match contents.get(index) {
                Some(&contents) => {
                    self.board.at_mut((row, column)).contents = Some(contents);
                }
                None => self.spawn((row, column), below),
            }
        }
    }
}
