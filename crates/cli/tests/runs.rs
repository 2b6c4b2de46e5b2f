//! Recorded runs: `--record-run` and `tilewright runs`.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::common::{Place, Seen, process};
use serde_json::{Value, json};
use tilewright_runs::{RunId, State, Store};

const PLACE: &str = "battleship place --count 3 --seed 1";
const HUNT: &str =
    "battleship hunt --hunter density,lattice --fleets sequential --games 300 --seed 1";

/// One that is stopped or killed in the middle, without a seed.
const LONG_HUNT: &str =
    "battleship hunt --hunter density,lattice --fleets sequential --games 5000";

/// Runs a command and records it in runs.db.
fn record(place: &Place, words: &str) -> Seen {
    place.run(&format!("{words} --record-run --db runs.db"))
}

fn runs(place: &Place, words: &str) -> Seen {
    place.run(&format!("runs {words} --db runs.db"))
}

/// The number of runs that are listed.
fn total(place: &Place) -> Value {
    runs(place, "list --json").done().json()["total"].clone()
}

#[test]
fn a_recorded_run_is_listed_shown_and_repeated() {
    let place = Place::new();
    let plain = place.run(PLACE).done();
    let recorded = record(&place, PLACE).done();
    assert_eq!(recorded.stdout, plain.stdout);
    assert_eq!(recorded.stderr, format!("{}recorded as run 1\n", plain.stderr));
    record(&place, "battleship count --rows 5 --columns 5 --fleet 2,1").done();

    let list = runs(&place, "list").done().stdout;
    let lines: Vec<_> = list.lines().collect();
    assert_eq!(lines.len(), 3, "{list}");
    assert!(lines[0].starts_with("id  state  task") && lines[0].ends_with("headline"));
    let first: Vec<_> = lines[2].split_whitespace().collect();
    assert_eq!(first[..4], ["1", "done", "battleship/place", "1"]);
    assert_eq!(lines[1].split_whitespace().nth(3), Some("-"), "{list}");

    let shown = runs(&place, "show 1").done().stdout;
    assert!(
        shown.starts_with("run 1: battleship/place, done\nseed: 1\nbegun: 2"),
        "{shown}"
    );
    let command = format!("\ncommand: tilewright {PLACE}\n");
    assert!(shown.contains(&command) && shown.contains("\nhistory: "), "{shown}");
    assert!(plain.stdout.lines().all(|line| shown.contains(line)), "{shown}");

    let same = runs(&place, "replay 1").done();
    assert_eq!(same.stdout, "run 1 gave the same bytes again\n");
    let same = runs(&place, "replay 1 --json").done().json();
    assert_eq!(same, json!({ "schema": "tilewright/replay/1", "run": 1, "same": true }));
    let mut command = place.command("runs replay 1 --db runs.db");
    let same = Seen::of(command.env("TILEWRIGHT_SEED", "7")).done();
    assert_eq!(same.stdout, "run 1 gave the same bytes again\n");
    let other = runs(&place, "replay 1 --seed 7");
    assert!(other.stderr.contains("run 1 has the seed 1, not 7"), "{other}");
    assert_eq!(total(&place), 2);
}

#[test]
fn the_answer_is_recorded_as_json_prints_it() {
    let place = Place::new();
    place.put("level.json", LEVEL);
    place.put("other.json", LEVEL.replace("..1", "..2"));
    place.put("bad.json", "{");
    let cases = [
        (PLACE, 0),
        ("match3 analyze level.json bad.json other.json", 2),
        ("match3 generate --target 600 --count 2 --seed 3", 0),
        ("2048 bench --games 3 --seed 1 --player classic", 0),
        ("path plan map.txt --from 0,0 --to 0,2", 1),
    ];
    place.put("map.txt", ".#.\n.#.\n");
    for ((words, code), id) in cases.into_iter().zip(1..) {
        let expected = place.run(&format!("{words} --json"));
        assert_eq!(expected.code, Some(code), "{expected}");
        let recorded = record(&place, words);
        assert_eq!(recorded.code, Some(code), "{recorded}");
        let store = Store::open(place.path().join("runs.db")).unwrap();
        let answer = String::from_utf8(store.answer(RunId(id)).unwrap()).unwrap();
        assert_eq!(answer, expected.stdout, "{words}");
        let replayed = runs(&place, &format!("replay {id}")).done();
        assert!(replayed.stdout.contains("the same bytes again"), "{replayed}");
    }
    assert!(
        Store::open(place.path().join("runs.db"))
            .unwrap()
            .svg(RunId(1))
            .unwrap()
            .is_some()
    );
}

