//! The kinds of cells under some rules, numbered: levels as arrays of numbers.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use tilewright_grid::{Cell, Size};

use crate::ruleset::{Block, Place};
use crate::setting::{Direction, Gravity, Setting};
use crate::token::Tokens;
use crate::{Kind, Level, LevelError, Preset, Ruleset, Spawners, Template};

/// The kinds that a cell of a level can have under some rules, each with a number, its code.
///
/// Under `classic` they are [`Kind::ALL`]. Under other rules the first are an ordinary cell, an obstacle, a hole, and each blocker, ingredient,
/// cover and ground of the rules on its own; then come empty cells, blocks of a colour, pieces, and all of these together. What fills several cells has
/// no code.
///
/// ```
/// use tilewright_match3::{Kind, KindCodes, Preset, Ruleset};
///
/// let codes = KindCodes::new(Ruleset::preset(Preset::Royal), 5)?;
/// assert_eq!(codes.kind(1), Some(Kind::OBSTACLE));
/// assert_eq!(codes.code(codes.kind(7).ok_or("no such code")?), Some(7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KindCodes {
    board: Template,
    kinds: Vec<Kind>,
    codes: BTreeMap<Kind, u16>,
}

/// What keeps a level from being an array of codes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UncodedLevel {
    /// It has other rules.
    #[error("the level has other rules than those of the codes")]
    Rules,
    /// It has another number of colours.
    #[error("the level has {found} colours, the codes are for {expected}")]
    Colors {
        /// The colours of the level.
        found: u32,
        /// Those of the codes.
        expected: u32,
    },
    /// It has something beside its cells.
    #[error("an array of codes holds no {0}, which the level has")]
    Part(&'static str),
    /// A kind has no code.
    #[error("{cell}: `{name}` has no code")]
    Kind {
        /// The cell.
        cell: Cell,
        /// Its kind.
        name: String,
    },
}

impl KindCodes {
    /// The codes of the kinds under these rules, of levels with a number of colours.
    ///
    /// # Errors
    /// When the rules do not allow that number of colours.
    pub fn new(rules: Ruleset, colors: u32) -> Result<Self, LevelError> {
        let mut board = Template::open(Size::new(1, 1))?.with_rules(rules)?;
        board.colors = colors;
        board.check()?;

        let is_classic = board.rules().as_preset() == Some(Preset::Classic);
        let all = if is_classic { Kind::ALL.to_vec() } else { kinds(&board) };
        let mut found = Self { board, kinds: Vec::new(), codes: BTreeMap::new() };
        for kind in all {
            // No rules have as many: a few hundred under the presets.
            let Ok(code) = u16::try_from(found.kinds.len()) else { break };
            if let Entry::Vacant(free) = found.codes.entry(kind) {
                free.insert(code);
                found.kinds.push(kind);
            }
        }
        Ok(found)
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        self.board.rules()
    }

    /// The number of colours.
    pub const fn colors(&self) -> u32 {
        self.board.colors
    }

    /// All kinds, in the order of their codes.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The kind of a code.
    pub fn kind(&self, code: u16) -> Option<Kind> {
        self.kinds.get(usize::from(code)).copied()
    }

    /// The code of a kind, if it has one.
    pub fn code(&self, kind: Kind) -> Option<u16> {
        self.codes.get(&kind).copied()
    }

    /// The name of a kind, as [`Template::kind`] reads it; a hole is `hole` under all rules.
    pub fn name_of(&self, kind: Kind) -> String {
        if kind == Kind::HOLE { kind.key().to_owned() } else { self.board.name_of(kind) }
    }

    /// A board of free cells under the rules, with spawners in the top row, no goal and no move limit.
    ///
    /// # Errors
    /// As [`Template::open`].
    pub fn board(&self, size: Size) -> Result<Template, LevelError> {
        let mut board = Template::open(size)?.with_rules(self.rules().clone())?;
        board.colors = self.colors();
        Ok(board)
    }

    /// The codes of the cells of a level in reading order. Its goal and move limit are not among them.
    ///
    /// # Errors
    /// When the level has other rules or colours, something beside its cells, such as portals, or a kind without a code.
    pub fn encode(&self, level: &Level) -> Result<Vec<u16>, UncodedLevel> {
        if !level.rules().is_same(self.rules()) {
            return Err(UncodedLevel::Rules);
        }
        let (found, expected) = (level.colors(), self.colors());
        if found != expected {
            return Err(UncodedLevel::Colors { found, expected });
        }
        if let Some(part) = beside(level) {
            return Err(UncodedLevel::Part(part));
        }

        let cells = level.size().cells().zip(level.cells().values());
        let code = |(cell, &kind): (Cell, &Kind)| {
            self.code(kind).ok_or_else(|| {
                let name = self.name_of(kind);
                UncodedLevel::Kind { cell, name }
            })
        };
        cells.map(code).collect()
    }
}

