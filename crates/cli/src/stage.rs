//! A page with its files in a folder of its own, made of commands that run in a temporary folder:
//! the tour, and the articles found again.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use anyhow::anyhow;
use clap::builder::Resettable;
use clap::{ArgMatches, Command};
use serde_json::{Value, json};
use tilewright_runs::temporary_folder;

use crate::arguments;
use crate::context::Context;
use crate::door;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;

/// Runs the command of parsed arguments.
pub(crate) type CommandRunner = fn(&ArgMatches, &Context) -> Result<Verdict, Failure>;

/// The page and its folder.
pub(crate) struct Page<'a> {
    pub(crate) out: &'a Path,
    /// What the folder contains, such as a tour, and the argument that names it.
    pub(crate) what: &'static str,
    pub(crate) argument: &'static str,
    /// The title, by which an earlier one is known.
    pub(crate) title: &'static str,
}

/// What goes into the folder and to stdout.
pub(crate) struct StageOutput {
    pub(crate) files: Vec<(String, Vec<u8>)>,
    pub(crate) document: Value,
    pub(crate) text: String,
}

/// The folder in which the commands run, and the one of the page, which it names instead.
pub(crate) struct Stage<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) out: &'a Path,
}

impl Page<'_> {
    /// Makes the page and writes it, completely or not at all.
    pub(crate) fn make(
        &self,
        context: &Context,
        work: impl FnOnce(&Stage<'_>) -> Result<StageOutput, Failure>,
    ) -> Result<Verdict, Failure> {
        self.check_own(context.force)?;
        context.catch_interrupt();
        let (folder, _lock) = temporary_folder(files::parent(self.out))
            .map_err(|error| anyhow!("cannot write {}: {error}", self.out.display()))?;
        let made = work(&Stage { folder: folder.path(), out: self.out });
        if context.is_cancelled() {
            context.say("interrupted: nothing is written");
            return Ok(Verdict::Stopped);
        }

        let StageOutput { files, document, text } = made?;
        files::write_folder(self.out, &files, true)?;
        if context.json {
            return context.print_json(&document);
        }

        context.print(text.as_bytes())
    }

    /// Refuses a folder that exists and does not contain an earlier page of this kind.
    fn check_own(&self, force: bool) -> Result<(), Failure> {
        let (folder, another) = (self.out, format!("name another {}", self.argument));
        if folder.file_name().is_none() {
            return Err(anyhow!("{} is not the name of a folder", folder.display()))
                .hint(another);
        }

        match fs::metadata(folder) {
            Ok(found) if !found.is_dir() => {
                let error = anyhow!("{} is a file, expected a folder", folder.display());
                return Err(error).hint(another);
            }
            Ok(_) => {}
            Err(_) => return files::check_folder(folder),
        }

        let is_empty =
            fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
        if force || is_empty || self.is_own(&folder.join("index.html")) {
            return Ok(());
        }

        let (folder, what) = (folder.display(), self.what);
        Err(anyhow!("{folder} exists and contains no earlier {what}"))
            .hint(format!("{another}; --force writes into this one"))
    }

    /// Whether a file is such a page, which its first lines tell. Pipes and devices are not read:
    /// they could block or be endless.
    fn is_own(&self, page: &Path) -> bool {
        let mut begin = Vec::new();
        let is_read = fs::metadata(page).is_ok_and(|found| found.is_file())
            && File::open(page)
                .is_ok_and(|it| it.take(4096).read_to_end(&mut begin).is_ok());
        let begin = String::from_utf8_lossy(&begin);
        let marks = [
            "<meta name=\"generator\" content=\"tilewright ",
            &format!("<title>{}</title>", self.title),
        ];
        is_read && marks.iter().all(|mark| begin.contains(mark))
    }
}

impl Stage<'_> {
    /// The parsed arguments of a command, separated by spaces; `DIR` stands for the folder.
    pub(crate) fn matches(&self, words: &str) -> Result<ArgMatches, Failure> {
        let folder = files::name(self.folder)?;
        let words = words.split(' ').map(|word| word.replace("DIR", &folder));
        let words: Vec<OsString> =
            ["tilewright".to_owned()].into_iter().chain(words).map(Into::into).collect();
        let command = without_variables(arguments::command_for(&words));
        command.try_get_matches_from(words).map_err(Failure::Arguments)
    }

    /// The command as it is typed in a shell, with its files in the folder of the page.
    pub(crate) fn shown(words: &str, out: &Path) -> String {
        let word = |word: &str| {
            let word = word.replace("DIR", &out.display().to_string());
            let is_plain = |letter: char| {
                letter.is_ascii_alphanumeric() || "-_.,/:".contains(letter)
            };
            // No shell takes these letters for more than they are; others are quoted.
            if word.chars().all(is_plain) {
                return word;
            }
            door::quoted(&word).unwrap_or(word)
        };
        let words: Vec<_> = words.split(' ').map(word).collect();
        format!("tilewright {}", words.join(" "))
    }

    /// A text that names files in the folder of the page.
    pub(crate) fn renamed(&self, text: &str) -> Result<String, Failure> {
        let (from, to) = (files::name(self.folder)?, self.out.display().to_string());
        let (from_json, to_json) = (json!(from).to_string(), json!(to).to_string());
        let inner = |word: &str| word.trim_matches('"').to_owned();
        let text = text.replace(&inner(&from_json), &inner(&to_json));
        Ok(text.replace(&from, &to))
    }
}

/// The command without the variables of the environment: what is done stands in its words alone.
fn without_variables(command: Command) -> Command {
    let command = command.mut_args(|arg| arg.env(Resettable::Reset));
    command.mut_subcommands(without_variables)
}
