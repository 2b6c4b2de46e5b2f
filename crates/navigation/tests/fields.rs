//! Fields: their values are those of a plain search, also after changes.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_grid::{Cell, Rng, Seed};
use tilewright_navigation::{
    Agent, Field, Layer, LayerId, Navigation, NavigationError, Place, Scratch, Terrain,
};
use tilewright_pathplan::{Map, Steps};

use crate::plain::Plain;
use crate::random::{DANGER_WEIGHT, World, below, worlds};

/// What it costs an agent from every place to where it need not go on, found by looking at every step again and again.
fn plain_values(
    world: &World,
    agent: Agent,
    ends: &BTreeMap<Place, f64>,
) -> BTreeMap<Place, f64> {
    let weight =
        if agent.layer == LayerId(0) && world.is_weighted { DANGER_WEIGHT } else { 0.0 };
    let plain = Plain { map: &world.map, blocked: &[], start: None, departure: f64::NAN };
    let mut back: BTreeMap<Place, Vec<(Place, f64)>> = BTreeMap::new();
    for place in plain.places() {
        if plain.is_free(agent, place) {
            for (to, cost) in plain.open_steps(agent, place, weight) {
                back.entry(to).or_default().push((place, cost));
            }
        }
    }

    let mut values = BTreeMap::new();
    for (&place, &value) in ends {
        if plain.is_free(agent, place) {
            values.insert(place, value);
        }
    }
    let mut waiting: BTreeSet<Place> = values.keys().copied().collect();
    while let Some(place) = waiting.pop_first() {
        let value = values[&place];
        for &(from, cost) in back.get(&place).into_iter().flatten() {
            let known = values.entry(from).or_insert(f64::INFINITY);
            if value + cost < *known - 1e-9 {
                *known = value + cost;
                waiting.insert(from);
            }
        }
    }
    values
}

fn check(world: &World, field: &Field, values: &BTreeMap<Place, f64>, about: &str) {
    let plain = Plain { map: &world.map, blocked: &[], start: None, departure: f64::NAN };
    let agent = field.agent();
    let weight =
        if agent.layer == LayerId(0) && world.is_weighted { DANGER_WEIGHT } else { 0.0 };
    for place in plain.places() {
        let expected = values.get(&place).copied();
        let found = field.value(place);
        let is_same = match (found, expected) {
            (Some(found), Some(expected)) => (found - expected).abs() < 1e-6,
            (found, expected) => found == expected,
        };
        assert!(is_same, "{about}: {place:?}: {found:?} instead of {expected:?}");

        // The step leads down by what it costs.
        let Some(next) = field.next(place) else { continue };
        let cost = plain
            .open_steps(agent, place, weight)
            .into_iter()
            .filter(|&(to, _)| to == next)
            .map(|(_, cost)| cost)
            .fold(f64::INFINITY, f64::min);
        let before = field.value(next).unwrap() + cost;
        let is_link = field.link(place).is_some();
        assert!((found.unwrap() - before).abs() < 1e-6, "{about}: {place:?} {is_link}");
    }
}

fn goals(world: &World, rng: &mut Rng) -> Vec<Place> {
    (0..=below(rng, 3)).map(|_| world.place(rng)).collect()
}

#[test]
fn a_field_that_is_mended_equals_a_new_one_and_the_plain_search() {
    let (mut repaired, mut whole) = (0, 0);
    for number in 0..worlds() / 3 {
        let mut rng = Seed(7000 + number).rng();
        let mut world = World::new(&mut rng);
        let (mut scratch, mut others) = (Scratch::default(), Scratch::default());
        let agent = world.agent(&mut rng);
        let mut ends = goals(&world, &mut rng);
        let mut field = world.map.field(&ends, agent, &mut scratch).unwrap();

        for step in 0..6 {
            let about = format!("world {number}, step {step}");
            let new = world.map.field(&ends, agent, &mut others).unwrap();
            let at_goals = ends.iter().map(|&goal| (goal, 0.0)).collect();
            let values = plain_values(&world, agent, &at_goals);
            check(&world, &new, &values, &about);
            check(&world, &field, &values, &about);
            if world.map.links().next().is_none() {
                for &place in values.keys() {
                    assert_eq!(field.next(place), new.next(place), "{about}: {place:?}");
                }
            }

            for _ in 0..below(&mut rng, 6) {
                world.change(&mut rng);
            }
            let found = if below(&mut rng, 3) == 0 {
                ends = goals(&world, &mut rng);
                world.map.set_goals(&mut field, &ends, &mut scratch).unwrap()
            } else {
                world.map.update(&mut field, &mut scratch).unwrap()
            };
            repaired += found;
            whole += values.len() as u64;
            assert_eq!(field.version(), world.map.version());
        }
    }
    assert!(repaired > 0 && repaired < whole, "{repaired} of {whole}");
}

