//! `tilewright 2048 …`: moves, evaluations, benches, training, tuning, and saved games.

use crate::common::Place;
use serde_json::Value;

const BOARDS: &str = r#"{"board":[[2,2,0,0],[0,4,0,0],[0,0,0,8],[0,0,0,0]]}
{"board":[[131072,65536,0,0],[65536,32768,32768,0],[0,0,0,0],[0,0,0,2]]}

{"board":[[2,4,2,4],[4,2,4,2],[2,4,2,4],[4,2,4,2]]}
{"board":[[2,3,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}
{"board":[[2,17,-4],[0,0]]}
{"board":[[2,4,2],[2,0,2]]}
nothing
"#;

#[test]
fn the_values_of_all_moves_come_along_if_asked_for() {
    let place = Place::new();
    // Small: the perfect player solves 3 × 3 cells for half a minute.
    let board = "{\"board\":[[2,4,2],[0,0,4]]}\n";
    for player in ["classic", "expectimax", "perfect"] {
        let words = format!("2048 eval --player {player} --values");
        let line = place.run_with(&words, board).done().json();
        let values = line["values"].as_object().unwrap();
        let names: Vec<_> = values.keys().map(String::as_str).collect();
        assert_eq!(names, ["up", "right", "down", "left"], "{player}");
        assert!(
            values["up"].is_null() || values["up"].is_number() || values["up"] == "-inf"
        );
        let numbers = values.values().filter_map(serde_json::Value::as_f64);
        let best = numbers.fold(f64::NEG_INFINITY, f64::max);
        let choice = line["choice"].as_str().unwrap();
        assert_eq!(values[choice].as_f64(), Some(best), "{player}: {line}");
        assert_eq!(line["value"].as_f64(), Some(best), "{player}: {line}");
    }
}

/// A row of two equal large tiles, one 2 elsewhere.
fn pair(tile: u32) -> String {
    format!("{tile} {tile} 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 2\n\n")
}

#[test]
fn a_network_counts_the_points_of_the_move_itself() {
    let place = Place::new();
    let boards = [8192, 32_768, 65_536].map(pair).concat();
    let lines =
        place.run_with("2048 eval --player network --depth 1 --values", boards.as_str());
    let lines = lines.done().json_lines();
    let marked: Vec<_> = lines.iter().map(|line| line["downgraded"] == true).collect();
    assert_eq!(marked, [false, true, true]);
    for (line, text) in lines.iter().zip(boards.split_inclusive("\n\n")) {
        let moves = place.run_with("2048 move", text).done().json();
        let mut best = f64::NEG_INFINITY;
        for name in ["up", "right", "down", "left"] {
            let made = &moves[name];
            let Some(value) = line["values"][name].as_f64() else {
                assert!(made.is_null(), "{name} of {text}");
                continue;
            };
            let after = place.run_with("2048 eval --player network", made.to_string());
            let after = after.done().json()["evaluation"].as_f64().unwrap();
            let sum = made["gain"].as_f64().unwrap() + after;
            assert!((value - sum).abs() < 0.1, "{name} of {text}: {value}, not {sum}");
            best = best.max(value);
        }
        assert_eq!(line["value"].as_f64(), Some(best), "{line}");
        let choice = line["choice"].as_str().unwrap();
        assert_eq!(line["values"][choice].as_f64(), Some(best), "{line}");
    }
    let left = |line: &Value| line["values"]["left"].as_f64().unwrap();
    assert!((left(&lines[2]) - left(&lines[1]) - 65_536.0).abs() < 0.1, "{lines:?}");
}

#[test]
fn boards_are_read_as_lines_of_numbers_too() {
    let place = Place::new();
    let json = "{\"board\":[[2,2,0,0],[0,4,0,0],[0,0,0,8],[0,0,0,0]]}\n";
    let expected = place.run_with("2048 move", json).done().stdout;
    let text = "2 2 0 0\n0 4 0 0\n0 0 0 8\n0 0 0 0\n";
    let aligned = " 2  2  .  .\n .  4  .  .\n .  .  .  8\n .  .  .  .\n";
    let commas = text.replace(' ', ",");
    for one in [text, text.trim_end(), aligned, &commas, &text.replace('\n', "\r\n")] {
        assert_eq!(place.run_with("2048 move", one).done().stdout, expected, "{one}");
    }
    // Several boards, with empty lines between them, without, and among JSON.
    let twice = format!("\n{text}\n\n{aligned}{json}{text}{json}\n{text}");
    assert_eq!(place.run_with("2048 move", twice).done().stdout, expected.repeat(6));
    let close = place.run_with("2048 move", text.repeat(5)).done().stdout;
    assert_eq!(close, expected.repeat(5));
    let other = place.run_with("2048 move", "2 2 4\n0 0 4\n\n2 2\n4 4\n2 0\n").done();
    let sizes: Vec<_> = other
        .json_lines()
        .iter()
        .map(|line| {
            let rows = line["left"]["board"].as_array().unwrap();
            [rows.len(), rows[0].as_array().unwrap().len()]
        })
        .collect();
    assert_eq!(sizes, [[2, 3], [3, 2]]);
    let evaluated = place.run_with("2048 eval", text).done().stdout;
    assert_eq!(evaluated, place.run_with("2048 eval", json).done().stdout);

    // A wrong board is named by its first line.
    let wrong =
        format!("{text}\n2 2 x 0\n0 0 0 0\n\n2 3\n0 0\n{}2 2 0 0\n", text.repeat(2));
    insta::assert_snapshot!(place.run_with("2048 move", wrong));
}

#[test]
fn moves_and_evaluations_come_line_by_line() {
    let place = Place::new();
    let moves = place.run_with("2048 move", BOARDS);
    let classic = place.run_with("2048 eval --player classic", BOARDS);
    let finite = "2048 eval --player classic --terminal-value -1e8";
    let finite = place.run_with(finite, BOARDS);
    insta::assert_snapshot!(format!("{moves}\n{classic}\n{finite}"));
    place.put("boards.jsonl", BOARDS);
    assert_eq!(place.run("2048 move boards.jsonl").stdout, moves.stdout);
    let lines = place.run_with("2048 eval --player network", BOARDS).json_lines();
    assert_eq!(lines.len(), 7);
    assert!(lines[0]["value"].as_f64().unwrap() > 1000.0);
    assert_eq!(lines[2]["choice"], Value::Null);
    // It is the player if none is named, and says who plays the sixth board, which is not 4 × 4.
    assert_eq!(place.run_with("2048 eval", BOARDS).json_lines(), lines);
    let error = lines[5]["error"].as_str().unwrap();
    assert!(error.ends_with("boards, expectimax does"), "{error}");
}

#[test]
fn an_endless_line_ends_the_reading() {
    let place = Place::new();
    let board = "{\"board\":[[2,2,4,4],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}\n";
    let input = [board.as_bytes(), &vec![b'0'; (1 << 26) + (1 << 17)]].concat();
    let seen = place.run_with("2048 move", input);
    assert_eq!((seen.code, seen.json_lines().len()), (Some(2), 1), "{seen}");
    assert!(seen.stderr.starts_with("error: line 2 is longer than "), "{seen}");
}

#[test]
fn lines_that_are_too_long_or_not_text_are_refused() {
    let place = Place::new();
    let mut lines = vec![b'['; 70_000];
    lines.extend(b"\n\xff\xfe\n{\"board\":[[2,0],[0,2]]}");
    let seen = place.run_with("2048 move", lines);
    insta::assert_snapshot!(seen);
}

#[test]
fn a_coach_of_large_boards_says_that_values_are_no_points() {
    let place = Place::new();
    let board = "2 2 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 4\n";
    let game = format!("{board}left\n\n{}", board.replacen("2 2", "4 2", 1));
    let analyze = "2048 analyze --nodes-per-move 500";
    let told = place.run_with(analyze, game.as_str()).done().stdout;
    let head = "valued by expectimax, 50 positions a move; its values are no points\n";
    assert!(told.contains(head), "{told}");
    let found = place.run_with(&format!("{analyze} --json"), game.as_str()).json();
    assert_eq!(found["nodes_per_move"], 50, "a tenth, as each takes longer");
    assert_eq!(found["moves"], 1);
    assert!(found.get("loss_share").is_none() && found.get("grade").is_none(), "{found}");
}

#[test]
fn a_coach_judges_costly_moves_by_games_that_are_played_on() {
    let place = Place::new();
    // After right the board is full, and a 2 ends the game; of the small losses on an empty board the search is the judge.
    let full = "2 2 8 2\n8 32 16 4\n64 128 64 16\n256 16 128 32\n";
    let game = format!("{}left\n\n{full}right\n", pair(2).trim_end().to_owned() + "\n");
    let analyze = "2048 analyze --nodes-per-move 1000 -o all.jsonl";
    let told = place.run_with(analyze, game.as_str()).done().stdout;
    let first = told.lines().find(|line| line.starts_with("Move ")).unwrap();
    let (begin, rest) = first.split_once(" of ").unwrap();
    assert!(begin.starts_with("Move 2, a blunder: right loses "), "{told}");
    assert!(begin.contains(" ± ") && rest.ends_with("; left is best"), "{told}");
    assert!(told.contains("if the coach plays on, "), "{told}");

    let all = place.text("all.jsonl");
    let lines: Vec<Value> =
        all.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines[0]["played_on"].is_null(), "{}", lines[0]);
    let (games, loss) = (&lines[1]["played_on"], &lines[1]["loss"]);
    assert_eq!((&games["games"], &games["moves"]), (&1000.into(), &300.into()));
    assert_eq!(games["loss"]["mean"], *loss);
    let basis =
        lines[1]["score"].as_f64().unwrap() + games["points"]["mean"].as_f64().unwrap();
    let share = lines[1]["share"].as_f64().unwrap();
    assert!((loss.as_f64().unwrap() / basis - share).abs() < 1e-9, "{}", lines[1]);
    assert_eq!(lines[1]["quality"], "blunder");

    // Of a board without a move, the best move and the next one.
    let told = place.run_with("2048 analyze --nodes-per-move 1000", full).done().stdout;
    assert!(
        told.contains("Board 1: left is best, right ") && told.contains(" ± "),
        "{told}"
    );
}

#[test]
fn benches_are_printed_as_text_and_as_json() {
    let place = Place::new();
    let told = place.run("2048 bench --player greedy --games 40 --seed 1").done().stdout;
    insta::assert_snapshot!(told.trim_end());
    let json = |threads: u32| {
        let words = format!(
            "2048 bench --player classic --games 5 --seed 1 --json --threads {threads}"
        );
        let seen = place.run(&words).done();
        assert!(seen.times("moves_per_second") > 0.0);
        seen.json()
    };
    assert_eq!(json(1), json(3));
    insta::assert_snapshot!(serde_json::to_string(&json(1)).unwrap());
    let one = place
        .run("2048 bench --player greedy --rows 2 --columns 3 --games 1 --seed 4 --json");
    let one = one.done().json();
    assert!(one["score"]["ci95"].is_null(), "one game says nothing of the mean: {one}");
    assert_eq!(one["tiles"].as_object().unwrap().len(), 1, "no tile that never fits");
    let lines = place
        .run("2048 bench --player random --rows 3 --columns 5 --games 3 --seed 4 --jsonl")
        .done()
        .json_lines();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line["score"].as_u64().unwrap() > 0));
}

