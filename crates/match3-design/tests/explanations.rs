//! Explanations of levels: which cells cost most, which changes ease or harden them most.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_grid::{Cell, Seed, Watch};
use tilewright_match3::{
    Goal, Kind, Level, MAX_SWAPS, Rules, SkilledBot, Statistics, Template, play,
};
use tilewright_match3_design::{Explanation, Feasibility, Guide, Playtest, explain};

fn goal(words: &[&str]) -> Goal {
    Goal::All { all: words.iter().map(|word| word.parse().unwrap()).collect() }
}

fn bot() -> SkilledBot {
    "article".parse().unwrap()
}

fn explained(level: &Level, goal: &Goal, games: u32) -> Explanation {
    let guide = Guide::for_levels(level, goal, bot());
    let playtest = Playtest { goal, guide: &guide, bot: bot(), games, seed: Seed(5) };
    explain(level, &[], Some(&playtest), &())
}

fn mean(level: &Level, goal: &Goal) -> f64 {
    let outcomes =
        play(&Rules::new(level, goal), &bot(), MAX_SWAPS, 0..2000, Seed(9), &());
    Statistics::of(&outcomes, MAX_SWAPS).mean_swaps().unwrap()
}

/// An overlay in a corner takes most of the swaps of a goal that wants it gone.
#[test]
fn a_part_of_a_mixed_goal_costs_what_games_say() {
    let goal = goal(&["collect:16", "clear:overlays"]);
    let level: Level =
        "c......\n.......\n...a...\n.......\n..#....\n.......\n.......".parse().unwrap();
    let opened: Level =
        ".......\n.......\n...a...\n.......\n..#....\n.......\n.......".parse().unwrap();
    let cost = mean(&level, &goal) - mean(&opened, &goal);

    assert!(cost > 20.0, "{cost}");

    let explanation = explained(&level, &goal, 1024);
    let first = &explanation.costs[0];
    let (swaps, [low, high]) = (first.swaps.unwrap(), first.ci95.unwrap());
    let error = (high - low) / 2.0 / 1.96;

    assert_eq!((first.cell, first.games), (Cell::new(0, 0), 1024));
    assert!(
        (swaps - cost).abs() < 0.15 * cost && error < 0.05 * cost,
        "{first:?} {cost}"
    );
    assert_eq!(explanation.easiest.unwrap().cell, Cell::new(0, 0));
}

/// A level that is infeasible already is explained by changes that make it no more so.
#[test]
fn infeasible_levels_are_explained_too() {
    let text =
        "........\n..a..a..\n.......#\n#.......\n.1....1.\n..2..2..\n...bb...\n_......_";
    let mut level: Level = text.parse().unwrap();
    level.moves = Some(25);
    let infeasible = Feasibility::of(&level).cells;
    assert!(!infeasible.is_empty(), "the level is to be infeasible");
    let goal = goal(&["collect:15", "clear:blockers"]);
    let hardest = explained(&level, &goal, 512).hardest.unwrap();
    let (now, then) =
        (explained(&level, &goal, 512).played.unwrap(), hardest.played.unwrap());
    assert!(hardest.factor.unwrap() > 1.1, "{hardest:?}");
    assert!(then.win_rate.unwrap() < now.win_rate.unwrap() - 0.1, "{now:?} {then:?}");
    // Without a goal the potential decides.
    let hardest = explain(&level, &[], None, &()).hardest.unwrap();
    assert!(hardest.potential.unwrap() < tilewright_match3_design::potential(&level));
}

/// A watch that breaks after a number of looks.
struct StopAfter(AtomicU64);

impl Watch for StopAfter {
    fn look(&self) -> ControlFlow<()> {
        let less = |left: u64| left.checked_sub(1);
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        left.map_or(ControlFlow::Break(()), |_| ControlFlow::Continue(()))
    }
}

#[test]
fn an_explanation_stops_within_its_games_with_what_is_known() {
    let level: Level = "..a..\n.#...\n.....\n..2..\n.....".parse().unwrap();
    let goal = goal(&["collect:8", "clear:specials"]);
    let guide = Guide::for_levels(&level, &goal, bot());
    let playtest =
        Playtest { goal: &goal, guide: &guide, bot: bot(), games: 4096, seed: Seed(5) };
    for (looks, plays) in [(0, false), (700, true), (40_000, true)] {
        let watch = StopAfter(AtomicU64::new(looks));
        let explanation = explain(&level, &[], Some(&playtest), &watch);
        assert_eq!(explanation.played.is_some(), plays, "{looks}");
        assert_eq!(explanation.costs.len(), 3, "{looks}");
    }
}

