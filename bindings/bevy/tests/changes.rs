//! Maps that change under walkers.

use bevy_ecs::message::Messages;
use bevy_tilewright::{Blocked, Cause, NavigationMap, TileError, WalkOptions};
use tilewright::navigation::{NavigationError, Terrain};

use crate::yard::{
    ahead, app, arrivals, blocked, budget, change, navigation, next, place, position,
    send, update,
};

const HALL: &str = ".......\n.......\n.......\n";

#[test]
fn a_walker_goes_around_a_wall_that_appears() {
    let mut app = app(HALL);
    let walker = send(&mut app, place(0, 0), place(0, 6));
    update(&mut app, 2);
    change(&mut app, &[place(0, 4), place(1, 4)], Terrain::WALL);
    let mut seen = Vec::new();
    for _ in 0..12 {
        app.update();
        seen.push(position(&app, walker));
    }
    assert!(seen.contains(&place(2, 4)) && !seen.contains(&place(1, 4)), "{seen:?}");
    assert_eq!(arrivals(&app), [walker]);
}

#[test]
fn a_walker_without_a_way_is_blocked_until_there_is_one() {
    let mut app = app(HALL);
    let walker = send(&mut app, place(1, 0), place(1, 6));
    let wall = [0, 1, 2].map(|row| place(row, 3));
    update(&mut app, 2);
    change(&mut app, &wall, Terrain::WALL);
    update(&mut app, 3);
    assert_eq!(blocked(&app, walker), Some(Blocked { why: Cause::NoWay }));
    assert_eq!((position(&app, walker), next(&app, walker)), (place(1, 2), None));

    // Another change is none of its concern.
    change(&mut app, &[place(0, 6)], Terrain::WALL);
    update(&mut app, 2);
    assert!(blocked(&app, walker).is_some());

    change(&mut app, &wall[2..], Terrain::FREE);
    app.update();
    assert_eq!(blocked(&app, walker), None);
    update(&mut app, 8);
    assert_eq!(arrivals(&app), [walker]);
}

#[test]
fn a_shorter_way_is_taken() {
    let mut app = app(".......\n######.\n.......\n");
    let walker = send(&mut app, place(0, 0), place(2, 0));
    update(&mut app, 2);
    let before = ahead(&app, walker);
    app.world_mut()
        .resource_mut::<NavigationMap>()
        .change()
        .set(place(1, 2), Terrain::FREE)
        .unwrap();
    app.update();
    assert!(ahead(&app, walker) + 5 < before);
    update(&mut app, 4);
    assert_eq!(arrivals(&app), [walker]);
}

#[test]
fn a_walker_that_goes_to_the_nearest_cell_goes_on_when_a_way_opens() {
    let mut app = app(".....#.\n.....#.\n");
    let walker = send(&mut app, place(0, 0), place(0, 6));
    let options = WalkOptions { or_nearest: true, ..WalkOptions::default() };
    app.world_mut().entity_mut(walker).insert(options);
    update(&mut app, 2);
    change(&mut app, &[place(1, 5)], Terrain::FREE);
    update(&mut app, 6);
    assert_eq!((position(&app, walker), arrivals(&app)), (place(0, 6), &[walker][..]));
}

#[test]
fn a_walker_on_whom_a_wall_is_built_steps_out_of_it() {
    let mut app = app(HALL);
    let walker = send(&mut app, place(0, 0), place(0, 6));
    update(&mut app, 2);
    change(&mut app, &[place(0, 2)], Terrain::WALL);
    update(&mut app, 8);
    assert_eq!(arrivals(&app), [walker]);
}

#[test]
fn changes_in_every_update_starve_nobody() {
    let mut app = app(HALL);
    budget(&mut app, 1);
    let walkers: Vec<_> =
        (0..3).map(|row| send(&mut app, place(row, 0), place(1, 6))).collect();
    let wall = [0, 1, 2].map(|row| place(row, 3));
    for number in 0..200 {
        let terrain = if number % 2 == 0 { Terrain::WALL } else { Terrain::FREE };
        change(&mut app, &wall, terrain);
        app.update();
    }
    // The last change has opened all: nobody waits for what was asked before.
    update(&mut app, 100);
    assert_eq!(arrivals(&app).len(), walkers.len());
}

#[test]
fn a_change_outside_the_map_is_refused_in_a_message() {
    let mut app = app(HALL);
    change(&mut app, &[place(9, 9), place(0, 3)], Terrain::WALL);
    app.update();
    let errors: Vec<_> =
        app.world_mut().resource_mut::<Messages<TileError>>().drain().collect();
    assert_eq!(errors, [TileError(NavigationError::Outside { place: place(9, 9) })]);
    // The others are applied.
    let map = app.world().resource::<NavigationMap>();
    assert_eq!(map.terrain(place(0, 3)), Some(Terrain::WALL));
}

#[test]
fn on_another_map_all_plan_again() {
    let mut app = app(HALL);
    let walkers = [
        send(&mut app, place(0, 0), place(0, 6)),
        send(&mut app, place(2, 0), place(2, 6)),
    ];
    update(&mut app, 2);
    // Smaller, and with as many changes as the one before.
    app.insert_resource(NavigationMap::new(navigation(".....\n.....\n...##\n...#.\n")));
    update(&mut app, 2);
    for (walker, row) in walkers.into_iter().zip([0, 2]) {
        let why = Cause::Refused(NavigationError::Outside { place: place(row, 6) });
        assert_eq!(blocked(&app, walker), Some(Blocked { why }));
    }
    app.insert_resource(NavigationMap::new(navigation(HALL)));
    update(&mut app, 8);
    assert_eq!(arrivals(&app).len(), 2);
}

#[test]
fn without_a_map_nothing_happens() {
    let mut app = app(HALL);
    app.world_mut().remove_resource::<NavigationMap>();
    let walker = send(&mut app, place(0, 0), place(0, 1));
    update(&mut app, 3);
    assert_eq!(next(&app, walker), None);
    app.insert_resource(NavigationMap::new(navigation(HALL)));
    update(&mut app, 2);
    assert_eq!(arrivals(&app), [walker]);
}
