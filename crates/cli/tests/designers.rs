//! What a designer asks for and gets: the level's own bot, moves and band stay; win rates that games prove; packs that
//! go on; options that have an effect.

use crate::common::Place;
use serde_json::{Value, json};

/// A level for the greedy bot, with a name, a move limit and a band.
const LEVEL: &str = r#"{"name": "Meadow", "layout": ["........", ".#....#.", "........", "..#..#..", "........", "........",
    ".#....#.", "........"], "goal": {"collect": 24}, "moves": 17, "author": {"by": ["me"]},
    "band": {"bot": "greedy", "win_rate": [0.4, 0.8]}, "proof": {"bot": "greedy", "level": "0"}}"#;

/// The win rate within the move limit of played games.
fn rate(played: &Value, moves: u64) -> f64 {
    let curve = played["curve"].as_array().unwrap().iter();
    let within = curve.rev().find(|chance| chance["moves"].as_u64() <= Some(moves));
    within.map_or(0.0, |chance| chance["win_rate"]["mean"].as_f64().unwrap())
}

#[test]
fn a_changed_level_keeps_its_bot_its_moves_and_its_band() {
    let place = Place::new();
    place.put("level.json", LEVEL);
    let easier =
        "match3 tweak level.json easier --count 1 --seed 1 --json -o easier.json";
    let answer = place.run(easier).done().json();
    // "10 points easier" is of the bot that the level names.
    assert_eq!(answer["bot"], "greedy");
    let played = |tweak: &str| rate(&answer[tweak]["played"], 17);
    let (before, wanted) = (played("before"), &answer["wanted"]["win_rate"]);
    let after = rate(&answer["tweaks"][0]["played"], 17);
    assert!((wanted.as_f64().unwrap() - before - 0.1).abs() < 1e-9, "{wanted} {before}");
    assert!((after - before - 0.1).abs() < 0.05, "{before} {after}");

    let level = place.json("easier.json");
    assert_eq!(level, answer["tweaks"][0]["level"]);
    assert_eq!((&level["name"], &level["moves"]), (&"Meadow".into(), &17.into()));
    assert_eq!(level["author"], json!({"by": ["me"]}));
    assert_eq!(level["band"]["bot"], "greedy");
    // What was proved of other cells is not claimed of these.
    assert_eq!(level["proof"], Value::Null);
}

#[test]
fn a_band_without_room_moves_to_the_difficulty_and_passes_its_check() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("levels")).unwrap();
    place.put("level.json", LEVEL.replace("0.4, 0.8", "0.1, 0.2"));
    let tweak =
        "match3 tweak level.json --win-rate 50% --count 1 --seed 1 -o levels/a.json";
    let told = place.run(tweak).done().stderr;
    assert!(
        told.contains("the band moves: win rate 0.45 to 0.55 instead of 0.1 to 0.2"),
        "{told}"
    );
    assert_eq!(
        place.json("levels/a.json")["band"],
        json!({"bot": "greedy", "win_rate": [0.45, 0.55]})
    );
    place.run("match3 check levels").done();
    // A band that has room stays, and so does one that is asked of another bot.
    let tweak = "match3 tweak levels/a.json --win-rate 52% --bot random --count 1 --seed 1 --json";
    let answer = place.run(tweak);
    let told = answer.json();
    assert_eq!(told["bot"], "random");
    if let Some(level) = told["tweaks"].get(0) {
        assert_eq!(
            level["level"]["band"],
            json!({"bot": "random", "win_rate": [0.45, 0.55]})
        );
    }
}

