//! Running games with other goals and other cells.

use super::*;
use crate::Level;

/// A move of every turn until one session is over.
fn play_alike(one: &mut Session, other: &mut Session, moves: u32) {
    for _ in 0..moves {
        let Some(made) = one.hint(Strategy::Greedy.into()) else { break };
        one.play(made).unwrap();
        other.play(made).unwrap();
    }
}

#[test]
fn another_goal_counts_what_was_done_before() {
    let never = ["score:100000000"; 2];
    let level: Level = "......\n..1.a.\n......\n..2...\n......\n".parse().unwrap();
    let royal = of_royal().rules().level().clone();
    let goals = ["collect:7:3", "clear:specials", "score:400"];
    let of_royal = ["kind:box:2", "layers:grass:3", "make:rocket:2", "collect:9:2"];
    let cases = goals.map(|goal| (&level, never[0], goal)).into_iter();
    for (level, first, goal) in cases.chain(of_royal.map(|goal| (&royal, never[1], goal)))
    {
        let [first, goal]: [Goal; 2] = [first, goal].map(|goal| goal.parse().unwrap());
        let mut changed = Session::new(level, &first, Seed(9), 0).unwrap();
        let mut always = Session::new(level, &goal, Seed(9), 0).unwrap();
        for moves in 0..4 {
            let mut later = changed.clone();
            later.set_goal(&goal, &mut |_| ()).unwrap();
            assert_eq!(later.parts(), always.parts(), "{goal} after {moves}");
            assert_eq!(later.is_over(), always.is_over());
            assert_eq!(later.state().won, always.state().won);
            assert!(later.replay().is_none());
            let again = Session::load(&later.save()).unwrap();
            assert_eq!(again.state(), later.state());
            if always.is_over() {
                break;
            }
            play_alike(&mut always, &mut changed, 1);
        }
    }
}

#[test]
fn a_game_that_was_won_goes_on_to_another_goal() {
    for mut session in [session(2), of_royal()] {
        session.set_goal(&"score:300".parse().unwrap(), &mut |_| ()).unwrap();
        let mut session = played_for(session, 1000);
        assert!(session.state().won && session.moves().is_empty());

        let size = session.rules().level().size();
        let mut mirror = Mirror::new(size, session.elements());
        let goal = "score:900".parse().unwrap();
        session.set_goal(&goal, &mut |events| mirror.apply(events).unwrap()).unwrap();
        assert!(mirror.elements().eq(session.elements()));
        assert!(!session.is_over() && !session.moves().is_empty());
        let mut session = played_for(session, 1000);
        assert!(session.state().won);

        // The boards of the past are judged by it, too.
        session.set_goal(&"score:10".parse().unwrap(), &mut |_| ()).unwrap();
        assert!(session.undo());
        assert!(session.state().won && session.is_over());
        assert_eq!(session.hint(Strategy::Greedy.into()), None);
        assert!(session.moves().is_empty());
        let cells = [Cell::new(0, 0), Cell::new(0, 1)];
        assert_eq!(session.play(cells), Err(SwapError::Over));
    }
}

#[test]
fn goals_that_the_level_refuses_change_nothing() {
    for (mut session, goals) in [
        (session(2), ["collect:3:9", "make:rocket:1", "kind:blocked:1", "drop:1"]),
        (of_royal(), ["collect:3:9", "make:comet:1", "kind:tower:1", "drop:1"]),
    ] {
        let before = session.save();
        for goal in goals {
            let goal: Goal = goal.parse().unwrap();
            let result = session.set_goal(&goal, &mut |_| panic!("no event"));
            assert!(result.is_err(), "{goal}");
        }
        let empty = Goal::All { all: Vec::new() };
        assert!(session.set_goal(&empty, &mut |_| ()).is_err());
        assert_eq!(session.save(), before);
    }
}

/// All cells as they are.
fn contents(session: &Session) -> Vec<CellContents> {
    let Blocks { kinds, tokens, colors } = session.state().board;
    let cells = kinds.size().cells();
    let one = |cell: Cell| {
        let row = tokens.get(cell.row as usize);
        let token = row.map(|row| row[cell.column as usize].clone());
        let token = token.unwrap_or_else(|| kinds[cell].glyph().to_string());
        CellContents { cell, token, color: colors[cell] }
    };
    cells.map(one).collect()
}

#[test]
fn cells_set_to_what_they_hold_stay_as_they_are() {
    for session in [session(2), of_royal()] {
        let mut session = played_for(session, 3);
        let (before, elements) = (session.state(), session.elements());
        let all = contents(&session);
        let mut kinds = Vec::new();
        session
            .set_cells(&all, &mut |step| kinds.extend(step.iter().map(|it| it.kind)))
            .unwrap();
        assert_eq!(kinds, [EventKind::Edit, EventKind::Rest]);
        assert_eq!((session.state(), session.elements()), (before, elements));
    }
}

