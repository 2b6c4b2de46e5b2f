//! `how-to/rust.md`: 2048.

// ANCHOR: example
use tilewright::game2048::{Board, Network, NetworkPlayer, Player};
use tilewright::grid::Seed;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = "2 4 8 16\n0 2 4 8\n0 0 2 4\n0 0 0 2\n".parse()?;
    // 2-ply search with the built-in network; a position without moves is worth 0, and one
    // new tile in ten is a 4.
    let mut player = NetworkPlayer::new(Network::ready(), 2, 0.0, 0.1);
    println!("{board}best move: {:?}", player.choose(board, &mut Seed(1).rng()));
    Ok(())
}
// ANCHOR_END: example

#[test]
fn it_runs() {
    main().unwrap();
}
