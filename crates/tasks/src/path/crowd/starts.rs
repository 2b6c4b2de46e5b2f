//! Where walkers begin, and to which goal.

use anyhow::anyhow;
use tilewright_grid::{Cell, Seed};
use tilewright_navigation::{NavigationError, Place, Scratch};
use tilewright_pathplan::Map;

use super::super::agent::AgentMap;
use super::request::CrowdRequest;
use super::walk::Start;
use crate::{BoundedInteger, Input, Refusal, Refuse as _};

impl CrowdRequest {
    /// Where the walkers begin.
    pub(super) fn starts(
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
                goal: None,
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
            Start { name: format!("walker {number}"), cell, goal: None }
        };
        Ok((1..=wanted).map(start).collect())
    }
}

/// Gives each walker the nearest of the goals, if there are any; the first one if it has a way to none.
pub(super) fn with_goals(
    map: &AgentMap,
    starts: Vec<Start>,
    goals: &[Cell],
) -> Result<Vec<Start>, NavigationError> {
    let Some(&first) = goals.first() else { return Ok(starts) };
    if goals.len() == 1 {
        let start = |start| Start { goal: Some(first), ..start };
        return Ok(starts.into_iter().map(start).collect());
    }

    let places: Vec<Place> = goals.iter().map(|&goal| goal.into()).collect();
    let field = map.navigation.field(&places, map.agent, &mut Scratch::default())?;
    let start = |start: Start| {
        let mut here = Place::from(start.cell);
        while let Some(next) = field.next(here) {
            here = next;
        }
        // A walker that could not begin, or has no way, stands at no goal.
        let goal = if goals.contains(&here.cell) { here.cell } else { first };
        Start { goal: Some(goal), ..start }
    };
    Ok(starts.into_iter().map(start).collect())
}
