//! What people see of searches, of potentials and of packs.

use std::ops::ControlFlow;

use tilewright_grid::{Seed, Size};
use tilewright_match3::{Kind, Level, Template};
use tilewright_match3_design::chart::{self, PackedLevel};
use tilewright_match3_design::{
    Algorithm, Analysis, History, LevelRequest, Violation, generate,
};

fn level() -> Level {
    ".#1a_\n234..\nbcd._\n".parse().unwrap()
}

fn history(algorithm: Algorithm, target: u32, tolerance: u32) -> History {
    let request = LevelRequest::new(target)
        .with_template(Template::open(Size::new(6, 6)).unwrap())
        .with_kinds([Kind::OBSTACLE.into(), Kind::OVERLAY1.into()])
        .with_tolerance(tolerance)
        .with_algorithm(algorithm);
    let mut history = History::default();
    let made = generate(&request, Seed(2), |progress| {
        history.record(progress);
        ControlFlow::Continue(())
    });
    made.unwrap();
    history
}

#[test]
fn a_report_reads_as_text() {
    let level = level();
    insta::assert_snapshot!(Analysis::of(&level).picture(&level).to_text(false));
}

#[test]
fn an_open_board_has_no_lost_potential() {
    let level: Level = "....\n....\n....\n".parse().unwrap();
    let text = Analysis::of(&level).picture(&level).to_text(false);
    insta::assert_snapshot!(text);
}

#[test]
fn an_evolution_shows_both_populations() {
    let history = history(Algorithm::FeasibleInfeasible(Violation::Cells), 150, 20);
    let curve = history.curve().to_svg();
    for name in ["feasible, best", "infeasible, best", "Populations", "individuals"] {
        assert!(curve.contains(name), "{name}");
    }
    let generations = history.logbook().events().len();
    assert!(generations > 1);
    assert!(!history.animation("an evolution").frames.is_empty());
}

#[test]
fn an_animation_goes_from_the_first_level_to_the_best() {
    let history = history(Algorithm::HillClimb, 150, 0);
    let animation = history.animation("a climb");
    assert!(animation.frames.len() >= 2 && animation.frames.len() <= 42);
    let text = |index: usize| animation.frames[index].picture.to_svg();
    let last = animation.frames.len() - 1;
    // A random level is repaired first, one change in each generation.
    let first = history.logbook().events().next().unwrap().generation;
    assert!(text(0).contains(&format!("generation {first}:")));
    assert!(text(last).contains("best: 150"));
    let generation = history.logbook().events().last().unwrap().generation;
    assert!(text(last).contains(&format!("generation {generation}: 150")));
}

#[test]
fn no_search_makes_an_empty_animation() {
    assert_eq!(History::default().animation("nothing").frames, []);
    assert!(History::default().curve().to_svg().contains("Fitness"));
}

#[test]
fn a_pack_shows_what_was_wanted_predicted_and_played() {
    let trial = |index: u32| {
        let (wanted, played) = (f64::from(index), f64::from(index) + 0.4);
        let ci95 = [played - 0.5, played + 0.5];
        PackedLevel {
            wanted,
            predicted: (index > 2).then_some(wanted - 0.5),
            played,
            ci95,
        }
    };

    let trials: Vec<_> = (0..5).map(trial).collect();
    let svg = chart::pack(&trials, "mean swaps", ["played", "95 % interval"]).to_svg();

    for word in ["requested", "predicted", "played", "95 % interval", "mean swaps"] {
        assert!(svg.contains(word), "{word}");
    }

    assert!(
        !chart::pack(&trials[..2], "mean swaps", ["played", "95 %"])
            .to_svg()
            .contains("predicted")
    );

    let pairs: Vec<_> = trials.iter().map(|trial| (trial.wanted, trial.played)).collect();
    assert!(chart::predictions(&pairs, "mean swaps").to_svg().contains("R² = 0.92"));
    assert!(!chart::predictions(&pairs[..1], "mean swaps").to_svg().contains("R²"));
}
