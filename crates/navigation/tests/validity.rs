//! Routes after changes: what is said of them is true.

use tilewright_grid::Seed;
use tilewright_navigation::{Agent, LayerId, Outcome, Query, Route, Scratch};

use crate::plain::Plain;
use crate::random::{DANGER_WEIGHT, World, below};

/// Whether an agent can take a route from a place on, step by step.
fn is_legal(
    world: &World,
    plain: &Plain<'_>,
    (agent, route): (Agent, &Route),
    weight: f64,
    from: usize,
) -> bool {
    let places = &route.places[from..];
    let mut links = route.links.iter().filter(|link| link.0 as usize >= from);
    let steps = places.windows(2).zip(route.departures.iter().skip(from));
    links.all(|&(_, link)| world.map.link(link).is_ok())
        && places.iter().all(|&place| plain.is_free(agent, place))
        && plain.cost_of(agent, places, weight).is_some()
        && steps
            .into_iter()
            .all(|(step, &time)| plain.leave(agent, time, step[0], step[1]) <= time)
}

#[test]
fn a_route_is_valid_as_long_as_every_step_and_link_of_it_is() {
    let (mut valid, mut invalid, mut behind, mut certain) = (0, 0, 0, 0);
    for number in 0..40 {
        let mut rng = Seed(1000 + number).rng();
        let mut world = World::new(&mut rng);
        let mut scratch = Scratch::default();
        let mut routes: Vec<(Agent, Route)> = Vec::new();

        for _ in 0..40 {
            let agent = world.agent(&mut rng);
            let [start, goal] = [(); 2].map(|()| world.place(&mut rng));
            let query = Query::new(start, goal);
            let departure = f64::from(below(&mut rng, 9));
            let query = query.agent(agent).departure(departure);
            if let Ok(Outcome::Reached(route)) = world.map.route(&query, &mut scratch) {
                assert!(world.map.is_valid(route));
                routes.push((agent, route.clone()));
            }
            for _ in 0..below(&mut rng, 8) {
                world.change(&mut rng);
            }

            for (agent, route) in &routes {
                let departure = route.arrivals.first().copied().unwrap_or(0.0);
                let (map, start) = (&world.map, None);
                let plain = Plain { map, blocked: &[], start, departure };
                let weight = if agent.layer == LayerId(0) && world.is_weighted {
                    DANGER_WEIGHT
                } else {
                    0.0
                };
                let is_legal =
                    |from: usize| is_legal(&world, &plain, (*agent, route), weight, from);
                let from = below(&mut rng, route.places.len() as u32) as usize;
                let is_left = world.map.is_valid_from(route, from);
                assert_eq!(is_left, is_legal(from), "from {from}: {agent:?} {route:?}");

                let is_legal = is_legal(0);
                assert_eq!(world.map.is_valid(route), is_legal, "{agent:?} {route:?}");
                behind += u32::from(is_left && !is_legal);
                (valid, invalid) =
                    (valid + u32::from(is_legal), invalid + u32::from(!is_legal));

                if is_legal && !world.map.may_improve(route) {
                    let best = plain.costs(*agent, route.places[0], weight);
                    let best = best[route.places.last().unwrap()];
                    assert!(
                        route.cost <= best + 1e-6,
                        "{} instead of {best}",
                        route.cost
                    );
                    certain += 1;
                }
            }
            routes.retain(|(_, route)| world.map.is_valid(route));
            if routes.len() > 5 {
                routes.remove(0);
            }
        }
    }
    let counts = [valid, invalid, behind, certain];
    assert!(
        counts.iter().zip([1000, 100, 30, 50]).all(|(&is, least)| is > least),
        "{counts:?}"
    );
}
