//! Packs: levels that stay, mechanics one at a time, stretches, limits that may be widened, curves of people.

use serde_json::Value;

use crate::common::Place;
use crate::people::log_of_people;

/// The cells of a level of a folder, as words.
fn cells(place: &Place, folder: &str, number: u32) -> Vec<String> {
    let level = place.json(&format!("{folder}/level-{number:03}.json"));
    let rows = level["layout"].as_array().unwrap().iter();
    let words = rows.flat_map(|row| match row {
        Value::Array(cells) => cells.clone(),
        row => row.as_str().unwrap().chars().map(|it| it.to_string().into()).collect(),
    });
    words.map(|word| word.as_str().unwrap().to_owned()).collect()
}

fn has(cells: &[String], kind: &str) -> bool {
    cells.iter().any(|cell| cell.contains(kind))
}

const SMALL: &str = "levels = 4\nrows = 7\ncolumns = 7\ngoal = \"collect:15\"\ndifficulty = [[1, 12.5], [4, 14]]\n";

#[test]
fn levels_stay_and_one_is_made_again() {
    let place = Place::new();
    place.put("curve.toml", SMALL);
    place.run("match3 pack --curve curve.toml -o first --seed 1").done();
    let answer = place
        .run("match3 pack --curve curve.toml --keep first --again 3 -o second --seed 2 --json")
        .done()
        .json();
    for (at, number) in (1..=4).enumerate() {
        let [first, second] =
            ["first", "second"].map(|folder| cells(&place, folder, number));
        assert_eq!(first == second, number != 3, "{number}");
        assert_eq!(answer["levels"][at]["kept"] == true, number != 3);
    }
    insta::assert_snapshot!(place.transcript(&[
        "match3 pack --curve curve.toml --keep first --again 5 -o third --seed 2",
        "match3 pack --curve curve.toml --again 3 -o third --seed 2",
        "match3 pack --curve curve.toml --keep absent -o third --seed 2",
    ]));
}

#[test]
fn mechanics_come_one_at_a_time_on_the_board_of_their_stretch() {
    let place = Place::new();
    let curve = "levels = 10\nrules = \"royal\"\ncolors = 5\ngoal = \"collect:30\"\nmoves = 22\n\
                 win_rate = [[1, 0.85], [10, 0.6]]\nsaw = { every = 5, drop = 0.05 }\n\
                 introduce = [[\"box1\", 1], [\".+chain1\", 4]]\nwiden = { moves = 8, tolerance = 2.0 }\n\
                 [[stretch]]\nfrom = 9\ncolumns = 8\n";
    place.put("curve.toml", curve);
    let answer =
        place.run("match3 pack --curve curve.toml -o pack --seed 1 --json").done().json();
    for (number, level) in (1..).zip(answer["levels"].as_array().unwrap()) {
        let cells = cells(&place, "pack", number);
        let seen = [has(&cells, "box"), has(&cells, "chain")];
        // One, then the other alone, then both.
        assert_eq!(seen, [!(4..=6).contains(&number), number >= 4], "{number}: {level}");
        let count = level["mechanics"].as_array().unwrap().len();
        assert_eq!(count, usize::from(seen[0]) + usize::from(seen[1]));
        assert_eq!(cells.len(), if number < 9 { 81 } else { 72 });
        let rate = |key: &Value| key.as_f64().unwrap();
        let off = rate(&level["played"]["mean"]) - rate(&level["wanted"]);
        assert!(off.abs() <= 0.05, "{level}");
    }
    let report = place.text("pack/report.html");
    for word in ["box1", ".+chain1", "level-010", "curve.svg", "rank correlation"] {
        assert!(report.contains(word), "{word}");
    }

    place.put("kind.toml", curve.replace("chain1", "chian1"));
    let refused = place.run("match3 pack --curve kind.toml -o other --seed 1");
    assert_eq!(refused.code, Some(2), "{refused}");
    assert!(
        refused.stderr.contains("introduce, at level 4: unknown kind `.+chian1`"),
        "{refused}"
    );
    assert!(!place.names(".").contains(&"other".to_owned()), "nothing was begun");
}

