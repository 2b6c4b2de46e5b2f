//! The general simulator beside the plain one of `tests/rules/plain`, which was written from the rules
//! page alone: the boards worked by hand, and random games of all presets.

use serde_json::Value;
use tilewright_grid::{Cell, Rng, Seed};

use super::End;
use crate::bits::dispatch;
use crate::events::{Event, EventKind, Manner, Mirror};
use crate::rules::target::KindProgress;
use crate::rules::{Simulator, Way};
use crate::{Board, Game, Goal, Level, Move, Rules};

#[path = "../../../tests/rules/boards.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod boards;
#[path = "../../../tests/rules/generator.rs"]
mod generator;
#[path = "../../../tests/rules/plain/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod plain;
#[path = "../../../tests/rules/random_boards.rs"]
mod random_boards;
#[path = "../../../tests/rules/random_entries.rs"]
mod random_entries;
#[path = "../../../tests/rules/random_levels.rs"]
mod random_levels;
#[path = "../../../tests/rules/random_objects.rs"]
mod random_objects;
#[path = "../../../tests/rules/random_rules.rs"]
mod random_rules;

use generator::Generator;
use plain::game::{Game as PlainGame, Outcome};
use plain::level::Level as PlainLevel;
use plain::moves::Move as PlainMove;

/// The level of a document, and its rules; without a goal, one that is never met.
fn rules_of(document: &Value) -> Rules {
    let level: Level = document.to_string().parse().unwrap();
    let goal = level.goal.clone().unwrap_or(Goal::Score { score: u32::MAX });
    let mut rules = Rules::new(&level, &goal);
    rules.simulator = Simulator::General;
    rules
}

fn place(cell: (usize, usize)) -> Cell {
    Cell::new(cell.0 as u32, cell.1 as u32)
}

fn move_of<const W: usize>(game: &Game<'_, W>, chosen: PlainMove) -> Option<Move> {
    let size = game.rules.level.size();
    match chosen {
        PlainMove::Swap(from, to) => {
            Move::from_to(size, place(from), place(to)).filter(|it| !it.is_tap())
        }
        PlainMove::Tap(at) => Move::from_to(size, place(at), place(at)),
    }
}

/// A number of each kind.
fn gone<const W: usize>(game: &Game<'_, W>, of: fn(&KindProgress) -> u32) -> Vec<u32> {
    game.board.general.gone.iter().map(of).collect()
}

/// How the games differ, if they do.
fn difference<const W: usize>(game: &Game<'_, W>, plain: &PlainGame) -> Option<String> {
    let tokens = game.rules.level.tokens();

    let columns = game.columns();
    let cells: Vec<String> =
        (0..game.board.colors.len()).map(|at| tokens.write(game.kind(at))).collect();
    let rows: Vec<String> = cells.chunks(columns).map(|row| row.join(" ")).collect();

    let end = match game.board.general.end {
        Some(End::Won) => Outcome::Won,
        Some(End::Stuck) => Outcome::Stuck,
        Some(End::Endless) => Outcome::Endless,
        Some(End::TimedOut) => Outcome::Lost,
        None | Some(End::Stopped) => Outcome::Going,
    };
    let is_end =
        end == plain.outcome || end == Outcome::Going && plain.outcome == Outcome::Lost;

    let counts = &plain.counts;
    let same = |ours: &[u32], theirs: &[u64]| {
        ours.iter().map(|&count| u64::from(count)).eq(theirs.iter().copied())
    };

    let differs = if rows != plain.rows() {
        "board"
    } else if !is_end || (end == Outcome::Lost) != plain.timed_out {
        "end"
    } else if game.board.score != counts.score {
        "score"
    } else if !same(&game.board.collected, &counts.collected) {
        "collected"
    } else if !same(&gone(game, |kind| kind.broken), &counts.broken) {
        "broken"
    } else if !same(&gone(game, |kind| kind.layers), &counts.layers) {
        "layers taken"
    } else if !same(&game.board.general.made, &counts.made) {
        "made"
    } else if u64::from(game.board.general.dropped) != counts.dropped {
        "dropped"
    } else if u64::from(game.board.reshuffles) != counts.reshuffles {
        "reshuffles"
    } else if moves(game) != possible(plain) {
        "moves"
    } else {
        return None;
    };

    Some(format!(
        "{differs}: {end:?} {} {:?} {:?} {:?}\n{rows:#?}\nplain: {:?} {:?}\n{:#?}\n{:?}\n{:?}",
        game.board.score,
        game.board.collected,
        gone(game, |kind| kind.broken),
        game.board.general.made,
        plain.outcome,
        counts,
        plain.rows(),
        moves(game),
        possible(plain)
    ))
}

