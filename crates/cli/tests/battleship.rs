//! Tests of `tilewright battleship …`: placing, counting, hunts, duels, and errors.

use crate::common::Place;
use serde_json::{Value, json};

/// A chromosome as a line of input.
fn line(rows: i64, genes: &[i64]) -> String {
    format!("{{\"rows\":{rows},\"columns\":10,\"chromosome\":{genes:?}}}\n")
}

#[test]
fn chromosomes_are_scored_line_by_line() {
    let place = Place::new();
    let same = [1, 1, 0].repeat(10);
    let mut outside = same.clone();
    outside[3] = -3;
    let lines = [
        line(10, &same),
        line(10, &outside),
        "\n".to_owned(),
        line(10, &same[3..]),
        line(1_000_000, &same),
        line(-1, &same),
        "{\"rows\":10}\n".to_owned(),
        "{\"rows\":2,\"columns\":2,\"chromosome\":[1,1,0],\"lengths\":[2]}\n".to_owned(),
        "{\"rows\":2,\"columns\":2,\"chromosome\":[1,1,0],\"lengths\":[0]}\n".to_owned(),
        line(10, &[i64::MAX; 30]),
        "{\"rows\":2,\"columns\":2,\"chromosome\":[1,1,0],\"fleets\":[2]}\n".to_owned(),
    ];
    let seen = place.run_with("battleship score", lines.concat());
    insta::assert_snapshot!(seen.to_string());
    assert_eq!(seen.json_lines().len(), 10);
}

#[test]
fn fleets_are_placed_by_every_method_and_read_again() {
    let place = Place::new();
    for method in ["evolve", "uniform", "sequential"] {
        let words = format!(
            "battleship place --rows 7 --columns 8 --method {method} --count 3 --seed 1 --json \
             -o {method}.json"
        );
        let document = place.run(&words).done().json();
        assert_eq!(document["schema"], "tilewright/fleet/2");
        let fleets = document["fleets"].as_array().unwrap();
        assert!(fleets.len() == 3 && fleets.iter().all(|fleet| fleet["legal"] == true));
        assert_eq!(place.json(&format!("{method}.json")), document);
        let words = format!(
            "battleship hunt --hunter density --fleets {method}.json --games 20 --seed 1 --json"
        );
        let hunted = place.run(&words).done().json();
        assert_eq!((&hunted["rows"], &hunted["shots"]["games"]), (&7.into(), &20.into()));
    }
    insta::assert_snapshot!(place.transcript(&[
        "battleship place --rows 7 --columns 7 --seed 1",
        "battleship place --seed 1 --method classic",
        "battleship place --seed 1 --fleet us --count 2 --method sequential",
        "battleship place --seed 1 --rows 4 --columns 5 --fleet 3,2,1 -o fleets.txt",
        "battleship hunt --hunter lattice --fleets fleets.txt --games 10 --seed 1",
    ]));
}

#[test]
fn files_hold_only_fleets_that_are_legal() {
    let place = Place::new();
    let words = "battleship place --rows 7 --columns 7 --method classic --population 200";
    let seen = place.run(&format!("{words} --count 9 --seed 1 --json -o some.json"));
    assert_eq!(seen.code, Some(1), "{seen}");
    let document = seen.json();
    let fleets = document["fleets"].as_array().unwrap();
    let legal: Vec<_> = fleets.iter().filter(|fleet| fleet["legal"] == true).collect();
    assert!(fleets.len() == 9 && (1..9).contains(&legal.len()));
    assert!(legal.iter().all(|fleet| fleet["generations"].as_u64().unwrap() <= 50));
    let kept = place.json("some.json");
    assert_eq!(kept["fleets"].as_array().unwrap().iter().collect::<Vec<_>>(), legal);
    place
        .run("battleship hunt --hunter density --fleets some.json --games 9 --seed 1")
        .done();
    let words = "battleship place --rows 7 --columns 7 --method classic --generations 1";
    let seen = place.run(&format!("{words} --seed 1 -o none.json"));
    assert!(
        seen.code == Some(1) && seen.stderr.contains("nothing is written to none.json")
    );
    assert!(!place.path().join("none.json").exists());
}