const LEVEL: &str = r#"{"schema": "tilewright/level/2", "rows": 5, "columns": 5, "colors": 5,
 "layout": [".....", ".....", "..1..", ".....", "....."]}"#;

#[test]
fn another_answer_is_found() {
    let place = Place::new();
    place.put("level.json", LEVEL);
    record(&place, "match3 analyze level.json").done();
    place.put("level.json", LEVEL.replace("..1", ".#1"));
    let seen = runs(&place, "replay 1");
    assert_eq!(seen.code, Some(1), "{seen}");
    assert_eq!(seen.stdout, "run 1 gave another answer, from line 1 on\n");
    let seen = runs(&place, "replay 1 --json");
    assert_eq!((seen.code, &seen.json()["same"]), (Some(1), &json!(false)));
    fs::remove_file(place.path().join("level.json")).unwrap();
    let seen = runs(&place, "replay 1");
    assert_eq!(
        seen.code,
        Some(1),
        "a file that is missing is an item of the answer: {seen}"
    );
}

#[test]
fn inputs_are_found_from_any_folder() {
    let place = Place::new();
    fs::create_dir(place.path().join("levels")).unwrap();
    place.put("levels/level.json", LEVEL);
    let words = ["match3", "analyze", "level.json", "--record-run", "--db", "../runs.db"];
    let mut command = process(&place.path().join("levels"));
    assert!(command.args(words).output().unwrap().status.success());
    runs(&place, "replay 1").done();
}

#[test]
fn a_refused_run_says_why() {
    let place = Place::new();
    let seen = record(&place, "path plan lost.map --from 0,0 --to 1,1");
    assert_eq!(seen.code, Some(2), "{seen}");
    let shown = runs(&place, "show 1").done().stdout;
    assert!(shown.starts_with("run 1: path/plan, refused\n"), "{shown}");
    assert!(shown.contains("\nerror: lost.map: "), "{shown}");
    for (words, what) in [
        (
            "replay 1",
            "error: run 1 is refused, so it cannot be repeated\n\nhint: it has no answer",
        ),
        ("resume 1", "error: run 1 is refused"),
    ] {
        let seen = runs(&place, words);
        assert!(seen.code == Some(2) && seen.stderr.contains(what), "{seen}");
    }
}

#[test]
fn a_killed_run_is_resumed_to_the_same_answer() {
    let place = Place::new();
    let hunt = format!("{LONG_HUNT} --seed 1");
    let whole = place.run(&hunt).done();
    let path = place.path().join("runs.db");
    let mut command = process(place.path());
    command.args(hunt.split(' ')).args(["--record-run", "--db", "runs.db"]);
    // It cannot end, however late it is killed: nobody reads the pipe to which it writes its answer.
    let pipe = place.path().join("pipe.json");
    #[cfg(unix)]
    {
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        command.arg("-o").arg(&pipe);
    }
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let is_kept = || {
        let store = Store::open(&path).ok().filter(|_| path.exists());
        store.is_some_and(|store| store.get(RunId(1)).is_ok_and(|run| run.is_kept))
    };
    while !is_kept() {
        assert!(child.try_wait().unwrap().is_none(), "it ended too early");
        thread::sleep(Duration::from_millis(2));
    }
    let seen = runs(&place, "resume 1");
    assert!(seen.stderr.contains("error: run 1 is under way"), "{seen}");
    child.kill().unwrap();
    child.wait().unwrap();
    let shown = runs(&place, "show 1").done().stdout;
    assert!(shown.starts_with("run 1: battleship/hunt, cut off\n"), "{shown}");
    let seen = runs(&place, "resume 1 --seed 2");
    assert!(seen.stderr.contains("run 1 has the seed 1, not 2"), "{seen}");
    let resumed = runs(&place, "resume 1 -o hunt.json").done();
    assert_eq!(resumed.stdout, whole.stdout);
    let told = "resuming run 1, battleship/hunt, seed: 1\nresumed: ";
    assert!(resumed.stderr.starts_with(told), "{resumed}");
    assert!(!resumed.stderr.contains("resumed: 0 "), "{resumed}");
    assert!(place.path().join("hunt.json").exists());
    runs(&place, "replay 1").done();
    let seen = runs(&place, "resume 1");
    assert!(
        seen.code == Some(2) && seen.stderr.contains("error: run 1 is done"),
        "{seen}"
    );
}

