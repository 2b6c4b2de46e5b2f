//! `tilewright match3 generate`: a wish in, levels out.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use tilewright_draw::{Format, Picture, export};
use tilewright_grid::{Seed, Size};
use tilewright_match3::{
    Analysis, Feasibility, Goal, Kind, Level, Made, Search, Story, Template, Wish,
    WishError, generate, generate_distinct, picture,
};

use crate::arguments::{self, Generate};
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files::{self, DASH};

pub(crate) fn run(arguments: &Generate, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    let logbook = arguments.logbook.as_deref().map(LogFormat::from_path).transpose()?;
    check_outputs(arguments, context)?;
    let answer = Answer::to(arguments, context)?;
    let made = &answer.made;
    if let Some(path) = &arguments.output {
        save(path, made, arguments.count > 1, context)?;
    }
    if let (Some(path), Some(format)) = (&arguments.picture, format) {
        files::write(path, &answer.draw(format)?, context.force)?;
    }
    if let (Some(path), Some(format)) = (&arguments.logbook, logbook) {
        files::write(path, format.write(&answer.story).as_bytes(), context.force)?;
    }
    answer.print(arguments, context)?;
    Ok(answer.verdict(arguments, context))
}

/// What came of the arguments.
pub(crate) struct Answer {
    wish: Wish,
    seed: Seed,
    made: Vec<Made>,
    /// The search, where there was but one.
    story: Story,
}

/// Refuses outputs that cannot be written before any work is done.
fn check_outputs(arguments: &Generate, context: &Context) -> Result<(), Failure> {
    let several = arguments.count > 1;
    if let Some(path) =
        arguments.output.as_deref().filter(|path| !(several && path.is_dir()))
    {
        files::check_free(path, context.force && !several)?;
        if path == Path::new(DASH) && (several || context.json) {
            return Err(anyhow!("-o - writes one level to stdout, and only that"))
                .hint("use --json without -o for all levels in one document");
        }
    }
    if several && arguments.logbook.is_some() {
        return Err(anyhow!("--logbook tells of one search")).hint("use --count 1");
    }
    let others = [&arguments.picture, &arguments.logbook];
    others
        .into_iter()
        .flatten()
        .try_for_each(|path| files::check_free(path, context.force))
}

/// The wish that the arguments express.
fn wish(arguments: &Generate) -> Result<Wish, Failure> {
    let scheme = match (arguments.scheme, arguments.violation) {
        (arguments::Scheme::Climb, None) => Search::Climb,
        (arguments::Scheme::Climb, Some(_)) => {
            return Err(anyhow!(
                "--violation means nothing to climb, which keeps to feasible levels"
            ))
            .hint("use --scheme fi2pop, or leave it out");
        }
        (arguments::Scheme::Fi2pop, Some(arguments::Violation::Groups)) => {
            Search::FeasibleInfeasible(tilewright_match3::Violation::Groups)
        }
        (arguments::Scheme::Fi2pop, _) => {
            Search::FeasibleInfeasible(tilewright_match3::Violation::Cells)
        }
    };
    Ok(Wish {
        template: template(arguments)?,
        kinds: arguments.kinds.clone(),
        symmetry: match arguments.symmetry {
            arguments::Symmetry::None => tilewright_match3::Symmetry::None,
            arguments::Symmetry::Horizontal => tilewright_match3::Symmetry::Horizontal,
            arguments::Symmetry::Vertical => tilewright_match3::Symmetry::Vertical,
            arguments::Symmetry::Both => tilewright_match3::Symmetry::Both,
            arguments::Symmetry::Rotational => tilewright_match3::Symmetry::Rotational,
        },
        target: arguments.target,
        tolerance: arguments.tolerance,
        scheme,
    })
}

/// The board with what is fixed in it, and the rules to write into the level.
fn template(arguments: &Generate) -> Result<Template, Failure> {
    let mut template = match &arguments.template {
        None => Template::open(Size::new(
            arguments.rows.unwrap_or(9),
            arguments.columns.unwrap_or(9),
        ))?,
        Some(path) => {
            let read =
                files::read_text(path).and_then(|text| Ok(text.parse::<Template>()?));
            read.with_context(|| path.display().to_string())?
        }
    };
    let Size { rows, columns } = template.size();
    for (name, wanted, found) in
        [("rows", arguments.rows, rows), ("columns", arguments.columns, columns)]
    {
        if let Some(wanted) = wanted.filter(|&wanted| wanted != found) {
            return Err(anyhow!("--{name} is {wanted}, but the template has {found}"))
                .hint(format!("leave --{name} out: the template says it"));
        }
    }
    if let Some(colors) = arguments.colors {
        template.colors = colors;
    }
    if let Some(moves) = arguments.moves {
        template.moves = Some(moves);
    }
    match &arguments.goal[..] {
        [] => {}
        [goal] => template.goal = Some(goal.clone()),
        goals => template.goal = Some(Goal::All { all: goals.to_vec() }),
    }
    template.check()?;
    Ok(template)
}

/// The cure for what cannot be fulfilled.
fn refused(error: WishError) -> Failure {
    let hint = match &error {
        WishError::Impossible { possible, .. } => Some(match possible.nearest {
            Some((below, above)) => format!("try --target {below} or --target {above}"),
            None => format!(
                "choose --target between {} and {}, or other --kinds",
                possible.lowest, possible.highest
            ),
        }),
        WishError::Infeasible(_) => Some(
            "every cell needs a way up, left or right to an open cell of the top row"
                .to_owned(),
        ),
        WishError::Asymmetric { .. } => {
            Some("change the template, or leave --symmetry out".to_owned())
        }
        _ => None,
    };
    Failure::Error { error: error.into(), hint }
}

