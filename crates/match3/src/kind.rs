//! The kinds of cells.

use serde::{Deserialize, Serialize};

/// The kind of a cell.
///
/// A kind is *open* if blocks fall through it and match in it, and *draggable* if its block can be
/// swapped.
///
/// ```
/// use tilewright_match3::Kind;
///
/// assert!(Kind::Overlay2.is_open() && !Kind::Overlay2.is_draggable());
/// assert_eq!(Kind::from_glyph('3'), Some(Kind::Blocker3));
/// ```
// The bit boards read the low bits of the discriminant: draggable, open, present.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[repr(u8)]
pub enum Kind {
    /// An ordinary cell, which holds a block: `.`.
    #[serde(rename = "ordinary")]
    Ordinary = 0b111,
    /// An obstacle, which is never destroyed or moved: `#`.
    #[serde(rename = "obstacle")]
    Obstacle = 0b100 | 5 << 3,
    /// A blocker with one hit left: `1`.
    #[serde(rename = "blocked1")]
    Blocker1 = 0b100 | 1 << 3,
    /// A blocker with two hits left: `2`.
    #[serde(rename = "blocked2")]
    Blocker2 = 0b100 | 2 << 3,
    /// A blocker with three hits left: `3`.
    #[serde(rename = "blocked3")]
    Blocker3 = 0b100 | 3 << 3,
    /// A blocker with four hits left: `4`.
    #[serde(rename = "blocked4")]
    Blocker4 = 0b100 | 4 << 3,
    /// A block under one layer: `a`.
    #[serde(rename = "overlay1")]
    Overlay1 = 0b110 | 1 << 3,
    /// A block under two layers: `b`.
    #[serde(rename = "overlay2")]
    Overlay2 = 0b110 | 2 << 3,
    /// A block under three layers: `c`.
    #[serde(rename = "overlay3")]
    Overlay3 = 0b110 | 3 << 3,
    /// A block under four layers: `d`.
    #[serde(rename = "overlay4")]
    Overlay4 = 0b110 | 4 << 3,
    /// A hole: no cell, like outside the board: `_`.
    #[serde(rename = "hole")]
    Hole = 0,
}

impl Kind {
    /// The nine special kinds: obstacle, blockers and overlays. Reports list them in this order.
    pub const SPECIALS: [Self; 9] = [
        Self::Obstacle,
        Self::Blocker1,
        Self::Blocker2,
        Self::Blocker3,
        Self::Blocker4,
        Self::Overlay1,
        Self::Overlay2,
        Self::Overlay3,
        Self::Overlay4,
    ];

    /// All eleven kinds.
    pub const ALL: [Self; 11] = [
        Self::Ordinary,
        Self::Obstacle,
        Self::Blocker1,
        Self::Blocker2,
        Self::Blocker3,
        Self::Blocker4,
        Self::Overlay1,
        Self::Overlay2,
        Self::Overlay3,
        Self::Overlay4,
        Self::Hole,
    ];

    /// Whether the block in the cell can be swapped.
    pub const fn is_draggable(self) -> bool {
        self as u8 & 0b001 != 0
    }

    /// Whether blocks fall through the cell and match in it.
    pub const fn is_open(self) -> bool {
        self as u8 & 0b010 != 0
    }

    /// Whether it is a cell, and not a hole.
    pub const fn is_present(self) -> bool {
        self as u8 & 0b100 != 0
    }

    /// Whether it is a blocker: matches beside it destroy it.
    pub const fn is_blocker(self) -> bool {
        self.hits() > 0 && !self.is_open()
    }

    /// Whether it is an overlay: matches in the cell remove its layers.
    pub const fn is_overlay(self) -> bool {
        self.hits() > 0 && self.is_open()
    }

    /// The number of hits or layers left until the cell is ordinary; 0 for other kinds.
    pub const fn hits(self) -> u8 {
        match self {
            Self::Ordinary | Self::Obstacle | Self::Hole => 0,
            Self::Blocker1 | Self::Overlay1 => 1,
            Self::Blocker2 | Self::Overlay2 => 2,
            Self::Blocker3 | Self::Overlay3 => 3,
            Self::Blocker4 | Self::Overlay4 => 4,
        }
    }

    /// The blocker or overlay with this number of hits or layers left; other kinds stay.
    pub(crate) const fn with_hits(self, left: u8) -> Self {
        if self.hits() == 0 {
            return self;
        }
        let first = if self.is_open() { 5 } else { 1 };
        match left {
            0 => Self::Ordinary,
            1..=4 => Self::SPECIALS[first + left as usize - 1],
            _ => self,
        }
    }

    /// Whether it is one of [`Kind::SPECIALS`].
    pub const fn is_special(self) -> bool {
        self.is_present() && !self.is_draggable()
    }

    /// The character of the text form.
    pub const fn glyph(self) -> char {
        match self {
            Self::Ordinary => '.',
            Self::Obstacle => '#',
            Self::Blocker1 => '1',
            Self::Blocker2 => '2',
            Self::Blocker3 => '3',
            Self::Blocker4 => '4',
            Self::Overlay1 => 'a',
            Self::Overlay2 => 'b',
            Self::Overlay3 => 'c',
            Self::Overlay4 => 'd',
            Self::Hole => '_',
        }
    }

    /// The kind of a character of the text form.
    pub fn from_glyph(glyph: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.glyph() == glyph)
    }

    /// The name in files and on the command line. The names of blockers are those of the article's
    /// files.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Ordinary => "ordinary",
            Self::Obstacle => "obstacle",
            Self::Blocker1 => "blocked1",
            Self::Blocker2 => "blocked2",
            Self::Blocker3 => "blocked3",
            Self::Blocker4 => "blocked4",
            Self::Overlay1 => "overlay1",
            Self::Overlay2 => "overlay2",
            Self::Overlay3 => "overlay3",
            Self::Overlay4 => "overlay4",
            Self::Hole => "hole",
        }
    }

    /// The index in [`Kind::SPECIALS`], if the kind is special.
    pub(crate) const fn special_index(self) -> Option<usize> {
        match self {
            Self::Ordinary | Self::Hole => None,
            Self::Obstacle => Some(0),
            Self::Blocker1 => Some(1),
            Self::Blocker2 => Some(2),
            Self::Blocker3 => Some(3),
            Self::Blocker4 => Some(4),
            Self::Overlay1 => Some(5),
            Self::Overlay2 => Some(6),
            Self::Overlay3 => Some(7),
            Self::Overlay4 => Some(8),
        }
    }
}

impl std::str::FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(key: &str) -> Result<Self, UnknownKind> {
        let found = Self::ALL.into_iter().find(|kind| kind.key() == key);
        found.ok_or_else(|| UnknownKind(key.to_owned()))
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.key())
    }
}

/// A word that names no kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown kind `{0}`: expected one of {keys}", keys = keys())]
pub struct UnknownKind(pub String);

fn keys() -> String {
    Kind::ALL.map(Kind::key).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_and_keys_lead_back_to_their_kind() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_glyph(kind.glyph()), Some(kind));
            assert_eq!(kind.key().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.key());
        }
    }

    #[test]
    fn specials_know_their_place() {
        for (index, kind) in Kind::SPECIALS.into_iter().enumerate() {
            assert_eq!(kind.special_index(), Some(index));
            assert!(kind.is_special());
        }
        assert!(!Kind::Ordinary.is_special() && !Kind::Hole.is_special());
    }
}
