//! Walks from their starts to their ends, as documents and lines.

use serde::Serialize;
use serde_with::skip_serializing_none;
use tilewright_formats::tiled::Properties;
use tilewright_grid::{Cell, Heading};
use tilewright_navigation::NavigationError;
use tilewright_navigation::crowd::WalkerState;
use tilewright_pathplan::animation;
use tilewright_pathplan::tiled::PathLine;

use crate::{Event, Host};

/// A walker before it starts.
pub(super) struct Start {
    pub(super) name: String,
    pub(super) cell: Cell,
    /// The nearest of the goals of all, if they have any.
    pub(super) goal: Option<Cell>,
}

/// The walk of one walker, as a document.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize)]
pub(super) struct Walk {
    pub(super) name: String,
    pub(super) start: Cell,
    /// The goal that it has at the end.
    pub(super) goal: Cell,
    pub(super) state: WalkState,
    /// The step with which it came to its goal, if it has; with several goals to the last one that it reached.
    #[serialize_always]
    pub(super) arrived: Option<u32>,
    /// The number of goals that it came to.
    pub(super) reached: u32,
    #[serde(flatten)]
    pub(super) track: Track,
}

/// Where a walker was before the first step and after each one, as long as it was on the map.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Track {
    Cells {
        cells: Vec<Cell>,
        /// Where it faced, if turns take time.
        headings: Option<Vec<Heading>>,
    },
    /// By row and column to a thousandth of a cell, from the upper left corner of the map on.
    Points { points: Vec<[f32; 2]> },
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum WalkState {
    Arrived,
    Walking,
    /// There is no way to its goal.
    Unreachable,
    /// It could not begin: nobody can stand in its cell, or another walker does.
    Refused,
}

/// Walkers on a map.
pub(super) trait Walkers: Sized {
    /// Takes a step; returns whether anybody was still on the way.
    fn step(&mut self, step: u32) -> bool;

    /// The walks as far as they led.
    fn finish(self) -> FinishedWalks;

    /// Walks until all have come to their goals, or to the last step. Returns whether the host stopped it.
    fn walk(mut self, steps: u32, host: &dyn Host) -> (FinishedWalks, bool) {
        host.tell(Event::Begun { doing: "walking", steps: Some(steps.into()) });
        let mut is_stopped = false;
        for step in 1..=steps {
            is_stopped = host.look().is_break();
            if is_stopped || !self.step(step) {
                break;
            }
            host.tell(Event::Reached(step.into()));
        }
        host.tell(Event::Ended);
        (self.finish(), is_stopped)
    }
}

/// The walks when they have ended.
#[derive(Clone, Debug, Default)]
pub(super) struct FinishedWalks {
    pub(super) list: Vec<Walk>,
    /// The number of steps.
    pub(super) steps: u32,
}

impl From<Result<WalkerState, NavigationError>> for WalkState {
    fn from(state: Result<WalkerState, NavigationError>) -> Self {
        match state {
            Ok(WalkerState::Arrived) => Self::Arrived,
            Ok(WalkerState::Unreachable) => Self::Unreachable,
            _ => Self::Walking,
        }
    }
}

impl Track {
    /// The cells through which it led, each as often as the walker came to it.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let mut cells = match self {
            Self::Cells { cells, .. } => cells.clone(),
            Self::Points { points } => {
                let cell =
                    |&[row, column]: &[f32; 2]| Cell::new(row as u32, column as u32);
                points.iter().map(cell).collect()
            }
        };
        cells.dedup();
        cells
    }

    /// That of an animation.
    pub(super) fn drawn(&self) -> animation::Track<'_> {
        match self {
            Self::Cells { cells, headings } => {
                let headings = headings.as_deref().unwrap_or_default();
                animation::Track::Cells { cells, headings }
            }
            Self::Points { points } => animation::Track::Points(points),
        }
    }
}

impl Walk {
    /// A walk that begins.
    pub(super) fn begin(
        start: &Start,
        goal: Cell,
        has_begun: bool,
        track: Track,
    ) -> Self {
        Self {
            name: start.name.clone(),
            start: start.cell,
            goal,
            state: if has_begun { WalkState::Walking } else { WalkState::Refused },
            arrived: None,
            reached: 0,
            track,
        }
    }

    /// Counts the goal to which it came with a step.
    pub(super) const fn reach(&mut self, step: u32) {
        self.arrived = Some(step);
        self.reached += 1;
        self.state = WalkState::Arrived;
    }
}

impl FinishedWalks {
    /// Those that could begin.
    pub(super) fn begun(&self) -> impl Iterator<Item = &Walk> {
        self.list.iter().filter(|walk| walk.state != WalkState::Refused)
    }

    /// How many walks ended so.
    pub(super) fn count(&self, state: WalkState) -> u64 {
        self.list.iter().filter(|walk| walk.state == state).count() as u64
    }

    /// The number of goals that were reached.
    pub(super) fn reached(&self) -> u64 {
        self.list.iter().map(|walk| u64::from(walk.reached)).sum()
    }

    /// The mean step with which walkers came to their last goals.
    pub(super) fn mean_arrival(&self) -> Option<f64> {
        let arrived = || self.list.iter().filter_map(|walk| walk.arrived);
        let count = arrived().count();
        (count > 0).then(|| arrived().map(f64::from).sum::<f64>() / count as f64)
    }

    /// The walks as objects for a map of the editor.
    pub(super) fn lines(&self) -> impl Iterator<Item = PathLine> {
        self.begun().map(|walk| {
            let mut properties = Properties::new();
            properties.insert("reached", i64::from(walk.reached));
            if let Some(arrived) = walk.arrived {
                properties.insert("arrived", i64::from(arrived));
            }
            PathLine { name: walk.name.clone(), cells: walk.track.cells(), properties }
        })
    }
}
