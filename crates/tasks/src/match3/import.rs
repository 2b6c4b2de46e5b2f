//! `match3/import`: reads levels of a studio's own JSON.

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use serde_with::skip_serializing_none;
use tilewright_grid::DocumentError;
use tilewright_match3::Json;
use tilewright_match3::mapping::{MappedLevel, Mapping};

use super::levels::MOST;
use super::{mapped, series};
use crate::{
    Answer, Event, Head, Host, Input, Medium, NamedOutput, Output, OutputFile, OwnFile,
    Refusal, Refuse as _, Task, chain, input,
};

/// Read levels of a studio's own JSON: a mapping says where their parts stand, and what the codes of their cells mean.
/// `match3/export` with `to` studio writes them back.
///
/// Codes that the mapping does not have are named all at once, with their cells, and nothing is written. What would not
/// come back is named too.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["levels", "map"]))]
pub struct ImportRequest {
    /// JSON files of the studio, one level each.
    #[schemars(extend("x-value" = "FILE", "x-position" = 1))]
    pub levels: Vec<Input>,
    /// Mapping, a TOML file: `constants` of all levels, `places` of their keys, the `grid` and its `codes`, and if needed
    /// `layers`, `lists` and `goals`.
    #[schemars(extend("x-value" = "FILE"))]
    pub map: Option<Input>,
}

impl Task for ImportRequest {
    const NAME: &'static str = "match3/import";
    const OUTPUTS: &'static [Output] = &[Output::File(NamedOutput {
        name: "output",
        what: "levels",
        endings: &[],
        help: "Write the level here; default: stdout. Several levels are written to a folder of this name, each with \
               the name of its file.",
    })];

    fn check(&self) -> Result<(), Refusal> {
        if self.levels.is_empty() {
            return Err(Refusal::missing("levels"));
        }
        self.map.as_ref().map(drop).ok_or_else(|| Refusal::missing("map"))?;
        mapped::file_names(&self.levels).map(drop)
    }

    fn check_outputs(&self, asked: &[&str]) -> Result<(), Refusal> {
        if self.levels.len() == 1 || asked.contains(&"output") {
            return Ok(());
        }
        Err(anyhow!("{} levels need a folder for their files", self.levels.len()))
            .hint("name it with {output}")
    }

    fn folder(&self) -> Option<OwnFile> {
        (self.levels.len() > 1).then_some(mapped::is_json as OwnFile)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let map = self.map.as_ref().ok_or_else(|| Refusal::missing("map"))?;
        let mapping = mapped::read(host, map)?;

        let read = self.levels.iter().map(|input| {
            let (file, read) = (input.to_string(), level(host, &mapping, input)?);
            mapped::check_whole(&read, &file, host)?;
            Ok(ImportedLevel { file, read })
        });
        let levels = whole(read.collect(), host)?;
        for ImportedLevel { file, read } in &levels {
            for path in &read.lost {
                host.tell(Event::Note(&format!("{file}: does not come back: {path}")));
            }
        }

        if self.levels.len() > 1 {
            let files = mapped::file_names(&self.levels)?.into_iter().zip(&levels);
            let files = files.map(|(name, level)| (name, level.text().into_bytes()));
            let _ = series::hand_out(host, files.collect());
        }
        let is_shown = host.extension("output").is_none();
        if !is_shown {
            host.tell(Event::Note(&imported(&levels)));
        }
        Ok(Box::new(ImportAnswer { levels, is_shown }))
    }
}

/// The level of an input.
fn level(
    host: &dyn Host,
    mapping: &Mapping,
    input: &Input,
) -> Result<MappedLevel, Refusal> {
    let text = input.bytes(host, MOST).and_then(|bytes| input::text(bytes, 1));
    let text = text.with_context(|| input.to_string())?;
    let document = serde_json::from_str(text.trim_start_matches('\u{feff}'));
    let document: Json =
        document.map_err(DocumentError::from).with_context(|| input.to_string())?;

    mapping.read(&document).map_err(|error| {
        let hint = mapped::hint(&error);
        let error = anyhow::Error::new(error).context(input.to_string());
        Refusal { error, hint, key: None }
    })
}

/// All levels, if none was refused. Of several each refusal is reported.
fn whole(
    read: Vec<Result<ImportedLevel, Refusal>>,
    host: &dyn Host,
) -> Result<Vec<ImportedLevel>, Refusal> {
    let all = read.len();
    let (mut levels, mut refused) = (Vec::new(), Vec::new());
    for level in read {
        match level {
            Ok(level) => levels.push(level),
            Err(refusal) => refused.push(refusal),
        }
    }

    if all > 1 && !refused.is_empty() {
        for Refusal { error, hint, .. } in &refused {
            host.tell(Event::Warning(&chain(error), hint.as_ref()));
        }
        let count = refused.len();
        return Err(anyhow!("{count} of {all} levels cannot be read by the mapping"))
            .hint("nothing was written: repair the mapping or the levels first");
    }
    refused.pop().map_or(Ok(levels), Err)
}

/// What was imported, in words.
fn imported(levels: &[ImportedLevel]) -> String {
    match levels {
        [only] => format!("imported {}", only.file),
        _ => {
            format!("imported {} levels, each under the name of its file", levels.len())
        }
    }
}

/// A level and its origin.
struct ImportedLevel {
    file: String,
    read: MappedLevel,
}

impl ImportedLevel {
    /// The document of the level with its other keys.
    fn text(&self) -> String {
        let MappedLevel { level, notes, .. } = &self.read;
        level.to_json_with(&keys(&Json::Object(notes.clone())))
    }
}

/// An object as `serde_json` has it.
fn keys(object: &Json) -> Map<String, Value> {
    serde_json::from_str(&object.to_string()).expect("an object of JSON is one")
}

/// The levels.
struct ImportAnswer {
    levels: Vec<ImportedLevel>,
    /// Whether the level is written to stdout, and not to a file.
    is_shown: bool,
}

/// A level in the document, `tilewright/import/2`.
#[derive(Serialize)]
struct ImportedDocument<'a> {
    file: &'a str,
    lost: &'a [String],
    level: Map<String, Value>,
}

impl Answer for ImportAnswer {
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let levels = self.levels.iter().map(|it| {
            let level = serde_json::from_str(&it.text())?;
            Ok(ImportedDocument { file: &it.file, lost: &it.read.lost, level })
        });
        let levels: Vec<_> = levels.collect::<serde_json::Result<_>>()?;
        head.line("import", &json!({ "levels": levels })).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        match &self.levels[..] {
            [only] if self.is_shown => only.text(),
            _ => String::new(),
        }
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        Ok(match &self.levels[..] {
            [only] => Some(only.text().into()),
            _ => None,
        })
    }
}
