//! `tilewright match3 generate`: what it makes, where it puts it, and what it says.

mod common;

use std::collections::BTreeSet;

use common::Place;
use serde_json::{Value, json};

const LEVEL: &str = "match3 generate --rows 6 --columns 6 --target 150 --tolerance 20";

/// The rows of a level in JSON.
fn rows(level: &Value) -> Vec<Vec<char>> {
    let rows = level["layout"].as_array().unwrap();
    rows.iter().map(|row| row.as_str().unwrap().chars().collect()).collect()
}

#[test]
fn levels_go_to_stdout_and_talk_goes_to_stderr() {
    let place = Place::new();
    place.put("fixed.txt", "....\n.#..\n....\n");
    insta::assert_snapshot!(place.transcript(&[
        "match3 generate --template fixed.txt --target 22 --seed 1",
        "match3 generate --template fixed.txt --target 22 --seed 1 --quiet",
        "match3 generate --template fixed.txt --target 22 --seed 1 -o -",
        "match3 generate --template fixed.txt --target 22 --seed 1 -o level.json",
        "match3 generate --template fixed.txt --target 22 --seed 1 --count 3",
    ]));
}

#[test]
fn json_holds_the_seed_the_wish_and_the_levels() {
    let place = Place::new();
    place.put("fixed.txt", "....\n.#..\n....\n");
    let words = "match3 generate --template fixed.txt --target 22 --seed 1 --json";
    let mut document = place.run(words).done().json();
    let level = &mut document["levels"][0];
    assert!(level["evaluations"].as_u64().unwrap() > 0);
    level["evaluations"] = json!("some");
    level["generations"] = json!("some");
    insta::assert_snapshot!(serde_json::to_string_pretty(&document).unwrap());
}

#[test]
fn a_level_holds_what_was_wished() {
    let place = Place::new();
    place.put("shape.txt", "_????_\n??????\n??12??\n??????\n??????\n______\n");
    let words = "match3 generate --template shape.txt --target 60 --tolerance 12 \
                 --kinds overlay2,blocked3 --seed 4 -o level.json";
    place.run(words).done();
    let level = rows(&place.json("level.json"));
    let shape: Vec<Vec<char>> =
        place.text("shape.txt").lines().map(|line| line.chars().collect()).collect();
    for (found, wished) in level.iter().flatten().zip(shape.iter().flatten()) {
        match wished {
            '?' => assert!(".b3".contains(*found), "{level:?}"),
            _ => assert_eq!(found, wished, "{level:?}"),
        }
    }
    let measure = place.run("match3 analyze level.json --json").done().json();
    assert!(measure["map"].as_u64().unwrap().abs_diff(60) <= 12, "{measure}");
    assert_eq!(measure["feasible"], true);
}

#[test]
fn symmetric_levels_are_symmetric() {
    let place = Place::new();
    for symmetry in ["horizontal", "vertical", "both", "rotational"] {
        let words = format!("{LEVEL} --symmetry {symmetry} --seed 2 --json");
        let document = place.run(&words).done().json();
        let level = rows(&document["levels"][0]["level"]);
        let across: Vec<Vec<char>> =
            level.iter().map(|row| row.iter().rev().copied().collect()).collect();
        let down: Vec<_> = level.iter().rev().cloned().collect();
        let turned: Vec<_> = across.iter().rev().cloned().collect();
        assert!(level.iter().flatten().any(|&cell| cell == '#'), "{level:?}");
        match symmetry {
            "horizontal" => assert_eq!(level, across),
            "vertical" => assert_eq!(level, down),
            "both" => assert!(level == across && level == down),
            _ => assert_eq!(level, turned),
        }
    }
}

#[test]
fn goal_moves_and_colours_go_into_the_level() {
    let place = Place::new();
    let rules = "--goal collect:30:2 --goal clear:blockers --moves 25 --colors 4";
    place.run(&format!("{LEVEL} --seed 1 {rules} -o level.json")).done();
    let level = place.json("level.json");
    assert_eq!(level["schema"], "tilewright/level/1");
    let goal = json!({"all": [{"collect": 30, "of_colors": 2}, {"clear": "blockers"}]});
    assert_eq!((&level["goal"], &level["moves"]), (&goal, &json!(25)));
    assert_eq!(level["colors"], 4);
}

#[test]
fn a_name_in_txt_gets_the_text_form() {
    let place = Place::new();
    let shown = place.run(&format!("{LEVEL} --seed 1")).done();
    place.run(&format!("{LEVEL} --seed 1 -o level.txt")).done();
    assert_eq!(place.text("level.txt"), shown.stdout);
    assert_eq!(place.text("level.txt").lines().count(), 6);
}

#[test]
fn several_levels_fill_a_folder_and_no_two_are_alike() {
    let place = Place::new();
    place.run(&format!("{LEVEL} --seed 1 --count 12 -o levels")).done();
    let names = place.names("levels");
    assert_eq!(names.len(), 12);
    assert_eq!((&*names[0], &*names[11]), ("level-001.json", "level-012.json"));
    let distinct: BTreeSet<_> =
        names.iter().map(|name| place.bytes(&format!("levels/{name}"))).collect();
    assert_eq!(distinct.len(), 12);
    assert_eq!(place.names("."), ["levels"], "nothing else is left lying about");
    place.run(&format!("{LEVEL} --seed 1 -o one.json")).done();
    assert_eq!(place.bytes("one.json"), place.bytes("levels/level-001.json"));
}

