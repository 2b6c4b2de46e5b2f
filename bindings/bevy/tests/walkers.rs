//! Walkers that walk, are sent elsewhere, and are gone.

use std::fmt::Write as _;

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_tilewright::{
    Arrival, Blocked, Cause, NextStep, Pace, TilePosition, Walk, WalkOptions, WalkPlan,
};
use bevy_transform::components::Transform;
use tilewright::navigation::{Agent, LayerId, NavigationError};

use crate::yard::{
    ahead, app, arrivals, blocked, budget, next, place, position, send, update,
};

const HALL: &str = "......\n......\n......\n";

#[test]
fn a_walker_walks_to_its_goal() {
    let mut app = app(HALL);
    let walker = send(&mut app, place(0, 0), place(0, 5));
    app.update();
    assert_eq!((position(&app, walker), ahead(&app, walker)), (place(0, 1), 5));
    assert_eq!(next(&app, walker), Some(place(0, 1)));

    update(&mut app, 4);
    assert_eq!((position(&app, walker), arrivals(&app).len()), (place(0, 5), 0));
    app.update();
    assert_eq!(arrivals(&app), [walker]);
    let walker = app.world().entity(walker);
    assert!(!walker.contains::<Walk>() && !walker.contains::<NextStep>());
    assert!(!walker.contains::<WalkPlan>());
}

#[test]
fn a_walker_at_its_goal_arrives_at_once() {
    let mut app = app(HALL);
    let walker = send(&mut app, place(1, 1), place(1, 1));
    app.update();
    assert_eq!(arrivals(&app), [walker]);
}

#[test]
fn a_walker_without_its_options_is_the_usual_one_again() {
    let mut app = app("......\n###.##\n......\n");
    let walker = send(&mut app, place(0, 0), place(2, 5));
    let large = WalkOptions { agent: Agent::default().size(2), ..WalkOptions::default() };
    app.world_mut().entity_mut(walker).insert(large);
    update(&mut app, 3);
    assert!(blocked(&app, walker).is_some());
    app.world_mut().entity_mut(walker).remove::<WalkOptions>();
    update(&mut app, 12);
    assert_eq!(position(&app, walker), place(2, 5));
}

#[test]
fn a_game_may_move_walkers_itself() {
    let mut app = app(HALL);
    let walker = (TilePosition(place(0, 0)), Walk { to: place(0, 2) });
    let walker = app.world_mut().spawn(walker).id();
    // It waits for the game.
    update(&mut app, 3);
    assert_eq!(next(&app, walker), Some(place(0, 1)));
    app.world_mut().get_mut::<TilePosition>(walker).unwrap().0 = place(0, 1);
    app.update();
    assert_eq!(next(&app, walker), Some(place(0, 2)));

    // Somebody has put it elsewhere: it walks on from there.
    app.world_mut().get_mut::<TilePosition>(walker).unwrap().0 = place(2, 5);
    update(&mut app, 2);
    assert_eq!(next(&app, walker).map(|next| next.cell.column), Some(4));
}

#[test]
fn another_goal_is_walked_to_from_where_the_walker_is() {
    let mut app = app(HALL);
    let walker = send(&mut app, place(0, 0), place(0, 5));
    update(&mut app, 2);
    app.world_mut().entity_mut(walker).insert(Walk { to: place(2, 2) });
    update(&mut app, 3);
    assert_eq!(position(&app, walker), place(2, 2));
    assert_eq!(arrivals(&app), [walker]);
}

#[test]
fn who_is_sent_on_at_its_arrival_walks_on() {
    let mut app = app(HALL);
    app.add_observer(|arrival: On<Arrival>, mut commands: Commands| {
        commands.entity(arrival.entity).insert(Walk { to: place(2, 0) });
    });
    let walker = send(&mut app, place(0, 0), place(0, 2));
    update(&mut app, 3);
    assert_eq!(arrivals(&app), [walker]);
    update(&mut app, 2);
    assert_eq!(position(&app, walker), place(2, 0));
}

#[test]
fn a_walker_may_take_several_steps_at_once() {
    let mut app = app(HALL);
    let walker = (TilePosition(place(0, 0)), Walk { to: place(0, 5) });
    let walker = app.world_mut().spawn(walker).id();
    app.update();
    budget(&mut app, 0);
    app.world_mut().get_mut::<TilePosition>(walker).unwrap().0 = place(0, 3);
    app.update();
    assert_eq!((next(&app, walker), ahead(&app, walker)), (Some(place(0, 4)), 2));
}

