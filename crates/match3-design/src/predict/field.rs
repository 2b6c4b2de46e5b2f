//! The mean field of a board after some swaps: what it is like on average, without playing.
//!
//! Every blocker, cover and ground is present with some probability; so every cell is open, and every block
//! draggable, with some probability. From these follow the expected number of swaps, the places of
//! their matches, and the rate at which each special cell is hit; and from the rates the probabilities
//! some swaps later. The hits by cascades follow from the lines of open cells.

use tilewright_grid::{Size, det};
use tilewright_match3::{BreakCauses, Contents, Kind, Level, Paths, Place, Target};

use super::aims::Aims;
use super::hunt::Hunt;
use super::shape::Shape;
use super::special::Special;
use super::spread::Spread;
use super::streams::Streams;
use super::taps::Taps;

/// The probability that a line of open cells whose blocks a swap has moved matches, with 5
/// colours: twice the 1/25 of three blocks of random colours. On the open 9 × 9 board that
/// makes 2.0 lines a swap; in games of `random` cascades make about 1.1 (`tilewright match3
/// play --bot random --goal collect:60`: 6.6 blocks a swap, of which the swap's own line are
/// somewhat more than three). A factor of all lines is taken up by the slopes of a model, but
/// not where hits of a cell are counted. Chosen, not fitted: models hold slopes for it, so another
/// value needs `cargo xtask models`, which prints the R² of each.
const CASCADES: f64 = 0.08;

/// The rate at which the pieces of rules that have some hit a cell, for each swap. On an open 9
/// × 9 board whose cells all have a ground that only `hit` breaks, `random` hits a cell 0.024
/// times a swap under `lab`, 0.033 under `candy` and 0.047 under `royal`; `greedy`, which fires
/// for that goal, 0.08 to 0.12 (`tilewright match3 play --goal layers:…`). Below all of
/// them; chosen, as [`CASCADES`].
const BLASTS: f64 = 0.02;

/// The probability that a number with this mean and variance is at least the wanted one: by the logistic
/// curve that is close to the normal distribution.
fn normal_share(mean: f64, wanted: f64, variance: f64) -> f64 {
    // The factor brings the logistic curve within 0.01 of the normal distribution; the half
    // makes whole numbers of a continuous mean.
    let score = 1.702 * (mean - wanted + 0.5) / f64::sqrt(variance);
    1.0 / (1.0 + det::exp(-score.clamp(-30.0, 30.0)))
}

/// The mean field of a board.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    shape: &'a Shape,
    specials: Vec<Special>,
    /// The probability that the block of each cell matches.
    open: Vec<f64>,
    drag: Vec<f64>,
    /// The probability that blocks fall through each cell.
    falls: Vec<f64>,
    /// The rate at which each cell is matched: by a swap itself, and by its cascades.
    matched: Vec<f64>,
    crossed: Vec<f64>,
    /// The number of blocks that fall through each cell per swap.
    flow: Vec<f64>,
    paths: Paths,
    /// How blocks come under other rules than `classic`.
    streams: Option<Streams>,
    /// The kinds that spread.
    spreads: Vec<Spread>,
    /// The groups, where they are tapped.
    taps: Option<Taps>,
    spawners: Vec<bool>,
    cascades: f64,
    /// The rate at which pieces hit each cell.
    blasts: f64,
    /// The pieces that choose a cell for the goal, if the rules have such.
    aims: Option<Aims>,
    /// The taps that aim at what the goal wants, if the bot sees it.
    hunt: Option<Hunt>,
    /// The expected potential; where groups are tapped, the number of neighbouring blocks of one colour.
    pub(crate) potential: f64,
    /// The expected number of cascades per swap; where groups are tapped, of blocks of a group.
    pub(crate) lines: f64,
}

