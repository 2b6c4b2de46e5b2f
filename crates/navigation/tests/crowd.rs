//! Crowds: nobody collides, and every step is that of a plain program of the same rules.

use std::collections::BTreeMap;

use allocation_counter::measure;
use tilewright_grid::{Cell, Rng, Seed};
use tilewright_navigation::crowd::{MemberId, Pibt, SavedPibt, WalkerState};
use tilewright_navigation::{Agent, Layer, Navigation, Place, Terrain};
use tilewright_pathplan::{Map, Steps};

use crate::twins::Twins;

#[test]
fn every_step_is_that_of_the_rules() {
    // Where turns take time, with memory for the times to all goals.
    for goals in [None, Some(1_000)] {
        let mut steps = 0;
        for number in 0..150 {
            let mut rng = Seed(number).rng();
            let mut twins = Twins::new(&mut rng, goals);
            for _ in 0..60 {
                for _ in 0..rng.below(6) {
                    twins.change(&mut rng);
                }
                steps += twins.step();
            }
        }
        assert!(steps > 30_000, "{goals:?} {steps}");
    }
}

#[test]
fn nobody_collides_while_walls_come_and_go() {
    // The cells that all walkers have gone, those who were displaced, and those who arrived.
    for (goals, least) in
        [(None, [1_000_000, 200, 2_000]), (Some(5), [1_000_000, 200, 1_000])]
    {
        let mut found = [0; 3];
        for number in 0..150 {
            let mut rng = Seed(number).rng();
            let mut twins = Twins::new(&mut rng, goals);
            // Distances are found late, so that many are wrong.
            twins.crowd.set_budget(1);
            for _ in 0..300 {
                let (cell, goal) = (twins.cell(&mut rng), twins.cell(&mut rng));
                let _ = twins.crowd.add(cell, Some(goal.into()));
                let cell = twins.cell(&mut rng);
                let wall = if rng.below(3) == 0 { Terrain::WALL } else { Terrain::FREE };
                twins.map.set(cell, wall).unwrap();
                let counts = step_without_collision(&mut twins, &mut rng);
                found = [0, 1, 2].map(|at| found[at] + counts[at]);
            }
        }
        assert!((0..3).all(|at| found[at] > least[at]), "{goals:?} {found:?}");
    }
}

/// Lets a crowd take a step, in which no two come to a cell or change places and nobody jumps; who turns stays, others go ahead. Gives
/// those who arrive new goals; returns how many walkers there are, how many were displaced, how many have arrived.
fn step_without_collision(twins: &mut Twins, rng: &mut Rng) -> [usize; 3] {
    let places = |crowd: &Pibt| -> BTreeMap<MemberId, Place> {
        crowd.walkers().map(|id| (id, crowd.place(id).unwrap())).collect()
    };
    let before = places(&twins.crowd);
    let step = twins.crowd.step(&twins.map).unwrap();
    let put: BTreeMap<_, _> =
        step.displaced.iter().map(|it| (it.walker, it.to)).collect();
    let counts = [step.displaced.len(), step.arrived.len()];
    let moves = step.moves.clone();
    for turn in &step.turns {
        assert!(moves.iter().all(|it| it.walker != turn.walker), "a move and a turn");
    }
    for id in step.arrived.clone() {
        let goal = twins.cell(rng);
        twins.crowd.set_goal(id, Some(goal.into())).unwrap();
    }

    let after = places(&twins.crowd);
    let cells: BTreeMap<Place, MemberId> =
        after.iter().map(|(&id, &place)| (place, id)).collect();
    assert_eq!(cells.len(), after.len(), "two in a cell");
    for (id, &place) in &after {
        assert_eq!(twins.map.terrain(place), Some(Terrain::FREE));
        let from = put.get(id).copied().unwrap_or(before[id]);
        let [down, right] = [
            place.cell.row.cast_signed() - from.cell.row.cast_signed(),
            place.cell.column.cast_signed() - from.cell.column.cast_signed(),
        ];
        let offset = (down, right);
        assert!(down.abs() + right.abs() <= 1, "a jump");
        if let Ok(heading) = twins.crowd.heading(*id) {
            assert!(offset == (0, 0) || offset == heading.offset(), "a step aside");
        }
        if let Some(other) = cells.get(&from).filter(|&other| other != id) {
            let came = put.get(other).copied().unwrap_or(before[other]);
            assert_ne!(came, place, "two change places");
        }
    }
    [after.len(), counts[0], counts[1]]
}

