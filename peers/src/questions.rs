//! Single questions on 512 × 512 cells.

use std::cell::RefCell;

use tilewright_grid::{Cell, Rng, Seed};
use tilewright_navigation::{Agent, Query};
use tilewright_pathplan::Steps;

use crate::contest::{Ask, Contestant as _};
use crate::ours::{Ours, cells};
use crate::peers::{condor, grid_pathfinding, hierarchical, northstar, pathfinding};
use crate::rows::{Crate, Question, header, named};
use crate::world::{CUTTING, Change, World};

const SIDE: u32 = 512;
/// Questions of each kind.
const COUNT: usize = 30;
/// Where a goal is walled in.
const CAGE: u32 = SIDE / 2;

const NORTHSTAR: &str = "bevy_northstar";
const NORTHSTAR_ASTAR: &str = "its A\\*";
const HIERARCHICAL: &str = "hierarchical_pathfinding";
const CONDOR: &str = "condor-pathfinding-grid, A\\*";
const JUMPS: &str = "its jump points";
const PATHFINDING: &str = "pathfinding, A\\*";
const JUMPING: &str = "grid_pathfinding";
const FOUR: [&str; 7] =
    [NORTHSTAR, NORTHSTAR_ASTAR, HIERARCHICAL, CONDOR, JUMPS, PATHFINDING, JUMPING];

/// The crates that find routes on a map.
fn crates(world: &World) -> Vec<Crate> {
    let mut all = vec![named::<pathfinding::Astar>(PATHFINDING, world)];
    if !world.is_eight() {
        all.push(named::<northstar::Hierarchy>(NORTHSTAR, world));
        all.push(named::<northstar::Astar>(NORTHSTAR_ASTAR, world));
        all.push(named::<hierarchical::Hierarchy>(HIERARCHICAL, world));
        all.push(named::<condor::OnlineAstar>(CONDOR, world));
        all.push(named::<condor::OnlineJumps>(JUMPS, world));
    }
    if !world.is_eight() || world.steps == CUTTING {
        all.push(named::<grid_pathfinding::JumpGrids>(JUMPING, world));
    }
    all
}

/// A map with this share of walls and a cage in the middle, and costs up to this.
fn scattered(steps: Steps, percent: u32, most: u32) -> World {
    let mut rng = Seed(1).rng();
    let mut open: Vec<bool> =
        (0..SIDE * SIDE).map(|_| rng.below(100) >= percent).collect();
    let costs = (0..SIDE * SIDE).map(|_| 1 + rng.below(most)).collect();
    for row in CAGE - 3..=CAGE + 3 {
        for column in CAGE - 3..=CAGE + 3 {
            let is_wall = row.abs_diff(CAGE).max(column.abs_diff(CAGE)) == 3;
            open[(row * SIDE + column) as usize] = !is_wall;
        }
    }
    World::new(steps, open, costs, &[1])
}

/// Questions that have an answer, of random cells.
fn asks(ours: &mut Ours) -> Vec<Ask> {
    let mut rng = Seed(2).rng();
    let mut asks = Vec::new();
    while asks.len() < COUNT {
        let [start, goal] = [random(&mut rng), random(&mut rng)];
        if ours.is_free(start) && ours.is_reachable(0, start, goal) {
            asks.push(Ask { walker: 0, plane: 0, start, goal });
        }
    }
    asks
}

fn random(rng: &mut Rng) -> Cell {
    Cell::new(rng.below(SIDE), rng.below(SIDE))
}

/// All questions, for one kind of steps.
pub(crate) fn walls(what: &str, steps: Steps, names: &[&str]) {
    header(what, names);
    for percent in [0, 20, 40] {
        let world = scattered(steps, percent, 1);
        let (mut ours, mut all) = (Ours::new(&world, 0), crates(&world));
        let asks = asks(&mut ours);
        let name = |question: &str| format!("{percent} % walls: {question}");
        let caged = |ask: &Ask| Ask { goal: Cell::new(CAGE, CAGE), ..ask.clone() };
        let caged: Vec<Ask> = asks.iter().map(caged).collect();

        let mut route = Question {
            name: name("a route"),
            asks: &asks,
            ours: &|ours, ask| ours.route(ask).map(cells),
            theirs: &|peer, world, ask| peer.route(world, ask),
        };
        route.row(&world, &mut ours, names, &mut all);
        (route.name, route.asks) = (name("no route, as the goal is walled in"), &caged);
        route.row(&world, &mut ours, names, &mut all);
        if names.contains(&NORTHSTAR_ASTAR) {
            nearest(&world, &mut ours, names, &mut all, &caged, percent);
        }

        changes(&world, &mut ours, names, &mut all, &asks, percent);
    }
    println!();
}