/// Makes several levels, with a bar when it takes long.
fn several(
    wish: &Wish,
    count: usize,
    seed: Seed,
    context: &Context,
) -> Result<Vec<Made>, Failure> {
    let style =
        ProgressStyle::with_template("making levels {wide_bar} {pos}/{len}, {eta} left")?;
    let bar =
        ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::hidden());
    let bar = bar.with_style(style);
    let begun = Instant::now();
    let made = generate_distinct(wish, count, seed, || {
        if bar.is_hidden()
            && context.shows_progress()
            && begun.elapsed() > Duration::from_secs(1)
        {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.inc(1);
        if context.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    bar.finish_and_clear();
    made.map_err(refused)
}

/// Writes the level, or a folder of them.
fn save(
    path: &Path,
    made: &[Made],
    several: bool,
    context: &Context,
) -> Result<(), Failure> {
    if several {
        let found = made.iter().filter(|made| made.is_found).enumerate();
        let file = |(index, made): (usize, &Made)| {
            (format!("level-{:03}.json", index + 1), made.level.to_json().into_bytes())
        };
        return files::write_folder(
            path,
            &found.map(file).collect::<Vec<_>>(),
            context.force,
        );
    }
    let Some(made) = made.first() else { return Ok(()) };
    let is_text = path.extension().is_some_and(|extension| extension == "txt");
    let data = if is_text { made.level.to_string() } else { made.level.to_json() };
    if path == Path::new(DASH) {
        context.print(data.as_bytes())?;
        return Ok(());
    }
    files::write(path, data.as_bytes(), context.force)
}

impl Answer {
    /// Does what the arguments ask, but for the files.
    pub(crate) fn to(arguments: &Generate, context: &Context) -> Result<Self, Failure> {
        let wish = wish(arguments)?;
        let seed = context.seed();
        let mut story = Story::default();
        let made = if arguments.count == 1 {
            vec![
                generate(&wish, seed.child(0), |moment| story.record(moment))
                    .map_err(refused)?,
            ]
        } else {
            several(&wish, arguments.count as usize, seed, context)?
        };
        Ok(Self { wish, seed, made, story })
    }

    /// A level with its potential and the search, or a wall of levels.
    pub(crate) fn draw(&self, format: Format) -> Result<Vec<u8>, Failure> {
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

    fn print(&self, arguments: &Generate, context: &Context) -> Result<(), Failure> {
        if context.json {
            context.print_json(&Document::of(self))?;
            return Ok(());
        }
        for (index, made) in self.made.iter().enumerate() {
            context.say(&format!("level {}: {}", index + 1, self.tell(made)));
            let is_shown = arguments.output.is_none()
                || (context.is_terminal && arguments.picture.is_none());
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
        let Wish { target, tolerance, .. } = self.wish;
        let Made { potential, evaluations, generations, .. } = made;
        format!(
            "potential {potential}, wanted {target} ± {tolerance}; {evaluations} evaluations, \
             {generations} generations"
        )
    }

    /// What was made, a line a level.
    pub(crate) fn summary(&self) -> Vec<String> {
        self.made.iter().map(|made| self.tell(made)).collect()
    }

    /// Whether the wish was fulfilled; tells what to do where it was not.
    fn verdict(&self, arguments: &Generate, context: &Context) -> Verdict {
        let wanted = arguments.count as usize;
        let found = self.made.iter().filter(|made| made.is_found).count();
        if context.is_cancelled() && found < wanted {
            context.say(&format!(
                "interrupted: {found} of {wanted} levels were made and kept"
            ));
            return Verdict::Interrupted;
        }
        if found == wanted {
            return Verdict::Done;
        }
        if found == 0 {
            context.say("not found within the limits: this is the best there was");
        } else {
            context.say(&format!(
                "no more than {found} different levels were found, of {wanted}"
            ));
        }
        context
            .say("hint: allow more --tolerance or other --kinds, or try another --seed");
        Verdict::No
    }
}

/// The two forms of a logbook.
#[derive(Clone, Copy)]
enum LogFormat {
    Csv,
    JsonLines,
}

impl LogFormat {
    fn from_path(path: &Path) -> anyhow::Result<Self> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => Ok(Self::Csv),
            Some("jsonl") => Ok(Self::JsonLines),
            _ => Err(anyhow!("{} ends neither in .csv nor in .jsonl", path.display())),
        }
    }

    fn write(self, story: &Story) -> String {
        match self {
            Self::Csv => story.logbook().to_csv(),
            Self::JsonLines => story.logbook().to_json_lines(),
        }
    }
}

/// The JSON answer, `tilewright/levels/1`.
#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    seed: Seed,
    levels: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    level: &'a Level,
    map: u32,
    target: u32,
    tolerance: u32,
    kinds: &'a [Kind],
    found: bool,
    feasible: bool,
    evaluations: u64,
    generations: u64,
}

impl<'a> Document<'a> {
    fn of(answer: &'a Answer) -> Self {
        let wish = &answer.wish;
        let entry = |made: &'a Made| Entry {
            level: &made.level,
            map: made.potential,
            target: wish.target,
            tolerance: wish.tolerance,
            kinds: &wish.kinds,
            found: made.is_found,
            feasible: Feasibility::of(&made.level).is_feasible(),
            evaluations: made.evaluations,
            generations: made.generations,
        };
        let levels = answer.made.iter().map(entry).collect();
        Self { schema: "tilewright/levels/1", seed: answer.seed, levels }
    }
}
