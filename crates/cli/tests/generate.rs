//! `tilewright match3 generate`: what it makes, where it puts it, and what it says.

use std::collections::BTreeSet;

use crate::common::Place;
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
fn json_has_the_seed_the_request_and_the_levels() {
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
fn a_level_fulfils_its_request() {
    let place = Place::new();
    place.put("shape.txt", "_????_\n??????\n??12??\n??????\n??????\n______\n");
    let words = "match3 generate --template shape.txt --target 60 --tolerance 12 \
                 --kinds overlay2,blocked3 --seed 4 -o level.json";
    place.run(words).done();
    let level = rows(&place.json("level.json"));
    let shape: Vec<Vec<char>> =
        place.text("shape.txt").lines().map(|line| line.chars().collect()).collect();
    for (found, fixed) in level.iter().flatten().zip(shape.iter().flatten()) {
        match fixed {
            '?' => assert!(".b3".contains(*found), "{level:?}"),
            _ => assert_eq!(found, fixed, "{level:?}"),
        }
    }
    let measure = place.run("match3 analyze level.json --json").done().json();
    assert!(measure["potential"].as_u64().unwrap().abs_diff(60) <= 12, "{measure}");
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
    assert_eq!(level["schema"], "tilewright/level/2");
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
    assert_eq!(names.len(), 13);
    assert_eq!(names[0], ".tilewright.part", "what was asked for");
    assert_eq!((&*names[1], &*names[12]), ("level-001.json", "level-012.json"));
    let distinct: BTreeSet<_> =
        names[1..].iter().map(|name| place.bytes(&format!("levels/{name}"))).collect();
    assert_eq!(distinct.len(), 12);
    assert_eq!(place.names("."), ["levels"], "nothing else is left lying about");
    place.run(&format!("{LEVEL} --seed 1 -o one.json")).done();
    assert_eq!(place.bytes("one.json"), place.bytes("levels/level-001.json"));
}

#[test]
fn the_same_request_continues_a_folder() {
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
    assert!(refused.stderr.contains("--force replaces its files"), "{refused}");
    assert!(refused.stderr.contains("with seed 1"), "{refused}");
    let other = place.run("match3 generate --target 300 --count 3 -o levels");
    assert_eq!(other.code, Some(2));
    assert!(other.stderr.contains("holds files of another request"), "{other}");
    assert_eq!(place.bytes("levels/level-001.json"), before);
    place.run(&format!("{LEVEL} --seed 2 --count 2 -o levels --force")).done();
    assert_ne!(place.bytes("levels/level-001.json"), before);
    assert_eq!(place.names("levels").len(), 3, "none of the other request is left");
    place.put("mine.txt", "mine");
    let refused = place.run(&format!("{LEVEL} --seed 2 --count 2 -o . --force"));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("is not empty"), "{refused}");
}

/// As if it had been killed: what is there is whole, and a temporary file is left.
#[test]
fn a_killed_series_is_finished_by_the_same_command() {
    let place = Place::new();
    for (name, words) in [
        ("potential", LEVEL),
        (
            "swaps",
            "match3 generate --rows 6 --columns 6 --goal collect:15 --difficulty 14",
        ),
    ] {
        let words = format!("{words} --kinds obstacle,overlay1 --count 4");
        let series = |folder: &str| format!("{words} -o {folder}");
        let whole = format!("{} --seed 1 --json --picture {name}.svg", series(name));
        let undisturbed = place.run(&whole).done().json();
        let killed = format!("{name}-killed");
        std::fs::create_dir(place.path().join(&killed)).unwrap();
        for file in ["level-001.json", "level-002.json"] {
            place
                .put(&format!("{killed}/{file}"), place.bytes(&format!("{name}/{file}")));
        }
        // The request, two levels, and a third that was being written.
        let kept = place.text(&format!("{name}/.tilewright.part"));
        let end = kept.match_indices('\n').nth(2).unwrap().0 + 20;
        place.put(&format!("{killed}/.tilewright.part"), &kept[..end]);
        place.put(&format!("{killed}/.tilewright-aB3xY9"), "{\"sche");
        place.put(&format!("{killed}/.tmpfile"), "mine");
        let resumed = format!("{} --json --picture {killed}.svg", series(&killed));
        let document = place.run(&resumed).done().json();
        assert_eq!(document["levels"].as_array().unwrap().len(), 4);
        assert_eq!(document, undisturbed, "kept levels are reported in full");
        assert_eq!(
            place.text(&format!("{killed}.svg")),
            place.text(&format!("{name}.svg"))
        );
        let names = place.names(&killed);
        let mut whole = [vec![".tmpfile".to_owned()], place.names(name)].concat();
        whole.sort();
        assert_eq!(names, whole);
        for file in place.names(name) {
            let [one, two] =
                [name, &killed].map(|folder| place.text(&format!("{folder}/{file}")));
            assert_eq!(one, two, "{file}");
        }
        place.put(&format!("{killed}/level-002.json"), "{\"lay");
        let damaged = place.run(&series(&killed));
        assert_eq!(damaged.code, Some(2));
        let file = format!("{killed}/level-002.json");
        assert!(damaged.stderr.contains(&format!("{file} was changed")), "{damaged}");
        place.run(&format!("{} --force", series(&killed))).done();
        assert_eq!(place.text(&file), place.text(&format!("{name}/level-002.json")));
    }
}

