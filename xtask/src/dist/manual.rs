//! The man pages, one a file.

use anyhow::{Context, Result, ensure};

/// The line with which every page begins.
const BEGIN: &str = ".ie \\n(.g .ds Aq \\(aq\n";

/// The pages that `tilewright man` prints in one go, with their names.
pub(super) fn pages(all: &str) -> Result<Vec<(String, String)>> {
    let mut parts = all.split(BEGIN);
    ensure!(
        parts.next() == Some(""),
        "the manual does not begin with `{}`",
        BEGIN.trim()
    );
    parts.map(|page| Ok((name(page)?, format!("{BEGIN}{page}")))).collect()
}

/// The name in a page's title line.
fn name(page: &str) -> Result<String> {
    let title = page.lines().find_map(|line| line.strip_prefix(".TH "));
    let name = title.and_then(|title| title.split(' ').next());
    Ok(name.context("a page of the manual has no title")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, pages};

    #[test]
    fn the_manual_is_divided_into_named_pages() {
        let one = format!("{BEGIN}.el .ds Aq '\n.TH tool 1  \"tool 1.0\" \nText\n");
        let two = format!("{BEGIN}.el .ds Aq '\n.TH tool-run 1  \"tool 1.0\" \nMore\n");
        let found = pages(&format!("{one}{two}")).unwrap();
        assert_eq!(found, [("tool".to_owned(), one), ("tool-run".to_owned(), two)]);
    }

    #[test]
    fn texts_that_are_not_a_manual_are_refused() {
        assert!(pages("").is_ok_and(|pages| pages.is_empty()));
        assert!(pages("usage: tool\n").is_err());
        assert!(pages(&format!("{BEGIN}no title\n")).is_err());
    }
}
