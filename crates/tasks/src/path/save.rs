//! Maps as files, with the files beside them.

use anyhow::anyhow;
use tilewright_draw::{Format, export};
use tilewright_formats::tiled::Map;
use tilewright_pathplan::tiled::{PathLine, Sheet, add_paths};

use super::load::{Source, place};
use crate::{Host, Input, Refusal, Refuse as _};

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

/// The bytes of a map, and the files beside it.
#[derive(Debug)]
pub(super) struct MapFiles {
    pub(super) bytes: Vec<u8>,
    pub(super) beside: Vec<(String, Vec<u8>)>,
}

impl MapFiles {
    /// A map without files beside it.
    pub(super) const fn alone(bytes: Vec<u8>) -> Self {
        Self { bytes, beside: Vec::new() }
    }

    /// A map of the editor with its tilesets.
    pub(super) fn editors(
        form: MapFormat,
        map: &Map,
        sheets: &[Sheet],
    ) -> Result<Self, Refusal> {
        let text = if form == MapFormat::Tmj { map.to_tmj() } else { map.to_tmx() };
        let mut beside = Vec::new();
        for Sheet { name, tileset, picture } in sheets {
            beside.push((format!("{name}.tsx"), tileset.to_tsx().into_bytes()));
            beside
                .push((format!("{name}.png"), export(picture, None, Format::Png, &())?));
        }
        Ok(Self { bytes: text.into_bytes(), beside })
    }

    /// A map that no file holds yet.
    pub(super) fn new_map(
        host: &dyn Host,
        map: &tilewright_pathplan::Map,
        form: MapFormat,
    ) -> Result<Self, Refusal> {
        match form {
            MapFormat::Text => Ok(Self::alone(map.to_string().into_bytes())),
            MapFormat::Movingai => {
                Ok(Self::alone(map.to_movingai().to_string().into_bytes()))
            }
            MapFormat::Tmx | MapFormat::Tmj => {
                let (file, sheet) = new_editors(host, map)?;
                Self::editors(form, &file, &[sheet])
            }
        }
    }

    /// A map with paths added to it.
    pub(super) fn with_paths(
        host: &dyn Host,
        read: (&tilewright_pathplan::Map, &Source, &Input),
        lines: &[PathLine],
        form: MapFormat,
    ) -> Result<Self, Refusal> {
        let (mut file, mut sheets) = as_editors(host, read)?;
        sheets.push(add_paths(&mut file, lines)?);
        Self::editors(form, &file, &sheets)
    }
}

/// The map of the editor that was read, or that is equal to the map of another format, and the
/// tilesets to write beside it.
pub(super) fn as_editors(
    host: &dyn Host,
    (map, source, from): (&tilewright_pathplan::Map, &Source, &Input),
) -> Result<(Map, Vec<Sheet>), Refusal> {
    if let Source::Tiled(file) = source {
        return Ok((moved(host, file, from)?, Vec::new()));
    }
    let (file, sheet) = new_editors(host, map)?;
    Ok((file, vec![sheet]))
}

/// A map of the editor, with a tileset named after the output.
fn new_editors(
    host: &dyn Host,
    map: &tilewright_pathplan::Map,
) -> Result<(Map, Sheet), Refusal> {
    let stem = host.stem(OUTPUT).unwrap_or("map");
    Ok(map.to_tiled(&format!("{stem}-tiles"))?)
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
