//! Tests of mixtures of Gibbs distributions, their documents, and of hunters that know a placer.

use std::sync::Arc;

use tilewright_battleship::{
    Fleet, FleetError, GibbsWeights, MEMORY, Mixture, MixtureComponent, Placements,
    Placer, PlacerFile, Rules, Ship, SkilledHunter, Statistics, Strategy, Touch,
    TwoColumns, hunt, play, transformed,
};
use tilewright_grid::{Cell, Heading, Seed, Size, det};

/// The energy of a fleet, cell by cell.
fn energy(rules: &Rules, fleet: &Fleet, weights: &GibbsWeights) -> f64 {
    let lengths = rules.roster().lengths();
    let [shortest, longest] = [lengths.iter().min(), lengths.iter().max()];
    // Ships of one length only are long.
    let long = |ship: &Ship| shortest == longest || Some(&ship.length) > shortest;
    let size = rules.size();
    let beside = |ship: &Ship, cell: Cell| {
        let one = Ship::new(cell, 1, Heading::East);
        !ship.covers(cell) && ship.clashes(one, Touch::Never)
    };
    let is_border = |cell: Cell| {
        cell.row == 0
            || cell.column == 0
            || cell.row == size.rows - 1
            || cell.column == size.columns - 1
    };
    let mut sum = 0.0;
    for cell in size.cells() {
        let count = |is_long: bool| {
            let ships = fleet.ships.iter().filter(|it| long(it) == is_long);
            ships.filter(|ship| beside(ship, cell)).count()
        };
        let [near, short] = [true, false].map(count);
        sum += weights.halo * f64::from(u8::from(near > 0));
        sum += weights.contact * f64::from(u8::from(near > 1));
        sum += weights.overlap * f64::from(u8::from(near > 0 && short > 0));
        for ship in fleet.ships.iter().filter(|ship| ship.covers(cell) && is_border(cell))
        {
            sum += if long(ship) { weights.edge } else { weights.short_edge };
        }
    }
    sum
}

const fn gibbs(
    halo: f64,
    contact: f64,
    edge: f64,
    overlap: f64,
    short_edge: f64,
) -> GibbsWeights {
    GibbsWeights { halo, contact, edge, overlap, short_edge }
}

/// χ² of draws against the probabilities of all fleets, over its degrees of freedom.
fn chi_square(rules: &Rules, placer: &Placer, shares: &[(f64, GibbsWeights)]) -> f64 {
    const DRAWS: u32 = 6_000;
    let placements = Placements::new(rules, MEMORY).unwrap();
    let fleets: Vec<Fleet> =
        (0..placements.total()).map(|it| placements.fleet(it)).collect();
    let sorted = |fleet: &Fleet| {
        let mut ships = fleet.ships.clone();
        ships.sort();
        ships
    };
    let mut expected = vec![0.0; fleets.len()];
    for (share, weights) in shares {
        let each: Vec<f64> =
            fleets.iter().map(|it| det::exp(-energy(rules, it, weights))).collect();
        let sum: f64 = each.iter().sum();
        for (expected, each) in expected.iter_mut().zip(each) {
            *expected += share * each / sum * f64::from(DRAWS);
        }
    }
    let keys: Vec<_> = fleets.iter().map(sorted).collect();
    let mut found = vec![0.0; fleets.len()];
    for draw in 0..DRAWS {
        let fleet = placer.draw(rules, &mut Seed(u64::from(draw)).rng()).unwrap();
        assert!(rules.is_legal(&fleet));
        let fleet = sorted(&fleet);
        found[keys.iter().position(|it| *it == fleet).unwrap()] += 1.0;
    }
    // Fleets of which fewer than 5 are expected count as one.
    let (mut chi, mut bins, mut rare) = (0.0, 0, [0.0; 2]);
    for (found, expected) in found.iter().zip(&expected) {
        if *expected < 5.0 {
            rare = [rare[0] + found, rare[1] + expected];
        } else {
            chi += (found - expected) * (found - expected) / expected;
            bins += 1;
        }
    }
    if rare[1] > 0.0 {
        chi += (rare[0] - rare[1]) * (rare[0] - rare[1]) / rare[1];
        bins += 1;
    }
    assert!(bins > 20, "{bins} bins");
    chi / f64::from(bins - 1)
}