impl<'a> Field<'a> {
    /// The field before the first swap.
    pub(crate) fn new(shape: &'a Shape, level: &Level) -> Self {
        let kinds = level.cells().values();
        let rules = level.rules();
        let specials = kinds.iter().enumerate().flat_map(|(index, &kind)| {
            Special::of(index, kind, rules.blocks(), level.colors())
        });
        let is_filled =
            |kind: &Kind| !matches!(kind.contents(), Contents::Hole | Contents::Obstacle);

        let filled: Vec<f64> =
            kinds.iter().map(|kind| f64::from(u8::from(is_filled(kind)))).collect();

        let mut field = Self {
            shape,
            streams: Streams::of(level, &filled),
            spreads: Spread::all(level),
            taps: Taps::of(level),
            specials: specials.collect(),
            open: filled.clone(),
            drag: filled.clone(),
            falls: filled,
            matched: vec![0.0; kinds.len()],
            crossed: vec![0.0; kinds.len()],
            flow: vec![0.0; kinds.len()],
            paths: Paths::of(level),
            spawners: level.spawner_cells().values().to_vec(),
            cascades: CASCADES * (5.0 / f64::from(level.colors())).powi(2),
            blasts: if rules.shapes().is_empty() { 0.0 } else { BLASTS },
            aims: None,
            hunt: None,
            potential: 0.0,
            lines: 0.0,
        };

        field.present();
        field.measure();
        field
    }

    /// The same field for a goal, which the pieces of some rules hit first.
    pub(crate) fn aimed(mut self, target: &Target, level: &Level) -> Self {
        self.aims = Aims::of(target, level);
        self.hunt = self.taps.as_ref().map(|taps| {
            Hunt::new(target, &self.specials, |special| self.reach(taps, special))
        });
        self
    }

    /// The probability that there is a group whose tap hits a special cell.
    fn reach(&self, taps: &Taps, special: &Special) -> f64 {
        let covered = if special.is_above() { 1.0 } else { self.drag[special.index] };
        covered * taps.reach(self.shape, special)
    }

    /// The hits of the special cells by taps that aim at them.
    fn aimed_hits(&mut self, taps: f64) {
        let (Some(mut hunt), Some(groups)) = (self.hunt.take(), &self.taps) else {
            return;
        };
        let change = |special: &Special| {
            let beside = self.shape.beside(special.index);
            let near = beside.map(|cell| self.flow[cell]).sum::<f64>();
            (near + self.flow[special.index]).min(1.0)
        };
        let reach = |special: &Special| self.reach(groups, special);

        let hits = hunt.pass(taps, &self.specials, reach, change);
        for (special, hits) in self.specials.iter_mut().zip(hits) {
            special.exposure += hits;
        }
        self.hunt = Some(hunt);
    }

    /// Computes the probabilities of the cells from those of what is in them.
    fn present(&mut self) {
        if let Some(streams) = &self.streams {
            self.open.copy_from_slice(&streams.solid);
            self.drag.copy_from_slice(&streams.solid);
            self.falls.copy_from_slice(&streams.solid);
        }

        // What is on top decides, factor by factor: first as if nothing were there, then each
        // thing that still is.
        for special in self.specials.iter().filter(|special| special.is_above()) {
            self.open[special.index] = 1.0;
            self.drag[special.index] = 1.0;
            self.falls[special.index] = 1.0;
        }

        for special in self.specials.iter().filter(|special| special.is_above()) {
            let gone = 1.0 - special.is_left();
            let [matches, falls] = special.passes;
            let moves = special.place == Place::Blocker && falls;
            self.drag[special.index] *= if moves { 1.0 } else { gone };
            self.open[special.index] *= if matches { 1.0 } else { gone };
            self.falls[special.index] *= if falls { 1.0 } else { gone };
        }

        // Cells into which nothing falls any more are empty.
        let Some(streams) = &self.streams else { return };
        for (index, full) in streams.full.iter().enumerate() {
            self.open[index] *= full;
            self.drag[index] *= full;
        }

        for spread in &self.spreads {
            for (index, present) in spread.present.iter().enumerate() {
                self.open[index] *= 1.0 - present;
                self.drag[index] *= 1.0 - present;
                self.falls[index] *= 1.0 - present;
            }
        }
    }

