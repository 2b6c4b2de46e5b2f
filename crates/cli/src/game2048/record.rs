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
const MOST: u64 = 512;

/// A game, as a line of JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    game: u32,
    seed: u64,
    score: u64,
    moves: u32,
    largest: u32,
    /// Who played, and with which settings; lines of before do not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<String>,
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
    /// Who plays, and with which settings.
    player: String,
    sink: Sink,
    pub(super) outcomes: Vec<Outcome>,
}

impl<'a> Record<'a> {
    /// An empty record, or the one of an earlier run of that player that is resumed: its seed is
    /// taken where the user gave none.
    pub(super) fn open(
        arguments: &Bench,
        player: &str,
        context: &'a Context,
    ) -> Result<Self, Failure> {
        let path = arguments.output.as_deref();
        let begun = |sink| Self {
            context,
            seed: context.seed(),
            player: player.to_owned(),
            sink,
            outcomes: Vec::new(),
        };
        let Some(path) = path.filter(|path| !files::is_dash(Some(path))) else {
            let is_told = arguments.jsonl || path.is_some();
            return Ok(begun(if is_told { Sink::Stdout } else { Sink::Nowhere }));
        };
        if arguments.resume && !files::is_kept(path) {
            return Err(anyhow!("{} is no file, so it keeps no games", path.display()))
                .hint("leave --resume out, or name a file");
        }
        if arguments.resume && path.is_file() {
            return Self::resume(path, player, arguments.games(), context);
        }
        files::check_free(path, context.force)
            .map_err(|failure| with_resume(failure, path.is_file()))?;
        let file = File::create(path).with_context(|| cannot_write(path))?;
        Ok(begun(Sink::File(file)))
    }

    /// Reads the games in a file, and forgets the last line where it was cut short.
    fn resume(
        path: &Path,
        player: &str,
        games: u32,
        context: &'a Context,
    ) -> Result<Self, Failure> {
        let name = || path.display().to_string();
        let file = File::options().read(true).write(true).open(path);
        let mut file = file.with_context(name)?;
        let hint = "name the file of an earlier run of the same command with --output";
        let found = read(&file).with_context(name).hint(hint)?;
        found.check(path, player, games, context)?;
        file.set_len(found.whole)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .with_context(|| cannot_write(path))?;
        Ok(Self {
            context,
            seed: found.seed.unwrap_or_else(|| context.seed()),
            player: player.to_owned(),
            sink: Sink::File(file),
            outcomes: found.outcomes,
        })
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
        let (game, seed, player) = (self.next(), self.seed.0, Some(self.player.clone()));
        let line = Line { game, seed, score, moves, largest, player };
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
#[derive(Default)]
struct Found {
    seed: Option<Seed>,
    /// Who played, and with which settings, where a line says it.
    player: Option<String>,
    outcomes: Vec<Outcome>,
    /// The bytes of its whole lines.
    whole: u64,
}

impl Found {
    /// Refuses games of another seed, player or settings, and more than are asked for.
    fn check(
        &self,
        path: &Path,
        player: &str,
        games: u32,
        context: &Context,
    ) -> Result<(), Failure> {
        let (name, count) = (path.display(), self.outcomes.len());
        let asked = context.asked_seed();
        if let Some((found, asked)) = self.seed.zip(asked).filter(|(a, b)| a != b) {
            return Err(anyhow!("{name} holds games of seed {found}, not {asked}"))
                .hint("leave --seed out to go on with them, or name another file");
        }
        if let Some(found) = self.player.as_deref().filter(|found| *found != player) {
            return Err(anyhow!("{name} holds games of {found}, not of {player}"))
                .hint("repeat the options of the first run, or name another file");
        }
        if count > games as usize {
            return Err(anyhow!("{name} holds {count} games, asked for are {games}"))
                .hint("ask for more --games, or name another file");
        }
        Ok(())
    }

    /// Takes the next line, if it is of the next game and of the same seed and player as those
    /// before.
    fn take(&mut self, bytes: &[u8]) -> Option<()> {
        let line: Line = serde_json::from_slice(bytes).ok()?;
        let Line { game, seed, score, moves, largest, player } = line;
        let is_next = game as usize == self.outcomes.len()
            && self.seed.is_none_or(|known| known.0 == seed)
            && (self.player.is_none() || player.is_none() || self.player == player);
        self.seed = Some(Seed(seed));
        self.player = self.player.take().or(player);
        self.outcomes.push(Outcome { score, moves, largest });
        self.whole += bytes.len() as u64;
        is_next.then_some(())
    }
}

/// The games in a file: all of the seed that the first line names.
fn read(file: &File) -> anyhow::Result<Found> {
    let mut lines = BufReader::new(file);
    let mut found = Found::default();
    loop {
        let (game, mut bytes) = (found.outcomes.len() as u32, Vec::new());
        lines.by_ref().take(MOST).read_until(b'\n', &mut bytes)?;
        let seed = found.seed;
        if bytes.last() != Some(&b'\n') {
            let is_cut = bytes.is_empty() || is_cut_line(&bytes, game, seed);
            return if is_cut { Ok(found) } else { Err(unexpected(game, seed)) };
        }
        found.take(&bytes).ok_or_else(|| unexpected(game, seed))?;
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
