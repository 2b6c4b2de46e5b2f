//! Difficulties by name: the swaps for which they stand.

use std::ops::ControlFlow;

use tilewright_grid::{Seed, Size};
use tilewright_match3::{Strategy, Template};
use tilewright_match3_design::{
    DifficultyRequest, NamedDifficulty, RequestError, Symmetry,
};

fn request(goal: &str, size: Size, kinds: &[&str]) -> DifficultyRequest {
    DifficultyRequest::new(goal.parse().unwrap(), 0.0)
        .with_template(Template::open(size).unwrap())
        .with_kinds(kinds.iter().map(|kind| kind.parse().unwrap()))
}

/// The swaps of all names.
fn swaps(request: &DifficultyRequest, seed: u64) -> [f64; 3] {
    let guide = request.guide().unwrap();
    NamedDifficulty::ALL.map(|name| {
        request
            .swaps_of(name, &guide, Seed(seed), &())
            .unwrap()
            .expect("nothing stops it")
    })
}

/// With a built-in model; without one, by another bot; and with few levels that have the counts.
#[test]
fn names_are_in_ascending_order() {
    let kinds = ["obstacle", "blocked1", "overlay2"];
    let exact = request("collect:30", Size::new(9, 9), &kinds);
    let other = request("clear:overlays", Size::new(6, 7), &["overlay1", "overlay3"])
        .with_bot(Strategy::Random)
        .with_symmetry(Symmetry::Horizontal);
    let counted =
        request("collect:30", Size::new(9, 9), &["obstacle:6-14", "overlay1:4"]);
    for request in [&exact, &other, &counted] {
        let [easy, normal, hard] = swaps(request, 1);
        assert!(1.0 <= easy && easy < normal && normal < hard, "{easy} {normal} {hard}");
    }
    assert!(exact.guide().unwrap().is_exact() && !other.guide().unwrap().is_exact());
    // The difficulty of the request does not matter.
    let bits = |swaps: [f64; 3]| swaps.map(f64::to_bits);
    assert_eq!(
        bits(swaps(&DifficultyRequest { difficulty: 50.0.into(), ..exact.clone() }, 1)),
        bits(swaps(&exact, 1))
    );
}

#[test]
fn names_stand_for_the_same_swaps_on_any_number_of_threads() {
    let request = request("clear:specials", Size::new(7, 7), &["blocked1", "overlay1"]);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| swaps(&request, 3))
    };
    assert_eq!(on(1).map(f64::to_bits), on(3).map(f64::to_bits));
}

#[test]
fn requests_without_playable_levels_are_refused() {
    let request = request("clear:blockers", Size::new(6, 6), &["obstacle"]);
    let guide = request.guide().unwrap();
    let refused = request.swaps_of(NamedDifficulty::Easy, &guide, Seed(1), &());
    assert!(matches!(refused, Err(RequestError::Lacking(_))), "{refused:?}");
    for word in ["", "Easy", "medium", "24"] {
        assert!(word.parse::<NamedDifficulty>().is_err(), "{word}");
    }
}

#[test]
fn sampling_can_be_stopped() {
    let request = request("collect:30", Size::new(9, 9), &["obstacle"]);
    let guide = request.guide().unwrap();
    let stop = || ControlFlow::Break(());
    let stopped = request.swaps_of(NamedDifficulty::Hard, &guide, Seed(1), &stop);
    assert_eq!(stopped, Ok(None));
}
