//! What the worker provides to a task: the documents of the page, a clock, events.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tilewright_tasks::{Event, Head, Host, Pace, Transcript, events};

use crate::desk::Page;
use crate::documents::Documents;
use crate::form::Form;

/// The host of one task.
pub(crate) struct PageHost<'a> {
    documents: &'a Documents,
    page: &'a dyn Page,
    head: &'a Head,
    forms: &'a [Form],
    pace: Mutex<Pace>,
    made: Mutex<Made>,
}

/// What a task has made before its end.
#[derive(Default)]
pub(crate) struct Made {
    /// The items.
    pub(crate) transcript: Transcript,
    /// The files by the names of their outputs and their own; the file of an output itself has no
    /// name.
    pub(crate) files: BTreeMap<(String, String), Vec<u8>>,
    /// Why an item could not be written.
    pub(crate) failure: Option<serde_json::Error>,
}

impl<'a> PageHost<'a> {
    pub(crate) fn new(
        documents: &'a Documents,
        page: &'a dyn Page,
        head: &'a Head,
        forms: &'a [Form],
    ) -> Self {
        Self {
            documents,
            page,
            head,
            forms,
            pace: Mutex::default(),
            made: Mutex::default(),
        }
    }

    /// What the task has made.
    pub(crate) fn into_made(self) -> Made {
        self.made.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what an event brings, and sends the event out.
    fn take(&self, event: &Event<'_>) -> serde_json::Result<()> {
        let mut made = locked(&self.made);
        made.transcript.see(event, self.head, events::hint)?;
        if let Event::File { output, name, bytes } = event
            && self.extension(output).is_some()
        {
            let key = ((*output).to_owned(), (*name).to_owned());
            made.files.insert(key, bytes.to_vec());
        }
        drop(made);
        if locked(&self.pace).is_due(event, self.page.nanos())
            && let Some(document) = events::document(event, self.head)?
        {
            self.page.event(document.to_string().as_bytes());
        }
        Ok(())
    }
}

impl Host for PageHost<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        self.documents.open(name)
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        self.documents.list(folder)
    }

    fn see(&self, event: Event<'_>) -> ControlFlow<()> {
        if matches!(event, Event::Look) {
            return ControlFlow::Continue(());
        }
        match self.take(&event) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                locked(&self.made).failure.get_or_insert(error);
                ControlFlow::Break(())
            }
        }
    }

    fn extension(&self, output: &str) -> Option<&str> {
        let mut outputs = self.forms.iter().filter_map(Form::output);
        outputs.find(|(name, _)| *name == output).map(|(_, ending)| ending)
    }

    fn stem(&self, output: &str) -> Option<&str> {
        self.extension(output).map(|_| "answer")
    }

    fn nanos(&self) -> Option<u64> {
        Some(self.page.nanos())
    }
}

/// The value in a mutex.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
