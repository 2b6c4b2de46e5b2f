//! Tasks by their documents.

use std::ffi::{c_char, c_int, c_void};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use serde_json::{Map, Value};
use tilewright_draw::Format;
use tilewright_grid::locked;
use tilewright_tasks::{
    Door, Host, Output, Refusal, ServedAnswer, Verdict, find, is_content, serve,
};

use crate::status::{Failure, TwStatus, message_of};

/// Receives what happens while a task runs: an event as a JSON document, of which the book says what each has, or no text at all, when
/// nothing has happened for a while. It is called on the thread that called `tw_run`; what it returns stops the task, unless it is 0. It
/// must not leave by an exception or a long jump.
pub type TwEventCallback = Option<
    extern "C" fn(user: *mut c_void, event: *const c_char, length: usize) -> c_int,
>;

/// The longest time between two calls of the callback: half of what a task may take to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// The answer of a task in its forms.
pub(crate) struct HeldAnswer {
    json: Vec<u8>,
    text: Vec<u8>,
    picture: Vec<u8>,
}

impl HeldAnswer {
    /// A form by its name.
    pub(crate) fn form(&self, name: &str) -> Result<&[u8], Failure> {
        match name {
            "json" => Ok(&self.json),
            "text" => Ok(&self.text),
            "picture" => Ok(&self.picture),
            _ => Err(Failure::argument(format!(
                "form is `{name}`, expected json, text or picture"
            ))),
        }
    }
}

/// The door of a call: files by their names, relative to the folder of the process.
struct CDoor {
    begun: Instant,
    /// Where events go; none at the end, so that nobody waits for more.
    events: Mutex<Sender<Option<String>>>,
    stopped: AtomicBool,
    outputs: Vec<(String, String)>,
}

impl Host for CDoor {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        if is_content(name) {
            return Ok(Box::new(Cursor::new(name.to_owned())));
        }
        Ok(Box::new(BufReader::new(File::open(name)?)))
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                let path = Path::new(folder).join(entry.file_name());
                names.push(path.to_string_lossy().into_owned());
            }
        }
        names.sort();
        Ok(names)
    }

    fn look(&self) -> ControlFlow<()> {
        if self.stopped.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn nanos(&self) -> Option<u64> {
        u64::try_from(self.begun.elapsed().as_nanos()).ok()
    }
}

impl Door for CDoor {
    fn outputs(&self) -> &[(String, String)] {
        &self.outputs
    }

    fn document(&self, event: Value) {
        // Nobody listens any more where the call is at its end.
        let _ = locked(&self.events).send(Some(event.to_string()));
    }
}

/// Runs a request, a document with the name of its task; `picture` is the format of the picture that is wanted, or empty. `tell` receives
/// events, and is asked at least every [`PATIENCE`] whether to stop. It stays on this thread: the task has one of its own.
pub(crate) fn run(
    request: &str,
    picture: &str,
    mut tell: impl FnMut(&str) -> bool,
) -> Result<(TwStatus, HeldAnswer), Failure> {
    let mut document: Map<String, Value> = serde_json::from_str(request)
        .map_err(|error| Failure::argument(format!("request: {error}")))?;
    let Some(Value::String(task)) = document.remove("task") else {
        return Err(Failure::argument(
            "request has no `task`, such as \"match3/generate\"",
        ));
    };
    let entry = find(&task)?;
    let mut outputs = Vec::new();
    if !picture.is_empty() {
        if !entry.outputs.iter().any(|output| matches!(output, Output::Picture(_))) {
            return Err(Refusal::from(anyhow!("{task} has no picture")).into());
        }
        outputs.push(("picture".to_owned(), picture.to_owned()));
    }

    let (events, told) = mpsc::channel();
    let door = CDoor {
        begun: Instant::now(),
        events: Mutex::new(events),
        stopped: AtomicBool::new(false),
        outputs,
    };
    let stop = |is_over: bool| {
        if is_over {
            door.stopped.store(true, Ordering::Relaxed);
        }
    };
    let served = thread::scope(|scope| {
        let work = scope.spawn(|| {
            let served = serve(entry, document, &door);
            let _ = locked(&door.events).send(None);
            served
        });
        while !work.is_finished() {
            match told.recv_timeout(PATIENCE) {
                Ok(Some(event)) => stop(tell(&event)),
                Err(RecvTimeoutError::Timeout) => stop(tell("")),
                Ok(None) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        work.join()
    });
    while let Ok(Some(event)) = told.try_recv() {
        tell(&event);
    }
    let served = served
        .map_err(|panic| Failure::new(TwStatus::Bug, message_of(&*panic)))
        .and_then(|served| Ok(served?))?;
    let status = match served.answer.verdict() {
        Verdict::Done => TwStatus::Ok,
        Verdict::No | Verdict::Wrong => TwStatus::No,
        Verdict::Stopped => TwStatus::Stopped,
    };
    Ok((status, forms(&served, picture)?))
}

fn forms(served: &ServedAnswer, picture: &str) -> Result<HeldAnswer, Failure> {
    let refused = |error: anyhow::Error| Failure::from(Refusal::from(error));
    let drawn = if picture.is_empty() {
        None
    } else {
        let format = Format::from_path(format!("answer.{picture}").as_ref());
        let format = format.map_err(|error| refused(error.into()))?;
        served.picture(format, &())?
    };
    Ok(HeldAnswer {
        json: served.json().map_err(|error| refused(error.into()))?,
        text: served.text().into_bytes(),
        picture: drawn.unwrap_or_default(),
    })
}
