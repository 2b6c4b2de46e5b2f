//! Text levels of match3-lab: written, read again, and played.

use serde_json::{Value, json};
use tilewright_grid::Seed;
use tilewright_match3::{
    LabFile, LabText, LabTextError, Level, LevelError, Rules, Strategy, play,
};

use crate::rules::generator::Generator;
use crate::rules::random_levels::random_level;

/// A level with everything that the format has.
pub(crate) const FULL: &str = "# Everything at once.\n\
    name Cellar\n\
    size 5 4 # width, then height\n\
    moves 12\n\
    band 35 55\n\
    colors 4\n\
    goal ice 3\n\
    goal box 2\n\
    goal grass 4\n\
    goal color 3 9\n\
    grid\n\
    . 0 . . #\n\
    .g .G 1gi .I -\n\
    . b B . -g # two boxes\n\
    # # . . .\n";

fn lab(text: &str) -> LabText {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn a_text_level_is_one_of_the_rules_lab() {
    let found = lab(FULL);
    assert_eq!(found.name.as_deref(), Some("Cellar"));
    assert_eq!(found.band, Some([35, 55]));

    let level: Value = serde_json::from_str(&found.level.to_json()).unwrap();
    assert_eq!((&level["rules"], &level["colors"]), (&json!("lab"), &json!(4)));
    assert_eq!(level["moves"], 12);

    let layout = json!([
        [".", "r", ".", ".", "_"],
        ["._grass1", "._grass2", "g+ice1_grass1", ".+ice2", "-"],
        [".", "box1", "box2", ".", "-_grass1"],
        ["_", "_", ".", ".", "."],
    ]);

    assert_eq!(level["layout"], layout);

    let goals = json!({"all": [
        {"collect": {"kind": "ice", "layers": 3}},
        {"collect": {"kind": "box", "layers": 2}},
        {"collect": {"kind": "grass", "layers": 4}},
        {"collect": {"color": "yellow", "count": 9}},
    ]});

    assert_eq!(level["goal"], goals);
    assert_eq!(FULL.parse::<Level>().unwrap(), found.level);
    assert_eq!(found.level.to_json().parse::<Level>().unwrap(), found.level);
}

/// Line ends of other systems, other cases of keys, empty lines and blanks mean the same, and so does the
/// text that is written.
#[test]
fn the_same_level_has_many_texts() {
    let found = lab(FULL);
    let written = found.write().unwrap();
    assert!(written.left_out.is_empty());

    let forms = [
        written.text,
        FULL.replace('\n', "\r\n"),
        FULL.replace('\n', "\n\n \t\n"),
        FULL.replace(' ', "  \t ").replace("#  \t ", "# "),
        FULL.replace("size", "SIZE").replace("goal ice", "Goal ICE"),
        format!("\u{feff}{FULL}"),
        FULL.trim_end().to_owned(),
    ];

    for text in forms {
        assert!(LabText::is_one(&text), "{text}");
        assert_eq!(lab(&text), found, "{text}");
    }
}

/// What is replaced in the text, and the error.
const WRONG: &[(&str, &str, &str)] = &[
    ("moves 12", "turns 12", "line 4, column 1: found \"turns\", expected name, size,"),
    ("moves 12", "moves", "line 4: found the end, expected moves N"),
    ("moves 12", "moves 0", "line 4, column 7: found \"0\", expected a number from 1"),
    ("moves 12", "moves 12 3", "line 4, column 10: found \"3\", expected the end"),
    ("moves 12\n", "", "line 10, column 1: found \"grid\", expected moves N"),
    ("size 5 4", "size 5", "line 3: found the end, expected size WIDTH HEIGHT"),
    (
        "size 5 4",
        "size 13 4",
        "line 3, column 6: found \"13\", expected a number from 1 to 12",
    ),
    (
        "size 5 4",
        "size 4 5",
        "line 12, column 9: found \"#\", expected the end of the line",
    ),
    ("size 5 4", "size 6 4", "line 12: found the end, expected 6 cells, and found 5"),
    (
        "size 5 4",
        "size 5 5",
        "line 15: found the end, expected 5 rows of cells, and found 4",
    ),
    (
        "size 5 4",
        "size 5 3",
        "line 15, column 1: found \"#\", expected the end of the text",
    ),
    (
        "band 35 55",
        "band 35 34",
        "line 5, column 9: found \"34\", expected a number from 35 to 100",
    ),
    (
        "colors 4",
        "colors 7",
        "line 6, column 8: found \"7\", expected a number from 3 to 6",
    ),
    (
        "colors 4",
        "colors 3",
        "line 10, column 12: found \"3\", expected a colour from 0 to 2",
    ),
    (
        "goal ice 3",
        "goal ice 4",
        "line 7, column 10: found \"4\", expected at most 3, the layers of ice",
    ),
    (
        "goal box 2",
        "goal boxes 2",
        "line 8, column 6: found \"boxes\", expected color, grass, box or ice",
    ),
    (
        "goal box 2",
        "goal color 2",
        "line 8: found the end, expected goal color COLOR TARGET",
    ),
    (". 0 .", ". 4 .", "line 12, column 3: found \"4\", expected a cell"),
    ("1gi", "1gx", "line 13, column 7: found \"1gx\", expected a cell"),
    ("b B", "bg B", "line 14, column 3: found \"bg\", expected a cell"),
    (".I -", ".I -i", "line 13, column 14: found \"-i\", expected a cell"),
    ("grid", "rows", "line 11, column 1: found \"rows\", expected name"),
];

#[test]
fn a_wrong_text_is_refused_with_its_place() {
    let mut cases: Vec<(String, &str)> = Vec::new();
    for (old, new, expected) in WRONG {
        assert!(FULL.contains(old), "{old}");
        cases.push((FULL.replacen(old, new, 1), expected));
    }

    let goalless = FULL.replace("\ngoal", "\n# goal");
    cases.push((goalless, "line 11, column 1: found \"grid\", expected a goal"));
    let head = "size 2 2\nmoves 3\ngoal color 0 1\n";
    cases.push((head.to_owned(), "line 3: found the end, expected the word grid"));
    let small = "line 4, column 1: found \"grid\", expected at least 3 cells";
    cases.push((format!("{head}grid\n. .\n# b\n"), small));

    for (text, expected) in cases {
        let error = text.parse::<LabText>().unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}\n{expected}\n{text}");
    }
}

