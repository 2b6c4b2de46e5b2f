//! Stopped runs of `tilewright battleship place`, `hunt`, `duel` and `tune`: what they keep, and how the same
//! command resumes them.

use std::fs;

use crate::common::{Place, Seen};
use tilewright_grid::checksum;

/// A short run of each kind that keeps several items.
const SHORT: [(&str, &str); 7] = [
    ("classic", "place --method classic --count 6 --population 200"),
    (
        "adversarial",
        "place --method adversarial --hunter density --games 2 --generations 3 --count 8",
    ),
    (
        "stretches",
        "place --method adversarial --hunter hunt-and-target --games 20 --generations 120 --count 1",
    ),
    ("hunt", "hunt --hunter density,lattice --fleets sequential --games 600"),
    ("duel", "duel --hunter density,lattice --games 200"),
    (
        "knows",
        "hunt --hunter scout,density --fleets sequential --knows two-columns --games 600",
    ),
    (
        "tune",
        "tune --rows 4 --columns 4 --fleet 2 --hunter scout --games 20 --rounds 1 --validation-games 40",
    ),
];

/// The arguments of a run and its output.
fn run_of(name: &str, words: &str) -> (String, String) {
    (format!("battleship {words} --seed 1 -o {name}.json"), format!("{name}.json"))
}

/// Runs to the end, and returns the log FILE.part, which the program removes at the end: a second
/// link to it survives.
fn whole(place: &Place, words: &str, file: &str) -> (Seen, Vec<u8>) {
    let [part, second] = [format!("{file}.part"), format!("{file}.second")];
    place.put(&part, "");
    let [from, to] = [&part, &second].map(|name| place.path().join(name));
    fs::hard_link(from, to).unwrap();
    let seen = place.run(words);
    assert!(!place.path().join(&part).exists(), "{seen}");
    let items = place.bytes(&second);
    fs::remove_file(place.path().join(second)).unwrap();
    (seen, items)
}

fn lines(items: &[u8]) -> Vec<&[u8]> {
    items.split_inclusive(|&byte| byte == b'\n').collect()
}

#[test]
fn runs_that_were_stopped_are_resumed_to_the_same_bytes() {
    let place = Place::new();
    for (name, words) in SHORT {
        let (words, file) = run_of(name, words);
        let (seen, items) = whole(&place, &words, &file);
        let expected = place.bytes(&file);
        let lines = lines(&items);
        assert!(lines.len() > 3, "{name}: {} lines", lines.len());
        for kept in [1, 2, lines.len() - 1, lines.len()] {
            // An incomplete line, as after a power failure.
            let torn =
                lines.get(kept).map_or(&b"{\"ch"[..], |line| &line[..line.len() / 2]);
            place.put(&format!("{file}.part"), [&lines[..kept].concat(), torn].concat());
            fs::remove_file(place.path().join(&file)).unwrap();
            let resumed = place.run(&words);
            let told = format!("resumed from {file}.part, seed: 1\n");
            assert!(resumed.stderr.starts_with(&told), "{resumed}");
            assert_eq!((resumed.code, &resumed.stdout), (seen.code, &seen.stdout));
            assert!(place.bytes(&file) == expected, "{name} differs after {kept} lines");
            assert_eq!(place.names("."), [file.as_str()]);
        }
        fs::remove_file(place.path().join(&file)).unwrap();
    }
}

#[test]
fn a_file_beside_an_unfinished_run_is_not_replaced() {
    let place = Place::new();
    for (name, words) in SHORT {
        let (words, file) = run_of(name, words);
        let (_, items) = whole(&place, &words, &file);
        let expected = place.bytes(&file);
        let part = format!("{file}.part");
        place.put(&file, "mine");
        place.put(&part, &items);
        let refused = place.run(&words);
        assert_eq!(refused.code, Some(2), "{refused}");
        assert!(refused.stderr.contains(&format!("{file} exists already")), "{refused}");
        assert!(refused.stderr.contains("--force"), "{refused}");
        assert!(place.text(&file) == "mine" && place.bytes(&part) == items);
        let resumed = place.run(&format!("{words} --force"));
        assert!(resumed.stderr.contains("resumed from"), "{resumed}");
        assert!(place.bytes(&file) == expected && !place.path().join(part).exists());
    }
}

