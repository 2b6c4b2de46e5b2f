//! Generated levels look composed.

use rayon::prelude::*;
use tilewright_grid::{Seed, Size};
use tilewright_match3::{Goal, NamedQuota, Preset, Ruleset, Template};
use tilewright_match3_design::{
    Difficulty, DifficultyRequest, LevelRequest, Look, Style, Symmetry,
};

/// The share of isolated cells among all special cells of some levels, and the mean size of their clusters.
fn look(levels: &[Look]) -> (f64, f64) {
    let special: f64 = levels.iter().map(|look| f64::from(look.special)).sum();
    let isolated: f64 =
        levels.iter().map(|look| look.isolated * f64::from(look.special)).sum();
    let clusters: u32 = levels.iter().map(|look| look.clusters).sum();
    (isolated / special, special / f64::from(clusters))
}

#[test]
fn levels_of_a_potential_are_composed_unless_they_shall_be_scattered() {
    let of = |style: Style| {
        let levels = (0..40).map(|index| {
            let target = 200 + 15 * index as u32;
            let kinds = ["obstacle", "obstacle:4-9", "overlay1"][index as usize % 3];
            let kinds = [kinds.parse().unwrap(), "blocked2:0-12".parse().unwrap()];
            let symmetry = [Symmetry::None, Symmetry::Horizontal][index as usize % 2];
            let request = LevelRequest::new(target - target % 2)
                .with_kinds(kinds)
                .with_symmetry(symmetry)
                .with_tolerance(2)
                .with_style(style.clone());
            let made = request.generate(Seed(index)).unwrap();
            assert!(made.is_found, "{request:?}");
            Look::of(&made.level)
        });
        look(&levels.collect::<Vec<_>>())
    };

    let (isolated, size) = of(Style::Composed);
    assert!(isolated <= 0.2 && size >= 5.0, "{isolated} {size}");
    let (isolated, size) = of(Style::Scattered);
    assert!(isolated > 0.05 && size < 10.0, "{isolated} {size}");
}

/// Levels of a difficulty, and the seeds that found one: a board of these rules, kinds, a goal, and a difficulty that suits them.
fn looks(preset: Preset, style: Style, count: u64) -> (Vec<Look>, Vec<bool>) {
    let (kinds, goal, difficulty) = match preset {
        Preset::Classic => {
            ("obstacle,blocked1,overlay2", "collect:30", Difficulty::Swaps(24.0))
        }
        Preset::Royal => (
            "box1:6-16,box2:0-8,grass1:6-16",
            "kind:box:all",
            Difficulty::WinRate { rate: 0.6, moves: 16 },
        ),
        Preset::Candy => {
            ("frosting1,jelly1:6-20,lock1:0-6", "kind:jelly:all", Difficulty::Swaps(20.0))
        }
        _ => ("box1,crate2:4-12,balloon1:0-8", "kind:box:all", Difficulty::Swaps(16.0)),
    };
    let board = Template::open(Size::new(9, 9)).unwrap();
    let board = board.with_rules(Ruleset::preset(preset)).unwrap();
    let kinds = kinds
        .split(',')
        .map(|word| word.parse::<NamedQuota>().unwrap().under(&board).unwrap());
    let kinds: Vec<_> = kinds.collect();
    let goal: Goal = goal.parse().unwrap();
    let mut request = DifficultyRequest::new(goal, difficulty)
        .with_template(board)
        .with_kinds(kinds)
        .with_style(style);
    // A proof within five tolerances takes few games.
    request.precision = 5.0;

    let made = (0..count).into_par_iter().map(|index| {
        let made = request.generate(Seed(index)).unwrap();
        (Look::of(&made.level), made.is_found)
    });
    made.collect::<Vec<_>>().into_iter().unzip()
}

#[test]
fn levels_of_a_difficulty_are_composed_under_all_rules_and_found_as_often() {
    for preset in [Preset::Classic, Preset::Royal, Preset::Candy, Preset::Blast] {
        let (composed, found) = looks(preset, Style::Composed, 40);
        let (isolated, size) = look(&composed);
        assert!(isolated <= 0.2 && size >= 5.0, "{preset:?}: {isolated} {size}");

        let (scattered, others) = looks(preset, Style::Scattered, 16);
        let lost = found.iter().zip(&others).filter(|(found, other)| **other && !**found);
        assert_eq!(lost.count(), 0, "{preset:?}");
        // What is measured tells the styles apart.
        let (alone, least) = look(&scattered);
        assert!(isolated < alone / 2.0 && size > least, "{preset:?}: {alone} {least}");
    }
}