#[test]
fn cells_are_set_with_events_and_taken_back() {
    let mut set = [0; 2];
    for (which, session) in [session(2), of_royal()].into_iter().enumerate() {
        let mut session = played_for(session, 2);
        let size = session.rules().level().size();
        let mut rng = Seed(3).rng();
        for _ in 0..300 {
            let cell = size.cell(rng.below(size.area() as u32) as usize);
            let tokens = [".", "b", "2", "a", "box1", ".+chain1", "rR-", "-", "._grass2"];
            let token = tokens[rng.below(tokens.len() as u32) as usize].to_owned();
            let color = (rng.below(2) == 0).then(|| rng.below(4));
            let one = CellContents { cell, token, color };
            let before = (session.save(), session.state());
            let mut mirror = Mirror::new(size, session.elements());
            let see = &mut |events: Events<'_>| mirror.apply(events).unwrap();
            match session.set_cells(std::slice::from_ref(&one), see) {
                Ok(()) => {
                    set[which] += 1;
                    assert!(mirror.elements().eq(session.elements()), "{one:?}");
                    let again = Session::load(&session.save()).unwrap();
                    assert_eq!(again.state(), session.state(), "{one:?}");
                    if rng.below(2) == 0 {
                        assert!(session.undo());
                        assert_eq!(session.state(), before.1);
                    }
                }
                Err(error) => assert_eq!(session.save(), before.0, "{one:?}: {error}"),
            }
            session = played_for(session, 1);
        }
    }
    assert!(set.iter().all(|&set| set > 20), "{set:?}");
}

/// Why a cell is not set.
fn refused(
    session: &mut Session,
    row: u32,
    column: u32,
    token: &str,
    color: Option<u32>,
) -> String {
    let before = session.save();
    let token = token.to_owned();
    let one = CellContents { cell: Cell::new(row, column), token, color };
    let error = session.set_cells(&[one], &mut |_| panic!("no event")).unwrap_err();
    assert_eq!(session.save(), before);
    error.to_string()
}

#[test]
fn cells_that_the_level_cannot_have_are_refused() {
    let mut classic = session(2);
    for (row, column, token, color) in [
        (0, 0, "_", None),
        (0, 0, "#", None),
        (0, 0, "1", None),
        (1, 4, "2", None),
        (1, 4, "b", Some(0)),
        (1, 2, "a", Some(0)),
        (3, 2, "3", None),
    ] {
        let error = refused(&mut classic, row, column, token, color);
        assert!(error.contains("cannot have these contents"), "{token}: {error}");
    }
    let outside = refused(&mut classic, 9, 0, ".", Some(0));
    assert!(outside.contains("outside the board"), "{outside}");
    let without = refused(&mut classic, 1, 2, ".", None);
    assert!(without.contains("a block needs a colour"), "{without}");
    let unknown = refused(&mut classic, 0, 0, ".", Some(9));
    assert!(unknown.contains("no colour 9"), "{unknown}");

    let mut royal = of_royal();
    let names = royal.rules().level().color_names();
    let letter = &names[1][..1];
    let other = refused(&mut royal, 0, 0, letter, Some(2));
    assert!(other.contains("another colour than that of the token"), "{other}");
    let none = refused(&mut royal, 0, 0, "box1", Some(2));
    assert!(none.contains("what has no colour gets none"), "{none}");
    assert!(refused(&mut royal, 0, 0, "#", None).contains("cannot have"));
    assert!(refused(&mut royal, 0, 0, "tower1", None).contains("unknown name"));
}

/// An obstacle that a conveyor carries is reported, shown and saved, and no cell of the conveyor is set through it.
#[test]
fn an_obstacle_rides_on_a_conveyor() {
    let text = r##"{"schema": "tilewright/level/2", "rows": 5, "columns": 4, "colors": 4, "rules": "royal",
        "layout": [[".", ".", ".", "."], [".", ".", ".", "."], [".", ".", ".", "."], [".", ".", ".", "."], ["#", ".", ".", "."]],
        "cells": {"conveyors": [[[4, 0], [4, 1], [4, 2]]]}, "goal": {"score": 100000}}"##;
    let level: Level = text.parse().unwrap();
    let mut session =
        Session::new(&level, &level.goal.clone().unwrap(), Seed(1), 0).unwrap();
    for column in [1, 2, 0, 1] {
        let made = session.hint(Strategy::Greedy.into()).unwrap();
        let events = session.play(made).unwrap();
        let carried = |it: &&NamedEvent| {
            it.manner == Manner::Conveyor && it.to == Some(Cell::new(4, column))
        };
        let carried = events.iter().find(carried).unwrap();
        let state = session.state();
        let obstacle = state.elements.iter().find(|it| it.id == carried.id).unwrap();
        assert_eq!((obstacle.look.token.as_str(), obstacle.cell.column), ("#", column));
        assert_eq!(state.board.tokens[4].iter().filter(|token| *token == "#").count(), 1);
        assert_eq!(Session::load(&session.save()).unwrap().state(), state);

        for (column, token, color) in
            [(column, ".", Some(0)), ((column + 1) % 3, "#", None)]
        {
            let error = refused(&mut session, 4, column, token, color);
            assert!(error.contains("cannot have these contents"), "{token}: {error}");
        }
    }
}

#[test]
fn a_line_of_blocks_is_no_board_at_rest() {
    for mut session in [session(2), of_royal()] {
        let before = session.save();
        let line: Vec<_> = (0..3)
            .map(|column| CellContents {
                cell: Cell::new(0, column),
                token: ".".to_owned(),
                color: Some(1),
            })
            .collect();
        let error = session.set_cells(&line, &mut |_| panic!("no event")).unwrap_err();
        assert!(error.to_string().contains("that is not cleared"), "{error}");
        assert_eq!(session.save(), before);
    }
}
