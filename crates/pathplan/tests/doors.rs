//! Planning with doors against a plain search in time.

use proptest::prelude::*;
use tilewright_grid::{Cell, Size};
use tilewright_pathplan::planners::{Astar, Door, DoorAstar, Planner};
use tilewright_pathplan::{Graph, Map, Steps};

/// Small maps with whole costs, so that every time is a whole number of ticks.
fn maps() -> impl Strategy<Value = Map> {
    (1..=5_usize, 1..=6_usize).prop_flat_map(|(rows, columns)| {
        let cell = prop_oneof![4 => Just('.'), 2 => Just('#'), 1 => Just('3')];
        let row = proptest::collection::vec(cell, columns);
        proptest::collection::vec(row, rows).prop_map(|rows| {
            let lines = rows.iter().map(|row| row.iter().collect::<String>() + "\n");
            lines.collect::<String>().parse().unwrap()
        })
    })
}

fn doors() -> impl Strategy<Value = Vec<Door>> {
    let door = (0..5_u32, 0..6_u32, 0..5_u32, 0..7_u32, 0..9_u32);
    let door = door.prop_map(|(row, column, open, shut, shift)| Door {
        cell: Cell::new(row, column),
        open,
        shut,
        shift,
    });
    proptest::collection::vec(door, 0..8)
}

/// Whether a step leads from one cell into another.
fn is_step(map: &Map, from: Cell, to: Cell) -> bool {
    let apart = from.row.abs_diff(to.row) + from.column.abs_diff(to.column);
    apart == 1 && map.is_walkable(from) && map.is_walkable(to)
}

/// Whether a door is open at a whole tick; of several in a cell the first counts.
fn is_open(doors: &[Door], cell: Cell, tick: usize) -> bool {
    let Some(door) = doors.iter().find(|door| door.cell == cell) else { return true };
    let period = (door.open + door.shut).max(1) as usize;
    (tick + door.shift as usize) % period < door.open as usize
}

