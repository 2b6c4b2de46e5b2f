//! Fields.

use super::{HeldMap, Paths, agent, held, held_mut, place, refused};

impl Paths {
    /// Finds the field of an agent, whose goals are in the numbers of the call. Returns its number.
    pub fn new_field(
        &mut self,
        map: u32,
        [layer, size, mask]: [u32; 3],
        goals: usize,
    ) -> i32 {
        self.answer(|paths| {
            let goals = paths.buffers.places(0, goals);
            let HeldMap { map, scratch, .. } = held_mut(&mut paths.maps, map, "map")?;
            let field = map.field(&goals, agent(layer, size, mask), scratch);
            Ok(paths.fields.insert(field.map_err(refused)?) as u32)
        })
    }

    /// Repairs a field after changes of the map. Returns how many values were found anew.
    pub fn update_field(&mut self, map: u32, field: u32) -> i32 {
        self.answer(|paths| {
            let HeldMap { map, scratch, .. } = held_mut(&mut paths.maps, map, "map")?;
            let field = held_mut(&mut paths.fields, field, "field")?;
            map.update(field, scratch).map(|found| found as u32).map_err(refused)
        })
    }

    /// Gives a field the goals that are in the numbers of the call. Returns how many values were found anew.
    pub fn set_field_goals(&mut self, map: u32, field: u32, goals: usize) -> i32 {
        self.answer(|paths| {
            let goals = paths.buffers.places(0, goals);
            let HeldMap { map, scratch, .. } = held_mut(&mut paths.maps, map, "map")?;
            let field = held_mut(&mut paths.fields, field, "field")?;
            let found = map.set_goals(field, &goals, scratch);
            found.map(|found| found as u32).map_err(refused)
        })
    }

    /// Answers with the value of a place: 0 if it has none.
    pub fn field_value(&mut self, field: u32, [floor, x, y]: [u32; 3]) -> i32 {
        self.answer(|paths| {
            let value = held(&paths.fields, field, "field")?.value(place(floor, x, y));
            paths.buffers.values.clear();
            paths.buffers.values.extend(value);
            Ok(value.is_some().into())
        })
    }

    /// Answers with the place to go to from another one: 0 if there is none.
    pub fn field_next(&mut self, field: u32, [floor, x, y]: [u32; 3]) -> i32 {
        self.answer(|paths| {
            let next = held(&paths.fields, field, "field")?.next(place(floor, x, y));
            paths.buffers.put_places(next.as_slice());
            Ok(next.is_some().into())
        })
    }

    /// Answers with the values of all cells of a floor, row by row; infinite where there is none.
    pub fn field_values(&mut self, map: u32, field: u32, floor: u32) -> i32 {
        self.answer(|paths| {
            let map = &held(&paths.maps, map, "map")?.map;
            let field = held(&paths.fields, field, "field")?;
            let size = map.size(floor as u16).ok_or("there is no such floor")?;
            let values = &mut paths.buffers.values;
            values.clear();
            for y in 0..size.rows {
                let value = |x| field.value(place(floor, x, y)).unwrap_or(f64::INFINITY);
                values.extend((0..size.columns).map(value));
            }
            Ok(values.len() as u32)
        })
    }
}
