//! Fields made of others: for those who flee, keep their distance, or weigh one thing against another.

use super::{Field, NO_STEP};
use crate::map::Navigation;
use crate::route::LINK;
use crate::search::ROUNDING;
use crate::{Agent, NavigationError, Scratch};

/// How much a place at the wrong distance counts for [`Navigation::keep_distance`], against what it costs to go to a better one. By 1 an
/// agent would stand still, since a step gains as much as it costs.
const PULL: f64 = 2.0;

impl Navigation {
    /// A field that leads away from the goals of another one, for an agent that may be of another kind than those that it flees.
    ///
    /// Each place is worth how far it is from the threat, times `factor`, less what it costs to go there. By a factor of 1 an agent runs
    /// into the next corner; the larger it is, the farther it goes around the threat for a better place: 1.2 is a good one (Brian
    /// Walker, Brogue, 2012). Where the threat cannot come, it is as safe as at the farthest place.
    ///
    /// # Errors
    /// [`NavigationError::Foreign`] for a field of a map of other floors, [`NavigationError::Number`] for a factor below 0,
    /// [`NavigationError::Layer`] and [`NavigationError::Size`] for an agent that the map does not have.
    pub fn flee(
        &self,
        threat: &Field,
        agent: Agent,
        factor: f64,
        scratch: &mut Scratch,
    ) -> Result<Field, NavigationError> {
        let factor = number("a factor", factor)?;
        self.made_of(threat, agent, scratch, |cost| -factor * cost)
    }

    /// A field that leads to the places from which it costs `distance` to come to the goals of another one: for archers, shepherds and
    /// shadows. Where there is none that an agent can reach, it leads as near to it as is worth the way.
    ///
    /// # Errors
    /// As [`Navigation::flee`]; [`NavigationError::Number`] for a distance below 0.
    pub fn keep_distance(
        &self,
        from: &Field,
        agent: Agent,
        distance: f64,
        scratch: &mut Scratch,
    ) -> Result<Field, NavigationError> {
        let distance = number("a distance", distance)?;
        self.made_of(from, agent, scratch, |cost| PULL * (cost - distance).abs())
    }

    /// The sum of fields, each times its weight; a weight below 0 leads away. A step goes to the neighbour with the least value, if that
    /// is less than where the agent stands: it may stand still before it is at a goal of any of them.
    ///
    /// # Errors
    /// [`NavigationError::Foreign`] for a field of a map of other floors, [`NavigationError::NoGoal`] without fields,
    /// [`NavigationError::Layer`] and [`NavigationError::Size`] for an agent that the map does not have. Weights that are not numbers
    /// count as 0.
    pub fn blend(
        &self,
        fields: &[(f64, &Field)],
        agent: Agent,
    ) -> Result<Field, NavigationError> {
        if fields.is_empty() {
            return Err(NavigationError::NoGoal);
        }
        let mut sum = self.empty_field(agent)?;
        let plane = &self.surface(agent)?.plane;
        if fields.iter().any(|(_, field)| field.floors != sum.floors) {
            return Err(NavigationError::Foreign);
        }
        for node in 0..sum.values.len() {
            if plane.is_free(node) {
                let each = fields.iter().map(|(weight, field)| {
                    let weight = if weight.is_finite() { *weight } else { 0.0 };
                    // Where one has no value, there is none, whatever its weight.
                    let value = field.values[node];
                    if value.is_finite() { weight * value } else { f64::INFINITY }
                });
                sum.values[node] = each.sum();
            }
        }
        self.descend(&mut sum)?;
        Ok(sum)
    }

    /// A field whose places are worth something by the value of another one, or what it costs to go to a better place.
    fn made_of(
        &self,
        field: &Field,
        agent: Agent,
        scratch: &mut Scratch,
        worth: impl Fn(f64) -> f64,
    ) -> Result<Field, NavigationError> {
        let mut made = self.empty_field(agent)?;
        if field.floors != made.floors {
            return Err(NavigationError::Foreign);
        }
        let plane = &self.surface(agent)?.plane;
        let finite = field.values.iter().copied().filter(|value| value.is_finite());
        let Some(farthest) = finite.reduce(f64::max) else { return Ok(made) };
        for (node, &value) in field.values.iter().enumerate() {
            if plane.is_free(node) {
                made.values[node] = worth(value.min(farthest));
            }
        }
        scratch.flood.relax(self, &mut made)?;
        Ok(made)
    }

    /// Gives every place of a field the step to the neighbour with the least value.
    fn descend(&self, field: &mut Field) -> Result<(), NavigationError> {
        let surface = self.surface(field.agent)?;
        for node in 0..field.values.len() {
            let (mut least, mut best) = (field.values[node] - ROUNDING, NO_STEP);
            let mut ways = if least.is_finite() { surface.plane.ways[node] } else { 0 };
            while ways != 0 {
                let way = ways.trailing_zeros() as usize;
                ways &= ways - 1;
                let value = field.values[surface.plane.neighbor(node, way)];
                if value < least {
                    (least, best) = (value - ROUNDING, way as u8);
                }
            }
            field.ways[node] = best;
        }

        for &(node, place, is_back) in self.exits().all() {
            let link = self.link_at(place);
            let to = self.cell_of(if is_back { link.from } else { link.to })?;
            let (from, to) = (node as usize, surface.plane.node(to));
            let next = match field.ways[from] {
                NO_STEP => from,
                LINK => field.link_from(from).map_or(from, |link| link.1 as usize),
                way => surface.plane.neighbor(from, usize::from(way)),
            };
            let is_open = link.mask & field.agent.mask != 0;
            if is_open && field.values[to] < field.values[next] - ROUNDING {
                field.links.retain(|link| link.0 != node);
                field.links.push((node, to as u32, self.link_id(place)));
                field.ways[from] = LINK;
            }
        }
        Ok(())
    }
}

/// Refuses numbers below 0 and infinite ones.
fn number(what: &'static str, found: f64) -> Result<f64, NavigationError> {
    if found >= 0.0 && found.is_finite() {
        Ok(found)
    } else {
        Err(NavigationError::Number { what, found, least: 0.0 })
    }
}
