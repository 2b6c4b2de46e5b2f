//! Games of a bench as lines of JSON, written as the games end.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use tilewright_2048::Outcome;
use tilewright_grid::Seed;

use crate::arguments::Bench;
use crate::context::Context;
use crate::failure::{Failure, Hint};
use crate::files;

/// The longest line that is read, in bytes.
const MOST: u64 = 256;

/// A game, as a line of JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    game: u32,
    seed: u64,
    score: u64,
    moves: u32,
    largest: u32,
}

/// Where lines go.
enum Sink {
    Nowhere,
    Stdout,
    File(File),
}

/// The games that have ended, and where their lines go.
pub(super) struct Record<'a> {
    context: &'a Context,
    seed: Seed,
    sink: Sink,
    pub(super) outcomes: Vec<Outcome>,
}

impl<'a> Record<'a> {
    /// An empty record, or the one of an earlier run that is resumed: its seed is taken where the
    /// user gave none.
    pub(super) fn open(arguments: &Bench, context: &'a Context) -> Result<Self, Failure> {
        let path = arguments.output.as_deref();
        let Some(path) = path.filter(|path| !files::is_dash(Some(path))) else {
            let is_told = arguments.jsonl || path.is_some();
            let sink = if is_told { Sink::Stdout } else { Sink::Nowhere };
            return Ok(Self {
                context,
                seed: context.seed(),
                sink,
                outcomes: Vec::new(),
            });
        };
        if arguments.resume && path.is_file() {
            return Self::resume(path, arguments.games(), context);
        }
        files::check_free(path, context.force)
            .map_err(|failure| with_resume(failure, path.is_file()))?;
        let file = File::create(path).with_context(|| cannot_write(path))?;
        let seed = context.seed();
        Ok(Self { context, seed, sink: Sink::File(file), outcomes: Vec::new() })
    }

    /// Reads the games in a file, and forgets the last line where it was cut short.
    fn resume(path: &Path, games: u32, context: &'a Context) -> Result<Self, Failure> {
        let name = || path.display().to_string();
        let file = File::options().read(true).write(true).open(path);
        let mut file = file.with_context(name)?;
        let hint = "name the file of an earlier run of the same command with --output";
        let found = read(&file, context.asked_seed()).with_context(name).hint(hint)?;
        if found.outcomes.len() > games as usize {
            let count = found.outcomes.len();
            return Err(anyhow!("{} holds {count} games, asked for are {games}", name()))
                .hint("ask for more --games, or name another file");
        }
        file.set_len(found.whole)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .with_context(|| cannot_write(path))?;
        let seed = found.seed.unwrap_or_else(|| context.seed());
        Ok(Self { context, seed, sink: Sink::File(file), outcomes: found.outcomes })
    }

    /// Where all chance comes from.
    pub(super) const fn seed(&self) -> Seed {
        self.seed
    }

    /// The number of the next game.
    pub(super) const fn next(&self) -> u32 {
        self.outcomes.len() as u32
    }

    /// Takes the outcome of the next game and writes its line.
    pub(super) fn push(&mut self, outcome: Outcome) -> Result<(), Failure> {
        let Outcome { score, moves, largest } = outcome;
        let line = Line { game: self.next(), seed: self.seed.0, score, moves, largest };
        match &mut self.sink {
            Sink::Nowhere => {}
            Sink::Stdout => _ = self.context.print_json(&line)?,
            Sink::File(file) => {
                let mut bytes = serde_json::to_vec(&line)?;
                bytes.push(b'\n');
                file.write_all(&bytes).context("cannot write the games")?;
            }
        }
        self.outcomes.push(outcome);
        Ok(())
    }
}

/// What a file holds.
struct Found {
    seed: Option<Seed>,
    outcomes: Vec<Outcome>,
    /// The bytes of its whole lines.
    whole: u64,
}

/// The games in a file: those of that seed, or of the seed that the first line names.
fn read(file: &File, asked: Option<Seed>) -> anyhow::Result<Found> {
    let mut lines = BufReader::new(file);
    let mut found = Found { seed: asked, outcomes: Vec::new(), whole: 0 };
    loop {
        let (game, mut bytes) = (found.outcomes.len() as u32, Vec::new());
        lines.by_ref().take(MOST).read_until(b'\n', &mut bytes)?;
        if bytes.last() != Some(&b'\n') {
            let is_cut = bytes.is_empty() || is_cut_line(&bytes, game, found.seed);
            return if is_cut { Ok(found) } else { Err(unexpected(game, found.seed)) };
        }
        let line = serde_json::from_slice::<Line>(&bytes).ok();
        let is_due = |line: &Line| {
            line.game == game && found.seed.is_none_or(|seed| seed.0 == line.seed)
        };
        let line = line.filter(is_due).ok_or_else(|| unexpected(game, found.seed))?;
        let Line { score, moves, largest, seed, .. } = line;
        found.seed = Some(Seed(seed));
        found.outcomes.push(Outcome { score, moves, largest });
        found.whole += bytes.len() as u64;
    }
}

/// Whether this is the beginning of the line of that game.
fn is_cut_line(bytes: &[u8], game: u32, seed: Option<Seed>) -> bool {
    let begin = format!("{{\"game\":{game},\"seed\":");
    let begin = seed.map_or(begin.clone(), |seed| format!("{begin}{},", seed.0));
    let length = begin.len().min(bytes.len());
    (bytes.len() as u64) < MOST && begin.as_bytes()[..length] == bytes[..length]
}

fn unexpected(game: u32, seed: Option<Seed>) -> anyhow::Error {
    let seed = seed.map_or_else(String::new, |seed| format!(" of seed {seed}"));
    anyhow!("line {}: expected game {game}{seed} of 2048 bench", game + 1)
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// A hint that fits better where the file may be one of an earlier run.
pub(super) fn with_resume(failure: Failure, is_there: bool) -> Failure {
    match failure {
        Failure::Error { error, .. } if is_there => Failure::Error {
            error,
            hint: Some("--resume goes on from it, --force begins anew".to_owned()),
        },
        failure => failure,
    }
}
