//! Marks: the pieces of coloured text that a picture consists of in a terminal.

use crate::Color;

/// A piece of text with a text colour and a background colour, for the terminal.
///
/// ```
/// use tilewright_draw::{Mark, Picture, theme};
///
/// let mut board = Picture::new(20.0, 20.0, "a board");
/// board.marks.push(vec![Mark::plain("score "), Mark::new("12", theme::ORANGE, None)]);
/// assert_eq!(board.to_text(false), "score 12\n");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mark {
    /// The text.
    pub text: String,
    /// The text colour; `None` for the terminal's default.
    pub ink: Option<Color>,
    /// The background colour; `None` for the terminal's default.
    pub paper: Option<Color>,
}

impl Mark {
    /// Text in the terminal's default colours.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ink: None, paper: None }
    }

    /// Text in a text colour on a background colour.
    pub fn new(
        text: impl Into<String>,
        ink: impl Into<Option<Color>>,
        paper: impl Into<Option<Color>>,
    ) -> Self {
        Self { text: text.into(), ink: ink.into(), paper: paper.into() }
    }
}

/// The width of a row of marks in terminal columns.
pub(crate) fn columns(row: &[Mark]) -> usize {
    row.iter().map(|mark| text_columns(&mark.text)).sum()
}

/// The width of a text in terminal columns.
pub(crate) fn text_columns(text: &str) -> usize {
    text.chars().map(char_columns).sum()
}

/// The usual width of a character: 0 for joiners, 2 for wide scripts and emoji, else 1.
fn char_columns(letter: char) -> usize {
    match u32::from(letter) {
        // Control characters, combining marks, joiners; then the blocks of East Asian scripts
        // and emoji.
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

/// Joins blocks of rows side by side, aligned at their last rows, each padded to its widest row,
/// with two columns between them.
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
