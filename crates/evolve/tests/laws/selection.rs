//! The laws of selection, and each selection against its probabilities.

use tilewright_evolve::{
    Rank, Roulette, Selection, Standing, StochasticUniversal, Tournament, Truncation,
};
use tilewright_grid::Seed;

use super::creatures::rate;
use crate::common::chi::assert_fits;

const DRAWS: u32 = 30_000;

/// Pools with violations and scores, all of which are 0 or more for the sake of roulette.
fn pools() -> Vec<Vec<Standing>> {
    let pools: [&[(f64, f64)]; 8] = [
        &[(0.0, 3.0)],
        &[(2.0, 0.0)],
        &[(0.0, 1.0), (0.0, 4.0)],
        &[(0.0, 2.0); 5],
        &[(0.0, 0.0); 4],
        &[(0.0, 5.0), (0.0, 1.0), (0.0, 5.0), (0.0, 0.0), (0.0, 7.0), (0.0, 1.0)],
        &[(1.0, 9.0), (3.0, 8.0), (1.0, 9.0), (2.0, 1.0)],
        &[(0.0, 2.0), (1.5, 9.0), (0.0, 6.0), (0.5, 1.0), (0.0, 2.0)],
    ];
    pools.map(|pool| pool.iter().map(|&(v, s)| Standing::new(v, s)).collect()).into()
}

/// Asserts the laws of selection. `stated` is the probability of each member of a pool, up to a
/// factor.
fn laws<S: Selection>(selection: &S, stated: impl Fn(&[Standing]) -> Vec<f64>) {
    assert_eq!(selection.check(), Ok(()));
    for pool in pools() {
        let chances = stated(&pool);
        for (a, better) in pool.iter().zip(&chances) {
            for (b, worse) in pool.iter().zip(&chances) {
                assert!(
                    a >= b || better >= worse,
                    "{selection:?} prefers {b:?} to {a:?}"
                );
            }
        }
        let mut counts = vec![0; pool.len()];
        let (mut rng, mut table) = (Seed(800).rng(), S::Table::default());
        for _ in 0..DRAWS {
            selection.prepare(&pool, 1, &mut rng, &mut table).unwrap();
            counts[selection.pick(&table, &pool, 0, &mut rng)] += 1;
        }
        if chances.iter().filter(|&&chance| chance > 0.0).count() == 1 {
            let sure = chances.iter().position(|&chance| chance > 0.0).unwrap();
            assert_eq!(counts[sure], DRAWS, "{selection:?}: {counts:?}");
        } else {
            assert_fits(&counts, &chances);
        }
        assert_repeats(selection, &pool);
    }
}

/// Asserts that a fresh table and one that has served another pool give the same members.
fn assert_repeats<S: Selection>(selection: &S, pool: &[Standing]) {
    let mut used = S::Table::default();
    let other = vec![Standing::new(0.0, 1.0); 9];
    selection.prepare(&other, 20, &mut Seed(1).rng(), &mut used).unwrap();
    for picks in [1, 2, 7, 40] {
        let members = |table: &mut S::Table| -> Vec<usize> {
            selection.prepare(pool, picks, &mut Seed(801).rng(), table).unwrap();
            let pick = |at: usize| {
                let mut rng = Seed(802).child(at as u64).rng();
                selection.pick(table, pool, at, &mut rng)
            };
            (0..picks).map(pick).collect()
        };
        let fresh = members(&mut S::Table::default());
        assert!(fresh.iter().all(|&member| member < pool.len()), "{selection:?}");
        assert_eq!(members(&mut used), fresh, "{selection:?}");
    }
}

/// How many members a member is behind, those with the same standing by index.
fn rank(pool: &[Standing], index: usize) -> usize {
    let before = |&at: &usize| (pool[at], at) < (pool[index], index);
    (0..pool.len()).filter(before).count()
}

/// The share of all draws in which a member wins, by a count of all draws.
fn tournament(pool: &[Standing], size: u32) -> Vec<f64> {
    let mut wins = vec![0.0; pool.len()];
    for draw in 0..pool.len().pow(size) {
        let members = (0..size).map(|at| draw / pool.len().pow(at) % pool.len());
        // The first of several equal minima.
        wins[members.min_by_key(|&member| pool[member]).unwrap()] += 1.0;
    }
    wins
}

