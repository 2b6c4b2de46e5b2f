//! What a rules document says, after reading.

use super::effect::Effect;

/// The rules of a level, together with the names of its colours.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Whether the rules are the preset `classic` by name.
    pub(crate) classic: bool,
    /// Names of the colours, in the level's order.
    pub(crate) colors: Vec<String>,
    /// Whether groups are tapped, and nothing is swapped.
    pub(crate) tapped: bool,
    /// With taps: the least blocks of a group.
    pub(crate) least: usize,
    /// With taps: from which size on a group makes which piece, the largest first.
    pub(crate) groups: Vec<GroupSize>,
    /// With swaps: which group makes which piece, first fitting first.
    pub(crate) shapes: Vec<Shape>,
    pub(crate) pieces: Vec<PieceKind>,
    pub(crate) pairs: Vec<PairRule>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) hits: Hits,
    pub(crate) refill: Refill,
    pub(crate) reshuffle: Reshuffle,
    /// Points for each collected block.
    pub(crate) block_points: u64,
    /// Points for each firing.
    pub(crate) piece_points: u64,
}

impl Rules {
    /// Whether squares match.
    pub(crate) fn squares(&self) -> bool {
        self.shapes.iter().any(|shape| shape.form == Form::Square)
    }

    /// What a group of that many blocks makes when it is tapped.
    pub(crate) fn made_by(&self, size: usize) -> Option<usize> {
        let entry = self.groups.iter().find(|entry| size >= entry.size);
        entry.map(|entry| entry.makes)
    }

    /// The place of a kind of piece among all, the strongest first: those of `groups` in their
    /// order, then the others in the order of `pieces`.
    pub(crate) fn strength(&self, kind: usize) -> usize {
        let place = self.groups.iter().position(|entry| entry.makes == kind);
        place.unwrap_or(self.groups.len() + kind)
    }

    /// The kind of a name.
    pub(crate) fn kind_named(&self, name: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.name == name)
    }

    /// The kind of piece of a name.
    pub(crate) fn piece_named(&self, name: &str) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.name == name)
    }

    /// The rule for two kinds of pieces, in any order.
    pub(crate) fn pair(&self, one: usize, other: usize) -> Option<&PairRule> {
        let fits = |rule: &&PairRule| rule.of == (one, other) || rule.of == (other, one);
        self.pairs.iter().find(fits)
    }
}

/// A form that a group may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A run of that many cells or more.
    Line(usize),
    Corner,
    Square,
}

/// A form and the piece that it makes.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) form: Form,
    pub(crate) makes: usize,
}

/// A least size of a tapped group and the piece that it makes.
#[derive(Clone, Debug)]
pub(crate) struct GroupSize {
    pub(crate) size: usize,
    pub(crate) makes: usize,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct PieceKind {
    pub(crate) name: String,
    pub(crate) glyph: char,
    pub(crate) fires: Effect,
    pub(crate) starts: Vec<Trigger>,
    pub(crate) colored: bool,
    /// Whether a line fires along the run that made the piece, not across it.
    pub(crate) along: bool,
    pub(crate) twice: bool,
}

/// What sets a piece off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trigger {
    Swap,
    SwapColor,
    Tap,
    Match,
    Hit,
}

/// What two pieces do together.
#[derive(Clone, Debug)]
pub(crate) struct PairRule {
    /// The two kinds; the partner is the second.
    pub(crate) of: (usize, usize),
    pub(crate) fires: PairShot,
}

/// The effect of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PairShot {
    Effect { effect: Effect, twice: bool, carries: bool },
    TurnColorInto(usize),
}

/// A kind of blocker, cover, ground or ingredient.
#[expect(clippy::struct_excessive_bools, reason = "the keys of the page, one by one")]
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) name: String,
    pub(crate) spot: Spot,
    /// Most layers.
    pub(crate) layers: u64,
    pub(crate) broken_by: Vec<Cause>,
    /// The name of the colour of the groups that alone break a blocker from beside. The level
    /// may be without that colour.
    pub(crate) color: Option<String>,
    pub(crate) moves: bool,
    pub(crate) keeps: bool,
    pub(crate) holds: bool,
    pub(crate) matches: bool,
    pub(crate) spreads: bool,
    /// If it counts down: from which number, and what happens then.
    pub(crate) timer: Option<Timer>,
    /// If it gives something: what, and where.
    pub(crate) generator: Option<Generator>,
    /// The rows and columns that it fills.
    pub(crate) size: (usize, usize),
}

impl Kind {
    /// Whether it fills more than one cell.
    pub(crate) fn big(&self) -> bool {
        self.size != (1, 1)
    }

    /// The number of one that appears: all its layers, or the turns of a timer.
    pub(crate) fn full(&self) -> u64 {
        self.timer.as_ref().map_or(self.layers, |timer| timer.after)
    }
}

/// What makes a kind a timer.
#[derive(Clone, Debug)]
pub(crate) struct Timer {
    pub(crate) after: u64,
    pub(crate) then: Then,
}

/// What a timer does at 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Then {
    Lose,
    Spread,
    /// It becomes the kind of this name.
    Become(String),
}

/// What makes a kind a generator.
#[derive(Clone, Debug)]
pub(crate) struct Generator {
    /// The name of a kind, or else of a piece.
    pub(crate) gives: String,
    /// Whether to any free cell, not to the one above.
    pub(crate) anywhere: bool,
}

/// Where a kind is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    Blocker,
    Cover,
    Ground,
    Ingredient,
}

/// A sort of hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    Beside,
    Match,
    Hit,
}

/// How often a cell is hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hits {
    Cell,
    Wave,
    Group,
}

/// How contents fall and spawners draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refill {
    FillPath,
    Segment,
    Diagonal,
    Column,
}

/// How the board is reshuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reshuffle {
    Lines,
    Clean,
}
