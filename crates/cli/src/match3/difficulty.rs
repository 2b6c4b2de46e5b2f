//! `tilewright match3 generate --difficulty` and `--win-rate`: levels that games prove.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use tilewright_draw::{Format, Picture, export};
use tilewright_grid::Seed;
use tilewright_match3::{
    DifficultyWish, Feasibility, Goal, Guide, Level, Missed, Model, Player, Proven,
    Source, Statistics, Template, Wanted, generate_difficulty, picture, potential,
};

use super::generate::{folder, interrupted, is_to_resume};
use super::proof;
use super::report::Document;
use super::save_level;
use super::wish::{refused, symmetry, template};
use crate::arguments::{Generate, Moves};
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict, chain};
use crate::files;
use crate::progress::Progress;

pub(super) fn run(
    arguments: &Generate,
    format: Option<Format>,
    context: &Context,
) -> Result<Verdict, Failure> {
    if arguments.logbook.is_some() {
        return Err(anyhow!("--logbook tells of the search for a potential"))
            .hint("leave it out, or use --target");
    }
    let Answer { made, wish, guide, seed } = Answer::to(arguments, context)?;
    let found = made.iter().filter(|proven| proven.is_found).count();
    if !is_to_resume(found, arguments, context) {
        save(arguments, &made, format, &wish, context)?;
    }
    print(arguments, &made, &wish, &guide, seed, context)?;
    Ok(verdict(arguments, found, made.len(), &wish, context))
}

/// What came of the arguments.
struct Answer {
    /// The levels, those of an earlier run first.
    made: Vec<Proven>,
    wish: DifficultyWish,
    guide: Guide,
    seed: Seed,
}

impl Answer {
    fn to(arguments: &Generate, context: &Context) -> Result<Self, Failure> {
        let (mut wish, guide) = wish(arguments)?;
        context.heed_interrupt();
        let auto = (arguments.moves, arguments.win_rate);
        let model = guide.model().map(Model::to_json);
        let asked = format!("{wish:?} {auto:?} {model:?}");
        let series = folder(arguments, &asked, context)?;
        let seed = series.as_ref().map_or_else(|| context.seed(), |series| series.seed);
        let count = arguments.count as usize;
        let kept = |series| proof::kept(series, count, &wish, &guide, context);
        let mut made = series.as_ref().map_or(Ok(Vec::new()), kept)?;
        wish.others.extend(made.iter().map(|proven| proven.level.clone()));
        for number in made.len() + 1..=count {
            if context.is_cancelled() && !made.is_empty() {
                break;
            }
            let proven = search(&wish, &guide, seed.child(number as u64 - 1), context)?;
            let proven = with_moves(proven, arguments);
            let is_found = proven.is_found;
            if is_found || wish.others.is_empty() {
                let proven = marked(proven, &wish);
                wish.others.push(proven.level.clone());
                if let Some(series) = &series {
                    series.keep_file(number, &proof::to_file(&proven)?)?;
                }
                made.push(proven);
            }
            if !is_found {
                break;
            }
        }
        Ok(Self { made, wish, guide, seed })
    }
}

/// The same, with what was wanted written into a level that is otherwise.
fn marked(mut proven: Proven, wish: &DifficultyWish) -> Proven {
    if !proven.is_found {
        let wanted = wanted(wish.wanted);
        proven.level.missed = Some(Missed::new(wanted, played(&proven)));
    }
    proven
}

/// What was wanted, in a few words.
fn wanted(wanted: Wanted) -> String {
    match wanted {
        Wanted::Swaps(swaps) => format!("{swaps} swaps"),
        Wanted::WinRate { rate, moves } => {
            format!("{:.0} % won within {moves} moves", 100.0 * rate)
        }
    }
}

/// What was wanted of a level, predicted and played, in a few words.
fn tell(proven: &Proven, wish: &DifficultyWish, guide: &Guide) -> String {
    let wanted = wanted(wish.wanted);
    let predicted = if is_exact(guide, wish.player) {
        format!(", predicted {:.2} swaps", proven.predicted)
    } else {
        String::new()
    };
    format!("wanted {wanted}{predicted}, played {}", played(proven))
}

/// The guide of the model of the file if one is named, which must be for such levels; else the
/// one that the program has for them.
pub(super) fn guide(
    template: &Template,
    goal: &Goal,
    player: Player,
    named: Option<&Path>,
) -> Result<Guide, Failure> {
    let level = template.opened();
    let Some(path) = named else { return Ok(Guide::for_levels(&level, goal, player)) };
    let model = read_model(path)?;
    let name = || path.display().to_string();
    model.fits(&level, goal).with_context(name).hint("make one with match3 calibrate")?;
    Ok(Guide::of(model, goal))
}