fn moves<const W: usize>(game: &Game<'_, W>) -> Vec<[Cell; 2]> {
    let size = game.rules.level.size();
    game.moves().map(|made| made.cells(size)).collect()
}

/// The possible moves of the plain game, whose move limit ours leaves to its caller.
fn possible(plain: &PlainGame) -> Vec<[Cell; 2]> {
    let cells = |chosen| match chosen {
        PlainMove::Swap(from, to) => [place(from), place(to)],
        PlainMove::Tap(at) => [place(at), place(at)],
    };
    let moves = if plain.outcome == Outcome::Lost && !plain.timed_out {
        plain::moves::possible_moves(&plain.board, plain.rules())
    } else {
        plain.possible_moves()
    };
    moves.into_iter().map(cells).collect()
}

/// Begins a game with the board of the level, which has no dealt cells and is at rest.
fn begin_at_rest<const W: usize>(game: &mut Game<'_, W>) {
    game.board.collected.fill(0);
    (
        game.board.score,
        game.board.swaps_made,
        game.board.cascades,
        game.board.reshuffles,
    ) = (0, 0, 0, 0);
    game.set_up();
    game.pack_board();
    game.find_moves();
}

#[test]
fn every_worked_board_is_played_as_by_hand() {
    let mut wrong = Vec::new();
    for board in boards::worked_boards() {
        let rules = rules_of(&board.level);
        let mut plain = PlainGame::at_rest(PlainLevel::read(&board.level).unwrap());

        let mut given = board.draws.iter();
        let played = plain.play(board.chosen, &mut |_| given.next().unwrap().1);
        let script =
            board.draws.iter().map(|&(n, value)| (n as u32, value as u32)).collect();

        dispatch!(rules.shape.words, W => {
            let mut place = Board::<W>::new(&rules);
            let mut game = Game::new(&rules, &mut place);
            begin_at_rest(&mut game);
            game.board.general.script = Some(script);

            let made = move_of(&game, board.chosen).filter(|&made| game.is_legal(made));
            let is_over = plain.moves_made == 0;
            if made.is_none() != played.is_err() && !is_over {
                wrong.push(format!("{}: legal {}", board.name, made.is_some()));
                continue;
            }

            if let Some(made) = made.filter(|_| played.is_ok()) {
                game.make(made, &mut ());
                if game.board.general.script.as_ref().is_some_and(|script| !script.is_empty()) {
                    wrong.push(format!("{}: draws are left", board.name));
                }
                if let Some(words) = difference(&game, &plain) {
                    wrong.push(format!("{}: {words}", board.name));
                }
            }
        });
    }

    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// The number of random games of each preset and of random rules.
const GAMES: u64 = 1500;

/// The same, or the number in the variable `TILEWRIGHT_GAMES`.
fn games() -> u64 {
    std::env::var("TILEWRIGHT_GAMES").map_or(GAMES, |text| text.parse().unwrap())
}

#[test]
fn games_of_lab_are_those_of_the_plain_simulator() {
    play_games("lab");
}

#[test]
fn games_of_blast_are_those_of_the_plain_simulator() {
    play_games("blast");
}

#[test]
fn games_of_candy_are_those_of_the_plain_simulator() {
    play_games("candy");
}

#[test]
fn games_of_royal_are_those_of_the_plain_simulator() {
    play_games("royal");
}

#[test]
fn games_with_the_base_classic_are_those_of_the_plain_simulator() {
    play_games("classic");
}

/// Random games of random levels, half of them with changed rules.
fn play_games(preset: &str) {
    let (games, mut turns) = (games(), 0);
    for seed in 0..games {
        let document =
            random_objects::random_game(preset, seed % 2 == 1, &mut Generator::new(seed));
        turns += play_game(&document, seed);
    }
    assert!(turns > games, "only {turns} turns");
}

/// Random levels under random rules.
#[test]
fn games_of_random_rules_are_those_of_the_plain_simulator() {
    let (games, mut turns) = (games(), 0);
    for seed in 0..games {
        let document = random_rules::random_document(&mut Generator::new(seed));
        turns += play_game(&document, seed);
    }
    assert!(turns > games, "only {turns} turns");
}

/// An armed piece of the layout fires in the second cascade, also if no piece fires twice.
#[test]
fn an_armed_piece_at_the_start_fires_after_the_first_cascade() {
    let document = serde_json::json!({
        "schema": "tilewright/level/2", "rows": 3, "columns": 5, "rules": "lab", "moves": 1,
        "colors": {"red": 1, "blue": 1, "green": 1}, "goal": {"score": 1_000_000},
        "layout": [
            ["r", "r", "b", "g", "b"], ["b", "b", "r", "b", "g"], ["g", "r", "g", "r", "B!1"],
        ],
    });
    assert_eq!(play_game(&document, 0), 1);
    let plain = played(&document);
    assert!(!plain.rows().concat().contains('!'), "{:?}", plain.rows());
}

/// The armed pieces of a game that is endless stay on the board.
#[test]
fn a_cascade_that_does_not_begin_fires_no_armed_piece() {
    let document = serde_json::json!({
        "schema": "tilewright/level/2", "rows": 5, "columns": 5, "moves": 1,
        "colors": {"red": 1000, "blue": 1}, "goal": {"make": {"piece": "drum", "count": 9999}},
        "rules": {
            "pieces": {"drum": {"glyph": "D", "fires": {"area": 1}, "times": 2, "color": true, "starts": ["match", "hit"]}},
            "shapes": [{"shape": "line4", "makes": "drum"}], "hits": "wave",
        },
        "layout": [
            ["-", "-", "-", "-", "-"], ["-", "-", "-", "-", "-"], ["-", "-", "-", "-", "-"],
            ["-", "-", "-", "-", "-"], ["r", "r", "b", "r", "b"],
        ],
    });

    assert_eq!(play_game(&document, 0), 1);
    let plain = played(&document);
    assert_eq!(plain.outcome, Outcome::Endless);
    assert!(plain.rows().concat().contains('!'), "{:?}", plain.rows());
}

/// The plain game after the first possible move, with the draws of seed 0.
fn played(document: &Value) -> PlainGame {
    let mut rng: Rng = Seed(0).rng();
    let mut below = |bound: u64| u64::from(rng.below(bound as u32));
    let mut plain = PlainGame::dealt(PlainLevel::read(document).unwrap(), &mut below);
    plain.play(plain.possible_moves()[0], &mut below).unwrap();
    plain
}

/// Two groups beside one cover: the first takes it, the second the blocker below, which the goal wants.
#[test]
fn a_blocker_below_a_cover_counts_where_two_groups_hit_it() {
    let document = serde_json::json!({
        "schema": "tilewright/level/2", "rows": 4, "columns": 4, "moves": 1,
        "colors": {"red": 1, "blue": 1, "green": 1},
        "goal": {"collect": {"kind": "egg", "count": "all"}},
        "rules": {
            "base": "royal", "hits": "group",
            "blocks": {"lid": {"place": "cover", "broken_by": ["beside"]}},
        },
        "layout": [
            ["b", "b", "r", "g"], ["g", "egg1+lid1", "b", "g"],
            ["r", "g", "r", "b"], ["g", "b", "r", "g"],
        ],
    });
    assert_eq!(play_game(&document, 0), 1);
}

/// Whether a move is a swap of two pieces.
fn is_of_pieces(plain: &PlainGame, chosen: PlainMove) -> bool {
    let PlainMove::Swap(from, to) = chosen else { return false };
    [from, to].iter().all(|&cell| plain.board.at(cell).piece().is_some())
}

/// Plays a game in both simulators. Returns the number of turns.
fn play_game(document: &Value, seed: u64) -> u64 {
    let rules = rules_of(document);
    let mut rng: Rng = Seed(seed).rng();
    let mut below = |bound: u64| u64::from(rng.below(bound as u32));

    let mut plain = PlainGame::dealt(PlainLevel::read(document).unwrap(), &mut below);
    let mut choices = Generator::new(seed);
    let mut turns = 0;

    dispatch!(rules.shape.words, W => {
        let mut board = Board::<W>::new(&rules);
            let mut game = Game::new(&rules, &mut board);
        game.begin(Seed(seed), &());

        // Every other game is watched, which must not change it.
        let mut follower = (seed % 2 == 1).then(|| Follower::of(&mut game));

        loop {
            if let Some(words) = difference(&game, &plain) {
                panic!("seed {seed}, turn {turns}: {words}\n{document}");
            }
            if plain.outcome != Outcome::Going {
                break;
            }

            game.compare_gains(seed);
            game.compare_progress(seed);
            let mut moves = plain.possible_moves();
            if choices.one_in(2) && moves.iter().any(|&it| is_of_pieces(&plain, it)) {
                moves.retain(|&it| is_of_pieces(&plain, it));
            }

            let mut chosen = choices.pick(&moves);
            if let PlainMove::Swap(from, to) = chosen && choices.one_in(2) {
                chosen = PlainMove::Swap(to, from);
            }

            let before = plain.rows();
            plain.play(chosen, &mut below).unwrap();
            let made = move_of(&game, chosen).unwrap();
            assert!(game.is_legal(made));
            match &mut follower {
                Some(follower) => follower.play(&mut game, made, &format!("seed {seed}, turn {turns}\n{document}")),
                None => game.make(made, &mut ()),
            }
            turns += 1;

            if let Some(words) = difference(&game, &plain) {
                panic!("seed {seed}, turn {turns}, {chosen:?} on {before:#?}: {words}\n{document}");
            }
        }
    });

    turns
}

/// Follows a game by its events alone.
struct Follower {
    mirror: Mirror,
    score: u64,
    left: Vec<i32>,
}

impl Follower {
    fn of<const W: usize>(game: &mut Game<'_, W>) -> Self {
        game.watch();
        Self {
            mirror: Mirror::new(game.rules.level.size(), game.elements()),
            score: game.score(),
            left: left_of(game),
        }
    }

    /// Makes a move, and compares everything that its events tell with the board.
    fn play<const W: usize>(&mut self, game: &mut Game<'_, W>, made: Move, origin: &str) {
        let Self { mirror, score, left, .. } = self;
        let (size, level) = (mirror.size(), game.rules.level());
        let (mut step, mut is_over) = (0, false);
        game.play_seen(made, &mut |events| {
            assert!(!events.events.is_empty(), "{origin}: an empty step");
            for event in &events {
                assert_eq!(event.step, step, "{origin}: {event:?}");
                assert!(!is_over, "{origin}: {event:?} after the end");
                assert!(events.list(event).len() <= size.area());
                match event.kind {
                    EventKind::Move => check_move(event, level, origin),
                    EventKind::Score => {
                        *score = score.wrapping_add_signed(event.value.into());
                    }
                    EventKind::Count => left[event.id.0 as usize - 1] = event.value,
                    EventKind::Turn | EventKind::Hit => {
                        let before = mirror
                            .element(event.id)
                            .unwrap_or_else(|| panic!("{origin}: {event:?}"));
                        assert_ne!(
                            before.look, event.look,
                            "{origin}: {event:?} changes nothing"
                        );
                        let is_there = before.place == event.from
                            || events.iter().any(|other| {
                                other.id == event.id && other.to == event.from
                            });
                        assert!(is_there, "{origin}: {event:?}");
                    }
                    EventKind::End => is_over = true,
                    _ => {}
                }
            }
            mirror
                .apply(events)
                .unwrap_or_else(|error| panic!("{origin}: {error} {events:#?}"));
            step += 1;
        });

        let (seen, real): (Vec<_>, Vec<_>) =
            (self.mirror.elements().collect(), game.elements().collect());
        assert_eq!(seen, real, "{origin}");
        for index in 0..size.area() {
            // All that is on the board is an element, and the other way round.
            assert_eq!(
                self.mirror.looks(index),
                game.looks(index),
                "{origin}: cell {index}"
            );
        }
        assert_eq!(self.score, game.score(), "score, {origin}");
        assert_eq!(self.left, left_of(game), "left, {origin}");
        assert_eq!(is_over, game.is_over(), "over, {origin}");
    }
}

/// What is left of the parts of the goal, as events tell it.
fn left_of<const W: usize>(game: &Game<'_, W>) -> Vec<i32> {
    game.parts().map(|(_, left)| left.min(i32::MAX as u64) as i32).collect()
}

/// A move is one cell or one jump.
fn check_move(event: &Event, level: &Level, origin: &str) {
    let size = level.size();
    let is_over_holes = |from: Cell, to: Cell| {
        let between = from.row + 1..to.row;
        let is_hole = |row| !level.cells()[Cell::new(row, from.column)].is_present();
        from.row < to.row && between.into_iter().all(is_hole)
    };
    let [from, to] = [event.from, event.to].map(|place| place.cell(size).unwrap());
    let (down, right) = (to.row.abs_diff(from.row), to.column.abs_diff(from.column));
    let is_one = match event.manner {
        Manner::Swap | Manner::SwapBack => down + right == 1,
        // Where columns fall as a whole, contents pass holes.
        Manner::Fall => down + right == 1 || right == 0 && is_over_holes(from, to),
        Manner::Slide => down <= 1 && right <= 1 && down + right > 0,
        _ => from != to,
    };
    assert!(is_one, "{origin}: {event:?}");
}

/// The simulator of `classic`, which is older and faster, plays the same games as the general one.
#[test]
fn games_of_classic_are_the_same_in_both_simulators() {
    let mut turns = 0;
    for seed in 0..GAMES {
        let mut dice = Generator::new(seed);
        let mut document = random_levels::random_level("classic", false, &mut dice);

        let keys = document.as_object_mut().unwrap();
        for key in ["cells", "rules", "moves"] {
            keys.remove(key);
        }
        keys["colors"] = (2 + dice.index(4)).into();

        let level: Level = document.to_string().parse().unwrap();
        let goal = level.goal.clone().unwrap_or(Goal::Score { score: 1500 });
        let fast = Rules::new(&level, &goal);
        assert_eq!(fast.simulator, Simulator::Classic, "{document}");

        let slow = Rules { simulator: Simulator::General, ..fast.clone() };
        dispatch!(fast.shape.words, W => {
            let (mut board, mut other) = (Board::<W>::new(&fast), Board::<W>::new(&slow));

            let mut fast = Game::new(&fast, &mut board);
            let mut slow = Game::new(&slow, &mut other);
            fast.begin(Seed(seed), &());
            slow.begin(Seed(seed), &());
            let mut followers = (seed % 2 == 1)
                .then(|| [Follower::of(&mut fast), Follower::of(&mut slow)]);

            let mut choices = Seed(seed + GAMES).rng();
            loop {
                let told = || format!("seed {seed}, {document}");

                assert_eq!(fast.board.colors, slow.board.colors, "{}", told());
                assert!((0..fast.board.colors.len()).all(|at| fast.kind(at).hits() == slow.kind(at).hits()));
                assert_eq!(fast.is_won(), slow.is_won(), "{}", told());
                assert_eq!(fast.left(), slow.left(), "{}", told());
                let counts = |game: &Game<'_, W>| (game.score(), game.cascades(), game.reshuffles());
                assert_eq!(counts(&fast), counts(&slow), "{}", told());

                if fast.is_won() || fast.swaps_made() > 15 {
                    break;
                }
                assert!(fast.moves().eq(slow.moves()), "{}", told());

                for made in fast.moves() {
                    let (one, other) = (fast.gain(made), slow.gain(made));
                    assert_eq!(one.wanted + one.hits, other.wanted, "{made:?} {}", told());
                    assert_eq!(one.matched, other.matched, "{made:?} {}", told());
                }

                let Some(made) = fast.any_move(&mut choices) else { break };
                if let Some([one, other]) = &mut followers {
                    one.play(&mut fast, made, &told());
                    other.play(&mut slow, made, &told());
                } else {
                    fast.make(made, &mut ());
                    slow.make(made, &mut ());
                }
                turns += 1;
            }
        });
    }

    assert!(turns > GAMES, "only {turns} turns");
}

/// Contents that go round for ever through a portal and a diagonal: three cells, of which one takes from
/// above, one through a portal and one from above right.
fn ring() -> Value {
    serde_json::json!({
        "schema": "tilewright/level/2", "rows": 5, "columns": 5, "rules": "candy",
        "layout": [
            [".", "#", ".", ".", "."], ["#", "r", "#", ".", "."], ["b", "#", "#", ".", "."],
            ["#", "-", "#", ".", "."], [".", "#", ".", ".", "."],
        ],
        "colors": {"red": 1, "blue": 1, "green": 1}, "goal": {"score": 100_000},
        "cells": {"portals": [[[3, 1], [1, 1]]]},
    })
}

#[test]
fn what_goes_round_for_ever_ends_in_a_list_of_bounded_length() {
    use tilewright_play::Session as _;
    let level: Level = ring().to_string().parse().unwrap();
    let goal = level.goal.clone().unwrap();
    let mut session = crate::Session::new(&level, &goal, Seed(1), 0).unwrap();
    for _ in 0..3 {
        let Some(&made) = session.moves().first() else { break };
        let events = session.play(made).unwrap();
        assert!(events.len() <= crate::MOST_EVENTS + 1, "{} events", events.len());
        let last = events.last().unwrap().event;
        assert!(matches!(last, EventKind::Rest | EventKind::End | EventKind::Omitted));
    }
}

/// Stops at the look of a number.
struct StopObserver(std::cell::Cell<u32>);

impl crate::rules::Observer for StopObserver {
    fn is_stopped(&self) -> bool {
        self.0.set(self.0.get().saturating_sub(1));
        self.0.get() == 0
    }
}

/// A move whose cascades hardly end is left at each of its looks.
#[test]
fn a_turn_is_stopped_between_its_cascades() {
    let row = ["r", "r", "b", "r", "b"];
    let empty = ["-"; 5];
    let document = serde_json::json!({
        "schema": "tilewright/level/2", "rows": 5, "columns": 5, "rules": {"base": "classic"},
        "colors": {"red": 1000, "blue": 1}, "goal": {"score": 4_000_000_000_u32},
        "layout": [empty, empty, empty, empty, row],
    });

    let rules = rules_of(&document);
    for look in [1, 2, 3, 50, 900] {
        let mut board = Board::<1>::new(&rules);
        let mut game = Game::new(&rules, &mut board);
        begin_at_rest(&mut game);

        let made = game.moves().next().unwrap();
        game.make(made, &mut StopObserver(std::cell::Cell::new(look)));
        assert_eq!(game.board.general.end, Some(End::Stopped), "look {look}");
        assert!(game.cascades() <= look, "look {look}: {} cascades", game.cascades());
    }
}

impl<const W: usize> Game<'_, W> {
    /// Checks that the progress told without a trial is that of trials of all moves.
    fn compare_progress(&self, seed: u64) {
        let outlook = self.outlook(&self.view());
        self.see_progress_of_general(|way, cells, progress| {
            for index in cells.indices() {
                let way = [Way::Right, Way::Down, Way::Tap][way];
                let made = Move { first: index as u16, way };
                let tried = self.tried_progress(made, &outlook, &mut None);
                assert_eq!(progress, tried, "seed {seed}, {made:?}");
            }
        });
    }
}
