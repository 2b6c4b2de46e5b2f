//! The cells that shapes cover.

use tilewright_grid::Size;

use super::TiledError;
use super::figure::Figure;
use super::hexagons::{Hexagons, Limits};
use super::tiles::Frame;

/// The largest allowed work for all shapes: the sum of rows × corners, of hexagons also of the cells that are covered.
/// A file of many large shapes would otherwise keep the reader busy for long.
const MOST_WORK: u64 = 1 << 27;
/// The largest number of hexagons that the shape of one tile may cover: a square of 64 × 64.
const MOST_STEPS: usize = 1 << 12;

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

/// A row of cells that a shape covers, relative to another cell; of hexagons one, by the step there.
#[derive(Clone, Copy)]
pub(super) struct CellRun {
    row: i64,
    columns: (i64, i64),
}

impl Mask {
    pub(super) fn new(frame: Frame) -> Self {
        let (rows, columns) = (frame.size.rows as usize, frame.size.columns as usize);
        let changes = vec![0; (rows + 1) * (columns + 1)];
        Self { frame, changes, spans: Vec::new(), work: 0 }
    }

    /// Adds a shape, and returns whether it covers a cell.
    pub(super) fn cover(&mut self, figure: &Figure) -> Result<bool, TiledError> {
        if let Some(hexagons) = self.frame.hexagons {
            return self.cover_hexagons(hexagons, figure);
        }

        let Frame { size, origin, cell: (_, height), .. } = self.frame;
        let (top, bottom) = figure.heights();
        let Some((first, last)) = indices(top, bottom, height, origin.0, size.rows)
        else {
            return Ok(false);
        };
        if figure.is_rectangle() {
            figure.spans(top, &mut self.spans);
            return Ok(self.mark(first, last));
        }

        // Cells are covered if their centres are: one horizontal line for each row of cells.
        self.work(last - first + 1, figure)?;
        let mut covers = false;
        for row in first..=last {
            let y = (row as f64 + origin.0 as f64 + 0.5) * height;
            figure.spans(y, &mut self.spans);
            covers |= self.mark(row, row);
        }

        Ok(covers)
    }

    /// As [`Self::cover`], of hexagons.
    fn cover_hexagons(
        &mut self,
        hexagons: Hexagons,
        figure: &Figure,
    ) -> Result<bool, TiledError> {
        let frame = self.frame;
        let limits = hexagons.limits(frame.origin, frame.size);
        let mut spans = std::mem::take(&mut self.spans);
        let mut covers = false;
        hexagons.scan(figure, hexagons.first(), &limits, &mut spans, |places| {
            self.work(1 + places.len(), figure)?;
            for &place in places {
                let (row, column) = hexagons.cell(place);
                if let Some(index) = frame.index(row, column) {
                    self.cover_cell(index);
                    covers = true;
                }
            }
            Ok(())
        })?;
        self.spans = spans;
        Ok(covers)
    }

    const fn work(&mut self, rows: usize, figure: &Figure) -> Result<(), TiledError> {
        self.spend(rows as u64 * figure.work())
    }

    const fn spend(&mut self, work: u64) -> Result<(), TiledError> {
        self.work = self.work.saturating_add(work);
        if self.work > MOST_WORK { Err(TiledError::Objects) } else { Ok(()) }
    }

    /// Marks the cells that the spans cover in these rows, and returns whether there are any.
    fn mark(&mut self, first: usize, last: usize) -> bool {
        let Frame { size, origin, cell: (width, _), .. } = self.frame;
        let mut covers = false;
        let spans = std::mem::take(&mut self.spans);

        for &(left, right) in &spans {
            let columns = indices(left, right, width, origin.1, size.columns);
            if let Some(columns) = columns {
                self.block((first, last), columns);
                covers = true;
            }
        }

        self.spans = spans;
        covers
    }

    /// Covers a block of rows and columns, the last ones included.
    fn block(&mut self, rows: (usize, usize), columns: (usize, usize)) {
        let side = self.frame.size.columns as usize + 1;
        for (row, change) in [(rows.0, 1), (rows.1 + 1, -1)] {
            self.changes[row * side + columns.0] += change;
            self.changes[row * side + columns.1 + 1] -= change;
        }
    }

