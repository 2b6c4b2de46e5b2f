//! Lines that GitHub Actions shows beside the files of a change.

use super::document::CheckDocument;

/// The line of a level that is bad or undecided; none of another.
pub(super) fn line(checked: &CheckDocument) -> Option<String> {
    let (command, title, words) = match (checked.ok, &checked.undecided[..]) {
        (false, _) => ("error", "bad level", checked.reasons.join("; ")),
        (true, []) => return None,
        (true, open) => ("warning", "level at the end of its band", open.join("; ")),
    };
    let (file, title) = (escaped(&checked.file, true), escaped(title, true));
    Some(format!("::{command} file={file},title={title}::{}\n", escaped(&words, false)))
}

/// A text with the characters escaped that end a command; of a property also those that end a property.
fn escaped(text: &str, is_property: bool) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '%' => escaped.push_str("%25"),
            '\r' => escaped.push_str("%0D"),
            '\n' => escaped.push_str("%0A"),
            ':' if is_property => escaped.push_str("%3A"),
            ',' if is_property => escaped.push_str("%2C"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn what_ends_a_command_is_escaped() {
        assert_eq!(escaped("a,b: 5 %\n", true), "a%2Cb%3A 5 %25%0A");
        assert_eq!(escaped("a,b: 5 %\r\n", false), "a,b: 5 %25%0D%0A");
    }
}