    /// Computes the rates from the probabilities.
    fn measure(&mut self) {
        if let Some(taps) = &mut self.taps {
            taps.find(self.shape, &self.open, &mut self.matched);
            (self.potential, self.lines) = (taps.pairs, taps.size);
            self.stream();
            return;
        }

        self.matched.fill(0.0);
        self.crossed.fill(0.0);
        (self.potential, self.lines) = (0.0, 0.0);

        // Every alive case is as likely to be the next swap as any other, and matches its three
        // cells.
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

        // A line can match again only as far as blocks have moved in it.
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
        let falls = &self.falls;
        self.flow.copy_from_slice(&self.matched);

        if let Some(streams) = &mut self.streams {
            streams.find(&mut self.paths, falls);
            if self.taps.is_some() {
                streams.add_up_columns(falls, &mut self.flow);
            } else {
                streams.add_up(&self.paths, &mut self.flow);
            }
            return;
        }

        self.paths.find(&self.spawners, |index| falls[index] > 0.5);
        for index in self.paths.in_order().rev() {
            if let Some(source) = self.paths.source(index) {
                self.flow[source] += self.flow[index];
            }
        }
    }

    /// The rate at which a cell is matched.
    pub(super) fn rate(&self, cell: usize) -> f64 {
        self.matched[cell] + self.crossed[cell]
    }

    /// Advances the field by a number of swaps.
    pub(crate) fn pass(&mut self, swaps: f64) {
        if self.specials.is_empty() && self.streams.is_none() {
            return;
        }

        // What the pieces aim at shrinks as it is cleared.
        if let Some(mut aims) = self.aims.take() {
            let wanted = self.specials.iter().filter(|special| aims.wants(special.kind));
            aims.set_cells(wanted.map(Special::is_left).sum());
            self.aims = Some(aims);
        }

        // All rates come from the field as it was, before any of the exposures changes it.
        let rates: Vec<f64> =
            self.specials.iter().map(|special| self.hit_rate(special)).collect();
        self.aimed_hits(swaps);
        for (special, rate) in self.specials.iter_mut().zip(rates) {
            special.exposure += swaps * rate;
        }

        // Taken out of the field, since they ask it for rates while they change.
        let mut spreads = std::mem::take(&mut self.spreads);
        for spread in &mut spreads {
            let broken_by = spread.broken_by;
            spread.pass(self.shape, swaps, |cell| self.broken(cell, broken_by));
        }
        self.spreads = spreads;

        if let Some(mut streams) = self.streams.take() {
            streams.pass(swaps, |cell| self.empties(cell));
            self.streams = Some(streams);
        }

        self.present();
        self.measure();
    }

    /// The rate at which something in a cell is hit.
    fn broken(&self, cell: usize, broken_by: BreakCauses) -> f64 {
        let BreakCauses { beside, matched, hit } = broken_by;
        let mut rate = if matched { self.rate(cell) } else { 0.0 };
        if beside {
            rate += self.shape.beside(cell).map(|other| self.rate(other)).sum::<f64>();
        }
        rate + if hit { self.blast(cell) } else { 0.0 }
    }

    /// The rate at which pieces hit a cell.
    fn blast(&self, cell: usize) -> f64 {
        self.taps.as_ref().map_or(self.blasts, |taps| taps.hits[cell])
    }

    /// The rate at which a cell loses its contents, whatever takes them.
    pub(super) fn empties(&self, cell: usize) -> f64 {
        self.rate(cell) + self.blast(cell)
    }

    fn hit_rate(&self, special: &Special) -> f64 {
        let BreakCauses { beside, matched, hit } = special.broken_by;
        let mut rate = 0.0;
        if beside {
            let beside = self.shape.beside(special.index);
            // Pieces hit what is bound to a colour too.
            rate += special.share * beside.map(|cell| self.rate(cell)).sum::<f64>();
        }
        if matched {
            rate += self.rate(special.index);
        }
        if hit {
            rate += self.blast(special.index);
            rate += self.aims.as_ref().map_or(0.0, |aims| aims.rate(special.kind));
        }
        // What lies under something is hit after that.
        let covered = if special.is_above() { 1.0 } else { self.drag[special.index] };

        rate * covered
    }