#[test]
fn fleets_are_drawn_with_the_probabilities_of_their_energies() {
    // With 30 and more degrees of freedom χ² over them exceeds 1.7 in 1 of 100 tests of a right sampler; seeds are fixed.
    let weights = [gibbs(0.3, -0.2, 0.4, 0.0, 0.0), gibbs(-0.2, 0.1, -0.3, 0.5, 0.4)];
    for (rows, columns, fleet, touch) in [
        (3, 4, "2,1", Touch::Never),
        (4, 4, "2,1,1", Touch::Never),
        (3, 4, "3,2", Touch::Corners),
        (3, 4, "2,2", Touch::Free),
    ] {
        let rules =
            Rules::new(Size::new(rows, columns), fleet.parse().unwrap(), touch).unwrap();
        let two = [(0.75, weights[0]), (0.25, weights[1])];
        for shares in [&[(1.0, weights[0])][..], &[(1.0, weights[1])], &two] {
            let components = shares
                .iter()
                .map(|&(share, weights)| MixtureComponent { share, weights });
            let mixture = Mixture::new(components.collect()).unwrap();
            let placer = Placer::mixture(&rules, &mixture);
            let chi = chi_square(&rules, &placer, shares);
            assert!(chi < 1.7, "{rules}, {shares:?}: {chi}");
        }
    }
}

#[test]
fn fleets_of_a_mixture_have_their_ships_in_the_order_of_the_roster() {
    let rules =
        Rules::new(Size::new(6, 6), "1,3,2,3".parse().unwrap(), Touch::Never).unwrap();
    let placer = Placer::mixture(&rules, &gibbs(1.0, 0.0, 0.0, 0.0, 0.0).into());
    for seed in 0..20 {
        let fleet = placer.draw(&rules, &mut Seed(seed).rng()).unwrap();
        let lengths: Vec<u32> = fleet.ships.iter().map(|ship| ship.length).collect();
        assert_eq!(lengths, [1, 3, 2, 3]);
    }
}

#[test]
fn damaged_placers_are_refused() {
    let good = PlacerFile::adversarial().to_json();
    assert!(PlacerFile::is_named_in(&good));
    assert!(!PlacerFile::is_named_in("{\"schema\":\"tilewright/fleet/2\"}"));
    for (from, to) in [
        ("placer/1", "placer/2"),
        ("\"halo\":", "\"hallo\":"),
        ("\"share\":1.0", "\"share\":-1.0"),
        ("\"share\":1.0", "\"share\":1e308"),
        ("\"rows\":10", "\"rows\":0"),
        ("\"rows\":10", "\"rows\":\"10\""),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good);
        assert!(PlacerFile::read(&bad).is_err(), "{to}");
    }
    assert!(matches!(Mixture::new(Vec::new()), Err(FleetError::Mixture(_))));
    let weights = gibbs(f64::NAN, 0.0, 0.0, 0.0, 0.0);
    let found = Mixture::new(vec![MixtureComponent { share: 1.0, weights }]);
    assert!(matches!(found, Err(FleetError::Mixture(_))));
}

#[test]
fn a_document_has_at_most_32_ships() {
    let ships = |count: usize| {
        let ones = vec!["1"; count].join(",");
        let good = PlacerFile::adversarial().to_json();
        let rows =
            good.replacen("\"rows\":10,\"columns\":10", "\"rows\":26,\"columns\":26", 1);
        rows.replacen("4,3,3,2,2,2,1,1,1,1", &ones, 1)
    };
    assert!(PlacerFile::read(&ships(32)).is_ok());
    assert!(matches!(PlacerFile::read(&ships(33)), Err(FleetError::Mixture(_))));
}

fn mean(
    rules: &Rules,
    hunter: &dyn tilewright_battleship::Hunter,
    placer: &Placer,
) -> f64 {
    let shots = hunt(rules, hunter, placer, 0..300, Seed(1), &()).unwrap();
    Statistics::of(rules, &shots).unwrap().shots.mean
}

#[test]
fn knowing_a_placer_saves_shots() {
    let rules = Rules::russian(10, 10).unwrap();
    let posterior = SkilledHunter::from(Strategy::Scout);
    let columns = Placer::TwoColumns(TwoColumns::new(&rules).unwrap());
    let mixture = Placer::mixture(&rules, &PlacerFile::adversarial().mixture);
    let one = columns.draw(&rules, &mut Seed(5).rng()).unwrap();
    let listed = Placer::Listed(Arc::new(vec![one]));
    for (placer, saved) in [(&columns, 4.0), (&mixture, 2.0), (&listed, 30.0)] {
        let plain = mean(&rules, &*posterior.hunter(&rules), placer);
        let knows = posterior.knowing(&rules, placer, &()).unwrap();
        let knows = mean(&rules, &*knows, placer);
        assert!(plain - knows > saved, "{plain} {knows}");
    }
}

