//! `tilewright match3 export`: a level in, the same level for another program out.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use tilewright_draw::{Format as DrawFormat, export};
use tilewright_match3::{
    Analysis, Feasibility, Goal, Kind, Level, Template, picture, tiled,
};

use super::{cure, read_template};
use crate::arguments::{Export, ExportFormat};
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files::{self, DASH};

pub(crate) fn run(arguments: &Export, context: &Context) -> Result<Verdict, Failure> {
    let output = arguments.output.as_deref().filter(|path| *path != Path::new(DASH));
    if let Some(path) = output {
        files::check_free(path, context.force)?;
    }
    if arguments.to == ExportFormat::Csv {
        let table = table(&arguments.levels)?;
        return write(output, &table, context);
    }
    let [path] = &arguments.levels[..] else {
        return Err(anyhow!("only --to csv takes several levels"))
            .hint("export them one by one");
    };
    let template = read_template(path)?;
    for what in left_out(&template, path, arguments.to) {
        context.say(&format!("left out: {what}"));
    }
    let data = match arguments.to {
        ExportFormat::Text => level(&template, path)?.to_string(),
        ExportFormat::Json => level(&template, path)?.to_json(),
        ExportFormat::Tmx => template.to_map().to_tmx(),
        ExportFormat::Tmj => template.to_map().to_tmj(),
        ExportFormat::Csv => unreachable!("handled above"),
    };
    let is_map = matches!(arguments.to, ExportFormat::Tmx | ExportFormat::Tmj);
    match output {
        Some(output) if is_map => {
            files::write_with(output, data.as_bytes(), &tileset()?, context.force)?;
        }
        _ => {
            write(output, data.as_bytes(), context)?;
            if is_map {
                let [tileset, image] = tiled::TILESET;
                context.say(&format!(
                    "the map names {tileset} and {image}, which -o writes beside it"
                ));
            }
        }
    }
    Ok(Verdict::Done)
}

/// What the file says and the exported form has no place for.
fn left_out(template: &Template, path: &Path, to: ExportFormat) -> Vec<String> {
    // Standard input cannot be read twice.
    let text = match path.to_str() {
        Some(DASH) => String::new(),
        _ => files::read_text(path).unwrap_or_default(),
    };
    let document: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(&text).unwrap_or_default();
    let is_other = |key: &&String| !Level::KEYS.contains(&key.as_str());
    let mut left_out: Vec<String> = document.keys().filter(is_other).cloned().collect();
    if to == ExportFormat::Text {
        let rules =
            [("goal", template.goal.is_some()), ("moves", template.moves.is_some())];
        left_out.extend(
            rules.into_iter().filter(|rule| rule.1).map(|rule| rule.0.to_owned()),
        );
    }
    left_out
}

fn level(template: &Template, path: &Path) -> Result<Level, Failure> {
    template.to_level().map_err(|error| {
        let error = anyhow::Error::new(error).context(path.display().to_string());
        let hint = cure(&error).map(str::to_owned);
        Failure::Error { error, hint }
    })
}

fn write(
    output: Option<&Path>,
    data: &[u8],
    context: &Context,
) -> Result<Verdict, Failure> {
    match output {
        Some(path) => files::write(path, data, context.force).map(|()| Verdict::Done),
        None => context.print(data),
    }
}

/// The tileset of every map and its picture.
fn tileset() -> Result<[(String, Vec<u8>); 2], Failure> {
    let [tileset, image] = tiled::TILESET;
    let drawn = export(&picture::palette(), None, DrawFormat::Png)?;
    let data = tiled::tileset().to_tsx().into_bytes();
    Ok([(tileset.to_owned(), data), (image.to_owned(), drawn)])
}

/// A line a level: what it is, and its measures.
fn table(paths: &[std::path::PathBuf]) -> Result<Vec<u8>, Failure> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let heads = [
        "file",
        "rows",
        "columns",
        "colors",
        "goal",
        "moves",
        "potential",
        "geometric",
        "feasible",
    ];
    let shares = Kind::SPECIALS.map(Kind::key);
    let layout = ["layout"];
    table.write_record(heads.iter().chain(&shares).chain(&layout))?;
    for path in paths {
        let level = level(&read_template(path)?, path)?;
        let analysis = Analysis::of(&level);
        let mut record = vec![
            path.display().to_string(),
            level.size().rows.to_string(),
            level.size().columns.to_string(),
            level.colors().to_string(),
            level.goal.as_ref().map_or_else(String::new, Goal::to_string),
            level.moves.map_or_else(String::new, |moves| moves.to_string()),
            analysis.potential().to_string(),
            analysis.geometric().to_string(),
            Feasibility::of(&level).is_feasible().to_string(),
        ];
        record.extend(Kind::SPECIALS.map(|kind| format!("{:.6}", analysis.share(kind))));
        record.push(level.layout().join("/"));
        table.write_record(&record)?;
    }
    Ok(table.into_inner().context("the table is kept in memory")?)
}
