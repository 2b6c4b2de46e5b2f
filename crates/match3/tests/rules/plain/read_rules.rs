//! Reads a whole rules document.

use serde_json::{Map, Value};

use super::checks::check;
use super::document::whole;
use super::effect::Effect;
use super::json::{Read, any_object, flag, list, number, object, required, small, text};
use super::json::{word, words};
use super::read_kinds::read_kind;
use super::rules::{Form, GroupSize, Hits, PairRule, PairShot, PieceKind, Refill};
use super::rules::{Reshuffle, Rules, Shape, Trigger};

/// The rules of a level with these colours, from its `rules` and its own `blocks`.
pub(crate) fn read_rules(
    rules: Option<&Value>,
    blocks: Option<&Value>,
    colors: &[String],
) -> Read<Rules> {
    let (document, classic) = whole(rules, blocks)?;
    let tapped = read_move(&document)?;
    let pieces = any_object(&document["pieces"], "pieces")?
        .iter()
        .map(|(name, piece)| read_piece(name, piece, tapped))
        .collect::<Read<Vec<_>>>()?;
    let kinds = any_object(&document["blocks"], "blocks")?
        .iter()
        .map(|(name, kind)| read_kind(name, kind, colors))
        .collect::<Read<Vec<_>>>()?;
    let score = object(&document["score"], "score", &["block", "piece"])?;
    let hits = [("cell", Hits::Cell), ("wave", Hits::Wave), ("group", Hits::Group)];
    let refills = [
        ("fill-path", Refill::FillPath),
        ("segment", Refill::Segment),
        ("diagonal", Refill::Diagonal),
        ("column", Refill::Column),
    ];
    let reshuffles = [("lines", Reshuffle::Lines), ("clean", Reshuffle::Clean)];
    let least = document.get("least").map_or(Ok(2), |it| small(it, "least", 2, 9))?;
    let rules = Rules {
        classic,
        colors: colors.to_vec(),
        tapped,
        least,
        groups: read_groups(document.get("groups"), least, &pieces)?,
        shapes: read_shapes(document.get("shapes"), &pieces)?,
        pairs: read_pairs(&document["pairs"], &pieces)?,
        pieces,
        kinds,
        hits: word(&document["hits"], "hits", &hits)?,
        refill: word(&document["refill"], "refill", &refills)?,
        reshuffle: word(&document["reshuffle"], "reshuffle", &reshuffles)?,
        block_points: points(score, "block", 10)?,
        piece_points: points(score, "piece", 0)?,
    };

    check(&rules)?;
    Ok(rules)
}

/// Whether groups are tapped; the keys of the other move must be absent.
fn read_move(document: &Map<String, Value>) -> Read<bool> {
    let moves = [("swap", false), ("tap", true)];
    let tapped = document.get("move").map_or(Ok(false), |it| word(it, "move", &moves))?;
    let others: &[&str] = if tapped { &["shapes"] } else { &["least", "groups"] };

    for key in others {
        if document.contains_key(*key) {
            return Err(format!("{key}: not with the move"));
        }
    }

    Ok(tapped)
}

fn points(score: &Map<String, Value>, name: &str, default: u64) -> Read<u64> {
    score.get(name).map_or(Ok(default), |value| {
        number(value, &format!("score.{name}"), 0, 1_000_000)
    })
}

fn piece_named(value: &Value, key: &str, pieces: &[PieceKind]) -> Read<usize> {
    let name = text(value, key)?;
    let place = pieces.iter().position(|piece| piece.name == name);
    place.ok_or_else(|| format!("{key}: unknown piece {name:?}"))
}

/// With taps: the pieces that groups make, by size.
fn read_groups(
    value: Option<&Value>,
    least: usize,
    pieces: &[PieceKind],
) -> Read<Vec<GroupSize>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let mut groups: Vec<GroupSize> = Vec::new();

    for (index, value) in list(value, "groups")?.iter().enumerate() {
        let key = format!("groups[{index}]");
        let map = object(value, &key, &["size", "makes"])?;
        let size = required(map, &key, "size")?;
        let size = small(size, &format!("{key}.size"), least as u64, 99)?;
        if groups.last().is_some_and(|before| size >= before.size) {
            return Err(format!("{key}.size: {size}, expected sizes that descend"));
        }
        let makes = required(map, &key, "makes")?;
        let makes = piece_named(makes, &format!("{key}.makes"), pieces)?;
        groups.push(GroupSize { size, makes });
    }

    Ok(groups)
}

/// With swaps: the pieces that groups make, by shape.
fn read_shapes(value: Option<&Value>, pieces: &[PieceKind]) -> Read<Vec<Shape>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let mut shapes = Vec::new();

    for (index, value) in list(value, "shapes")?.iter().enumerate() {
        let key = format!("shapes[{index}]");
        let map = object(value, &key, &["shape", "makes"])?;
        let name = text(required(map, &key, "shape")?, &format!("{key}.shape"))?;
        let form = match name {
            "corner" => Form::Corner,
            "square" => Form::Square,
            _ => match name.strip_prefix("line").map(str::parse) {
                Some(Ok(length @ 4..=9)) => Form::Line(length),
                _ => return Err(format!("{key}.shape: unknown shape {name:?}")),
            },
        };
        let makes = required(map, &key, "makes")?;
        let makes = piece_named(makes, &format!("{key}.makes"), pieces)?;
        shapes.push(Shape { form, makes });
    }

    Ok(shapes)
}

