#![doc = include_str!("README.md")]
//!
//! # Where things are
//!
//! | file | contents |
//! |---|---|
//! | `src` | the book, as mdBook builds it |
//! | `lib.rs` | its pages by their names |

use std::ffi::OsStr;
use std::path::Path;

use rust_embed::RustEmbed;

/// The Markdown of the book and the samples in it, as they were when the program was built.
#[derive(RustEmbed)]
#[folder = "src/"]
#[include = "*.md"]
#[include = "samples/*"]
struct Source;

/// A page of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The path of its file without the ending, such as `formats` or `how-to/pack`.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// Its Markdown, with what it includes of other pages.
    pub text: String,
}

/// What of the book is no page of its own: the contents, tables that pages include, and the pages of tasks, which `tilewright docs`
/// makes from their schemas.
const NO_PAGES: [&str; 3] = ["SUMMARY", "figures/", "tasks/"];

/// All pages, by name.
pub fn pages() -> impl Iterator<Item = Page> {
    let mut names: Vec<_> = Source::iter().collect();
    names.sort();
    names.into_iter().filter_map(|file| page(file.strip_suffix(".md")?))
}

/// The page of a name; none if there is no such page.
pub fn page(name: &str) -> Option<Page> {
    if NO_PAGES.iter().any(|part| name.starts_with(part)) {
        return None;
    }
    let text = whole(Path::new(name), &text_of(&format!("{name}.md"))?);
    let title = text.lines().find_map(|line| line.strip_prefix("# "))?;
    Some(Page { name: name.to_owned(), title: title.to_owned(), text })
}

fn text_of(file: &str) -> Option<String> {
    String::from_utf8(Source::get(file)?.data.into_owned()).ok()
}

/// A page with what it includes of the book. Lines that include other files, which are not here, are left out.
fn whole(page: &Path, text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for line in text.lines() {
        match line.trim().strip_prefix("{{#include ") {
            None => all.extend([line, "\n"]),
            Some(included) => {
                let included = included.trim_end_matches('}');
                all += &included_text(page, included).unwrap_or_default();
            }
        }
    }
    all
}

/// What a page includes: a file by its path from the page, or the part of it between two anchors, `FILE:ANCHOR`.
fn included_text(page: &Path, included: &str) -> Option<String> {
    let (file, anchor) = match included.split_once(':') {
        Some((file, anchor)) => (file, Some(anchor)),
        None => (included, None),
    };
    let mut path: Vec<&str> = page.parent()?.iter().filter_map(OsStr::to_str).collect();
    for part in file.split('/') {
        if part == ".." {
            path.pop()?;
        } else {
            path.push(part);
        }
    }
    let text = text_of(&path.join("/"))?;
    let Some(anchor) = anchor else { return Some(text) };
    let (_, part) = text.split_once(&format!("<!-- ANCHOR: {anchor} -->\n"))?;
    let (part, _) = part.split_once(&format!("<!-- ANCHOR_END: {anchor} -->"))?;
    Some(part.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{page, pages};

    #[test]
    fn every_page_has_a_heading_and_a_text() {
        let all: Vec<_> = pages().collect();
        assert!(all.len() > 40, "{}", all.len());
        assert!(
            all.iter().all(|it| it.text.len() > 200 && !it.text.contains("{{#include"))
        );
        assert!(all.iter().all(|it| page(&it.name).as_ref() == Some(it)));
    }

    #[test]
    fn what_is_no_page_is_not_found() {
        for name in ["SUMMARY", "tasks/match3-generate", "figures/speed", "../README", ""]
        {
            assert_eq!(page(name), None, "{name}");
        }
    }

    #[test]
    fn a_page_holds_what_it_includes() {
        for (name, part) in [
            ("benchmarks", "| "),
            ("articles/levels", "| "),
            ("articles/difficulty", "| "),
            ("articles/paths", "| "),
            ("articles/game2048", "| "),
            ("articles/battleship", "| "),
            ("how-to/clusters", "#SBATCH"),
        ] {
            let text = page(name).unwrap().text;
            assert!(text.contains(part) && !text.contains("ANCHOR"), "{name}");
        }
        // Each has a part of one file: its own.
        let tables = ["levels", "paths"]
            .map(|name| page(&format!("articles/{name}")).unwrap().text);
        assert!(
            tables[0]
                .lines()
                .filter(|line| line.starts_with('|'))
                .all(|line| !tables[1].contains(line) || line.starts_with("|--"))
        );
    }
}
