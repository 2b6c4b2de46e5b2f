//! Level design: the three forms paint the same levels, and greedy painting reaches targets.

use tilewright_environments::{
    Design, DesignError, DesignMeasure, DesignRequest, Environment as _, Outcome,
    Representation,
};
use tilewright_grid::{Seed, Size};
use tilewright_match3::{Kind, Level, Strategy};
use tilewright_match3_design::{Guide, potential};

fn request(representation: Representation) -> DesignRequest {
    DesignRequest {
        representation,
        size: Size::new(7, 8),
        kinds: vec![Kind::ORDINARY, Kind::OBSTACLE, Kind::OVERLAY1],
        measure: DesignMeasure::Potential,
        target: None,
        tolerance: 0.03,
        change_share: 0.3,
    }
}

/// Plays to the end; the return, and whether the target was reached.
fn play(
    design: &mut Design,
    mut choose: impl FnMut(&mut Design) -> Option<u32>,
) -> (f64, bool) {
    let mut total = 0.0;
    for _ in 0..3000 {
        let Some(action) = choose(design) else { break };
        let before = design.value();
        let Outcome { reward, is_over } = design.step(action);
        total += f64::from(reward);
        assert!(
            reward == 0.0
                || before.to_bits() != design.value().to_bits()
                || reward.abs() < 1.0
        );
        let potential = f64::from(potential(&design.level()));
        assert_eq!(potential.to_bits(), design.value().to_bits());
        if is_over {
            break;
        }
    }
    (total, design.is_reached())
}

#[test]
fn greedy_painting_reaches_targets_and_random_painting_does_not() {
    for (name, representation) in Representation::ALL {
        let mut design = Design::new(request(representation)).unwrap();
        let (mut greedy, mut random) = ([0.0, 0.0], [0.0, 0.0]);
        for seed in 0..20 {
            let add = |sums: &mut [f64; 2], (total, is_reached): (f64, bool)| {
                *sums = [sums[0] + total, sums[1] + f64::from(u8::from(is_reached))];
            };
            design.reset(Seed(seed));
            add(&mut greedy, play(&mut design, Design::best_action));
            design.reset(Seed(seed));
            let mut rng = Seed(seed).child(7).rng();
            let actions = design.space().actions as u32;
            add(&mut random, play(&mut design, |_| Some(rng.below(actions))));
        }
        assert!(greedy[0] > random[0] + 5.0, "{name}: {greedy:?}, {random:?}");
        assert!(greedy[1] > random[1] + 5.0, "{name}: {greedy:?}, {random:?}");
    }
}

#[test]
fn the_changes_are_counted_and_used_up() {
    let narrow = DesignRequest { target: Some(1e6), ..request(Representation::Narrow) };
    let mut design = Design::new(narrow).unwrap();
    assert_eq!(design.max_changes(), 16);
    design.reset(Seed(3));
    let (mut before, mut after) = (vec![0; 56 * 4], vec![0; 56 * 4]);
    let mut made = 0;
    while made < 16 {
        design.observe(&mut before);
        let place =
            before.as_chunks::<4>().0.iter().position(|cell| cell[1] == 1).unwrap();
        let own = before[place * 4];
        let outcome = design.step(u32::from(own));
        assert_eq!(outcome, Outcome::default(), "what is there can be kept");
        design.observe(&mut before);
        let place =
            before.as_chunks::<4>().0.iter().position(|cell| cell[1] == 1).unwrap();
        let other = (before[place * 4] + 1) % 3;
        let outcome = design.step(u32::from(other));
        made += 1;
        design.observe(&mut after);
        assert_eq!(after[place * 4], other);
        assert_eq!(after[place * 4 + 2], before[place * 4 + 2] + 1);
        assert_eq!(outcome.is_over, made == 16);
    }
    let mut legal = [9; 3];
    design.mask(&mut legal);
    assert_eq!((legal, design.best_action()), ([0; 3], None));
}

#[test]
fn a_turtle_moves_and_stays_on_the_level() {
    let mut design = Design::new(request(Representation::Turtle)).unwrap();
    design.reset(Seed(1));
    let mut legal = [9; 7];
    for _ in 0..7 {
        design.step(0);
        design.step(3);
    }
    let mut seen = vec![0; 56 * 4];
    design.observe(&mut seen);
    design.mask(&mut legal);
    assert_eq!(seen[1], 1, "the first cell");
    assert_eq!(legal[..4], [0, 1, 1, 0]);
    assert_eq!(
        legal[4..].iter().sum::<u8>(),
        2,
        "the kind that is there cannot be painted"
    );
    assert_eq!(legal[4 + usize::from(seen[0])], 0);
}

#[test]
fn predicted_swaps_are_reached() {
    let size = Size::new(9, 9);
    let plain: Level = ["........."; 9].join("\n").parse().unwrap();
    let goal = "collect:30".parse().unwrap();
    let guide = Guide::for_levels(&plain, &goal, Strategy::Greedy.into());
    let swaps = DesignRequest {
        size,
        measure: DesignMeasure::Swaps(guide.clone()),
        ..request(Representation::Wide)
    };
    let mut design = Design::new(swaps).unwrap();
    design.reset(Seed(2));
    for _ in 0..24 {
        let Some(action) = design.best_action() else { break };
        design.step(action);
    }
    assert!(design.is_reached(), "{}", design.value());
    assert_eq!(guide.predict(&design.level()).to_bits(), design.value().to_bits());
}

#[test]
fn wrong_requests_are_refused() {
    let wide = || request(Representation::Wide);
    let refused = |request| Design::new(request).map(drop).unwrap_err();
    let kinds = |kinds: &[Kind]| DesignRequest { kinds: kinds.to_vec(), ..wide() };
    for wrong in [
        &[Kind::ORDINARY][..],
        &[Kind::ORDINARY, Kind::ORDINARY],
        &[Kind::ORDINARY, Kind::HOLE],
    ] {
        assert_eq!(refused(kinds(wrong)), DesignError::Kinds);
    }
    let text = refused(DesignRequest { tolerance: 1.5, ..wide() }).to_string();
    assert_eq!(text, "tolerance: expected 0 to 1, found 1.5");
    let text = refused(DesignRequest { target: Some(0.0), ..wide() }).to_string();
    assert_eq!(text, "target: expected 0.001 to 1e9, found 0");
    for sides in [Size::new(65, 3), Size::new(u32::MAX, u32::MAX)] {
        let large = refused(DesignRequest { size: sides, ..wide() });
        assert!(large.to_string().starts_with("rows and columns: expected 1 to 64"));
    }
    let empty = refused(DesignRequest { size: Size::new(0, 3), ..wide() });
    assert!(matches!(empty, DesignError::Level(_)));
}
