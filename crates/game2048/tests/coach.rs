//! What a coach says of games: records in all their forms, assessments, reasons, lines.

use std::fmt::Write as _;

use tilewright_2048::{
    Assessment, Board, Grade, GreedyPlayer, Line, MAX_POSITIONS, Move, Network,
    NetworkPlayer, PerfectPlayer, Player, Position, Quality, RandomPlayer, Reason,
    Record, Review, RolloutResult, Rollouts, Session, Setup, Solution, reasons,
};
use tilewright_grid::{Estimate, Heading, Rng, Seed, Size};
use tilewright_play::Session as _;

/// A game of the random player, and its record.
fn game(size: Size, number: u32) -> (Session, Record) {
    let mut session = Session::new(Setup::new(size, Seed(5)), number).unwrap();
    session.set_undo_depth(usize::MAX);
    let mut rng = Seed(number.into()).rng();
    while let Some(heading) = RandomPlayer.choose(session.game().board(), &mut rng) {
        session.play(Move(heading)).unwrap();
    }
    let record = Record::of(&session);
    (session, record)
}

/// The boards of a record as text, with the moves or without.
fn text(record: &Record, with_moves: bool) -> String {
    let mut text = String::new();
    for Position { board, made, .. } in &record.positions {
        let _ = writeln!(text, "{board}");
        if let Some(made) = made.filter(|_| with_moves) {
            let _ = writeln!(text, "{}", Move(made));
        }
        text.push('\n');
    }
    text
}

/// The boards of a record as lines of JSON.
fn lines(record: &Record) -> String {
    let line = |Position { board, score, made }: &Position| {
        let made = made.map(Move);
        format!(
            "{}\n",
            serde_json::json!({ "board": board, "score": score, "move": made })
        )
    };
    record.positions.iter().map(line).collect()
}

#[test]
fn a_game_is_the_same_in_all_forms() {
    for size in [Size::new(4, 4), Size::new(2, 3), Size::new(5, 4)] {
        for number in 0..20 {
            let (session, record) = game(size, number);
            assert!(record.is_whole());
            assert_eq!(record.positions.len() as u32, session.game().moves() + 1);
            assert_eq!(Record::read(&session.save()).unwrap(), record, "saved");
            let within = serde_json::json!({ "text": session.save() }).to_string();
            assert_eq!(
                Record::read(&within).unwrap(),
                record,
                "saved, within a document"
            );

            let plain = Record { four_probability: None, ..record.clone() };
            assert_eq!(Record::read(&lines(&record)).unwrap(), plain, "lines of JSON");
            let document = serde_json::json!({ "text": text(&record, true) }).to_string();
            for text in [text(&record, true), document] {
                let read = Record::read(&text).unwrap();
                assert!(read.is_whole());
                let moves = |record: &Record| {
                    let positions = record.positions.iter();
                    positions.map(|it| (it.board, it.made)).collect::<Vec<_>>()
                };
                assert_eq!(moves(&read), moves(&record), "text");
            }
        }
    }
}

#[test]
fn moves_that_are_not_given_lead_to_the_next_board() {
    for number in 0..50 {
        let (_, record) = game(Size::new(4, 4), number);
        let read = Record::read(&text(&record, false)).unwrap();
        assert!(read.is_whole());
        for (found, own) in read.positions.iter().zip(&record.positions) {
            // Seldom two moves lead to the same board.
            if found.made != own.made {
                let [found, own] = [found.made, own.made]
                    .map(|made| own.board.slide(made.unwrap()).unwrap().board);
                let differing = found.codes().zip(own.codes()).filter(|(a, b)| a != b);
                assert!(differing.count() <= 2, "{found:?} {own:?}");
            }
        }
        // The scores of the first board and of all moves are known.
        let [found, own] = [&read, &record].map(|it| it.positions.last().unwrap().score);
        if read.positions.iter().zip(&record.positions).all(|(a, b)| a.made == b.made) {
            let start = record.positions[0].board.sum();
            assert!(found.abs_diff(own) <= 4 * start, "{found} {own}");
        }
    }
}

