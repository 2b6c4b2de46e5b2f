//! JSON documents with a checksum.

use serde::Serialize;
use serde_json::{Map, Value};
use tilewright_grid::checksum;

/// The key of the checksum.
const KEY: &str = "checksum";

/// Writes a document as JSON in one line, with a `checksum` of all its other keys at the end.
///
/// ```
/// use std::collections::BTreeMap;
/// use tilewright_play::{is_intact, seal};
///
/// let text = seal(&BTreeMap::from([("seed", 7), ("shots", 12)]));
/// assert_eq!(text, r#"{"seed":7,"shots":12,"checksum":"d449b19c3421991d"}"#);
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

/// Whether the checksum that [`seal`] wrote into a JSON document is correct. White space between
/// the values may differ. A document without a checksum is not intact.
pub fn is_intact(text: &str) -> bool {
    let Some((keys, found)) = read(text) else { return false };
    let text = serde_json::to_string(&keys).expect("keys that were read can be written");
    found.is_some_and(|found| found == sum(&text))
}

/// Splits an object into its other keys and its checksum.
fn read(text: &str) -> Option<(Map<String, Value>, Option<Value>)> {
    let mut keys: Map<String, Value> = serde_json::from_str(text).ok()?;
    let found = keys.shift_remove(KEY);
    Some((keys, found))
}

/// The checksum in 16 hexadecimal digits.
fn sum(text: &str) -> String {
    format!("{:016x}", checksum(text.as_bytes()))
}
