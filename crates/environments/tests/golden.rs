//! Golden trajectories: an environment whose name ends in `-v0` never changes.
//!
//! `golden.json` has the actions of a seed, with all rewards and a checksum of what was seen and legal. The tests of the
//! package for Python play the same actions by the names of the environments.

use std::sync::Arc;

use serde_json::{Value, json};
use tilewright_battleship::Rules as BattleshipRules;
use tilewright_environments::{
    Arrays, Autoreset, Design, DesignMeasure, DesignRequest, Environment, Game2048,
    Games as _, Hunt, Maps, Match3, Representation, Vector, Walk,
};
use tilewright_grid::{Seed, Size, checksum};
use tilewright_match3::{Kind, Level, Rules};
use tilewright_pathplan::Steps;
use tilewright_pathplan::generate::{MapKind, MapRequest};

const SEED: u64 = 20;
const STEPS: u64 = 90;

/// Plays the actions of a golden trajectory; without one, those that [`proposed`] chooses.
fn trajectory(golden: &Value, environment: impl Environment) -> Value {
    let space = environment.space();
    let mut games = Vector::new(vec![environment], Autoreset::NextStep, None);
    let (mut seen, mut legal) = (vec![0; space.bytes()], vec![0; space.actions]);
    let (mut reward, mut over, mut cut) = ([0.0], [false], [false]);
    let mut arrays = Arrays {
        observations: &mut seen,
        rewards: &mut reward,
        terminations: &mut over,
        truncations: &mut cut,
        masks: &mut legal,
        finals: &mut [],
        final_masks: &mut [],
    };
    games.reset(Some(&[Seed(SEED)]), None, &mut arrays).unwrap();
    let mut all = [&*arrays.observations, arrays.masks].concat();
    let (mut actions, mut rewards, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    for step in 0..STEPS {
        let action = golden["actions"][step as usize].as_i64();
        let action =
            action.unwrap_or_else(|| proposed(games.best_action(0), arrays.masks, step));
        games.step(&[action], &mut arrays).unwrap();
        actions.push(action);
        rewards.push(arrays.rewards[0]);
        if arrays.terminations[0] {
            ends.push(step);
        }
        all.extend(&*arrays.observations);
        all.extend(&*arrays.masks);
    }
    json!({
        "seed": SEED,
        "actions": actions,
        "rewards": rewards,
        "ends": ends,
        "seen": format!("{:016x}", checksum(&all)),
    })
}

/// An action for a new trajectory: of five, three are those of the best player, one is legal, one any.
fn proposed(best: Option<u32>, mask: &[u8], step: u64) -> i64 {
    let mut rng = Seed(SEED).child(step).rng();
    let possible: Vec<i64> =
        (0..).zip(mask).filter(|it| *it.1 == 1).map(|it| it.0).collect();
    let any = i64::from(rng.below(mask.len() as u32));
    let legal = rng.pick(&possible).copied();
    match step % 5 {
        1 => any,
        3 => legal.unwrap_or(any),
        _ => best.map_or(any, i64::from),
    }
}

fn design(golden: &Value, representation: Representation) -> Value {
    let request = DesignRequest {
        representation,
        size: Size::new(9, 9),
        kinds: vec![Kind::ORDINARY, Kind::OBSTACLE, Kind::BLOCKER1, Kind::OVERLAY1],
        measure: DesignMeasure::Potential,
        target: None,
        tolerance: 0.03,
        change_share: 0.2,
    };
    trajectory(golden, Design::new(request).unwrap())
}

#[test]
fn the_environments_are_those_of_their_names() {
    let mut level: Level = ["........."; 9].join("\n").parse().unwrap();
    level.moves = Some(12);
    let rules = Rules::new(&level, &"collect:30".parse().unwrap());
    let hunt = Hunt::new(BattleshipRules::russian(10, 10).unwrap()).unwrap();
    let maps = Maps::Random(MapRequest::new(MapKind::Caves, Size::new(17, 17)), 3);
    let golden: Value = serde_json::from_str(include_str!("golden.json")).unwrap();
    let tiles = Game2048::new(Size::new(4, 4), 0.1).unwrap();
    let game = Match3::<2>::new(Arc::new(rules));
    let walk = Walk::new(maps, Steps::FOUR, 0.5).unwrap();
    let found = json!({
        "Game2048-v0": trajectory(&golden["Game2048-v0"], tiles),
        "Hunt-v0": trajectory(&golden["Hunt-v0"], hunt),
        "Match3-v0": trajectory(&golden["Match3-v0"], game),
        "LevelDesign-v0": design(&golden["LevelDesign-v0"], Representation::Narrow),
        "LevelDesign-v0 turtle":
            design(&golden["LevelDesign-v0 turtle"], Representation::Turtle),
        "LevelDesign-v0 wide":
            design(&golden["LevelDesign-v0 wide"], Representation::Wide),
        "Walk-v0": trajectory(&golden["Walk-v0"], walk),
    });
    assert_eq!(found, golden, "a changed environment needs a new name:\n{found}");
}
