//! Paths on tile maps: planned, evolved, compared, checked, and the maps converted.

mod batch;
mod check;
mod compare;
mod convert;
mod danger;
mod ends;
mod evolution;
mod glyphs;
mod load;
mod pareto;
mod plan;
mod planner;
mod propose;
mod routes;
mod save;
mod scenarios;
mod search;
mod shown;
mod steps;
mod walkability;

pub use check::Check;
pub use compare::Compare;
pub use convert::Convert;
pub use danger::Danger;
pub use ends::{Ends, Place};
pub use evolution::Evolution;
pub use pareto::{FrontMethod, Objective, Pareto, RandomDanger};
pub use plan::Plan;
pub use planner::PlannerName;
pub use routes::{RouteMethod, Routes};
pub use steps::Allowed;
pub use walkability::Walkability;

use crate::{Entry, Event, Game, Host, Refusal};

/// The game and its tasks, in the order in which people look for them.
pub const GAME: Game = Game {
    name: "path",
    about: "Paths on tile maps: plan them, check planners, compare those that evolve",
    tasks: &[
        Entry::of::<Plan>(),
        Entry::of::<Routes>(),
        Entry::of::<Pareto>(),
        Entry::of::<Check>(),
        Entry::of::<Compare>(),
        Entry::of::<Convert>(),
    ],
};

/// What no path can be found of.
const NO_WAY: &str = "no way leads from the start to the goal\n";

/// The value of a key that must be given.
fn given<'a, T>(value: Option<&'a T>, key: &str) -> Result<&'a T, Refusal> {
    value.ok_or_else(|| Refusal::missing(key))
}

/// Does work that does not say how far it is.
fn during<T>(host: &dyn Host, doing: &str, work: impl FnOnce() -> T) -> T {
    let _ = host.see(Event::Begun { doing, steps: None });
    let done = work();
    let _ = host.see(Event::Ended);
    done
}

/// Does work, and yields how many microseconds it took, where there is a clock.
fn timed<T>(host: &dyn Host, work: impl FnOnce() -> T) -> (T, Option<f64>) {
    let begun = host.nanos();
    let done = work();
    let took = host.nanos().zip(begun);
    (done, took.map(|(ended, begun)| ended.saturating_sub(begun) as f64 / 1e3))
}
