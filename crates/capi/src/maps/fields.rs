//! Fields.

use tilewright_grid::Size;
use tilewright_navigation::{Field, FieldSearch, NavigationError, Place};

use super::{HeldMap, TwAgent, TwPlace, wrong};
use crate::status::Failure;

/// A field, or one that is being found over some frames.
pub(crate) enum HeldField {
    Found(Field),
    /// With the sizes of the floors of its map; none while a call continues it.
    Unfinished(Option<FieldSearch>, Vec<Option<Size>>),
}

impl HeldField {
    /// Begins a field, and looks at no more than this many places.
    pub(crate) fn new(
        map: &HeldMap,
        agent: TwAgent,
        goals: &[TwPlace],
        budget: u64,
    ) -> Result<Self, Failure> {
        let search = map.map.begin_field(&places(goals), agent.into());
        let search = search.map_err(|it| wrong(&it))?;
        let mut field = Self::Unfinished(Some(search), sizes(map));
        field.resume(map, budget)?;
        Ok(field)
    }

    /// Continues it for this many places. Returns whether it is found.
    pub(crate) fn resume(&mut self, map: &HeldMap, budget: u64) -> Result<bool, Failure> {
        let Self::Unfinished(search, floors) = self else { return Ok(true) };
        if *floors != sizes(map) {
            // Before the search is given to the map, which does not give it back.
            return Err(wrong(&NavigationError::Foreign));
        }
        let search =
            search.take().ok_or_else(|| Failure::argument("the field has failed"))?;
        match map.map.resume_field(search, budget).map_err(|it| wrong(&it))? {
            Ok(field) => {
                *self = Self::Found(field);
                Ok(true)
            }
            Err(unfinished) => {
                *self = Self::Unfinished(Some(unfinished), sizes(map));
                Ok(false)
            }
        }
    }

    fn found(&self) -> Result<&Field, Failure> {
        match self {
            Self::Found(field) => Ok(field),
            Self::Unfinished(..) => Err(unfinished()),
        }
    }

    fn found_mut(&mut self) -> Result<&mut Field, Failure> {
        match self {
            Self::Found(field) => Ok(field),
            Self::Unfinished(..) => Err(unfinished()),
        }
    }

    /// Repairs it after changes of the map. Returns how many values were found anew.
    pub(crate) fn update(&mut self, map: &mut HeldMap) -> Result<u64, Failure> {
        let field = self.found_mut()?;
        map.map.update(field, &mut map.scratch).map_err(|it| wrong(&it))
    }

    /// Gives it other goals. Returns how many values were found anew.
    pub(crate) fn set_goals(
        &mut self,
        map: &mut HeldMap,
        goals: &[TwPlace],
    ) -> Result<u64, Failure> {
        let field = self.found_mut()?;
        let found = map.map.set_goals(field, &places(goals), &mut map.scratch);
        found.map_err(|it| wrong(&it))
    }

    pub(crate) fn value(&self, at: TwPlace) -> Result<Option<f64>, Failure> {
        Ok(self.found()?.value(at))
    }

    pub(crate) fn next(&self, at: TwPlace) -> Result<Option<TwPlace>, Failure> {
        Ok(self.found()?.next(at).map(TwPlace::from))
    }

    /// The place to go to from each of these; one that leads nowhere stays.
    pub(crate) fn advance(&self, places: &mut [TwPlace]) -> Result<(), Failure> {
        let field = self.found()?;
        for place in places {
            if let Some(next) = field.next(*place) {
                *place = next.into();
            }
        }
        Ok(())
    }

    /// The values of all cells of a floor, row by row; infinite where there is none.
    pub(crate) fn values(&self, map: &HeldMap, floor: u32) -> Result<Vec<f64>, Failure> {
        let field = self.found()?;
        let number = u16::try_from(floor).ok();
        let size = number.and_then(|floor| map.map.size(floor));
        let size = size
            .ok_or_else(|| Failure::argument(format!("the map has no floor {floor}")))?;
        let value = |cell| field.value(Place::new(floor as u16, cell));
        Ok(size.cells().map(|cell| value(cell).unwrap_or(f64::INFINITY)).collect())
    }
}

/// The sizes of the floors of a map.
fn sizes(map: &HeldMap) -> Vec<Option<Size>> {
    (0..map.map.floors() as u16).map(|floor| map.map.size(floor)).collect()
}

pub(super) fn places(places: &[TwPlace]) -> Vec<Place> {
    places.iter().copied().map(Place::from).collect()
}

fn unfinished() -> Failure {
    Failure::argument("the field is not found yet: tw_field_resume continues it")
}
