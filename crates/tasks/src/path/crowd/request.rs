//! The request of `path/crowd`.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_grid::{Cell, Seed};
use tilewright_pathplan::tiled::PathLine;
use tilewright_pathplan::{Map, Steps};

use super::super::agent::{AgentMap, AgentOptions, refused};
use super::super::ends::RowColumn;
use super::super::load::{self, LoadedMap};
use super::super::save::{EDITORS, MapFormat, with_paths};
use super::super::{Danger, Movement, Walkability, during, given, no_effect};
use super::answer::CrowdAnswer;
use super::walks::{Start, Walks};
use crate::{
    Answer, BoundedInteger, Host, Input, NamedOutput, Output, Refusal, Refuse as _, Task,
    TextValue,
};

/// The most cells of all walks together: they take about 80 MB.
const MOST_CELLS: u64 = 10_000_000;
/// The most memory of distances to goals, in bytes: 1 GiB.
const MOST_MEMORY: u64 = 1 << 30;

/// Let many walkers cross a map, one a cell, without collisions.
///
/// In each step every walker goes to one of the four cells beside its own, or stays; who has waited the
/// longest goes first, and those in its way make room. All walk to one goal, where each leaves the
/// map, or each to a random goal of its own.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
#[schemars(extend("required" = ["map"]))]
pub struct CrowdRequest {
    /// The map, in any form that `path/plan` reads.
    #[schemars(extend("x-value" = "MAP", "x-position" = 1))]
    pub map: Option<Input>,
    /// Number of walkers, which start in random cells of the largest region. Default: one for each NPC
    /// that the map marks, which starts in its cell; 100 if it marks none.
    #[schemars(extend("x-value" = "N"))]
    pub walkers: Option<BoundedInteger<1, 10_000>>,
    /// Cell to which all walk, by row and column from 0; default: the goal that the map marks. Without
    /// one, each walks to a random goal of its own, which nobody else has.
    #[schemars(extend("x-value" = "R,C"))]
    pub to: Option<TextValue<RowColumn>>,
    /// Give each walker a random goal of its own, even if the map marks a goal.
    pub own_goals: bool,
    /// Give each walker that comes to its own goal another one, until the last step.
    pub again: bool,
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
        if self.own_goals && self.to.is_some() {
            return Err(anyhow!(
                "walkers with goals of their own have no goal in common"
            ))
            .hint("leave out {own_goals}, or {to}");
        }
        if self.again && self.to.is_some() {
            let why = "those who walk to one goal leave the map there";
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
        let goal = self.goal(&map);
        if self.again && goal.is_some() {
            return Err(anyhow!("those who walk to one goal leave the map there")).hint(
                "leave out {again}, or give each a goal of its own by {own_goals}",
            );
        }

        let agent = AgentOptions { movement: self.movement, ..AgentOptions::default() };
        let lay_out = || agent.lay_out(&map.leveled(), Steps::FOUR, &Danger::default());
        let laid_out = during(host, "laying out the map", lay_out);
        let laid_out = laid_out.map_err(|error| refused(error, file))?;
        if let Some(goal) = goal {
            let hint = "move the goal, or leave it out";
            laid_out.check_goal(goal, &agent, file, hint)?;
        }

        let starts = self.starts(&map, &laid_out, file)?;
        let cells = starts.len() as u64 * (u64::from(self.steps.get()) + 1);
        if cells > MOST_CELLS {
            return Err(anyhow!(
                "{} walkers of {} steps have {cells} cells together, expected at most {MOST_CELLS}",
                starts.len(),
                self.steps.get()
            ))
            .hint("use fewer {walkers} or {steps}");
        }
        // One bit a cell for each goal.
        let goals = if goal.is_some() { 1 } else { starts.len() as u64 };
        let memory = goals * map.size().area() as u64 / 8;
        if memory > MOST_MEMORY {
            return Err(anyhow!(
                "the distances to {goals} goals take {} MiB, expected at most {}",
                memory >> 20,
                MOST_MEMORY >> 20
            ))
            .hint("use fewer {walkers}, or {to}, one goal for all");
        }

        let walks = Walks::new(self, &laid_out, &starts, goal);
        let walks = walks.map_err(|error| refused(error, file))?;
        let (walks, is_stopped) = walks.walk(host);
        let mut saved = None;
        if let Some(form) = form.filter(|_| !is_stopped) {
            let lines: Vec<PathLine> = walks.lines().collect();
            let save = || with_paths(host, (&map, &source), &lines, form);
            saved = Some(during(host, "writing the map", save)?);
        }
        let request = self.clone();
        Ok(Box::new(CrowdAnswer { request, map, goal, walks, is_stopped, saved }))
    }
}

impl CrowdRequest {
    /// The goal of all.
    fn goal(&self, map: &Map) -> Option<Cell> {
        let own = self.own_goals;
        self.to.map(|to| to.0.0).or(map.places.goal.filter(|_| !own))
    }

    /// Where the walkers begin.
    fn starts(
        &self,
        map: &Map,
        laid_out: &AgentMap,
        file: &Input,
    ) -> Result<Vec<Start>, Refusal> {
        let npcs = &map.places.npcs;
        if self.walkers.is_none() && !npcs.is_empty() {
            let start = |(npc, number): (&tilewright_pathplan::Npc, u32)| Start {
                name: npc.name.clone().unwrap_or_else(|| format!("npc {number}")),
                cell: npc.cell,
            };
            return Ok(npcs.iter().zip(1..).map(start).collect());
        }

        let wanted = self.walkers.map_or(100, BoundedInteger::get);
        let mut cells = laid_out.largest_region();
        if (cells.len() as u64) < u64::from(wanted) {
            return Err(anyhow!(
                "{file}: {wanted} walkers need as many cells, and the largest region has {}",
                cells.len()
            ))
            .hint("use fewer {walkers}");
        }
        let mut rng = self.seed.unwrap_or(Seed(0)).child(0).rng();
        let start = |number: u32| {
            let left = cells.len() as u32;
            let cell = cells.swap_remove(rng.below(left) as usize);
            Start { name: format!("walker {number}"), cell }
        };
        Ok((1..=wanted).map(start).collect())
    }
}
