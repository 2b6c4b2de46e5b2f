//! Straight lines and walks at any angle, beside plain geometry and a graph of everything that sees each other.

use tilewright_grid::{Cell, Diamonds, Grid, Rng, Seed, Size, Stagger};
use tilewright_navigation::{
    Agent, Layer, LayerId, Link, Navigation, NavigationError, Outcome, Place, Query,
    Scratch, Terrain, Walk,
};
use tilewright_pathplan::{Connectivity, Corners, Ground, Map, Steps};

use crate::random::{below, worlds};

/// A random small map with one layer for each rule of corners, and agents of sizes 1 and 2.
fn random(rng: &mut Rng) -> Navigation {
    let (rows, columns) = (1 + below(rng, 9), 1 + below(rng, 9));
    let share = below(rng, 45);
    let mut glyph = || if below(rng, 100) < share { '#' } else { '.' };
    let mut row = || (0..columns).map(|_| glyph()).collect::<String>() + "\n";
    let tiles: Map = (0..rows).map(|_| row()).collect::<String>().parse().unwrap();
    let layers = [Corners::Never, Corners::One, Corners::Always].map(|corners| {
        let steps = Steps { connectivity: Connectivity::Eight, corners };
        Layer::walk(steps).sizes([2])
    });
    Navigation::new(&tiles, layers).unwrap()
}

/// Whether an agent can stand in a cell.
fn is_free(map: &Navigation, agent: Agent, row: i64, column: i64) -> bool {
    let size = i64::from(agent.size);
    (row..row + size).all(|row| {
        (column..column + size).all(|column| {
            let (Ok(row), Ok(column)) = (u32::try_from(row), u32::try_from(column))
            else {
                return false;
            };
            map.terrain(Cell::new(row, column)) == Some(Terrain::FREE)
        })
    })
}

/// Whether an open line passes through the inside of a cell: some of its corners lie on each side, and it is not beyond either end.
fn crosses(from: [i64; 2], to: [i64; 2], [row, column]: [i64; 2]) -> bool {
    // Everything is doubled, so that middles are whole numbers.
    let side = |down: i64, right: i64| {
        let [y, x] = [2 * row + down, 2 * column + right];
        (to[1] - from[1]) * (y - from[0]) - (to[0] - from[0]) * (x - from[1])
    };
    let sides = [side(-1, -1), side(-1, 1), side(1, -1), side(1, 1)];
    let is_cut = sides.iter().any(|&side| side > 0) && sides.iter().any(|&side| side < 0);
    let overlaps = |axis: usize, middle: i64| {
        let (low, high) = (from[axis].min(to[axis]), from[axis].max(to[axis]));
        low < 2 * middle + 1 && high > 2 * middle - 1
    };
    is_cut && overlaps(0, row) && overlaps(1, column)
}

/// As `is_straight`, by looking at every cell and every corner of the map.
fn plain(map: &Navigation, agent: Agent, from: Cell, to: Cell) -> bool {
    let Size { rows, columns } = map.size(0).unwrap();
    let at = |cell: Cell| [2 * i64::from(cell.row), 2 * i64::from(cell.column)];
    let (start, end) = (at(from), at(to));
    let corners = map.layers()[usize::from(agent.layer.0)].steps().corners;
    for row in -1..=i64::from(rows) {
        for column in -1..=i64::from(columns) {
            let is_end = [start, end].contains(&[2 * row, 2 * column]);
            if (is_end || crosses(start, end, [row, column]))
                && !is_free(map, agent, row, column)
            {
                return false;
            }

            // The corner to the south-east of this cell.
            let [y, x] = [2 * row + 1, 2 * column + 1];
            let is_on = (end[1] - start[1]) * (y - start[0])
                == (end[0] - start[0]) * (x - start[1]);
            let between = |axis: usize, at: i64| {
                start[axis].min(end[axis]) < at && at < start[axis].max(end[axis])
            };
            if is_on && between(0, y) && between(1, x) {
                let falls = (end[0] > start[0]) == (end[1] > start[1]);
                let sides = if falls {
                    [[row, column + 1], [row + 1, column]]
                } else {
                    [[row, column], [row + 1, column + 1]]
                };
                let free = sides.map(|[row, column]| is_free(map, agent, row, column));
                let may_pass = match corners {
                    Corners::Never => free == [true, true],
                    Corners::One => free != [false, false],
                    Corners::Always => true,
                };
                if !may_pass {
                    return false;
                }
            }
        }
    }
    true
}

fn distance(one: Cell, other: Cell) -> f64 {
    let square = |a: u32, b: u32| f64::from(a.abs_diff(b)).powi(2);
    (square(one.row, other.row) + square(one.column, other.column)).sqrt()
}

