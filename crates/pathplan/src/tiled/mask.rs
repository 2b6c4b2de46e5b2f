//! The cells that shapes cover.

use super::TiledError;
use super::figure::Figure;
use super::tiles::Frame;

/// The largest allowed work for all shapes: the sum of rows × corners.
const MOST_WORK: u64 = 1 << 27;

/// The cells whose centres are covered by shapes. Only the corners of covered blocks are marked,
/// and summed up at the end, so that a large rectangle costs no more than a small one.
pub(super) struct Mask {
    frame: Frame,
    /// The two-dimensional difference array of the number of shapes over each cell, with one row
    /// and one column more than the map.
    changes: Vec<i32>,
    spans: Vec<(f64, f64)>,
    work: u64,
}

impl Mask {
    pub(super) fn new(frame: Frame) -> Self {
        let (rows, columns) = (frame.size.rows as usize, frame.size.columns as usize);
        let changes = vec![0; (rows + 1) * (columns + 1)];
        Self { frame, changes, spans: Vec::new(), work: 0 }
    }

    /// Adds a shape.
    pub(super) fn cover(&mut self, figure: &Figure) -> Result<(), TiledError> {
        let Frame { size, origin, cell: (_, height), .. } = self.frame;
        let (top, bottom) = figure.heights();
        let Some((first, last)) = indices(top, bottom, height, origin.0, size.rows)
        else {
            return Ok(());
        };
        if figure.is_rectangle() {
            figure.spans(top, &mut self.spans);
            self.mark(first, last);
            return Ok(());
        }
        self.work += (last - first + 1) as u64 * figure.work();
        if self.work > MOST_WORK {
            return Err(TiledError::Objects);
        }
        for row in first..=last {
            let y = (row as f64 + origin.0 as f64 + 0.5) * height;
            figure.spans(y, &mut self.spans);
            self.mark(row, row);
        }
        Ok(())
    }

    /// Marks the cells that the spans cover in these rows.
    fn mark(&mut self, first: usize, last: usize) {
        let Frame { size, origin, cell: (width, _), .. } = self.frame;
        let side = size.columns as usize + 1;
        for &(left, right) in &self.spans {
            let Some((from, to)) = indices(left, right, width, origin.1, size.columns)
            else {
                continue;
            };
            for (row, change) in [(first, 1), (last + 1, -1)] {
                self.changes[row * side + from] += change;
                self.changes[row * side + to + 1] -= change;
            }
        }
    }

    /// Whether each cell is covered.
    pub(super) fn covered(&self) -> Vec<bool> {
        let columns = self.frame.size.columns as usize;
        let mut covered = Vec::with_capacity(self.frame.size.area());
        let mut above = vec![0; columns];
        for row in self.changes.chunks_exact(columns + 1) {
            let mut change = 0;
            for (over, own) in above.iter_mut().zip(row) {
                change += own;
                *over += change;
            }
            covered.extend(above.iter().map(|&over| over > 0));
        }
        covered.truncate(self.frame.size.area());
        covered
    }
}

/// The first and the last of `count` cells whose centres lie between two coordinates.
fn indices(
    from: f64,
    to: f64,
    side: f64,
    origin: i64,
    count: u32,
) -> Option<(usize, usize)> {
    if from.is_nan() || to.is_nan() {
        return None;
    }
    let shift = origin as f64 + 0.5;
    let first = (from / side - shift).ceil().max(0.0);
    let last = (to / side - shift).floor().min(f64::from(count) - 1.0);
    (first <= last).then_some((first as usize, last as usize))
}
