//! A call: its arguments become a request, and the answer what a client shows.

use std::fmt::Write as _;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::anyhow;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject};
use serde_json::{Map, Value, json};
use tilewright_draw::Format;
use tilewright_grid::unlocked;
use tilewright_tasks::{Entry, Job, Refusal, Refuse as _, ServedAnswer, Verdict, events};
use tokio::sync::mpsc::UnboundedSender;

use super::door::{Stop, ToolDoor};
use super::server::Desk;
use super::tools::{OVERWRITE, PICTURE, WRITE};

/// The most bytes of an answer: more would fill what an agent can remember.
const MOST: usize = 1 << 18;
/// What helps where an answer is larger.
const LESS: &str = "ask for less at once, or have it written to files";
/// The most bytes of a picture.
const LARGEST: usize = 4 << 20;

/// Runs a task.
pub(super) fn of(
    desk: &Desk,
    entry: &'static Entry,
    arguments: JsonObject,
    stop: &Stop,
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
    stop: &Stop,
    progress: Option<UnboundedSender<Value>>,
) -> Result<CallToolResult, Refusal> {
    let wanted = WantedFiles::take(&mut request, desk)?;
    let door = ToolDoor {
        folder: &desk.folder,
        stop: stop.clone(),
        begun: Instant::now(),
        outputs: wanted.outputs(),
        progress,
        notes: Mutex::default(),
    };
    let job = Job::new(entry, request)?;
    job.check(&door.outputs)?;
    wanted.check_folder(&job)?;
    let served = job.run(&door)?;

    let written = wanted.write(&served, desk, stop)?;
    let mut content =
        vec![ContentBlock::text(text_of(&served, &unlocked(door.notes), &written))];
    if wanted.picture
        && let Some(bytes) = served.picture(Format::Png, stop)?
    {
        if bytes.len() > LARGEST {
            return Err(anyhow!("the picture has {} bytes", bytes.len()))
                .hint("leave it out, or ask for less");
        }
        content.push(ContentBlock::image(BASE64_STANDARD.encode(bytes), "image/png"));
    }

    let mut result = CallToolResult::success(content);
    result.is_error = Some(served.answer.verdict() == Verdict::Wrong);
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
        let named = match request.remove(WRITE) {
            None => Map::new(),
            Some(Value::Object(files)) => files,
            Some(other) => {
                let what = anyhow!(
                    "expected an object of outputs with names of files, found {other}"
                );
                return Err(Refusal::at(WRITE, what));
            }
        };
        if !named.is_empty() && !desk.can_write {
            return Err(anyhow!("this server writes no files"))
                .hint("leave `write` out, or have it started with --write");
        }

        let file = |(output, name): (String, Value)| match name {
            Value::String(name) => Ok((output, name)),
            other => Err(Refusal::at(
                WRITE,
                anyhow!("expected the name of a file for `{output}`, found {other}"),
            )),
        };
        let files = named.into_iter().map(file).collect::<Result<Vec<_>, _>>()?;
        let wanted = Self { picture, files, overwrites };
        wanted.files.iter().try_for_each(|(_, name)| wanted.check(name, desk))?;
        Ok(wanted)
    }

    /// Refuses the name of a file for what becomes a folder of several.
    fn check_folder(&self, job: &Job) -> Result<(), Refusal> {
        let own = self.files.iter().find(|(output, _)| output == "output");
        match own {
            Some((_, name))
                if job.request.folder().is_some() && !ending(name).is_empty() =>
            {
                Err(anyhow!("{name} is the name of a file, and this call makes several"))
                    .hint("name a folder, without an ending, or ask for one answer")
            }
            _ => Ok(()),
        }
    }

    /// The outputs with their endings.
    fn outputs(&self) -> Vec<(String, String)> {
        let files = self.files.iter();
        let mut outputs: Vec<_> = files
            .map(|(output, name)| (output.clone(), ending(name).to_owned()))
            .collect();
        if self.picture && outputs.iter().all(|(output, _)| output != PICTURE) {
            outputs.push((PICTURE.to_owned(), "png".to_owned()));
        }
        outputs
    }

    /// Writes the files, and returns their names.
    fn write(
        &self,
        served: &ServedAnswer,
        desk: &Desk,
        stop: &Stop,
    ) -> Result<Vec<String>, Refusal> {
        let mut written = Vec::new();
        for ((output, name), (_, ending)) in self.files.iter().zip(self.outputs()) {
            for (path, bytes) in made(served, (output, name), &ending, stop)? {
                self.check(&path, desk)?;
                desk.folder
                    .make_way(&path)
                    .and_then(|()| desk.folder.write(&path, &bytes))
                    .map_err(|error| anyhow!("{path}: {error}"))?;
                written.push(path);
            }
        }
        Ok(written)
    }

    /// Refuses a file that is there already, unless it may be replaced.
    fn check(&self, path: &str, desk: &Desk) -> Result<(), Refusal> {
        if self.overwrites || desk.folder.reader(path).is_err() {
            return Ok(());
        }
        Err(anyhow!("{path} is there already"))
            .hint("name another file, or set `overwrite`")
    }
}

