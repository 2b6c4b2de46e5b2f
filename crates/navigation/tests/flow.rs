//! Crowds that flow: nobody touches walls, all arrive, and every update is that of a plain program of the same rules.

use allocation_counter::measure;
use tilewright_grid::{Cell, Rng, Seed};
use tilewright_navigation::crowd::{
    Crowd, GroupId, MemberId, Point, SavedCrowd, UNIT, WalkerState,
};
use tilewright_navigation::{
    Agent, Layer, Navigation, NavigationError, Place, Scratch, Terrain,
};
use tilewright_pathplan::{Map, Steps};

use crate::plain_flow::Plain;

pub(crate) fn map_of(
    rows: u32,
    columns: u32,
    is_wall: impl Fn(u32, u32) -> bool,
) -> Navigation {
    let row = |row| {
        let glyph = |column| if is_wall(row, column) { '#' } else { '.' };
        (0..columns).map(glyph).collect::<String>() + "\n"
    };
    let text: String = (0..rows).map(row).collect();
    let tiles: Map = text.parse().unwrap();
    Navigation::new(&tiles, [Layer::walk(Steps::EIGHT).sizes([2])]).unwrap()
}

/// A map with some walls.
fn scattered(rng: &mut Rng) -> Navigation {
    let (rows, columns, walls) = (2 + rng.below(12), 2 + rng.below(12), rng.below(4));
    let blocked: Vec<bool> = (0..rows * columns).map(|_| rng.below(10) < walls).collect();
    map_of(rows, columns, |row, column| blocked[(row * columns + column) as usize])
}

fn cell(map: &Navigation, rng: &mut Rng) -> Cell {
    let size = map.size(0).unwrap();
    Cell::new(rng.below(size.rows), rng.below(size.columns))
}

fn point(map: &Navigation, rng: &mut Rng) -> Point {
    let Cell { row, column } = cell(map, rng);
    let mut inside =
        |at: u32| at.cast_signed() * UNIT + rng.below(UNIT as u32).cast_signed();
    Point { floor: 0, x: inside(column), y: inside(row) }
}

/// Checks that a circle touches no blocked cell, nor the outside of the map.
fn check_walls(map: &Navigation, point: Point, radius: i32) {
    let Point { x, y, .. } = point;
    let near = |at: i32| (at - radius).div_euclid(UNIT)..=(at + radius).div_euclid(UNIT);
    for row in near(y) {
        for column in near(x) {
            let is_free = u32::try_from(row).is_ok_and(|row| {
                u32::try_from(column).is_ok_and(|column| {
                    map.terrain(Cell::new(row, column)) == Some(Terrain::FREE)
                })
            });
            let away = |at: i32, cell: i32| at - at.clamp(cell * UNIT, (cell + 1) * UNIT);
            let [dx, dy] = [away(x, column), away(y, row)];
            assert!(
                is_free || dx * dx + dy * dy >= radius * radius,
                "{point:?} {radius}"
            );
        }
    }
}

/// The mean over walkers of the deepest overlap with any other one, as a share of the radius.
fn overlap(crowd: &Crowd, radius: i32) -> f64 {
    let at: Vec<Point> = crowd.walkers().map(|(_, point)| point).collect();
    let deepest = at.iter().map(|one| {
        let others = at.iter().filter(|other| *other != one);
        let depths = others.map(|other| {
            f64::from(2 * radius)
                - f64::from(other.x - one.x).hypot(f64::from(other.y - one.y))
        });
        depths.fold(0.0, f64::max)
    });
    deepest.sum::<f64>() / f64::from(radius) / at.len() as f64
}

