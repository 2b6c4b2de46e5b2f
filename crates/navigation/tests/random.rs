//! Random maps that change at random: every answer equals that of the plain implementation, and of a map made anew.

use tilewright_grid::{Cell, Rng, Seed, Size};
use tilewright_navigation::{
    Goals, Layer, LayerId, Link, LinkId, Navigation, Outcome, Place, Query, Scratch,
    Terrain,
};
use tilewright_pathplan::{Connectivity, Corners, Map, Steps};

use crate::plain::{Agent, Plain};

pub(crate) const DANGER_WEIGHT: f64 = 0.5;

pub(crate) fn below(rng: &mut Rng, limit: u32) -> u32 {
    rng.below(limit)
}

/// A map without walls or anything else.
fn open(size: Size) -> Map {
    let row = ".".repeat(size.columns as usize) + "\n";
    row.repeat(size.rows as usize).parse().unwrap()
}

/// A random world.
pub(crate) struct World {
    pub(crate) map: Navigation,
    links: Vec<LinkId>,
    pub(crate) is_weighted: bool,
}

impl World {
    pub(crate) fn new(rng: &mut Rng) -> Self {
        let floors = 1 + below(rng, 2);
        let maps: Vec<Map> = (0..floors)
            .map(|_| open(Size::new(1 + below(rng, 40), 1 + below(rng, 40))))
            .collect();
        let corners =
            [Corners::Never, Corners::One, Corners::Always][below(rng, 3) as usize];
        let steps = [
            Steps::FOUR,
            Steps::EIGHT,
            Steps { connectivity: Connectivity::Eight, corners },
        ][below(rng, 3) as usize];
        let is_weighted = below(rng, 2) == 0;
        let swamp = if is_weighted { 2.5 } else { 1.0 };
        let walk = Layer::walk(steps).cost(Terrain::SWAMP, swamp).sizes([2, 3]);
        let walk = walk.danger_weight(if is_weighted { DANGER_WEIGHT } else { 0.0 });
        let swim = Layer::swim(Steps::EIGHT).cost(Terrain::SWAMP, 1.0);
        let map = Navigation::with_floors(&maps, [walk, swim]).unwrap();
        let mut world = Self { map, links: Vec::new(), is_weighted };

        let share = below(rng, 50);
        let places = Plain { map: &world.map, blocked: &[], start: None }.places();
        let changes: Vec<_> = places
            .into_iter()
            .filter_map(|place| {
                (below(rng, 100) < share).then(|| (place, Self::terrain(rng)))
            })
            .collect();
        world.map.set_all(changes).unwrap();
        world
    }

    fn terrain(rng: &mut Rng) -> Terrain {
        [Terrain::WALL, Terrain::WALL, Terrain::TREES, Terrain::WATER, Terrain::SWAMP]
            [below(rng, 5) as usize]
    }

    pub(crate) fn place(&self, rng: &mut Rng) -> Place {
        let floor = below(rng, self.map.floors() as u32) as u16;
        let size = self.map.size(floor).unwrap();
        Place::new(floor, Cell::new(below(rng, size.rows), below(rng, size.columns)))
    }

    /// Changes something.
    pub(crate) fn change(&mut self, rng: &mut Rng) {
        let place = self.place(rng);
        match below(rng, 12) {
            0 if self.links.len() < 6 => {
                let other = self.place(rng);
                let cost = f64::from(below(rng, 8));
                let mut link = Link::one_way(place, other, cost).mask(1 << below(rng, 2));
                link.is_both_ways = below(rng, 2) == 0;
                self.links.push(self.map.add_link(link).unwrap());
            }
            1 if !self.links.is_empty() => {
                let link =
                    self.links.swap_remove(below(rng, self.links.len() as u32) as usize);
                self.map.remove_link(link).unwrap();
                assert!(
                    self.map.remove_link(link).is_err() && self.map.link(link).is_err()
                );
            }
            2 if self.is_weighted => {
                self.map
                    .set_cost(place, [0.5, 1.0, 3.0][below(rng, 3) as usize])
                    .unwrap();
            }
            3 if self.is_weighted => {
                self.map.set_danger([(place, below(rng, 4))]).unwrap();
            }
            4..=6 => self.map.set(place, Terrain::FREE).unwrap(),
            _ => {
                let terrain = Self::terrain(rng);
                self.map.set(place, terrain).unwrap();
            }
        }
    }

