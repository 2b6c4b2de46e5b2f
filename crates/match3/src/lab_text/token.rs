//! The cells of a text level: a character for what is in the cell, and letters for grass and ice.

use tilewright_grid::Grid;

use super::CELLS;
use crate::kind::Contents;
use crate::{Kind, Ruleset};

/// The kinds of the rules `lab` by index.
pub(super) const KINDS: [&str; 3] = ["box", "grass", "ice"];
const GRASS: u8 = 2;
const ICE: u8 = 3;

/// What a message says of the cells of a level with this number of colours.
pub(super) fn expected(colors: u32) -> String {
    format!(
        "a cell: one of . - # b B, or a colour from 0 to {}; after . and colours also g or G for grass and i or I \
         for ice, after - for grass only",
        colors - 1
    )
}

/// Whether a word looks like a cell.
pub(super) fn is_cell(word: &str) -> bool {
    let mut letters = word.chars();
    let is_base = |letter| matches!(letter, '.' | '-' | '#' | 'b' | 'B' | '0'..='9');
    letters.next().is_some_and(is_base)
        && letters.all(|letter| matches!(letter, 'g' | 'G' | 'i' | 'I'))
}

/// The kind of a cell in a level with this number of colours.
pub(super) fn read(word: &str, colors: u32, rules: &Ruleset) -> Option<Kind> {
    let mut letters = word.chars();
    let base = letters.next()?;
    let of = |contents| Kind::of(contents, 0);

    let mut kind = match base {
        '#' => of(Contents::Hole),
        'b' => Kind { layers: 1, ..of(Contents::Blocker) },
        'B' => Kind { layers: 2, ..of(Contents::Blocker) },
        '.' => of(Contents::Dealt),
        '-' => of(Contents::Empty),
        _ => {
            let color = base.to_digit(10).filter(|&color| color < colors)?;
            Kind { color: color as u8, ..of(Contents::Block) }
        }
    };

    for letter in letters {
        match letter {
            'g' => (kind.ground, kind.ground_layers) = (GRASS, 1),
            'G' => (kind.ground, kind.ground_layers) = (GRASS, 2),
            'i' => (kind.cover, kind.cover_layers) = (ICE, 1),
            'I' => (kind.cover, kind.cover_layers) = (ICE, 2),
            _ => return None,
        }
    }

    let is_bare = matches!(base, '#' | 'b' | 'B') && word.len() > 1;
    let is_hollow = base == '-' && kind.cover != 0;
    (!is_bare && !is_hollow).then(|| rules.flagged(kind))
}

/// The word of a kind, if the format has one. An obstacle is written as a hole.
pub(super) fn write(kind: Kind) -> Option<String> {
    let bare = kind.cover == 0 && kind.ground == 0;
    let mut word = match kind.contents() {
        Contents::Hole | Contents::Obstacle if bare => "#".to_owned(),
        Contents::Blocker if bare => ["b", "B"][usize::from(kind.layers > 1)].to_owned(),
        Contents::Dealt => ".".to_owned(),
        Contents::Empty if kind.cover == 0 => "-".to_owned(),
        Contents::Block => kind.color.to_string(),
        _ => return None,
    };
    word += ["", "g", "G"][usize::from(kind.ground_layers.min(2))];
    word += ["", "i", "I"][usize::from(kind.cover_layers.min(2))];
    Some(word)
}

/// Whether a board has enough cells that are neither holes nor boxes.
pub(super) fn is_playable(cells: &Grid<Kind>) -> bool {
    let is_playable = |kind: &&Kind| {
        !matches!(
            kind.contents(),
            Contents::Hole | Contents::Obstacle | Contents::Blocker
        )
    };
    cells.values().iter().filter(is_playable).count() >= CELLS
}