/// Checks that a damaged log is refused and stays unchanged.
#[track_caller]
fn assert_damaged(place: &Place, words: &str, items: &[u8], file: &str, line: usize) {
    let part = format!("{file}.part");
    place.put(&part, items);
    let seen = place.run(words);
    let told = format!("error: {part}: line {line} is damaged\n\nhint: remove the file");
    assert!(seen.code == Some(2) && seen.stderr.contains(&told), "{seen}");
    assert!(place.bytes(&part) == items && !place.path().join(file).exists());
}

#[test]
fn damaged_items_are_refused_by_their_line() {
    let place = Place::new();
    for (name, words) in SHORT {
        let (words, file) = run_of(name, words);
        let (_, items) = whole(&place, &words, &file);
        fs::remove_file(place.path().join(&file)).unwrap();
        let lines = lines(&items);
        let is_digit = |byte: &u8| byte.is_ascii_digit();
        let mut changed = items.clone();
        let end = lines[..3].concat().len();
        let at = end - 1 - changed[..end].iter().rev().position(is_digit).unwrap();
        changed[at] = if changed[at] == b'1' { b'0' } else { b'1' };
        assert_damaged(&place, &words, &changed, &file, 3);
        let missing = [&lines[..1].concat(), &lines[2..].concat()[..]].concat();
        assert_damaged(&place, &words, &missing, &file, 2);
        let twice = [lines[0], lines[1], lines[1]].concat();
        assert_damaged(&place, &words, &twice, &file, 3);
        let header = String::from_utf8(lines[0].to_vec()).unwrap();
        let other = header.replace("\"seed\":1", "\"seed\":2");
        let other = [other.as_bytes(), &lines[1..].concat()].concat();
        let seedless = words.replace(" --seed 1", "");
        assert_damaged(&place, &seedless, &other, &file, 2);
        fs::remove_file(place.path().join(format!("{file}.part"))).unwrap();
    }
}

/// A log of these items with valid checksums.
fn forged(header: &[u8], items: &[&str]) -> Vec<u8> {
    let (mut part, mut sum) = (header.to_vec(), checksum(header));
    for item in items {
        sum = checksum(&[&sum.to_le_bytes(), item.as_bytes()].concat());
        let line = format!("{{\"checksum\":\"{sum:016x}\",\"item\":{item}}}\n");
        part.extend_from_slice(line.as_bytes());
    }
    part
}

