//! Answers and refusals as objects of Python.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::anyhow;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tilewright_draw::Format;
use tilewright_tasks::{Bug, Entry, Output, Refusal, ServedAnswer, events};

use crate::{hint, names};

/// The answer of a task.
#[pyclass(frozen, module = "tilewright._tilewright", name = "Answered")]
pub(crate) struct TaskAnswer {
    served: ServedAnswer,
    outputs: BTreeMap<String, String>,
}

impl TaskAnswer {
    pub(crate) fn new(served: ServedAnswer, outputs: Vec<(String, String)>) -> Self {
        Self { served, outputs: outputs.into_iter().collect() }
    }
}

#[pymethods]
impl TaskAnswer {
    /// How the task ended: done, no, wrong or stopped.
    #[getter]
    fn verdict(&self) -> &'static str {
        events::word(self.served.answer.verdict())
    }

    /// How far a task came that was stopped.
    #[getter]
    fn reached(&self) -> Option<String> {
        self.served.answer.reached()
    }

    /// The warnings of the task.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.served.warnings.clone()
    }

    /// How long the work took, a JSON document for each part of it that was timed.
    #[getter]
    fn timing(&self) -> Vec<String> {
        self.served.timing.iter().map(ToString::to_string).collect()
    }

    /// The documents, one in each line, as the command line prints them with --json.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        let lines = py.detach(|| self.served.json()).map_err(failed)?;
        String::from_utf8(lines).map_err(failed)
    }

    /// The answer as text for people.
    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.served.text())
    }

    /// The picture in a format: svg, png, gif or apng. None if the answer has no picture.
    fn picture(&self, py: Python<'_>, format: &str) -> PyResult<Option<Vec<u8>>> {
        let draw = || -> Result<Option<Vec<u8>>, Refusal> {
            let format =
                Format::from_path(Path::new("answer").with_extension(format).as_path())?;
            self.served.picture(format, &())
        };
        to_python(py, py.detach(draw))
    }

    /// The files of an output by their names; that of the output itself has its name and ending.
    fn files(
        &self,
        py: Python<'_>,
        output: &str,
        ending: &str,
    ) -> PyResult<BTreeMap<String, Vec<u8>>> {
        let write = || -> Result<BTreeMap<String, Vec<u8>>, Refusal> {
            let entry = self.served.entry;
            entry.check_output(output, ending)?;
            let is_other =
                |asked: &&String| *asked != ending && !is_formless(entry, output);
            if let Some(asked) = self.outputs.get(output).filter(is_other) {
                let found =
                    anyhow!("the output was asked for as `{asked}`, not `{ending}`");
                return Err(found.into());
            }
            self.served.files(output, ending)
        };
        to_python(py, py.detach(write))
    }

    /// The outputs that were asked for, with their endings.
    #[getter]
    fn outputs(&self) -> BTreeMap<String, String> {
        self.outputs.clone()
    }
}

/// Whether the file of an output has one form, and any name.
pub(crate) fn is_formless(entry: &Entry, output: &str) -> bool {
    entry.outputs.iter().any(|known| match known {
        Output::File(named) | Output::Report(named, _) => {
            named.name == output && named.endings.is_empty()
        }
        Output::Picture(_) => false,
    })
}

/// A result as Python sees it: a refusal is an exception.
pub(crate) fn to_python<T>(
    py: Python<'_>,
    result: Result<T, impl Into<Refusal>>,
) -> PyResult<T> {
    result.map_err(|refusal| refused(py, &refusal.into()))
}

/// The exception for a refusal.
fn refused(py: Python<'_>, refusal: &Refusal) -> PyErr {
    if refusal.error.is::<Bug>() {
        return failed(&refusal.error);
    }
    let hint = refusal.hint.as_ref().map(hint::render);
    let key = refusal.key.as_deref().map(names::argument);
    let made = py
        .import("tilewright._errors")
        .and_then(|module| module.getattr("RefusedError"))
        .and_then(|class| class.call1((refusal.to_string(), hint, key)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// The exception for a mistake of ours.
fn failed(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
