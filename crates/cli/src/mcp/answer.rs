//! A call: its arguments become a request, and the answer what a client shows.

use std::time::Instant;

use anyhow::anyhow;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject};
use serde_json::{Map, Value, json};
use tilewright_draw::Format;
use tilewright_tasks::{Entry, Refusal, Refuse as _, ServedAnswer, events, serve};
use tokio::sync::mpsc::UnboundedSender;

use super::door::{Stop, ToolDoor};
use super::server::Desk;
use super::tools::{FILES, OVERWRITE, PICTURE};

/// The most bytes of an answer: more would fill what an agent can remember.
const MOST: usize = 1 << 18;
/// The most bytes of a picture.
const LARGEST: usize = 4 << 20;

/// Runs a task.
pub(super) fn of(
    desk: &Desk,
    entry: &'static Entry,
    arguments: JsonObject,
    stop: Stop,
    progress: Option<UnboundedSender<Value>>,
) -> CallToolResult {
    match served(desk, entry, arguments, stop, progress) {
        Ok(result) => result,
        Err(refusal) => refused(&refusal),
    }
}

fn served(
    desk: &Desk,
    entry: &'static Entry,
    mut request: Map<String, Value>,
    stop: Stop,
    progress: Option<UnboundedSender<Value>>,
) -> Result<CallToolResult, Refusal> {
    let wanted = WantedFiles::take(&mut request, desk)?;
    let door = ToolDoor {
        folder: &desk.folder,
        stop,
        begun: Instant::now(),
        outputs: wanted.outputs(),
        progress,
    };
    let served = serve(entry, request, &door)?;

    let written = wanted.write(&served, desk)?;
    let mut content = vec![ContentBlock::text(text_of(&served, &written)?)];
    if wanted.picture
        && let Some(bytes) = served.picture(Format::Png, &door.stop)?
    {
        if bytes.len() > LARGEST {
            return Err(anyhow!("the picture has {} bytes", bytes.len()))
                .hint("leave it out, or ask for less");
        }
        content.push(ContentBlock::image(BASE64_STANDARD.encode(bytes), "image/png"));
    }

    let mut result = CallToolResult::success(content);
    result.structured_content = Some(document_of(&served, &written)?);
    Ok(result)
}

/// The files that a call asks for.
struct WantedFiles {
    picture: bool,
    /// The names of outputs with those of files.
    files: Vec<(String, String)>,
    overwrites: bool,
}

impl WantedFiles {
    /// Takes the keys of the door out of a request.
    fn take(request: &mut Map<String, Value>, desk: &Desk) -> Result<Self, Refusal> {
        let mut switch = |key: &str| match request.remove(key) {
            None => Ok(false),
            Some(Value::Bool(value)) => Ok(value),
            Some(other) => {
                Err(Refusal::at(key, anyhow!("expected true or false, found {other}")))
            }
        };
        let (picture, overwrites) = (switch(PICTURE)?, switch(OVERWRITE)?);
        let named = match request.remove(FILES) {
            None => Map::new(),
            Some(Value::Object(files)) => files,
            Some(other) => {
                let what = anyhow!(
                    "expected an object of outputs with names of files, found {other}"
                );
                return Err(Refusal::at(FILES, what));
            }
        };
        if !named.is_empty() && !desk.can_write {
            return Err(anyhow!("this server writes no files"))
                .hint("leave `files` out, or have it started with --write");
        }

        let file = |(output, name): (String, Value)| match name {
            Value::String(name) => Ok((output, name)),
            other => Err(Refusal::at(
                FILES,
                anyhow!("expected the name of a file for `{output}`, found {other}"),
            )),
        };
        let files = named.into_iter().map(file).collect::<Result<Vec<_>, _>>()?;
        let taken = files
            .iter()
            .find(|(_, name)| !overwrites && desk.folder.reader(name).is_ok());
        if let Some((_, name)) = taken {
            return Err(anyhow!("{name} is there already"))
                .hint("name another file, or set `overwrite`");
        }
        Ok(Self { picture, files, overwrites })
    }

