//! Networks: training, stages, and files.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use tilewright_2048::{
    BitBoard, Board, FILE_START, Game, Learner, Network, NetworkError, NetworkPlayer,
    Player, Settings, Setup, Shape, play,
};
use tilewright_grid::{Seed, Size, Watch};

fn settings(shape: &str) -> Settings {
    let shape = shape.parse().unwrap();
    Settings::new(shape, Seed(7))
}

fn learned(shape: &str, games: u64) -> Learner {
    let mut learner = Learner::new(settings(shape)).unwrap();
    (0..games).for_each(|_| _ = learner.play());
    learner
}

static SMALL: LazyLock<Learner> = LazyLock::new(|| learned("0123,0145,4567", 60));

#[test]
fn training_improves_the_play() {
    let learner = learned("0123,0145,4567", 1500);
    let games = |network: Network| {
        let network = Arc::new(network);
        let setup = Setup { size: Size::new(4, 4), four_probability: 0.1, seed: Seed(3) };
        let player = || NetworkPlayer::new(Arc::clone(&network), 1, 0.0, 0.1);
        let games = play(&setup, player, 0..40).unwrap();
        games.iter().map(|game| game.score).sum::<u64>() / 40
    };
    let (before, after) = (
        games(Learner::new(settings("0123")).unwrap().into_network(&()).unwrap()),
        games(learner.into_network(&()).unwrap()),
    );
    assert!(before < 4000, "{before}");
    assert!(after > 9000, "{after}");
}

#[test]
fn symmetric_boards_have_the_same_value() {
    let network = SMALL.clone().into_network(&()).unwrap();
    let mut rng = Seed(1).rng();
    for _ in 0..200 {
        let board = BitBoard(rng.next_u64() & rng.next_u64() & 0x7777_7777_7777_7777);
        let value = network.value(board.into());
        for side in board.symmetries() {
            assert!(
                (network.value(side.into()) - value).abs() <= 1e-3 * value.abs().max(1.0)
            );
        }
    }
}

#[test]
fn an_interrupted_training_gives_the_same_network() {
    let through = learned("0123,4567", 30);
    let mut half = learned("0123,4567", 17);
    half = Learner::resume(&half.checkpoint(&()).unwrap(), &()).unwrap();
    (17..30).for_each(|_| _ = half.play());
    assert_eq!(half.checkpoint(&()).unwrap(), through.checkpoint(&()).unwrap());
}

#[test]
fn the_learning_rate_can_be_scaled() {
    let learned = |rate, rate_scale| {
        let mut learner =
            Learner::new(Settings { learning_rate: rate, ..settings("0123,4567") })
                .unwrap();
        learner.scale_learning_rate(rate_scale);
        (0..5).for_each(|_| _ = learner.play());
        learner.clone().into_network(&()).unwrap().to_bytes(&()).unwrap()
    };
    assert_eq!(learned(1.0, 0.25), learned(0.25, 1.0));
    assert_ne!(learned(1.0, 0.25), learned(1.0, 1.0));
}

#[test]
fn restarts_begin_with_a_given_game() {
    let episodes = |restart| {
        let mut learner =
            Learner::new(Settings { restart, ..settings("0123,4567") }).unwrap();
        (0..6).map(|_| learner.play().moves).collect::<Vec<_>>()
    };
    let (never, always, stage_2) = (episodes(None), episodes(Some(0)), episodes(Some(4)));
    assert_eq!(stage_2[..4], never[..4]);
    assert!(stage_2[4] > never[4], "{stage_2:?} {never:?}");
    assert!(always[0] > never[0], "{always:?} {never:?}");
}

#[test]
fn small_tiles_are_not_downgraded() {
    let learned = |downgrade| {
        let mut learner =
            Learner::new(Settings { downgrade, ..settings("0123,4567") }).unwrap();
        (0..20).for_each(|_| _ = learner.play());
        assert!(learner.curve().points[0].share(16_384).mean == 0.0);
        learner
    };
    let (downgraded, plain) = (learned(true), learned(false));
    assert_eq!(
        downgraded.clone().into_network(&()).unwrap(),
        plain.clone().into_network(&()).unwrap()
    );
    assert!(
        downgraded
            .check_settings(plain.settings(), None)
            .unwrap_err()
            .to_string()
            .contains("tile downgrading")
    );
}