/// The ending of a file's name, without the dot.
fn ending(name: &str) -> &str {
    let own = name.rsplit('/').next().unwrap_or(name);
    own.rsplit_once('.').map_or("", |it| it.1)
}

/// The files of an output under the names that they get: a folder has all of them, and a file those beside it.
fn made(
    served: &ServedAnswer,
    (output, name): (&str, &str),
    ending: &str,
    stop: &Stop,
) -> Result<Vec<(String, Vec<u8>)>, Refusal> {
    if output == PICTURE {
        let picture = served.picture(Format::from_path(name.as_ref())?, stop)?;
        return Ok(picture.into_iter().map(|bytes| (name.to_owned(), bytes)).collect());
    }

    let is_folder = output == "output" && served.request.folder().is_some();
    let dot = if ending.is_empty() { "" } else { "." };
    let own = format!("{output}{dot}{ending}");
    let beside =
        if is_folder { Some(name) } else { name.rsplit_once('/').map(|it| it.0) };
    let named = |(part, bytes): (String, Vec<u8>)| {
        let path = match beside {
            _ if part == own => name.to_owned(),
            Some(folder) => format!("{folder}/{part}"),
            None => part,
        };
        (path, bytes)
    };
    // What is one file elsewhere has a file for each part in a folder.
    let files = served.files(output, ending)?.into_iter();
    Ok(files.filter(|(part, _)| !is_folder || *part != own).map(named).collect())
}

/// The answer for who reads it, with notes, warnings and the names of files.
fn text_of(served: &ServedAnswer, notes: &[String], written: &[String]) -> String {
    let mut text = served.text();
    for note in notes {
        let _ = writeln!(text, "{note}");
    }
    for warning in &served.warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    for name in written {
        let _ = writeln!(text, "written: {name}");
    }
    let verdict = events::word(served.answer.verdict());
    if verdict != "done" {
        let _ = writeln!(text, "verdict: {verdict}");
    }
    // What is cut is said, and the rest is not lost.
    if text.len() > MOST {
        let whole = text.len();
        text.truncate(text.floor_char_boundary(MOST));
        let _ = write!(text, "\n… cut: {whole} bytes in all; {LESS}\n");
    }
    text
}

/// The answer for programs: its lines of JSON, with the verdict.
fn document_of(served: &ServedAnswer, written: &[String]) -> Result<Value, Refusal> {
    let lines = served.json()?;
    let is_whole = lines.len() <= MOST;
    let shown = if is_whole { &lines[..] } else { &[] };
    let shown = String::from_utf8_lossy(shown);
    let answers = shown.lines().map(serde_json::from_str);
    let answers = answers.collect::<Result<Vec<Value>, _>>()?;
    let mut document = json!({
        "verdict": events::word(served.answer.verdict()),
        "answers": answers,
    });
    if !is_whole {
        let size = lines.len();
        document["omitted"] = json!(format!("the answer has {size} bytes: {LESS}"));
    }
    if !written.is_empty() {
        document["written"] = json!(written);
    }
    Ok(document)
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
        let _ = write!(text, "\nhint: {hint}");
    }
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    result.structured_content = Some(document);
    result
}
