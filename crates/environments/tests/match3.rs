//! Match-3 as an environment: it is the game of the sessions and of the bots.

use std::sync::Arc;

use tilewright_environments::{Environment as _, Match3, Outcome};
use tilewright_grid::{Cell, Seed, Size};
use tilewright_match3::{Level, Moves, Planner, RandomBot, Rules, Session, play_bot};
use tilewright_play::Session as _;

const LEVELS: [(&str, &str); 4] = [
    (".......\n..1.a..\n.......\n.......\n...#...\n", "clear:specials"),
    ("......\n......\n......\n......\n......\n", "collect:8"),
    (
        r#"{"rules": "royal", "colors": 4, "moves": 12, "layout": [".......", ".......",
        ".......", ".......", ".......", "......."]}"#,
        "collect:14",
    ),
    (
        r#"{"rules": "blast", "colors": 4, "moves": 12, "layout": [
        [".", ".", ".", ".", ".", "."], [".", "duck", ".", ".", ".", "."],
        [".", ".", "box1", "R|", ".", "."], [".", ".", ".", "B", "vase2", "."],
        [".", ".", ".", ".", ".", "."]]}"#,
        "collect:20",
    ),
];

fn rules((text, goal): (&str, &str)) -> Arc<Rules> {
    let level = text.parse().unwrap();
    Arc::new(Rules::new(&level, &goal.parse().unwrap()))
}

/// The action of a move: swaps to the right, then down, then taps, each in reading order.
fn action(level: &Level, [from, to]: [Cell; 2]) -> u32 {
    let Size { rows, columns } = level.size();
    let right = rows * (columns - 1);
    if level.rules().moves() != Moves::Swap {
        // Where groups are tapped, nothing is swapped.
        from.row * columns + from.column
    } else if from == to {
        right + (rows - 1) * columns + from.row * columns + from.column
    } else if from.row == to.row {
        from.row * (columns - 1) + from.column.min(to.column)
    } else {
        right + from.row.min(to.row) * columns + from.column
    }
}

#[test]
fn a_copy_goes_on_as_the_game_itself() {
    for it in LEVELS {
        let mut game = Match3::<1>::new(rules(it));
        game.reset(Seed(4));
        let mut copies = Vec::new();
        for _ in 0..6 {
            let Some(action) = game.best_action() else { break };
            game.step(action);
            copies.push(game.clone());
        }
        assert!(copies.len() > 2, "the game is long enough");
        let mut copies = copies.into_iter();
        let mut last = copies.next().unwrap();
        for next in copies {
            last.step(last.clone().best_action().unwrap());
            assert_eq!(last.text(), next.text());
            last = next;
        }
        assert_eq!(last.best_action(), game.best_action());
    }
}

#[test]
fn it_is_the_session_of_the_same_seed() {
    for it in LEVELS {
        let rules = rules(it);
        let size = rules.level().size();
        let mut game = Match3::<1>::new(Arc::clone(&rules));
        let (actions, area) = (game.space().actions, size.area());
        let (mut seen, mut legal) = (vec![0; area * 11], vec![0; actions]);
        for number in 0..4 {
            let mut session =
                Session::new(rules.level(), rules.goal(), Seed(9), number).unwrap();
            game.reset(Seed(9).child(number.into()));
            let whole = session.state().left as f32;
            let mut rng = Seed(number.into()).rng();
            let mut total = 0.0;
            while !session.is_over() {
                let mut wanted = vec![0; actions];
                let moves = session.moves();
                for &made in &moves {
                    wanted[action(rules.level(), made) as usize] = 1;
                }
                game.mask(&mut legal);
                assert_eq!(legal, wanted);
                let made = moves[rng.index(moves.len())];
                session.play(made).unwrap();
                let outcome = game.step(action(rules.level(), made));
                let state = session.state();
                total += outcome.reward;
                assert!((1.0 - state.left as f32 / whole - total).abs() < 1e-5);
                assert_eq!(outcome.is_over, state.over);
                game.observe(&mut seen);
                let (cells, _) = seen.as_chunks::<11>();
                for (cell, color) in cells.iter().zip(state.board.colors.values()) {
                    assert_eq!(u32::from(cell[1]), color.map_or(0, |color| color + 1));
                }
                let more = state.move_limit.map_or(255, |limit| limit - state.moves_made);
                assert_eq!(u32::from(cells[0][10]), more);
            }
            game.mask(&mut legal);
            assert!(
                legal.iter().all(|legal| *legal == 0) && game.best_action().is_none()
            );
            assert_eq!(game.step(0), Outcome { reward: 0.0, is_over: true });
        }
    }
}

#[test]
fn an_illegal_swap_changes_nothing() {
    let mut game = Match3::<1>::new(rules(LEVELS[1]));
    game.reset(Seed(4));
    let (mut before, mut after) = (vec![0; 30 * 11], vec![0; 30 * 11]);
    let mut legal = vec![0; game.space().actions];
    game.mask(&mut legal);
    game.observe(&mut before);
    let illegal = legal.iter().position(|legal| *legal == 0).unwrap();
    assert_eq!(game.step(illegal as u32), Outcome::default());
    game.observe(&mut after);
    assert_eq!(before, after);
}

#[test]
fn the_best_actions_are_those_of_the_planner_and_need_fewer_swaps_than_random_ones() {
    let rules = rules(LEVELS[1]);
    let games = |bot: Bot| match bot {
        Bot::Planner => play_bot(&rules, &Planner::default(), 200, 0..6, Seed(3), &()),
        Bot::Random => play_bot(&rules, &RandomBot, 200, 0..6, Seed(3), &()),
    };
    let swaps =
        |bot| -> Vec<u32> { games(bot).unwrap().iter().map(|game| game.swaps).collect() };
    let (planned, random) = (swaps(Bot::Planner), swaps(Bot::Random));
    let mut game = Match3::<1>::new(Arc::clone(&rules));
    for (number, planned) in (0..).zip(&planned) {
        game.reset(Seed(3).child(number));
        let mut steps = 0;
        while let Some(action) = game.best_action() {
            game.step(action);
            steps += 1;
        }
        assert_eq!(steps, *planned);
    }
    assert!(planned.iter().sum::<u32>() < random.iter().sum());
}

enum Bot {
    Planner,
    Random,
}
