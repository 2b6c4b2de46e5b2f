//! What a door can make of an answer besides showing it.

/// What a door can make of an answer besides showing it. Where it goes is the door's concern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// A picture; the text says what is drawn, and in which formats.
    Picture(&'static str),
    /// A file, or a folder of files.
    File(Named),
}

/// An output that is a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its name, such as `output`, which is the product itself and what `-o` asks for.
    pub name: &'static str,
    /// What it holds, in the plural, for errors: `levels`.
    pub what: &'static str,
    /// How the names of its files may end, the usual form first; any where there are none.
    pub endings: &'static [&'static str],
    /// What is written, for people.
    pub help: &'static str,
}

impl Output {
    /// The name of an output: `picture`, or that of the file.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Picture(_) => "picture",
            Self::File(named) => named.name,
        }
    }
}

/// Whether what a task has done is kept item by item, so that a run that was stopped is resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// Nothing is kept.
    Nothing,
    /// Items are kept.
    Items,
    /// Items are kept, and do not depend on each other: runs may share them out.
    Parts,
}
