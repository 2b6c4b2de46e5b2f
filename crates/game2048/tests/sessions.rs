//! A person's game: written, read, damaged; and how its moves look.

use proptest::prelude::*;
use tilewright_2048::{
    Board, Event, GLIDE, Game, GreedyPlayer, Hint, Motion, Move, MoveError, POP, Player,
    RandomPlayer, SavedError, Session, Setup, UNDO_DEPTH,
};
use tilewright_grid::{Heading, Seed, Size};
use tilewright_play::Session as _;

const fn setup(rows: u32, columns: u32, seed: u64) -> Setup {
    Setup { size: Size::new(rows, columns), four_probability: 0.1, seed: Seed(seed) }
}

/// A game after these moves, those that are not legal left out.
fn played(setup: Setup, moves: &[usize]) -> Session {
    let mut session = Session::new(setup, 2).unwrap().with_best(100);
    session.set_undo_depth(usize::MAX);
    for &index in moves {
        let _ = session.play(Move(Heading::ALL[index]));
    }
    session
}

fn moves() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..4_usize, 0..80)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_game_goes_on_from_its_document(
        rows in 2..=5_u32, columns in 2..=5_u32, seed: u64, before in moves(), after in moves(),
    ) {
        let mut session = played(setup(rows, columns, seed), &before);
        let text = session.save();
        let mut again = Session::load(&text).unwrap();
        prop_assert_eq!(again.save(), text);
        prop_assert_eq!(again.best(), session.best());
        for index in after {
            let made = Move(Heading::ALL[index]);
            prop_assert_eq!(again.play(made), session.play(made));
            prop_assert_eq!(again.game().board(), session.game().board());
        }
        while session.undo() {
            prop_assert!(again.undo());
        }
        prop_assert_eq!(again.game().board(), session.game().board());
    }

    #[test]
    fn an_altered_document_is_refused_or_the_same_game(
        moves in moves(), at in 0.0..1.0_f64, sign in "[ -~]",
    ) {
        let session = played(setup(4, 4, 5), &moves);
        let mut text = session.save();
        let place = (at * text.len() as f64) as usize;
        // Without its last character, the end of the line, it is still whole.
        let is_whole = place + 1 == text.len();
        prop_assert_eq!(Session::load(&text[..place]).is_ok(), is_whole);
        text.replace_range(place..=place, &sign);
        if let Ok(again) = Session::load(&text) {
            prop_assert_eq!(again.state(), session.state());
            prop_assert_eq!(again.best(), session.best());
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = Session::load(&text);
    }

    #[test]
    fn tiles_glide_to_where_the_move_leads(
        rows in 2..=5_u32, columns in 2..=5_u32, seed: u64, moves in moves(),
    ) {
        let mut game = Game::new(&setup(rows, columns, seed), Seed(seed)).unwrap();
        for index in moves {
            let (before, heading) = (game.clone(), Heading::ALL[index]);
            let empty = Board::empty(before.board().size()).unwrap();
            let glides = before.board().glides(heading);
            let laid = glides.iter().fold(empty, |board, glide| {
                board.with_code(glide.to, glide.code + u8::from(glide.merges))
            });
            let tiles = before.board().area() - before.board().empty_count();
            prop_assert_eq!(glides.len(), tiles);
            let joined = glides.iter().filter(|glide| glide.merges).count();
            prop_assert_eq!(joined % 2, 0);
            let expected = before.board().slide(heading);
            prop_assert_eq!(laid, expected.map_or(before.board(), |slide| slide.board));
            if game.play(heading).is_none() {
                continue;
            }
            let motion = Motion::new(&before, heading, &game);
            let begin = motion.sprites(0.0);
            prop_assert_eq!(begin.len(), tiles);
            // In the end each cell shows on top what the board holds.
            let mut shown = empty;
            for sprite in motion.sprites(GLIDE + POP) {
                prop_assert!((sprite.scale - 1.0).abs() < 1e-9);
                let cell = sprite.row as usize * columns as usize + sprite.column as usize;
                shown = shown.with_code(cell, sprite.code);
            }
            prop_assert_eq!(shown, game.board());
        }
    }
}

#[test]
fn a_document_is_small_and_plain() {
    insta::assert_snapshot!(played(setup(3, 4, 1), &[0, 1, 2, 3, 0, 1]).save());
}

