//! The mean field of a board after some swaps: what it is like on average, without playing.
//!
//! Every blocker and overlay is present with some probability; so every cell is open, and every block
//! draggable, with some probability. From these follow the expected number of swaps, the places of
//! their matches, and the rate at which each special cell is hit; and from the rates the probabilities
//! some swaps later. The hits by cascades follow from the lines of open cells.

use tilewright_grid::{Cell, Heading, Size, det};

use crate::cases::cases_of;
use crate::rules::Paths;
use crate::{Kind, Level};

/// The probability that a line of open cells whose blocks a swap has moved matches, with 5 colours.
const CASCADES: f64 = 0.08;

/// The cases and lines of a size, by index in reading order.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    size: Size,
    /// The arriving cell, the two others of the line, and the source.
    cases: Vec<[u16; 4]>,
    /// Three cells in a row or column.
    lines: Vec<[u16; 3]>,
    /// The neighbours of each cell; the cell itself for those beyond the edge.
    beside: Vec<[u16; 4]>,
}

impl Shape {
    pub(crate) fn new(size: Size) -> Self {
        let index = |cell: Cell| size.index(cell) as u16;
        let mut shape =
            Self { size, cases: Vec::new(), lines: Vec::new(), beside: Vec::new() };
        for cell in size.cells() {
            let cases = cases_of(size, cell);
            shape.cases.extend(cases.map(|[one, two, source]| {
                [index(cell), index(one), index(two), index(source)]
            }));
            for heading in [Heading::East, Heading::South] {
                let second = size.step(cell, heading);
                let third = second.and_then(|second| size.step(second, heading));
                if let (Some(second), Some(third)) = (second, third) {
                    shape.lines.push([index(cell), index(second), index(third)]);
                }
            }
            let mut beside = [index(cell); 4];
            for (place, neighbor) in beside.iter_mut().zip(size.neighbors(cell)) {
                *place = index(neighbor);
            }
            shape.beside.push(beside);
        }
        shape
    }

    pub(crate) const fn size(&self) -> Size {
        self.size
    }
}

/// A blocker or an overlay.
#[derive(Clone, Copy, Debug)]
struct Special {
    index: usize,
    hits: u8,
    is_blocker: bool,
    /// The expected number of hits so far.
    exposure: f64,
}

impl Special {
    /// The probability that it is still present: that a Poisson number of hits is too small.
    fn is_left(&self) -> f64 {
        let mut term = det::exp(-self.exposure);
        let mut sum = term;
        for hit in 1..self.hits {
            term *= self.exposure / f64::from(hit);
            sum += term;
        }
        sum
    }
}

/// The mean field of a board.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    shape: &'a Shape,
    specials: Vec<Special>,
    open: Vec<f64>,
    drag: Vec<f64>,
    /// The rate at which each cell is matched: by a swap itself, and by its cascades.
    matched: Vec<f64>,
    crossed: Vec<f64>,
    /// The number of blocks that fall through each cell per swap.
    flow: Vec<f64>,
    paths: Paths,
    spawners: Vec<bool>,
    cascades: f64,
    /// The expected potential.
    pub(crate) potential: f64,
    /// The expected number of cascades per swap.
    pub(crate) lines: f64,
}

impl<'a> Field<'a> {
    /// The field before the first swap.
    pub(crate) fn new(shape: &'a Shape, level: &Level) -> Self {
        let kinds = level.cells().values();
        let specials = kinds.iter().enumerate().filter(|(_, kind)| kind.hits() > 0);
        let specials = specials.map(|(index, kind)| Special {
            index,
            hits: kind.hits(),
            is_blocker: kind.is_blocker(),
            exposure: 0.0,
        });
        let members = |is: fn(Kind) -> bool| -> Vec<f64> {
            kinds.iter().map(|&kind| f64::from(u8::from(is(kind)))).collect()
        };
        let mut field = Self {
            shape,
            specials: specials.collect(),
            open: members(Kind::is_open),
            drag: members(Kind::is_draggable),
            matched: vec![0.0; kinds.len()],
            crossed: vec![0.0; kinds.len()],
            flow: vec![0.0; kinds.len()],
            paths: Paths::of(level),
            spawners: level.spawner_cells().values().to_vec(),
            cascades: CASCADES * (5.0 / f64::from(level.colors())).powi(2),
            potential: 0.0,
            lines: 0.0,
        };
        field.measure();
        field
    }