#[test]
fn an_explanation_is_the_same_on_any_number_of_threads() {
    let level: Level = "..a..\n.#...\n.....\n..2..\n.....".parse().unwrap();
    let goal = goal(&["collect:8", "clear:specials"]);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| explained(&level, &goal, 256))
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn without_games_the_guide_alone_is_asked() {
    let level: Level = "..a..\n.#...\n.....\n..2..\n.....".parse().unwrap();
    let explanation = explained(&level, &goal(&["collect:8", "clear:specials"]), 0);
    assert!(explanation.played.is_none());
    assert!(explanation.costs.iter().all(|cost| cost.games == 0 && cost.ci95.is_none()));
    assert!(explanation.costs.iter().all(|cost| cost.swaps.is_some()));
}

/// A level of `royal` with a move limit: four boxes, and grass in a corner.
fn royal(goal: &str) -> (Level, Goal) {
    let text = format!(
        r#"{{"rules": "royal", "colors": 5, "moves": 9, "goal": {goal}, "layout": [
            [".", ".", ".", ".", ".", ".", "."], [".", ".", ".", ".", ".", ".", "."],
            [".", ".", ".", "box1", ".", ".", "."], [".", ".", "box1", "box1", ".", ".", "."],
            [".", ".", ".", "box1", ".", ".", "."], [".", ".", ".", ".", ".", ".", "."],
            ["._grass1", ".", ".", ".", ".", ".", "bird"]]}}"#
    );
    let level: Level = serde_json::from_str(&text).unwrap();
    let goal = level.goal.clone().unwrap();
    (level, goal)
}

/// Under any rules, costs and additions are what 1,500 other games of the changed levels say.
#[test]
fn levels_of_other_rules_are_explained_by_games() {
    let (level, goal) = royal(
        r#"{"all": [{"collect": {"kind": "box", "count": "all"}}, {"collect": {"kind": "grass", "count": "all"}}]}"#,
    );
    let guide = Guide::for_levels(&level, &goal, bot());
    let bot: SkilledBot = "greedy".parse().unwrap();
    let playtest =
        Playtest { goal: &goal, guide: &guide, bot, games: 512, seed: Seed(5) };
    let template = Template::from(&level);
    let kinds = ["box1", "chain1"].map(|name| template.kind(name).unwrap());
    let explanation = explain(&level, &kinds, Some(&playtest), &());
    assert_eq!((explanation.costs.len(), explanation.additions.len()), (6, 43));
    let rate = |level: &Level| {
        let games =
            play(&Rules::new(level, &goal), &bot, MAX_SWAPS, 0..1500, Seed(9), &());
        let won = games.iter().filter(|it| it.is_won && it.swaps <= 9).count() as f64;
        let swaps = games.iter().map(|it| f64::from(it.swaps)).sum::<f64>();
        (swaps / 1500.0, won / 1500.0)
    };

    let now = rate(&level);
    let (mut held, mut all) = (0, 0);
    let costs = explanation.costs.iter().map(|cost| (cost, Kind::ORDINARY, -1.0));
    let additions = explanation.additions.iter().map(|cost| (cost, kinds[0], 1.0));
    for (cost, to, sign) in costs.chain(additions.step_by(6)) {
        let mut cells = level.cells().clone();
        cells[cost.cell] = to;
        let then = rate(&level.with_cells(cells));
        let (swaps, won) = (sign * (then.0 - now.0), sign * (then.1 - now.1));
        let ([low, high], win_rate) = (cost.ci95.unwrap(), cost.win_rate.unwrap());
        // The games that say so have an error of their own.
        let [slack, slack_won] = [0.3, 0.04];
        all += 2;
        held += u32::from((low - slack..=high + slack).contains(&swaps));
        let [low, high] = win_rate.ci95;
        held += u32::from((low - slack_won..=high + slack_won).contains(&won));
        assert!(cost.games >= 64 && cost.potential.is_none(), "{cost:?}");
    }
    assert!(held >= all - 2, "{held} of {all}");

    // The grass in its corner is the hardest of the goal, and a ninth box makes the level no easier.
    assert_eq!(explanation.costs[0].kind, "._grass1");
    assert_eq!(explanation.easiest.unwrap().from, "._grass1");
    assert!(explanation.hardest.unwrap().factor.unwrap() > 1.0);
}

/// What takes the goal out of reach is said, and not played.
#[test]
fn a_change_that_ends_the_goal_is_named() {
    let (level, goal) = royal(r#"{"collect": {"kind": "box", "count": 4}}"#);
    let explanation = explained(&level, &goal, 64);
    for cost in &explanation.costs {
        let is_box = cost.kind == "box1";
        assert_eq!((cost.out_of_reach, cost.games == 0), (is_box, is_box), "{cost:?}");
    }
    assert!(
        explanation.additions.iter().all(|cost| cost.kind == "box1" && cost.games > 0)
    );
}
