//! Maps written for the editor, with what belongs beside them.

use anyhow::anyhow;
use tilewright_draw::{Format, export};
use tilewright_formats::tiled::Map;
use tilewright_pathplan::tiled::{Line, Results, Sheet};

use super::load::{Source, place};
use crate::{Host, Input, Refusal, Refuse as _};

/// The output that is a map.
pub(super) const OUTPUT: &str = "output";

/// The forms in which maps are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Movingai,
    Text,
    Tmx,
    Tmj,
}

/// The forms that have a place for paths.
pub(super) const EDITORS: &[&str] = &["tmx", "tmj"];

impl Form {
    /// The form that the name of the output asks for, if there is to be one.
    pub(super) fn wanted(host: &dyn Host) -> Result<Option<Self>, Refusal> {
        let form = |ending| match ending {
            "map" => Ok(Self::Movingai),
            "txt" => Ok(Self::Text),
            "tmx" => Ok(Self::Tmx),
            "tmj" => Ok(Self::Tmj),
            _ => Err(anyhow!("the name of the output has no ending of a map"))
                .hint("maps are written as .map, .tmx, .tmj or .txt"),
        };
        host.wanted(OUTPUT).map(form).transpose()
    }

    /// The same, of a map that has a place for paths.
    pub(super) fn wanted_with_paths(host: &dyn Host) -> Result<Option<Self>, Refusal> {
        let form = Self::wanted(host)?;
        if form.is_none_or(Self::is_editors) {
            return Ok(form);
        }
        Err(anyhow!("such a map has no place for a path"))
            .hint("paths are written as .tmx or .tmj")
    }

    pub(super) const fn is_editors(self) -> bool {
        matches!(self, Self::Tmx | Self::Tmj)
    }
}

/// A map as a file, and those beside it that it names.
#[derive(Debug)]
pub(super) struct Saved {
    pub(super) bytes: Vec<u8>,
    pub(super) beside: Vec<(String, Vec<u8>)>,
}

impl Saved {
    /// A file with none beside it.
    pub(super) const fn alone(bytes: Vec<u8>) -> Self {
        Self { bytes, beside: Vec::new() }
    }

    /// A map for the editor, and its sheets.
    pub(super) fn editors(
        form: Form,
        map: &Map,
        sheets: &[Sheet],
    ) -> Result<Self, Refusal> {
        let text = if form == Form::Tmj { map.to_tmj() } else { map.to_tmx() };
        let mut beside = Vec::new();
        for Sheet { name, tileset, picture } in sheets {
            beside.push((format!("{name}.tsx"), tileset.to_tsx().into_bytes()));
            beside
                .push((format!("{name}.png"), export(picture, None, Format::Png, &())?));
        }
        Ok(Self { bytes: text.into_bytes(), beside })
    }

    /// A map, what it was read from and where it stood, with paths in it.
    pub(super) fn with_paths(
        host: &dyn Host,
        read: (&tilewright_pathplan::Map, &Source, &Input),
        lines: Vec<Line>,
        form: Form,
    ) -> Result<Self, Refusal> {
        let (mut file, mut sheets) = as_editors(host, read)?;
        sheets.push(Results { lines }.put(&mut file)?);
        Self::editors(form, &file, &sheets)
    }
}

/// The map of the editor that the input was, or that shows what it says, and what belongs beside
/// it where it is written.
pub(super) fn as_editors(
    host: &dyn Host,
    (map, source, from): (&tilewright_pathplan::Map, &Source, &Input),
) -> Result<(Map, Vec<Sheet>), Refusal> {
    if let Source::Tiled(file) = source {
        return Ok((moved(host, file, from)?, Vec::new()));
    }
    let stem = host.stem(OUTPUT).unwrap_or("map");
    let (file, sheet) = map.to_tiled(&format!("{stem}-tiles"))?;
    Ok((file, vec![sheet]))
}

/// A map of the editor with the names of its files as they are where it is written.
pub(super) fn moved(host: &dyn Host, file: &Map, from: &Input) -> Result<Map, Refusal> {
    let mut file = file.clone();
    let lead = host.lead(OUTPUT, place(from));
    let lead =
        lead.ok_or_else(|| anyhow!("no relative path leads to the files of {from}"));
    file.rebase(&lead.hint("write the map beside the one that was read")?);
    Ok(file)
}
