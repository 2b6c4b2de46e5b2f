//! Generated levels fulfil their requests, and refused requests are impossible.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use proptest::prelude::*;
use tilewright_evolve::{
    Breeding, Evolution, FeasibleInfeasible, Rate, Redraw, Roulette, Stop, Uniform,
};
use tilewright_grid::{Seed, Size};
use tilewright_match3::{Kind, Level, Quota, Template};
use tilewright_match3_design::{
    Algorithm, Feasibility, GeneratedLevel, LevelProblem, LevelRequest, RequestError,
    Space, Style, Symmetry, Violation, generate, generate_distinct, potential,
};

fn request(rows: u32, columns: u32, target: u32) -> LevelRequest {
    LevelRequest::new(target)
        .with_template(Template::open(Size::new(rows, columns)).unwrap())
}

const TARGETS: [u32; 7] = [114, 342, 456, 684, 912, 1026, 1140];

#[test]
fn fi2pop_solves_the_series_of_the_article_in_every_run() {
    for target in TARGETS {
        let algorithm = Algorithm::FeasibleInfeasible(Violation::Cells);
        let request =
            LevelRequest { tolerance: 55, algorithm, ..request(10, 10, target) };
        for run in 100..130 {
            let made =
                generate(&request, Seed(run), |_| ControlFlow::Continue(())).unwrap();
            assert!(made.is_found && made.generations <= 500, "{target}, run {run}");
            assert!(made.potential.abs_diff(target) <= 55);
            assert!(Feasibility::of(&made.level).is_feasible());
        }
    }
}

#[test]
fn hill_climbing_needs_a_tenth_of_the_evaluations_of_fi2pop() {
    let mean = |algorithm| {
        let evaluations = |target| {
            let request =
                LevelRequest { tolerance: 55, algorithm, ..request(10, 10, target) };
            (0..10)
                .map(|run| {
                    generate(&request, Seed(run), |_| ControlFlow::Continue(()))
                        .unwrap()
                        .evaluations
                })
                .sum::<u64>()
        };
        TARGETS.map(evaluations).into_iter().sum::<u64>()
    };

    let article = mean(Algorithm::FeasibleInfeasible(Violation::Cells));
    assert!(mean(Algorithm::HillClimb) * 10 < article);
}

