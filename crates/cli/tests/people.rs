//! People: models that are fitted to logs, and what they say of levels.

use std::fmt::Write as _;

use crate::common::Place;
use serde_json::Value;

/// A log of made-up people at these levels, written beside them: each passes by a chance that falls with the number of the level.
pub(crate) fn log_of_people(place: &Place) {
    let mut table = "level,player,cohort,attempt,moves_used,outcome,mood\n".to_owned();
    let mut rng = tilewright_grid::Seed(5).rng();
    for number in 0..10_u32 {
        let row = "#".repeat(number as usize % 3) + &".".repeat(6 - number as usize % 3);
        let rows = ["......", "......", &row, "......", "......", "......"];
        let collect = 8 + 2 * number;
        let level = format!(
            r#"{{"name":"garden {number}","goal":{{"collect":{collect}}},"moves":14,"layout":{rows:?}}}"#
        );
        place.put(&format!("{number}.json"), level);
        for player in 0..40 {
            for attempt in 1..=4 {
                let is_passed = rng.chance(0.95 - 0.08 * f64::from(number));
                let outcome = if is_passed { "won" } else { "lost" };
                // A level is named by its file, by its name or by its stem.
                let name = match player % 3 {
                    0 => format!("{number}.json"),
                    1 => format!("garden {number}"),
                    _ => number.to_string(),
                };
                let cohort = if player % 2 == 0 { "new" } else { "old" };
                writeln!(table, "{name},ann{player},{cohort},{attempt},14,{outcome},7")
                    .unwrap();
                if is_passed {
                    break;
                }
            }
        }
    }
    table.push_str("nowhere,ann1,new,1,3,won,7\n4.json,ann2,new,1,,left,7\n");
    place.put("plays.csv", &table);
}

#[test]
fn people_are_fitted_to_a_log_and_predicted() {
    let place = Place::new();
    log_of_people(&place);
    let fit = "match3 calibrate --plays plays.csv --games 40 --seed 1";
    insta::assert_snapshot!(place.transcript(&[&format!("{fit} -o people.json")]));
    let document =
        place.run(&format!("{fit} --json --threads 1 -o one.json")).done().json();
    assert_eq!(document["unknown_columns"][0], "mood");
    assert_eq!(document["unknown_levels"][0]["level"], "nowhere");
    assert_eq!(
        (&document["without_moves"], &document["players"]),
        (&1.into(), &40.into())
    );

    // The same bytes with any number of threads, and nothing personal.
    let model = place.text("people.json");
    assert_eq!(model, place.text("one.json"));
    assert!(!model.contains("ann"), "{model}");

    // Who plays a level with fewer blocks to collect passes more often, and nobody loses by more moves.
    let of = |level: &str| {
        let asked = format!("match3 analyze {level} --for people.json --seed 1 --json");
        place.run(&asked).done().json()["people"].clone()
    };
    let [easy, hard] = ["1.json", "9.json"].map(of);
    let rate = |people: &Value| people["pass_rate"]["rate"].as_f64().unwrap();
    assert!(rate(&easy) > rate(&hard) + 0.3, "{easy} {hard}");
    let limits = hard["by_moves"].as_array().unwrap();
    let rates: Vec<f64> = limits.iter().map(|it| it["rate"].as_f64().unwrap()).collect();
    assert!(rates.last().unwrap() > rates.first().unwrap(), "{rates:?}");
    assert_eq!(easy["fitted_attempts"], document["attempts"]);

    std::fs::create_dir_all(place.path().join("bands")).unwrap();
    place.put(
        "bands/easy.json",
        r#"{"goal":{"collect":10},"moves":14,"layout":["......","......","......","......","......","......"],
            "band":{"pass_rate":[0.5,1],"attempts":[1,2]}}"#,
    );
    place.put(
        "bands/hard.json",
        r#"{"goal":{"collect":26},"moves":14,"layout":["......","......","......","......","......","......"],
            "band":{"pass_rate":[0.9,1]}}"#,
    );
    insta::assert_snapshot!(
        "people_are_asked",
        place.transcript(&[
            "match3 check bands --games 50",
            "match3 check bands --games 50 --for people.json",
            "match3 play 5.json --for people.json --games 50 --seed 1",
            "match3 analyze 5.json --for plays.csv",
            "match3 generate --goal collect:20 --pass-rate 60% --moves 14 --seed 1",
            "match3 calibrate --plays plays.csv --rows 7",
        ])
    );
}

#[test]
fn levels_of_the_log_are_known_more_closely_than_others() {
    let place = Place::new();
    log_of_people(&place);
    let fit =
        "match3 calibrate --plays plays.csv --games 40 --seed 1 -o people.json --json";
    let document = place.run(fit).done().json();
    let of = |level: &str| {
        let asked = format!("match3 analyze {level} --for people.json --seed 1 --json");
        place.run(&asked).done().json()["people"].clone()
    };

    // A level of the log is known by its attempts, and more closely than the same board with another limit.
    let known = of("5.json");
    let logged = document["levels"].as_array().unwrap();
    let logged = logged.iter().find(|it| it["name"] == "5.json").unwrap();
    for key in ["attempts", "passes"] {
        assert_eq!(known["logged"][key], logged[key], "{known}");
    }
    let limit = place.text("5.json").replace("\"moves\":14", "\"moves\":15");
    place.put("new.json", limit);
    let new = of("new.json");
    assert!(new["logged"].is_null(), "{new}");
    let width = |people: &Value| {
        let end = |at: usize| people["pass_rate"]["ci90"][at].as_f64().unwrap();
        end(1) - end(0)
    };
    assert!(width(&known) < width(&new), "{known} {new}");
}