#[test]
fn a_hunter_that_knows_another_placer_finds_the_fleet_all_the_same() {
    let rules = Rules::russian(10, 10).unwrap();
    let others = Placer::Sequential(tilewright_battleship::Sequential::new(&rules));
    let columns = Placer::TwoColumns(TwoColumns::new(&rules).unwrap());
    let mixture = Placer::mixture(&rules, &PlacerFile::adversarial().mixture);
    let density = mean(&rules, &*Strategy::Density.hunter(&rules), &others);
    for placer in [&columns, &mixture] {
        let knows = Strategy::Scout.knowing(&rules, placer, &()).unwrap();
        let knows = mean(&rules, &*knows, &others);
        assert!(knows < density + 20.0, "{knows} {density}");
    }
}

#[test]
fn a_listed_fleet_is_known_in_all_its_places_and_others_are_found_too() {
    let rules = Rules::russian(10, 10).unwrap();
    let fleet = Placer::Sequential(tilewright_battleship::Sequential::new(&rules));
    let [known, other] =
        [1, 2].map(|seed| fleet.draw(&rules, &mut Seed(seed).rng()).unwrap());
    let placer = Placer::Listed(Arc::new(vec![known.clone()]));
    let mut hunter = Strategy::Posterior.knowing(&rules, &placer, &()).unwrap();
    for symmetry in 0..8 {
        let fleet = transformed(&known, &rules, symmetry);
        let shots = play(&rules, &mut *hunter, &fleet, Seed(3), |_, _| {}).unwrap();
        // Three shots with two outcomes tell eight places apart; few more miss.
        assert!((20..=26).contains(&shots), "{shots}");
    }
    let shots = play(&rules, &mut *hunter, &other, Seed(3), |_, _| {}).unwrap();
    assert!((20..=100).contains(&shots), "{shots}");

    let many = Placer::Listed(Arc::new(vec![known; 10_001]));
    let found = Strategy::Posterior.knowing(&rules, &many, &()).err();
    assert_eq!(found, Some(FleetError::KnownFleets { found: 10_001, most: 10_000 }));
}

#[test]
fn preparing_to_know_a_mixture_can_be_cancelled() {
    let rules = Rules::russian(10, 10).unwrap();
    let placer = Placer::mixture(&rules, &PlacerFile::adversarial().mixture);
    let stop = || std::ops::ControlFlow::Break(());
    let found = Strategy::Veteran.knowing(&rules, &placer, &stop).err();
    assert_eq!(found, Some(FleetError::Cancelled));
    let fleet = placer.draw(&rules, &mut Seed(1).rng()).unwrap();
    let listed = Placer::Listed(Arc::new(vec![fleet; 3]));
    let found = Strategy::Scout.knowing(&rules, &listed, &stop).err();
    assert_eq!(found, Some(FleetError::Cancelled));
}

#[test]
fn a_placer_of_other_rules_is_refused() {
    let rules = Rules::russian(10, 10).unwrap();
    let others = Rules::russian(9, 9).unwrap();
    let file = PlacerFile::adversarial();
    let columns = Placer::TwoColumns(TwoColumns::new(&rules).unwrap());
    let fleet = columns.draw(&rules, &mut Seed(1).rng()).unwrap();
    for placer in [
        columns,
        Placer::mixture(&rules, &file.mixture),
        Placer::Listed(Arc::new(vec![fleet])),
    ] {
        for strategy in [Strategy::Scout, Strategy::Posterior, Strategy::Veteran] {
            assert!(strategy.knowing(&rules, &placer, &()).is_ok());
            let found = strategy.knowing(&others, &placer, &()).err().unwrap();
            let is_listed = matches!(placer, Placer::Listed(_));
            assert_eq!(is_listed, matches!(found, FleetError::Illegal { .. }), "{found}");
            let is_other = matches!(found, FleetError::OtherRules { .. });
            assert_eq!(!is_listed, is_other, "{found}");
        }
    }
}
