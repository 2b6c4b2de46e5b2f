//! Many games of random levels, followed by their events in words.

use std::ops::ControlFlow;

use serde_json::{Value, json};
use tilewright_grid::Seed;
use tilewright_match3::{Goal, Level, Session};
use tilewright_play::Session as _;

use super::client::{self, Client};
use crate::rules::generator::Generator;
use crate::rules::random_levels::random_level;
use crate::rules::random_rules::random_document;

/// The number of moves of each preset and of random rules.
const MOVES: u32 = 400;

/// The moves of one game: enough for every effect to meet every other, and few beside the number of levels.
const MOVES_A_GAME: u32 = 40;

/// The same as [`MOVES`], or the number in the variable `TILEWRIGHT_MOVES`.
fn moves() -> u32 {
    std::env::var("TILEWRIGHT_MOVES").map_or(MOVES, |text| text.parse().unwrap())
}

#[test]
fn games_of_classic_are_named_whole() {
    follow("classic", |dice| random_level("classic", false, dice));
    follow("plain levels of classic", plain_level);
}

#[test]
fn games_of_lab_are_named_whole() {
    follow("lab", |dice| random_level("lab", false, dice));
}

#[test]
fn games_of_candy_are_named_whole() {
    follow("candy", |dice| random_level("candy", false, dice));
}

#[test]
fn games_of_royal_are_named_whole() {
    follow("royal", |dice| random_level("royal", false, dice));
}

#[test]
fn games_of_blast_are_named_whole() {
    follow("blast", |dice| random_level("blast", false, dice));
}

#[test]
fn games_of_random_rules_are_named_whole() {
    follow("random rules", random_document);
}

/// A level that the simulator of `classic` alone plays.
fn plain_level(dice: &mut Generator) -> Value {
    let (rows, columns) = (5 + dice.index(4), 5 + dice.index(4));
    let mut row = || -> String {
        let cell =
            |_| dice.pick(&['.', '.', '.', '.', '.', '.', '.', '1', '2', 'a', '#']);
        (0..columns).map(cell).collect()
    };
    let layout: Vec<_> = (0..rows).map(|_| row()).collect();
    json!({"schema": "tilewright/level/2", "rows": rows, "columns": columns, "colors": 4, "layout": layout})
}

/// Plays games until the moves are made, and compares what a client has with every board.
fn follow(name: &str, document: impl Fn(&mut Generator) -> Value) {
    let (mut made, mut events, mut cut) = (0, 0, 0);
    for seed in 0.. {
        let mut dice = Generator::new(seed);
        let mut level = document(&mut dice);
        level.as_object_mut().unwrap().shift_remove("moves");
        let mut game = Followed::new(&level, seed);
        for _ in 0..MOVES_A_GAME.min(moves() - made) {
            if game.play(&mut dice).is_break() {
                break;
            }
            made += 1;
        }
        events += game.events;
        cut += game.cut;
        if made == moves() {
            break;
        }
    }
    assert!(events > 5 * made && cut * 50 <= made, "{name}: {events} events, {cut} cut");
}

/// A game and its client.
struct Followed<'a> {
    level: &'a Value,
    session: Session,
    client: Client,
    events: u32,
    /// The number of moves with more events than a list has.
    cut: u32,
}

impl<'a> Followed<'a> {
    fn new(document: &'a Value, seed: u64) -> Self {
        let level: Level = document.to_string().parse().unwrap();
        let goal = level.goal.clone().unwrap_or(Goal::Score { score: u32::MAX });
        let session = Session::new(&level, &goal, Seed(seed), 0);
        let client = Client::new(&client::json(&session.state()));
        Self { level: document, session, client, events: 0, cut: 0 }
    }

    /// Makes a random move; breaks if there is none.
    fn play(&mut self, dice: &mut Generator) -> ControlFlow<()> {
        let mut possible = self.session.moves();
        if possible.is_empty() {
            return ControlFlow::Break(());
        }
        possible.extend(self.session.state().taps.into_iter().map(|cell| [cell; 2]));
        let chosen = dice.pick(&possible);
        let before = self.client.clone();

        let mut is_cut = false;
        for event in self.session.play(chosen).unwrap() {
            let event = client::json(&event);
            is_cut |= event["event"] == "omitted";
            self.client.apply(&event);
            self.events += 1;
        }

        let state = client::json(&self.session.state());
        if is_cut {
            self.client = Client::new(&state);
            self.cut += 1;
        }
        if dice.one_in(20) {
            let again = Session::load(&self.session.save()).unwrap();
            assert_eq!(client::json(&again.state()), state);
        }

        let unnamed = self.client.unnamed(&state);
        assert!(
            unnamed.is_empty(),
            "{chosen:?} on {:?}\n{}\n{}",
            before.board(),
            self.level,
            unnamed.join("\n")
        );
        ControlFlow::Continue(())
    }
}