#[test]
fn damaged_documents_are_refused_with_a_reason() {
    let session = played(setup(4, 4, 1), &[0, 1, 2, 3, 0, 1, 2, 3]);
    let text = session.save();
    let swapped = |from: &str, to: &str| text.replacen(from, to, 1);
    let cases = [
        String::new(),
        "[]".to_owned(),
        "{}".to_owned(),
        text[..text.len() / 2].to_owned(),
        swapped("game2048/3", "game2048/9"),
        swapped("\"four_probability\":0.1", "\"four_probability\":1.5"),
        swapped("\"score\":", "\"score\":1"),
        swapped("\"best\":100", "\"best\":1"),
        swapped("\"best\":100", "\"best\":900"),
        swapped("\"four_probability\":0.1", "\"four_probability\":0.1000001"),
        swapped("\"seed\":1", "\"seed\":2"),
        swapped("\"moves\":\"u", "\"moves\":\"x"),
        swapped("\"moves\":\"u", "\"moves\":\"uuuuuuu"),
        swapped("[[", "[[3,"),
        swapped("\"rules\":1", "\"rules\":2"),
        swapped("\"moves\":\"", &format!("\"from\":{},\"moves\":\"", other_game())),
    ];
    let told = cases.map(|text| match Session::load(&text) {
        Ok(_) => "read".to_owned(),
        Err(error) => error.to_string(),
    });
    insta::assert_snapshot!(told.join("\n"));
}

/// A game of another size, as a document holds it.
fn other_game() -> String {
    serde_json::to_string(Session::new(setup(3, 3, 1), 0).unwrap().game()).unwrap()
}

#[test]
fn a_game_that_cannot_be_is_refused() {
    let mut game = Game::new(&setup(4, 4, 1), Seed(1)).unwrap();
    (0..30).for_each(|index| _ = game.play(Heading::ALL[index % 4]));
    let text = serde_json::to_string(&game).unwrap();
    let read = |text: &str| serde_json::from_str::<Game>(text);
    let again = read(&text).unwrap();
    assert_eq!((again.board(), again.score()), (game.board(), game.score()));

    let (moves, score) = (game.moves(), game.score());
    let cases = [
        (format!("\"score\":{score}"), format!("\"score\":{}", score + 4)),
        (format!("\"moves\":{moves}"), format!("\"moves\":{}", moves + 1)),
        (format!("\"moves\":{moves}"), format!("\"moves\":{}", u32::MAX)),
        ("\"four_probability\":0.1".to_owned(), "\"four_probability\":2.0".to_owned()),
        ("\"board\":[[".to_owned(), "\"board\":[[3,".to_owned()),
    ];
    for (from, to) in cases {
        assert!(
            text.contains(&from) && read(&text.replacen(&from, &to, 1)).is_err(),
            "{to}"
        );
    }
}

/// The document of a long game has a fixed length, and reading it makes 64 moves, not thousands.
#[test]
fn a_session_costs_the_same_at_any_move() {
    let mut session = Session::new(setup(4, 4, 9), 0).unwrap();
    let mut player = GreedyPlayer;
    let (mut lengths, mut number) = (Vec::new(), 0);
    while lengths.len() < 200 {
        if let Some(made) = session.hint(&mut player) {
            session.play(made).unwrap();
        } else {
            number += 1;
            session = Session::new(setup(4, 4, 9), number).unwrap();
        }
        if session.game().moves() > 100 {
            lengths.push(session.save().len());
            assert_eq!(session.turns().len(), UNDO_DEPTH);
        }
    }
    let (min, max) = (lengths.iter().min().unwrap(), lengths.iter().max().unwrap());
    assert!(max - min < 100 && *max < 900, "{min} to {max} bytes");

    let mut again = Session::load(&session.save()).unwrap();
    assert_eq!(again.save(), session.save());
    for _ in 0..UNDO_DEPTH {
        assert!(again.undo() && session.undo());
        assert_eq!(again.game().board(), session.game().board());
    }
    assert!(!again.undo() && !session.undo());
    let made = session.moves()[0];
    assert_eq!(again.play(made), session.play(made), "the same new tile");

    session.set_undo_depth(0);
    assert!(!session.undo());
}

#[test]
fn documents_without_a_checksum_are_refused() {
    let text = played(setup(3, 4, 1), &[0, 1, 2, 3, 0, 1]).save();
    let (keys, _) = text.split_once(",\"checksum\"").unwrap();
    let bare = format!(
        "{keys}}}
"
    );
    assert!(matches!(Session::load(&bare), Err(SavedError::Checksum)));
}

