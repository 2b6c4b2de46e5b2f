//! Pieces from a document.

use super::field::{Field, RulesError, one_of};
use super::{Effect, Pair, Piece, Starts};

const KEYS: [&str; 6] = ["glyph", "fires", "starts", "color", "direction", "times"];

/// The keys of an effect that is an object, and those that are words.
const EFFECT_KEYS: [&str; 4] = ["area", "cross", "plus", "goal"];
const EFFECTS: [(&str, Effect); 4] = [
    ("line", Effect::Line),
    ("cross", Effect::Cross(0)),
    ("color", Effect::Color),
    ("board", Effect::Board),
];

/// Reads pieces by name.
pub(super) fn read(field: &Field<'_>) -> Result<Vec<Piece>, RulesError> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (name, entry) in field.named()? {
        let piece = piece(name, &entry)?;
        if let Some(other) = pieces.iter().find(|other| other.glyph == piece.glyph) {
            let wrong = format!("a duplicate: the piece {} has this glyph", other.name);
            return Err(entry.required("glyph")?.error(wrong));
        }
        pieces.push(piece);
    }
    Ok(pieces)
}

/// Refuses pieces that nothing sets off.
pub(super) fn check_starts(pieces: &[Piece], pairs: &[Pair]) -> Result<(), RulesError> {
    let is_paired =
        |index: usize| pairs.iter().any(|pair| pair.of.map(usize::from).contains(&index));
    let never = |(index, piece): &(usize, &Piece)| {
        piece.starts == Starts::default() && !is_paired(*index)
    };
    match pieces.iter().enumerate().find(never) {
        None => Ok(()),
        Some((_, piece)) => Err(RulesError {
            key: format!("rules.pieces.{}.starts", piece.name),
            message: "is []: the piece is in no pair, so it never starts".to_owned(),
        }),
    }
}

/// Refuses what pieces of a game that is tapped cannot have: nothing is swapped or matched, and the direction of a line is
/// drawn.
pub(super) fn check_taps(field: &Field<'_>, pieces: &[Piece]) -> Result<(), RulesError> {
    for ((_, entry), piece) in field.named()?.iter().zip(pieces) {
        if piece.starts.swap || piece.starts.swap_color || piece.starts.matched {
            let starts = entry.required("starts")?;
            return Err(starts.error("expected tap and hit alone with the move \"tap\""));
        }
        if let Some(direction) = entry.get("direction") {
            return Err(
                direction.error("not with the move \"tap\": the direction is drawn")
            );
        }
    }
    Ok(())
}

fn piece(name: &str, entry: &Field<'_>) -> Result<Piece, RulesError> {
    entry.only(&KEYS)?;
    let fires = effect(&entry.required("fires")?, &[])?;

    let flag = |key: &str| entry.get(key).map_or(Ok(false), |field| field.flag());
    let has_color = flag("color")?;

    let is_along = match entry.get("direction") {
        None => false,
        Some(field) => {
            let is_along = field.choice(&[("across", false), ("along", true)])?;
            if fires != Effect::Line {
                return Err(
                    field.error("not with this effect: only \"line\" has a direction")
                );
            }
            is_along
        }
    };

    Ok(Piece {
        name: name.to_owned(),
        glyph: glyph(&entry.required("glyph")?)?,
        fires,
        starts: starts(&entry.required("starts")?, has_color)?,
        has_color,
        is_along,
        is_twice: is_twice(entry, fires)?,
    })
}

fn glyph(field: &Field<'_>) -> Result<char, RulesError> {
    match field.value.as_str().map(str::as_bytes) {
        Some([glyph @ b'A'..=b'Z']) => Ok(char::from(*glyph)),
        _ => Err(field.error("expected one capital letter from A to Z")),
    }
}

fn starts(field: &Field<'_>, has_color: bool) -> Result<Starts, RulesError> {
    let mut starts = Starts::default();

    for event in field.different()? {
        match event.word()? {
            "swap" => starts.swap = true,
            "swap_color" => starts.swap_color = true,
            "tap" => starts.tap = true,
            "match" => starts.matched = true,
            "hit" => starts.hit = true,
            _ => return Err(event.error("expected swap, swap_color, tap, match or hit")),
        }
    }

    if starts.swap && starts.swap_color {
        return Err(field.error("swap and swap_color are contradictory: give one"));
    }

    if starts.matched && !has_color {
        return Err(field.error("a piece without colour is never matched, so no `match`"));
    }

    Ok(starts)
}

/// The value of `times` of a piece or a pair: whether it fires twice.
pub(super) fn is_twice(entry: &Field<'_>, effect: Effect) -> Result<bool, RulesError> {
    let Some(field) = entry.get("times") else { return Ok(false) };
    let is_twice = field.number(1..=2)? == 2;
    if is_twice && effect.code() == 0 {
        return Err(field.error("impossible: only area, cross and plus fire twice"));
    }
    Ok(is_twice)
}

/// Reads an effect; `beside` are the keys that an object may have beside those of the effect.
pub(super) fn effect(field: &Field<'_>, beside: &[&str]) -> Result<Effect, RulesError> {
    if field.value.as_str().is_some() {
        return field.choice(&EFFECTS);
    }

    let wrong = || {
        let expected =
            "expected \"line\", \"cross\", \"color\", \"board\", or an object with";
        field.error(format!("{expected} {}", one_of(&EFFECT_KEYS)))
    };

    if field.value.as_object().is_none() {
        return Err(wrong());
    }

    if field.get("turn_color_into").is_some() {
        return Err(field.error("impossible: turn_color_into is an effect of pairs"));
    }
    if field.get("carries").is_some() && !beside.contains(&"carries") {
        return Err(field.error("impossible: only pairs carry"));
    }

    let allowed = [&EFFECT_KEYS, beside].concat();
    field.only(&allowed)?;

    let number = |key: &str, range| field.get(key).map(|field| field.number(range));
    let [area, cross, plus, goal] = [
        number("area", 1..=9).transpose()?,
        number("cross", 0..=9).transpose()?,
        number("plus", if field.get("goal").is_some() { 0..=9 } else { 1..=9 })
            .transpose()?,
        number("goal", 1..=9).transpose()?,
    ]
    .map(|number| number.map(|number| number as u8));

    match (area, cross, plus, goal) {
        (Some(reach), None, None, None) => Ok(Effect::Area(reach)),
        (None, Some(reach), None, None) => Ok(Effect::Cross(reach)),
        (None, None, Some(reach), None) => Ok(Effect::Plus(reach)),
        (None, None, plus, Some(count)) => {
            Ok(Effect::Goal { count, plus: plus.unwrap_or(0) })
        }
        _ => Err(wrong()),
    }
}