#[test]
fn nobody_touches_a_wall_while_walls_come_and_go() {
    let (mut moved, mut displaced, mut arrived) = (0, 0, 0);
    for number in 0..120 {
        let mut rng = Seed(number).rng();
        let mut map = scattered(&mut rng);
        let mut scratch = Scratch::default();
        let mut crowd = Crowd::new(&map).unwrap();
        let groups = [1, 1, 2].map(|size| {
            let goal = cell(&map, &mut rng).into();
            crowd.add_group(&map, Agent::default().size(size), &[goal]).unwrap()
        });
        let mut radii: Vec<(MemberId, i32)> = Vec::new();
        for _ in 0..200 {
            let which = rng.below(3) as usize;
            let most = UNIT / 2 * (1 + i32::from(which == 2));
            let radius = 1 + rng.below(most as u32).cast_signed();
            let speed = rng.below(Crowd::MAX_SPEED as u32 + 1).cast_signed();
            if radii.len() < 30
                && let Ok(id) =
                    crowd.add(&map, groups[which], point(&map, &mut rng), speed, radius)
            {
                radii.push((id, radius));
            }
            if rng.below(20) == 0 {
                let goal = cell(&map, &mut rng).into();
                crowd.set_goals(&map, groups[which], &[goal]).unwrap();
            }
            if rng.below(3) == 0 {
                let wall = if rng.below(2) == 0 { Terrain::WALL } else { Terrain::FREE };
                map.set(cell(&map, &mut rng), wall).unwrap();
            }

            let told = crowd.update(&map, &mut scratch).unwrap();
            (displaced, arrived) =
                (displaced + told.displaced.len(), arrived + told.arrived.len());
            let left = told.left.clone();
            radii.retain(|(id, _)| !left.contains(id));
            moved += radii.len();
            for &(id, radius) in &radii {
                check_walls(&map, crowd.point(id).unwrap(), radius);
            }
        }
    }
    assert!(
        moved > 300_000 && displaced > 1_000 && arrived > 1_000,
        "{moved} {displaced} {arrived}"
    );
}

#[test]
fn a_loaded_crowd_goes_on_with_the_same_updates() {
    let mut compared = 0;
    for number in 0..40 {
        let mut rng = Seed(900 + number).rng();
        let mut map = scattered(&mut rng);
        let mut scratch = Scratch::default();
        let mut crowd = Crowd::new(&map).unwrap();
        let groups = [1, 2].map(|size| {
            let goal = cell(&map, &mut rng).into();
            crowd.add_group(&map, Agent::default().size(size), &[goal]).unwrap()
        });
        let mut twin = crowd.clone();
        for update in 0..150 {
            let which = groups[rng.below(2) as usize];
            let (at, speed) = (point(&map, &mut rng), rng.below(1200).cast_signed());
            let radius = 1 + rng.below(UNIT as u32 / 2).cast_signed();
            let mut goals = None;
            if rng.below(20) == 0 {
                goals = Some(cell(&map, &mut rng).into());
            } else if rng.below(8) == 0
                && groups.map(|it| crowd.is_ready(it)) == [Ok(true); 2]
            {
                let wall = if rng.below(2) == 0 { Terrain::WALL } else { Terrain::FREE };
                map.set(cell(&map, &mut rng), wall).unwrap();
            }
            let who =
                crowd.walkers().nth(rng.below(60) as usize).filter(|_| update % 9 == 0);
            for crowd in [&mut crowd, &mut twin] {
                let _ = crowd.add(&map, which, at, speed, radius);
                if let Some(goal) = goals {
                    crowd.set_goals(&map, which, &[goal]).unwrap();
                }
                if let Some((id, _)) = who {
                    crowd.remove(id).unwrap();
                }
            }
            if update % 7 == 3 {
                let saved = serde_json::to_string(&twin.save()).unwrap();
                let saved: SavedCrowd = serde_json::from_str(&saved).unwrap();
                twin = Crowd::load(&map, &saved).unwrap();
                let again = serde_json::to_value(twin.save()).unwrap();
                assert_eq!(again, serde_json::to_value(&saved).unwrap());
            }

            let told = crowd.update(&map, &mut scratch).unwrap();
            let again = twin.update(&map, &mut scratch).unwrap();
            assert_eq!(
                (&told.displaced, &told.left, &told.arrived),
                (&again.displaced, &again.left, &again.arrived)
            );
            assert!(crowd.walkers().eq(twin.walkers()), "{number} {update}");
            compared += crowd.walkers().count();
        }
    }
    assert!(compared > 50_000, "{compared}");
}

