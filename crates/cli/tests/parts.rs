//! Runs that are divided: each part does a share of the items, and `merge` gives the bytes of the
//! undivided run.

mod common;

use common::Place;

/// A run of each kind that is divided, its files in the place, and whether its documents say
/// times.
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

/// Does all parts of a run; their files in an order of their own.
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
fn parts_fold_to_the_bytes_of_the_undivided_run() {
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
    let seeded = place.run(&format!("merge {files} -o seeded.jsonl --seed 9")).done();
    assert!(place.bytes("seeded.jsonl") == place.bytes("whole.jsonl"), "{seeded}");
}

#[test]
fn parts_that_do_not_belong_together_or_lack_are_refused() {
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
        ("1-of-3.part 1-of-3.part 2-of-3.part 3-of-3.part", "part 1/3 was named twice"),
        ("1-of-3.part other.part 3-of-3.part", "parts of different runs"),
        ("1-of-3.part half.part 2-of-3.part 3-of-3.part", "no part of a run in"),
        ("broken.part 2-of-3.part 3-of-3.part", "is cut off"),
        ("1-of-3.part empty.part 3-of-3.part", "the parts lack items"),
        ("level.json", "level.json is no part of a run"),
        ("none.part", "none.part"),
    ] {
        let seen = place.run(&format!("merge {files} --json"));
        assert_eq!(seen.code, Some(2), "{files}: {seen}");
        assert!(seen.stderr.contains(said), "{files}: {seen}");
        assert!(seen.stdout.is_empty(), "{files}: {seen}");
    }
}

#[test]
fn what_is_not_divided_says_why() {
    let place = place();
    for (words, said) in [
        ("match3 play level.json --until 5% --part 1/2 -o p", "is divided"),
        ("2048 bench --player expectimax --ms-per-move 5 --part 1/2 -o p", "divided"),
        ("battleship place --method hard --count 4 --part 1/2 -o p", "one search"),
        ("match3 play level.json --part 1/2", "a part is written to a file"),
        ("match3 play level.json --part 1/2 -o -", "- is no file, and a part is one"),
        ("match3 play level.json --part 3/2 -o p", "expected K/N"),
        ("match3 play level.json --part 1/2 -o p --picture p.svg", "written to one file"),
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
