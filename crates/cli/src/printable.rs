//! Text that is safe to write to a terminal: names and contents of files could hold escape
//! sequences that move the cursor, rename the window or hide text.

use std::borrow::Cow;
use std::fmt::Write as _;

pub(crate) use tilewright_tasks::is_control;

/// The text with control characters, and characters that change the direction of writing, escaped
/// as `\u{1b}`. Line breaks and tabs stay; with `keeps_color`, also escape sequences that set
/// colours, of which pictures in the terminal consist.
pub(crate) fn printable(text: &str, keeps_color: bool) -> Cow<'_, str> {
    // Nearly all texts are returned as they are, without a copy.
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }

    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_control) {
        let (plain, sequence) = rest.split_at(at);
        shown.push_str(plain);
        let length = if keeps_color { color_length(sequence) } else { 0 };

        if length > 0 {
            shown.push_str(&sequence[..length]);
            rest = &sequence[length..];
        } else {
            let first = sequence.chars().next().unwrap_or_default();
            let _ = write!(shown, "{}", first.escape_unicode());
            rest = &sequence[first.len_utf8()..];
        }
    }

    shown.push_str(rest);
    Cow::Owned(shown)
}

/// The length of the escape sequence at the start of the text if it sets the foreground or
/// background colour or resets colours; otherwise 0.
fn color_length(text: &str) -> usize {
    let codes = text.strip_prefix("\x1b[").and_then(|codes| codes.split_once('m'));
    let Some((codes, _)) = codes else { return 0 };
    let is_color = match codes.split(';').collect::<Vec<_>>()[..] {
        ["0"] => true,
        ["38" | "48", "2", ref color @ ..] => {
            color.len() == 3 && color.iter().all(|it| it.parse::<u8>().is_ok())
        }
        _ => false,
    };
    if is_color { "\x1b[".len() + codes.len() + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn control_characters_are_escaped() {
        let hostile = "a\x1b]0;owned\x07b\x1b[2Jc\r\u{9b}1m\u{202e}d\n\te";
        let shown = r"a\u{1b}]0;owned\u{7}b\u{1b}[2Jc\u{d}\u{9b}1m\u{202e}d";
        assert_eq!(printable(hostile, true), format!("{shown}\n\te"));
        assert_eq!(printable("plain · text\n", false), "plain · text\n");
    }

    #[test]
    fn only_colours_stay_and_only_if_they_are_kept() {
        let colored = "\x1b[38;2;1;2;3m\x1b[48;2;0;0;0mx\x1b[0my";
        assert_eq!(printable(colored, true), colored);
        assert!(!printable(colored, false).contains('\x1b'));
        for hostile in
            ["\x1b[8mx", "\x1b[38;2", "\x1b[", "\x1b[0;8m", "\x1b[38;2;1;2;3;8m"]
        {
            assert!(!printable(hostile, true).contains('\x1b'), "{hostile:?}");
        }
    }
}
