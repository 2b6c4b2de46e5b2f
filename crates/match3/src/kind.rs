//! The kinds of cells.

use serde::Serialize;

/// The kind of a cell: what is in it at the start of a game.
///
/// A kind is *open* if blocks fall through it and match in it, and *draggable* if its block can be
/// swapped. The constants are the kinds of the rules `classic`. Other [`Ruleset`](crate::Ruleset)s have
/// more: what fills the cell, a cover above it and a ground below it. They number their pieces and
/// blocks, so a kind has a meaning together with its ruleset only.
///
/// ```
/// use tilewright_match3::Kind;
///
/// assert!(Kind::OVERLAY2.is_open() && !Kind::OVERLAY2.is_draggable());
/// assert_eq!(Kind::from_glyph('3'), Some(Kind::BLOCKER3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind {
    /// The low bits are those of the bit boards: draggable, open, present; above them the contents.
    pub(crate) sort: u8,
    /// The number of the piece or block; of a piece twice that, plus 1 if it fires along its column.
    pub(crate) id: u8,
    /// The colour of a block or piece; [`Kind::COLORLESS`] for others.
    pub(crate) color: u8,
    /// The layers of a blocker, or the effect of an armed piece.
    pub(crate) layers: u8,
    /// The number of the cover in the ruleset's blocks, plus 1; 0 without one.
    pub(crate) cover: u8,
    pub(crate) cover_layers: u8,
    /// The number of the ground in the ruleset's blocks, plus 1; 0 without one.
    pub(crate) ground: u8,
    pub(crate) ground_layers: u8,
}

/// What fills a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Contents {
    /// Nothing, and it is no cell.
    Hole,
    /// A block of a colour that is dealt at the start.
    Dealt,
    /// Nothing.
    Empty,
    /// Something that is never destroyed.
    Obstacle,
    /// A block of a given colour.
    Block,
    /// A piece.
    Piece,
    /// A piece that has fired and will fire once more.
    Armed,
    /// A blocker.
    Blocker,
    /// An ingredient.
    Ingredient,
    /// A part of a big block, whose first cell is above it or to the left.
    Part,
}

const DRAGGABLE: u8 = 0b001;
const OPEN: u8 = 0b010;
const PRESENT: u8 = 0b100;

impl Kind {
    /// The colour of what has none.
    pub(crate) const COLORLESS: u8 = u8::MAX;

    /// An ordinary cell, which holds a block: `.`.
    pub const ORDINARY: Self = Self::of(Contents::Dealt, DRAGGABLE | OPEN);
    /// An obstacle, which is never destroyed or moved: `#`.
    pub const OBSTACLE: Self = Self::of(Contents::Obstacle, 0);
    /// A blocker with one hit left: `1`.
    pub const BLOCKER1: Self = Self::blocked(1);
    /// A blocker with two hits left: `2`.
    pub const BLOCKER2: Self = Self::blocked(2);
    /// A blocker with three hits left: `3`.
    pub const BLOCKER3: Self = Self::blocked(3);
    /// A blocker with four hits left: `4`.
    pub const BLOCKER4: Self = Self::blocked(4);
    /// A block under one layer: `a`.
    pub const OVERLAY1: Self = Self::overlaid(1);
    /// A block under two layers: `b`.
    pub const OVERLAY2: Self = Self::overlaid(2);
    /// A block under three layers: `c`.
    pub const OVERLAY3: Self = Self::overlaid(3);
    /// A block under four layers: `d`.
    pub const OVERLAY4: Self = Self::overlaid(4);
    /// A hole: no cell, like outside the board: `_`.
    pub const HOLE: Self = Self::of(Contents::Hole, 0);

    /// The nine special kinds of `classic`: obstacle, blockers and overlays. Reports list them in this
    /// order.
    pub const SPECIALS: [Self; 9] = {
        let [_, specials @ .., _] = Self::ALL;
        specials
    };

