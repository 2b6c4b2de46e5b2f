//! How elements look, as numbers into the tables of the rules.

use serde::{Deserialize, Serialize};

use crate::Kind;
use crate::kind::Contents;
use crate::ruleset::Effect;

/// What an element is.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Sort {
    /// No element.
    #[default]
    None,
    /// A block of a colour.
    Block,
    /// A piece of the rules.
    Piece,
    /// A piece that has fired and will fire once more.
    ArmedPiece,
    /// A blocker of the rules.
    Blocker,
    /// An ingredient of the rules.
    Ingredient,
    /// A cover of the rules, over what fills its cell.
    Cover,
    /// A ground of the rules, under what fills its cell.
    Ground,
    /// An obstacle: nothing breaks it, but a conveyor carries it.
    Obstacle,
}

impl Sort {
    /// Whether it is neither cover nor ground: a cell holds one of these at most.
    pub const fn fills(self) -> bool {
        !matches!(self, Self::None | Self::Cover | Self::Ground)
    }
}

/// How an element looks, as numbers into the tables of the rules.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[repr(C)]
pub struct Look {
    /// What it is.
    pub sort: Sort,
    /// The number of the piece, or of the kind of a blocker, ingredient, cover or ground, from 0 in the order of the rules; 0
    /// of a block.
    pub number: u8,
    /// The colour, from 0; 255 without one.
    pub color: u8,
    /// The layers of a blocker, cover or ground; of a piece 1 if it fires along its column; of an armed piece the number of
    /// its effect; otherwise 0.
    pub detail: u8,
}

impl Look {
    /// Of no element.
    pub const NONE: Self =
        Self { sort: Sort::None, number: 0, color: Kind::COLORLESS, detail: 0 };

    /// The three elements of a cell: its ground, what fills it, and its cover. Of a block that is dealt the colour stands beside
    /// the kind.
    pub(crate) const fn of_cell(kind: Kind, color: Option<u8>) -> [Self; 3] {
        let ground = match kind.ground {
            0 => Self::NONE,
            one => Self {
                number: one - 1,
                detail: kind.ground_layers,
                ..Self::of(Sort::Ground)
            },
        };
        let cover = match kind.cover {
            0 => Self::NONE,
            one => Self {
                number: one - 1,
                detail: kind.cover_layers,
                ..Self::of(Sort::Cover)
            },
        };
        let color = match color {
            Some(color) => color,
            None => Kind::COLORLESS,
        };
        let filling = match kind.contents() {
            Contents::Hole | Contents::Empty | Contents::Part => Self::NONE,
            Contents::Obstacle => Self::of(Sort::Obstacle),
            Contents::Dealt | Contents::Block if color == Kind::COLORLESS => Self::NONE,
            Contents::Dealt | Contents::Block => Self { color, ..Self::of(Sort::Block) },
            Contents::Piece => Self {
                sort: Sort::Piece,
                number: kind.id / 2,
                color,
                detail: kind.id % 2,
            },
            Contents::Armed => Self {
                sort: Sort::ArmedPiece,
                number: kind.id,
                color: Kind::COLORLESS,
                detail: kind.layers,
            },
            Contents::Blocker => {
                Self { number: kind.id, detail: kind.layers, ..Self::of(Sort::Blocker) }
            }
            Contents::Ingredient => {
                Self { number: kind.id, ..Self::of(Sort::Ingredient) }
            }
        };
        [ground, filling, cover]
    }

    const fn of(sort: Sort) -> Self {
        Self { sort, ..Self::NONE }
    }

    /// The layers of a blocker, cover or ground.
    pub const fn layers(self) -> Option<u8> {
        match self.sort {
            Sort::Blocker | Sort::Cover | Sort::Ground => Some(self.detail),
            _ => None,
        }
    }

    /// The effect of an armed piece.
    pub fn effect(self) -> Option<Effect> {
        (self.sort == Sort::ArmedPiece).then(|| Effect::from_code(self.detail))
    }
}

impl Default for Look {
    fn default() -> Self {
        Self::NONE
    }
}

/// The kind of a cell that holds these elements, its ground, its filling and its cover, and the colour of its block. `level` is
/// the kind at the start of the game.
pub(crate) fn kind_of(
    level: Kind,
    is_classic: bool,
    [ground, filling, cover]: [Look; 3],
) -> (Kind, Option<u32>) {
    let color = (filling.color != Kind::COLORLESS).then_some(u32::from(filling.color));
    if is_classic {
        let hits = [filling, cover].into_iter().find_map(Look::layers);
        return (level.with_hits(hits.unwrap_or(0)), color);
    }

    let contents = match filling.sort {
        Sort::Block => Contents::Block,
        Sort::Piece => Contents::Piece,
        Sort::ArmedPiece => Contents::Armed,
        Sort::Blocker => Contents::Blocker,
        Sort::Ingredient => Contents::Ingredient,
        Sort::Obstacle => Contents::Obstacle,
        _ if level.contents() == Contents::Hole => Contents::Hole,
        _ => Contents::Empty,
    };
    let id = match contents {
        Contents::Piece => 2 * filling.number + filling.detail,
        _ => filling.number,
    };
    let has_layers = matches!(contents, Contents::Armed | Contents::Blocker);
    let number = |look: Look| if look.sort == Sort::None { 0 } else { look.number + 1 };
    let kind = Kind {
        id,
        color: filling.color,
        layers: if has_layers { filling.detail } else { 0 },
        cover: number(cover),
        cover_layers: cover.detail,
        ground: number(ground),
        ground_layers: ground.detail,
        ..Kind::of(contents, 0)
    };
    (kind, color)
}
