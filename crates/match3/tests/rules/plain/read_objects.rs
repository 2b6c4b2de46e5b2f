//! Reads what makes a kind a timer, a generator or a big block.

use serde_json::{Map, Value};

use super::json::{Read, list, number, small, text, word};
use super::rules::{Generator, Kind, Rules, Spot, Then, Timer};

/// `after` and `then`: both or neither.
pub(crate) fn read_timer(map: &Map<String, Value>, key: &str) -> Read<Option<Timer>> {
    let (after, then) = match (map.get("after"), map.get("then")) {
        (Some(after), Some(then)) => (after, then),
        (None, None) => return Ok(None),
        (None, Some(_)) => {
            return Err(format!("{key}.then: contradictory without after"));
        }
        (Some(_), None) => {
            return Err(format!("{key}.after: contradictory without then"));
        }
    };
    let after = number(after, &format!("{key}.after"), 1, 99)?;
    let then = match text(then, &format!("{key}.then"))? {
        "lose" => Then::Lose,
        "spread" => Then::Spread,
        name => Then::Become(name.to_owned()),
    };
    Ok(Some(Timer { after, then }))
}

/// `gives` and `to`.
pub(crate) fn read_generator(
    map: &Map<String, Value>,
    key: &str,
) -> Read<Option<Generator>> {
    let Some(gives) = map.get("gives") else {
        if map.contains_key("to") {
            return Err(format!("{key}.to: contradictory without gives"));
        }
        return Ok(None);
    };
    let gives = text(gives, &format!("{key}.gives"))?.to_owned();
    let places = [("above", false), ("anywhere", true)];
    let to = |value| word(value, &format!("{key}.to"), &places);
    let anywhere = map.get("to").map_or(Ok(false), to)?;
    Ok(Some(Generator { gives, anywhere }))
}

/// `cells`: rows and columns, not both 1.
pub(crate) fn read_size(map: &Map<String, Value>, key: &str) -> Read<(usize, usize)> {
    let key = format!("{key}.cells");
    let Some(cells) = map.get("cells") else { return Ok((1, 1)) };
    let [rows, columns] = list(cells, &key)?.as_slice() else {
        return Err(format!("{key}: {cells} is not [rows, columns]"));
    };
    let size = (small(rows, &key, 1, 4)?, small(columns, &key, 1, 4)?);
    if size == (1, 1) {
        return Err(format!("{key}: {cells} is one cell"));
    }
    Ok(size)
}

/// Keys of one kind that contradict each other.
pub(crate) fn check_object(map: &Map<String, Value>, key: &str, kind: &Kind) -> Read<()> {
    if ["lose", "spread"].contains(&kind.name.as_str()) {
        return Err(format!("{key}: the word has another meaning in then"));
    }

    let contradictory = |name: &str| Err(format!("{key}.{name}: contradictory"));
    let spreading = kind.timer.as_ref().is_some_and(|timer| timer.then == Then::Spread);

    let pairs: [(bool, &[&str]); 3] = [
        (kind.timer.is_some(), &["layers", "spreads", "gives"]),
        (kind.generator.is_some(), &["layers", "color", "moves", "spreads"]),
        (kind.big(), &["spreads"]),
    ];
    for (is, others) in pairs {
        if let Some(name) = others.iter().find(|name| is && map.contains_key(**name)) {
            return contradictory(name);
        }
    }

    if kind.big() && spreading {
        return contradictory("then");
    }

    Ok(())
}

/// What timers become and generators give.
pub(crate) fn check_objects(rules: &Rules) -> Read<()> {
    for kind in &rules.kinds {
        let key = format!("blocks.{}", kind.name);
        if let Some(Timer { then: Then::Become(name), .. }) = &kind.timer {
            let next = rules.kind_named(name);
            let next =
                next.ok_or_else(|| format!("{key}.then: unknown kind {name:?}"))?;
            let next = &rules.kinds[next];
            let like = |kind: &Kind| {
                (kind.spot, kind.moves, kind.holds, kind.matches, kind.size)
            };
            if like(kind) != like(next) {
                return Err(format!(
                    "{key}.then: a timer becomes what lies, falls and matches alike"
                ));
            }
        }
        if let Some(generator) = &kind.generator {
            check_gives(rules, &key, &generator.gives)?;
        }
    }
    Ok(())
}

fn check_gives(rules: &Rules, key: &str, name: &str) -> Read<()> {
    let possible = match (rules.kind_named(name), rules.piece_named(name)) {
        (Some(kind), _) => {
            let kind = &rules.kinds[kind];
            let blocker = kind.spot == Spot::Blocker;
            kind.spot == Spot::Ingredient
                || blocker && kind.generator.is_none() && !kind.big()
        }
        (None, Some(piece)) => !rules.pieces[piece].colored,
        (None, None) => return Err(format!("{key}.gives: unknown {name:?}")),
    };
    if possible { Ok(()) } else { Err(format!("{key}.gives: {name:?} is impossible")) }
}
