//! Tests of the exact counts, the numbered fleets and the uniform draws.

use std::ops::ControlFlow;

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilewright_battleship::{
    Fleet, FleetError, Limits, MEMORY, Placements, Roster, Rules, Ship, Sight, Touch,
    count,
};
use tilewright_grid::{Grid, Heading, ProgressWatch, Seed, Size};

#[test]
fn the_standard_fleet_is_counted() {
    for (rows, columns, fleets) in [
        (6, 6, 0),
        (6, 7, 0),
        (6, 8, 0),
        (5, 9, 2_608),
        (9, 5, 2_608),
        (6, 9, 31_993_644),
        (7, 7, 406_664),
        (7, 8, 181_499_356),
        (8, 8, 20_774_262_284),
        (10, 10, 1_855_545_978_831_780),
    ] {
        let rules = Rules::russian(rows, columns).unwrap();
        assert_eq!(count(&rules, MEMORY, &()), Ok(fleets), "{rows} × {columns}");
    }
}

/// Every legal fleet as a set of ships, found by trying all placements.
pub(crate) fn all_fleets(rules: &Rules) -> BTreeSet<Vec<Ship>> {
    let mut fleets = BTreeSet::from([Vec::new()]);
    for &length in rules.roster().lengths() {
        let headings = if length > 1 { 2 } else { 1 };
        let placements = rules.size().cells().flat_map(|cell| {
            let headings = [Heading::East, Heading::South].into_iter().take(headings);
            headings.map(move |heading| Ship::new(cell, length, heading))
        });
        let placements: Vec<Ship> =
            placements.filter(|ship| ship.is_inside(rules.size())).collect();
        let longer = fleets.iter().flat_map(|fleet: &Vec<Ship>| {
            let fits = |ship: &&Ship| {
                fleet.iter().all(|other| !other.clashes(**ship, rules.touch()))
            };
            placements.iter().filter(fits).map(|&ship| {
                let mut fleet = fleet.clone();
                fleet.push(ship);
                fleet.sort_unstable();
                fleet
            })
        });
        fleets = longer.collect();
    }
    fleets
}

fn sorted(fleet: Fleet) -> Vec<Ship> {
    let mut ships = fleet.ships;
    ships.sort_unstable();
    ships
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn the_numbered_fleets_are_all_legal_fleets(
        (rows, columns) in (1_u32..6, 1_u32..6),
        lengths in proptest::collection::vec(1_u32..5, 1..4),
        touch in 0_usize..3,
        shots in proptest::collection::vec((0_u32..5, 0_u32..5), 0..10),
        chosen: u32,
    ) {
        let roster = Roster::new(lengths).unwrap();
        let size = Size::new(rows, columns);
        let Ok(rules) = Rules::new(size, roster, Touch::ALL[touch]) else {
            return Ok(());
        };
        let expected = all_fleets(&rules);
        let placements = Placements::new(&rules, MEMORY).unwrap();
        prop_assert_eq!(placements.total(), expected.len() as u128);
        prop_assert_eq!(count(&rules, MEMORY, &()).unwrap(), placements.total());
        let found: BTreeSet<_> =
            (0..placements.total()).map(|number| sorted(placements.fleet(number))).collect();
        prop_assert_eq!(&found, &expected);
        check_occupancy(&placements, &expected, size);

        // The same of those that agree with some shots at one of them.
        let Some(fleet) = expected.iter().nth(chosen as usize % expected.len().max(1)) else {
            return Ok(());
        };
        let fleet = Fleet::new(fleet.clone());
        let mut sight = Sight::new(&rules);
        for &(row, column) in &shots {
            let _ = sight.shoot(&fleet, tilewright_grid::Cell::new(row, column));
        }
        let agrees = |ships: &&Vec<Ship>| {
            let other = Fleet::new((*ships).clone());
            let mut again = Sight::new(&rules);
            // In the same order, since the last ship that is sunk ends the game.
            for &(row, column) in &shots {
                let _ = again.shoot(&other, tilewright_grid::Cell::new(row, column));
            }
            let sunk = |sight: &Sight<'_>| {
                sight.sunk().iter().copied().collect::<BTreeSet<_>>()
            };
            again.marks() == sight.marks() && sunk(&again) == sunk(&sight)
        };
        let expected: BTreeSet<_> = expected.iter().filter(agrees).cloned().collect();
        let placements = Placements::given(&sight, Limits::of_memory(MEMORY), &()).unwrap();
        let found: BTreeSet<_> =
            (0..placements.total()).map(|number| sorted(placements.fleet(number))).collect();
        prop_assert_eq!(&found, &expected);
        check_occupancy(&placements, &expected, size);
    }
}

/// Asserts that every cell is occupied by as many placements as listed fleets.
fn check_occupancy(placements: &Placements, fleets: &BTreeSet<Vec<Ship>>, size: Size) {
    let mut expected = Grid::filled(size, 0_u128);
    for ship in fleets.iter().flatten() {
        ship.cells().for_each(|cell| expected[cell] += 1);
    }
    assert_eq!(placements.occupancy(), expected);
}

