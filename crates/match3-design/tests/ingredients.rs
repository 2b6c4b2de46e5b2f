//! Ingredients: where generators place them, and whether bots bring them to an exit.

use serde_json::Value;
use tilewright_grid::{Seed, Size};
use tilewright_match3::{
    Bot, Goal, GreedyBot, Level, NamedQuota, Planner, Preset, RandomBot, Rules, Ruleset,
    Statistics, Template, play_bot,
};
use tilewright_match3_design::{DifficultyRequest, NamedDifficulty, RequestError, Style};

fn goal(word: &str) -> Goal {
    word.parse().unwrap()
}

/// A request on an open board, whose difficulty is a number of swaps.
fn request(
    (preset, size): (Preset, Size),
    goals: &[&str],
    kinds: &[&str],
    swaps: f64,
) -> DifficultyRequest {
    let template = Template::open(size).unwrap();
    let template = template.with_rules(Ruleset::preset(preset)).unwrap();
    let quota =
        |word: &&str| word.parse::<NamedQuota>().unwrap().under(&template).unwrap();
    let kinds: Vec<_> = kinds.iter().map(quota).collect();
    let all: Vec<Goal> = goals.iter().map(|word| goal(word)).collect();
    DifficultyRequest::new(Goal::All { all }, swaps)
        .with_template(template)
        .with_kinds(kinds)
}

/// The rows of the cells with this kind.
fn rows_of(level: &Level, kind: &str) -> Vec<usize> {
    let document: Value = serde_json::from_str(&level.to_json()).unwrap();
    let rows = document["layout"].as_array().unwrap().clone();
    let cells = rows.into_iter().enumerate().flat_map(|(row, cells)| {
        cells.as_array().unwrap().clone().into_iter().map(move |cell| (row, cell))
    });
    cells.filter(|(_, cell)| cell == kind).map(|(row, _)| row).collect()
}

#[test]
fn generated_ingredients_begin_far_from_the_exits() {
    for (preset, kind) in [(Preset::Royal, "bird"), (Preset::Candy, "cherry")] {
        let size = Size::new(7, 6);
        let quota = format!("{kind}:2");
        let request = request((preset, size), &["drop:2"], &["obstacle", &quota], 9.0);
        for (seed, style) in (1..4).flat_map(|seed| {
            [Style::Composed, Style::Scattered].map(|style| (seed, style))
        }) {
            let made =
                request.clone().with_style(style.clone()).generate(Seed(seed)).unwrap();
            let rows = rows_of(&made.level, kind);
            assert!(
                rows.len() == 2 && rows.iter().all(|&row| row <= 3),
                "{}",
                made.level.to_json()
            );
            let games = made.played;
            // Clusters may leave so few open cells that games are won at once or stuck.
            if style == Style::Composed {
                continue;
            }
            // A long cascade may bring them down with the first swap, but hardly ever does.
            assert!(games.swaps.is_some_and(|swaps| swaps.quantiles.p5 > 1), "{games:?}");
        }
    }
}

/// A level under the rules `royal` with two ingredients in its first row.
fn two_birds() -> Level {
    let mut rows = vec![vec!["."; 7]; 7];
    (rows[0][1], rows[0][5], rows[3][1], rows[3][2]) = ("bird", "bird", "box1", "box1");
    let layout = serde_json::to_string(&rows).unwrap();
    format!(r#"{{"schema": "tilewright/level/2", "rules": "royal", "layout": {layout}}}"#)
        .parse()
        .unwrap()
}

fn swaps(bot: &impl Bot, games: u32, goal: &Goal) -> f64 {
    let (level, most) = (two_birds(), 400);
    let rules = Rules::new(&level, goal);
    let played = play_bot(&rules, bot, most, 0..games, Seed(3), &()).unwrap();
    let sum: u32 = played.iter().map(|game| game.swaps).sum();
    f64::from(sum) / f64::from(games)
}

#[test]
fn greedy_brings_ingredients_to_the_exits() {
    let goal = goal("drop:2");
    let [greedy, random] = [swaps(&GreedyBot, 200, &goal), swaps(&RandomBot, 200, &goal)];
    assert!(greedy < 0.6 * random, "greedy {greedy} swaps, random {random}");
    let planner = swaps(&Planner { width: 4, depth: 2, samples: 2 }, 40, &goal);
    assert!(planner < 0.6 * random, "planner {planner} swaps, random {random}");
}

#[test]
fn a_goal_that_the_kinds_cannot_fill_is_refused_with_what_to_add() {
    let size = Size::new(6, 6);
    let lacking = |preset, goals: &[&str], kinds: &[&str]| {
        let request = request((preset, size), goals, kinds, 20.0);
        let guide = request.guide().unwrap();
        let name = request.swaps_of(NamedDifficulty::Easy, &guide, Seed(1), &());
        let (Err(RequestError::Lacking(lacking)), Err(RequestError::Lacking(named))) =
            (request.generate(Seed(1)), name)
        else {
            panic!("{goals:?} {kinds:?} is not refused")
        };
        assert_eq!(lacking, named);
        (lacking.wanted, lacking.most, lacking.kinds.join(" "))
    };

    let royal = Preset::Royal;
    assert_eq!(lacking(royal, &["drop:2"], &["obstacle"]), (2, 0, "bird:2".into()));
    assert_eq!(lacking(royal, &["drop:3"], &["bird:2"]), (3, 2, "bird:3".into()));
    assert_eq!(
        lacking(Preset::Candy, &["drop:1"], &["obstacle"]),
        (1, 0, "cherry:1".into())
    );
    assert_eq!(lacking(Preset::Lab, &["drop:1"], &["obstacle"]), (1, 0, String::new()));
    assert_eq!(lacking(royal, &["kind:box:9"], &["grass1"]), (9, 0, "box1:9".into()));
    assert_eq!(lacking(royal, &["kind:chain:all"], &["grass1"]), (1, 0, "chain1".into()));
    assert_eq!(
        lacking(royal, &["collect:9", "layers:grass:9"], &["grass1:4", "box1"]),
        (9, 4, "grass2:5".into())
    );
    assert_eq!(
        lacking(Preset::Classic, &["clear:blockers"], &["obstacle", "overlay1"]),
        (1, 0, "blocked1".into())
    );
}

#[test]
fn a_goal_that_the_template_fills_is_not_refused() {
    let mut rows = vec![vec!["?"; 6]; 6];
    rows[0][2] = "bird";
    let layout = serde_json::to_string(&rows).unwrap();
    let text = format!(
        r#"{{"schema": "tilewright/level/2", "rules": "royal", "layout": {layout}}}"#
    );
    let template: Template = text.parse().unwrap();
    let request = DifficultyRequest::new(goal("drop:1"), 6.0).with_template(template);
    let made = request.generate(Seed(2)).unwrap();
    assert_eq!(rows_of(&made.level, "bird"), [0]);
    assert!(Statistics::mean_swaps(&made.played).is_some());
}