/// The way to the cell nearest to a goal that cannot be reached; of the other crates one knows such a question.
fn nearest(
    world: &World,
    ours: &mut Ours,
    names: &[&str],
    all: &mut [Crate],
    asks: &[Ask],
    percent: u32,
) {
    let question = Question {
        name: format!("{percent} % walls: a route to the cell nearest to such a goal"),
        asks,
        ours: &|ours, ask| ours.nearest(ask),
        theirs: &|peer, _, ask| peer.nearest(ask),
    };
    let mut knowing = all.iter_mut().filter(|one| one.0 == NORTHSTAR_ASTAR);
    if let Some(one) = knowing.next() {
        question.row(world, ours, names, std::slice::from_mut(one));
    }
}

/// Two changes of a wall, each with the question whether a cell can be reached.
fn changes(
    world: &World,
    ours: &mut Ours,
    names: &[&str],
    all: &mut [Crate],
    asks: &[Ask],
    percent: u32,
) {
    // What ours does to its map and others to theirs is undone before the next question.
    let changing = RefCell::new(world.clone());
    let change = Question {
        name: format!(
            "{percent} % walls: a wall changes, can a cell be reached? It changes back, can it?"
        ),
        asks,
        ours: &|ours, ask| {
            let [change, back] = toggled(world, ask);
            ours.change(&[change]);
            let is_reached = ours.is_reachable(0, ask.start, ask.goal);
            ours.change(&[back]);
            (is_reached & ours.is_reachable(0, ask.start, ask.goal)).then(Vec::new)
        },
        theirs: &|peer, _, ask| {
            let mut changing = changing.borrow_mut();
            let are_reached = toggled(world, ask).map(|change| {
                changing.apply(&[change]);
                peer.change(&changing);
                peer.is_reachable(&changing, ask)
            });
            (are_reached == [true; 2]).then(Vec::new)
        },
    };
    change.row(world, ours, names, all);
}

/// A wall more or less beside the middle between start and goal, and then as it was.
fn toggled(world: &World, ask: &Ask) -> [Change; 2] {
    let Ask { start, goal, .. } = ask;
    let mut cell =
        Cell::new(start.row.midpoint(goal.row), start.column.midpoint(goal.column));
    if [*start, *goal].contains(&cell) {
        cell = Cell::new(0, 0);
    }
    let both = [Change::Wall(cell), Change::Open(cell)];
    let is_open = world.planes[0].open[world.index(cell)];
    if is_open { both } else { [both[1], both[0]] }
}

/// What is asked for beside a route.
type Options = fn(Query<'static>) -> Query<'static>;

/// Routes where each cell costs 1 to 5: exact, with a bound, and prepared.
pub(crate) fn costs() {
    let names = [NORTHSTAR, NORTHSTAR_ASTAR, HIERARCHICAL, CONDOR, PATHFINDING];
    header("512 × 512, four neighbours, costs of 1 to 5", &names);
    let world = scattered(Steps::FOUR, 0, 5);
    let (mut ours, mut all) = (Ours::new(&world, 0), crates(&world));
    let asks = asks(&mut ours);
    let options: [(&str, bool, Options); 6] = [
        ("a route, ours the cheapest", false, |query| query),
        ("ours at most 1.2 times the least cost", false, |query| query.weight(1.2)),
        ("ours coarse", false, Query::coarse),
        ("ours the cheapest, on a prepared map", true, |query| query),
        ("ours at most 1.2 times the least cost, on a prepared map", true, |query| {
            query.weight(1.2)
        }),
        ("ours coarse, on a prepared map", true, Query::coarse),
    ];
    for (name, is_prepared, option) in options {
        if is_prepared {
            ours.map.prepare(Agent::default()).expect("the map has it");
        }
        let question = Question {
            name: name.to_owned(),
            asks: &asks,
            ours: &|ours, ask| ours.route_by(ask, option).map(cells),
            theirs: &|peer, world, ask| peer.route(world, ask),
        };
        question.row(&world, &mut ours, &names, &mut all);
    }
    println!();
}

/// Routes on maps that cannot change: those that `condor-pathfinding-grid` prepares.
pub(crate) fn prepared() {
    let names = ["condor-pathfinding-grid, JPS+"];
    header("512 × 512, four neighbours, a map that cannot change", &names);
    for percent in [0, 20, 40] {
        let world = scattered(Steps::FOUR, percent, 1);
        let mut ours = Ours::new(&world, 0);
        let asks = asks(&mut ours);
        let question = Question {
            name: format!("{percent} % walls: a route"),
            asks: &asks,
            ours: &|ours, ask| ours.route(ask).map(cells),
            theirs: &|peer, world, ask| peer.route(world, ask),
        };
        let mut all = [named::<condor::JpsPlus>(names[0], &world)];
        question.row(&world, &mut ours, &names, &mut all);
    }
    println!();
}

/// The questions of all kinds of steps.
pub(crate) fn print() {
    walls("512 × 512, four neighbours", Steps::FOUR, &FOUR);
    walls("512 × 512, eight neighbours", Steps::EIGHT, &[PATHFINDING]);
    let both = [PATHFINDING, JUMPING];
    walls("512 × 512, eight neighbours, corners cut", CUTTING, &both);
    prepared();
    costs();
}
