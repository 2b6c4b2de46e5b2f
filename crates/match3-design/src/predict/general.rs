//! Predictions for levels of rules other than `classic`.
//!
//! The logarithm of the mean swaps of each part of the goal is linear in features of the mean field and of the
//! part, with slopes for each sort of goal; the parts together take their power mean, as in [`Guide`](super::Guide).

use tilewright_grid::det;
use tilewright_match3::{Goal, Kind, Level, Moves, Target};

use super::estimate::leaves;
use super::field::Field;
use super::guide::{last, shares};
use super::parts::{OWN, PartProgress, Sort, WAITS};
use super::ridge::{LinearModel, ridge};
use super::shape::Shape;

/// The numbers of swaps after which the mean field is sampled, for one sort of goal.
const TIMES: [f64; 4] = [0.0, 6.0, 16.0, 40.0];
/// The same for several sorts, each of which has its own slopes: five sorts have 110 slopes
/// then, with the times of one sort 190, and are fitted to some 1,200 levels.
const FEW: [f64; 2] = [0.0, 16.0];
/// The number of features of each sample.
const LOOK: usize = 8;
/// The rounds of the regression; they converge in three or four, and one more costs little beside
/// the games to which it is fitted.
const ROUNDS: u32 = 5;
/// The swaps after which the last cells are taken as cleared: games end unfinished after 1000.
const LONGEST: f64 = 1500.0;

/// What the slopes of a model are for.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    /// The kinds whose shares are features, for one sort of goal only.
    kinds: Vec<Kind>,
    times: &'static [f64],
    /// Whether groups are tapped.
    is_tapped: bool,
    /// The sorts of goals, each with the names of its kinds or pieces.
    families: Vec<(Sort, Vec<String>)>,
}

/// The features of a part of a goal.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The index of the first slope.
    first: usize,
    features: Vec<f64>,
    /// The logarithm of the swaps as estimated without a model.
    estimate: f64,
}

impl Terms {
    /// Those of levels with these kinds and of goals of these sorts.
    pub(super) fn new(kinds: &[Kind], goals: &[Goal], moves: Moves) -> Self {
        let mut families: Vec<(Sort, Vec<String>)> = Vec::new();
        for leaf in goals.iter().flat_map(leaves) {
            let (sort, name) = Sort::of(leaf);
            let at = families.iter().position(|(other, _)| *other == sort);
            let at = at.unwrap_or_else(|| {
                families.push((sort, Vec::new()));
                families.len() - 1
            });

            let names = &mut families[at].1;
            if let Some(name) = name.filter(|name| !names.contains(name)) {
                names.push(name);
            }
        }

        // The shares of the kinds only where there is one set of slopes for them: see `FEW`.
        let is_one = families.len() < 2;
        let kinds = if is_one { kinds.to_vec() } else { Vec::new() };
        let times: &'static [f64] = if is_one { &TIMES } else { &FEW };
        Self { kinds, times, is_tapped: moves != Moves::Swap, families }
    }

    /// The number of slopes.
    pub(super) fn width(&self) -> usize {
        self.families.iter().map(|family| self.width_of(family)).sum()
    }

    const fn width_of(&self, (_, names): &(Sort, Vec<String>)) -> usize {
        let aimed = if self.is_tapped { WAITS } else { 0 };
        1 + self.kinds.len() + LOOK * self.times.len() + OWN + aimed + names.len()
    }

    /// Whether there are slopes for all parts of a goal.
    pub(super) fn know(&self, goal: &Goal) -> bool {
        leaves(goal).into_iter().all(|leaf| self.place(leaf).is_some())
    }

    /// The first slope of a part of a goal, the names of its sort, and the index of its name.
    fn place(&self, leaf: &Goal) -> Option<(usize, usize, Option<usize>)> {
        let (sort, name) = Sort::of(leaf);
        let at = self.families.iter().position(|(other, _)| *other == sort)?;
        let first = self.families[..at].iter().map(|family| self.width_of(family)).sum();
        let names = &self.families[at].1;
        let Some(name) = name else { return Some((first, names.len(), None)) };
        let index = names.iter().position(|other| *other == name)?;
        Some((first, names.len(), Some(index)))
    }