#[test]
fn fleets_are_counted() {
    let place = Place::new();
    insta::assert_snapshot!(place.transcript(&[
        "battleship count --rows 7 --columns 7",
        "battleship count --rows 7 --columns 7 --json",
        "battleship count --rows 6 --columns 6",
        "battleship count --rows 3 --columns 3 --fleet 2,1 --touch corners --probabilities",
        "battleship count --memory 1M",
    ]));
    let document =
        place.run("battleship count --rows 5 --columns 9 --probabilities --json");
    let rows = document.done().json()["probabilities"].as_array().unwrap().clone();
    let cells = rows.iter().flat_map(|row| row.as_array().unwrap().iter());
    let sum: f64 = cells.map(|cell| cell.as_f64().unwrap()).sum();
    assert!((sum - 20.0).abs() < 1e-9, "{sum}");
}

#[test]
fn hunts_are_the_same_on_any_number_of_threads() {
    let place = Place::new();
    let on = |threads: u32| {
        let words = format!(
            "battleship hunt --hunter density,posterior --fleets sequential,two-columns,adversarial \
             --games 40 --seed 3 --json --threads {threads}"
        );
        place.run(&words).done().stdout
    };
    let lines = on(1);
    assert_eq!(lines, on(3));
    let documents: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(documents.len(), 6);
    for document in &documents {
        let histogram = document["histogram"].as_array().unwrap();
        assert_eq!(histogram.iter().map(|it| it.as_u64().unwrap()).sum::<u64>(), 40);
    }
    insta::assert_snapshot!(place.transcript(&[
        "battleship hunt --hunter random,density:0.7,novice,veteran --fleets sequential --games 50 --seed 1",
        "battleship hunt --win-rate 45% --rows 6 --columns 6 --fleet 3,2,2,1 --fleets sequential --games 50 --seed 1",
        "battleship hunt --hunter random --fleets sequential --games 1 --seed 1",
    ]));
}

#[test]
fn a_game_is_recorded_drawn_and_replayed() {
    let place = Place::new();
    let words = "battleship hunt --rows 5 --columns 5 --fleet 3,2,1 --hunter density \
                 --fleets sequential --games 5 --seed 1 --record game.json --picture game.gif";
    place.run(words).done();
    assert_eq!(&place.bytes("game.gif")[..6], b"GIF89a");
    insta::assert_snapshot!(place.transcript(&["battleship hunt --replay game.json"]));
    place.put("lied.json", place.text("game.json").replacen("\"miss\"", "\"hit\"", 1));
    let game = place.text("game.json");
    place.put("cut.json", game.rsplit_once(",{").unwrap().0.to_owned() + "]}");
    place.put("short.json", &place.text("game.json")[..100]);
    insta::assert_snapshot!(place.transcript(&[
        "battleship hunt --replay lied.json",
        "battleship hunt --replay cut.json",
        "battleship hunt --replay short.json",
        "battleship hunt --replay absent.json",
        "battleship hunt --replay game.json --games 5",
        "battleship hunt --replay game.json --record again.json",
        "battleship hunt --hunter random --win-rate 45%",
        "battleship duel --hunter random,random --win-rate 45%",
    ]));
}

#[test]
fn pictures_are_drawn() {
    let place = Place::new();
    for (words, name) in [
        ("battleship place --seed 1", "one.svg"),
        ("battleship place --seed 1 --count 5", "five.svg"),
        ("battleship place --seed 1 --count 65 --method sequential", "many.svg"),
        ("battleship place --seed 1 --method classic", "search.gif"),
        ("battleship count --rows 5 --columns 9", "where.svg"),
        (
            "battleship hunt --hunter density --fleets sequential --games 20 --seed 1",
            "shots.svg",
        ),
        (
            "battleship hunt --hunter random,density --fleets sequential,adversarial --games 20 --seed 1",
            "matrix.svg",
        ),
        (
            "battleship place --method adversarial --hunter density --games 2 --generations 2 --count 2 \
             --seed 1",
            "adversarial.svg",
        ),
    ] {
        place.run(&format!("{words} --picture {name}")).done();
        assert!(place.bytes(name).len() > 1000, "{name}");
    }
}

