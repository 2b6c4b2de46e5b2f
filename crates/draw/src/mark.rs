//! Marks: the characters that a picture consists of in a terminal.

use crate::Color;

/// A group of characters in one ink on one paper.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mark {
    /// The characters.
    pub text: String,
    /// Their colour, or the terminal's own.
    pub ink: Option<Color>,
    /// The colour behind them, or the terminal's own.
    pub paper: Option<Color>,
}

impl Mark {
    /// Characters in the terminal's own colours.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ink: None, paper: None }
    }

    /// Characters in chosen colours.
    pub fn new(
        text: impl Into<String>,
        ink: impl Into<Option<Color>>,
        paper: impl Into<Option<Color>>,
    ) -> Self {
        Self { text: text.into(), ink: ink.into(), paper: paper.into() }
    }
}

/// How many columns a row of marks takes.
pub(crate) fn columns(row: &[Mark]) -> usize {
    row.iter().map(|mark| text_columns(&mark.text)).sum()
}

/// How many terminal columns a text takes.
pub(crate) fn text_columns(text: &str) -> usize {
    text.chars().map(char_columns).sum()
}

/// The usual columns of a character: none for joiners, two for wide scripts and emoji.
fn char_columns(letter: char) -> usize {
    match u32::from(letter) {
        0..0x20 | 0x7F..0xA0 | 0x300..=0x36F | 0x200B..=0x200D | 0xFE0F => 0,
        0x1100..=0x115F
        | 0x2E80..=0xA4CF
        | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE6F
        | 0xFF00..=0xFF60
        | 0xFFE0..=0xFFE6
        | 0x1F300..=0x1F64F
        | 0x1F680..=0x1F6FF
        | 0x1F900..=0x1FAFF
        | 0x20000..=0x3FFFD => 2,
        _ => 1,
    }
}

/// Joins blocks of rows side by side, their last rows level, each padded to its widest row, two
/// columns apart.
pub(crate) fn beside(blocks: &[&[Vec<Mark>]]) -> Vec<Vec<Mark>> {
    let height = blocks.iter().map(|block| block.len()).max().unwrap_or(0);
    let mut rows = vec![Vec::new(); height];
    for (index, block) in blocks.iter().enumerate() {
        let width = block.iter().map(|row| columns(row)).max().unwrap_or(0);
        let above = height - block.len();
        for (line, row) in rows.iter_mut().enumerate() {
            let own = line.checked_sub(above).map_or(&[][..], |line| &block[line]);
            row.extend_from_slice(own);
            let gap = if index + 1 < blocks.len() { 2 } else { 0 };
            let padding = width - columns(own) + gap;
            if padding > 0 {
                row.push(Mark::plain(" ".repeat(padding)));
            }
        }
    }
    rows
}
