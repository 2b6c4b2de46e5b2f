//! Maps as files, with the files beside them.

use anyhow::anyhow;
use tilewright_formats::tiled::Map;
use tilewright_pathplan::tiled::{PathLine, Sheet, add_paths};

use super::load::{Source, place};
use crate::{Host, Input, OutputFile, Refusal, Refuse as _};

/// The name of the output that is a map.
pub(super) const OUTPUT: &str = "output";

/// The file formats of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapFormat {
    Movingai,
    Text,
    Tmx,
    Tmj,
}

/// The extensions of formats that can contain paths.
pub(super) const EDITORS: &[&str] = &["tmx", "tmj"];

impl MapFormat {
    /// The format of the output, if there is one.
    pub(super) fn wanted(host: &dyn Host) -> Result<Option<Self>, Refusal> {
        let form = |ending| match ending {
            "map" => Ok(Self::Movingai),
            "txt" => Ok(Self::Text),
            "tmx" => Ok(Self::Tmx),
            "tmj" => Ok(Self::Tmj),
            _ => Err(anyhow!("the name of the output has no extension of a map"))
                .hint("use .map, .tmx, .tmj or .txt"),
        };
        host.extension(OUTPUT).map(form).transpose()
    }

    /// As [`Self::wanted`], of a format that can contain paths.
    pub(super) fn wanted_with_paths(host: &dyn Host) -> Result<Option<Self>, Refusal> {
        let form = Self::wanted(host)?;
        if form.is_none_or(Self::is_editors) {
            return Ok(form);
        }
        Err(anyhow!("this format cannot contain paths")).hint("use .tmx or .tmj")
    }

    pub(super) const fn is_editors(self) -> bool {
        matches!(self, Self::Tmx | Self::Tmj)
    }
}

/// A map in a format; that of the editor keeps what it does not plan with, if it was read in one.
pub(super) fn written(
    host: &dyn Host,
    map: &tilewright_pathplan::Map,
    source: &Source,
    form: MapFormat,
) -> Result<OutputFile, Refusal> {
    let text = match (form, source) {
        (MapFormat::Tmx | MapFormat::Tmj, _) => {
            let (file, sheets) = as_editors(host, map, source)?;
            return editors(form, &file, &sheets);
        }
        (MapFormat::Movingai, Source::Movingai(file)) => file.to_string(),
        (MapFormat::Movingai, _) => map.to_movingai().to_string(),
        (MapFormat::Text, _) => map.to_string(),
    };

    Ok(text.into())
}

/// A map with paths added to it.
pub(super) fn with_paths(
    host: &dyn Host,
    (map, source): (&tilewright_pathplan::Map, &Source),
    lines: &[PathLine],
    form: MapFormat,
) -> Result<OutputFile, Refusal> {
    let (mut file, mut sheets) = as_editors(host, map, source)?;
    sheets.push(add_paths(&mut file, lines)?);
    editors(form, &file, &sheets)
}

/// A map of the editor with its tilesets.
pub(super) fn editors(
    form: MapFormat,
    map: &Map,
    sheets: &[Sheet],
) -> Result<OutputFile, Refusal> {
    let text = if form == MapFormat::Tmj { map.to_tmj() } else { map.to_tmx() };
    let mut file = OutputFile::from(text);
    for Sheet { name, tileset, picture } in sheets {
        let image = picture.to_exact_png(&())?;
        file.beside.push((format!("{name}.tsx"), tileset.to_tsx().into_bytes()));
        file.beside.push((format!("{name}.png"), image));
    }
    Ok(file)
}

/// The map of the editor that was read, or that is equal to the map of another format, and the
/// tilesets to write beside it.
fn as_editors(
    host: &dyn Host,
    map: &tilewright_pathplan::Map,
    source: &Source,
) -> Result<(Map, Vec<Sheet>), Refusal> {
    if let Source::Tiled(file, from) = source {
        return Ok((moved(host, file, from)?, Vec::new()));
    }
    let stem = host.stem(OUTPUT).unwrap_or("map");
    let (file, sheet) = map.to_tiled(&format!("{stem}-tiles"))?;
    Ok((file, vec![sheet]))
}

/// A map of the editor with the names of its files relative to the output.
pub(super) fn moved(host: &dyn Host, file: &Map, from: &Input) -> Result<Map, Refusal> {
    let mut file = file.clone();
    let lead = host.relative_path(OUTPUT, place(from));
    let lead = lead
        .ok_or_else(|| anyhow!("the output has no relative path to the files of {from}"));
    file.rebase(&lead.hint("write the map into the folder of the one that was read")?);
    Ok(file)
}