#[test]
fn errors_come_with_hints() {
    let place = Place::new();
    place.put("damaged.json", "{\"fleets\":[{\"ships\":[{\"cell\":[1,");
    place.put(
        "clash.json",
        "{\"rows\":5,\"columns\":5,\"fleets\":[{\"ships\":[\
         {\"cell\":[0,0],\"length\":2,\"heading\":\"east\"},\
         {\"cell\":[1,2],\"length\":1,\"heading\":\"east\"}]}]}",
    );
    place.put("bent.txt", "A.\n.A\n");
    place.put("touching.txt", "AA..\n..B.\n....\n....\n");
    insta::assert_snapshot!(place.transcript(&[
        "battleship place --rows 0",
        "battleship place --rows 1000000",
        "battleship place --fleet 3,0",
        "battleship place --fleet 27",
        "battleship place --rows 6 --columns 6 --seed 1 --method uniform",
        "battleship place --rows 6 --columns 6 --seed 1 --method classic",
        "battleship place --rows 6 --columns 6 --seed 1 --method adversarial",
        "battleship place --rows 3 --columns 3 --fleet 3,3,3,3",
        "battleship place --touch sideways",
        "battleship place --method adversarial --count 1001 --seed 1",
        "battleship place --rows 3 --columns 3 --fleet 3,1 --seed 1 --population 9 --games 9",
        "battleship place --watch --seed 1",
        "battleship place --seed 1 --json -o -",
        "battleship hunt --games 4 --game 9 --record g.json",
        "battleship place -o fleets.pdf",
        "battleship hunt --record game.pdf",
        "battleship hunt -o answers.csv",
        "battleship hunt --win-rate 70% --rows 5 --columns 5 --fleet 3,2 --seed 1",
        "battleship hunt --win-rate 45",
        "battleship duel --win-rate 2.5",
        "battleship play --win-rate nan",
        "battleship hunt --hunter casual:45",
        "battleship hunt --hunter admiral",
        "battleship hunt --fleets absent.json",
        "battleship hunt --fleets damaged.json",
        "battleship hunt --fleets clash.json --seed 1",
        "battleship hunt --fleets bent.txt",
        "battleship hunt --fleets touching.txt --seed 1",
        "battleship place --rows 26 --columns 26 --seed 1 -o many.txt --fleet \
         1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,\
         1,1,1,1,1,1,1,1,1,1",
        "battleship hunt --fleets adversarial --rows 9 --seed 1",
        "battleship hunt --fleets sequential --rows 6 --columns 6 --games 1 --seed 1",
        "battleship hunt --fleets two-columns --rows 9 --seed 1",
        "battleship hunt --fleets uniform --rows 6 --columns 6 --seed 1",
        "battleship hunt --fleets uniform --memory 1M --seed 1",
        "battleship play",
        "battleship play --knows two-columns",
        "battleship play --hunter expert --knows uniform",
        "battleship play --hunter expert --own adversarial --knows adversarial",
        "battleship play --hunter expert --own adversarial --rows 9",
        "battleship play --own clash.json",
    ]));
}