/// Numbers that are far too large are refused before their memory is taken.
#[test]
fn hostile_texts_are_refused() {
    let goals = "goal color 0 1\n".repeat(200);
    let cells = ". ".repeat(100_000);
    for text in [
        "size 4000000000 4000000000\nmoves 1\ngoal color 0 1\ngrid\n".to_owned(),
        format!("size 2 2\nmoves 1\n{goals}grid\n. .\n. .\n"),
        format!("size 2 2\nmoves 1\ngoal color 0 1\ngrid\n{cells}\n"),
        format!("size 2 2\nmoves 1\ngoal color 0 1\ngrid\n{}", ". .\n".repeat(50_000)),
    ] {
        let error = text.parse::<LabText>().unwrap_err();
        assert!(matches!(error, LevelError::Word { .. }), "{error}");
    }
}

/// A random level that the format can hold, but for some goals.
pub(crate) fn random_lab(dice: &mut Generator) -> Value {
    let (rows, columns) = (3 + dice.index(6), 3 + dice.index(6));
    let colors = 3 + dice.index(4);
    let layout: Vec<Vec<String>> = (0..rows)
        .map(|_| (0..columns).map(|_| random_token(colors, dice)).collect())
        .collect();
    let goals: Vec<Value> =
        (0..=dice.index(2)).map(|_| random_goal(colors, &layout, dice)).collect();
    let goal = if goals.len() > 1 { json!({"all": goals}) } else { goals[0].clone() };
    json!({
        "schema": "tilewright/level/2", "rules": "lab", "rows": rows, "columns": columns,
        "colors": colors, "layout": layout, "moves": 1 + dice.index(20), "goal": goal,
    })
}

