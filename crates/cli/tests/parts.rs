//! Runs divided into parts: each part does a share of the items, and `merge` gives the bytes of the
//! undivided run.

use crate::common::Place;

/// A run of each kind that can be divided.
const RUNS: [&str; 6] = [
    "match3 play level.json --games 700 --bot greedy:0.5",
    "match3 calibrate --rows 5 --columns 5 --levels 40 --games 8 --goal collect:5 --method article",
    "battleship hunt --hunter density,lattice --fleets sequential --games 60",
    "battleship duel --hunter density,novice --games 40",
    "battleship place --method classic --population 100 --count 7",
    "2048 bench --player greedy --games 9 --jsonl",
];

fn place() -> Place {
    let place = Place::new();
    place.put(
        "level.json",
        r#"{"layout": ["..#..", ".....", ".1.a.", "....."], "goal": {"collect": 9}}"#,
    );
    place
}

/// Runs all parts; returns their files, the last part first.
fn parts(place: &Place, words: &str, of: u32) -> Vec<String> {
    let part = |number| {
        let file = format!("{number}-of-{of}.part");
        let words = format!("{words} --part {number}/{of} -o {file} --force");
        let seen = place.run(&words).done();
        assert!(seen.stdout.is_empty(), "{words}: {seen}");
        assert!(seen.stderr.contains(&format!("part {number}/{of}: ")), "{seen}");
        file
    };
    (1..=of).rev().map(part).collect()
}

#[test]
fn merged_parts_give_the_bytes_of_the_undivided_run() {
    let place = place();
    for words in RUNS {
        let words = format!("{words} --seed 3");
        let whole = place.run(&format!("{words} --json")).done();
        let people = place.run(&words).done();
        for of in [1, 2, 5] {
            let files = parts(&place, &words, of).join(" ");
            let merged = place.run(&format!("merge {files} --json")).done();
            assert_eq!(merged.stdout, whole.stdout, "{words} in {of}");
            let merged = place.run(&format!("merge {files}")).done();
            assert_eq!(merged.stdout, people.stdout, "{words} in {of}");
        }
    }
}

#[test]
fn a_merge_writes_the_outputs_of_the_run() {
    let place = place();
    let words =
        "battleship hunt --hunter density --fleets sequential --games 40 --seed 3";
    place.run(&format!("{words} -o whole.jsonl --picture whole.svg")).done();
    let files = parts(&place, words, 3).join(" ");
    place.run(&format!("merge {files} -o merged.jsonl --picture merged.svg")).done();
    assert_eq!(place.bytes("merged.jsonl"), place.bytes("whole.jsonl"));
    assert_eq!(place.bytes("merged.svg"), place.bytes("whole.svg"));
    let refused = place.run(&format!("merge {files} -o other.jsonl --seed 9"));
    assert!(
        refused.code == Some(2) && refused.stderr.contains("seed 3, not 9"),
        "{refused}"
    );
}

#[test]
fn runs_without_a_file_of_their_own_write_parts() {
    let place = place();
    place.put("town.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n");
    let scenario = "0\ttown.map\t3\t2\t0\t1\t2\t1\t4.0\n";
    place.put("town.map.scen", format!("version 1\n{scenario}{scenario}"));
    for words in [
        "path check town.map.scen --planner astar --planner bfs",
        "path compare town.map.scen --runs 3 --generations 2 --seed 1",
    ] {
        let files = parts(&place, words, 2).join(" ");
        let [merged, whole] =
            [format!("merge {files} --json"), format!("{words} --json")]
                .map(|words| place.run(&words).stdout);
        assert_eq!(merged, whole, "{words}");
        assert_eq!(place.run(&format!("{words} -o alone")).code, Some(2));
    }
}

#[test]
fn parts_need_one_seed_one_version_and_inputs_that_can_be_read_again() {
    let place = place();
    let words = "match3 play level.json --games 9 --part 1/1";
    let seen = place.run(&format!("{words} -o p"));
    assert!(seen.code == Some(2) && seen.stderr.contains("the same seed"), "{seen}");
    place.run(&format!("{words} --seed 1 -o p")).done();
    let other = place.text("p").replacen("\"version\":\"", "\"version\":\"9", 1);
    place.put("q", other);
    let seen = place.run("merge q");
    assert!(
        seen.code == Some(2) && seen.stderr.contains("written by version 9"),
        "{seen}"
    );
    let words = words.replace("level.json", "-");
    let seen =
        place.run_with(&format!("{words} --seed 1 -o r"), place.text("level.json"));
    assert!(seen.stderr.contains("cannot be read again"), "{seen}");
}

