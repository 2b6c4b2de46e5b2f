//! Maps written for the editor, with what belongs beside them.

use std::path::Path;

use anyhow::anyhow;
use tilewright_draw::{Format, export};
use tilewright_formats::tiled::Map;
use tilewright_pathplan::tiled::{Line, Results, Sheet};

use super::load::Source;
use crate::context::Context;
use crate::failure::{Failure, Hint};
use crate::files;

/// The forms in which maps are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Movingai,
    Text,
    Tmx,
    Tmj,
}

impl Form {
    /// The form that a file's name asks for.
    pub(super) fn of(path: &Path) -> Result<Self, Failure> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        match extension.to_ascii_lowercase().as_str() {
            "map" => Ok(Self::Movingai),
            "txt" => Ok(Self::Text),
            "tmx" => Ok(Self::Tmx),
            "tmj" => Ok(Self::Tmj),
            _ => Err(anyhow!("{} has no ending of a map", path.display()))
                .hint("maps are written as .map, .tmx, .tmj or .txt"),
        }
    }

    pub(super) const fn is_editors(self) -> bool {
        matches!(self, Self::Tmx | Self::Tmj)
    }
}

/// The name of a file without its ending, for what belongs to it.
fn stem(path: &Path) -> String {
    path.file_stem()
        .map_or_else(|| "map".to_owned(), |stem| stem.to_string_lossy().into())
}

/// Writes a map for the editor with its sheets beside it.
pub(super) fn editors(
    path: &Path,
    form: Form,
    map: &Map,
    sheets: &[Sheet],
    context: &Context,
) -> Result<(), Failure> {
    let text = if form == Form::Tmj { map.to_tmj() } else { map.to_tmx() };
    files::write_with(path, text.as_bytes(), &drawn(sheets)?, context.force)
}

/// The files of the sheets.
fn drawn(sheets: &[Sheet]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut found = Vec::new();
    for Sheet { name, tileset, picture } in sheets {
        found.push((format!("{name}.tsx"), tileset.to_tsx().into_bytes()));
        found.push((format!("{name}.png"), export(picture, None, Format::Png)?));
    }
    Ok(found)
}

/// The map of the editor that the file was, or that shows what it says, and what belongs beside
/// it where it is written.
pub(super) fn as_editors(
    map: &tilewright_pathplan::Map,
    source: &Source,
    from: &Path,
    to: &Path,
) -> Result<(Map, Vec<Sheet>), Failure> {
    if let Source::Tiled(file) = source {
        let mut file = (**file).clone();
        match files::lead(to, from) {
            Some(prefix) => file.rebase(&prefix),
            None => {
                return Err(anyhow!(
                    "no relative path leads from {} to {}",
                    to.display(),
                    from.display()
                ))
                .hint("write the map beside the one that was read");
            }
        }
        return Ok((file, Vec::new()));
    }
    let (file, sheet) = map.to_tiled(&format!("{}-tiles", stem(to)))?;
    Ok((file, vec![sheet]))
}

/// The form of a file that results are written to: they are put into maps of the editor.
pub(super) fn editors_form(path: &Path) -> Result<Form, Failure> {
    let form = Form::of(path)?;
    if form.is_editors() {
        return Ok(form);
    }
    Err(anyhow!("{} has no place for a path", path.display()))
        .hint("paths are written as .tmx or .tmj")
}

/// Writes a map, what it was read from and where it stood, with paths in it.
pub(super) fn results(
    (map, source, from): (&tilewright_pathplan::Map, &Source, &Path),
    lines: Vec<Line>,
    (path, form): (&Path, Form),
    context: &Context,
) -> Result<(), Failure> {
    let (mut file, mut sheets) = as_editors(map, source, from, path)?;
    sheets.push(Results { lines }.put(&mut file)?);
    editors(path, form, &file, &sheets, context)
}
