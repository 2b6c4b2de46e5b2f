//! Tasks of path planning on tile maps.

mod agent;
mod batch;
mod check;
mod compare;
mod convert;
mod crowd;
mod danger;
mod document;
mod ends;
mod evolution;
mod field;
mod generate;
mod glyphs;
mod ldtk;
mod live;
mod load;
mod pareto;
mod plan;
mod planner;
mod project;
mod propose;
mod reach;
mod routes;
mod rows;
mod save;
mod scenarios;
mod script;
mod steps;
mod walkability;

pub use agent::{AgentOptions, Movement};
pub use check::CheckRequest;
pub use compare::CompareRequest;
pub use convert::ConvertRequest;
pub use crowd::{CrowdKind, CrowdRequest};
pub use danger::Danger;
pub use ends::{Ends, RowColumn};
pub use evolution::Evolution;
pub use field::FieldRequest;
pub use generate::GenerateRequest;
pub use live::{CELL_TICKS, FrameInput, FrameTiming, LiveFrame, LiveMap, LiveSettings};
pub use load::read_map;
pub use pareto::{Objective, ParetoRequest, RandomDanger};
pub use plan::PlanRequest;
pub use planner::{ExactPlanner, PlannerName};
pub use reach::ReachRequest;
pub use routes::{RouteMethod, RoutesRequest};
pub use script::ScriptRequest;
pub use steps::StepOptions;
pub use walkability::Walkability;

use crate::host::during;
use crate::{Entry, Event, Game, Host, Input, Refusal};

/// The game and its tasks, in the order in which people look for them.
pub const GAME: Game = Game {
    name: "path",
    about: "Plan paths on tile maps, generate maps, check planners, compare evolved planners",
    tasks: &[
        Entry::of::<PlanRequest>(),
        Entry::of::<RoutesRequest>(),
        Entry::of::<CrowdRequest>(),
        Entry::of::<ParetoRequest>(),
        Entry::of::<ReachRequest>(),
        Entry::of::<FieldRequest>(),
        Entry::of::<CheckRequest>(),
        Entry::of::<CompareRequest>(),
        Entry::of::<ScriptRequest>(),
        Entry::of::<ConvertRequest>(),
        Entry::of::<GenerateRequest>(),
    ],
};

/// The text of an answer without a path.
const NO_PATH: &str = "there is no path from the start to the goal\n";

/// The value of a required key.
fn given<'a, T>(value: Option<&'a T>, key: &str) -> Result<&'a T, Refusal> {
    value.ok_or_else(|| Refusal::missing(key))
}

/// The refusal of a key that has no effect.
fn no_effect(key: &str, why: &str) -> Refusal {
    Refusal::idle(key, format_args!(": {why}"))
}

/// The refusal of a key that has no effect on a map.
fn no_effect_on(map: &Input, key: &str, why: &str) -> Refusal {
    let Refusal { error, hint, .. } = no_effect(key, why);
    Refusal { error: error.context(map.to_string()), hint, key: Some(key.to_owned()) }
}

/// Does work, and returns its time in microseconds if the host has a clock.
fn timed<T>(host: &dyn Host, work: impl FnOnce() -> T) -> (T, Option<f64>) {
    let begun = host.nanos();
    let done = work();
    let took = host.nanos().zip(begun);
    (done, took.map(|(ended, begun)| ended.saturating_sub(begun) as f64 / 1e3))
}

/// Reports the times of laying out the map and of planning, in microseconds, if the host has a clock.
fn tell_times(host: &dyn Host, prepared: Option<f64>, took: Option<f64>) {
    if let Some((prepared, took)) = prepared.zip(took) {
        let times = &[("prepare_us", prepared), ("plan_us", took)];
        host.tell(Event::Timing { of: "", times });
    }
}
