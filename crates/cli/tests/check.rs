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

/// Levels that are good, bad and at the end of their band, of which a greedy bot wins about three games in four.
fn at_the_end(place: &Place) {
    std::fs::create_dir(place.path().join("levels")).unwrap();
    let banded = |low: f64| {
        let band =
            format!(r#","moves":18,"band":{{"win_rate":[{low},0.9],"bot":"greedy"}}"#);
        level(&["......"; 6], &band)
    };
    place.put("levels/a-middle.json", banded(0.6));
    place.put("levels/b-end.json", banded(0.74));
    place.put("levels/c-hard.json", banded(0.85));
    place.put("levels/d | <torn>.json", "{\"layout\": [");
}

#[test]
fn a_level_at_the_end_of_its_band_is_played_until_it_is_decided() {
    let place = Place::new();
    at_the_end(&place);
    let of = |words: &str| -> Vec<Value> {
        let seen = place.run(&format!("match3 check levels --games 400 --json {words}"));
        seen.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let lines = of("--seed 1");
    let games = |at: usize| lines[at]["played"]["games"].as_u64().unwrap();
    assert_eq!((games(0), games(2)), (400, 400));
    assert!(games(1) > 1600, "{}", lines[1]);
    let verdict =
        |lines: &[Value], at: usize| lines[at]["played"]["figures"][0]["verdict"].clone();
    assert_eq!([0, 2].map(|at| verdict(&lines, at)), ["inside", "outside"]);

    // Other games decide alike, and a few games nothing.
    for seed in 2..6 {
        let others = of(&format!("--seed {seed}"));
        assert_eq!([0, 2].map(|at| verdict(&others, at)), ["inside", "outside"]);
    }
    let open = of("--max-games 800");
    assert_eq!(
        (&open[1]["played"]["games"], verdict(&open, 1)),
        (&800.into(), "undecided".into())
    );
    let words =
        if open[1]["ok"] == true { &open[1]["undecided"] } else { &open[1]["reasons"] };
    assert!(words[0].as_str().unwrap().ends_with("undecided after 800 games"), "{words}");
}

#[test]
fn services_read_what_was_checked() {
    let place = Place::new();
    at_the_end(&place);
    let words = "match3 check levels --games 400 --max-games 400 --annotations \
                 --junit report.xml --markdown report.md";
    insta::assert_snapshot!(place.transcript(&[words]));
    insta::assert_snapshot!("junit", place.text("report.xml"));
    insta::assert_snapshot!("markdown", place.text("report.md"));
    let pictures: Vec<_> =
        place.names(".").into_iter().filter(|it| it.contains(".png")).collect();
    assert_eq!(pictures, ["report-001.png", "report-002.png", "report-003.png"]);
    for name in &pictures {
        assert!(place.text("report.md").contains(&format!("![]({name})")));
        assert_eq!(&place.bytes(name)[1..4], b"PNG");
    }
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

#[test]
fn reports_replace_reports_and_nothing_else() {
    let place = Place::new();
    let level = |moves: u32| {
        let row = "\"......\"";
        let rows = [row; 6].join(",");
        place.put(
            "level.json",
            format!(r#"{{"goal":{{"collect":8}},"moves":{moves},"layout":[{rows}]}}"#),
        );
    };
    let check =
        "match3 check level.json --games 40 --junit levels.xml --markdown levels.md";
    level(14);
    place.run(check).done();
    let before = ["levels.xml", "levels.md"].map(|name| place.text(name));
    level(5);
    place.run(check).done();
    for (name, before) in ["levels.xml", "levels.md"].into_iter().zip(before) {
        let after = place.text(name);
        assert!(after != before && after.contains("level.json"), "{name}: {after}");
    }

    for name in ["levels.xml", "levels.md"] {
        place.put(name, "# My levels");
        let seen = place.run(check);
        let is_refused = seen.stderr.contains(&format!("{name} exists already"));
        assert!(seen.code == Some(2) && is_refused, "{seen}");
        assert_eq!(place.text(name), "# My levels");
        std::fs::remove_file(place.path().join(name)).unwrap();
    }
}

#[test]
fn bands_that_no_level_can_have_are_refused() {
    let place = Place::new();
    let bands = [
        r#""pass_rate":[0.5,1.4]"#,
        r#""win_rate":[40,60]"#,
        r#""attempts":[0,2]"#,
        r#""swaps":[20,10]"#,
    ];
    for (number, band) in bands.iter().enumerate() {
        let level =
            format!("{{\"band\":{{{band}}},\"layout\":[\"...\",\"...\",\"...\"]}}");
        place.put(&format!("{number}.json"), level);
    }
    place.put("studio.json", "{\"grid_width\":3,\"grid\":[\"a\"]}");
    insta::assert_snapshot!(place.transcript(&["match3 check . --games 8"]));
}

#[test]
fn a_key_that_nothing_reads_is_named_if_it_looks_misspelt() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("levels")).unwrap();
    let open = ["......"; 6];
    place.put("levels/a.json", level(&open, r#","bandd":{"swaps":[1,2]}"#));
    place.put("levels/b.json", level(&open, r#","artist":"Mona","mood":"sunny""#));
    let seen = place.run("match3 check levels --games 200");
    assert!(
        seen.stderr.contains("a.json: nothing reads the key `bandd`"),
        "{}",
        seen.stderr
    );
    assert!(seen.stderr.contains("did you mean `band`?"), "{}", seen.stderr);
    assert!(!seen.stderr.contains("b.json"), "{}", seen.stderr);
}
