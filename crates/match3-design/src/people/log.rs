//! Logs of what people played, counted while they are read.

use std::collections::BTreeMap;
use std::io::Read;

use tilewright_grid::checksum;
use tilewright_match3::{Goal, Level};

use super::row::{AttemptEnd, Columns, NAMES, Row};
use super::table::TableForm;

/// The most different rows that a log is counted into, of 64 bytes each: 256 MB.
const MOST_ROWS: usize = 1 << 22;
/// The most names of levels that are listed for fitting none, and the most columns.
const MOST_NAMES: usize = 1000;

/// A later attempt counts as this one: by then little is learnt.
const MOST_TRIED: u32 = 50;

/// The reason why a log is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlaysError {
    /// A line that cannot be read.
    #[error("line {line}: {what}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// The problem.
        what: String,
    },
    /// A table without the columns that are needed.
    #[error("{0}")]
    Columns(String),
    /// Too many different lines.
    #[error(
        "the table has more than {MOST_ROWS} different attempts: take a sample of the players, or count the attempts and passes of each level"
    )]
    Many,
    /// Too few levels to fit to.
    #[error("known levels with attempts: {0}, expected at least {least}", least = super::LEAST)]
    Few(usize),
    /// A fit that was stopped.
    #[error("the fit was stopped")]
    Stopped,
}

/// A level of a log.
#[derive(Clone, Debug)]
pub struct LoggedLevel {
    /// The name by which the log has it first.
    pub name: String,
    /// The level, with a goal and a move limit.
    pub level: Level,
    /// The number of attempts, and of those that passed within the move limit without boosters or with them.
    pub attempts: u64,
    /// The passes.
    pub passes: u64,
    /// What was left of the goal in attempts that were lost, where the log has it: the sum and the number.
    pub(super) goal_left: (f64, u64),
}

/// Lines that fit no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel {
    /// The name in the log.
    pub name: String,
    /// The number of lines.
    pub lines: u64,
    /// Why.
    pub why: String,
}

/// What people played, counted by level, cohort, player and attempt. Names of players are not kept.
///
/// ```
/// use tilewright_match3::Level;
/// use tilewright_match3_design::people::PlayLog;
///
/// let table = "level,player,attempt,moves_used,outcome,mood\n\
///              1,ann,1,14,lost,7\n1,ann,2,11,won,8\n2,ann,1,9,left,1\nother,bob,1,3,won,2\n";
/// let log = PlayLog::read(table.as_bytes(), |name| {
///     let mut level: Level = ["......"; 6].join("\n").parse().map_err(|_| String::new())?;
///     level.goal = Some("collect:15".parse().map_err(|_| String::new())?);
///     level.moves = Some(if name == "1" { 14 } else { 16 });
///     if name == "other" { Err("no such level".to_owned()) } else { Ok(level) }
/// })?;
/// assert_eq!((log.levels.len(), log.levels[0].attempts, log.levels[0].passes), (2, 2, 1));
/// assert_eq!((&log.unknown_columns[..], log.unknown_levels[0].lines), (&["mood".to_owned()][..], 1));
///
/// // Won with more moves than the level has, and no extra moves: not passed within the limit, and said.
/// let table = "level,outcome,moves_used,extra_moves\n1,won,20,0\n1,won,20,6\n1,won,14,0\n";
/// let long = PlayLog::read(table.as_bytes(), |_| {
///     let mut level: Level = ["......"; 6].join("\n").parse().map_err(|_| String::new())?;
///     (level.goal, level.moves) = ("collect:15".parse().ok(), Some(14));
///     Ok(level)
/// })?;
/// assert_eq!((long.won_beyond, long.levels[0].passes), (1, 1));
/// # Ok::<(), tilewright_match3_design::people::PlaysError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PlayLog {
    /// The levels in the order of their first lines.
    pub levels: Vec<LoggedLevel>,
    /// The cohorts in the order of their first lines; one without a name if the log has no such column.
    pub cohorts: Vec<String>,
    /// The number of players, if the log has them.
    pub players: u32,
    /// The columns that have no meaning here.
    pub unknown_columns: Vec<String>,
    /// The lines that fit no level, by name.
    pub unknown_levels: Vec<UnknownLevel>,
    /// The number of lines without the moves after which somebody left: they say nothing.
    pub without_moves: u64,
    /// The number of attempts that were won after more moves than their level has, though the log has no extra moves for them: they
    /// did not pass within the limit. Where there are many, the log is of other levels.
    pub won_beyond: u64,
    /// Whether boosters were used.
    pub has_boosters: bool,
    pub(super) rows: BTreeMap<Key, u32>,
}

