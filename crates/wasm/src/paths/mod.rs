//! Maps, routes, fields and crowds for JavaScript: numbers go in and out by buffers, and what outlives a call is held under a number.

mod buffers;
mod crowds;
mod fields;
mod links;
mod maps;
mod queries;
mod routes;

use crate::REFUSED;
use slab::Slab;
use tilewright_grid::Cell;
use tilewright_navigation::crowd::{MemberId, Pibt};
use tilewright_navigation::{
    Agent, Field, LayerId, LinkId, Navigation, Place, Route, Scratch, Search,
};

pub use self::buffers::Buffers;

/// Everything that a module of paths holds.
#[derive(Default)]
pub struct Paths {
    /// What goes in and out.
    pub buffers: Buffers,
    maps: Slab<HeldMap>,
    routes: Slab<Route>,
    searches: Slab<Search>,
    fields: Slab<Field>,
    crowds: Slab<HeldCrowd>,
}

/// A map and what belongs to it. Its links are known by the order in which they came, so that a number is never that of another one.
struct HeldMap {
    map: Navigation,
    scratch: Scratch,
    links: Handles<LinkId>,
}

/// A crowd, whose walkers are known by the order in which they came.
struct HeldCrowd {
    crowd: Pibt,
    members: Handles<MemberId>,
}

/// Handles by the numbers that JavaScript knows, which count up and are never used again, and these numbers by the indices of the handles.
#[derive(Clone)]
struct Handles<H> {
    handles: Vec<H>,
    numbers: Vec<u32>,
}

impl<H: Copy> Handles<H> {
    const fn new() -> Self {
        Self { handles: Vec::new(), numbers: Vec::new() }
    }

    /// The number of a new handle.
    fn add(&mut self, handle: H, index: usize) -> u32 {
        let number = self.handles.len() as u32;
        self.handles.push(handle);
        if self.numbers.len() <= index {
            self.numbers.resize(index + 1, u32::MAX);
        }
        self.numbers[index] = number;
        number
    }

    fn get(&self, number: u32, what: &str) -> Result<H, Reason> {
        let handle = self.handles.get(number as usize).copied();
        handle.ok_or_else(|| format!("there is no such {what}"))
    }

    /// The number of the handle that has an index now.
    fn number(&self, index: usize) -> u32 {
        self.numbers[index]
    }
}

/// Why a call is refused.
type Reason = String;

fn refused(error: impl std::fmt::Display) -> Reason {
    error.to_string()
}

/// Something that is held, by its number.
fn held<'h, T>(slab: &'h Slab<T>, number: u32, what: &str) -> Result<&'h T, Reason> {
    slab.get(number as usize).ok_or_else(|| format!("there is no such {what}"))
}

fn held_mut<'h, T>(
    slab: &'h mut Slab<T>,
    number: u32,
    what: &str,
) -> Result<&'h mut T, Reason> {
    slab.get_mut(number as usize).ok_or_else(|| format!("there is no such {what}"))
}

/// Gives something up; a number that is not held gives up nothing.
fn forget<T>(slab: &mut Slab<T>, number: u32) {
    drop(slab.try_remove(number as usize));
}

/// The place of a cell of a floor, by its column and row.
const fn place(floor: u32, x: u32, y: u32) -> Place {
    Place::new(floor as u16, Cell::new(y, x))
}

/// The agent of a layer, by its number.
const fn agent(layer: u32, size: u32, mask: u32) -> Agent {
    Agent { layer: LayerId(layer as u8), size: size as u8, mask }
}

impl Paths {
    /// Gives up a map.
    pub fn forget_map(&mut self, map: u32) {
        forget(&mut self.maps, map);
    }

    /// Gives up a route.
    pub fn forget_route(&mut self, route: u32) {
        forget(&mut self.routes, route);
    }

    /// Gives up a search.
    pub fn forget_search(&mut self, search: u32) {
        forget(&mut self.searches, search);
    }

