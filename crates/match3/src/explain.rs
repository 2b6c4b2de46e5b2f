//! Which cells make a level hard, and which single change would ease or harden it most.

use rayon::prelude::*;
use serde::Serialize;
use tilewright_grid::Cell;

use crate::{Feasibility, Goal, Kind, Level, Model, Rules, potential, unreachable};

/// A cell and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// The cell.
    pub cell: Cell,
    /// What stands there.
    pub kind: Kind,
    /// By how much the potential would rise if it were ordinary.
    pub potential: i64,
    /// By how many swaps the model expects the level to become shorter then; negative where
    /// it would become longer. None without a goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swaps: Option<f64>,
}

/// A change of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The cell.
    pub cell: Cell,
    /// What stands there.
    pub from: Kind,
    /// What would stand there.
    pub to: Kind,
    /// The potential then.
    pub map: u32,
    /// The mean swaps that the model expects then, as a factor of now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<f64>,
}

/// Why a level is as hard as it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The special cells, the most costly first.
    pub costs: Vec<Cost>,
    /// The special cell whose opening eases the level most, if any does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub easiest: Option<Change>,
    /// The change that hardens it most and leaves it feasible and its goal reachable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<Change>,
}

/// The kinds that a change puts in a cell.
const CHANGES: [Kind; 5] =
    [Kind::Ordinary, Kind::Obstacle, Kind::Blocker1, Kind::Blocker4, Kind::Overlay4];

/// How many changes the model looks at, of those that open a cell and of those that close one.
const LOOKS: [usize; 2] = [512, 64];

/// Explains a level by trying every single change: by what the model expects where there is a
/// goal and a model, else by the potential. The model looks at the 512 openings and the 64
/// closings that change the potential most; of the other special cells no swaps are known,
/// and they come last.
pub fn explain(level: &Level, guide: Option<(&Model, &Goal)>) -> Explanation {
    let now = measure(level, guide);
    let changes = level.size().cells().collect::<Vec<_>>().into_par_iter();
    let changes: Vec<Change> =
        changes.flat_map_iter(|cell| changes_of(level, cell)).collect();
    let (mut opening, mut closing): (Vec<Change>, Vec<Change>) =
        changes.into_iter().partition(|change| change.to == Kind::Ordinary);
    let effect = |change: &Change| change.map.abs_diff(now.potential);
    let mut measured = Vec::new();
    for (changes, looks) in [&mut opening, &mut closing].into_iter().zip(LOOKS) {
        changes.sort_by_key(|change| std::cmp::Reverse(effect(change)));
        let looked = changes.par_iter().enumerate().map(|(rank, change)| {
            let guide = guide.filter(|_| rank < looks);
            (*change, measure(&changed(level, change.cell, change.to), guide))
        });
        measured.push(looked.collect::<Vec<_>>());
    }
    // Where the model guides, what it has not looked at is no candidate.
    let is_known =
        |(_, then): &&(Change, Measured)| then.swaps.is_some() == guide.is_some();
    let mut changes: Vec<(Change, Measured)> = measured.into_iter().flatten().collect();
    let mut costs: Vec<Cost> = changes
        .iter()
        .filter(|(change, _)| change.to == Kind::Ordinary)
        .map(|(change, then)| Cost {
            cell: change.cell,
            kind: change.from,
            potential: i64::from(then.potential) - i64::from(now.potential),
            swaps: now.swaps.zip(then.swaps).map(|(now, then)| now - then),
        })
        .collect();
    costs.sort_by(|a, b| {
        let swaps = |cost: &Cost| match (guide, cost.swaps) {
            (None, _) => cost.potential as f64,
            (Some(_), swaps) => swaps.unwrap_or(f64::NEG_INFINITY),
        };
        swaps(b).total_cmp(&swaps(a)).then(a.cell.cmp(&b.cell))
    });
    for (change, then) in &mut changes {
        change.factor = now.swaps.zip(then.swaps).map(|(now, then)| then / now);
    }
    // Harder is a larger number: of swaps, or of cases lost.
    let hardness = |(_, then): &&(Change, Measured)| {
        then.swaps.unwrap_or(-f64::from(then.potential))
    };
    let here = now.swaps.unwrap_or(-f64::from(now.potential));
    let order = |a: &&(Change, Measured), b: &&(Change, Measured)| {
        hardness(a).total_cmp(&hardness(b))
    };
    let known = || changes.iter().filter(is_known);
    let opened = known().filter(|(change, _)| change.to == Kind::Ordinary);
    let easiest = opened.min_by(order).filter(|change| hardness(change) < here);
    let is_closing = |(change, then): &&(Change, Measured)| {
        change.to != Kind::Ordinary && then.is_sound
    };
    let sound = known().filter(is_closing);
    let hardest = sound.max_by(order).filter(|change| hardness(change) > here);
    Explanation {
        costs,
        easiest: easiest.map(|two| two.0),
        hardest: hardest.map(|two| two.0),
    }
}

/// What is known of a level.
#[derive(Clone, Copy)]
struct Measured {
    potential: u32,
    swaps: Option<f64>,
    /// Whether it is feasible and its goal may be reached.
    is_sound: bool,
}

fn measure(level: &Level, guide: Option<(&Model, &Goal)>) -> Measured {
    let is_reachable = |goal: &Goal| unreachable(&Rules::new(level, goal)).is_none();
    Measured {
        potential: potential(level),
        swaps: guide.map(|(model, goal)| model.guess(level, goal)),
        is_sound: Feasibility::of(level).is_feasible()
            && guide.is_none_or(|(_, goal)| is_reachable(goal)),
    }
}

/// The level with another kind in a cell.
fn changed(level: &Level, cell: Cell, to: Kind) -> Level {
    let mut cells = level.cells().clone();
    cells[cell] = to;
    Level { cells, ..level.clone() }
}

/// The changes of a cell, with the potential after each.
fn changes_of(level: &Level, cell: Cell) -> Vec<Change> {
    let from = level.cells()[cell];
    if from == Kind::Hole {
        return Vec::new();
    }
    let change = |to: Kind| {
        let map = potential(&changed(level, cell, to));
        Change { cell, from, to, map, factor: None }
    };
    CHANGES.into_iter().filter(|&to| to != from).map(change).collect()
}
