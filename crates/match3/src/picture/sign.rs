//! Short signs of cells, for boards of text in which whole tokens such as `bomber9` do not fit.

use tilewright_grid::Grid;

use crate::kind::Contents;
use crate::ruleset::{Block, Piece, Place};
use crate::token::Tokens;
use crate::{Kind, Level, words};

/// The signs of the cells of a level: tokens in which each kind has a code of a few letters, so that no two cells that
/// differ have the same sign.
///
/// Blocks, pieces and cells without a kind look as in tokens: `r`, `R-`, `#`. A blocker or an ingredient has a code of two
/// letters, such as `bo` of a box; a cover after `+` and a ground after `_` have one letter where it is enough. The layers
/// of a kind that can have several, and the turns of a timer, follow: `va2`, `r+c1`, `._g2`.
#[derive(Clone, Debug)]
pub(crate) struct Signs<'a> {
    blocks: &'a [Block],
    pieces: &'a [Piece],
    tokens: Tokens<'a>,
    /// The codes of the kinds, in the order of the rules.
    codes: Vec<String>,
}

impl<'a> Signs<'a> {
    /// Those of a level.
    pub(crate) fn new(level: &'a Level) -> Self {
        let (blocks, pieces) = (&level.rules().blocks[..], &level.rules().pieces[..]);
        Self { blocks, pieces, tokens: level.tokens(), codes: codes(blocks) }
    }

    /// The sign of a cell.
    pub(crate) fn of(&self, kind: Kind) -> String {
        let contents = match kind.contents() {
            Contents::Blocker | Contents::Ingredient => {
                self.coded(usize::from(kind.id), kind.layers)
            }
            _ => self.tokens.write_contents(kind),
        };
        let layer = |mark: char, number: u8, layers: u8| match number.checked_sub(1) {
            None => String::new(),
            Some(index) => format!("{mark}{}", self.coded(usize::from(index), layers)),
        };
        let cover = layer('+', kind.cover, kind.cover_layers);
        contents + &cover + &layer('_', kind.ground, kind.ground_layers)
    }

    /// The codes of the kinds and pieces that are on a board, each with its name.
    pub(crate) fn key(&self, kinds: &Grid<Kind>) -> Vec<String> {
        let kinds = kinds.values();
        let named = self.blocks.iter().zip(&self.codes).enumerate();
        let of_blocks = named.filter_map(|(index, (block, code))| {
            let number = index as u8 + 1;
            let (mark, is_it): (_, fn(&Kind, u8) -> bool) = match block.place {
                Place::Blocker => ("", |kind, number| {
                    kind.contents() == Contents::Blocker && kind.id + 1 == number
                }),
                Place::Ingredient => ("", |kind, number| {
                    kind.contents() == Contents::Ingredient && kind.id + 1 == number
                }),
                Place::Cover => ("+", |kind, number| kind.cover == number),
                Place::Ground => ("_", |kind, number| kind.ground == number),
            };
            let what = match block.first_number() {
                _ if block.timer.is_some() => ", turns left",
                0 | 1 => "",
                _ => ", layers",
            };
            let name = words::spoken(&block.name);
            let is_there = kinds.iter().any(|kind| is_it(kind, number));
            is_there.then(|| format!("{mark}{code} {name}{what}"))
        });

        let of_pieces = self.pieces.iter().enumerate().filter_map(|(index, piece)| {
            let is_it = |kind: &Kind| match kind.contents() {
                Contents::Piece => usize::from(kind.id / 2) == index,
                Contents::Armed => usize::from(kind.id) == index,
                _ => false,
            };
            let name = words::spoken(&piece.name);
            kinds.iter().any(is_it).then(|| format!("{} {name}", piece.glyph))
        });
        of_pieces.chain(of_blocks).collect()
    }

    /// The code of a kind with its number, if it can have several.
    fn coded(&self, index: usize, number: u8) -> String {
        let (Some(block), Some(code)) = (self.blocks.get(index), self.codes.get(index))
        else {
            return "*".to_owned();
        };
        match block.first_number() {
            0 | 1 if block.timer.is_none() => code.clone(),
            _ => format!("{code}{number}"),
        }
    }
}

