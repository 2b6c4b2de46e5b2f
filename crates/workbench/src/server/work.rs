//! Work on a task: its answer with all that it reported on the way, and runs to their end.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tilewright_runs::{Recorder, RunEnd};
use tilewright_tasks::{Entry, Job, ServedAnswer, events};

use crate::server::Bench;
use crate::server::fault::Fault;
use crate::server::host::PageDoor;
use crate::server::page::media_type;
use crate::server::run::{Run, Stop};

/// The longest time for a run.
pub(crate) const LONG: Duration = Duration::from_hours(24);

/// The file of an output, or all of them in an archive.
pub(crate) fn file(
    served: &ServedAnswer,
    output: &str,
    ending: &str,
) -> Result<(&'static str, Vec<u8>), Fault> {
    let files = served.files(output, ending)?;
    if files.is_empty() {
        return Err(Fault::wrong("this answer has no such file"));
    }
    if files.len() == 1 {
        let (name, bytes) = files.into_iter().next().unwrap_or_default();
        return Ok((media_type(&name), bytes));
    }
    Ok((media_type("answer.zip"), archive(&files)?))
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

/// Works on a run until it ends, tells how it ended, and records it.
pub(crate) fn work_on(
    bench: &Bench,
    run: &Arc<Run>,
    entry: &'static Entry,
    mut outputs: Vec<(String, String)>,
    recorder: &Recorder,
) {
    let served = Job::new(entry, run.request.clone()).and_then(|job| {
        // A picture that comes along is left out where the request has none.
        if job.request.check_outputs(&["picture"]).is_err() {
            outputs.retain(|(name, _)| name != "picture");
        }
        job.check(&outputs)?;
        let mut door = PageDoor::new(bench, run.stop.clone(), LONG, &outputs);
        door.told = Some((run, recorder));
        job.run(&door)
    });
    let (event, ended) = match &served {
        Ok(served) => (events::of_answer(&*served.answer), ended(run, served, &outputs)),
        Err(refusal) => (events::of_refusal(refusal), RunEnd::refused(refusal)),
    };

    run.state().end = Some(ended.state.name().to_owned());
    if let Err(fault) = recorder.finish(&ended) {
        run.tell(json!({ "event": "warning", "text": format!("the run was not recorded: {fault}") }));
    }

    run.tell(event);
    run.end();
}

/// What is recorded of a run that has an answer.
fn ended(run: &Run, served: &ServedAnswer, outputs: &[(String, String)]) -> RunEnd {
    let answered = match RunEnd::answered(served) {
        Ok(answered) => answered,
        Err(error) => return RunEnd::refused(&error.into()),
    };
    let is_asked = outputs.iter().any(|(name, _)| name == "picture");
    // A stopped run is drawn all the same, if that is quick.
    let still =
        is_asked.then(|| served.answer.drawing(false, &Stop::default()).ok().flatten());
    let still = still.flatten().map(|drawing| drawing.still);
    let svg = still.as_ref().map(tilewright_draw::Picture::to_svg);
    run.state().picture = still.map(Arc::new);

    let mut files = BTreeMap::new();
    for (output, ending) in outputs.iter().filter(|(name, _)| name != "picture") {
        let made = served.files(output, ending).unwrap_or_default();
        files.extend(
            made.into_iter().map(|(name, bytes)| ((output.clone(), name), bytes)),
        );
    }

    RunEnd { svg, files, ..answered }
}
