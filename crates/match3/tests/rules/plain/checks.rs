//! Errors of a rules document that need more than one entry.

use super::effect::Effect;
use super::json::Read;
use super::read_objects::check_objects;
use super::rules::{Form, PairShot, PieceKind, Reshuffle, Rules, Trigger};

/// The first error, if any.
pub(crate) fn check(rules: &Rules) -> Read<()> {
    check_shapes(rules)?;
    if rules.tapped && rules.reshuffle == Reshuffle::Lines {
        return Err("reshuffle: \"lines\" is not with the move".to_owned());
    }
    for (index, piece) in rules.pieces.iter().enumerate() {
        check_piece(rules, index, piece)?;
    }
    check_pairs(rules)?;
    check_objects(rules)
}

fn check_shapes(rules: &Rules) -> Read<()> {
    for (index, shape) in rules.shapes.iter().enumerate() {
        if rules.shapes[..index].iter().any(|other| other.form == shape.form) {
            return Err(format!("shapes[{index}].shape: duplicate"));
        }
        let line = rules.pieces[shape.makes].fires == Effect::Line;
        if line && !matches!(shape.form, Form::Line(_)) {
            return Err(format!(
                "shapes[{index}].makes: a corner or a square has no direction"
            ));
        }
    }
    Ok(())
}

fn check_piece(rules: &Rules, index: usize, piece: &PieceKind) -> Read<()> {
    let key = format!("pieces.{}", piece.name);
    if rules.pieces[..index].iter().any(|other| other.glyph == piece.glyph) {
        return Err(format!("{key}.glyph: duplicate {:?}", piece.glyph));
    }

    let starts = |trigger| piece.starts.contains(&trigger);
    if starts(Trigger::Match) && !piece.colored {
        return Err(format!(
            "{key}.starts: match, but a piece without colour is never matched"
        ));
    }

    if starts(Trigger::Swap) && starts(Trigger::SwapColor) {
        return Err(format!("{key}.starts: swap and swap_color are contradictory"));
    }

    let in_pair = rules.pairs.iter().any(|pair| pair.of.0 == index || pair.of.1 == index);
    if piece.starts.is_empty() && !in_pair {
        return Err(format!("{key}.starts: never starts"));
    }

    if piece.twice && !piece.fires.may_fire_twice() {
        return Err(format!("{key}.times: 2 is impossible with this effect"));
    }

    Ok(())
}

fn check_pairs(rules: &Rules) -> Read<()> {
    for (index, pair) in rules.pairs.iter().enumerate() {
        let key = format!("pairs[{index}]");
        let (first, second) = pair.of;
        let same = |of: (usize, usize)| of == (first, second) || of == (second, first);

        if rules.pairs[..index].iter().any(|other| same(other.of)) {
            return Err(format!("{key}.of: duplicate"));
        }

        match pair.fires {
            PairShot::TurnColorInto(piece) => {
                let fires = rules.pieces[piece].fires;
                if matches!(fires, Effect::Color | Effect::Board) {
                    return Err(format!(
                        "{key}.fires.turn_color_into: {:?} is impossible",
                        rules.pieces[piece].name
                    ));
                }
            }
            PairShot::Effect { effect: Effect::Line, .. } => {
                return Err(format!("{key}.fires: \"line\" is not a pair's effect"));
            }
            PairShot::Effect { effect, twice, carries } => {
                if twice && !effect.may_fire_twice() {
                    return Err(format!("{key}.fires.times: 2 is impossible"));
                }
                let goal = matches!(effect, Effect::Goal { .. });
                let partner = &rules.pieces[second];
                let bad = matches!(partner.fires, Effect::Color | Effect::Goal { .. });
                if carries && (!goal || bad || partner.twice) {
                    return Err(format!("{key}.fires.carries: impossible"));
                }
            }
        }
    }

    Ok(())
}
