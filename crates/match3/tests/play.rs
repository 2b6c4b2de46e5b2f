//! Games, their statistics and their replays.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

use proptest::prelude::*;
use tilewright_grid::{Cell, Rng, Seed, Size};
use tilewright_match3::{
    Bot, Game, Goal, Level, Move, Outcome, Replay, ReplayError, Rules, SkilledBot,
    Statistics, Unreachable, play, play_bot, unreachable,
};

/// Every sort of cell, and a way in that a blocker closes.
const MIXED: &str = "....1....\n.a..2..b.\n....#....\n..3...4..\n.........\n_..c.d.._\n\
                     #.......#\n.........\n....1....";

fn rules(layout: &str, goal: &str) -> Rules {
    Rules::new(&layout.parse().unwrap(), &goal.parse().unwrap())
}

fn open(goal: &str) -> Rules {
    rules(&["........."; 9].join("\n"), goal)
}

fn bot(name: &str) -> SkilledBot {
    name.parse().unwrap()
}

fn mean(outcomes: &[Outcome]) -> f64 {
    outcomes.iter().map(|outcome| f64::from(outcome.swaps)).sum::<f64>()
        / outcomes.len() as f64
}

#[test]
fn stronger_bots_need_fewer_swaps() {
    let rules = open("collect:30");
    let seed = Seed(5);
    let random = mean(&play(&rules, &bot("random"), 1000, 0..2000, seed, &()));
    let article = mean(&play(&rules, &bot("article"), 1000, 0..2000, seed, &()));
    let greedy = mean(&play(&rules, &bot("greedy"), 1000, 0..2000, seed, &()));
    let planner = mean(&play(&rules, &bot("planner"), 1000, 0..100, seed, &()));
    assert!(random > 1.2 * article && article > 1.1 * greedy && greedy > 1.2 * planner);
    let mixed = mean(&play(&rules, &bot("greedy:0.5"), 1000, 0..2000, seed, &()));
    assert!(random > mixed && mixed > greedy, "{random} {mixed} {greedy}");
}

#[test]
fn outcomes_are_the_same_on_any_number_of_threads_and_in_any_batches() {
    let rules = rules(MIXED, "clear:specials");
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| play(&rules, &bot("greedy"), 400, 0..300, Seed(1), &()))
    };
    let all = on(1);
    assert_eq!(all, on(3));
    let parts: Vec<_> = [0..1, 1..130, 130..300]
        .into_iter()
        .flat_map(|games| play(&rules, &bot("greedy"), 400, games, Seed(1), &()))
        .collect();
    assert_eq!(all, parts);
}

/// Makes two legal swaps, then an illegal one.
struct Cheat(Move);

impl Bot for Cheat {
    fn choose<const W: usize>(&self, game: &Game<'_, W>, _: &mut Rng) -> Move {
        if game.swaps_made() < 2 { game.moves().next().unwrap() } else { self.0 }
    }

    fn name(&self) -> String {
        "cheat".to_owned()
    }
}

#[test]
fn an_illegal_swap_of_a_bot_is_an_error_that_says_which() {
    let rules = rules("....1.\n.a..2.\n....#.\n..3...\n......\n_..c._\n", "collect:30");
    let proceed = || ControlFlow::Continue(());
    let below = Move::between(Size::new(9, 9), Cell::new(8, 6), Cell::new(8, 7)).unwrap();
    let blocked =
        Move::between(Size::new(6, 6), Cell::new(1, 4), Cell::new(2, 4)).unwrap();
    for (swap, games) in [(below, 0..1), (blocked, 0..300)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let error = pool.install(|| {
            play_bot(&rules, &Cheat(swap), 400, games, Seed(1), &proceed).unwrap_err()
        });
        assert_eq!((error.game, error.swap, &*error.bot), (0, 3, "cheat"));
        assert_eq!(error.cells, swap.cells(Size::new(6, 6)));
        assert_eq!(error.board.lines().count(), 6);
        if swap == blocked {
            insta::assert_snapshot!(error);
        }
    }
    // A bot that keeps to the rules plays as it would by its name.
    let outcomes =
        play_bot(&rules, &tilewright_match3::GreedyBot, 400, 0..9, Seed(1), &proceed);
    assert_eq!(outcomes.unwrap(), play(&rules, &bot("greedy"), 400, 0..9, Seed(1), &()));
}

