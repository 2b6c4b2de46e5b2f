//! What an update of a crowd costs, how deep walkers overlap, how many pass a corridor and how long an evacuation takes.
//!
//! `cargo run --release -p tilewright-navigation --example flow`

#![expect(clippy::print_stdout, reason = "prints a table")]

use std::time::Instant;

use tilewright_grid::{Cell, Rng, Seed};
use tilewright_navigation::crowd::{Crowd, GroupId, MemberId, Point, UNIT};
use tilewright_navigation::{Agent, Layer, Navigation, Place, Scratch, Terrain};
use tilewright_pathplan::{Map, Steps};

const SIDE: u32 = 512;
const SPEED: i32 = UNIT / 10;
const RADIUS: i32 = UNIT * 2 / 5;

fn main() {
    println!(
        "10,000 walkers on {SIDE} × {SIDE}                        10 %   median   99 %  µs    overlap  touching"
    );
    for (name, walls) in [("empty", 0), ("houses", 1), ("scattered walls, 10 %", 2)] {
        for (what, narrow) in [("spread", false), ("in 128 × 128 cells", true)] {
            flow(name, walls, what, narrow);
        }
    }
    for (width, radius) in
        [(1, 2048), (1, 1638), (2, 1638), (3, 1638), (3, 2048), (8, 1638)]
    {
        corridor(width, radius);
    }
    for door in [1, 2] {
        evacuation(door);
    }
}

fn map_of(rows: u32, columns: u32, is_wall: impl Fn(u32, u32) -> bool) -> Navigation {
    let row = |row| {
        let glyph = |column| if is_wall(row, column) { '#' } else { '.' };
        (0..columns).map(glyph).collect::<String>() + "\n"
    };
    let text: String = (0..rows).map(row).collect();
    let tiles: Map = text.parse().expect("rows of the same length");
    Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)]).expect("a map")
}

/// A walker at a random point of some rows and columns where nobody is, as far as a thousand draws find one.
fn join(
    crowd: &mut Crowd,
    map: &Navigation,
    group: GroupId,
    rng: &mut Rng,
    area: [u32; 4],
    radius: i32,
) -> MemberId {
    let [top, left, rows, columns] = area;
    for draw in 0.. {
        let cell = Cell::new(top + rng.below(rows), left + rng.below(columns));
        let middle = Point::middle(cell);
        let mut near = |at: i32| at + rng.below(UNIT as u32).cast_signed() - UNIT / 2;
        let point = Point { x: near(middle.x), y: near(middle.y), ..middle };
        let is_near = |(_, other): (_, Point)| {
            (other.x - point.x).pow(2) + (other.y - point.y).pow(2) < 4 * radius * radius
        };
        let far = |other: &(_, Point)| {
            (other.1.x - point.x).abs().max((other.1.y - point.y).abs()) > 2 * radius
        };
        if draw < 1_000 && crowd.walkers().filter(|other| !far(other)).any(is_near) {
            continue;
        }
        if let Ok(id) = crowd.add(map, group, point, SPEED, radius) {
            return id;
        }
    }
    unreachable!("there is a free cell")
}

/// The mean over walkers of the deepest overlap with any other one, as a share of the radius, and the share of walkers with any.
fn overlap(crowd: &Crowd, radius: i32) -> (f64, f64) {
    let mut at: Vec<(i32, i32)> = crowd.walkers().map(|(_, it)| (it.x, it.y)).collect();
    at.sort_unstable();
    let mut deepest = vec![0.0_f64; at.len()];
    for first in 0..at.len() {
        for second in first + 1..at.len() {
            let [dx, dy] = [at[second].0 - at[first].0, at[second].1 - at[first].1];
            if dx >= 2 * radius {
                break;
            }
            let distance = f64::from(dx).hypot(f64::from(dy));
            let depth = (f64::from(2 * radius) - distance) / f64::from(radius);
            deepest[first] = deepest[first].max(depth);
            deepest[second] = deepest[second].max(depth);
        }
    }
    let touching = deepest.iter().filter(|&&depth| depth > 0.0).count() as f64;
    let count = deepest.len().max(1) as f64;
    (deepest.iter().sum::<f64>() / count, touching / count)
}