fn random_token(colors: usize, dice: &mut Generator) -> String {
    let base = match dice.index(24) {
        0 => return "_".to_owned(),
        1 => return "#".to_owned(),
        2..=4 => return dice.pick(&["box1", "box2"]).to_owned(),
        5 => "-",
        6 => ["r", "g", "b", "y", "p", "o"][dice.index(colors)],
        _ => ".",
    };

    let mut token = base.to_owned();
    if base != "-" && dice.one_in(6) {
        token += dice.pick(&["+ice1", "+ice2"]);
    }

    if dice.one_in(4) {
        token += dice.pick(&["_grass1", "_grass2"]);
    }

    token
}

fn random_goal(colors: usize, layout: &[Vec<String>], dice: &mut Generator) -> Value {
    let kind = dice.pick(&["box", "grass", "ice"]);
    let tokens = layout.iter().flatten();
    let present = tokens.filter(|token| token.contains(kind)).count();
    let layers = crate::rules::random_boards::layers_on(layout, kind) as usize;

    match dice.index(7) {
        0 if layers > 0 => {
            json!({"collect": {"kind": kind, "layers": 1 + dice.index(layers)}})
        }
        1 if layers > 0 => json!({"collect": {"kind": kind, "count": "all"}}),
        2 if layers > 0 => json!({"collect": {"kind": kind, "count": present}}),
        3 if layers > 0 => {
            json!({"collect": {"kind": kind, "count": 1 + dice.index(present)}})
        }
        4 => json!({"clear": dice.pick(&["blockers", "overlays", "specials"])}),
        5 => json!({"collect": 1 + dice.index(20), "of_colors": 1 + dice.index(colors)}),
        _ => {
            let color = ["red", "green", "blue", "yellow", "purple", "orange"];
            json!({"collect": {"color": color[dice.index(colors)], "count": 12}})
        }
    }
}

/// What is written is the same game: with every goal met at the same move, by the same bot.
#[test]
fn levels_are_written_and_read_again() {
    let (mut written, mut refused) = (0, 0);
    for seed in 0..400 {
        let document = random_lab(&mut Generator::new(seed));
        let level: Level = document.to_string().parse().unwrap();
        let before = LabText { level, name: Some(format!("no {seed}")), band: None };
        let text = match before.write() {
            Ok(text) => text.text,
            Err(
                LabTextError::Goal { .. } | LabTextError::NoGoal | LabTextError::Cells,
            ) => {
                refused += 1;
                continue;
            }
            Err(error) => panic!("{error}\n{document}"),
        };
        written += 1;
        let after = lab(&text);
        assert_eq!(after.name, before.name);
        assert_eq!(after.write().unwrap().text, text);
        assert_eq!(lab(&after.write().unwrap().text), after);
        let games = |level: &Level| {
            let rules = Rules::new(level, level.goal.as_ref().unwrap());
            play(&rules, &Strategy::Greedy.into(), 60, 0..3, Seed(seed), &())
        };
        assert_eq!(games(&before.level), games(&after.level), "{document}\n{text}");
    }

    assert!(written > 250 && refused > 20, "{written} written, {refused} refused");
}

/// Levels of all presets are written or refused, without a panic; what is written is read again.
#[test]
fn other_levels_are_refused() {
    let (mut written, mut refused) = (0, 0);
    for seed in 0..1200 {
        let mut dice = Generator::new(seed);
        let preset = dice.pick(&["lab", "lab", "lab", "candy", "royal", "classic"]);
        let mut document = random_level(preset, dice.one_in(4), &mut dice);
        if dice.one_in(2) {
            (document["colors"], document["cells"]) = (json!(5), json!({}));
        }
        let level: Level = document.to_string().parse().unwrap();
        match (LabText { level, name: None, band: None }).write() {
            Ok(text) => {
                written += 1;
                assert_eq!(lab(&text.text).write().unwrap().text, text.text);
            }
            Err(_) => refused += 1,
        }
    }

    assert!(written > 8 && refused > 500, "{written} written, {refused} refused");
}

