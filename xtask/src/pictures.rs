//! `cargo xtask pictures`: the README's pictures, each made by the command that stands below
//! it there.
//!
//! The README is the list: a picture `![…](pictures/NAME)` is made by the first line that
//! begins with `tilewright` after it.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::{cargo, finish, root};

/// A picture and the words of the command that makes it.
struct Recipe {
    file: String,
    words: Vec<String>,
}

/// Makes every picture, or checks that each would come out as it is.
pub(crate) fn run(check: bool) -> Result<()> {
    let readme =
        fs::read_to_string(root().join("README.md")).context("cannot read README.md")?;
    let folder = root().join("target/pictures");
    fs::create_dir_all(&folder)?;
    for Recipe { file, words } in recipes(&readme)? {
        let made = folder.join(&file);
        let kept = root().join("pictures").join(&file);
        let mut command = cargo("run --release --quiet --locked --bin tilewright --");
        command.args(words.iter().map(|word| {
            let is_file = word.strip_prefix("pictures/").is_some_and(|name| name == file);
            if is_file { made.display().to_string() } else { word.clone() }
        }));
        command.args(["--force", "--quiet"]).stdout(std::process::Stdio::null());
        finish(command)?;
        if !check {
            fs::create_dir_all(root().join("pictures"))?;
            fs::copy(&made, &kept)
                .with_context(|| format!("cannot write {}", kept.display()))?;
        } else if fs::read(&made)? != fs::read(&kept).unwrap_or_default() {
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
