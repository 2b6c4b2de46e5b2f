//! Levels by difficulty: `calibrate`, `generate --difficulty`, and packs on a curve.

use crate::common::Place;
use serde_json::Value;

const CURVE: &str = "levels = 5\nrows = 8\ncolumns = 8\ngoal = \"collect:20\"\nbot = \"greedy\"\n\
                     kinds = [\"obstacle\", \"blocked1\", \"overlay1\"]\n\
                     difficulty = [[1, 13.5], [4, 16], [5, 15]]\n";

#[test]
fn levels_are_generated_for_swaps_and_for_a_win_rate() {
    let place = Place::new();
    insta::assert_snapshot!(place.transcript(&[
        "match3 generate --goal collect:30 --difficulty 23 --kinds obstacle,blocked2 --seed 4",
        "match3 generate --goal collect:30 --win-rate 60% --moves 24 --bot greedy --rows 8 --columns 8 --kinds blocked2,overlay3 --seed 4",
        "match3 generate --goal collect:30 --difficulty 23 --moves auto --win-rate 0.6 --seed 4",
        "match3 generate --goal collect:30 --difficulty 5 --seed 4 --quiet",
    ]));
    place.run("match3 generate --goal collect:30 --difficulty 23 --count 3 --seed 4 -o levels --picture wall.png").done();
    assert_eq!(
        place.names("levels"),
        [".tilewright.part", "level-001.json", "level-002.json", "level-003.json"]
    );
    let json = place.run("match3 generate --goal collect:30 --difficulty 23 --seed 4 --json --threads 1").done();
    let again = place.run("match3 generate --goal collect:30 --difficulty 23 --seed 4 --json --threads 3").done();
    assert_eq!(json.stdout, again.stdout);
    let entry = &json.json()["levels"][0];
    let [wanted, played] = [&entry["wanted"]["swaps"], &entry["played"]["swaps"]["mean"]]
        .map(|value| value.as_f64().unwrap());
    assert!((played / wanted - 1.0).abs() < 0.03);
    assert!(entry["found"] == true && entry["predicted"].as_f64().is_some());
}

/// The mean swaps that were played on the first level of an answer.
fn swaps(answer: &Value) -> f64 {
    answer["levels"][0]["played"]["swaps"]["mean"].as_f64().unwrap()
}

#[test]
fn difficulties_by_name_are_relative_to_the_request() {
    let place = Place::new();
    let generate = |words: &str, name: &str| {
        let words = format!("match3 generate {words} --difficulty {name} --seed 4");
        place.run(&format!("{words} --json")).done().json()
    };
    // With a built-in model, and without one.
    for words in [
        "--goal collect:30 --kinds obstacle,blocked1,overlay2",
        "--goal collect:20 --goal clear:overlays --rows 7 --columns 7 --kinds overlay1:2-6",
    ] {
        let [easy, normal, hard] =
            ["easy", "normal", "hard"].map(|name| swaps(&generate(words, name)));
        assert!(easy < normal && normal < hard, "{words}: {easy} {normal} {hard}");
    }
    let words = "match3 generate --goal collect:30 --difficulty hard --moves auto \
                 --win-rate 60% --seed 4 --json -o hard.json";
    let one = place.run(&format!("{words} --threads 1")).done();
    let level = place.text("hard.json");
    let three = place.run(&format!("{words} --threads 3 --force")).done();
    assert_eq!((&one.stdout, level), (&three.stdout, place.text("hard.json")));
    // The answer and the file state the swaps for which the name stands.
    let wanted = &one.json()["levels"][0]["wanted"];
    let number = wanted["swaps"].as_f64().unwrap();
    assert_eq!(wanted["difficulty"], "hard");
    assert!(
        three.stderr.contains(&format!("hard: {number} swaps, the 85 % quantile")),
        "{three}"
    );
    let file = place.json("hard.json");
    assert_eq!(file["difficulty"]["swaps"], wanted["swaps"]);
    assert_eq!(
        (&file["difficulty"]["name"], &file["difficulty"]["bot"]),
        (&"hard".into(), &"article".into())
    );
    assert_eq!(one.json()["request"]["difficulty"], "hard");
    place.run("match3 play hard.json --games 20 --seed 1").done();
    // The number gives the same level.
    let again = place
        .run(&format!(
            "match3 generate --goal collect:30 --difficulty {number} --seed 4 --json"
        ))
        .done();
    let layout = |answer: &Value| answer["levels"][0]["level"]["layout"].clone();
    assert_eq!(layout(&one.json()), layout(&again.json()));
    let several =
        "match3 generate --goal collect:30 --difficulty easy --count 2 --seed 4 -o easy";
    place.run(several).done();
    let file = place.json("easy/level-002.json");
    assert_eq!(file["difficulty"]["name"], "easy");
    place.run(several).done();
    insta::assert_snapshot!(place.transcript(&[
        "match3 generate --goal collect:30 --difficulty normal --seed 4",
        "match3 generate --goal collect:30 --difficulty harder --seed 4",
        "match3 generate --goal collect:30 --difficulty 0 --seed 4",
        "match3 generate --goal clear:blockers --difficulty easy --seed 4",
        "match3 generate --difficulty easy --seed 4",
    ]));
}

