//! The text form of boards, read.

use super::board::{Cell, Contents, Direction, Layered, Piece};
use super::effect::Effect;
use super::json::Read;
use super::rules::{Rules, Spot};
use super::text::color_letter;

/// A token's cell, and whether it is dealt a block at the start.
pub(crate) fn read_token(token: &str, rules: &Rules) -> Read<(Cell, bool)> {
    if token == "_" {
        return Ok((Cell { hole: true, ..Cell::default() }, false));
    }

    let mut rest = token;
    let (contents, dealt) = if let Some(left) = rest.strip_prefix('.') {
        rest = left;
        (None, true)
    } else if let Some(left) = rest.strip_prefix('-') {
        rest = left;
        (None, false)
    } else {
        (Some(read_contents(&mut rest, rules)?), false)
    };

    let mut cell = Cell { contents, ..Cell::default() };
    if let Some(left) = rest.strip_prefix('+') {
        rest = left;
        if cell.closed(rules) {
            return Err("a cover over an obstacle or a blocker that stands".to_owned());
        }
        cell.cover = Some(read_layered(&mut rest, rules, Spot::Cover)?);
    }

    if let Some(left) = rest.strip_prefix('_') {
        rest = left;
        cell.ground = Some(read_layered(&mut rest, rules, Spot::Ground)?);
    }

    if rest.is_empty() { Ok((cell, dealt)) } else { Err(format!("what is {rest:?}?")) }
}

/// Contents at the beginning of `rest`, which is left with what follows.
pub(crate) fn read_contents(rest: &mut &str, rules: &Rules) -> Read<Contents> {
    if take(rest, '#') {
        return Ok(Contents::Obstacle);
    }

    if take(rest, '=') {
        return Ok(Contents::Part);
    }

    let end = rest.find(|letter: char| !letter.is_ascii_lowercase());
    let (word, left) = rest.split_at(end.unwrap_or(rest.len()));

    if word.len() > 1 {
        let kind = kind_named(word, rules)?;
        if rules.kinds[kind].spot == Spot::Ingredient {
            *rest = left;
            return Ok(Contents::Ingredient(kind));
        }
        return read_layered(rest, rules, Spot::Blocker).map(Contents::Blocker);
    }

    *rest = left;
    let color = word.chars().next().map(|letter| color_of(letter, rules)).transpose()?;
    let glyph = rest.chars().next().filter(char::is_ascii_uppercase);

    match (color, glyph) {
        (Some(color), None) => Ok(Contents::Block(color)),
        (_, Some(glyph)) => {
            *rest = &rest[1..];
            read_piece(rest, rules, color, glyph)
        }
        (None, None) => Err(format!("what is {rest:?}?")),
    }
}

fn read_piece(
    rest: &mut &str,
    rules: &Rules,
    color: Option<usize>,
    glyph: char,
) -> Read<Contents> {
    let kind = rules.pieces.iter().position(|piece| piece.glyph == glyph);
    let kind = kind.ok_or_else(|| format!("unknown piece {glyph}"))?;

    if color.is_none() && take(rest, '!') {
        let effect = if take(rest, '+') {
            Effect::Plus(digit(rest, 1)?)
        } else if take(rest, 'x') {
            Effect::Cross(digit(rest, 0)?)
        } else {
            Effect::Area(digit(rest, 1)?)
        };
        return Ok(Contents::Armed { kind, effect });
    }

    let direction = if take(rest, '-') {
        Some(Direction::Row)
    } else {
        take(rest, '|').then_some(Direction::Column)
    };
    let piece = &rules.pieces[kind];

    if piece.colored != color.is_some() {
        return Err(format!("{glyph} without the colour that it has, or with one"));
    }

    if (piece.fires == Effect::Line) != direction.is_some() {
        return Err(format!("{glyph} without the direction that it has, or with one"));
    }

    Ok(Contents::Piece(Piece { kind, color, direction }))
}

/// A kind's name and its layers, or its turns; a generator has neither.
fn read_layered(rest: &mut &str, rules: &Rules, spot: Spot) -> Read<Layered> {
    let end = rest.find(|letter: char| !letter.is_ascii_lowercase());
    let (name, left) = rest.split_at(end.unwrap_or(rest.len()));
    let kind = kind_named(name, rules)?;
    if rules.kinds[kind].spot != spot {
        return Err(format!("{name} does not belong there"));
    }
    *rest = left;
    if rules.kinds[kind].generator.is_some() {
        return Ok(Layered { kind, layers: 1 });
    }
    let layers = if rules.kinds[kind].timer.is_some() {
        turns(rest)?
    } else {
        digit(rest, 1)? as u64
    };
    if layers > rules.kinds[kind].full() {
        return Err(format!("{layers} is more than {name} has"));
    }
    Ok(Layered { kind, layers })
}

fn kind_named(name: &str, rules: &Rules) -> Read<usize> {
    rules.kind_named(name).ok_or_else(|| format!("unknown name {name:?}"))
}

fn color_of(letter: char, rules: &Rules) -> Read<usize> {
    let mut colors = 0..rules.colors.len();
    let found = colors.find(|&color| color_letter(color, rules) == letter);
    found.ok_or_else(|| format!("unknown colour {letter:?}"))
}

fn take(rest: &mut &str, letter: char) -> bool {
    let left = rest.strip_prefix(letter);
    *rest = left.unwrap_or(rest);
    left.is_some()
}

/// A number from 1, without a 0 before it.
fn turns(rest: &mut &str) -> Read<u64> {
    let end = rest.find(|letter: char| !letter.is_ascii_digit());
    let (number, left) = rest.split_at(end.unwrap_or(rest.len()));
    *rest = left;
    match number.parse() {
        Ok(turns) if !number.starts_with('0') => Ok(turns),
        _ => Err(format!("a number of turns is missing before {rest:?}")),
    }
}

/// One digit from `least`.
fn digit(rest: &mut &str, least: usize) -> Read<usize> {
    let digit = rest.chars().next().and_then(|letter| letter.to_digit(10));
    match digit {
        Some(digit) if digit as usize >= least => {
            *rest = &rest[1..];
            Ok(digit as usize)
        }
        _ => Err(format!("a number from {least} to 9 is missing before {rest:?}")),
    }
}
