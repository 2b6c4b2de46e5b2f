//! `tilewright match3 calibrate`: played levels in, a model that predicts others out.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use tilewright_draw::{Format, export};
use tilewright_grid::Size;
use tilewright_match3::{
    Calibration, Fit, Goal, Method, Model, Played, PlaysError, Source, chart, fit_levels,
    fit_plays, play_levels,
};

use super::games::Games;
use super::read_template;
use crate::arguments::{self, Calibrate};
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict, chain};
use crate::files::{self, DASH};
use crate::progress::Progress;

pub(crate) fn run(arguments: &Calibrate, context: &Context) -> Result<Verdict, Failure> {
    if let Some(path) = &arguments.output {
        files::check_free(path, context.force)?;
        files::check_ending(path, "models", &["json"])?;
        if path == Path::new(DASH) && context.json {
            return Err(anyhow!("-o - writes the model to stdout, and only that"))
                .hint("use --json without -o -");
        }
    }
    let method = arguments.method.map(|method| match method {
        arguments::Method::Article => Method::Article,
        arguments::Method::Roots => Method::Roots,
        arguments::Method::Field => Method::Field,
    });
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    if let Some(path) = &arguments.picture {
        files::check_free(path, context.force)?;
    }
    let outputs = [&arguments.output, &arguments.picture, &arguments.checkpoint];
    files::check_apart(outputs.into_iter().flatten().map(PathBuf::as_path))?;
    let (model, held) = match &arguments.plays {
        Some(path) => {
            let model = Progress::during(context, "fitting", || of_plays(path, method));
            (model?, Vec::new())
        }
        None => match of_bot(arguments, method.unwrap_or(Method::Field), context)? {
            Some(fitted) => fitted,
            None => return Ok(Verdict::Interrupted),
        },
    };
    if context.is_cancelled() && arguments.checkpoint.is_some() {
        // Outputs that were there already would stand in the way of the command that resumes.
        context.say("interrupted: no model was written");
        say_kept(arguments, context);
        return Ok(Verdict::Interrupted);
    }
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let drawn = export(&chart::predictions(&held, "mean swaps"), None, format)?;
        files::write(path, &drawn, context.force)?;
    }
    if let Some(path) = &arguments.output {
        context.save(path, model.to_json().as_bytes())?;
    }
    let report = Report::of(&model);
    if files::is_dash(arguments.output.as_deref()) {
        // The model has taken the place of the report.
    } else if context.json {
        context.print_json(&report)?;
    } else {
        context.print(report.to_text().as_bytes())?;
    }
    if context.is_cancelled() {
        let levels = model.fit().fitted + model.fit().held_out;
        context.say(&format!("interrupted: this is what the {levels} levels so far say"));
        return Ok(Verdict::Interrupted);
    }
    Ok(Verdict::Done)
}

/// A model, and the mean swaps of the held-out levels, as predicted and as played.
type Fitted = (Model, Vec<(f64, f64)>);

/// The model of a bot's games; none when the user has stopped them too early for one.
fn of_bot(
    arguments: &Calibrate,
    method: Method,
    context: &Context,
) -> Result<Option<Fitted>, Failure> {
    let goal = match &arguments.goal[..] {
        [] => {
            return Err(anyhow!("a model is for a goal"))
                .hint("say it with --goal, such as collect:30");
        }
        [goal] => goal.clone(),
        goals => Goal::All { all: goals.to_vec() },
    };
    if goal.colors() > arguments.colors {
        return Err(anyhow!(
            "the goal {goal} asks for {} colours, but there are {}",
            goal.colors(),
            arguments.colors
        ))
        .hint("raise --colors");
    }
    let wanted = Calibration {
        size: Size::new(arguments.rows, arguments.columns),
        colors: arguments.colors,
        goal,
        player: arguments.bot,
        levels: arguments.levels,
        games: arguments.games,
        method,
    };
    context.heed_interrupt();
    let (games, known) = Games::begin(arguments.checkpoint.as_deref(), &wanted, context)?;
    let progress = Progress::of(context, "playing levels", u64::from(wanted.levels));
    let mut kept = Ok(());
    let before = known.len();
    let watch = |played: &[Option<Played>]| {
        kept = games.keep(played);
        let flow = progress.at(played.len() as u64);
        if kept.is_ok() { flow } else { ControlFlow::Break(()) }
    };
    let played =
        progress.beating(|| play_levels(&wanted, known, games.seed, &progress, watch));
    kept?;
    if played.len() >= before {
        games.finish(&played)?;
    }
    let model = progress.beating(|| {
        let model = fit_levels(&wanted, &played, games.seed);
        model.hint("raise --levels, or choose a goal that more levels can reach")
    });
    if model.is_err() && context.is_cancelled() {
        context.say("interrupted: the levels so far are too few for a model");
        say_kept(arguments, context);
        return Ok(None);
    }
    model.map(Some)
}

