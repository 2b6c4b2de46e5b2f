//! The book within the static page, in `book/`: its chapters carry the live page.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::book;

/// The script that puts the page into the chapters, and its name in the book.
const SCRIPT: &str = include_str!("live.js");
const NAME: &str = "live.js";

/// The mark of a place for the page in a chapter.
const PLACE: &str = "<div class=\"live\"";

/// Builds the book into the folder of the page.
pub(super) fn run(site: &Path) -> Result<()> {
    let folder = site.join("book");
    book::build(&folder)?;
    fs::write(folder.join(NAME), SCRIPT)?;

    let mut places = 0;
    for entry in fs::read_dir(folder.join("articles"))? {
        let path = entry?.path();
        let text =
            fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        if !text.contains(PLACE) {
            continue;
        }

        places += 1;
        let script = format!("<script src=\"../{NAME}\"></script>\n</body>");
        ensure!(text.contains("</body>"), "{} has no end", path.display());
        fs::write(&path, text.replacen("</body>", &script, 1))?;
    }

    ensure!(places > 0, "no chapter of the book carries the page");
    eprintln!("{}: {places} chapters carry the page", folder.display());
    Ok(())
}