/// A level that somebody changed stays as it is, and no level of the series depends on it.
#[test]
fn a_level_that_was_changed_is_replaced_only_by_force() {
    let place = Place::new();
    let words = "match3 generate --rows 6 --columns 6 --goal collect:15 --difficulty 14 \
                 --count 2 -o levels --json";
    let made = place.run(&format!("{words} --seed 1")).done();
    assert_eq!(place.run(words).done().stdout, made.stdout);
    let file = "levels/level-001.json";
    let text = place.text(file);
    let changed = text.replacen("\"......\"", "\"#.....\"", 1);
    assert_ne!(changed, text);
    place.put(file, &changed);
    let refused = place.run(words);
    assert_eq!(refused.code, Some(2), "{refused}");
    assert!(refused.stderr.contains(&format!("{file} was changed")), "{refused}");
    assert_eq!(place.text(file), changed, "it stays as it is");
    assert_eq!(place.run(&format!("{words} --force")).done().stdout, made.stdout);
    assert_eq!(place.text(file), text);
}

/// With --force a series makes room for another one, once that is known to be possible.
#[test]
fn an_impossible_request_leaves_the_levels_of_another() {
    let place = Place::new();
    place.run(&format!("{LEVEL} --count 2 --seed 1 -o levels")).done();
    let before: Vec<_> = place.names("levels");
    let impossible =
        "match3 generate --target 999999 --count 2 --seed 1 --force -o levels";
    assert_eq!(place.run(impossible).code, Some(2));
    assert_eq!(place.names("levels"), before);
    place.run(&format!("{LEVEL} --count 3 --seed 2 --force -o levels")).done();
    assert_eq!(place.names("levels").len(), before.len() + 1);
}

/// A level that does not fulfil its request says so in every file, and `check` reports it.
#[test]
fn placements_are_kept_or_named() {
    let place = Place::new();
    let words = "match3 generate --target 640 --seed 3";
    let kept = place.run(&format!("{words} --where 'obstacle in columns 1-3'")).done();
    let is_left = |line: &str| !line.chars().skip(3).any(|cell| cell == '#');
    assert!(kept.stdout.contains('#') && kept.stdout.lines().all(is_left), "{kept}");

    // A painted region, from a file and in a request.
    let rows = [&"xxx......\n".repeat(9)[..], "\n"].concat();
    place.put("regions.toml", format!("west = \"\"\"\n{rows}\"\"\"\n"));
    let painted = place
        .run(&format!("{words} --where 'obstacle in west' --regions regions.toml"))
        .done();
    let board = |text: &str| text.lines().filter(|it| it.len() == 9).collect::<String>();
    assert_eq!(board(&painted.stdout), board(&kept.stdout), "{painted}");
    place.put(
        "request.json",
        r#"{"task": "match3/generate", "target": 640, "seed": 3, "where": ["obstacle in west"],
            "regions": {"west": ["xxx......", "xxx......", "xxx......", "xxx......", "xxx......", "xxx......",
                                 "xxx......", "xxx......", "xxx......"]}}"#,
    );
    let asked = place.run("run request.json").done();
    assert_eq!(board(&asked.stdout), board(&kept.stdout), "{asked}");

    // Each placement can be kept, but not both.
    let both = "--kinds obstacle:8 --where 'obstacle in clusters of 4' --where 'at most 1 obstacle in a row'";
    let broken =
        place.run(&format!("match3 generate --target 600 --seed 1 {both} --json"));
    assert_eq!(broken.code, Some(1), "{broken}");
    assert!(broken.stderr.contains("level 1 breaks the placement `"), "{broken}");
    let named = &broken.json()["levels"][0]["broken"];
    let mut cells =
        named.as_array().unwrap().iter().map(|it| it["cells"].as_u64().unwrap());
    assert!(cells.all(|cells| cells > 0) && named[0]["placement"].is_string(), "{named}");

    place.put("small.toml", "A = [\"xx\", \"..\"]\n");
    place.put("wrong.toml", "A = [\"x?\"]\n");
    place.put("shadow.toml", "Border = [\"x\"]\n");
    insta::assert_snapshot!(place.transcript(&[
        "match3 generate --target 600 --where 'obstacle in the cellar' --seed 1",
        "match3 generate --target 600 --where 'boxes in border' --seed 1",
        "match3 generate --target 600 --where 'obstacle in Lower Third' --seed 1",
        "match3 generate --target 600 --where 'obstacle in A' --seed 1",
        "match3 generate --target 600 --regions small.toml --seed 1",
        "match3 generate --target 600 --where 'obstacle in A' --regions small.toml --seed 1",
        "match3 generate --target 600 --where 'obstacle in A' --regions wrong.toml --seed 1",
        "match3 generate --target 600 --where 'obstacle in A' --regions shadow.toml --seed 1",
        "match3 generate --target 600 --kinds obstacle:20 --where 'obstacle in row 1' --seed 1",
    ]));
}