/// Whether the guide predicts the swaps of just such games.
pub(super) fn is_exact(guide: &Guide, player: Player) -> bool {
    guide.model().is_some_and(|model| model.source() == Source::Bot(player))
}

fn wish(arguments: &Generate) -> Result<(DifficultyWish, Guide), Failure> {
    let template = template(arguments)?;
    let goal = template.goal.clone().context("a difficulty is that of a goal");
    let goal = goal.hint("say it with --goal, such as collect:30")?;
    let wanted = match (arguments.difficulty, arguments.win_rate, arguments.moves) {
        (Some(_), Some(_), Some(Moves::Limit(_))) => {
            return Err(anyhow!(
                "--difficulty and --win-rate within fixed --moves are two wishes"
            ))
            .hint("leave one of them out, or use --moves auto");
        }
        (Some(swaps), _, _) => Wanted::Swaps(swaps),
        (None, Some(rate), Some(Moves::Limit(moves))) => Wanted::WinRate { rate, moves },
        _ => return Err(anyhow!("--win-rate needs --moves")).hint("such as --moves 25"),
    };
    let guide = guide(&template, &goal, arguments.bot, arguments.model.as_deref())?;
    let wish = DifficultyWish {
        template,
        kinds: arguments.kinds.clone(),
        symmetry: symmetry(arguments.symmetry),
        wanted,
        player: arguments.bot,
        others: Vec::new(),
        apart: 0.0,
        precision: 1.0,
    };
    Ok((wish, guide))
}

/// Searches a level, and shows how far it is when that takes long.
pub(super) fn search(
    wish: &DifficultyWish,
    guide: &Guide,
    seed: Seed,
    context: &Context,
) -> Result<Proven, Failure> {
    let progress = Progress::open(context);
    let _ = progress.say("searching");
    let watch = |best: Option<&Proven>| match best {
        Some(Proven { games, .. }) => {
            let best = best.map(played).unwrap_or_default();
            progress.say(format!("{games} games; the best so far: {best}"))
        }
        None => progress.flow(),
    };
    let proven = progress.beating(|| generate_difficulty(wish, guide, seed, watch));
    proven.map_err(refused)
}

/// Writes the move limit that was asked for into the level.
fn with_moves(mut proven: Proven, arguments: &Generate) -> Proven {
    if let (Some(rate), Some(Moves::Auto)) = (arguments.win_rate, arguments.moves) {
        let chance = proven.played.moves_closest_to(rate);
        proven.level.moves = chance.map(|chance| chance.moves);
    }
    proven
}

/// What the games of a level were like, in a few words.
pub(super) fn played(proven: &Proven) -> String {
    let Statistics { mean_swaps, ci95, games, .. } = proven.played;
    let swaps = match mean_swaps.zip(ci95) {
        Some((mean, [low, high])) => {
            format!("{mean:.2} swaps (95 %: {low:.2} to {high:.2}, {games} games)")
        }
        None => format!("none of {games} games reached the goal"),
    };
    let Some(moves) = proven.level.moves else { return swaps };
    let chance = proven.played.within(moves);
    let [low, high] = chance.ci95.map(|end| 100.0 * end);
    let rate = 100.0 * chance.win_rate;
    format!(
        "{swaps}, {rate:.1} % won within {moves} moves (95 %: {low:.1} to {high:.1} %)"
    )
}