#[test]
fn steps_take_no_memory() {
    let tiles: Map = "..........\n.####.###.\n..........\n".repeat(4).parse().unwrap();
    let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap();
    // With turns, also where there is no memory for all times.
    for memory in [None, Some(usize::MAX), Some(500)] {
        let make = if memory.is_some() { Pibt::with_turns } else { Pibt::new };
        let mut crowd = make(&map, Agent::default(), Seed(1)).unwrap();
        crowd.set_memory(memory.unwrap_or(Pibt::MEMORY));
        let mut rng = Seed(2).rng();
        for column in 0..10 {
            crowd.add(Cell::new(0, column), Some(Cell::new(11, column).into())).unwrap();
        }
        let mut walk = |steps: u32| {
            for _ in 0..steps {
                crowd.step(&map).unwrap();
                // A goal that somebody had before: its distances are kept.
                let id = crowd.walkers().nth(rng.below(10) as usize).unwrap();
                let goal = Cell::new(11, rng.below(10));
                crowd.set_goal(id, Some(goal.into())).unwrap();
            }
        };
        walk(2000);
        assert_eq!(measure(|| walk(2000)).count_total, 0, "{memory:?}");
    }
}

#[test]
fn what_a_crowd_cannot_do_is_an_error() {
    let tiles: Map = "...\n.#.\n".parse().unwrap();
    let wide = Layer::walk(Steps::EIGHT).sizes([2]);
    let map = Navigation::new(&tiles, [wide]).unwrap();
    assert!(Pibt::new(&map, Agent::default().size(2), Seed(0)).is_err());

    let mut crowd = Pibt::new(&map, Agent::default(), Seed(0)).unwrap();
    let id = crowd.add(Cell::new(0, 0), None).unwrap();
    for taken in [Cell::new(0, 0), Cell::new(1, 1), Cell::new(2, 0)] {
        assert!(crowd.add(taken, None).is_err(), "{taken:?}");
    }
    assert!(crowd.add(Cell::new(0, 2), Some(Cell::new(0, 3).into())).is_err());
    assert_eq!(crowd.state(id), Ok(WalkerState::Idle));
    crowd.set_goal(id, Some(Cell::new(1, 1).into())).unwrap();
    crowd.step(&map).unwrap();
    assert_eq!(crowd.state(id), Ok(WalkerState::Unreachable));

    let other: Map = "...\n".parse().unwrap();
    let other = Navigation::new(&other, [Layer::walk(Steps::FOUR)]).unwrap();
    assert!(crowd.step(&other).is_err());
    crowd.remove(id).unwrap();
    assert!(crowd.remove(id).is_err() && crowd.set_goal(id, None).is_err());
}

#[test]
fn a_loaded_crowd_goes_on_with_the_same_steps() {
    for number in 0..80 {
        let mut rng = Seed(number).rng();
        let goals = (number % 2 == 1).then_some(1_000);
        let mut twins = Twins::new(&mut rng, goals);
        for step in 0..60 {
            for _ in 0..rng.below(6) {
                twins.change(&mut rng);
            }
            twins.step();
            if step % 10 == 9 {
                let saved = serde_json::to_string(&twins.crowd.save()).unwrap();
                let saved: SavedPibt = serde_json::from_str(&saved).unwrap();
                twins.crowd = Pibt::load(&twins.map, &saved).unwrap();
                let again = twins.crowd.save();
                assert_eq!(
                    serde_json::to_value(&again).unwrap(),
                    serde_json::to_value(&saved).unwrap()
                );
            }
        }
    }
}

#[test]
fn damaged_saved_crowds_are_refused() {
    let tiles: Map = "....\n".parse().unwrap();
    let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap();
    let mut crowd = Pibt::new(&map, Agent::default(), Seed(0)).unwrap();
    for column in 0..2 {
        crowd.add(Cell::new(0, column), Some(Cell::new(0, 3).into())).unwrap();
    }
    crowd.step(&map).unwrap();
    let saved = serde_json::to_string(&crowd.save()).unwrap();
    let load = |text: &str| {
        let saved: SavedPibt = serde_json::from_str(text).map_err(|it| it.to_string())?;
        Pibt::load(&map, &saved).map_err(|it| it.to_string())
    };
    assert!(load(&saved).is_ok(), "{saved}");
    for (from, to) in [
        ("\"order\":[0,1]", "\"order\":[0,0]"),
        ("\"order\":[0,1]", "\"order\":[0]"),
        ("\"order\":[0,1]", "\"order\":[0,7]"),
        ("\"cell\":[0,1]", "\"cell\":[0,9]"),
        ("\"cell\":[0,1]", "\"cell\":[0,2]"),
        ("\"size\":1", "\"size\":2"),
        ("\"north\"", "\"up\""),
    ] {
        let damaged = saved.replacen(from, to, 1);
        assert_ne!(damaged, saved, "{saved}");
        assert!(load(&damaged).is_err(), "{damaged}");
    }
}
