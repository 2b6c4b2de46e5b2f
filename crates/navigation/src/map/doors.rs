//! Doors that open and shut by the clock.

use tilewright_grid::Cell;
use tilewright_pathplan::planners::Door;

use super::Navigation;
use crate::{NavigationError, Place};

impl Navigation {
    /// Puts a door into its cell of a floor, which opens and shuts again and again; one that is there already is replaced. From then
    /// on queries tell when to leave each place: see [`Query::departure`](crate::Query::departure).
    ///
    /// It is for agents of all layers; where the terrain cannot be entered, a door changes nothing. A door that is opened and shut by
    /// the game is not one of these: it [`set`](Navigation::set)s the terrain.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] when the cell is on no floor, [`NavigationError::Shut`] when the door never opens.
    pub fn set_door(&mut self, floor: u16, door: Door) -> Result<(), NavigationError> {
        let place = Place::new(floor, door.cell);
        let cell = self.cell_of(place)?;
        let is_usable = door.open > 0
            && [door.open, door.shut, door.shift]
                .iter()
                .all(|&ticks| ticks <= Door::MAX_TICKS);
        if !is_usable {
            return Err(NavigationError::Shut { place });
        }
        self.doors.insert(cell, door);
        self.hang(cell, Some(door));
        Ok(())
    }

    /// Removes the door of a cell, which stands open then; returns it, if there was one.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] when the place is on no floor.
    pub fn remove_door(
        &mut self,
        place: impl Into<Place>,
    ) -> Result<Option<Door>, NavigationError> {
        let cell = self.cell_of(place.into())?;
        let door = self.doors.remove(&cell);
        if door.is_some() {
            self.hang(cell, None);
        }
        Ok(door)
    }

    /// All doors with their floors, in reading order.
    pub fn doors(&self) -> impl Iterator<Item = (u16, Door)> {
        self.doors.iter().map(|(&cell, &door)| (self.place_of(cell).floor, door))
    }

    /// Puts a door in a cell of the stacked floors into the timetables, or takes it out.
    pub(super) fn hang(&mut self, cell: Cell, door: Option<Door>) {
        self.version += 1;
        let last = self.below_right(cell);
        for surface in &mut self.surfaces {
            let by = surface.plane.size - 1;
            let first = super::change::above_left(cell, by);
            let at = surface.plane.node(cell) as u32;
            for row in first.row..=cell.row {
                for column in first.column..=cell.column {
                    let node = surface.plane.node(Cell::new(row, column)) as u32;
                    match door {
                        None => surface.timetable.remove(node, at),
                        Some(door) => {
                            let nodes = surface.plane.ways.len();
                            surface.timetable.insert(node, at, door, nodes);
                        }
                    }
                }
            }
            // Steps into these cells begin in the cells around.
            surface.note_open(super::change::above_left(first, 1), last, self.version);
        }
    }
}