/// A small network that reaches stage 2 in some of its games, made by `tilewright 2048 train --network 4x5 --downgrade
/// --episodes 25000 --anneal 2500 --prune 100000 --seed 1 --threads 1`.
static FIRST: LazyLock<Network> = LazyLock::new(|| {
    let bytes = include_bytes!("data/4096.tw2048");
    Network::from_bytes(bytes, &()).unwrap()
});

/// A learner that has trained stage 2 of this network on that number of games.
fn stage_2(games: u64) -> Learner {
    // The first three games with this seed reach it.
    let settings = Settings { lambda: 0.8, seed: Seed(25), ..settings("4x5") };
    let mut learner = Learner::stage_2(&FIRST, settings).unwrap();
    (0..games).for_each(|_| _ = learner.play());
    learner
}

/// A board of stage 2, one of stage 1, and one of stage 1 from which a move leads to stage 2.
const STAGE_2: BitBoard = BitBoard(0x0000_0000_0012_bcde);
const STAGE_1: BitBoard = BitBoard(0x0000_0000_0012_abcd);
const BEFORE: BitBoard = BitBoard(0x0000_00a2_00a1_0cde);

#[test]
fn stage_2_has_weights_of_its_own() {
    let learner = stage_2(20);
    assert!(learner.is_stage_2());
    let (before, network) = (&*FIRST, learner.clone().into_network(&()).unwrap());
    assert!(network.has_stage_2() && !before.has_stage_2());
    assert_eq!(
        network.value(STAGE_1.into()).to_bits(),
        before.value(STAGE_1.into()).to_bits()
    );
    assert_eq!(
        network.value(BEFORE.into()).to_bits(),
        before.value(BEFORE.into()).to_bits()
    );
    let [value, other] = [&network, before].map(|network| network.value(STAGE_2.into()));
    assert!(value > 0.0, "{value}");
    assert_ne!(value.to_bits(), other.to_bits());
    // Games that end before are not part of the curve. The score counts from the stage 2 board on; from each
    // eight games are played.
    let point = &learner.curve().points[0];
    assert_eq!(learner.episodes(), 20);
    assert!((2..20).contains(&point.games), "{}", point.games);
    assert!((200.0..40_000.0).contains(&point.mean_score()), "{}", point.mean_score());
    assert!(point.moves > 8 * 20 * point.games, "{}", point.moves);
}

#[test]
fn stage_2_is_written_and_read() {
    let mut learner = stage_2(3);
    let network = learner.clone().into_network(&()).unwrap();
    assert_eq!(
        Network::from_bytes(&network.to_bytes(&()).unwrap(), &()).unwrap(),
        network
    );
    let mut resumed = Learner::resume(&learner.checkpoint(&()).unwrap(), &()).unwrap();
    assert!(resumed.is_stage_2());
    let settings = learner.settings().clone();
    assert!(resumed.check_settings(&settings, Some(&FIRST)).is_ok());
    let told =
        |before| resumed.check_settings(&settings, before).unwrap_err().to_string();
    let other = learned("4x5", 1).into_network(&()).unwrap();
    assert!(told(None).contains("stage 2, requested is 1"), "{}", told(None));
    assert!(told(Some(&other)).contains("of another network"));
    (0..2).for_each(|_| _ = learner.play());
    (0..2).for_each(|_| _ = resumed.play());
    assert_eq!(learner.into_network(&()).unwrap(), resumed.into_network(&()).unwrap());
    // The training of stage 2 can be continued from its weights.
    let mut on = Learner::stage_2(&network, settings.clone()).unwrap();
    assert_eq!(on.clone().into_network(&()).unwrap(), network);
    _ = on.play();
    let mut anew = Learner::stage_2(&FIRST, settings).unwrap();
    _ = anew.play();
    assert_ne!(on.into_network(&()).unwrap(), anew.into_network(&()).unwrap());
}

#[test]
fn the_stages_are_rounded_separately() {
    // Stage 2 boards have much higher values here than those of stage 1.
    let settings = Settings { optimistic_init: 1e6, ..settings("4x5") };
    let network = Learner::stage_2(&FIRST, settings).unwrap().into_network(&()).unwrap();
    for board in [STAGE_1, BEFORE].map(Board::from) {
        assert_eq!(network.value(board).to_bits(), FIRST.value(board).to_bits());
    }
    let value = network.value(STAGE_2.into());
    assert!((value - 1e6).abs() <= 20.0, "{value}");
}

