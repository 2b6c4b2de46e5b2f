//! Random entries of a rules document: pieces, shapes, groups and kinds.

use serde_json::{Value, json};

use super::generator::Generator;

/// An effect of a piece.
pub(crate) fn random_effect(dice: &mut Generator) -> Value {
    match dice.index(10) {
        0 | 1 => json!("line"),
        2 | 3 => json!({"area": 1 + dice.index(3)}),
        4 => json!("cross"),
        5 => json!({"cross": dice.index(3)}),
        6 => json!({"plus": 1 + dice.index(9)}),
        7 => json!("color"),
        8 if dice.one_in(3) => json!("board"),
        _ if dice.one_in(3) => json!({"goal": 1 + dice.index(3)}),
        _ => json!({"goal": 1 + dice.index(3), "plus": dice.index(3)}),
    }
}

/// A piece with this letter, for games that are swapped or `tapped`.
pub(crate) fn random_piece(glyph: &Value, tapped: bool, dice: &mut Generator) -> Value {
    let fires = random_effect(dice);
    let mut starts = some_of(&["tap", "hit"], dice);
    // Now and then what the move does not allow.
    let swapped = !tapped || dice.one_in(60);

    match dice.index(3) {
        0 if swapped => starts.push("swap"),
        1 if swapped => starts.push("swap_color"),
        _ => {}
    }

    let mut piece = json!({"glyph": glyph, "fires": fires});
    if dice.one_in(2) {
        piece["color"] = json!(true);
        starts.extend(some_of(if swapped { &["match"] } else { &[] }, dice));
    }

    if fires == "line" && swapped && dice.one_in(2) {
        piece["direction"] = json!(dice.pick(&["across", "along"]));
    }

    let may_repeat =
        ["area", "plus", "cross"].iter().any(|word| fires.get(word).is_some());
    if (may_repeat || fires == "cross") && dice.one_in(3) {
        piece["times"] = json!(2);
    }

    piece["starts"] = json!(starts);
    piece
}

/// Which shapes make which of these pieces; a corner and a square have no direction.
pub(crate) fn random_shapes(
    pieces: &Value,
    names: &[String],
    dice: &mut Generator,
) -> Value {
    let mut forms = vec!["line4", "line5", "line6", "line7", "corner", "square"];
    let mut shapes = Vec::new();
    for _ in 0..dice.index(forms.len() + 1) {
        let form = forms.remove(dice.index(forms.len()));
        let name = &names[dice.index(names.len())];
        if form.starts_with("line") || pieces[name]["fires"] != "line" {
            shapes.push(json!({"shape": form, "makes": name}));
        }
    }
    json!(shapes)
}

/// Which groups of `least` blocks or more make which of these pieces.
pub(crate) fn random_groups(
    names: &[String],
    least: usize,
    dice: &mut Generator,
) -> Value {
    let mut sizes = vec![least, 3, 4, 5, 6, 7, 9, 12];
    sizes.retain(|&size| size >= least && dice.one_in(2));
    sizes.sort_unstable();
    sizes.dedup();
    // Now and then in the wrong order.
    if !dice.one_in(30) {
        sizes.reverse();
    }

    let makes = |size: &usize| {
        let name = &names[dice.index(names.len())];
        json!({"size": size, "makes": name})
    };
    sizes.iter().map(makes).collect()
}

fn some_of<'a>(words: &[&'a str], dice: &mut Generator) -> Vec<&'a str> {
    words.iter().copied().filter(|_| !dice.one_in(3)).collect()
}

/// A kind of `blocks` in a level with these colours.
pub(crate) fn random_kind(colors: &[&str], dice: &mut Generator) -> Value {
    let place =
        dice.pick(&["blocker", "blocker", "cover", "cover", "ground", "ingredient"]);
    let mut kind = json!({"place": place});

    if place == "ingredient" {
        return kind;
    }

    kind["layers"] = json!(if dice.one_in(8) { 9 } else { 1 + dice.index(3) });
    let (causes, flags): (&[_], &[_]) = match place {
        "blocker" => (&["beside", "hit"], &["moves", "spreads"]),
        "cover" => {
            (&["match", "beside", "hit"], &["keeps", "holds", "matches", "spreads"])
        }
        _ => (&["match", "hit"], &[]),
    };

    if place == "blocker" && dice.one_in(4) {
        // One of the eight usual names, which no level here has, now and then.
        kind["color"] = json!(if dice.one_in(6) { "cyan" } else { dice.pick(colors) });
        if dice.one_in(2) {
            kind["broken_by"] = json!(["beside", "hit"]);
        }
    } else if dice.one_in(2) {
        kind["broken_by"] = json!(some_of(causes, dice));
    }

    for flag in flags {
        if dice.one_in(3) || *flag == "keeps" && dice.one_in(2) {
            kind[*flag] = json!(*flag != "matches");
        }
    }

    if kind["moves"] == true {
        kind.as_object_mut().unwrap().shift_remove("spreads");
    }

    kind
}