    pub(crate) fn agent(rng: &mut Rng) -> Agent {
        let layer = u8::from(below(rng, 4) == 0);
        let size = if layer == 0 { 1 + below(rng, 3) as u8 } else { 1 };
        Agent { layer, size, mask: 1 + below(rng, 3) }
    }

    /// Asks a query in all ways, and compares the answers.
    fn ask(&self, rng: &mut Rng, scratch: &mut Scratch) {
        let agent = Self::agent(rng);
        let [start, goal] = [(); 2].map(|()| self.place(rng));
        let blocked: Vec<Place> =
            (0..below(rng, 3) * below(rng, 4)).map(|_| self.place(rng)).collect();
        let plain = Plain { map: &self.map, blocked: &[], start: None };
        let places = plain.places();
        let weight =
            if agent.layer == 0 && self.is_weighted { DANGER_WEIGHT } else { 0.0 };

        // The start moves out of walls.
        let standing = nearest(&plain, agent, &places, start, |_| true);
        let base = Query::new(start, goal)
            .layer(LayerId(agent.layer))
            .size(agent.size)
            .mask(agent.mask);
        let Some(standing) = standing.first().copied() else {
            assert!(matches!(self.map.route(&base, scratch), Ok(Outcome::Unreachable)));
            return;
        };

        let plain = Plain { blocked: &blocked, start: Some(standing), ..plain };
        let costs = plain.costs(agent, standing, weight);
        if blocked.is_empty() {
            let is_reachable = self.map.is_reachable(&base, scratch).unwrap();
            assert_eq!(
                is_reachable,
                costs.contains_key(&goal),
                "{agent:?} {start:?} {goal:?}"
            );
        }

        let query = base.blocked(&blocked);
        let check = |what: &str,
                     outcome: Outcome<'_>,
                     expected: Option<Place>,
                     most: f64| match outcome {
            Outcome::Reached(route) | Outcome::Partial(route) => {
                let expected = expected.unwrap_or_else(|| {
                    panic!(
                        "{what}: no route from {start:?} to {goal:?}, blocked {blocked:?}"
                    )
                });
                assert_eq!(route.places.first(), Some(&standing));
                assert_eq!(
                    route.places.last(),
                    Some(&expected),
                    "{what}: {agent:?} from {start:?} to {goal:?} blocked {blocked:?}, costs {:?} {:?} {}",
                    costs.get(&expected),
                    costs.get(route.places.last().unwrap()),
                    route.cost
                );
                let cost = plain
                    .cost_of(agent, &route.places, weight)
                    .expect("every step is legal");
                assert!(
                    (cost - route.cost).abs() < 1e-6 * cost.max(1.0),
                    "{cost} {}",
                    route.cost
                );
                let best = costs[&expected];
                assert!(
                    route.cost <= most * best + 1e-6,
                    "{} instead of {best}",
                    route.cost
                );
                assert!(self.map.is_valid(route) && !self.map.may_improve(route));
            }
            Outcome::Unreachable => assert_eq!(
                expected, None,
                "{what}: {agent:?} {start:?} {goal:?} {blocked:?}"
            ),
            Outcome::Unfinished(_) => panic!("there is no budget"),
        };
        let reached = costs.contains_key(&goal).then_some(goal);
        check("route", self.map.route(&query, scratch).unwrap(), reached, 1.0);
        check(
            "weight",
            self.map.route(&query.weight(1.5), scratch).unwrap(),
            reached,
            1.5,
        );

        // The nearest cell, of several the cheapest, then the first.
        let close =
            nearest(&plain, agent, &places, goal, |place| costs.contains_key(&place));
        let least = close.iter().map(|place| costs[place]).fold(f64::INFINITY, f64::min);
        let first = close.iter().copied().find(|place| costs[place] < least + 1e-9);
        let partial = self.map.route(&query.or_nearest(), scratch).unwrap();
        assert_eq!(matches!(partial, Outcome::Reached(_)), reached.is_some());
        check("nearest", partial, reached.or(first), 1.0);

        // In parts.
        let mut outcome = self.map.route(&query.budget(7), scratch).unwrap();
        while let Outcome::Unfinished(search) = outcome {
            assert!(search.memory() > 0);
            outcome = self.map.resume(search, scratch).unwrap();
        }
        check("budget", outcome, reached, 1.0);

        // Several goals, a range, and a largest cost.
        let goals = [goal, self.place(rng), self.place(rng)];
        let any = query.goals(Goals::Any(&goals));
        let least = goals
            .iter()
            .filter_map(|goal| costs.get(goal))
            .copied()
            .fold(f64::INFINITY, f64::min);
        let mut sorted = goals;
        sorted.sort_unstable();
        let first = sorted
            .into_iter()
            .find(|goal| costs.get(goal).is_some_and(|&cost| cost < least + 1e-9));
        check("any", self.map.route(&any, scratch).unwrap(), first, 1.0);

        let radius = f64::from(below(rng, 12)) / 2.0;
        let within = query.goals(Goals::Within(goal, radius));
        let is_near = |place: &Place| {
            place.floor == goal.floor && apart(*place, goal) as f64 <= radius * radius
        };
        let near = || costs.iter().filter(|(place, _)| is_near(place));
        let least = near().map(|(_, &cost)| cost).fold(f64::INFINITY, f64::min);
        let first =
            near().find(|&(_, &cost)| cost < least + 1e-9).map(|(&place, _)| place);
        check("within", self.map.route(&within, scratch).unwrap(), first, 1.0);

        let most = f64::from(below(rng, 40));
        let affordable = reached.filter(|goal| costs[goal] <= most + 1e-9);
        check(
            "max cost",
            self.map.route(&query.max_cost(most), scratch).unwrap(),
            affordable,
            1.0,
        );
    }
}

