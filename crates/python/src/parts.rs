//! Runs that are divided into parts, which other processes do.

use std::collections::BTreeMap;

use anyhow::anyhow;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::Value;
use tilewright_grid::Seed;
use tilewright_tasks::Verdict::Stopped;
use tilewright_tasks::parts::{Header, Part, PartItems, PartLog};
use tilewright_tasks::{Refusal, Refuse as _};

use crate::answer::{TaskAnswer, to_python};
use crate::host::{Inputs, TaskInputs};
use crate::run::{FinishedJob, Job, answer_of, document};

/// Divides a request, a JSON document, into `of` parts: reads its inputs, and checks that it can be divided and
/// that its outputs can be made.
///
/// Returns the request with its seed, its inputs, and the numbers of the parts whose files `found` holds, by their names.
#[pyfunction]
#[pyo3(signature = (task, request, of, *, outputs, inputs, found))]
pub(crate) fn divide(
    py: Python<'_>,
    task: &str,
    request: &str,
    of: i64,
    outputs: BTreeMap<String, String>,
    inputs: Inputs,
    found: Vec<(String, Vec<u8>)>,
) -> PyResult<(String, Inputs, Vec<u32>)> {
    let mut document = document(request)?;
    let checked = || -> Result<_, Refusal> {
        let of = parts(of)?;
        let read = found.into_iter().map(|(name, bytes)| PartLog::read(&name, &bytes));
        let found = read.collect::<Result<Vec<_>, _>>()?;
        let known = found.first().and_then(|part| part.header.seed);
        if let Some(Seed(seed)) = known
            && document.get("seed").is_none_or(Value::is_null)
        {
            document.insert("seed".to_owned(), seed.into());
        }
        let outputs = outputs.into_iter().collect();
        let given =
            TaskInputs { inputs: inputs.clone(), outputs, ..TaskInputs::default() };
        let mut job = Job::new(task, document, given)?;
        job.task.request.check_divided()?;
        job.given = trial(inputs, &mut job)?;
        Ok((job, found, of))
    };

    let (job, found, of) = to_python(py, checked())?;
    let shared = to_python(py, job.task.request.document())?;
    let FinishedJob { given, read, .. } = done(py, job.run(py, None)?)?;
    let header = given.share.as_ref().map(PartItems::header);
    let numbers = found.iter().map(|part| {
        header.as_ref().map_or(Ok(()), |header| part.check(header, of))?;
        Ok(part.header.part.map_or(0, Part::number))
    });
    let numbers = to_python(py, numbers.collect::<Result<Vec<_>, Refusal>>())?;
    let mut inputs = given.inputs;
    inputs.extend(read);
    Ok((Value::from(shared).to_string(), inputs, numbers))
}

/// Does a part, such as `2/5`, of a request that was divided. Returns the content of its file; `None` with the
/// exception that stopped it.
#[pyfunction]
#[pyo3(signature = (task, request, part, *, inputs, on_event))]
pub(crate) fn part<'py>(
    py: Python<'py>,
    task: &str,
    request: &str,
    part: &str,
    inputs: Inputs,
    on_event: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Option<Bound<'py, PyBytes>>, Option<PyErr>)> {
    let document = document(request)?;
    let checked = || -> Result<_, Refusal> {
        let part: Part = part.parse().map_err(|error: String| anyhow!(error))?;
        let given = TaskInputs { inputs, ..TaskInputs::default() };
        let mut job = Job::without_outputs(task, document, given)?;
        job.task.request.check_divided()?;
        job.given.share = Some(PartItems::of_part(header(&mut job, Some(part))?));
        Ok(job)
    };

    let (ended, stopped) = to_python(py, checked())?.run(py, on_event)?;
    if stopped.is_some() {
        return Ok((None, stopped));
    }
    let FinishedJob { given, .. } = to_python(py, ended)?;
    let file = to_python(py, given.share.map_or(Ok(None), PartItems::file))?;
    let file = to_python(py, file.ok_or_else(|| anyhow!("part {part} did not end")))?;
    Ok((Some(PyBytes::new(py, &file)), None))
}

/// Merges the files of all parts of a run, given with their names, into its answer.
#[pyfunction]
#[pyo3(signature = (parts, *, outputs, inputs, on_event))]
pub(crate) fn merge(
    py: Python<'_>,
    parts: Vec<(String, Vec<u8>)>,
    outputs: BTreeMap<String, String>,
    inputs: Inputs,
    on_event: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Option<TaskAnswer>, Option<PyErr>)> {
    let merged = || -> Result<_, Refusal> {
        let share = PartItems::merged(parts)?;
        let Header { task, seed, mut request, .. } = share.header();
        request.extend(seed.map(|Seed(seed)| ("seed".to_owned(), seed.into())));
        let outputs = outputs.into_iter().collect();
        let given =
            TaskInputs { inputs, outputs, share: Some(share), ..TaskInputs::default() };
        Job::new(&task, request, given)
    };

    let (mut ended, stopped) = to_python(py, merged())?.run(py, on_event)?;
    // Items that are missing stop a task as Ctrl-C does, but nothing was pressed.
    let is_incomplete = |done: &FinishedJob| done.served.answer.verdict() == Stopped;
    if stopped.is_none() && ended.as_ref().is_ok_and(is_incomplete) {
        ended = Err(anyhow!("the parts are incomplete")).hint("run them again");
    }
    answer_of(py, ended, stopped)
}

/// A number of parts.
fn parts(of: i64) -> Result<u32, Refusal> {
    let parts = u32::try_from(of).ok().filter(|&of| Part::new(1, of).is_some());
    parts.ok_or_else(|| {
        let max = Part::MAX;
        anyhow!("expected a number of parts from 1 to {max}, found {of}").into()
    })
}

/// What is given to a job that does no items, so that it reads its inputs.
fn trial(inputs: Inputs, job: &mut Job) -> Result<TaskInputs, Refusal> {
    let share = Some(PartItems::of_part(header(job, None)?));
    Ok(TaskInputs { inputs, share, ..TaskInputs::default() })
}

/// The header of the run of a job, whose seed is known.
fn header(job: &mut Job, part: Option<Part>) -> Result<Header, Refusal> {
    let seed = job.task.request.seed().and_then(|seed| *seed);
    let mut document = job.task.request.document()?;
    document.remove("seed");
    Ok(Header::new(job.task.entry.name, seed, document, part))
}

/// A job that was done; an exception if it was refused or stopped.
fn done(
    py: Python<'_>,
    (ended, stopped): (Result<FinishedJob, Refusal>, Option<PyErr>),
) -> PyResult<FinishedJob> {
    stopped.map_or(Ok(()), Err)?;
    to_python(py, ended)
}
