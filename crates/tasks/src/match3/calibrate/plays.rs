//! Models of people, from logs of what they played.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;
use tilewright_grid::{Seed, checksum};
use tilewright_match3::Level;
use tilewright_match3_design::people::{PlayLog, PlaysError, fit_people, judge_levels};

use super::super::folder_host::FolderHost;
use super::super::levels::{read_source, reason};
use super::people::PeopleAnswer;
use crate::answer::counted;
use crate::host::during;
use crate::{Event, Host, HostWatch, Input, Refusal, Refuse as _, Verdict};

/// The most files of the folder of a log among which a level is looked for by its name or hash.
const MOST_FILES: usize = 100_000;

/// The longest line of a log, in bytes: a line takes some hundred, and a file that is no table must not fill the memory.
const LONGEST_LINE: usize = 1 << 20;

/// The endings of files that can be levels.
const ENDINGS: [&str; 4] = ["json", "txt", "tmx", "tmj"];

/// What is wrong with a level that was not found.
const NOWHERE: &str = "no level in the folder of the table has this file, name or hash";

/// A reader that fails when the host stops, or a line is too long.
struct LogReader<'a, R> {
    inner: R,
    host: &'a dyn Host,
    /// The bytes since the last end of a line.
    line: usize,
}

impl<R: Read> Read for LogReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.host.look().is_break() {
            return Err(io::Error::other("stopped"));
        }
        let count = self.inner.read(buffer)?;
        let ended = buffer[..count].iter().rposition(|&byte| byte == b'\n');
        self.line = ended.map_or(self.line + count, |end| count - 1 - end);
        if self.line > LONGEST_LINE {
            return Err(io::Error::other("a line has more than 1 MiB: it is no table"));
        }
        Ok(count)
    }
}

/// The levels beside a log.
struct LevelFolder<'a> {
    host: &'a dyn Host,
    table: &'a str,
    /// The files by the names, stems and hashes of their levels; read when a name is no file.
    files: Option<BTreeMap<String, String>>,
}

impl LevelFolder<'_> {
    /// The level of a name in the log: a file beside it, or one whose level has this name or hash.
    fn level(&mut self, name: &str) -> Result<Level, String> {
        let why = match self.read(name) {
            Ok((level, _)) => return Ok(level),
            Err(why) => why,
        };
        if name.contains('/') {
            // A file of another folder, perhaps without its ending.
            let mut whole = ENDINGS.iter().map(|ending| format!("{name}.{ending}"));
            if let Some((level, _)) = whole.find_map(|file| self.read(&file).ok()) {
                return Ok(level);
            }
        }
        if self.files.is_none() {
            self.files = Some(self.listed());
        }
        let file = self.files.as_ref().and_then(|files| files.get(name));
        if let Some(file) = file {
            return self.read(file).map(|(level, _)| level);
        }
        let is_there = FolderHost::beside(self.host, self.table).exists(name);
        Err(if is_there { why } else { NOWHERE.to_owned() })
    }

    /// The level of a file beside the log, and its text.
    fn read(&self, file: &str) -> Result<(Level, String), String> {
        let beside = FolderHost::beside(self.host, self.table);
        let read = read_source(&beside, &Input::Name(file.to_owned()));
        let (template, text) = read.map_err(|refusal| reason(&refusal))?;
        let level = template.to_level().map_err(|error| error.to_string())?;
        Ok((level, text))
    }

    /// The files of the folder by the stems, names and hashes of their levels; of several of one name the first.
    fn listed(&self) -> BTreeMap<String, String> {
        let folder = Path::new(self.table).parent().and_then(Path::to_str);
        let folder = folder.filter(|folder| !folder.is_empty()).unwrap_or(".");
        let listed = self.host.list(folder).unwrap_or_default();
        let mut files = BTreeMap::new();

        for path in listed.iter().map(Path::new).take(MOST_FILES) {
            let part =
                |part: Option<&OsStr>| part.and_then(OsStr::to_str).map(str::to_owned);
            let ending = part(path.extension());
            let is_level =
                ending.as_deref().is_some_and(|ending| ENDINGS.contains(&ending));
            let Some(file) = part(path.file_name()).filter(|_| is_level) else {
                continue;
            };
            if self.host.look().is_break() {
                break;
            }
            let Ok((level, text)) = self.read(&file) else { continue };
            let hash = format!("{:016x}", checksum(level.to_json().as_bytes()));
            let names = [part(path.file_stem()), name_of(&text), Some(hash)];
            for name in names.into_iter().flatten() {
                files.entry(name).or_insert_with(|| file.clone());
            }
        }
        files
    }
}

