//! Two hundred requests for a difficulty, spread over sizes, goals, colours, kinds, bots and
//! targets, each level played in 10,000 games of its own: `cargo xtask bench requests`.

use std::ops::ControlFlow;
use std::time::Instant;

use tilewright_grid::{Rng, Seed, Size};
use tilewright_match3::{
    DifficultyWish, Feasibility, Goal, Level, MAX_SWAPS, Model, Player, Rules, Space,
    Statistics, Symmetry, Template, Wanted, generate_difficulty, play, unreachable,
};

const REQUESTS: u64 = 200;
const GAMES: u32 = 10_000;
const GOALS: [&str; 8] = [
    "collect:20",
    "collect:30",
    "collect:45",
    "collect:60",
    "collect:15:2",
    "clear:specials",
    "clear:blockers",
    "score:3000",
];
const KINDS: [&str; 4] = [
    "obstacle",
    "obstacle,blocked1,overlay2",
    "blocked2,overlay2",
    "obstacle,blocked1,blocked2,blocked3,blocked4,overlay1,overlay2,overlay3,overlay4",
];

#[expect(clippy::print_stdout, reason = "it is what the example is for")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut seconds = Vec::new();
    let (mut found, mut within) = (0, 0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    for index in 0..REQUESTS {
        let wish = request(&mut Seed(5).child(index).rng())?;
        let goal = wish.template.goal.clone().ok_or("a request has a goal")?;
        let model = Model::nearest(&wish.template.opened(), &goal, wish.player);
        let model = model.ok_or("models come with the program")?;
        let guide = |level: &Level| model.guess(level, &goal);
        let begun = Instant::now();
        let proven = pool.install(|| {
            generate_difficulty(&wish, &guide, Seed(7).child(index), |_| {
                ControlFlow::Continue(())
            })
        })?;
        let time = begun.elapsed().as_secs_f64();
        let played = statistics(&proven.level, &goal, wish.player, GAMES);
        let (off, is_within) = compare(wish.wanted, &played);
        seconds.push(time);
        found += u32::from(proven.is_found);
        within += u32::from(is_within);
        let Size { rows, columns } = proven.level.size();
        println!(
            "{rows}×{columns}, {} colours, {goal}, {}, {}: off by {off:+.1}{}, {} games, {time:.2} s",
            proven.level.colors(),
            wish.player,
            words(wish.wanted),
            if proven.is_found { "" } else { ", not found" },
            proven.games,
        );
    }
    seconds.sort_by(f64::total_cmp);
    let at = |share: f64| seconds[((seconds.len() - 1) as f64 * share) as usize];
    println!(
        "{found} of {REQUESTS} found, {within} within 3 % or 5 points in {GAMES} other games; \
         one core: median {:.2} s, 90 % {:.2} s, 95 % {:.2} s, longest {:.2} s",
        at(0.5),
        at(0.9),
        at(0.95),
        at(1.0)
    );
    Ok(())
}

/// A request that some level fulfils: what is wanted is what a random level has.
fn request(rng: &mut Rng) -> Result<DifficultyWish, Box<dyn std::error::Error>> {
    let size = Size::new(7 + rng.below(4), 7 + rng.below(4));
    let mut template = Template::open(size)?;
    template.colors = 5 + rng.below(2);
    let clears = |kinds: &str| kinds != "obstacle";
    let kinds = KINDS[rng.index(KINDS.len())];
    let goal = GOALS[if clears(kinds) { rng.index(GOALS.len()) } else { rng.index(5) }];
    let goal: Goal = goal.parse()?;
    template.goal = Some(goal.clone());
    let player: Player = ["seed", "greedy"][rng.index(2)].parse()?;
    let kinds = kinds.split(',').map(str::parse).collect::<Result<Vec<_>, _>>()?;
    let space = Space::new(&template, &kinds, Symmetry::None)?;
    let level = loop {
        let density = 0.05 + 0.25 * rng.unit();
        let gene = |rng: &mut Rng| {
            if rng.chance(density) {
                1 + rng.index(space.choices().len() - 1) as u8
            } else {
                0
            }
        };
        let genes: Vec<u8> = (0..space.genes()).map(|_| gene(rng)).collect();
        let level = space.level(&genes);
        let is_reachable = unreachable(&Rules::new(&level, &goal)).is_none();
        if Feasibility::of(&level).is_feasible() && is_reachable {
            break level;
        }
    };
    let sample = statistics(&level, &goal, player, 1000);
    let mean = sample.mean_swaps.ok_or("no game was finished")?;
    let wanted = if rng.below(3) == 0 {
        let moves = (mean * (0.8 + 0.4 * rng.unit())).max(1.0) as u32;
        Wanted::WinRate { rate: sample.within(moves).win_rate.clamp(0.05, 0.95), moves }
    } else {
        Wanted::Swaps(mean)
    };
    Ok(DifficultyWish {
        template,
        kinds,
        symmetry: Symmetry::None,
        wanted,
        player,
        others: Vec::new(),
        apart: 0.0,
        precision: 1.0,
    })
}

fn statistics(level: &Level, goal: &Goal, player: Player, games: u32) -> Statistics {
    let outcomes = play(&Rules::new(level, goal), &player, MAX_SWAPS, 0..games, Seed(99));
    Statistics::of(&outcomes, MAX_SWAPS)
}

/// How far off it is, in percent or in points, and whether that is near enough.
fn compare(wanted: Wanted, played: &Statistics) -> (f64, bool) {
    match wanted {
        Wanted::Swaps(swaps) => {
            let off = 100.0 * (played.mean_swaps.unwrap_or(f64::INFINITY) / swaps - 1.0);
            (off, off.abs() <= 3.0)
        }
        Wanted::WinRate { rate, moves } => {
            let off = 100.0 * (played.within(moves).win_rate - rate);
            (off, off.abs() <= 5.0)
        }
    }
}

fn words(wanted: Wanted) -> String {
    match wanted {
        Wanted::Swaps(swaps) => format!("{swaps:.1} swaps"),
        Wanted::WinRate { rate, moves } => {
            format!("{:.0} % within {moves}", 100.0 * rate)
        }
    }
}