fn apart(one: Place, other: Place) -> u64 {
    let square = |a: u32, b: u32| u64::from(a.abs_diff(b)).pow(2);
    square(one.cell.row, other.cell.row) + square(one.cell.column, other.cell.column)
}

/// The places nearest to one among those of its floor where an agent can stand.
fn nearest(
    plain: &Plain<'_>,
    agent: Agent,
    places: &[Place],
    to: Place,
    is_wanted: impl Fn(Place) -> bool,
) -> Vec<Place> {
    let free = places.iter().copied().filter(|&place| {
        place.floor == to.floor && plain.is_free(agent, place) && is_wanted(place)
    });
    let free: Vec<Place> = free.collect();
    let least = free.iter().map(|&place| apart(place, to)).min();
    free.into_iter().filter(|&place| Some(apart(place, to)) == least).collect()
}

/// How many worlds are tried; a nightly run may want more.
fn worlds() -> u64 {
    std::env::var("TILEWRIGHT_WORLDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(60)
}

#[test]
fn every_answer_is_that_of_the_plain_search() {
    for number in 0..worlds() {
        let mut rng = Seed(number).rng();
        let mut world = World::new(&mut rng);
        let mut scratch = world.map.scratch();
        for _ in 0..12 {
            world.ask(&mut rng, &mut scratch);
            for _ in 0..below(&mut rng, 6) {
                world.change(&mut rng);
            }
        }
    }
}