#[test]
fn a_model_is_fitted_and_guides_a_search() {
    let place = Place::new();
    insta::assert_snapshot!(place.transcript(&[
        "match3 calibrate --rows 7 --columns 7 --goal collect:20 --levels 120 --games 60 --seed 2 -o model.json",
    ]));
    place
        .run("match3 generate --rows 7 --columns 7 --goal collect:20 --difficulty 20 --model model.json --seed 1")
        .done();
    let text = place.text("model.json");
    place.put("damaged.json", text.replacen("\"seed\": 2", "\"seed\": 3", 1));
    place.put("short.json", &text[..300]);
    place.put("level.json", r#"{"layout":["..."]}"#);
    let make = "match3 generate --goal collect:20 --difficulty 20 --seed 1";
    insta::assert_snapshot!(place.transcript(&[
        &format!("{make} --model model.json"),
        &format!("{make} --rows 7 --columns 7 --model damaged.json"),
        &format!("{make} --rows 7 --columns 7 --model short.json"),
        &format!("{make} --model level.json"),
        "match3 generate --difficulty 20",
        "match3 generate --goal collect:20 --win-rate 0.5",
        "match3 generate --goal collect:20 --win-rate 0.5 --moves auto",
        "match3 generate --goal collect:20 --win-rate 1.5 --moves 20",
        "match3 generate --goal collect:20 --target 600 --difficulty 20",
        "match3 calibrate --levels 100",
        "match3 calibrate --goal collect:20:7 --levels 100",
    ]));
}

#[test]
fn a_calibration_continues_from_kept_games() {
    let place = Place::new();
    let words = "match3 calibrate --rows 7 --columns 7 --goal collect:20 --games 30";
    place.run(&format!("{words} --levels 48 --seed 2 -o whole.json")).done();
    place.run(&format!("{words} --levels 33 --seed 2 --checkpoint games.part")).done();
    let games = place.text("games.part");
    let kept = games.lines().skip(1).map(|line| -> Value { line.parse().unwrap() });
    let kept = kept.map(|line| line["item"]["outcomes"].as_array().unwrap().len());
    assert_eq!(kept.sum::<usize>(), 33);
    // The games of the first levels are not played again.
    let resumed = format!("{words} --levels 48 --checkpoint games.part -o resumed.json");
    assert!(
        place.run(&resumed).done().stderr.contains("resumed from games.part, seed: 2")
    );
    assert_eq!(place.text("whole.json"), place.text("resumed.json"));
    let (mean, digits) = games.split_once("\"mean\":").unwrap();
    place.put("other.part", format!("{mean}\"mean\":9{digits}"));
    place.put("short.part", &games[..99]);
    insta::assert_snapshot!(place.transcript(&[
        &format!("{words} --levels 48 --seed 3 --checkpoint games.part"),
        &format!("{words} --bot greedy --levels 48 --checkpoint games.part"),
        &format!("{words} --levels 48 --checkpoint other.part"),
        &format!("{words} --levels 48 --checkpoint whole.json"),
    ]));
    // What is cut off before the first line ends is begun anew.
    place.run(&format!("{words} --levels 33 --checkpoint short.part")).done();
}

#[cfg(unix)]
#[test]
fn an_interrupted_calibration_and_pack_keep_what_they_have() {
    let place = Place::new();
    let words =
        "match3 calibrate --goal collect:30 --bot planner --games 400 -o model.json";
    let told = place.interrupt(words);
    assert!(told.contains(" of 1000 levels were played; no file is written"), "{told}");
    assert!(!place.names(".").contains(&"model.json".to_owned()));
    place.put("curve.toml", CURVE.replace("greedy", "planner"));
    let told = place.interrupt("match3 pack --curve curve.toml -o pack");
    assert!(told.contains("of 5 levels were generated"), "{told}");
    assert!(
        !told.contains("level 5 of 5"),
        "the seed is said before the levels are made: {told}"
    );
}

/// Asked for fewer levels, a calibration keeps the games of all that were played.
#[test]
fn a_smaller_calibration_loses_no_games() {
    let place = Place::new();
    let words = "match3 calibrate --goal collect:10 --rows 5 --columns 5 --games 20 --checkpoint games.part";
    place.run(&format!("{words} --levels 60 --seed 1")).done();
    let all = place.text("games.part");
    place.run(&format!("{words} --levels 40")).done();
    assert_eq!(place.text("games.part"), all);
}

#[test]
fn a_pack_follows_its_curve_and_is_resumed() {
    let place = Place::new();
    place.put("curve.toml", CURVE);
    let document: Value =
        place.run("match3 pack --curve curve.toml -o pack --seed 3 --json").done().json();
    for level in document["levels"].as_array().unwrap() {
        let [wanted, played] = [&level["wanted"], &level["played"]["mean"]]
            .map(|value| value.as_f64().unwrap());
        assert!((played / wanted - 1.0).abs() < 0.02, "{level}");
    }
    assert!(document["min_difference"].as_f64().unwrap() >= 0.3);
    let names = place.names("pack");
    assert_eq!(names.len(), 15, "{names:?}");
    let files = |place: &Place| -> Vec<Vec<u8>> {
        names.iter().map(|name| place.bytes(&format!("pack/{name}"))).collect()
    };
    let whole = files(&place);
    place.run("match3 check pack").done();
    // As if it had been killed in the middle: what is there is whole and stays as it is.
    for name in [
        "level-003.json",
        "level-004.json",
        "level-005.json",
        "level-001.png",
        "pack.csv",
    ] {
        std::fs::remove_file(place.path().join("pack").join(name)).unwrap();
    }
    place.put("pack/.tilewright-0aZ9bY", "half a picture");
    let kept = place.text("pack/.tilewright.part");
    let end = kept.match_indices('\n').nth(2).unwrap().0 + 9;
    place.put("pack/.tilewright.part", &kept[..end]);
    let before = std::fs::metadata(place.path().join("pack/level-002.json")).unwrap();
    place.run("match3 pack --curve curve.toml -o pack").done();
    let after = std::fs::metadata(place.path().join("pack/level-002.json")).unwrap();
    assert_eq!(before.modified().unwrap(), after.modified().unwrap());
    assert_eq!(files(&place), whole);
    assert_eq!(place.names("pack"), names, "the temporary file is gone");
    place.put("other.toml", CURVE.replace("16", "17"));
    place.put("pack/level-002.json", "{\"lay");
    insta::assert_snapshot!(place.transcript(&[
        "match3 pack --curve other.toml -o pack",
        "match3 pack --curve curve.toml -o pack --seed 4",
        "match3 pack --curve curve.toml -o pack",
    ]));
}

#[test]
fn a_pack_is_not_resumed_if_its_template_or_a_level_was_changed() {
    let place = Place::new();
    place.put("template.txt", "?????\n?????\n.....\n?????\n?????\n");
    place.put(
        "curve.toml",
        "levels = 2\ntemplate = \"template.txt\"\ngoal = \"collect:12\"\ndifficulty = [[1, 11], [2, 12]]\n",
    );
    place.run("match3 pack --curve curve.toml -o pack --seed 1").done();
    let level = place.text("pack/level-002.json");
    let edited = level.replacen("\".....\"", "\"#....\"", 1);
    assert_ne!(edited, level);
    place.put("pack/level-002.json", edited);
    let again = place.run("match3 pack --curve curve.toml -o pack");
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("pack/level-002.json was changed"), "{}", again.stderr);
    place.put("pack/level-002.json", level);
    place.run("match3 pack --curve curve.toml -o pack").done();
    place.put("template.txt", "??????\n??????\n......\n??????\n??????\n");
    let again = place.run("match3 pack --curve curve.toml -o pack");
    assert_eq!(again.code, Some(2));
    assert!(
        again.stderr.contains("pack holds files of other inputs"),
        "{}",
        again.stderr
    );
}

