//! What is made is what was wished for, and what is refused cannot be.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use proptest::prelude::*;
use tilewright_evolve::{
    Breeding, Evolution, FeasibleInfeasible, Rate, Redraw, Roulette, Stop, Uniform,
};
use tilewright_grid::{Seed, Size};
use tilewright_match3::{
    Feasibility, Kind, Level, LevelProblem, Made, Quota, Search, Space, Symmetry,
    Template, Violation, Wish, WishError, generate, generate_distinct, potential,
};

fn wish(rows: u32, columns: u32, target: u32) -> Wish {
    Wish {
        template: Template::open(Size::new(rows, columns)).unwrap(),
        kinds: vec![Kind::Obstacle.into()],
        symmetry: Symmetry::None,
        target,
        tolerance: 0,
        scheme: Search::Climb,
    }
}

const TARGETS: [u32; 7] = [114, 342, 456, 684, 912, 1026, 1140];

#[test]
fn the_articles_scheme_solves_its_series_in_every_run() {
    for target in TARGETS {
        let scheme = Search::FeasibleInfeasible(Violation::Cells);
        let wish = Wish { tolerance: 55, scheme, ..wish(10, 10, target) };
        for run in 100..130 {
            let made = generate(&wish, Seed(run), |_| ControlFlow::Continue(())).unwrap();
            assert!(made.is_found && made.generations <= 500, "{target}, run {run}");
            assert!(made.potential.abs_diff(target) <= 55);
            assert!(Feasibility::of(&made.level).is_feasible());
        }
    }
}

#[test]
fn the_climb_needs_a_tenth_of_the_articles_evaluations() {
    let mean = |scheme| {
        let evaluations = |target| {
            let wish = Wish { tolerance: 55, scheme, ..wish(10, 10, target) };
            (0..10)
                .map(|run| {
                    generate(&wish, Seed(run), |_| ControlFlow::Continue(()))
                        .unwrap()
                        .evaluations
                })
                .sum::<u64>()
        };
        TARGETS.map(evaluations).into_iter().sum::<u64>()
    };
    let article = mean(Search::FeasibleInfeasible(Violation::Cells));
    assert!(mean(Search::Climb) * 10 < article);
}

#[test]
fn exact_targets_are_met_or_proved_impossible() {
    for target in TARGETS {
        for run in 0..30 {
            match generate(
                &wish(10, 10, target),
                Seed(run),
                |_| ControlFlow::Continue(()),
            ) {
                Ok(made) => {
                    assert!(made.is_found && made.potential == target, "{target}");
                }
                Err(WishError::Impossible { possible, .. }) => {
                    // One obstacle in a corner is the cheapest, and costs 12.
                    assert_eq!((target, possible.nearest), (1140, Some((1132, 1144))));
                }
                Err(error) => panic!("{target}: {error}"),
            }
        }
    }
}

fn templates() -> impl Strategy<Value = Template> {
    let glyph = prop_oneof![20 => Just('?'), 3 => Just('_'), 1 => Just('#'), 1 => Just('b'), 1 => Just('.')];
    (1..9_usize, 1..9_usize).prop_flat_map(move |(rows, columns)| {
        let row = prop::collection::vec(glyph.clone(), columns);
        prop::collection::vec(row, rows).prop_map(|rows| {
            let rows: Vec<String> =
                rows.into_iter().map(|row| row.into_iter().collect()).collect();
            rows.join("\n").parse().unwrap()
        })
    })
}

