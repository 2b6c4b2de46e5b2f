//! Links.

use tilewright_navigation::Link;

use super::{HeldMap, Paths, Reason, held_mut, refused};

impl Paths {
    /// The link among the numbers of the call: its two places, its cost, its mask, and 1 if it leads both ways.
    fn given_link(&self) -> Result<Link, Reason> {
        let places = self.buffers.places(0, 2);
        let numbers = self.buffers.input.get(6..9).unwrap_or_default();
        let (&[from, to], &[cost, mask, both]) = (&places[..], numbers) else {
            return Err("a link needs nine numbers".to_owned());
        };
        Ok(Link { from, to, cost, mask: mask as u32, is_both_ways: both != 0.0 })
    }

    /// Adds the link that is in the numbers of the call. Returns its number.
    pub fn add_link(&mut self, map: u32) -> i32 {
        self.answer(|paths| {
            let link = paths.given_link()?;
            let HeldMap { map, links, .. } = held_mut(&mut paths.maps, map, "map")?;
            let id = map.add_link(link).map_err(refused)?;
            Ok(links.add(id, id.index()))
        })
    }

    /// Makes a link the one that is in the numbers of the call.
    pub fn set_link(&mut self, map: u32, number: u32) -> i32 {
        self.answer(|paths| {
            let link = paths.given_link()?;
            let HeldMap { map, links, .. } = held_mut(&mut paths.maps, map, "map")?;
            let id = links.get(number, "link")?;
            map.set_link(id, link).map(|()| 0).map_err(refused)
        })
    }

    /// Removes a link.
    pub fn remove_link(&mut self, map: u32, number: u32) -> i32 {
        self.answer(|paths| {
            let HeldMap { map, links, .. } = held_mut(&mut paths.maps, map, "map")?;
            let id = links.get(number, "link")?;
            map.remove_link(id).map(|_| 0).map_err(refused)
        })
    }
}
