//! What must hold in every game of the plain simulator.

use serde_json::Value;

use crate::rules::generator::Generator;
use crate::rules::plain::board::{Board, Contents, Place};
use crate::rules::plain::events::Event;
use crate::rules::plain::game::{Below, Game, Outcome};
use crate::rules::plain::groups::any_group;
use crate::rules::plain::level::Level;
use crate::rules::plain::moves::{Move, begin};
use crate::rules::plain::rules::{Refill, Spot};
use crate::rules::plain::text::cell_text;
use crate::rules::plain::tokens::read_token;
use crate::rules::random_objects::random_game;

const GAMES: u64 = 300;

#[test]
fn games_of_lab_keep_what_must_hold() {
    play_games("lab");
}

#[test]
fn games_of_candy_keep_what_must_hold() {
    play_games("candy");
}

#[test]
fn games_of_royal_keep_what_must_hold() {
    play_games("royal");
}

#[test]
fn games_of_blast_keep_what_must_hold() {
    play_games("blast");
}

#[test]
fn games_with_the_base_classic_keep_what_must_hold() {
    play_games("classic");
}

/// Games of random levels; half of them have other refills and hits.
fn play_games(preset: &str) {
    let (mut started, mut turns, mut ends, mut reshuffles) = (0, 0, [0; 5], 0);
    for seed in 0..GAMES {
        let mut dice = Generator::new(seed);
        let value = random_game(preset, seed % 2 == 1, &mut dice);
        let level =
            Level::read(&value).unwrap_or_else(|error| panic!("{error}\n{value}"));
        let most = level.board.cells.len().max(10) as u64;
        let mut below = |bound: u64| {
            assert!((2..=most).contains(&bound), "a draw below {bound} in {value}");
            dice.below(bound)
        };
        let mut game = Game::dealt(level, &mut below);
        let mut player = Generator::new(seed + GAMES);
        started += u64::from(game.outcome == Outcome::Going);
        if game.outcome != Outcome::Stuck {
            assert_rest(&game, &format!("{value}"));
        }
        while game.outcome == Outcome::Going {
            play_turn(&mut game, &mut below, &mut player, &value);
            turns += 1;
        }
        assert!(game.moves_made <= game.level.moves.unwrap(), "{value}");
        assert_eq!(game.possible_moves(), []);
        reshuffles += game.counts.reshuffles;
        ends[game.outcome as usize] += 1;
    }

    assert!(started > GAMES / 2, "{preset}: only {started} games started");
    assert!(turns > GAMES, "{preset}: only {turns} turns");
    assert!(reshuffles > 0, "{preset}: no reshuffle");

    let [_, won, lost, _, _] = ends;
    assert!(won > 0 && lost > 0, "{preset}: {won} won, {lost} lost");
}

/// One turn by a player who plays anything.
fn play_turn(
    game: &mut Game,
    below: &mut Below<'_>,
    player: &mut Generator,
    value: &Value,
) {
    let moves = game.possible_moves();
    assert!(!moves.is_empty(), "no move in {value}");
    assert_refused(game, &moves, player);
    let before = game.clone();
    let choice = chosen_from(game, &moves, player);
    let chosen = player.pick(&choice);
    let events = game.play(chosen, below).unwrap();
    let told = format!("{value}\n{:#?}\n{chosen:?}\n{:#?}", before.rows(), game.rows());
    assert_counts(&before, game, &events, &told);
    assert_waves(&events, game.board.cells.len(), &told);
    let written = events.iter().rev().find_map(|event| match event {
        Event::Settled(board) | Event::Counted(board) | Event::Board(board) => {
            Some(board)
        }
        _ => None,
    });
    // Tries of a shuffle by lines that fail are undone.
    let undone = game.outcome == Outcome::Stuck;
    assert!(undone || written == Some(&game.rows()), "{told}");
    if game.outcome != Outcome::Endless {
        assert_rest(game, &told);
    }
}

/// The possible moves, or in games that are tapped sometimes all legal taps.
fn chosen_from(game: &Game, moves: &[Move], player: &mut Generator) -> Vec<Move> {
    if !game.rules().tapped || player.one_in(2) {
        return moves.to_vec();
    }
    let taps = game.board.places().into_iter().map(Move::Tap);
    taps.filter(|&tap| begin(&game.board, game.rules(), tap).is_some()).collect()
}