#[test]
fn damaged_saved_crowds_that_flow_are_refused() {
    let map = map_of(3, 6, |_, column| column == 4);
    let mut crowd = Crowd::new(&map).unwrap();
    let group = crowd
        .add_group(&map, Agent::default().size(2), &[Cell::new(1, 1).into()])
        .unwrap();
    for column in [1, 3] {
        let point = Point { floor: 0, x: column * UNIT, y: 2 * UNIT };
        crowd.add(&map, group, point, 500, 1000).unwrap();
    }
    for _ in 0..60 {
        crowd.update(&map, &mut Scratch::default()).unwrap();
    }
    let saved = serde_json::to_string(&crowd.save()).unwrap();
    let load = |text: &str| {
        let saved: SavedCrowd =
            serde_json::from_str(text).map_err(|it| it.to_string())?;
        Crowd::load(&map, &saved).map_err(|it| it.to_string())
    };
    assert!(load(&saved).is_ok(), "{saved}");
    for (from, to) in [
        ("\"order\":[0,1]", "\"order\":[0,0]"),
        ("\"order\":[0,1]", "\"order\":[1]"),
        ("\"group\":0", "\"group\":1"),
        ("\"radius\":1000", "\"radius\":9000"),
        ("\"speed\":500", "\"speed\":-1"),
        ("\"size\":2", "\"size\":3"),
        ("\"x\":", "\"x\":9"),
        ("\"y\":", "\"y\":-"),
        (
            "\"slot\":{\"floor\":0,\"cell\":[1,1]}",
            "\"slot\":{\"floor\":0,\"cell\":[2,1]}",
        ),
        (
            "\"slot\":{\"floor\":0,\"cell\":[1,1]}",
            "\"slot\":{\"floor\":0,\"cell\":[1,4294967295]}",
        ),
    ] {
        let damaged = saved.replacen(from, to, 1);
        assert_ne!(damaged, saved, "{from}: {saved}");
        assert!(load(&damaged).is_err(), "{damaged}");
    }
}

#[test]
fn every_update_is_that_of_the_rules() {
    let (mut compared, mut arrived) = (0, 0);
    for number in 0..60 {
        let mut rng = Seed(500 + number).rng();
        let mut map = scattered(&mut rng);
        let mut scratch = Scratch::default();
        let mut crowd = Crowd::new(&map).unwrap();
        let mut plain = Plain::default();
        let mut groups: Vec<GroupId> = Vec::new();
        for _ in 0..2 {
            let goals: Vec<Place> = (0..2).map(|_| cell(&map, &mut rng).into()).collect();
            groups.push(crowd.add_group(&map, Agent::default(), &goals).unwrap());
            plain.goals.push(goals);
        }
        for _ in 0..10 {
            crowd.update(&map, &mut scratch).unwrap();
        }

        for _ in 0..150 {
            let group = rng.below(2) as usize;
            let (point, speed) = (point(&map, &mut rng), rng.below(1200).cast_signed());
            let radius = 1 + rng.below(UNIT as u32 / 2).cast_signed();
            if plain.walkers.len() < 40
                && let Ok(id) = crowd.add(&map, groups[group], point, speed, radius)
            {
                plain.add(id, group, crowd.point(id).unwrap(), speed, radius);
            }
            if rng.below(30) == 0 && !plain.walkers.is_empty() {
                let at = rng.below(plain.walkers.len() as u32) as usize;
                crowd.remove(plain.walkers.remove(at).id).unwrap();
            }
            if rng.below(25) == 0 {
                let wall = if rng.below(2) == 0 { Terrain::WALL } else { Terrain::FREE };
                map.set(cell(&map, &mut rng), wall).unwrap();
            }

            let told = crowd.update(&map, &mut scratch).unwrap();
            let (came, left) = (told.arrived.clone(), told.left.clone());
            let was = plain.points();
            plain.update(&map);
            assert_eq!((&came, &left), (&plain.arrived, &plain.left));
            arrived += came.len();
            let points: Vec<(MemberId, Point)> = crowd.walkers().collect();
            for (at, (one, other)) in points.iter().zip(plain.points()).enumerate() {
                let about =
                    || format!("world {number}, {:?}", (was[at], plain.walkers.get(at)));
                assert_eq!(*one, other, "{}", about());
            }
            assert_eq!(points.len(), plain.walkers.len());
            compared += points.len();
        }
    }
    assert!(compared > 150_000 && arrived > 1_000, "{compared} {arrived}");
}

