//! The scene for `tilewright-navigation`.

use tilewright_grid::Cell;
use tilewright_navigation::{
    Layer, Navigation, Outcome, Place, Query, Route, Scratch, Terrain,
};

use crate::contest::{Ask, Contestant};
use crate::world::{Change, World};

/// A map that lives, and the routes of the walkers on it.
pub(crate) struct Ours {
    pub(crate) map: Navigation,
    pub(crate) scratch: Scratch,
    sizes: Vec<u8>,
    routes: Vec<Option<Route>>,
}

impl Ours {
    pub(crate) fn new(world: &World, walkers: usize) -> Self {
        let sizes: Vec<u8> = world.planes.iter().map(|plane| plane.size).collect();
        let layer =
            Layer::walk(world.steps).danger_weight(1.0).sizes(sizes.iter().copied());
        let map = Navigation::new(&world.map(), [layer]).expect("a map");
        Self { map, scratch: Scratch::default(), sizes, routes: vec![None; walkers] }
    }

    /// Whether the route of a walker can be taken.
    pub(crate) fn is_valid(&self, walker: usize) -> bool {
        self.routes[walker].as_ref().is_some_and(|route| self.map.is_valid(route))
    }

    /// Whether nothing stands in a cell.
    pub(crate) fn is_free(&self, cell: Cell) -> bool {
        self.map.terrain(cell) == Some(Terrain::FREE)
    }

    pub(crate) fn is_reachable(&mut self, plane: usize, start: Cell, goal: Cell) -> bool {
        let query = Query::new(start, goal).size(self.sizes[plane]);
        self.map.is_reachable(&query, &mut self.scratch).expect("a query")
    }

    /// The way to the cell nearest to the goal that can be reached.
    pub(crate) fn nearest(&mut self, ask: &Ask) -> Option<Vec<Cell>> {
        let query = Query::new(ask.start, ask.goal).or_nearest();
        match self.map.route(&query, &mut self.scratch).expect("a query") {
            Outcome::Reached(route) | Outcome::Partial(route) => Some(cells(route)),
            _ => None,
        }
    }

    /// Answers a question by the cheapest route.
    pub(crate) fn route(&mut self, ask: &Ask) -> Option<&Route> {
        self.route_by(ask, |query| query)
    }

    /// Answers a question with these options.
    pub(crate) fn route_by(
        &mut self,
        ask: &Ask,
        options: impl FnOnce(Query<'static>) -> Query<'static>,
    ) -> Option<&Route> {
        let query = Query::new(ask.start, ask.goal).size(self.sizes[ask.plane]);
        match self.map.route(&options(query), &mut self.scratch).expect("a query") {
            Outcome::Reached(route) => Some(route),
            _ => None,
        }
    }
}

impl Contestant for Ours {
    fn change(&mut self, changes: &[Change]) {
        let terrain = |&change: &Change| match change {
            Change::Open(cell) => Some((cell.into(), Terrain::FREE)),
            Change::Wall(cell) => Some((cell.into(), Terrain::WALL)),
            Change::Danger(..) => None,
        };
        let danger = |&change: &Change| match change {
            Change::Danger(cell, danger) => Some((Place::from(cell), danger)),
            _ => None,
        };
        self.map.set_all(changes.iter().filter_map(terrain)).expect("on the map");
        self.map.set_danger(changes.iter().filter_map(danger)).expect("on the map");
    }

    fn broken(&mut self, _: usize) -> usize {
        self.map.invalidated(self.routes.iter().flatten()).count()
    }

    fn plan(&mut self, ask: &Ask, _: usize) {
        let found = self.route(ask).cloned();
        self.routes[ask.walker] = found;
    }

    fn cells(&self, walker: usize) -> Option<Vec<Cell>> {
        self.routes[walker].as_ref().map(cells)
    }
}

/// The cells of a route.
pub(crate) fn cells(route: &Route) -> Vec<Cell> {
    route.places.iter().map(|place| place.cell).collect()
}
