//! Who takes part, and what is asked.

use tilewright_grid::Cell;

use crate::world::{Change, World};

/// A question: the way of a walker.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) walker: usize,
    /// Its size, as the number of its plane.
    pub(crate) plane: usize,
    pub(crate) start: Cell,
    pub(crate) goal: Cell,
}

/// One that can live through the frames of a scene.
pub(crate) trait Contestant {
    /// Takes over what has changed.
    fn change(&mut self, changes: &[Change]);

    /// How many of the routes that it has given can no longer be walked in this frame.
    fn broken(&mut self, frame: usize) -> usize;

    /// Finds a route and keeps it for the walker.
    fn plan(&mut self, ask: &Ask, frame: usize);

    /// The route of a walker.
    fn cells(&self, walker: usize) -> Option<Vec<Cell>>;
}

/// Another crate, which finds routes on a map of plain arrays.
pub(crate) trait Peer {
    fn new(world: &World) -> Self
    where
        Self: Sized;

    /// Takes over the cells that the world notes as changed.
    fn change(&mut self, world: &World);

    /// A route from start to goal, both included.
    fn route(&mut self, world: &World, ask: &Ask) -> Option<Vec<Cell>>;

    /// A route to the cell nearest to the goal that can be reached; none where the crate has no such question.
    fn nearest(&mut self, _: &Ask) -> Option<Vec<Cell>> {
        None
    }

    /// Whether the goal can be reached.
    fn is_reachable(&mut self, world: &World, ask: &Ask) -> bool {
        self.route(world, ask).is_some()
    }
}

/// Another crate, with what its user has to write around it: a map for each size of agents, and the check of routes.
pub(crate) struct Theirs<P> {
    world: World,
    peer: P,
    /// The route of each walker, its plane, and the frame in which it was planned.
    routes: Vec<Option<(Vec<Cell>, usize, usize)>>,
}

impl<P: Peer> Theirs<P> {
    pub(crate) fn new(world: &World, walkers: usize) -> Self {
        Self { world: world.clone(), peer: P::new(world), routes: vec![None; walkers] }
    }
}

impl<P: Peer> Contestant for Theirs<P> {
    fn change(&mut self, changes: &[Change]) {
        self.world.apply(changes);
        self.peer.change(&self.world);
    }

    fn broken(&mut self, frame: usize) -> usize {
        let World { planes, .. } = &self.world;
        let is_broken = |(route, plane, planned): &&(Vec<Cell>, usize, usize)| {
            // What the walker has left behind does not matter: it makes a step in a frame.
            let ahead = &route[(frame - planned).min(route.len() - 1)..];
            !ahead.iter().all(|&cell| planes[*plane].open[self.world.index(cell)])
        };
        self.routes.iter().flatten().filter(is_broken).count()
    }

    fn plan(&mut self, ask: &Ask, frame: usize) {
        let found = self.peer.route(&self.world, ask);
        self.routes[ask.walker] = found.map(|route| (route, ask.plane, frame));
    }

    fn cells(&self, walker: usize) -> Option<Vec<Cell>> {
        self.routes[walker].as_ref().map(|route| route.0.clone())
    }
}
