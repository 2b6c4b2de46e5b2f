//! Routes that are held: whether they are still right, and walks along them.

use tilewright_navigation::Walk;

use super::{HeldMap, Paths, held, held_mut, refused};

impl Paths {
    /// Whether a route is still one from its place of this number on: 1 or 0.
    pub fn is_valid(&mut self, map: u32, route: u32, from: usize) -> i32 {
        self.answer(|paths| {
            let map = &held(&paths.maps, map, "map")?.map;
            let route = held(&paths.routes, route, "route")?;
            Ok(map.is_valid_from(route, from).into())
        })
    }

    /// Whether there may be a better route: 1 or 0.
    pub fn may_improve(&mut self, map: u32, route: u32) -> i32 {
        self.answer(|paths| {
            let map = &held(&paths.maps, map, "map")?.map;
            Ok(map.may_improve(held(&paths.routes, route, "route")?).into())
        })
    }

    /// Answers with the links of a route: for each the number of the place that it leads from, and its own.
    pub fn route_links(&mut self, map: u32, route: u32) -> i32 {
        self.answer(|paths| {
            let map = held(&paths.maps, map, "map")?;
            let route = held(&paths.routes, route, "route")?;
            let whole = &mut paths.buffers.whole;
            whole.clear();
            for &(at, link) in &route.links {
                whole.extend([at, map.links.number(link.index())]);
            }
            Ok(route.links.len() as u32)
        })
    }

    /// Answers with the arrivals at the places of a route and the departures from them, on a map with doors.
    pub fn route_times(&mut self, route: u32) -> i32 {
        self.answer(|paths| {
            let route = held(&paths.routes, route, "route")?;
            let values = &mut paths.buffers.values;
            values.clear();
            values.extend(route.arrivals.iter().chain(&route.departures));
            Ok(route.arrivals.len() as u32)
        })
    }

    /// Answers with the turns of a walk along a route, and its length: pulled taut, or found at any angle.
    pub fn walk(&mut self, map: u32, route: u32, is_any_angle: bool) -> i32 {
        self.answer(|paths| {
            let HeldMap { map, scratch, .. } = held_mut(&mut paths.maps, map, "map")?;
            let route = held(&paths.routes, route, "route")?;
            let walk = if is_any_angle {
                map.any_angle(route, &[], scratch)
            } else {
                map.pull(route, &[])
            };
            let Walk { turns, length, .. } = walk.map_err(refused)?;
            paths.buffers.put_places(&turns);
            paths.buffers.values.clear();
            paths.buffers.values.push(length);
            Ok(turns.len() as u32)
        })
    }
}
