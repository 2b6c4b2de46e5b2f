//! `match3/export`: writes a level in another format.

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use serde_with::skip_serializing_none;
use tilewright_draw::{Format, export};
use tilewright_match3::mapping::MappedDocument;
use tilewright_match3::{
    Goal, JsonObject, Kind, LabText, Level, Template, picture, tiled,
};
use tilewright_match3_design::Analysis;

use super::band::Band;
use super::levels::{read_source, refused, whole};
use super::{mapped, series};
use crate::{
    Answer, Event, Head, Hint, Host, Input, Medium, NamedOutput, Output, OutputFile,
    OwnFile, Refusal, Refuse as _, Task,
};

/// Write a level for another program: as a map of Tiled, a text level of match3-lab, a studio's own JSON, a table, text
/// or JSON. Maps of Tiled and text levels of match3-lab can also be read, by every command that reads a level; a studio's
/// own JSON by `match3/import`.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["levels", "to"]))]
pub struct ExportRequest {
    /// Level: text, JSON, .tmx, .tmj or a text level of match3-lab; several levels if `to` is csv or studio.
    #[schemars(extend("x-value" = "LEVEL", "x-position" = 1))]
    pub levels: Vec<Input>,
    /// Format to write.
    #[schemars(extend("x-value" = "FORMAT"))]
    pub to: Option<LevelFormat>,
    /// Mapping of the studio's own JSON, a TOML file as for `match3/import`, if `to` is studio.
    #[schemars(extend("x-value" = "FILE"))]
    pub map: Option<Input>,
}

/// The format of a written level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LevelFormat {
    /// Map of Tiled in XML; its tileset and image are written beside the file.
    Tmx,
    /// Map of Tiled in JSON.
    Tmj,
    /// Text level of match3-lab, for levels of the rules `lab`.
    Lab,
    /// A studio's own JSON, by the mapping of `map`.
    Studio,
    /// Table with one line per level.
    Csv,
    /// Text.
    Text,
    /// JSON.
    Json,
}

impl LevelFormat {
    const fn is_map(self) -> bool {
        matches!(self, Self::Tmx | Self::Tmj)
    }
}

impl Task for ExportRequest {
    const NAME: &'static str = "match3/export";
    const OUTPUTS: &'static [Output] = &[Output::File(NamedOutput {
        name: "output",
        what: "levels",
        endings: &[],
        help: "Write the level here; default: stdout. Several levels as a studio's own JSON are written to a folder of this \
               name, each with the name of its file.",
    })];

    fn check(&self) -> Result<(), Refusal> {
        if self.levels.is_empty() {
            return Err(Refusal::missing("levels"));
        }

        let to = self.to.ok_or_else(|| Refusal::missing("to"))?;
        let takes_several = matches!(to, LevelFormat::Csv | LevelFormat::Studio);
        if self.levels.len() > 1 && !takes_several {
            return Err(anyhow!(
                "{} levels are given, but only the formats csv and studio take several",
                self.levels.len()
            ))
            .hint("export them one by one, or use {to=csv}");
        }
        if self.is_series() {
            mapped::file_names(&self.levels)?;
        }

        match (to, &self.map) {
            (LevelFormat::Studio, None) => Err(Refusal::missing("map")),
            (LevelFormat::Studio, Some(_)) | (_, None) => Ok(()),
            (_, Some(_)) => Err(Refusal::idle("map", " unless `to` is studio")),
        }
    }

    fn check_outputs(&self, asked: &[&str]) -> Result<(), Refusal> {
        if !self.is_series() || asked.contains(&"output") {
            return Ok(());
        }
        Err(anyhow!("{} levels need a folder for their files", self.levels.len()))
            .hint("name it with {output}")
    }

    fn folder(&self) -> Option<OwnFile> {
        self.is_series().then_some(mapped::is_json as OwnFile)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let to = self.to.ok_or_else(|| Refusal::missing("to"))?;
        let is_shown = host.extension("output").is_none();
        if self.is_series() {
            let report = self.series(host)?;
            return Ok(Box::new(ExportAnswer { report, is_shown: false }));
        }
        if to == LevelFormat::Csv {
            let (table, left_out) = self.table(host)?;
            let report = Report { left_out, ..Report::new(to, table) };
            report.say(host);
            return Ok(Box::new(ExportAnswer { report, is_shown }));
        }

        let input = self.levels.first().ok_or_else(|| Refusal::missing("levels"))?;
        let (template, text) = read_source(host, input)?;
        let mut left_out = left_out(&template, &text, to);
        let data = match to {
            LevelFormat::Lab => {
                let level = whole(&template, input)?;
                let written = lab_text(level, &text).write();
                let written = written.map_err(|error| refused(error.into(), input))?;
                left_out.extend(written.left_out.into_iter().map(str::to_owned));
                written.text
            }
            LevelFormat::Studio => {
                let written = self.studio(host, &whole(&template, input)?, &text)?;
                left_out.clone_from(&written.left_out);
                written.text()
            }
            LevelFormat::Tmx => template.to_map().to_tmx(),
            LevelFormat::Tmj => template.to_map().to_tmj(),
            LevelFormat::Json => json_of(&whole(&template, input)?, &text),
            LevelFormat::Text | LevelFormat::Csv => whole(&template, input)?.to_string(),
        };

        let mut report = Report::new(to, data);
        report.left_out = left_out;
        report.say(host);

        if to.is_map() && is_shown {
            let [tileset, image] = tiled::TILESET;
            let names =
                format!("the map refers to {tileset} and {image}, which are not written");
            let hint = Hint::from("{output} writes them beside the map");
            host.tell(Event::Warning(&names, Some(&hint)));
        }

        Ok(Box::new(ExportAnswer { report, is_shown }))
    }
}