/// A crowd in rows before a corridor of a width, which all of it must pass.
fn corridor(width: u32, radius: i32, count: u32) -> (Navigation, Crowd, GroupId) {
    let rows = width + 16;
    let map =
        map_of(rows, 60, |row, column| column >= 30 && !(8..8 + width).contains(&row));
    let goals: Vec<Place> = (8..8 + width).map(|row| Cell::new(row, 59).into()).collect();
    let mut crowd = Crowd::new(&map).unwrap();
    let group = crowd.add_group(&map, Agent::default(), &goals).unwrap();
    for number in 0..count {
        let [row, column] = [number % rows, 29 - number / rows];
        let point = Point::middle(Cell::new(row, column));
        crowd.add(&map, group, point, UNIT / 10, radius).unwrap();
    }
    (map, crowd, group)
}

#[test]
fn a_corridor_passes_what_its_lanes_hold() {
    let mut scratch = Scratch::default();
    for (width, radius) in [(1, UNIT * 2 / 5), (3, UNIT * 2 / 5), (2, UNIT * 9 / 20)] {
        let (map, mut crowd, _) = corridor(width, radius, 500);
        let lanes = f64::from(width.cast_signed() * UNIT / (2 * radius));
        let most = lanes * f64::from(UNIT / 10) / f64::from(2 * radius);
        let (mut passed, mut overlaps) = (0, Vec::new());
        for update in 0..1_100 {
            let arrived = crowd.update(&map, &mut scratch).unwrap().arrived.clone();
            for id in arrived {
                crowd.remove(id).unwrap();
                passed += usize::from(update >= 500);
            }
            if update >= 500 && update % 50 == 0 {
                overlaps.push(overlap(&crowd, radius));
            }
        }
        let share = passed as f64 / 600.0 / most;
        assert!(share >= 0.9, "{width} {radius}: {share}");
        let mean = overlaps.iter().sum::<f64>() / overlaps.len() as f64;
        assert!(mean <= 0.02, "{width} {radius}: {mean}");
    }
}

/// A hall with two doors and a goal outside.
fn evacuation(count: u32) -> (Navigation, Crowd) {
    let map = map_of(24, 48, |row, column| column == 24 && row != 6 && row != 18);
    let mut crowd = Crowd::new(&map).unwrap();
    let goal = Cell::new(12, 36).into();
    let group = crowd.add_group(&map, Agent::default(), &[goal]).unwrap();
    for number in 0..count {
        let point = Point::middle(Cell::new(number % 24, number / 24));
        crowd.add(&map, group, point, UNIT / 10, UNIT * 2 / 5).unwrap();
    }
    (map, crowd)
}

#[test]
fn all_arrive_by_two_doors_and_come_to_rest() {
    let (map, mut crowd) = evacuation(300);
    let mut scratch = Scratch::default();
    let (mut arrived, mut updates) = (0, 0);
    // Two doors alone take 1,200 updates for 300 walkers, and the way 500.
    while arrived < 300 && updates < 2_000 {
        arrived += crowd.update(&map, &mut scratch).unwrap().arrived.len();
        updates += 1;
    }
    assert_eq!(arrived, 300, "after {updates} updates");
    for _ in 0..200 {
        crowd.update(&map, &mut scratch).unwrap();
    }
    assert!(overlap(&crowd, UNIT * 2 / 5) == 0.0);
    let at_rest: Vec<(MemberId, Point)> = crowd.walkers().collect();
    for _ in 0..20 {
        crowd.update(&map, &mut scratch).unwrap();
    }
    assert_eq!(at_rest, crowd.walkers().collect::<Vec<_>>());
    for (id, point) in at_rest {
        assert_eq!(crowd.state(id), Ok(WalkerState::Arrived));
        assert_eq!((point.x % UNIT, point.y % UNIT), (UNIT / 2, UNIT / 2));
    }
}

