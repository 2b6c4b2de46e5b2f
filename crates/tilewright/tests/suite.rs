//! What a game engine asks of the types: they can be shared between threads, and what a game saves can be read again.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright::battleship::{self, Hunter, Placements};
use tilewright::evolve::{Logbook, Stop};
use tilewright::game2048::{self, Expectimax, NetworkPlayer, Player};
use tilewright::grid::{Bits, Cell, Estimate, Grid, Heading, Rng, Seed, Size};
use tilewright::match3::{self, Event, Goal, Level, Mirror, Preset, Rules, SkilledBot};
use tilewright::match3_design::{Guide, Model};
use tilewright::navigation::{self, Navigation, Query, Scratch};
use tilewright::pathplan::planners::{Astar, Jps, Planner as _};
use tilewright::pathplan::routes::{DiverseRoutes, RouteSet};
use tilewright::pathplan::{Graph, Map, Places, Route, Steps};
use tilewright::play::{Session as _, Summary};

/// Compiles for types that can be moved to another thread, shared between threads, and kept.
const fn shared<T: Send + Sync + 'static>() {}

#[test]
fn the_main_types_can_be_shared_between_threads() {
    shared::<(Cell, Heading, Size, Grid<u8>, Bits<4>, Seed, Rng, Estimate)>();
    shared::<(Level, Goal, Preset, match3::Ruleset, Rules, match3::Template, match3::Json)>(
    );
    shared::<(match3::Session, match3::State, match3::Replay, Event, Mirror, SkilledBot)>(
    );
    shared::<(match3::Booster, match3::Statistics, Model, Guide)>();
    shared::<(Map, Places, Graph, Route, RouteSet, Steps)>();
    shared::<(Astar<'static>, Jps<'static>, DiverseRoutes<'static>)>();
    shared::<(Navigation, navigation::Search, navigation::Route, Scratch, Query<'static>)>(
    );
    shared::<(game2048::Board, game2048::Game, game2048::Session, game2048::Network)>();
    shared::<(NetworkPlayer<'static>, Expectimax<'static>, Box<dyn Player>)>();
    shared::<(game2048::Learner, game2048::Solution, game2048::Event)>();
    shared::<(battleship::Rules, battleship::Fleet, battleship::Session, Placements)>();
    shared::<(Box<dyn Hunter>, battleship::Sight<'static>, battleship::Battle)>();
    shared::<(Logbook, Stop, Summary)>();
}

/// Writes a value as JSON and reads it again; returns the text.
#[track_caller]
fn again<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
    text
}

/// Whether a text is refused.
fn refuses<T: DeserializeOwned>(text: &str) -> bool {
    serde_json::from_str::<T>(text).is_err()
}

#[test]
fn cells_grids_and_streams_are_read_as_they_were_written() {
    assert_eq!(again(&Cell::from_xy(9, 3)), "[3,9]");
    assert_eq!(again(&Heading::West), "\"west\"");
    again(&Size::new(3, 4));
    again(&Seed(u64::MAX));
    again(&Grid::from_fn(Size::new(2, 3), Cell::xy));
    for text in ["[[1,2],[3]]", "[1,2]", "[[1],2]", "{}"] {
        assert!(refuses::<Grid<u8>>(text), "{text}");
    }

    let mut rng = Seed(5).rng();
    rng.below(6);
    let mut read: Rng =
        serde_json::from_str(&serde_json::to_string(&rng).unwrap()).unwrap();
    assert_eq!(read.next_u64(), rng.next_u64());
    assert!(refuses::<Rng>(r#"{"s":[0,0,0,0]}"#));
}

#[test]
fn vectors_of_other_crates_are_x_and_y() {
    let cell = Cell::new(3, 9);
    assert_eq!(glam::UVec2::from(cell), glam::UVec2::new(9, 3));
    assert_eq!(Cell::from(glam::UVec2::new(9, 3)), cell);
    let vector = mint::Vector2 { x: 9, y: 3 };
    assert_eq!((mint::Vector2::from(cell), Cell::from(vector)), (vector, cell));
    let point = mint::Point2 { x: 9, y: 3 };
    assert_eq!((mint::Point2::from(cell), Cell::from(point)), (point, cell));
}

#[test]
fn levels_goals_and_events_are_read_as_they_were_written() {
    let level: Level =
        r#"{"rules": {"base": "royal", "score": {"block": 7}}, "colors": {"teal": 1, "amber": 3, "rose": 2}, "goal": {"collect": 9},
            "layout": ["....", "....", "...."]}"#
            .parse()
            .unwrap();
    let text = again(&level);
    assert!(text.contains(r#"{"teal":1,"amber":3,"rose":2}"#), "{text}");
    assert!(refuses::<Level>(&text.replace("royal", "ruby")));
    again(&"collect:9".parse::<Goal>().unwrap());
    assert!(refuses::<Goal>(r#"{"collect": -1}"#));

    let goal = level.goal.clone().unwrap();
    let mut session = match3::Session::new(&level, &goal, Seed(1), 0).unwrap();
    let mut seen = 0;
    let cells = session.moves()[0];
    let see = &mut |events: match3::Events<'_>| {
        for event in &events {
            again(&(event.kind, event.manner, event.id, event.look));
            seen += 1;
        }
    };
    session.play_seen(cells, see).unwrap();
    assert!(seen > 5, "{seen} events");
}

#[test]
fn routes_and_games_are_read_as_they_were_written() {
    let map: Map = ".....\n.###.\n..5..\n".parse().unwrap();
    let graph = Graph::new(&map, Steps::EIGHT);
    let mut astar = Astar::new(&graph);
    again(astar.plan(Cell::new(1, 0), Cell::new(1, 4), &()).unwrap().unwrap());
    again(&Steps::FOUR);

    let mut moving =
        Navigation::new(&map, [navigation::Layer::walk(Steps::EIGHT)]).unwrap();
    let ladder = navigation::Link::one_way(Cell::new(0, 0), Cell::new(2, 4), 1.0);
    again(&(ladder, moving.add_link(ladder).unwrap()));
    let layer = again(&moving.layers()[0]);
    for (good, bad) in [("\"sizes\":1", "\"sizes\":2"), ("[1.0,", "[-1.0,")] {
        assert!(layer.contains(good), "{layer}");
        assert!(refuses::<navigation::Layer>(&layer.replace(good, bad)), "{bad}");
    }
    let query = Query::new(Cell::new(1, 0), Cell::new(2, 4));
    let mut scratch = Scratch::default();
    let outcome = moving.route(&query, &mut scratch).unwrap();
    let navigation::Outcome::Reached(route) = outcome else { panic!("{outcome:?}") };
    assert_eq!(route.links.len(), 1);
    again(route);
    assert!(refuses::<Route>(r#"{"cells": [[0]], "length": 1}"#));

    let setup = game2048::Setup::new(Size::new(4, 4), Seed(1));
    let mut game = game2048::Session::new(setup, 0).unwrap();
    let made = game.moves()[0];
    for event in game.play(made).unwrap() {
        again(&event);
    }
    again(&game.state());
    again(&game.game().board());
    again(&made);
    assert!(refuses::<game2048::Board>("[[3,0],[0,2]]"));
    let text = serde_json::to_string(game.game()).unwrap();
    let read: game2048::Game = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text);

    let rules = battleship::Rules::russian(8, 8).unwrap();
    let placements = Placements::new(&rules, battleship::MEMORY).unwrap();
    again(&placements.draw(&mut Seed(2).rng()).unwrap());
    assert!(refuses::<battleship::Fleet>(r#"[{"row": -1}]"#));
}
