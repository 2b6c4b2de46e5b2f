//! Predictions with their intervals: how often these hold, what is played for them, and what they depend on.

use std::ops::ControlFlow;

use rayon::prelude::*;
use tilewright_grid::{Seed, Size, checksum, det};
use tilewright_match3::{
    Level, MAX_SWAPS, Outcome, Rules, SkilledBot, Statistics, Strategy, Template, play,
};
use tilewright_match3_design::{Model, Prediction};

/// A level of 9 × 9 cells with a block, a frame, bands or columns of one kind, at one of many places.
fn structured(number: u32) -> Level {
    let kind = ['a', '1', '2', 'b', 'c'][number as usize % 5];
    let (look, step) = (number / 5 % 4, number / 20 % 5);
    let is_within = |row: u32, column: u32| match look {
        0 => (2..4 + step).contains(&row) && (2..6).contains(&column),
        1 => row.abs_diff(4).max(column.abs_diff(4)) == 1 + step / 2,
        2 => row == 2 + step || row + 2 == step,
        _ => column.is_multiple_of(4) && row >= 2 + step,
    };
    let row = |row: u32| {
        (0..9).map(|column| if is_within(row, column) { kind } else { '.' }).collect()
    };
    (0..9).map(row).collect::<Vec<String>>().join("\n").parse().unwrap()
}

fn model(goal: &str, bot: SkilledBot) -> Model {
    let open = Template::open(Size::new(9, 9)).unwrap().opened();
    Model::for_level(&open, &goal.parse().unwrap(), bot).unwrap()
}

#[test]
fn intervals_hold_as_often_as_they_say() {
    let model = model("clear:specials", Strategy::Greedy.into());
    let judged = |number: u32| {
        let level = structured(number);
        let rules = Rules::new(&level, model.goal());
        let seed = Seed(9).child(number.into());
        let games = play(&rules, &model.bot(), MAX_SWAPS, 0..300, seed, &());
        let statistics = Statistics::of(&games, MAX_SWAPS);
        let truth =
            statistics.mean_swaps().filter(|_| statistics.win_rate.mean > 0.99)?;

        let both =
            [Prediction::of(&model, &level), Prediction::played(&model, &level, &())];
        let holds = both.map(|it| (it.low..=it.high).contains(&truth));
        let errors = both.map(|it| det::ln(it.swaps / truth).abs());
        Some((holds, errors))
    };
    let judged: Vec<_> = (0..100).into_par_iter().filter_map(judged).collect();
    assert!(judged.len() > 70, "{}", judged.len());

    let count = judged.len() as f64;
    let held = judged.iter().filter(|(holds, _)| holds[1]).count() as f64 / count;
    assert!((0.8..=0.97).contains(&held), "{held} of {count}");
    let errors = [0, 1]
        .map(|way| judged.iter().map(|(_, errors)| errors[way]).sum::<f64>() / count);
    assert!(errors[1] < 0.7 * errors[0], "games help: {errors:?}");
}

/// The games of a prediction, as its documentation has them: while moves are left, and 32 are not won.
fn games(model: &Model, level: &Level) -> Vec<Outcome> {
    let rules = Rules::new(level, model.asked(level));
    let seed = Seed(checksum(level.to_json().as_bytes()));
    let (mut games, mut moves) = (Vec::new(), 0);
    while moves < 800 && games.len() < 32 {
        let number = moves + games.len() as u32;
        let game = play(&rules, &model.bot(), 800 - moves, number..number + 1, seed, &());
        moves += game[0].swaps;
        games.extend(game.into_iter().filter(|game| game.is_won));
    }
    games
}

#[test]
fn a_prediction_plays_at_most_32_games_and_800_moves() {
    let mut counts = Vec::new();
    for (goal, number) in [
        ("collect:30", 0),
        ("collect:60", 1),
        ("clear:specials", 0),
        ("clear:specials", 6),
        ("clear:specials", 19),
    ] {
        let model = model(goal, Strategy::Article.into());
        let level = structured(number);
        let expected = games(&model, &level);
        let moves: u32 = expected.iter().map(|game| game.swaps).sum();
        let prediction = Prediction::played(&model, &level, &());
        assert_eq!(prediction.games as usize, expected.len(), "{goal} {number}");
        assert!(prediction.games <= 32 && moves <= 800, "{prediction:?} {moves}");
        counts.push(prediction.games);
    }
    // Short games end at the first limit, long ones at the second.
    assert!(counts.contains(&32) && counts.iter().any(|&count| count < 10), "{counts:?}");
}

#[test]
fn a_prediction_is_the_same_again_and_on_any_number_of_threads() {
    let model = model("collect:30", Strategy::Greedy.into());
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let predict = |number| Prediction::played(&model, &structured(number), &());
            (0..20).into_par_iter().map(predict).collect::<Vec<_>>()
        })
    };
    let one = on(1);
    assert_eq!(one, on(1));
    assert_eq!(one, on(3));
    assert!(one.iter().all(|it| it.low < it.swaps && it.swaps < it.high && it.games > 0));
}

#[test]
fn what_is_stopped_or_cannot_be_won_is_the_prediction_of_the_model_alone() {
    let model = model("collect:30", Strategy::Greedy.into());
    let level = structured(3);
    let alone = Prediction::of(&model, &level);
    assert_eq!(Prediction::played(&model, &level, &|| ControlFlow::Break(())), alone);

    let closed: Level = ["#########"; 9].join("\n").parse().unwrap();
    let alone = Prediction::of(&model, &closed);
    assert_eq!(Prediction::played(&model, &closed, &()), alone);
    assert_eq!(alone.games, 0);
}
