//! The entities of the match-3 example, which follow the events, against the board.

use tilewright::play::Session as _;

#[expect(dead_code, reason = "the program itself is run by `cargo xtask bevy`")]
#[path = "../examples/match3.rs"]
mod example;

#[test]
fn the_entities_are_the_board_after_every_move() {
    let mut app = example::app().unwrap();
    let mut moves = 0;
    loop {
        app.update();
        let shown = example::shown(app.world_mut());
        let session = &app.world().resource::<example::Game>().session;
        let mut expected = session.elements();
        expected.sort_unstable_by_key(|element| element.id);
        assert_eq!(shown, expected);
        moves += 1;
        if session.is_over() {
            assert_eq!(session.state().moves_made, moves);
            break;
        }
    }
    assert!(moves > 5, "only {moves} moves");
}