#[test]
fn parts_are_drawn_where_they_are_wanted_or_refused() {
    let place = Place::new();
    let words = "match3 generate --rules royal --rows 6 --columns 6 --kinds box1:2-4 --goal collect:12 --difficulty 9";
    let parts = "--parts portals:1,conveyors:1 --where 'conveyors in lower half'";
    place.run(&format!("{words} {parts} --seed 1 -o level.json"));
    let cells = place.json("level.json")["cells"].clone();
    assert_eq!(cells["portals"].as_array().map(Vec::len), Some(1), "{cells}");
    let conveyors = cells["conveyors"].as_array().unwrap();
    assert_eq!(conveyors.len(), 1, "{cells}");
    let mut conveyed = conveyors[0].as_array().unwrap().iter();
    assert!(conveyed.all(|cell| cell[0].as_u64().unwrap() >= 3), "{cells}");

    let refused = [
        format!("{words} --parts tunnels:2 --seed 1"),
        format!("{words} --parts exits:2 --seed 1"),
        format!("{words} --where 'portals in border' --seed 1"),
        format!("{words} --parts portals:1 --where 'portals in column 1' --seed 1"),
        "match3 generate --target 600 --parts portals:1 --seed 1".to_owned(),
        "match3 generate --rules blast --kinds box1:4 --goal kind:box:all --difficulty 9 --parts portals:1 --seed 1".to_owned(),
    ];
    insta::assert_snapshot!(place.transcript(&refused.each_ref().map(String::as_str)));
}

#[test]
fn a_level_that_was_not_found_says_so_wherever_it_goes() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("levels")).unwrap();
    let words =
        "match3 generate --target 600 --algorithm fi2pop --violation groups --seed 1";
    let hard =
        "match3 generate --rows 6 --columns 6 --goal collect:30 --difficulty 5 --seed 4";
    for (name, words) in [("potential", words), ("swaps", hard)] {
        for extension in ["json", "txt"] {
            let seen = place.run(&format!("{words} -o levels/{name}.{extension}"));
            assert_eq!(seen.code, Some(1), "{seen}");
            assert!(seen.stderr.contains("; showing the closest"));
        }
        let shown = place.run(words).stdout;
        assert!(shown.contains("\n! not found: wanted "), "{shown}");
    }
    let level = place.json("levels/swaps.json");
    assert_eq!((&level["found"], &level["wanted"]), (&json!(false), &json!("5 swaps")));
    assert!(level["reached"].as_str().unwrap().contains(" swaps (95 %"), "{level}");
    let checked = place.run("match3 check levels --games 10 --json");
    assert_eq!(checked.code, Some(1));
    for line in checked.json_lines() {
        let reason = line["reasons"][0].as_str().unwrap().to_owned();
        assert!(reason.contains("not found by its search: requested "), "{line}");
    }
    // Other forms keep it, and a level filled anew has lost it.
    for to in ["json", "text", "tmx"] {
        let kept =
            place.run(&format!("match3 export levels/swaps.json --to {to}")).done();
        assert!(kept.stdout.contains("reached"), "{kept}");
    }
}

