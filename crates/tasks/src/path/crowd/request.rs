//! The request of `path/crowd`.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_grid::{Cell, Seed};
use tilewright_navigation::NavigationError;
use tilewright_pathplan::tiled::PathLine;
use tilewright_pathplan::{Map, Steps};

use super::super::agent::{AgentMap, AgentOptions, refused};
use super::super::ends::RowColumn;
use super::super::load::{self, LoadedMap};
use super::super::save::{EDITORS, MapFormat, with_paths};
use super::super::{Danger, Movement, Walkability, during, given, no_effect};
use super::answer::CrowdAnswer;
use super::flow::FlowWalkers;
use super::starts::with_goals;
use super::steps::StepWalkers;
use super::walk::{FinishedWalks, Start, Walkers as _};
use crate::{
    Answer, BoundedInteger, BoundedNumber, Event, Host, Input, NamedOutput, Output,
    Refusal, Refuse as _, Task, TextValue,
};

/// The most cells of all walks together: they take about 80 MB.
const MOST_CELLS: u64 = 10_000_000;
/// The most memory of distances to goals, in bytes: 1 GiB.
pub(super) const MOST_MEMORY: u64 = 1 << 30;

/// Let many walkers cross a map, none through another.
///
/// By steps there is one a cell: each goes to one of the four cells beside its own, or stays; who has waited
/// the longest goes first, and those in its way make room. All walk to the nearest of some goals, where each
/// leaves the map, or each to a random goal of its own. By a field they are circles at any points that flow
/// to the goals and make room for each other.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
#[schemars(extend("required" = ["map"]))]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the request")]
pub struct CrowdRequest {
    /// The map, in any form that `path/plan` reads.
    #[schemars(extend("x-value" = "MAP", "x-position" = 1))]
    pub map: Option<Input>,
    /// Kind of walkers: by steps from cell to cell, or along the field of common goals (which is found in
    /// the first ten steps).
    #[schemars(extend("x-value" = "KIND"))]
    #[default(CrowdKind::Steps)]
    pub kind: CrowdKind,
    /// Number of walkers, which start in random cells of the largest region. Default: one for each NPC
    /// that the map marks, which starts in its cell; 100 if it marks none.
    #[schemars(extend("x-value" = "N"))]
    pub walkers: Option<BoundedInteger<1, 10_000>>,
    /// Goal, by row and column from 0; default: the goal that the map marks. Can be repeated: each walks to
    /// the nearest. Without one, each walks to a random goal of its own, which nobody else has.
    #[schemars(extend("x-value" = "R,C"))]
    pub goal: Vec<TextValue<RowColumn>>,
    /// Give each walker a random goal of its own, even if the map marks a goal.
    pub own_goals: bool,
    /// Give each walker that comes to its own goal another one, until the last step.
    pub again: bool,
    /// Let turns take time: each faces a direction, north at first; in a step it goes to the cell ahead, turns
    /// by a quarter, or stays.
    pub turns: bool,
    /// Let those who come to the goals of a field stay around them, and not leave the map.
    pub stay: bool,
    /// Cells that each goes in a step along a field, at most 0.5; default: 0.2.
    #[schemars(extend("x-value" = "CELLS"))]
    pub speed: Option<BoundedNumber<0, 1>>,
    /// Radius of each along a field, in cells, at most 0.5; default: 0.35.
    #[schemars(extend("x-value" = "CELLS"))]
    pub radius: Option<BoundedNumber<0, 1>>,
    /// Largest number of steps; the walk ends before if all have come to their goals.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(1000))]
    pub steps: BoundedInteger<1, 100_000>,
    /// Kind of movement, by the ground of the cells: walk (free ground and swamp), swim (water) or fly
    /// (all but walls).
    #[schemars(extend("x-value" = "KIND"))]
    #[default(Movement::Walk)]
    pub movement: Movement,
    /// Which cells are walkable.
    #[serde(flatten)]
    pub walkability: Walkability,
    /// Seed of the random numbers; default: chosen at random and reported.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// A kind of walkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CrowdKind {
    /// One a cell, from cell to cell.
    Steps,
    /// Circles at any points, along the field of common goals.
    Field,
}

