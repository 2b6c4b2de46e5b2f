//! Text levels of match3-lab (<https://github.com/RizgarOzan/match3-lab>), which are levels of the rules
//! `lab`. The format is that of its `LevelText.cs`, what a level may be that of its
//! `LevelDefinition.cs`.

mod goals;
mod lines;
mod read;
mod token;
mod write;

use std::str::FromStr;

pub use write::{LabFile, LabTextError};

use crate::{Level, LevelError};

/// The most rows and columns; this and what follows as in `LevelDefinition.cs`.
const MAX_SIDE: u32 = 12;

/// The numbers of colours.
const COLORS: std::ops::RangeInclusive<u32> = 3..=6;

/// The numbers of moves, and those of a goal.
const NUMBERS: std::ops::RangeInclusive<u32> = 1..=i32::MAX as u32;

/// The fewest cells that are neither holes nor boxes.
const CELLS: usize = 3;

/// A text level of match3-lab: a level of the rules `lab`, and what the format says of it besides.
///
/// `str::parse` of a [`Level`] reads such a text too, without the name and the band.
///
/// ```
/// use tilewright_match3::LabText;
///
/// let text = "name Frozen pond\nsize 4 3\nmoves 9\nband 40 60\ncolors 4\ngoal ice 3\ngrid\n\
///             . . . .\n. .i .I .\n. 0 1 .\n";
/// let lab: LabText = text.parse()?;
/// assert_eq!(lab.level.goal, Some("layers:ice:3".parse()?));
/// assert_eq!((lab.name.as_deref(), lab.band), (Some("Frozen pond"), Some([40, 60])));
/// assert_eq!(lab.write()?.text, text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabText {
    /// The level.
    pub level: Level,
    /// The name.
    pub name: Option<String>,
    /// The lowest and the highest share of games that the bot greedy should win within the moves, in
    /// percent.
    pub band: Option<[u32; 2]>,
}

impl LabText {
    /// Whether a text is taken for a text level of match3-lab: it is not JSON, and a line begins with the
    /// word `size` or `grid`, in any case.
    pub fn is_one(text: &str) -> bool {
        let text = text.trim_start_matches('\u{feff}');
        let is_key = |line: &str| {
            let first = line.split_ascii_whitespace().next().unwrap_or_default();
            ["size", "grid"].iter().any(|key| first.eq_ignore_ascii_case(key))
        };
        !text.trim_start().starts_with('{') && text.lines().any(is_key)
    }
}

impl FromStr for LabText {
    type Err = LevelError;

    /// Reads a text level. A byte-order mark and line ends of any system are ignored.
    fn from_str(text: &str) -> Result<Self, LevelError> {
        read::read(text.trim_start_matches('\u{feff}'))
    }
}
