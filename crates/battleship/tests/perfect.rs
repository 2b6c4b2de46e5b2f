//! Tests of exact play on small fields, against a plain recursion over everything that a hunter can see.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use tilewright_battleship::{
    Answer, Fleet, FleetError, Hunter, MEMORY, PerfectPolicy, Placements, Rules,
    Sequential, Session, Sight, SkilledHunter, Strategy, Touch, play,
};
use tilewright_grid::{Cell, Seed, Size};
use tilewright_play::Session as _;

fn rules(rows: u32, columns: u32, fleet: &str, touch: Touch) -> Rules {
    Rules::new(Size::new(rows, columns), fleet.parse().unwrap(), touch).unwrap()
}

fn all_fleets(rules: &Rules) -> Vec<Fleet> {
    let placements = Placements::new(rules, MEMORY).unwrap();
    (0..placements.total()).map(|it| placements.fleet(it)).collect()
}

/// The outcomes of all shots so far.
type Seen = BTreeMap<Cell, String>;

/// The least sum of shots over these fleets: any cell may be the next, and nothing is left out.
fn least(
    rules: &Rules,
    fleets: &[&Fleet],
    seen: &Seen,
    known: &mut BTreeMap<Seen, u32>,
) -> u32 {
    if let Some(&sum) = known.get(seen) {
        return sum;
    }
    let open = rules.size().cells().filter(|cell| !seen.contains_key(cell));
    let sum = open.map(|cell| {
        let mut groups: BTreeMap<String, Vec<&Fleet>> = BTreeMap::new();
        for fleet in fleets {
            let ship = fleet.ships.iter().find(|ship| ship.covers(cell));
            let is_hit = |it: Cell| seen.get(&it).is_some_and(|seen| seen != "miss");
            let answer = match ship {
                None => "miss".to_owned(),
                Some(ship) if ship.cells().all(|it| it == cell || is_hit(it)) => {
                    format!("{ship}")
                }
                Some(_) => "hit".to_owned(),
            };
            groups.entry(answer).or_default().push(fleet);
        }
        let mut sum = fleets.len() as u32;
        for (answer, fleets) in groups {
            let mut seen = seen.clone();
            seen.insert(cell, answer);
            let hits = seen.values().filter(|answer| *answer != "miss").count() as u32;
            if hits < rules.roster().cells() {
                sum += least(rules, &fleets, &seen, known);
            }
        }
        sum
    });
    let sum = sum.min().unwrap();
    known.insert(seen.clone(), sum);
    sum
}

#[test]
fn perfect_play_takes_as_few_shots_as_a_search_of_everything() {
    for (rows, columns, fleet, touch) in [
        (1, 5, "2", Touch::Never),
        (2, 3, "2", Touch::Never),
        (3, 3, "2", Touch::Never),
        (3, 3, "3", Touch::Never),
        (2, 4, "2,1", Touch::Never),
        (3, 3, "2,1", Touch::Corners),
        (3, 3, "2,2", Touch::Free),
        (2, 5, "3,1,1", Touch::Corners),
    ] {
        let rules = rules(rows, columns, fleet, touch);
        let fleets = all_fleets(&rules);
        let policy = PerfectPolicy::new(&rules, &()).unwrap();
        let sum = least(
            &rules,
            &fleets.iter().collect::<Vec<_>>(),
            &Seen::new(),
            &mut BTreeMap::new(),
        );
        let expected = f64::from(sum) / fleets.len() as f64;
        assert!(
            (policy.mean_shots() - expected).abs() < 1e-9,
            "{rules}: {policy:?} {expected}"
        );
    }
}

fn mean(rules: &Rules, hunter: &mut dyn Hunter) -> f64 {
    let fleets = all_fleets(rules);
    let shots = |fleet: &Fleet| {
        f64::from(play(rules, hunter, fleet, Seed(1), |_, _| {}).unwrap())
    };
    fleets.iter().map(shots).sum::<f64>() / fleets.len() as f64
}

#[test]
fn the_hunter_takes_the_shots_that_the_policy_promises() {
    for (rows, columns, fleet) in [(4, 4, "2,2"), (3, 5, "3,1"), (4, 4, "3,2")] {
        let rules = rules(rows, columns, fleet, Touch::Never);
        let policy = PerfectPolicy::new(&rules, &()).unwrap();
        let found = mean(&rules, &mut *policy.hunter());
        assert!((found - policy.mean_shots()).abs() < 1e-9, "{found}");
        for strategy in [Strategy::Density, Strategy::Exact] {
            assert!(mean(&rules, &mut *strategy.hunter(&rules)) > found - 1e-9);
        }
    }
}

#[test]
fn after_foreign_shots_the_hunter_still_sinks_the_fleet() {
    let rules = rules(4, 4, "2,2", Touch::Never);
    let policy = PerfectPolicy::new(&rules, &()).unwrap();
    for fleet in all_fleets(&rules) {
        let mut hunter = policy.hunter();
        let (mut sight, mut rng) = (Sight::new(&rules), Seed(1).rng());
        let corner = sight.shoot(&fleet, Cell::new(0, 0)).unwrap();
        assert!(!matches!(corner, Answer::Sunk(_)));
        while !sight.is_over() {
            let cell = hunter.aim(&sight, &mut rng);
            sight.shoot(&fleet, cell).unwrap();
        }
        assert!(sight.shots() <= 16);
    }
}

#[test]
fn large_games_are_refused_and_solving_can_be_cancelled() {
    let refused = |rules: &Rules| PerfectPolicy::new(rules, &()).err();
    for large in [
        rules(10, 10, "russian", Touch::Never),
        rules(5, 6, "3,2,2", Touch::Free),
        rules(5, 6, "1,1,1,1,1,1,1,1,1", Touch::Free),
    ] {
        assert!(matches!(refused(&large), Some(FleetError::NotSolved(_))), "{large}");
    }
    assert_eq!(refused(&rules(2, 2, "2,1", Touch::Never)), Some(FleetError::CannotFit));
    let rules = rules(4, 4, "3,2", Touch::Free);
    let stopped = PerfectPolicy::new(&rules, &|| ControlFlow::Break(()));
    assert_eq!(stopped.err(), Some(FleetError::Cancelled));
}

#[test]
fn the_hunter_perfect_is_the_policy_or_refused() {
    let small = rules(4, 4, "3,2", Touch::Never);
    let policy = PerfectPolicy::new(&small, &()).unwrap();
    for mut hunter in [
        Strategy::Perfect.hunter(&small),
        Strategy::Perfect.prepared(&small, &()).unwrap(),
    ] {
        assert!((mean(&small, &mut *hunter) - policy.mean_shots()).abs() < 1e-9);
    }

    let large = rules(10, 10, "russian", Touch::Never);
    let refused = |found: Option<FleetError>| {
        assert!(matches!(found, Some(FleetError::NotSolved(_))), "{found:?}");
    };
    refused(PerfectPolicy::check(&large).err());
    refused(Strategy::Perfect.prepared(&large, &()).err());
    let skilled = SkilledHunter::new(Strategy::Perfect, 0.5).unwrap();
    refused(skilled.prepared(&large, &()).err());
    let fleet = Sequential::new(&large).draw(&mut Seed(1).rng()).unwrap();
    let perfect = Strategy::Perfect.into();
    let duel = Session::new(large, fleet.clone(), fleet, perfect, Seed(1));
    refused(duel.err());

    let fleet = all_fleets(&small).swap_remove(0);
    let duel = Session::new(small, fleet.clone(), fleet, perfect, Seed(1)).unwrap();
    assert!(Session::load(&duel.save()).is_ok());
}
