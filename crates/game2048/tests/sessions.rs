//! A person's game: written, read, damaged; and how its moves look.

use proptest::prelude::*;
use tilewright_2048::{
    Board, GLIDE, Game, Greedy, Hint, Motion, POP, Player, Random, Session, Table,
};
use tilewright_grid::{Heading, Seed, Size};

const fn table(rows: u32, columns: u32, seed: u64) -> Table {
    Table { size: Size::new(rows, columns), fours: 0.1, seed: Seed(seed) }
}

/// A game after these moves, those that are not legal left out.
fn played(table: Table, moves: &[usize]) -> Session {
    let mut session = Session::new(table, 2).unwrap().with_best(100);
    for &index in moves {
        session.play(Heading::ALL[index]);
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
        let mut session = played(table(rows, columns, seed), &before);
        let text = session.to_json();
        let mut again = Session::from_json(&text).unwrap();
        prop_assert_eq!(again.to_json(), text);
        prop_assert_eq!(again.best(), session.best());
        for index in after {
            session.play(Heading::ALL[index]);
            again.play(Heading::ALL[index]);
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
        let session = played(table(4, 4, 5), &moves);
        let mut text = session.to_json();
        let place = (at * text.len() as f64) as usize;
        // Without its last character, the end of the line, it is still whole.
        let is_whole = place + 1 == text.len();
        prop_assert_eq!(Session::from_json(&text[..place]).is_ok(), is_whole);
        text.replace_range(place..=place, &sign);
        if let Ok(again) = Session::from_json(&text) {
            prop_assert_eq!(again.game().board(), session.game().board());
            prop_assert_eq!(again.game().score(), session.game().score());
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = Session::from_json(&text);
    }

    #[test]
    fn tiles_glide_to_where_the_move_leads(
        rows in 2..=5_u32, columns in 2..=5_u32, seed: u64, moves in moves(),
    ) {
        let mut game = Game::new(&table(rows, columns, seed), Seed(seed)).unwrap();
        for index in moves {
            let (before, heading) = (game.clone(), Heading::ALL[index]);
            let empty = Board::empty(before.board().size()).unwrap();
            let glides = before.board().glides(heading);
            let laid = glides.iter().fold(empty, |board, glide| {
                board.with_code(glide.to, glide.code + u8::from(glide.joins))
            });
            let tiles = before.board().area() - before.board().empty_count();
            prop_assert_eq!(glides.len(), tiles);
            let joined = glides.iter().filter(|glide| glide.joins).count();
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
    insta::assert_snapshot!(played(table(3, 4, 1), &[0, 1, 2, 3, 0, 1]).to_json());
}

#[test]
fn damaged_documents_are_refused_with_a_reason() {
    let session = played(table(4, 4, 1), &[0, 1, 2, 3, 0, 1, 2, 3]);
    let text = session.to_json();
    let swapped = |from: &str, to: &str| text.replacen(from, to, 1);
    let cases = [
        String::new(),
        "[]".to_owned(),
        "{}".to_owned(),
        text[..text.len() / 2].to_owned(),
        swapped("game2048/1", "game2048/9"),
        swapped("\"fours\":0.1", "\"fours\":1.5"),
        swapped("\"score\":", "\"score\":1"),
        swapped("\"best\":100", "\"best\":1"),
        swapped("\"seed\":1", "\"seed\":2"),
        swapped("\"moves\":\"u", "\"moves\":\"x"),
        swapped("\"moves\":\"u", "\"moves\":\"uuuuuuu"),
        swapped("[[", "[[3,"),
    ];
    let told = cases.map(|text| match Session::from_json(&text) {
        Ok(_) => "read".to_owned(),
        Err(error) => error.to_string(),
    });
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn the_next_game_is_that_of_the_next_number_and_keeps_the_best_score() {
    let table = table(4, 4, 7);
    let mut session = played(table, &[0, 1, 2, 3]);
    session.begin_next();
    assert_eq!((session.number(), session.best()), (3, 100));
    let same = Session::new(table, 3).unwrap();
    assert_eq!(session.game().board(), same.game().board());
    let outcomes = tilewright_2048::play(&table, || Greedy, 3..4).unwrap();
    let mut rng = Seed(0).rng();
    while let Some(heading) = Greedy.choose(session.game().board(), &mut rng) {
        session.play(heading);
    }
    assert_eq!(session.game().score(), outcomes[0].score);
    assert_eq!(session.best(), outcomes[0].score.max(100));
}

#[test]
fn a_hint_names_the_move_and_what_each_is_worth() {
    let board: Board = "2 2 0\n4 0 0\n8 8 0".parse().unwrap();
    let hint = Hint::of(&mut Greedy, board, &mut Seed(1).rng());
    assert_eq!(hint.choice, Some(Heading::East));
    assert_eq!(hint.values, [Some(0.0), Some(20.0), Some(0.0), Some(20.0)]);
    let lengths = hint.bars().map(|(_, _, length)| length);
    assert!((lengths[0] - 0.08).abs() < 1e-12 && (lengths[1] - 1.0).abs() < 1e-12);
    let hint = Hint::of(&mut Random, board, &mut Seed(1).rng());
    assert_eq!(hint.values, [None; 4]);
}

#[test]
fn players_value_the_move_that_they_choose_most() {
    use tilewright_2048::{Classic, Depth, Expectimax, Network, NetworkPlayer};
    let mut players: Vec<Box<dyn Player>> = vec![
        Box::new(Classic::new(-1e8)),
        Box::new(Expectimax::new(Depth::Fixed(2), 0.1)),
        Box::new(NetworkPlayer::new(Network::ready(), 1, 0.0, 0.1)),
        Box::new(Greedy),
    ];
    let mut session = Session::new(table(4, 4, 3), 0).unwrap();
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
        session.play(heading);
    }
}
