//! Random gravity, spawners, portals, conveyors, exits and supply.

use serde_json::{Value, json};

use super::super::generator::Generator;

type Place = (usize, usize);

/// Adds special cells and spawners to a level, as the refill allows them; `given` is what spawners
/// may be given.
pub(crate) fn random_cells(
    level: &mut Value,
    refill: &str,
    given: &[String],
    layout: &[Vec<String>],
    dice: &mut Generator,
) {
    let (rows, columns) = (layout.len(), layout[0].len());
    let mut places: Vec<Place> =
        (0..rows * columns).map(|at| (at / columns, at % columns)).collect();
    places.retain(|&(row, column)| layout[row][column] != "_");
    level["cells"] = json!({});

    if dice.one_in(3) {
        level["cells"]["conveyors"] = random_conveyors(&mut places.clone(), dice);
    }

    if dice.one_in(3) {
        let exits = draw_out(&mut places.clone(), 1 + dice.index(4), dice);
        level["cells"]["exits"] = json!(exits);
    }

    let mut spawners = match refill {
        "segment" => Vec::new(),
        // The first cells of the columns.
        "column" => {
            let firsts = |column| places.iter().find(|place| place.1 == column).copied();
            (0..columns).filter_map(firsts).collect()
        }
        _ => random_spawners(level, refill, &places, (rows, columns), dice),
    };

    if dice.one_in(3) && !spawners.is_empty() {
        let count = 1 + dice.index(spawners.len());
        let owing = draw_out(&mut spawners, count, dice).into_iter().map(|at| {
            let list: Vec<&String> =
                (0..=dice.index(4)).map(|_| &given[dice.index(given.len())]).collect();
            json!({"at": at, "list": list})
        });
        level["cells"]["supply"] = owing.collect();
    }
}

/// Gravity, spawners and portals of a level, of which it gives the spawners.
fn random_spawners(
    level: &mut Value,
    refill: &str,
    places: &[Place],
    (rows, columns): (usize, usize),
    dice: &mut Generator,
) -> Vec<Place> {
    let word = dice.pick(&["down", "down", "left", "up", "right"]);
    level["cells"]["gravity"] = json!(word);
    let mut spawners = places.to_vec();
    spawners.retain(|&(row, column)| match word {
        "down" => row == 0,
        "up" => row == rows - 1,
        "left" => column == columns - 1,
        _ => column == 0,
    });

    if refill == "fill-path" && dice.one_in(3) {
        let arrow = |dice: &mut Generator| {
            if dice.one_in(2) { 'v' } else { dice.pick(&['v', '<', '^', '>']) }
        };
        let lines = (0..rows).map(|_| (0..columns).map(|_| arrow(dice)).collect());
        level["cells"]["gravity"] = json!(lines.collect::<Vec<String>>());
        spawners = places.iter().copied().filter(|&(row, _)| row == 0).collect();
    }

    match dice.index(6) {
        0 => level["spawners"] = json!("tops"),
        1 => {
            spawners = draw_out(&mut places.to_vec(), 1 + dice.index(5), dice);
            level["spawners"] = json!(spawners);
        }
        _ => {}
    }

    let mut inner = places.to_vec();
    inner.retain(|place| !spawners.contains(place));
    if dice.one_in(2) && inner.len() > 3 {
        let count = 1 + dice.index(3);
        let entrances = draw_out(&mut places.to_vec(), count, dice);
        let exits = draw_out(&mut inner, count, dice);
        let pairs: Vec<_> = entrances.iter().zip(&exits).collect();
        level["cells"]["portals"] = json!(pairs);
    }

    spawners
}

/// Takes some places out of those that are left.
fn draw_out(places: &mut Vec<Place>, count: usize, dice: &mut Generator) -> Vec<Place> {
    let count = count.min(places.len());
    (0..count).map(|_| places.remove(dice.index(places.len()))).collect()
}

fn random_conveyors(places: &mut Vec<Place>, dice: &mut Generator) -> Value {
    let mut conveyors = Vec::new();
    for _ in 0..=dice.index(2) {
        let count = 2 + dice.index(4);
        if places.len() < 6 {
            break;
        }
        if dice.one_in(2) {
            conveyors.push(draw_out(places, count, dice));
        } else {
            let first = dice.index(places.len() - count);
            conveyors.push(places.drain(first..first + count).collect());
        }
    }
    json!(conveyors)
}
