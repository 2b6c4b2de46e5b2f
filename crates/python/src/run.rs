//! Runs a task while Python stays responsive.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use anyhow::anyhow;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::{Map, Value};
use tilewright_tasks::{Refusal, Refuse as _, ServedAnswer, find};

use crate::answer::{TaskAnswer, is_formless, to_python};
use crate::host::{Inputs, PythonDoor, TaskInputs};
use crate::lists::listed;
use crate::pool::pool;

/// How often Ctrl-C is looked for. Chosen: far below the 100 ms in which a task has to stop, and rarely
/// enough that taking the lock of Python hardly counts.
const BEAT: Duration = Duration::from_millis(20);

/// How many events may wait for the function that receives them; then the task waits. Chosen: a slow
/// function takes no more memory than these documents, and a short pause of it holds up nothing.
const WAITING: usize = 64;

/// Runs a request, a JSON document, and returns its answer.
///
/// `outputs` are those that are asked for with their endings, `paths` where some of them are written when they are made, `inputs` data by the names that the request uses,
/// `earlier` files of outputs that the run resumes. If Ctrl-C or an exception of `on_event` stops the work, that exception
/// is returned, with the answer so far if there is one.
#[pyfunction]
#[pyo3(signature = (task, request, *, outputs, paths, inputs, earlier, on_event))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn run(
    py: Python<'_>,
    task: &str,
    request: &str,
    outputs: BTreeMap<String, String>,
    paths: BTreeMap<String, PathBuf>,
    inputs: BTreeMap<String, Vec<u8>>,
    earlier: BTreeMap<String, Vec<u8>>,
    on_event: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Option<TaskAnswer>, Option<PyErr>)> {
    let document = document(request)?;
    let outputs = outputs.into_iter().collect();
    let given = TaskInputs { inputs, outputs, paths, earlier, share: None };
    let job = to_python(py, Job::new(task, document, given))?;
    let (done, stopped) = job.run(py, on_event)?;
    answer_of(py, done, stopped)
}

/// The answer of a job as far as there is one, and what stopped it.
pub(crate) fn answer_of(
    py: Python<'_>,
    ended: Result<FinishedJob, Refusal>,
    stopped: Option<PyErr>,
) -> PyResult<(Option<TaskAnswer>, Option<PyErr>)> {
    if stopped.is_some() && ended.is_err() {
        return Ok((None, stopped));
    }
    let FinishedJob { served, given, .. } = to_python(py, ended)?;
    Ok((Some(TaskAnswer::new(served, given.outputs)), stopped))
}

/// A request as a document.
pub(crate) fn document(request: &str) -> PyResult<Map<String, Value>> {
    serde_json::from_str(request)
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A refusal that is about one key.
fn of_key(refusal: Refusal, key: &str) -> Refusal {
    Refusal { key: Some(key.to_owned()), ..refusal }
}

/// A request that was checked, with all that it needs.
pub(crate) struct Job {
    pub(crate) task: tilewright_tasks::Job,
    pub(crate) given: TaskInputs,
}

/// A job that was done.
pub(crate) struct FinishedJob {
    pub(crate) given: TaskInputs,
    pub(crate) served: ServedAnswer,
    /// The files that were read, by their names.
    pub(crate) read: Inputs,
}

impl Job {
    /// A job that makes its outputs.
    pub(crate) fn new(
        task: &str,
        document: Map<String, Value>,
        given: TaskInputs,
    ) -> Result<Self, Refusal> {
        let mut job = Self::without_outputs(task, document, given)?;
        let (entry, given) = (job.task.entry, &mut job.given);
        given.set_picture(&*job.task.request);
        for (output, ending) in &given.outputs {
            let is_word = !ending.is_empty() && !given.paths.contains_key(output);
            if is_word && is_formless(entry, output) {
                let wrong: Result<(), _> =
                    Err(anyhow!("expected True or a path, found {ending:?}"));
                let hint = format!("write ./{ending} for a file or folder of that name");
                wrong.hint(hint).map_err(|it| of_key(it, output))?;
            }
        }
        job.task.check(&job.given.outputs)?;
        Ok(job)
    }

    /// A job whose outputs are not checked: a part of a run makes none.
    pub(crate) fn without_outputs(
        task: &str,
        document: Map<String, Value>,
        given: TaskInputs,
    ) -> Result<Self, Refusal> {
        let entry = find(task)?;
        let mut task = tilewright_tasks::Job::new(entry, listed(entry, document))?;
        // The parts of a run share the seed, which is known before the first begins.
        let stop = AtomicBool::new(false);
        task.set_seed(&PythonDoor::new(&given, &stop, None));
        Ok(Self { task, given })
    }

    /// Does the work on the threads of the pool. Returns its answer, and what stopped it.
    pub(crate) fn run(
        self,
        py: Python<'_>,
        on_event: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Result<FinishedJob, Refusal>, Option<PyErr>)> {
        let pool = pool()?;
        let stop = AtomicBool::new(false);
        let (sender, events) = sync_channel(WAITING);
        let passed = on_event.is_some().then(|| sender.clone());

        let stop = &stop;
        let Self { task, given } = self;
        let mut ended = None;
        let stopped = {
            let (given, ended) = (&given, &mut ended);
            let on_event = on_event.map(|it| it.clone().unbind());
            py.detach(move || {
                pool.in_place_scope(|scope| {
                    scope.spawn(move |_| {
                        let door = PythonDoor::new(given, stop, passed);
                        let served = task.run(&door);
                        let read = door.end().map_err(Refusal::from);
                        *ended = Some(served.and_then(|it| Ok((it, read?))));
                        // The watching thread ends when nobody can send any more.
                        drop(sender);
                    });
                    watch(&events, on_event.as_ref(), stop)
                })
            })
        };

        let ended = ended
            .ok_or_else(|| PyRuntimeError::new_err("the task did not end"))?
            .map(|(served, read)| FinishedJob { given, served, read });
        Ok((ended, stopped))
    }
}

/// Passes on events until the work has ended. Returns what stopped it: Ctrl-C, or an exception of the function
/// that receives events.
fn watch(
    events: &Receiver<String>,
    on_event: Option<&Py<PyAny>>,
    stop: &AtomicBool,
) -> Option<PyErr> {
    let mut stopped = None;
    loop {
        let event = match events.recv_timeout(BEAT) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return stopped,
        };

        // After that, events are only taken off, so that the task does not wait for ever.
        if stopped.is_none() {
            let seen = Python::attach(|py| {
                py.check_signals()?;
                let Some((event, on_event)) = event.zip(on_event) else { return Ok(()) };
                let event = py.import("json")?.call_method1("loads", (event,))?;
                on_event.call1(py, (event,)).map(drop)
            });
            stopped = seen.err();
            if stopped.is_some() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }
}
