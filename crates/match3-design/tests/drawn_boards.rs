//! Boards with drawn parts, as searches use them.

use tilewright_grid::{Seed, Size, det};
use tilewright_match3::{
    Contents, Goal, Level, MAX_SWAPS, Outcome, Preset, Quota, Rules, Ruleset, Template,
    judge, play,
};
use tilewright_match3_design::{
    DifficultyRequest, Parts, Symmetry, generate_difficulty, promising,
};

fn parts(words: &[&str]) -> Parts {
    let quotas: Vec<_> = words.iter().map(|word| word.parse().unwrap()).collect();
    Parts::new(&quotas, &[]).unwrap().0
}

fn board(preset: Preset, size: Size, goal: &str) -> Template {
    let board = Template::open(size).unwrap();
    let mut board = board.with_rules(Ruleset::preset(preset)).unwrap();
    board.goal = Some(goal.parse().unwrap());
    board
}

fn quotas(board: &Template, words: &[&str]) -> Vec<Quota> {
    let quota = |word: &&str| {
        let named: tilewright_match3::NamedQuota = word.parse().unwrap();
        named.under(board).unwrap()
    };
    words.iter().map(quota).collect()
}

fn games(level: &Level, goal: &Goal, most: u32, count: u32) -> Vec<Outcome> {
    play(&Rules::new(level, goal), &judge(goal), most, 0..count, Seed(3), &())
}

#[test]
fn every_drawn_board_is_won_at_times() {
    let all = parts(&["exits:1-3", "portals:1", "conveyors:1", "supply:2"]);
    for seed in 0..50 {
        let preset = [Preset::Royal, Preset::Candy][seed as usize % 2];
        let size = Size::new(6 + seed as u32 % 4, 6 + seed as u32 / 4 % 4);
        let board = board(preset, size, "drop:2");
        let drawn = all.drawn(&board, Symmetry::None, &mut Seed(seed).rng()).unwrap();
        let goal = board.goal.as_ref().unwrap();
        let outcomes = games(&drawn.opened(), goal, 300, 32);
        let won = outcomes.iter().filter(|outcome| outcome.is_won).count();
        assert!(won > 0, "seed {seed}: {}", drawn.opened().to_json());
    }
}

#[test]
fn ingredients_stand_above_drawn_exits() {
    let board = board(Preset::Royal, Size::new(7, 7), "drop:2");
    let all = parts(&["exits:2"]);
    let kinds = quotas(&board, &["bird:2-4", "box1:3-6"]);
    for seed in 0..10 {
        let drawn = all.drawn(&board, Symmetry::None, &mut Seed(seed).rng()).unwrap();
        let exits = drawn.parts().exits.unwrap();
        let placements = all.placements_on(&drawn, &kinds, &[]);
        let request = DifficultyRequest::new(board.goal.clone().unwrap(), 8.0)
            .with_template(drawn)
            .with_kinds(kinds.clone())
            .with_placements(placements);
        let made =
            generate_difficulty(&request, &request.guide().unwrap(), Seed(seed), |_| {
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();

        let size = made.level.size();
        let birds = size
            .cells()
            .filter(|&cell| made.level.cells()[cell].contents() == Contents::Ingredient);
        let birds: Vec<_> = birds.collect();
        assert!(birds.len() >= 2, "{}", made.level);
        for bird in birds {
            let exit = exits.iter().find(|exit| exit.column == bird.column);
            assert!(exit.is_some_and(|exit| exit.row > bird.row), "{bird} of {exits:?}");
        }
    }

    // A placement of one's own is the only one; and without exits, there is none.
    let own = ["bird in row 1".parse().unwrap()];
    let drawn = all.drawn(&board, Symmetry::None, &mut Seed(1).rng()).unwrap();
    assert_eq!(all.placements_on(&drawn, &kinds, &own), own);
    assert!(parts(&["portals:1"]).placements_on(&drawn, &kinds, &[]).is_empty());
}

/// Beside a plain measurement: the mean of all games on the bare board.
#[test]
fn the_boards_that_promise_most_are_closest() {
    let board = board(Preset::Candy, Size::new(7, 7), "drop:2");
    let all = parts(&["exits:1-3", "supply:2"]);
    let kinds = quotas(&board, &["frosting1:2-6"]);
    let goal = board.goal.clone().unwrap();
    let wanted = 9.0;
    let of = |seed| all.drawn(&board, Symmetry::None, &mut Seed(seed).rng()).unwrap();
    let request = |seed| {
        let request = DifficultyRequest::new(goal.clone(), wanted);
        request.with_template(of(seed)).with_kinds(kinds.clone())
    };
    let requests: Vec<DifficultyRequest> = (0..16).map(request).collect();
    let guide = requests[0].guide().unwrap();
    let order = promising(&requests, &guide, Seed(1), &()).unwrap();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (0..16).collect::<Vec<_>>());
    assert_eq!(order, promising(&requests, &guide, Seed(1), &()).unwrap());

    let off = |number: &usize| {
        let level = requests[*number].template.opened();
        let outcomes = games(&level, &goal, MAX_SWAPS, 200);
        let swaps: u32 = outcomes.iter().map(|outcome| outcome.swaps).sum();
        det::ln(f64::from(swaps) / 200.0 / wanted).abs()
    };
    let sum = |numbers: &[usize]| numbers.iter().map(off).sum::<f64>();
    assert!(sum(&order[..4]) < 0.6 * sum(&order[12..]));
}
