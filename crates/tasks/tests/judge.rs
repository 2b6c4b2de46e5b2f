//! Who judges a level: which bot measures it where nobody names one, what others reach, and what keeps games from
//! telling anything.

use std::io::{self, BufRead, Cursor};
use std::sync::Mutex;

use serde_json::{Value, json};
use tilewright_tasks::{Answer, Event, Head, Host, Medium, Refusal, Verdict, find};

/// A host with one folder of levels, which keeps what a task says.
#[derive(Default)]
struct Door {
    levels: Vec<(&'static str, Value)>,
    said: Mutex<Vec<String>>,
    items: Mutex<Vec<Value>>,
}

impl Host for Door {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        let found = self.levels.iter().find(|(level, _)| *level == name);
        let (_, level) = found.ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(Cursor::new(level.to_string())))
    }

    fn list(&self, _: &str) -> io::Result<Vec<String>> {
        Ok(self.levels.iter().map(|(name, _)| (*name).to_owned()).collect())
    }

    fn tell(&self, event: Event<'_>) {
        match event {
            Event::Note(said) | Event::Warning(said, _) => {
                self.said.lock().unwrap().push(said.to_owned());
            }
            Event::Item(item) => {
                let bytes = item.json(&Head::default()).unwrap();
                let text = item.text(Medium::default());
                let mut value: Value = serde_json::from_slice(&bytes).unwrap();
                value["text"] = json!(text.unwrap_or_default());
                self.items.lock().unwrap().push(value);
            }
            _ => {}
        }
    }
}

fn run(task: &str, request: &Value, door: &Door) -> Result<Box<dyn Answer>, Refusal> {
    let request = request.as_object().unwrap().clone();
    find(task).unwrap().read(request)?.run(door)
}

fn json_of(answer: &dyn Answer) -> Value {
    let bytes = answer.json(&Head::default()).unwrap().expect("the answer is whole");
    serde_json::from_slice(&bytes).unwrap()
}

/// A level under the rules `royal` with five boxes.
fn boxes() -> Value {
    let mut rows = vec![vec!["."; 6]; 6];
    rows[4][..5].fill("box1");
    json!({ "schema": "tilewright/level/2", "rules": "royal", "layout": rows, "moves": 9,
            "goal": { "collect": { "kind": "box", "count": "all" } } })
}

fn open_level(more: &Value) -> Value {
    let mut level = json!({ "layout": vec!["......"; 6], "goal": { "collect": 12 } });
    level.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    level
}

/// The bot of an answer, and the other bots with their win rates.
fn bots(answer: &Value) -> (String, Vec<(String, f64)>) {
    let name = |value: &Value| value["bot"].as_str().unwrap().to_owned();
    let others = answer["others"].as_array().unwrap();
    let rate = |other: &Value| other["win_rate"]["mean"].as_f64().unwrap();
    (name(answer), others.iter().map(|other| (name(other), rate(other))).collect())
}

#[test]
fn play_is_judged_by_the_bot_that_sees_the_goal() {
    let request = json!({ "level": boxes(), "games": 300, "seed": 1 });
    let answer = run("match3/play", &request, &Door::default()).unwrap();
    let (bot, others) = bots(&json_of(&*answer));
    let won = json_of(&*answer)["win_rate"]["mean"].as_f64().unwrap();
    assert_eq!((&*bot, &*others[0].0, others.len()), ("greedy", "random", 7));
    assert!(won > others[0].1 + 0.2, "greedy {won}, random {}", others[0].1);
    let text = answer.text(Medium::default());
    assert!(
        text.contains("by the bot greedy") && text.contains("other bots  random "),
        "{text}"
    );
    assert!(
        text.contains("\nladder      novice ") && text.contains("programs, not people"),
        "{text}"
    );

    let request = json!({ "level": open_level(&json!({})), "games": 100, "seed": 1 });
    let answer = run("match3/play", &request, &Door::default()).unwrap();
    let (bot, others) = bots(&json_of(&*answer));
    let others: Vec<_> = others.iter().map(|(bot, _)| &**bot).collect();
    let strip = ["random", "greedy", "planner"];
    let ladder = ["novice", "beginner", "regular", "skilled", "expert"];
    assert_eq!((&*bot, &others[..3], &others[3..]), ("article", &strip[..], &ladder[..]));
    let text = answer.text(Medium::default());
    assert!(text.contains(" swaps (95 %: "), "{text}");
}