/// What a level has beside its cells, as far as codes do not hold it.
fn beside(level: &Level) -> Option<&'static str> {
    let Setting {
        ruleset: _,
        blocks,
        palette,
        gravity,
        portals,
        conveyors,
        exits,
        supply,
    } = &*level.setting;
    let parts = [
        (*level.spawners() != Spawners::TopRow, "spawners"),
        (blocks.is_some(), "kinds of its own (`blocks`)"),
        (palette.is_some(), "names or weights of colours"),
        (*gravity != Gravity::All(Direction::Down), "gravity"),
        (!portals.is_empty(), "portals"),
        (!conveyors.is_empty(), "conveyors"),
        (exits.is_some(), "exits"),
        (!supply.is_empty(), "supply"),
    ];
    parts.into_iter().find(|part| part.0).map(|part| part.1)
}

/// The kinds of cells under other rules than `classic`, some of them twice. Whatever reads as a token is one: the rules know what has a
/// colour, a direction or a cover.
fn kinds(board: &Template) -> Vec<Kind> {
    let rules = board.rules();
    let names = board.setting.color_names(board.colors);
    let (covers, grounds) =
        (marks(rules, '+', Place::Cover), marks(rules, '_', Place::Ground));

    let blockers = [Place::Blocker, Place::Ingredient];
    let blockers: Vec<String> =
        blockers.iter().flat_map(|&place| block_names(rules, place)).collect();
    let mut tokens = [".", "#", "_"].map(str::to_owned).to_vec();
    tokens.extend(blockers.iter().cloned());
    tokens.extend(covers.iter().chain(&grounds).map(|mark| format!(".{mark}")));

    let mut contents = [".", "#", "-"].map(str::to_owned).to_vec();
    let letters: Vec<String> =
        names.iter().filter_map(|name| name.get(..1)).map(str::to_owned).collect();
    contents.extend(letters.iter().cloned());
    contents.extend(blockers);
    contents.extend(pieces(rules, &letters));

    let none = [String::new()];
    for content in &contents {
        for cover in none.iter().chain(&covers) {
            let grounds = none.iter().chain(&grounds);
            tokens.extend(grounds.map(|ground| format!("{content}{cover}{ground}")));
        }
    }

    let known = Tokens::new(rules, &names);
    tokens.iter().filter_map(|token| known.read(token).ok().flatten()).collect()
}

/// The names of the blocks of a place that fill one cell, with their numbers.
fn block_names(rules: &Ruleset, place: Place) -> impl Iterator<Item = String> {
    let is_one = move |block: &&Block| block.place == place && !block.is_big();
    rules.blocks().iter().filter(is_one).flat_map(Block::names)
}

/// The same as tokens write them over or under a block.
fn marks(rules: &Ruleset, mark: char, place: Place) -> Vec<String> {
    block_names(rules, place).map(|name| format!("{mark}{name}")).collect()
}

/// What may be a token of a piece: with each colour or none, with each direction or none.
fn pieces(rules: &Ruleset, letters: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for piece in rules.pieces() {
        for color in std::iter::once("").chain(letters.iter().map(String::as_str)) {
            found
                .extend(["", "-", "|"].map(|way| format!("{color}{}{way}", piece.glyph)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(preset: Preset) -> KindCodes {
        KindCodes::new(Ruleset::preset(preset), 5).unwrap()
    }

    #[test]
    fn codes_lead_back_to_their_kinds_and_names_under_all_presets() {
        for preset in Preset::ALL {
            let codes = codes(preset);
            for (code, &kind) in (0..).zip(codes.kinds()) {
                assert_eq!(codes.code(kind), Some(code), "{preset:?}");
                if kind != Kind::HOLE {
                    assert_eq!(codes.board.kind(&codes.name_of(kind)).unwrap(), kind);
                }
            }
            assert_eq!(codes.kind(u16::MAX), None);
        }
        assert_eq!(codes(Preset::Classic).kinds(), Kind::ALL);
    }

    #[test]
    fn a_level_leads_to_its_codes() {
        let text = r##"{"schema": "tilewright/level/2", "rules": "royal", "colors": 5,
            "goal": {"collect": 9}, "layout": [[".", "r", "box1"], ["._grass1", "#", "_"], [".", ".", "."]]}"##;
        let level: Level = text.parse().unwrap();
        let codes = codes(Preset::Royal);
        let found = codes.encode(&level).unwrap();
        let kinds = found.iter().map(|&code| codes.kind(code).unwrap());
        assert_eq!(kinds.collect::<Vec<_>>(), level.cells().values());
    }

    #[test]
    fn what_codes_do_not_hold_is_named() {
        let error = |text: &str| {
            let level: Level = text.parse().unwrap();
            codes(Preset::Classic).encode(&level).unwrap_err().to_string()
        };
        let level = |keys: &str| {
            format!(
                r#"{{"schema": "tilewright/level/2", "layout": ["...", "...", "..."], {keys}}}"#
            )
        };
        let cells = error(&level(r#""cells": {"portals": [[[2, 0], [1, 1]]]}"#));
        assert_eq!(cells, "an array of codes holds no portals, which the level has");
        let spawners = error(&level(r#""spawners": [[0, 0]]"#));
        assert_eq!(spawners, "an array of codes holds no spawners, which the level has");
        let colors = error(&level(r#""colors": 4"#));
        assert_eq!(colors, "the level has 4 colours, the codes are for 5");
        let rules = error(&level(r#""rules": "royal""#));
        assert_eq!(rules, "the level has other rules than those of the codes");
    }
}
