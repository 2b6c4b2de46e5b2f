//! The speed of moves, searches and training. One iteration is a game, or a move on a board from a game.

use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use tilewright_2048::{
    BitBoard, Board, ClassicPlayer, Depth, Expectimax, Learner, Network, NetworkPlayer,
    Player, Settings, Setup, play,
};
use tilewright_grid::{Seed, Size};

/// Boards from a game of the built-in network.
fn boards() -> Vec<Board> {
    let mut player = NetworkPlayer::new(Network::ready(), 1, 0.0, 0.1);
    let mut rng = Seed(3).rng();
    let mut board = Board::from(BitBoard::default()).spawn(0.1, &mut rng);
    let mut boards = Vec::new();
    while let Some(heading) = player.choose(board, &mut rng) {
        board = board.slide(heading).expect("it is legal").board.spawn(0.1, &mut rng);
        boards.push(board);
    }
    boards.into_iter().step_by(37).collect()
}

fn moves(criterion: &mut Criterion) {
    let boards = boards();
    let network = Network::ready();
    let mut players: Vec<(&str, Box<dyn Player>)> = vec![
        ("classic", Box::new(ClassicPlayer::default())),
        ("expectimax at depth 4", Box::new(Expectimax::new(Depth::Fixed(4), 0.1))),
        (
            "network, 1 ply",
            Box::new(NetworkPlayer::new(Arc::clone(&network), 1, 0.0, 0.1)),
        ),
        ("network, 2 plies", Box::new(NetworkPlayer::new(network, 2, 0.0, 0.1))),
    ];
    for (name, player) in &mut players {
        let mut rng = Seed(1).rng();
        let mut next = boards.iter().cycle();
        criterion.bench_function(&format!("a move of {name}"), |bencher| {
            bencher.iter(|| player.choose(*next.next().expect("it goes on"), &mut rng));
        });
    }
}

fn games(criterion: &mut Criterion) {
    let setup = Setup { size: Size::new(4, 4), four_probability: 0.1, seed: Seed(1) };
    criterion.bench_function("a game of classic", |bencher| {
        bencher.iter(|| play(&setup, ClassicPlayer::default, 0..1));
    });
    let shape = "4x5".parse().expect("it is a shape");
    let settings = Settings::new(shape, Seed(1));
    let mut learner = Learner::new(settings).unwrap();
    criterion.bench_function("learning from a game, 4x5", |bencher| {
        bencher.iter(|| learner.play());
    });
}

criterion_group!(benches, moves, games);
criterion_main!(benches);