#[test]
fn exact_targets_are_met_or_proved_impossible() {
    for target in TARGETS {
        for run in 0..30 {
            match generate(&request(10, 10, target), Seed(run), |_| {
                ControlFlow::Continue(())
            }) {
                Ok(made) => {
                    assert!(made.is_found && made.potential == target, "{target}");
                }
                Err(RequestError::Impossible { possible, .. }) => {
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

fn requests() -> impl Strategy<Value = LevelRequest> {
    let kinds = prop::sample::subsequence(Kind::SPECIALS.to_vec(), 1..4);
    let symmetries = [
        Symmetry::None,
        Symmetry::Horizontal,
        Symmetry::Vertical,
        Symmetry::Both,
        Symmetry::Rotational,
    ];

    let algorithm = prop_oneof![
        4 => Just(Algorithm::HillClimb),
        1 => Just(Algorithm::FeasibleInfeasible(Violation::Cells)),
        1 => Just(Algorithm::FeasibleInfeasible(Violation::Groups)),
    ];
    (
        templates(),
        kinds,
        prop::sample::select(symmetries.to_vec()),
        0.0..1.0,
        0..30_u32,
        algorithm,
    )
        .prop_map(|(template, kinds, symmetry, share, tolerance, algorithm)| {
            let open =
                Level::new(template.cells().map(|cell| cell.unwrap_or(Kind::ORDINARY)))
                    .unwrap();
            let target = (f64::from(potential(&open)) * share) as u32;
            let kinds = kinds.into_iter().map(Quota::from).collect();
            let style = Style::Composed;
            LevelRequest {
                template,
                kinds,
                symmetry,
                style,
                placements: Vec::new(),
                target,
                tolerance,
                algorithm,
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn levels_keep_every_part_of_the_request(request in requests(), seed in any::<u64>()) {
        let Ok(made) = generate(&request, Seed(seed), |_| ControlFlow::Continue(())) else { return Ok(()) };
        let (cells, size) = (made.level.cells(), made.level.size());
        prop_assert_eq!(made.potential, potential(&made.level));

        if made.is_found {
            prop_assert!(made.potential.abs_diff(request.target) <= request.tolerance);
            prop_assert!(Feasibility::of(&made.level).is_feasible());
        }

        for cell in size.cells() {
            for other in request.symmetry.orbit(size, cell) {
                prop_assert_eq!(cells[cell], cells[other]);
            }
            if let Some(fixed) = request.template.cells()[cell] {
                prop_assert_eq!(cells[cell], fixed);
                continue;
            }
            let found = cells[cell];
            let mut mirrored = request.symmetry.orbit(size, cell).into_iter();
            let is_fixed = mirrored.any(|other| request.template.cells()[other] == Some(found));
            prop_assert!(is_fixed || found == Kind::ORDINARY || request.kinds.iter().any(|quota| quota.kind == found));
        }
    }
}

#[test]
fn levels_have_the_requested_counts_of_kinds() {
    let words = [
        &["obstacle:6"][..],
        &["obstacle:3-4", "blocked2:2", "overlay1"],
        &["overlay3:9", "blocked1"],
    ];
    let algorithm = Algorithm::FeasibleInfeasible(Violation::Cells);

    for (words, algorithm) in
        words.into_iter().zip([Algorithm::HillClimb, Algorithm::HillClimb, algorithm])
    {
        let kinds: Vec<Quota> = words.iter().map(|word| word.parse().unwrap()).collect();
        let template: Template =
            format!("{}....#????\n", "?????????\n".repeat(8)).parse().unwrap();
        for seed in 0..10 {
            let request = LevelRequest {
                template: template.clone(),
                kinds: kinds.clone(),
                algorithm,
                tolerance: 20,
                ..request(9, 9, 560)
            };
            let made =
                generate(&request, Seed(seed), |_| ControlFlow::Continue(())).unwrap();
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

/// Levels on a number of threads; `others` were generated before.
fn distinct(
    request: &LevelRequest,
    seed: u64,
    count: usize,
    others: &[GeneratedLevel],
    threads: usize,
) -> Vec<GeneratedLevel> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let others: Vec<Level> = others.iter().map(|made| made.level.clone()).collect();
    let proceed = || ControlFlow::Continue(());
    pool.install(|| {
        let numbers = others.len()..count;
        generate_distinct(request, numbers, others, Seed(seed), &proceed, |_| proceed())
            .unwrap()
    })
}

#[test]
fn several_levels_are_all_different_and_the_same_on_any_number_of_threads() {
    let request = request(6, 6, 200);
    let made = distinct(&request, 3, 40, &[], 1);
    assert_eq!(made.len(), 40);
    let layouts: BTreeSet<_> = made.iter().map(|made| made.level.to_string()).collect();
    assert_eq!(layouts.len(), 40);
    assert_eq!(made, distinct(&request, 3, 40, &[], 2));
    assert_eq!(made, distinct(&request, 3, 40, &[], 8));
    // Resumed behind some of them, the others come as they did.
    assert_eq!(made[17..], distinct(&request, 3, 40, &made[..17], 3));
}

#[test]
fn no_more_levels_are_claimed_than_there_are() {
    // Only the open board has all 24 cases of 3 × 3.
    let made = distinct(&request(3, 3, 24), 1, 5, &[], 2);
    assert_eq!(made.len(), 1);
    assert!(made[0].is_found);
    assert_eq!(distinct(&request(3, 3, 24), 1, 5, &made, 2), []);
}

#[test]
fn an_interrupted_run_keeps_the_first_levels() {
    let all = distinct(&request(9, 9, 600), 1, 100, &[], 2);
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
            let request = request(9, 9, 600);
            generate_distinct(&request, 0..100, Vec::new(), Seed(1), &proceed, |made| {
                assert!(made.is_found);
                seen += 1;
                is_stopped.store(seen == most, SeqCst);
                proceed()
            })
        });

        assert_eq!(some.unwrap(), all[..most]);
    }
}

/// Every search can be stopped at every step, and what it has then is not a level that was found.
#[test]
fn a_search_can_be_stopped_at_every_step() {
    let open = |algorithm, target| LevelRequest { algorithm, ..request(24, 24, target) };
    let kinds = Kind::SPECIALS.map(Quota::from).to_vec();
    let crowded = LevelRequest { kinds, ..open(Algorithm::HillClimb, 1) };
    let groups = Algorithm::FeasibleInfeasible(Violation::Groups);

    for request in [open(Algorithm::HillClimb, 4001), crowded, open(groups, 4001)] {
        for most in [1, 2, 10, 200] {
            let mut asked = 0;
            let made = generate(&request, Seed(1), |_| {
                asked += 1;
                if asked < most {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            let made = made.unwrap();
            assert!(!made.is_found || asked < most, "{most}: {request:?}");
            assert!(asked <= most, "asked no more once it was told to stop: {asked}");
        }
    }
}

/// A search asks far more often than ten times a second.
#[test]
fn long_searches_can_be_stopped_often() {
    for (algorithm, least) in [
        // Once a generation, which takes some milliseconds at most.
        (Algorithm::HillClimb, 5000),
        (Algorithm::FeasibleInfeasible(Violation::Cells), 500),
    ] {
        // Nearly no level of this size has just that potential.
        let request = LevelRequest {
            algorithm,
            kinds: vec!["obstacle:1".parse().unwrap()],
            ..request(12, 12, 77)
        };
        let mut asked = 0_u64;
        let made = generate(&request, Seed(1), |_| {
            asked += 1;
            ControlFlow::Continue(())
        });
        let _ = made;
        assert!(asked >= least, "{algorithm:?}: {asked}");
    }
}

#[test]
fn a_resumed_search_for_levels_has_the_same_bytes() {
    let template = Template::open(Size::new(10, 10)).unwrap();
    let space = Space::new(
        &template,
        &[Kind::OBSTACLE.into(), Kind::OVERLAY2.into()],
        Symmetry::None,
    )
    .unwrap();

    let problem = LevelProblem {
        space: &space,
        target: 700,
        tolerance: 0,
        violation: Violation::Cells,
    };

    let algorithm = || {
        let breeding = Breeding {
            selection: Roulette,
            crossover: Uniform { rate: Rate::HALF },
            crossover_rate: Rate::ALWAYS,
            mutation: Redraw { rate: Rate::new(0.01).unwrap(), source: &space },
            mutation_rate: Rate::ALWAYS,
        };
        FeasibleInfeasible { population: 20, elite: 2, breeding }
    };

    let mut whole = Evolution::new(problem, algorithm(), Seed(5)).unwrap();
    whole.run(&Stop::new().generations(40), &(), |_| ControlFlow::Continue(())).unwrap();
    let mut half = Evolution::new(problem, algorithm(), Seed(5)).unwrap();
    half.run(&Stop::new().generations(20), &(), |_| ControlFlow::Continue(())).unwrap();
    let mut rest =
        Evolution::resume(problem, algorithm(), &half.checkpoint().unwrap()).unwrap();
    rest.run(&Stop::new().generations(40), &(), |_| ControlFlow::Continue(())).unwrap();

    assert_eq!(rest.checkpoint().unwrap(), whole.checkpoint().unwrap());

    let other = LevelProblem { target: 701, ..problem };
    assert!(Evolution::resume(other, algorithm(), &half.checkpoint().unwrap()).is_err());
}