#[test]
fn nothing_is_learned_if_no_game_reaches_stage_2() {
    let before = learned("0123", 0).into_network(&()).unwrap();
    let mut learner = Learner::stage_2(&before, settings("4x6")).unwrap();
    assert_eq!(learner.settings().shape.to_string(), "0123");
    let episode = learner.play();
    assert_eq!((episode.score, episode.moves), (0, 0));
    assert!(episode.largest >= 4);
    assert_eq!(
        learner.clone().into_network(&()).unwrap().value(STAGE_2.into()).to_bits(),
        0
    );
}

#[test]
fn a_player_changes_between_the_stages() {
    let network = Arc::new(stage_2(5).into_network(&()).unwrap());
    let other = Arc::new(FIRST.clone());
    for depth in 1..=2 {
        let player = |network: &Arc<Network>| {
            NetworkPlayer::new(Arc::clone(network), depth, 0.0, 0.1)
        };
        let mut through = player(&network);
        // What the others see of these last two is a board from 16,384 down to 2.
        let past = ["32768", "65536"].map(|large| {
            format!("{large} 8192 4096 2048\n128 256 512 1024\n64 32 16 8\n0 0 2 4")
                .parse::<Board>()
                .unwrap()
        });
        let boards = [STAGE_1, STAGE_2, BEFORE, STAGE_2, STAGE_1].map(Board::from);
        for board in boards.into_iter().chain(past) {
            let values = through.values(board);
            assert_eq!(values, player(&network).values(board), "{board}");
            let is_early = values == player(&other).values(board);
            assert_eq!(is_early, board != STAGE_2.into(), "{board}");
        }
    }
}

/// Trains on all threads up to a total number of games.
fn play_parallel(learner: &mut Learner, episodes: u64) {
    while learner.episodes() < episodes {
        learner.play_parallel(episodes - learner.episodes());
    }
}

#[test]
fn parallel_training_on_one_thread_is_the_same_as_serial() {
    let alone = learned("0123,4567", 20);
    let mut together = Learner::new(settings("0123,4567")).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| play_parallel(&mut together, 20));
    assert_eq!(together.checkpoint(&()).unwrap(), alone.checkpoint(&()).unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    pool.install(|| play_parallel(&mut together, 50));
    assert_eq!(together.episodes(), 50);
    assert_eq!(together.curve().points[0].games, 50);
}

#[test]
fn networks_are_written_and_read() {
    let network = SMALL.clone().into_network(&()).unwrap();
    let bytes = network.to_bytes(&()).unwrap();
    let same = Network::from_bytes(&bytes, &()).unwrap();
    assert_eq!(same, network);
    assert_eq!(same.to_bytes(&()).unwrap(), bytes);
}

#[test]
fn pruned_networks_are_small_and_play_alike() {
    let learner = learned("0123,0145,4567", 300);
    let whole = learner.clone().into_network(&()).unwrap();
    let pruned = |least| learner.clone().into_pruned_network(least, &()).unwrap();
    let size = |network: &Network| network.to_bytes(&()).unwrap().len();
    let (all, few, none) = (pruned(0.0), pruned(30_000.0), pruned(f32::INFINITY));
    assert!(size(&all) < size(&whole), "{} {}", size(&all), size(&whole));
    assert!(size(&few) < size(&all) / 3, "{} {}", size(&few), size(&all));

    let mut rng = Seed(5).rng();
    let mut game = Game::new(&Setup::new(Size::new(4, 4), Seed(5)), Seed(5)).unwrap();
    let mut player = NetworkPlayer::new(Arc::new(whole.clone()), 1, 0.0, 0.1);
    while let Some(heading) = player.choose(game.board(), &mut rng) {
        // Each of 24 weights is rounded to a multiple of 32.
        let [value, rounded] = [&whole, &all].map(|it| it.value(game.board()));
        assert!((value - rounded).abs() <= 24.0 * 16.1, "{value} {rounded}");
        assert_eq!(none.value(game.board()).to_bits(), 0);
        game.play(heading).unwrap();
    }
    // What is pruned can be trained on, and is not rounded again.
    let on = Learner::stage_2(&few, settings("0123")).unwrap();
    let board = Board::from(STAGE_1);
    let value = on.into_network(&()).unwrap().value(board);
    assert_eq!(value.to_bits(), few.value(board).to_bits());
}