    /// The outputs with their endings.
    fn outputs(&self) -> Vec<(String, String)> {
        let ending = |name: &str| {
            name.rsplit('/')
                .next()
                .and_then(|own| own.rsplit_once('.'))
                .map_or("", |it| it.1)
                .to_owned()
        };
        let files = self.files.iter();
        let mut outputs: Vec<_> =
            files.map(|(output, name)| (output.clone(), ending(name))).collect();
        if self.picture && outputs.iter().all(|(output, _)| output != PICTURE) {
            outputs.push((PICTURE.to_owned(), "png".to_owned()));
        }
        outputs
    }

    /// Writes the files, and returns their names.
    fn write(&self, served: &ServedAnswer, desk: &Desk) -> Result<Vec<String>, Refusal> {
        let mut written = Vec::new();
        for ((output, name), (_, ending)) in self.files.iter().zip(self.outputs()) {
            let made = if output == PICTURE {
                let format = Format::from_path(name.as_ref())?;
                let picture = served.picture(format, &())?;
                picture.into_iter().map(|bytes| (String::new(), bytes)).collect()
            } else {
                served.files(output, &ending)?
            };
            let own =
                format!("{output}{}{ending}", if ending.is_empty() { "" } else { "." });
            for (part, bytes) in made {
                let beside = name.rsplit_once('/').map_or("", |it| it.0);
                let path = match part.as_str() {
                    // A folder has all of them, and a file those beside it.
                    "" => name.clone(),
                    part if part == own => name.clone(),
                    part if ending.is_empty() => format!("{name}/{part}"),
                    part if beside.is_empty() => part.to_owned(),
                    part => format!("{beside}/{part}"),
                };
                let is_there = !self.overwrites && desk.folder.reader(&path).is_ok();
                if is_there {
                    return Err(anyhow!("{path} is there already"))
                        .hint("name another file, or set `overwrite`");
                }
                desk.folder
                    .write(&path, &bytes)
                    .map_err(|error| anyhow!("{path}: {error}"))?;
                written.push(path);
            }
        }
        Ok(written)
    }
}

/// The answer for who reads it, with warnings and the names of files.
fn text_of(served: &ServedAnswer, written: &[String]) -> Result<String, Refusal> {
    let mut text = served.text();
    for warning in &served.warnings {
        text += &format!("warning: {warning}\n");
    }
    for name in written {
        text += &format!("written: {name}\n");
    }
    let verdict = events::word(served.answer.verdict());
    if verdict != "done" {
        text += &format!("verdict: {verdict}\n");
    }
    bounded(text)
}

/// The answer for programs: its lines of JSON, with the verdict.
fn document_of(served: &ServedAnswer, written: &[String]) -> Result<Value, Refusal> {
    let lines = bounded(String::from_utf8_lossy(&served.json()?).into_owned())?;
    let lines = lines.lines().map(serde_json::from_str);
    let answers = lines.collect::<Result<Vec<Value>, _>>()?;
    let mut document = json!({
        "verdict": events::word(served.answer.verdict()),
        "answers": answers,
    });
    if !written.is_empty() {
        document["written"] = json!(written);
    }
    Ok(document)
}

fn bounded(text: String) -> Result<String, Refusal> {
    if text.len() <= MOST {
        return Ok(text);
    }
    Err(anyhow!("the answer has {} bytes, of {MOST} at most", text.len()))
        .hint("ask for less at once, or for files")
}

/// A text as an answer.
pub(super) fn text(text: String) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

/// A refusal as an answer: agents read it and call again.
pub(super) fn refused(refusal: &Refusal) -> CallToolResult {
    let document = events::refused(refusal);
    let mut text = format!("error: {refusal}");
    if let Some(key) = &refusal.key {
        text = format!("error: `{key}`: {refusal}");
    }
    if let Some(hint) = document["hint"].as_str() {
        text += &format!("\nhint: {hint}");
    }
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    result.structured_content = Some(document);
    result
}
