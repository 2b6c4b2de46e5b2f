//! `tilewright match3 generate`: a wish in, levels out.

use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use tilewright_draw::{Format, Picture, export};
use tilewright_evolve::Event;
use tilewright_grid::Seed;
use tilewright_match3::{
    Analysis, Feasibility, Level, Made, Moment, Search, Story, Violation, Wish, generate,
    generate_distinct, picture, potential,
};

use super::difficulty;
use super::report::{LogFormat, document};
use super::save_level;
use super::series::{Request, Series};
use super::wish::{refused, wish};
use crate::arguments::Generate;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files::{self, DASH};
use crate::progress::Progress;

pub(crate) fn run(arguments: &Generate, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    let logbook = arguments.logbook.as_deref().map(LogFormat::from_path).transpose()?;
    check_outputs(arguments, context)?;
    if asks_difficulty(arguments) {
        return difficulty::run(arguments, format, context);
    }
    let answer = Answer::to(arguments, context)?;
    if !answer.made.is_empty() && !is_to_resume(answer.found(), arguments, context) {
        answer.save(arguments, format, logbook, context)?;
    }
    answer.print(arguments, context)?;
    Ok(answer.verdict(arguments, context))
}

/// Whether a difficulty is asked for; a target may then come from the settings.
const fn asks_difficulty(arguments: &Generate) -> bool {
    arguments.difficulty.is_some() || arguments.win_rate.is_some()
}

/// What came of the arguments.
pub(super) struct Answer {
    pub(super) wish: Wish,
    pub(super) seed: Seed,
    pub(super) made: Vec<Made>,
    /// How many of them are from an earlier run.
    pub(super) kept: usize,
    /// The search, where there was but one.
    story: Story,
}

/// Refuses outputs that cannot be written before any work is done.
fn check_outputs(arguments: &Generate, context: &Context) -> Result<(), Failure> {
    let several = arguments.count > 1;
    let output = arguments.output.as_deref();
    if output == Some(Path::new(DASH)) && (several || context.json) {
        return Err(anyhow!("-o - writes one level to stdout, and only that"))
            .hint("use --json without -o for all levels in one document");
    }
    if several && arguments.logbook.is_some() {
        return Err(anyhow!("--logbook tells of one search")).hint("use --count 1");
    }
    if let Some(folder) = output.filter(|_| several) {
        files::check_folder(folder)?;
    }
    let others = [arguments.picture.as_deref(), arguments.logbook.as_deref()];
    let files = [output.filter(|_| !several), others[0], others[1]];
    files
        .into_iter()
        .flatten()
        .try_for_each(|path| files::check_free(path, context.force))?;
    files::check_apart([output, others[0], others[1]].into_iter().flatten())?;
    let one = output.filter(|_| !several);
    one.map_or(Ok(()), |path| files::check_ending(path, "levels", &["json", "txt"]))
}

/// The folder of several levels, where one is asked for.
pub(super) fn folder<'a>(
    arguments: &'a Generate,
    asked: &str,
    context: &Context,
) -> Result<Option<Series<'a>>, Failure> {
    let folder = arguments.output.as_deref().filter(|_| arguments.count > 1);
    let request = Request {
        file: ".generate.json",
        schema: "tilewright/generate-request/1",
        noun: "series of levels",
        other: "the levels of another request",
        asked: format!("{} {asked}", env!("CARGO_PKG_VERSION")).into_bytes(),
    };
    folder.map(|folder| Series::new(folder, &request, context)).transpose()
}