fn print(
    arguments: &Generate,
    made: &[Proven],
    wish: &DifficultyWish,
    guide: &Guide,
    seed: Seed,
    context: &Context,
) -> Result<(), Failure> {
    if context.json {
        let entries = made.iter().map(|proven| Entry::of(proven, wish, guide));
        let entries: Vec<_> = entries.collect();
        return context.print_json(&Document::new(seed, entries)).map(drop);
    }
    let is_shown = arguments.output.is_none();
    for (index, proven) in made.iter().enumerate() {
        let number = index + 1;
        context.say(&format!("level {number}: {}", tell(proven, wish, guide)));
        if is_shown {
            let between = if index > 0 { "\n" } else { "" };
            context.print(format!("{between}{}", proven.level).as_bytes())?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Entry<'a> {
    level: &'a Level,
    map: u32,
    wanted: Aim,
    #[serde(skip_serializing_if = "Option::is_none")]
    predicted: Option<f64>,
    played: &'a Statistics,
    bot: Player,
    found: bool,
    feasible: bool,
    evaluations: u64,
    games: u64,
}

/// What was wanted.
#[derive(Serialize)]
#[serde(untagged)]
enum Aim {
    Swaps { mean_swaps: f64 },
    WinRate { win_rate: f64, moves: u32 },
}

impl<'a> Entry<'a> {
    fn of(proven: &'a Proven, wish: &DifficultyWish, guide: &Guide) -> Self {
        Self {
            level: &proven.level,
            map: potential(&proven.level),
            wanted: match wish.wanted {
                Wanted::Swaps(mean_swaps) => Aim::Swaps { mean_swaps },
                Wanted::WinRate { rate: win_rate, moves } => {
                    Aim::WinRate { win_rate, moves }
                }
            },
            predicted: is_exact(guide, wish.player).then_some(proven.predicted),
            played: &proven.played,
            bot: wish.player,
            found: proven.is_found,
            feasible: Feasibility::of(&proven.level).is_feasible(),
            evaluations: proven.evaluations,
            games: proven.games,
        }
    }
}

fn save(
    arguments: &Generate,
    made: &[Proven],
    format: Option<Format>,
    wish: &DifficultyWish,
    context: &Context,
) -> Result<(), Failure> {
    let picture = arguments.picture.as_deref().zip(format);
    let picture = picture.map(|(path, format)| {
        let draw = || draw(made, wish, format);
        let drawn = Progress::during(context, "drawing", draw).map(|drawn| (path, drawn));
        drawn.with_context(|| format!("cannot draw {}", path.display()))
    });
    let picture = picture.transpose()?;
    let output = arguments.output.as_ref().filter(|_| arguments.count == 1);
    if let (Some(path), Some(proven)) = (output, made.first()) {
        save_level(path, &proven.level, context)?;
    }
    if let Some((path, drawn)) = picture {
        files::write(path, &drawn, context.force)?;
    }
    Ok(())
}

/// A level beside its swaps, or a wall of levels.
fn draw(
    made: &[Proven],
    wish: &DifficultyWish,
    format: Format,
) -> anyhow::Result<Vec<u8>> {
    let title = "match-3 levels of a wanted difficulty";
    if let [proven] = made {
        let board = proven.level.picture(picture::tile_for(&proven.level));
        let swaps = swaps_chart(&proven.played, Some(wish.wanted));
        let still = Picture::beside(&[board, swaps], 16.0, title);
        return Ok(export(&still, None, format)?);
    }
    let named = |proven: &Proven| {
        let mean = proven.played.mean_swaps.unwrap_or(f64::NAN);
        (proven.level.clone(), format!("{mean:.1}"))
    };
    let levels: Vec<_> = made.iter().map(named).collect();
    Ok(export(&picture::wall(&levels, title), None, format)?)
}

/// How many games took how many swaps, with what was wanted of their mean.
pub(super) fn swaps_chart(played: &Statistics, wanted: Option<Wanted>) -> Picture {
    played.swaps_picture(wanted.map(|wanted| match wanted {
        Wanted::Swaps(swaps) => 0.97 * swaps..=1.03 * swaps,
        Wanted::WinRate { moves, .. } => 0.5..=f64::from(moves) + 0.5,
    }))
}

fn verdict(
    arguments: &Generate,
    found: usize,
    made: usize,
    wish: &DifficultyWish,
    context: &Context,
) -> Verdict {
    if found == arguments.count as usize {
        return Verdict::Done;
    }
    if context.is_cancelled() {
        context.say(&interrupted(found, made, arguments));
        return Verdict::Interrupted;
    }
    if found == 0 {
        context.say(&format!(
            "no level proved to be {}; showing the closest",
            tolerance(wish.wanted)
        ));
    } else {
        context.say(&format!(
            "no more than {found} of {} levels were found",
            arguments.count
        ));
    }
    context.say("hint: choose a difficulty nearer to that, or allow other --kinds");
    Verdict::No
}

/// How close a level must be, in a few words.
fn tolerance(wanted: Wanted) -> String {
    match wanted {
        Wanted::Swaps(swaps) => format!("within 3 % of {swaps} swaps"),
        Wanted::WinRate { rate, .. } => {
            format!("within 5 points of {:.0} % won", 100.0 * rate)
        }
    }
}

/// The model in a file.
fn read_model(path: &Path) -> Result<Model, Failure> {
    let read = files::read_text(path).and_then(|text| Ok(Model::from_json(&text)?));
    let named = read.map_err(|error| anyhow!("{}: {}", path.display(), chain(&error)));
    named.hint("make a model with match3 calibrate")
}
