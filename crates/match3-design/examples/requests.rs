//! Requests for a difficulty, spread over sizes, goals, colours, kinds, bots and targets, each
//! level played in 10,000 games of its own: two hundred by `cargo xtask bench requests`, a
//! hundred for goals of several parts by `cargo xtask bench mixed-requests`, and two hundred under
//! the rules of all presets that are swapped by `cargo xtask bench rules-requests`, and a hundred
//! under `blast` by `cargo xtask bench blast-requests`. With `scattered` as the second word, the same
//! requests for levels of scattered cells.

#[path = "support/compared.rs"]
mod compared;
#[path = "support/mixed.rs"]
mod mixed;
#[path = "support/played.rs"]
mod played;
#[path = "support/rules.rs"]
mod rules;
mod support;

use std::env::args;
use std::fmt;
use std::ops::ControlFlow;

use compared::{compare, words};
use cpu_time::ProcessTime;
use mixed::{KINDS, mixed};
use played::statistics;
use rules::has_counts;
use support::level;
use tilewright_grid::{Rng, Seed, Size};
use tilewright_match3::{Goal, Preset, Quota, SkilledBot, Template};
use tilewright_match3_design::{
    Difficulty, DifficultyRequest, Guide, Look, Space, Style, Symmetry,
    generate_difficulty,
};

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
/// What is measured, by the first argument.
#[derive(Clone, Copy)]
enum Set {
    Single,
    Mixed,
    Rules,
    Blast,
}

/// The range of the mean swaps of requests under other rules.
const SWAPS: std::ops::Range<f64> = 4.0..150.0;

#[expect(clippy::print_stdout, reason = "it is what the example is for")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (set, requests) = match args().nth(1).as_deref() {
        Some("mixed") => (Set::Mixed, 100),
        Some("rules") => (Set::Rules, 200),
        Some("blast") => (Set::Blast, 100),
        _ => (Set::Single, 200),
    };
    // With a number, only that request.
    let given = args().skip(2).collect::<Vec<_>>();
    let is_scattered = given.iter().any(|word| word == "scattered");
    let style = if is_scattered { Style::Scattered } else { Style::Composed };
    let only = given.iter().find_map(|word| word.parse::<u64>().ok());
    let mut seconds = Vec::new();
    let (mut found, mut within) = (0, 0);
    let mut looks = Looks::default();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    for index in (0..requests).filter(|&index| only.is_none_or(|only| only == index)) {
        let request = request(set, index, &mut Seed(5).child(index).rng())?;
        let request = request.with_style(style.clone());
        let goal = request.template.goal.clone().ok_or("a request has a goal")?;
        let guide = Guide::for_levels(&request.template.opened(), &goal, request.bot);
        let begun = ProcessTime::now();
        let proven = pool.install(|| {
            generate_difficulty(&request, &guide, Seed(7).child(index), |_| {
                ControlFlow::Continue(())
            })
        })?;
        let time = begun.elapsed().as_secs_f64();
        let played = statistics(&proven.level, &goal, request.bot, GAMES);
        let (off, is_within) = compare(request.difficulty, &played);
        seconds.push(time);
        looks.add(&Look::of(&proven.level));
        found += u32::from(proven.is_found);
        within += u32::from(is_within);
        let Size { rows, columns } = proven.level.size();
        println!(
            "{}{rows}×{columns}, {} colours, {goal}, {}, {}, {}: error {off:+.1}{}, {} games, {} predictions, {time:.2} s",
            preset(&request),
            proven.level.colors(),
            kinds(&request),
            request.bot,
            words(request.difficulty),
            if proven.is_found { "" } else { ", not found" },
            proven.games,
            proven.evaluations,
        );
    }
    seconds.sort_by(f64::total_cmp);
    let at = |share: f64| seconds[((seconds.len() - 1) as f64 * share) as usize];
    println!(
        "{found} of {requests} found, {within} within 3 % or 5 points in {GAMES} other games; \
         CPU time: median {:.2} s, 90 % {:.2} s, 95 % {:.2} s, longest {:.2} s",
        at(0.5),
        at(0.9),
        at(0.95),
        at(1.0)
    );
    println!("{looks}");
    Ok(())
}

/// The special cells of levels, the isolated ones, and the clusters.
#[derive(Default)]
struct Looks {
    special: f64,
    isolated: f64,
    clusters: f64,
}

