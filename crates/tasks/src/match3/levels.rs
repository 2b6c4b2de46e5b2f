//! Reading of levels and models.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::Deserialize;
use serde::de::IgnoredAny;
use tilewright_grid::DocumentError;
use tilewright_match3::{Level, LevelError, SkilledBot, Template};
use tilewright_match3_design::Model;

use super::claims::{Claims, misspelt};
use crate::input::{self, DASH};
use crate::read::like;
use crate::refusal::in_words;
use crate::{Event, Hint, Host, Input, Refusal, Refuse as _, chain};

/// The maximum size of an input, in bytes; the largest level has 4 kB.
pub(super) const MOST: u64 = 1 << 20;

/// The maximum size of a file that a map refers to, in bytes.
const MOST_BESIDE: u64 = 1 << 26;

/// A level or the error of reading it, with its origin.
pub(super) struct LoadedLevel {
    /// The name of the input.
    pub(super) file: String,
    /// The line, if the input has one level per line.
    pub(super) line: Option<usize>,
    pub(super) level: LevelResult,
}

/// Calls `take` with each level of an input until it returns false. Stdin may have one level per line.
pub(super) fn each(
    host: &dyn Host,
    (index, input): (usize, &Input),
    mut take: impl FnMut(LoadedLevel) -> bool,
) -> bool {
    let file = match input {
        Input::Name(name) => name.clone(),
        Input::Document(_) => format!("levels[{index}]"),
    };
    let mut one = |line, level: LevelResult| {
        let level = level.with_context(|| file.clone());
        take(LoadedLevel { file: file.clone(), line, level })
    };

    // A map is read by its name, since its tilesets are files beside it.
    if let Input::Name(name) = input
        && is_map(Path::new(name))
    {
        let map = template(host, name);
        return one(None, map.and_then(|map| Ok((map.to_level()?, None))));
    }

    let bytes = match input.bytes(host, MOST) {
        Err(error) => return one(None, Err(error)),
        Ok(bytes) => bytes,
    };
    if input.name() != DASH || !is_many(&bytes) {
        let level =
            input::text(bytes, 1).and_then(|text| Ok((text.parse()?, bot_of(&text)?)));
        return one(None, level);
    }

    let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
    let mut lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
    lines.all(|(number, line)| one(Some(number), level_of(line, number)))
}

/// The levels of a folder by name: its .json, .txt, .tmx and .tmj files, except other JSON documents.
pub(super) fn levels_in(host: &dyn Host, folder: &str) -> Result<Vec<String>, Refusal> {
    let files = match host.list(folder) {
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return Ok(vec![folder.to_owned()]);
        }
        files => files.with_context(|| folder.to_owned()),
    };
    let mut files = files.hint("name a folder with levels, or one level")?;

    files.retain(|file| is_level(host, file));
    if files.is_empty() {
        return Err(anyhow!("the folder {folder} has no levels"))
            .hint("levels are .json, .txt, .tmx and .tmj files");
    }

    Ok(files)
}

/// Whether a file is taken for a level, by its name and schema.
fn is_level(host: &dyn Host, file: &str) -> bool {
    let extension = Path::new(file).extension().and_then(|it| it.to_str());
    match extension {
        Some("json") => !is_other_document(host, file),
        Some("txt" | "tmx" | "tmj") => true,
        _ => false,
    }
}

/// Whether a file is a JSON document with another schema than that of a level, and without a layout.
fn is_other_document(host: &dyn Host, file: &str) -> bool {
    #[derive(Deserialize)]
    struct LevelHead {
        schema: String,
        layout: Option<IgnoredAny>,
    }
    let bytes = input::bytes(host, file, MOST).ok();
    let head = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    head.is_some_and(|LevelHead { schema, layout }| {
        layout.is_none() && !schema.starts_with("tilewright/level/")
    })
}

/// Whether a file is a map of the editor Tiled, by its name.
pub(super) fn is_map(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("tmx" | "tmj"))
}

/// The template of a map.
fn template(host: &dyn Host, name: &str) -> anyhow::Result<Template> {
    let bytes = input::bytes(host, name, MOST)?;
    let mut beside = |path: &Path| {
        let name = path.to_str().ok_or(std::io::ErrorKind::InvalidFilename)?;
        input::beside(host, name, MOST_BESIDE)
    };
    Ok(Template::from_map(&bytes, Path::new(name), &mut beside)?)
}

/// The template of an input: text, JSON, a text level of match3-lab, or a map of the editor Tiled.
pub(super) fn read_template(host: &dyn Host, input: &Input) -> Result<Template, Refusal> {
    read_source(host, input).map(|(template, _)| template)
}

