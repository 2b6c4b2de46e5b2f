//! Fields that are found in the background.

use std::fmt::Write as _;

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_tilewright::{
    Blocked, Cause, FlowField, FlowGoals, Follow, NavigationMap, NavigationSettings,
    Pace, TilePosition,
};
use bevy_transform::components::Transform;
use tilewright::navigation::{NavigationError, Place, Terrain};

use crate::yard::{
    app, arrivals, blocked, change, navigation, next, place, position, update,
};

const HALL: &str = "........\n........\n........\n";

fn goals(app: &mut App, places: &[Place]) -> Entity {
    let goals = FlowGoals { places: places.to_vec(), ..FlowGoals::default() };
    app.world_mut().spawn(goals).id()
}

fn follower(app: &mut App, at: Place, goals: Entity) -> Entity {
    let walker = (TilePosition(at), Follow { goals }, Pace::new(1), Transform::default());
    app.world_mut().spawn(walker).id()
}

#[test]
fn a_field_is_applied_after_as_many_updates_as_are_set() {
    let mut app = app(HALL);
    app.world_mut().resource_mut::<NavigationSettings>().field_updates = 5;
    let exits = goals(&mut app, &[place(0, 7)]);
    let walker = follower(&mut app, place(0, 0), exits);
    update(&mut app, 5);
    assert!(app.world().get::<FlowField>(exits).is_none());
    app.update();
    assert!(app.world().get::<FlowField>(exits).is_some());
    assert_eq!(position(&app, walker), place(0, 1));
}

#[test]
fn followers_walk_to_the_nearest_goal() {
    let mut app = app(HALL);
    let exits = goals(&mut app, &[place(0, 0), place(0, 7)]);
    let walkers = [1, 2, 5, 6].map(|column| follower(&mut app, place(2, column), exits));
    update(&mut app, 20);
    assert_eq!(arrivals(&app).len(), 4);
    let columns = walkers.map(|walker| position(&app, walker).cell.column);
    assert_eq!(columns, [0, 0, 7, 7]);
    assert!(app.world().get::<Follow>(walkers[0]).is_none());
}

#[test]
fn a_change_during_the_search_is_in_the_field() {
    let mut app = app(HALL);
    let exits = goals(&mut app, &[place(1, 7)]);
    let walker = follower(&mut app, place(1, 0), exits);
    update(&mut app, 2);
    change(&mut app, &[place(1, 4), place(0, 4)], Terrain::WALL);
    let mut seen = Vec::new();
    for _ in 0..30 {
        app.update();
        seen.push(position(&app, walker));
    }
    assert!(seen.contains(&place(2, 4)), "{seen:?}");
    assert_eq!(arrivals(&app), [walker]);
}

#[test]
fn a_wall_after_the_search_repairs_the_field() {
    let mut app = app(HALL);
    let exits = goals(&mut app, &[place(1, 7)]);
    update(&mut app, 12);
    let walker = follower(&mut app, place(1, 0), exits);
    app.update();
    let wall = [0, 1, 2].map(|row| place(row, 4));
    change(&mut app, &wall, Terrain::WALL);
    update(&mut app, 5);
    assert_eq!(blocked(&app, walker), Some(Blocked { why: Cause::NoWay }));
    assert_eq!(next(&app, walker), None);

    change(&mut app, &wall[..1], Terrain::FREE);
    update(&mut app, 10);
    assert_eq!((blocked(&app, walker), arrivals(&app)), (None, &[walker][..]));
}

#[test]
fn other_goals_take_the_place_of_the_first_ones() {
    let mut app = app(HALL);
    let exits = goals(&mut app, &[place(0, 0)]);
    update(&mut app, 12);
    app.world_mut().get_mut::<FlowGoals>(exits).unwrap().places = vec![place(0, 7)];
    update(&mut app, 12);
    let walker = follower(&mut app, place(0, 4), exits);
    update(&mut app, 4);
    assert_eq!(position(&app, walker), place(0, 7));
}

#[test]
fn goals_that_cannot_be_meant_are_blocked() {
    let mut app = app(HALL);
    let outside = goals(&mut app, &[place(5, 5)]);
    let none = goals(&mut app, &[]);
    let walker = follower(&mut app, place(0, 0), outside);
    update(&mut app, 12);
    let errors =
        [NavigationError::Outside { place: place(5, 5) }, NavigationError::NoGoal];
    for (entity, error) in [outside, none].into_iter().zip(errors) {
        let why = Cause::Refused(error);
        assert_eq!(blocked(&app, entity), Some(Blocked { why }));
    }
    assert_eq!(next(&app, walker), None);

    app.world_mut().get_mut::<FlowGoals>(outside).unwrap().places = vec![place(0, 2)];
    update(&mut app, 14);
    assert_eq!((blocked(&app, outside), arrivals(&app)), (None, &[walker][..]));
}

#[test]
fn goals_and_maps_that_go_take_their_fields_along() {
    let mut app = app(HALL);
    let before = app.world().entities().count_spawned();
    let exits = [goals(&mut app, &[place(0, 0)]), goals(&mut app, &[place(0, 2)])];
    update(&mut app, 2);
    // While it is searched.
    app.world_mut().despawn(exits[0]);
    update(&mut app, 12);
    app.insert_resource(NavigationMap::new(navigation("...\n...\n...\n")));
    app.update();
    assert!(app.world().get::<FlowField>(exits[1]).is_none());
    update(&mut app, 12);
    assert!(app.world().get::<FlowField>(exits[1]).is_some());

    app.world_mut().entity_mut(exits[1]).remove::<FlowGoals>();
    app.update();
    assert!(app.world().get::<FlowField>(exits[1]).is_none());
    app.world_mut().despawn(exits[1]);
    assert_eq!(app.world().entities().count_spawned(), before);
}

#[test]
fn two_runs_with_searches_on_other_threads_give_the_same_bytes() {
    let run = || {
        let mut app = app(&("................................\n".repeat(48)));
        let exits = goals(&mut app, &[place(0, 0), place(47, 31)]);
        let walkers: Vec<_> = (0..48)
            .map(|row| follower(&mut app, place(row, (row * 7) % 32), exits))
            .collect();
        let mut trace = String::new();
        for number in 0..60 {
            if number % 7 == 0 {
                change(&mut app, &[place(number % 48, number % 32)], Terrain::WALL);
            }
            app.update();
            for &walker in &walkers {
                write!(trace, "{:?} ", position(&app, walker)).unwrap();
            }
        }
        trace + &format!("{:?}", arrivals(&app))
    };
    assert_eq!(run(), run());
}
