//! Advice against the list of all fleets.

use std::collections::BTreeSet;

use tilewright_battleship::{
    Advice, AdviceMethod, Fleet, FleetCount, FleetError, Limits, MEMORY, Rules, Ship,
    Sight, Touch, count,
};
use tilewright_grid::{Cell, Grid, Seed, Size};

use crate::counts::all_fleets;

const LIMITS: Limits = Limits { memory: MEMORY, nodes: 10_000_000 };

fn advise(sight: &Sight<'_>, method: AdviceMethod) -> Result<Advice, FleetError> {
    Advice::new(sight, method, LIMITS, Seed(1), &())
}

/// What shots at one of the fleets reveal.
fn shot<'a>(rules: &'a Rules, ships: &[Ship], cells: &[Cell]) -> Sight<'a> {
    let (fleet, mut sight) = (Fleet::new(ships.to_vec()), Sight::new(rules));
    for &cell in cells {
        let _ = sight.shoot(&fleet, cell);
    }
    sight
}

/// The fleets in which the same shots reveal the same.
fn agreeing<'a>(
    all: &'a BTreeSet<Vec<Ship>>,
    sight: &Sight<'_>,
    cells: &[Cell],
) -> Vec<&'a Vec<Ship>> {
    let sunk = |sight: &Sight<'_>| sight.sunk().iter().copied().collect::<BTreeSet<_>>();
    let agrees = |ships: &&Vec<Ship>| {
        let other = shot(sight.rules(), ships, cells);
        other.marks() == sight.marks() && sunk(&other) == sunk(sight)
    };
    all.iter().filter(agrees).collect()
}

/// 240 positions: the exact advice is that of the list of all fleets, the other methods are close to it.
#[test]
fn advice_is_what_all_fleets_together_say() {
    let (mut worst, mut ratios) = (0.0_f64, Vec::new());
    for (size, touch) in
        [(Size::new(5, 5), Touch::Corners), (Size::new(4, 6), Touch::Never)]
    {
        let rules = Rules::new(size, "3,2,2,1".parse().unwrap(), touch).unwrap();
        let all = all_fleets(&rules);
        for seed in 0..120 {
            let mut rng = Seed(seed).rng();
            let ships = all.iter().nth(rng.index(all.len())).unwrap();
            let mut cells: Vec<Cell> = size.cells().collect();
            rng.shuffle(&mut cells);
            cells.truncate(rng.index(16));
            let sight = shot(&rules, ships, &cells);
            let fleets = agreeing(&all, &sight, &cells);

            let advice = advise(&sight, AdviceMethod::Exact).unwrap();
            assert_eq!(advice.method, AdviceMethod::Exact);
            assert_eq!(advice.fleets, FleetCount::Exact(fleets.len() as u128));
            let covers =
                |ships: &&&Vec<Ship>, cell| ships.iter().any(|it| it.covers(cell));
            let share = |cell| {
                let held = fleets.iter().filter(|ships| covers(ships, cell)).count();
                held as f64 / fleets.len() as f64
            };
            assert_eq!(advice.probabilities, Grid::from_fn(size, share), "{seed}");

            let best = advice.best(&sight, 1);
            let most = size.cells().filter(|&cell| sight.answer(cell).is_none());
            let most = most.map(share).fold(0.0, f64::max);
            assert!((best.first().map_or(0.0, |shot| shot.1) - most).abs() < 1e-12);

            let sampled = advise(&sight, AdviceMethod::Sampled).unwrap();
            let error =
                size.cells().map(|it| (sampled.probabilities[it] - share(it)).abs());
            worst = worst.max(error.fold(0.0, f64::max));
            if let FleetCount::Estimate { mean, .. } = sampled.fleets {
                ratios.push(mean / fleets.len() as f64);
            }
        }
    }
    assert!(worst < 0.15, "the sample errs by {worst}");
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    assert!(ratios.len() > 200 && (mean - 1.0).abs() < 0.05, "{mean}");
}

#[test]
fn the_estimate_is_close_to_the_count_of_the_standard_game() {
    let rules = Rules::russian(10, 10).unwrap();
    let sight = Sight::new(&rules);
    let advice = advise(&sight, AdviceMethod::Sampled).unwrap();
    let FleetCount::Estimate { mean, error } = advice.fleets else {
        panic!("{:?}", advice.fleets)
    };
    let fleets = count(&rules, MEMORY, &()).unwrap() as f64;
    assert!(
        (mean - fleets).abs() < 4.0 * error && error < 0.1 * mean,
        "{mean} ± {error}"
    );
    let sum: f64 = advice.probabilities.values().iter().sum();
    assert!((sum - 20.0).abs() < 1e-9);
}

#[test]
fn what_is_too_much_to_count_is_sampled_and_density_needs_neither() {
    let rules = Rules::russian(10, 10).unwrap();
    let sight = Sight::new(&rules);
    let few = Limits { memory: MEMORY, nodes: 1000 };
    let advice = Advice::new(&sight, AdviceMethod::Exact, few, Seed(1), &()).unwrap();
    assert_eq!(advice.method, AdviceMethod::Sampled);
    let again = Advice::new(&sight, AdviceMethod::Exact, few, Seed(1), &()).unwrap();
    assert_eq!(again, advice);

    let dense = advise(&sight, AdviceMethod::Density).unwrap();
    assert_eq!(
        (dense.method, dense.fleets),
        (AdviceMethod::Density, FleetCount::Unknown)
    );
    let sum: f64 = dense.probabilities.values().iter().sum();
    assert!((sum - 20.0).abs() < 1e-4, "{sum}");
    assert_eq!(dense.best(&sight, 3).len(), 3);
}

#[test]
fn contradictory_boards_are_refused_and_a_watch_stops_the_work() {
    let rules = Rules::russian(10, 10).unwrap();
    let hits: Vec<Cell> = (0..5).map(|column| Cell::new(2, column)).collect();
    let sight = Sight::of_cells(&rules, &[], &hits, &[]).unwrap();
    for method in AdviceMethod::ALL {
        assert_eq!(advise(&sight, method), Err(FleetError::NoFleet), "{method}");
    }
    let stop = || std::ops::ControlFlow::Break(());
    for method in [AdviceMethod::Exact, AdviceMethod::Sampled] {
        let sight = Sight::new(&rules);
        let stopped = Advice::new(&sight, method, LIMITS, Seed(1), &stop);
        assert_eq!(stopped, Err(FleetError::Cancelled));
    }
}
