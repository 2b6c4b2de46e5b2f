//! Who plans a route in a frame, and who does not.

use std::sync::atomic::AtomicU64;

use serde_json::json;
use tilewright_grid::Cell;

use super::{ClockHost, FrameInput, StoppedHost, frame, open};

#[test]
fn only_those_whom_a_change_concerns_plan_again() {
    let mut live = open(json!({ "walkers": 60 }));
    for _ in 0..4 {
        frame(&mut live, &[], 0);
    }
    let wall = Cell::new(6, 8);
    let concerned: Vec<usize> = (0..60)
        .filter(|&number| {
            let walker = &live.walkers[number];
            walker.from == wall || walker.steps_ahead().any(|step| !is_beside(step, wall))
        })
        .collect();
    let again = frame(&mut live, &[(6, 8, '#')], 0).again;
    let later = frame(&mut live, &[], 0).again;
    let mut all = [again, later].concat();
    all.sort_unstable();
    assert!(!concerned.is_empty() && concerned.len() < 60);
    assert_eq!(all, concerned);
    assert_eq!(frame(&mut live, &[], 0).again, [0; 0]);
}

/// Whether a step is legal beside a cell that becomes a wall.
fn is_beside([from, to]: [Cell; 2], wall: Cell) -> bool {
    let (rows, columns) = ([from.row, to.row], [from.column, to.column]);
    !(rows.contains(&wall.row) && columns.contains(&wall.column))
}

#[test]
fn a_goal_that_is_cut_off_is_waited_for_without_a_search() {
    let mut live = open(json!({ "walkers": 30, "connectivity": "4" }));
    for _ in 0..3 {
        frame(&mut live, &[], 0);
    }
    // The doors of the two rooms above are shut.
    let shut = [(5, 2, '#'), (5, 6, '#'), (5, 12, '#'), (5, 13, '#')];
    let first = frame(&mut live, &shut, 8);
    assert!(!first.stranded.is_empty());
    let clock = ClockHost(AtomicU64::new(0));
    for _ in 0..20 {
        let quiet = live.frame(&FrameInput::default(), &clock).ok().unwrap();
        assert_eq!(quiet.timing.unwrap().query_us, [0.0; 0]);
        assert_eq!(quiet.stranded, first.stranded);
    }
    let open = frame(&mut live, &[(5, 2, '.'), (5, 6, '.'), (5, 12, '.')], 0);
    assert!(open.stranded.is_empty());
    assert!(first.stranded.iter().all(|number| open.again.contains(number)));
}

#[test]
fn a_frame_searches_for_a_limited_number_of_walkers_and_the_others_have_their_turn() {
    let mut live = open(json!({ "walkers": 100 }));
    let counts: Vec<_> = (0..4)
        .map(|_| {
            let seen = frame(&mut live, &[], 0);
            (seen.planned, seen.waiting)
        })
        .collect();
    assert_eq!(counts, [(32, 68), (32, 36), (32, 4), (4, 0)]);
    let stopped =
        open(json!({ "walkers": 100 })).frame(&FrameInput::default(), &StoppedHost);
    assert_eq!(stopped.ok().unwrap().planned, 0);
}