#[test]
fn a_log_is_written_by_one_run_at_a_time() {
    let place = place();
    let words = "match3 play level.json --games 600 --seed 1 --checkpoint kept";
    place.run(words).done();
    let held = std::fs::File::open(place.path().join("kept")).unwrap();
    held.lock().unwrap();
    let seen = place.run(words);
    assert!(
        seen.code == Some(2) && seen.stderr.contains("another run is writing kept"),
        "{seen}"
    );
    drop(held);
    place.run(words).done();
    place.put("notes.txt", "mine");
    let seen = place.run(&words.replace("kept", "notes.txt --force"));
    assert!(
        seen.code == Some(2) && seen.stderr.contains("not an unfinished run"),
        "{seen}"
    );
    assert_eq!(place.text("notes.txt"), "mine");
}

#[test]
fn parts_of_different_runs_and_missing_parts_are_refused() {
    let place = place();
    let words = "battleship duel --hunter density,novice --games 40 --seed 3";
    parts(&place, words, 3);
    place.run(&format!("{words} --part 1/2 -o half.part")).done();
    place.run(
        &format!("{words} --part 2/3 -o other.part --seed 4").replace("--seed 3 ", ""),
    );
    place.put("broken.part", &place.bytes("1-of-3.part")[..300]);
    let header = place.text("2-of-3.part").lines().next().unwrap().to_owned() + "\n";
    place.put("empty.part", header);
    for (files, said) in [
        ("1-of-3.part 3-of-3.part", "part 2/3 is missing"),
        ("2-of-3.part", "parts 1/3, 3/3 are missing"),
        ("1-of-3.part 1-of-3.part 2-of-3.part 3-of-3.part", "part 1/3 is given twice"),
        ("1-of-3.part other.part 3-of-3.part", "parts of different runs"),
        ("1-of-3.part half.part 2-of-3.part 3-of-3.part", "does not belong to a run in"),
        ("broken.part 2-of-3.part 3-of-3.part", "is truncated"),
        ("1-of-3.part empty.part 3-of-3.part", "the parts are incomplete"),
        ("level.json", "level.json is not a part of a run"),
        ("none.part", "none.part"),
    ] {
        let seen = place.run(&format!("merge {files} --json"));
        assert_eq!(seen.code, Some(2), "{files}: {seen}");
        assert!(seen.stderr.contains(said), "{files}: {seen}");
        assert!(seen.stdout.is_empty(), "{files}: {seen}");
    }
}

#[test]
fn requests_that_cannot_be_divided_say_why() {
    let place = place();
    for (words, said) in [
        ("match3 play level.json --precision 5% --part 1/2 -o p", "can be divided"),
        ("2048 bench --player expectimax --ms-per-move 5 --part 1/2 -o p", "divided"),
        ("battleship place --method adversarial --count 4 --part 1/2 -o p", "one search"),
        ("match3 play level.json --part 1/2", "--part needs an output file"),
        (
            "match3 play level.json --part 1/2 -o -",
            "- is not a file, and a part must be one",
        ),
        ("match3 play level.json --part 3/2 -o p", "expected K/N"),
        ("match3 play level.json --part 1/2 -o p --picture p.svg", "writes one file"),
    ] {
        let seen = place.run(words);
        assert_eq!(seen.code, Some(2), "{words}: {seen}");
        assert!(seen.stderr.contains(said), "{words}: {seen}");
    }
    let place_names = place.names(".");
    assert_eq!(place_names, ["level.json"]);
}

#[test]
fn a_part_that_was_stopped_is_resumed() {
    let place = place();
    let words =
        "battleship hunt --hunter density --fleets sequential --games 600 --seed 3";
    let whole = place.run(&format!("{words} --json")).done();
    let files = parts(&place, words, 2);
    let bytes = place.bytes("1-of-2.part");
    let lines: Vec<_> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    assert!(lines.len() > 2, "{} lines", lines.len());
    place.put("1-of-2.part.part", lines[..2].concat());
    std::fs::remove_file(place.path().join("1-of-2.part")).unwrap();
    let seen = place.run(&format!("{words} --part 1/2 -o 1-of-2.part")).done();
    assert!(seen.stderr.contains("resumed from 1-of-2.part.part"), "{seen}");
    let merged = place.run(&format!("merge {} --json", files.join(" "))).done();
    assert_eq!(merged.stdout, whole.stdout);
}
