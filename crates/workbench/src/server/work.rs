//! Work on a task: its answer with all that it reported on the way, and runs to their end.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use serde_json::{Map, Value, json};
use tilewright_runs::{Ended, Recorder};
use tilewright_tasks::{Answer, Entry, Head, Medium, Refusal, Transcript, events};

use crate::server::Bench;
use crate::server::fault::Fault;
use crate::server::host::{Made, PageHost, Told};
use crate::server::page::media_type;
use crate::server::run::{Run, Stop};

/// The longest time for a run.
const LONG: Duration = Duration::from_hours(24);

/// An answer with all that the task reported on the way.
pub(crate) struct Done {
    pub(crate) answer: Box<dyn Answer>,
    pub(crate) head: Head,
    pub(crate) made: Made,
}

impl Done {
    /// The answer as the command line prints it with `--json`.
    pub(crate) fn json(&self) -> Result<Vec<u8>, Fault> {
        let mut lines = self.made.transcript.json.clone();
        let answer = self.answer.json(&self.head).map_err(Fault::internal)?;
        lines.extend(answer.unwrap_or_default());
        Ok(lines)
    }

    /// The answer as text for people.
    pub(crate) fn text(&self) -> String {
        self.made.transcript.text.clone() + &self.answer.text(Medium::default())
    }

    /// All files of an output; the file of the output itself is called `answer` with its ending.
    pub(crate) fn files(
        &self,
        output: &str,
        ending: &str,
    ) -> Result<BTreeMap<String, Vec<u8>>, Fault> {
        let mut files = BTreeMap::new();
        let own = if ending.is_empty() {
            output.to_owned()
        } else {
            format!("answer.{ending}")
        };
        for ((of, name), bytes) in &self.made.files {
            if of == output {
                let name = if name.is_empty() { own.clone() } else { name.clone() };
                files.insert(name, bytes.clone());
            }
        }
        let file = self.answer.file(output, ending, &self.head).map_err(Refusal::from)?;
        if let Some(file) = file {
            files.insert(own, file);
            files.extend(self.answer.beside(output).map_err(Refusal::from)?);
        }
        Ok(files)
    }

    /// The file of an output, or all of them in an archive.
    pub(crate) fn file(
        &self,
        output: &str,
        ending: &str,
    ) -> Result<(&'static str, Vec<u8>), Fault> {
        let files = self.files(output, ending)?;
        if files.is_empty() {
            return Err(Fault::wrong("this answer has no such file"));
        }
        if files.len() == 1 {
            let (name, bytes) = files.into_iter().next().unwrap_or_default();
            return Ok((media_type(&name), bytes));
        }
        Ok((media_type("answer.zip"), archive(&files)?))
    }
}

/// Files as a zip archive; the same files give the same bytes.
pub(crate) fn archive(files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, Fault> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let plain = zip::write::SimpleFileOptions::default();
        archive.start_file(name, plain).map_err(Fault::internal)?;
        std::io::Write::write_all(&mut archive, bytes).map_err(Fault::internal)?;
    }
    Ok(archive.finish().map_err(Fault::internal)?.into_inner())
}

/// Runs a task on this thread.
pub(crate) fn work(
    bench: &Bench,
    entry: &'static Entry,
    document: Map<String, Value>,
    outputs: &[(String, String)],
    stop: Stop,
    longest: Duration,
    told: Option<(&Run, &Recorder)>,
) -> Result<Done, Refusal> {
    let request = entry.read(document)?;
    let names: Vec<&str> = outputs.iter().map(|(name, _)| name.as_str()).collect();
    request.check_outputs(&names)?;
    let head = request.head()?;
    let mut host = PageHost::new(bench, &head, stop, longest, outputs);
    if let Some((run, recorder)) = told {
        host = host.telling(Told::new(run, recorder));
    }
    let answer = catch_unwind(AssertUnwindSafe(|| request.run(&host)));
    let answer = answer.unwrap_or_else(|_| {
        Err(anyhow!("the task failed: this is a mistake of the program").into())
    })?;
    let made = host.into_made();
    if let Some(failure) = &made.failure {
        return Err(anyhow!("{failure}").into());
    }
    Ok(Done { answer, head, made })
}

/// Works on a run until it ends, tells how it ended, and records it.
pub(crate) fn work_on(
    bench: &Bench,
    run: &Arc<Run>,
    entry: &'static Entry,
    outputs: &[(String, String)],
    recorder: &Recorder,
) {
    let told = Some((&**run, recorder));
    let request = run.request.clone();
    let mut asked = outputs.to_vec();
    // A picture that comes along is left out where the request has none.
    let is_drawn = entry
        .read(request.clone())
        .is_ok_and(|it| it.check_outputs(&["picture"]).is_ok());
    asked.retain(|(name, _)| name != "picture" || is_drawn);
    let done = work(bench, entry, request, &asked, run.stop().clone(), LONG, told);
    let (event, ended) = match done
        .map_err(|refusal| (events::of_refusal(&refusal), refusal))
    {
        Ok(done) => (events::of_answer(&*done.answer), ended(run, &done, &asked)),
        Err((event, refusal)) => (event, Ended::refused(&refusal, Transcript::default())),
    };
    run.state().end = Some(ended.state.name().to_owned());
    if let Err(fault) = recorder.finish(&ended) {
        run.tell(json!({ "event": "warning", "text": format!("the run was not recorded: {fault}") }));
    }
    run.tell(event);
    run.end();
}

/// What is recorded of a run that has an answer.
fn ended(run: &Run, done: &Done, outputs: &[(String, String)]) -> Ended {
    let json = match done.json() {
        Ok(json) => json,
        Err(fault) => {
            let refusal = anyhow!("{fault}").into();
            return Ended::refused(&refusal, Transcript::default());
        }
    };
    let is_asked = outputs.iter().any(|(name, _)| name == "picture");
    // A stopped run is drawn all the same, if that is quick.
    let still =
        is_asked.then(|| done.answer.drawing(false, &Stop::default()).ok().flatten());
    let still = still.flatten().map(|drawing| drawing.still);
    let svg = still.as_ref().map(tilewright_draw::Picture::to_svg);
    run.state().picture = still.map(Arc::new);
    let mut files = BTreeMap::new();
    for (output, ending) in outputs.iter().filter(|(name, _)| name != "picture") {
        let made = done.files(output, ending).unwrap_or_default();
        files.extend(
            made.into_iter().map(|(name, bytes)| ((output.clone(), name), bytes)),
        );
    }
    let transcript =
        Transcript { json, text: done.text(), note: done.made.transcript.note.clone() };
    let reached = done.answer.reached();
    let state = done.answer.verdict().into();
    Ended { svg, files, reached, ..Ended::answered(state, transcript) }
}

/// The answer of a request as the command line prints it with `--json`.
pub(crate) fn answer_bytes(
    bench: &Bench,
    entry: &'static Entry,
    request: Map<String, Value>,
    stop: &Stop,
) -> Result<Vec<u8>, Fault> {
    work(bench, entry, request, &[], stop.clone(), LONG, None)?.json()
}
