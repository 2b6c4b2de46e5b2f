//! 2048: the best action is that of the player for the size of the board.

use tilewright_2048::{
    Board, Depth, Expectimax, Network, NetworkPlayer, Player, USUAL_PLIES,
};
use tilewright_environments::{Environment as _, Game2048};
use tilewright_grid::{Seed, Size};

/// Plays the best actions, each of which must be the choice of this player.
fn follow(size: Size, player: &mut dyn Player) {
    let mut game = Game2048::new(size, 0.1).unwrap();
    game.reset(Seed(5));
    let mut seen = vec![0; size.area()];
    for _ in 0..40 {
        game.observe(&mut seen);
        let empty = Board::empty(size).unwrap();
        let filled = |board: Board, (at, &code)| board.with_code(at, code);
        let board = seen.iter().enumerate().fold(empty, filled);
        let choice = player.choose(board, &mut Seed(1).rng());
        let best = game.best_action();
        assert_eq!(best, choice.map(|heading| heading as u32), "{board}");
        let Some(best) = best else { return };
        game.step(best);
    }
}

#[test]
fn the_best_action_is_that_of_the_network_on_4_by_4_boards_only() {
    let mut network = NetworkPlayer::new(Network::ready(), USUAL_PLIES, 0.0, 0.1);
    follow(Size::new(4, 4), &mut network);
    follow(Size::new(3, 3), &mut Expectimax::new(Depth::Fixed(2), 0.1));
    follow(Size::new(3, 5), &mut Expectimax::new(Depth::Fixed(2), 0.1));
}
