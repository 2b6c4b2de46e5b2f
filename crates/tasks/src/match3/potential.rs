//! The search for levels of a wanted potential.

use std::ops::ControlFlow;

use serde::Serialize;
use tilewright_draw::Picture;
use tilewright_evolve::Event as Generation;
use tilewright_grid::Seed;
use tilewright_match3::{
    Analysis, Feasibility, History, Level, Made, Moment, Quota, Search, Violation, Wish,
    generate, generate_distinct, potential,
};

use super::refused;
use super::series::{self, Series};
use crate::{Event, Hint, Host, Looking, Paper, Refusal};

/// A level, as the answer tells it.
#[derive(Debug, Serialize)]
pub(super) struct Entry {
    pub(super) level: Level,
    potential: u32,
    target: u32,
    tolerance: u32,
    kinds: Vec<Quota>,
    pub(super) found: bool,
    feasible: bool,
    evaluations: u64,
    generations: u64,
}

impl Entry {
    fn of(made: Made, wish: &Wish) -> Self {
        let feasible = Feasibility::of(&made.level).is_feasible();
        Self {
            level: made.level,
            potential: made.potential,
            target: wish.target,
            tolerance: wish.tolerance,
            kinds: wish.kinds.clone(),
            found: made.is_found,
            feasible,
            evaluations: made.evaluations,
            generations: made.generations,
        }
    }

    /// What was wanted and reached, and what it took, in a few words.
    pub(super) fn described(&self) -> String {
        let Self { potential, target, tolerance, .. } = self;
        let infeasible = if self.feasible { "" } else { ", infeasible" };
        let evaluations = many(self.evaluations, "evaluation");
        let generations = many(self.generations, "generation");
        format!(
            "potential {potential}, wanted {target} ± {tolerance}{infeasible}; {evaluations}, {generations}"
        )
    }

    /// What stands below it on a sheet of levels.
    pub(super) fn label(&self) -> String {
        self.potential.to_string()
    }

    /// The level with its potential, and how the search came to it.
    pub(super) fn paper(&self, history: &History, is_moving: bool, title: &str) -> Paper {
        let report = Analysis::of(&self.level).picture(&self.level);
        if is_moving {
            return Paper { still: report, animation: Some(history.animation(title)) };
        }
        let still = Picture::stacked(&[report, history.curve()], 8.0, title);
        Paper { still, animation: None }
    }
}

/// Makes one level, and tells how the search went where that will be shown.
pub(super) fn one(
    wish: &Wish,
    seed: Seed,
    host: &dyn Host,
) -> Result<(Entry, History), Refusal> {
    let mut history = History::default();
    let is_told = host.draws() || host.wanted("logbook").is_some();
    let _ = host.see(Event::Begun { doing: "searching", steps: None });
    let see = |moment: Moment<'_>| {
        let Moment::Generation { event, .. } = moment else {
            return host.see(Event::Look);
        };
        if is_told {
            history.record(moment);
        }
        let Generation { generation, evaluations, .. } = event;
        let stands = format!("generation {generation}, {evaluations} evaluations");
        host.see(Event::Stands(&stands))
    };
    let made = generate(wish, seed.child(0), see);
    let _ = host.see(Event::Ended);
    Ok((Entry::of(made.map_err(refused)?, wish), history))
}

/// Makes levels of which no two are alike; where none is found, the one that came closest.
pub(super) fn several(
    wish: &Wish,
    count: u64,
    seed: Seed,
    host: &dyn Host,
) -> Result<Vec<Entry>, Refusal> {
    let inputs = series::inputs(&wish.template, None);
    let is_possible = |made: &Made| {
        let Made { level, is_found, .. } = made;
        let is_feasible = Feasibility::of(level).is_feasible();
        *is_found && is_feasible && made.potential == potential(level)
    };
    let files = |number, made: &Made| {
        let bytes = made.level.to_json().into_bytes();
        Ok(vec![(series::name(number, "json"), bytes)])
    };
    let mut series = Series::open(host, inputs, count, is_possible, files)?;
    let others = series.found().into_iter().map(|made| made.level).collect();
    let _ = host.see(Event::Begun { doing: "making levels", steps: Some(count) });
    let _ = host.see(Event::Reached(series.len()));
    let numbers = series.len() as usize..count as usize;
    let mut kept = Ok(());
    let keep = |made: &Made| match series.add(made) {
        Ok(flow) => flow,
        Err(refusal) => {
            kept = Err(refusal);
            ControlFlow::Break(())
        }
    };
    let more = generate_distinct(wish, numbers, others, seed, &Looking(host), keep);
    let _ = host.see(Event::Ended);
    let closest = more.map_err(refused)?.into_iter().find(|made| !made.is_found);
    kept?;
    if let Some(made) = &closest
        && host.see(Event::Look).is_continue()
    {
        let _ = series.hand_out(0, made)?;
    }
    let made = series.into_found().into_iter().chain(closest);
    Ok(made.map(|made| Entry::of(made, wish)).collect())
}

/// What to do where levels were not found.
pub(super) fn hint(wish: &Wish) -> Hint {
    let hint = match wish.scheme {
        Search::FeasibleInfeasible(Violation::Groups) => {
            "{violation=cells} comes to feasible levels where groups does not"
        }
        _ => "allow more {tolerance} or other {kinds}, or try another {seed}",
    };
    hint.into()
}

/// A number of things.
fn many(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