#[test]
fn on_7_by_7_every_fleet_has_its_own_number_and_draws_are_uniform() {
    let rules = Rules::russian(7, 7).unwrap();
    let placements = Placements::new(&rules, MEMORY).unwrap();
    let mut numbers: BTreeSet<Vec<Ship>> = BTreeSet::new();
    for number in 0..placements.total() {
        let fleet = placements.fleet(number);
        assert!(rules.is_legal(&fleet));
        assert!(numbers.insert(sorted(fleet)), "{number} repeats a fleet");
    }
    assert_eq!(numbers.len(), 406_664);
    // χ² of 100 000 draws over 32 parts of the full list, sorted by their ships.
    let list: Vec<&Vec<Ship>> = numbers.iter().collect();
    let mut rng = Seed(1).rng();
    let mut counts = [0_u32; 32];
    for _ in 0..100_000 {
        let ships = sorted(placements.draw(&mut rng).unwrap());
        let place = list.binary_search(&&ships).unwrap();
        counts[place * 32 / list.len()] += 1;
    }
    let chi: f64 =
        counts.iter().map(|&count| (f64::from(count) - 3125.0).powi(2) / 3125.0).sum();
    // 61.1 is the 0.1 % point at 31 degrees of freedom.
    assert!(chi < 61.1, "{chi}");
}

#[test]
fn uniform_draws_have_the_exact_probabilities() {
    let rules = Rules::russian(8, 8).unwrap();
    let placements = Placements::new(&rules, MEMORY).unwrap();
    let exact = placements.probabilities();
    let sum: f64 = exact.values().iter().sum();
    assert!((sum - 20.0).abs() < 1e-9, "{sum}");
    let (mut counts, draws) = (Grid::filled(rules.size(), 0_u32), 20_000);
    let mut rng = Seed(2).rng();
    for _ in 0..draws {
        let fleet = placements.draw(&mut rng).unwrap();
        fleet
            .ships
            .iter()
            .flat_map(|ship| ship.cells())
            .for_each(|cell| counts[cell] += 1);
    }
    for (cell, (&count, &p)) in
        rules.size().cells().zip(counts.values().iter().zip(exact.values()))
    {
        let expected = p * f64::from(draws);
        let spread = (expected * (1.0 - p)).sqrt();
        assert!((f64::from(count) - expected).abs() < 4.5 * spread, "{cell}: {count}");
    }
}

#[test]
fn counting_beyond_the_memory_limit_is_an_error() {
    let rules = Rules::russian(10, 10).unwrap();
    let limit = 1 << 20;
    assert_eq!(count(&rules, limit, &()), Err(FleetError::Memory { limit }));
    let lengths = (1..=20).flat_map(|length| [length, length]).collect();
    let roster = Roster::new(lengths).unwrap();
    let rules = Rules::new(Size::new(26, 26), roster, Touch::Free).unwrap();
    assert!(matches!(count(&rules, 1 << 30, &()), Err(FleetError::Memory { .. })));
}

#[test]
fn counting_beyond_128_bits_is_an_error() {
    // Ships of one cell on a narrow field: few profiles, and more than 2^128 fleets.
    let roster = Roster::new(vec![1; 60]).unwrap();
    let rules = Rules::new(Size::new(26, 6), roster, Touch::Free).unwrap();
    assert_eq!(count(&rules, MEMORY, &()), Err(FleetError::Overflow));
}

#[test]
fn a_crowded_field_is_not_counted() {
    let ones = |count: usize| Roster::new(vec![1; count]).unwrap();
    let crowded = |size, roster: Roster, touch| {
        Rules::new(size, roster, touch).unwrap().is_crowded()
    };
    let large = Size::new(26, 26);
    assert!(!crowded(large, ones(169), Touch::Never));
    assert!(crowded(large, ones(170), Touch::Never));
    assert!(crowded(large, Roster::new(vec![26; 14]).unwrap(), Touch::Never));
    assert!(!crowded(large, Roster::new(vec![26; 13]).unwrap(), Touch::Never));
    assert!(!crowded(large, ones(338), Touch::Corners));
    assert!(crowded(large, ones(339), Touch::Corners));
    // `Placements` counts without this bound.
    for (side, ships) in (1..6).flat_map(|side| (1..14).map(move |ships| (side, ships))) {
        for touch in [Touch::Never, Touch::Corners, Touch::Free] {
            let Ok(rules) = Rules::new(Size::new(side, 5), ones(ships), touch) else {
                continue;
            };
            let placements = Placements::new(&rules, MEMORY).unwrap();
            assert!(!rules.is_crowded() || placements.total() == 0, "{rules}");
        }
    }
}

/// The tables of the standard game took 834 MB before they were compressed.
#[test]
fn uniform_fleets_of_the_standard_game_take_little_memory() {
    let rules = Rules::russian(10, 10).unwrap();
    let placements = Placements::new(&rules, 400 << 20).unwrap();
    assert_eq!(placements.total(), 1_855_545_978_831_780);
    assert!(rules.is_legal(&placements.draw(&mut Seed(1).rng()).unwrap()));
}

#[test]
fn counting_reports_its_progress_and_can_be_cancelled() {
    let rules = Rules::russian(9, 9).unwrap();
    let mut reports = Vec::new();
    let watch = ProgressWatch::new(|done, total| {
        reports.push((done, total));
        ControlFlow::Continue(())
    });
    let counted = count(&rules, MEMORY, &watch);
    assert_eq!(counted, Ok(15_624_844_160_880));
    assert!(reports.is_sorted() && reports.len() > 5, "{reports:?}");
    assert!(reports.iter().all(|(done, total)| done <= total));
    let stop = |left: bool| {
        if left { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut left = 3;
    let watch = ProgressWatch::new(|_, _| {
        left -= 1;
        stop(left > 0)
    });
    let cancelled = count(&rules, MEMORY, &watch);
    assert_eq!((cancelled, left), (Err(FleetError::Cancelled), 0));
    let late = ProgressWatch::new(|done, total| stop(10 * done < 9 * total));
    let placements =
        Placements::given(&Sight::new(&rules), Limits::of_memory(MEMORY), &late);
    assert_eq!(placements.unwrap_err(), FleetError::Cancelled, "in the backward pass");
}
