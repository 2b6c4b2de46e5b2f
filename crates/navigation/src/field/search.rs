//! Fields that are found in slices.

use super::{Field, Flood};
use crate::map::Navigation;
use crate::{Agent, NavigationError, Place};

/// A field on its way: it is begun by [`Navigation::begin_field`] and found by [`Navigation::resume_field`], some places at a time. It owns
/// its memory; dropped, it is given up.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_navigation::{Agent, Layer, Navigation};
/// use tilewright_pathplan::{Map, Steps};
///
/// let tiles: Map = ".....\n.#.##\n.....\n".parse()?;
/// let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)])?;
/// let mut search = map.begin_field(&[Cell::new(1, 2).into()], Agent::default())?;
/// let mut frames = 1;
/// let field = loop {
///     match map.resume_field(search, 5)? {
///         Ok(field) => break field,
///         Err(unfinished) => search = unfinished,
///     }
///     frames += 1;
/// };
/// assert_eq!((field.value(Cell::new(1, 0)), frames), (Some(4.0), 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FieldSearch {
    field: Field,
    flood: Box<Flood>,
}

impl FieldSearch {
    /// The field as far as it is found.
    #[cfg(feature = "serde")]
    pub(crate) const fn field(&self) -> &Field {
        &self.field
    }

    /// The agent that the field is for.
    pub const fn agent(&self) -> Agent {
        self.field.agent()
    }
}

impl Navigation {
    /// Begins to find the field that [`Navigation::field`] finds at once.
    ///
    /// # Errors
    /// As [`Navigation::field`].
    pub fn begin_field(
        &self,
        goals: &[Place],
        agent: Agent,
    ) -> Result<FieldSearch, NavigationError> {
        let goals = self.goals_of(goals)?;
        let mut field = self.empty_field(agent)?;
        field.goals = Some(goals);
        let mut flood = Box::<Flood>::default();
        flood.begin(self, &mut field)?;
        Ok(FieldSearch { field, flood })
    }

    /// Finds a field further, by the values of `budget` places at most, or gives the search back where some are left. The map may have changed since the
    /// search was begun: the field is that of the map as it is when the search ends, which repairs what has changed.
    ///
    /// # Errors
    /// [`NavigationError::Foreign`] when the search belongs to a map of other floors or layers.
    pub fn resume_field(
        &self,
        mut search: FieldSearch,
        budget: u64,
    ) -> Result<Result<Field, FieldSearch>, NavigationError> {
        if !self.fits(&search.field) {
            return Err(NavigationError::Foreign);
        }
        let FieldSearch { field, flood } = &mut search;
        Ok(if flood.go_on(self, field, budget)? { Ok(search.field) } else { Err(search) })
    }
}