#[test]
fn the_same_request_goes_on_where_a_folder_ends() {
    let place = Place::new();
    place.run(&format!("{LEVEL} --seed 1 --count 5 -o whole")).done();
    place.run(&format!("{LEVEL} --seed 1 --count 3 -o levels")).done();
    std::fs::remove_file(place.path().join("levels/level-002.json")).unwrap();
    place.put("levels/notes.md", "mine");
    let when =
        |name: &str| place.path().join(name).metadata().unwrap().modified().unwrap();
    let before = when("levels/level-001.json");
    place.run(&format!("{LEVEL} --seed 1 --count 5 -o levels")).done();
    for name in place.names("whole") {
        let [whole, resumed] =
            ["whole", "levels"].map(|folder| format!("{folder}/{name}"));
        assert_eq!(place.bytes(&whole), place.bytes(&resumed), "{name}");
    }
    assert_eq!(
        when("levels/level-001.json"),
        before,
        "what is there is not written anew"
    );
    assert_eq!(place.text("levels/notes.md"), "mine");
}

#[test]
fn another_request_needs_force_to_replace_a_folder_s_levels() {
    let place = Place::new();
    place.run(&format!("{LEVEL} --seed 1 --count 3 -o levels")).done();
    let before = place.bytes("levels/level-001.json");
    let refused = place.run(&format!("{LEVEL} --seed 2 --count 3 -o levels"));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("hint: --force replaces it"), "{refused}");
    assert_eq!(place.bytes("levels/level-001.json"), before);
    place.run(&format!("{LEVEL} --seed 2 --count 3 -o levels --force")).done();
    assert_ne!(place.bytes("levels/level-001.json"), before);
}

#[test]
fn pictures_are_what_their_names_say() {
    let place = Place::new();
    let starts: [(&str, &[u8]); 4] =
        [("svg", b"<svg"), ("png", b"\x89PNG"), ("gif", b"GIF89a"), ("apng", b"\x89PNG")];
    for (extension, start) in starts {
        for count in [1, 3] {
            let name = format!("picture{count}.{extension}");
            let words = format!("{LEVEL} --seed 1 --count {count} --picture {name}");
            place.run(&words).done();
            assert!(place.bytes(&name).starts_with(start), "{name}");
        }
    }
}

#[test]
fn a_logbook_has_a_line_a_generation() {
    let place = Place::new();
    for name in ["log.csv", "log.jsonl"] {
        place.run(&format!("{LEVEL} --scheme fi2pop --seed 1 --logbook {name}")).done();
    }
    let csv = place.text("log.csv");
    let lines = place.text("log.jsonl");
    assert!(csv.starts_with("generation,evaluations,"), "{csv}");
    assert_eq!(csv.lines().count(), lines.lines().count() + 1);
    for (index, line) in lines.lines().enumerate() {
        let event: Value = serde_json::from_str(line).unwrap();
        assert_eq!(event["generation"], index);
    }
}

#[test]
fn what_is_not_found_is_an_answer_and_the_best_is_kept() {
    let place = Place::new();
    let words = "match3 generate --target 600 --scheme fi2pop --violation groups --seed 1 \
                 -o best.json";
    let seen = place.run(words);
    assert_eq!(seen.code, Some(1), "{seen}");
    assert!(seen.stderr.contains("infeasible"), "{seen}");
    assert!(seen.stderr.contains("hint: --violation cells"), "{seen}");
    assert_eq!(rows(&place.json("best.json")).len(), 9);
}

#[test]
fn a_file_is_replaced_only_by_force_and_then_whole() {
    let place = Place::new();
    for name in ["level.json", "picture.svg", "log.csv"] {
        place.put(name, "mine");
    }
    for output in ["-o level.json", "--picture picture.svg", "--logbook log.csv"] {
        let name = output.split(' ').next_back().unwrap();
        let refused = place.run(&format!("{LEVEL} --seed 1 {output}"));
        assert_eq!((refused.code, &*place.text(name)), (Some(2), "mine"), "{refused}");
        assert!(refused.stdout.is_empty(), "nothing is made before it is refused");
        place.run(&format!("{LEVEL} --seed 1 {output} --force")).done();
        assert!(!place.text(name).contains("mine"));
    }
    assert_eq!(place.names(".").len(), 3, "nothing else is left lying about");
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_what_it_leads_to_is_replaced() {
    let place = Place::new();
    place.put("real.json", "old");
    let link = place.path().join("link.json");
    std::os::unix::fs::symlink("real.json", &link).unwrap();
    place.run(&format!("{LEVEL} --seed 1 -o link.json --force")).done();
    assert!(link.is_symlink());
    assert_eq!(rows(&place.json("real.json")).len(), 6);
}
