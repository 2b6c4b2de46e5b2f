//! How blocks come to the cells of a mean field under rules other than `classic`, where cells may be cut off.

use tilewright_grid::{Size, det};
use tilewright_match3::{Contents, Kind, Level, Paths, Refill};

/// No source.
const NONE: u16 = u16::MAX;

/// The sources of all cells, and how full the cells are.
#[derive(Clone, Debug)]
pub(super) struct Streams {
    size: Size,
    refill: Refill,
    spawners: Vec<bool>,
    /// Whether each cell is neither a hole nor an obstacle, as 1 or 0.
    pub(super) solid: Vec<f64>,
    /// The probability that a cell has contents: less than 1 where none come after a match.
    pub(super) full: Vec<f64>,
    /// The one or two cells from which contents come.
    sources: Vec<[u16; 2]>,
    /// The probability that contents come to a cell.
    fed: Vec<f64>,
    /// Whether contents pass each cell although it is not solid.
    holes: Vec<bool>,
}

impl Streams {
    /// Those of a level with these solid cells; none for `classic`, whose levels feed all cells.
    pub(super) fn of(level: &Level, solid: &[f64]) -> Option<Self> {
        if level.has_classic_rules() {
            return None;
        }
        let (area, cells) = (level.size().area(), level.cells().values());
        let is_hole = |kind: &Kind| kind.contents() == Contents::Hole;

        // Where nothing comes below what closes a column, a blocker leaves an empty cell.
        let is_empty = |kind: &Kind| {
            level.rules().refill() == Refill::Column
                && kind.contents() == Contents::Blocker
        };
        let full = cells.iter().map(|kind| f64::from(u8::from(!is_empty(kind))));

        Some(Self {
            size: level.size(),
            refill: level.rules().refill(),
            spawners: level.spawner_cells().values().to_vec(),
            solid: solid.to_vec(),
            full: full.collect(),
            sources: vec![[NONE; 2]; area],
            fed: vec![0.0; area],
            holes: cells.iter().map(is_hole).collect(),
        })
    }

    /// Finds the sources again, given the probabilities that blocks fall through the cells.
    pub(super) fn find(&mut self, paths: &mut Paths, falls: &[f64]) {
        // More often open than not. A path has no shares, so that each cell counts whole; the
        // difference shows in `cargo xtask models`, and is not tuned.
        let is_open = |index: usize| falls[index] > 0.5;

        if self.refill == Refill::Column {
            self.find_columns(falls);
            return;
        }

        if self.refill == Refill::FillPath {
            paths.find(&self.spawners, is_open);
            for index in 0..falls.len() {
                self.fed[index] = f64::from(u8::from(paths.is_refillable(index)));
                let source = paths.source(index).map_or(NONE, |source| source as u16);
                self.sources[index] = [source, NONE];
            }
            return;
        }

        // Rows from the top: a cell above is known before the cells that it feeds.
        let columns = self.size.columns as usize;
        for index in 0..falls.len() {
            let column = index % columns;

            let above = index.checked_sub(columns);
            let side = |is_inside: bool, step: isize| {
                let side = above.and_then(|above| above.checked_add_signed(step));
                side.filter(|&side| is_inside && is_open(side))
            };

            let diagonal = self.refill == Refill::Diagonal;
            let found = match above {
                _ if !is_open(index) || self.spawners[index] => [None, None],
                Some(above) if is_open(above) => [Some(above), None],
                _ if diagonal => [side(column > 0, -1), side(column + 1 < columns, 1)],
                _ => [None, None],
            };

            // Without diagonals a segment below an obstacle makes its own blocks, as the rules
            // `segment` say.
            let is_first = self.spawners[index] || !diagonal && found[0].is_none();
            let is_fed = |source: usize| self.fed[source] > 0.0;
            let is_fed =
                is_open(index) && (is_first || found.into_iter().flatten().any(is_fed));
            self.fed[index] = f64::from(u8::from(is_fed));

            self.sources[index] =
                found.map(|source| source.map_or(NONE, |source| source as u16));
        }
    }

    /// Finds how open the way from the top of its column to each cell is. Unlike the paths of other rules, it has a
    /// probability, since all that closes a cell is above it.
    fn find_columns(&mut self, falls: &[f64]) {
        let columns = self.size.columns as usize;
        self.fed[..columns.min(falls.len())].fill(1.0);
        for index in columns..falls.len() {
            let above = index - columns;
            self.fed[index] = self.fed[above] * self.passes(above, falls);
        }
    }

    /// The probability that contents pass a cell.
    fn passes(&self, index: usize, falls: &[f64]) -> f64 {
        if self.holes[index] { 1.0 } else { falls[index] }
    }

    /// Adds to the flow of each cell that of the cells below it, as far as they fall through.
    pub(super) fn add_up_columns(&self, falls: &[f64], flow: &mut [f64]) {
        let columns = self.size.columns as usize;
        for index in (columns..flow.len()).rev() {
            flow[index - columns] += flow[index] * self.passes(index, falls);
        }
    }

    /// Adds to the flow of each cell that of the cells which it feeds.
    pub(super) fn add_up(&self, paths: &Paths, flow: &mut [f64]) {
        let mut pass = |index: usize| {
            // Where two cells feed one, each gives half of what flows.
            let sources =
                self.sources[index].into_iter().filter(|&source| source != NONE);
            let count = sources.clone().count().max(1) as f64;

            for source in sources {
                flow[usize::from(source)] += flow[index] / count;
            }
        };

        // What feeds a cell comes before it in this order, so that one pass from the end adds
        // up all.
        if self.refill == Refill::FillPath {
            paths.in_order().rev().for_each(pass);
        } else {
            (0..self.sources.len()).rev().for_each(&mut pass);
        }
    }

    /// Empties the cells that nothing feeds, given the rates at which they are cleared.
    pub(super) fn pass(&mut self, swaps: f64, rate: impl Fn(usize) -> f64) {
        for (index, full) in self.full.iter_mut().enumerate() {
            let fed = self.fed[index];
            *full = fed + (1.0 - fed) * *full * det::exp(-swaps * rate(index));
        }
    }

    /// The share of the cells that are solid and fed.
    pub(super) fn fed(&self) -> f64 {
        let fed = self.fed.iter().zip(&self.solid);
        fed.filter(|(_, solid)| **solid > 0.0).map(|(fed, _)| fed).sum::<f64>()
            / self.solid.len() as f64
    }
}