#[test]
fn items_that_cannot_be_are_refused_by_their_line() {
    let place = Place::new();
    let hunt = "hunt --hunter density,lattice --fleets sequential --games 2";
    let adversarial =
        "place --method adversarial --hunter density --games 2 --generations 1 --count 1";
    let duel = "duel --hunter density,lattice --games 2";
    let island = r#"{"first":0,"outcomes":[{"island":0,"history":[],"fleets":[]}]}"#;
    let other = r#"{"first":2,"outcomes":[{"island":2,"history":[],"fleets":[]}]}"#;
    let misplaced = r#"{"first":1,"outcomes":[{"island":0,"history":[],"fleets":[]}]}"#;
    let unfinished =
        r#"{"first":1,"outcomes":[{"island":1,"history":[],"checkpoint":""}]}"#;
    let won = r#"{"first":0,"outcomes":[0]}"#;
    let good = r#"{"first":2,"outcomes":[40]}"#;
    for (words, items) in [
        (duel, &[won, r#"{"first":1,"outcomes":[2]}"#][..]),
        (duel, &[won, r#"{"first":1,"outcomes":[1,0]}"#]),
        (duel, &[won, r#"{"first":1,"outcomes":{}}"#]),
        (duel, &[won, "[0]"]),
        (duel, &[won, won]),
        (hunt, &[good, r#"{"first":4,"outcomes":[40]}"#]),
        (hunt, &[good, r#"{"first":3,"outcomes":[101]}"#]),
        (hunt, &[good, r#"{"first":3,"outcomes":[19]}"#]),
        (hunt, &[good, r#"{"first":3,"outcomes":[40,40]}"#]),
        (hunt, &[good, good]),
        (hunt, &[good, r#"{"first":1,"outcomes":[40,40]}"#]),
        (hunt, &[good, r#"{"first":18446744073709551615,"outcomes":[40,40]}"#]),
        (hunt, &[good, r#"{"first":3,"outcomes":["40"]}"#]),
        (adversarial, &[island, island]),
        (adversarial, &[island, other]),
        (adversarial, &[island, misplaced]),
        (adversarial, &[island, unfinished]),
    ] {
        let (words, file) = run_of("some", words);
        let (_, kept) = whole(&place, &words, &file);
        fs::remove_file(place.path().join(&file)).unwrap();
        assert_damaged(&place, &words, &forged(lines(&kept)[0], items), &file, 3);
    }
    let (words, file) = run_of("more", "place --method sequential --count 2");
    let (_, kept) = whole(&place, &words, &file);
    fs::remove_file(place.path().join(&file)).unwrap();
    let lines = lines(&kept);
    let item = String::from_utf8(lines[1].to_vec()).unwrap();
    let item = item.split_once("\"item\":").unwrap().1.strip_suffix("}\n").unwrap();
    assert_damaged(&place, &words, &forged(lines[0], &[item; 2]), &file, 3);
    let later = item.replacen("\"first\":0", "\"first\":2", 1);
    assert_damaged(&place, &words, &forged(lines[0], &[item, &later]), &file, 3);
    let empty = r#"{"first":1,"outcomes":[{"fleet":{"ships":[]},"origin":{}}]}"#;
    assert_damaged(&place, &words, &forged(lines[0], &[item, empty]), &file, 3);
}

/// Logs of other requests, and an incomplete header.
#[test]
fn files_that_hold_no_items_of_the_same_request_are_refused_or_begun_anew() {
    let place = Place::new();
    let hunt = "battleship hunt --hunter lattice --fleets sequential --games 3 --seed 1 -o hunt.json";
    place.put("hunt.json.part", "{\"schema\":\"tilewright/unfin");
    place.run(hunt).done();
    assert_eq!(place.names("."), ["hunt.json"]);
    fs::remove_file(place.path().join("hunt.json")).unwrap();
    let (_, items) = whole(&place, hunt, "hunt.json");
    fs::remove_file(place.path().join("hunt.json")).unwrap();
    for (words, part) in [
        (hunt.to_owned(), &b"mine\n"[..]),
        (hunt.replace("--seed 1", "--seed 2"), &items),
        (hunt.replace("--games 3", "--games 4"), &items),
    ] {
        place.put("hunt.json.part", part);
        let other = place.run(&words);
        assert_eq!(other.code, Some(2), "{other}");
        assert!(other.stderr.contains("unfinished run of another"), "{other}");
        assert!(place.bytes("hunt.json.part") == part);
        place.run(&format!("{words} --force")).done();
        assert_eq!(place.names("."), ["hunt.json"]);
        fs::remove_file(place.path().join("hunt.json")).unwrap();
    }
    fs::create_dir(place.path().join("hunt.json.part")).unwrap();
    let folder = place.run(hunt);
    assert_eq!(folder.code, Some(2), "{folder}");
    assert!(folder.stderr.contains("hunt.json.part is not a file"), "{folder}");
}

#[test]
fn a_checkpoint_stays_and_serves_the_same_request_again() {
    let place = Place::new();
    let words = "battleship hunt --hunter lattice --fleets sequential --games 300 --json";
    let first = place.run(&format!("{words} --checkpoint c.part --seed 5")).done();
    let items = place.bytes("c.part");
    assert_eq!(lines(&items).len(), 3);
    let more = "--memory 1G --game 2 --record r.json";
    let again = place.run(&format!("{words} {more} --checkpoint c.part")).done();
    let histogram = |seen: &Seen| seen.json()["histogram"].clone();
    assert_eq!(histogram(&again), histogram(&first));
    assert!(again.stderr.starts_with("resumed from c.part, seed: 5\n"), "{again}");
    assert!(place.bytes("c.part") == items);
    assert_eq!(place.json("r.json")["seed"], 5);
}

#[test]
fn an_unfinished_run_of_other_inputs_is_not_resumed() {
    let place = Place::new();
    let words =
        "battleship hunt --hunter lattice --fleets f.txt --games 3 --seed 1 -o h.json";
    place.put("f.txt", "AA..\n....\n...B\n");
    let (_, items) = whole(&place, words, "h.json");
    fs::remove_file(place.path().join("h.json")).unwrap();
    place.put("h.json.part", &items);
    place.put("f.txt", "AA..\n....\nB...\n");
    let other = place.run(words);
    assert_eq!(other.code, Some(2), "{other}");
    assert!(other.stderr.contains("unfinished run of other inputs"), "{other}");
    assert!(other.stderr.contains("hint: --force discards it"), "{other}");
    assert!(place.bytes("h.json.part") == items);
    place.run(&format!("{words} --force")).done();
    assert_eq!(place.names("."), ["f.txt", "h.json"]);
}

/// Presses Ctrl-C once the run has finished an item, and returns its stderr.
#[cfg(unix)]
#[track_caller]
fn interrupted_with_an_item(place: &Place, words: &str, part: &str) -> String {
    let mut command = crate::common::process(place.path());
    command.args(words.split_whitespace());
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let path = place.path().join(part);
    // The header, an item, and the empty text after the last line.
    let lines =
        || fs::read(&path).map_or(0, |it| it.split(|byte| *byte == b'\n').count());
    while lines() < 3 && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    told
}

/// Each run would take hours.
#[cfg(unix)]
#[test]
fn interrupted_runs_leave_nothing_that_stands_in_their_own_way() {
    for words in [
        "place --method classic --population 200 --count 100000 --picture p.svg",
        "place --method adversarial --hunter density --games 2 --generations 2 --count 1000 \
         --picture p.gif",
        "hunt --hunter density,lattice --fleets sequential --games 9999999 \
         --record r.json --picture p.svg",
        "duel --hunter density,lattice --games 9999999",
    ] {
        let place = Place::new();
        let words = format!("battleship {words} -o some.json");
        let told = interrupted_with_an_item(&place, &words, "some.json.part");
        let kept = "; no file is written, the same command resumes from some.json.part";
        assert!(told.contains("interrupted: ") && told.contains(kept), "{told}");
        assert_eq!(place.names("."), ["some.json.part"]);
        let told = place.interrupt(&words);
        assert!(told.contains("resumed from") && told.contains(kept), "{told}");
        assert_eq!(place.names("."), ["some.json.part"]);
    }
}

#[cfg(unix)]
#[test]
fn runs_interrupted_before_anything_is_finished_keep_nothing_and_say_so() {
    let place = Place::new();
    for words in [
        "--method adversarial --count 1 --generations 1000000",
        "--method adversarial --hunter veteran --games 10000 --rows 26 --columns 26",
        "--method classic --rows 26 --columns 26 --population 100000 --generations 1000000",
    ] {
        let words = format!("battleship place {words} -o some.json --picture p.svg");
        let told = place.interrupt(&words);
        assert!(told.contains("; no file is written, and nothing is kept\n"), "{told}");
        assert!(place.names(".").is_empty());
    }
}

#[cfg(unix)]
#[test]
fn interrupted_runs_without_a_file_show_what_they_have() {
    let place = Place::new();
    for words in [
        "place --method classic --count 100000",
        "place --method adversarial --count 1 --generations 1000000",
        "hunt --hunter veteran --fleets sequential --rows 26 --columns 26 \
         --fleet 6,6,6,6,5,5,5,5,4,4,4,3,3,2,2",
        "duel --hunter density,lattice --games 9999999",
    ] {
        let told = place.interrupt(&format!("battleship {words}"));
        assert!(!told.contains("kept") && !told.contains("file"), "{told}");
    }
    assert!(place.names(".").is_empty());
}
