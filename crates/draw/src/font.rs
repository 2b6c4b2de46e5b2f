//! The fonts of rasterised text, and the width of a text in them.
//!
//! Only the fonts of the crate `epaint_default_fonts` are loaded, never those of the system, so
//! that a picture has the same pixels on every machine.

#[cfg(feature = "pixels")]
use std::sync::{Arc, OnceLock};

#[cfg(feature = "pixels")]
use resvg::usvg::{FontResolver, fontdb::Database};

/// The font families of SVG files: the first is used by the rasteriser, the others by viewers
/// without it.
pub(crate) const FAMILIES: &str =
    "Ubuntu, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

/// The rasteriser's fonts: Ubuntu Light, and Hack for characters that Ubuntu lacks (arrows,
/// geometric shapes).
#[cfg(feature = "pixels")]
pub(crate) fn database() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let load = || {
        let mut fonts = Database::new();
        fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
        fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
        fonts.set_sans_serif_family("Ubuntu");
        Arc::new(fonts)
    };
    Arc::clone(FONTS.get_or_init(load))
}

/// Selects fonts by name only. The rasteriser's own fallback for a missing character would set
/// the whole text in another font.
#[cfg(feature = "pixels")]
pub(crate) fn resolver() -> FontResolver<'static> {
    FontResolver {
        select_font: FontResolver::default_font_selector(),
        select_fallback: Box::new(|_, _, _| None),
    }
}

/// Advance widths of the characters from space to tilde, in thousandths of the size.
const ADVANCES: [u16; 95] = [
    228, 274, 392, 653, 564, 831, 648, 240, 310, 310, 472, 564, 246, 282, 246, 359, 564,
    564, 564, 564, 564, 564, 564, 564, 564, 564, 246, 246, 564, 564, 564, 380, 940, 641,
    630, 609, 702, 555, 520, 658, 692, 248, 487, 599, 502, 865, 709, 774, 592, 774, 618,
    517, 548, 680, 624, 921, 608, 569, 560, 310, 359, 310, 564, 490, 376, 509, 583, 460,
    583, 548, 376, 573, 569, 237, 237, 495, 255, 863, 569, 582, 583, 583, 374, 428, 387,
    569, 480, 775, 499, 474, 455, 319, 262, 319, 564,
];

/// Whether a character is drawn with the second font: arrows, technical symbols, boxes, blocks,
/// geometric shapes and braille.
pub(crate) const fn is_symbol(letter: char) -> bool {
    matches!(letter, '\u{2190}'..='\u{21FF}' | '\u{2300}'..='\u{25FF}' | '\u{2800}'..='\u{28FF}')
}

/// Splits a text where the font changes. Each run is laid out on its own, as the rasteriser can
/// fail on a text whose fonts group the letters differently.
pub(crate) fn runs(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let runs = letters.chunk_by(|a, b| is_symbol(*a) == is_symbol(*b));
    runs.map(String::from_iter).collect()
}

/// Space added between bold letters, as a share of their size.
pub(crate) const BOLD_SPACING: f64 = 0.02;

/// The second font's family.
pub(crate) const SYMBOLS: &str = "Hack";

/// The width of a text of the given size in pixels; an estimate for characters outside ASCII.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let advance = |letter: char| {
        let index = (letter as usize).wrapping_sub(32);
        f64::from(match letter {
            '…' | '—' => 996,
            '–' => 496,
            _ if is_symbol(letter) => 602,
            _ => ADVANCES.get(index).copied().unwrap_or(620),
        })
    };
    text.chars().map(advance).sum::<f64>() * size / 1000.0
}

/// The text, shortened with an ellipsis if it is wider than `room`.
pub(crate) fn fit(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }

    let room = room - size;

    let mut kept = String::new();
    let mut used = 0.0;
    for letter in text.chars() {
        used += width(letter.encode_utf8(&mut [0; 4]), size);
        if used > room {
            break;
        }
        kept.push(letter);
    }

    format!("{}…", kept.trim_end())
}

/// Wraps a bold text into at most `most` lines no wider than `room`; the last one is shortened
/// with an ellipsis.
pub(crate) fn wrap(text: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    // Bold letters are a little wider than the plain ones that are measured.
    let room = room * 0.95;

    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        // Beyond the last line, words are added to it, and it is shortened below.
        let last = lines.len() == most;
        match lines.last_mut() {
            Some(line) if last || width(&format!("{line} {word}"), size) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }

    lines.iter().map(|line| fit(line, size, room)).collect()
}

#[cfg(all(test, feature = "pixels"))]
mod tests {
    use resvg::usvg::{Options, Tree};

    use super::*;

    /// The width that the rasteriser gives a text.
    fn laid_out(text: &str) -> f64 {
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='900' height='40' \
             font-family=\"{FAMILIES}\"><text y='30' font-size='20'>{text}</text></svg>"
        );
        let options = Options {
            fontdb: database(),
            font_resolver: resolver(),
            ..Options::default()
        };
        let tree = Tree::from_str(&svg, &options).unwrap();
        f64::from(tree.root().abs_bounding_box().width())
    }

    #[test]
    fn measured_widths_agree_with_the_rasteriser() {
        for text in ["Fitness by generation", "12,345.678", "WWWWiiiiMMMM", "a–b—c…"]
        {
            let (estimate, real) = (width(text, 20.0), laid_out(text));
            assert!((estimate - real).abs() < 0.06 * real, "{text}: {estimate} {real}");
        }
    }

    #[test]
    fn long_texts_are_shortened_to_the_available_width() {
        assert_eq!(fit("short", 12.0, 100.0), "short");
        let fitted = fit("a text that is far too long", 12.0, 80.0);
        assert!(fitted.ends_with('…') && width(&fitted, 12.0) <= 80.0, "{fitted}");
    }

    #[test]
    fn wrapped_lines_fit_and_are_no_more_than_allowed() {
        let lines = wrap("one two three four five six seven", 16.0, 80.0, 3);
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| width(line, 16.0) <= 80.0), "{lines:?}");
        assert!(lines[2].ends_with('…'));
        assert_eq!(wrap("  ", 16.0, 80.0, 3), Vec::<String>::new());
    }
}
