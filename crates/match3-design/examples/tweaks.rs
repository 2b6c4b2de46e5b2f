//! Tweaks of random levels of all presets by 10, 20 and 40 points of the win rate, as far as random changes
//! of at most twelve cells show that they are possible, each changed level played in 10,000 games of its own; with `small`, tweaks of small boards beside all changes of one and
//! two cells. `cargo xtask bench tweaks`.

#[path = "support/played.rs"]
mod played;
#[path = "support/rules.rs"]
mod rules;
mod support;

use std::env::args;
use std::ops::ControlFlow;

use cpu_time::ProcessTime;
use played::statistics;
use rayon::prelude::*;
use support::level;
use tilewright_grid::{Rng, Seed, Size};
use tilewright_match3::{
    Goal, Kind, Level, Rules, SkilledBot, Statistics, Strategy, Template, unreachable,
};
use tilewright_match3_design::{
    Difficulty, RequestError, Shift, Space, Symmetry, TweakRequest, Tweaks, tweak,
};

type Failed = Box<dyn std::error::Error>;

const GAMES: u32 = 10_000;
/// The changes of the win rate.
const POINTS: [f64; 3] = [0.1, 0.2, 0.4];
/// The tolerance of the win rate.
const BAND: f64 = 0.05;

fn main() -> Result<(), Failed> {
    if args().nth(1).is_some_and(|word| word == "small") { small() } else { random() }
}

/// A request for a tweak, and the win rate that it asks for.
struct Case {
    request: TweakRequest,
    rate: f64,
    points: f64,
}

/// A tweak of a random level to a win rate that some changes of at most [`MOST`] cells lead to.
fn case(index: u64) -> Result<Case, Failed> {
    let mut rng = Seed(11).child(index).rng();
    let points = POINTS[(index / 4 % 3) as usize];
    loop {
        let (template, kinds) =
            rules::request(rules::SWAPPED[index as usize % 4], &mut rng)?;
        let goal = template.goal.clone().ok_or("a request has a goal")?;
        let bot: SkilledBot = ["article", "greedy"][rng.index(2)].parse()?;
        let is_symmetric = rng.below(4) == 0;
        let symmetry = if is_symmetric { Symmetry::Horizontal } else { Symmetry::None };
        let space = Space::new(&template, &kinds, symmetry)?;
        let (genes, mut level) = level(&space, &goal, &mut rng);
        let sample = statistics(&level, &goal, bot, 1000);
        let mean = sample.mean_swaps().unwrap_or(0.0);
        let is_usual = sample.finished >= 995 && (4.0..150.0).contains(&mean);
        if !is_usual || !rules::has_counts(&space, &level) {
            continue;
        }
        let Some(chance) = sample.moves_closest_to(0.1 + 0.8 * rng.unit()) else {
            continue;
        };
        level.moves = Some(chance.moves.max(1));
        let rate = win_rate(&level, bot, 2000);
        let is_wanted = |other: f64, room: f64| {
            ((other - rate).abs() - points).abs() < room && IN.contains(&other)
        };
        let witness = (0..TRIES).find_map(|_| {
            let mut other = changed(&space, &genes, &mut rng);
            other.moves = level.moves;
            let is_playable = unreachable(&Rules::new(&other, &goal)).is_none();
            // A few games rule most changes out.
            let is_close = is_playable
                && rules::has_counts(&space, &other)
                && is_wanted(win_rate(&other, bot, 150), 0.08);
            let other = is_close.then(|| win_rate(&other, bot, 2000));
            other.filter(|&other| is_wanted(other, 0.02))
        });
        let Some(other) = witness else { continue };
        let moves = level.moves.unwrap_or(1);
        let shift = Shift::To(Difficulty::WinRate { rate: other, moves });
        let mut request = TweakRequest::new(level, shift).with_bot(bot);
        request.symmetry = symmetry;
        return Ok(Case { request, rate: other, points: other - rate });
    }
}

/// The most cells that are changed to find out which win rates are possible.
const MOST: u32 = 12;
/// The changed levels that are played for that.
const TRIES: u32 = 16;
/// The win rates that are asked for.
const IN: std::ops::RangeInclusive<f64> = 0.04..=0.96;