/// Continues a number of times, then breaks.
fn times(most: u32) -> impl Fn() -> ControlFlow<()> + Sync {
    let left = AtomicU32::new(most);
    move || match left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)) {
        Ok(_) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

#[test]
fn games_stop_in_their_middle_and_whole_ones_are_kept() {
    let (rules, greedy) = (open("collect:60"), bot("greedy"));
    let all = play(&rules, &greedy, 400, 0..300, Seed(1), &());
    for most in [0, 1, 5, 100, 2000] {
        let some = play(&rules, &greedy, 400, 0..300, Seed(1), &times(most));
        assert!(some.len() < 300);
        assert_eq!(some, all[..some.len()]);
    }
    // A game that is written down is one up to where it was stopped.
    let whole = Replay::record(&rules, greedy, 400, 3, Seed(1), &()).0;
    let (half, outcome) = Replay::record(&rules, greedy, 400, 3, Seed(1), &times(4));
    assert_eq!((half.swaps.len(), outcome.swaps, half.is_won), (4, 4, false));
    assert_eq!(half.boards, whole.boards[..5]);
    half.check().unwrap();
}

/// Golden playthroughs: the games that these seeds gave when they were written down. They
/// change only with the rules, the bots or the order of draws, and then on purpose.
#[test]
fn golden_playthroughs_are_unchanged() {
    for (name, text) in [
        ("open", include_str!("data/replays/open.json")),
        ("mixed", include_str!("data/replays/mixed.json")),
        ("shuffled", include_str!("data/replays/shuffled.json")),
    ] {
        let replay = Replay::from_json(text).unwrap();
        replay.check().unwrap_or_else(|error| panic!("{name}: {error}"));
        let rules = Rules::new(&replay.level, replay.goal().unwrap());
        let most = replay.swaps.len() as u32;
        let (again, outcome) = Replay::record(
            &rules,
            replay.bot.unwrap(),
            most,
            replay.game,
            replay.seed,
            &(),
        );
        assert_eq!(again, replay, "{name}: the bot plays as it did");
        assert_eq!(outcome.reshuffles > 0, name == "shuffled", "{name}");
    }
}

fn replay() -> Replay {
    let rules = rules(MIXED, "collect:20");
    Replay::record(&rules, "article".parse().unwrap(), 1000, 3, Seed(8), &()).0
}

#[test]
fn a_replay_is_the_game_of_the_batch() {
    let rules = rules(MIXED, "collect:20");
    let (replay, outcome) =
        Replay::record(&rules, "article".parse().unwrap(), 1000, 3, Seed(8), &());
    assert_eq!(play(&rules, &bot("article"), 1000, 3..4, Seed(8), &()), [outcome]);
    assert_eq!(replay.swaps.len() as u32, outcome.swaps);
    assert_eq!(Replay::from_json(&replay.to_json()).unwrap(), replay);
    replay.check().unwrap();
}

#[test]
fn a_replay_that_does_not_fit_says_where() {
    let whole = replay();
    let mut other = whole.clone();
    other.boards[2] ^= 1;
    assert!(matches!(other.check(), Err(ReplayError::Board(2))));

    let mut other = whole.clone();
    other.seed = Seed(9);
    assert!(matches!(other.check(), Err(ReplayError::Board(0))));

    let mut other = whole.clone();
    other.swaps[1] = [Cell::new(0, 0), Cell::new(5, 5)];
    assert!(matches!(other.check(), Err(ReplayError::Illegal { index: 2, .. })));

    let mut other = whole.clone();
    other.swaps.pop();
    assert!(matches!(other.check(), Err(ReplayError::Boards { .. })));

    let mut other = whole.clone();
    other.boards.pop();
    other.swaps.pop();
    assert!(matches!(other.check(), Err(ReplayError::Result(true))));

    let level: Level = MIXED.replace("#.......#", "#......##").parse().unwrap();
    assert!(
        matches!(whole.fits(&level), Err(ReplayError::OtherLevel(cell)) if cell == Cell::new(6, 7))
    );
    assert!(whole.fits(&MIXED.parse().unwrap()).is_ok());
    assert!(whole.fits(&"...".parse().unwrap()).is_err());
}

const fn outcome(swaps: u32, is_won: bool) -> Outcome {
    let (is_endless, is_timed_out) = (false, false);
    let (reshuffles, cascades, score) = (1, 2, 100);
    Outcome { swaps, is_won, reshuffles, cascades, score, is_endless, is_timed_out }
}

#[test]
fn statistics_of_a_few_games_are_those_of_pen_and_paper() {
    let mut outcomes: Vec<_> = (1..=40).map(|swaps| outcome(swaps, true)).collect();
    outcomes.extend([outcome(50, false); 10]);
    let statistics = Statistics::of(&outcomes, 50);

    assert_eq!((statistics.games, statistics.finished), (50, 40));
    assert_eq!(statistics.mean_swaps(), Some(20.5));
    assert!((statistics.swaps.unwrap().sd.unwrap() - 11.690_45).abs() < 1e-4);
    assert_eq!(statistics.best_5_percent, Some(1.5));

    let swaps = statistics.swaps.unwrap();
    let quantiles = swaps.quantiles;
    assert_eq!((swaps.min, quantiles.p5, quantiles.p25), (1, 2, 10));
    assert_eq!((swaps.median, quantiles.p75, quantiles.p95), (20, 30, 38));
    assert_eq!(swaps.median_ci95, [14, 28]);
    assert!((statistics.win_rate.mean - 0.8).abs() < 1e-12);
    assert!((statistics.win_rate.ci95[0] - 0.6696).abs() < 1e-4);
    assert_eq!(statistics.curve.len(), 40);
    assert_eq!(statistics.moves_for(0.5).unwrap().moves, 25);
    assert_eq!(statistics.moves_closest_to(0.51).unwrap().moves, 25);
    assert_eq!(statistics.moves_for(0.9), None);

    let none = Statistics::of(&[outcome(9, false)], 9);
    assert_eq!((none.mean_swaps(), none.curve.len()), (None, 0));
    assert!(none.uncertainty().is_infinite());
}

#[test]
fn what_cannot_be_reached_is_explained() {
    let why = |layout, goal| unreachable(&rules(layout, goal));
    assert_eq!(why("....\n....\n....", "collect:30"), None);
    assert_eq!(why("..\n..", "collect:1"), Some(Unreachable::NoSwap));
    let walled = Some(Unreachable::Blockers(vec![Cell::new(0, 5)]));
    assert_eq!(why("....#1\n....##\n....##", "clear:blockers"), walled);
    assert_eq!(why("....1\n....1\n....1", "clear:blockers"), None);
    let lonely = Some(Unreachable::Overlays(vec![Cell::new(1, 5)]));
    assert_eq!(why("....##\n....#a\n....##", "clear:overlays"), lonely);
    let dry = Some(Unreachable::Blocks { wanted: 30, present: 8 });
    assert_eq!(why("####\n....\n....", "collect:30"), dry);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// What is called unreachable never happens.
    #[test]
    fn the_unreachable_is_never_reached(
        layout in "([.#1a_2]{6}\n){5}[.#1a]{6}",
        goal in prop::sample::select(vec!["clear:specials", "collect:25", "score:300"]),
        seed in any::<u64>(),
    ) {
        let Ok(level) = layout.parse::<Level>() else { return Ok(()) };
        let rules = Rules::new(&level, &goal.parse::<Goal>().unwrap());
        if unreachable(&rules).is_some() {
            let outcomes = play(&rules, &bot("greedy"), 60, 0..8, Seed(seed), &());
            prop_assert!(outcomes.iter().all(|outcome| !outcome.is_won));
        }
    }

    /// Texts that are no replays are refused, and replays that were changed never panic.
    #[test]
    fn no_text_upsets_the_reader(cut in 0..4000_usize, put in "[0-9\"\\[\\],x-]{0,3}") {
        let mut text = replay().to_json();
        let at = cut % text.len();
        text.replace_range(at..=at, &put);
        if let Ok(replay) = Replay::from_json(&text) {
            let _ = replay.check();
        }
        prop_assert!(Replay::from_json(&text[..at]).is_err());
    }
}