    /// Gives up a field.
    pub fn forget_field(&mut self, field: u32) {
        forget(&mut self.fields, field);
    }

    /// Gives up a crowd.
    pub fn forget_crowd(&mut self, crowd: u32) {
        forget(&mut self.crowds, crowd);
    }

    /// How many maps, routes, searches, fields and crowds are held.
    pub fn held(&self) -> usize {
        let Self { maps, routes, searches, fields, crowds, .. } = self;
        maps.len() + routes.len() + searches.len() + fields.len() + crowds.len()
    }

    /// Answers a call, or says why not.
    fn answer(&mut self, call: impl FnOnce(&mut Self) -> Result<u32, Reason>) -> i32 {
        match call(self) {
            Ok(number) => number.cast_signed(),
            Err(why) => {
                self.buffers.said = why.into_bytes();
                REFUSED
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Paths, REFUSED};

    /// Free ground of these columns and rows, for one layer that enters it at a cost of 1.
    fn free(columns: f64, rows: f64) -> (Paths, u32) {
        let mut paths = Paths::default();
        let mut numbers = vec![1.0, 0.0, 1.0, columns, rows, 8.0, 0.0, 0.0, 1.0, 1.0];
        numbers.resize(3 + 2 + 20, -1.0);
        paths.buffers.input = numbers;
        let map = paths.new_map();
        assert_ne!(map, REFUSED, "{}", String::from_utf8_lossy(&paths.buffers.said));
        (paths, map.cast_unsigned())
    }

    fn ask(paths: &mut Paths, map: u32, from: [f64; 2], to: [f64; 2]) -> i32 {
        let mut query = vec![0.0, from[0], from[1], 0.0, 1.0, 1.0, 0.0, 0.0];
        query.extend([f64::INFINITY, 1.0, -1.0, -1.0, 1.0, 0.0, 0.0, 0.0]);
        query.extend([0.0, to[0], to[1]]);
        paths.buffers.input = query;
        paths.route(map, true)
    }

    #[test]
    fn numbers_make_a_map_and_a_route_that_is_held_until_it_is_given_up() {
        let (mut paths, map) = free(3.0, 2.0);
        assert_eq!(ask(&mut paths, map, [0.0, 0.0], [2.0, 1.0]), 1);
        assert_eq!(paths.buffers.whole, [0, 0, 1, 1, 2, 1]);
        let [cost, least, route, places] = paths.buffers.values[..] else { panic!() };
        assert_eq!((cost, least, places), (1.0 + 2f64.sqrt(), cost, 3.0));
        assert_eq!((paths.is_valid(map, route as u32, 0), paths.held()), (1, 2));

        assert_eq!(paths.set(map, [0, 2, 1], 3), 0);
        assert_eq!(paths.is_valid(map, route as u32, 0), 0);
        assert_eq!(ask(&mut paths, map, [0.0, 0.0], [2.0, 1.0]), 0);
        paths.forget_route(route as u32);
        paths.forget_route(route as u32);
        assert_eq!(paths.is_valid(map, route as u32, 0), REFUSED);
        assert_eq!(paths.buffers.said, b"there is no such route");
        paths.forget_map(map);
        assert_eq!(paths.held(), 0);
    }

    #[test]
    fn numbers_that_say_too_little_are_refused() {
        let (mut paths, map) = free(3.0, 2.0);
        paths.buffers.input.truncate(9);
        assert_eq!((paths.new_map(), paths.route(map, false)), (REFUSED, REFUSED));
        paths.buffers.input.clear();
        assert_eq!(
            (paths.add_link(map), paths.new_crowd(7, [0, 1, 1], 0)),
            (REFUSED, REFUSED)
        );
        assert_eq!(paths.set(map, [0, 3, 0], 3), REFUSED);
        assert_eq!(paths.held(), 1);
    }
}