#[test]
fn a_walker_whose_walk_is_removed_stops() {
    let mut app = app(HALL);
    let walker = send(&mut app, place(0, 0), place(0, 5));
    update(&mut app, 2);
    app.world_mut().entity_mut(walker).remove::<Walk>();
    update(&mut app, 2);
    assert_eq!((position(&app, walker), next(&app, walker)), (place(0, 2), None));
    assert!(arrivals(&app).is_empty());
}

#[test]
fn a_position_that_comes_later_is_enough() {
    let mut app = app(HALL);
    let walker = app.world_mut().spawn(Walk { to: place(0, 2) }).id();
    app.update();
    app.world_mut().entity_mut(walker).insert(TilePosition(place(0, 0)));
    app.update();
    assert_eq!(next(&app, walker), Some(place(0, 1)));
}

#[test]
fn a_request_that_cannot_be_meant_is_blocked_with_its_error() {
    let mut app = app(HALL);
    let far = place(9, 9);
    let goal = send(&mut app, place(0, 0), far);
    let start = send(&mut app, far, place(0, 0));
    let giant = send(&mut app, place(0, 0), place(0, 5));
    let layer = LayerId(0);
    let options = WalkOptions { agent: Agent::on(layer).size(5), ..Default::default() };
    app.world_mut().entity_mut(giant).insert(options);
    app.update();

    let outside = NavigationError::Outside { place: far };
    let size = NavigationError::Size { layer, size: 5 };
    for (walker, error) in [(goal, outside), (start, outside), (giant, size)] {
        let why = Cause::Refused(error);
        assert_eq!(blocked(&app, walker), Some(Blocked { why }));
        assert_eq!(next(&app, walker), None);
    }

    // Another request is served.
    app.world_mut().entity_mut(goal).insert(Walk { to: place(0, 1) });
    update(&mut app, 2);
    assert_eq!((blocked(&app, goal), arrivals(&app)), (None, &[goal][..]));
}

#[test]
fn large_walkers_go_where_they_fit() {
    let mut app = app(".....\n.###.\n.....\n.....\n");
    let walker = send(&mut app, place(2, 0), place(2, 3));
    let options = WalkOptions { agent: Agent::default().size(2), ..Default::default() };
    app.world_mut().entity_mut(walker).insert(options);
    update(&mut app, 4);
    assert_eq!(arrivals(&app), [walker]);
    app.world_mut().entity_mut(walker).insert(Walk { to: place(0, 0) });
    app.update();
    assert_eq!(blocked(&app, walker), Some(Blocked { why: Cause::NoWay }));
}

#[test]
fn a_walker_may_go_to_the_nearest_cell() {
    let mut app = app("...#.\n...#.\n");
    let walker = send(&mut app, place(0, 0), place(0, 4));
    let options = WalkOptions { or_nearest: true, ..Default::default() };
    app.world_mut().entity_mut(walker).insert(options);
    update(&mut app, 3);
    assert_eq!((position(&app, walker), arrivals(&app)), (place(0, 2), &[walker][..]));
}

#[test]
fn a_transform_glides_from_tile_to_tile() {
    let mut app = app(HALL);
    let walker = send(&mut app, place(0, 0), place(0, 1));
    let begin = Transform::from_xyz(5.0, -5.0, 0.0);
    app.world_mut().entity_mut(walker).insert((Pace::new(4), begin));
    let mut columns = Vec::new();
    for _ in 0..4 {
        app.update();
        columns.push(app.world().get::<Transform>(walker).unwrap().translation.x);
    }
    assert_eq!(columns, [7.5, 10.0, 12.5, 15.0]);
    assert_eq!(position(&app, walker), place(0, 1));
}

#[test]
fn searches_go_on_in_the_next_update() {
    let mut app = app(&("................................\n".repeat(32)));
    budget(&mut app, 10);
    let walkers = [
        send(&mut app, place(0, 0), place(31, 30)),
        send(&mut app, place(31, 0), place(0, 30)),
    ];
    let mut begun = [0; 2];
    for number in 1..100 {
        app.update();
        for (walker, begun) in walkers.into_iter().zip(&mut begun) {
            if *begun == 0 && next(&app, walker).is_some() {
                *begun = number;
            }
        }
    }
    // One after the other, each over several updates.
    assert!(begun[0] > 2 && begun[1] > begun[0] + 1, "{begun:?}");
    assert_eq!(arrivals(&app), walkers);
}