    /// All eleven kinds of `classic`.
    pub const ALL: [Self; 11] = [
        Self::ORDINARY,
        Self::OBSTACLE,
        Self::BLOCKER1,
        Self::BLOCKER2,
        Self::BLOCKER3,
        Self::BLOCKER4,
        Self::OVERLAY1,
        Self::OVERLAY2,
        Self::OVERLAY3,
        Self::OVERLAY4,
        Self::HOLE,
    ];

    /// A cell with these contents, without cover and ground.
    pub(crate) const fn of(contents: Contents, flags: u8) -> Self {
        Self {
            sort: (contents as u8) << 3
                | if matches!(contents, Contents::Hole) { 0 } else { PRESENT }
                | flags,
            id: 0,
            color: Self::COLORLESS,
            layers: 0,
            cover: 0,
            cover_layers: 0,
            ground: 0,
            ground_layers: 0,
        }
    }

    /// The first blocker of the rules.
    const fn blocked(layers: u8) -> Self {
        Self { layers, ..Self::of(Contents::Blocker, 0) }
    }

    /// A block under the second kind of the rules, which is a cover.
    const fn overlaid(cover_layers: u8) -> Self {
        Self { cover: 2, cover_layers, ..Self::of(Contents::Dealt, OPEN) }
    }

    /// The same kind with other flags.
    #[must_use]
    pub(crate) const fn with_flags(self, is_draggable: bool, is_open: bool) -> Self {
        let flags = (is_draggable as u8 * DRAGGABLE) | (is_open as u8 * OPEN);
        Self { sort: self.sort & !(DRAGGABLE | OPEN) | flags, ..self }
    }

    /// All of it, for fingerprints.
    pub(crate) const fn bytes(self) -> [u8; 8] {
        [
            self.sort,
            self.id,
            self.color,
            self.layers,
            self.cover,
            self.cover_layers,
            self.ground,
            self.ground_layers,
        ]
    }

    /// What fills the cell.
    #[inline]
    pub const fn contents(self) -> Contents {
        match self.sort >> 3 {
            0 => Contents::Hole,
            1 => Contents::Dealt,
            2 => Contents::Empty,
            3 => Contents::Obstacle,
            4 => Contents::Block,
            5 => Contents::Piece,
            6 => Contents::Armed,
            7 => Contents::Blocker,
            8 => Contents::Ingredient,
            _ => Contents::Part,
        }
    }

    /// What fills the cell, the number of the piece or block, of a piece twice that, plus 1 if it fires along its
    /// column, and the layers of a blocker.
    #[inline]
    pub const fn filling(self) -> (Contents, u8, u8) {
        (self.contents(), self.id, self.layers)
    }

    /// The number of the cover in the ruleset's blocks, plus 1, and its layers; 0 without one.
    #[inline]
    pub const fn cover(self) -> (u8, u8) {
        (self.cover, self.cover_layers)
    }

    /// The number of the ground in the ruleset's blocks, plus 1, and its layers; 0 without one.
    #[inline]
    pub const fn ground(self) -> (u8, u8) {
        (self.ground, self.ground_layers)
    }

    /// The layers of the contents, of the cover and of the ground; those of a piece that fires once more are the code of
    /// its effect.
    #[inline]
    pub const fn layers(self) -> [u8; 3] {
        [self.layers, self.cover_layers, self.ground_layers]
    }

    /// The same kind with other layers of the contents, of the cover and of the ground: as many as the rules allow,
    /// and none of what it does not have.
    #[must_use]
    pub const fn with_layers(
        self,
        [layers, cover_layers, ground_layers]: [u8; 3],
    ) -> Self {
        Self { layers, cover_layers, ground_layers, ..self }
    }

    /// The flags as bits: draggable, open, present.
    #[inline]
    pub(crate) const fn flags(self) -> u8 {
        self.sort & (DRAGGABLE | OPEN | PRESENT)
    }

    /// Whether the block in the cell can be swapped.
    #[inline]
    pub const fn is_draggable(self) -> bool {
        self.sort & DRAGGABLE != 0
    }

    /// Whether blocks fall through the cell and match in it.
    #[inline]
    pub const fn is_open(self) -> bool {
        self.sort & OPEN != 0
    }

