//! Whatever plans can be stopped, wherever it looks up.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_grid::{Cell, Grid, Seed, Size, Watch};
use tilewright_pathplan::evolved::{EvolvedPlanner, Method, Options};
use tilewright_pathplan::planners::{
    Astar, Bfs, Dijkstra, Door, DoorAstar, Jps, Planner,
};
use tilewright_pathplan::routes::{
    DiverseRoutes, Penalty, RandomWalk, RouteRequest, Router, Yen,
};
use tilewright_pathplan::{Graph, Ground, Map, QueryError, Steps, pareto};

/// A watch that counts the looks and stops at one of them.
struct StopAt {
    looks: AtomicU64,
    last: u64,
}

impl StopAt {
    const fn look(last: u64) -> Self {
        Self { looks: AtomicU64::new(0), last }
    }

    fn looks(&self) -> u64 {
        self.looks.load(Ordering::Relaxed)
    }
}

impl Watch for StopAt {
    fn look(&self) -> ControlFlow<()> {
        let looks = self.looks.fetch_add(1, Ordering::Relaxed) + 1;
        if looks == self.last {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// A field with a wall in every third cell, drawn from a seed, but none beside two corners.
fn map() -> Map {
    let mut rng = Seed(5).rng();
    let size = Size::new(400, 400);
    let ground = Grid::from_fn(size, |cell| {
        let is_near =
            |corner: u32| cell.row.abs_diff(corner) + cell.column.abs_diff(corner) < 9;
        let is_wall = rng.below(10) < 3;
        if is_wall && !is_near(0) && !is_near(399) { Ground::Wall } else { Ground::Free }
    });
    Map::new(ground).unwrap()
}

const START: Cell = Cell::new(0, 0);
const GOAL: Cell = Cell::new(399, 399);

/// Stops work at every look that it takes, up to eight of them, and finds nothing done after it.
fn stops(name: &str, work: &mut dyn FnMut(&StopAt) -> Result<bool, QueryError>) {
    let whole = StopAt::look(u64::MAX);
    assert_eq!(work(&whole), Ok(true), "{name}");
    assert!(whole.looks() > 0, "{name} never looks up");
    for last in 1..=whole.looks().min(8) {
        let watch = StopAt::look(last);
        assert_eq!(work(&watch), Err(QueryError::Cancelled), "{name}, look {last}");
        assert_eq!(watch.looks(), last, "{name} goes on");
    }
    assert_eq!(work(&StopAt::look(u64::MAX)), Ok(true), "{name} works as before");
}

#[test]
fn every_planner_stops_where_it_looks_up() {
    let map = map();
    let graph = Graph::new(&map, Steps::EIGHT);
    let door = Door { cell: START, open: 3, shut: 4, shift: 0 };
    let planners: [(&str, Box<dyn Planner>); 5] = [
        ("astar", Box::new(Astar::new(&graph))),
        ("dijkstra", Box::new(Dijkstra::new(&graph))),
        ("bfs", Box::new(Bfs::new(&graph))),
        ("jps", Box::new(Jps::new(&graph).unwrap())),
        ("doors", Box::new(DoorAstar::new(&graph, &[door]))),
    ];
    for (name, mut planner) in planners {
        let plan = &mut |watch: &StopAt| {
            planner.plan(START, GOAL, watch).map(|route| route.is_some())
        };
        stops(name, plan);
    }
}

#[test]
fn every_evolving_planner_stops_where_it_looks_up() {
    let map = map();
    let graph = Graph::new(&map, Steps::FOUR);
    for method in Method::ALL {
        let options = Options { generations: 1, ..Options::new(method) };
        let mut planner = EvolvedPlanner::new(&graph, &map, options, Seed(1)).unwrap();
        let plan = &mut |watch: &StopAt| {
            planner.plan(START, GOAL, watch).map(|route| route.is_some())
        };
        stops(method.name(), plan);
    }
}

/// Stopped after the first generation, wherever that is, a planner has a path, and plans on as
/// one that was never stopped.
#[test]
fn an_evolving_planner_that_is_stopped_later_has_the_best_so_far() {
    let map: Map =
        [".....", ".#.#.", ".....", ".#.#.", "....."].join("\n").parse().unwrap();
    let graph = Graph::new(&map, Steps::FOUR);
    let goal = Cell::new(4, 4);
    for method in Method::ALL {
        let options = Options { generations: 3, ..Options::new(method) };
        let mut planner = EvolvedPlanner::new(&graph, &map, options, Seed(1)).unwrap();
        let mut plan = |last: u64| {
            let watch = StopAt::look(last);
            let route = planner.plan(START, goal, &watch).map(Option::<&_>::cloned);
            (route, watch.looks())
        };
        let (whole, looks) = plan(u64::MAX);
        let mut found = 0;
        for last in 1..=looks {
            let (route, seen) = plan(last);
            assert_eq!(seen, last, "{} goes on", method.name());
            found += u64::from(route != Err(QueryError::Cancelled));
            assert_eq!(route.is_ok(), found > 0, "{} at {last}", method.name());
            assert!(route.is_err() || route.unwrap().is_some());
        }
        assert!(0 < found && found < looks, "{}: {found} of {looks}", method.name());
        assert_eq!(plan(u64::MAX), (whole, looks), "{}", method.name());
    }
}

#[test]
fn every_router_stops_where_it_looks_up() {
    let map = map();
    let graph = Graph::new(&map, Steps::EIGHT);
    let routers: [(&str, Box<dyn Router>); 4] = [
        ("diverse", Box::new(DiverseRoutes::new(&graph))),
        ("penalty", Box::new(Penalty::new(&graph))),
        ("yen", Box::new(Yen::new(&graph))),
        ("random-walk", Box::new(RandomWalk::new(&graph, Seed(1)))),
    ];
    let request = RouteRequest {
        start: START,
        goal: GOAL,
        count: 2,
        detour: 1.05.try_into().unwrap(),
    };
    for (name, mut router) in routers {
        let plan = &mut |watch: &StopAt| {
            router.routes(&request, watch).map(|found| !found.routes.is_empty())
        };
        stops(name, plan);
    }
}

#[test]
fn a_front_stops_where_it_looks_up() {
    let map = map();
    let graph = Graph::new(&map, Steps::EIGHT);
    let mut rng = Seed(6).rng();
    let danger = (0..map.size().area()).map(|_| rng.below(3)).collect();
    let layers = pareto::Layers::new(map.size(), &[danger]).unwrap();
    let mut search = pareto::FrontSearch::new(&graph, &layers);
    let goal = Cell::new(2, 40);
    let plan = &mut |watch: &StopAt| {
        search.front(START, goal, watch).map(|front| !front.paths.is_empty())
    };
    stops("front", plan);
}

/// Before it knows the distances, it has nothing of use; after that, it has the front so far.
#[test]
fn an_approximate_front_stops_where_it_looks_up() {
    let map = map();
    let graph = Graph::new(&map, Steps::EIGHT);
    let mut rng = Seed(6).rng();
    let danger = (0..map.size().area()).map(|_| rng.below(3)).collect();
    let layers = pareto::Layers::new(map.size(), &[danger]).unwrap();
    let mut search = pareto::ApproximateSearch::new(&graph, &layers);
    let mut front = |last: u64| {
        let watch = StopAt::look(last);
        let budget = pareto::Budget::new().expansions(1_000_000);
        let front = search.front(START, Cell::new(2, 40), budget, &watch);
        (front, watch.looks())
    };
    let (whole, looks) = front(u64::MAX);
    let mut found = 0;
    for last in 1..=looks.min(100) {
        let (front, seen) = front(last);
        assert_eq!(seen, last, "it continues after look {last}");
        match front {
            Ok(front) => found += u64::from(!front.paths.is_empty()),
            Err(error) => assert_eq!((error, found), (QueryError::Cancelled, 0)),
        }
    }
    assert!(0 < found && found < looks, "{found} of {looks}");
    assert_eq!(front(u64::MAX), (whole, looks));
}
