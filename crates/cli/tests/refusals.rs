//! Refused inputs: nothing is written, and the message says where, why and what to do.

use crate::common::Place;
use proptest::prelude::*;

#[test]
fn bad_texts_are_refused_with_their_place() {
    let place = Place::new();
    let mut runs = Vec::new();
    for (name, text) in [
        ("empty.txt", ""),
        ("blank.txt", "\n\n"),
        ("ragged.txt", "...\n..\n...\n"),
        ("gap.txt", "...\n\n...\n"),
        ("letter.txt", "...\n.é.\n"),
        ("tab.txt", ".\t.\n"),
        ("free.txt", "...\n.?.\n"),
    ] {
        place.put(name, text);
        runs.push(format!("match3 analyze {name}"));
    }
    place.put("latin.txt", b"...\n.\xe9.\n");
    runs.push("match3 analyze latin.txt".to_owned());
    let runs: Vec<_> = runs.iter().map(String::as_str).collect();
    insta::assert_snapshot!(place.transcript(&runs));
}

#[test]
fn bad_json_is_refused_with_its_place() {
    let place = Place::new();
    let deep =
        format!("{{\"goal\":{}{}}}", "{\"all\":[".repeat(9_999), "]}".repeat(9_999));
    let mut runs = Vec::new();
    for (name, text) in [
        ("huge.json", "{\"rows\":1000000000,\"columns\":1000000000,\"layout\":[\".\"]}"),
        ("infinite.json", "{\"rows\":1e999,\"layout\":[\".\"]}"),
        ("nan.json", "{\"rows\":NaN,\"layout\":[\".\"]}"),
        ("negative.json", "{\"moves\":-4,\"layout\":[\".\"]}"),
        ("nothing.json", "{\"rows\":0,\"columns\":0,\"layout\":[]}"),
        ("broken.json", "{\n \"layout\": [\"...\"\n"),
        ("other.json", "{\"schema\":\"tilewright/level/2\",\"layout\":[\".\"]}"),
        ("bare.json", "{}"),
        ("glyph.json", "{\n \"layout\": [\n  \"...\",\n  \".x.\"\n ]\n}\n"),
        ("stated.json", "{\"rows\":2,\"layout\":[\"...\"]}"),
        ("colors.json", "{\"colors\":1,\"layout\":[\"...\"]}"),
        ("goal.json", "{\"goal\":{\"win\":3},\"layout\":[\"...\"]}"),
        ("goals.json", "{\"goal\":{\"collect\":3,\"of_colors\":9},\"layout\":[\"...\"]}"),
        ("spawner.json", "{\"spawners\":[[7,0]],\"layout\":[\"...\"]}"),
        ("kind.json", "{\"rules\":\"royal\",\"layout\":[[\".\",\"bxo1\",\".\"]]}"),
        ("cover.json", "{\"rules\":\"royal\",\"layout\":[[\".\",\".\",\".+chian1\"]]}"),
        ("strange.json", "{\"rules\":\"royal\",\"layout\":[[\".\",\"zzzz\",\".\"]]}"),
        ("deep.json", &deep),
    ] {
        place.put(name, text);
        runs.push(format!("match3 analyze {name}"));
    }
    let runs: Vec<_> = runs.iter().map(String::as_str).collect();
    insta::assert_snapshot!(place.transcript(&runs));
}

