use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tilewright_2048::{GreedyPlayer, Setup};
use tilewright_grid::{Seed, Size};

use super::*;

fn screen(rows: u32, columns: u32) -> Screen<'static> {
    let setup =
        Setup { size: Size::new(rows, columns), four_probability: 0.1, seed: Seed(1) };
    let session = Session::new(setup, 0).unwrap();
    let (strategy, player) = (Strategy::Greedy, Box::new(GreedyPlayer));
    let autoplayer = Autoplayer { strategy, player, rng: Seed(1).rng() };
    Screen::new(session, "game", autoplayer, 8, true)
}

fn seen(screen: &Screen<'_>) -> String {
    let mut terminal = Terminal::new(TestBackend::new(72, 19)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    terminal.backend().to_string()
}

/// Makes that many moves of the player.
fn played(screen: &mut Screen<'_>, moves: usize) {
    screen.press(Action::Auto);
    for _ in 0..moves {
        screen.pass(1000.0);
        assert!(screen.is_due());
        screen.step();
    }
    screen.press(Action::Auto);
    screen.pass(1000.0);
}

#[test]
fn tiles_glide_and_pop_when_a_key_is_pressed() {
    let mut screen = screen(4, 4);
    played(&mut screen, 11);
    insta::assert_snapshot!("still", seen(&screen));

    // A move first glides, then pops the new tiles, then rests.
    let heading = GreedyPlayer.choose(screen.session.game().board(), &mut Seed(0).rng());
    assert!(screen.press(Action::Move(heading.unwrap())));
    screen.pass(50.0);
    insta::assert_snapshot!("gliding", seen(&screen));

    screen.pass(150.0);
    insta::assert_snapshot!("popping", seen(&screen));

    screen.pass(101.0);
    assert!(!screen.is_lively());
}

#[test]
fn a_hint_shows_the_four_moves_as_bars() {
    let mut screen = screen(3, 4);
    played(&mut screen, 20);
    screen.press(Action::Hint);
    insta::assert_snapshot!("hint", seen(&screen));
    screen.press(Action::Hint);
    assert!(screen.hint.is_none());
}

#[test]
fn keys_undo_start_a_new_game_and_change_the_speed() {
    let mut screen = screen(4, 4);
    assert!(!screen.press(Action::Undo));
    assert_eq!(screen.message, "no move to undo");
    let start = screen.session.game().board();
    played(&mut screen, 3);

    // A game under way is given up at the second press only, and another key forgets the first.
    assert!(!screen.press(Action::New));
    assert!(!screen.press(Action::Faster));
    assert_eq!(screen.message, "autoplay at 16 moves per second");

    // The speed stays within its bounds.
    (0..9).for_each(|_| _ = screen.press(Action::Faster));
    assert_eq!(screen.message, "autoplay at full speed");
    (0..20).for_each(|_| _ = screen.press(Action::Slower));
    assert_eq!(screen.message, "autoplay at 1 move per second");

    (0..3).for_each(|_| assert!(screen.press(Action::Undo)));
    assert_eq!(screen.session.game().board(), start);

    // The best score outlives its game.
    played(&mut screen, 3);
    let best = screen.session.best();
    assert!(!screen.press(Action::New));
    assert!(screen.press(Action::New));
    assert_eq!((screen.session.number(), screen.session.best()), (1, best));
    assert_eq!(screen.session.state().moves_made, 0);
}

#[test]
fn autoplay_ends_with_the_game() {
    let mut screen = screen(2, 2);
    screen.press(Action::Auto);

    while screen.is_auto {
        screen.pass(1000.0);
        screen.step();
    }

    assert!(screen.session.is_over());
    screen.pass(1000.0);
    insta::assert_snapshot!("over", seen(&screen));

    screen.press(Action::Auto);
    assert!(!screen.is_auto, "there is nothing left to play");
    assert!(screen.press(Action::New), "an ended game is not asked about");
}

#[test]
fn autoplay_keeps_to_its_speed() {
    let mut screen = screen(4, 4);
    screen.press(Action::Auto);
    let mut moves = 0;
    for _ in 0..100 {
        screen.pass(10.0);
        while screen.is_due() {
            screen.step();
            moves += 1;
        }
    }

    // Eight a second, and the first at once.
    assert!((8..=9).contains(&moves), "{moves}");
}

#[test]
fn a_terminal_that_is_too_small_says_so() {
    let screen = screen(5, 5);
    insta::assert_snapshot!("narrow", seen(&screen));
}
