//! `tilewright match3 check`: a folder of levels in, what is wrong with them out.

use crate::common::Place;
use serde_json::Value;

fn level(layout: &[&str], more: &str) -> String {
    format!(
        r#"{{"schema":"tilewright/level/2","goal":{{"collect":20}},"layout":{layout:?}{more}}}"#
    )
}

#[test]
fn a_folder_is_checked_level_by_level() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("levels")).unwrap();
    let open = ["......"; 6];
    let walled = ["....##", "....#.", "....##", "......"];
    for (name, text) in [
        ("a-fine.json", level(&open, r#","band":{"swaps":[15,20]}"#)),
        ("b-hard.json", level(&open, r#","band":{"swaps":[5,8.5]}"#)),
        (
            "c-moves.json",
            level(&open, r#","moves":18,"band":{"win_rate":[0.4,0.8],"bot":"greedy"}"#),
        ),
        ("d-walled.json", level(&walled, "")),
        ("e-broken.json", "{\"layout\":[\"..\"".to_owned()),
        ("f-band.json", level(&open, r#","band":{"mean":[5,8]}"#)),
        ("g-flat.txt", "..\n..\n".to_owned()),
        ("h-glyph.txt", "...\n.x.\n".to_owned()),
        ("i-other.json", r#"{"schema":"tilewright/pack/1"}"#.to_owned()),
        ("j-potential.json", level(&open, r#","band":{"potential":[0,10]}"#)),
        ("k-goal.json", level(&["..", ".."], "")),
        ("l-typo.json", level(&["......"; 6], "").replace("level/2", "levels/2")),
        (
            "n-edited.json",
            level(
                &open,
                r#","moves":9,"difficulty":{"win_rate":0.6,"moves":18,"bot":"greedy"}"#,
            ),
        ),
        ("o-never.json", level(&open, r#","moves":1"#)),
        (
            "m-won.json",
            r#"{"goal":{"clear":"blockers"},"layout":["......","......","......"]}"#
                .to_owned(),
        ),
        ("notes.md", "no level".to_owned()),
    ] {
        place.put(&format!("levels/{name}"), text);
    }
    insta::assert_snapshot!(place.transcript(&["match3 check levels --games 400"]));
    let seen = place.run("match3 check levels --games 400 --json");
    assert_eq!(seen.code, Some(1));
    let lines: Vec<Value> =
        seen.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 14);
    assert_eq!((&lines[0]["ok"], &lines[1]["ok"]), (&true.into(), &false.into()));
    assert!(lines[0]["played"]["swaps"]["mean"].as_f64().unwrap() > 15.0);
}

#[test]
fn fine_folders_pass_and_no_folders_are_refused() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("levels")).unwrap();
    place.put("levels/one.json", level(&["......"; 6], ""));
    std::fs::create_dir(place.path().join("empty")).unwrap();
    insta::assert_snapshot!(place.transcript(&[
        "match3 check levels",
        "match3 check levels/one.json",
        "match3 check empty",
        "match3 check absent",
    ]));
}

#[test]
fn text_levels_of_match3_lab_are_held_to_their_band() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("levels")).unwrap();
    let text = |band: &str| {
        format!(
            "size 5 4\nmoves 9\nband {band}\ncolors 4\ngoal ice 4\ngrid\n\
             . . . . .\n. .i .I .i .\n. . . . .\n. . . . .\n"
        )
    };
    place.put("levels/a.txt", text("0 100"));
    place.put("levels/b.txt", text("0 1"));
    place.put("levels/c.txt", text("0 101"));
    insta::assert_snapshot!(place.transcript(&["match3 check levels --games 400"]));
    let seen = place.run("match3 check levels --games 400 --json");
    let first: Value = serde_json::from_str(seen.stdout.lines().next().unwrap()).unwrap();
    assert_eq!(first["band"]["bot"], "greedy");
    assert_eq!(first["played"]["bot"], "greedy");
}