#[test]
fn duels_report_how_often_each_hunter_wins() {
    let place = Place::new();
    let words = "battleship duel --hunter density,novice --fleets sequential,adversarial --games 300";
    let on = |threads: u32| {
        place.run(&format!("{words} --seed 1 --json --threads {threads}")).done().json()
    };
    let document = on(1);
    assert_eq!(document, on(3));
    let players = document["players"].as_array().unwrap();
    let wins: Vec<u64> = players.iter().map(|it| it["wins"].as_u64().unwrap()).collect();
    assert_eq!(wins.iter().sum::<u64>(), 300);
    let words = "battleship duel --fleets - --hunter density,novice --games 9 --seed 1";
    place.run_with(words, "AA..\n....\n...B\n").done();
    insta::assert_snapshot!(place.transcript(&[
        "battleship duel --hunter density,novice --games 100 --seed 1",
        "battleship duel --hunter density --seed 1",
        "battleship duel --fleets adversarial,adversarial,adversarial --seed 1",
        "battleship duel --fleets adversarial --rows 9 --seed 1",
    ]));
}

#[test]
fn hunters_know_the_placer_that_is_named() {
    let place = Place::new();
    let near = "{\"schema\":\"tilewright/placer/1\",\"rows\":6,\"columns\":6,\"touch\":\"never\",\
                \"lengths\":[3,2,1],\"components\":[{\"share\":1,\"weights\":{\"halo\":1.5}}]}";
    place.put("near.json", near);
    for knows in ["", " --knows near.json"] {
        let words = format!(
            "battleship hunt --hunter scout --fleets near.json{knows} --games 20 --seed 1"
        );
        let document = place.run(&format!("{words} --json")).done().json();
        assert_eq!(document["rows"], 6);
        assert_eq!(document.get("knows").is_some(), !knows.is_empty());
        assert!(document.get("excess_shots").is_none(), "no worst case is known");
    }
    // Each hunter can know a placer of its own, and its line is the answer to a request for it alone.
    let words = "battleship hunt --hunter scout,density,scout --fleets near.json \
                 --knows near.json,uniform,uniform --games 9 --seed 1 --json";
    let lines = place.run(words).done().json_lines();
    for (line, knows) in lines.iter().zip([json!(["near.json"]), json!([]), json!([])]) {
        assert_eq!(line["request"]["knows"], knows, "{line}");
    }
    assert_ne!(lines[0]["shots"], lines[2]["shots"]);
    // Beyond the 58.6 shots of the best response to adversarial, of which the error counts, too.
    for (fleets, is_known) in [("adversarial", true), ("two-columns", false)] {
        let words =
            format!("battleship hunt --hunter density --fleets {fleets} --seed 1 --json");
        let document = place.run(&format!("{words} --games 50")).done().json();
        let (excess, shots) = (&document["excess_shots"], &document["shots"]);
        assert_eq!(excess.is_object(), is_known, "{document}");
        let near = |a: &Value, b: f64| (a.as_f64().unwrap() - b).abs() < 1e-9;
        let mean = shots["mean"].as_f64().unwrap();
        assert!(!is_known || near(&excess["mean"], mean - 58.6), "{document}");
        let width = |ci95: &Value| ci95[1].as_f64().unwrap() - ci95[0].as_f64().unwrap();
        let own = width(&shots["ci95"]);
        assert!(!is_known || width(&excess["ci95"]) > own + 1e-6, "{document}");
        let one = place.run(&format!("{words} --games 1")).done().json();
        assert!(one.get("excess_shots").is_none(), "{one}");
    }
    insta::assert_snapshot!(place.transcript(&[
        "battleship hunt --hunter density,scout --fleets two-columns,adversarial --knows two-columns \
         --games 20 --seed 1",
        "battleship duel --hunter scout,density --fleets sequential,two-columns --knows two-columns \
         --games 50 --seed 1",
        "battleship duel --hunter scout,scout --fleets two-columns --knows two-columns,uniform \
         --games 50 --seed 1",
        "battleship hunt --hunter scout,scout --fleets two-columns --knows two-columns,uniform \
         --games 20 --seed 1",
        "battleship duel --hunter scout,density --knows uniform,two-columns --seed 1",
        "battleship duel --hunter scout,scout --knows uniform,uniform --seed 1",
        "battleship duel --hunter scout,scout --knows uniform,uniform,uniform --seed 1",
        "battleship hunt --hunter density --knows adversarial --seed 1",
        "battleship duel --hunter density,lattice --knows two-columns --seed 1",
        "battleship hunt --knows uniform --seed 1",
        "battleship hunt --knows nowhere.json --seed 1",
        "battleship hunt --knows two-columns --games 1 --record game.json --seed 1",
        "battleship hunt --knows adversarial --rows 9 --seed 1",
    ]));
}