#[test]
fn a_level_that_is_missed_says_what_was_reached_or_is_found_within_other_moves() {
    let place = Place::new();
    let curve = "levels = 2\nrows = 7\ncolumns = 7\ngoal = \"collect:20\"\nkinds = [\"obstacle:0-6\"]\nmoves = 13\n\
                 win_rate = [[1, 0.97]]\n";
    place.put("narrow.toml", curve);
    let missed = place.run("match3 pack --curve narrow.toml -o narrow --seed 1 --json");
    assert_eq!(missed.code, Some(1), "{missed}");
    assert!(missed.stderr.contains("the levels that were played have "), "{missed}");
    let level = &missed.json()["levels"][0];
    let reach: [f64; 2] = serde_json::from_value(level["reach"].clone()).unwrap();
    assert!(reach[0] < reach[1] && reach[1] < 0.97, "{level}");

    place.put("wide.toml", format!("{curve}widen = {{ moves = 20 }}\n"));
    let found = place.run("match3 pack --curve wide.toml -o wide --seed 1 --json").done();
    assert!(found.stderr.contains("level 1 of 2: found later, "), "{found}");
    assert_eq!(found.json()["levels"][0]["round"], 3);
    let moves = place.json("wide/level-001.json")["moves"].as_u64().unwrap();
    assert!((14..=33).contains(&moves), "{moves}");
    place.run("match3 check wide").done();
}

#[test]
fn a_curve_of_pass_rates_is_met_by_the_model_of_people() {
    let place = Place::new();
    log_of_people(&place);
    place
        .run("match3 calibrate --plays plays.csv --games 40 --seed 1 -o people.json")
        .done();
    place.put(
        "curve.toml",
        "levels = 3\nrows = 6\ncolumns = 6\ngoal = \"collect:18\"\nmoves = 14\npass_rate = [[1, 0.6], [3, 0.4]]\n",
    );
    let words = "match3 pack --curve curve.toml -o pack --seed 1";
    let answer = place.run(&format!("{words} --for people.json --json")).done().json();
    for level in answer["levels"].as_array().unwrap() {
        let [wanted, people] =
            [&level["wanted"], &level["people"]["mean"]].map(|it| it.as_f64().unwrap());
        assert!((wanted - people).abs() <= 0.02, "{level}");
    }
    insta::assert_snapshot!(
        place.transcript(&["match3 pack --curve curve.toml -o other --seed 1",])
    );
}

#[test]
fn a_placement_of_a_pack_waits_for_the_levels_with_its_kinds() {
    let place = Place::new();
    let curve = "levels = 4\nrows = 8\ncolumns = 8\nrules = \"royal\"\ngoal = \"collect:20\"\nmoves = 16\n\
                 win_rate = [[1, 0.8]]\nwiden = { moves = 8, tolerance = 2 }\n\
                 introduce = [[\"box1:4\", 1], [\"._grass1:6\", 4]]\n";
    place.put(
        "curve.toml",
        format!(
            "{curve}where = [\"grass in lower half\", \"box in top\"]\n[regions]\ntop = \"xxxxxxxx{}\"\n",
            "\\n........".repeat(7)
        ),
    );
    place.run("match3 pack --curve curve.toml -o pack --seed 1");
    for number in 1..=4 {
        let level = place.json(&format!("pack/level-00{number}.json"));
        let rows: Vec<Vec<String>> =
            serde_json::from_value(level["layout"].clone()).unwrap();
        let of = |name: &str| {
            let cells = rows
                .iter()
                .enumerate()
                .flat_map(|(row, cells)| cells.iter().map(move |cell| (row, cell)));
            cells
                .filter(|(_, cell)| cell.contains(name))
                .map(|(row, _)| row)
                .collect::<Vec<_>>()
        };
        assert!(
            of("box").iter().all(|&row| row == 0)
                && of("grass").iter().all(|&row| row > 3)
        );
        assert_eq!(
            (of("box").len(), of("grass").len()),
            if number < 4 { (4, 0) } else { (0, 6) }
        );
    }

    place.put("wrong.toml", format!("{curve}where = [\"boxes in row 1\"]\n"));
    let wrong = place.run("match3 pack --curve wrong.toml -o wrong --seed 1");
    assert!(
        wrong.stderr.contains("where: no level has the kinds of `boxes in row 1`"),
        "{wrong}"
    );
}
