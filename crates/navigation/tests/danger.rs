//! A few dangerous cells: the shortest ways are mostly the cheapest, and never taken where they are not.

use tilewright_grid::{Cell, Rng, Seed, Size};
use tilewright_navigation::{Agent, Layer, Navigation, Outcome, Place, Query, Scratch};
use tilewright_pathplan::{Map, Steps};

use crate::plain::Plain;

const SIZE: Size = Size::new(24, 24);

fn cell(rng: &mut Rng) -> Cell {
    Cell::new(rng.below(SIZE.rows), rng.below(SIZE.columns))
}

/// A map of 20 % walls.
fn scattered(rng: &mut Rng) -> Map {
    let mut row = || {
        let glyph = |_| if rng.below(5) == 0 { '#' } else { '.' };
        (0..SIZE.columns).map(glyph).collect::<String>() + "\n"
    };
    let text: String = (0..SIZE.rows).map(|_| row()).collect();
    text.parse().unwrap()
}

#[test]
fn routes_around_a_few_dangerous_cells_are_the_cheapest() {
    let (mut found, mut longer) = (0, 0);
    for number in 0..60 {
        let mut rng = Seed(number).rng();
        let layer = Layer::walk(Steps::EIGHT).danger_weight(1.0).sizes([2]);
        let mut map = Navigation::new(&scattered(&mut rng), [layer]).unwrap();
        let mut scratch = Scratch::default();
        for _ in 0..20 {
            // Up to a dozen at a time: now few of the cells, now more.
            map.set_danger([(cell(&mut rng).into(), rng.below(4))]).unwrap();
            let agent = Agent::default().size(1 + rng.below(2) as u8);
            let [start, goal] = [cell(&mut rng), cell(&mut rng)].map(Place::from);
            let plain = Plain { map: &map, blocked: &[], start: None, departure: 0.0 };
            if !plain.is_free(agent, start) {
                continue;
            }

            let costs = plain.costs(agent, start, 1.0);
            let query = Query::new(start, goal).agent(agent);
            match map.route(&query, &mut scratch).unwrap() {
                Outcome::Reached(route) => {
                    assert!((route.cost - costs[&goal]).abs() < 1e-6, "seed {number}");
                    let walked = plain.cost_of(agent, &route.places, 1.0);
                    assert!((walked.unwrap() - route.cost).abs() < 1e-6, "seed {number}");
                    found += 1;
                    let shortest = plain.costs(agent, start, 0.0)[&goal];
                    longer += u32::from(route.cost > shortest + 1e-6);
                }
                _ => assert!(!costs.contains_key(&goal), "seed {number}"),
            }
        }
    }
    assert!(found > 300 && longer > 20, "{found} {longer}");
}