impl Task for CrowdRequest {
    const NAME: &'static str = "path/crowd";
    const OUTPUTS: &'static [Output] = &[
        Output::Picture(
            "Draw the walks and how many use each cell: .svg or .png; .gif and .apng show them step by step.",
        ),
        Output::File(NamedOutput {
            name: "output",
            what: "maps with paths",
            endings: EDITORS,
            help: "Write the map with the walks as lines and their number per cell as a layer: .tmx or .tmj.",
        }),
    ];

    fn check(&self) -> Result<(), Refusal> {
        given(self.map.as_ref(), "map")?;
        match self.kind {
            CrowdKind::Steps => self.check_steps()?,
            CrowdKind::Field => self.check_field()?,
        }
        if self.own_goals && !self.goal.is_empty() {
            return Err(anyhow!(
                "walkers with goals of their own have no goal in common"
            ))
            .hint("leave out {own_goals}, or {goal}");
        }
        if self.again && !self.goal.is_empty() {
            let why = "those who walk to common goals leave the map there";
            return Err(no_effect("again", why));
        }
        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let form = MapFormat::wanted_with_paths(host)?;
        let file = given(self.map.as_ref(), "map")?;
        let LoadedMap { map, source, .. } = load::map(host, file, &self.walkability)?;
        let goals = self.goals(&map, file)?;

        let laid_out = during(host, "laying out the map", || self.lay_out(&map));
        let laid_out = laid_out.map_err(|error| refused(error, file))?;
        let agent = self.agent();
        let hint = "move the goal, or leave it out";
        laid_out.check_goals(goals.iter().copied(), &agent, file, hint)?;
        let goals = self.open_goals(&laid_out, goals, host);
        let goals = goals.map_err(|error| refused(error, file))?;

        let starts = self.starts(&map, &laid_out, file)?;
        let starts = with_goals(&laid_out, starts, &goals);
        let starts = starts.map_err(|error| refused(error, file))?;
        self.check_memory(&map, &goals, starts.len())?;
        let (walks, is_stopped) = self
            .walk(&laid_out, &starts, &goals, host)
            .map_err(|error| refused(error, file))?;

        let mut saved = None;
        if let Some(form) = form.filter(|_| !is_stopped) {
            let lines: Vec<PathLine> = walks.lines().collect();
            let save = || with_paths(host, (&map, &source), &lines, form);
            saved = Some(during(host, "writing the map", save)?);
        }
        let request = self.clone();
        Ok(Box::new(CrowdAnswer { request, map, goals, walks, is_stopped, saved }))
    }
}

impl CrowdRequest {
    /// Refuses what has no effect on walkers by steps.
    fn check_steps(&self) -> Result<(), Refusal> {
        let flow = [
            ("stay", self.stay, "those who walk by steps leave the map at common goals"),
            (
                "speed",
                self.speed.is_some(),
                "those who walk by steps go one cell at a time",
            ),
            ("radius", self.radius.is_some(), "those who walk by steps have a cell each"),
        ];
        match flow.into_iter().find(|(_, is_set, _)| *is_set) {
            Some((key, _, why)) => Err(no_effect(key, why)),
            None => Ok(()),
        }
    }

    /// Refuses what walkers along a field do not have.
    fn check_field(&self) -> Result<(), Refusal> {
        let steps = [
            ("own_goals", self.own_goals, "a field leads all to common goals"),
            ("again", self.again, "a field leads all to common goals"),
            ("turns", self.turns, "those who flow go in any direction at once"),
        ];
        if let Some((key, _, why)) = steps.into_iter().find(|(_, is_set, _)| *is_set) {
            return Err(no_effect(key, why));
        }
        for (what, found) in [("a speed", self.speed), ("a radius", self.radius)] {
            let found = found.map(BoundedNumber::get);
            if let Some(found) = found.filter(|&found| found <= 0.0 || found > 0.5) {
                return Err(anyhow!(
                    "expected {what} of more than 0 and at most 0.5 cells, found {found}"
                )
                .into());
            }
        }
        Ok(())
    }