impl Looks {
    fn add(&mut self, look: &Look) {
        self.special += f64::from(look.special);
        self.isolated += look.isolated * f64::from(look.special);
        self.clusters += f64::from(look.clusters);
    }
}

impl fmt::Display for Looks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let isolated = 100.0 * self.isolated / self.special;
        let size = self.special / self.clusters;
        write!(
            f,
            "{isolated:.1} % of the special cells isolated, {size:.1} cells a cluster"
        )
    }
}

fn kinds(request: &DifficultyRequest) -> String {
    let word = |quota: &Quota| {
        let name = request.template.name_of(quota.kind);
        match (quota.min, quota.max) {
            (0, u32::MAX) => name,
            (min, max) => format!("{name}:{min}-{max}"),
        }
    };
    request.kinds.iter().map(word).collect::<Vec<_>>().join(",")
}

/// The name of the rules, if they are not `classic`.
fn preset(request: &DifficultyRequest) -> String {
    let preset = request.template.opened().rules().as_preset();
    let preset = preset.filter(|&preset| preset != Preset::Classic);
    preset.map_or_else(String::new, |preset| format!("{preset}, "))
}

/// The goal and the kinds of a request under the rules `classic`.
fn subject(
    set: Set,
    rng: &mut Rng,
) -> Result<(Goal, &'static str), Box<dyn std::error::Error>> {
    if matches!(set, Set::Mixed) {
        return mixed(rng);
    }
    let kinds = KINDS[rng.index(KINDS.len())];
    let clears = kinds != "obstacle";
    let goal = GOALS[if clears { rng.index(GOALS.len()) } else { rng.index(5) }];
    Ok((goal.parse()?, kinds))
}

/// The board with its goal, and the kinds, of a request.
fn board(
    set: Set,
    index: u64,
    rng: &mut Rng,
) -> Result<(Template, Vec<Quota>), Box<dyn std::error::Error>> {
    match set {
        Set::Rules => return rules::request(rules::SWAPPED[index as usize % 4], rng),
        Set::Blast => return rules::request(Preset::Blast, rng),
        Set::Single | Set::Mixed => {}
    }
    let size = Size::new(7 + rng.below(4), 7 + rng.below(4));
    let mut template = Template::open(size)?;
    template.colors = 5 + rng.below(2);
    let (goal, kinds) = subject(set, rng)?;
    template.goal = Some(goal);
    let kinds = kinds.split(',').map(str::parse).collect::<Result<Vec<_>, _>>()?;
    Ok((template, kinds))
}

/// A request that some level fulfils: its difficulty is that of a random level.
fn request(
    set: Set,
    index: u64,
    rng: &mut Rng,
) -> Result<DifficultyRequest, Box<dyn std::error::Error>> {
    let (template, kinds) = board(set, index, rng)?;
    let goal = template.goal.clone().ok_or("a request has a goal")?;
    let bot: SkilledBot = ["article", "greedy"][rng.index(2)].parse()?;
    let is_symmetric = matches!(set, Set::Rules | Set::Blast) && rng.below(5) == 0;
    let symmetry = if is_symmetric { Symmetry::Horizontal } else { Symmetry::None };
    let space = Space::new(&template, &kinds, symmetry)?;
    let (sample, mean) = loop {
        let (_, level) = level(&space, &goal, rng);
        if !has_counts(&space, &level) {
            continue;
        }
        let sample = statistics(&level, &goal, bot, 1000);
        let mean = sample.mean_swaps().unwrap_or(0.0);
        // A mean of swaps is one of levels that nearly all games get through.
        let is_usual = match set {
            Set::Single => mean > 0.0,
            Set::Mixed => sample.finished >= 995,
            Set::Rules | Set::Blast => sample.finished >= 995 && SWAPS.contains(&mean),
        };
        if is_usual {
            break (sample, mean);
        }
    };
    let difficulty = if rng.below(3) == 0 {
        let moves = (mean * (0.8 + 0.4 * rng.unit())).max(1.0) as u32;
        Difficulty::WinRate {
            rate: sample.within(moves).win_rate.mean.clamp(0.05, 0.95),
            moves,
        }
    } else {
        Difficulty::Swaps(mean)
    };
    Ok(DifficultyRequest::new(goal, difficulty)
        .with_template(template)
        .with_kinds(kinds)
        .with_symmetry(symmetry)
        .with_bot(bot))
}
