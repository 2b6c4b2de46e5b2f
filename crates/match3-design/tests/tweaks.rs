//! Tweaks change few cells, keep what must stay, and have the difficulty that they promise.

use std::ops::ControlFlow;

use tilewright_grid::{Grid, Seed};
use tilewright_match3::{Kind, Level, MAX_SWAPS, Rules, Statistics, Strategy, play};
use tilewright_match3_design::{
    Difficulty, RequestError, Shift, Symmetry, Tweak, TweakRequest, Tweaks, tweak,
};

const MOVES: u32 = 12;

/// A level of 7 × 7, mirrored left to right, of which about half of the games are won.
fn level() -> Level {
    let text = format!(
        r##"{{"layout": [".......", ".#...#.", "..1.1..", ".......", "#..#..#", ".......", "..1.1.."],
            "goal": {{"collect": 14}}, "moves": {MOVES}}}"##
    );
    text.parse().unwrap()
}

fn royal() -> Level {
    let text = r#"{"rules": "royal", "colors": 4, "layout": [
        [".", ".", ".", ".", ".", "."], [".", "box1", ".", ".", "box1", "."],
        ["._grass1", "._grass1", ".", ".", "._grass1", "._grass1"],
        [".", ".", "box2", "box2", ".", "."], [".", ".", ".", ".", ".", "."],
        ["_", ".", "R-", ".", ".", "_"]],
        "goal": {"all": [{"collect": {"kind": "box", "count": "all"}}, {"collect": {"color": "red", "count": 12}}]},
        "moves": 7}"#;
    text.parse().unwrap()
}

fn found(request: &TweakRequest, seed: u64) -> Tweaks {
    let guide = request.guide().unwrap();
    tweak(request, &guide, Seed(seed), |_| ControlFlow::Continue(())).unwrap()
}

/// The win rate in games that the search has not seen.
fn win_rate(level: &Level) -> f64 {
    let rules = Rules::new(level, level.goal.as_ref().unwrap());
    let bot = Strategy::Article.into();
    let outcomes = play(&rules, &bot, MAX_SWAPS, 0..6000, Seed(991), &());
    Statistics::of(&outcomes, MAX_SWAPS).within(level.moves.unwrap()).win_rate.mean
}

fn differing(a: &Level, b: &Level) -> usize {
    a.cells().values().iter().zip(b.cells().values()).filter(|(a, b)| a != b).count()
}

#[test]
fn tweaks_have_the_win_rate_that_was_asked_for() {
    for (level, shift) in
        [(level(), Shift::Easier), (level(), Shift::Harder), (royal(), Shift::Easier)]
    {
        let bot = Strategy::Article;
        let request = TweakRequest::new(level, shift).with_bot(bot).with_count(3);
        let tweaks = found(&request, 5);
        let Some(Difficulty::WinRate { rate, .. }) = tweaks.difficulty else { panic!() };
        assert!(
            !tweaks.is_there && tweaks.answers.len() > 1,
            "{shift:?}: {} answers",
            tweaks.answers.len()
        );
        for Tweak { level, changes, is_found, .. } in &tweaks.answers {
            assert!(*is_found, "{shift:?}");
            let reached = win_rate(level);
            // The tolerance, and three standard errors of the games here.
            assert!((reached - rate).abs() < 0.07, "{shift:?}: {reached}, wanted {rate}");
            assert_eq!(differing(level, &request.level), changes.len());
            assert_eq!(
                (&level.goal, level.moves),
                (&request.level.goal, request.level.moves)
            );
        }
    }
}

#[test]
fn the_first_tweak_has_the_fewest_cells() {
    let tweaks = found(&TweakRequest::new(level(), Shift::Easier), 1);
    let cells: Vec<usize> = tweaks.answers.iter().map(|one| one.changes.len()).collect();
    assert!(cells.is_sorted() && cells[0] <= 4, "{cells:?}");
}

#[test]
fn tweaks_share_at_most_half_of_their_cells() {
    let tweaks = found(&TweakRequest::new(level(), Shift::Harder), 3).answers;
    assert!(tweaks.len() > 1);
    for (index, one) in tweaks.iter().enumerate() {
        for other in &tweaks[..index] {
            let is_shared = |cell| other.changes.iter().any(|change| change.cell == cell);
            let shared =
                one.changes.iter().filter(|change| is_shared(change.cell)).count();
            assert!(2 * shared <= one.changes.len().min(other.changes.len()));
        }
    }
}