    /// The goals of all, in reading order.
    fn goals(&self, map: &Map, file: &Input) -> Result<Vec<Cell>, Refusal> {
        let mut goals: Vec<Cell> = self.goal.iter().map(|goal| goal.0.0).collect();
        if goals.is_empty() && !self.own_goals {
            goals.extend(map.places.goal);
        }
        goals.sort_unstable();
        goals.dedup();

        if goals.is_empty() && self.kind == CrowdKind::Field {
            return Err(anyhow!(
                "{file}: a field leads to goals, but the map marks none, and the request names none"
            ))
            .hint("give cells by {goal} (row and column from 0)");
        }
        if self.again && !goals.is_empty() {
            return Err(anyhow!("those who walk to common goals leave the map there"))
                .hint(
                    "leave out {again}, or give each a goal of its own by {own_goals}",
                );
        }
        Ok(goals)
    }

    /// The goals where somebody can stand; says which are not.
    fn open_goals(
        &self,
        map: &AgentMap,
        goals: Vec<Cell>,
        host: &dyn Host,
    ) -> Result<Vec<Cell>, NavigationError> {
        let mut open = Vec::new();
        for goal in goals {
            if map.navigation.can_stand(goal, map.agent)? {
                open.push(goal);
                continue;
            }
            let (Cell { row, column }, words) = (goal, self.agent().words());
            let note = format!(
                "the goal {row}, {column} is left out: {words} cannot stand there"
            );
            host.tell(Event::Note(&note));
        }
        Ok(open)
    }

    fn agent(&self) -> AgentOptions {
        AgentOptions { movement: self.movement, ..AgentOptions::default() }
    }

    fn lay_out(&self, map: &Map) -> Result<AgentMap, NavigationError> {
        let (agent, safe) = (self.agent(), Danger::default());
        match self.kind {
            CrowdKind::Steps => agent.lay_out(&map.leveled(), Steps::FOUR, &safe),
            CrowdKind::Field => agent.lay_out(map, Steps::EIGHT, &safe),
        }
    }

    /// Refuses walks that would take too much memory.
    fn check_memory(
        &self,
        map: &Map,
        goals: &[Cell],
        walkers: usize,
    ) -> Result<(), Refusal> {
        let cells = walkers as u64 * (u64::from(self.steps.get()) + 1);
        if cells > MOST_CELLS {
            return Err(anyhow!(
                "{walkers} walkers of {} steps have {cells} cells together, expected at most {MOST_CELLS}",
                self.steps.get()
            ))
            .hint("use fewer {walkers} or {steps}");
        }
        // One bit a cell for each goal, and with turns a byte.
        let count = if goals.is_empty() { walkers } else { goals.len() } as u64;
        let bits = if self.turns { 8 } else { 1 };
        let memory = count * map.size().area() as u64 * bits / 8;
        if memory > MOST_MEMORY {
            return Err(anyhow!(
                "the distances to {count} goals take {} MiB, expected at most {}",
                memory >> 20,
                MOST_MEMORY >> 20
            ))
            .hint("use fewer {walkers}, or {goal}, one goal for all");
        }
        Ok(())
    }

    fn walk(
        &self,
        map: &AgentMap,
        starts: &[Start],
        goals: &[Cell],
        host: &dyn Host,
    ) -> Result<(FinishedWalks, bool), NavigationError> {
        let steps = self.steps.get();
        Ok(match self.kind {
            CrowdKind::Steps => StepWalkers::new(self, map, starts)?.walk(steps, host),
            CrowdKind::Field => {
                FlowWalkers::new(self, map, starts, goals)?.walk(steps, host)
            }
        })
    }
}
