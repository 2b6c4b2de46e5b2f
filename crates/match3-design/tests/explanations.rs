//! Explanations of levels: which cells cost most, which changes ease or harden them most.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_grid::{Cell, Seed, Watch};
use tilewright_match3::{Goal, Level, MAX_SWAPS, Rules, SkilledBot, Statistics, play};
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
    explain(level, Some(&playtest), &())
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
    let first = explanation.costs[0];
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
    let hardest = explain(&level, None, &()).hardest.unwrap();
    assert!(hardest.potential < tilewright_match3_design::potential(&level));
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
        let explanation = explain(&level, Some(&playtest), &watch);
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
