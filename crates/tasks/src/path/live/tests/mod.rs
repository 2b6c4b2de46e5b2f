//! Walkers on maps that change, beside what a person could check by eye.

mod plans;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Map, Value, json};
use tilewright_grid::{Cell, Rng, Seed};

use super::walker::{can_stand, is_open};
use super::{FrameInput, LiveFrame, LiveMap, Mode};
use crate::path::RowColumn;
use crate::{Host, TextValue};

struct QuietHost;

impl Host for QuietHost {}

/// A host whose clock goes on by 700 ns at each look.
struct ClockHost(AtomicU64);

impl Host for ClockHost {
    fn nanos(&self) -> Option<u64> {
        Some(self.0.fetch_add(700, Ordering::Relaxed))
    }
}

/// A host that stops all work.
struct StoppedHost;

impl Host for StoppedHost {
    fn look(&self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

const ROOMS: [&str; 9] = [
    "....#......#....",
    "....#.22...#....",
    "...........#....",
    "....#.22...#....",
    "....#......#....",
    "##.###.#####..##",
    "................",
    "....~~~...#.....",
    "..........#.....",
];

fn settings(more: Value) -> Map<String, Value> {
    let mut settings = json!({ "map": { "layout": ROOMS }, "walkers": 40, "seed": 5 });
    let Value::Object(more) = more else { unreachable!("it is written below") };
    settings.as_object_mut().unwrap().extend(more);
    settings.as_object().cloned().unwrap()
}

fn open(more: Value) -> LiveMap {
    LiveMap::open(settings(more), &QuietHost).map_err(|it| it.to_string()).unwrap()
}

fn frame(live: &mut LiveMap, changes: &[(u32, u32, char)], ticks: u32) -> LiveFrame {
    let input = FrameInput::new(changes.to_vec(), ticks).unwrap();
    live.frame(&input, &QuietHost).map_err(|it| it.to_string()).unwrap()
}

/// Some cells of the map, painted at random.
fn painted(rng: &mut Rng) -> Vec<(u32, u32, char)> {
    let count = rng.below(4);
    let glyphs = ['#', '#', '.', '.', '5', '~', 'T', 'W'];
    (0..count)
        .map(|_| (rng.below(9), rng.below(16), *rng.pick(&glyphs).unwrap()))
        .collect()
}

/// Every kind of settings.
fn kinds() -> Vec<Value> {
    let mut kinds = Vec::new();
    for to in [Value::Null, json!("6,14")] {
        for sizes in [json!([]), json!([1, 2, 3])] {
            for (connectivity, corners) in
                [("4", "never"), ("8", "never"), ("8", "one"), ("8", "always")]
            {
                kinds.push(
                    json!({ "to": to, "sizes": sizes, "connectivity": connectivity,
                                   "corners": corners, "danger_weight": 2 }),
                );
            }
        }
    }
    kinds
}

#[test]
fn nobody_stands_in_a_wall_or_steps_into_one() {
    for kind in kinds() {
        let mut live = open(kind.clone());
        let mut rng = Seed(9).rng();
        let may_cut = kind["corners"] != "never";
        for number in 0..300 {
            let changes = painted(&mut rng);
            frame(&mut live, &changes, 3);
            for walker in &live.walkers {
                let ends = [walker.from, walker.to];
                if live.map.nearest_start(walker.from, walker.agent) == Ok(None) {
                    continue;
                }
                let all =
                    ends.iter().all(|&cell| can_stand(&live.map, cell, walker.agent));
                assert!(all, "{kind}, frame {number}: {walker:?}");
                let is_open = may_cut || is_open(&live.map, ends, walker.agent);
                assert!(is_open, "{kind}, frame {number}: {walker:?}");
            }
        }
        assert!(live.arrivals > 0, "{kind}");
    }
}

#[test]
fn the_same_frames_give_the_same_places_with_and_without_a_clock() {
    let clock = ClockHost(AtomicU64::new(0));
    for kind in kinds() {
        let [mut one, mut other] = [(); 2].map(|()| open(kind.clone()));
        let mut rng = Seed(3).rng();
        let mut timed = 0;
        for _ in 0..100 {
            let input = FrameInput::new(painted(&mut rng), 5).unwrap();
            let plain = one.frame(&input, &QuietHost).ok().unwrap();
            let mut with_clock = other.frame(&input, &clock).ok().unwrap();
            let timing = with_clock.timing.take().unwrap();
            timed += timing.query_us.len() + usize::from(timing.repair_us.is_some());
            assert_eq!(plain, with_clock, "{kind}");
        }
        assert!(timed > 0, "{kind}");
    }
}

#[test]
fn ticks_may_be_divided_into_frames_while_nobody_waits() {
    let mut kind = settings(json!({ "to": "6,14" }));
    kind.insert("walkers".to_owned(), 20.into());
    let [mut whole, mut parts] =
        [(); 2].map(|()| LiveMap::open(kind.clone(), &QuietHost).ok().unwrap());
    let ends = frame(&mut whole, &[], 60);
    (0..59).for_each(|_| drop(frame(&mut parts, &[], 1)));
    assert_eq!(frame(&mut parts, &[], 1).places, ends.places);
}

#[test]
fn who_is_painted_upon_moves_to_the_nearest_cell() {
    let mut live = open(json!({ "walkers": 1 }));
    let cell = live.walkers[0].from;
    let moved = frame(&mut live, &[(cell.row, cell.column, '#')], 0);
    assert_eq!(moved.moved, [0]);
    let [row, column] = moved.places[0];
    let apart =
        (row - f64::from(cell.row)).abs().max((column - f64::from(cell.column)).abs());
    assert!((apart - 1.0).abs() < 1e-9, "{apart}");

    // Walls everywhere: it stays, and is stranded until there is a cell to stand in.
    let everywhere = |glyph| {
        (0..9).flat_map(move |row| (0..16).map(move |column| (row, column, glyph)))
    };
    let all: Vec<_> = everywhere('#').collect();
    let walled = frame(&mut live, &all, 5);
    assert_eq!((walled.stranded, walled.planned), (vec![0], 0));
    assert_eq!(frame(&mut live, &[(0, 0, '.')], 0).places, [[0.0, 0.0]]);
    let all: Vec<_> = everywhere('.').collect();
    frame(&mut live, &all, 0);
    let goal = live.walkers[0].goal;
    for _ in 0..30 {
        frame(&mut live, &[], 20);
    }
    assert!(live.arrivals > 0, "it never came to {goal}");
}

#[test]
fn who_follows_the_field_arrives_and_begins_elsewhere() {
    let mut live = open(json!({ "to": "6,14", "sizes": [1, 2] }));
    let mut arrived = 0;
    for _ in 0..60 {
        arrived = frame(&mut live, &[], 10).arrivals;
    }
    assert!(arrived > 40, "{arrived}");
    // The goal moves, and a wall is repaired around.
    let input = FrameInput {
        to: Some(TextValue(RowColumn(Cell::new(0, 0)))),
        ..FrameInput::default()
    };
    assert!(live.frame(&input, &QuietHost).ok().unwrap().repaired > 0);
    let Mode::Follow(follow) = &live.mode else { unreachable!("it has a goal") };
    assert!(follow.has_way(Cell::new(8, 15), live.walkers[0].agent));
    assert!(frame(&mut live, &[(2, 4, '#')], 0).repaired > 0);
    assert_eq!(frame(&mut live, &[], 0).repaired, 0);
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut live = open(json!({}));
    for wrong in [(9, 0, '#'), (0, 16, '#'), (0, 0, '?')] {
        let input = FrameInput::new(vec![(0, 0, '#'), wrong], 5).unwrap();
        assert!(live.frame(&input, &QuietHost).is_err());
        assert!(can_stand(&live.map, Cell::new(0, 0), live.walkers[0].agent));
    }
    assert!(FrameInput::new(Vec::new(), 241).is_err());
    let refused = |more| {
        let refusal = LiveMap::open(settings(more), &QuietHost).err().unwrap();
        format!("{:#}", refusal.error)
    };
    for (more, why) in [
        (json!({ "walkers": 1001 }), "from 1 to 1000"),
        (json!({ "corners": "one", "connectivity": "4" }), "`corners`"),
        (json!({ "to": "90,90" }), "outside the map"),
        (json!({ "map": { "layout": ["##", "##"] } }), "stand nowhere"),
        (json!({ "map": { "layout": vec![".".repeat(2048); 1024] } }), "2097152 cells"),
    ] {
        let said = refused(more);
        assert!(said.contains(why), "{said}");
    }
}