/// Says where the games of an interrupted run are.
fn say_kept(arguments: &Calibrate, context: &Context) {
    if let Some(path) = &arguments.checkpoint {
        let path = path.display();
        context.say(&format!("their games are in {path}; the same command resumes"));
    }
}

/// The model of recorded games; levels lie beside the table.
fn of_plays(path: &Path, method: Option<Method>) -> Result<Model, Failure> {
    let name = || path.display().to_string();
    let table = files::read_text(path).with_context(name)?;
    let folder = files::parent(path);
    let load = |level: &str| {
        let template =
            read_template(&folder.join(level)).map_err(|failure| failure.reason())?;
        template.to_level().map_err(|error| error.to_string())
    };
    let model = fit_plays(&table, method, load);
    let hint = match &model {
        Err(PlaysError::Level { .. }) => {
            "the column level names files beside the table, with a goal each"
        }
        _ => "a table has the columns level,swaps,won and a line a game",
    };
    model.with_context(name).hint(hint)
}

/// The JSON answer, `tilewright/calibration/1`.
#[derive(Serialize)]
struct Report<'a> {
    schema: &'static str,
    bot: Source,
    goal: &'a Goal,
    /// All goals, where there are several.
    #[serde(skip_serializing_if = "<[Goal]>::is_empty")]
    goals: &'a [Goal],
    rows: u32,
    columns: u32,
    colors: u32,
    method: Method,
    seed: u64,
    fit: &'a Fit,
}

impl<'a> Report<'a> {
    fn of(model: &'a Model) -> Self {
        Self {
            schema: "tilewright/calibration/1",
            bot: model.source(),
            goal: model.goal(),
            goals: model.goals(),
            rows: model.size().rows,
            columns: model.size().columns,
            colors: model.colors(),
            method: model.method(),
            seed: model.seed().0,
            fit: model.fit(),
        }
    }

    fn to_text(&self) -> String {
        let fit = self.fit;
        let how = if fit.held_out > 0 {
            format!(
                "fitted to {} levels, reported on {} others",
                fit.fitted, fit.held_out
            )
        } else {
            format!(
                "fitted to {} levels, each reported by the model of all others",
                fit.fitted
            )
        };
        let goals: Vec<_> = self.goals.iter().map(ToString::to_string).collect();
        let goals =
            if goals.is_empty() { self.goal.to_string() } else { goals.join(" or ") };
        format!(
            "{}, {} × {}, {} colours, {}: {how}, {} games each, seed {}\n\
             R²                {:.3} (a perfect model: {:.3})\n\
             R² of logarithms  {:.3} (a perfect model: {:.3})\n\
             rank correlation  {:.3}\n\
             mean error        {:.2} swaps, {:.1} %\n",
            goals,
            self.rows,
            self.columns,
            self.colors,
            self.bot,
            fit.games,
            self.seed,
            fit.r2,
            fit.ceiling,
            fit.r2_log,
            fit.ceiling_log,
            fit.rank_correlation,
            fit.mean_absolute_error,
            100.0 * fit.mean_relative_error,
        )
    }
}

/// The model in a file.
pub(super) fn read_model(path: &Path) -> Result<Model, Failure> {
    let read = files::read_text(path).and_then(|text| Ok(Model::from_json(&text)?));
    let named = read.map_err(|error| anyhow!("{}: {}", path.display(), chain(&error)));
    named.hint("make a model with match3 calibrate")
}
