//! Walkers and followers on a map that changes at random, held to a plain search.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_tilewright::{
    Blocked, FlowGoals, Follow, NavigationMap, Pace, TilePosition, Walk, WalkPlan,
};
use tilewright::grid::{Rng, Seed};
use tilewright::navigation::{
    Navigation, Outcome, Place, Query as RouteQuery, Scratch, Terrain,
};

use crate::yard::{app, budget, change, place, position, send, update};

const ROWS: u32 = 20;
const COLUMNS: u32 = 24;

fn any_place(rng: &mut Rng) -> Place {
    place(rng.below(ROWS), rng.below(COLUMNS))
}

/// The cost of the cheapest way, if there is one.
fn cost(map: &Navigation, from: Place, to: Place) -> Option<f64> {
    match map.route(&RouteQuery::new(from, to), &mut Scratch::default()) {
        Ok(Outcome::Reached(route)) => Some(route.cost),
        _ => None,
    }
}

/// Twenty walkers with routes of their own, and twenty that follow a field.
fn crowded(rng: &mut Rng) -> (App, Vec<Entity>) {
    let mut app = app(&(".".repeat(COLUMNS as usize) + "\n").repeat(ROWS as usize));
    // So small that many wait.
    budget(&mut app, u64::from(rng.below(40)));
    let places = vec![any_place(rng), any_place(rng)];
    let goals = app.world_mut().spawn(FlowGoals { places, ..Default::default() }).id();
    let mut walkers = Vec::new();
    for _ in 0..20 {
        let from = any_place(rng);
        walkers.push(send(&mut app, from, any_place(rng)));
        let follower = (TilePosition(any_place(rng)), Follow { goals }, Pace::new(2));
        walkers.push(app.world_mut().spawn(follower).id());
    }
    (app, walkers)
}

#[test]
fn no_step_leads_into_a_wall() {
    for seed in 0..20 {
        let mut rng = Seed(seed).rng();
        let (mut app, walkers) = crowded(&mut rng);
        let mut moves = 0;
        for _ in 0..60 {
            let before: Vec<_> = walkers.iter().map(|&it| position(&app, it)).collect();
            let terrain =
                [Terrain::WALL, Terrain::WALL, Terrain::FREE][rng.below(3) as usize];
            let places: Vec<_> = (0..rng.below(6)).map(|_| any_place(&mut rng)).collect();
            change(&mut app, &places, terrain);
            app.update();

            let map = app.world().resource::<NavigationMap>();
            for (&walker, &from) in walkers.iter().zip(&before) {
                let to = position(&app, walker);
                if from == to || map.terrain(from) == Some(Terrain::WALL) {
                    continue;
                }
                let cost = cost(map, from, to).unwrap_or(f64::INFINITY);
                assert!(cost < 1.5, "seed {seed}: from {from} to {to} costs {cost}");
                moves += 1;
            }
        }
        assert!(moves > 100, "seed {seed}: {moves} moves");
    }
}

#[test]
fn when_changes_end_all_walk_the_cheapest_ways_and_arrive() {
    for seed in 0..20 {
        let mut rng = Seed(seed).rng();
        let (mut app, walkers) = crowded(&mut rng);
        // The followers have nothing to plan.
        for _ in 0..10 {
            let places: Vec<_> = (0..8).map(|_| any_place(&mut rng)).collect();
            change(&mut app, &places, Terrain::WALL);
            app.update();
        }
        // Nobody walks while the queue is served.
        for &walker in &walkers {
            app.world_mut().entity_mut(walker).remove::<Pace>();
        }
        budget(&mut app, 1_000_000);
        update(&mut app, 3);

        let map = app.world().resource::<NavigationMap>();
        for &walker in &walkers {
            let world = app.world();
            let (Some(plan), Some(walk)) =
                (world.get::<WalkPlan>(walker), world.get::<Walk>(walker))
            else {
                continue;
            };
            let at = position(&app, walker);
            let cheapest = cost(map, at, walk.to);
            assert_eq!(cheapest.is_none(), world.entity(walker).contains::<Blocked>());
            if let Some(cheapest) = cheapest {
                let steps = [&[at], plan.ahead()].concat();
                let steps =
                    steps.windows(2).map(|step| cost(map, step[0], step[1]).unwrap());
                let found: f64 = steps.sum();
                assert!(
                    (found - cheapest).abs() < 1e-9,
                    "seed {seed}: {found} for {cheapest}"
                );
            }
        }

        for &walker in &walkers {
            app.world_mut().entity_mut(walker).insert(Pace::new(1));
        }
        update(&mut app, 200);
        for &walker in &walkers {
            let entity = app.world().entity(walker);
            let is_under_way = entity.contains::<Walk>() || entity.contains::<Follow>();
            assert_eq!(is_under_way, entity.contains::<Blocked>(), "seed {seed}");
        }
    }
}