/// A level with some changed cells: all of them opened, all of them closed, or anything.
fn changed(space: &Space, genes: &[u8], rng: &mut Rng) -> Level {
    let mut genes = genes.to_vec();
    let way = rng.below(3);
    for _ in 0..=rng.below(MOST) {
        let special = 1 + rng.index(space.choices().len() - 1) as u8;
        let gene = rng.index(genes.len());
        genes[gene] = match way {
            0 => 0,
            1 => special,
            _ => [0, special][rng.index(2)],
        };
    }
    space.level(&genes)
}

/// The win rate in other games.
fn check(level: &Level, bot: SkilledBot) -> f64 {
    win_rate(level, bot, GAMES)
}

/// The win rate in this number of games.
fn win_rate(level: &Level, bot: SkilledBot, games: u32) -> f64 {
    let goal: Goal = level.goal.clone().expect("a tweaked level has its goal");
    let moves = level.moves.expect("a tweaked level has its limit");
    statistics(level, &goal, bot, games).within(moves).win_rate.mean
}

fn run(request: &TweakRequest, seed: Seed) -> Result<Tweaks, RequestError> {
    tweak(request, &request.guide()?, seed, |_| ControlFlow::Continue(()))
}

#[expect(clippy::print_stdout, reason = "it is what the example is for")]
fn random() -> Result<(), Failed> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let requests = 100;
    let (mut seconds, mut cells): (Vec<f64>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut answers: Vec<usize> = Vec::new();
    let (mut found, mut within, mut all, mut all_within) = (0, 0, 0, 0);

    for index in 0..requests {
        let Case { request, rate, points } = case(index)?;
        let begun = ProcessTime::now();
        let tweaks = pool.install(|| run(&request, Seed(7).child(index)))?;
        let time = begun.elapsed().as_secs_f64();
        let proved = tweaks.answers.iter().filter(|tweak| tweak.is_found);
        let rates: Vec<f64> =
            proved.clone().map(|tweak| check(&tweak.level, request.bot)).collect();
        let is_within = |reached: &f64| (reached - rate).abs() <= BAND;
        all += rates.len();
        all_within += rates.iter().filter(|reached| is_within(reached)).count();
        within += u32::from(rates.first().is_some_and(is_within));
        found += u32::from(!rates.is_empty());
        let changed = proved.clone().map(|tweak| tweak.changes.len());
        let changed: Vec<usize> = changed.collect();
        cells.extend(changed.first());
        answers.push(changed.len());
        seconds.push(time);
        let Size { rows, columns } = request.level.size();
        println!(
            "{rows}×{columns}, {}, {:?}, {:.0} → {:.0} % in {}: {} answers of {changed:?} cells, reached {:.1?} %, {} games, {} predictions, {time:.2} s",
            request.level.goal.as_ref().map_or_else(String::new, Goal::to_string),
            request.symmetry,
            100.0 * (rate - points),
            100.0 * rate,
            request.level.moves.unwrap_or(0),
            changed.len(),
            rates.iter().map(|rate| 100.0 * rate).collect::<Vec<_>>(),
            tweaks.games,
            tweaks.evaluations,
        );
    }

    seconds.sort_by(f64::total_cmp);
    cells.sort_unstable();
    let at = |share: f64| seconds[((seconds.len() - 1) as f64 * share) as usize];
    let five = answers.iter().filter(|&&count| count == 5).count();
    println!(
        "{found} of {requests} found, the first answer of {within} within 5 points in {GAMES} other games, \
         {all_within} of all {all} answers; {five} with five answers; cells of the first answer: median {}, \
         90 % {}; CPU time: median {:.2} s, 90 % {:.2} s, longest {:.2} s",
        cells[cells.len() / 2],
        cells[(cells.len() - 1) * 9 / 10],
        at(0.5),
        at(0.9),
        at(1.0)
    );

    Ok(())
}

