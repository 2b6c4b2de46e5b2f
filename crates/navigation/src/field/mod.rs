//! Fields: for every place a value, as what it costs from there to the nearest goal, and the step that leads down.

mod combine;
mod flood;
mod search;

use tilewright_grid::Cell;

pub(crate) use self::flood::Flood;
pub use self::search::FieldSearch;
use crate::map::{Floor, Navigation};
use crate::plane::{self, Plane};
use crate::route::LINK;
use crate::{Agent, LinkId, NavigationError, Place, Scratch};

/// The step of a place that has none: a goal, or where no goal can be reached from.
pub(crate) const NO_STEP: u8 = 15;

/// A value for every place of a map, and the step from there to the neighbour where it is least.
///
/// [`Navigation::field`] finds what it costs to come to the nearest goal, for any number of agents: each takes the
/// [`next`](Field::next) step from where it is, without a search of its own. [`Navigation::flee`], [`Navigation::keep_distance`] and
/// [`Navigation::blend`] make other fields of such ones.
///
/// It stays as it is when the map changes, until [`Navigation::update`] repairs it. It takes 9 bytes a cell.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_navigation::{Agent, Layer, Navigation, Place, Scratch, Terrain};
/// use tilewright_pathplan::{Map, Steps};
///
/// let tiles: Map = ".....\n.#.##\n.....\n".parse()?;
/// let mut map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)])?;
/// let mut scratch = Scratch::default();
/// let exit = Place::from(Cell::new(1, 2));
/// let mut field = map.field(&[exit], Agent::default(), &mut scratch)?;
/// assert_eq!(field.value(Cell::new(1, 0)), Some(4.0));
/// assert_eq!(field.next(Cell::new(1, 0)), Some(Cell::new(0, 0).into()));
///
/// // A wall falls: the field is repaired where that matters.
/// map.set(Cell::new(1, 1), Terrain::FREE)?;
/// assert!(map.update(&mut field, &mut scratch)? > 0);
/// assert_eq!(field.value(Cell::new(1, 0)), Some(2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Field {
    agent: Agent,
    floors: Vec<Floor>,
    stride: usize,
    /// The goals among the stacked floors, in reading order; none for a field made of others.
    goals: Option<Vec<Cell>>,
    /// For each node its value; infinite where there is none.
    values: Vec<f64>,
    /// For each node the direction of its step; [`LINK`] for a link, [`NO_STEP`] for none.
    ways: Vec<u8>,
    /// The links that are steps: the node, the one that the link leads to, and the link.
    links: Vec<(u32, u32, LinkId)>,
    version: u64,
}

impl Field {
    /// The agent that it is for.
    pub const fn agent(&self) -> Agent {
        self.agent
    }

    /// The version of the map that it was made for, or repaired for last.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The value of a place. None outside the map, where the agent cannot stand, and where no goal can be reached from.
    pub fn value(&self, place: impl Into<Place>) -> Option<f64> {
        let value = self.values[self.node(place.into())?];
        value.is_finite().then_some(value)
    }

    /// The place to go to from another one, by a step or a link. Of equally good steps north, east, south or west comes first, in this
    /// order, then north-east and on clockwise, then a link. None on goals, and where there is no value.
    pub fn next(&self, place: impl Into<Place>) -> Option<Place> {
        let node = self.node(place.into())?;
        let next = match self.ways[node] {
            NO_STEP => return None,
            LINK => self.link_from(node)?.1 as usize,
            way => plane::neighbor(node, self.stride, usize::from(way)),
        };
        Some(Floor::place_of(&self.floors, plane::cell(next, self.stride)))
    }

    /// The link by which the next step from a place is taken, if it is by one.
    pub fn link(&self, place: impl Into<Place>) -> Option<LinkId> {
        let node = self.node(place.into())?;
        let link = self.link_from(node).filter(|_| self.ways[node] == LINK);
        link.map(|link| link.2)
    }

    /// The size of its memory in bytes.
    pub const fn memory(&self) -> usize {
        self.values.capacity() * size_of::<f64>() + self.ways.capacity()
    }

    /// The goals among the stacked floors, in reading order; none for a field made of others.
    #[cfg(feature = "serde")]
    pub(crate) fn goals(&self) -> &[Cell] {
        self.goals.as_deref().unwrap_or_default()
    }

