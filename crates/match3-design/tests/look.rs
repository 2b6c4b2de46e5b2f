//! Generated levels look composed.

use tilewright_grid::{Seed, Size};
use tilewright_match3::{Preset, Ruleset, Template};
use tilewright_match3_design::{DifficultyRequest, LevelRequest, Look, Style, Symmetry};

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

#[test]
fn levels_of_a_difficulty_are_composed_under_all_rules() {
    let of = |(preset, kinds, goal, difficulty): (Preset, &str, &str, f64)| {
        let board = Template::open(Size::new(8, 8)).unwrap();
        let board = board.with_rules(Ruleset::preset(preset)).unwrap();
        let kinds = kinds.split(',').map(|word| {
            word.parse::<tilewright_match3::NamedQuota>().unwrap().under(&board).unwrap()
        });
        let kinds: Vec<_> = kinds.collect();
        let request = DifficultyRequest::new(goal.parse().unwrap(), difficulty)
            .with_template(board)
            .with_kinds(kinds);
        let made = request.generate(Seed(3)).unwrap();
        assert!(made.is_found, "{preset:?}");
        Look::of(&made.level)
    };

    let looks = [
        (Preset::Classic, "obstacle,blocked1:4-10", "collect:30", 22.0),
        (Preset::Royal, "box1:6-14,obstacle", "kind:box:all", 14.0),
        (Preset::Candy, "obstacle,lock1:4-12", "collect:40", 14.0),
        (Preset::Blast, "box1:6-12", "kind:box:all", 12.0),
    ]
    .map(of);
    let (isolated, size) = look(&looks);
    assert!(isolated <= 0.2 && size >= 5.0, "{isolated} {size} {looks:?}");
}
