//! JSON documents with a checksum.

use serde::Serialize;

/// The key of the checksum.
const KEY: &str = "checksum";

/// Writes a document as JSON in one line, with a `checksum` of all its other keys at the end.
///
/// ```
/// use std::collections::BTreeMap;
/// use tilewright_play::{is_intact, seal};
///
/// let text = seal(&BTreeMap::from([("seed", 7), ("shots", 12)]));
/// assert_eq!(text, r#"{"seed":7,"shots":12,"checksum":"e9fa2a965b5982cc"}"#);
/// assert!(is_intact(&text) && is_intact(&text.replace(',', ",\n  ")));
/// assert!(!is_intact(&text.replace("12", "11")));
/// ```
///
/// # Panics
/// If the document is not an object, or cannot be written as JSON.
pub fn seal(document: &impl Serialize) -> String {
    let mut text = serde_json::to_string(document).expect("documents are plain data");
    // What is read is written in the same way again, so that nothing need be read here: a saved game may be large.
    let sum = sum(&text);
    assert_eq!(text.pop(), Some('}'), "a document is an object");
    let comma = if text.len() > 1 { "," } else { "" };
    text + &format!("{comma}\"{KEY}\":\"{sum}\"}}")
}

/// Whether the checksum that [`seal`] wrote at the end of a JSON document is correct. White space between
/// the values may differ. A document without a checksum is not intact.
pub fn is_intact(text: &str) -> bool {
    let text = without_spaces(text);
    let Some((keys, found)) = text.rsplit_once(&format!("\"{KEY}\":\"")) else {
        return false;
    };
    let keys = keys.strip_suffix(',').unwrap_or(keys).to_owned() + "}";
    found.strip_suffix("\"}").is_some_and(|found| found == sum(&keys))
}

/// The text as it was sealed: without the white space between values.
fn without_spaces(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let (mut is_string, mut is_escaped) = (false, false);
    for character in text.chars() {
        if is_string || !matches!(character, ' ' | '\n' | '\r' | '\t') {
            kept.push(character);
        }
        is_string ^= character == '"' && !is_escaped;
        is_escaped = is_string && character == '\\' && !is_escaped;
    }
    kept
}

/// The checksum in 16 hexadecimal digits: that of Fowler, Noll and Vo over eight bytes at a time, each turned so that high bits reach
/// low ones. A change of one word always changes it. Byte by byte, each of which waits for the one before, a match-3 game of 70 kB
/// took 100 of the 230 µs of its save.
fn sum(text: &str) -> String {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;

    let (words, rest) = text.as_bytes().as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let hash =
        words.iter().chain([&last]).fold(START ^ text.len() as u64, |hash, &word| {
            (hash ^ u64::from_le_bytes(word)).wrapping_mul(PRIME).rotate_left(29)
        });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn white_space_may_differ_between_values_and_not_within_text() {
        let text =
            seal(&json!({"name": "a \\\" b", "list": [1, {"x": "\\"}, "\u{e9} "]}));
        let value: Value = serde_json::from_str(&text).unwrap();
        let spread = text.replace(':', " :\t").replace(',', "\r\n,");
        assert!(is_intact(&text) && is_intact(&spread), "{text}");
        assert!(!is_intact(&text.replace("a ", "a")) && value["list"].is_array());
        assert!(!is_intact(&(text.clone() + "x")) && !is_intact(&text[..text.len() - 1]));
    }

    #[test]
    fn an_empty_document_can_be_sealed_and_others_have_no_checksum() {
        let text = seal(&json!({}));
        assert!(is_intact(&text) && is_intact(&format!(" {text}\n")));
        for text in ["", "{}", "[]", "null", r#"{"checksum":3}"#, "\"checksum\":\"\"}"] {
            assert!(!is_intact(text), "{text}");
        }
    }
}