fn wishes() -> impl Strategy<Value = Wish> {
    let kinds = prop::sample::subsequence(Kind::SPECIALS.to_vec(), 1..4);
    let symmetries = [
        Symmetry::None,
        Symmetry::Horizontal,
        Symmetry::Vertical,
        Symmetry::Both,
        Symmetry::Rotational,
    ];
    let scheme = prop_oneof![
        4 => Just(Search::Climb),
        1 => Just(Search::FeasibleInfeasible(Violation::Cells)),
        1 => Just(Search::FeasibleInfeasible(Violation::Groups)),
    ];
    (
        templates(),
        kinds,
        prop::sample::select(symmetries.to_vec()),
        0.0..1.0,
        0..30_u32,
        scheme,
    )
        .prop_map(|(template, kinds, symmetry, share, tolerance, scheme)| {
            let open =
                Level::new(template.cells().map(|cell| cell.unwrap_or(Kind::Ordinary)))
                    .unwrap();
            let target = (f64::from(potential(&open)) * share) as u32;
            let kinds = kinds.into_iter().map(Quota::from).collect();
            Wish { template, kinds, symmetry, target, tolerance, scheme }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_made_keeps_every_part_of_the_wish(wish in wishes(), seed in any::<u64>()) {
        let Ok(made) = generate(&wish, Seed(seed), |_| ControlFlow::Continue(())) else { return Ok(()) };
        let (cells, size) = (made.level.cells(), made.level.size());
        prop_assert_eq!(made.potential, potential(&made.level));
        if made.is_found {
            prop_assert!(made.potential.abs_diff(wish.target) <= wish.tolerance);
            prop_assert!(Feasibility::of(&made.level).is_feasible());
        }
        for cell in size.cells() {
            for other in wish.symmetry.orbit(size, cell) {
                prop_assert_eq!(cells[cell], cells[other]);
            }
            if let Some(fixed) = wish.template.cells()[cell] {
                prop_assert_eq!(cells[cell], fixed);
                continue;
            }
            let found = cells[cell];
            let mut mirrored = wish.symmetry.orbit(size, cell).into_iter();
            let is_fixed = mirrored.any(|other| wish.template.cells()[other] == Some(found));
            prop_assert!(is_fixed || found == Kind::Ordinary || wish.kinds.iter().any(|quota| quota.kind == found));
        }
    }
}

#[test]
fn as_many_of_each_kind_as_wished() {
    let words = [
        &["obstacle:6"][..],
        &["obstacle:3-4", "blocked2:2", "overlay1"],
        &["overlay3:9", "blocked1"],
    ];
    let scheme = Search::FeasibleInfeasible(Violation::Cells);
    for (words, scheme) in words.into_iter().zip([Search::Climb, Search::Climb, scheme]) {
        let kinds: Vec<Quota> = words.iter().map(|word| word.parse().unwrap()).collect();
        let template: Template =
            format!("{}....#????\n", "?????????\n".repeat(8)).parse().unwrap();
        for seed in 0..10 {
            let wish = Wish {
                template: template.clone(),
                kinds: kinds.clone(),
                scheme,
                tolerance: 20,
                ..wish(9, 9, 560)
            };
            let made =
                generate(&wish, Seed(seed), |_| ControlFlow::Continue(())).unwrap();
            assert!(made.is_found, "{words:?}");
            for quota in &kinds {
                let cells = made.level.cells().values().iter();
                let count = cells.filter(|&&kind| kind == quota.kind).count() as u32;
                assert!(
                    quota.range().contains(&count),
                    "{quota}: {count}\n{}",
                    made.level
                );
            }
        }
    }
}

/// So many levels, on so many threads; `others` are there already.
fn distinct(
    wish: &Wish,
    seed: u64,
    count: usize,
    others: &[Made],
    threads: usize,
) -> Vec<Made> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let others: Vec<Level> = others.iter().map(|made| made.level.clone()).collect();
    let proceed = || ControlFlow::Continue(());
    pool.install(|| {
        let numbers = others.len()..count;
        generate_distinct(wish, numbers, others, Seed(seed), &proceed, |_| proceed())
            .unwrap()
    })
}

#[test]
fn several_levels_are_all_different_and_the_same_on_any_number_of_threads() {
    let wish = wish(6, 6, 200);
    let made = distinct(&wish, 3, 40, &[], 1);
    assert_eq!(made.len(), 40);
    let layouts: BTreeSet<_> = made.iter().map(|made| made.level.to_string()).collect();
    assert_eq!(layouts.len(), 40);
    assert_eq!(made, distinct(&wish, 3, 40, &[], 2));
    assert_eq!(made, distinct(&wish, 3, 40, &[], 8));
    // Resumed behind some of them, the others come as they did.
    assert_eq!(made[17..], distinct(&wish, 3, 40, &made[..17], 3));
}

#[test]
fn no_more_levels_are_claimed_than_there_are() {
    // Only the open board has all 24 cases of 3 × 3.
    let made = distinct(&wish(3, 3, 24), 1, 5, &[], 2);
    assert_eq!(made.len(), 1);
    assert!(made[0].is_found);
    assert_eq!(distinct(&wish(3, 3, 24), 1, 5, &made, 2), []);
}

#[test]
fn an_interrupted_run_keeps_the_first_levels() {
    let all = distinct(&wish(9, 9, 600), 1, 100, &[], 2);
    for (most, threads) in [(3, 1), (27, 3)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let is_stopped = AtomicBool::new(false);
        let proceed = || {
            if is_stopped.load(SeqCst) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut seen = 0;
        let some = pool.install(|| {
            let wish = wish(9, 9, 600);
            generate_distinct(&wish, 0..100, Vec::new(), Seed(1), &proceed, |made| {
                assert!(made.is_found);
                seen += 1;
                is_stopped.store(seen == most, SeqCst);
                proceed()
            })
        });
        assert_eq!(some.unwrap(), all[..most]);
    }
}

/// Every search looks at every step whether it is to stop, whatever it is doing, and what it
/// had until then is no level that was found.
#[test]
fn a_search_stops_wherever_it_is_told_to() {
    let open = |scheme, target| Wish { scheme, ..wish(24, 24, target) };
    let kinds = Kind::SPECIALS.map(Quota::from).to_vec();
    let crowded = Wish { kinds, ..open(Search::Climb, 1) };
    let groups = Search::FeasibleInfeasible(Violation::Groups);
    for wish in [open(Search::Climb, 4001), crowded, open(groups, 4001)] {
        for most in [1, 2, 10, 200] {
            let mut asked = 0;
            let made = generate(&wish, Seed(1), |_| {
                asked += 1;
                if asked < most {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            let made = made.unwrap();
            assert!(!made.is_found || asked < most, "{most}: {wish:?}");
            assert!(asked <= most, "asked no more once it was told to stop: {asked}");
        }
    }
}

/// A search asks at least once for so much work as takes far less than a tenth of a second.
#[test]
fn long_searches_ask_often_whether_to_stop() {
    for (scheme, least) in
        [(Search::Climb, 100_000), (Search::FeasibleInfeasible(Violation::Cells), 500)]
    {
        // Nearly no level of this size has just that potential.
        let wish = Wish {
            scheme,
            kinds: vec!["obstacle:1".parse().unwrap()],
            ..wish(12, 12, 77)
        };
        let mut asked = 0_u64;
        let made = generate(&wish, Seed(1), |_| {
            asked += 1;
            ControlFlow::Continue(())
        });
        let _ = made;
        assert!(asked >= least, "{scheme:?}: {asked}");
    }
}

#[test]
fn a_resumed_search_for_levels_goes_on_byte_for_byte() {
    let template = Template::open(Size::new(10, 10)).unwrap();
    let space = Space::new(
        &template,
        &[Kind::Obstacle.into(), Kind::Overlay2.into()],
        Symmetry::None,
    )
    .unwrap();
    let problem = LevelProblem {
        space: &space,
        target: 700,
        tolerance: 0,
        violation: Violation::Cells,
    };
    let scheme = || {
        let breeding = Breeding {
            selection: Roulette::default(),
            crossover: Uniform { rate: Rate::HALF },
            crossover_rate: Rate::ALWAYS,
            mutation: Redraw { rate: Rate::new(0.01).unwrap(), source: &space },
            mutation_rate: Rate::ALWAYS,
        };
        FeasibleInfeasible::new(20, 2, breeding)
    };
    let mut whole = Evolution::new(problem, scheme(), Seed(5)).unwrap();
    whole.run(&Stop::new().generations(40), &(), |_| ControlFlow::Continue(())).unwrap();
    let mut half = Evolution::new(problem, scheme(), Seed(5)).unwrap();
    half.run(&Stop::new().generations(20), &(), |_| ControlFlow::Continue(())).unwrap();
    let mut rest = Evolution::resume(problem, scheme(), &half.checkpoint()).unwrap();
    rest.run(&Stop::new().generations(40), &(), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(rest.checkpoint(), whole.checkpoint());
    let other = LevelProblem { target: 701, ..problem };
    assert!(Evolution::resume(other, scheme(), &half.checkpoint()).is_err());
}
