//! `cargo xtask pictures`: regenerates the pictures of the README and docs, each with the command
//! shown below it.
//!
//! A picture `![…](pictures/NAME)` or `![…](../pictures/NAME)` is made by the first line after it that
//! begins with `tilewright` and names the file, or with `cargo run` for an example of a crate. A command
//! that names a folder `pictures/FOLDER/` makes all pictures of it that the page shows above the command. A page
//! that shows a picture of another page has no such line.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::commands::pages;
use crate::{build, finish, root};

/// Pictures and the command that makes them.
struct Recipe {
    files: Vec<String>,
    program: Program,
    words: Vec<String>,
}

/// What makes a picture.
#[derive(Clone, Debug, PartialEq)]
enum Program {
    Tilewright,
    /// An example of a crate, by its name.
    Example(String),
}

impl Program {
    /// The program of a line and its arguments.
    fn of(line: &str) -> Option<(Self, &str)> {
        if let Some(words) = line.strip_prefix("tilewright ") {
            return Some((Self::Tilewright, words));
        }
        let (_, example) = line.strip_prefix("cargo run ")?.split_once("--example ")?;
        let (name, words) = example.split_once(' ')?;
        Some((Self::Example(name.to_owned()), words))
    }

    /// A command that runs it.
    fn command(&self, programs: &Path) -> Command {
        let mut command = match self {
            Self::Tilewright => Command::new(programs.join("tilewright")),
            Self::Example(name) => Command::new(programs.join("examples").join(name)),
        };
        command.current_dir(root()).stdout(std::process::Stdio::null());
        command
    }
}

/// Makes every picture.
pub(crate) fn run() -> Result<()> {
    fs::create_dir_all(root().join("pictures"))?;
    let programs = build()?;
    for page in pages()? {
        let text =
            fs::read_to_string(&page).with_context(|| page.display().to_string())?;
        for Recipe { program, words, .. } in recipes(&text) {
            let mut command = program.command(&programs);
            command.args(words);
            if program == Program::Tilewright {
                command.args(["--force", "--quiet"]);
            }
            finish(command)?;
        }
    }

    Ok(())
}

/// Compares the pictures that the commands of a page made in a folder with those in the repository.
/// Those of examples are made here, as only the program itself runs in that folder; the pages that they write
/// are left out.
pub(crate) fn compare(page: &str, folder: &Path, programs: &Path) -> Result<()> {
    for Recipe { files, program, words } in recipes(page) {
        if program != Program::Tilewright {
            let target = folder.join("pictures").display().to_string();
            let mut command = program.command(programs);
            let words = words.iter().filter(|word| !word.starts_with("docs/"));
            command.args(words.map(|word| word.replace("pictures", &target)));
            finish(command)?;
        }

        for file in files {
            let [made, kept] = [folder, root()]
                .map(|folder| fs::read(folder.join("pictures").join(&file)));
            if made.with_context(|| format!("no command made pictures/{file}"))?
                != kept.unwrap_or_default()
            {
                bail!("pictures/{file} is outdated: run `cargo xtask pictures`");
            }
        }
    }

    Ok(())
}

/// Checks that every picture in the repository is made by a command on some page.
pub(crate) fn are_all_made() -> Result<()> {
    let mut made = BTreeSet::new();
    for page in pages()? {
        let recipes = recipes(&fs::read_to_string(page)?);
        made.extend(recipes.into_iter().flat_map(|recipe| recipe.files));
    }
    for name in kept(&root().join("pictures"))? {
        ensure!(made.contains(&name), "no page shows a command that makes {name}");
    }
    Ok(())
}

/// The names of the pictures in a folder and in the folders in it.
fn kept(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            let inner = kept(&entry.path())?;
            names.extend(inner.iter().map(|inner| format!("{name}/{inner}")));
        } else {
            names.push(name);
        }
    }

    Ok(names)
}

fn recipes(page: &str) -> Vec<Recipe> {
    let mut recipes = Vec::new();
    let mut shown: Vec<String> = Vec::new();
    for line in page.lines() {
        let target =
            line.split_once("](").map(|(_, rest)| rest.trim_start_matches("../"));
        if let Some(rest) = target.and_then(|rest| rest.strip_prefix("pictures/")) {
            shown.extend(rest.split(')').next().map(str::to_owned));
        }

        let Some((program, words)) = Program::of(line.trim()) else { continue };

        let words = shlex::split(words).expect("a command on a page closes its quotes");
        let is_maker = |file: &str| {
            let path = format!("pictures/{file}");
            let is_in = |word: &String| word.ends_with('/') && path.starts_with(word);
            words.iter().any(|word| word.contains(&path) || is_in(word))
        };
        // What this command does not make is left for a later one.
        let (files, left) = shown.into_iter().partition(|file| is_maker(file));
        shown = left;

        if !Vec::is_empty(&files) {
            recipes.push(Recipe { files, program, words });
        }
    }

    recipes
}

#[cfg(test)]
mod tests {
    use super::{Program, Recipe, recipes};

    #[test]
    fn a_picture_is_made_by_the_command_below_it_that_writes_it() {
        let page = "![a](pictures/a.png)\n```\ntilewright tour\ntilewright x --picture pictures/a.png\n\
                    ```\n![b](pictures/b.png)\n";
        let found = recipes(page);
        let [Recipe { files, program, words }] = &found[..] else { panic!("one recipe") };
        assert_eq!(
            (files.join(" ").as_str(), program, words.join(" ").as_str()),
            ("a.png", &Program::Tilewright, "x --picture pictures/a.png")
        );
    }

    #[test]
    fn an_example_makes_a_picture_too() {
        let page = "![a](../pictures/a.png)\n```sh\ncargo run --release --example a pictures/a.png\n```\n";
        let found = recipes(page);
        let [Recipe { program, words, .. }] = &found[..] else { panic!("one recipe") };
        assert_eq!(*program, Program::Example("a".to_owned()));
        assert_eq!(words.join(" "), "pictures/a.png");
    }

    #[test]
    fn a_command_that_names_a_folder_makes_its_pictures() {
        let page = "![a](../pictures/b/a.svg)\n![c](pictures/c.svg)\n![d](pictures/b/d.svg)\n```\n\
                    cargo run --example b pictures/b/\n```\n";
        let found = recipes(page);
        let [Recipe { files, .. }] = &found[..] else { panic!("one recipe") };
        assert_eq!(files.join(" "), "b/a.svg b/d.svg");
    }
}
