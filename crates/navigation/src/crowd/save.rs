//! Saved crowds.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Heading, Seed};

use super::tables::NONE;
use super::{Member, Pibt};
use crate::map::Navigation;
use crate::slots::Slots;
use crate::{Agent, NavigationError, Place};

/// A crowd as it is saved, beside its map: walkers with their handles, their order, the number of steps. Distances to goals are not saved;
/// they are all found when it is loaded.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPibt {
    agent: Agent,
    seed: Seed,
    steps: u64,
    joined: u32,
    budget: u64,
    memory: usize,
    has_turns: bool,
    walkers: Slots<SavedMember>,
    /// The places of their handles, who goes first before who goes last.
    order: Vec<u32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMember {
    joined: u32,
    place: Place,
    goal: Option<Place>,
    waited: u32,
    is_still: bool,
    heading: Heading,
    has_arrived: bool,
}

impl Pibt {
    /// The crowd, to be saved.
    pub fn save(&self) -> SavedPibt {
        let saved = |member: &Member| SavedMember {
            joined: member.joined,
            place: self.place_of(member.node),
            goal: (member.table != NONE)
                .then(|| self.place_of(self.tables.goal(member.table))),
            waited: member.waited,
            is_still: member.is_still,
            heading: Heading::ALL[usize::from(member.heading)],
            has_arrived: member.has_arrived,
        };
        SavedPibt {
            agent: self.agent,
            seed: self.seed,
            steps: self.steps,
            joined: self.joined,
            budget: self.budget,
            memory: self.tables.limit(),
            has_turns: self.has_turns(),
            walkers: self.members.map(saved),
            order: self.order.clone(),
        }
    }

    /// A crowd that was saved with this map. It continues with the same steps, as long as the distances to all goals had been found when it
    /// was saved, and its handles serve on.
    ///
    /// # Errors
    /// As [`Pibt::new`], [`NavigationError::Outside`] and [`NavigationError::Occupied`] for walkers that cannot stand where they are, and
    /// [`NavigationError::SavedCrowd`] where the order is not one of the walkers.
    pub fn load(map: &Navigation, saved: &SavedPibt) -> Result<Self, NavigationError> {
        let make = if saved.has_turns { Self::with_turns } else { Self::new };
        let mut crowd = make(map, saved.agent, saved.seed)?;
        (crowd.steps, crowd.joined) = (saved.steps, saved.joined);
        crowd.set_budget(saved.budget);
        crowd.set_memory(saved.memory);

        crowd.members = saved.walkers.map(|walker| Member {
            joined: walker.joined,
            node: NONE,
            next: NONE,
            table: NONE,
            waited: walker.waited,
            is_still: walker.is_still,
            heading: walker.heading as u8,
            has_way: None,
            has_arrived: walker.has_arrived,
        });
        for ((number, _), walker) in saved.walkers.iter() {
            let place = walker.place;
            let node = crowd.node(place)?;
            let is_taken = crowd.here[node as usize] != NONE;
            if is_taken || !crowd.ground.is_free(node as usize) {
                return Err(NavigationError::Occupied { place });
            }
            crowd.here[node as usize] = number;
            let goal = walker.goal.map(|goal| crowd.node(goal)).transpose()?;
            let member = &mut crowd.members[number];
            member.node = node;
            member.table = goal.map_or(NONE, |goal| crowd.tables.take(goal));
        }

        crowd.order.clone_from(&saved.order);
        if !crowd.is_ordered() {
            return Err(NavigationError::SavedCrowd);
        }
        crowd.tables.find(&crowd.ground, u64::MAX, saved.steps);
        Ok(crowd)
    }

    /// Whether the order has every walker once, and those that have waited longer first.
    fn is_ordered(&self) -> bool {
        let mut numbers = self.order.clone();
        numbers.sort_unstable();
        let known = self.members.iter().map(|((number, _), _)| number);
        if !known.eq(numbers) {
            return false;
        }
        // Those that have not waited are sorted before each step.
        let waited = self.order.iter().map(|&number| self.members[number].waited);
        waited.filter(|&waited| waited > 0).rev().is_sorted()
    }
}
