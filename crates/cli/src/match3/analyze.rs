//! `tilewright match3 analyze`: levels in, their measures out.

use std::path::Path;

use anyhow::Context as _;
use serde::Serialize;
use serde_json::{Map, Value, json};
use tilewright_draw::{Format, Movie, Picture, export};
use tilewright_match3::{Analysis, Kind, Level};

use crate::arguments::Analyze;
use crate::context::{Context, tell};
use crate::failure::{Failure, Verdict, chain};
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
    let mut pictures = Vec::new();
    let mut verdict = Verdict::Done;
    for path in &arguments.levels {
        for item in items(path) {
            match &item.level {
                Ok(level) => {
                    let analysis = Analysis::of(level);
                    if format.is_some() {
                        let title = title(&item, &analysis);
                        pictures.push(analysis.picture(level).captioned(&title));
                    }
                    show(&item, level, &analysis, context)?;
                }
                Err(error) => {
                    verdict = Verdict::Wrong;
                    report(&item, error, context)?;
                }
            }
        }
    }
    if let (Some(path), Some(format), false) =
        (&arguments.picture, format, pictures.is_empty())
    {
        files::write(path, &draw(&pictures, format)?, context.force)?;
    }
    Ok(verdict)
}

/// The levels of a file; of stdin also one a line.
fn items(path: &Path) -> Vec<Item> {
    let file = path.display().to_string();
    let name = |line: Option<usize>| match line {
        Some(line) => format!("{file}: line {line}"),
        None => file.clone(),
    };
    let item = |line, level: anyhow::Result<Level>| Item {
        file: file.clone(),
        line,
        level: level.with_context(|| name(line)),
    };
    let parse = |text: &str| text.parse().map_err(anyhow::Error::from);
    match files::read_text(path) {
        Err(error) => vec![item(None, Err(error))],
        Ok(text) if path == Path::new(DASH) && is_many(&text) => {
            let lines =
                text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
            lines.map(|(index, line)| item(Some(index + 1), parse(line))).collect()
        }
        Ok(text) => vec![item(None, parse(&text))],
    }
}

/// Whether a text is several JSON documents, one a line.
fn is_many(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first =
        lines.next().is_some_and(|line| serde_json::from_str::<Map<_, _>>(line).is_ok());
    first && lines.next().is_some()
}

fn title(item: &Item, analysis: &Analysis) -> String {
    let verdict =
        if analysis.feasibility.is_feasible() { "feasible" } else { "infeasible" };
    let (potential, geometric) = (analysis.potential(), analysis.geometric());
    format!("{}: potential {potential} of {geometric}, {verdict}", item.file)
}

fn show(
    item: &Item,
    level: &Level,
    analysis: &Analysis,
    context: &Context,
) -> Result<Verdict, Failure> {
    if context.json {
        return context.print_json(&Report::of(&item.file, analysis));
    }
    let picture = analysis.picture(level).to_text(context.color);
    context.print(format!("{}\n\n{picture}\n", title(item, analysis)).as_bytes())
}

fn report(
    item: &Item,
    error: &anyhow::Error,
    context: &Context,
) -> Result<Verdict, Failure> {
    if !context.json {
        tell(&format!("error: {}", chain(error)));
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
fn draw(pictures: &[Picture], format: Format) -> Result<Vec<u8>, Failure> {
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
    map: u32,
    geometric: u32,
    shares: Map<String, Value>,
    per_cell: Value,
    per_cell_geometric: Value,
    per_cell_shares: Map<String, Value>,
    infeasible_cells: Value,
    infeasible_groups: u32,
    feasible: bool,
}

impl<'a> Report<'a> {
    fn of(file: &'a str, analysis: &Analysis) -> Self {
        let by_kind = |value: &dyn Fn(Kind) -> Value| {
            Kind::SPECIALS
                .into_iter()
                .map(|kind| (kind.key().to_owned(), value(kind)))
                .collect()
        };
        Self {
            schema: "tilewright/analysis/1",
            file,
            map: analysis.potential(),
            geometric: analysis.geometric(),
            shares: by_kind(&|kind| json!(analysis.share(kind))),
            per_cell: json!(analysis.per_cell),
            per_cell_geometric: json!(analysis.per_cell_geometric),
            per_cell_shares: by_kind(&|kind| json!(analysis.per_cell_share(kind))),
            infeasible_cells: json!(analysis.feasibility.cells),
            infeasible_groups: analysis.feasibility.groups,
            feasible: analysis.feasibility.is_feasible(),
        }
    }
}