    /// The value of a node; infinite where there is none.
    #[inline]
    pub(crate) fn value_at(&self, node: usize) -> f64 {
        self.values[node]
    }

    /// The direction of a node's step, [`LINK`] or [`NO_STEP`].
    #[inline]
    pub(crate) fn way_at(&self, node: usize) -> u8 {
        self.ways[node]
    }

    /// The node at the other end of the link that is a node's step.
    pub(crate) fn exit_at(&self, node: usize) -> Option<usize> {
        self.link_from(node).map(|link| link.1 as usize)
    }

    fn link_from(&self, node: usize) -> Option<&(u32, u32, LinkId)> {
        self.links.iter().find(|link| link.0 as usize == node)
    }

    /// The node of a place.
    fn node(&self, place: Place) -> Option<usize> {
        let cell = Floor::cell_of(&self.floors, place)?;
        Some(plane::node(cell, self.stride))
    }
}

impl Navigation {
    /// Finds for every place what it costs an agent to come from there to the nearest of some goals: as much as the route there. Doors
    /// count as open. Goals where the agent cannot stand are passed over; without any other one, no place has a value.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] for a goal that is on no floor, [`NavigationError::Layer`] and [`NavigationError::Size`] for an
    /// agent that the map does not have, [`NavigationError::NoGoal`] without goals.
    pub fn field(
        &self,
        goals: &[Place],
        agent: Agent,
        scratch: &mut Scratch,
    ) -> Result<Field, NavigationError> {
        let goals = self.goals_of(goals)?;
        let mut field = self.empty_field(agent)?;
        field.goals = Some(goals);
        scratch.flood.begin(self, &mut field)?;
        scratch.flood.go_on(self, &mut field, u64::MAX)?;
        Ok(field)
    }

    /// Repairs a field after changes of the map, at the cost of what they changed. Returns how many values were found anew.
    ///
    /// # Errors
    /// [`NavigationError::Foreign`] when the field belongs to a map of other floors, or was made of other fields: it is made of these
    /// again.
    pub fn update(
        &self,
        field: &mut Field,
        scratch: &mut Scratch,
    ) -> Result<u64, NavigationError> {
        if field.goals.is_none() || !self.fits(field) {
            return Err(NavigationError::Foreign);
        }
        if field.version == self.version() {
            return Ok(0);
        }
        scratch.flood.update(self, field, &[])
    }

    /// Gives a field other goals, and repairs it: goals that move a little cost less than a new field. Returns how many values were found
    /// anew.
    ///
    /// # Errors
    /// As [`Navigation::field`] and [`Navigation::update`].
    pub fn set_goals(
        &self,
        field: &mut Field,
        goals: &[Place],
        scratch: &mut Scratch,
    ) -> Result<u64, NavigationError> {
        if !self.fits(field) {
            return Err(NavigationError::Foreign);
        }
        let goals = self.goals_of(goals)?;
        let before = field.goals.replace(goals).ok_or(NavigationError::Foreign)?;
        scratch.flood.update(self, field, &before)
    }

    /// The cells of goals, in reading order.
    fn goals_of(&self, goals: &[Place]) -> Result<Vec<Cell>, NavigationError> {
        if goals.is_empty() {
            return Err(NavigationError::NoGoal);
        }
        let cells = goals.iter().map(|&goal| self.cell_of(goal));
        let mut cells = cells.collect::<Result<Vec<_>, _>>()?;
        cells.sort_unstable();
        cells.dedup();
        Ok(cells)
    }

    /// A field without values.
    fn empty_field(&self, agent: Agent) -> Result<Field, NavigationError> {
        let Plane { stride, ways, .. } = &self.surface(agent)?.plane;
        Ok(Field {
            agent,
            floors: self.all_floors().to_vec(),
            stride: *stride,
            goals: None,
            values: vec![f64::INFINITY; ways.len()],
            ways: vec![NO_STEP; ways.len()],
            links: Vec::new(),
            version: self.version(),
        })
    }

    /// Whether a field is of a map with these floors.
    pub(crate) fn fits(&self, field: &Field) -> bool {
        field.floors == self.all_floors() && self.surface(field.agent).is_ok()
    }
}
