//! The search for levels of a given potential.

use std::ops::{ControlFlow, Range};

use serde_json::json;
use tilewright_evolve::Event as Generation;
use tilewright_grid::Seed;
use tilewright_match3::{Level, Unreachable, can_move};
use tilewright_match3_design::{
    Algorithm, Feasibility, GeneratedLevel, History, LevelRequest, Progress, Violation,
    generate, generate_distinct, potential,
};

use super::super::drawn_boards::{DrawnBoards, tried};
use super::super::given::{self, likeness, said};
use super::super::series::{self, Series};
use super::super::{endless, refused};
use super::answer::{BrokenPlacements, FoundLevel};
use crate::answer::{counted, present};
use crate::{Event, Hint, Host, HostWatch, Refusal};

/// A search for levels of one request.
pub(super) struct Search<'a> {
    pub(super) request: LevelRequest,
    /// The boards that the levels may have.
    pub(super) boards: &'a DrawnBoards,
    pub(super) seed: Seed,
    pub(super) host: &'a dyn Host,
}

/// A level of the answer.
fn found(
    made: GeneratedLevel,
    request: &LevelRequest,
    boards: &DrawnBoards,
) -> FoundLevel {
    let GeneratedLevel { level, potential, is_found, .. } = made;
    let LevelRequest { target, tolerance, kinds, .. } = request;
    let broken = BrokenPlacements::of(
        &request.placements,
        (&request.template, request.symmetry),
        kinds,
        boards,
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
        likeness,
        described,
        label,
        file,
        document,
        games,
    }
}

impl Search<'_> {
    /// The request on the board of a number and a try.
    fn on(&self, board: (u64, usize)) -> Result<LevelRequest, Refusal> {
        let (template, symmetry) = self.boards.board(board, &self.request.template)?;
        Ok(self.request.clone().with_template(template).with_symmetry(symmetry))
    }

    /// Generates one level, on one board after the other until it is found.
    pub(super) fn one(&self, is_watched: bool) -> Result<(FoundLevel, History), Refusal> {
        let on = |at| {
            self.one_on(&self.on((0, at))?, tried(self.seed, at).child(0), is_watched)
        };
        let (made, history) = self.boards.search(
            (&self.order(), self.host),
            on,
            |(made, _)| found_level(made),
            |(made, _)| self.off(made),
        )?;
        Ok((found(made, &self.request, self.boards), history))
    }

    /// The tries for a level, in their order.
    fn order(&self) -> Vec<usize> {
        (0..self.boards.count()).collect()
    }

    /// How far the potential of a level is from the target.
    fn off(&self, made: &GeneratedLevel) -> f64 {
        f64::from(made.potential.abs_diff(self.request.target))
    }

    /// Searches a level. Records the history of the search if it will be shown, or is watched.
    fn one_on(
        &self,
        request: &LevelRequest,
        seed: Seed,
        is_watched: bool,
    ) -> Result<(GeneratedLevel, History), Refusal> {
        let host = self.host;
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
        let made = generate(request, seed, see);
        host.tell(Event::Ended);
        Ok((made.map_err(refused)?, history))
    }

    /// Generates different levels; if none is found, returns the closest one.
    pub(super) fn several(&self, count: u64) -> Result<Vec<FoundLevel>, Refusal> {
        let Self { request, boards, host, .. } = self;
        let inputs = series::inputs(&request.template, None, &request.placements)
            ^ given::inputs(&request.style);

        let files = |number, made: &GeneratedLevel| {
            let bytes = made.level.to_json().into_bytes();
            Ok(vec![(series::name(number, "json"), bytes)])
        };

        let mut series = Series::open(*host, inputs, count, is_possible, files)?;
        let mut others: Vec<Level> =
            series.found().into_iter().map(|made| made.level).collect();
        host.tell(Event::Begun { doing: "generating levels", steps: Some(count) });
        host.tell(Event::Reached(series.len()));

        // Levels of one board are searched together, on all threads.
        let numbers = series.len() as usize..count as usize;
        let step = if boards.count() > 1 { 1 } else { numbers.len().max(1) };
        let (mut kept, mut closest) = (Ok(()), Ok(None));
        let mut keep = |made: &GeneratedLevel| match series.add(made) {
            Ok(flow) => flow,
            Err(refusal) => {
                kept = Err(refusal);
                ControlFlow::Break(())
            }
        };
        for start in numbers.clone().step_by(step) {
            let part = start..numbers.end.min(start + step);
            let asked = part.len();
            let made = match self.part(part, &others, &mut keep) {
                Ok(made) => made,
                Err(error) => {
                    closest = Err(error);
                    break;
                }
            };
            let found = made.iter().filter(|made| made.is_found);
            others.extend(found.map(|made| made.level.clone()));
            let is_short = made.iter().filter(|made| made.is_found).count() < asked;
            closest = Ok(made.into_iter().find(|made| !made.is_found));
            if is_short || host.look().is_break() {
                break;
            }
        }
        host.tell(Event::Ended);
        kept?;
        let closest = closest?;

        if let Some(made) = &closest
            && host.look().is_continue()
        {
            let _ = series.hand_out(0, made)?;
        }
        let made = series.into_found().into_iter().chain(closest);
        Ok(made.map(|made| found(made, request, boards)).collect())
    }

    /// Generates the levels of some numbers: of one, on one board after the other.
    fn part(
        &self,
        numbers: Range<usize>,
        others: &[Level],
        keep: &mut dyn FnMut(&GeneratedLevel) -> ControlFlow<()>,
    ) -> Result<Vec<GeneratedLevel>, Refusal> {
        if self.boards.count() == 1 {
            return self.part_on(0, numbers, others, keep);
        }
        // A level that another board may replace is not kept yet.
        let wait = &mut |_: &GeneratedLevel| ControlFlow::Continue(());
        let on = |at| self.part_on(at, numbers.clone(), others, wait);
        let made = self.boards.search(
            (&self.order(), self.host),
            on,
            |made| made.iter().find_map(found_level),
            |made| made.first().map_or(f64::INFINITY, |made| self.off(made)),
        )?;
        let _ = made.iter().filter(|made| made.is_found).try_for_each(keep);
        Ok(made)
    }

    /// Generates the levels of some numbers on the board of the first one and a try.
    fn part_on(
        &self,
        at: usize,
        numbers: Range<usize>,
        others: &[Level],
        keep: &mut dyn FnMut(&GeneratedLevel) -> ControlFlow<()>,
    ) -> Result<Vec<GeneratedLevel>, Refusal> {
        let request = self.on((numbers.start as u64, at))?;
        let (seed, watch) = (tried(self.seed, at), &HostWatch(self.host));
        let made =
            generate_distinct(&request, numbers, others.to_vec(), seed, watch, keep);
        made.map_err(refused)
    }
}

/// The level that a search has found.
fn found_level(made: &GeneratedLevel) -> Option<&Level> {
    made.is_found.then_some(&made.level)
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