#[test]
fn a_bot_that_is_asked_for_judges() {
    let request = json!({ "level": boxes(), "bot": "random", "games": 50, "seed": 1 });
    let answer = run("match3/play", &request, &Door::default()).unwrap();
    let (bot, others) = bots(&json_of(&*answer));
    assert_eq!((&*bot, &*others[0].0), ("random", "greedy"));
}

#[test]
fn a_bot_that_the_document_names_judges_in_every_task() {
    let mut named = open_level(&json!({ "band": { "bot": "greedy" } }));
    (named["layout"], named["goal"]) =
        (json!(vec!["........."; 9]), json!({ "collect": 30 }));
    let door = Door::default();
    run("match3/analyze", &json!({ "levels": [named] }), &door).unwrap();
    let items = door.items.into_inner().unwrap();
    assert_eq!(items[0]["predicted"]["bot"], "greedy", "{}", items[0]);

    let mut rows = vec!["......"; 6];
    rows[2] = ".????.";
    let template = open_level(&json!({ "layout": rows, "band": { "bot": "greedy" } }));
    let request = json!({ "template": template, "difficulty": 12, "seed": 1 });
    let answer = run("match3/generate", &request, &Door::default()).unwrap();
    assert_eq!(json_of(&*answer)["levels"][0]["bot"], "greedy");
}

#[test]
fn generate_says_who_judged_and_what_others_reach() {
    let request = json!({ "rules": "royal", "rows": 6, "columns": 6, "goal": ["kind:box:all"],
        "kinds": ["box1:4-9"], "win_rate": "60%", "moves": 8, "seed": 3 });
    let door = Door::default();
    let answer = run("match3/generate", &request, &door).unwrap();
    let document = json_of(&*answer);
    let (bot, others) = bots(&document["levels"][0]);
    assert_eq!((&*bot, &*others[0].0), ("greedy", "random"));
    assert!(others[0].1 < 0.55, "random wins {}", others[0].1);
    let said = door.said.into_inner().unwrap();
    let is_there = |word: &str| said.iter().any(|said| said.contains(word));
    assert!(
        is_there("played by greedy: ") && is_there("; other bots: random "),
        "{said:?}"
    );
    assert!(
        is_there("no built-in model knows such levels for the bot greedy"),
        "{said:?}"
    );
}

#[test]
fn tweak_says_who_judged_and_what_others_reach() {
    let request =
        json!({ "level": boxes(), "direction": "harder", "count": 1, "seed": 1 });
    let answer = run("match3/tweak", &request, &Door::default()).unwrap();
    let document = json_of(&*answer);
    assert_eq!(document["bot"], "greedy");
    assert_eq!(document["before"]["others"][0]["bot"], "random");
    assert_eq!(document["tweaks"][0]["others"][0]["bot"], "random");
    let text = answer.text(Medium::default());
    assert!(
        text.starts_with("before, by greedy: ") && text.contains("; other bots: random "),
        "{text}"
    );
}

#[test]
fn a_goal_that_a_request_cannot_fill_is_refused_with_what_to_add() {
    let request = |rules: &str, goal: &str, kinds: &str| {
        json!({ "rules": rules, "rows": 6, "columns": 6, "goal": [goal], "kinds": [kinds],
                "win_rate": "60%", "moves": 20, "seed": 1 })
    };
    for (asked, error, hint) in [
        (
            request("royal", "drop:2", "obstacle"),
            "the goal drop:2 needs 2 of ingredients, and a level of the request has at most 0",
            "add bird:2 to {kinds}, or change {goal}",
        ),
        (
            request("royal", "kind:chain:all", "box1"),
            "the goal kind:chain:all needs 1 of chain, and a level of the request has at most 0",
            "add chain1 to {kinds}, or change {goal}",
        ),
        (
            request("lab", "drop:2", "obstacle"),
            "the goal drop:2 needs 2 of ingredients, and a level of the request has at most 0",
            "choose {rules=royal}, {rules=candy} or {rules=blast}, which have some, or change {goal}",
        ),
    ] {
        let refusal = run("match3/generate", &asked, &Door::default()).err().unwrap();
        assert_eq!(refusal.error.to_string(), error);
        assert_eq!(refusal.hint.unwrap().0, hint);
    }
}

