//! Where agents can stand, and what is connected: what a map knows without a search.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::map::Navigation;
use crate::{Agent, Layer, LayerId, NavigationError, Place};

/// All places that an agent can reach from each other by steps, without a link.
///
/// It is good for comparing: two places of the same layer and size are connected if they are of the same island. A change of the map
/// may give an island another number; so one is good for as long as [`Navigation::version`] stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Island(u32);

impl Navigation {
    /// Whether an agent can stand at a place: its layer can enter all cells that it covers there.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] when the place is on no floor, [`NavigationError::Layer`] and [`NavigationError::Size`] for an
    /// agent that the map does not have.
    pub fn can_stand(
        &self,
        place: impl Into<Place>,
        agent: Agent,
    ) -> Result<bool, NavigationError> {
        let cell = self.cell_of(place.into())?;
        let surface = self.surface(agent)?;
        Ok(surface.plane.is_free(surface.plane.node(cell)))
    }

    /// The place where an agent begins that is to start at another one: that itself, or the nearest one of its floor where the agent
    /// can stand, as the crow flies; of several the first in reading order. None if it can stand nowhere on that floor.
    ///
    /// # Errors
    /// As [`Navigation::can_stand`].
    pub fn nearest_start(
        &self,
        place: impl Into<Place>,
        agent: Agent,
    ) -> Result<Option<Place>, NavigationError> {
        let cell = self.cell_of(place.into())?;
        let start = self.standing(self.surface(agent)?, cell, &mut Vec::new());
        Ok(start.map(|cell| self.place_of(cell)))
    }

    /// The clearance of a place: the largest size, up to [`Layer::MAX_SIZE`], of an agent of a layer that could stand there; 0 where
    /// none can. The layer need not have agents of that size.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] when the place is on no floor, [`NavigationError::Layer`] when the map has no such layer.
    pub fn clearance(
        &self,
        place: impl Into<Place>,
        layer: LayerId,
    ) -> Result<u8, NavigationError> {
        let cell = self.cell_of(place.into())?;
        let surface = self.surface(Agent::on(layer))?;
        let node = surface.plane.node(cell);
        // A square that is not free is none within a larger one.
        let sizes = 1..=Layer::MAX_SIZE;
        let clear = sizes.take_while(|&size| surface.plane.is_clear(node, size));
        Ok(clear.last().unwrap_or(0))
    }

    /// The island of a place; none where the agent cannot stand. It takes no search.
    ///
    /// ```
    /// use tilewright_grid::Cell;
    /// use tilewright_navigation::{Agent, Layer, Navigation};
    /// use tilewright_pathplan::{Map, Steps};
    ///
    /// let tiles: Map = "..#..\n..#..\n.....\n".parse()?;
    /// let map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT).sizes([2])])?;
    /// let [cat, ogre] = [1, 2].map(|size| Agent::default().size(size));
    /// let [west, east] = [0, 3].map(|column| Cell::new(0, column));
    /// assert_eq!(map.island(west, cat)?, map.island(east, cat)?);
    /// assert_ne!(map.island(west, ogre)?, map.island(east, ogre)?);
    /// assert_eq!(map.island(Cell::new(0, 1), ogre)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Navigation::can_stand`].
    pub fn island(
        &self,
        place: impl Into<Place>,
        agent: Agent,
    ) -> Result<Option<Island>, NavigationError> {
        let cell = self.cell_of(place.into())?;
        let surface = self.surface(agent)?;
        let is_free = surface.plane.is_free(surface.plane.node(cell));
        Ok(is_free.then(|| Island(surface.regions.island(cell))))
    }

    /// The islands that an agent can reach from a place by steps and links, its own among them, in ascending order; none where it
    /// cannot stand. Doors count as open.
    ///
    /// # Errors
    /// As [`Navigation::can_stand`].
    pub fn islands_from(
        &self,
        place: impl Into<Place>,
        agent: Agent,
    ) -> Result<Vec<Island>, NavigationError> {
        let cell = self.cell_of(place.into())?;
        let surface = self.surface(agent)?;
        let mut islands = Vec::new();
        if surface.plane.is_free(surface.plane.node(cell)) {
            Self::find_islands(surface, agent.mask, cell, &mut islands);
        }
        islands.sort_unstable();
        Ok(islands.into_iter().map(Island).collect())
    }
}