fn proportion(pool: &[Standing]) -> Vec<f64> {
    let weight = |it: &Standing| if it.violation() > 0.0 { 0.0 } else { it.score() };
    let weights: Vec<f64> = pool.iter().map(weight).collect();
    if weights.iter().sum::<f64>() > 0.0 { weights } else { vec![1.0; pool.len()] }
}

#[test]
fn selections_obey_their_laws() {
    for size in [1, 2, 3, 5] {
        laws(&Tournament::new(size), |pool| tournament(pool, size));
    }
    laws(&Roulette, proportion);
    laws(&StochasticUniversal, proportion);
    for pressure in [1.0, 1.5, 2.0] {
        laws(&Rank::new(pressure).unwrap(), |pool| {
            let steps = pool.len().max(2) - 1;
            let fall =
                |index| 2.0 * (pressure - 1.0) * rank(pool, index) as f64 / steps as f64;
            (0..pool.len()).map(|index| pressure - fall(index)).collect()
        });
    }
    for (share, kept) in [(0.0, [1; 7]), (0.5, [0, 1, 1, 2, 2, 3, 3]), (1.0, [9; 7])] {
        laws(&Truncation::new(rate(share)), |pool| {
            let is_kept = |index| rank(pool, index) < kept[pool.len()];
            (0..pool.len()).map(|index| f64::from(u8::from(is_kept(index)))).collect()
        });
    }
}

#[test]
fn universal_sampling_selects_each_member_its_share_rounded_down_or_up() {
    for pool in pools() {
        let chances = proportion(&pool);
        let whole: f64 = chances.iter().sum();
        for picks in [1, 3, 4, 10, 57] {
            for seed in 0..50 {
                let (mut rng, mut spin) = (Seed(seed).rng(), <_>::default());
                StochasticUniversal.prepare(&pool, picks, &mut rng, &mut spin).unwrap();
                let mut counts = vec![0; pool.len()];
                for pick in 0..picks {
                    counts[StochasticUniversal.pick(&spin, &pool, pick, &mut rng)] += 1;
                }
                for (&count, chance) in counts.iter().zip(&chances) {
                    let due = picks as f64 * chance / whole;
                    assert!((f64::from(count) - due).abs() < 1.0, "{counts:?}: {due}");
                }
            }
        }
    }
}

#[test]
fn universal_sampling_shuffles_its_members() {
    let pool = [1.0, 1.0].map(|score| Standing::new(0.0, score));
    let (mut rng, mut spin) = (Seed(803).rng(), <_>::default());
    let mut counts = [0; 2];
    for _ in 0..DRAWS {
        StochasticUniversal.prepare(&pool, 2, &mut rng, &mut spin).unwrap();
        counts[StochasticUniversal.pick(&spin, &pool, 0, &mut rng)] += 1;
    }
    crate::common::chi::assert_even(&counts);
}

#[test]
fn proportions_hold_where_scores_or_their_sum_are_infinite() {
    let far = f64::MAX;
    for (scores, weights) in [
        ([far, far / 2.0, 0.0, far], [2.0, 1.0, 0.0, 2.0]),
        ([f64::INFINITY, far, 1.0, f64::INFINITY], [1.0, 0.0, 0.0, 1.0]),
    ] {
        let pool = scores.map(|score| Standing::new(0.0, score));
        let (mut rng, mut sums, mut spin) = (Seed(804).rng(), Vec::new(), <_>::default());
        let mut counts = [[0; 4]; 2];
        for _ in 0..DRAWS {
            Roulette.prepare(&pool, 1, &mut rng, &mut sums).unwrap();
            counts[0][Roulette.pick(&sums, &pool, 0, &mut rng)] += 1;
            StochasticUniversal.prepare(&pool, 1, &mut rng, &mut spin).unwrap();
            counts[1][StochasticUniversal.pick(&spin, &pool, 0, &mut rng)] += 1;
        }
        for counts in &counts {
            assert_fits(counts, &weights);
        }
    }
}
