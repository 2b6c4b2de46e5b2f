//! A labelled sheet of the pieces and kinds of a ruleset.

use tilewright_draw::{Anchor, Mark, Picture, Point, Shape, theme};

use super::cell::Appearance;
use super::{GROUND, square};
use crate::kind::Contents;
use crate::ruleset::{Block, Effect, PairEffect, Piece, Place};
use crate::token::Tokens;
use crate::{Kind, Ruleset, words};

/// The entries in a row.
const COLUMNS: usize = 3;
/// The size of a label, in pixels.
const LABEL: f64 = 13.0;

/// All pieces and kinds of a ruleset with their names: pieces in each direction, armed pieces, blockers,
/// covers and grounds with each number of layers, ingredients, and before them an empty cell, an obstacle
/// and a block. `tile` is the side of a cell in pixels.
///
/// As text, each entry begins with its token.
///
/// ```
/// use tilewright_match3::{Preset, Ruleset, picture};
///
/// let legend = picture::legend(&Ruleset::preset(Preset::Royal), 24.0);
/// assert!(legend.to_text(false).contains("grass, 2 layers"));
/// ```
pub fn legend(ruleset: &Ruleset, tile: f64) -> Picture {
    let names = ["red".to_owned()];
    let appearance = Appearance::new(ruleset, &names);
    let tokens = Tokens::new(ruleset, &names);

    let entries = entries(ruleset);
    let rows = entries.len().div_ceil(COLUMNS);

    let text = |entry: &(Kind, String)| entry.1.chars().count();
    let longest = entries.iter().map(text).max().unwrap_or(0);
    let width = tile * 2.0 + longest as f64 * LABEL * 0.55;

    let step = tile * 1.25;
    let mut picture = Picture::new(
        COLUMNS as f64 * width + tile / 2.0,
        rows as f64 * step + tile / 2.0,
        "the pieces and kinds of the rules",
    );

    for (index, (kind, label)) in entries.into_iter().enumerate() {
        let place = |index: usize, step: f64| index as f64 * step + tile / 4.0;
        let corner = Point::new(
            place(index / rows, width) + tile / 8.0,
            place(index % rows, step) + tile / 8.0,
        );

        let outer = Point::new(corner.x - tile / 8.0, corner.y - tile / 8.0);
        picture.push(square(outer, tile * 1.25, 0.0, GROUND));
        appearance.draw_within(&mut picture, corner, tile, kind);
        let at = Point::new(corner.x + tile * 1.3, corner.y + tile / 2.0);
        let text = Shape::text(at, LABEL, theme::INK, label.clone());
        picture.push(text.anchored(Anchor::Start));

        let token = format!("{:<12} {label}", tokens.write(kind));
        picture.marks.push(vec![Mark::plain(token)]);
    }
    picture
}

/// All kinds of cells with one thing in them, each with its name.
pub(super) fn entries(ruleset: &Ruleset) -> Vec<(Kind, String)> {
    let block = Kind { color: 0, ..Kind::of(Contents::Block, 0) };

    let mut entries = vec![
        (Kind::of(Contents::Empty, 0), "empty".to_owned()),
        (Kind::OBSTACLE, "obstacle".to_owned()),
        (block, "block".to_owned()),
    ];

    for (index, piece) in (0..).zip(&ruleset.pieces) {
        entries.extend(directions(index, piece));
    }

    for (index, piece) in (0..).zip(&ruleset.pieces) {
        entries.extend(armed(ruleset, index, piece));
    }

    for (index, block) in (0..).zip(&ruleset.blocks) {
        entries.extend(layers(index, block));
    }

    let flagged = |(kind, label)| (ruleset.flagged(kind), label);
    entries.into_iter().map(flagged).collect()
}

/// A piece in each of its directions.
fn directions(index: u8, piece: &Piece) -> Vec<(Kind, String)> {
    let color = if piece.has_color { 0 } else { Kind::COLORLESS };
    let kind =
        |side| Kind { id: 2 * index + side, color, ..Kind::of(Contents::Piece, 0) };
    let sides = if piece.is_directed() { 0..2 } else { 0..1 };
    sides.map(|side| (kind(side), words::directed(piece, side == 1))).collect()
}

/// An armed piece with each effect that it can fire again: its own, and those of its pairs.
fn armed(ruleset: &Ruleset, index: u8, piece: &Piece) -> Vec<(Kind, String)> {
    let mut effects: Vec<_> = piece.is_twice.then_some(piece.fires).into_iter().collect();

    for pair in ruleset.pairs.iter().filter(|pair| pair.of[0] == index) {
        if let PairEffect::Fires { effect, is_twice: true, .. } = pair.fires
            && !effects.contains(&effect)
        {
            effects.push(effect);
        }
    }

    let kind = |effect: Effect| Kind {
        id: index,
        layers: effect.code(),
        ..Kind::of(Contents::Armed, 0)
    };
    effects.into_iter().map(|it| (kind(it), words::armed(piece, it))).collect()
}

/// A kind with each number of layers, over or under a block if it is a cover or a ground.
fn layers(index: u8, block: &Block) -> Vec<(Kind, String)> {
    let filled = Kind { color: 0, ..Kind::of(Contents::Block, 0) };
    let kind = |layers| match block.place {
        Place::Blocker => Kind { id: index, layers, ..Kind::of(Contents::Blocker, 0) },
        Place::Ingredient => Kind { id: index, ..Kind::of(Contents::Ingredient, 0) },
        Place::Cover => Kind { cover: index + 1, cover_layers: layers, ..filled },
        Place::Ground => Kind { ground: index + 1, ground_layers: layers, ..filled },
    };
    let label = |layers| words::label(block, layers);
    if block.timer.is_some() || block.first_number() == 0 {
        let number = block.first_number();
        return vec![(kind(number), label(number))];
    }
    (1..=block.layers).map(|layers| (kind(layers), label(layers))).collect()
}
