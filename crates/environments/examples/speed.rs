//! How many steps a second one core makes in each environment, random legal actions, by CPU time:
//! `cargo run --release -p tilewright-environments --example speed`.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;
use tilewright_battleship::Rules as BattleshipRules;
use tilewright_environments::{
    Arrays, Autoreset, Design, DesignMeasure, DesignRequest, Environment, Game2048,
    Games as _, Hunt, Maps, Match3, Representation, Vector, VectorError, Walk,
};
use tilewright_grid::{Rng, Seed, Size};
use tilewright_match3::{Kind, Level, Rules};
use tilewright_pathplan::Steps;
use tilewright_pathplan::generate::{MapKind, MapRequest};

type Error = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| {
        let tiles = Game2048::new(Size::new(4, 4), 0.1)?;
        for count in [1, 64, 4096, 65_536] {
            show("2048", tiles.clone(), count)?;
        }
        show("hunt", Hunt::new(BattleshipRules::russian(10, 10)?)?, 4096)?;
        show("match-3", level()?, 4096)?;
        for (name, representation) in Representation::ALL {
            show(&format!("level design, {name}"), design(representation)?, 4096)?;
        }
        let caves = MapRequest::new(MapKind::Caves, Size::new(17, 17));
        show("walk", Walk::new(Maps::Random(caves, 3), Steps::FOUR, 0.5)?, 4096)
    })
}

fn level() -> Result<Match3<2>, Error> {
    let mut level: Level = ["........."; 9].join("\n").parse()?;
    level.moves = Some(12);
    Ok(Match3::new(Arc::new(Rules::new(&level, &"collect:30".parse()?))))
}

fn design(representation: Representation) -> Result<Design, Error> {
    Ok(Design::new(DesignRequest {
        representation,
        size: Size::new(9, 9),
        kinds: vec![Kind::ORDINARY, Kind::OBSTACLE, Kind::BLOCKER1, Kind::OVERLAY1],
        measure: DesignMeasure::Potential,
        target: None,
        tolerance: 0.03,
        change_share: 0.2,
    })?)
}

fn show(name: &str, environment: impl Environment, count: usize) -> Result<(), Error> {
    let rate = measure(environment, count)?;
    println!("{name}, {count} games: {:.2} million steps/s", rate / 1e6);
    Ok(())
}

/// The steps a second; the time in which actions are chosen does not count.
fn measure(environment: impl Environment, count: usize) -> Result<f64, VectorError> {
    let space = environment.space();
    let mut games =
        Vector::new(vec![environment; count], Autoreset::NextStep, Some(1000));
    let (mut observations, mut masks) =
        (vec![0; space.bytes() * count], vec![0; space.actions * count]);
    let (mut rewards, mut terminations) = (vec![0.0; count], vec![false; count]);
    let mut truncations = vec![false; count];
    let mut arrays = Arrays {
        observations: &mut observations,
        rewards: &mut rewards,
        terminations: &mut terminations,
        truncations: &mut truncations,
        masks: &mut masks,
        finals: &mut [],
        final_masks: &mut [],
    };
    let seeds: Vec<_> = (0..count as u64).map(Seed).collect();
    games.reset(Some(&seeds), None, &mut arrays)?;
    let mut rng = Seed(9).rng();
    let mut actions = vec![0; count];
    let (mut steps, mut spent) = (0, Duration::ZERO);
    while spent < Duration::from_secs(2) {
        for (action, mask) in
            actions.iter_mut().zip(arrays.masks.chunks_exact(space.actions))
        {
            *action = any_of(mask, &mut rng);
        }
        let begun = ThreadTime::now();
        games.step(&actions, &mut arrays)?;
        spent += begun.elapsed();
        steps += count;
    }
    Ok(steps as f64 / spent.as_secs_f64())
}

/// A legal action: the first one from a random place on.
fn any_of(mask: &[u8], rng: &mut Rng) -> i64 {
    let from = rng.index(mask.len());
    let at = (from..mask.len()).chain(0..from).find(|&at| mask[at] == 1);
    i64::from(at.unwrap_or(from) as u32)
}
