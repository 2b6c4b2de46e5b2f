//! The quality of explanations of levels: `cargo xtask bench explanations`. Levels with goals of
//! several parts are explained, and every special cell opened is played in 10,000 games of its
//! own. Among the costs that differ from 0 by more than twice their standard error the signs
//! are compared, and among the pairs that differ so from each other the order.

#[path = "support/mixed.rs"]
mod mixed;
#[path = "support/played.rs"]
mod played;
mod support;

use cpu_time::ProcessTime;
use mixed::mixed;
use support::level;
use tilewright_grid::{Cell, Seed, Size};
use tilewright_match3::{
    Goal, Kind, Level, MAX_SWAPS, Rules, SkilledBot, Template, play,
};
use tilewright_match3_design::{
    Cost, Explanation, Guide, Playtest, Space, Symmetry, explain,
};

const LEVELS: u64 = 10;
const GAMES: u32 = 10_000;
/// The costs that are shown and proven.
const SHOWN: usize = 8;

/// How often something was right, of how many times.
#[derive(Default)]
struct Count {
    right: u32,
    all: u32,
}

impl Count {
    fn add(&mut self, is_right: bool) {
        self.right += u32::from(is_right);
        self.all += 1;
    }
}

#[expect(clippy::print_stdout, reason = "it is what the example is for")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let mut seconds = Vec::new();
    let mut counts = [const { [const { Count { right: 0, all: 0 } }; 2] }; 2];

    for index in 0..LEVELS {
        let (level, goal, bot) = sample(Seed(31).child(index))?;
        let guide = Guide::for_levels(&level, &goal, bot);
        let seed = Seed(8).child(index);
        let (goal, guide) = (&goal, &guide);
        let playtest = Playtest { goal, guide, bot, games: 4096, seed };
        let begun = ProcessTime::now();
        let explanation = pool.install(|| explain(&level, &[], Some(&playtest), &()));
        seconds.push(begun.elapsed().as_secs_f64());
        let truths = truths(&level, goal, bot, &explanation);
        compare(&explanation.costs, &truths, &mut counts);
        let Size { rows, columns } = level.size();
        println!(
            "{rows}×{columns}, {goal}, {bot}: {:.1} swaps, {} special cells, {:.2} s",
            truths.0.0,
            truths.1.len(),
            seconds[index as usize]
        );
    }

    for (name, [signs, order]) in
        [format!("the first {SHOWN} costs"), "all special cells".to_owned()]
            .iter()
            .zip(counts)
    {
        let share = |count: &Count| 100.0 * f64::from(count.right) / f64::from(count.all);
        println!(
            "{name}: {:.1} % of {} signs and {:.1} % of {} pairs right",
            share(&signs),
            signs.all,
            share(&order),
            order.all
        );
    }

    seconds.sort_by(f64::total_cmp);
    println!(
        "CPU time: median {:.2} s, longest {:.2} s",
        seconds[seconds.len() / 2],
        seconds[seconds.len() - 1]
    );

    Ok(())
}

/// A level that nearly all games finish, its goal and its bot.
fn sample(seed: Seed) -> Result<(Level, Goal, SkilledBot), Box<dyn std::error::Error>> {
    let mut rng = seed.rng();
    let size = Size::new(7 + rng.below(4), 7 + rng.below(4));
    let mut template = Template::open(size)?;
    template.colors = 5 + rng.below(2);
    let (goal, kinds) = mixed(&mut rng)?;
    let bot: SkilledBot = ["article", "greedy"][rng.index(2)].parse()?;
    let kinds = kinds.split(',').map(str::parse).collect::<Result<Vec<_>, _>>()?;
    let space = Space::new(&template, &kinds, Symmetry::None)?;
    loop {
        let (_, level) = level(&space, &goal, &mut rng);
        if played::statistics(&level, &goal, bot, 400).finished >= 398 {
            return Ok((level, goal, bot));
        }
    }
}

/// The mean swaps of a level, and the standard error.
fn mean(level: &Level, goal: &Goal, bot: SkilledBot, seed: Seed) -> (f64, f64) {
    let outcomes = play(&Rules::new(level, goal), &bot, MAX_SWAPS, 0..GAMES, seed, &());
    let swaps = outcomes.iter().map(|outcome| f64::from(outcome.swaps));
    let (mean, deviation, count) = tilewright_grid::moments(swaps);
    (mean, deviation / count.sqrt())
}

type Swaps = (f64, f64);

/// The swaps of the level, and of the level with each special cell opened.
fn truths(
    level: &Level,
    goal: &Goal,
    bot: SkilledBot,
    explanation: &Explanation,
) -> (Swaps, Vec<Swaps>) {
    let now = mean(level, goal, bot, Seed(1001));
    let opened = explanation.costs.iter().enumerate().map(|(index, cost)| {
        let then = with(level, cost.cell, Kind::ORDINARY);
        mean(&then, goal, bot, Seed(2001 + index as u64))
    });
    (now, opened.collect())
}

fn with(level: &Level, cell: Cell, kind: Kind) -> Level {
    let size = level.size();
    let mut text: Vec<Vec<char>> =
        level.layout().iter().map(|row| row.chars().collect()).collect();
    debug_assert!(size.rows as usize == text.len());
    text[cell.row as usize][cell.column as usize] = kind.glyph();
    let lines: Vec<String> =
        text.into_iter().map(|row| row.into_iter().collect()).collect();
    let opened: Level = lines.join("\n").parse().expect("one glyph was replaced");
    opened.with_colors(level.colors()).expect("the colours are the level's")
}

/// Compares signs and order of the first costs, and of all.
fn compare(
    costs: &[Cost],
    (now, opened): &(Swaps, Vec<Swaps>),
    counts: &mut [[Count; 2]; 2],
) {
    let differ = |a: Swaps, b: Swaps| (a.0 - b.0).abs() > 2.0 * a.1.hypot(b.1);
    for (count, first) in counts.iter_mut().zip([SHOWN, costs.len()]) {
        let shown = || costs.iter().zip(opened).take(first);
        for (at, (cost, &then)) in shown().enumerate() {
            let Some(swaps) = cost.swaps else { continue };
            if differ(*now, then) {
                count[0].add((swaps > 0.0) == (now.0 > then.0));
            }

            for (_, &later) in shown().skip(at + 1) {
                if differ(then, later) {
                    count[1].add(then.0 < later.0);
                }
            }
        }
    }
}