#[test]
fn boards_come_from_anywhere() {
    let board: Board = "2 0 4\n0 8 0\n16 0 0".parse().unwrap();
    let one = |text: &str| {
        let record = Record::read(text).unwrap();
        assert_eq!(record.positions.len(), 1, "{text}");
        record.positions[0].board
    };
    for text in [
        "2 . 4\n. 8 .\n16 . .",
        "2,0,4\n0,8,0\n16,0,0\n",
        "|  2 |    |  4 |\n|    |  8 |    |\n| 16 |    |    |",
        "+----+----+----+\n| 2 | | 4 |\n+----+----+----+\n| | 8 | |\n+----+----+----+\n|16| | |\n+----+----+----+\n",
        "| 2 | . | 4 |\n|:--|:--|:--|\n||8||\n|16|||",
        "[[2,0,4],[0,8,0],[16,0,0]]",
        "{\"board\":[[2,0,4],[0,8,0],[16,0,0]]}",
        "{\"positions\":[{\"board\":[[2,0,4],[0,8,0],[16,0,0]],\"move\":null}]}",
    ] {
        assert_eq!(one(text), board, "{text}");
    }

    // The original game writes columns.
    let cell = |value: u32| serde_json::json!({ "position": {}, "value": value });
    let grid = serde_json::json!({
        "grid": { "size": 3, "cells": [[cell(2), null, cell(16)], [null, cell(8), null], [cell(4), null, null]] },
        "score": 40, "over": false, "won": false,
    });
    let record = Record::read(&grid.to_string()).unwrap();
    assert_eq!(record.positions, [Position { board, score: 40, made: None }]);

    // Boards without empty lines are square; lists and lines may hold many.
    let many = "2 0\n0 2\n2 2\n2 0\n4 0\n4 2\n";
    assert_eq!(Record::read(many).unwrap().positions.len(), 3);
    let list = "[[[2,0],[0,2]],{\"board\":[[2,2],[2,0]],\"move\":\"left\"}]";
    let record = Record::read(list).unwrap();
    assert_eq!(record.positions[1].made, Some(Heading::West));
    assert_eq!(record.positions[0].made, Some(Heading::North), "found");
    let [apart] = &[Record::read("2 0\n0 2\n\n16 2\n4 2\n").unwrap()];
    assert!(!apart.is_whole());
    assert_eq!(apart.positions[0].made, None);
}

#[test]
fn records_that_are_wrong_say_where() {
    let error = |text: &str| {
        let error = Record::read(text).unwrap_err();
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        format!("{error}{}", cause.map_or_else(String::new, |it| format!(": {it}")))
    };
    let many = "[[2,0],[0,2]]\n".repeat(MAX_POSITIONS + 1);
    for (text, expected) in [
        ("", "found no board"),
        ("2 0\n0 2\nleft\nup", "board 1: two moves stand below it"),
        ("left\n2 0\n0 2", "board 1: a move stands above it"),
        (
            "2 0\n0 2\nsideways",
            "line 3: expected a row of tiles or up, right, down or left",
        ),
        ("2 0\n0 2\n\n2 0 0\n0 2 0", "board 2 is 2 × 3, board 1 is 2 × 2"),
        ("2 0\n0 3", "board 1: row 2, column 2: expected 0 or a power of two"),
        ("2 0 0 2", "board 1: a board has 2 to 5 rows"),
        ("2 4\n8 16\nleft", "board 1: the move left is not legal on it"),
        ("{\"board\":[[2,0],[0,2]],\"move\":\"north\"}", "board 1: expected up, right"),
        ("{\"board\":7}", "board 1: expected {\"board\""),
        ("{\"grid\":7}", "board 1: expected {\"board\""),
        ("[[2,0],[0,2]", "the text ends within a list"),
        ("{\"text\":\"{\\\"text\\\":1}\"}", "board 1: expected"),
        ("{\"text\":\"\"}", "found no board"),
        ("{\"text\":\"{\\\"text\\\":\\\"2 0\\\"}\"}", "found another `text`"),
        ("{\"board\":[[2,0],[0,2]],\"score\":-5}", "board 1: expected a score from 0"),
        ("{\"board\":[[2,0],[0,2]],\"score\":18446744073709551615}", "expected a score"),
        ("{\"grid\":{\"cells\":[[0,0,0,0,0,0,0,0],0,0,0,0,0,0,0,0]}}", "found 6 × 6"),
        (&many, "a record has at most 131072 boards"),
    ] {
        let found = error(text);
        assert!(found.contains(expected), "{text:.40}: {found}");
    }
}