    /// The features of the parts of a goal; parts of unknown sorts have none.
    pub(super) fn rows(&self, shape: &Shape, level: &Level, goal: &Goal) -> Vec<Row> {
        let leaves = leaves(goal);
        let start = || leaves.iter().map(|leaf| PartProgress::new(leaf, level)).collect();
        let (mut parts, mut aimed): (Vec<PartProgress<'_>>, Vec<_>) = (start(), start());

        let target = Target::new(goal, level);
        let (field, area) = (Field::new(shape, level), level.size().area() as f64);
        let mut board = vec![1.0];
        board.extend(self.shares(level));

        // Where groups are tapped, the field is advanced without and with aim: how much a bot aims, the slopes say. Of one
        // field alone R² of the logarithms of mixed goals is 0.01 less, for `greedy` and `article`.
        if self.is_tapped {
            run(self.times, field.clone(), &mut parts, &mut board, area);
            run(&[], field.aimed(&target, level), &mut aimed, &mut Vec::new(), area);
        } else {
            run(self.times, field.aimed(&target, level), &mut parts, &mut board, area);
            aimed.clear();
        }

        let row = |(index, part): (usize, &PartProgress<'_>)| {
            let (first, names, name) = self.place(part.goal)?;
            let mut features = board.clone();
            features.extend(part.features());
            features.extend(aimed.get(index).into_iter().flat_map(PartProgress::waits));
            features
                .extend((0..names).map(|index| f64::from(u8::from(Some(index) == name))));
            Some(Row { first, features, estimate: part.estimate() })
        };

        parts.iter().enumerate().filter_map(row).collect()
    }

    /// The share of cells of each kind: of its contents, cover or ground with as many layers.
    fn shares<'a>(&'a self, level: &'a Level) -> impl Iterator<Item = f64> + 'a {
        let cells = level.cells().values();
        let is_same = |kind: Kind, cell: Kind| {
            if kind.cover().0 > 0 {
                kind.cover() == cell.cover()
            } else if kind.ground().0 > 0 {
                kind.ground() == cell.ground()
            } else {
                kind.filling() == cell.filling()
            }
        };
        self.kinds.iter().map(move |&kind| {
            let count = cells.iter().filter(|&&cell| is_same(kind, cell)).count();
            count as f64 / cells.len() as f64
        })
    }

    /// The logarithms of the swaps of the parts of a goal.
    pub(super) fn logs(linear: &LinearModel, rows: &[Row]) -> Vec<f64> {
        if rows.is_empty() {
            return vec![linear.base];
        }
        rows.iter().map(|row| row.at(linear)).collect()
    }

    /// The slopes that fit best to the mean swaps of levels with these features: by Gauss and Newton, since
    /// the power mean is not linear. Errors of long levels count more, by the root of their swaps, as they
    /// do in R² of the swaps.
    ///
    /// # Panics
    /// When there is no level.
    pub(super) fn fit(&self, levels: &[Vec<Row>], swaps: &[f64]) -> LinearModel {
        let weights: Vec<f64> = swaps.iter().map(|swaps| swaps.sqrt()).collect();
        let estimate = |rows: &Vec<Row>| rows.iter().map(|row| row.estimate).collect();
        let mut logs: Vec<Vec<f64>> = levels.iter().map(estimate).collect();
        let is_mixed = levels.iter().any(|rows| rows.len() > 1);
        let rounds = if is_mixed { ROUNDS } else { 1 };

        let mut linear = LinearModel { base: 0.0, slopes: vec![0.0; self.width()] };
        for _ in 0..rounds {
            // The power mean is replaced by its tangent at the last estimate, so that what is
            // left is linear.
            let mut values = Vec::with_capacity(swaps.len());
            let mut samples = Vec::with_capacity(swaps.len());

            for ((rows, logs), swaps) in levels.iter().zip(&logs).zip(swaps) {
                let shares = shares(logs);
                let tangent: f64 =
                    shares.iter().zip(logs).map(|(share, log)| share * log).sum();
                values.push(det::ln(swaps.max(0.1)) - last(logs) + tangent);

                let mut sample = vec![0.0; self.width()];
                for (row, share) in rows.iter().zip(shares) {
                    row.add_to(&mut sample, share);
                }
                samples.push(sample);
            }

            linear = ridge(&samples, &values, &weights);
            logs = levels.iter().map(|rows| Self::logs(&linear, rows)).collect();
        }
        linear
    }
}

impl Row {
    fn at(&self, linear: &LinearModel) -> f64 {
        let slopes = linear.slopes.iter().skip(self.first);
        let terms = slopes.zip(&self.features).map(|(slope, feature)| slope * feature);

        // From 0.1 to 1,000,000 swaps.
        (linear.base + terms.sum::<f64>()).clamp(-2.3, 13.8)
    }

    fn add_to(&self, sample: &mut [f64], share: f64) {
        for (sum, feature) in sample[self.first..].iter_mut().zip(&self.features) {
            *sum += share * feature;
        }
    }
}

/// Advances the mean field until all parts are reached, and adds its samples to the features of the board.
fn run(
    times: &[f64],
    mut field: Field<'_>,
    parts: &mut [PartProgress<'_>],
    board: &mut Vec<f64>,
    area: f64,
) {
    let mut looks = times.iter().copied().peekable();
    let (mut time, mut step) = (0.0, 2.0);
    loop {
        if looks.next_if(|&look| look <= time).is_some() {
            board.extend(sample(&field, area));
            for part in parts.iter_mut() {
                part.look(&field);
            }
        }

        let is_over = parts.iter().all(|part| part.is_over(&field));
        if looks.peek().is_none() && is_over || time > LONGEST {
            break;
        }

        let next = looks.peek().map_or(f64::INFINITY, |look| look - time);
        let pass = if next < f64::INFINITY { next.min(step) } else { step };
        for part in parts.iter_mut() {
            part.pass(&field, pass);
        }

        field.pass(pass);
        time += pass;
        step *= 1.3;
    }
}

/// The logarithms of the taps of the parts of a goal, without a model: by taps that aim.
pub(super) fn tap_estimates(shape: &Shape, level: &Level, goal: &Goal) -> Vec<f64> {
    let leaves = leaves(goal);
    let parts = leaves.iter().map(|leaf| PartProgress::new(leaf, level));
    let mut parts: Vec<PartProgress<'_>> = parts.collect();
    let field = Field::new(shape, level).aimed(&Target::new(goal, level), level);
    let area = level.size().area() as f64;
    run(&[], field, &mut parts, &mut Vec::new(), area);
    parts.iter().map(PartProgress::estimate).collect()
}

/// The features of a sample of the mean field.
fn sample(field: &Field<'_>, area: f64) -> [f64; LOOK] {
    let [drag, open, depth] = field.sums();
    let [fours, squares] = field.wide();
    let log = |value: f64| det::ln(value + 1.0);
    [
        log(field.potential),
        log(field.lines),
        drag / area,
        open / area,
        depth,
        log(fours),
        log(squares),
        field.fed(),
    ]
}
