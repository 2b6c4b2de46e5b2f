#![doc = include_str!("README.md")]
//!
//! # Where things are
//!
//! | file | contents |
//! |---|---|
//! | `src` | the book, as mdBook builds it |
//! | `lib.rs` | its pages by their names |

use std::path::Path;

use rust_embed::RustEmbed;

/// The Markdown of the book, as it was when the program was built.
#[derive(RustEmbed)]
#[folder = "src/"]
#[include = "*.md"]
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
    let text = whole(Path::new(name), &text_of(name)?);
    let title = text.lines().find_map(|line| line.strip_prefix("# "))?;
    Some(Page { name: name.to_owned(), title: title.to_owned(), text })
}

fn text_of(name: &str) -> Option<String> {
    let file = Source::get(&format!("{name}.md"))?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// A page with what it includes of the book. Lines that include other files, which are not here, are left out.
fn whole(page: &Path, text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for line in text.lines() {
        match line.trim().strip_prefix("{{#include ") {
            None => {
                all.push_str(line);
                all.push('\n');
            }
            Some(file) => {
                let file = file.trim_end_matches('}').strip_suffix(".md");
                let beside = file.map(|file| page.with_file_name(file));
                let included = beside.and_then(|name| text_of(name.to_str()?));
                all.push_str(included.as_deref().unwrap_or_default());
            }
        }
    }
    all
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
        let benchmarks = page("benchmarks").unwrap().text;
        assert!(
            benchmarks.contains("games per second") || benchmarks.contains("| "),
            "{benchmarks}"
        );
    }
}
