//! Requests for a difficulty on boards whose exits, portals, conveyors and supply are drawn: forty by `cargo xtask bench
//! drawn-requests`. With `plain` as the first word, boards are taken as they are drawn; with a number, only that request.
//!
//! The difficulty is in the middle of what the request has: the median of 24 random levels, each on a board of its own; the third is a
//! win rate, as all are of levels that some games take far longer for than most.

#[path = "support/compared.rs"]
mod compared;
#[path = "support/parts.rs"]
mod parts;
#[path = "support/played.rs"]
mod played;

use std::env::args;
use std::ops::ControlFlow;

use compared::{compare, words};
use cpu_time::ProcessTime;
use parts::Asked;
use played::statistics;
use tilewright_grid::{Rng, Seed};
use tilewright_match3::{Template, judge};
use tilewright_match3_design::{
    Difficulty, DifficultyRequest, Guide, Space, Symmetry, VerifiedLevel,
    generate_difficulty, promising,
};

const REQUESTS: u64 = 40;
const GAMES: u32 = 10_000;
/// The boards that are drawn, and those that are searched, as `match3/generate` does it.
const BOARDS: (u64, usize) = (24, 4);

/// The levels of which a request has the middle.
const SAMPLES: u32 = 24;
/// How far the 95 % interval of the mean of 200 games reaches whose standard deviation is the mean.
const ALIKE: f64 = 0.14;

type Failed = Box<dyn std::error::Error + Send + Sync>;

#[expect(clippy::print_stdout, reason = "it is what the example is for")]
fn main() -> Result<(), Failed> {
    let given: Vec<String> = args().skip(1).collect();
    let is_plain = given.iter().any(|word| word == "plain");
    let only = given.iter().find_map(|word| word.parse::<u64>().ok());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let (mut seconds, mut found, mut within) = (Vec::new(), 0, 0);
    for index in (0..REQUESTS).filter(|&index| only.is_none_or(|only| only == index)) {
        let mut rng = Seed(5).child(index).rng();
        let asked = parts::asked(index, &mut rng)?;
        let request = pool.install(|| request(&asked, index, &mut rng))?;
        let begun = ProcessTime::now();
        let seed = Seed(7).child(index);
        let (made, boards) = pool.install(|| search(&asked, &request, is_plain, seed))?;
        let time = begun.elapsed().as_secs_f64();
        seconds.push(time);
        let goal = made.level.goal.clone().ok_or("a level has a goal")?;
        let played = statistics(&made.level, &goal, request.bot, GAMES);
        let (off, is_within) = compare(request.difficulty, &played);
        found += u32::from(made.is_found);
        within += u32::from(is_within);
        println!(
            "{index} {}, {}: error {off:+.1}{}, {boards} boards, {} games, {} predictions, {time:.2} s",
            asked.words,
            words(request.difficulty),
            if made.is_found { "" } else { ", not found" },
            made.games,
            made.evaluations,
        );
    }
    seconds.sort_by(f64::total_cmp);
    let at = |share: f64| seconds[((seconds.len() - 1) as f64 * share) as usize];
    println!(
        "{found} of {} found, {within} within 3 % or 5 points in {GAMES} other games; CPU time: median {:.2} s, 90 % {:.2} s, longest {:.2} s",
        seconds.len(),
        at(0.5),
        at(0.9),
        at(1.0)
    );
    Ok(())
}

/// The request with a difficulty in the middle of what it has.
fn request(
    asked: &Asked,
    index: u64,
    rng: &mut Rng,
) -> Result<DifficultyRequest, Failed> {
    let goal = asked.template.goal.clone().ok_or("a request has a goal")?;
    let bot = judge(&goal);
    let (mut samples, mut others) = (Vec::new(), Vec::new());
    for _ in 0..SAMPLES {
        let board = asked.board(rng)?;
        let space = Space::new(&board, &asked.kinds, Symmetry::None)?;
        let level = parts::level(&space, &goal, rng);
        let sample = statistics(&level, &goal, bot, 200);
        let mean = sample.mean_swaps().unwrap_or(f64::INFINITY);
        let is_alike = sample.finished >= 198 && sample.uncertainty() < ALIKE;
        let set = if is_alike { &mut samples } else { &mut others };
        set.push((mean, sample));
    }
    // Of levels that some games take far longer for than most, a win rate is asked for.
    let is_rate = index % 3 == 2 || samples.len() < 9;
    if is_rate {
        samples.append(&mut others);
    }
    samples.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mean, sample) = &samples[samples.len() / 2];
    let difficulty = if is_rate {
        let moves =
            sample.moves_for(0.4 + 0.3 * rng.unit()).map_or(1, |chance| chance.moves);
        let rate = sample.within(moves).win_rate.mean;
        Difficulty::WinRate { rate: rate.clamp(0.05, 0.95), moves }
    } else {
        Difficulty::Swaps(*mean)
    };
    Ok(DifficultyRequest::new(goal, difficulty)
        .with_template(asked.template.clone())
        .with_kinds(asked.kinds.clone())
        .with_bot(bot))
}

/// The level that is found, or the closest one of the first board, and the boards that were searched.
fn search(
    asked: &Asked,
    request: &DifficultyRequest,
    is_plain: bool,
    seed: Seed,
) -> Result<(VerifiedLevel, usize), Failed> {
    let draw = |number| asked.board(&mut seed.child(number).rng());
    let boards: Vec<Template> = (0..BOARDS.0).map(draw).collect::<Result<_, _>>()?;
    let goal = request.template.goal.as_ref().ok_or("a request has a goal")?;
    let guide = Guide::for_levels(&boards[0].opened(), goal, request.bot);
    let on = |board: Template| {
        let placements = asked.parts.placements_on(&board, &asked.kinds, &[]);
        request.clone().with_template(board).with_placements(placements)
    };
    let requests: Vec<DifficultyRequest> = boards.into_iter().map(on).collect();
    let order = if is_plain {
        (0..BOARDS.1).collect()
    } else {
        promising(&requests, &guide, seed, &())?
    };

    let mut first = None;
    for (at, number) in order.into_iter().take(BOARDS.1).enumerate() {
        let request = &requests[number];
        let seed = seed.child(BOARDS.0 + at as u64);
        let made =
            generate_difficulty(request, &guide, seed, |_| ControlFlow::Continue(()))?;
        if made.is_found {
            return Ok((made, at + 1));
        }
        first.get_or_insert(made);
    }
    Ok((first.ok_or("there are boards")?, BOARDS.1))
}