/// Drawing it would take long; the level is written all the same.
#[cfg(unix)]
#[test]
fn an_animation_of_an_interrupted_search_is_not_drawn() {
    let place = Place::new();
    let words =
        "match3 generate --rows 64 --columns 64 --target 12345 --algorithm fi2pop";
    let told = place.interrupt(&format!("{words} -o best.json --picture best.gif"));
    assert!(told.contains("interrupted: best.gif is not drawn"), "{told}");
    assert_eq!(place.names("."), ["best.json"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_keeps_its_best() {
    let place = Place::new();
    let wide = "match3 generate --rows 64 --columns 64 --target 12345";
    for (index, words) in [
        format!("{wide} --kinds obstacle:0-2"),
        format!("{wide} --algorithm fi2pop --violation groups"),
        "match3 generate --rows 14 --columns 14 --goal collect:400 --difficulty 20 --bot planner"
            .to_owned(),
    ]
    .iter()
    .enumerate()
    {
        place.interrupt(&format!("{words} -o best{index}.json --picture best{index}.svg"));
        let level = place.json(&format!("best{index}.json"));
        assert_eq!(level["found"], false, "{words}");
        assert!(place.text(&format!("best{index}.svg")).starts_with("<svg"));
        let picture = format!("many{index}.svg");
        let several = format!("{words} --count 3 -o many{index} --picture {picture}");
        place.interrupt(&several);
        // A picture would stand in the way of the same command.
        assert!(!place.names(".").contains(&picture), "{words}");
        // Without a level that was found there is nothing to resume from, and no folder.
        assert!(!place.path().join(format!("many{index}")).exists(), "{words}");
    }
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
        place
            .run(&format!("{LEVEL} --algorithm fi2pop --seed 1 --logbook {name}"))
            .done();
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
    let words = "match3 generate --target 600 --algorithm fi2pop --violation groups --seed 1 \
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

#[test]
fn levels_look_like_those_of_a_folder() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("mine")).unwrap();
    let heaps = ["##...", "###..", ".##..", ".###.", "..##.", "..###"];
    for (number, heap) in (1..).zip(heaps) {
        let rows = [".....", ".....", heap, ".....", "....."];
        place.put(&format!("mine/{number}.txt"), rows.join("\n"));
    }
    let words = "match3 generate --like mine --target 110 --tolerance 30 --count 3 --seed 1 --json";
    let document = place.run(words).done().json();
    let levels = document["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 3);
    for level in levels {
        assert!(level["likeness"]["differs"].as_f64().unwrap() >= 0.2, "{level}");
    }
    assert_eq!(place.run(words).done().json(), document);

    // That a given level is there itself does not count.
    let analyzed =
        place.run("match3 analyze mine/4.txt --like mine --json").done().json();
    let likeness = &analyzed["likeness"];
    assert!(likeness["differs"].as_f64().unwrap() > 0.0, "{likeness}");
    let text = place.run("match3 analyze mine/4.txt --like mine").done().stdout;
    assert!(text.contains("likeness: "), "{text}");

    // A shape that cannot have the potential is not the end: another one has it. Nearly all cells of some shapes are holes.
    std::fs::create_dir(place.path().join("small")).unwrap();
    for (number, heap) in (1..).zip(heaps) {
        let (row, hole) =
            if number % 2 == 0 { (".....", ".....") } else { ("...__", "_____") };
        place
            .put(&format!("small/{number}.txt"), [row, row, heap, hole, hole].join("\n"));
    }
    let several =
        "match3 generate --like small --target 110 --tolerance 20 --count 6 --seed 1";
    place.run(&format!("{several} -o several")).done();

    // A board of other rules.
    let other = "match3 generate --like mine --template royal.json --goal collect:10 --difficulty 9";
    place.put("royal.json", r#"{"rules": "royal", "layout": [["?", "?", "?"], ["?", "?", "?"], ["?", "?", "?"]]}"#);
    let refused = place.run(other).stderr;
    assert!(refused.contains("other rules than the given levels"), "{refused}");

    // Too few, of two games, and with what has no effect.
    let few = "match3 generate --like mine/1.txt --target 110";
    let refused = place.run(few).stderr;
    assert!(refused.contains("4 levels at least, and there are 1"), "{refused}");
    place.put("mine/7.json", r#"{"rules": "royal", "layout": [[".", "box1", "."], [".", ".", "."], [".", ".", "."]]}"#);
    let refused = place.run(words).stderr;
    assert!(refused.contains("7.json has other rules than"), "{refused}");
    let idle = "match3 generate --like mine --target 110 --algorithm fi2pop";
    assert!(place.run(idle).stderr.contains("fi2pop scatters"));
}