    /// Covers one cell by its index.
    pub(super) fn cover_cell(&mut self, index: usize) {
        let cell = self.frame.size.cell(index);
        let (row, column) = (cell.row as usize, cell.column as usize);
        self.block((row, row), (column, column));
    }

    /// The cells that a shape covers, where its coordinates are relative to the corner of a cell. For
    /// shapes that are laid on many cells.
    pub(super) fn runs(&mut self, figure: &Figure) -> Result<Vec<CellRun>, TiledError> {
        if let Some(hexagons) = self.frame.hexagons {
            // No step within the map is longer.
            let Size { rows, columns } = self.frame.size;
            let far = 2 * i64::from(rows.max(columns)) + 2;
            let limits = Limits { across: -far..=far, along: -far..=far };
            let (mut spans, mut runs) = (std::mem::take(&mut self.spans), Vec::new());
            hexagons.scan(figure, 0, &limits, &mut spans, |places| {
                let run = |&(across, along): &(i64, i64)| CellRun {
                    row: across,
                    columns: (along, along),
                };
                runs.extend(places.iter().map(run));
                // Each is laid on many cells.
                if runs.len() > MOST_STEPS {
                    return Err(TiledError::Objects);
                }
                self.work(1 + places.len(), figure)
            })?;
            self.spans = spans;
            return Ok(runs);
        }

        let Frame { cell: (width, height), .. } = self.frame;
        let (top, bottom) = figure.heights();
        let Some((first, last)) = relative(top, bottom, height) else {
            return Ok(Vec::new());
        };

        self.work((last - first + 1) as usize, figure)?;
        let mut runs = Vec::new();
        for row in first..=last {
            figure.spans((row as f64 + 0.5) * height, &mut self.spans);
            let spans = self.spans.iter();
            let columns = spans.filter_map(|&(left, right)| relative(left, right, width));
            runs.extend(columns.map(|columns| CellRun { row, columns }));
        }

        Ok(runs)
    }

    /// Covers a row of cells relative to a cell, and returns whether there are any on the map.
    pub(super) fn cover_run(
        &mut self,
        index: usize,
        run: CellRun,
    ) -> Result<bool, TiledError> {
        self.spend(1)?;
        let Frame { size, origin, hexagons, .. } = self.frame;
        let cell = size.cell(index);
        if let Some(hexagons) = hexagons {
            let of_file =
                (i64::from(cell.row) + origin.0, i64::from(cell.column) + origin.1);
            let (row, column) = hexagons.moved(of_file, (run.row, run.columns.0));
            let Some(covered) = self.frame.index(row, column) else { return Ok(false) };
            self.cover_cell(covered);
            return Ok(true);
        }

        let row = i64::from(cell.row) + run.row;
        let from = (i64::from(cell.column) + run.columns.0).max(0);
        let to =
            (i64::from(cell.column) + run.columns.1).min(i64::from(size.columns) - 1);
        if !(0..i64::from(size.rows)).contains(&row) || from > to {
            return Ok(false);
        }

        let row = row as usize;
        self.block((row, row), (from as usize, to as usize));
        Ok(true)
    }

    /// Whether each cell is covered.
    pub(super) fn covered(&self) -> Vec<bool> {
        let columns = self.frame.size.columns as usize;
        let mut covered = Vec::with_capacity(self.frame.size.area());
        // Blocks are noted as changes at their corners; the sums along rows and columns give the
        // cover of each cell, whatever the number of blocks.
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

/// As [`indices`], of cells before and after one that begins at 0. No map has cells so far away
/// that the limit matters.
fn relative(from: f64, to: f64, side: f64) -> Option<(i64, i64)> {
    const FAR: f64 = 1e8;
    let first = (from / side - 0.5).ceil().max(-FAR);
    let last = (to / side - 0.5).floor().min(FAR);
    (first <= last).then_some((first as i64, last as i64))
}