#[test]
fn a_level_is_generated_for_people() {
    let place = Place::new();
    log_of_people(&place);
    place
        .run("match3 calibrate --plays plays.csv --games 40 --seed 1 -o people.json")
        .done();
    let asked = "match3 generate --goal collect:18 --rows 6 --columns 6 --pass-rate 45% --moves 14 --for people.json --seed 1 --json";
    let answer = place.run(asked).done().json();
    let rate = answer["levels"][0]["people"]["pass_rate"]["rate"].as_f64().unwrap();
    assert!((rate - 0.45).abs() <= 0.03, "{rate}");
}

#[test]
fn a_level_is_tweaked_for_people() {
    let place = Place::new();
    log_of_people(&place);
    place
        .run("match3 calibrate --plays plays.csv --games 40 --seed 1 -o people.json")
        .done();
    let asked =
        "match3 tweak 5.json --pass-rate 42% --for people.json --count 1 --seed 1 --json";
    let answer = place.run(asked).done().json();
    let tweak = &answer["tweaks"][0];
    let rate = tweak["people"]["pass_rate"]["rate"].as_f64().unwrap();
    assert!((rate - 0.42).abs() <= 0.03 && tweak["found"] == true, "{tweak}");
    assert_eq!(answer["wanted"]["pass_rate"], 0.42, "{answer}");

    // In words, by ten points, and through another seed of the same level the same.
    let rate = |words: &str| {
        let answer = place.run(words).done().json();
        answer["people"]["pass_rate"]["rate"].as_f64().unwrap()
    };
    let before = rate("match3 play 5.json --games 64 --for people.json --seed 1 --json");
    let again = rate("match3 play 5.json --games 64 --for people.json --seed 2 --json");
    assert_eq!(before.to_bits(), again.to_bits());
    let easier = "match3 tweak 5.json easier --for people.json --count 1 --seed 1 --json";
    let answer = place.run(easier).json();
    let wanted = answer["wanted"]["pass_rate"].as_f64().unwrap();
    assert!((wanted - before - 0.1).abs() < 1e-9, "{before} {answer}");
    let both = place.run("match3 tweak 5.json easier --pass-rate 65% --for people.json");
    assert_eq!(both.code, Some(2));
    let nothing = place.run("match3 tweak 5.json --for people.json --seed 1");
    assert!(nothing.stderr.contains("what they are to do"), "{nothing}");

    // What cannot be found is said of people, and not of the bot by which it was searched.
    let kept = place.text("5.json").replace("......", "#....#");
    place.put("narrow.json", kept);
    let asked = "match3 tweak narrow.json --pass-rate 99% --kinds obstacle:12 --for people.json --count 1 --seed 1";
    let missed = place.run(asked);
    let is_of_people = missed.stderr.contains("99 % of people pass at first");
    assert!(missed.code == Some(1) && is_of_people, "{missed}");
    let alone = place.run("match3 tweak 5.json --pass-rate 65% --seed 1");
    assert!(alone.code == Some(2) && alone.stderr.contains("for"), "{alone}");
}

#[test]
fn levels_of_other_folders_need_no_ending_and_misspelt_columns_are_named() {
    let place = Place::new();
    log_of_people(&place);
    std::fs::create_dir(place.path().join("moved")).unwrap();
    let mut table = "level,attempts,passes,cohrt\n".to_owned();
    for number in 0..10 {
        let file = format!("{number}.json");
        std::fs::rename(place.path().join(&file), place.path().join("moved").join(&file))
            .unwrap();
        writeln!(table, "moved/{number},40,{},new", 38 - 3 * number).unwrap();
    }
    place.put("counts.csv", table);
    let fitted = place.run("match3 calibrate --plays counts.csv --games 40 --seed 1");
    let told = fitted.done().stdout;
    assert!(told.contains("400 attempts at 10 levels"), "{told}");
    assert!(told.contains("cohrt (did you mean cohort?)"), "{told}");
}

#[test]
fn logs_that_are_wrong_say_where() {
    let place = Place::new();
    log_of_people(&place);
    place.put("outcome.csv", "level,outcome\n1.json,maybe\n");
    place.put("moves.csv", "level,outcome,moves_used\n1.json,won,many\n");
    place.put("columns.csv", "level,swaps,won\n1.json,20,true\n");
    place.put("counts.csv", "level,attempts,passes\n1.json,20,21\n");
    place.put("empty.csv", "");
    place.put("few.csv", "level,attempts,passes\n1.json,20,11\nnowhere,20,11\n");
    insta::assert_snapshot!(place.transcript(&[
        "match3 calibrate --plays outcome.csv --seed 1",
        "match3 calibrate --plays moves.csv --seed 1",
        "match3 calibrate --plays columns.csv --seed 1",
        "match3 calibrate --plays counts.csv --seed 1",
        "match3 calibrate --plays few.csv --seed 1",
        "match3 calibrate --plays empty.csv --seed 1",
        "match3 calibrate --plays nowhere.csv --seed 1",
    ]));
}
