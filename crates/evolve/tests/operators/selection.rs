//! Selections against their exact probabilities.

use proptest::prelude::*;
use tilewright_evolve::{
    Error, Rank, Rate, Roulette, Selection, Standing, StochasticUniversal, Tournament,
    Truncation,
};
use tilewright_grid::Seed;

use crate::common::chi::{assert_even, assert_fits};

fn feasible(scores: &[f64]) -> Vec<Standing> {
    scores.iter().map(|&score| Standing::new(0.0, score)).collect()
}

/// The table that a selection prepares for a number of picks, over one of another pool.
fn prepared<S: Selection>(selection: &S, pool: &[Standing], picks: usize) -> S::Table {
    let mut rng = Seed(100).rng();
    let mut table = S::Table::default();
    selection.prepare(&feasible(&[9.0; 12]), 20, &mut rng, &mut table).unwrap();
    selection.prepare(pool, picks, &mut rng, &mut table).unwrap();
    table
}

/// How often each member of the pool is picked.
fn picks(selection: &impl Selection, pool: &[Standing], draws: u32) -> Vec<u32> {
    let table = prepared(selection, pool, draws as usize);
    let mut rng = Seed(101).rng();
    let mut counts = vec![0; pool.len()];
    for pick in 0..draws {
        counts[selection.pick(&table, pool, pick as usize, &mut rng)] += 1;
    }
    counts
}

#[test]
fn a_tournament_picks_a_rank_with_its_exact_probability() {
    // Ranks 3, 0, 5, 1, 6, 2, 4, 7: a great score does not outweigh a violation.
    let mut pool = feasible(&[4.0, 9.0, 2.0, 8.0, 1.0, 5.0, 3.0, 99.0]);
    pool[7] = Standing::new(0.5, 99.0);
    let ranks = [3, 0, 5, 1, 6, 2, 4, 7];
    for size in [1, 2, 3, 7] {
        let behind = |rank: i32| f64::from(8 - rank).powi(size);
        let weights = ranks.map(|rank| behind(rank) - behind(rank + 1));
        let counts = picks(&Tournament::new(size.unsigned_abs()), &pool, 100_000);
        assert_fits(&counts, &weights);
    }
}

#[test]
fn a_tournament_of_none_is_one_of_one_and_ties_are_even() {
    let pool = feasible(&[1.0, 2.0, 3.0]);
    assert_even(&picks(&Tournament::new(0), &pool, 30_000));
    assert_even(&picks(&Tournament::new(4), &feasible(&[2.0; 5]), 50_000));
}

#[test]
fn roulette_picks_in_proportion_and_never_what_weighs_nothing() {
    let mut pool = feasible(&[0.0, 1.0, 3.0, 0.0, 50.0, 6.0, 0.0]);
    pool[4] = Standing::new(1.0, 50.0);
    let counts = picks(&Roulette, &pool, 100_000);
    assert_fits(&counts, &[0.0, 1.0, 3.0, 0.0, 0.0, 6.0, 0.0]);
}

#[test]
fn roulette_is_even_where_nobody_weighs_anything() {
    let mut pool = feasible(&[0.0, 7.0, 0.0, 0.0]);
    pool[1] = Standing::new(2.0, 7.0);
    assert_even(&picks(&Roulette, &pool, 40_000));
}

#[test]
fn roulette_forgets_the_pool_before() {
    let (mut table, mut rng) = (Vec::new(), Seed(102).rng());
    Roulette.prepare(&feasible(&[9.0; 4]), 1, &mut rng, &mut table).unwrap();
    let pool = feasible(&[1.0, 0.0, 2.0]);
    Roulette.prepare(&pool, 1, &mut rng, &mut table).unwrap();
    let mut counts = [0; 3];
    for _ in 0..30_000 {
        counts[Roulette.pick(&table, &pool, 0, &mut rng)] += 1;
    }
    assert_fits(&counts, &[1.0, 0.0, 2.0]);
}

#[test]
fn roulette_refuses_a_score_below_nothing() {
    let pool = feasible(&[1.0, -2.0, -3.0]);
    let mut rng = Seed(103).rng();
    let refused = Err(Error::Roulette { found: -2.0 });
    assert_eq!(Roulette.prepare(&pool, 1, &mut rng, &mut Vec::new()), refused);
    let universal = StochasticUniversal;
    let mut table = <StochasticUniversal as Selection>::Table::default();
    assert_eq!(universal.prepare(&pool, 1, &mut rng, &mut table), refused);
}

#[test]
fn rounding_never_throws_the_ball_off_the_wheel() {
    // Half of all balls round up to the whole sum, the smallest number above 0.
    let pool = feasible(&[0.0, 5e-324, 0.0]);
    assert_eq!(picks(&Roulette, &pool, 1000), [0, 1000, 0]);
}

#[test]
fn a_universal_spin_picks_each_share_rounded_down_or_up() {
    let scores = [0.0, 1.0, 3.0, 0.0, 50.0, 6.0, 0.0];
    let mut pool = feasible(&scores);
    pool[4] = Standing::new(1.0, 50.0);
    let mut table = prepared(&StochasticUniversal, &pool, 7);
    let mut totals = [0; 7];
    let mut firsts = [0; 7];
    for seed in 0..4000 {
        let mut rng = Seed(seed).rng();
        StochasticUniversal.prepare(&pool, 7, &mut rng, &mut table).unwrap();
        let mut counts = [0; 7];
        for pick in 0..7 {
            counts[StochasticUniversal.pick(&table, &pool, pick, &mut rng)] += 1;
        }
        for (index, &count) in counts.iter().enumerate() {
            let share = if index == 4 { 0.0 } else { 7.0 * scores[index] / 10.0 };
            assert!((f64::from(count) - share).abs() < 1.0, "{index}: {count}, {share}");
            totals[index] += count;
        }
        firsts[StochasticUniversal.pick(&table, &pool, 0, &mut rng)] += 1;
    }
    // On average a member gets its exact share; the order is random, so that the first pick
    // has the probabilities of roulette.
    for (&total, score) in totals.iter().zip([0.0, 1.0, 3.0, 0.0, 0.0, 6.0, 0.0]) {
        let expected = 4000.0 * 7.0 * score / 10.0;
        assert!((f64::from(total) - expected).abs() < 130.0, "{totals:?}");
    }
    assert_fits(&firsts, &[0.0, 1.0, 3.0, 0.0, 0.0, 6.0, 0.0]);
}