#[test]
fn losses_have_qualities_and_games_grades() {
    let board: Board = "2 2 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 2".parse().unwrap();
    let assessed = |made, own: f64| {
        let position = Position { board, score: 500, made: Some(made) };
        Assessment::new(&position, [Some(500.0), None, Some(own), None], true)
    };
    for (own, quality) in [
        (500.0, Quality::Best),
        (499.0, Quality::Good),
        (490.0, Quality::Inaccuracy),
        (475.0, Quality::Mistake),
        (450.0, Quality::Blunder),
        (-1e9, Quality::Blunder),
    ] {
        let found = assessed(Heading::South, own);
        assert_eq!(found.quality, Some(quality), "{own}");
        assert!(found.share.unwrap() <= 1.0);
        assert_eq!(found.best, Some(Heading::North));
    }
    let best = assessed(Heading::North, 0.0);
    assert_eq!((best.loss, best.other()), (Some(0.0), Some(Heading::South)));

    let found = [500.0, 475.0, 490.0].map(|own| assessed(Heading::South, own));
    let review = Review::new(&found);
    assert_eq!((review.moves, review.qualities), (3, [1, 0, 1, 1, 0]));
    assert_eq!(review.grade, Some(Grade::D), "{:?}", review.share);
    // Shares of 0, 0.025 and 0.01, of which the mean has a standard error of 0.0072.
    let share = review.share.unwrap();
    assert!((share.mean - 0.035 / 3.0).abs() < 1e-12, "{share:?}");
    let above = share.ci95[1] - share.mean;
    assert!((above - 4.303 * 0.00726).abs() < 1e-4, "{share:?}");
    assert!(share.ci95[0].abs() < 1e-12, "no share is below 0: {share:?}");
    assert_eq!(Review::worst(&found), [1, 2]);
}

#[test]
fn an_assessment_by_exact_values_finds_no_loss_in_perfect_play() {
    let size = Size::new(2, 3);
    let solution = std::sync::Arc::new(Solution::new(size, 0.1).unwrap());
    let mut perfect = PerfectPlayer::new(solution);
    for number in 0..5 {
        let (_, record) = game(size, number);
        for position in &record.positions {
            let found = Assessment::new(position, perfect.values(position.board), true);
            let choice = perfect.choose(position.board, &mut Seed(0).rng());
            assert_eq!(found.best, choice);
            if let Some(made) = choice {
                let played = Position { made: Some(made), ..*position };
                let found = Assessment::new(&played, found.values, true);
                assert_eq!(found.quality, Some(Quality::Best));
            }
        }
    }
}

#[test]
fn a_search_within_nodes_forgets_other_boards() {
    let (_, record) = game(Size::new(4, 4), 1);
    let player = || NetworkPlayer::within(Network::ready(), 300, 0.0, 0.1);
    let mut one = player();
    for position in record.positions.iter().rev() {
        assert_eq!(one.values(position.board), player().values(position.board));
    }
}

#[test]
fn reasons_can_be_seen_on_the_board() {
    let why =
        |text: &str, moves| reasons(text.parse::<Board>().unwrap(), moves, 0.1, None);
    let [north, east, south, west] = Heading::ALL;

    let corner = why("256 64 8 2\n4 4 2 0\n0 0 0 0\n0 0 0 0", [west, south]);
    assert!(corner.contains(&Reason::Corner { tile: 256 }), "{corner:?}");
    let sentence = Reason::Corner { tile: 256 }.sentence(Move(west), Move(south));
    assert_eq!(sentence, "down takes the 256 out of its corner");

    let merges = why("64 64 2 4\n2 4 8 2\n0 0 0 0\n0 0 0 0", [west, south]);
    assert!(merges.contains(&Reason::Merges { better: 128, worse: 0 }), "{merges:?}");
    assert!(merges.contains(&Reason::Room { better: 9, worse: 8 }), "{merges:?}");

    let caught = why("0 256 128 0\n4 0 0 0\n0 0 0 0\n0 0 0 2", [west, north]);
    assert!(!caught.iter().any(|it| matches!(it, Reason::Caught { .. })), "{caught:?}");
    let caught = why("256 0 128 0\n0 4 0 0\n0 0 0 0\n0 0 0 2", [west, north]);
    assert!(caught.contains(&Reason::Caught { tile: 4, between: 128 }), "{caught:?}");

    let forced = why("2 4 8 16\n32 64 128 256\n2 4 8 16\n2 4 8 4", [south, east]);
    assert!(forced.is_empty(), "right is not legal: {forced:?}");
    let text = "2 2 8 2\n8 32 16 4\n64 128 64 16\n256 16 128 32";
    let over = why(text, [west, east]);
    assert_eq!(over[0], Reason::Over { better: 0.0, worse: 0.9 }, "{over:?}");
    assert_eq!(
        over[0].sentence(Move(west), Move(east)),
        "after right the game is over at once with a probability of 90 %, after left of 0 %"
    );
    // A tile that has just merged was in no corner.
    let joined = why("256 256 8 2\n4 2 0 0\n0 0 0 0\n0 0 0 0", [west, east]);
    assert!(!joined.iter().any(|it| matches!(it, Reason::Corner { .. })), "{joined:?}");
}

