//! What people see of levels and searches.

use std::ops::ControlFlow;

use tilewright_grid::{Seed, Size};
use tilewright_match3::{
    Analysis, Kind, Level, Search, Story, Symmetry, Template, Violation, Wish, generate,
    picture,
};

fn level() -> Level {
    ".#1a_\n234..\nbcd._\n".parse().unwrap()
}

fn story(scheme: Search, target: u32, tolerance: u32) -> Story {
    let wish = Wish {
        template: Template::open(Size::new(6, 6)).unwrap(),
        kinds: vec![Kind::Obstacle.into(), Kind::Overlay1.into()],
        symmetry: Symmetry::None,
        target,
        tolerance,
        scheme,
    };
    let mut story = Story::default();
    let made = generate(&wish, Seed(2), |moment| {
        story.record(moment);
        ControlFlow::Continue(())
    });
    made.unwrap();
    story
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
fn an_open_board_has_nobody_to_blame() {
    let level: Level = "....\n....\n....\n".parse().unwrap();
    let text = Analysis::of(&level).picture(&level).to_text(false);
    insta::assert_snapshot!(text);
}

#[test]
fn a_wall_names_every_level() {
    let levels: Vec<_> =
        (0..5).map(|index| (level(), format!("level {index}"))).collect();
    let wall = picture::wall(&levels, "five levels").to_text(false);
    assert!((0..5).all(|index| wall.contains(&format!("level {index}"))), "{wall}");
}

#[test]
fn an_evolution_shows_both_populations() {
    let story = story(Search::FeasibleInfeasible(Violation::Cells), 150, 20);
    let curve = story.curve().to_svg();
    for name in ["feasible, best", "infeasible, best", "Populations", "individuals"] {
        assert!(curve.contains(name), "{name}");
    }
    let generations = story.logbook().events().len();
    assert!(generations > 1);
    assert!(!story.movie("an evolution").frames.is_empty());
}

#[test]
fn a_movie_goes_from_the_first_level_to_the_best() {
    let story = story(Search::Climb, 150, 0);
    let movie = story.movie("a climb");
    assert!(movie.frames.len() >= 2 && movie.frames.len() <= 42);
    let text = |index: usize| movie.frames[index].picture.to_svg();
    let last = movie.frames.len() - 1;
    assert!(text(0).contains("generation 0"));
    assert!(text(last).contains("best: 150"));
    let generation = story.logbook().events().last().unwrap().generation;
    assert!(text(last).contains(&format!("generation {generation}: 150")));
}

#[test]
fn no_search_makes_an_empty_movie() {
    assert_eq!(Story::default().movie("nothing").frames, []);
    assert!(Story::default().curve().to_svg().contains("Fitness"));
}