    /// The probability that the wanted blockers, covers and grounds of a goal are gone, and the expected
    /// number of missing hits.
    pub(crate) fn cleared(&self, target: &Target) -> (f64, f64) {
        let (mut gone, mut hits) = (1.0, 0.0);

        // That nothing of a kind that spreads is left: a Poisson number of this mean is 0.
        for spread in self.spreads.iter().filter(|spread| target.all_of[spread.kind]) {
            let count = spread.count();
            gone *= det::exp(-count);
            hits += count;
        }

        for special in self.specials.iter().filter(|special| target.all_of[special.kind])
        {
            let left = special.is_left();
            gone *= 1.0 - left;
            hits += left * f64::from(special.hits);
        }

        for (kind, &wanted) in target.kinds.iter().enumerate() {
            if wanted > 0 && !target.all_of[kind] {
                let (share, missing) = self.lost(kind, f64::from(wanted));
                gone *= share;
                hits += missing;
            }
        }

        for (kind, &wanted) in target.layers.iter().enumerate() {
            if wanted > 0 && !target.all_of[kind] {
                let (share, missing) = self.taken(kind, f64::from(wanted));
                gone *= share;
                hits += missing;
            }
        }

        (gone, hits)
    }

    /// The probability that this number of layers of a kind were taken, by the normal distribution, and the
    /// expected number of missing hits.
    fn taken(&self, kind: usize, wanted: f64) -> (f64, f64) {
        let (mut mean, mut variance, mut count) = (0.0, 0.01, 0.0);
        for special in self.specials.iter().filter(|special| special.kind == kind) {
            let [first, second] = special.moments();
            mean += first;
            variance += (second - first * first).max(0.0);
            count += f64::from(special.hits);
        }

        let wanted = wanted.min(count);

        // The variance begins at 0.01 so that a number that is certain divides by no 0.
        (normal_share(mean, wanted, variance), (wanted - mean).max(0.0))
    }

    /// The probability that this number of a kind are gone, by the normal distribution, and the expected
    /// number of missing hits.
    fn lost(&self, kind: usize, wanted: f64) -> (f64, f64) {
        // As in `taken`.
        let (mut mean, mut variance, mut hits, mut count) = (0.0, 0.01, 0.0, 0.0);
        for spread in self.spreads.iter().filter(|spread| spread.kind == kind) {
            mean += spread.lost;
            variance += spread.lost;
            (hits, count) = (spread.count(), wanted);
        }

        for special in self.specials.iter().filter(|special| special.kind == kind) {
            let left = special.is_left();
            mean += 1.0 - left;
            variance += left * (1.0 - left);
            hits += left * f64::from(special.hits);
            count += 1.0;
        }

        let (wanted, missing) = (wanted.min(count), (wanted.min(count) - mean).max(0.0));

        // Of the hits that are left, the share that the missing cells have among those that are
        // left.
        let share = normal_share(mean, wanted, variance);
        (share, hits * missing / (count - mean).max(1e-9).max(missing))
    }

    /// The expected numbers of four open cells in a row or column, and of open squares of 2 × 2.
    pub(crate) fn wide(&self) -> [f64; 2] {
        let Size { rows, columns } = self.shape.size;
        let (rows, columns) = (rows as usize, columns as usize);

        let all = |cells: [usize; 4]| {
            cells.iter().map(|&cell| self.open[cell]).product::<f64>()
        };
        let (mut fours, mut squares) = (0.0, 0.0);

        for row in 0..rows {
            for column in 0..columns {
                let at = row * columns + column;
                if column + 3 < columns {
                    fours += all([at, at + 1, at + 2, at + 3]);
                }
                if row + 3 < rows {
                    fours += all([at, at + columns, at + 2 * columns, at + 3 * columns]);
                }
                if row + 1 < rows && column + 1 < columns {
                    squares += all([at, at + 1, at + columns, at + columns + 1]);
                }
            }
        }
        [fours, squares]
    }

    /// The groups, where they are tapped.
    pub(super) const fn taps(&self) -> Option<&Taps> {
        self.taps.as_ref()
    }

    /// The probability that contents fall through a cell.
    pub(super) fn falls(&self, cell: usize) -> f64 {
        self.falls[cell]
    }

    /// The share of the cells to which blocks come.
    pub(crate) fn fed(&self) -> f64 {
        self.streams.as_ref().map_or(1.0, Streams::fed)
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
