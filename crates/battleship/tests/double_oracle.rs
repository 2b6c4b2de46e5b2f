//! Tests of the search for a placer that stays hard for hunters that know it.

use std::ops::ControlFlow;

use tilewright_battleship::{
    DoubleOracle, FleetError, GibbsWeights, MEMORY, OracleSettings, OracleStep, Placer,
    PlacerFile, Rules, Strategy, Touch, hunt,
};
use tilewright_grid::{Seed, Size};

fn rules() -> Rules {
    Rules::new(Size::new(4, 4), "2".parse().unwrap(), Touch::Never).unwrap()
}

const fn settings() -> OracleSettings {
    OracleSettings {
        hunter: Strategy::Scout,
        games: 60,
        rounds: 2,
        tolerance: 0.01,
        validation: 100,
    }
}

fn search() -> DoubleOracle {
    DoubleOracle::new(&rules(), &settings(), Seed(1)).unwrap()
}

/// All steps of a search from where it is.
fn finished(search: &mut DoubleOracle) -> Vec<OracleStep> {
    let mut steps = Vec::new();
    while !search.is_finished() {
        let step = search.step(&()).unwrap();
        steps.push(step.clone());
        assert!(search.add(step));
    }
    steps
}

#[test]
fn a_search_ends_within_its_steps_and_continues_from_any_of_them() {
    let mut whole = search();
    let steps = finished(&mut whole);
    assert!(steps.len() as u64 <= settings().steps(), "{}", steps.len());
    assert_eq!(whole.rounds().len(), 2);
    let found = whole.placer();
    assert_eq!(PlacerFile::read(&found.to_json()).unwrap(), found);
    let worst = found.worst.unwrap();
    assert_eq!(worst.games, 100);
    assert!((2.0..16.0).contains(&worst.shots) && worst.error > 0.0, "{worst:?}");

    for kept in [5, steps.len() - 1] {
        let mut resumed = search();
        assert!(steps[..kept].iter().all(|step| resumed.add(step.clone())));
        assert_eq!(finished(&mut resumed), steps[kept..]);
        assert_eq!(resumed.placer(), found);
    }
}

#[test]
fn steps_that_do_not_follow_are_refused() {
    let mut search = search();
    let weights = GibbsWeights::default();
    for wrong in [
        OracleStep::Climb { shots: 9.0, weights },
        OracleStep::Fresh(vec![9; 60]),
        OracleStep::Payoff(17.0),
        OracleStep::Payoff(f64::NAN),
    ] {
        assert!(!search.add(wrong));
    }
    // The hunters density and that of uniform fleets against both placers, then one that knows the equilibrium.
    (0..6).for_each(|_| assert!(search.add(OracleStep::Payoff(9.0))));
    assert!(!search.add(OracleStep::Payoff(9.0)));
    let wrong = GibbsWeights { halo: f64::NAN, ..weights };
    assert!(!search.add(OracleStep::Climb { shots: 9.0, weights: wrong }));
    assert!(!search.add(OracleStep::Climb { shots: 17.0, weights }));
    assert!(search.add(OracleStep::Climb { shots: 9.0, weights }));
}

#[test]
fn a_search_can_be_stopped_in_every_step_and_begun_for_legal_games_only() {
    let mut search = search();
    let halted = || ControlFlow::Break(());
    while !search.is_finished() {
        assert_eq!(search.step(&halted), Err(FleetError::Cancelled));
        // At any time there is a placer that can be read again.
        let placer = search.placer();
        assert!(placer.worst.is_none());
        assert_eq!(PlacerFile::read(&placer.to_json()).unwrap(), placer);
        let step = search.step(&()).unwrap();
        assert!(search.add(step));
    }
    assert!(search.placer().worst.is_some());

    let full = Rules::new(Size::new(2, 2), "2,2".parse().unwrap(), Touch::Never).unwrap();
    assert!(DoubleOracle::new(&full, &settings(), Seed(1)).is_err());
    let many = vec!["1"; 33].join(",");
    let many = Rules::new(Size::new(20, 20), many.parse().unwrap(), Touch::Free).unwrap();
    let refused = DoubleOracle::new(&many, &settings(), Seed(1)).err();
    assert!(matches!(refused, Some(FleetError::Mixture(_))), "{refused:?}");
}

