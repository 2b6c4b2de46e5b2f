fn main() {
    use tilewright_grid::Seed;
    use tilewright_match3::*;
    for path in std::env::args().skip(1) {
        let level: Level = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let goal = level.goal.clone().unwrap();
        let rules = Rules::new(&level, &goal);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        for bot in ["random", "greedy"] {
            let bot: SkilledBot = bot.parse().unwrap();
            let start = std::time::Instant::now();
            let games = pool.install(|| play(&rules, &bot, 1000, 0..4000, Seed(1)));
            let time = start.elapsed().as_secs_f64();
            let swaps: u32 = games.iter().map(|game| game.swaps).sum();
            let won = games.iter().filter(|game| game.is_won).count();
            println!(
                "{path} {bot}: {:.0} k swaps/s, {:.1} swaps a game, {won} won, {:.2} cascades a swap",
                f64::from(swaps) / time / 1000.0,
                f64::from(swaps) / 4000.0,
                games.iter().map(|g| g.cascades).sum::<u32>() as f64 / f64::from(swaps)
            );
        }
    }
}