/// The fewest cells of the search beside those of an exhaustive search.
#[expect(clippy::print_stdout, reason = "it is what the example is for")]
fn small() -> Result<(), Failed> {
    let (mut same, mut more, mut fewer, mut missed) = (0, 0, 0, 0);
    for index in 0..20 {
        let request = small_case(index)?;
        let tweaks = run(&request, Seed(3).child(index))?;
        let found = tweaks.answers.iter().filter(|tweak| tweak.is_found);
        let found = found.map(|tweak| tweak.changes.len()).min();
        let Some(Difficulty::WinRate { rate, .. }) = tweaks.difficulty else { continue };
        let least = exhaustive(&request, rate);
        match (found, least) {
            (Some(found), Some(least)) if found > least => more += 1,
            (Some(found), Some(least)) if found < least => fewer += 1,
            (Some(found), None) if found <= 2 => fewer += 1,
            (None, Some(_)) => missed += 1,
            _ => same += 1,
        }
        println!(
            "{:.0} %: search {found:?} cells, all changes {least:?} cells",
            100.0 * rate
        );
    }

    println!("same {same}, more cells {more}, fewer cells {fewer}, not found {missed}");
    Ok(())
}

/// A move limit, the win rate within it, and the change of the win rate, up or down.
fn move_limit(
    sample: &Statistics,
    points: f64,
    rng: &mut Rng,
) -> Option<(u32, f64, f64)> {
    let moves = sample.moves_closest_to(0.1 + 0.8 * rng.unit())?.moves.max(1);
    let rate = sample.within(moves).win_rate.mean;
    let points = if rng.below(2) == 0 { points } else { -points };
    let is_possible = |points: f64| (0.05..=0.95).contains(&(rate + points));
    let points = [points, -points].into_iter().find(|&points| is_possible(points))?;
    Some((moves, rate, points))
}

/// A board of 5 × 5 with obstacles.
fn small_case(index: u64) -> Result<TweakRequest, Failed> {
    let mut rng = Seed(21).child(index).rng();
    let bot: SkilledBot = Strategy::Article.into();
    let mut template = Template::open(Size::new(5, 5))?;
    let goal: Goal = "collect:10".parse()?;
    (template.colors, template.goal) = (4, Some(goal.clone()));
    let space = Space::new(&template, &[Kind::OBSTACLE.into()], Symmetry::None)?;

    loop {
        let (_, mut level) = level(&space, &goal, &mut rng);
        let sample = statistics(&level, &goal, bot, 4000);
        let Some((moves, rate, points)) =
            move_limit(&sample, POINTS[index as usize % 2], &mut rng)
        else {
            continue;
        };
        level.moves = Some(moves);
        let shift = Shift::To(Difficulty::WinRate { rate: rate + points, moves });
        let mut request = TweakRequest::new(level, shift).with_bot(bot);
        request.symmetry = Symmetry::None;
        return Ok(request);
    }
}

/// The fewest cells, one or two, whose change leads to the win rate, by games of all changes.
fn exhaustive(request: &TweakRequest, rate: f64) -> Option<usize> {
    let level = &request.level;
    let cells: Vec<usize> = (0..level.size().area()).collect();
    let changed = |cells: &[usize]| -> Option<Level> {
        let mut rows: Vec<char> = level.to_string().chars().collect();
        let columns = level.size().columns as usize + 1;
        for cell in cells {
            let at = cell / (columns - 1) * columns + cell % (columns - 1);
            rows[at] = if rows[at] == '#' { '.' } else { '#' };
        }
        let text: String = rows.into_iter().collect();
        let mut board: Template = text.parse().ok()?;
        board.colors = level.colors();
        (board.goal, board.moves) = (level.goal.clone(), level.moves);
        let changed = board.to_level().ok()?;
        tilewright_match3_design::Feasibility::of(&changed)
            .is_feasible()
            .then_some(changed)
    };
    let is_close = |cells: &[usize]| {
        changed(cells).is_some_and(|level| {
            let goal = level.goal.clone().expect("it has the goal");
            let moves = level.moves.expect("it has the limit");
            // A few games rule most changes out.
            let played = statistics(&level, &goal, request.bot, 500).within(moves);
            (played.win_rate.mean - rate).abs() <= 2.0 * BAND
                && (check(&level, request.bot) - rate).abs() <= 0.8 * BAND
        })
    };
    if cells.par_iter().any(|&cell| is_close(&[cell])) {
        return Some(1);
    }
    let pairs: Vec<[usize; 2]> = cells
        .iter()
        .flat_map(|&a| cells.iter().filter(move |&&b| b > a).map(move |&b| [a, b]))
        .collect();
    pairs.par_iter().any(|pair| is_close(pair)).then_some(2)
}
