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

/// A place for an example in Phaser.
const PHASER: &str = "data-place=\"phaser/";

/// Builds the book into the folder of the page.
pub(super) fn run(site: &Path) -> Result<()> {
    let folder = site.join("book");
    book::build(&folder)?;
    fs::write(folder.join(NAME), SCRIPT)?;

    let mut places = 0;
    let folders = ["articles", "how-to"].map(|name| folder.join(name));
    for folder in folders {
        for entry in fs::read_dir(folder)? {
            places += usize::from(carry(&entry?.path(), site)?);
        }
    }

    ensure!(places > 0, "no chapter of the book carries the page");
    eprintln!("{}: {places} chapters carry the page", folder.display());
    Ok(())
}

/// Lets a chapter carry what it has places for, if that is in the folder of the page. Returns whether it does.
fn carry(chapter: &Path, site: &Path) -> Result<bool> {
    let shown = || chapter.display().to_string();
    if chapter.extension().is_none_or(|ending| ending != "html") {
        return Ok(false);
    }
    let text = fs::read_to_string(chapter).with_context(shown)?;
    let is_missing = text.contains(PHASER) && !site.join("phaser").is_dir();
    if !text.contains(PLACE) || is_missing {
        return Ok(false);
    }

    ensure!(text.contains("</body>"), "{} has no end", shown());
    let script = format!("<script src=\"../{NAME}\"></script>\n</body>");
    fs::write(chapter, text.replacen("</body>", &script, 1))?;
    Ok(true)
}
