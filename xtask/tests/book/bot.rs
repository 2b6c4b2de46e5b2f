//! `how-to/bot.md`: a bot.

// ANCHOR: example
use tilewright::grid::{Rng, Seed};
use tilewright::match3::{
    Bot, Game, Goal, Level, MAX_SWAPS, Move, Rules, Statistics, play_bot,
};

/// Makes the swap that matches most blocks, whatever their colour.
struct Largest;

impl Bot for Largest {
    fn choose<const W: usize>(&self, game: &Game<'_, W>, _: &mut Rng) -> Move {
        game.moves()
            .max_by_key(|&swap| game.gain(swap).matched)
            .expect("a bot is asked only where there is a legal swap")
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level: Level = "......\n......\n..#1..\n......\n......\n......\n".parse()?;
    let goal: Goal = "collect:30".parse()?;
    let rules = Rules::new(&level, &goal);
    let outcomes = play_bot(&rules, &Largest, MAX_SWAPS, 0..1000, Seed(1), &())?;
    let statistics = Statistics::of(&outcomes, MAX_SWAPS);
    let swaps = statistics.swaps.ok_or("no game was finished")?;
    println!("{:.2} swaps on average of {} games", swaps.mean, swaps.games);
    Ok(())
}
// ANCHOR_END: example

#[test]
fn it_runs() {
    main().unwrap();
}