#[test]
fn a_network_searches_3_ply_or_to_its_time_limit() {
    let place = Place::new();
    place.run("2048 train --network 01,12 --episodes 1 --seed 1 --quiet -o n").done();
    let bench = |words: &str| {
        let words = format!("2048 bench --network n --seed 1 --json {words}");
        let mut document = place.run(&words).done().json();
        document.as_object_mut().unwrap().remove("request");
        document
    };
    let usual = bench("");
    assert_eq!((&usual["games"], &usual["depth"]), (&20.into(), &3.into()));
    assert_eq!(usual, bench("--depth 3 --games 20"));
    let timed = bench("--ms-per-move 1 --games 1");
    assert_eq!((&timed["ms_per_move"], &timed["depth"]), (&1.into(), &Value::Null));
    let one = r#"{"board":[[2,4,8,16],[0,2,4,8],[0,0,2,4],[0,0,0,2]]}"#;
    let eval = |words: &str| {
        place.run_with(&format!("2048 eval --player network {words}"), one).done().stdout
    };
    assert_eq!(eval(""), eval("--depth 3"));
    assert_ne!(eval(""), eval("--depth 1"));
}

/// Plays these games of a bench, whose lines are written to a file.
const GAMES: &str = "2048 bench --player greedy --seed 3 -o games.jsonl";

