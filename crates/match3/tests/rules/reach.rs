//! Proofs that a goal is out of reach, against the games of several bots.

use serde_json::{Value, json};
use tilewright_grid::Seed;
use tilewright_match3::{Level, Rules, SkilledBot, Unreachable, play, unreachable};

use crate::rules::generator::Generator;
use crate::rules::random_objects::random_game;
use crate::rules::random_rules::random_document;

/// The proof for a level under some rules, if there is one.
fn proof(rules: &str, rows: &[&str], goal: &Value, more: &Value) -> Option<Unreachable> {
    let layout: Vec<Vec<&str>> =
        rows.iter().map(|row| row.split_whitespace().collect()).collect();
    let mut level = json!({"schema": "tilewright/level/2", "rules": rules, "layout": layout, "goal": goal});
    for (key, value) in more.as_object().unwrap() {
        level[key] = value.clone();
    }
    let level: Level = level.to_string().parse().unwrap();
    unreachable(&Rules::new(&level, level.goal.as_ref().unwrap()))
}

#[test]
fn what_no_match_and_no_piece_comes_to_is_named() {
    let none = json!({});
    let all = |kind: &str| json!({"collect": {"kind": kind, "count": "all"}});
    // Lines of three alone fit, which make no rocket, so that nothing comes to the box on the right.
    let walled = ["# # # # # #", "# . . . # #", "# . # # # box1", "# # # # # #"];
    assert_eq!(
        proof("royal", &walled, &all("box"), &none).unwrap().to_string(),
        "nothing can ever take the box at row 3, column 6"
    );
    // A fourth cell, and a rocket may fly to it.
    let open = ["# # # # # #", "# . . . . #", "# . # # # box1", "# # # # # #"];
    assert_eq!(proof("royal", &open, &all("box"), &none), None);
    // Of two boxes one may go, by a match beside it.
    let two = ["# # # box1 # #", "# . . . # #", "# . # # # box1", "# # # # # #"];
    let boxes = |count: u32| json!({"collect": {"kind": "box", "count": count}});
    assert_eq!(proof("royal", &two, &boxes(1), &none), None);
    let why = proof("royal", &two, &boxes(2), &none);
    assert!(matches!(why, Some(Unreachable::Kind { .. })), "{why:?}");
    // A stone of `blast` breaks by pieces alone, and five blocks that touch make one.
    let stone = ["# # # #", ". . . .", "# # # stone1"];
    assert!(proof("blast", &stone, &all("stone"), &none).is_some());
    let stone = ["# # # #", ". . . .", ". # # stone1"];
    assert_eq!(proof("blast", &stone, &all("stone"), &none), None);
    // Grass under an obstacle stays.
    let grass = [". . . .", ". . . #_grass1", ". . . ."];
    assert!(proof("royal", &grass, &all("grass"), &none).is_some());
}

#[test]
fn a_piece_whose_group_has_no_room_is_named() {
    let goal = json!({"make": {"piece": "ball", "count": 1}});
    let small = [". . . .", ". . . .", ". . . ."];
    let none = json!({});
    assert_eq!(
        proof("royal", &small, &goal, &none),
        Some(Unreachable::Piece("ball".to_owned()))
    );
    let wide = [". . . . .", ". . . . .", ". . . . ."];
    assert_eq!(proof("royal", &wide, &goal, &none), None);
}

#[test]
fn ingredients_without_a_way_to_an_exit_are_counted() {
    let drop = |count: u32| json!({"drop": count});
    let exits = json!({"cells": {"exits": [[3, 6]]}});
    let open = ["bird . . . # bird .", ". . . . # . .", ". . . . # . .", "# # # # . . ."];
    assert_eq!(proof("royal", &open, &drop(2), &exits), None);
    let closed =
        ["bird . . . # bird .", ". . . . # . .", ". . . . # . .", "# # # # # . ."];
    let why = proof("royal", &closed, &drop(2), &exits).unwrap();
    assert_eq!(
        why.to_string(),
        "the goal needs 2 ingredients, and 1 have a way to an exit"
    );
    assert_eq!(proof("royal", &closed, &drop(1), &exits), None);
    // A portal leads out, and so does what a supply brings on the right.
    let portal = json!({"cells": {"exits": [[3, 6]], "portals": [[[2, 0], [3, 5]]]}});
    assert_eq!(proof("royal", &closed, &drop(2), &portal), None);
    let supply = json!({"cells": {"exits": [[3, 6]], "supply": [{"at": [0, 5], "list": ["bird"]}]}});
    let why = proof("royal", &closed, &drop(2), &supply);
    assert_eq!(why, None);
}

/// Puts obstacles into a level, and a goal that wants all of a kind gone, or ingredients out.
fn wall_up(level: &mut Value, dice: &mut Generator) {
    let share = 2 + dice.index(6);
    for row in level["layout"].as_array_mut().unwrap() {
        for cell in row.as_array_mut().unwrap() {
            let is_plain = cell.as_str().is_some_and(|token| token.starts_with('.'));
            if is_plain && dice.index(10) < share {
                *cell = json!("#");
            }
        }
    }
    let kinds = ["box", "grass", "crate", "stone", "jelly", "frosting", "chain", "vine"];
    let goal = match dice.index(4) {
        0 => return,
        1 => json!({"drop": 1}),
        2 => json!({"make": {"piece": "rocket", "count": 1}}),
        _ => json!({"collect": {"kind": dice.pick(&kinds), "count": "all"}}),
    };
    level["goal"] = goal;
}

/// What is called unreachable never happens, whichever bot plays.
#[test]
fn the_unreachable_is_never_reached_under_any_rules() {
    let bots =
        ["random", "greedy", "expert"].map(|bot| bot.parse::<SkilledBot>().unwrap());
    let (mut proofs, mut sorts) = (0, [0; 6]);
    for seed in 0..6000 {
        let mut dice = Generator::new(seed);
        let name = dice.pick(&["lab", "candy", "royal", "blast"]);
        let mut document = if dice.one_in(3) {
            random_document(&mut dice)
        } else {
            random_game(name, dice.one_in(2), &mut dice)
        };
        wall_up(&mut document, &mut dice);
        let Ok(level) = document.to_string().parse::<Level>() else { continue };
        let Some(goal) = &level.goal else { continue };
        let rules = Rules::new(&level, goal);
        let Some(why) = unreachable(&rules) else { continue };
        proofs += 1;
        sorts[match why {
            Unreachable::NoSwap => 0,
            Unreachable::Few { .. } => 1,
            Unreachable::Kind { .. } => 2,
            Unreachable::Piece(_) => 3,
            Unreachable::Ways { .. } => 4,
            _ => 5,
        }] += 1;
        for bot in bots {
            let outcomes = play(&rules, &bot, 30, 0..4, Seed(seed), &());
            let is_won = outcomes.iter().any(|outcome| outcome.is_won);
            assert!(!is_won, "{bot} reached it: {why}\n{document}");
        }
    }
    assert!(proofs > 500 && sorts[1..5].iter().all(|&count| count > 20), "{sorts:?}");
}