#[test]
fn those_in_a_full_room_find_the_way_out() {
    // A room with a door in the west; its corners in the east are farther from the goal than all cells around them.
    let map = map_of(11, 24, |row, column| {
        let is_room = (2..9).contains(&row) && (12..21).contains(&column);
        let is_inside = (3..8).contains(&row) && (13..20).contains(&column);
        is_room && !is_inside && (row, column) != (5, 12)
    });
    for radius in [UNIT / 5, UNIT * 7 / 20, UNIT / 2] {
        let mut crowd = Crowd::new(&map).unwrap();
        let goal = Cell::new(5, 14).into();
        let group = crowd.add_group(&map, Agent::default(), &[goal]).unwrap();
        let (mut rng, mut scratch) = (Seed(4).rng(), Scratch::default());
        while crowd.walkers().count() < 90 {
            // More in the room than have room there when others come in.
            let near = Cell::new(rng.below(11), 4 + rng.below(20));
            let _ = crowd.add(&map, group, Point::middle(near), UNIT / 5, radius);
        }
        for _ in 0..800 {
            crowd.update(&map, &mut scratch).unwrap();
        }
        let lost: Vec<_> = crowd
            .walkers()
            .filter(|&(id, _)| crowd.state(id) != Ok(WalkerState::Arrived))
            .collect();
        assert!(lost.is_empty(), "{radius}: {lost:?}");
        let cells: std::collections::BTreeSet<_> =
            crowd.walkers().map(|(_, at)| (at.x / UNIT, at.y / UNIT)).collect();
        assert_eq!(cells.len(), 90, "each has a cell of its own");
    }
}

#[test]
fn a_copy_goes_on_as_the_crowd_does_and_nothing_is_allocated() {
    let (map, mut crowd) = evacuation(250);
    let (mut scratch, mut other) = (Scratch::default(), Scratch::default());
    for _ in 0..300 {
        crowd.update(&map, &mut scratch).unwrap();
    }
    let mut copy = crowd.clone();
    for _ in 0..300 {
        let (mut told, mut copied) = (Vec::new(), Vec::new());
        told.extend_from_slice(&crowd.update(&map, &mut scratch).unwrap().arrived);
        copied.extend_from_slice(&copy.update(&map, &mut other).unwrap().arrived);
        assert_eq!(told, copied);
        assert!(crowd.walkers().eq(copy.walkers()));
    }

    let counted = measure(|| {
        for _ in 0..300 {
            crowd.update(&map, &mut scratch).unwrap();
        }
    });
    assert_eq!(counted.count_total, 0);
    std::thread::scope(|scope| scope.spawn(|| crowd.updates()).join()).unwrap();
}

#[test]
fn new_goals_are_ready_in_ten_updates_and_the_old_ones_serve_until_then() {
    let map = map_of(40, 40, |_, _| false);
    let mut scratch = Scratch::default();
    let mut crowd = Crowd::new(&map).unwrap();
    let group =
        crowd.add_group(&map, Agent::default(), &[Cell::new(20, 39).into()]).unwrap();
    let id = crowd
        .add(&map, group, Point::middle(Cell::new(20, 10)), UNIT / 10, 1000)
        .unwrap();
    let mut ready = 0;
    while !crowd.is_ready(group).unwrap() {
        crowd.update(&map, &mut scratch).unwrap();
        ready += 1;
    }
    assert!((2..=10).contains(&ready), "{ready}");

    crowd.set_goals(&map, group, &[Cell::new(20, 0).into()]).unwrap();
    let mut before = crowd.point(id).unwrap();
    let mut turned = 0;
    for update in 1..=10 {
        crowd.update(&map, &mut scratch).unwrap();
        let point = crowd.point(id).unwrap();
        assert_eq!((point.x - before.x).abs(), UNIT / 10);
        if point.x > before.x {
            turned = update;
        }
        before = point;
    }
    assert!((1..10).contains(&turned), "{turned}");

    // No way, and no goals.
    crowd.set_goals(&map, group, &[]).unwrap();
    crowd.update(&map, &mut scratch).unwrap();
    assert_eq!((crowd.point(id), crowd.state(id)), (Ok(before), Ok(WalkerState::Idle)));
}

