//! The search for levels of a given potential.

use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::Value;
use tilewright_draw::Picture;
use tilewright_evolve::Event as Generation;
use tilewright_grid::Seed;
use tilewright_match3::{Level, Quota, Unreachable, can_move};
use tilewright_match3_design::{
    Algorithm, Analysis, Feasibility, GeneratedLevel, History, LevelRequest, Progress,
    Violation, generate, generate_distinct, potential,
};

use super::super::series::{self, Series};
use super::super::{endless, refused};
use super::answer::FoundLevel;
use crate::answer::counted;
use crate::{Drawing, Event, Hint, Host, HostWatch, Refusal};

/// A level of the answer.
#[derive(Debug, Serialize)]
pub(super) struct PotentialLevel {
    level: Level,
    potential: u32,
    target: u32,
    tolerance: u32,
    kinds: Vec<Quota>,
    found: bool,
    feasible: bool,
    evaluations: u64,
    generations: u64,
}

impl PotentialLevel {
    fn of(made: GeneratedLevel, request: &LevelRequest) -> Self {
        let feasible = Feasibility::of(&made.level).is_feasible();
        Self {
            level: made.level,
            potential: made.potential,
            target: request.target,
            tolerance: request.tolerance,
            kinds: request.kinds.clone(),
            found: made.is_found,
            feasible,
            evaluations: made.evaluations,
            generations: made.generations,
        }
    }
}

impl FoundLevel for PotentialLevel {
    fn level(&self) -> &Level {
        &self.level
    }

    fn is_found(&self) -> bool {
        self.found
    }

    fn flaw(&self) -> Option<String> {
        if !can_move(&self.level) {
            return Some(Unreachable::NoSwap.to_string());
        }
        endless::of_level(&self.level).map(str::to_owned)
    }

    fn to_json(&self) -> String {
        self.level.to_json()
    }

    fn described(&self) -> String {
        let Self { potential, target, tolerance, .. } = self;
        let infeasible = if self.feasible { "" } else { ", infeasible" };
        let evaluations = counted(self.evaluations, "evaluation");
        let generations = counted(self.generations, "generation");
        format!(
            "potential {potential}, requested {target} ± {tolerance}{infeasible}; {evaluations}, {generations}"
        )
    }

    fn label(&self) -> String {
        self.potential.to_string()
    }

    fn title(&self) -> &'static str {
        "match-3 levels of a given potential"
    }

    /// The level with its potential, and the history of the search.
    fn drawing(&self, history: &History, is_moving: bool) -> Drawing {
        let (report, title) =
            (Analysis::of(&self.level).picture(&self.level), self.title());
        if is_moving {
            return Drawing { still: report, animation: Some(history.animation(title)) };
        }
        let still = Picture::stacked(&[report, history.curve()], 8.0, title);
        Drawing { still, animation: None }
    }

    fn document(&self) -> serde_json::Result<Value> {
        serde_json::to_value(self)
    }
}

/// Generates one level. Records the history of the search if it will be shown, or is watched.
pub(super) fn one(
    request: &LevelRequest,
    is_watched: bool,
    seed: Seed,
    host: &dyn Host,
) -> Result<(PotentialLevel, History), Refusal> {
    let mut history = History::default();
    let is_recorded =
        is_watched || host.draws_picture() || host.extension("logbook").is_some();
    host.tell(Event::Begun { doing: "searching", steps: None });

    let see = |progress: Progress<'_>| {
        let Progress::Generation { event, .. } = progress else {
            return host.look();
        };

        if is_recorded {
            history.record(progress);
        }

        let Generation { generation, evaluations, .. } = event;
        let stands = format!("generation {generation}, {evaluations} evaluations");
        host.tell(Event::Status(&stands));
        host.tell(Event::Values { step: *generation, values: &values(event) });

        if is_watched {
            host.tell(Event::Scene(&|| history.scene()));
        }

        host.look()
    };
    let made = generate(request, seed.child(0), see);
    host.tell(Event::Ended);

    Ok((PotentialLevel::of(made.map_err(refused)?, request), history))
}

/// The numbers of a generation, as far as there are any.
fn values(event: &Generation) -> Vec<(&'static str, f64)> {
    let only = |objectives: Option<[f64; 1]>| objectives.map(|[value]| value);
    let values = [
        ("best", only(event.best)),
        ("median", only(event.median)),
        ("worst", only(event.worst)),
        ("feasible", Some(f64::from(event.feasible))),
        ("population", Some(f64::from(event.population))),
        ("least violation", event.least_violation),
        ("median violation", event.median_violation),
    ];
    values.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// Generates different levels; if none is found, returns the closest one.
pub(super) fn several(
    request: &LevelRequest,
    count: u64,
    seed: Seed,
    host: &dyn Host,
) -> Result<Vec<PotentialLevel>, Refusal> {
    let inputs = series::inputs(&request.template, None);

    let files = |number, made: &GeneratedLevel| {
        let bytes = made.level.to_json().into_bytes();
        Ok(vec![(series::name(number, "json"), bytes)])
    };

    let mut series = Series::open(host, inputs, count, is_possible, files)?;
    let others = series.found().into_iter().map(|made| made.level).collect();

    host.tell(Event::Begun { doing: "generating levels", steps: Some(count) });
    host.tell(Event::Reached(series.len()));

    let numbers = series.len() as usize..count as usize;
    let mut kept = Ok(());
    let keep = |made: &GeneratedLevel| match series.add(made) {
        Ok(flow) => flow,
        Err(refusal) => {
            kept = Err(refusal);
            ControlFlow::Break(())
        }
    };
    let more = generate_distinct(request, numbers, others, seed, &HostWatch(host), keep);
    host.tell(Event::Ended);
    let closest = more.map_err(refused)?.into_iter().find(|made| !made.is_found);
    kept?;

    if let Some(made) = &closest
        && host.look().is_continue()
    {
        let _ = series.hand_out(0, made)?;
    }

    let made = series.into_found().into_iter().chain(closest);
    Ok(made.map(|made| PotentialLevel::of(made, request)).collect())
}

/// Whether a kept level can be the result of a search.
fn is_possible(made: &GeneratedLevel) -> bool {
    let GeneratedLevel { level, is_found, .. } = made;
    let is_feasible = Feasibility::of(level).is_feasible();
    *is_found && is_feasible && made.potential == potential(level)
}

/// A hint for levels that were not found.
pub(super) fn hint(request: &LevelRequest) -> Hint {
    let hint = match request.algorithm {
        Algorithm::FeasibleInfeasible(Violation::Groups) => {
            "{violation=cells} finds feasible levels more often than groups"
        }
        _ => "increase {tolerance}, allow other {kinds}, or try another {seed}",
    };
    hint.into()
}