#[cfg(unix)]
#[test]
fn a_stopped_run_is_resumed_to_the_same_answer() {
    let place = Place::new();
    let told = place.interrupt(&format!("{LONG_HUNT} --record-run --db runs.db"));
    let expected = "; tilewright runs resume 1 resumes it\nrecorded as run 1\n";
    assert!(told.contains(expected), "{told}");
    let shown = runs(&place, "show 1").done().stdout;
    assert!(shown.starts_with("run 1: battleship/hunt, stopped\n"), "{shown}");
    let refused = runs(&place, "replay 1");
    assert!(refused.code == Some(2), "{refused}");
    assert!(refused.stderr.contains("runs resume"), "{refused}");
    let seed = told.split("seed: ").nth(1).and_then(|rest| rest.lines().next()).unwrap();
    let whole = place.run(&format!("{LONG_HUNT} --seed {seed} --json")).done();
    let resumed = runs(&place, "resume 1 --json").done();
    assert_eq!(resumed.stdout, whole.stdout);
    let store = Store::open(place.path().join("runs.db")).unwrap();
    assert_eq!(store.get(RunId(1)).unwrap().run.state, State::Done);
    assert_eq!(store.answer(RunId(1)).unwrap(), whole.stdout.into_bytes());
}

#[test]
fn a_run_with_an_output_keeps_its_items_in_both_places() {
    let place = Place::new();
    let seen = record(&place, &format!("{HUNT} -o hunt.json")).done();
    let plain = place.run(&format!("{HUNT} -o plain.json")).done();
    assert_eq!(seen.stdout, plain.stdout);
    assert_eq!(place.bytes("hunt.json"), place.bytes("plain.json"));
    runs(&place, "replay 1").done();
    let seen = record(&place, &format!("{HUNT} --part 1/2 -o half.part"));
    let told =
        "error: a part of a run has no answer to record\n\nhint: leave --record-run out";
    assert!(seen.code == Some(2) && seen.stderr.contains(told), "{seen}");
    assert_eq!(total(&place), 1);
}

#[test]
fn merged_parts_are_recorded_as_the_run_that_they_are() {
    let place = Place::new();
    let whole = place.run(PLACE).done();
    for part in 1..=2 {
        place.run(&format!("{PLACE} --part {part}/2 -o part{part}.json")).done();
    }
    let merged = record(&place, "merge part1.json part2.json").done();
    assert_eq!(merged.stdout, whole.stdout);
    let seen = runs(&place, "replay 1").done();
    assert_eq!(seen.stdout, "run 1 gave the same bytes again\n");
}

#[test]
fn commands_without_a_run_do_not_record() {
    let place = Place::new();
    for words in ["2048 play", "schema", "runs list", "tour --out tour"] {
        let seen = record(&place, words);
        let said = seen.stderr.starts_with("error: this command has no run to record");
        assert!(seen.code == Some(2) && said, "{words}: {seen}");
    }
    assert_eq!(place.names("."), [""; 0]);
}

#[test]
fn the_line_of_a_run_in_the_list_is_no_row_of_a_board() {
    let place = Place::new();
    record(&place, "match3 generate --rows 4 --columns 4 --target 30 --seed 1").done();
    let listed = runs(&place, "list --json").done().json();
    let line = listed["runs"][0]["headline"].as_str().unwrap_or_default();
    assert!(line.starts_with("level 1: potential 30"), "{line}");
}

#[test]
fn runs_are_exported_and_run_again() {
    let place = Place::new();
    let whole = record(&place, PLACE).done();
    record(&place, "battleship count --rows 4 --columns 4 --fleet 2").done();
    let document = runs(&place, "export 1").done().json();
    assert_eq!(document["schema"], "tilewright/run/1");
    assert_eq!(
        (&document["request"]["count"], &document["host"]),
        (&json!(3), &json!("cli"))
    );
    assert_eq!(runs(&place, "show 1 --json").done().json(), document);
    runs(&place, "export 1 -o run.json").done();
    assert_eq!(place.json("run.json"), document);
    assert_eq!(place.run("run run.json").done().stdout, whole.stdout);
    let seen = runs(&place, "export 1 -o run.json");
    assert!(seen.code == Some(2) && seen.stderr.contains("exists already"), "{seen}");
    let all = runs(&place, "export --all").done().json_lines();
    assert_eq!((all.len(), &all[0]), (2, &document));
    runs(&place, "export --all -o all.jsonl").done();
    assert_eq!(place.text("all.jsonl").lines().count(), 2);
    let seen = runs(&place, "export 1 -o run.tmx");
    assert!(seen.code == Some(2) && seen.stderr.contains(".jsonl or .html"), "{seen}");
    assert_eq!(runs(&place, "export").code, Some(2));
    assert_eq!(runs(&place, "export 1 --all").code, Some(2));
    let seen = runs(&place, "delete 1").done();
    assert_eq!(seen.stderr, "run 1 is deleted\n");
    assert_eq!(total(&place), 1);
}