    /// Computes the rates from the probabilities.
    fn measure(&mut self) {
        self.matched.fill(0.0);
        self.crossed.fill(0.0);
        (self.potential, self.lines) = (0.0, 0.0);
        for case in &self.shape.cases {
            let [at, one, two, source] = case.map(usize::from);
            let weight =
                self.drag[at] * self.open[one] * self.open[two] * self.drag[source];
            self.matched[at] += weight;
            self.matched[one] += weight;
            self.matched[two] += weight;
            self.potential += weight;
        }
        let share = 1.0 / self.potential.max(1e-9);
        self.matched.iter_mut().for_each(|rate| *rate *= share);
        self.stream();
        for line in &self.shape.lines {
            let line = line.map(usize::from);
            let is_open: f64 = line.iter().map(|&cell| self.open[cell]).product();
            let flow =
                line.iter().map(|&cell| self.flow[cell].min(1.0)).sum::<f64>() / 3.0;
            let weight = self.cascades * is_open * flow;
            for cell in line {
                self.crossed[cell] += weight;
            }
            self.lines += weight;
        }
    }

    /// Computes the flow of blocks from the spawners to the matched cells.
    fn stream(&mut self) {
        let open = &self.open;
        self.paths.find(&self.spawners, |index| open[index] > 0.5);
        self.flow.copy_from_slice(&self.matched);
        for index in self.paths.in_order().rev() {
            if let Some(source) = self.paths.source(index) {
                self.flow[source] += self.flow[index];
            }
        }
    }

    /// The rate at which a cell is matched.
    fn rate(&self, cell: usize) -> f64 {
        self.matched[cell] + self.crossed[cell]
    }

    /// Advances the field by a number of swaps.
    pub(crate) fn pass(&mut self, swaps: f64) {
        if self.specials.is_empty() {
            return;
        }
        let rates: Vec<f64> =
            self.specials.iter().map(|special| self.hit_rate(special)).collect();
        for (special, rate) in self.specials.iter_mut().zip(rates) {
            special.exposure += swaps * rate;
            let left = special.is_left();
            self.drag[special.index] = 1.0 - left;
            if special.is_blocker {
                self.open[special.index] = 1.0 - left;
            }
        }
        self.measure();
    }

    fn hit_rate(&self, special: &Special) -> f64 {
        if !special.is_blocker {
            return self.rate(special.index);
        }
        let beside = self.shape.beside[special.index].map(usize::from);
        let others = beside.into_iter().filter(|&cell| cell != special.index);
        others.map(|cell| self.rate(cell)).sum()
    }

    /// The probability that all blockers (or overlays) are cleared, and the expected number of missing
    /// hits.
    pub(crate) fn cleared(&self, blockers: bool, overlays: bool) -> (f64, f64) {
        let is_asked = |special: &&Special| {
            if special.is_blocker { blockers } else { overlays }
        };
        let (mut gone, mut hits) = (1.0, 0.0);
        for special in self.specials.iter().filter(is_asked) {
            let left = special.is_left();
            gone *= 1.0 - left;
            hits += left * f64::from(special.hits);
        }
        (gone, hits)
    }

    /// The expected numbers of draggable and of open cells, and the mean row of the matches as a share of
    /// the height.
    pub(crate) fn sums(&self) -> [f64; 3] {
        let columns = self.shape.size.columns as usize;
        let rows = f64::from(self.shape.size.rows);
        let weighted = self.matched.iter().enumerate();
        let depth: f64 =
            weighted.map(|(cell, &rate)| rate * (cell / columns) as f64).sum();
        let all: f64 = self.matched.iter().sum();
        [self.drag.iter().sum(), self.open.iter().sum(), depth / all.max(1e-9) / rows]
    }
}
