//! How many steps of 2048 a second one core makes, random actions, by CPU time:
//! `cargo run --release -p tilewright-environments --example speed`.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::time::Duration;

use cpu_time::ThreadTime;
use tilewright_environments::{
    Arrays, Autoreset, Game2048, Games as _, Vector, VectorError,
};
use tilewright_grid::{Seed, Size};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    for games in [1, 64, 4096, 65_536] {
        let rate = pool.install(|| measure(games))?;
        println!("{games} games: {:.1} million steps/s", rate / 1e6);
    }
    Ok(())
}

fn measure(games: usize) -> Result<f64, VectorError> {
    let game = Game2048::new(Size::new(4, 4), 0.1).unwrap_or_else(|_| unreachable!());
    let mut vector = Vector::new(vec![game; games], Autoreset::NextStep, None);
    let (mut observations, mut masks) = (vec![0; 16 * games], vec![0; 4 * games]);
    let (mut rewards, mut terminations) = (vec![0.0; games], vec![false; games]);
    let mut truncations = vec![false; games];
    let mut arrays = Arrays {
        observations: &mut observations,
        rewards: &mut rewards,
        terminations: &mut terminations,
        truncations: &mut truncations,
        masks: &mut masks,
        finals: &mut [],
    };
    let seeds: Vec<_> = (0..games as u64).map(Seed).collect();
    vector.reset(Some(&seeds), None, &mut arrays)?;
    let mut rng = Seed(9).rng();
    let plans: Vec<Vec<i64>> =
        (0..16).map(|_| (0..games).map(|_| i64::from(rng.below(4))).collect()).collect();
    let (mut steps, begun) = (0, ThreadTime::now());
    while begun.elapsed() < Duration::from_secs(2) {
        for plan in &plans {
            vector.step(plan, &mut arrays)?;
        }
        steps += games * plans.len();
    }
    Ok(steps as f64 / begun.elapsed().as_secs_f64())
}
