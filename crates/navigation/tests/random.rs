//! Random maps that change at random: every answer equals that of the plain implementation, and of a map made anew.

use std::collections::BTreeMap;

use tilewright_grid::{Cell, CellShape, Rng, Seed, Size, Stagger};
use tilewright_navigation::{
    Agent, Goals, Layer, LayerId, Link, LinkId, Navigation, Outcome, Place, Query,
    Scratch, Terrain,
};
use tilewright_pathplan::planners::Door;
use tilewright_pathplan::{Connectivity, Corners, Map, Steps};

use crate::plain::Plain;

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
    has_doors: bool,
}

impl World {
    pub(crate) fn new(rng: &mut Rng) -> Self {
        let stagger = Stagger::ALL[below(rng, 4) as usize];
        let shape = match below(rng, 5) {
            0 | 1 => CellShape::Square,
            2 | 3 => CellShape::Diamond(stagger),
            _ => CellShape::Hexagon(stagger),
        };
        let floors = 1 + below(rng, 2);
        let maps: Vec<Map> = (0..floors)
            .map(|_| open(Size::new(1 + below(rng, 40), 1 + below(rng, 40))))
            .map(|map| match shape {
                CellShape::Square => map,
                CellShape::Hexagon(stagger) => map.with_hexagons(stagger),
                CellShape::Diamond(stagger) => map.with_diamonds(stagger).unwrap(),
            })
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
        let walk = Layer::walk(steps).cost(Terrain::SWAMP, swamp);
        let walk = if shape.hexagons().is_some() { walk } else { walk.sizes([2, 3]) };
        let walk = walk.danger_weight(if is_weighted { DANGER_WEIGHT } else { 0.0 });
        let swim = Layer::swim(Steps::EIGHT).cost(Terrain::SWAMP, 1.0);
        let map = Navigation::with_floors(&maps, [walk, swim]).unwrap();
        let mut world =
            Self { map, links: Vec::new(), is_weighted, has_doors: below(rng, 3) == 0 };

        let density = below(rng, 50);
        let places =
            Plain { map: &world.map, blocked: &[], start: None, departure: 0.0 }.places();
        let changes: Vec<_> = places
            .into_iter()
            .map(|place| (place, below(rng, 100) < density, Self::terrain(rng)))
            .filter(|&(_, is_changed, _)| is_changed)
            .map(|(place, _, terrain)| (place, terrain))
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
        match below(rng, 14) {
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
            12 if self.has_doors => {
                let [open, shut, shift] = [1, 0, 0].map(|least| least + below(rng, 5));
                let door = Door { cell: place.cell, open, shut, shift };
                self.map.set_door(place.floor, door).unwrap();
            }
            13 if self.has_doors => {
                let door = self.map.doors().next();
                if let Some((floor, door)) = door {
                    let place = Place::new(floor, door.cell);
                    assert_eq!(self.map.remove_door(place).unwrap(), Some(door));
                }
            }
            4..=6 => self.map.set(place, Terrain::FREE).unwrap(),
            _ => {
                let terrain = Self::terrain(rng);
                self.map.set(place, terrain).unwrap();
            }
        }
    }

    pub(crate) fn agent(&self, rng: &mut Rng) -> Agent {
        let layer = u8::from(below(rng, 4) == 0);
        let has_sizes = layer == 0 && self.map.shape().hexagons().is_none();
        let size = if has_sizes { 1 + below(rng, 3) as u8 } else { 1 };
        Agent { layer: LayerId(layer), size, mask: 1 + below(rng, 3) }
    }
}

/// A query, and what the plain search says of it.
struct Case<'a> {
    world: &'a World,
    plain: Plain<'a>,
    agent: Agent,
    query: Query<'a>,
    goal: Place,
    /// Where the agent begins.
    standing: Place,
    places: &'a [Place],
    costs: BTreeMap<Place, f64>,
    weight: f64,
}

