//! The numbers of filled bins, as a table for people.

use std::fmt::Write as _;

use tilewright_evolve::Axis;
use tilewright_match3_design::{ArchivedLevel, bin_words};

use super::answer::places;

/// The most columns of the table.
const MOST_COLUMNS: usize = 12;

/// The numbers of filled bins by density and mean swaps. Where there are too many bins of mean
/// swaps for a line, a column counts several of them.
pub(super) fn counts(axes: &[Axis; 3], levels: &[ArchivedLevel]) -> String {
    let [difficulty, density, symmetry] = axes;
    let joined = difficulty.bins.div_ceil(MOST_COLUMNS);
    let columns = difficulty.bins.div_ceil(joined);

    let mut counts = vec![0_u32; columns * density.bins];
    for level in levels {
        let [column, row, _] = places(axes, level.bin);
        counts[row * columns + column / joined] += 1;
    }

    let word = levels.first().map_or("swap", |it| it.level.rules().move_word());
    let of = match joined {
        1 => format!(" of {}", symmetry.bins),
        _ => String::new(),
    };
    let swaps = match joined {
        1 => "columns".to_owned(),
        _ => format!("columns, {joined} bins of {} in each", difficulty.bins),
    };

    let names = (0..columns).map(|column| label(difficulty, column * joined, joined));
    let names: Vec<_> = names.collect();
    let width = names.iter().map(String::len).max().unwrap_or(0).max(9);

    let mut text = format!(
        "filled bins{of}, by density (rows) and mean {word}s ({swaps})\n{:10}",
        ""
    );

    let line = |text: &mut String, words: &mut dyn Iterator<Item = String>| {
        words.for_each(|word| {
            let _ = write!(text, " {word:>width$}");
        });
        text.push('\n');
    };
    line(&mut text, &mut names.into_iter());
    for (bin, row) in counts.chunks(columns).enumerate() {
        let _ = write!(text, "{:>10}", label(density, bin, 1));
        line(&mut text, &mut row.iter().map(u32::to_string));
    }

    text
}

/// The range of neighbouring bins.
fn label(axis: &Axis, first: usize, count: usize) -> String {
    let last = (first + count).min(axis.bins) - 1;
    let ([low, _], [_, high]) = (bin_words(axis, first), bin_words(axis, last));
    format!("{low}-{high}")
}