/// The name in the document of a level.
fn name_of(text: &str) -> Option<String> {
    let document: Value = serde_json::from_str(text).ok()?;
    // Games that number their levels name them so.
    match &document["name"] {
        Value::String(name) => Some(name.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The model of a log; the levels are beside it. None if stopped.
pub(super) fn of_plays(
    host: &dyn Host,
    table: &str,
    (games, seed): (u32, Seed),
) -> Result<PeopleAnswer, Refusal> {
    let stopped =
        || PeopleAnswer { verdict: Verdict::Stopped, ..PeopleAnswer::default() };
    let opened = host.open(table).context(table.to_owned())?;
    let mut folder = LevelFolder { host, table, files: None };
    let log = during(host, "reading the log", || {
        let reader = LogReader { inner: opened, host, line: 0 };
        PlayLog::read(reader, |name| folder.level(name))
    });
    if host.look().is_break() {
        return Ok(stopped());
    }
    let log = refused(log, table)?;

    let judges = during(host, "playing levels", || {
        judge_levels(&log, games, seed, &HostWatch(host))
    });
    let Some(judges) = judges else { return Ok(stopped()) };
    let model = during(host, "fitting", || {
        fit_people(&log, &judges, (games, seed), &HostWatch(host))
    });
    if matches!(model, Err(PlaysError::Stopped)) {
        return Ok(stopped());
    }
    let few = few(&log);
    let model = model.map_err(|error| match few {
        Some(why) => anyhow::Error::new(error).context(why),
        None => error.into(),
    });
    let model = refused(model, table)?;
    for poor in poor(&log) {
        host.tell(Event::Warning(&format!("{table}: {poor}"), None));
    }
    let table = table.to_owned();
    Ok(PeopleAnswer { model: Some(model), log, table, verdict: Verdict::Done })
}

/// The levels and players below which a log is called poor: chosen, as half the 40 levels at which the model was tried on made-up
/// players, and as many players as it takes to see that they differ.
const ENOUGH: [usize; 2] = [20, 30];

/// What a log lacks for good predictions, although it can be fitted to.
fn poor(log: &PlayLog) -> Vec<String> {
    let (attempts, levels) = (log.attempts(), &log.levels);
    let passes: u64 = levels.iter().map(|level| level.passes).sum();
    let [enough_levels, enough_players] = ENOUGH;
    let players = log.players as usize;
    let mut poor = Vec::new();

    if attempts > 0 && passes == attempts {
        poor.push("every attempt passed: lost games may not be logged".to_owned());
    } else if attempts > 0 && passes == 0 && log.won_beyond == 0 {
        poor.push("no attempt passed: won games may not be logged".to_owned());
    }
    if log.won_beyond > 0 {
        poor.push(format!(
            "{} with more moves than the level has, without extra_moves: they did not pass; is the log of these levels?",
            match log.won_beyond {
                1 => "1 attempt was won".to_owned(),
                count => format!("{count} attempts were won"),
            }
        ));
    }
    if levels.len() < enough_levels {
        poor.push(format!(
            "{} are few: with {enough_levels} and more, predictions of other levels are closer",
            counted(levels.len() as u64, "level")
        ));
    }
    if (1..enough_players).contains(&players) {
        poor.push(format!(
            "{} are few: with {enough_players} and more, skills can be told from luck",
            counted(players as u64, "player")
        ));
    }
    poor
}

/// The first reason why levels are missing, where a log has too few.
fn few(log: &PlayLog) -> Option<String> {
    let unknown = log.unknown_levels.first()?;
    Some(format!("the level {} fits none: {}", unknown.name, unknown.why))
}

fn refused<T, E: Into<anyhow::Error>>(
    result: Result<T, E>,
    table: &str,
) -> Result<T, Refusal> {
    let result: anyhow::Result<T> = result.map_err(Into::into);
    result.with_context(|| table.to_owned()).hint(
        "expected a table with the columns level and outcome (won, lost or left), a line for each attempt; level is a file beside \
         the table or in a folder there (levels/12.json), the name of its level or its hash, and each level has a goal and a move limit",
    )
}
