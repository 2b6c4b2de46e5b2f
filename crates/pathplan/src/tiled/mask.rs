//! Which cells figures cover.

use super::figure::Figure;
use super::tiles::Frame;

/// Which cells figures cover the centres of. Rows are marked at the ends of what is covered
/// and summed up at the end, so that a large figure costs no more than its height.
pub(super) struct Mask {
    frame: Frame,
    /// How many figures more cover a cell than the one to its left; a column more than cells.
    changes: Vec<i32>,
    spans: Vec<(f64, f64)>,
}

impl Mask {
    pub(super) fn new(frame: Frame) -> Self {
        let (rows, columns) = (frame.size.rows as usize, frame.size.columns as usize);
        Self { frame, changes: vec![0; rows * (columns + 1)], spans: Vec::new() }
    }

    /// Covers what a figure covers.
    pub(super) fn cover(&mut self, figure: &Figure) {
        let Frame { size, origin, cell: (width, height), .. } = self.frame;
        let (top, bottom) = figure.heights();
        let Some((first, last)) = indices(top, bottom, height, origin.0, size.rows)
        else {
            return;
        };
        for row in first..=last {
            let y = (row as f64 + origin.0 as f64 + 0.5) * height;
            figure.spans(y, &mut self.spans);
            for &(left, right) in &self.spans {
                if let Some((from, to)) =
                    indices(left, right, width, origin.1, size.columns)
                {
                    let start = row * (size.columns as usize + 1);
                    self.changes[start + from] += 1;
                    self.changes[start + to + 1] -= 1;
                }
            }
        }
    }

    /// Whether each cell is covered.
    pub(super) fn covered(&self) -> Vec<bool> {
        let columns = self.frame.size.columns as usize;
        let mut covered = Vec::with_capacity(self.frame.size.area());
        for row in self.changes.chunks_exact(columns + 1) {
            let mut over = 0;
            covered.extend(row[..columns].iter().map(|change| {
                over += change;
                over > 0
            }));
        }
        covered
    }
}

/// The first and the last of so many cells whose middles lie between two places.
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