/// The first tick at which each cell can be reached, from all cells at all ticks: a walker stays
/// where it is, or is in a neighbour as many ticks later as the step costs, if that is open now.
fn arrivals(map: &Map, doors: &[Door], start: Cell) -> Vec<Option<usize>> {
    let size = map.size();
    // No path costs more than all cells, and no door is waited for longer than its clock runs.
    let last = size.area() * (3 + 12);
    let mut can_be = vec![vec![false; size.area()]; last + 4];
    can_be[0][size.index(start)] = true;
    for tick in 0..last {
        for from in size
            .cells()
            .filter(|&cell| can_be[tick][size.index(cell)])
            .collect::<Vec<_>>()
        {
            can_be[tick + 1][size.index(from)] = true;
            for to in size.cells().filter(|&to| is_step(map, from, to)) {
                let then = tick + map.costs()[size.index(to)] as usize;
                if is_open(doors, to, tick) {
                    can_be[then][size.index(to)] = true;
                }
            }
        }
    }
    (0..size.area()).map(|at| can_be.iter().position(|cells| cells[at])).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_walker_arrives_as_early_as_it_can(
        map in maps(),
        doors in doors(),
        ends in any::<[prop::sample::Index; 2]>(),
    ) {
        let free: Vec<Cell> =
            map.size().cells().filter(|&cell| map.is_walkable(cell)).collect();
        prop_assume!(!free.is_empty());
        let [start, goal] = ends.map(|end| free[end.index(free.len())]);
        let graph = Graph::new(&map, Steps::FOUR);
        let mut planner = DoorAstar::new(&graph, &doors);
        let found = planner.plan(start, goal, &()).unwrap().cloned();
        let expected = arrivals(&map, &doors, start)[map.size().index(goal)];
        let Some(route) = found else {
            prop_assert_eq!(expected, None);
            prop_assert!(planner.arrivals().is_empty() && planner.departures().is_empty());
            return Ok(());
        };
        let (arrivals, departures) = (planner.arrivals(), planner.departures());
        prop_assert_eq!(arrivals.last().map(|&time| time as usize), expected, "{}", map);
        prop_assert_eq!([arrivals.len(), departures.len()], [route.cells.len(); 2]);
        prop_assert_eq!([route.cells[0], *route.cells.last().unwrap()], [start, goal]);
        let mut length = 0.0;
        for (at, step) in route.cells.windows(2).enumerate() {
            let cost = map.costs()[map.size().index(step[1])];
            prop_assert!(is_step(&map, step[0], step[1]));
            prop_assert!(departures[at] >= arrivals[at]);
            prop_assert!((arrivals[at + 1] - departures[at] - cost).abs() < 1e-9);
            prop_assert!(is_open(&doors, step[1], departures[at] as usize));
            length += cost;
        }
        prop_assert!((route.length - length).abs() < 1e-9);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Who leaves later meets clocks that are ahead by as much.
    #[test]
    fn a_later_departure_is_a_clock_that_is_ahead(
        map in maps(),
        [doors, others] in [doors(), doors()],
        departure in 0..40_u32,
    ) {
        let free = || map.size().cells().filter(|&cell| map.is_walkable(cell));
        let Some((start, goal)) = free().next().zip(free().next_back()) else { return Ok(()) };
        let graph = Graph::new(&map, Steps::FOUR);
        // A planner that had other doors, and was asked before.
        let mut planner = DoorAstar::new(&graph, &others);
        planner.plan(start, goal, &()).unwrap();
        planner.set_doors(&doors);
        planner.set_departure(f64::from(departure));
        let found = planner.plan(start, goal, &()).unwrap().cloned();

        let ahead = |door: &Door| Door { shift: door.shift + departure, ..*door };
        let ahead: Vec<Door> = doors.iter().map(ahead).collect();
        let mut plain = DoorAstar::new(&graph, &ahead);
        prop_assert_eq!(found, plain.plan(start, goal, &()).unwrap().cloned());
        for (times, others) in [
            (planner.arrivals(), plain.arrivals()),
            (planner.departures(), plain.departures()),
        ] {
            let later: Vec<f64> =
                others.iter().map(|time| time + f64::from(departure)).collect();
            prop_assert_eq!(times, later);
        }
    }
}

#[test]
fn a_departure_that_is_no_time_is_moved() {
    let map: Map = "..\n".parse().unwrap();
    let graph = Graph::new(&map, Steps::FOUR);
    let mut planner = DoorAstar::new(&graph, &[]);
    for (given, first) in [
        (-3.0, 0.0),
        (f64::NAN, 0.0),
        (f64::INFINITY, DoorAstar::MAX_DEPARTURE),
        (2.5, 2.5),
    ] {
        planner.set_departure(given);
        planner.plan(Cell::new(0, 0), Cell::new(0, 1), &()).unwrap();
        assert_eq!(planner.arrivals(), [first, first + 1.0], "{given}");
    }
}

#[test]
fn without_doors_the_path_is_the_cheapest() {
    let map: Map = "....9.\n.##.#.\n......\n".parse().unwrap();
    let graph = Graph::new(&map, Steps::default());
    let [start, goal] = [Cell::new(0, 0), Cell::new(0, 5)];
    let mut planner = DoorAstar::new(&graph, &[]);
    let length = planner.plan(start, goal, &()).unwrap().unwrap().length;
    let cheapest = Astar::new(&graph).plan(start, goal, &()).unwrap().unwrap().length;
    assert!((length - cheapest).abs() < 1e-9);
    assert_eq!(planner.arrivals().last(), Some(&length));
}

#[test]
fn a_long_wait_is_worse_than_the_way_round_and_a_short_one_is_better() {
    let map: Map = ".....\n.###.\n.....\n".parse().unwrap();
    let graph = Graph::new(&map, Steps::FOUR);
    let [start, goal] = [Cell::new(0, 0), Cell::new(0, 4)];
    // The way round takes 8 ticks, the straight one 4 and the wait for the door.
    for (opens, arrival) in [(1, 4.0), (4, 7.0), (6, 8.0), (90, 8.0)] {
        let door = Door { cell: Cell::new(0, 2), open: 100, shut: opens, shift: 100 };
        let mut planner = DoorAstar::new(&graph, &[door]);
        let cells = planner.plan(start, goal, &()).unwrap().unwrap().cells.len();
        assert_eq!(planner.arrivals().last(), Some(&arrival), "opens at {opens}");
        assert_eq!(cells, if opens < 5 { 5 } else { 9 });
    }
}

#[test]
fn a_door_that_never_opens_is_a_wall_but_can_be_left() {
    let map: Map = "...\n".parse().unwrap();
    let graph = Graph::new(&map, Steps::FOUR);
    let door = Door { cell: Cell::new(0, 1), open: 0, shut: 0, shift: 3 };
    let mut planner = DoorAstar::new(&graph, &[door]);
    let [left, middle, right] = [0, 1, 2].map(|column| Cell::new(0, column));
    assert!(planner.plan(left, right, &()).unwrap().is_none());
    assert!(planner.plan(left, middle, &()).unwrap().is_none());
    assert!(planner.plan(middle, right, &()).unwrap().is_some());
    assert_eq!(map.size(), Size::new(1, 3));
}

#[test]
fn the_text_of_a_door_is_five_numbers() {
    let door: Door = " 4, 10,3,2, 1".parse().unwrap();
    assert_eq!(door.to_string(), "4,10,3,2,1");
    for wrong in
        ["", "1,2,3,4", "1,2,3,4,5,6", "1,2,x,4,5", "1,2,3,-4,5", "1,2,1000001,0,0"]
    {
        assert!(wrong.parse::<Door>().is_err(), "{wrong}");
    }
}