fn read_piece(name: &str, value: &Value, tapped: bool) -> Read<PieceKind> {
    let key = format!("pieces.{name}");
    let known = ["glyph", "fires", "starts", "color", "direction", "times"];
    let map = object(value, &key, &known)?;
    let glyph = text(required(map, &key, "glyph")?, &format!("{key}.glyph"))?;
    let mut letters = glyph.chars();
    let (Some(glyph @ 'A'..='Z'), None) = (letters.next(), letters.next()) else {
        return Err(format!("{key}.glyph: {glyph:?} is not one capital letter"));
    };
    let fires = required(map, &key, "fires")?;

    for only in ["carries", "turn_color_into"] {
        if fires.get(only).is_some() {
            return Err(format!("{key}.fires: {only} is impossible on a piece"));
        }
    }

    let fires = Effect::read(fires, &format!("{key}.fires"))?;
    let starts = read_starts(map, &key, tapped)?;
    let along = read_direction(map, &key, fires, tapped)?;
    let twice = times(map, &key)?;
    let name = name.to_owned();
    let colored = flag(map, &key, "color", false)?;

    Ok(PieceKind { name, glyph, fires, starts, colored, along, twice })
}

fn read_starts(map: &Map<String, Value>, key: &str, tapped: bool) -> Read<Vec<Trigger>> {
    let names = [
        ("swap", Trigger::Swap),
        ("swap_color", Trigger::SwapColor),
        ("tap", Trigger::Tap),
        ("match", Trigger::Match),
        ("hit", Trigger::Hit),
    ];
    let value = required(map, key, "starts")?;
    let starts = words(value, &format!("{key}.starts"), &names)?;
    let of_taps = |trigger: &Trigger| matches!(trigger, Trigger::Tap | Trigger::Hit);

    if tapped && !starts.iter().all(of_taps) {
        return Err(format!("{key}.starts: {value} is not with the move"));
    }

    Ok(starts)
}

/// Whether a line fires along the run that made it.
fn read_direction(
    map: &Map<String, Value>,
    key: &str,
    fires: Effect,
    tapped: bool,
) -> Read<bool> {
    let Some(value) = map.get("direction") else { return Ok(false) };
    if tapped {
        return Err(format!("{key}.direction: not with the move"));
    }
    if fires != Effect::Line {
        return Err(format!("{key}.direction: not with this effect"));
    }
    word(value, &format!("{key}.direction"), &[("across", false), ("along", true)])
}

fn times(map: &Map<String, Value>, key: &str) -> Read<bool> {
    map.get("times").map_or(Ok(false), |value| {
        small(value, &format!("{key}.times"), 1, 2).map(|times| times == 2)
    })
}

fn read_pairs(value: &Value, pieces: &[PieceKind]) -> Read<Vec<PairRule>> {
    let mut pairs = Vec::new();
    for (index, value) in list(value, "pairs")?.iter().enumerate() {
        let key = format!("pairs[{index}]");
        let map = object(value, &key, &["of", "fires"])?;
        let of = list(required(map, &key, "of")?, &format!("{key}.of"))?;
        let [first, second] = of.as_slice() else {
            return Err(format!("{key}.of: not two pieces"));
        };
        let of = format!("{key}.of");
        let of = (piece_named(first, &of, pieces)?, piece_named(second, &of, pieces)?);
        let fires = required(map, &key, "fires")?;
        let fires = read_pair_shot(fires, &format!("{key}.fires"), pieces)?;
        pairs.push(PairRule { of, fires });
    }

    Ok(pairs)
}

fn read_pair_shot(value: &Value, key: &str, pieces: &[PieceKind]) -> Read<PairShot> {
    let Some(map) = value.as_object() else {
        let effect = Effect::read(value, key)?;
        return Ok(PairShot::Effect { effect, twice: false, carries: false });
    };
    if let Some(piece) = map.get("turn_color_into") {
        if map.contains_key("times") || map.contains_key("carries") {
            return Err(format!("{key}: {value} is impossible"));
        }
        object(value, key, &["turn_color_into"])?;
        let piece = piece_named(piece, &format!("{key}.turn_color_into"), pieces)?;
        return Ok(PairShot::TurnColorInto(piece));
    }

    let mut bare = map.clone();
    bare.shift_remove("times");
    bare.shift_remove("carries");
    let effect = Effect::read(&Value::Object(bare), key)?;
    let (twice, carries) = (times(map, key)?, flag(map, key, "carries", false)?);

    Ok(PairShot::Effect { effect, twice, carries })
}