#[test]
fn perfect_play_stands_beside_all_hunters_on_small_fields() {
    let place = Place::new();
    let small = "--rows 4 --columns 4 --fleet 3,2";
    let words = format!("battleship hunt {small} --hunter perfect --games 300 --seed 1");
    let mean = |words: &str| {
        let document = place.run(&format!("{words} --json")).done().json();
        document["shots"]["mean"].as_f64().unwrap()
    };
    // 8.154 over all fleets.
    let found = mean(&words);
    assert!((7.9..8.4).contains(&found), "{found}");
    assert!(mean(&words.replace("perfect", "lattice")) > found);
    place.run(&format!("{words} --record game.json")).done();
    place.run("battleship hunt --replay game.json").done();

    insta::assert_snapshot!(place.transcript(&[
        "battleship hunt --hunter exact,perfect --seed 1",
        "battleship hunt --hunter perfect --rows 5 --columns 6 --fleet 3,2,2 --touch free --seed 1",
        "battleship duel --hunter perfect,novice --rows 4 --columns 4 --fleet 2,2 --games 50 --seed 1",
        "battleship duel --hunter perfect,novice --seed 1",
        "battleship place --method adversarial --hunter perfect --seed 1",
        "battleship hunt --win-rate 45% --against perfect --seed 1",
    ]));
}

#[test]
fn a_placer_is_tuned_and_known() {
    let place = Place::new();
    let tune = "battleship tune --rows 5 --columns 5 --fleet 2,1 --hunter scout --games 30 \
                --validation-games 40 --seed 1";
    let [found, open] = ["--tolerance 90 -o placer.json", "--tolerance 0"]
        .map(|words| format!("{tune} --rounds 1 {words}"));
    insta::assert_snapshot!(place.transcript(&[
        found.as_str(),
        "battleship hunt --hunter scout --fleets placer.json --knows placer.json --games 20 --seed 1",
        open.as_str(),
        "battleship tune --rows 3 --columns 3 --fleet 3,3,3 --seed 1",
        "battleship tune --rounds 31",
        "battleship tune --hunter density",
        "battleship tune -o placer.txt",
    ]));
    let on = |threads: u32| {
        let words =
            format!("{tune} --rounds 2 --tolerance 0.1 --json --threads {threads}");
        place.run(&words).json()
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn a_game_is_written_to_stdout() {
    let place = Place::new();
    let words = "battleship hunt --rows 5 --columns 5 --fleet 3,2,1 --hunter density \
                 --fleets sequential --games 5 --seed 1 --record -";
    let seen = place.run(words).done();
    assert_eq!(seen.json()["schema"], "tilewright/battle/2");
    assert!(seen.stderr.contains("density against sequential"), "{seen}");
    let seen = place.run(&format!("{words} --json"));
    assert_eq!(seen.code, Some(2), "{seen}");
    assert!(place.names(".").is_empty());
}

#[test]
fn outputs_of_the_same_name_are_refused_before_any_work() {
    let place = Place::new();
    for words in [
        "place -o same.png --picture same.png",
        "place -o same.png --picture ./same.png",
        "hunt --fleets sequential --games 2 --record ./same.gif --picture same.gif",
    ] {
        let seen = place.run(&format!("battleship {words} --force"));
        assert_eq!(seen.code, Some(2), "{seen}");
        assert!(
            seen.stderr.starts_with("error: two outputs have the same name"),
            "{seen}"
        );
        assert!(place.names(".").is_empty());
    }
}
