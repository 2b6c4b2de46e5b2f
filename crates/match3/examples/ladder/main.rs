//! The ladder of players beside the other bots: win rates on random levels of each preset and each kind of goal, then games per
//! CPU second. `cargo xtask bench ladder`.
//!
//! All bots play the same boards of a level. The move limit of a level is the one within which `regular` wins about
//! half of its games, found by games of its own. A rise is the mean difference of the win rates of a bot and the one before it,
//! in standard errors over the levels.

#![expect(clippy::print_stdout, reason = "the tables are the purpose of this program")]

mod levels;

use std::error::Error;

use cpu_time::ProcessTime;
use levels::{CASES, Case};
use tilewright_grid::Seed;
use tilewright_match3::{Level, Outcome, Rules, SkilledBot, Statistics, Strategy, play};

type Failed = Box<dyn std::error::Error>;

/// The levels of each kind of goal.
const LEVELS: u64 = 40;
/// The games of each level and bot; the planner is a hundred times slower than `greedy`.
const GAMES: u32 = 100;
const PLANNED: u32 = 5;
/// The most moves of a game without a limit.
const MOST: u32 = 300;

/// The bots that are shown: the ladder after `random`, whose rises are shown, then the others.
const BOTS: [Strategy; 8] = [
    Strategy::Random,
    Strategy::Novice,
    Strategy::Beginner,
    Strategy::Regular,
    Strategy::Skilled,
    Strategy::Expert,
    Strategy::Greedy,
    Strategy::Planner,
];
/// The rises from `random` to the expert, and from `greedy` to the expert.
const RISES: [[usize; 2]; 6] = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [6, 5]];

fn main() -> Result<(), Box<dyn Error>> {
    let names = BOTS.map(Strategy::key).join(" | ");
    println!("| preset, goal (mean limit) | {names} | rises: {} |", words_of_rises());
    println!("|---|{}---|", "---|".repeat(BOTS.len()));
    for case in &CASES {
        print_case(case)?;
    }
    println!();
    print_speeds()
}

fn words_of_rises() -> String {
    let names = RISES[1..].iter().map(|two| two.map(|at| BOTS[at].key()).join(" to "));
    let names: Vec<_> = names.collect();
    format!("random to novice, {}", names.join(", "))
}

fn print_case(case: &Case) -> Result<(), Failed> {
    let mut rates = vec![Vec::new(); BOTS.len()];
    let mut limits = Vec::new();
    for number in 0..LEVELS {
        let level = case.level(Seed(5).child(number))?;
        let seed = Seed(6).child(number);
        let limit = limit(&level, seed)?;
        limits.push(f64::from(limit));
        for (rates, bot) in rates.iter_mut().zip(BOTS) {
            let games = if bot == Strategy::Planner { PLANNED } else { GAMES };
            let played = games_of(&level, bot, limit, games, seed)?;
            let won = played.iter().filter(|game| game.is_won).count();
            rates.push(won as f64 / f64::from(games));
        }
    }
    let means = rates.iter().map(|rates| format!("{:.1}", 100.0 * mean(rates)));
    let means: Vec<_> = means.collect();
    let rises = RISES.map(|[from, to]| format!("{:.1}", rise(&rates[from], &rates[to])));
    let Case { preset, name, .. } = case;
    println!(
        "| {preset}, {name} ({:.0}) | {} | {} |",
        mean(&limits),
        means.join(" | "),
        rises.join(", ")
    );
    Ok(())
}

fn games_of(
    level: &Level,
    bot: Strategy,
    most: u32,
    games: u32,
    seed: Seed,
) -> Result<Vec<Outcome>, Failed> {
    let goal = level.goal.clone().ok_or("the level has a goal")?;
    let rules = Rules::new(level, &goal);
    Ok(play(&rules, &SkilledBot::from(bot), most, 0..games, seed, &()))
}

fn limit(level: &Level, seed: Seed) -> Result<u32, Failed> {
    let seed = seed.child(u64::from(u32::MAX));
    let games = games_of(level, Strategy::Regular, MOST, GAMES, seed)?;
    let found = Statistics::of(&games, MOST).moves_closest_to(0.5);
    Ok(found.map_or(MOST, |found| found.moves.max(1)))
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The mean of the differences in standard errors.
fn rise(lower: &[f64], upper: &[f64]) -> f64 {
    let differences: Vec<_> = lower.iter().zip(upper).map(|(a, b)| b - a).collect();
    let mean = mean(&differences);
    let count = differences.len() as f64;
    let squares: f64 = differences.iter().map(|it| (it - mean).powi(2)).sum();
    mean / (squares / (count - 1.0) / count).sqrt()
}

/// Games of a fixed number of moves per CPU second, on one level of each preset with a mixed goal.
fn print_speeds() -> Result<(), Failed> {
    println!(
        "| preset, goal: games of 25 moves per CPU second | {} |",
        BOTS.map(Strategy::key).join(" | ")
    );
    println!("|---|{}", "---|".repeat(BOTS.len()));
    for case in CASES.iter().filter(|case| ["collect", "mixed"].contains(&case.name)) {
        let level = case.level(Seed(5))?;
        let speeds = BOTS.map(|bot| -> Result<String, Failed> {
            let start = ProcessTime::now();
            let mut moves = 0;
            for batch in 0.. {
                let games = if bot == Strategy::Planner { PLANNED } else { GAMES };
                let played = games_of(&level, bot, 25, games, Seed(7).child(batch))?;
                moves += played.iter().map(|game| u64::from(game.swaps)).sum::<u64>();
                if start.elapsed().as_secs_f64() > 0.5 {
                    break;
                }
            }
            Ok(format!("{:.0}", moves as f64 / 25.0 / start.elapsed().as_secs_f64()))
        });
        let speeds = speeds.into_iter().collect::<Result<Vec<_>, _>>()?;
        println!("| {}, {} | {} |", case.preset, case.name, speeds.join(" | "));
    }
    Ok(())
}
