//! What a run leaves when the system fails it: no part of a file, a history that can be read, and an exit code that says
//! so. The limits are those of the shell, on this process alone.

#![cfg(unix)]

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use crate::common::requests::{self, requests};
use crate::common::{Place, Seen, process};
use tilewright_tasks::Output;

/// Runs of each kind that writes while it works: by items, by a checkpoint, by a picture at the end.
const RUNS: [(&str, &str); 4] = [
    ("items", "battleship hunt --hunter density --fleets sequential --games 200"),
    ("searches", "battleship place --method classic --count 6 --population 200"),
    ("checkpoint", "2048 train --network 0123,4567 --episodes 300"),
    ("levels", "match3 generate --target 300 --rows 6 --columns 6"),
];

/// The program in a shell that has set its limits first.
fn limited(place: &Place, limit: &str, words: &str) -> Seen {
    let program = env!("CARGO_BIN_EXE_tilewright");
    let mut command = Command::new("sh");
    let script = format!("{limit}; exec {program} {words}");
    command.args(["-c", &script]).current_dir(place.path()).stdin(Stdio::null());
    Seen::of(&mut assert_cmd::Command::from_std(command))
}

/// The files of a place, without those of the history.
fn files(place: &Place) -> Vec<String> {
    let names = place.names(".").into_iter();
    names.filter(|name| !name.starts_with("runs.db")).collect()
}

#[test]
fn a_full_disk_leaves_no_part_of_a_file() {
    for (name, words) in RUNS {
        let place = Place::new();
        let full = "trap '' XFSZ; ulimit -f 0";
        let seen = limited(&place, full, &format!("{words} --seed 1 -o {name}.json"));
        assert_ne!(seen.code, Some(0), "{name}: {seen}");
        assert!(seen.stderr.contains("error: cannot write"), "{name}: {seen}");
        let left = files(&place);
        assert!(left.iter().all(|file| place.bytes(file).is_empty()), "{name}: {left:?}");
        // What is left is in nobody's way.
        place.run(&format!("{words} --seed 1 -o {name}.json")).done();
    }
}

/// As above, for every task and every output that it has; `cargo xtask test --all` asks for it.
#[test]
#[expect(clippy::print_stderr, reason = "what is skipped is said")]
fn no_task_leaves_a_part_of_a_file() {
    if std::env::var_os("TILEWRIGHT_FAULTS").is_none() {
        eprintln!("skipped: TILEWRIGHT_FAULTS is not set");
        return;
    }
    for asked in requests() {
        let place = requests::place();
        let mut request = asked.keys.clone();
        if let Some((key, value)) = &asked.position {
            request[key] = value.clone();
        }
        request["task"] = asked.task.into();
        place.put("request.json", request.to_string());
        let before = files(&place);
        for output in tilewright_tasks::find(asked.task).ok().unwrap().outputs {
            let ending = match output {
                Output::Picture(_) => "svg",
                Output::File(named) | Output::Report(named, _) => {
                    named.endings.first().copied().unwrap_or("out")
                }
            };
            let words = format!("run request.json --{} made.{ending}", output.name());
            let seen = limited(&place, "trap '' XFSZ; ulimit -f 0", &words);
            let mut left = files(&place);
            left.retain(|file| !before.contains(file));
            let is_empty = |file: &String| {
                let path = place.path().join(file);
                path.is_dir() || place.bytes(file).is_empty()
            };
            assert!(left.iter().all(is_empty), "{words}: {left:?}, {seen}");
            // Without an output the answer is printed; some requests refuse this one.
            assert!(seen.code != Some(0) || left.is_empty(), "{words}: {seen}");
            for file in left {
                let path = place.path().join(file);
                let _ = std::fs::remove_file(&path)
                    .or_else(|_| std::fs::remove_dir_all(&path));
            }
        }
    }
}

#[test]
fn an_output_that_cannot_be_written_takes_nothing_from_the_others() {
    let place = Place::new();
    let words = "match3 generate --target 300 --rows 6 --columns 6 --seed 1";
    let limit = "trap '' XFSZ; ulimit -f 2";
    let seen =
        limited(&place, limit, &format!("{words} -o level.txt --picture level.png"));
    assert_eq!(seen.code, Some(2), "{seen}");
    assert!(seen.stderr.contains("cannot write level.png"), "{seen}");
    assert!(
        seen.stderr.contains("level.txt is written; --force writes all again"),
        "{seen}"
    );
    assert_eq!(files(&place), ["level.txt"]);
    assert_eq!(place.text("level.txt"), place.run(words).done().stdout);
}

#[test]
fn a_run_whose_history_is_full_is_answered() {
    let place = Place::new();
    place.run("match3 generate --target 300 --seed 1 --record-run --db runs.db").done();
    let size = place.bytes("runs.db").len();
    let full = format!("trap '' XFSZ; ulimit -f {}", size / 512 + 1);
    for (name, words) in RUNS {
        let words = format!("{words} --seed 1 --record-run --db runs.db");
        let seen = limited(&place, &full, &words);
        let alone = place.run(words.split(" --record-run").next().unwrap()).done();
        if seen.code != Some(0) {
            assert!(seen.stderr.contains("runs.db"), "{name}: {seen}");
        }
        let is_begun = !seen.stdout.is_empty();
        assert!(!is_begun || seen.stdout == alone.stdout, "{name}: {seen}");
        let first = place.run("runs show 1 --db runs.db").done();
        assert!(first.stdout.contains("match3"), "{name}: {first}");
    }
}

#[test]
fn a_second_run_to_the_same_checkpoint_is_refused_and_the_first_ends() {
    let place = Place::new();
    let words =
        "2048 train --network 0123,4567 --episodes 100000000 --checkpoint run.part";
    let mut command = process(place.path());
    command.args(words.split(' ')).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut first = command.spawn().unwrap();
    // It says its seed when the work begins, and holds the checkpoint from before that.
    let mut said = BufReader::new(first.stderr.take().unwrap());
    said.read_line(&mut String::new()).unwrap();
    let second = place.run(words);
    assert_eq!(second.code, Some(2), "{second}");
    assert!(second.stderr.contains("run.part"), "{second}");
    assert!(first.try_wait().unwrap().is_none());
    first.kill().unwrap();
    first.wait().unwrap();
}

#[test]
fn memory_that_cannot_be_had_is_an_error() {
    let place = Place::new();
    // Four tuples of six cells: 268 MB of weights, and twice that for their errors.
    let words = "2048 train --network 4x6 --episodes 1 --seed 1 -o large.net";
    let seen = limited(&place, "ulimit -v 700000", words);
    assert_eq!(seen.code, Some(2), "{seen}");
    assert!(seen.stderr.contains("there is not enough memory for"), "{seen}");
    assert!(files(&place).is_empty(), "{:?}", files(&place));
}