#[test]
fn lists_are_searched_and_paged() {
    let place = Place::new();
    for seed in 1..4 {
        record(&place, &format!("battleship place --seed {seed}")).done();
    }
    record(&place, "battleship count --rows 4 --columns 4 --fleet 2").done();
    let ids = |words: &str| {
        let found = runs(&place, &format!("list --json {words}")).done().json();
        assert_eq!(found["schema"], "tilewright/runs/1");
        let runs = found["runs"].as_array().unwrap().clone();
        runs.iter().map(|run| run["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(ids(""), [4, 3, 2, 1]);
    assert_eq!(ids("--limit 2"), [4, 3]);
    assert_eq!(ids("--limit 2 --before 3"), [2, 1]);
    assert_eq!(ids("--search plac"), [3, 2, 1]);
    assert_eq!(ids("--task battleship/count"), [4]);
    assert_eq!(ids("--state running"), [0_i64; 0]);
    let seen = runs(&place, "list --limit 2").done();
    assert!(seen.stdout.ends_with("\n2 of 4 runs\n"), "{seen}");
    assert_eq!(runs(&place, "list --search nothing").done().stdout, "no runs\n");
    assert_eq!(runs(&place, "list --state lost").code, Some(2));
    assert_eq!(runs(&place, "list --limit 0").code, Some(2));
}

#[test]
fn bad_numbers_of_runs_are_refused() {
    let place = Place::new();
    record(&place, PLACE).done();
    for verb in ["show", "replay", "resume", "export", "delete"] {
        for (id, told) in [
            ("9", "error: there is no run 9\n"),
            ("0", "expected the number of a run, such as 17"),
            ("-1", "expected the number of a run, such as 17"),
            ("x", "expected the number of a run, such as 17"),
            ("99999999999999999999", "expected the number of a run, such as 17"),
        ] {
            let seen = runs(&place, &format!("{verb} {id}"));
            assert!(seen.code == Some(2) && seen.stderr.contains(told), "{verb}: {seen}");
        }
    }
    assert_eq!(total(&place), 1);
}

#[test]
fn looking_at_no_history_makes_none() {
    let place = Place::new();
    assert_eq!(runs(&place, "list").done().stdout, "no runs\n");
    assert_eq!(runs(&place, "show 1").code, Some(2));
    assert!(place.names(".").is_empty());
}

#[test]
fn a_damaged_or_foreign_history_is_refused_and_left_as_it_is() {
    let place = Place::new();
    record(&place, PLACE).done();
    let whole = place.bytes("runs.db");
    let mut newer = whole.clone();
    newer[63] = 99;
    let cases = [
        (whole[..whole.len() / 2].to_vec(), "runs.db is damaged: "),
        (newer, "has the format 99 of another tilewright, this one knows 3"),
        (b"notes".to_vec(), "runs.db is not a database of tilewright"),
    ];
    for (bytes, told) in cases {
        place.put("runs.db", &bytes);
        for words in ["runs list", "runs resume 1", &format!("{PLACE} --record-run")] {
            let seen = place.run(&format!("{words} --db runs.db"));
            assert!(seen.code == Some(2) && seen.stderr.contains(told), "{seen}");
            assert!(seen.stderr.contains("\n\nhint: "), "{seen}");
            assert!(seen.stdout.is_empty() && place.bytes("runs.db") == bytes, "{told}");
        }
    }
}

#[test]
fn the_history_is_in_the_data_folder_and_only_named_settings_record() {
    let place = Place::new();
    place.put("tilewright.toml", "record-run = true\n");
    let seen = place.run(PLACE);
    let told =
        "`record-run` chooses what is written, so it needs --config tilewright.toml";
    assert!(seen.code == Some(2) && seen.stderr.contains(told), "{seen}");
    let mut command = process(place.path());
    command.env("XDG_DATA_HOME", place.path().join("data")).env("HOME", place.path());
    command.args(PLACE.split(' ')).args(["--config", "tilewright.toml"]);
    assert!(command.output().unwrap().status.success());
    let found =
        if cfg!(any(windows, target_os = "macos")) { return } else { "data/tilewright" };
    assert!(place.path().join(found).join("runs.db").is_file());
}