/// The length of the shortest walk that turns in the middles of cells.
fn shortest(map: &Navigation, agent: Agent, start: Cell, goal: Cell) -> f64 {
    let cells: Vec<Cell> = map.size(0).unwrap().cells().collect();
    let mut lengths = vec![f64::INFINITY; cells.len()];
    let mut is_done = vec![false; cells.len()];
    lengths[cells.iter().position(|&cell| cell == start).unwrap()] = 0.0;
    loop {
        let left = (0..cells.len()).filter(|&at| !is_done[at] && lengths[at].is_finite());
        let Some(at) = left.min_by(|&a, &b| lengths[a].total_cmp(&lengths[b])) else {
            panic!("a route leads there");
        };
        if cells[at] == goal {
            return lengths[at];
        }
        is_done[at] = true;
        for (other, &cell) in cells.iter().enumerate() {
            let reached = lengths[at] + distance(cells[at], cell);
            if reached < lengths[other]
                && map.is_straight(agent, cells[at], cell).unwrap()
            {
                lengths[other] = reached;
            }
        }
    }
}

fn agent(rng: &mut Rng) -> Agent {
    Agent::on(LayerId(below(rng, 3) as u8)).size(1 + below(rng, 2) as u8)
}

fn cell(map: &Navigation, rng: &mut Rng) -> Cell {
    let Size { rows, columns } = map.size(0).unwrap();
    Cell::new(below(rng, rows), below(rng, columns))
}

#[test]
fn a_line_is_straight_if_plain_geometry_says_so() {
    let mut clear = 0;
    for number in 0..worlds() {
        let mut rng = Seed(number).rng();
        let map = random(&mut rng);
        for _ in 0..40 {
            let (agent, from, to) =
                (agent(&mut rng), cell(&map, &mut rng), cell(&map, &mut rng));
            let expected = plain(&map, agent, from, to);
            let found = map.is_straight(agent, from, to).unwrap();
            assert_eq!(found, expected, "{number}: {agent:?} from {from} to {to}");
            assert_eq!(map.is_straight(agent, to, from).unwrap(), found);
            clear += u32::from(found);
        }
    }
    assert!(clear > 1000, "{clear}");
}

/// That a walk leads straight from turn to turn, and how long it is.
fn check(map: &Navigation, agent: Agent, walk: &Walk, ends: [Cell; 2]) {
    let cells: Vec<Cell> = walk.turns.iter().map(|turn| turn.cell).collect();
    assert_eq!([cells[0], cells[cells.len() - 1]], ends);
    let mut length = 0.0;
    for leg in cells.windows(2) {
        assert!(map.is_straight(agent, leg[0], leg[1]).unwrap(), "{leg:?}");
        length += distance(leg[0], leg[1]);
    }
    assert!((length - walk.length).abs() < 1e-9);
}

#[test]
fn walks_at_any_angle_are_nearly_as_short_as_the_shortest() {
    let (mut shortest_of_all, mut pulled_of_all, mut found_of_all) = (0.0, 0.0, 0.0);
    let mut scratch = Scratch::default();
    for number in 0..worlds() {
        let mut rng = Seed(20_000 + number).rng();
        let map = random(&mut rng);
        let (agent, goal) = (agent(&mut rng), cell(&map, &mut rng));
        let query = Query::new(cell(&map, &mut rng), goal).agent(agent);
        let Ok(Outcome::Reached(route)) = map.route(&query, &mut scratch) else {
            continue;
        };
        let route = route.clone();
        let ends = [route.places[0].cell, goal];
        let pulled = map.pull(&route, &[]).unwrap();
        let found = map.any_angle(&route, &[], &mut scratch).unwrap();
        check(&map, agent, &pulled, ends);
        check(&map, agent, &found, ends);

        let best = shortest(&map, agent, ends[0], goal);
        assert!(best <= found.length + 1e-9 && found.length <= pulled.length + 1e-9);
        assert!(pulled.length <= route.cost + 1e-9);
        shortest_of_all += best;
        pulled_of_all += pulled.length;
        found_of_all += found.length;
    }
    assert!(found_of_all < 1.005 * shortest_of_all, "{found_of_all} {shortest_of_all}");
    assert!(pulled_of_all < 1.02 * shortest_of_all, "{pulled_of_all} {shortest_of_all}");
}