#[test]
fn risks_are_those_of_all_new_tiles() {
    let count = |after: Board, code: u8, is_one: &dyn Fn(Board) -> bool| {
        let boards = after.empty_cells().map(|index| after.with_code(index, code));
        let all: Vec<bool> = boards.map(is_one).collect();
        all.iter().filter(|&&it| it).count() as f64 / all.len() as f64
    };
    let (mut over, mut forced) = (0, 0);
    for number in 0..200 {
        let (_, record) = game(Size::new(3, 3), number);
        for board in record.positions.iter().map(|position| position.board) {
            let slides: Vec<_> = board.slides().collect();
            for (heading, right) in &slides {
                for (other, wrong) in &slides {
                    let found = reasons(board, [*heading, *other], 0.1, None);
                    let is_over = |board: Board| !board.has_move();
                    let is_forced = |board: Board| board.slides().count() < 2;
                    let [a, b] = [right.board, wrong.board].map(|after| {
                        0.9 * count(after, 1, &is_over) + 0.1 * count(after, 2, &is_over)
                    });
                    let [c, d] =
                        [right.board, wrong.board].map(|it| count(it, 1, &is_forced));
                    let at = |reason: &Reason| found.contains(reason);
                    let is_riskier = b >= a + 0.01;
                    assert_eq!(at(&Reason::Over { better: a, worse: b }), is_riskier);
                    let is_narrower = !is_riskier && d >= c + 0.1;
                    assert_eq!(at(&Reason::Forced { better: c, worse: d }), is_narrower);
                    over += u32::from(is_riskier);
                    forced += u32::from(is_narrower);
                }
            }
        }
    }
    assert!(over > 20 && forced > 20, "{over} {forced}");
}

#[test]
fn games_that_are_played_on_show_a_risk_and_a_loss() {
    // After right the board is full, and no two tiles are equal; after left two merge.
    let board: Board = "2 2 8 2\n8 32 16 4\n64 128 64 16\n256 16 128 32".parse().unwrap();
    let moves = [Heading::West, Heading::East];
    let mut player = NetworkPlayer::new(Network::ready(), 1, 0.0, 0.1);
    let settings = Rollouts { games: 400, moves: 200, ..Rollouts::default() };
    let mut play = || settings.after(board, moves, 0.1, &mut player, &());
    let found = play().unwrap();
    assert_eq!(play(), Some(found), "the same again");
    assert_eq!((found.games, found.moves), (400, 200));

    let mut on = |heading: Heading| {
        let slide = board.slide(heading).unwrap();
        let (mut over, mut points) = (0, 0.0);
        for game in 0..400 {
            let mut rng = Seed(9).child(game).rng();
            let mut board = slide.board.spawn(0.1, &mut rng);
            points += slide.gain as f64;
            for _ in 0..200 {
                let Some(made) = player.choose(board, &mut rng) else { break };
                let slide = board.slide(made).unwrap();
                points += slide.gain as f64;
                board = slide.board.spawn(0.1, &mut rng);
            }
            points += player.values(board).into_iter().flatten().fold(0.0, f64::max);
            over += u32::from(!board.has_move());
        }
        (f64::from(over) / 400.0, points / 400.0)
    };
    let (better, worse) = (on(moves[0]), on(moves[1]));
    for (estimate, own) in found.over.into_iter().zip([better.0, worse.0]) {
        let [low, high] = estimate.ci95;
        assert!((low - 0.06..=high + 0.06).contains(&own), "{estimate:?} {own}");
    }
    let loss = better.1 - worse.1;
    let far = (loss - found.loss.mean).abs();
    assert!(loss > 50_000.0 && far < 3.0 * found.loss.half_width(), "{loss} {found:?}");
    let far = (better.1 - found.points.mean).abs();
    assert!(far < 3.0 * found.points.half_width(), "{better:?} {found:?}");

    let [soon, sooner] = found.over;
    let why = reasons(board, moves, 0.1, Some(&found));
    assert_eq!(why[1], Reason::Ends { moves: 200, better: soon, worse: sooner });
    let same = RolloutResult { over: [soon; 2], ..found };
    let why = reasons(board, moves, 0.1, Some(&same));
    assert!(!why.iter().any(|it| matches!(it, Reason::Ends { .. })), "no risk: {why:?}");

    let watch = || std::ops::ControlFlow::Break(());
    let mut after = |moves, watch| settings.after(board, moves, 0.1, &mut player, watch);
    assert_eq!(after(moves, &watch), None);
    assert_eq!(after([Heading::North, Heading::East], &()), None, "up is not legal");
}

