//! JSON that is safe to show: characters that a terminal obeys instead of showing them are escaped.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

/// Whether a terminal obeys a character instead of showing it: control characters, C1 and DEL among
/// them, and those that change the direction of writing. Line breaks and tabs are none.
///
/// ```
/// use tilewright_tasks::is_control;
///
/// assert!(['\u{1b}', '\u{7f}', '\u{9b}', '\u{202e}'].into_iter().all(is_control));
/// assert!(!['a', '\n', '·', 'ש'].into_iter().any(is_control));
/// ```
pub fn is_control(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => character.is_control(),
    }
}

/// A value as JSON without line breaks. Characters that a terminal obeys are escaped, those too that
/// JSON need not escape: nothing but these bytes reaches the screen, however they are shown.
///
/// ```
/// use tilewright_tasks::to_json;
///
/// let json = to_json(&["a\u{9b}2J\u{202e}b"])?;
/// assert_eq!(json, br#"["a\u009b2J\u202eb"]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// As [`serde_json::to_vec`].
pub fn to_json(value: &(impl Serialize + ?Sized)) -> serde_json::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut serializer =
        serde_json::Serializer::with_formatter(&mut bytes, EscapingFormatter);
    value.serialize(&mut serializer)?;
    Ok(bytes)
}

/// Writes JSON as serde does by default, with more characters escaped.
struct EscapingFormatter;

impl Formatter for EscapingFormatter {
    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, found)) = rest.char_indices().find(|it| is_control(it.1)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            // All of them are below U+10000.
            write!(writer, "\\u{:04x}", u32::from(found))?;
            rest = &rest[at + found.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}
