//! All walk along a field to the same goal.

use tilewright_grid::Cell;
use tilewright_navigation::{Agent, Field, Navigation, NavigationError, Place, Scratch};

use super::settings::LiveFrame;
use super::since;
use super::walker::Walker;
use crate::{Host, Refusal};

/// The fields of all sizes.
#[derive(Debug)]
pub(super) struct Follow {
    to: Cell,
    fields: Vec<SizeField>,
}

/// The field of the walkers of a size, with its goal: the cell nearest to that of all where one can stand.
#[derive(Debug)]
struct SizeField {
    goal: Cell,
    field: Field,
}

impl Follow {
    pub(super) fn new(
        map: &Navigation,
        to: Cell,
        sizes: &[u8],
        scratch: &mut Scratch,
    ) -> Result<Self, NavigationError> {
        let mut sizes = if sizes.is_empty() { vec![1] } else { sizes.to_vec() };
        sizes.sort_unstable();
        sizes.dedup();
        let find = |size| {
            let agent = Agent::default().size(size);
            let goal = goal_of(map, to, agent)?;
            let field = map.field(&[Place::from(goal)], agent, scratch)?;
            Ok(SizeField { goal, field })
        };
        let fields = sizes.into_iter().map(find).collect::<Result<_, _>>()?;
        Ok(Self { to, fields })
    }

    /// Repairs the fields after changes, for another goal if one is given.
    pub(super) fn repair(
        &mut self,
        map: &Navigation,
        to: Option<Cell>,
        scratch: &mut Scratch,
        host: &dyn Host,
        frame: &mut LiveFrame,
    ) -> Result<(), Refusal> {
        let is_moved = to.is_some_and(|to| to != self.to);
        let is_current = |known: &SizeField| known.field.version() == map.version();
        if !is_moved && self.fields.iter().all(is_current) {
            return Ok(());
        }

        self.to = to.unwrap_or(self.to);
        let begun = host.nanos();
        for SizeField { goal, field } in &mut self.fields {
            let now = goal_of(map, self.to, field.agent())?;
            frame.repaired += if now == *goal {
                map.update(field, scratch)?
            } else {
                map.set_goals(field, &[Place::from(now)], scratch)?
            };
            *goal = now;
        }
        if let Some(timing) = &mut frame.timing {
            timing.repair_us = since(begun, host);
        }
        Ok(())
    }

    /// The cell to which a walker steps from the one where it stands.
    pub(super) fn next(&self, walker: &Walker) -> Option<Cell> {
        let next = self.of(walker.agent)?.field.next(walker.from)?;
        Some(next.cell)
    }

    /// Whether a walker stands at the goal.
    pub(super) fn is_goal(&self, walker: &Walker) -> bool {
        self.of(walker.agent).is_some_and(|known| known.goal == walker.from)
    }

    /// Whether a way leads from a cell to the goal.
    pub(super) fn has_way(&self, cell: Cell, agent: Agent) -> bool {
        self.of(agent).is_some_and(|known| known.field.value(cell).is_some())
    }

    fn of(&self, agent: Agent) -> Option<&SizeField> {
        self.fields.iter().find(|known| known.field.agent() == agent)
    }
}

fn goal_of(map: &Navigation, to: Cell, agent: Agent) -> Result<Cell, NavigationError> {
    Ok(map.nearest_start(to, agent)?.map_or(to, |place| place.cell))
}