#[test]
fn a_few_changes_that_are_each_too_weak_are_combined() {
    // One box hardly matters for the colours, several do.
    let rows = vec![vec!["."; 8]; 8];
    let mut rows: Vec<Vec<&str>> = rows;
    rows[4][4] = "box1";
    let text = serde_json::json!({
        "rules": "royal", "layout": rows, "goal": {"collect": 30}, "moves": 20
    });
    let level: Level = text.to_string().parse().unwrap();
    for seed in 1..4 {
        let tweaks = found(&TweakRequest::new(level.clone(), Shift::Harder), seed);
        assert!(tweaks.answers[0].is_found, "seed {seed}");
    }
}

#[test]
fn games_that_are_stopped_promise_no_difficulty() {
    let request = TweakRequest::new(level(), Shift::Easier);
    let looks = std::sync::atomic::AtomicU32::new(0);
    let stop = |_: Option<usize>| {
        let look = looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if look > 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let tweaks = tweak(&request, &request.guide().unwrap(), Seed(1), stop).unwrap();
    assert!(tweaks.difficulty.is_none() && tweaks.answers.is_empty());
}

#[test]
fn symmetry_and_fixed_cells_stay() {
    let mut request = TweakRequest::new(level(), Shift::Easier).with_count(2);
    assert_eq!(request.symmetry, Symmetry::Horizontal);
    // The rows with the three obstacles.
    request.free = Grid::from_fn(request.level.size(), |cell| cell.row != 4);
    let tweaks = found(&request, 2);
    assert!(!tweaks.answers.is_empty());
    for Tweak { level, changes, .. } in &tweaks.answers {
        assert_eq!(Symmetry::of(level), Symmetry::Horizontal);
        assert!(changes.iter().all(|change| change.cell.row != 4));
    }
}

#[test]
fn holes_and_pieces_stay() {
    let mut request = TweakRequest::new(royal(), Shift::Harder).with_count(2);
    request.symmetry = Symmetry::None;
    let tweaks = found(&request, 4);
    assert!(!tweaks.answers.is_empty());
    let kept = |level: &Level| {
        let cells = level.cells().values().iter();
        cells.filter(|kind| !kind.is_special() && **kind != Kind::ORDINARY).count()
    };
    for one in &tweaks.answers {
        assert_eq!(kept(&one.level), kept(&request.level));
    }
}

#[test]
fn results_depend_on_the_seed_alone() {
    let request = TweakRequest::new(level(), Shift::Harder).with_count(2);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| found(&request, 8))
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn a_level_that_has_the_difficulty_is_left_alone() {
    let rate = win_rate(&level());
    let shift = Shift::To(Difficulty::WinRate { rate, moves: MOVES });
    let tweaks = found(&TweakRequest::new(level(), shift), 1);
    assert!(tweaks.is_there && tweaks.answers.is_empty());
}

#[test]
fn an_impossible_difficulty_gives_the_closest_level() {
    let shift = Shift::To(Difficulty::Swaps(1.0));
    let tweaks = found(&TweakRequest::new(level(), shift), 1);
    let [closest] = &tweaks.answers[..] else { panic!("{}", tweaks.answers.len()) };
    assert!(!closest.is_found && !closest.changes.is_empty());
}

#[test]
fn a_stop_keeps_the_tweaks_so_far() {
    let request = TweakRequest::new(level(), Shift::Easier);
    let stop = |found: Option<usize>| match found {
        Some(1..) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let guide = request.guide().unwrap();
    let tweaks = tweak(&request, &guide, Seed(1), stop).unwrap().answers;
    assert!(tweaks.len() == 1 && tweaks[0].is_found);
}

#[test]
fn what_cannot_be_tweaked_is_refused() {
    let try_one = |request: &TweakRequest| {
        let guide = request.guide();
        let run = |guide| tweak(request, &guide, Seed(1), |_| ControlFlow::Continue(()));
        guide.and_then(run).unwrap_err()
    };
    let bare: Level = "...\n...\n...\n".parse().unwrap();
    let request = TweakRequest::new(bare, Shift::Easier);
    assert!(matches!(try_one(&request), RequestError::NoGoal));

    let mut request = TweakRequest::new(level(), Shift::Easier);
    request.symmetry = Symmetry::Vertical;
    assert!(matches!(try_one(&request), RequestError::Asymmetric { .. }));

    let mut request = TweakRequest::new(level(), Shift::Easier);
    request.kinds = vec![Kind::HOLE.into()];
    assert!(matches!(try_one(&request), RequestError::Kind(_)));

    let mut request = TweakRequest::new(level(), Shift::Easier);
    request.free = Grid::from_fn(request.level.size(), |_| false);
    assert!(matches!(try_one(&request), RequestError::NoFreeCell));
}