#[test]
fn a_bench_that_was_stopped_is_resumed_by_the_same_command() {
    let place = Place::new();
    let (file, part) = ("games.jsonl", "games.jsonl.part");
    // The games that are kept go with the end, but not what has a second name.
    place.put(part, "");
    let [from, to] = [part, "kept"].map(|name| place.path().join(name));
    std::fs::hard_link(from, to).unwrap();
    let whole =
        place.run(&format!("{GAMES} --games 12 --threads 1 --json")).done().stdout;
    let (lines, kept) = (place.text(file), place.text("kept"));
    assert_eq!((lines.lines().count(), kept.lines().count()), (12, 13));
    assert!(!place.names(".").contains(&part.to_owned()));
    let words = "2048 bench --player greedy --seed 3 --games 12 --jsonl";
    assert_eq!(place.run(words).done().stdout, lines);
    let words = words.replace("--jsonl", "--jsonl -o -");
    assert_eq!(place.run(&words).done().stdout, lines);
    // Killed before the first game was kept, while one was being written, and after the last.
    let third = kept.match_indices('\n').nth(3).unwrap().0 + 1;
    for end in [5, third, third + 9, kept.len()] {
        place.put(part, &kept[..end]);
        std::fs::remove_file(place.path().join(file)).unwrap();
        let mut words = format!("{GAMES} --games 12 --threads 3 --json");
        if end == third + 9 {
            // The seed is that of the games that are kept.
            words = words.replace("--seed 3", "");
        }
        let resumed = place.run(&words);
        let told = format!("resumed from {part}, seed: 3\n");
        assert_eq!(resumed.stderr.starts_with(&told), end > 5, "{resumed}");
        let is_played = resumed.timing[0].contains("moves_per_second");
        assert_eq!(is_played, end < kept.len(), "{resumed}");
        assert_eq!((&resumed.done().stdout, place.text(file)), (&whole, lines.clone()));
    }
    place.put(part, &kept);
    std::fs::remove_file(place.path().join(file)).unwrap();
    let again = place.run(&format!("{GAMES} --games 12")).done();
    assert!(!again.timing[0].contains("moves"), "no game was played: {again:?}");
    std::fs::remove_file(place.path().join(file)).unwrap();
    place.put(part, &kept);
    insta::assert_snapshot!(place.transcript(&[
        &format!("{} --games 13", GAMES.replace("greedy", "random")),
        &format!("{} --games 13", GAMES.replace('3', "4")),
        &format!("{GAMES} --games 13 --four-probability 0.5"),
        &format!("{GAMES} --games 13 --rows 4 --columns 5"),
        "2048 bench --player greedy --seed 1 --checkpoint x.json -o ./x.json",
        "2048 bench --player greedy --seed 1 -o games.pdf",
    ]));
    assert_eq!(place.text(part), kept);
    place.put(part, kept.replacen("\"score\":", "\"score\":1", 1));
    let damaged = place.run(&format!("{GAMES} --games 12"));
    assert_eq!(damaged.code, Some(2), "{damaged}");
    assert!(damaged.stderr.contains("line 2 is damaged"), "{damaged}");
}

