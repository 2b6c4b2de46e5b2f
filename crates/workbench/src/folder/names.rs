//! Which files of the folder are written: those of levels and maps, by plain names.

use std::io;

/// The endings of what the page saves.
const ENDINGS: [&str; 7] = ["json", "txt", "csv", "map", "tmx", "tmj", "zip"];
/// The longest name of a file or folder, in bytes, as most systems have it.
const LONGEST: usize = 255;

/// Refuses a name under which the page saves nothing.
///
/// # Errors
/// When it is not plain, or has another ending than levels and maps.
pub(crate) fn check(name: &str) -> io::Result<()> {
    plain(name)?;
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    if ENDINGS.contains(&ending.to_lowercase().as_str()) {
        return Ok(());
    }

    let endings = ENDINGS.map(|ending| format!(".{ending}")).join(", ");
    let why = format!("levels and maps are saved as {endings}");
    Err(io::Error::new(io::ErrorKind::InvalidInput, why))
}

/// Refuses a name that is not of a file below the folder, or would not be seen as what it is.
pub(super) fn plain(name: &str) -> io::Result<()> {
    for part in name.split('/') {
        let wrong = |why: &str| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        if part.is_empty() || part == "." || part == ".." {
            return wrong("this is not the name of a file in the folder");
        }
        if part.starts_with('.') {
            return wrong("the name of a level or map does not begin with a dot");
        }
        if part.len() > LONGEST {
            return wrong("the name is longer than 255 bytes");
        }
        if part.chars().any(is_hidden) || part != part.trim() {
            return wrong(
                "the name has line breaks, or other characters that do not show",
            );
        }
        if part.contains(['\\', ':']) {
            return wrong("the name has characters that part folders: `\\` or `:`");
        }
    }

    Ok(())
}

/// Whether a character does not show, or turns the direction of those after it.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        )
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(letter, '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn plain_names_of_levels_and_maps_are_right() {
        for name in ["a.json", "räume/1.TMX", "Level 7 (hard).txt", "a.b.csv", "<b>.map"]
        {
            assert!(check(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn names_that_hide_or_run_something_are_wrong() {
        let long = format!("{}.json", "x".repeat(251));
        for name in [
            "",
            ".",
            "..",
            "a",
            "run.sh",
            "a.exe",
            "a.html",
            "a.json.sh",
            "a.json/",
            "/a.json",
            "a//b.json",
            "../a.json",
            "a/../b.json",
            "./a.json",
            ".a.json",
            ".git/a.json",
            "a\nb.json",
            "a\r.json",
            "a\t.json",
            "a\u{7f}.json",
            "a\u{85}.json",
            "a.json\n",
            "a\u{202e}nosj.json",
            "a\u{200b}.json",
            "a\u{2028}.json",
            " a.json",
            "a.json ",
            "a\\b.json",
            "c:a.json",
            &long,
        ] {
            assert!(check(name).is_err(), "{name:?}");
        }
    }
}