#[test]
fn a_level_is_played_by_the_bot_that_it_names() {
    let place = Place::new();
    place.put("band.json", LEVEL);
    place.put(
        "proof.json",
        LEVEL.replace("\"band\": {\"bot\": \"greedy\",", "\"band\": {"),
    );
    place.put(
        "named.json",
        r#"{"layout": ["....", "....", "...."], "goal": {"collect": 6},
        "difficulty": {"name": "hard", "swaps": 9.1, "bot": "greedy:0.7"}}"#,
    );
    place.put("other.json", r#"{"layout": ["....", "....", "...."], "goal": {"collect": 6}, "difficulty": "hard"}"#);
    let bot = |words: &str| {
        let words = format!("match3 play {words} --games 20 --seed 1 --json");
        place.run(&words).done().json()["bot"].as_str().unwrap().to_owned()
    };
    let bots =
        ["band.json", "proof.json", "named.json", "other.json", "band.json --bot random"]
            .map(bot);
    assert_eq!(bots, ["greedy", "greedy", "greedy:0.7", "article", "random"]);

    place
        .run("match3 play band.json --games 200 --seed 1 --moves auto -o out.json")
        .done();
    let level = place.json("out.json");
    assert_eq!(level["band"], json!({"bot": "greedy", "win_rate": [0.4, 0.8]}));
    assert_eq!((&level["name"], &level["proof"]), (&"Meadow".into(), &Value::Null));
    place.put("bad.json", LEVEL.replace("\"greedy\", \"win", "\"gready\", \"win"));
    let refused = place.run("match3 play bad.json");
    assert!(
        refused.code == Some(2) && refused.stderr.contains("bad.json: bad band: "),
        "{refused}"
    );
}

#[test]
fn a_level_that_cannot_be_lost_loses_no_game_of_three_thousand() {
    let place = Place::new();
    let words = "match3 generate --rows 7 --columns 7 --goal collect:12 --win-rate 100% --moves 24 --seed 2";
    let told = place.run(&format!("{words} --json -o safe.json")).done();
    let none =
        "no loss in 3,000 games (at least 99.9 %, 95 % confidence) within 24 moves";
    assert!(told.stderr.contains("requested no loss within 24 moves"), "{told}");
    assert!(told.stderr.contains(none), "{told}");
    let level = &told.json()["levels"][0];
    assert_eq!(
        (&level["found"], &level["played"]["games"]),
        (&true.into(), &3000.into())
    );
    assert!((rate(&level["played"], 24) - 1.0).abs() < 1e-12);
    // Other games than those of the search.
    let again =
        place.run("match3 play safe.json --games 3000 --seed 99 --json").done().json();
    assert!(
        again["win_rate"]["mean"].as_f64().unwrap() >= 0.999,
        "{}",
        again["win_rate"]
    );

    // What cannot be had is not said to be.
    let short = place.run(&words.replace("24", "6"));
    assert_eq!(short.code, Some(1), "{short}");
    assert!(
        short.stderr.contains("no level proved to be without a loss in 3000 games"),
        "{short}"
    );
    // Other bots may win all of their few games.
    let own: String =
        short.stderr.lines().filter_map(|it| it.split("; other bots").next()).collect();
    assert!(!own.contains("100 %") && !own.contains("100.0 %"), "{short}");
}

#[test]
fn win_rates_near_the_end_are_met_closely_or_refused() {
    let place = Place::new();
    let make =
        "match3 generate --rows 7 --columns 7 --goal collect:12 --moves 16 --seed 1";
    let level = place.run(&format!("{make} --win-rate 97% --json")).done().json();
    let met = rate(&level["levels"][0]["played"], 16);
    assert!((met - 0.97).abs() <= 0.015, "{met}");
    place.put("level.json", LEVEL);
    place.put(
        "curve.toml",
        "levels = 2\ngoal = \"collect:12\"\nmoves = 16\nwin_rate = [[1, 0.999]]\n",
    );
    for words in [
        &format!("{make} --win-rate 99.9%"),
        &format!("{make} --win-rate 0.995"),
        &format!("{make} --win-rate 0.1%"),
        "match3 tweak level.json --win-rate 99.9%",
        "match3 play level.json --moves auto --win-rate 99.9%",
        "match3 pack --curve curve.toml -o pack",
    ] {
        let refused = place.run(words);
        assert_eq!(refused.code, Some(2), "{words}: {refused}");
        let expected = "from 1% to 99%, or 100% for no loss in 3000 games, found ";
        assert!(refused.stderr.contains(expected), "{words}: {refused}");
    }
}

