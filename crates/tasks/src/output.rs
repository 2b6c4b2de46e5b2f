//! The outputs of a task: files and pictures that a door can write from its answer.

/// A file or picture that a door can write from an answer. The door decides where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// A picture; the text is its help: what is drawn, and in which formats.
    Picture(&'static str),
    /// A file, or a folder of files.
    File(NamedOutput),
    /// A report, with the text with which all such reports begin. A new report replaces an old one: it holds nothing that
    /// the same command does not make again, and the next run in CI finds the one of the run before.
    Report(NamedOutput, &'static str),
}

/// An output that is a file or a folder of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedOutput {
    /// The name; `output` is the main product of the task, `-o` on the command line.
    pub name: &'static str,
    /// What the file contains, in the plural, for error messages: `levels`.
    pub what: &'static str,
    /// The file extensions, the usual one first; empty if any is accepted.
    pub endings: &'static [&'static str],
    /// The help text.
    pub help: &'static str,
}

impl Output {
    /// The file extensions of pictures.
    pub const PICTURES: [&'static str; 4] = ["svg", "png", "gif", "apng"];

    /// The name of the output: `picture`, or the name of the file.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Picture(_) => "picture",
            Self::File(named) | Self::Report(named, _) => named.name,
        }
    }
}

/// Whether a task keeps finished items, so that a stopped run can be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResumeSupport {
    /// It keeps nothing.
    Nothing,
    /// It keeps items.
    Items,
    /// It keeps items that do not depend on each other, so that several runs can do a part each.
    Parts,
}