#[test]
fn a_checkpoint_is_refused_with_other_settings() {
    let learner = learned("0123", 1);
    let mut other = settings("0123");
    assert!(learner.check_settings(&other, None).is_ok());
    other.seed = Seed(8);
    let error = learner.check_settings(&other, None).unwrap_err();
    assert_eq!(error.to_string(), "the checkpoint has seed 7, requested is 8");
    other.shape = "4567".parse().unwrap();
    assert!(
        learner
            .check_settings(&other, None)
            .unwrap_err()
            .to_string()
            .contains("shape 0123, requested is 4567")
    );
}

#[test]
fn texts_that_are_not_shapes_are_refused() {
    for text in ["", "9x9", "0", "01,", "10", "00", "0g", "0123456", "4X6", "01 23", "é1"]
    {
        assert!(text.parse::<Shape>().is_err(), "{text}");
    }
    let many = ["012345"; 9].join(",");
    assert!(many.parse::<Shape>().is_err());
    for text in ["4x5", "4x6", "8x5", "01,cdef", "048c"] {
        assert_eq!(text.parse::<Shape>().unwrap().to_string(), text);
    }
}

#[test]
fn the_built_in_network_plays_well() {
    let network = Network::ready();
    assert_eq!(network.shape().to_string(), "4x6");
    assert!(network.has_stage_2());
    let whole = Network::from_bytes(tilewright_2048_network::NETWORK, &()).unwrap();
    let [ready, read] = [&*network, &whole].map(|it| it.value(STAGE_2.into()));
    assert!(ready > 10_000.0, "{ready}");
    assert_eq!(ready.to_bits(), read.to_bits());
    let mut player = NetworkPlayer::new(network, 1, 0.0, 0.1);
    let mut rng = Seed(2).rng();
    let mut board = Board::from(BitBoard::default()).spawn(0.1, &mut rng);
    for _ in 0..800 {
        let heading =
            player.choose(board, &mut rng).expect("it does not lose so stage_1");
        board = board.slide(heading).unwrap().board.spawn(0.1, &mut rng);
    }
    assert!(board.largest() >= 512, "{board}");
}

#[test]
fn a_network_plays_on_beyond_65536() {
    let mut player = NetworkPlayer::new(Network::ready(), 2, 0.0, 0.1);
    let mut rng = Seed(2).rng();
    let full: Board =
        "131072 65536 32768 16384\n1024 2048 4096 8192\n512 256 128 64\n4 8 16 16"
            .parse()
            .unwrap();
    assert!(player.choose(full, &mut rng).is_some());
    let pair: Board =
        "2 4 8 16\n256 128 64 32\n512 1024 2048 4096\n32768 32768 16384 8192"
            .parse()
            .unwrap();
    let heading = player.choose(pair, &mut rng).unwrap();
    assert_eq!(pair.slide(heading).unwrap().gain, 65_536);
    let stuck: Board = "2 4 2 4\n4 2 4 2\n2 4 2 4\n4 2 4 2".parse().unwrap();
    assert_eq!(player.choose(stuck, &mut rng), None);
}