impl Case<'_> {
    /// Compares an answer with where it should lead, at most this much times the least cost.
    fn check(
        &self,
        what: &str,
        outcome: &Outcome<'_>,
        expected: Option<Place>,
        most: f64,
    ) {
        let (start, goal, agent) = (self.standing, self.goal, self.agent);
        let about = format!("{what}: {agent:?} from {start:?} to {goal:?}");
        let route = match outcome {
            Outcome::Reached(route) | Outcome::Partial(route) => route,
            Outcome::Unreachable => return assert_eq!(expected, None, "{about}"),
            Outcome::Unfinished(_) => panic!("{about}: there is no budget"),
        };
        let expected = expected.unwrap_or_else(|| panic!("{about}: no route"));
        assert_eq!(route.places.first(), Some(&start), "{about}");
        assert_eq!(route.places.last(), Some(&expected), "{about}");

        let cost = self.plain.cost_of(agent, &route.places, self.weight);
        let cost = cost.unwrap_or_else(|| panic!("{about}: {:?}", route.places));
        let best = self.costs[&expected];
        assert!(
            (cost - route.cost).abs() < 1e-6 * cost.max(1.0),
            "{about}: {cost} {}",
            route.cost
        );
        assert!(
            route.cost <= most * best + 1e-6,
            "{about}: {} instead of {best}",
            route.cost
        );
        let map = &self.world.map;
        assert!(map.is_valid(route) && !map.may_improve(route), "{about}");
    }

    /// The first place among the cheapest of some.
    fn cheapest(&self, places: &[Place]) -> Option<Place> {
        let known =
            || places.iter().filter_map(|place| Some((*place, *self.costs.get(place)?)));
        let least = known().map(|(_, cost)| cost).fold(f64::INFINITY, f64::min);
        known()
            .filter(|&(_, cost)| cost < least + 1e-9)
            .map(|(place, _)| place)
            .min_by_key(|&place| self.plain.order(place))
    }

    /// Asks in all ways.
    fn ask(&self, rng: &mut Rng, scratch: &mut Scratch) {
        let (map, query) = (&self.world.map, &self.query);
        let reached = self.costs.contains_key(&self.goal).then_some(self.goal);
        self.check("route", &map.route(query, scratch).unwrap(), reached, 1.0);
        self.check(
            "weight",
            &map.route(&query.weight(1.5), scratch).unwrap(),
            reached,
            1.5,
        );

        let coarse = map.route(&query.coarse(), scratch).unwrap();
        if let Outcome::Reached(route) = coarse {
            let best = self.costs[&self.goal];
            assert!(route.least <= best + 1e-6, "{} instead of {best}", route.least);
        }
        self.check("coarse", &coarse, reached, 1e9);

        let is_reached = |place| self.costs.contains_key(&place);
        let close = nearest(&self.plain, self.agent, self.places, self.goal, is_reached);
        let first = self.cheapest(&close);
        let partial = map.route(&query.or_nearest(), scratch).unwrap();
        assert_eq!(matches!(partial, Outcome::Reached(_)), reached.is_some());
        self.check("nearest", &partial, reached.or(first), 1.0);

        let mut outcome = map.route(&query.budget(7), scratch).unwrap();
        while let Outcome::Unfinished(search) = outcome {
            assert!(search.memory() > 0 && search.expansions() > 0);
            outcome = map.resume(search, scratch).unwrap();
        }
        self.check("in parts", &outcome, reached, 1.0);

        let most = f64::from(below(rng, 40));
        let affordable = reached.filter(|goal| self.costs[goal] <= most + 1e-9);
        self.check(
            "largest cost",
            &map.route(&query.max_cost(most), scratch).unwrap(),
            affordable,
            1.0,
        );
        self.ask_for_several(rng, scratch);
    }

    /// Asks for several goals, and for a range.
    fn ask_for_several(&self, rng: &mut Rng, scratch: &mut Scratch) {
        let (map, goal) = (&self.world.map, self.goal);
        let goals = [goal, self.world.place(rng), self.world.place(rng)];
        let any = self.query.goals(Goals::Any(&goals));
        let first = self.cheapest(&goals);
        self.check("any", &map.route(&any, scratch).unwrap(), first, 1.0);

        let radius = f64::from(below(rng, 12)) / 2.0;
        let within = self.query.goals(Goals::Within(goal, radius));
        let is_near = |place: &Place| {
            place.floor == goal.floor
                && self.plain.apart(*place, goal) <= radius * radius + 1e-9
        };
        let near: Vec<Place> = self.costs.keys().copied().filter(is_near).collect();
        let first = self.cheapest(&near);
        self.check("within", &map.route(&within, scratch).unwrap(), first, 1.0);
    }
}

/// Asks a random query in all ways.
fn ask(world: &World, rng: &mut Rng, scratch: &mut Scratch) {
    let agent = world.agent(rng);
    let [start, goal] = [(); 2].map(|()| world.place(rng));
    let blocked: Vec<Place> =
        (0..below(rng, 3) * below(rng, 4)).map(|_| world.place(rng)).collect();
    let departure = f64::from(below(rng, 40)) / 4.0;
    let plain = Plain { map: &world.map, blocked: &[], start: None, departure };
    let places = plain.places();
    let weight =
        if agent.layer == LayerId(0) && world.is_weighted { DANGER_WEIGHT } else { 0.0 };

    // The start moves out of walls.
    let query = Query::new(start, goal);
    let query = query.agent(agent).departure(departure);
    let standing = nearest(&plain, agent, &places, start, |_| true);
    let Some(&standing) = standing.first() else {
        assert!(matches!(world.map.route(&query, scratch), Ok(Outcome::Unreachable)));
        return;
    };

    let plain = Plain { blocked: &blocked, start: Some(standing), ..plain };
    let costs = plain.costs(agent, standing, weight);
    let may_wait_for_ever = agent.size > 1 && world.map.doors().next().is_some();
    if blocked.is_empty() && !may_wait_for_ever {
        let is_reachable = world.map.is_reachable(&query, scratch).unwrap();
        assert_eq!(
            is_reachable,
            costs.contains_key(&goal),
            "{agent:?} {start:?} {goal:?}"
        );
    }
    let (query, places) = (query.blocked(&blocked), &places);
    let case = Case { world, plain, agent, query, goal, standing, places, costs, weight };
    case.ask(rng, scratch);
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
    let least = free.iter().map(|&place| plain.apart(place, to));
    let least = least.fold(f64::INFINITY, f64::min);
    free.into_iter().filter(|&place| plain.apart(place, to) < least + 1e-9).collect()
}

/// How many worlds are tried; a nightly run may want more.
pub(crate) fn worlds() -> u64 {
    std::env::var("TILEWRIGHT_WORLDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(300)
}

#[test]
fn every_answer_is_that_of_the_plain_search() {
    for number in 0..worlds() {
        let mut rng = Seed(number).rng();
        let mut world = World::new(&mut rng);
        let mut scratch = Scratch::default();
        for _ in 0..12 {
            if below(&mut rng, 4) == 0 {
                let agent = world.agent(&mut rng);
                world.map.prepare(agent).unwrap();
                assert_eq!(world.map.is_prepared(agent), Ok(true));
            }
            ask(&world, &mut rng, &mut scratch);
            for _ in 0..below(&mut rng, 6) {
                world.change(&mut rng);
            }
        }
    }
}
