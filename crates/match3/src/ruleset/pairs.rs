//! Pairs from a document.

use super::field::{Field, RulesError};
use super::pieces::{effect, is_twice};
use super::read::piece;
use super::{Effect, Pair, PairEffect, Piece};
use crate::Json;

/// The names of the two kinds of a pair.
fn names<'a>(entry: &Field<'a>) -> Result<[&'a str; 2], RulesError> {
    let of = entry.required("of")?;
    match &of.list()?[..] {
        [first, second] => Ok([first.word()?, second.word()?]),
        _ => Err(of.error("expected the names of two pieces")),
    }
}

fn is_same(one: [&str; 2], [first, second]: [&str; 2]) -> bool {
    one == [first, second] || one == [second, first]
}

/// The most pairs: those of 26 pieces.
const MOST: usize = 26 * 27 / 2;

/// Joins pairs by their two kinds: each replaces the whole rule of these kinds, and `null` as `fires`
/// removes it.
pub(super) fn join(pairs: &mut Json, changes: &Field<'_>) -> Result<(), RulesError> {
    let Json::Array(pairs) = pairs else { return Ok(()) };
    if changes.list()?.len() > MOST {
        return Err(changes.error(format!("expected at most {MOST} pairs")));
    }

    let mut seen: Vec<[&str; 2]> = Vec::new();
    for entry in changes.list()? {
        entry.only(&["of", "fires"])?;
        let of = names(&entry)?;
        if seen.iter().any(|&other| is_same(other, of)) {
            return Err(entry.error("a duplicate: these two have a rule already"));
        }
        seen.push(of);

        let is_removed = *entry.required("fires")?.value == Json::Null;
        let is_other = |pair: &Json| {
            names(&Field::new("", pair)).is_ok_and(|other| is_same(other, of))
        };

        match (pairs.iter().position(is_other), is_removed) {
            (Some(at), true) => drop(pairs.remove(at)),
            (Some(at), false) => pairs[at] = entry.value.clone(),
            (None, true) => {}
            (None, false) => pairs.push(entry.value.clone()),
        }
    }
    Ok(())
}

/// Reads pairs.
pub(super) fn read(field: &Field<'_>, pieces: &[Piece]) -> Result<Vec<Pair>, RulesError> {
    field.list()?.iter().map(|entry| pair(entry, pieces)).collect()
}

fn pair(entry: &Field<'_>, pieces: &[Piece]) -> Result<Pair, RulesError> {
    let of = entry.required("of")?.list()?;

    let [first, second] = &of[..] else { return Err(entry.error("expected two pieces")) };
    let of = [piece(first, pieces)?, piece(second, pieces)?];

    let fires = entry.required("fires")?;
    if fires.get("turn_color_into").is_some() {
        return Ok(Pair { of, fires: turn(&fires, pieces)? });
    }

    let effect = effect(&fires, &["times", "carries"])?;
    if effect == Effect::Line {
        return Err(fires.error("\"line\" is not the effect of a pair"));
    }

    let is_twice = is_twice(&fires, effect)?;
    let carries = fires.get("carries").map_or(Ok(false), |field| field.flag())?;
    if carries && !matches!(effect, Effect::Goal { .. }) {
        return Err(fires.error("`carries` is impossible without `goal`"));
    }

    // What is carried fires once at each chosen cell: not at what it would choose itself.
    let partner = &pieces[usize::from(of[1])];
    let cannot = matches!(partner.fires, Effect::Color | Effect::Goal { .. });
    if carries && (cannot || partner.is_twice) {
        return Err(fires.error(format!(
            "`carries` is impossible: the partner {} fires \"color\", `goal` or twice",
            partner.name
        )));
    }

    Ok(Pair { of, fires: PairEffect::Fires { effect, is_twice, carries } })
}

fn turn(fires: &Field<'_>, pieces: &[Piece]) -> Result<PairEffect, RulesError> {
    fires.only(&["turn_color_into", "times", "carries"])?;
    let field = fires.required("turn_color_into")?;
    let into = piece(&field, pieces)?;
    if matches!(pieces[usize::from(into)].fires, Effect::Color | Effect::Board) {
        return Err(field.error("impossible: the piece fires \"color\" or \"board\""));
    }
    is_twice(fires, Effect::Color)?;
    if fires.get("carries").map_or(Ok(false), |field| field.flag())? {
        return Err(fires.error("`carries` is impossible without `goal`"));
    }
    Ok(PairEffect::Turn(into))
}
