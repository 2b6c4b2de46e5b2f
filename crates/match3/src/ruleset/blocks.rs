//! Kinds of blockers, covers, grounds and ingredients from a document.

use super::field::{Field, RulesError};
use super::{Block, BreakCauses, Piece, Place, objects};

const KEYS: [&str; 14] = [
    "place",
    "layers",
    "broken_by",
    "color",
    "moves",
    "keeps",
    "holds",
    "matches",
    "spreads",
    "after",
    "then",
    "gives",
    "to",
    "cells",
];

/// The most kinds of one ruleset: with the codes of 26 pieces, of which there are 82, theirs
/// fit into a byte.
const MOST: usize = 100;

/// Reads kinds by name. `pieces` are what generators may give.
pub(super) fn read(
    field: &Field<'_>,
    pieces: &[Piece],
) -> Result<Vec<Block>, RulesError> {
    let entries = field.named()?;
    if entries.len() > MOST {
        let (key, found) = (field.key.clone(), entries.len());
        let message = format!("has {found} kinds: expected at most {MOST}");
        return Err(RulesError { key, message });
    }
    let blocks = entries.iter().map(|(name, entry)| block(name, entry));
    let mut blocks: Vec<Block> = blocks.collect::<Result<_, _>>()?;

    // A kind may name one that comes later.
    for (index, (_, entry)) in entries.iter().enumerate() {
        let timer = objects::timer(entry, index, &blocks)?;
        let generator = objects::generator(&entries, index, &blocks, pieces)?;
        (blocks[index].timer, blocks[index].generator) = (timer, generator);
    }
    Ok(blocks)
}

fn block(name: &str, entry: &Field<'_>) -> Result<Block, RulesError> {
    if name.len() < 2 || !name.bytes().all(|letter| letter.is_ascii_lowercase()) {
        return Err(entry
            .error("the name is ambiguous: expected two or more of the letters a to z"));
    }

    if objects::WORDS.contains(&name) {
        return Err(entry.error("the word has another meaning in `then`"));
    }

    entry.only(&KEYS)?;

    let place = entry.required("place")?.choice(&[
        ("blocker", Place::Blocker),
        ("cover", Place::Cover),
        ("ground", Place::Ground),
        ("ingredient", Place::Ingredient),
    ])?;
    check_place(entry, place)?;
    objects::check(entry)?;

    let flag = |key: &str, default: bool| {
        entry.get(key).map_or(Ok(default), |field| field.flag())
    };

    let color = entry.get("color").map(|field| field.word()).transpose()?;
    let (moves, spreads) = (flag("moves", false)?, flag("spreads", false)?);
    if moves && spreads {
        let field = entry.required("spreads")?;
        return Err(field.error("contradictory: what moves does not spread"));
    }

    Ok(Block {
        name: name.to_owned(),
        place,
        layers: entry.get("layers").map_or(Ok(1), |field| field.number(1..=9))? as u8,
        broken_by: broken_by(entry, place, color.is_some())?,
        color: color.map(str::to_owned),
        moves,
        keeps: flag("keeps", false)?,
        holds: flag("holds", false)?,
        matches: flag("matches", true)?,
        spreads,
        cells: objects::cells(entry)?,
        timer: None,
        generator: None,
    })
}

/// Refuses keys that kinds of this place do not have.
fn check_place(entry: &Field<'_>, place: Place) -> Result<(), RulesError> {
    let (word, refused): (_, &[&str]) = match place {
        Place::Blocker => ("a blocker", &["keeps", "holds", "matches"]),
        Place::Cover => ("a cover", &["color", "moves", "gives", "to", "cells"]),
        Place::Ground => {
            let kept = ["place", "layers", "broken_by"];
            let refused = KEYS.iter().filter(|key| !kept.contains(key));
            ("a ground", &refused.copied().collect::<Vec<_>>())
        }
        Place::Ingredient => ("an ingredient", &KEYS[1..]),
    };

    match refused.iter().find_map(|key| entry.get(key)) {
        None => Ok(()),
        Some(field) => {
            Err(field.error(format!("not with this place: the kind is {word}")))
        }
    }
}

fn broken_by(
    entry: &Field<'_>,
    place: Place,
    has_color: bool,
) -> Result<BreakCauses, RulesError> {
    let Some(field) = entry.get("broken_by") else {
        return Ok(match place {
            Place::Blocker => {
                let is_generator = entry.get("gives").is_some();
                BreakCauses {
                    beside: true,
                    matched: false,
                    hit: !has_color && !is_generator,
                }
            }
            Place::Cover | Place::Ground => {
                BreakCauses { beside: false, matched: true, hit: true }
            }
            Place::Ingredient => BreakCauses::default(),
        });
    };

    // A list replaces the defaults of the place.
    let mut broken = BreakCauses::default();
    for event in field.different()? {
        match event.word()? {
            "beside" => broken.beside = true,
            "match" => broken.matched = true,
            "hit" => broken.hit = true,
            _ => return Err(event.error("expected beside, match or hit")),
        }
    }

    if has_color && !broken.beside {
        return Err(field.error("contradictory: with `color` it has `beside`"));
    }
    if place == Place::Blocker && broken.matched {
        return Err(field.error("impossible: a blocker is never matched"));
    }
    if place == Place::Ground && broken.beside {
        return Err(field.error("impossible: a ground has no `beside`"));
    }
    Ok(broken)
}
