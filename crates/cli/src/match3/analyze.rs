//! `tilewright match3 analyze`: levels in, their measures out.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};
use tilewright_draw::{Format, Movie, Picture, export};
use tilewright_match3::{Analysis, Kind, Level, LevelError};

use super::calibrate::read_model;
use super::opinion::Opinion;
use super::{cure, is_map, read_template};
use crate::arguments::Analyze;
use crate::context::{Context, tell};
use crate::failure::{Failure, Hint, Verdict, chain};
use crate::files::{self, DASH};

/// One thing to analyse: where it came from, and the level or what is wrong with it.
struct Item {
    file: String,
    /// The line of stdin, where each holds a level.
    line: Option<usize>,
    level: anyhow::Result<Level>,
}

pub(crate) fn run(arguments: &Analyze, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    if let Some(path) = &arguments.picture {
        files::check_free(path, context.force)?;
    }
    let named = arguments.model.as_deref().map(read_model).transpose()?;
    // One seed for all levels, said once.
    let context = &seeded(arguments, context);
    let mut pictures = Vec::new();
    let mut verdict = Verdict::Done;
    for path in &arguments.levels {
        each(path, |item| match &item.level {
            Ok(level) => {
                let opinion = match Opinion::of(level, arguments, named.as_ref(), context)
                {
                    Ok(opinion) => opinion,
                    Err(error) => {
                        verdict = Verdict::Wrong;
                        let error = anyhow::Error::new(error).context(item.file.clone());
                        return report(&item, &error, context);
                    }
                };
                let analysis = Analysis::of(level);
                if format.is_some() {
                    let title = title(&item, &analysis);
                    pictures.push(analysis.picture(level).captioned(&title));
                }
                show(&item, &analysis, level, &opinion, context)
            }
            Err(error) => {
                verdict = Verdict::Wrong;
                report(&item, error, context)
            }
        })?;
    }
    if let (Some(path), Some(format), false) =
        (&arguments.picture, format, pictures.is_empty())
    {
        let drawn = draw(&pictures, format)
            .with_context(|| format!("cannot draw {}", path.display()))
            .hint("draw fewer levels, or an .svg")?;
        files::write(path, &drawn, context.force)?;
    }
    Ok(verdict)
}

/// The context with a seed, where games may be played.
fn seeded(arguments: &Analyze, context: &Context) -> Context {
    if arguments.explain && arguments.games > 0 {
        context.with_seed(context.seed())
    } else {
        context.clone()
    }
}

/// Hands on the levels of a file; of stdin also one a line.
fn each(
    path: &Path,
    mut take: impl FnMut(Item) -> Result<Verdict, Failure>,
) -> Result<(), Failure> {
    let file = path.display().to_string();
    let one = |level: anyhow::Result<Level>| {
        let level = level.with_context(|| file.clone());
        Item { file: file.clone(), line: None, level }
    };
    if is_map(path) {
        let level =
            read_template(path).map_err(inner).and_then(|map| Ok(map.to_level()?));
        return take(Item { file: file.clone(), line: None, level }).map(drop);
    }
    let bytes = match files::read(path) {
        Err(error) => return take(one(Err(error))).map(drop),
        Ok(bytes) => bytes,
    };
    if path != Path::new(DASH) || !is_many(&bytes) {
        let level = files::text(bytes, 1).and_then(|text| Ok(text.parse()?));
        return take(one(level)).map(drop);
    }
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        if !line.trim_ascii().is_empty() {
            let level = level_of(line, number).with_context(|| file.clone());
            take(Item { file: file.clone(), line: Some(number), level })?;
        }
    }
    Ok(())
}

/// The error of a failure to read a level.
fn inner(failure: Failure) -> anyhow::Error {
    match failure {
        Failure::Error { error, .. } => error,
        other => anyhow!("{other}"),
    }
}

/// Whether a text is many levels, one a line: it is no JSON document as a whole, and two
/// lines begin as one or one line of several is one.
fn is_many(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let is_document = |bytes| serde_json::from_slice::<IgnoredAny>(bytes).is_ok();
    let lines = bytes.split(|&byte| byte == b'\n');
    let mut lines = lines.filter(|line| !line.trim_ascii().is_empty());
    if lines.clone().nth(1).is_none() || is_document(bytes) {
        return false;
    }
    let begins = |line: &&[u8]| line.starts_with(b"{");
    lines.clone().filter(begins).nth(1).is_some()
        || lines.find(begins).is_some_and(is_document)
}