#[test]
fn walks_keep_off_blocked_cells_and_dear_ones_and_use_links() {
    let tiles: Map = ".......\n.......\n.......\n".parse().unwrap();
    let mut map =
        Navigation::with_floors([&tiles, &tiles], [Layer::walk(Steps::EIGHT)]).unwrap();
    let mut scratch = Scratch::default();
    let up = Place::new(1, Cell::new(2, 6));
    let stairs = map.add_link(Link::one_way(Cell::new(0, 6), up, 2.0)).unwrap();
    let query = Query::new(Cell::new(2, 0), Place::new(1, Cell::new(0, 2)));
    let Ok(Outcome::Reached(route)) = map.route(&query, &mut scratch) else { panic!() };
    let route = route.clone();
    let walk = map.any_angle(&route, &[], &mut scratch).unwrap();
    assert_eq!(walk.turns.len(), 4);
    assert_eq!(walk.links, [(1, stairs)]);
    let expected = f64::sqrt(40.0) + 2.0 + f64::sqrt(20.0);
    assert!((walk.length - expected).abs() < 1e-9);

    let blocked = [Place::from(Cell::new(1, 3))];
    let query = Query::new(Cell::new(2, 0), Cell::new(0, 6)).blocked(&blocked);
    let Ok(Outcome::Reached(around)) = map.route(&query, &mut scratch) else { panic!() };
    let around = around.clone();
    for walk in
        [map.pull(&around, &blocked), map.any_angle(&around, &blocked, &mut scratch)]
    {
        assert!(walk.unwrap().turns.len() > 2);
    }

    // A road of cells of their own cost is kept to.
    for column in 0..7 {
        map.set_cost(Cell::new(0, column), 0.1).unwrap();
    }
    let query = Query::new(Cell::new(0, 0), Cell::new(1, 6));
    let Ok(Outcome::Reached(road)) = map.route(&query, &mut scratch) else { panic!() };
    let walk = map.pull(road, &[]).unwrap();
    assert_eq!(walk.turns[1].cell, Cell::new(0, 6));
    map.remove_link(stairs).unwrap();
    assert_eq!(map.pull(&route, &[]), Err(NavigationError::Link(stairs)));

    let hexagons = Navigation::new(
        &tiles.with_hexagons(Stagger::OddRows),
        [Layer::walk(Steps::EIGHT)],
    );
    let found = hexagons.unwrap().pull(&route, &[]);
    assert_eq!(found, Err(NavigationError::AnyAngle));
}

/// The same map made of squares: turned by 45°, with walls where that is void.
fn turned(map: &Map, diamonds: Diamonds) -> Map {
    let size = diamonds.turned_size();
    let ground = Grid::from_fn(size, |square| {
        let cell = diamonds.cell(square);
        cell.and_then(|cell| map.ground(cell)).unwrap_or(Ground::Wall)
    });
    Map::new(ground).unwrap()
}

#[test]
fn walks_over_diamonds_are_those_over_the_turned_squares() {
    let mut count = 0;
    for number in 0..worlds() {
        let mut rng = Seed(number).rng();
        let size = Size::new(1 + below(&mut rng, 9), 1 + below(&mut rng, 9));
        let share = below(&mut rng, 40);
        let ground = Grid::from_fn(size, |_| {
            if below(&mut rng, 100) < share { Ground::Wall } else { Ground::Free }
        });
        let stagger = Stagger::ALL[below(&mut rng, 4) as usize];
        let diamonds = Diamonds::new(size, stagger);
        let map = Map::new(ground).unwrap().with_diamonds(stagger).unwrap();
        let corners =
            [Corners::Never, Corners::One, Corners::Always][below(&mut rng, 3) as usize];
        let steps = Steps { connectivity: Connectivity::Eight, corners };
        let layers = || [Layer::walk(steps).sizes([2])];
        let squares = Navigation::new(&turned(&map, diamonds), layers()).unwrap();
        let map = Navigation::new(&map, layers()).unwrap();

        let mut any =
            || Cell::new(below(&mut rng, size.rows), below(&mut rng, size.columns));
        let ends = [any(), any()];
        let [from, to] = ends.map(|cell| diamonds.turned(cell));
        let same = |walk: &Walk, other: &Walk| {
            let cells: Vec<Cell> =
                walk.turns.iter().map(|turn| diamonds.turned(turn.cell)).collect();
            let squares: Vec<Cell> = other.turns.iter().map(|turn| turn.cell).collect();
            assert_eq!(cells, squares, "{number}");
            assert!((walk.length - other.length).abs() < 1e-9, "{number}");
        };
        for agent_size in [1, 2] {
            let agent = Agent::on(LayerId(0)).size(agent_size);
            let is_straight = map.is_straight(agent, ends[0], ends[1]).unwrap();
            assert_eq!(is_straight, squares.is_straight(agent, from, to).unwrap());

            let mut scratch = [Scratch::default(), Scratch::default()];
            let query = Query::new(ends[0], ends[1]).agent(agent);
            let there = Query::new(from, to).agent(agent);
            let reached = |outcome: Result<Outcome<'_>, NavigationError>| match outcome {
                Ok(Outcome::Reached(route)) => Some(route.clone()),
                _ => None,
            };
            let found = reached(map.route(&query, &mut scratch[0]));
            let other = reached(squares.route(&there, &mut scratch[1]));
            assert_eq!(found.is_some(), other.is_some(), "{number}");
            let Some((found, other)) = found.zip(other) else { continue };
            same(&map.pull(&found, &[]).unwrap(), &squares.pull(&other, &[]).unwrap());
            let [one, two] = &mut scratch;
            same(
                &map.any_angle(&found, &[], one).unwrap(),
                &squares.any_angle(&other, &[], two).unwrap(),
            );
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}
