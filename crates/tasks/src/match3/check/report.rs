//! Checked levels as Markdown, with a small picture of each.

use std::fmt::Write as _;

use tilewright_draw::{Format, export};

use super::document::CheckDocument;
use crate::OutputFile;

/// The name of the output.
pub(super) const MARKDOWN: &str = "markdown";

/// The format of the pictures beside it, and their ending.
const PICTURES: (Format, &str) =
    if cfg!(feature = "pixels") { (Format::Png, "png") } else { (Format::Svg, "svg") };

/// With what each report begins.
pub(super) const BEGINS: &str = "# levels checked";

/// The report: first the bad levels, then those at the ends of their bands, then the others. Pictures are files beside it,
/// named after it: GitHub shows none that stand in the text.
pub(super) fn markdown(
    summary: &str,
    stem: Option<&str>,
    checked: &[CheckDocument],
) -> anyhow::Result<OutputFile> {
    let mut file = OutputFile::from(Vec::new());
    let mut text = format!("# {}\n", escaped(summary));
    let is_open = |it: &CheckDocument| it.ok && !it.undecided.is_empty();
    let title_of = |it: &CheckDocument| match (it.ok, is_open(it)) {
        (false, _) => "Bad",
        (true, true) => "At the ends of their bands",
        (true, false) => "Good",
    };

    for title in ["Bad", "At the ends of their bands", "Good"] {
        let levels: Vec<_> =
            (1..).zip(checked).filter(|it| title_of(it.1) == title).collect();
        if levels.is_empty() {
            continue;
        }
        let _ = writeln!(
            text,
            "\n## {title}\n\n| | level | measured | games | why |\n|---|---|---|--:|---|"
        );
        for (number, level) in levels {
            let picture = match (&level.picture, stem) {
                (Some(picture), Some(stem)) => {
                    let (format, ending) = PICTURES;
                    let name = format!("{}-{number:03}.{ending}", plain(stem));
                    let bytes = export(picture, None, format, &())?;
                    let image = format!("![]({name})");
                    file.beside.push((name, bytes));
                    image
                }
                _ => String::new(),
            };
            text += &row(&picture, level);
        }
    }

    file.bytes = text.into_bytes();
    Ok(file)
}

fn row(picture: &str, level: &CheckDocument) -> String {
    let why: Vec<_> = level.reasons.iter().chain(&level.undecided).cloned().collect();
    let games = match level.games_played() {
        0 => String::new(),
        games => games.to_string(),
    };
    let cells =
        [&level.file, &level.measured().unwrap_or_default(), &games, &why.join("; ")];
    let cells = cells.map(|cell| escaped(cell));
    format!("| {picture} | {} |\n", cells.join(" | "))
}

/// A text that Markdown shows as it is, within a cell of a table.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\n' | '\r' => escaped.push(' '),
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '#' | '~' => {
                escaped.extend(['\\', character]);
            }
            other => escaped.push(other),
        }
    }
    escaped
}

/// A name that stands in a link as it is.
fn plain(name: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.');
    name.replace(|it| !is_plain(it), "-")
}