#[test]
fn events_tell_what_slid_was_joined_and_came() {
    let mut session = played(setup(4, 4, 1), &[3, 2, 3, 2, 1]);
    let mut rng = Seed(1).rng();
    let mut score = session.state().score;
    while let Some(made) = session.hint(&mut RandomPlayer) {
        let (before, moves) = (session.game().board(), session.moves());
        for heading in Heading::ALL {
            let is_legal = moves.contains(&Move(heading));
            assert_eq!(before.slide(heading).is_some(), is_legal);
        }
        let mut laid = before;
        let mut gain = 0;
        for event in session.play(made).unwrap() {
            let code = |tile: u32| tile.trailing_zeros() as u8;
            match event {
                Event::Slid { tile, from, .. } => {
                    assert_eq!(before.tile(before.size().index(from)), tile);
                    laid = laid.with_code(laid.size().index(from), 0);
                }
                Event::Joined { tile, .. } => gain += u64::from(tile),
                Event::Spawned { tile, cell } => {
                    assert_eq!(
                        session.game().board().tile(laid.size().index(cell)),
                        tile
                    );
                    assert!(code(tile) <= 2);
                }
            }
        }
        assert_eq!(session.state().score, score + gain);
        score += gain;
        if rng.chance(0.02) {
            break;
        }
    }
}

#[test]
fn events_are_plain_json() {
    let mut session = played(setup(2, 3, 1), &[0, 1]);
    let made = session.hint(&mut GreedyPlayer).unwrap();
    let events = session.play(made).unwrap();
    let told = [
        serde_json::to_string(&session.state()).unwrap(),
        serde_json::to_string(&made).unwrap(),
        serde_json::to_string(&events).unwrap(),
    ];
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_is_no_move_is_refused_and_changes_nothing() {
    let mut session = Session::new(setup(2, 2, 1), 0).unwrap();
    loop {
        let (before, moves) = (session.state(), session.moves());
        let others = Heading::ALL.map(Move).into_iter().filter(|it| !moves.contains(it));
        for made in others {
            let expected =
                if before.over { MoveError::Over } else { MoveError::Illegal(made) };
            assert_eq!(session.play(made), Err(expected));
        }
        assert_eq!(session.state(), before);
        let Some(&first) = moves.first() else { break };
        session.play(first).unwrap();
    }
    assert!(session.is_over() && session.hint(&mut RandomPlayer).is_none());
}

#[test]
fn the_next_game_is_that_of_the_next_number_and_keeps_the_best_score() {
    let setup = setup(4, 4, 7);
    let mut session = played(setup, &[0, 1, 2, 3]);
    session.begin_next();
    assert_eq!((session.number(), session.best()), (3, 100));
    let same = Session::new(setup, 3).unwrap();
    assert_eq!(session.game().board(), same.game().board());
    let outcomes = tilewright_2048::play(&setup, || GreedyPlayer, 3..4).unwrap();
    let mut rng = Seed(0).rng();
    while let Some(heading) = GreedyPlayer.choose(session.game().board(), &mut rng) {
        session.play(Move(heading)).unwrap();
    }
    assert_eq!(session.game().score(), outcomes[0].score);
    assert_eq!(session.best(), outcomes[0].score.max(100));
}

#[test]
fn a_hint_names_the_move_and_what_each_is_worth() {
    let board: Board = "2 2 0\n4 0 0\n8 8 0".parse().unwrap();
    let hint = Hint::of(&mut GreedyPlayer, board, &mut Seed(1).rng());
    assert_eq!(hint.choice, Some(Heading::East));
    assert_eq!(hint.values, [Some(0.0), Some(20.0), Some(0.0), Some(20.0)]);
    let lengths = hint.bars().map(|(_, _, length)| length);
    assert!((lengths[0] - 0.08).abs() < 1e-12 && (lengths[1] - 1.0).abs() < 1e-12);
    let hint = Hint::of(&mut RandomPlayer, board, &mut Seed(1).rng());
    assert_eq!(hint.values, [None; 4]);
}

#[test]
fn players_value_the_move_that_they_choose_most() {
    use tilewright_2048::{ClassicPlayer, Depth, Expectimax, Network, NetworkPlayer};
    let mut players: Vec<Box<dyn Player>> = vec![
        Box::new(ClassicPlayer::new(-1e8)),
        Box::new(Expectimax::new(Depth::Fixed(2), 0.1)),
        Box::new(NetworkPlayer::new(Network::ready(), 1, 0.0, 0.1)),
        Box::new(GreedyPlayer),
    ];
    let mut session = Session::new(setup(4, 4, 3), 0).unwrap();
    let mut rng = Seed(1).rng();
    for _ in 0..120 {
        let board = session.game().board();
        for player in &mut players {
            let hint = Hint::of(&mut **player, board, &mut rng);
            let choice = hint.choice.unwrap();
            let most = hint.values.into_iter().flatten().fold(f64::MIN, f64::max);
            let index = Heading::ALL.iter().position(|&it| it == choice).unwrap();
            assert_eq!(hint.values[index], Some(most), "{board}");
            for (heading, value) in Heading::ALL.into_iter().zip(hint.values) {
                assert_eq!(value.is_some(), board.slide(heading).is_some(), "{board}");
            }
        }
        let heading = players[2].choose(board, &mut rng).unwrap();
        session.play(Move(heading)).unwrap();
    }
}
