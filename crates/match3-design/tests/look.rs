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
    let of = |style| {
        let levels = (0..40).map(|index| {
            let target = 200 + 15 * index as u32;
            let kinds = ["obstacle", "obstacle:4-9", "overlay1"][index as usize % 3];
            let kinds = [kinds.parse().unwrap(), "blocked2:0-12".parse().unwrap()];
            let symmetry = [Symmetry::None, Symmetry::Horizontal][index as usize % 2];
            let request = LevelRequest::new(target - target % 2)
                .with_kinds(kinds)
                .with_symmetry(symmetry)
                .with_tolerance(2)
                .with_style(style);
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

/// Forty levels of a difficulty: a board of these rules, kinds, a goal, and a difficulty that suits them.
fn looks(preset: Preset, style: Style) -> (Vec<Look>, usize) {
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

    let made = (0..40_u64).into_par_iter().map(|index| {
        let made = request.generate(Seed(index)).unwrap();
        (Look::of(&made.level), usize::from(made.is_found))
    });
    let (looks, found): (Vec<_>, Vec<_>) = made.collect::<Vec<_>>().into_iter().unzip();
    (looks, found.into_iter().sum())
}

#[test]
fn levels_of_a_difficulty_are_composed_under_all_rules_and_found_as_often() {
    for preset in [Preset::Classic, Preset::Royal, Preset::Candy, Preset::Blast] {
        let (composed, found) = looks(preset, Style::Composed);
        let (isolated, size) = look(&composed);
        assert!(isolated <= 0.2 && size >= 5.0, "{preset:?}: {isolated} {size}");
        // 2 of 100 fewer at most, of 40 none.
        let (scattered, others) = looks(preset, Style::Scattered);
        assert!(found >= others, "{preset:?}: {found} found, scattered {others}");
        // What is measured tells the styles apart.
        let (isolated, size) = look(&scattered);
        assert!(isolated > 0.05 && size < 5.0, "{preset:?}: {isolated} {size}");
    }
}
