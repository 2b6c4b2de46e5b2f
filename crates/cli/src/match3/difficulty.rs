//! `tilewright match3 generate --difficulty` and `--win-rate`: levels that games prove.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use tilewright_draw::{Format, Picture, export};
use tilewright_grid::Seed;
use tilewright_match3::{
    DifficultyWish, Feasibility, Goal, Level, Model, Player, Proven, Source, Statistics,
    Template, Wanted, generate_difficulty, picture, potential,
};

use super::calibrate::read_model;
use super::report::Document;
use super::save_levels;
use super::wish::{refused, symmetry, template};
use crate::arguments::{Generate, Moves};
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
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
    save(arguments, &made, format, &wish, context)?;
    print(arguments, &made, &wish, &guide, seed, context)?;
    Ok(verdict(arguments, &made, context))
}

/// What came of the arguments.
struct Answer {
    made: Vec<Proven>,
    wish: DifficultyWish,
    guide: Guide,
    seed: Seed,
}

impl Answer {
    fn to(arguments: &Generate, context: &Context) -> Result<Self, Failure> {
        let (mut wish, guide) = wish(arguments)?;
        context.heed_interrupt();
        let seed = context.seed();
        let mut made: Vec<Proven> = Vec::new();
        for index in 0..arguments.count {
            let proven = search(&wish, &guide, seed.child(u64::from(index)), context)?;
            let is_found = proven.is_found;
            if is_found || made.is_empty() {
                wish.others.push(proven.level.clone());
                made.push(with_moves(proven, arguments));
            }
            if !is_found || context.is_cancelled() {
                break;
            }
        }
        Ok(Self { made, wish, guide, seed })
    }
}

/// What was wanted of a level, predicted and played, in a few words.
fn tell(proven: &Proven, wish: &DifficultyWish, guide: &Guide) -> String {
    let wanted = match wish.wanted {
        Wanted::Swaps(swaps) => format!("wanted {swaps} swaps"),
        Wanted::WinRate { rate, moves } => {
            format!("wanted {:.0} % won within {moves} moves", 100.0 * rate)
        }
    };
    let predicted = if guide.is_exact {
        format!(", predicted {:.2} swaps", proven.predicted)
    } else {
        String::new()
    };
    format!("{wanted}{predicted}, played {}", played(proven))
}

/// What tells harder levels from easier ones.
pub(super) struct Guide {
    model: Model,
    goal: Goal,
    /// Whether it was made for just such levels.
    pub(super) is_exact: bool,
}

impl Guide {
    /// The model of the file if one is named, which must be for such levels; else the one that
    /// comes with the program, or the one closest to them.
    pub(super) fn for_levels(
        template: &Template,
        goal: &Goal,
        player: Player,
        named: Option<&Path>,
    ) -> Result<Self, Failure> {
        let level = template.opened();
        if let Some(path) = named {
            let model = read_model(path)?;
            let name = || path.display().to_string();
            let is_exact = model.source() == Source::Bot(player);
            model
                .fits(&level, goal)
                .with_context(name)
                .hint("make one with match3 calibrate")?;
            return Ok(Self { model, goal: goal.clone(), is_exact });
        }
        if let Some(model) = Model::for_level(&level, goal, player) {
            return Ok(Self { model, goal: goal.clone(), is_exact: true });
        }
        let model = Model::nearest(&level, goal, player);
        let model = model.context("no model comes with the program")?;
        Ok(Self { model, goal: goal.clone(), is_exact: false })
    }

    pub(super) fn predict(&self, level: &Level) -> f64 {
        self.model.guess(level, &self.goal)
    }
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
    let guide =
        Guide::for_levels(&template, &goal, arguments.bot, arguments.model.as_deref())?;
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
    generate_difficulty(wish, &|level| guide.predict(level), seed, |best| {
        progress.say(format!("{} games; the best so far: {}", best.games, played(best)))
    })
    .map_err(refused)
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
        let entries = made.iter().map(|proven| Entry::of(proven, wish, guide)).collect();
        return context.print_json(&Document::new(seed, entries)).map(drop);
    }
    let is_shown = arguments.output.is_none();
    for (index, proven) in made.iter().enumerate() {
        context.say(&format!("level {}: {}", index + 1, tell(proven, wish, guide)));
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
            predicted: guide.is_exact.then_some(proven.predicted),
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
        let drawn = draw(made, wish, format).map(|drawn| (path, drawn));
        drawn.with_context(|| format!("cannot draw {}", path.display()))
    });
    let picture = picture.transpose()?;
    if let Some(path) = &arguments.output {
        let levels: Vec<_> = made.iter().map(|proven| &proven.level).collect();
        save_levels(path, arguments.count > 1, &levels, context)?;
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

fn verdict(arguments: &Generate, made: &[Proven], context: &Context) -> Verdict {
    let found = made.iter().filter(|proven| proven.is_found).count();
    if found == arguments.count as usize {
        return Verdict::Done;
    }
    if context.is_cancelled() {
        context.say(&format!(
            "interrupted: {found} of {} levels were made",
            arguments.count
        ));
        return Verdict::Interrupted;
    }
    if found == 0 {
        context.say("not found within the limits: this is the closest there was");
    } else {
        context.say(&format!(
            "no more than {found} of {} levels were found",
            arguments.count
        ));
    }
    context.say("hint: choose a difficulty nearer to that, or allow other --kinds");
    Verdict::No
}