#[test]
fn fields_made_of_others_are_worth_what_they_say() {
    for number in 0..worlds() / 6 {
        let mut rng = Seed(8000 + number).rng();
        let world = World::new(&mut rng);
        let mut scratch = Scratch::default();
        let agent = world.agent(&mut rng);
        let ends = goals(&world, &mut rng);
        let field = world.map.field(&ends, agent, &mut scratch).unwrap();
        let at_goals = ends.iter().map(|&goal| (goal, 0.0)).collect();
        let values = plain_values(&world, agent, &at_goals);
        let farthest = values.values().copied().fold(0.0, f64::max);
        let plain =
            Plain { map: &world.map, blocked: &[], start: None, departure: f64::NAN };
        let worth = |worth: &dyn Fn(f64) -> f64| -> BTreeMap<Place, f64> {
            let places = plain.places().into_iter();
            let value = |place| values.get(&place).copied().unwrap_or(farthest);
            places.map(|place| (place, worth(value(place)))).collect()
        };
        if values.is_empty() {
            continue;
        }

        let fled = world.map.flee(&field, agent, 1.2, &mut scratch).unwrap();
        let expected = plain_values(&world, agent, &worth(&|cost| -1.2 * cost));
        check(&world, &fled, &expected, "flee");
        let kept = world.map.keep_distance(&field, agent, 5.0, &mut scratch).unwrap();
        let expected =
            plain_values(&world, agent, &worth(&|cost| 2.0 * (cost - 5.0).abs()));
        check(&world, &kept, &expected, "keep a distance");
        let sum = world.map.blend(&[(2.0, &field), (-0.5, &field)], agent).unwrap();
        for place in plain.places() {
            let expected = field.value(place).map(|value| 1.5 * value);
            let found = sum.value(place);
            assert!(
                (found.unwrap_or(-1.0) - expected.unwrap_or(-1.0)).abs() < 1e-6,
                "{found:?} instead of {expected:?}"
            );
            if let Some(next) = sum.next(place) {
                assert!(sum.value(next) < found);
            }
        }
    }
}

fn corridor() -> Navigation {
    let tiles: Map = "..........\n".parse().unwrap();
    Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap()
}

#[test]
fn a_change_costs_a_field_what_lies_behind_it() {
    let tiles: Map = (".".repeat(200) + "\n").parse().unwrap();
    let mut map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap();
    let mut scratch = Scratch::default();
    let goal = Place::from(Cell::new(0, 0));
    let mut field = map.field(&[goal], Agent::default(), &mut scratch).unwrap();
    map.set(Cell::new(0, 199), Terrain::WALL).unwrap();
    assert_eq!(map.update(&mut field, &mut scratch), Ok(1));
    assert_eq!(map.update(&mut field, &mut scratch), Ok(0));
    map.set(Cell::new(0, 1), Terrain::WALL).unwrap();
    assert_eq!(map.update(&mut field, &mut scratch), Ok(198));
}

#[test]
fn those_who_flee_turn_where_the_corner_is_too_near() {
    let map = corridor();
    let mut scratch = Scratch::default();
    let threat = [Place::from(Cell::new(0, 2))];
    let threat = map.field(&threat, Agent::default(), &mut scratch).unwrap();
    let step = |factor: f64, column: u32, scratch: &mut Scratch| {
        let field = map.flee(&threat, Agent::default(), factor, scratch).unwrap();
        field.next(Cell::new(0, column)).map(|place| place.cell.column)
    };
    assert_eq!(step(1.2, 5, &mut scratch), Some(6));
    assert_eq!(step(1.2, 9, &mut scratch), None);
    // From the near end past the threat to the far one, if that counts for enough.
    assert_eq!(step(1.2, 0, &mut scratch), None);
    assert_eq!(step(3.0, 0, &mut scratch), Some(1));

    let kept = map.keep_distance(&threat, Agent::default(), 4.0, &mut scratch).unwrap();
    let next = |column| kept.next(Cell::new(0, column)).map(|place| place.cell.column);
    assert_eq!([next(3), next(6), next(9)], [Some(4), None, Some(8)]);
}

#[test]
fn fields_of_other_maps_and_bad_numbers_are_refused() {
    let (map, mut scratch) = (corridor(), Scratch::default());
    let agent = Agent::default();
    let goal = [Place::from(Cell::new(0, 0))];
    let mut field = map.field(&goal, agent, &mut scratch).unwrap();
    let other: Map = "...\n".parse().unwrap();
    let other = Navigation::new(&other, [Layer::walk(Steps::FOUR)]).unwrap();
    let foreign = Err(NavigationError::Foreign);
    assert_eq!(other.update(&mut field, &mut scratch), foreign);
    assert!(other.flee(&field, agent, 1.0, &mut scratch).is_err());
    assert!(other.blend(&[(1.0, &field)], agent).is_err());

    assert!(matches!(map.field(&[], agent, &mut scratch), Err(NavigationError::NoGoal)));
    assert!(map.field(&goal, agent.size(2), &mut scratch).is_err());
    assert!(map.flee(&field, agent, f64::NAN, &mut scratch).is_err());
    let mut fled = map.flee(&field, agent, 1.2, &mut scratch).unwrap();
    assert_eq!(map.update(&mut fled, &mut scratch), foreign);
}

#[test]
fn a_field_found_in_slices_while_the_map_changes_is_that_of_the_map_in_the_end() {
    let (mut slices, mut found) = (0, 0);
    for number in 0..worlds() / 3 {
        let mut rng = Seed(9000 + number).rng();
        let mut world = World::new(&mut rng);
        let mut scratch = Scratch::default();
        let agent = world.agent(&mut rng);
        let ends = goals(&world, &mut rng);
        let mut search = world.map.begin_field(&ends, agent).unwrap();
        let field = loop {
            let budget = u64::from(below(&mut rng, 12));
            match world.map.resume_field(search, budget).unwrap() {
                Ok(field) => break field,
                Err(unfinished) => search = unfinished,
            }
            slices += 1;
            if below(&mut rng, 3) == 0 {
                world.change(&mut rng);
            }
        };

        let about = format!("world {number}");
        let at_goals = ends.iter().map(|&goal| (goal, 0.0)).collect();
        let values = plain_values(&world, agent, &at_goals);
        check(&world, &field, &values, &about);
        let new = world.map.field(&ends, agent, &mut scratch).unwrap();
        if world.map.links().next().is_none() {
            for &place in values.keys() {
                assert_eq!(field.next(place), new.next(place), "{about}: {place:?}");
            }
        }
        assert_eq!(field.version(), world.map.version());
        found += values.len();
    }
    assert!(slices > 1_000 && found > 1_000, "{slices} {found}");
}