#[test]
fn settings_out_of_their_ranges_are_refused() {
    let refused = |settings: OracleSettings| {
        DoubleOracle::new(&rules(), &settings, Seed(1)).err().map(|it| it.to_string())
    };
    let all = settings();
    for (settings, expected) in [
        (OracleSettings { games: 0, ..all }, "games: expected 1 or more, found 0"),
        (OracleSettings { rounds: 0, ..all }, "rounds: expected 1 to 62, found 0"),
        (OracleSettings { rounds: 63, ..all }, "rounds: expected 1 to 62, found 63"),
        (
            OracleSettings { validation: 1, ..all },
            "validation: expected 2 or more, found 1",
        ),
        (
            OracleSettings { tolerance: -0.5, ..all },
            "tolerance: expected a finite number from 0 up, found -0.5",
        ),
        (
            OracleSettings { tolerance: f64::NAN, ..all },
            "tolerance: expected a finite number from 0 up, found NaN",
        ),
        (
            OracleSettings { tolerance: f64::INFINITY, ..all },
            "tolerance: expected a finite number from 0 up, found inf",
        ),
        (
            OracleSettings { hunter: Strategy::Density, ..all },
            "hunter: expected a strategy that samples (scout, posterior or veteran), found density",
        ),
    ] {
        assert_eq!(refused(settings).as_deref(), Some(expected));
    }
    assert_eq!(
        refused(OracleSettings { games: 1, rounds: 62, validation: 2, ..all }),
        None
    );
}

#[test]
fn the_batches_of_fresh_games_do_not_depend_on_the_other_steps() {
    let settings = OracleSettings { games: 1, rounds: 1, validation: 300, ..settings() };
    let mut search = DoubleOracle::new(&rules(), &settings, Seed(1)).unwrap();
    let steps = finished(&mut search);
    let fresh = steps.iter().filter_map(|step| match step {
        OracleStep::Fresh(shots) => Some(shots.len()),
        _ => None,
    });
    assert_eq!(fresh.collect::<Vec<_>>(), [256, 44].repeat(6));
    assert_eq!(search.fresh_games(), (1800, 1800));
}

#[test]
fn uniform_fleets_are_the_placer_if_nothing_harder_was_found() {
    let rules =
        Rules::new(Size::new(6, 6), "3,2,1,1".parse().unwrap(), Touch::Never).unwrap();
    let settings = OracleSettings { games: 30, rounds: 3, validation: 40, ..settings() };
    let (mut uniform, mut found) = (0, 0);
    for seed in 1..4 {
        let mut search = DoubleOracle::new(&rules, &settings, Seed(seed)).unwrap();
        let fresh = finished(&mut search).into_iter().filter_map(|step| match step {
            OracleStep::Fresh(shots) => Some(f64::from(shots.iter().sum::<u32>()) / 40.0),
            _ => None,
        });
        let fresh: Vec<f64> = fresh.collect();
        // Three judges of the mixture, then of uniform fleets.
        let worst: Vec<f64> = fresh
            .chunks(3)
            .map(|shots| shots.iter().copied().fold(f64::INFINITY, f64::min))
            .collect();
        let placer = search.placer();
        let most = worst.iter().copied().fold(0.0, f64::max);
        assert!((placer.worst.unwrap().shots - most).abs() < 1e-9, "{worst:?}");
        let is_uniform = placer.mixture == GibbsWeights::default().into();
        assert_eq!(is_uniform, worst.len() == 1 || worst[1] > worst[0], "{worst:?}");
        *(if is_uniform { &mut uniform } else { &mut found }) += 1;
    }
    assert!(uniform > 0 && found > 0, "{uniform} {found}");
}

#[test]
fn the_placer_that_is_found_is_not_easier_than_uniform_fleets() {
    let rules =
        Rules::new(Size::new(6, 6), "3,2,1".parse().unwrap(), Touch::Never).unwrap();
    let settings = OracleSettings { games: 500, rounds: 2, tolerance: 0.5, ..settings() };
    let mut search = DoubleOracle::new(&rules, &settings, Seed(1)).unwrap();
    finished(&mut search);
    let found = search.placer();
    // The hunter that finds a placer fastest may be the one that does not know it.
    let worst = |placer: &Placer| {
        let knows = Strategy::Scout.knowing(&rules, placer, &()).unwrap();
        let means = [knows, Strategy::Density.hunter(&rules)].map(|hunter| {
            let shots = hunt(&rules, &*hunter, placer, 0..400, Seed(2), &()).unwrap();
            f64::from(shots.iter().sum::<u32>()) / 400.0
        });
        means[0].min(means[1])
    };
    let uniform = worst(&Placer::uniform(&rules, MEMORY).unwrap());
    let found = worst(&Placer::mixture(&rules, &found.mixture));
    // Each mean of 400 games has a standard error of 0.2.
    assert!(found > uniform - 0.5, "{found} {uniform}");
}
