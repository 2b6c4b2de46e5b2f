//! A contact sheet: every cell large and small, in grey, and with colour-blind eyes.

use tilewright_draw::{Anchor, Picture, Point, Shape, Vision, theme};

use super::cell::Appearance;
use super::legend::entries;
use super::{GROUND, square};
use crate::kind::Contents;
use crate::{Kind, Preset, Ruleset};

/// The names of the eight colours that have paints of their own.
pub(super) const NAMES: [&str; 8] =
    ["red", "green", "blue", "yellow", "purple", "orange", "cyan", "white"];
/// The sides of cells in pixels, and how each is seen.
const CELLS: [(f64, Vision); 4] = [
    (40.0, Vision::Normal),
    (24.0, Vision::Normal),
    (24.0, Vision::Grey),
    (24.0, Vision::Deuteranopia),
];
/// The space around a cell, in pixels.
const GAP: f64 = 4.0;
/// The height of an entry and of a heading, and the width of an entry, in pixels.
const ROW: f64 = 50.0;
const HEADING: f64 = 34.0;
const WIDTH: f64 = 364.0;
const COLUMNS: usize = 2;
const LABEL: f64 = 13.0;

/// Blocks of eight colours, then the pieces and kinds of each of these rulesets under its title: each cell
/// with a side of 40 and of 24 pixels, and with 24 pixels in grey and as seen with deuteranopia.
///
/// ```
/// use tilewright_match3::{Preset, Ruleset, picture};
///
/// let sheet = picture::contact_sheet(&[("royal", Ruleset::preset(Preset::Royal))]);
/// assert!(sheet.to_svg().contains("rocket, column"));
/// ```
pub fn contact_sheet(rulesets: &[(&str, Ruleset)]) -> Picture {
    let names = NAMES.map(str::to_owned);
    let mut sections = vec![("blocks of each colour", None, blocks(&names))];

    for (title, ruleset) in rulesets {
        let own = entries(ruleset).into_iter().filter(|(kind, _)| !is_bare_block(*kind));
        sections.push((title, Some(ruleset), own.collect()));
    }

    // The height follows from the rows of all sections, which fill their columns from the top.
    let rows = |entries: usize| entries.div_ceil(COLUMNS);
    let height: f64 = sections
        .iter()
        .map(|(_, _, entries)| HEADING + ROW * rows(entries.len()) as f64)
        .sum();

    let title = "cells of match-3 games in colour, in grey and with deuteranopia";
    let mut picture = Picture::new(WIDTH * COLUMNS as f64, height + HEADING, title);

    let head = "40 pixels · 24 pixels · 24 pixels in grey · 24 pixels with deuteranopia";
    write(&mut picture, Point::new(GAP * 2.0, HEADING / 2.0), head, false);

    let classic = Ruleset::preset(Preset::Classic);
    let mut top = HEADING;

    for (title, ruleset, entries) in sections {
        let appearance = Appearance::new(ruleset.unwrap_or(&classic), &names);
        write(&mut picture, Point::new(GAP * 2.0, top + HEADING / 2.0), title, true);

        for (index, (kind, label)) in entries.iter().enumerate() {
            let row = index % rows(entries.len());
            let corner = Point::new(
                WIDTH * (index / rows(entries.len())) as f64 + GAP,
                top + HEADING + ROW * row as f64,
            );
            entry(&mut picture, &appearance, corner, (*kind, label));
        }

        top += HEADING + ROW * rows(entries.len()) as f64;
    }
    picture
}

/// A block of each colour.
fn blocks(names: &[String]) -> Vec<(Kind, String)> {
    let block = |color: u8| Kind { color, ..Kind::of(Contents::Block, 0) };
    (0..).zip(names).map(|(color, name)| (block(color), name.clone())).collect()
}

/// Whether it is a block without anything above or below it.
fn is_bare_block(kind: Kind) -> bool {
    kind.contents() == Contents::Block && kind.cover == 0 && kind.ground == 0
}

/// Draws a cell in each size and way, with its name.
fn entry(
    picture: &mut Picture,
    appearance: &Appearance<'_>,
    corner: Point,
    (kind, label): (Kind, &str),
) {
    let mut x = corner.x;
    for (tile, vision) in CELLS {
        let side = tile + 2.0 * GAP;
        let mut cell = Picture::new(side, side, label);
        cell.push(square(Point::new(0.0, 0.0), side, 0.0, GROUND));
        appearance.draw_within(&mut cell, Point::new(GAP, GAP), tile, kind);
        picture.place(&vision.picture(&cell), x, corner.y + (ROW - side) / 2.0);
        x += side + GAP;
    }
    write(picture, Point::new(x + GAP, corner.y + ROW / 2.0), label, false);
}

fn write(picture: &mut Picture, at: Point, text: &str, bold: bool) {
    let (anchor, ink, text) = (Anchor::Start, theme::INK, text.to_owned());
    let size = if bold { LABEL + 3.0 } else { LABEL };
    picture.push(Shape::Text { at, size, anchor, bold, ink, text });
}
