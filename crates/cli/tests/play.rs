//! `tilewright match3 play`: a level in, what its games are like out.

use crate::common::Place;
use serde_json::Value;

const LEVEL: &str = r#"{"schema":"tilewright/level/2","colors":5,"goal":{"collect":20},
 "layout":["......","..2...","......",".#..a.","......","......"]}"#;

fn place() -> Place {
    let place = Place::new();
    place.put("level.json", LEVEL);
    place
}

#[test]
fn people_read_swaps_win_rates_and_move_limits() {
    let place = place();
    insta::assert_snapshot!(place.transcript(&[
        "match3 play level.json --games 200 --seed 1",
        "match3 play level.json --games 200 --seed 1 --moves 12 --bot greedy:0.5",
        "match3 play level.json --games 200 --seed 1 --moves auto --win-rate 70% -o with.json",
        "match3 play with.json --games 200 --seed 2 --colors 6 --goal clear:specials",
    ]));
    assert_eq!(place.json("with.json")["moves"], 20);
}

/// A recorded game is that of the batch, whatever move limit is found.
#[test]
fn a_game_is_recorded_to_its_end_when_a_move_limit_is_searched() {
    let place = place();
    place.run("match3 play level.json --games 200 --seed 1 --moves auto --win-rate 10% --record a.json").done();
    place.run("match3 play level.json --games 200 --seed 1 --record b.json").done();
    assert_eq!(place.text("a.json"), place.text("b.json"));
    let both = place.run("match3 play --replay a.json -o c.json");
    assert_eq!(both.code, Some(2), "a replay has no level to write: {}", both.stderr);
}

#[test]
fn machines_read_every_number() {
    let place = place();
    let document =
        place.run("match3 play level.json --games 40 --seed 1 --json").done().json();
    insta::assert_snapshot!(serde_json::to_string(&document).unwrap());
}

#[test]
fn numbers_are_the_same_on_any_number_of_threads() {
    let place = place();
    let on = |threads: u32| {
        place
            .run(&format!("match3 play level.json --seed 3 --json --threads {threads}"))
            .done()
            .stdout
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn games_are_played_to_the_precision_of_the_mean() {
    let place = place();
    let to_precision = |words: &str| -> Value {
        place
            .run(&format!("match3 play level.json --seed 3 --json {words}"))
            .done()
            .json()
    };
    let close = to_precision("--precision 1%");
    let [low, high] = [0, 1].map(|end| close["swaps"]["ci95"][end].as_f64().unwrap());
    assert!((high - low) / 2.0 <= 0.01 * close["swaps"]["mean"].as_f64().unwrap());
    let wide = to_precision("--precision 5%");
    assert!(wide["games"].as_u64() < close["games"].as_u64());
    let limited = to_precision("--precision 2% --moves 12");
    let [low, high] =
        [0, 1].map(|end| limited["win_rate"]["ci95"][end].as_f64().unwrap());
    assert!(high - low <= 0.04);
}

/// Kept games count as new ones, also for another number of games or another precision.
#[test]
fn games_that_were_kept_give_the_same_numbers() {
    let place = place();
    let same = |first: &str, then: &str| {
        let words = "match3 play level.json --seed 3 --json";
        place.run(&format!("{words} {first} --checkpoint games.part")).done();
        let resumed = place.run(&format!("{words} {then} --checkpoint games.part"));
        assert!(resumed.stderr.contains("resumed from games.part"), "{resumed}");
        let whole = place.run(&format!("{words} {then}")).done();
        assert_eq!(resumed.done().stdout, whole.stdout, "{first}, then {then}");
        let text = place.text("games.part");
        place.put("games.part", &text[..text.len() * 2 / 3]);
        let cut = place.run(&format!("{words} {then} --checkpoint games.part"));
        assert_eq!(cut.done().stdout, whole.stdout, "{first}, cut, then {then}");
        std::fs::remove_file(place.path().join("games.part")).unwrap();
    };
    same("--games 300", "--games 700");
    same("--games 700", "--games 300");
    same("--precision 5%", "--precision 2%");
    same("--precision 2%", "--precision 5%");
    same("--games 300", "--precision 2%");
}

#[cfg(unix)]
#[test]
fn an_interrupted_batch_writes_no_level() {
    let place = place();
    let told = place
        .interrupt("match3 play level.json --bot planner --games 1000000 -o some.json");
    assert!(told.contains(" of 1000000 games were played; no file is written"), "{told}");
    assert!(!place.names(".").contains(&"some.json".to_owned()));
}

#[test]
fn a_game_is_recorded_and_replayed() {
    let place = place();
    place.run("match3 play level.json --seed 5 --record game.json --game 7").done();
    insta::assert_snapshot!(place.transcript(&["match3 play --replay game.json"]));
    place.run("match3 play level.json --replay game.json").done();
    let document = place.run("match3 play --replay game.json --json").done().json();
    assert_eq!(
        document["boards"].as_array().unwrap().len(),
        document["swaps"].as_array().unwrap().len() + 1
    );
    place.put("other.txt", "......\n..2...\n......\n.#....\n......\n......\n");
    place.put("short.json", &place.text("game.json")[..200]);
    place.put(
        "tampered.json",
        place.text("game.json").replace("\"seed\":5", "\"seed\":6"),
    );
    insta::assert_snapshot!(place.transcript(&[
        "match3 play other.txt --replay game.json",
        "match3 play --replay short.json",
        "match3 play --replay tampered.json",
        "match3 play --replay absent.json",
        "match3 play --replay level.json",
    ]));
}

/// The recorded game comes first, so that an interrupted batch has written it.
#[cfg(unix)]
#[test]
fn an_interrupted_batch_has_its_game_recorded() {
    let place = place();
    place.interrupt(
        "match3 play level.json --bot planner --games 1000000 --game 2 --record game.json",
    );
    let replayed = place.run("match3 play level.json --replay game.json").done();
    assert!(replayed.stdout.contains("boards agree"), "{replayed}");
}

#[test]
fn what_cannot_be_played_is_explained() {
    let place = place();
    place.put("walled.txt", "....#1\n....##\n....##\n");
    place.put("flat.txt", "..\n..\n");
    insta::assert_snapshot!(place.transcript(&[
        "match3 play walled.txt --goal clear:blockers",
        "match3 play flat.txt --goal collect:3",
        "match3 play flat.txt",
        "match3 play level.json --moves 0",
        "match3 play level.json --goal collect:1000000000000",
        "match3 play level.json --goal collect:10:9",
        "match3 play level.json --bot greedy:2",
        "match3 play level.json --precision 0%",
        "match3 play level.json --precision 0.04%",
        "match3 play level.json --replay game.json --precision 1%",
        "match3 play --games 3",
        "match3 play level.json --goal collect:4000000000 --games 20 --max-swaps 30 --seed 1",
    ]));
}