#[test]
fn games_that_are_played_on_correct_what_values_say() {
    let board: Board = "2 2 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 2".parse().unwrap();
    let [north, east, ..] = Heading::ALL;
    let found = |made| {
        let position = Position { board, score: 500, made };
        Assessment::new(&position, [Some(500.0), Some(450.0), None, Some(300.0)], true)
    };
    let played = |loss: f64| {
        let about = |mean: f64| Estimate { mean, ci95: [mean - 1.0, mean + 1.0] };
        let (points, loss, over) =
            (about(700.0), about(loss), [Estimate::of_share(0, 400); 2]);
        RolloutResult { games: 400, moves: 200, points, loss, over }
    };

    let before = found(Some(east));
    assert!(before.is_doubtful());
    assert_eq!((before.loss, before.quality), (Some(50.0), Some(Quality::Blunder)));
    let after = before.played_on(played(30.0));
    assert_eq!((after.loss, after.quality), (Some(30.0), Some(Quality::Mistake)));
    assert_eq!((after.expected, after.gap()), (Some(1000.0), Some(30.0)));
    assert_eq!((after.basis(), after.share), (Some(1200.0), Some(0.025)));
    // More points after the other move are no loss.
    let equal = before.played_on(played(-20.0));
    assert_eq!((equal.loss, equal.quality), (Some(0.0), Some(Quality::Best)));
    // The mean is that of the values, as the grades are.
    let [one, other] = [before, after].map(|it| Review::new(&[it]));
    assert_eq!((one.share, one.grade), (other.share, other.grade));
    assert_ne!(one.qualities, other.qualities);

    // The best move loses nothing, and is compared with the next best.
    let best = found(Some(north)).played_on(played(30.0));
    assert_eq!((best.loss, best.gap()), (Some(0.0), Some(30.0)));
    let none = found(None).played_on(played(30.0));
    assert_eq!((none.loss, none.other(), none.gap()), (None, Some(east), Some(30.0)));
}

#[test]
fn a_line_has_tiles_of_median_value_and_scores() {
    struct Counting;
    impl Player for Counting {
        fn choose(&mut self, board: Board, _: &mut Rng) -> Option<Heading> {
            board.slides().next().map(|(heading, _)| heading)
        }
        fn values(&mut self, board: Board) -> [Option<f64>; 4] {
            // The higher the number of the cell of the new 2, the better.
            let at = board.codes().rposition(|code| code == 1).unwrap_or(0) as f64;
            Heading::ALL.map(|it| board.slide(it).map(|_| at))
        }
    }
    let board: Board = "64 64 0\n0 0 0\n0 0 0".parse().unwrap();
    let line = Line::new(board, Heading::West, 1, &mut Counting);
    // The tile is in one of the eight cells 1 to 8; the lower median of them is 4.
    assert_eq!(line.0[0].cell.map(|cell| (cell.row, cell.column)), Some((1, 1)));
    assert_eq!(line.0[0].points, 128);
    let other = Line::new(board, Heading::South, 1, &mut Counting);
    let reason = line.reason_against(&other);
    assert_eq!(reason, Some(Reason::Line { moves: 1, better: 128, worse: 0 }));
    assert_eq!(other.reason_against(&line), None);
}

#[test]
fn a_line_follows_the_rules() {
    for number in 0..10 {
        let (_, record) = game(Size::new(3, 3), number);
        for position in record.positions.iter().step_by(7) {
            let Some(made) = position.made else { continue };
            let line = Line::new(position.board, made, 3, &mut GreedyPlayer);
            let mut board = position.board;
            assert_eq!(line.0[0].made, Move(made));
            for step in &line.0 {
                let slide = board.slide(step.made.0).expect("legal");
                assert_eq!(step.points, slide.gain);
                let cell = step.cell.expect("a legal move leaves an empty cell");
                let index = (cell.row * 3 + cell.column) as usize;
                board = slide.board.with_code(index, 1);
                assert_eq!((slide.board.tile(index), board), (0, step.board));
            }
            let again = Line::new(position.board, made, 3, &mut GreedyPlayer);
            assert_eq!(line.to_string(), again.to_string());
        }
    }
}
