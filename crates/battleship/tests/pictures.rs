//! Tests of pictures, as text and as shapes.
#![cfg(feature = "pictures")]

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_battleship::{
    AdversarialGeneration, Battle, Fleet, FleetError, Placer, Rules, Sequential,
    Statistics, Strategy, Touch, animation, chart, hunt, picture,
};
use tilewright_grid::{Seed, Size};

#[test]
fn a_fleet_is_drawn_with_its_clashes() {
    let (size, fleet) = Fleet::from_text("AA...\n..B.C\n..B..\n").unwrap();
    let rules = Rules::new(size, "2,2,1".parse().unwrap(), Touch::Never).unwrap();
    let drawn = picture::fleet(&rules, &fleet, 20.0);
    insta::assert_snapshot!(drawn.to_text(false));
    insta::assert_snapshot!(drawn.to_svg());
}

#[test]
fn ships_that_leave_the_field_are_drawn_beyond_its_edge() {
    let (size, mut fleet) = Fleet::from_text("..A\n").unwrap();
    let rules = Rules::new(size, "1".parse().unwrap(), Touch::Never).unwrap();
    let inside = picture::fleet(&rules, &fleet, 20.0);
    fleet.ships[0].length = 4;
    let outside = picture::fleet(&rules, &fleet, 20.0);
    assert!((outside.width - inside.width - 60.0).abs() < 1e-9);
}

fn battle() -> Battle {
    let rules =
        Rules::new(Size::new(5, 6), "3,2,1".parse().unwrap(), Touch::Never).unwrap();
    let fleet = Sequential::new(&rules).draw(&mut Seed(2).rng()).unwrap();
    let mut hunter = Strategy::Density.hunter(&rules);
    Battle::record(&rules, "density", &mut *hunter, &fleet, 0, Seed(2)).unwrap()
}

#[test]
fn a_game_is_seen_shot_by_shot() {
    let battle = battle();
    let animation = battle.animation(&()).unwrap();
    assert_eq!(animation.frames.len(), battle.shots.len() + 1);
    insta::assert_snapshot!(animation.frames[0].picture.to_text(false));
    insta::assert_snapshot!(
        animation.frames[animation.frames.len() - 1].picture.to_text(false)
    );
    for last in [1, 2, battle.shots.len() as u64] {
        let looks = AtomicU64::new(0);
        let watch = || {
            if looks.fetch_add(1, Ordering::Relaxed) + 1 == last {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        assert!(matches!(battle.animation(&watch), Err(FleetError::Cancelled)));
        assert_eq!(looks.swap(0, Ordering::Relaxed), last, "nothing is drawn after it");
        assert!(matches!(battle.picture(u32::MAX, &watch), Err(FleetError::Cancelled)));
        assert_eq!(looks.into_inner(), last, "nothing is drawn after it");
    }
    let last = battle.picture(u32::MAX, &()).unwrap().to_text(false);
    assert!(last.contains("all sunk"), "{last}");
}

#[test]
fn a_matrix_has_a_mean_for_every_pair() {
    let rules = Rules::russian(10, 10).unwrap();
    let placer = Placer::Sequential(Sequential::new(&rules));
    let statistics = |strategy: Strategy| {
        let hunter = strategy.hunter(&rules);
        let shots = hunt(&rules, &*hunter, &placer, 0..20, Seed(1), &()).unwrap();
        Statistics::of(&rules, &shots).unwrap()
    };
    let games = [statistics(Strategy::Random), statistics(Strategy::Density)];
    let names = ["random".to_owned(), "density".to_owned()];
    let matrix = chart::matrix(&names, &["sequential".to_owned()], &games);
    let scale = matrix.shapes.iter().find_map(|shape| match shape {
        tilewright_draw::Shape::Text { at, text, .. }
            if text.contains("horizontal: ") =>
        {
            Some((at.x, text.chars().count()))
        }
        _ => None,
    });
    let (x, characters) = scale.unwrap();
    assert!(x + 8.0 * characters as f64 <= matrix.width, "the legend fits");
    let svg = matrix.to_svg();
    for one in &games {
        assert!(svg.contains(&format!("{:.1}", one.shots.mean)));
    }
    assert!(games[1].picture("shots").to_text(false).contains("mean"));
}

#[test]
fn a_search_for_adversarial_fleets_is_animated() {
    let rules = Rules::russian(10, 10).unwrap();
    let fleet = Sequential::new(&rules).draw(&mut Seed(1).rng()).unwrap();
    let history: Vec<AdversarialGeneration> = (0..3)
        .map(|generation| AdversarialGeneration {
            generation,
            best: 60.0,
            mean: 55.0,
            fleet: fleet.clone(),
        })
        .collect();
    let animation = animation::adversarial(&rules, &history, &()).unwrap();
    assert_eq!(animation.frames.len(), 3);
    assert!(animation.frames[2].picture.to_text(false).contains("generation 2"));
}

#[test]
fn a_picture_of_many_fleets_says_how_many_are_missing() {
    let rules = Rules::russian(10, 10).unwrap();
    let fleet = Sequential::new(&rules).draw(&mut Seed(1).rng()).unwrap();
    let drawn = |count| picture::fleets(&rules, &vec![fleet.clone(); count]).to_svg();
    assert!(drawn(65).contains("the first 64 of 65 fleets"));
    assert!(!drawn(64).contains("the first"));
}

#[test]
fn small_probabilities_are_shown_with_row_and_column_names() {
    let grid = tilewright_grid::Grid::filled(Size::new(2, 12), 0.001_5);
    let drawn = picture::percentages(&grid, "probabilities, %");
    insta::assert_snapshot!(drawn.to_text(false));
    assert!(drawn.to_svg().contains(">L</text>"), "the last column has its letter");
}
