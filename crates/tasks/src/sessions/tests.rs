//! Games by documents agree with the sessions of the games themselves.

use serde_json::{Map, Value, json};
use tilewright_2048::{Session, Setup};
use tilewright_grid::{Seed, Size};
use tilewright_play::Session as _;

use super::{PLAYED, draw, load, open};
use crate::Host;

struct QuietHost;

impl Host for QuietHost {}

fn settings(game: &str) -> Map<String, Value> {
    let settings = match game {
        "match3" => {
            json!({ "level": { "schema": "tilewright/level/2", "layout": vec!["......"; 6],
                                       "goal": { "collect": 30 } }, "seed": 3 })
        }
        "2048" => json!({ "rows": 3, "columns": 4, "seed": 3 }),
        _ => json!({ "hunter": "novice", "seed": 3 }),
    };
    settings.as_object().cloned().unwrap()
}

#[test]
fn every_game_is_played_undone_saved_and_loaded() {
    for game in PLAYED {
        let mut played =
            open(game, settings(game), &QuietHost).map_err(|it| it.to_string()).unwrap();
        let start = played.position().unwrap();
        assert!(start.made == 0 && !start.over && !start.moves.is_empty(), "{game}");

        for _ in 0..5 {
            let before = played.position().unwrap();
            let strategy = (game == "2048").then_some("greedy");
            let hint = played.hint(strategy, &QuietHost).ok().flatten().unwrap();
            assert!(before.moves.contains(&hint), "{game}: {hint}");
            assert!(!played.play(hint.clone()).ok().unwrap().is_empty());
            let after = played.position().unwrap();
            assert!(played.undo());
            assert_eq!(played.position().unwrap(), before);
            assert!(played.play(hint).is_ok());
            assert_eq!(played.position().unwrap(), after);
        }

        let moving = played.animation(&()).unwrap();
        let fewest = if game == "battleship" { 1 } else { 5 };
        assert!(moving.frames.len() > fewest, "{game}: {} frames", moving.frames.len());
        assert!(draw(&*played, "gif", &()).ok().unwrap().starts_with(b"GIF89a"));
        assert_eq!(
            draw(&*played, "svg", &()).ok().unwrap(),
            played.picture().unwrap().to_svg().into_bytes()
        );
        assert!(draw(&*played, "jpg", &()).is_err());

        let saved = played.save();
        let again = load(game, &saved).ok().unwrap();
        assert_eq!(again.position().unwrap(), played.position().unwrap());
        assert_eq!(again.headline(), played.headline());
        assert!(played.picture().unwrap().width > 0.0);
        assert!(
            PLAYED.iter().all(|other| (*other == game) == load(other, &saved).is_ok())
        );

        assert!(load(game, &saved[..saved.len() / 2]).is_err());
        assert!(played.play(json!({ "no": "move" })).is_err());
        assert_eq!(played.position().unwrap(), again.position().unwrap());
    }
}

/// One move, or one shot, is counted in the singular.
#[test]
fn headlines_count_one_in_the_singular() {
    for (game, part) in [("match3", "after 1 move"), ("battleship", "1 shot,")] {
        let mut played = open(game, settings(game), &QuietHost).ok().unwrap();
        let hint = played.hint(None, &QuietHost).ok().flatten().unwrap();
        assert!(played.play(hint).is_ok());
        let headline = played.headline();
        assert!(
            headline.contains(part) && !headline.contains(&format!("{part}s")),
            "{headline}"
        );
    }
}

#[test]
fn a_game_has_the_same_tiles_as_the_session_of_its_crate() {
    let setup = Setup::new(Size::new(3, 4), Seed(3));
    let session = Session::new(setup, 0).unwrap();
    let played = open("2048", settings("2048"), &QuietHost).ok().unwrap();
    let state = serde_json::to_value(session.state()).unwrap();
    assert_eq!(played.position().unwrap().state, state);
}

#[test]
fn unknown_games_and_settings_are_refused() {
    let refusal = open("2049", Map::new(), &QuietHost).err().unwrap();
    assert_eq!(refusal.hint.unwrap().0, "did you mean `2048`?");
    let wrong = json!({ "rows": 9 }).as_object().cloned().unwrap();
    assert_eq!(
        open("2048", wrong, &QuietHost).err().unwrap().key.as_deref(),
        Some("rows")
    );
    let level = json!({ "level": "missing.json" }).as_object().cloned().unwrap();
    assert!(open("match3", level, &QuietHost).is_err());
}

#[test]
fn the_probabilities_of_a_duel_follow_its_shots() {
    let mut played = open("battleship", settings("battleship"), &QuietHost).ok().unwrap();
    let hint = played.hint(None, &QuietHost).ok().flatten().unwrap();
    assert!(played.play(hint.clone()).is_ok());
    let outlook = played.outlook(&QuietHost).ok().flatten().unwrap();
    let at = |index: usize| usize::try_from(hint[index].as_u64().unwrap()).unwrap();
    let known = &outlook["probabilities"][at(0)][at(1)];
    assert!(*known == 0.0 || *known == 1.0, "{known}");
}