#[test]
fn a_finished_bench_is_extended_by_more_games() {
    let place = Place::new();
    let bench = |words: &str| {
        let words = format!("2048 bench --player greedy --seed 3 {words} --json");
        place.run(&words).done().stdout
    };
    let (less, more) = (bench("--games 5"), bench("--games 9"));
    assert_eq!(bench("--games 5 --checkpoint kept"), less);
    let kept = place.bytes("kept");
    assert_eq!(bench("--games 9 --checkpoint kept"), more);
    assert!(place.bytes("kept").starts_with(&kept), "games are added");
    assert_eq!(bench("--games 5 --checkpoint kept"), less);
}

/// A network may change under its name.
#[test]
fn games_of_another_network_are_not_resumed() {
    let place = Place::new();
    let train = "2048 train --network 01,12 --quiet -o n --force --episodes";
    place.run(&format!("{train} 1 --seed 1")).done();
    let bench = "2048 bench --network n --depth 1 --games 2 --seed 1 --checkpoint kept";
    place.run(bench).done();
    place.run(&format!("{train} 2 --seed 1")).done();
    let other = place.run(bench);
    assert_eq!(other.code, Some(2), "{other}");
    assert!(other.stderr.contains("an unfinished run of other inputs"), "{other}");
}

/// With a time for moves no game comes twice, but those that were played stay.
#[test]
fn a_timed_bench_is_continued_only_with_its_own_settings() {
    let place = Place::new();
    let words = "2048 bench --player expectimax --rows 2 --columns 2 --ms-per-move 1 --checkpoint kept";
    place.run(&format!("{words} --games 2 --seed 1")).done();
    let kept = place.bytes("kept");
    for other in [
        words.replace("--ms-per-move 1", "--ms-per-move 2"),
        words.replace("--ms-per-move 1", ""),
        words.replace("expectimax", "network").replace("--rows 2 --columns 2", ""),
        words.replace("--columns 2", "--columns 3"),
        format!("{words} --four-probability 0.3"),
        format!("{words} --seed 2"),
    ] {
        let seen = place.run(&format!("{other} --games 3"));
        assert_eq!(seen.code, Some(2), "{seen}");
        assert!(seen.stderr.contains("an unfinished run of another request"), "{seen}");
        assert_eq!(place.bytes("kept"), kept);
    }
    let more = place.run(&format!("{words} --games 3 --jsonl --json"));
    assert_eq!(more.code, Some(2), "other lines are asked for: {more}");
    place.run(&format!("{words} --games 3")).done();
    assert!(place.bytes("kept").starts_with(&kept) && place.bytes("kept") != kept);
}

