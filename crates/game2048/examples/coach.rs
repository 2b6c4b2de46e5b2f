//! How exact the losses of a coach are: those of 200 positions beside games that are played on, and beside a search of a hundred
//! times as many positions; and what the moves of players lose.
//!
//! ```text
//! cargo run --release -p tilewright-2048 --example coach [POSITIONS]
//! ```

use std::error::Error;
use std::io::{self, Write as _};
use std::sync::Arc;

use tilewright_2048::{
    Assessment, ClassicPlayer, Depth, Expectimax, GreedyPlayer, Move, Network,
    NetworkPlayer, Player, Position, RandomPlayer, Record, Review, Rollouts, Session,
    Setup,
};
use tilewright_grid::{Heading, Seed, Size};
use tilewright_play::Session as _;

/// The positions that a coach's search of a move may expand.
const USUAL: u64 = 10_000;

/// The games from which the losses are known: more of them, longer ones, and of another seed than the coach's.
const KNOWN: Rollouts = Rollouts { games: 4000, moves: 400, seed: Seed(2) };

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
        let Review { moves, qualities: [best, ..], share, .. } = Review::new(&found);
        let of = |number: u64| 100.0 * number as f64 / moves as f64;
        writeln!(
            out,
            "{name:18} {moves:6} moves, mean loss {:.4} %, best {:.1} %",
            100.0 * share.unwrap_or_default().mean,
            of(best),
        )?;
        // A board after each quarter of a game.
        let quarters = games.iter().flat_map(|game| {
            let length = game.positions.len();
            (1..=3).map(move |part| game.positions[length * part / 4])
        });
        samples.extend(quarters);
    }
    samples.truncate(200);

    judge(&network, &samples, deepest, &mut out)
}

/// Prints how exact the losses on some boards are.
fn judge(
    network: &Arc<Network>,
    samples: &[Position],
    deepest: u64,
    out: &mut dyn io::Write,
) -> Result<(), Box<dyn Error>> {
    let found = assess(network, samples, USUAL)?;
    let known = play_on(network, &found, samples, KNOWN)?;
    let games = play_on(network, &found, samples, Rollouts::default())?;
    let searched = |found: &[Assessment]| -> Vec<Losses> {
        samples
            .iter()
            .zip(found)
            .map(|(position, found)| losses(position, found))
            .collect()
    };
    let (usual, deep) = (searched(&found), searched(&assess(network, samples, deepest)?));
    let is_costly = |at: usize, heading: usize| usual[at][heading] >= Some(0.01);
    // The move that is best by both searches loses nothing by both.
    let is_worse = |at: usize, heading: usize| {
        [&usual, &deep].iter().any(|it| it[at][heading] > Some(0.0))
    };
    // What an analysis says: games judge the moves that are costly by the search.
    let mut said = usual.clone();
    for (at, said) in said.iter_mut().enumerate() {
        for (heading, said) in said.iter_mut().enumerate() {
            *said = if is_costly(at, heading) { games[at][heading] } else { *said };
        }
    }
    compare("all: search, beside the deep search", &usual, &deep, is_worse, out)?;
    compare("all: search, beside games", &usual, &known, is_worse, out)?;
    compare("all: deep search, beside games", &deep, &known, is_worse, out)?;
    compare(
        "all: search and games of the coach, beside games",
        &said,
        &known,
        is_worse,
        out,
    )?;
    for (name, found, known) in [
        ("costly: search, beside the deep search", &usual, &deep),
        ("costly: search, beside games", &usual, &known),
        ("costly: deep search, beside games", &deep, &known),
        ("costly: games of the coach, beside games", &games, &known),
    ] {
        compare(name, found, known, is_costly, out)?;
    }
    Ok(())
}

/// What each move of a position loses, as a share of the expected final score; none for illegal ones.
type Losses = [Option<f64>; 4];

/// Prints how far some losses are from others, of the moves that `which` says by the number of the position and the move.
fn compare(
    name: &str,
    found: &[Losses],
    known: &[Losses],
    which: impl Fn(usize, usize) -> bool,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut pairs = Vec::new();
    for (at, (found, known)) in found.iter().zip(known).enumerate() {
        let both = found.iter().zip(known).enumerate();
        let both = both.filter(|&(heading, _)| which(at, heading));
        pairs.extend(both.filter_map(|(_, (found, known))| found.zip(*known)));
    }
    let count = pairs.len() as f64;
    let percent = |sum: f64| 100.0 * sum / count;
    let errors = pairs.iter().map(|(found, known)| (found - known).abs());
    let is_false = |&&(found, known): &&(f64, f64)| found >= 0.05 && known < 0.025;
    let blunders = pairs.iter().filter(|(found, _)| *found >= 0.05).count();
    writeln!(
        out,
        "{name}: {count} moves lose {:.2} % of the expected final score, known {:.2} %, mean error {:.2} %, within 1 % {:.0} %, largest {:.1} %; of {blunders} blunders {} lose less than 2.5 %",
        percent(pairs.iter().map(|(found, _)| found).sum()),
        percent(pairs.iter().map(|(_, known)| known).sum()),
        percent(errors.clone().sum()),
        percent(errors.clone().filter(|&error| error <= 0.01).count() as f64),
        100.0 * errors.fold(0.0, f64::max),
        pairs.iter().filter(is_false).count(),
    )
}

/// The losses of all moves by games that are played on after each and after the best one, as a coach counts them.
fn play_on(
    network: &Arc<Network>,
    found: &[Assessment],
    positions: &[Position],
    settings: Rollouts,
) -> Result<Vec<Losses>, Box<dyn Error>> {
    let player = || NetworkPlayer::new(Arc::clone(network), 1, 0.0, 0.1);
    let losses = |player: &mut NetworkPlayer<'_>, at: u32| {
        let (found, position) = (&found[at as usize], &positions[at as usize]);
        let losses = Heading::ALL.map(|made| {
            let best = found.best?;
            let position = Position { made: Some(made), ..*position };
            let found = Assessment::new(&position, found.values, true);
            if best == made {
                return found.share;
            }
            let games = settings.after(position.board, [best, made], 0.1, player, &())?;
            found.played_on(games).share
        });
        Ok::<_, std::fmt::Error>(Some(losses))
    };
    Ok(tilewright_play::all(0..positions.len() as u32, 4, player, losses)?)
}

/// The losses of all moves by the values of a search.
fn losses(position: &Position, found: &Assessment) -> Losses {
    Heading::ALL.map(|made| {
        let position = Position { made: Some(made), ..*position };
        Assessment::new(&position, found.values, true).share
    })
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
