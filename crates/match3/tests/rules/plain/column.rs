//! The refill `column`: columns fall past holes, and only what is open to the top draws.

use super::game::{Below, Game};

impl Game {
    /// Column by column, from the left; in each from the lowest segment up.
    pub(crate) fn settle_columns(&mut self, below: &mut Below<'_>) {
        for column in 0..self.board.columns {
            let mut rows: Vec<usize> = (0..self.board.rows).collect();
            rows.retain(|&row| !self.board.at((row, column)).hole);
            let Some(&first) = rows.first() else { continue };
            let mut segment = Vec::new();

            for &row in rows.iter().rev() {
                if self.closed((row, column)) {
                    self.drop_segment(column, &segment);
                    segment.clear();
                } else {
                    segment.push(row);
                }
            }

            // What is left is the top segment, with no cell if the first one is closed.
            self.drop_segment(column, &segment);
            for row in segment {
                if self.board.at((row, column)).contents.is_none() {
                    self.spawn_from((first, column), (row, column), below);
                }
            }
        }
    }

    /// Lets the contents of the open cells in `rows` drop, from the bottom up.
    fn drop_segment(&mut self, column: usize, rows: &[usize]) {
        let contents: Vec<_> = rows
            .iter()
            .filter_map(|&row| self.board.at_mut((row, column)).contents.take())
            .collect();
        for (&row, contents) in rows.iter().zip(contents) {
            self.board.at_mut((row, column)).contents = Some(contents);
        }
    }
}