/// What is counted. The number of a player is 0 where the log has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) player: u32,
    pub(super) cohort: u32,
    pub(super) level: u32,
    pub(super) attempt: u32,
    /// The moves within which the level was passed or not.
    pub(super) limit: u32,
    pub(super) boosters: u32,
    pub(super) is_passed: bool,
}

/// The names that were read so far, with what they stand for.
#[derive(Default)]
struct Names {
    /// The number of a level, or of what is unknown.
    levels: BTreeMap<String, Result<u32, usize>>,
    /// The number of a level by a hash of its document: a log may name one in several ways.
    same: BTreeMap<u64, u32>,
    cohorts: BTreeMap<String, u32>,
    /// By a hash of the name.
    players: BTreeMap<u64, u32>,
    /// The attempts of a player at a level, where the log does not number them.
    tried: BTreeMap<(u32, u32), u32>,
}

impl PlayLog {
    /// Reads a table (CSV) with a line for each attempt: the columns `level` and `outcome` (`won`, `lost` or `left`), and as
    /// far as there are some `player`, `cohort`, `attempt` (from 1; by default in the order of the lines), `moves_used`, `extra_moves`, `boosters` and `goal_left`; or
    /// with a line for each level: `level`, `attempts`, `passes` and perhaps `cohort`. `load` gives the level of a name.
    ///
    /// An attempt that was won with extra moves is one that did not pass within the level's own limit, and one that was left after
    /// some moves is one that did not pass within as many.
    ///
    /// # Errors
    /// When a line cannot be read, or columns are missing. Lines of levels that `load` refuses, or that have no goal or no move
    /// limit, are counted and not used.
    pub fn read(
        table: impl Read,
        mut load: impl FnMut(&str) -> Result<Level, String>,
    ) -> Result<Self, PlaysError> {
        let (form, table) = TableForm::of(table)?;
        let builder = &mut csv::ReaderBuilder::new();
        builder.trim(csv::Trim::All).delimiter(form.delimiter);
        let mut reader = builder.from_reader(table);
        let headers = reader.headers().map_err(|error| form.wrong(&error))?;
        let columns = Columns::of(headers)?;

        let mut log = Self {
            unknown_columns: Columns::unknown(headers).take(MOST_NAMES).collect(),
            ..Self::default()
        };
        let mut names = Names::default();
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record).map_err(|error| form.wrong(&error))? {
            let line = form.line(record.position());
            let row = columns.row(&record);
            let row = row.map_err(|what| PlaysError::Line { line, what })?;
            log.add(&row, &mut names, &mut load)?;
        }
        Ok(log)
    }

    /// Counts a line.
    fn add(
        &mut self,
        row: &Row<'_>,
        names: &mut Names,
        load: &mut impl FnMut(&str) -> Result<Level, String>,
    ) -> Result<(), PlaysError> {
        let Some(level) = self.level(row.level, names, load) else { return Ok(()) };
        let cohort = number(&mut names.cohorts, row.cohort.to_owned());
        if cohort as usize == self.cohorts.len() {
            self.cohorts.push(row.cohort.to_owned());
        }
        // Only a number of a player is kept, in the order in which they come.
        let player = row
            .player
            .map_or(0, |name| 1 + number(&mut names.players, checksum(name.as_bytes())));
        self.players = self.players.max(player);

        let own = self.levels[level as usize].level.moves.unwrap_or(u32::MAX);
        let Some((limit, is_passed)) = within(row, own) else {
            self.without_moves += 1;
            return Ok(());
        };
        let is_won = row.ending == AttemptEnd::Won && row.extra_moves == 0;
        self.won_beyond += u64::from(is_won && !is_passed);
        let logged = &mut self.levels[level as usize];
        if let Some(left) = row.goal_left.filter(|_| row.ending == AttemptEnd::Lost) {
            logged.goal_left = (logged.goal_left.0 + left, logged.goal_left.1 + 1);
        }
        self.has_boosters |= row.boosters > 0;

        let attempt = match row.attempt {
            None if player > 0 => {
                let tried = names.tried.entry((player, level)).or_default();
                *tried += 1;
                *tried
            }
            attempt => attempt.unwrap_or(1),
        };
        if names.tried.len() > MOST_ROWS {
            return Err(PlaysError::Many);
        }
        let key = |is_passed| Key {
            player,
            cohort,
            level,
            attempt: attempt.min(MOST_TRIED),
            limit,
            boosters: row.boosters,
            is_passed,
        };
        let counts = match row.ending {
            AttemptEnd::Counted { attempts, passes } => {
                [(true, passes), (false, attempts - passes)]
            }
            _ => [(is_passed, 1), (!is_passed, 0)],
        };
        for (is_passed, count) in counts.into_iter().filter(|&(_, count)| count > 0) {
            logged.attempts += u64::from(count);
            logged.passes += if is_passed { u64::from(count) } else { 0 };
            let sum = self.rows.entry(key(is_passed)).or_default();
            *sum = sum.saturating_add(count);
        }
        if self.rows.len() > MOST_ROWS { Err(PlaysError::Many) } else { Ok(()) }
    }

    /// The number of the level of a line; none if it is not known.
    fn level(
        &mut self,
        name: &str,
        names: &mut Names,
        load: &mut impl FnMut(&str) -> Result<Level, String>,
    ) -> Option<u32> {
        if let Some(&known) = names.levels.get(name) {
            return known.map_err(|unknown| self.unknown_levels[unknown].lines += 1).ok();
        }
        let loaded = load(name).and_then(playable);
        let number = match loaded {
            Ok(level) => {
                let hash = checksum(level.to_json().as_bytes());
                let number = number(&mut names.same, hash);
                if number as usize == self.levels.len() {
                    let (name, goal_left) = (name.to_owned(), (0.0, 0));
                    let (attempts, passes) = (0, 0);
                    self.levels.push(LoggedLevel {
                        name,
                        level,
                        attempts,
                        passes,
                        goal_left,
                    });
                }
                Ok(number)
            }
            Err(why) => Err(self.refuse(name, why)),
        };
        // A table of ever new names is counted, but they are not remembered.
        if number.is_ok() || names.levels.len() < MOST_NAMES {
            names.levels.insert(name.to_owned(), number);
        }
        number.ok()
    }

    /// Counts a line that fits no level. Beyond a thousand names they are counted together, under the last one.
    fn refuse(&mut self, name: &str, why: String) -> usize {
        if self.unknown_levels.len() < MOST_NAMES {
            let unknown = UnknownLevel { name: name.to_owned(), lines: 1, why };
            self.unknown_levels.push(unknown);
        } else if let Some(last) = self.unknown_levels.last_mut() {
            "others".clone_into(&mut last.name);
            last.lines += 1;
        }
        self.unknown_levels.len() - 1
    }

    /// The names of the columns that a log may have.
    pub fn columns() -> impl Iterator<Item = &'static str> {
        NAMES.into_iter()
    }

    /// The number of attempts that are used.
    pub fn attempts(&self) -> u64 {
        self.levels.iter().map(|level| level.attempts).sum()
    }

    /// The attempts and the passes of a cohort.
    pub fn counts_of(&self, cohort: usize) -> (u64, u64) {
        let rows = self.rows.iter().filter(|(key, _)| key.cohort as usize == cohort);
        rows.fold((0, 0), |(all, passed), (key, &count)| {
            let count = u64::from(count);
            (all + count, passed + if key.is_passed { count } else { 0 })
        })
    }
}

/// The number of a name in the order of their first lines.
fn number<K: Ord>(names: &mut BTreeMap<K, u32>, name: K) -> u32 {
    let next = names.len() as u32;
    *names.entry(name).or_insert(next)
}

/// A level that people can play.
fn playable(level: Level) -> Result<Level, String> {
    match (level.goal.as_ref().map(Goal::is_empty), level.moves) {
        (None | Some(true), _) => Err("the level has no goal".to_owned()),
        (_, None) => Err("the level has no move limit".to_owned()),
        _ => Ok(level),
    }
}

/// The moves within which an attempt is known to have passed or not; none if nothing is known.
fn within(row: &Row<'_>, own: u32) -> Option<(u32, bool)> {
    match row.ending {
        AttemptEnd::Won => {
            let is_within =
                row.extra_moves == 0 && row.moves_used.is_none_or(|it| it <= own);
            Some((own, is_within))
        }
        // Nobody passes within no move.
        AttemptEnd::Left => {
            row.moves_used.filter(|&it| it > 0).map(|it| (it.min(own), false))
        }
        AttemptEnd::Lost | AttemptEnd::Counted { .. } => Some((own, false)),
    }
}