/// A code for each kind. What fills cells has two letters, since one letter is a colour.
fn codes(blocks: &[Block]) -> Vec<String> {
    let mut codes: Vec<String> = Vec::new();
    for block in blocks {
        let initial = &block.name[..1];
        let is_same = |other: &&Block| sort(other) == sort(block);
        let others = blocks.iter().filter(is_same);
        let is_alone = others.filter(|it| it.name.starts_with(initial)).count() == 1;
        if is_alone && sort(block) != Place::Blocker {
            codes.push(initial.to_owned());
            continue;
        }

        let before: Vec<_> =
            blocks.iter().zip(&codes).filter(|(other, _)| is_same(other)).collect();
        let letters = block.name[1..].chars().chain('a'..='z').chain('A'..='Z');
        let free = letters.map(|letter| format!("{initial}{letter}"));
        let is_free = |code: &String| before.iter().all(|(_, other)| *other != code);
        // More than 52 names with one initial: the whole name is no code of two letters.
        let code = free.into_iter().find(is_free).unwrap_or_else(|| block.name.clone());
        codes.push(code);
    }
    codes
}

/// Blockers and ingredients fill cells, and so have codes of one sort.
const fn sort(block: &Block) -> Place {
    match block.place {
        Place::Ingredient => Place::Blocker,
        place => place,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tilewright_grid::Size;

    use super::*;
    use crate::{Preset, Ruleset, Template};

    #[test]
    fn kinds_that_begin_alike_and_numbers_are_told_apart() {
        let level = r#"{"schema": "tilewright/level/2", "rules": "blast", "layout": [["box1", "bomber9", "bomber8", "vase2", "vase1"], ["safe4", "=", "r", "b", "bird"], ["=", "=", "R-", ".", "g"]],
            "blocks": {"box": {"place": "blocker"}, "bomber": {"place": "blocker", "after": 9, "then": "lose"},
                       "vase": {"place": "blocker", "layers": 2}, "bird": {"place": "ingredient"},
                       "safe": {"place": "blocker", "layers": 4, "cells": [2, 2]}}}"#;
        let level: Level = level.parse().unwrap();
        let signs = Signs::new(&level);
        let row = |row: &[Kind]| {
            let signs: Vec<_> = row.iter().map(|&kind| signs.of(kind)).collect();
            signs.join(" ")
        };
        let rows: Vec<_> = level.cells().rows().map(row).collect();
        assert_eq!(rows, ["bo bm9 bm8 va2 va1", "sa4 = r b bi", "= = R- . g"]);
    }

    #[test]
    fn cells_that_differ_have_signs_that_differ() {
        for preset in Preset::ALL {
            let open = Template::open(Size::new(1, 1)).unwrap();
            let open = open.with_rules(Ruleset::preset(preset)).unwrap();
            let level = open.opened();
            let (signs, tokens) = (Signs::new(&level), level.tokens());
            let mut seen: BTreeMap<String, String> = BTreeMap::new();
            for kind in kinds(&level) {
                let (sign, token) = (signs.of(kind), tokens.write(kind));
                let other = seen.entry(sign).or_insert_with(|| token.clone());
                assert_eq!(*other, token, "{preset:?}");
            }
            assert!(seen.len() > 4);
        }
    }

    /// A block under each cover and on each ground, and each blocker and ingredient, with all their numbers.
    fn kinds(level: &Level) -> Vec<Kind> {
        let block = Kind { color: 0, ..Kind::of(Contents::Block, 0) };
        let mut kinds = vec![block, Kind::ORDINARY, Kind::OBSTACLE];
        for (id, it) in (0_u8..).zip(&level.rules().blocks) {
            for layers in 1..=it.first_number().max(1) {
                kinds.push(match it.place {
                    Place::Blocker => {
                        Kind { id, layers, ..Kind::of(Contents::Blocker, 0) }
                    }
                    Place::Ingredient => Kind { id, ..Kind::of(Contents::Ingredient, 0) },
                    Place::Cover => Kind { cover: id + 1, cover_layers: layers, ..block },
                    Place::Ground => {
                        Kind { ground: id + 1, ground_layers: layers, ..block }
                    }
                });
            }
        }
        kinds
    }
}
