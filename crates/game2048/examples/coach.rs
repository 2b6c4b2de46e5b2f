//! How exact the losses of a coach are: those of 200 positions beside a search of a hundred times as many positions, and the moves
//! of players by their quality.
//!
//! ```text
//! cargo run --release -p tilewright-2048 --example coach [POSITIONS]
//! ```

use std::error::Error;
use std::io::{self, Write as _};
use std::sync::Arc;

use tilewright_2048::{
    Assessment, ClassicPlayer, Depth, Expectimax, GreedyPlayer, Move, Network,
    NetworkPlayer, Player, Position, RandomPlayer, Record, Review, Session, Setup,
};
use tilewright_grid::{Seed, Size};
use tilewright_play::Session as _;

/// The positions that a coach's search of a move may expand, and the longer one of moves that seem to have cost much.
const USUAL: u64 = 10_000;
const LONG: u64 = 100_000;

/// The games of each player, and the most moves of each.
const GAMES: u32 = 10;
const MOVES: u32 = 3000;

type Make = Box<dyn Fn() -> Box<dyn Player> + Sync>;

fn main() -> Result<(), Box<dyn Error>> {
    let deepest = std::env::args().nth(1).map_or(Ok(1_000_000), |text| text.parse())?;
    let mut out = io::stdout();
    let network = Network::ready();
    let plies = |plies: u32| {
        let network = Arc::clone(&network);
        move || -> Box<dyn Player> {
            Box::new(NetworkPlayer::new(Arc::clone(&network), plies, 0.0, 0.1))
        }
    };
    let expectimax = |depth: u32| {
        move || -> Box<dyn Player> { Box::new(Expectimax::new(Depth::Fixed(depth), 0.1)) }
    };
    let players: [(&str, Make); 7] = [
        ("random", Box::new(|| Box::new(RandomPlayer))),
        ("greedy", Box::new(|| Box::new(GreedyPlayer))),
        ("expectimax, 1-ply", Box::new(expectimax(1))),
        ("expectimax, 2-ply", Box::new(expectimax(2))),
        ("classic", Box::new(|| Box::new(ClassicPlayer::new(-1e8)))),
        ("network, 1-ply", Box::new(plies(1))),
        ("network, 3-ply", Box::new(plies(3))),
    ];

    let mut samples = Vec::new();
    for (name, make) in &players {
        let games: Vec<Record> = (0..GAMES).map(|game| record(&**make, game)).collect();
        let all: Vec<Position> =
            games.iter().flat_map(|game| game.positions.clone()).collect();
        let found = assess(&network, &all, USUAL)?;
        let Review { moves, qualities, share, .. } = Review::new(&found);
        writeln!(
            out,
            "{name:18} {moves:6} moves, mean loss {:.4} %, best, good, inaccuracies, mistakes, blunders {qualities:?}",
            100.0 * share.unwrap_or(0.0)
        )?;
        // The third and the two thirds of each game, of two players more.
        let thirds = games.iter().flat_map(|game| {
            let length = game.positions.len();
            (1..=3).map(move |part| game.positions[length * part / 4])
        });
        samples.extend(thirds);
    }
    samples.truncate(200);

    compare(&network, &samples, deepest, &mut out)
}

/// Prints how far the losses on some boards are from those of a deep search.
fn compare(
    network: &Arc<Network>,
    samples: &[Position],
    deepest: u64,
    out: &mut dyn io::Write,
) -> Result<(), Box<dyn Error>> {
    let exact = assess(network, samples, deepest)?;
    for nodes in [USUAL, LONG] {
        let found = assess(network, samples, nodes)?;
        let errors: Vec<f64> = found
            .iter()
            .zip(&exact)
            .zip(samples)
            .flat_map(|((found, exact), position)| errors(position, found, exact))
            .collect();
        let count = errors.len() as f64;
        let within = errors.iter().filter(|&&error| error <= 0.01).count() as f64;
        writeln!(
            out,
            "{nodes} positions beside {deepest}: {} losses on {} boards, mean error {:.3} % of the expected final score, within 1 %: {:.1} %, largest {:.1} %",
            errors.len(),
            samples.len(),
            100.0 * errors.iter().sum::<f64>() / count,
            100.0 * within / count,
            100.0 * errors.iter().copied().fold(0.0, f64::max),
        )?;
    }
    Ok(())
}

/// How far the losses of all moves differ, as shares of the expected final score.
fn errors(position: &Position, found: &Assessment, exact: &Assessment) -> Vec<f64> {
    let losses = |found: &Assessment| {
        let expected = position.expected(found).unwrap_or(1.0).max(1.0);
        let value = found.value().unwrap_or(0.0);
        found.values.map(|own| own.map(|own| (value - own) / expected))
    };
    let (found, exact) = (losses(found), losses(exact));
    let pairs = found.into_iter().zip(exact);
    pairs.filter_map(|(found, exact)| Some((found? - exact?).abs())).collect()
}

/// The values of some positions, on all threads.
fn assess(
    network: &Arc<Network>,
    positions: &[Position],
    nodes: u64,
) -> Result<Vec<Assessment>, Box<dyn Error>> {
    let player = || NetworkPlayer::within(Arc::clone(network), nodes, 0.0, 0.1);
    let value = |player: &mut NetworkPlayer<'_>, at: u32| {
        let position = &positions[at as usize];
        let values = player.values(position.board);
        Ok::<_, std::fmt::Error>(Some(Assessment::new(position, values, true)))
    };
    Ok(tilewright_play::all(0..positions.len() as u32, 4, player, value)?)
}

fn record(begin: &(dyn Fn() -> Box<dyn Player> + Sync), game: u32) -> Record {
    let setup = Setup::new(Size::new(4, 4), Seed(78));
    let mut session = Session::new(setup, game).expect("a size that is supported");
    session.set_undo_depth(usize::MAX);
    let (mut player, mut rng) = (begin(), Seed(game.into()).rng());
    while session.game().moves() < MOVES {
        let Some(made) = player.choose(session.game().board(), &mut rng) else { break };
        if session.play(Move(made)).is_err() {
            break;
        }
    }
    Record::of(&session)
}
