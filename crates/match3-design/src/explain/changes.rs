//! The changes of one cell, and their predicted effects.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rayon::prelude::*;
use tilewright_grid::{Cell, Grid, Watch};
use tilewright_match3::{Contents, Kind, Level, Rules, Template, unreachable};

use super::contender::{Contender, Step};
use super::playtest::Playtest;
use crate::{Feasibility, potential};

/// The kinds that are put into cells of `classic`: what never opens, blockers of the fewest and of the most hits, and the
/// most layers.
const CLASSIC: [Kind; 4] =
    [Kind::OBSTACLE, Kind::BLOCKER1, Kind::BLOCKER4, Kind::OVERLAY4];

/// The most kinds of a level of other rules that are put into its cells, beside obstacles. Chosen: boards rarely have more, and
/// each adds a change for every cell.
const COMMON: usize = 4;

/// The most openings, additions of the first kind and other closings whose effect the guide predicts, which takes about 50 µs
/// each. All of the first two fit on usual boards; of the others, the 64 of the largest change of the potential.
/// Chosen; `cargo xtask bench explanations` shows the ranks.
const LOOKS: [usize; 3] = [512, 512, 64];

/// The changes of one cell that are looked at.
pub(super) struct Candidates {
    /// Special cells made ordinary.
    pub(super) openings: Vec<Contender>,
    /// Kinds put into cells: first the first kind in ordinary cells, which are shown, then all others.
    pub(super) closings: Vec<Contender>,
}

/// The kinds that are put into the cells of a level if no others are asked for, the first one into every ordinary cell.
///
/// Of `classic` these are obstacles, blockers and overlays. Under other rules they are the most common special kinds of the
/// level that stand in one cell, and obstacles.
pub(super) fn usual_kinds(level: &Level) -> Vec<Kind> {
    if level.is_classic() {
        return CLASSIC.to_vec();
    }
    let mut counts = BTreeMap::new();
    for &kind in level.cells().values() {
        if kind.is_special() && kind != Kind::OBSTACLE && may_change(level, kind) {
            *counts.entry(kind).or_insert(0_u32) += 1;
        }
    }
    // The order of kinds decides a tie.
    let mut kinds: Vec<(Kind, u32)> = counts.into_iter().collect();
    kinds.sort_by_key(|&(_, count)| Reverse(count));
    let common = kinds.into_iter().take(COMMON).map(|(kind, _)| kind);
    common.chain([Kind::OBSTACLE]).collect()
}

/// The changes by these kinds, each with its predicted effect; those of the largest change of the potential first, as far as
/// there is one. Without a look when `watch` stops.
pub(super) fn candidates(
    level: &Level,
    kinds: &[Kind],
    playtest: Option<&Playtest<'_>>,
    watch: &dyn Watch,
) -> Candidates {
    let cells = level.size().cells().collect::<Vec<_>>().into_par_iter();
    let openings = cells.clone().filter_map(|cell| opening(level, cell)).collect();
    let closings: Vec<Step> =
        cells.flat_map_iter(|cell| closings(level, kinds, cell)).collect();
    let is_shown =
        |step: &Step| step.from == Kind::ORDINARY && kinds.first() == Some(&step.to);
    let (shown, others) = closings.into_iter().partition(is_shown);

    let now = level.is_classic().then(|| potential(level));
    let infeasible = level.is_classic().then(|| infeasible(level));
    let look = |mut steps: Vec<Step>, looks: usize| -> Vec<Contender> {
        let change = |step: &Step| step.potential.zip(now).map(|(a, b)| a.abs_diff(b));
        steps.sort_by_key(|step| Reverse(change(step)));
        let count = steps.len();
        let looked = steps.par_iter().enumerate().map(|(rank, &step)| {
            // Without a potential the few are spread over the board.
            let is_first = now.is_some() && rank < looks;
            let is_spread = (rank + 1) * looks / count > rank * looks / count;
            let is_chosen = is_first || now.is_none() && (is_spread || count <= looks);
            let is_looked = is_chosen && watch.look().is_continue();
            let playtest = playtest.filter(|_| is_looked);
            contender(level, step, playtest, infeasible.as_ref())
        });
        looked.collect()
    };
    let (mut closings, others) = (look(shown, LOOKS[1]), look(others, LOOKS[2]));
    for closing in &mut closings {
        closing.is_shown = true;
    }
    closings.extend(others);
    Candidates { openings: look(openings, LOOKS[0]), closings }
}

fn contender(
    level: &Level,
    step: Step,
    playtest: Option<&Playtest<'_>>,
    infeasible_now: Option<&Grid<bool>>,
) -> Contender {
    let then = changed(level, step.cell, step.to);
    let expected = playtest.map(|playtest| playtest.guide.predict(&then));
    let is_reachable = playtest.is_none_or(|playtest| {
        Template::from(&then).check().is_ok()
            && unreachable(&Rules::new(&then, playtest.goal)).is_none()
    });
    // Cells that are infeasible already may stay so.
    let is_feasible = infeasible_now.is_none_or(|now| {
        let mut added = Feasibility::of(&then).cells.into_iter();
        added.all(|cell| now[cell])
    });
    Contender::new(step, expected, is_reachable, is_feasible)
}

fn infeasible(level: &Level) -> Grid<bool> {
    let cells = Feasibility::of(level).cells;
    Grid::from_fn(level.size(), |cell| cells.binary_search(&cell).is_ok())
}

/// The level with another kind in one cell. Of a block of several cells, whose first cell it is, the others become ordinary.
pub(super) fn changed(level: &Level, cell: Cell, to: Kind) -> Level {
    let mut cells = level.cells().clone();
    if let Some([rows, columns]) = level.rules().big_size(cells[cell]) {
        let (below, right) = (0..u32::from(rows), 0..u32::from(columns));
        for (row, column) in below.flat_map(|row| right.clone().map(move |at| (row, at)))
        {
            cells[Cell::new(cell.row + row, cell.column + column)] = Kind::ORDINARY;
        }
    }
    cells[cell] = to;
    level.with_cells(cells)
}

/// A special cell made ordinary. Of a block of several cells it is the first one.
fn opening(level: &Level, cell: Cell) -> Option<Step> {
    let from = level.cells()[cell];
    let is_part = from.contents() == Contents::Part;
    (from.is_special() && !is_part).then(|| Step::new(level, cell, Kind::ORDINARY))
}

/// These kinds put into a cell: one of `classic`, or an ordinary one, or one with a kind that may go.
fn closings(level: &Level, kinds: &[Kind], cell: Cell) -> impl Iterator<Item = Step> {
    let from = level.cells()[cell];
    let may_change = from.is_present() && may_change(level, from);
    let others = kinds.iter().filter(move |&&to| may_change && to != from);
    others.map(move |&to| Step::new(level, cell, to))
}

/// Whether what stands in a cell may be replaced or repeated: pieces, ingredients, blocks of a colour and blocks of several cells
/// are put where they are on purpose.
fn may_change(level: &Level, kind: Kind) -> bool {
    let may = match kind.contents() {
        Contents::Dealt | Contents::Obstacle => true,
        Contents::Blocker => !level.rules().has_ingredient(kind),
        _ => false,
    };
    may && !level.rules().is_of_big_block(kind)
}