impl ExportRequest {
    /// Whether several files are written to a folder.
    fn is_series(&self) -> bool {
        self.levels.len() > 1 && self.to == Some(LevelFormat::Studio)
    }

    /// Hands out the documents of all levels by the mapping, or of none if one cannot be written.
    fn series(&self, host: &dyn Host) -> Result<Report, Refusal> {
        let mut files = Vec::with_capacity(self.levels.len());
        let mut report = Report::new(LevelFormat::Studio, String::new());
        for (name, input) in
            mapped::file_names(&self.levels)?.into_iter().zip(&self.levels)
        {
            let (template, text) = read_source(host, input)?;
            let written = self.studio(host, &whole(&template, input)?, &text);
            let written = written.map_err(|refusal| Refusal {
                error: refusal.error.context(input.to_string()),
                ..refusal
            })?;
            let keys = written.left_out.iter().map(|key| format!("{key} of {input}"));
            report.left_out.extend(keys);
            files.push((name, written.text().into_bytes()));
        }

        report.say(host);
        let count = files.len();
        if series::hand_out(host, files).is_continue() {
            let done =
                format!("exported {count} levels, each under the name of its file");
            host.tell(Event::Note(&done));
        }
        Ok(report)
    }

    /// The document of a level by the mapping.
    fn studio(
        &self,
        host: &dyn Host,
        level: &Level,
        text: &str,
    ) -> Result<MappedDocument, Refusal> {
        let map = self.map.as_ref().ok_or_else(|| Refusal::missing("map"))?;
        let mapping = mapped::read(host, map)?;
        // By way of the text: the other keys stay in their order.
        let source = if document_of(text).is_empty() {
            json_of(level, text)
        } else {
            text.trim_start_matches('\u{feff}').to_owned()
        };
        let notes: JsonObject = serde_json::from_str(&source)?;
        mapping.write(level, &notes).map_err(|error| {
            let hint = mapped::hint(&error);
            Refusal { error: error.into(), hint, key: None }
        })
    }

    /// The table: one line per level with its rules and measures; and what of the levels it does not have.
    fn table(&self, host: &dyn Host) -> Result<(String, Vec<String>), Refusal> {
        let mut lost = Vec::new();
        let mut table = csv::Writer::from_writer(Vec::new());
        let shares = Kind::SPECIALS.map(Kind::key);
        table.write_record(HEADERS.iter().chain(&shares).chain(&["layout", "rules"]))?;
        for input in &self.levels {
            let (template, text) = read_source(host, input)?;
            table.write_record(record(input, &whole(&template, input)?))?;
            let keys = left_out(&template, &text, LevelFormat::Csv).into_iter();
            // Of one level the key alone says it, as in other formats.
            lost.extend(keys.map(|key| match &self.levels[..] {
                [_] => key,
                _ => format!("{key} of {input}"),
            }));
        }
        let table = table.into_inner().context("the table is kept in memory")?;
        Ok((String::from_utf8(table)?, lost))
    }
}

/// The headers of the columns before those of the lost potential by kind.
const HEADERS: [&str; 9] = [
    "file",
    "rows",
    "columns",
    "colors",
    "goal",
    "moves",
    "potential",
    "open_potential",
    "feasible",
];

/// One line of the table. Under rules without a potential its columns are empty.
fn record(input: &Input, level: &Level) -> Vec<String> {
    let analysis = level.is_classic().then(|| Analysis::of(level));
    let known = |value: &dyn Fn(&Analysis) -> String| {
        analysis.as_ref().map_or_else(String::new, value)
    };
    let mut record = vec![
        input.to_string(),
        level.size().rows.to_string(),
        level.size().columns.to_string(),
        level.colors().to_string(),
        level.goal.as_ref().map_or_else(String::new, Goal::to_string),
        level.moves.map_or_else(String::new, |moves| moves.to_string()),
        known(&|analysis| analysis.potential().to_string()),
        known(&|analysis| analysis.open_potential().to_string()),
        known(&|analysis| analysis.feasibility.is_feasible().to_string()),
    ];

    let share =
        |kind| known(&|analysis: &Analysis| format!("{:.6}", analysis.share(kind)));
    record.extend(Kind::SPECIALS.map(share));
    record.push(level.layout().join("/"));
    let preset = level.rules().as_preset();
    record.push(preset.map_or_else(|| "own".to_owned(), |preset| preset.to_string()));

    record
}

