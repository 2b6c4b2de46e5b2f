//! The picture of an archive of levels.

use tilewright_draw::{Anchor, Picture, Point, Shape, theme};
use tilewright_evolve::Axis;
use tilewright_match3::Level;
use tilewright_match3::picture::draw_small;

use crate::bin_words;

/// The longest side of a board, in pixels: seven for each of nine cells.
const BOARD: f64 = 63.0;
/// The width and the height of a bin.
const BIN: (f64, f64) = (73.0, 88.0);
/// The space of the labels: left of the bins, and above them.
const LABELS: (f64, f64) = (66.0, 46.0);
/// The sizes of the texts.
const TEXT: (f64, f64) = (11.0, 14.0);

/// The levels of an archive: a block for each bin of the symmetry, whose columns are the bins of
/// the difficulty and whose rows are those of the density. A level has its bins, in the order of the
/// axes, and its mean swaps. Bins without a level are empty.
pub fn wall(axes: &[Axis; 3], levels: &[([usize; 3], &Level, f64)]) -> Picture {
    let count = axes[2].bins;
    let across = (count as f64).sqrt().ceil() as usize;
    let width = LABELS.0 + BIN.0 * axes[0].bins as f64 + 16.0;
    let height = LABELS.1 + BIN.1 * axes[1].bins as f64 + 16.0;
    let word = levels.first().map_or("swap", |(_, level, _)| level.rules().move_word());
    let title = format!("match-3 levels by mean {word}s, density and symmetry");

    let mut picture = Picture::new(
        width * across as f64,
        height * count.div_ceil(across) as f64,
        title,
    );

    for block in 0..count {
        let corner =
            Point::new(width * (block % across) as f64, height * (block / across) as f64);
        label_block(&mut picture, axes, (block, word), corner);

        for row in 0..axes[1].bins {
            for column in 0..axes[0].bins {
                let bin = Point::new(
                    corner.x + LABELS.0 + BIN.0 * column as f64,
                    corner.y + LABELS.1 + BIN.1 * row as f64,
                );

                let here = |it: &&([usize; 3], &Level, f64)| it.0 == [column, row, block];
                match levels.iter().find(here) {
                    Some((_, level, swaps)) => {
                        draw_level(&mut picture, level, *swaps, bin);
                    }
                    None => draw_empty(&mut picture, bin),
                }
            }
        }
    }
    picture
}

/// The title of a block, and the labels of its columns and rows.
fn label_block(
    picture: &mut Picture,
    axes: &[Axis; 3],
    (block, word): (usize, &str),
    corner: Point,
) {
    let title = format!("symmetry {}", ends(&axes[2], block));
    let at = Point::new(corner.x + LABELS.0, corner.y + 14.0);

    let title = Shape::text(at, TEXT.1, theme::INK, title).bold();
    picture.push(title.anchored(Anchor::Start));

    for column in 0..axes[0].bins {
        let x = corner.x + LABELS.0 + BIN.0 * column as f64 + BOARD / 2.0;
        let text = ends(&axes[0], column);
        let at = Point::new(x, corner.y + LABELS.1 - 10.0);
        picture.push(Shape::text(at, TEXT.0, theme::MUTED, text));
    }

    for row in 0..axes[1].bins {
        let y = corner.y + LABELS.1 + BIN.1 * row as f64 + BOARD / 2.0;
        let at = Point::new(corner.x + LABELS.0 - 8.0, y);
        let label = |at: Point, text: String| {
            Shape::text(at, TEXT.0, theme::MUTED, text).anchored(Anchor::End)
        };

        // The words stand above the labels of the first row: there only.
        if row == 0 {
            for (word, y) in [
                (format!("{word}s"), corner.y + LABELS.1 - 10.0),
                ("density".to_owned(), y - 14.0),
            ] {
                picture.push(label(Point::new(at.x, y), word));
            }
        }

        picture.push(label(at, ends(&axes[1], row)));
    }
}

/// The ends of a bin.
fn ends(axis: &Axis, bin: usize) -> String {
    bin_words(axis, bin).join("–")
}

/// A small board, with its mean swaps below it.
fn draw_level(picture: &mut Picture, level: &Level, swaps: f64, corner: Point) {
    let height = draw_small(picture, level, BOARD, corner);
    let at = Point::new(corner.x + BOARD / 2.0, corner.y + height + 9.0);
    picture.push(Shape::text(at, TEXT.0, theme::INK, format!("{swaps:.1}")));
}

fn draw_empty(picture: &mut Picture, corner: Point) {
    picture.push(Shape::rectangle(corner, [BOARD, BOARD], 0.0, theme::EMPTY));
}
