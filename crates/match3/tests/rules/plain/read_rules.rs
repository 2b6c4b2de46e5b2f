//! Reads a whole rules document.

use serde_json::{Map, Value};

use super::checks::check;
use super::document::whole;
use super::effect::Effect;
use super::json::{Read, any_object, flag, list, number, object, required, small, text};
use super::json::{word, words};
use super::read_kinds::read_kind;
use super::rules::{Form, Hits, PairRule, PairShot, PieceKind, Refill, Reshuffle};
use super::rules::{Rules, Shape, Trigger};

/// The rules of a level with these colours, from its `rules` and its own `blocks`.
pub(crate) fn read_rules(
    rules: Option<&Value>,
    blocks: Option<&Value>,
    colors: &[String],
) -> Read<Rules> {
    let (document, classic) = whole(rules, blocks)?;
    let pieces = any_object(&document["pieces"], "pieces")?
        .iter()
        .map(|(name, piece)| read_piece(name, piece))
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
    ];
    let reshuffles = [("lines", Reshuffle::Lines), ("clean", Reshuffle::Clean)];
    let rules = Rules {
        classic,
        colors: colors.to_vec(),
        shapes: read_shapes(&document["shapes"], &pieces)?,
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

fn read_shapes(value: &Value, pieces: &[PieceKind]) -> Read<Vec<Shape>> {
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

fn read_piece(name: &str, value: &Value) -> Read<PieceKind> {
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
    let starts = [
        ("swap", Trigger::Swap),
        ("swap_color", Trigger::SwapColor),
        ("tap", Trigger::Tap),
        ("match", Trigger::Match),
        ("hit", Trigger::Hit),
    ];

    let starts =
        words(required(map, &key, "starts")?, &format!("{key}.starts"), &starts)?;
    if map.contains_key("direction") && fires != Effect::Line {
        return Err(format!("{key}.direction: not with this effect"));
    }

    let along = map.get("direction").map_or(Ok(false), |value| {
        let names = [("across", false), ("along", true)];
        word(value, &format!("{key}.direction"), &names)
    })?;
    let twice = times(map, &key)?;
    let name = name.to_owned();
    let colored = flag(map, &key, "color", false)?;

    Ok(PieceKind { name, glyph, fires, starts, colored, along, twice })
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
