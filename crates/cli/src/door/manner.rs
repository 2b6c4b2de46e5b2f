//! How people are told of keys, tasks and requests: in the manner in which they asked.

use tilewright_tasks::{Hint, Refusal};

use super::command::NAMES;
use super::paste;
use crate::failure::Failure;

/// How a request was asked, and so how hints speak of its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// By arguments: keys are flags, tasks are commands.
    Flags,
    /// By a document: keys are keys, tasks have their names.
    Keys,
}

impl Manner {
    /// A refusal as people read it.
    pub(crate) fn failure(self, refusal: Refusal) -> Failure {
        let hint = refusal.hint.as_ref().map(|hint| self.said(hint));
        Failure::Error { error: refusal.error, hint }
    }

    /// How something is called: options of the program are flags in either manner.
    fn of(self, key: &str) -> Self {
        let is_option = key == "force" || NAMES.contains(&key);
        if is_option { Self::Flags } else { self }
    }

    /// A hint as people read it.
    pub(crate) fn said(self, hint: &Hint) -> String {
        let key = |key: &str, value: Option<&str>| match (self.of(key), value) {
            (Self::Flags, None) => format!("--{}", key.replace('_', "-")),
            (Self::Flags, Some(value)) => format!("--{} {value}", key.replace('_', "-")),
            (Self::Keys, None) => format!("`{key}`"),
            (Self::Keys, Some(value)) => format!("`{key}`: {value}"),
        };
        let task = |task: &str| match self {
            Self::Flags => task.replacen('/', " ", 1),
            Self::Keys => task.to_owned(),
        };
        hint.said(key, task, |request| {
            let shown = match self {
                Self::Flags => paste::command(request),
                Self::Keys => paste::document(request),
            };
            shown.unwrap_or_else(|| paste::NOT_SHOWN.to_owned())
        })
    }
}
