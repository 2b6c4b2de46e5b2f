//! Answers and refusals as objects of Python.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::anyhow;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tilewright_draw::{Format, export};
use tilewright_tasks::{Answer, Drawing, Entry, Head, Medium, Output, Refusal, events};

use crate::host::{Files, Given, Made};
use crate::{hint, names};

/// The answer of a task.
#[pyclass(frozen, module = "tilewright._tilewright")]
pub(crate) struct Answered {
    entry: &'static Entry,
    answer: Box<dyn Answer>,
    head: Head,
    outputs: BTreeMap<String, String>,
    made: Made,
}

impl Answered {
    pub(crate) fn new(
        entry: &'static Entry,
        answer: Box<dyn Answer>,
        head: Head,
        given: Given,
        made: Made,
    ) -> Self {
        Self { entry, answer, head, outputs: given.outputs, made }
    }
}

#[pymethods]
impl Answered {
    /// How the task ended: done, no, wrong or stopped.
    #[getter]
    fn verdict(&self) -> &'static str {
        events::word(self.answer.verdict())
    }

    /// How far a task came that was stopped.
    #[getter]
    fn reached(&self) -> Option<String> {
        self.answer.reached()
    }

    /// The warnings of the task.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.made.warnings.clone()
    }

    /// The documents, one in each line, as the command line prints them with --json.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        let own = py.detach(|| self.answer.json(&self.head)).map_err(failed)?;
        let mut lines = self.made.transcript.json.clone();
        lines.extend(own.unwrap_or_default());
        String::from_utf8(lines).map_err(failed)
    }

    /// The answer as text for people.
    fn text(&self, py: Python<'_>) -> String {
        let text = py.detach(|| self.answer.text(Medium::default()));
        self.made.transcript.text.clone() + &text
    }

    /// The picture in a format: svg, png, gif or apng. None if the answer has no picture.
    fn picture(&self, py: Python<'_>, format: &str) -> PyResult<Option<Vec<u8>>> {
        let draw = || -> Result<Option<Vec<u8>>, Refusal> {
            let format =
                Format::from_path(Path::new("answer").with_extension(format).as_path())?;
            let drawing = self.answer.drawing(format.is_moving(), &())?;
            let export = |Drawing { still, animation }: Drawing| {
                export(&still, animation.as_ref(), format, &())
            };
            Ok(drawing.map(export).transpose()?)
        };
        py.detach(draw).map_err(|refusal| refused(py, &refusal))
    }

    /// The files of an output by their names; that of the output itself has its name and ending.
    fn files(
        &self,
        py: Python<'_>,
        output: &str,
        ending: &str,
    ) -> PyResult<BTreeMap<String, Vec<u8>>> {
        let write = || -> Result<BTreeMap<String, Vec<u8>>, Refusal> {
            self.entry.check_output(output, ending)?;
            let is_other =
                |asked: &&String| *asked != ending && !is_formless(self.entry, output);
            if let Some(asked) = self.outputs.get(output).filter(is_other) {
                let found =
                    anyhow!("the output was asked for as `{asked}`, not `{ending}`");
                return Err(found.into());
            }
            let mut files = files_of(&self.made.files, output, &own_name(output, ending));
            if let Some(bytes) = self.answer.file(output, ending, &self.head)? {
                files.insert(own_name(output, ending), bytes);
                files.extend(self.answer.beside(output)?);
            }
            Ok(files)
        };
        py.detach(write).map_err(|refusal| refused(py, &refusal))
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
        Output::File(named) => named.name == output && named.endings.is_empty(),
        Output::Picture(_) => false,
    })
}

/// The name of the file of an output.
fn own_name(output: &str, ending: &str) -> String {
    if ending.is_empty() { output.to_owned() } else { format!("{output}.{ending}") }
}

/// The files that the task made for an output.
fn files_of(all: &Files, output: &str, own: &str) -> BTreeMap<String, Vec<u8>> {
    let files = all.iter().filter(|((of, _), _)| of == output);
    let named = files.map(|((_, name), bytes)| {
        let name = if name.is_empty() { own } else { name };
        (name.to_owned(), bytes.clone())
    });
    named.collect()
}

/// The exception for a refusal.
pub(crate) fn refused(py: Python<'_>, refusal: &Refusal) -> PyErr {
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