#[test]
fn a_calibration_names_kinds_without_numbers() {
    let request = json!({ "rules": "royal", "rows": 5, "columns": 5, "goal": ["drop:2"],
        "levels": 32, "games": 8, "seed": 1 });
    let refusal = run("match3/calibrate", &request, &Door::default()).err().unwrap();
    assert_eq!(refusal.hint.unwrap().0, "add bird to {kinds}, or change {goal}");
}

/// Levels that say nothing about a player: their name, and what is said of them.
fn meaningless() -> Vec<(&'static str, Value, &'static str)> {
    let plain = |rows: &[&str]| json!({ "layout": rows, "goal": { "collect": 9 } });
    let royal = |rows: &[&[&str]]| {
        json!({ "schema": "tilewright/level/2", "rules": "royal", "layout": rows,
                "goal": { "score": 500 } })
    };
    let no_swap = "no move is possible anywhere";
    let endless = "the cascades do not end: ";
    vec![
        ("a-square.json", plain(&["..", ".."]), no_swap),
        ("b-row.json", plain(&["..."]), no_swap),
        ("c-column.json", plain(&[".", ".", "."]), no_swap),
        ("e-royal.json", royal(&[&[".", "."], &[".", "."]]), no_swap),
        ("f-boxes.json", royal(&[&["box1", "box1", "box1"], &[".", ".", "."]]), no_swap),
        ("g-free.json", json!({ "layout": vec!["......"; 6] }), "the level has no goal"),
        (
            "h-two.json",
            json!({ "layout": vec!["........."; 9], "colors": 2, "goal": { "score": 5000 } }),
            endless,
        ),
    ]
}

#[test]
fn check_names_what_makes_a_level_meaningless() {
    let mut levels: Vec<_> =
        meaningless().into_iter().map(|(name, level, _)| (name, level)).collect();
    levels.push(("z-fine.json", open_level(&json!({}))));
    let door = Door { levels, ..Door::default() };
    let request = json!({ "folder": "levels", "games": 20 });
    let answer = run("match3/check", &request, &door).unwrap();
    assert_eq!(answer.verdict(), Verdict::No);
    let items = door.items.into_inner().unwrap();
    for ((name, _, why), item) in meaningless().iter().zip(&items) {
        let reasons = item["reasons"].to_string();
        assert!(item["file"] == *name && item["ok"] == false, "{item}");
        assert!(reasons.contains(why), "{name}: {reasons}");
    }
    let fine = items.last().unwrap();
    assert_eq!(
        (&fine["ok"], bots(&fine["played"]).0),
        (&json!(true), "article".to_owned())
    );
    let text = fine["text"].as_str().unwrap();
    assert!(text.contains(": ok: article: ") && text.contains("; random "), "{text}");
}

#[test]
fn a_level_of_a_potential_needs_no_goal() {
    let level =
        json!({ "layout": vec!["......"; 6], "band": { "potential": [300, 340] } });
    let door = Door { levels: vec![("one.json", level)], ..Door::default() };
    let answer = run("match3/check", &json!({ "folder": "levels" }), &door).unwrap();
    assert_eq!(answer.verdict(), Verdict::Done, "{:?}", door.items);
}

#[test]
fn analyze_names_what_makes_a_level_meaningless() {
    for (name, level, why) in meaningless() {
        let door = Door::default();
        run("match3/analyze", &json!({ "levels": [level] }), &door).unwrap();
        let item = &door.items.into_inner().unwrap()[0];
        assert!(item["flaws"].to_string().contains(why), "{name}: {item}");
        assert!(item["text"].as_str().unwrap().contains(why), "{name}: {item}");
        if why.starts_with("no swap") && item["feasible"] != Value::Null {
            assert_eq!(item["feasible"], false, "{name}");
        }
    }
    let door = Door::default();
    run("match3/analyze", &json!({ "levels": [open_level(&json!({}))] }), &door).unwrap();
    let item = &door.items.into_inner().unwrap()[0];
    assert!(item["feasible"] == true && item["flaws"] == Value::Null, "{item}");
}