#[test]
fn another_goal_ends_the_search_for_the_one_before() {
    let mut app = app(&("................................\n".repeat(32)));
    budget(&mut app, 10);
    let walker = send(&mut app, place(0, 0), place(31, 30));
    update(&mut app, 2);
    app.world_mut().entity_mut(walker).insert(Walk { to: place(0, 3) });
    update(&mut app, 100);
    assert_eq!((position(&app, walker), arrivals(&app)), (place(0, 3), &[walker][..]));
}

#[test]
fn requests_of_an_update_are_served_in_the_order_of_entities() {
    let mut app = app(HALL);
    budget(&mut app, 1);
    // Of different components, which Bevy keeps in different tables.
    let walkers = [0, 1, 2, 3].map(|number| {
        let walker = send(&mut app, place(0, 0), place(0, 2));
        if number % 2 == 1 {
            app.world_mut().entity_mut(walker).remove::<Transform>();
        }
        walker
    });
    let mut served = Vec::new();
    for _ in 0..20 {
        app.update();
        let has_step =
            |walker: &Entity| app.world().entity(*walker).contains::<NextStep>();
        let new = walkers.into_iter().filter(has_step);
        let new: Vec<_> = new.filter(|walker| !served.contains(walker)).collect();
        served.extend(new);
    }
    assert_eq!(served, walkers);
}

/// Three hundred walkers on a map with walls, some of whom are removed on their way.
fn crowded() -> (App, Vec<Entity>) {
    let lines = (0..40).map(|row| match row % 4 {
        3 if row % 8 == 3 => "#######################################.\n",
        3 => ".#######################################\n",
        _ => "........................................\n",
    });
    let mut app = app(&lines.collect::<String>());
    budget(&mut app, 20_000);
    let walkers = (0..300).map(|number| {
        let (from, to) = (place(number % 3, number % 40), place(36 + number % 3, 20));
        send(&mut app, from, to)
    });
    let walkers = walkers.collect();
    (app, walkers)
}

/// Where everybody is, for each update.
fn trace(updates: u32) -> String {
    let (mut app, walkers) = crowded();
    let mut trace = String::new();
    for number in 0..updates {
        if number == 20 {
            for &walker in &walkers[100..150] {
                app.world_mut().despawn(walker);
            }
        }
        app.update();
        for &walker in &walkers {
            let world = app.world();
            let position = world.get::<TilePosition>(walker).map(|it| it.0);
            let at = world.get::<Transform>(walker).map(|it| it.translation);
            let step = world.get::<NextStep>(walker);
            writeln!(trace, "{position:?} {at:?} {step:?}").unwrap();
        }
    }
    trace + &format!("{:?}", arrivals(&app))
}

#[test]
fn two_runs_give_the_same_bytes() {
    assert!(trace(60) == trace(60));
}

#[test]
fn three_hundred_walkers_share_a_budget_and_all_arrive() {
    let (mut app, walkers) = crowded();
    app.update();
    let served = walkers.iter().filter(|&&walker| next(&app, walker).is_some()).count();
    assert!((1..100).contains(&served), "{served} served in one update");
    update(&mut app, 2_000);
    assert_eq!(arrivals(&app).len(), 300);
}

#[test]
fn removed_walkers_leave_nothing_behind() {
    let (mut app, walkers) = crowded();
    let before = app.world().entities().count_spawned();
    // Some while their routes are searched, others while they walk.
    update(&mut app, 3);
    for &walker in &walkers[..150] {
        app.world_mut().despawn(walker);
    }
    update(&mut app, 50);
    assert_eq!(app.world().entities().count_spawned(), before - 150);

    // Those who come in their places are not mixed up with them.
    let mut others = Vec::new();
    for number in 0..150 {
        others.push(send(&mut app, place(0, number % 40), place(0, 0)));
    }
    update(&mut app, 2_000);
    assert_eq!(arrivals(&app).len(), 300);
    assert!(others.iter().all(|&walker| position(&app, walker) == place(0, 0)));
}