/// No group, no armed piece, no empty cell that draws; and every token is read as written.
fn assert_rest(game: &Game, told: &str) {
    assert!(!any_group(&game.board, game.rules()), "a group at rest\n{told}");
    for place in game.board.places() {
        let armed = matches!(game.board.at(place).contents, Some(Contents::Armed { .. }));
        assert!(!armed, "an armed piece at rest\n{told}");
        let empty = game.board.at(place).fillable(game.rules());
        let fed = game.level.spawners.contains(&place)
            || game.rules().refill == Refill::Segment;
        assert!(!(empty && fed), "{place:?} is empty at rest\n{told}");
        if is_out_of_time(game, place) {
            continue;
        }
        let text = cell_text(game.board.at(place), game.rules());
        let read = read_token(&text, game.rules());
        assert_eq!(read, Ok((game.board.at(place).clone(), false)), "{text}\n{told}");
    }
}

/// Whether a timer is here whose count is 0, as only in a game that it lost.
fn is_out_of_time(game: &Game, place: Place) -> bool {
    let cell = game.board.at(place);
    let blocker = match cell.contents {
        Some(Contents::Blocker(blocker)) => Some(blocker),
        _ => None,
    };
    game.outcome == Outcome::Lost
        && [blocker, cell.cover].into_iter().flatten().any(|it| it.layers == 0)
}

/// A move that is not legal changes nothing. The legal ones are the possible ones; in games that
/// are tapped they are more.
fn assert_refused(game: &mut Game, moves: &[Move], player: &mut Generator) {
    let place = player.pick(&game.board.places());
    let other = (place.0 + player.index(2), place.1 + player.index(2));
    let chosen = if place == other { Move::Tap(place) } else { Move::Swap(place, other) };
    let legal = begin(&game.board, game.rules(), chosen).is_some();
    assert!(legal || !moves.contains(&chosen));
    assert!(!legal || game.rules().tapped || moves.contains(&chosen));
    if !legal {
        let before = game.clone();
        assert!(game.play(chosen, &mut |_| panic!("a refused move draws")).is_err());
        assert_eq!(game.board, before.board);
        assert_eq!(game.counts, before.counts);
    }
}

/// What was there and what came is what went and what is there: of every colour and every kind.
fn assert_counts(before: &Game, after: &Game, events: &[Event], told: &str) {
    let rules = after.rules();
    for (color, name) in rules.colors.iter().enumerate() {
        let letter = name.chars().next().unwrap();
        let made = |event: &&Event| matches!(event, Event::Made(token, _) if token.starts_with(letter));
        let made = events.iter().filter(made).count() as u64;
        let came = after.counts.spawned[color] - before.counts.spawned[color];
        let went = |game: &Game| {
            let counts = &game.counts;
            counts.collected[color] + counts.replaced[color] + counts.left[color]
        };
        let gone = went(after) - went(before);
        let there = colored(&before.board, color) + made + came;
        assert_eq!(there, colored(&after.board, color) + gone, "{name}\n{told}");
    }

    let (mut ingredients, mut dropped) =
        (0, after.counts.dropped - before.counts.dropped);
    for (kind, named) in rules.kinds.iter().enumerate() {
        let on = |game: &Game| -> u64 {
            game.board.cells.iter().map(|cell| cell.count(rules, kind) as u64).sum()
        };
        let spread = |event: &&Event| matches!(event, Event::Spread(name, _) if *name == named.name);
        let spread = events.iter().filter(spread).count() as u64;
        let came = after.counts.came[kind] - before.counts.came[kind];
        let became = after.counts.became[kind] - before.counts.became[kind];
        let gone = after.counts.broken[kind] - before.counts.broken[kind];
        let (appeared, kept) = (on(before) + spread + came, on(after) + gone + became);
        if named.spot == Spot::Ingredient {
            // Those that leave are counted together.
            ingredients += appeared;
            dropped += kept;
        } else {
            assert_eq!(appeared, kept, "{}\n{told}", named.name);
        }
    }

    assert_eq!(ingredients, dropped, "ingredients\n{told}");
}

fn colored(board: &Board, color: usize) -> u64 {
    let of_color = |cell: &&crate::rules::plain::board::Cell| {
        cell.contents.as_ref().and_then(Contents::color) == Some(color)
    };
    board.cells.iter().filter(of_color).count() as u64
}

/// Cascades are counted from 1, waves from 0, and there are no more waves than cells.
fn assert_waves(events: &[Event], cells: usize, told: &str) {
    let (mut cascade, mut wave) = (0, 0);
    for event in events {
        match event {
            Event::Cascade(depth) => {
                // Lines that a shuffle makes are cleared from depth 2 on.
                assert!(*depth == cascade + 1 || *depth == 2, "{told}");
                (cascade, wave) = (*depth, 0);
            }
            Event::Wave(number) => {
                assert_eq!(*number, wave, "{told}");
                wave += 1;
            }
            _ => {}
        }
        assert!(cascade <= 1000 && wave <= cells as u64, "{told}");
    }
}
