//! The words of a line.

use std::str::{FromStr, SplitAsciiWhitespace};

/// Why a line is refused.
pub(super) type Reason = String;

/// A line: its call, empty if it has none, what the call should find, and its comment with the sign before it.
pub(super) struct Line<'l> {
    pub(super) call: &'l str,
    expected: Option<&'l str>,
    pub(super) comment: &'l str,
}

impl<'l> Line<'l> {
    pub(super) fn new(line: &'l str) -> Self {
        let (code, comment) = line.split_at(line.find('#').unwrap_or(line.len()));
        let (call, expected) = match code.split_once('=') {
            Some((call, expected)) => (call, Some(expected)),
            None => (code, None),
        };
        Self { call: call.trim(), expected, comment }
    }

    /// Whether numbers are said that it should find.
    pub(super) const fn has_answer(&self) -> bool {
        self.expected.is_some()
    }

    /// The numbers that the call should find, if they are said.
    pub(super) fn expected(&self) -> Result<Option<Vec<u64>>, Reason> {
        let Some(numbers) = self.expected else { return Ok(None) };
        let number = |word: &str| {
            word.parse()
                .map_err(|_| format!("found `{word}` after `=`, expected a whole number"))
        };
        numbers.split_ascii_whitespace().map(number).collect::<Result<_, _>>().map(Some)
    }
}

/// The words of a call, one after the other.
pub(super) struct Words<'l> {
    words: SplitAsciiWhitespace<'l>,
    taken: usize,
}

impl<'l> Words<'l> {
    pub(super) fn new(call: &'l str) -> Self {
        Self { words: call.split_ascii_whitespace(), taken: 0 }
    }

    pub(super) fn verb(&mut self) -> &'l str {
        self.words.next().unwrap_or_default()
    }

    /// The next number.
    pub(super) fn number<T: FromStr>(&mut self) -> Result<T, Reason> {
        self.maybe()?
            .ok_or_else(|| format!("a number is missing after {} of them", self.taken))
    }

    /// The next number, if there is one.
    pub(super) fn maybe<T: FromStr>(&mut self) -> Result<Option<T>, Reason> {
        let Some(word) = self.words.next() else { return Ok(None) };
        self.taken += 1;
        let number = word.parse();
        number.map(Some).map_err(|_| format!("found `{word}`, expected another number"))
    }

    /// Refuses words that are left.
    pub(super) fn end(mut self) -> Result<(), Reason> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(format!("found `{word}`, expected the end of the line")),
        }
    }
}