/// Stops some work at each of its checks of the watch, and verifies that nothing is done after that.
/// Returns the result of the work without a stop.
fn stops<T>(name: &str, work: impl Fn(&dyn Watch) -> Result<T, NetworkError>) -> T {
    let looks = AtomicU64::new(0);
    let count = || looks.fetch_add(1, Ordering::Relaxed) + 1;
    let whole = work(&|| {
        count();
        ControlFlow::Continue(())
    });
    let all = looks.swap(0, Ordering::Relaxed);
    assert!(all > 0, "{name} never checks its watch");
    for last in (1..=all).step_by(all.div_ceil(9) as usize) {
        let stopped = work(&|| {
            if count() == last {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert!(matches!(stopped, Err(NetworkError::Cancelled)), "{name} at {last}");
        assert_eq!(looks.swap(0, Ordering::Relaxed), last, "{name} continues");
    }
    whole.unwrap()
}

#[test]
fn files_are_stopped_while_they_are_made_and_read() {
    let network = SMALL.clone().into_network(&()).unwrap();
    let rounded = stops("rounding", |watch| SMALL.clone().into_network(watch));
    let bytes = stops("writing", |watch| network.to_bytes(watch));
    let checkpoint = stops("keeping", |watch| SMALL.checkpoint(watch));
    assert_eq!(bytes, network.to_bytes(&()).unwrap());
    assert_eq!(rounded, network);
    let read = stops("reading", |watch| Network::from_bytes(&bytes, watch));
    assert_eq!(read, network);
    let resumed = stops("resuming", |watch| Learner::resume(&checkpoint, watch));
    assert_eq!(resumed.checkpoint(&()).unwrap(), checkpoint);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn altered_and_shortened_files_are_refused(at in 0.0..1.0_f64, bit in 0..8_u32) {
        let files = [SMALL.clone().into_network(&()).unwrap().to_bytes(&()).unwrap(), SMALL.checkpoint(&()).unwrap()];
        for (which, mut bytes) in files.into_iter().enumerate() {
            let is_refused = |bytes: &[u8]| match which {
                0 => Network::from_bytes(bytes, &()).is_err(),
                _ => Learner::resume(bytes, &()).is_err(),
            };
            let place = (at * bytes.len() as f64) as usize;
            prop_assert!(is_refused(&bytes[..place]));
            bytes[place] ^= 1 << bit;
            prop_assert!(is_refused(&bytes));
        }
    }

    #[test]
    fn any_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut network = b"tilewright/network2048/3\n".to_vec();
        network.extend(&bytes);
        network.extend(tilewright_grid::checksum(&network).to_le_bytes());
        prop_assert!(Network::from_bytes(&network, &()).is_err());
        prop_assert!(Learner::resume(&bytes, &()).is_err());
    }
}

#[test]
fn files_say_at_their_beginning_how_large_they_may_be() {
    let network = SMALL.clone().into_network(&()).unwrap();
    let checkpoint = SMALL.checkpoint(&()).unwrap();
    let start = |bytes: &[u8]| bytes[..bytes.len().min(FILE_START)].to_vec();
    let weights = u64::from(3 * 16_u32.pow(4));
    let bytes = network.to_bytes(&()).unwrap();
    let most = Network::max_bytes(&start(&bytes)).unwrap();
    assert!(most >= bytes.len() as u64 && most < 7 * weights, "{most}");
    let most = Learner::max_bytes(&start(&checkpoint)).unwrap();
    assert!(most >= checkpoint.len() as u64 && most < 13 * weights + (1 << 26), "{most}");
    assert_eq!(Learner::seed_in(&start(&checkpoint)), Some(SMALL.settings().seed));
    for bytes in [vec![0; FILE_START], Vec::new(), checkpoint] {
        assert!(Network::max_bytes(&start(&bytes)).is_err());
    }
    assert_eq!(Learner::seed_in(&[0; FILE_START]), None);
    assert!(Learner::max_bytes(&[0; FILE_START]).is_err());
    // More weights than its shape has, and more than any has.
    let forged = |shape: &[u8]| [b"tilewright/network2048/3\n", shape].concat();
    assert!(Network::max_bytes(&forged(b"\x024x\x01")).is_err());
    assert!(Network::max_bytes(&forged(b"\x034x6\x80\x80\x80\x80\x10")).is_err());
    assert!(Network::max_bytes(&forged(b"\xff\xff\xff\xff\x0f")).is_err());
}

#[test]
fn networks_are_refused_with_a_reason() {
    let network = SMALL.clone().into_network(&()).unwrap().to_bytes(&()).unwrap();
    let checkpoint = SMALL.checkpoint(&()).unwrap();
    let sealed = |mut bytes: Vec<u8>| {
        bytes.extend(tilewright_grid::checksum(&bytes).to_le_bytes());
        bytes
    };
    let body = &network[..network.len() - 8];
    let swapped = |from: &str, to: &str| {
        let at =
            body.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
        let mut bytes = body.to_vec();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        sealed(bytes)
    };
    let cases = [
        b"".to_vec(),
        b"PK\x03\x04".to_vec(),
        checkpoint,
        network[..network.len() / 2].to_vec(),
        network[..27].to_vec(),
        sealed(body[..60].to_vec()),
        swapped("0123,0145,4567", "0123,0145,45,7"),
    ];
    let told = cases.map(|bytes| match Network::from_bytes(&bytes, &()) {
        Ok(network) => format!("read: {}", network.shape()),
        Err(error) => error.to_string(),
    });
    insta::assert_snapshot!(told.join("\n"));
}
