//! The reader of the crate against the plain one: both accept the same documents.

use serde_json::{Value, json};
use tilewright_match3::{Level, LevelError, Rules, unreachable};

use crate::rules::boards::worked_boards;
use crate::rules::damage::damage;
use crate::rules::documents::{ERRORS, level};
use crate::rules::generator::Generator;
use crate::rules::plain;
use crate::rules::plain::presets::preset;
use crate::rules::random_objects::random_game;
use crate::rules::random_rules::{random_document, random_draft};

/// Reads a document, and checks that it is the same after writing and reading it again.
fn read(document: &Value) -> Result<Level, LevelError> {
    let level: Level = document.to_string().parse()?;
    let text = level.to_json();
    assert_eq!(text.parse::<Level>().ok().as_ref(), Some(&level), "{text}");
    Ok(level)
}

#[test]
fn boards_worked_by_hand_are_read_and_written() {
    for board in worked_boards() {
        let level =
            read(&board.level).unwrap_or_else(|error| panic!("{}: {error}", board.name));
        assert_eq!(json!(level.token_rows()), board.level["layout"], "{}", board.name);
    }
}

/// The level of the page on timers, generators and big blocks, where the page is at hand.
#[test]
fn the_level_of_the_page_is_read_and_played() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/rules/objects.md");
    let Ok(page) = std::fs::read_to_string(page) else { return };
    let text = page.split("```json").nth(1).unwrap().split("```").next().unwrap();
    let document = serde_json::from_str(text).unwrap();
    let level = read(&document).unwrap();
    let rules = Rules::new(&level, level.goal.as_ref().unwrap());
    assert_eq!(unreachable(&rules), None);
    assert!(plain::level::Level::read(&document).is_ok());
}

#[test]
fn levels_of_random_rules_are_read_and_written() {
    for seed in 0..300 {
        let document = random_document(&mut Generator::new(seed));
        read(&document).unwrap_or_else(|error| panic!("{error}\n{document}"));
    }
}

/// The crate ignores unknown keys of a level, and names lines and columns where values have a wrong type
/// and where rows differ in length.
#[test]
fn errors_name_the_same_keys() {
    assert!(read(&level("{}")).is_ok());
    let is_own = |words: &[&str]| {
        ["extra", "\"2\"", "2 cells"].iter().any(|word| words.contains(word))
    };
    for (changes, words) in ERRORS.iter().filter(|(_, words)| !is_own(words)) {
        let Err(error) = read(&level(changes)) else {
            panic!("{changes} is read without an error");
        };
        let error = error.to_string();
        for word in *words {
            assert!(error.contains(word), "{changes}\n{error}\ndoes not say {word}");
        }
    }
}

/// Damage to what the two readers judge differently on purpose is left out: the crate reads `null` as an
/// absent key, knows schemas, ignores unknown keys, and refuses a limit of 0 moves and goals of 0.
fn is_comparable(document: &Value) -> bool {
    let Some(level) = document.as_object() else { return false };
    level.get("schema").is_some_and(|schema| schema == "tilewright/level/2")
        && !level.values().any(Value::is_null)
        && level["colors"].as_u64().is_none_or(|colors| colors <= 8)
}

#[test]
fn random_and_damaged_documents_are_judged_alike() {
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..12_000 {
        let mut dice = Generator::new(seed);
        let name = dice.pick(&["lab", "candy", "royal", "classic", "blast"]);
        let mut document = random_game(name, dice.one_in(2), &mut dice);
        if dice.one_in(3) {
            let mut rules: Value = serde_json::from_str(preset(name).unwrap()).unwrap();
            damage(&mut rules, &mut dice);
            if rules.is_object() {
                rules["base"] = json!(name);
            }
            document["rules"] = rules;
        } else if dice.one_in(2) {
            damage(&mut document, &mut dice);
        }
        let ours = match read(&document) {
            _ if !is_comparable(&document) => continue,
            Err(LevelError::NoMoves | LevelError::EmptyGoal) => continue,
            ours => ours.map_err(|error| error.to_string()),
        };
        let plain = plain::level::Level::read(&document);
        match (ours, plain) {
            (Ok(_), Ok(_)) => accepted += 1,
            (Err(_), Err(_)) => refused += 1,
            (ours, plain) => {
                let (ours, plain) = (ours.err(), plain.err());
                panic!("{document}\nours: {ours:?}\nplain: {plain:?}");
            }
        }
    }

    assert!(refused > 1000 && accepted > 1000, "{refused} refused, {accepted} accepted");
}

#[test]
fn random_rules_are_judged_alike() {
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..6_000 {
        let mut dice = Generator::new(seed);
        let mut document = random_draft(&mut dice);
        if dice.one_in(2) {
            document = random_document(&mut dice);
            damage(&mut document, &mut dice);
        }
        let ours = match read(&document) {
            _ if !is_comparable(&document) => continue,
            Err(LevelError::NoMoves | LevelError::EmptyGoal) => continue,
            ours => ours.map_err(|error| error.to_string()),
        };
        match (ours, plain::level::Level::read(&document)) {
            (Ok(_), Ok(_)) => accepted += 1,
            (Err(_), Err(_)) => refused += 1,
            (ours, plain) => {
                let (ours, plain) = (ours.err(), plain.err());
                panic!("seed {seed}, {document}\nours: {ours:?}\nplain: {plain:?}");
            }
        }
    }

    assert!(refused > 300 && accepted > 2000, "{refused} refused, {accepted} accepted");
}