/// The text level of match3-lab that a text is, if it is one.
fn lab_of(text: &str) -> Option<LabText> {
    if LabText::is_one(text) { text.parse().ok() } else { None }
}

/// The JSON of a level. That of a text level of match3-lab has its name and its band too.
fn json_of(level: &Level, text: &str) -> String {
    let json = level.to_json();
    let (Some(lab), Some(keys)) = (lab_of(text), json.strip_suffix("\n}\n")) else {
        return json;
    };
    let band = Band::of(text).ok().flatten().map(|band| ("band", json!(band)));
    let notes = lab.name.map(|name| ("name", json!(name))).into_iter().chain(band);
    let notes = notes.map(|(key, value)| format!(",\n  \"{key}\": {value}"));
    let notes: Vec<_> = notes.collect();
    format!("{keys}{}\n}}\n", notes.concat())
}

/// A level with the name and the band of its text.
fn lab_text(level: Level, text: &str) -> LabText {
    if let Some(lab) = lab_of(text) {
        return lab;
    }
    let document = document_of(text);
    let name = document.get("name").and_then(Value::as_str).map(str::to_owned);
    LabText { level, name, band: percents(text) }
}

/// The band of a text in percents, if a text level of match3-lab can say it.
fn percents(text: &str) -> Option<[u32; 2]> {
    Band::of(text).ok().flatten().and_then(|band| band.percents())
}

/// The keys of a level in JSON; none of another text.
fn document_of(text: &str) -> Map<String, Value> {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap_or_default()
}

/// The keys of a level that the exported format does not have.
fn left_out(template: &Template, text: &str, to: LevelFormat) -> Vec<String> {
    let document = document_of(text);
    let is_kept = |key: &str| {
        to == LevelFormat::Lab
            && match key {
                "name" => document.get(key).is_some_and(Value::is_string),
                _ => key == "band" && percents(text).is_some(),
            }
    };
    let is_other = |key: &&String| !Level::KEYS.contains(&key.as_str()) && !is_kept(key);
    let mut left_out: Vec<_> = document.keys().filter(is_other).cloned().collect();

    let has_notes = matches!(to, LevelFormat::Lab | LevelFormat::Json);
    if let Some(lab) = lab_of(text).filter(|_| !has_notes) {
        let notes = [("name", lab.name.is_some()), ("band", lab.band.is_some())];
        left_out.extend(notes.into_iter().filter(|it| it.1).map(|it| it.0.to_owned()));
    }

    if to == LevelFormat::Csv {
        // The column of the rules has the name of a preset, and that of the colours their number.
        let is_lost = |key: &&str| match *key {
            "rules" => document.get("rules").is_some_and(Value::is_object),
            "colors" => document.get("colors").is_some_and(Value::is_object),
            key => document.get(key).is_some_and(|value| !value.is_null()),
        };
        let keys = ["rules", "colors", "blocks", "cells", "spawners"].into_iter();
        left_out.extend(keys.filter(is_lost).map(str::to_owned));
    }

    if to == LevelFormat::Text {
        let rules =
            [("goal", template.goal.is_some()), ("moves", template.moves.is_some())];
        let lost = rules.into_iter().filter(|rule| rule.1).map(|rule| rule.0);

        // Text has no rules, nor what depends on them.
        if LabText::is_one(text) {
            left_out.push("rules".to_owned());
        }

        let keys = ["rules", "blocks", "cells"].into_iter();
        let keys =
            keys.filter(|key| document.get(*key).is_some_and(|value| !value.is_null()));
        left_out.extend(keys.chain(lost).map(str::to_owned));
    }

    left_out
}

/// The exported level.
struct ExportAnswer {
    report: Report,
    /// Whether it is written to stdout, and not to a file.
    is_shown: bool,
}

/// The document, `tilewright/export/2`.
#[derive(Debug, Serialize)]
struct Report {
    to: LevelFormat,
    left_out: Vec<String>,
    text: String,
}

impl Report {
    const fn new(to: LevelFormat, text: String) -> Self {
        Self { to, left_out: Vec::new(), text }
    }

    /// Says what is left out.
    fn say(&self, host: &dyn Host) {
        for what in &self.left_out {
            host.tell(Event::Note(&format!("left out: {what}")));
        }
    }
}

impl Answer for ExportAnswer {
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        head.line("export", &self.report).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        if self.is_shown { self.report.text.clone() } else { String::new() }
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        let mut file = OutputFile::from(self.report.text.clone());
        if self.report.to.is_map() {
            let [tileset, image] = tiled::TILESET;
            let data = tiled::tileset().to_tsx().into_bytes();
            let drawn = export(&picture::palette(), None, Format::Png, &())?;
            file.beside = vec![(tileset.to_owned(), data), (image.to_owned(), drawn)];
        }
        Ok(Some(file))
    }
}
