//! The agents that a map knows.

use super::Navigation;
use crate::{NavigationError, Place, Query, Walker, WalkerId};

impl Navigation {
    /// Adds an agent.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] when its place is on no floor, [`NavigationError::Layer`] and [`NavigationError::Size`] when the map
    /// does not have such agents.
    pub fn add_walker(&mut self, walker: Walker) -> Result<WalkerId, NavigationError> {
        self.cell_of(walker.place)?;
        self.surface(walker.agent)?;
        let (place, generation) = self.walkers.insert(walker);
        Ok(WalkerId { place, generation })
    }

    /// Removes an agent.
    ///
    /// # Errors
    /// [`NavigationError::Walker`] when it was removed before.
    pub fn remove_walker(&mut self, id: WalkerId) -> Result<Walker, NavigationError> {
        let removed = self.walkers.remove(id.place, id.generation);
        removed.ok_or(NavigationError::Walker(id))
    }

    /// Puts an agent at another place.
    ///
    /// # Errors
    /// [`NavigationError::Walker`] when it was removed, [`NavigationError::Outside`] when the place is on no floor.
    pub fn move_walker(
        &mut self,
        id: WalkerId,
        to: impl Into<Place>,
    ) -> Result<(), NavigationError> {
        let to = to.into();
        self.cell_of(to)?;
        let walker = self.walkers.get_mut(id.place, id.generation);
        walker.ok_or(NavigationError::Walker(id))?.place = to;
        Ok(())
    }

    /// An agent.
    ///
    /// # Errors
    /// [`NavigationError::Walker`] when it was removed.
    pub fn walker(&self, id: WalkerId) -> Result<&Walker, NavigationError> {
        self.walkers.get(id.place, id.generation).ok_or(NavigationError::Walker(id))
    }

    /// All agents with their handles.
    pub fn walkers(&self) -> impl Iterator<Item = (WalkerId, &Walker)> {
        let each =
            |((place, generation), walker)| (WalkerId { place, generation }, walker);
        self.walkers.iter().map(each)
    }

    /// A query for an agent from where it stands. [`Query::around_walkers`] lets it walk around the others.
    ///
    /// # Errors
    /// [`NavigationError::Walker`] when it was removed.
    pub fn query_of(
        &self,
        id: WalkerId,
        goal: impl Into<Place>,
    ) -> Result<Query<'static>, NavigationError> {
        let Walker { place, agent, .. } = *self.walker(id)?;
        Ok(Query::new(place, goal).agent(agent).of(id))
    }
}