    /// Whether it is a cell, and not a hole.
    #[inline]
    pub const fn is_present(self) -> bool {
        self.sort & PRESENT != 0
    }

    /// Whether it is a blocker of `classic`: matches beside it destroy it.
    pub const fn is_blocker(self) -> bool {
        matches!(self.contents(), Contents::Blocker)
    }

    /// Whether it has a cover. In `classic`: an overlay, whose layers matches in the cell remove.
    pub const fn is_overlay(self) -> bool {
        self.cover != 0
    }

    /// The number of hits or layers left until the cell is ordinary; 0 for other kinds.
    pub const fn hits(self) -> u8 {
        if self.is_blocker() { self.layers } else { self.cover_layers }
    }

    /// The blocker or overlay with this number of hits or layers left; other kinds stay.
    pub(crate) const fn with_hits(self, left: u8) -> Self {
        if self.hits() == 0 {
            return self;
        }
        let first = if self.is_open() { 5 } else { 1 };
        match left {
            0 => Self::ORDINARY,
            1..=4 => Self::SPECIALS[first + left as usize - 1],
            _ => self,
        }
    }

    /// The numbers that the cell has of a kind of the rules, given by its index: layers, or the turns of a timer.
    pub(crate) fn layers_of(self, index: usize) -> u32 {
        let is_blocker = self.is_blocker() && usize::from(self.id) == index;
        let layers = [
            (is_blocker, self.layers),
            (usize::from(self.cover) == index + 1, self.cover_layers),
            (usize::from(self.ground) == index + 1, self.ground_layers),
        ];
        layers.into_iter().filter(|it| it.0).map(|(_, layers)| u32::from(layers)).sum()
    }

    /// Whether it is a cell, and not an ordinary one.
    pub const fn is_special(self) -> bool {
        self.is_present() && !self.is_ordinary()
    }

    /// Whether it is [`Kind::ORDINARY`].
    const fn is_ordinary(self) -> bool {
        matches!(self.contents(), Contents::Dealt) && self.cover == 0 && self.ground == 0
    }

    /// The index in [`Kind::ALL`]; none if the rules `classic` do not have it.
    pub fn classic_index(self) -> Option<usize> {
        let index = match self.contents() {
            Contents::Dealt if self.cover == 0 => 0,
            Contents::Dealt => 5 + usize::from(self.cover_layers),
            Contents::Obstacle => 1,
            Contents::Blocker => 1 + usize::from(self.layers),
            Contents::Hole => 10,
            _ => return None,
        };
        (Self::ALL.get(index) == Some(&self)).then_some(index)
    }

    /// The character of the text form of `classic`; `*` for what only other rules have.
    pub fn glyph(self) -> char {
        self.classic_index().map_or('*', |index| GLYPHS[index])
    }

    /// The kind of a character of the text form.
    pub fn from_glyph(glyph: char) -> Option<Self> {
        let index = GLYPHS.iter().position(|&other| other == glyph)?;
        Some(Self::ALL[index])
    }

    /// The name in files and on the command line. The names of blockers are those of the article's
    /// files. What only other rules have is `other`.
    pub fn key(self) -> &'static str {
        self.classic_index().map_or("other", |index| KEYS[index])
    }

    /// The index in [`Kind::SPECIALS`], if the kind is one of them.
    pub fn special_index(self) -> Option<usize> {
        self.classic_index()
            .filter(|index| (1..10).contains(index))
            .map(|index| index - 1)
    }
}

/// The characters of [`Kind::ALL`].
const GLYPHS: [char; 11] = ['.', '#', '1', '2', '3', '4', 'a', 'b', 'c', 'd', '_'];

/// The names of [`Kind::ALL`].
const KEYS: [&str; 11] = [
    "ordinary", "obstacle", "blocked1", "blocked2", "blocked3", "blocked4", "overlay1",
    "overlay2", "overlay3", "overlay4", "hole",
];

impl Serialize for Kind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
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
    KEYS.join(", ")
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
        assert!(!Kind::ORDINARY.is_special() && !Kind::HOLE.is_special());
    }
}