/// Writes a level with changed keys and a name that the format cannot have.
fn write(changes: &Value) -> Result<LabFile, LabTextError> {
    let mut document = json!({
        "schema": "tilewright/level/2", "rules": "lab", "rows": 3, "columns": 3, "colors": 4,
        "layout": [[".", ".", "box2"], [".", "box1", "."], [".", ".", "r"]], "moves": 9,
        "goal": {"collect": {"kind": "box", "count": "all"}},
    });
    for (key, value) in changes.as_object().unwrap() {
        document[key] = value.clone();
    }
    let level: Level = document.to_string().parse().unwrap();
    (LabText { level, name: Some("a # b".to_owned()), band: None }).write()
}

#[test]
fn what_no_game_depends_on_is_listed() {
    let written = write(&json!({
        "layout": [[".", "#", "box2"], [".", "box1", "."], [".", ".", "r"]],
        "colors": {"red": 2, "pink": 2, "blue": 2}, "cells": {"exits": [[2, 0]]},
        "found": false, "wanted": "", "reached": "",
    }))
    .unwrap();

    let all = [
        "names of colors",
        "cells.exits",
        "found",
        "obstacles, written as holes",
        "name",
    ];

    assert_eq!(written.left_out, all);

    let text = "size 3 3\nmoves 9\ncolors 3\ngoal box 3\ngrid\n. # B\n. b .\n. . 0\n";
    assert_eq!(written.text, text);
    assert_eq!(write(&json!({"rules": {"base": "lab"}})).unwrap().left_out, ["name"]);
}

#[test]
fn what_the_format_does_not_have_is_refused() {
    let tall: Vec<_> = (0..13).map(|_| [".", ".", "."]).collect();
    for (changes, words) in [
        (json!({"rules": "royal"}), "others: royal"),
        (json!({"rules": {"base": "lab", "hits": "wave"}}), "others: an object"),
        (
            json!({"rows": 13, "layout": tall, "goal": {"collect": 3}}),
            "13 rows and 3 columns",
        ),
        (json!({"colors": 2}), "3 to 6 colours, and the level has 2"),
        (json!({"colors": {"red": 1, "blue": 2, "green": 1}}), "weights"),
        (json!({"cells": {"conveyors": [[[0, 0], [0, 1]]]}}), "conveyors"),
        (json!({"moves": null}), "from 1 to 2147483647, and the level has none"),
        (
            json!({"layout": [[".", ".", "box2"], ["R-", "box1", "."], [".", ".", "r"]]}),
            "row 2, column 1 is `R-`",
        ),
        (
            json!({"layout": [[".", "-+ice1", "box2"], [".", "box1", "."], [".", ".", "r"]]}),
            "`-+ice1`",
        ),
        (
            json!({"layout": [["#", "box1", "box2"], ["#", "box1", "#"], [".", ".", "box1"]]}),
            "at least 3 cells",
        ),
        (json!({"goal": null}), "none that is still to be met"),
        (
            json!({"goal": {"collect": {"kind": "ice", "count": "all"}}}),
            "none that is still to be met",
        ),
        (
            json!({"goal": {"collect": {"kind": "box", "count": 1}}}),
            "the goal kind:box:1 is none of",
        ),
        (json!({"goal": {"score": 900}}), "the goal score:900 is none of"),
        (
            json!({"goal": {"make": {"piece": "bomb", "count": 1}}}),
            "the goal make:bomb:1 is none of",
        ),
    ] {
        let error = write(&changes).unwrap_err().to_string();
        assert!(error.contains(words), "{changes}: {error}");
    }
}
