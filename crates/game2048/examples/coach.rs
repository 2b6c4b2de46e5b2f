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

/// The loss, as a share of the expected final score, from which moves are searched longer.
const DOUBTED: f64 = 0.01;

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
        // A board after each quarter of a game.
        let quarters = games.iter().flat_map(|game| {
            let length = game.positions.len();
            (1..=3).map(move |part| game.positions[length * part / 4])
        });
        samples.extend(quarters);
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
    let usual = assess(network, samples, USUAL)?;
    let long = assess(network, samples, LONG)?;
    for (name, found, least) in [
        ("all moves", &usual, 0.0),
        ("costly moves", &usual, DOUBTED),
        ("costly moves, searched longer", &long, DOUBTED),
    ] {
        let mut errors = Vec::new();
        for (at, position) in samples.iter().enumerate() {
            let of = |found: &[Assessment]| losses(position, &found[at]);
            let (found, seen, exact) = (of(found), of(&usual), of(&exact));
            for heading in 0..4 {
                let all = found[heading].zip(exact[heading]).zip(seen[heading]);
                // The best move loses nothing in any search.
                errors.extend(all.and_then(|((found, exact), seen)| {
                    let is_one = seen >= least && (seen > 0.0 || exact > 0.0);
                    is_one.then_some((found - exact).abs())
                }));
            }
        }
        let count = errors.len() as f64;
        let within = errors.iter().filter(|&&error| error <= 0.01).count() as f64;
        writeln!(
            out,
            "{name}, beside {deepest} positions: {} on {} boards, mean error {:.3} % of the expected final score, within 1 %: {:.1} %, largest {:.1} %",
            errors.len(),
            samples.len(),
            100.0 * errors.iter().sum::<f64>() / count,
            100.0 * within / count,
            100.0 * errors.iter().copied().fold(0.0, f64::max),
        )?;
    }
    Ok(())
}

/// The losses of all moves, as shares of the expected final score.
fn losses(position: &Position, found: &Assessment) -> [Option<f64>; 4] {
    let expected = position.expected(found).unwrap_or(1.0).max(1.0);
    let value = found.value().unwrap_or(0.0);
    found.values.map(|own| own.map(|own| (value - own) / expected))
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