/// The mean of swaps is that of finished games: a level that many do not finish has none.
#[test]
fn a_level_that_many_games_do_not_finish_is_not_found() {
    let place = Place::new();
    let seen = place.run(
        "match3 generate --rows 3 --columns 4 --colors 5 --goal collect:40 --difficulty 35 --seed 1 --json",
    );
    let level = &seen.json()["levels"][0];
    let share = level["played"]["finished"].as_f64().unwrap()
        / level["played"]["games"].as_f64().unwrap();
    assert_eq!(seen.code == Some(0), level["found"] == true);
    assert!(level["found"] == false || share >= 0.99, "{level}");
}

#[test]
fn curves_that_cannot_be_met_or_read_are_explained() {
    let place = Place::new();
    for (name, text) in [
        ("low.toml", CURVE.replace("13.5", "2")),
        ("empty.toml", String::new()),
        ("both.toml", format!("{CURVE}win_rate = [[1, 0.5]]\n")),
        ("order.toml", CURVE.replace("[4, 16]", "[9, 16]")),
        ("value.toml", CURVE.replace("13.5", "0")),
        ("none.toml", CURVE.replace("levels = 5", "levels = 0")),
        ("key.toml", format!("{CURVE}colour = 5\n")),
        ("goal.toml", CURVE.replace("collect:20", "collect:1000000000000")),
        ("kind.toml", CURVE.replace("obstacle", "rock")),
        (
            "moves.toml",
            CURVE.replace(
                "difficulty = [[1, 13.5], [4, 16], [5, 15]]",
                "win_rate = [[1, 0.5]]\nmoves = 0",
            ),
        ),
    ] {
        place.put(name, text);
    }
    let pack = |name: &str| format!("match3 pack --curve {name}.toml -o {name} --seed 1");
    let names = [
        "low", "empty", "both", "order", "value", "none", "key", "goal", "kind", "moves",
        "absent",
    ];
    let commands = names.map(pack);
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    insta::assert_snapshot!(place.transcript(&commands));
}