#[test]
fn a_killed_bench_keeps_the_games_that_have_ended() {
    let place = Place::new();
    let mut child = crate::common::process(place.path())
        .args(GAMES.split_whitespace())
        .args(["--games", "10000000", "--quiet"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let kept = || {
        let kept = std::fs::read_to_string(place.path().join("games.jsonl.part"));
        kept.map_or(0, |text| text.matches('\n').count())
    };
    while kept() < 4 {
        assert!(child.try_wait().unwrap().is_none(), "it plays on for long");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let games = kept() + 1;
    let resumed = place.run(&format!("{GAMES} --games {games}")).done();
    assert!(resumed.stderr.starts_with("resumed from games.jsonl.part"), "{resumed}");
    let words = "2048 bench --player greedy --seed 3 --jsonl";
    let whole = place.run(&format!("{words} --games {games}")).done().stdout;
    assert_eq!(place.text("games.jsonl"), whole);
}

#[test]
fn training_resumes_from_its_checkpoint() {
    let place = Place::new();
    let train = "2048 train --network 0123,4567 --seed 2 --quiet";
    let anneal = "--episodes 40 --anneal 10";
    place.run(&format!("{train} {anneal} -o whole.tw2048 --picture curve.svg")).done();
    place.run(&format!("{train} --episodes 40 -o not_annealed.tw2048")).done();
    place.run(&format!("{train} --episodes 25 --checkpoint half")).done();
    // The same command resumes, with the seed of the checkpoint.
    let rest = format!("{train} {anneal} --checkpoint half -o half.tw2048 --json");
    let rest = place.run(&rest.replace("--seed 2 --quiet", "")).done();
    assert!(rest.stderr.starts_with("resumed from half, seed: 2\n"), "{rest}");
    let document = rest.json();
    assert_eq!(place.bytes("whole.tw2048"), place.bytes("half.tw2048"));
    assert_ne!(place.bytes("whole.tw2048"), place.bytes("not_annealed.tw2048"));
    let parallel = format!("{train} {anneal} --parallel --threads 1 -o parallel.tw2048");
    place.run(&parallel).done();
    assert_eq!(place.bytes("whole.tw2048"), place.bytes("parallel.tw2048"));
    assert_eq!(document["schema"], "tilewright/train2048/2");
    assert_eq!(document["curve"][0]["episodes"], 40);
    assert!(place.text("curve.svg").contains("mean score"));
    place.run("2048 bench --network whole.tw2048 --games 2 --seed 1").done();
}

#[cfg(unix)]
#[test]
fn two_trainings_do_not_write_to_one_checkpoint() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};

    let place = Place::new();
    let train = |episodes: u32, checkpoint: &str| {
        format!(
            "2048 train --network 01,12 --episodes {episodes} --checkpoint-every 10 --seed 1 \
             --checkpoint {checkpoint}"
        )
    };
    let mut first = crate::common::process(place.path());
    first.args(train(1_000_000_000, "run").split(' ')).stderr(Stdio::piped());
    let mut first = first.stdout(Stdio::null()).spawn().unwrap();
    let checkpoint = place.path().join("run");
    while !checkpoint.exists() {
        assert!(first.try_wait().unwrap().is_none(), "it ended too early");
        std::thread::yield_now();
    }
    for name in ["run", "./run"] {
        let second = place.run(&train(20, name));
        let said =
            format!("error: another run is writing {name}\n\nhint: wait until it ends");
        assert!(second.code == Some(2) && second.stderr.starts_with(&said), "{second}");
    }
    place.run(&train(20, "other")).done();
    let id = first.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut told = String::new();
    first.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!(first.wait().unwrap().code(), Some(130), "{told}");

    // Nothing of the first is lost, and what held the others off is gone.
    let again = place.run(&train(1, "run"));
    assert!(again.stderr.contains("the checkpoint has trained on"), "{again}");
    assert_eq!(place.names("."), ["other", "run"]);
}

#[test]
fn stage_2_is_trained_for_a_network() {
    let place = Place::new();
    // A network that reaches stage 2 in some of its games, the first three with this seed.
    let network =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../game2048/tests/data/4096.tw2048");
    place.put("n.tw2048", std::fs::read(network).unwrap());
    let train = "2048 train --stage n.tw2048 --seed 25 --quiet";
    let told = place.run(&format!("{train} --episodes 6 --json -o stage2.tw2048"));
    let told = told.done().json();
    assert_eq!((&told["stage"], &told["network"]), (&2.into(), &"4x5".into()));
    assert!(told["curve"][0]["score"]["mean"].as_f64().unwrap() > 100.0, "{told}");
    place.run(&format!("{train} --checkpoint half --episodes 2")).done();
    place.run(&format!("{train} --checkpoint half --episodes 6 -o half.tw2048")).done();
    assert_eq!(place.bytes("stage2.tw2048"), place.bytes("half.tw2048"));
    place.run("2048 bench --network stage2.tw2048 --depth 1 --games 2 --seed 1").done();
    // An untrained network never reaches stage 2.
    place.run("2048 train --network 01 --episodes 1 --seed 1 --quiet -o poor").done();
    insta::assert_snapshot!(place.transcript(&[
        "2048 train --stage poor --episodes 2 --seed 1 -o none",
        "2048 bench --network none --seed 1",
        "2048 train --stage poor --episodes 2 --seed 1 --checkpoint poor --force",
        "2048 train --stage poor --episodes 2 --seed 1 -o ./poor --force",
        "2048 train --stage n.tw2048 --seed 26 --checkpoint half",
        "2048 train --stage poor --seed 25 --checkpoint half",
        "2048 train --network 4x5 --seed 25 --checkpoint half",
    ]));
}

#[test]
fn what_cannot_be_done_is_explained() {
    let place = Place::new();
    place.put("foreign.tw2048", "PK");
    place
        .run("2048 train --network 0123 --episodes 3 --seed 1 --checkpoint c -o n")
        .done();
    let whole = place.bytes("n");
    place.put("short.tw2048", &whole[..whole.len() / 2]);
    insta::assert_snapshot!(place.transcript(&[
        "2048 bench --network foreign.tw2048 --seed 1",
        "2048 bench --network short.tw2048 --seed 1",
        "2048 bench --network absent.tw2048 --seed 1",
        "2048 bench --network c --seed 1",
        "2048 bench --player classic --network n",
        "2048 bench --player nobody",
        "2048 bench --player network --rows 3 --columns 3",
        "2048 bench --player perfect",
        "2048 bench --player classic --depth 7",
        "2048 bench --player network --depth 9",
        "2048 bench --player expectimax --terminal-value -1",
        "2048 bench --rows 9 --columns 9",
        "2048 bench --size 3x3",
        "2048 bench --four-probability 2",
        "2048 bench --terminal-value 5",
        "2048 bench --player classic --ms-per-move 5",
        "2048 bench --depth 2 --ms-per-move 5",
        "2048 train --learning-rate 0",
        "2048 eval --player greedy",
        "2048 eval absent.jsonl",
        "2048 bench --picture games.gif --seed 1",
        "2048 bench --picture games.jpg",
        "2048 eval --picture absent/board.png",
        "2048 train --network 9x9",
        "2048 train --lambda 2",
        "2048 train --network 0124 --episodes 3 --checkpoint c",
        "2048 train --network 0123 --episodes 3 --checkpoint c --restart",
        "2048 train --network 0123 --episodes 2 --checkpoint c",
        "2048 train --network 0123 --episodes 3 --checkpoint m -o ./m",
        "2048 train --network 0123 --episodes 3 --checkpoint n --seed 1",
        "2048 train --stage n --episodes 3 --checkpoint c",
        "2048 train --stage n --network 0123",
        "2048 train --stage n --downgrade",
        "2048 train --stage foreign.tw2048 --seed 1",
        "2048 train --network 0123 --episodes 3 -o n",
        "2048 train --network 0123 --episodes 3 -o absent/n",
    ]));
}

#[test]
fn small_boards_are_played_perfectly() {
    let place = Place::new();
    let boards = r#"{"board":[[2,2],[0,0]]}
{"board":[[2,4],[0,0]]}
{"board":[[0,0,2],[2,0,0]]}
{"board":[[2,0,0,0],[2,0,0,0],[0,0,0,0],[0,0,0,0]]}
{"board":[[2,4],[4,2]]}
{"board":[[2,0],[0,0]]}
"#;
    insta::assert_snapshot!(place.run_with("2048 eval --player perfect", boards));
    let lines = place.run_with("2048 eval --player network", boards).json_lines();
    assert_eq!(
        lines[0]["error"],
        "the player network does not play on 2 × 2 boards, expectimax does"
    );
    assert!(lines[3]["value"].as_f64().unwrap() > 1000.0);
    let words =
        "2048 bench --player perfect --rows 2 --columns 3 --games 50 --seed 1 --json";
    let found = place.run(words).json();
    assert_eq!((&found["rows"], &found["columns"]), (&2.into(), &3.into()));
    assert!(found["score"]["mean"].as_f64().unwrap() > 400.0, "{found}");
}

#[test]
fn a_player_plays_alone_and_is_drawn() {
    let place = Place::new();
    let words = "2048 play --auto --player greedy --seed 1";
    let told = place.run(words).done();
    insta::assert_snapshot!(told);
    let bench = "2048 bench --player greedy --seed 1 --games 1 --json";
    let score = place.run(bench).done().json()["score"]["max"].clone();
    let document = place.run(&format!("{words} --json")).done().json();
    assert_eq!((&document["score"], &document["over"]), (&score, &true.into()));
    for (moves, file) in [(9, "short.gif"), (90, "long.apng"), (20, "still.svg")] {
        place.run(&format!("{words} --moves {moves} --picture {file}")).done();
    }
    let until =
        place.run(&format!("{words} --until 128 --last 2 --picture last.gif --json"));
    let until = until.done().json();
    assert_eq!((&until["largest"], &until["over"]), (&128.into(), &false.into()));
    assert!(place.bytes("last.gif").len() < place.bytes("short.gif").len());
    assert_eq!(&place.bytes("short.gif")[..6], b"GIF89a");
    assert!(place.bytes("long.apng").starts_with(b"\x89PNG"));
    assert!(place.text("still.svg").contains("score"));
    let random = words.replace("greedy", "random");
    place.run(&format!("{random} --rows 3 --columns 5 --picture random.svg")).done();
    assert_eq!(place.names("").len(), 5, "nothing was saved");
}

#[test]
fn boards_and_many_games_are_drawn() {
    let place = Place::new();
    place
        .run("2048 bench --player greedy --seed 1 --games 20 --picture games.svg")
        .done();
    assert!(place.text("games.svg").contains("share of games that reach a score"));
    let lines: String = BOARDS.lines().take(1).collect();
    place.run_with("2048 eval --picture board.svg", lines).done();
    assert!(place.text("board.svg").contains("values of its moves"));
    let none = place.run_with("2048 eval --picture none.svg", "");
    assert!(none.stderr.contains("no board to draw"), "{none}");
}

/// What a saved game is named in these tests.
const SAVED: &str = "2048 play --auto --player greedy --saves saves --game one";

#[test]
fn a_saved_game_is_continued() {
    let place = Place::new();
    let whole = place
        .run("2048 play --auto --player greedy --seed 3 --moves 40 --json")
        .done()
        .json();
    place.run(&format!("{SAVED} --seed 3 --moves 15")).done();
    place.run(&format!("{SAVED} --moves 15")).done();
    let document = place.run(&format!("{SAVED} --moves 10 --json")).done().json();
    assert_eq!(document, whole);
    assert_eq!(place.names("saves"), ["one.json"]);
    let other = SAVED.replace("one", "other");
    place.run(&format!("{other} --seed 1 --moves 3 --rows 3 --columns 3")).done();
    insta::assert_snapshot!(place.transcript(&[
        "2048 play --list --saves saves",
        "2048 play --list --saves saves --json",
        "2048 play --list --saves absent",
        &format!("{SAVED} --rows 3 --columns 3"),
        &format!("{SAVED} --four-probability 0.5"),
        &format!("{SAVED} --new --seed 4 --moves 2 --json"),
    ]));
}

#[test]
fn a_killed_game_loses_nothing() {
    let place = Place::new();
    let words = "2048 play --auto --player expectimax --ms-per-move 1 --saves saves --game one \
                 --seed 5";
    let mut child = crate::common::process(place.path())
        .args(words.split_whitespace())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let score = || place.run("2048 play --list --saves saves --json").done();
    // Some moves are made; how many depends on the machine and does not matter.
    while !score().stdout.contains("\"moves\":") || score().json()["moves"] == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it plays on for long");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = score().json();
    let after = place.run(&format!("{SAVED} --moves 1 --json")).done().json();
    assert_eq!(after["moves"].as_u64(), before["moves"].as_u64().map(|moves| moves + 1));
    assert_eq!(after["seed"], 5);
}

#[test]
fn a_damaged_saved_game_is_renamed() {
    let place = Place::new();
    place.run(&format!("{SAVED} --seed 3 --moves 15")).done();
    let whole = place.text("saves/one.json");
    let refused = |text: &str| {
        place.put("saves/one.json", text);
        place.run(&format!("{SAVED} --seed 3 --moves 1"))
    };
    let told = [
        refused(&whole[..100]),
        refused(&whole.replace("\"seed\":3", "\"seed\":4")),
        refused("\u{fffd}"),
        refused(&whole.replace("game2048/3", "game2048/7")),
    ];
    let told = told.map(|seen| seen.to_string().replace(std::path::MAIN_SEPARATOR, "/"));
    insta::assert_snapshot!(told.join("\n"));
    let aside =
        ["one.json", "one.json.damaged-1", "one.json.damaged-2", "one.json.damaged-3"];
    assert_eq!(place.names("saves"), aside);
    assert_eq!(place.text("saves/one.json.damaged-1"), whole[..100]);
    std::fs::remove_file(place.path().join("saves/one.json")).unwrap();
    place.run(&format!("{SAVED} --seed 3 --moves 15")).done();
    assert_eq!(place.text("saves/one.json"), whole);
}

#[test]
fn what_cannot_be_played_is_explained() {
    let place = Place::new();
    place.put("file", "");
    insta::assert_snapshot!(place.transcript(&[
        "2048 play",
        "2048 play --moves 3",
        "2048 play --auto --game ../x",
        "2048 play --auto --player network --rows 3 --columns 3 --seed 1",
        "2048 play --auto --seed 1 --player greedy --game x --saves file/in --moves 1",
        "2048 play --auto --picture x.jpg",
        "2048 play --list --auto",
        "2048 play --auto --speed 0",
        "2048 play --auto --size 3x3",
    ]));
}

#[test]
fn weights_are_tuned_written_and_played_with() {
    let place = Place::new();
    let tune = "2048 tune --player classic --generations 3 --parents 2 --children 3 --games 2 \
                --validation-games 4 --seed 1";
    let document = |words: &str| {
        let seen = place.run(&format!("{tune} {words} --json"));
        assert!(matches!(seen.code, Some(0 | 1)), "{seen}");
        seen.json()
    };
    let found = document("-o weights.json --picture tuning.svg --threads 1");
    assert_eq!(found["schema"], "tilewright/tune2048/2");
    assert_eq!(found["evaluations"], 5 + 2 * 3);
    assert_eq!(document("--threads 3"), found);
    assert_eq!(
        document("--weights weights.json")["score"]["initial"],
        found["score"]["tuned"]
    );
    assert_eq!(place.json("weights.json")["weights"], found["weights"]);
    assert!(place.text("tuning.svg").contains("mean score"));
    let bench =
        "2048 bench --player classic --games 2 --seed 1 --terminal-value -1e8 --json";
    let average = |words: &str| {
        place.run(&format!("{bench} {words}")).done().json()["score"]["mean"].clone()
    };
    assert_ne!(average("--weights weights.json"), average(""));
    place.put(
        "wrong.json",
        place.text("weights.json").replace("\"big\":1.0", "\"big\":-1.0"),
    );
    insta::assert_snapshot!(place.transcript(&[
        "2048 bench --player expectimax --weights weights.json --seed 1",
        "2048 bench --player classic --weights wrong.json --seed 1",
        "2048 bench --player classic --weights absent.json --seed 1",
        "2048 tune --player expectimax --weights weights.json --seed 1",
        "2048 tune --player network",
        "2048 tune --generations 0",
        "2048 tune -o weights.json",
    ]));
}

/// A limit on the size of files stands for a disk without room.
#[cfg(unix)]
#[test]
fn a_disk_that_fills_leaves_the_last_checkpoint_whole() {
    let place = Place::new();
    let train = "2048 train --network 0123,4567 --seed 2 --quiet --checkpoint learner";
    place.run(&format!("{train} --episodes 20")).done();
    let whole = place.bytes("learner");
    assert!(whole.len() > 4096, "{}", whole.len());
    let words = format!("{train} --episodes 40 --checkpoint-every 10");
    let full = |limited: &str| {
        let mut shell = assert_cmd::Command::new("sh");
        shell.current_dir(place.path()).arg("-c").arg(format!(
            "{limited} exec '{}' {words}",
            env!("CARGO_BIN_EXE_tilewright")
        ));
        crate::common::Seen::of(&mut shell)
    };
    let seen = full("trap '' XFSZ; ulimit -f 4;");
    assert_eq!(seen.code, Some(2), "{seen}");
    assert!(seen.stderr.contains("cannot write learner"), "{seen}");
    assert_eq!(place.names(""), ["learner"], "no partial file is left");
    assert_eq!(place.bytes("learner"), whole);
    full("").done();
    assert_ne!(place.bytes("learner"), whole);
}

/// With less memory than a file of the largest size would take.
#[cfg(unix)]
#[test]
fn files_without_end_are_refused_at_their_beginning() {
    let place = Place::new();
    for words in [
        "2048 train --network 01 --checkpoint /dev/zero",
        "2048 train --stage /dev/zero",
        "2048 bench --network /dev/zero",
        "2048 tune --checkpoint /dev/zero",
        "2048 bench --player greedy --checkpoint /dev/zero",
    ] {
        let mut shell = assert_cmd::Command::new("sh");
        shell.current_dir(place.path()).arg("-c").arg(format!(
            "ulimit -v 1000000; exec '{}' {words} --threads 2 --seed 1",
            env!("CARGO_BIN_EXE_tilewright")
        ));
        let seen = crate::common::Seen::of(&mut shell);
        assert_eq!(seen.code, Some(2), "{seen}");
        assert!(seen.stderr.starts_with("error: /dev/zero"), "{seen}");
        let said = ["header", "is not a file"];
        assert!(said.iter().any(|words| seen.stderr.contains(words)), "{seen}");
    }
}

#[test]
fn a_search_for_weights_continues_from_its_checkpoint() {
    let place = Place::new();
    let tune = |words: &str| {
        let seen = place.run(&format!(
            "2048 tune --player classic --parents 2 --children 3 --games 2 --validation-games 4 {words}"
        ));
        assert!(matches!(seen.code, Some(0 | 1)), "{seen}");
        seen.stdout
    };
    let whole = tune("--seed 1 --generations 3 -o whole.json --json");
    tune("--seed 1 --generations 2 --checkpoint search");
    let rest = tune("--generations 3 --checkpoint search -o rest.json --json");
    assert_eq!(rest, whole);
    assert_eq!(place.text("rest.json"), place.text("whole.json"));
    insta::assert_snapshot!(place.transcript(&[
        "2048 tune --player classic --checkpoint search",
        "2048 tune --player classic --parents 2 --children 3 --games 2 --checkpoint search --seed 2",
        "2048 tune --player classic --checkpoint rest.json",
    ]));
}

#[cfg(unix)]
#[test]
fn what_was_found_before_ctrl_c_is_kept() {
    let place = Place::new();
    place.interrupt("2048 bench --player expectimax --games 100000");
    place.interrupt("2048 tune --player expectimax --games 100000 -o weights.json");
    let train = "2048 train --network 4x5 --episodes 1000000 --checkpoint half -o net.tw2048 --picture c.svg";
    place.interrupt(train);
    assert!(!place.names(".").contains(&"c.svg".to_owned()), "who resumes it draws it");
    let told = place.interrupt(
        "2048 bench --player expectimax --games 100000 -o games.jsonl --picture games.svg",
    );
    assert!(
        !place.names(".").contains(&"games.svg".to_owned()),
        "who resumes it draws it"
    );
    assert!(told.contains(" of 100000 games were played; no file is written"), "{told}");
    let told = place.interrupt(
        "2048 tune --player classic --parents 1 --children 1 --generations 1 --games 1 \
         --validation-games 1000000 --checkpoint search",
    );
    assert!(told.contains("interrupted: "), "{told}");
    assert!(!place.names(".").contains(&"weights.json".to_owned()));
}
