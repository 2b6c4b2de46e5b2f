//! Lines of a text level, without their comments, and their words.

use std::ops::RangeInclusive;

use super::token;
use crate::LevelError;

/// The most characters of a word that a message shows.
const SHOWN: usize = 40;

/// A word with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// The line and the column, from 1.
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Word<'_> {
    /// The error of a word that is something else than expected.
    pub(super) fn error(&self, expected: impl Into<String>) -> LevelError {
        let mut found: String = self.text.chars().take(SHOWN).collect();
        if found.len() < self.text.len() {
            found.push('…');
        }
        let (line, column, expected) = (self.line, self.column, expected.into());
        LevelError::Word { line, column, found, expected }
    }

    /// The number of a word.
    pub(super) fn number(&self, range: RangeInclusive<u32>) -> Result<u32, LevelError> {
        let number = self.text.parse().ok().filter(|number| range.contains(number));
        let (low, high) = range.into_inner();
        number.ok_or_else(|| self.error(format!("a number from {low} to {high}")))
    }
}

/// A line without its comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    text: &'a str,
    number: usize,
}

impl<'a> Line<'a> {
    /// The lines of a text that are not empty. After the line of the word `grid` rows of cells come, in
    /// which `# ` is a hole if all words are cells.
    pub(super) fn all(text: &'a str) -> impl Iterator<Item = Self> {
        let mut is_grid = false;
        (1..).zip(text.lines()).filter_map(move |(number, text)| {
            let is_row = is_grid && words(text).all(|(_, word)| token::is_cell(word));
            let text = if is_row { text } else { without_comment(text) };
            let line = Self { text, number };
            let first = line.words().next()?;
            is_grid |= first.text.eq_ignore_ascii_case("grid");
            Some(line)
        })
    }

    /// The words, separated by blanks.
    pub(super) fn words(self) -> impl Iterator<Item = Word<'a>> {
        let line = self.number;
        words(self.text).map(move |(column, text)| Word { text, line, column })
    }

    /// What follows the first word, without blanks at the ends.
    pub(super) fn rest(self) -> &'a str {
        let text = self.text.trim_start();
        text.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim())
    }

    /// The error of a line that ends too early.
    pub(super) fn ends(self, expected: impl Into<String>) -> LevelError {
        LevelError::Ends { line: self.number, expected: expected.into() }
    }
}

/// The words of a line with their columns, from 1.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 1;
    line.split(char::is_whitespace).filter_map(move |word| {
        let at = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((at, word))
    })
}

/// The line up to its comment: `# ` at its start or after a blank.
pub(super) fn without_comment(line: &str) -> &str {
    let begins = |&(at, _): &(usize, &str)| {
        line[..at].chars().next_back().is_none_or(char::is_whitespace)
    };
    let comment = line.match_indices("# ").find(begins);
    comment.map_or(line, |(at, _)| &line[..at])
}
