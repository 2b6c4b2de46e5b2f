//! Crowds whose walkers take time to turn.

use tilewright_grid::{Cell, Heading, Seed};
use tilewright_navigation::crowd::{Pibt, Turn};
use tilewright_navigation::{Agent, Layer, Navigation, NavigationError};
use tilewright_pathplan::{Map, Steps};

use crate::twins::Twins;

/// A crowd without walkers on a map.
fn crowd(text: &str) -> (Navigation, Pibt) {
    let tiles: Map = text.parse().unwrap();
    let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap();
    let crowd = Pibt::with_turns(&map, Agent::default(), Seed(1)).unwrap();
    (map, crowd)
}

#[test]
fn a_walker_alone_takes_the_least_time() {
    let mut walks = 0;
    for number in 0..400 {
        let mut rng = Seed(number).rng();
        let mut twins = Twins::new(&mut rng, Some(1));
        let (start, goal) = (twins.cell(&mut rng), twins.cell(&mut rng));
        let times = twins.plain.times(goal);
        let Ok(id) = twins.crowd.add(start, Some(goal.into())) else { continue };
        let heading = rng.below(4) as usize;
        twins.crowd.set_heading(id, Heading::ALL[heading]).unwrap();
        let Some(&time) = times.get(&(start, heading)) else { continue };
        for _ in 0..time {
            assert_ne!(twins.crowd.place(id), Ok(goal.into()));
            twins.crowd.step(&twins.map).unwrap();
        }
        assert_eq!(twins.crowd.place(id), Ok(goal.into()), "world {number}");
        walks += 1;
    }
    assert!(walks > 200, "{walks}");
}

#[test]
fn half_turns_go_right_and_walkers_wait_for_those_who_turn() {
    let (map, mut crowd) = crowd("....\n");
    let [first, second] = [2, 1].map(|column| {
        let id = crowd.add(Cell::new(0, column), Some(Cell::new(0, 3).into())).unwrap();
        assert_eq!(crowd.heading(id), Ok(Heading::North));
        id
    });
    crowd.set_heading(first, Heading::West).unwrap();
    crowd.set_heading(second, Heading::East).unwrap();
    for to in [Heading::North, Heading::East] {
        let step = crowd.step(&map).unwrap();
        assert_eq!(step.turns, [Turn { walker: first, to }]);
        assert!(step.moves.is_empty());
    }
    let step = crowd.step(&map).unwrap();
    assert_eq!((step.turns.len(), step.moves.len()), (0, 2));
}

#[test]
fn who_faces_the_next_in_a_ring_goes_round() {
    let (map, mut crowd) = crowd("..\n..\n");
    let ring =
        [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(row, column)| Cell::new(row, column));
    let headings = [Heading::East, Heading::South, Heading::West, Heading::North];
    for at in 0..4 {
        let id = crowd.add(ring[at], Some(ring[(at + 1) % 4].into())).unwrap();
        crowd.set_heading(id, headings[at]).unwrap();
    }
    let step = crowd.step(&map).unwrap();
    assert_eq!((step.moves.len(), step.arrived.len()), (4, 4));
}

#[test]
fn goals_without_memory_take_turns_as_the_rules_say() {
    let (mut steps, mut ended) = (0, 0);
    for number in 0..12 {
        let mut rng = Seed(number).rng();
        let goals = 1 + number as usize % 4;
        let mut twins = Twins::new(&mut rng, Some(goals));
        let overhead = twins.crowd.memory();
        for _ in 0..700 {
            if rng.below(8) == 0 {
                twins.change(&mut rng);
            }
            // Who has come to its goal goes on to another one.
            let there = |at: &u32| {
                let walker = &twins.plain.walkers[at];
                walker.goal == Some(walker.cell)
            };
            let arrived = twins.plain.walkers.keys().copied().find(there);
            if let Some(number) = arrived {
                let goal = twins.cell(&mut rng);
                twins.set_goal(number, Some(goal));
            }
            steps += twins.step();

            // A cell has a byte a goal; each goal that somebody has or that is kept has less than 128 bytes, and the queue grows with the map.
            let bytes = twins.bytes();
            let most = overhead + goals * bytes + (twins.ids.len() + goals) * 128;
            let queue = 4 * (4 * bytes).next_power_of_two();
            assert!(twins.crowd.memory() <= most + queue);
        }
        ended += twins.plain.rooms.unwrap().ended;
    }
    assert!(steps > 50_000 && ended > 10, "{steps} {ended}");
}

#[test]
fn less_memory_is_given_back_at_once() {
    let (map, mut crowd) = crowd(&"..........\n".repeat(10));
    for column in 0..10 {
        crowd.add(Cell::new(0, column), Some(Cell::new(9, column).into())).unwrap();
    }
    crowd.set_budget(u64::MAX);
    crowd.step(&map).unwrap();
    let before = crowd.memory();
    // The border of the map takes some too.
    let bytes = 12 * 11 + 1;
    crowd.set_memory(3 * bytes);
    crowd.step(&map).unwrap();
    assert_eq!(before - crowd.memory(), 7 * bytes);
}

#[test]
fn headings_of_crowds_without_turns_are_an_error() {
    let (map, _) = crowd("...\n");
    let mut crowd = Pibt::new(&map, Agent::default(), Seed(1)).unwrap();
    let id = crowd.add(Cell::new(0, 0), None).unwrap();
    assert_eq!(crowd.heading(id), Err(NavigationError::Turns));
    assert_eq!(crowd.set_heading(id, Heading::East), Err(NavigationError::Turns));
    let mut turning = Pibt::with_turns(&map, Agent::default(), Seed(1)).unwrap();
    let id = turning.add(Cell::new(0, 0), None).unwrap();
    turning.remove(id).unwrap();
    assert_eq!(turning.heading(id), Err(NavigationError::Member(id)));
}
