//! `cargo xtask pictures`: the README's pictures, each made by the command that stands below
//! it there.
//!
//! The README is the list: a picture `![…](pictures/NAME)` is made by the first line that
//! begins with `tilewright` after it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::{cargo, finish, root};

/// A picture and the words of the command that makes it.
struct Recipe {
    file: String,
    words: Vec<String>,
}

/// Makes every picture.
pub(crate) fn run() -> Result<()> {
    let readme =
        fs::read_to_string(root().join("README.md")).context("cannot read README.md")?;
    fs::create_dir_all(root().join("pictures"))?;
    for Recipe { words, .. } in recipes(&readme)? {
        let mut command = cargo("run --release --quiet --locked --bin tilewright --");
        command.args(words).args(["--force", "--quiet"]);
        command.stdout(std::process::Stdio::null());
        finish(command)?;
    }
    Ok(())
}

/// Holds the pictures that a page's commands made in a folder against those that the repository
/// holds.
pub(crate) fn compare(page: &str, folder: &Path) -> Result<()> {
    for Recipe { file, .. } in recipes(page)? {
        let [made, kept] =
            [folder, root()].map(|folder| fs::read(folder.join("pictures").join(&file)));
        if made.with_context(|| format!("no command made pictures/{file}"))?
            != kept.unwrap_or_default()
        {
            bail!(
                "pictures/{file} is not what its command makes: run `cargo xtask pictures`"
            );
        }
    }
    Ok(())
}

fn recipes(readme: &str) -> Result<Vec<Recipe>> {
    let mut recipes = Vec::new();
    let mut lines = readme.lines();
    while let Some(line) = lines.next() {
        let Some((_, rest)) = line.split_once("](pictures/") else { continue };
        let file = rest.split(')').next().unwrap_or_default().to_owned();
        let command = lines.find_map(|line| line.trim().strip_prefix("tilewright "));
        let Some(command) = command else { bail!("no command makes pictures/{file}") };
        let words = command.split_whitespace().map(str::to_owned).collect();
        recipes.push(Recipe { file, words });
    }
    Ok(recipes)
}
