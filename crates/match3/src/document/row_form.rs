//! The layout of the JSON of levels: each row on one line.

use std::io::{self, Write};

use serde_json::ser::{Formatter, PrettyFormatter};

/// Indented JSON with lists in lists, such as rows of tokens and cells, on one line.
pub(super) struct RowForm {
    pretty: PrettyFormatter<'static>,
    /// The number of lists around.
    lists: usize,
    /// Whether all lists are written one entry per line, as without tokens.
    is_plain: bool,
}

impl RowForm {
    /// The form; with `is_plain` lists in lists are indented too.
    pub(super) fn new(is_plain: bool) -> Self {
        Self { pretty: PrettyFormatter::new(), lists: 0, is_plain }
    }

    const fn is_inner(&self) -> bool {
        self.lists > 1 && !self.is_plain
    }
}

impl Formatter for RowForm {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.lists += 1;
        if self.is_inner() {
            writer.write_all(b"[")
        } else {
            self.pretty.begin_array(writer)
        }
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        let is_inner = self.is_inner();
        self.lists -= 1;
        if is_inner { writer.write_all(b"]") } else { self.pretty.end_array(writer) }
    }

    fn begin_array_value<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        match self.is_inner() {
            false => self.pretty.begin_array_value(writer, first),
            true if first => Ok(()),
            true => writer.write_all(b", "),
        }
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.is_inner() { Ok(()) } else { self.pretty.end_array_value(writer) }
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.begin_object(writer)
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.end_object(writer)
    }

    fn begin_object_key<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.pretty.begin_object_key(writer, first)
    }

    fn begin_object_value<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
    ) -> io::Result<()> {
        self.pretty.begin_object_value(writer)
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.end_object_value(writer)
    }
}