/// What is said of levels of other games, to requests that apply to the articles' game only.
pub(super) const NOT_CLASSIC: &str = "this applies to levels of the rules `classic` only: potential and feasibility \
     know lines of three and no pieces";

/// The template of an input, and its text, which is empty for a map.
pub(super) fn read_source(
    host: &dyn Host,
    input: &Input,
) -> Result<(Template, String), Refusal> {
    let read = match input {
        Input::Name(name) if is_map(Path::new(name)) => {
            template(host, name).map(|template| (template, String::new()))
        }
        _ => {
            let text = input.bytes(host, MOST).and_then(|bytes| input::text(bytes, 1));
            text.and_then(|text| Ok((text.parse()?, text)))
        }
    };
    let read = read.map_err(|error| refused(error, input))?;
    if let Some((key, known)) = misspelt(&read.1) {
        let what = format!("{input}: nothing reads the key `{key}`");
        host.tell(Event::Warning(
            &what,
            Some(&format!("did you mean `{known}`?").into()),
        ));
    }
    Ok(read)
}

/// The template of an input, and what its document claims of it.
pub(super) fn read_claimed(
    host: &dyn Host,
    input: &Input,
) -> Result<(Template, Claims), Refusal> {
    let (template, text) = read_source(host, input)?;
    let claims = Claims::of(&text).context("bad band");
    Ok((template, claims.map_err(|error| refused(error, input))?))
}

/// The level of a template without free cells.
pub(super) fn whole(template: &Template, input: &Input) -> Result<Level, Refusal> {
    template.to_level().map_err(|error| refused(error.into(), input))
}

/// The refusal of an input, with a hint.
pub(super) fn refused(error: anyhow::Error, input: &Input) -> Refusal {
    let error = error.context(input.to_string());
    let hint = hint_of(&error);
    Refusal { error, hint, key: None }
}

/// The reason of a refusal, without the name of the input.
pub(super) fn reason(refusal: &Refusal) -> String {
    let causes = refusal.error.chain().skip(1).map(in_words);
    causes.collect::<Vec<_>>().join(": ")
}

/// Whether a text has one level per line: it has several lines and is not a JSON document, but two lines
/// begin like one, or one line is one.
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

/// A level, and the bot that its document names.
type LevelResult = anyhow::Result<(Level, Option<SkilledBot>)>;

/// The bot that the document of a level names.
fn bot_of(text: &str) -> anyhow::Result<Option<SkilledBot>> {
    Ok(Claims::of(text).context("bad band")?.bot)
}

/// The level of a line; errors state the line.
fn level_of(line: &[u8], number: usize) -> LevelResult {
    let text = input::text(line.trim_ascii_end().to_vec(), number)?;
    let level = text.parse().map_err(|error| match error {
        LevelError::Glyph { column, found, expected, .. } => {
            LevelError::Glyph { line: number, column, found, expected }.into()
        }
        LevelError::Ragged { column, expected, found, .. } => {
            LevelError::Ragged { line: number, column, expected, found }.into()
        }
        LevelError::Document(DocumentError::Json { column, what, .. }) => {
            LevelError::Document(DocumentError::Json { line: number, column, what })
                .into()
        }
        error => anyhow::Error::new(error).context(format!("line {number}")),
    });

    Ok((level?, bot_of(&text)?))
}

/// The model of an input.
pub(super) fn model(host: &dyn Host, input: &Input) -> Result<Model, Refusal> {
    let read = input.bytes(host, MOST).and_then(|bytes| input::text(bytes, 1));
    let read = read.and_then(|text| Ok(Model::from_json(&text)?));
    let named = read.map_err(|error| anyhow!("{input}: {}", chain(&error)));
    named.hint("fit a model with {match3/calibrate}")
}

/// The hint for an error of a level or template, if there is one.
pub(super) fn hint_of(error: &anyhow::Error) -> Option<Hint> {
    let hint = match error.downcast_ref()? {
        LevelError::Glyph { .. } => {
            ". is an ordinary cell, # an obstacle, 1 to 4 a blocker, a to d an overlay, _ a hole, and in a \
             template ? a free cell"
        }
        LevelError::Unknown { name, known, .. } => {
            return like(name, known.iter().map(String::as_str));
        }
        LevelError::Free(_) => "fill free cells with {match3/generate} {template}",
        LevelError::NoLayout => {
            "add \"layout\": [\"...\", \"...\", \"...\"]; of JSON of your own {match3/import} makes levels, by a mapping: \
             {map=mapping.toml}"
        }
        _ => return None,
    };
    Some(hint.into())
}
