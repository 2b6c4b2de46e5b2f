//! What people see of levels and searches.

use std::ops::ControlFlow;

use tilewright_grid::{Seed, Size};
use tilewright_match3::{
    Algorithm, Analysis, History, Kind, Level, LevelRequest, Preset, Ruleset, Template,
    Violation, generate, picture,
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
fn a_level_shows_every_kind() {
    insta::assert_snapshot!(level().picture(20.0).to_svg());
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
fn a_sheet_names_every_level() {
    let levels: Vec<_> =
        (0..5).map(|index| (level(), format!("level {index}"))).collect();
    let sheet = picture::sheet(&levels, "five levels").to_text(false);
    assert!((0..5).all(|index| sheet.contains(&format!("level {index}"))), "{sheet}");
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

const ROYAL: &str = r#"{"schema": "tilewright/level/2", "rows": 2, "columns": 4,
    "colors": {"red": 1, "blue": 1, "green": 1}, "rules": "royal", "layout":
    [["r", "R-", "b+chain2", "box3"], [".", "_", "g_grass1", "bird"]]}"#;

#[test]
fn a_level_of_other_rules_shows_the_tokens_of_its_cells() {
    let level: Level = ROYAL.parse().unwrap();
    let text = level.picture(24.0).to_text(false);
    assert_eq!(text, "r R-b+bo\n. _ g_bi\n");
}

#[test]
fn a_named_colour_has_the_paint_of_its_name() {
    let level = r#"{"schema": "tilewright/level/2", "rows": 1, "columns": 2, "rules": "lab",
        "colors": {"blue": 1, "red": 1, "teal": 1}, "layout": [["NAME", "-"]]}"#;
    for (name, paint) in [("r", "#d55e00"), ("b", "#0072b2"), ("t", "#009e73")] {
        let level: Level = level.replace("NAME", name).parse().unwrap();
        let svg = level.picture(24.0).to_svg();
        assert!(svg.contains(paint), "{name}: {svg}");
    }
}

#[test]
fn a_legend_lists_all_pieces_and_kinds() {
    let legend = picture::legend(&Ruleset::preset(Preset::Candy), 24.0);
    insta::assert_snapshot!(legend.to_text(false));
}
