//! Damaged documents are refused or played, without a panic.

use serde_json::{Value, json};
use tilewright_match3::LabText;

use crate::rules::generator::Generator;
use crate::rules::lab_text::{FULL, random_lab};
use crate::rules::plain::game::{Game, Outcome};
use crate::rules::plain::level::Level;
use crate::rules::plain::presets::preset;
use crate::rules::random_objects::random_game;

/// Puts another value somewhere into a document.
pub(crate) fn damage(value: &mut Value, dice: &mut Generator) {
    let inner: Vec<&mut Value> = match value {
        Value::Object(map) if !map.is_empty() && !dice.one_in(9) => {
            map.values_mut().collect()
        }
        Value::Array(list) if !list.is_empty() && !dice.one_in(9) => {
            list.iter_mut().collect()
        }
        other => {
            *other = other_value(other, dice);
            return;
        }
    };

    let at = dice.index(inner.len());
    if let Some(chosen) = inner.into_iter().nth(at) {
        damage(chosen, dice);
    }
}

fn other_value(old: &Value, dice: &mut Generator) -> Value {
    let words = [
        "rocket",
        "bomb",
        "red",
        "box",
        "hit",
        "swap",
        "tap",
        "column",
        "rO",
        "R-",
        "W!1",
        "r+ice1_grass2",
        "é",
        "",
        "+",
        "_",
        "-",
        "all",
        "color",
        "board",
        "line",
        "cross",
        "lab",
        "box9",
        "rR",
        "#",
        "=",
        "fuse2",
        "lose",
        "spread",
        "anywhere",
        "husk",
    ];

    match dice.index(8) {
        0 => Value::Null,
        1 => json!(dice.below(12)),
        2 => json!(-1.5),
        3 => json!([]),
        4 => json!({}),
        5 => json!([old, old]),
        6 => json!({"area": 1 + dice.below(9), "times": 2}),
        _ => json!(dice.pick(&words)),
    }
}

#[test]
fn damaged_documents_are_refused_or_played() {
    let (mut refused, mut played) = (0, 0);
    for seed in 0..4000 {
        let mut dice = Generator::new(seed);
        let name = dice.pick(&["lab", "candy", "royal", "classic", "blast"]);
        let mut value = random_game(name, dice.one_in(2), &mut dice);
        if dice.one_in(2) {
            let mut rules: Value = serde_json::from_str(preset(name).unwrap()).unwrap();
            damage(&mut rules, &mut dice);
            if rules.is_object() {
                rules["base"] = json!(name);
            }
            value["rules"] = rules;
        } else {
            damage(&mut value, &mut dice);
        }
        let Ok(level) = Level::read(&value) else {
            refused += 1;
            continue;
        };
        played += 1;
        let mut game = Game::dealt(level, &mut |bound| dice.below(bound));
        for turn in 0..3 {
            let moves = game.possible_moves();
            if game.outcome != Outcome::Going || moves.is_empty() {
                break;
            }
            let chosen = moves[(seed as usize + turn) % moves.len()];
            assert!(game.play(chosen, &mut |bound| dice.below(bound)).is_ok(), "{value}");
        }
    }

    assert!(refused > 300 && played > 300, "{refused} refused, {played} played");
}

/// Replaces, adds or takes away some characters or lines of a text.
fn damaged_text(text: &str, dice: &mut Generator) -> String {
    let words = [
        "#",
        "# ",
        " ",
        "\n",
        "\t",
        "-1",
        "99999999999",
        "goal",
        "grid",
        "size",
        "é",
        "\0",
        "i",
        "G",
        "9",
        "{",
        "\r",
        "0x10",
        "",
    ];

    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=dice.index(3) {
        let at = dice.index(lines.len());
        match dice.index(6) {
            0 if lines.len() > 1 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = dice.index(lines.len());
                lines.swap(at, other);
            }
            _ => {
                let mut letters: Vec<char> = lines[at].chars().collect();
                let from = dice.index(letters.len() + 1);
                let to = letters.len().min(from + dice.index(3));
                letters.splice(from..to, dice.pick(&words).chars());
                lines[at] = letters.into_iter().collect();
            }
        }
    }

    lines.join("\n")
}

#[test]
fn damaged_text_levels_are_refused_or_read() {
    let (mut refused, mut read) = (0, 0);
    for seed in 0..6000 {
        let mut dice = Generator::new(seed);
        let level = random_lab(&mut dice).to_string().parse().unwrap();
        let name = Some("Damp".to_owned());
        let whole = LabText { level, name, band: Some([10, 20]) }.write();
        let whole = whole.map_or_else(|_| FULL.to_owned(), |written| written.text);
        let text = damaged_text(&whole, &mut dice);
        let level = text.parse::<tilewright_match3::Level>();
        match text.parse::<LabText>() {
            Ok(found) => {
                read += 1;
                assert_eq!(level.unwrap(), found.level, "{text}");
                let written =
                    found.write().unwrap_or_else(|error| panic!("{error}\n{text}"));
                let name = found.name.filter(|_| !written.left_out.contains(&"name"));
                let again = written.text.parse::<LabText>().unwrap();
                assert_eq!(again, LabText { name, ..found }, "{text}");
            }
            Err(error) => {
                refused += 1;
                assert!(error.to_string().starts_with("line "), "{error}\n{text}");
                assert!(level.is_err(), "{text}");
            }
        }
    }

    assert!(refused > 1000 && read > 600, "{refused} refused, {read} read");
}