#[test]
fn play_and_generate_warn_of_cascades_without_end() {
    let level = meaningless().remove(6).1;
    let door = Door::default();
    let request = json!({ "level": level, "games": 20, "seed": 1 });
    let answer = run("match3/play", &request, &door).unwrap();
    assert!(json_of(&*answer)["endless"].as_u64().unwrap() > 10);
    let said = door.said.into_inner().unwrap().join("\n");
    assert!(said.contains("the cascades do not end: in "), "{said}");

    let door = Door::default();
    let request =
        json!({ "rows": 9, "columns": 9, "colors": 2, "target": 700, "seed": 1 });
    run("match3/generate", &request, &door).unwrap();
    let said = door.said.into_inner().unwrap().join("\n");
    assert!(said.contains("level 1: the cascades do not end"), "{said}");
}

#[test]
fn three_colours_have_no_cascades_without_end() {
    let level =
        json!({ "layout": vec!["........."; 9], "colors": 3, "goal": { "collect": 30 } });
    let door = Door::default();
    let request = json!({ "level": level, "games": 50, "seed": 1 });
    let answer = run("match3/play", &request, &door).unwrap();
    assert_eq!(json_of(&*answer)["endless"], Value::Null);
    assert!(door.said.into_inner().unwrap().is_empty());
}

/// A level that is tapped, with five boxes and a move limit.
fn tapped() -> Value {
    let mut level = boxes();
    level["rules"] = json!("blast");
    level["blocks"] = json!({ "box": { "place": "blocker" } });
    level
}

/// Tapped games have no swaps, and a mean beyond the limit does not pass for one within it.
#[test]
fn answers_about_a_tapped_level_speak_of_taps_and_say_which_games_a_mean_counts() {
    let door = Door { levels: vec![("a.json", tapped())], ..Door::default() };
    let request = json!({ "level": "a.json", "games": 100, "seed": 1 });
    let answer = run("match3/play", &request, &door).unwrap();
    let text = answer.text(Medium::default());
    assert!(text.contains("taps  ") && text.contains(" within 9 taps"), "{text}");
    assert!(text.contains(" won within the limit\n"), "{text}");
    let chart = answer.drawing(false, &()).unwrap().expect("a chart").still.to_svg();
    assert!(chart.contains("Taps of "), "{chart}");

    run("match3/check", &json!({ "folder": ".", "games": 100 }), &door).unwrap();
    let checked = door.items.lock().unwrap()[0]["text"].to_string();
    assert!(checked.contains(" taps to the end, beyond the limit too, "), "{checked}");

    let request = json!({ "level": "a.json", "direction": "easier", "seed": 1 });
    let tweaked = run("match3/tweak", &request, &door).unwrap();
    let tweaked = tweaked.text(Medium::default());
    assert!(tweaked.contains(" taps to the end, beyond the limit too"), "{tweaked}");
    for text in [text, chart, checked, tweaked] {
        assert!(!text.to_lowercase().contains("swap"), "{text}");
    }
}

/// A table has no column for own kinds, nor for what `generate` writes beside a level.
#[test]
fn a_table_says_what_of_a_level_it_leaves_out() {
    let mut level = tapped();
    level["difficulty"] = json!({ "wanted": 20 });
    let door =
        Door { levels: vec![("a.json", level), ("b.json", boxes())], ..Door::default() };
    let request = json!({ "levels": ["a.json"], "to": "csv" });
    let answer = run("match3/export", &request, &door).unwrap();
    assert_eq!(json_of(&*answer)["left_out"], json!(["difficulty", "blocks"]));
    assert_eq!(*door.said.lock().unwrap(), ["left out: difficulty", "left out: blocks"]);

    let request = json!({ "levels": ["a.json", "b.json"], "to": "csv" });
    let answer = run("match3/export", &request, &door).unwrap();
    let left_out = &json_of(&*answer)["left_out"];
    assert_eq!(*left_out, json!(["difficulty of a.json", "blocks of a.json"]));
}