#[test]
fn folders_and_missing_files_are_refused() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("folder")).unwrap();
    let folder = place.run("match3 analyze folder");
    assert_eq!(folder.stderr, "error: folder: this is a folder, expected a file\n");
    let missing = place.run("match3 analyze missing.txt");
    assert!(missing.stderr.starts_with("error: missing.txt: "), "{missing}");
    assert_eq!([folder.code, missing.code], [Some(2); 2]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_file_is_refused() {
    let place = Place::new();
    for words in ["match3 analyze /dev/zero", "--config /dev/zero man"] {
        let seen = place.run(words);
        assert_eq!(seen.code, Some(2));
        assert!(seen.stderr.contains("larger than 1048576 bytes"), "{seen}");
    }
}

#[test]
fn bad_arguments_are_refused() {
    let place = Place::new();
    insta::assert_snapshot!(place.transcript(&[
        "match3 generate",
        "match3 analyze",
        "match4",
        "match3 generate --target 600 --rows 1000000000",
        "match3 generate --target 600 --columns 0",
        "match3 generate --target -5",
        "match3 generate --target 600 --seed -1",
        "match3 generate --target 600 --count 10001",
        "match3 generate --target 600 --kinds hole",
        "match3 generate --target 600 --kinds obstacle,brick",
        "match3 generate --target 600 --kinds blokced2",
        "match3 generate --rules royal --goal collect:9 --difficulty easy --kinds bxo1:3",
        "match3 generate --target 600 --goal win",
        "match3 generate --target 600 --goal collect:30:9",
        "match3 generate --target 600 --violation groups",
        "match3 generate --target 600 --threads 0",
        "completions tcsh",
    ]));
}

#[test]
fn impossible_requests_are_refused_with_what_is_possible() {
    let place = Place::new();
    place.put("walled.txt", "###\n???\n???\n");
    place.put("lopsided.txt", "#?.\n???\n???\n");
    place.put("fixed.txt", "...\n...\n...\n");
    insta::assert_snapshot!(place.transcript(&[
        "match3 generate --seed 1 --target 100000",
        "match3 generate --seed 1 --target 887",
        "match3 generate --seed 1 --target 1 --rows 2 --columns 2",
        "match3 generate --seed 1 --target 0 --rows 1 --columns 3",
        "match3 generate --seed 1 --difficulty 9 --goal collect:3 --rows 2 --columns 2",
        "match3 generate --seed 1 --win-rate 60% --moves 9 --rules royal --goal kind:boks:5",
        "match3 generate --seed 1 --win-rate 60% --moves 9 --rules royal --goal color:teal:5",
        "match3 generate --seed 1 --target 3 --template walled.txt",
        "match3 generate --seed 1 --target 3 --template lopsided.txt --symmetry horizontal",
        "match3 generate --seed 1 --target 3 --template lopsided.txt --rows 9",
        "match3 generate --seed 1 --target 20 --template fixed.txt --count 4 -o levels",
    ]));
    assert!(!place.path().join("levels").exists());
}

#[test]
fn outputs_that_cannot_be_written_are_refused_before_any_work() {
    let place = Place::new();
    place.put("taken.json", "mine");
    std::fs::create_dir(place.path().join("folder")).unwrap();
    let transcript = place.transcript(&[
        "match3 generate --target 600 -o taken.json",
        "match3 generate --target 600 -o folder --force",
        "match3 generate --target 600 -o missing/level.json",
        "match3 generate --target 600 --count 2 -o taken.json --force",
        "match3 generate --target 600 --count 2 -o missing/levels",
        "match3 generate --target 600 --count 2 -o -",
        "match3 generate --target 600 --json -o -",
        "match3 generate --target 600 --count 2 --logbook log.csv",
        "match3 generate --target 600 --logbook log.txt",
        "match3 generate --target 600 --picture picture.jpg",
        "match3 generate --target 600 --picture picture",
        "match3 generate --target 600 --picture missing/picture.svg",
        "match3 generate --target 600 --picture one.svg -o one.svg",
        "match3 analyze taken.json --picture taken.jpg",
    ]);
    insta::assert_snapshot!(transcript);
    assert!(!transcript.contains("seed:"), "a seed is chosen when the work begins");
    assert_eq!(place.names("."), ["folder", "taken.json"]);
    assert_eq!(place.text("taken.json"), "mine");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_leaves_nothing() {
    let place = Place::new();
    let level = "match3 generate --target 600 --tolerance 99 --seed 1";
    let seen = place.run(&format!("{level} -o /dev/full"));
    assert_eq!(seen.code, Some(2));
    assert!(seen.stderr.contains("cannot write /dev/full: No space left"), "{seen}");
    let words = [level, "--help", "man", "completions bash", "tour --version"];
    for words in words {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = crate::common::process(place.path());
        let output = command.args(words.split(' ')).stdout(full).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(
            error.contains("cannot write to stdout: No space left"),
            "{words}: {error}"
        );
    }
}

#[test]
fn a_closed_stdout_ends_the_program_without_an_error() {
    let place = Place::new();
    place.put("level.txt", "...\n...\n...\n");
    let level = "match3 generate --target 600 --tolerance 99 --seed 1 --quiet";
    for words in [level, "match3 analyze level.txt level.txt", "man", "--help"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = crate::common::process(place.path());
        let output = command.args(words.split(' ')).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words}");
        assert!(output.stderr.is_empty(), "{words}");
    }
}

/// Texts that are almost levels.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let rows = proptest::collection::vec("[.#1-4a-d_?x\u{e9}]{0,5}", 0..6);
    let number =
        prop_oneof![Just("-1"), Just("0"), Just("3"), Just("1e400"), Just("null")];
    prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..80),
        rows.clone().prop_map(|rows| rows.join("\n").into_bytes()),
        (rows, number, "[a-z]{4,8}", 0_usize..200).prop_map(
            |(rows, number, key, cut)| {
                let layout = serde_json::to_string(&rows).unwrap();
                let text = format!(
                    "{{\"{key}\":{number},\"layout\":{layout},\"rows\":{number}}}"
                );
                text.into_bytes().into_iter().take(cut.max(9)).collect()
            }
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_a_level_or_refused(bytes in texts()) {
        let place = Place::new();
        place.put("level", &bytes);
        let seen = place.run_with("match3 analyze --json level -", bytes);
        let lines = seen.json_lines();
        let is_bad = lines.iter().any(|line| line.get("error").is_some());
        prop_assert!(lines.len() >= 2, "{}", seen);
        prop_assert_eq!(seen.code, Some(if is_bad { 2 } else { 0 }), "{}", seen);
        prop_assert!(seen.stderr.is_empty(), "{}", seen);
    }
}