/// Ten thousand walkers to four exits at the east; who arrives begins anew.
fn flow(name: &str, walls: u32, what: &str, is_narrow: bool) {
    let mut rng = Seed(1).rng();
    let blocked: Vec<bool> = (0..SIDE * SIDE).map(|_| rng.below(10) == 0).collect();
    let map = map_of(SIDE, SIDE, |row, column| match walls {
        0 => false,
        1 => row % 16 < 10 && column % 16 < 10 && column > 20 && column < SIDE - 20,
        _ => blocked[(row * SIDE + column) as usize],
    });
    let exits: Vec<Place> = (0..SIDE)
        .filter(|row| row % 128 < 64)
        .map(|row| Cell::new(row, SIDE - 1).into())
        .collect();
    let area = if is_narrow { [192, 192, 128, 128] } else { [0, 0, SIDE, SIDE] };
    let mut crowd = Crowd::new(&map).expect("square cells");
    let group = crowd.add_group(&map, Agent::default(), &exits).expect("a group");
    for _ in 0..10_000 {
        join(&mut crowd, &map, group, &mut rng, area, RADIUS);
    }

    let mut scratch = Scratch::default();
    let (mut times, mut overlaps) = (Vec::new(), Vec::new());
    for update in 0..400 {
        let begun = Instant::now();
        let told = &crowd.update(&map, &mut scratch).expect("the map").arrived;
        if update >= 200 {
            times.push(begun.elapsed().as_secs_f64() * 1e6);
        }
        let arrived = told.clone();
        for id in arrived {
            crowd.remove(id).expect("in the crowd");
            join(&mut crowd, &map, group, &mut rng, area, RADIUS);
        }
        if update >= 200 && update % 20 == 0 {
            overlaps.push(overlap(&crowd, RADIUS));
        }
    }
    times.sort_by(f64::total_cmp);
    let count = overlaps.len() as f64;
    let mean =
        |part: fn(&(f64, f64)) -> f64| overlaps.iter().map(part).sum::<f64>() / count;
    println!(
        "{:40} {:8.0} {:8.0} {:8.0} {:10.3} % {:6.1} %",
        format!("{name}, {what}"),
        times[times.len() / 10],
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        100.0 * mean(|it| it.0),
        100.0 * mean(|it| it.1),
    );
}

/// A corridor with as many walkers before it as want to pass.
fn corridor(width: u32, radius: i32) {
    let (rows, columns) = (48, 120);
    let first = (rows - width) / 2;
    let map = map_of(rows, columns, |row, column| {
        (60..100).contains(&column) && !(first..first + width).contains(&row)
    });
    let goals: Vec<Place> =
        (0..rows).map(|row| Cell::new(row, columns - 1).into()).collect();
    let mut crowd = Crowd::new(&map).expect("square cells");
    let group = crowd.add_group(&map, Agent::default(), &goals).expect("a group");
    let (mut scratch, mut rng) = (Scratch::default(), Seed(2).rng());
    let lanes = f64::from(width.cast_signed() * UNIT / (2 * radius));
    let most = lanes * f64::from(SPEED) / f64::from(2 * radius);
    let area = [0, 0, rows, 30];
    for _ in 0..(1_500.0 * most) as u32 {
        join(&mut crowd, &map, group, &mut rng, area, radius);
    }
    let (mut passed, mut overlaps) = (0, Vec::new());
    for update in 0..6_000 {
        let arrived = crowd.update(&map, &mut scratch).expect("the map").arrived.clone();
        if update >= 2_000 {
            passed += arrived.len();
            if update % 100 == 0 {
                overlaps.push(overlap(&crowd, radius).0);
            }
        }
        for id in arrived {
            crowd.remove(id).expect("in the crowd");
            join(&mut crowd, &map, group, &mut rng, area, radius);
        }
    }
    let reached = passed as f64 / 4_000.0;
    println!(
        "corridor of {width}, radius {radius}: {reached:.4} an update, {:.1} % of lanes × speed ÷ diameter; overlap {:.3} %",
        100.0 * reached / most,
        100.0 * overlaps.iter().sum::<f64>() / overlaps.len() as f64
    );
}

/// A hall of 1,000 walkers and two doors; nobody is taken out at the doors, so that all come to rest outside.
fn evacuation(door: u32) {
    let side = 48;
    let mut map =
        map_of(side, 2 * side, |row, column| column == side && (row + 1) % side != 0);
    for row in [12, 36].into_iter().flat_map(|row| row..row + door) {
        map.set(Cell::new(row, side), Terrain::FREE).expect("on the map");
    }
    map.set(Cell::new(side - 1, side), Terrain::WALL).expect("on the map");
    let mut crowd = Crowd::new(&map).expect("square cells");
    let goal = Cell::new(24, side + 24).into();
    let group = crowd.add_group(&map, Agent::default(), &[goal]).expect("a group");
    let (mut scratch, mut rng) = (Scratch::default(), Seed(3).rng());
    for _ in 0..1_000 {
        join(&mut crowd, &map, group, &mut rng, [0, 0, side, side], RADIUS);
    }
    let (mut arrived, mut updates) = (0, 0);
    while arrived < 1_000 && updates < 20_000 {
        arrived += crowd.update(&map, &mut scratch).expect("the map").arrived.len();
        updates += 1;
    }
    let (depth, _) = overlap(&crowd, RADIUS);
    println!(
        "evacuation by two doors of {door}: {arrived} of 1000 arrived after {updates} updates; overlap then {:.3} %; the doors alone need {:.0}",
        100.0 * depth,
        1_000.0 * 2.0 * f64::from(RADIUS)
            / f64::from(SPEED)
            / 2.0
            / f64::from(door.cast_signed() * UNIT / (2 * RADIUS))
    );
}