/// The level of a line; errors name that line.
fn level_of(line: &[u8], number: usize) -> anyhow::Result<Level> {
    let text = files::text(line.trim_ascii_end().to_vec(), number)?;
    text.parse().map_err(|error| match error {
        LevelError::Glyph { column, found, expected, .. } => {
            LevelError::Glyph { line: number, column, found, expected }.into()
        }
        LevelError::Ragged { column, expected, found, .. } => {
            LevelError::Ragged { line: number, column, expected, found }.into()
        }
        LevelError::Json(error) => {
            let (column, text) = (error.column(), error.to_string());
            let what = text.split(" at line 1 column").next().unwrap_or(&text);
            anyhow!("line {number}, column {column}: {what}")
        }
        error => anyhow::Error::new(error).context(format!("line {number}")),
    })
}

fn title(item: &Item, analysis: &Analysis) -> String {
    let verdict =
        if analysis.feasibility.is_feasible() { "feasible" } else { "infeasible" };
    let (potential, geometric) = (analysis.potential(), analysis.geometric());
    let line = item.line.map_or_else(String::new, |line| format!(", line {line}"));
    format!("{}{line}: potential {potential} of {geometric}, {verdict}", item.file)
}

fn show(
    item: &Item,
    analysis: &Analysis,
    level: &Level,
    opinion: &Opinion,
    context: &Context,
) -> Result<Verdict, Failure> {
    if context.json {
        return context.print_json(&Report::of(item, analysis, opinion));
    }
    let picture = analysis.picture(level).to_text(context.color);
    let (title, words) = (title(item, analysis), opinion.to_text());
    context.print(format!("{title}\n\n{picture}\n{words}").as_bytes())
}

fn report(
    item: &Item,
    error: &anyhow::Error,
    context: &Context,
) -> Result<Verdict, Failure> {
    if !context.json {
        let hint =
            cure(error).map_or_else(String::new, |cure| format!("\n\nhint: {cure}"));
        tell(&format!("error: {}{hint}", chain(error)));
        return Ok(Verdict::Wrong);
    }
    let mut line = Map::new();
    line.insert("error".to_owned(), json!(chain(error)));
    line.insert("file".to_owned(), json!(item.file));
    if let Some(number) = item.line {
        line.insert("line".to_owned(), json!(number));
    }
    context.print_json(&Value::Object(line))
}

/// All levels on one sheet, or as the frames of a moving picture.
fn draw(pictures: &[Picture], format: Format) -> anyhow::Result<Vec<u8>> {
    let frame = |picture: &Picture| tilewright_draw::Frame {
        picture: picture.clone(),
        hundredths: 200,
    };
    let title = "levels and their potential";
    let movie =
        Movie { title: title.to_owned(), frames: pictures.iter().map(frame).collect() };
    let still = match pictures {
        [single] => single.clone(),
        _ => Picture::stacked(pictures, 8.0, title),
    };
    Ok(export(&still, Some(&movie), format)?)
}

/// The JSON answer, `tilewright/analysis/1`.
#[derive(Serialize)]
struct Report<'a> {
    schema: &'static str,
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    map: u32,
    geometric: u32,
    shares: Map<String, Value>,
    per_cell: Value,
    per_cell_geometric: Value,
    per_cell_shares: Map<String, Value>,
    infeasible_cells: Value,
    infeasible_groups: u32,
    feasible: bool,
    #[serde(flatten)]
    opinion: &'a Opinion,
}

impl<'a> Report<'a> {
    fn of(item: &'a Item, analysis: &Analysis, opinion: &'a Opinion) -> Self {
        let by_kind = |value: &dyn Fn(Kind) -> Value| {
            Kind::SPECIALS
                .into_iter()
                .map(|kind| (kind.key().to_owned(), value(kind)))
                .collect()
        };
        Self {
            schema: "tilewright/analysis/1",
            file: &item.file,
            line: item.line,
            map: analysis.potential(),
            geometric: analysis.geometric(),
            shares: by_kind(&|kind| json!(analysis.share(kind))),
            per_cell: json!(analysis.per_cell),
            per_cell_geometric: json!(analysis.per_cell_geometric),
            per_cell_shares: by_kind(&|kind| json!(analysis.per_cell_share(kind))),
            infeasible_cells: json!(analysis.feasibility.cells),
            infeasible_groups: analysis.feasibility.groups,
            feasible: analysis.feasibility.is_feasible(),
            opinion,
        }
    }
}
