//! Estimates for levels that no model was fitted to: they rank levels, and games correct them.

use tilewright_grid::det;
use tilewright_match3::{Contents, Goal, Level, Moves, Target};

use super::field::Field;
use super::general::tap_estimates;
use super::shape::Shape;

/// The most parts of a goal that are estimated one by one.
const MOST: usize = 6;
/// The swaps after which the last cells are taken as cleared: games end unfinished after 1000.
const LONGEST: f64 = 1500.0;
/// About the swaps that a bot needs for a piece. On the open 9 × 9 board of `royal`, `greedy`
/// makes a rocket in 1.4 and a ball in 12 (`tilewright match3 play --bot greedy --goal
/// make:ball:5`), `random` in 5.5 and 46.
const PIECE: f64 = 5.0;
/// About the share of a cleared cell that a bot that looks for one colour collects, times the
/// colours. With it 30 blocks on an open 9 × 9 board of 5 colours take 10.2 swaps; `greedy`
/// takes 8.7 under `royal`, 9.6 under `candy` and 11.5 under `lab` (`tilewright match3 play
/// --bot greedy --goal collect:30`).
const PREFERRED: f64 = 1.6;

/// A part of a goal, and what must go for it.
struct GoalPart {
    goal: Goal,
    target: Target,
    /// The expected swaps so far until it is cleared.
    swaps: f64,
}

/// The logarithms of the estimated mean swaps of the parts of a goal.
pub(super) fn estimates(shape: &Shape, level: &Level, goal: &Goal) -> Vec<f64> {
    if level.rules().moves() != Moves::Swap {
        return tap_estimates(shape, level, goal);
    }

    let part = |goal: &Goal| GoalPart {
        target: Target::new(goal, level),
        goal: goal.clone(),
        swaps: 0.0,
    };
    let mut parts: Vec<GoalPart> = leaves(goal).into_iter().map(part).collect();

    let mut field = Field::new(shape, level);
    let (mut time, mut step, mut cleared) = (0.0, 2.0, 0.0);
    // The mean number of cleared cells for each swap is that of the first swaps.
    let mut early = 0.0;
    loop {
        let mut is_over = time >= 40.0;
        for part in &mut parts {
            let (gone, _) = field.cleared(&part.target);
            part.swaps += (1.0 - gone) * step;
            is_over &= gone > 0.99 || !clears(&part.goal);
        }

        if time < 40.0 {
            // A line, and what cascades add: somewhat more than three cells each. On the open
            // 9 × 9 board that is 9.3 cells, where `random` clears 6.6 (see `CASCADES`).
            cleared += step * (3.3 + 3.0 * field.lines);
            early += step;
        }

        if is_over || time > LONGEST {
            break;
        }
        field.pass(step);
        time += step;

        // 1,500 swaps take 17 steps, not 750 of 2, since a field changes less and less.
        step *= 1.4;
    }

    let cells = (cleared / early).max(1.0);
    let log = |part: &GoalPart| {
        let swaps = if clears(&part.goal) {
            part.swaps
        } else {
            length(&part.goal, level, cells, &field)
        };
        det::ln(swaps.max(0.5))
    };

    parts.iter().map(log).collect()
}

/// The parts of a goal, the first six if there are more.
pub(super) fn leaves(goal: &Goal) -> Vec<&Goal> {
    let Goal::All { all } = goal else { return vec![goal] };
    let mut found: Vec<&Goal> = Vec::new();
    for goal in all {
        found.extend(leaves(goal));
        found.truncate(MOST);
    }
    found
}

/// Whether a part is of cells that are cleared.
const fn clears(goal: &Goal) -> bool {
    matches!(goal, Goal::Clear { .. } | Goal::CollectKind { .. })
}

/// The estimated swaps of a part when this many cells are cleared for each swap.
fn length(goal: &Goal, level: &Level, cells: f64, field: &Field<'_>) -> f64 {
    let colors = f64::from(level.colors());
    match goal {
        Goal::Collect { collect, of_colors } => {
            let one = f64::from(*collect) * colors / cells / PREFERRED;
            one * (1.0 + 0.2 * det::ln(f64::from((*of_colors).max(1))))
        }
        Goal::CollectColor { collect } => {
            f64::from(collect.count) * colors / cells / PREFERRED
        }
        Goal::Score { score } => {
            let [block, _] = level.rules().points();

            // Pieces that fire and later waves make more points than the blocks of a line. For
            // score:3000 on the open 9 × 9 board that is 25 swaps, under `candy` 12; `random` takes
            // 23 under `lab`, 19 under `royal`, 11 under `candy`, `greedy` 13, 11 and 6
            // (`tilewright match3 play --goal score:3000`). Near `random`; games correct it.
            f64::from(*score) / (f64::from(block.max(1)) * cells * 1.3)
        }
        Goal::Drop { drop } => drop_swaps(*drop, level, field),
        Goal::Make { make } => PIECE * f64::from(make.count),
        Goal::Clear { .. } | Goal::CollectKind { .. } | Goal::All { .. } => 1.0,
    }
}

/// The estimated swaps until this number of ingredients have fallen to the last row.
pub(super) fn drop_swaps(wanted: u32, level: &Level, field: &Field<'_>) -> f64 {
    let size = level.size();
    let is_ingredient = |index: usize| {
        matches!(level.cells().values()[index].contents(), Contents::Ingredient)
    };

    let below = |index: usize| {
        let columns = size.columns as usize;
        (index + columns..size.area()).step_by(columns).collect::<Vec<_>>()
    };
    // An ingredient falls by one cell when a cell below it is cleared.
    let fall = |index: usize| -> f64 {
        let cells = below(index);
        (0..cells.len())
            .map(|from| {
                let rate: f64 = cells[from..].iter().map(|&cell| field.rate(cell)).sum();
                1.0 / rate.max(1e-3)
            })
            .sum()
    };

    let mut falls: Vec<f64> =
        (0..size.area()).filter(|&index| is_ingredient(index)).map(fall).collect();
    falls.sort_by(f64::total_cmp);

    let last = falls.get((wanted as usize).saturating_sub(1)).copied();

    // Too few ingredients on the board: supply brings the others from the top. From the top of
    // an open 9 × 9 board `greedy` takes 5.5 (`royal`) and 7.8 swaps (`candy`) for one, `random` 32
    // and 36 (`tilewright match3 play --goal drop:1`); ten lies between, nearer to `greedy`.
    last.unwrap_or_else(|| 10.0 * f64::from(wanted))
}