impl Answer {
    /// Does what the arguments ask; several levels are written as they come.
    fn to(arguments: &Generate, context: &Context) -> Result<Self, Failure> {
        let wish = wish(arguments)?;
        context.heed_interrupt();
        if arguments.count > 1 {
            return Self::several(wish, arguments, context);
        }
        let seed = context.seed();
        let mut story = Story::default();
        let progress = Progress::open(context);
        let _ = progress.say("searching");
        let watch = |moment: Moment<'_>| {
            let Moment::Generation { event, .. } = moment else { return progress.flow() };
            story.record(moment);
            let Event { generation, evaluations, .. } = event;
            progress.say(format!("generation {generation}, {evaluations} evaluations"))
        };
        let made = progress.beating(|| generate(&wish, seed.child(0), watch));
        let made = vec![made.map_err(refused)?];
        Ok(Self { wish, seed, made, kept: 0, story })
    }

    fn several(
        wish: Wish,
        arguments: &Generate,
        context: &Context,
    ) -> Result<Self, Failure> {
        let count = arguments.count as usize;
        let series = folder(arguments, &format!("{wish:?}"), context)?;
        let seed = series.as_ref().map_or_else(|| context.seed(), |series| series.seed);
        let others =
            series.as_ref().map_or(Ok(Vec::new()), |series| series.kept(count))?;
        let mut made: Vec<Made> = others.iter().map(kept).collect();
        let progress = Progress::of(context, "making levels", count as u64);
        let (first, mut number) = (others.len(), others.len());
        let mut written = Ok(());
        let watch = |made: &Made| {
            number += 1;
            let series = series.as_ref();
            written = series.map_or(Ok(()), |series| series.keep(number, &made.level));
            let flow = progress.at(number as u64);
            if written.is_ok() { flow } else { ControlFlow::Break(()) }
        };
        let more = progress.beating(|| {
            generate_distinct(&wish, first..count, others, seed, &progress, watch)
        });
        made.extend(more.map_err(refused)?);
        written?;
        if let (Some(series), [only]) = (&series, &made[..])
            && !only.is_found
        {
            series.keep(1, &only.level)?;
        }
        Ok(Self { wish, seed, made, kept: first, story: Story::default() })
    }

    /// A level with its potential and the search, or a wall of levels.
    fn draw(&self, format: Format) -> anyhow::Result<Vec<u8>> {
        let title = "match-3 levels of a wanted potential";
        if let [single] = &self.made[..] {
            let report = Analysis::of(&single.level).picture(&single.level);
            if format.is_moving() {
                return Ok(export(&report, Some(&self.story.movie(title)), format)?);
            }
            let still = Picture::stacked(&[report, self.story.curve()], 8.0, title);
            return Ok(export(&still, None, format)?);
        }
        let named = |made: &Made| (made.level.clone(), made.potential.to_string());
        let levels: Vec<_> = self.made.iter().map(named).collect();
        Ok(export(&picture::wall(&levels, title), None, format)?)
    }

    /// Writes what was asked for; everything is drawn before anything is written.
    fn save(
        &self,
        arguments: &Generate,
        format: Option<Format>,
        logbook: Option<LogFormat>,
        context: &Context,
    ) -> Result<(), Failure> {
        let picture = arguments.picture.as_deref().zip(format);
        let picture = picture.map(|(path, format)| {
            let draw = || self.draw(format);
            let drawn =
                Progress::during(context, "drawing", draw).map(|drawn| (path, drawn));
            drawn.with_context(|| format!("cannot draw {}", path.display()))
        });
        let picture = picture.transpose()?;
        let output = arguments.output.as_ref().filter(|_| arguments.count == 1);
        if let (Some(path), Some(made)) = (output, self.made.first()) {
            save_level(path, &made.level, context)?;
        }
        if let Some((path, drawn)) = picture {
            files::write(path, &drawn, context.force)?;
        }
        if let Some((path, format)) = arguments.logbook.as_deref().zip(logbook) {
            files::write(path, format.write(&self.story).as_bytes(), context.force)?;
        }
        Ok(())
    }

    fn print(&self, arguments: &Generate, context: &Context) -> Result<(), Failure> {
        if context.json {
            return context.print_json(&document(self)).map(drop);
        }
        let is_shown = match arguments.output.as_deref() {
            None => true,
            Some(path) => {
                path != Path::new(DASH)
                    && context.is_terminal
                    && arguments.picture.is_none()
            }
        };
        for (index, made) in self.made.iter().enumerate() {
            let is_kept = index < self.kept;
            let told = if is_kept { self.reached(made) } else { self.tell(made) };
            context.say(&format!("level {}: {told}", index + 1));
            if is_shown {
                let between = if index > 0 { "\n" } else { "" };
                let text = if context.is_terminal {
                    Analysis::of(&made.level).picture(&made.level).to_text(context.color)
                } else {
                    made.level.to_string()
                };
                context.print(format!("{between}{text}").as_bytes())?;
            }
        }
        Ok(())
    }

    fn tell(&self, made: &Made) -> String {
        format!(
            "{}; {}, {}",
            self.reached(made),
            many(made.evaluations, "evaluation"),
            many(made.generations, "generation"),
        )
    }

    fn reached(&self, made: &Made) -> String {
        let Wish { target, tolerance, .. } = self.wish;
        let is_feasible = Feasibility::of(&made.level).is_feasible();
        let infeasible = if is_feasible { "" } else { ", infeasible" };
        format!("potential {}, wanted {target} ± {tolerance}{infeasible}", made.potential)
    }

    /// How many levels are as wished.
    fn found(&self) -> usize {
        self.made.iter().filter(|made| made.is_found).count()
    }

    /// Whether the wish was fulfilled; tells what to do where it was not.
    fn verdict(&self, arguments: &Generate, context: &Context) -> Verdict {
        let wanted = arguments.count as usize;
        let found = self.found();
        if found == wanted {
            return Verdict::Done;
        }
        if context.is_cancelled() {
            context.say(&interrupted(found, self.made.len(), arguments));
            return Verdict::Interrupted;
        }
        if found == 0 {
            context.say("no level found within the search limits; showing the closest");
        } else {
            context.say(&format!("no more than {found} of {wanted} levels were found"));
        }
        context.say(match self.wish.scheme {
            Search::FeasibleInfeasible(Violation::Groups) => {
                "hint: --violation cells comes to feasible levels where groups does not"
            }
            _ => "hint: allow more --tolerance or other --kinds, or try another --seed",
        });
        Verdict::No
    }
}

/// A level of an earlier run.
fn kept(level: &Level) -> Made {
    let potential = potential(level);
    let level = level.clone();
    Made { level, potential, is_found: true, evaluations: 0, generations: 0 }
}

/// Whether a run was interrupted that goes on from its folder: outputs that were there already
/// would stand in the way of the command that resumes it.
pub(super) fn is_to_resume(
    found: usize,
    arguments: &Generate,
    context: &Context,
) -> bool {
    let is_kept = arguments.count > 1 && arguments.output.is_some();
    context.is_cancelled() && is_kept && found < arguments.count as usize
}

/// What is kept of an interrupted run, and where.
pub(super) fn interrupted(found: usize, made: usize, arguments: &Generate) -> String {
    let wanted = arguments.count;
    match arguments.output.as_deref() {
        Some(path) if found == 0 && made > 0 && wanted > 1 => format!(
            "interrupted: no level was found; the best so far is in {}",
            path.display()
        ),
        _ if found == 0 && wanted == 1 => {
            "interrupted: this is the best so far".to_owned()
        }
        Some(path) if found > 0 => {
            format!(
                "interrupted: {found} of {wanted} levels are in {}; the same command resumes",
                path.display()
            )
        }
        _ => format!("interrupted: {found} of {wanted} levels were made"),
    }
}

/// So many of a thing.
fn many(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
