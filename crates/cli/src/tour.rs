//! `tilewright tour`: the main features of every game on built-in inputs, as pictures on one page.
//!
//! A demo is a command that the user can repeat: the tour runs the command that it shows, in a
//! temporary folder.

mod demos;
mod page;

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::sync::PoisonError;

use anyhow::anyhow;
use clap::ArgMatches;
use serde_json::{Value, json};
use tilewright_grid::Seed;

use crate::arguments::{self, Tour};
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use demos::{DEMOS, Demo};
use page::{Section, generator, page};

/// The default seed of a tour.
const SEED: Seed = Seed(1);

/// Runs the command of parsed arguments.
type Serve = fn(&ArgMatches, &Context) -> Result<Verdict, Failure>;

/// Runs all demos with `serve`, and writes the page.
pub(crate) fn run(
    tour: &Tour,
    serve: Serve,
    context: &Context,
) -> Result<Verdict, Failure> {
    check_own(&tour.out, context.force)?;
    context.catch_interrupt();
    let context = context.with_seed(SEED);
    let seed = context.seed();
    let stage = tempfile::tempdir()?;
    let mut written = Vec::new();
    let mut sections = Vec::new();
    for (index, demo) in DEMOS.iter().enumerate() {
        context.say(&format!("{} of {}: {}", index + 1, DEMOS.len(), demo.title));
        for (name, data) in demo.inputs {
            fs::write(stage.path().join(name), data)?;
            if written.iter().all(|(other, _)| other != name) {
                written.push(((*name).to_owned(), data.to_vec()));
            }
        }
        let output = demo.run(stage.path(), serve, &context);
        if context.is_cancelled() {
            context.say("interrupted: nothing is written");
            return Ok(Verdict::Interrupted);
        }
        let output = output?;
        let drawing = fs::read(stage.path().join(demo.picture()))?;
        written.push((demo.picture(), drawing.clone()));
        sections.push(demo.section(
            demo.command(&tour.out, seed),
            demo.quote(&output),
            drawing,
        ));
    }
    written.push(("index.html".to_owned(), page(&sections).into_string().into_bytes()));
    files::write_folder(&tour.out, &written, true)?;
    let index = tour.out.join("index.html");
    if context.json {
        return context.print_json(&report(seed, &index, &written, &sections));
    }
    context.print(format!("{}\n", index.display()).as_bytes())
}

/// The tour in JSON.
fn report(
    seed: Seed,
    index: &Path,
    written: &[(String, Vec<u8>)],
    sections: &[Section],
) -> Value {
    json!({
        "schema": "tilewright/tour/2",
        "seed": seed,
        "index": index.display().to_string(),
        "files": written.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "demos": DEMOS.iter().zip(sections).map(Demo::report).collect::<Vec<_>>(),
    })
}

impl Demo {
    /// Runs the command with its inputs and its picture in a folder, and returns its output.
    fn run(
        &self,
        stage: &Path,
        serve: Serve,
        context: &Context,
    ) -> Result<String, Failure> {
        let stage = files::name(stage)?;
        let words = self.words.split(' ').map(|word| word.replace("DIR", &stage));
        let picture = ["--picture".to_owned(), format!("{stage}/{}", self.picture())];
        let words = ["tilewright".to_owned()].into_iter().chain(words).chain(picture);
        let matches = arguments::command().try_get_matches_from(words);
        let (context, captured) = context.capturing();
        serve(&matches.map_err(Failure::Arguments)?, &context)?;
        let captured = captured.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(String::from_utf8_lossy(&captured).into_owned())
    }

    /// The file name of its picture.
    fn picture(&self) -> String {
        format!("{}.{}", self.name, self.extension)
    }

    /// The line of the command's output that is quoted.
    fn quote<'a>(&self, output: &'a str) -> Option<&'a str> {
        let mut lines = output.lines().filter(|line| line.starts_with(self.quoted));
        lines.next().filter(|_| !self.quoted.is_empty())
    }

    /// The command as it is typed in a shell, with the inputs in a folder.
    fn command(&self, folder: &Path, seed: Seed) -> String {
        let word = |word: &str| {
            let plain = word.replace("DIR", &folder.display().to_string());
            let is_plain =
                |letter: char| letter.is_alphanumeric() || "-_.,/:".contains(letter);
            if plain.chars().all(is_plain) { plain } else { format!("\"{plain}\"") }
        };
        let words: Vec<_> = self.words.split(' ').map(word).collect();
        let (words, picture) = (words.join(" "), self.picture());
        format!("tilewright {words} --seed {seed} --picture {picture}")
    }

    fn section(&self, command: String, quote: Option<&str>, drawing: Vec<u8>) -> Section {
        let Self { name, title, text, .. } = *self;
        Section { name, title, text, command, quote: quote.map(str::to_owned), drawing }
    }

    /// The demo in JSON.
    fn report((demo, shown): (&Self, &Section)) -> Value {
        json!({
            "name": demo.name,
            "title": demo.title,
            "command": shown.command,
            "picture": demo.picture(),
            "inputs": demo.inputs.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            "quote": shown.quote,
        })
    }
}

/// Refuses a folder that exists and does not contain an earlier tour.
fn check_own(folder: &Path, force: bool) -> Result<(), Failure> {
    if folder.file_name().is_none() {
        return Err(anyhow!("{} is not the name of a folder", folder.display()))
            .hint("name a new folder with --out");
    }
    if fs::symlink_metadata(folder).is_err() {
        return files::check_folder(folder);
    }
    let is_empty = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    if force || is_empty || is_tour(&folder.join("index.html")) {
        return Ok(());
    }
    Err(anyhow!("{} exists and contains no earlier tour", folder.display()))
        .hint("name another --out; --force writes into this one")
}

/// Whether a file is the page of a tour, which its first lines tell. Pipes and devices are not
/// read: they could block or be endless.
fn is_tour(page: &Path) -> bool {
    let mut begin = Vec::new();
    fs::metadata(page).is_ok_and(|found| found.is_file())
        && File::open(page).is_ok_and(|it| it.take(4096).read_to_end(&mut begin).is_ok())
        && String::from_utf8_lossy(&begin).contains(&generator().into_string())
}
