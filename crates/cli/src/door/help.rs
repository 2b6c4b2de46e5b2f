//! Help texts: the doc comments of requests as fragments that name flags and commands.

use super::key::Key;

/// A text of a schema with the keys and tasks in backticks replaced by flags and commands.
pub(super) fn flagged(text: &str, keys: &[Key]) -> String {
    let parts = text.split('`').enumerate().map(|(index, part)| {
        if index % 2 == 0 {
            return part.to_owned();
        }
        if let Some(key) = keys.iter().find(|key| key.name == part) {
            return key.display_name();
        }

        match part.split_once('/') {
            Some((game, verb)) => format!("{game} {verb}"),
            None => format!("`{part}`"),
        }
    });

    parts.collect()
}

/// Passes a text to `give` as short help, its first paragraph, and long help, all of it if there
/// are more paragraphs.
pub(super) fn documented<T>(
    text: &str,
    give: impl FnOnce(String, Option<String>) -> T,
) -> T {
    let paragraphs: Vec<_> = text
        .split("\n\n")
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let short = fragment(paragraphs.first().map_or("", String::as_str));
    let long = (paragraphs.len() > 1).then(|| paragraphs.join("\n\n"));
    give(short, long)
}

/// A sentence without its full stop.
pub(super) fn fragment(text: &str) -> String {
    let stripped = text.strip_suffix('.').filter(|text| !text.ends_with('.'));
    stripped.unwrap_or(text).to_owned()
}
