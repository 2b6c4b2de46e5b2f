//! What may be written to a terminal: a name or a header of a file could hold sequences that
//! move its cursor, rename its window or hide text.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with control characters and those that turn the direction of writing shown as
/// `\u{1b}` instead of obeyed; line breaks and tabs stay. With `keeps_color`, so do the sequences
/// that set colours, which pictures in the terminal consist of.
pub(crate) fn printable(text: &str, keeps_color: bool) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_obeyed) {
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

/// Whether a terminal does something at a character instead of showing it.
pub(crate) fn is_obeyed(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => character.is_control(),
    }
}

/// How long the sequence is that the text begins with, if it is one of those that pictures in the
/// terminal consist of: a colour of the ink or the paper, or the end of colours.
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
    fn control_characters_are_shown_and_not_obeyed() {
        let hostile = "a\x1b]0;owned\x07b\x1b[2Jc\r\u{9b}1m\u{202e}d\n\te";
        let shown = r"a\u{1b}]0;owned\u{7}b\u{1b}[2Jc\u{d}\u{9b}1m\u{202e}d";
        assert_eq!(printable(hostile, true), format!("{shown}\n\te"));
        assert_eq!(printable("plain · text\n", false), "plain · text\n");
    }

    #[test]
    fn only_colours_stay_and_only_where_they_are_wanted() {
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