#[test]
fn who_has_no_way_waits_and_goes_when_one_opens() {
    let mut map = map_of(5, 12, |_, column| column == 6);
    let mut scratch = Scratch::default();
    let mut crowd = Crowd::new(&map).unwrap();
    let group =
        crowd.add_group(&map, Agent::default(), &[Cell::new(2, 10).into()]).unwrap();
    let id = crowd
        .add(&map, group, Point::middle(Cell::new(2, 2)), UNIT / 4, UNIT / 2)
        .unwrap();
    for _ in 0..30 {
        crowd.update(&map, &mut scratch).unwrap();
    }
    assert_eq!(crowd.point(id), Ok(Point::middle(Cell::new(2, 2))));
    assert_eq!(crowd.state(id), Ok(WalkerState::Unreachable));
    map.set(Cell::new(2, 6), Terrain::FREE).unwrap();
    for _ in 0..60 {
        crowd.update(&map, &mut scratch).unwrap();
    }
    assert_eq!(crowd.state(id), Ok(WalkerState::Arrived));
    assert_eq!(crowd.point(id), Ok(Point::middle(Cell::new(2, 10))));
}

#[test]
fn what_a_flowing_crowd_cannot_do_is_an_error() {
    let map = map_of(3, 3, |row, column| (row, column) == (1, 1));
    let mut crowd = Crowd::new(&map).unwrap();
    let agent = Agent::default();
    let group = crowd.add_group(&map, agent, &[Cell::new(0, 0).into()]).unwrap();
    let outside = [Cell::new(0, 3).into()];
    assert!(crowd.add_group(&map, agent, &outside).is_err());
    assert!(crowd.add_group(&map, agent.size(3), &[]).is_err());
    let middle = Point::middle(Cell::new(0, 0));
    for (point, speed, radius) in [
        (Point { x: -1, ..middle }, 1, 1),
        (Point { floor: 1, ..middle }, 1, 1),
        (Point::middle(Cell::new(1, 1)), 1, 1),
        (Point { x: i32::MAX, y: i32::MIN, floor: 0 }, 1, 1),
        (middle, -1, 1),
        (middle, Crowd::MAX_SPEED + 1, 1),
        (middle, 1, 0),
        (middle, 1, UNIT / 2 + 1),
    ] {
        assert!(crowd.add(&map, group, point, speed, radius).is_err(), "{point:?}");
    }
    let id = crowd.add(&map, group, middle, 1, 1).unwrap();
    crowd.remove(id).unwrap();
    assert_eq!(crowd.remove(id), Err(NavigationError::Member(id)));
    assert!(crowd.point(id).is_err() && crowd.state(id).is_err());

    let other = map_of(3, 4, |_, _| false);
    assert!(crowd.update(&other, &mut Scratch::default()).is_err());
    assert!(crowd.set_goals(&other, group, &[]).is_err());
    let narrow = Steps { corners: tilewright_pathplan::Corners::Always, ..Steps::EIGHT };
    let tiles: Map = "...\n".parse().unwrap();
    let narrow = Navigation::new(&tiles, [Layer::walk(narrow)]).unwrap();
    let mut crowd = Crowd::new(&narrow).unwrap();
    assert_eq!(crowd.add_group(&narrow, agent, &[]), Err(NavigationError::Crowd));
}
