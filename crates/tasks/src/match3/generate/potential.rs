//! The search for levels of a given potential.

use std::ops::ControlFlow;

use serde_json::json;
use tilewright_evolve::Event as Generation;
use tilewright_grid::Seed;
use tilewright_match3::{Level, Unreachable, can_move};
use tilewright_match3_design::{
    Algorithm, Feasibility, GeneratedLevel, History, LevelRequest, Progress, Style,
    Violation, generate, generate_distinct, potential,
};

use super::super::given::{self, likeness, said};
use super::super::series::{self, Series};
use super::super::{endless, refused};
use super::answer::{BrokenPlacements, FoundLevel};
use crate::answer::{counted, present};
use crate::{Event, Hint, Host, HostWatch, Refusal};

/// A level of the answer.
fn found(made: GeneratedLevel, request: &LevelRequest) -> FoundLevel {
    let GeneratedLevel { level, potential, is_found, .. } = made;
    let LevelRequest { target, tolerance, kinds, .. } = request;
    let broken = BrokenPlacements::of(
        &request.placements,
        &request.template,
        kinds,
        request.symmetry,
        &level,
    );
    let feasible = Feasibility::of(&level).is_feasible();
    let likeness = likeness(&request.style, &level);

    let flaw = if can_move(&level) {
        endless::of_level(&level).map(str::to_owned)
    } else {
        Some(Unreachable::NoSwap.to_string())
    };
    let infeasible = if feasible { "" } else { ", infeasible" };
    let evaluations = counted(made.evaluations, "evaluation");
    let generations = counted(made.generations, "generation");
    let described = format!(
        "potential {potential}, requested {target} ± {tolerance}{infeasible}; {evaluations}, {generations}{}",
        said(likeness.as_ref())
    );
    let document = present(json!({
        "level": level,
        "potential": potential,
        "target": target,
        "tolerance": tolerance,
        "kinds": kinds,
        "found": is_found,
        "feasible": feasible,
        "evaluations": made.evaluations,
        // None if the level keeps all placements.
        "broken": broken.document(),
        "likeness": likeness,
        "generations": made.generations,
    }));

    let (label, file) = (potential.to_string(), level.to_json());
    let (is_stopped, games) = (false, None);
    FoundLevel {
        level,
        is_found,
        is_stopped,
        flaw,
        broken,
        described,
        label,
        file,
        document,
        games,
    }
}

/// Generates one level. Records the history of the search if it will be shown, or is watched.
pub(super) fn one(
    request: &LevelRequest,
    is_watched: bool,
    seed: Seed,
    host: &dyn Host,
) -> Result<(FoundLevel, History), Refusal> {
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

    Ok((found(made.map_err(refused)?, request), history))
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
    numbered: &dyn Fn(u64) -> LevelRequest,
    count: u64,
    seed: Seed,
    host: &dyn Host,
) -> Result<Vec<FoundLevel>, Refusal> {
    let first = numbered(0);
    let inputs = series::inputs(&first.template, None, &first.placements)
        ^ given::inputs(&first.style);

    let files = |number, made: &GeneratedLevel| {
        let bytes = made.level.to_json().into_bytes();
        Ok(vec![(series::name(number, "json"), bytes)])
    };

    let mut series = Series::open(host, inputs, count, is_possible, files)?;
    let mut others: Vec<Level> =
        series.found().into_iter().map(|made| made.level).collect();

    host.tell(Event::Begun { doing: "generating levels", steps: Some(count) });
    host.tell(Event::Reached(series.len()));

    // Levels of one board are searched together, on all threads.
    let numbers = series.len() as usize..count as usize;
    let step =
        if matches!(first.style, Style::Like(_)) { 1 } else { numbers.len().max(1) };
    let mut kept = Ok(());
    let mut keep = |made: &GeneratedLevel| match series.add(made) {
        Ok(flow) => flow,
        Err(refusal) => {
            kept = Err(refusal);
            ControlFlow::Break(())
        }
    };
    let mut more = Ok(Vec::new());
    for start in numbers.clone().step_by(step) {
        let (part, before) = (start..numbers.end.min(start + step), others.clone());
        let asked = part.len();
        more = generate_distinct(
            &numbered(start as u64),
            part,
            before,
            seed,
            &HostWatch(host),
            &mut keep,
        );
        let Ok(made) = &more else { break };
        others.extend(made.iter().map(|made| made.level.clone()));
        if made.len() < asked
            || made.iter().any(|made| !made.is_found)
            || host.look().is_break()
        {
            break;
        }
    }
    host.tell(Event::Ended);
    let closest = more.map_err(refused)?.into_iter().find(|made| !made.is_found);
    kept?;

    if let Some(made) = &closest
        && host.look().is_continue()
    {
        let _ = series.hand_out(0, made)?;
    }

    let made = series.into_found().into_iter().chain(closest);
    Ok((0..).zip(made).map(|(number, made)| found(made, &numbered(number))).collect())
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
