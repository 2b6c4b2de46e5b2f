//! How messages name keys, tasks and requests: as flags and commands if the request came by
//! arguments, as JSON keys if it came as a document.

use tilewright_tasks::{Hint, Refusal, all};

use super::command::names;
use super::paste;
use crate::failure::Failure;

/// How a request was given, and so how hints name its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// By arguments: keys are named as flags, tasks as commands.
    Flags,
    /// As a JSON document: keys and tasks have their own names.
    Keys,
}

impl Manner {
    /// A refusal as a failure with its hint rendered.
    pub(crate) fn failure(self, refusal: Refusal) -> Failure {
        let hint = refusal.hint.as_ref().map(|hint| self.render(hint));
        Failure::Error { error: refusal.error, hint }
    }

    /// The manner for one key: options of the program itself are always flags.
    fn of(self, key: &str) -> Self {
        let is_option = key == "force" || names(all()).contains(&key);
        if is_option { Self::Flags } else { self }
    }

    /// The hint as text.
    pub(crate) fn render(self, hint: &Hint) -> String {
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
        hint.render(key, task, |request| {
            let shown = match self {
                Self::Flags => paste::command(request),
                Self::Keys => paste::document(request),
            };
            shown.unwrap_or_else(|| paste::NOT_SHOWN.to_owned())
        })
    }
}