#[test]
fn a_universal_spin_is_even_where_nobody_weighs_anything() {
    let table = prepared(&StochasticUniversal, &feasible(&[0.0; 4]), 10);
    let mut rng = Seed(104).rng();
    let mut counts = [0; 4];
    for pick in 0..10 {
        counts[StochasticUniversal.pick(&table, &feasible(&[0.0; 4]), pick, &mut rng)] +=
            1;
    }
    assert!(counts.iter().all(|count| (2..=3).contains(count)), "{counts:?}");
}

#[test]
fn a_rank_comes_with_its_exact_share() {
    for count in [2, 5, 6] {
        // The best last; what ties ranks by index.
        let scores: Vec<f64> = (0..count).map(f64::from).collect();
        for pressure in [1.0, 1.5, 2.0] {
            let share = |index: i32| {
                let rank = f64::from(count - 1 - index);
                pressure - 2.0 * (pressure - 1.0) * rank / f64::from(count - 1)
            };
            let weights: Vec<f64> = (0..count).map(share).collect();
            let rank = Rank::new(pressure).unwrap();
            let counts = picks(&rank, &feasible(&scores), 100_000);
            if weights.contains(&0.0) && count == 2 {
                assert_eq!(counts, [0, 100_000]);
            } else {
                assert_fits(&counts, &weights);
            }
        }
    }
}

#[test]
fn members_that_tie_rank_by_index() {
    let counts = picks(&Rank::new(1.8).unwrap(), &feasible(&[3.0; 4]), 100_000);
    let step = 1.6 / 3.0;
    assert_fits(&counts, &[1.8, 1.8 - step, 1.8 - 2.0 * step, 0.2]);
}

#[test]
fn a_rank_pressure_lies_between_1_and_2() {
    for pressure in [0.99, 2.01, -1.0, f64::NAN, f64::INFINITY] {
        let Err(Error::Setting { found, .. }) = Rank::new(pressure) else {
            panic!("a pressure of {pressure} is accepted");
        };
        assert_eq!(found.to_bits(), pressure.to_bits());
    }
}

#[test]
fn truncation_is_even_among_the_best_share() {
    let share = |value| Truncation::new(Rate::new(value).unwrap());
    let pool = feasible(&[1.0, 7.0, 3.0, 9.0, 2.0, 8.0, 4.0, 6.0, 5.0, 0.0]);
    let counts = picks(&share(0.4), &pool, 40_000);
    assert_fits(&counts, &[0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
    let counts = picks(&share(0.5), &feasible(&[3.0; 6]), 30_000);
    assert_fits(&counts, &[1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn truncation_rounds_its_share_up_and_keeps_at_least_one() {
    let kept = |share, count| {
        let mut scores = vec![0.0; count];
        scores[count - 1] = 1.0;
        let truncation = Truncation::new(Rate::new(share).unwrap());
        let counts = picks(&truncation, &feasible(&scores), 10_000);
        assert!(counts[count - 1] > 0, "the best is kept");
        counts.iter().filter(|&&count| count > 0).count()
    };
    assert_eq!(kept(0.0, 5), 1);
    assert_eq!(kept(0.21, 10), 3);
    assert_eq!(kept(1.0, 10), 10);
    assert_eq!(kept(0.07, 100), 7, "7 % of 100, although 0.07 lies above 7 / 100");
}

proptest! {
    #[test]
    fn roulette_picks_somebody_who_weighs_something(
        scores in prop::collection::vec(
            prop_oneof![
                Just(0.0), Just(5e-324), Just(f64::MAX), Just(f64::INFINITY), 0.0..1.0
            ],
            1..20,
        ),
        seed: u64,
    ) {
        let pool = feasible(&scores);
        let table = prepared(&Roulette, &pool, 50);
        let mut rng = Seed(seed).rng();
        let whole: f64 = scores.iter().sum();
        for pick in 0..50 {
            let picked = Roulette.pick(&table, &pool, pick, &mut rng);
            prop_assert!(picked < pool.len());
            prop_assert!(whole <= 0.0 || whole.is_infinite() || scores[picked] > 0.0);
        }
    }

    #[test]
    fn every_selection_picks_from_pools_of_any_size(
        scores in prop::collection::vec(-10.0..10.0, 1..6),
        seed: u64,
    ) {
        let pool = feasible(&scores);
        let mut rng = Seed(seed).rng();
        let (rank, best) =
            (Rank::new(2.0).unwrap(), Truncation::new(Rate::new(0.3).unwrap()));
        let ranks = prepared(&rank, &pool, 1);
        let bests = prepared(&best, &pool, 1);
        prop_assert!(rank.pick(&ranks, &pool, 0, &mut rng) < pool.len());
        prop_assert!(Tournament::new(3).pick(&(), &pool, 0, &mut rng) < pool.len());
        let above = |index: usize| scores.iter().filter(|&&it| it > scores[index]).count();
        let kept = (scores.len() as f64 * 0.3).ceil() as usize;
        prop_assert!(above(best.pick(&bests, &pool, 0, &mut rng)) < kept);
    }
}