#[test]
fn a_move_limit_is_found_with_which_no_fresh_game_is_lost() {
    let place = Place::new();
    place.put("level.json", LEVEL);
    let words =
        "match3 play level.json --moves auto --win-rate 100% --seed 1 --games 400";
    let told = place.run(&format!("{words} -o safe.json")).done();
    let none = "no loss in 3,000 games (at least 99.9 %, 95 % confidence)";
    assert!(told.stdout.contains(none) && told.stderr.contains(none), "{told}");
    let answer = place.run(&format!("{words} --json")).done().json();
    let moves = place.json("safe.json")["moves"].as_u64().unwrap();
    assert_eq!((&answer["moves"], &answer["fresh_games"]), (&moves.into(), &3000.into()));
    let again =
        place.run("match3 play safe.json --games 3000 --seed 5 --json").done().json();
    assert!(
        again["win_rate"]["mean"].as_f64().unwrap() >= 0.998,
        "{}",
        again["win_rate"]
    );
    let made = "match3 generate --rows 7 --columns 7 --goal collect:12 --difficulty 8 --moves auto --win-rate 100% --seed 1";
    let made = place.run(made).done();
    assert!(
        made.stderr.contains("the move limit ") && made.stderr.contains(none),
        "{made}"
    );
}

#[test]
fn names_of_difficulties_are_win_rates_where_there_is_a_move_limit() {
    let place = Place::new();
    place.put("board.json", r#"{"layout": ["???????", "???????", "???????", "???????", "???????", "???????", "???????"], "moves": 14}"#);
    for (name, wanted) in [("easy", 0.9), ("normal", 0.6), ("hard", 0.3)] {
        let words = format!(
            "match3 generate --goal collect:15 --difficulty {name} --seed 2 --json"
        );
        let by_flag = place
            .run(&format!("{words} --rows 7 --columns 7 --moves 14 -o {name}.json"))
            .done();
        let level = &by_flag.json()["levels"][0];
        assert_eq!(
            level["wanted"],
            json!({"win_rate": wanted, "moves": 14, "difficulty": name})
        );
        let met = rate(&level["played"], 14);
        assert!((met - wanted).abs() < 0.05, "{name}: {met}");
        assert_eq!(
            place.json(&format!("{name}.json"))["difficulty"],
            json!({"name": name, "win_rate": wanted, "moves": 14, "bot": "article"})
        );
        // The limit of a template counts as well.
        let by_template = place.run(&format!("{words} --template board.json")).done();
        assert_eq!(by_template.json()["levels"][0]["level"], level["level"]);
        let percent = 100.0 * wanted;
        assert!(
            by_flag.stderr.contains(&format!("{name}: {percent} % won within 14 moves")),
            "{by_flag}"
        );
    }
    // A limit that is still to be found leaves them what they were.
    let auto = "match3 generate --goal collect:15 --rows 7 --columns 7 --difficulty easy --moves auto --win-rate 60% --seed 2";
    assert!(place.run(auto).done().stderr.contains("the 15 % quantile"));
    let from_template =
        "match3 generate --goal collect:15 --template board.json --win-rate 50% --seed 2";
    assert!(place.run(from_template).done().stderr.contains("50 % won within 14 moves"));
}

#[test]
fn a_pack_goes_on_after_a_level_that_was_not_found() {
    let place = Place::new();
    let curve = "levels = 4\nrows = 7\ncolumns = 7\ngoal = \"collect:15\"\ndifficulty = [[1, 13], [2, 1], [3, 12.5], [4, 13]]\n";
    place.put("curve.toml", curve);
    let words = "match3 pack --curve curve.toml -o pack --seed 3";
    let made = place.run(&format!("{words} --json"));
    assert_eq!(made.code, Some(1), "{made}");
    assert!(
        made.stderr.contains(
            "each level is met within 1.5 % of its swaps: half of the tolerance"
        ),
        "{made}"
    );
    assert!(
        made.stderr.contains("level 2 of 4 was not found: requested 1 swaps"),
        "{made}"
    );
    assert!(made.stderr.contains("found 3 of 4 levels; missed: 2"), "{made}");
    let answer = made.json();
    assert_eq!(answer["share_of_tolerance"], 0.5);
    let found: Vec<bool> = answer["levels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|level| level["found"] == true)
        .collect();
    assert_eq!(found, [true, false, true, true]);
    let names = place.names("pack");
    for name in ["contact-sheet.png", "curve.svg", "level-004.json", "pack.csv"] {
        assert!(names.contains(&name.to_owned()), "{names:?}");
    }
    let missed = place.json("pack/level-002.json");
    assert_eq!((&missed["found"], &missed["wanted"]), (&false.into(), &"1 swaps".into()));
    assert!(place.text("pack/pack.csv").lines().nth(2).unwrap().ends_with(",not found"));
    // The check of the folder names it, and a second run finds nothing to do.
    let checked = place.run("match3 check pack --games 200");
    assert!(
        checked.stdout.contains("level-002.json: bad: not found by its search"),
        "{checked}"
    );
    let sheet = place.bytes("pack/contact-sheet.png");
    let again = place.run(&format!("{words} --json"));
    assert_eq!(
        (again.code, place.bytes("pack/contact-sheet.png") == sheet),
        (Some(1), true),
        "{again}"
    );
    assert_eq!(again.json()["levels"], answer["levels"]);
}

/// Commands with an option that has no effect there, and why.
const IDLE: [(&str, &str); 13] = [
    (
        "play level.json --win-rate 60%",
        "`win_rate` has no effect without `moves` as auto",
    ),
    ("play level.json --moves 9 --win-rate 60%", "`win_rate` has no effect without"),
    ("play level.json --game 3", "`game` has no effect without a game that is recorded"),
    ("play --replay game.json --bot greedy", "`bot` has no effect with `replay`"),
    ("play --replay game.json --moves 9", "`moves` has no effect with `replay`"),
    ("play --replay game.json --max-swaps 9", "`max_swaps` has no effect with `replay`"),
    ("play --replay game.json --goal collect:9", "`goal` has no effect with `replay`"),
    ("generate --goal collect:9 --difficulty 9 --tolerance 3", "'--tolerance <N>'"),
    (
        "generate --goal collect:9 --difficulty 9 --algorithm fi2pop",
        "'--algorithm <ALGORITHM>'",
    ),
    (
        "generate --goal collect:9 --difficulty 9 --count 2 --watch",
        "`watch` has no effect where several levels",
    ),
    ("analyze level.json --games 9", "`games` has no effect without `explain`"),
    (
        "analyze level.json --model model.json --bot greedy",
        "`bot` has no effect with `model`",
    ),
    ("pack --curve curve.toml -o pack", "rows is 5, but the template has 3"),
];

#[test]
fn options_without_effect_are_refused_with_why() {
    let place = Place::new();
    place.put("level.json", LEVEL);
    place.put("model.json", "{}");
    place.run("match3 play level.json --seed 1 --games 20 --record game.json").done();
    place.put("board.txt", "????\n????\n????\n");
    place.put(
        "curve.toml",
        "levels = 2\nrows = 5\ntemplate = \"board.txt\"\ngoal = \"collect:9\"\ndifficulty = [[1, 9]]\n",
    );
    for (words, why) in IDLE {
        let refused = place.run(&format!("match3 {words}"));
        assert_eq!(refused.code, Some(2), "{words}: {refused}");
        assert!(refused.stderr.contains(why), "{words}: {refused}");
    }
    for document in [
        json!({"task": "match3/generate", "target": 100, "bot": "greedy"}),
        json!({"task": "match3/generate", "goal": ["collect:9"], "difficulty": 9, "tolerance": 3}),
        json!({"task": "match3/generate", "goal": ["collect:9"], "win_rate": 0.5, "moves": 9, "algorithm": "fi2pop"}),
        json!({"task": "match3/tweak", "level": "level.json", "direction": "easier", "difficulty": 9}),
    ] {
        place.put("request.json", document.to_string());
        let refused = place.run("run request.json");
        assert_eq!(refused.code, Some(2), "{document}: {refused}");
        assert!(
            refused.stderr.contains("cannot be combined with"),
            "{document}: {refused}"
        );
    }
}

/// Of two games with 9 and 40 swaps Student's interval would reach from −170 to 220.
#[test]
fn means_of_few_games_have_no_negative_interval() {
    let place = Place::new();
    place.put("level.json", LEVEL);
    for games in 2..9 {
        for seed in 0..12 {
            let words = format!(
                "match3 play level.json --bot random --games {games} --seed {seed} --json"
            );
            let answer = place.run(&words).done().json();
            for quantity in ["swaps", "reshuffles", "cascades", "score"] {
                if let Some(ends) = answer[quantity]["ci95"].as_array() {
                    assert!(ends[0].as_f64().unwrap() >= 0.0, "{quantity} {ends:?}");
                }
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn tables_of_plays_read_no_file_outside_their_folder() {
    let place = Place::new();
    std::fs::create_dir_all(place.path().join("plays/levels")).unwrap();
    place.put("secret.json", "{\"password\": \"swordfish\"}");
    place.put(
        "plays/levels/a.json",
        r#"{"layout": ["....", "....", "...."], "goal": {"collect": 6}, "moves": 9}"#,
    );
    std::os::unix::fs::symlink("../secret.json", place.path().join("plays/link.json"))
        .unwrap();
    let absolute = place.path().join("secret.json").display().to_string();
    for name in [
        "../secret.json",
        "levels/../../secret.json",
        "link.json",
        &absolute,
        "/etc/passwd",
        "-",
    ] {
        place.put(
            "plays/plays.csv",
            format!("level,outcome\nlevels/a.json,won\n{name},won\n"),
        );
        let refused = place
            .run_with("match3 calibrate --plays plays/plays.csv --seed 1", "swordfish");
        assert_eq!(refused.code, Some(2), "{name}: {refused}");
        assert!(!refused.stderr.contains("swordfish"), "{name}: {refused}");
        let is_about = refused.stderr.contains(&format!("the level {name} fits none: "));
        assert!(is_about && !refused.stderr.contains("missing key"), "{name}: {refused}");
    }
    // Within the folder, also when that is the current one, and below it.
    place.put(
        "plays/plays.csv",
        "level,outcome\nlevels/a.json,won\nlevels/../levels/a.json,lost\n",
    );
    let few = place.run("match3 calibrate --plays plays/plays.csv --seed 1");
    assert!(few.stderr.contains("with attempts: 1, expected"), "{few}");
    assert!(!few.stderr.contains("fits none"), "{few}");
    place.put("plays.csv", "level,outcome\nplays/levels/a.json,won\n");
    let few = place.run("match3 calibrate --plays plays.csv --seed 1");
    assert!(few.stderr.contains("with attempts: 1, expected"), "{few}");
}

#[test]
fn several_answers_do_not_go_to_the_name_of_a_file() {
    let place = Place::new();
    place.put(
        "level.json",
        r#"{"layout": ["......", "......", "......", "......", "......"], "goal": {"collect": 9}, "moves": 9}"#,
    );
    let seen = place.run("match3 tweak level.json easier -o easy.json --seed 1");
    assert_eq!(seen.code, Some(2), "{seen}");
    assert!(
        seen.stderr.contains("several files go to a folder, and easy.json"),
        "{seen}"
    );
    assert!(seen.stderr.contains("--count 1"), "{seen}");
    assert!(!place.path().join("easy.json").exists());
}

#[test]
fn hints_propose_what_can_be_placed() {
    let place = Place::new();
    let words = "match3 generate --rules royal --win-rate 60% --moves 9 --seed 1 --goal";
    let hint = |goal: &str| place.run(&format!("{words} {goal}")).stderr;
    assert!(
        hint("kind:bird:all").contains("add bird to --kinds"),
        "{}",
        hint("kind:bird:all")
    );
    assert!(hint("drop:2").contains("add bird:2 to --kinds"), "{}", hint("drop:2"));
}
