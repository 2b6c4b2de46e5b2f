//! The open history.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, Params, Row, Transaction, TransactionBehavior, params};

use crate::open::{PATIENCE, in_memory, of_sqlite, open};
use crate::owner::{Owner, is_alive};
use crate::{Error, Result, RunId, State};

/// The open history of runs: one connection to its database.
///
/// It is `Send` and not `Sync`: share one behind a mutex, or open one in each thread. Several
/// stores, in one process or many, can have the same database open; a writer waits for another up
/// to 10 s, and nobody waits for readers. A run belongs to the store that began or resumed it, and
/// counts as cut off once that store is dropped or its process has ended in whatever way.
#[derive(Debug)]
pub struct Store {
    pub(crate) db: Connection,
    /// The file; `None` in memory.
    path: Option<PathBuf>,
    /// Whether it can only be read.
    is_fixed: bool,
    /// Tells other stores that this one is alive.
    owner: OnceCell<Owner>,
}

/// The owner of the runs of a store in memory, which nobody else can see.
const ALONE: &str = "alone";

impl Store {
    /// Opens the history in a file. A missing file is made, with the folders above it, readable
    /// for its user alone. One that cannot be written is opened to be read: whatever changes it is an error.
    ///
    /// # Errors
    /// If the file is not a database of tilewright, damaged or of a newer version: it is left as it
    /// is. If it cannot be read or made.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        // The process may change its current folder.
        let path = path.as_ref();
        let path = std::path::absolute(path).map_err(|source| Error::Io {
            what: format!("cannot find {}", path.display()),
            source,
        })?;
        let (db, is_fixed) = open(&path)?;
        Ok(Self { db, path: Some(path), is_fixed, owner: OnceCell::new() })
    }

    /// A history in memory, for tests and for doors that keep nothing.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn in_memory() -> Result<Self> {
        Ok(Self { db: in_memory()?, path: None, is_fixed: false, owner: OnceCell::new() })
    }

    /// The local time of unix seconds, such as `2026-11-25 14:05`.
    ///
    /// # Errors
    /// If the database cannot be asked.
    pub fn local_time(&self, unix: i64) -> Result<String> {
        let time = "SELECT coalesce(strftime('%Y-%m-%d %H:%M', ?1, 'unixepoch', 'localtime'), '')";
        self.one(time, [unix], |row| row.get(0)).map(Option::unwrap_or_default)
    }

    /// The error for one of SQLite.
    pub(crate) fn wrap(&self, source: rusqlite::Error) -> Error {
        of_sqlite(self.path.as_deref().unwrap_or(Path::new(":memory:")), source)
    }

    /// The first row of a query.
    pub(crate) fn one<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        let found = self.db.prepare_cached(sql).and_then(|mut it| {
            let mut rows = it.query(params)?;
            rows.next()?.map(read).transpose()
        });
        found.map_err(|source| self.wrap(source))
    }

    /// All rows of a query.
    pub(crate) fn all<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let found = self
            .db
            .prepare_cached(sql)
            .and_then(|mut it| it.query_map(params, read)?.collect());
        found.map_err(|source| self.wrap(source))
    }

    /// Changes the database; returns the number of changed rows.
    pub(crate) fn change(&self, sql: &str, params: impl Params) -> Result<usize> {
        let done = self.db.prepare_cached(sql).and_then(|mut it| it.execute(params));
        done.map_err(|source| self.wrap(source))
    }

    /// Does several changes, all of them or none.
    pub(crate) fn together<T>(&self, change: impl FnOnce() -> Result<T>) -> Result<T> {
        // A writer that began by reading could not wait for another one.
        let behavior = TransactionBehavior::Immediate;
        let begun = Transaction::new_unchecked(&self.db, behavior);
        let begun = begun.map_err(|source| self.wrap(source))?;
        let done = change()?;
        begun.commit().map_err(|source| self.wrap(source))?;
        Ok(done)
    }

    /// Does something without waiting for another process that writes.
    pub(crate) fn at_once<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let wait = |time| self.db.busy_timeout(time).map_err(|source| self.wrap(source));
        wait(Duration::ZERO)?;
        let done = work();
        wait(PATIENCE)?;
        done
    }

    /// The folder of the locks.
    fn locks(&self) -> Option<PathBuf> {
        let mut name = self.path.as_ref()?.as_os_str().to_owned();
        name.push("-locks");
        Some(PathBuf::from(name))
    }

    /// The token of this store's lock, which is taken with its first run.
    pub(crate) fn token(&self) -> Result<&str> {
        let Some(folder) = self.locks() else { return Ok(ALONE) };
        if let Some(owner) = self.owner.get() {
            return Ok(&owner.token);
        }
        let owner = Owner::new(&folder).map_err(|source| {
            let what = format!("cannot make a lock in {}", folder.display());
            Error::Io { what, source }
        })?;
        Ok(&self.owner.get_or_init(|| owner).token)
    }

    /// Marks the runs of dead processes as cut off.
    pub(crate) fn bury(&self) -> Result<()> {
        if self.is_fixed {
            return Ok(());
        }

        let owners = "SELECT DISTINCT owner FROM runs WHERE state = 'running'";
        let owners = self.all(owners, [], |row| row.get::<_, Option<String>>(0))?;
        for owner in owners.into_iter().flatten() {
            // The owner of a run holds a lock as long as it lives. Without locks only this process
            // can be the owner.
            let alive = match self.locks() {
                Some(folder) => is_alive(&folder, &owner),
                None => owner == ALONE,
            };
            if !alive {
                let end = "UPDATE runs SET state = 'cut off', owner = NULL \
                           WHERE state = 'running' AND owner = ?1";
                self.change(end, [owner])?;
            }
        }

        Ok(())
    }

    /// The state of a run, after the runs of dead processes were found.
    pub(crate) fn state(&self, id: RunId) -> Result<State> {
        let found = "SELECT state FROM runs WHERE id = ?1";
        let state = self.one(found, [id], |row| row.get(0))?.ok_or(Error::Unknown(id))?;
        if state == State::Running {
            self.bury()?;
            return self.one(found, [id], |row| row.get(0))?.ok_or(Error::Unknown(id));
        }
        Ok(state)
    }

    /// Deletes a run with all that belongs to it. A run that is under way must be stopped first.
    ///
    /// # Errors
    /// If there is no such run, or it is under way.
    pub fn delete(&self, id: RunId) -> Result<()> {
        if self.state(id)? == State::Running {
            return Err(Error::Running(id));
        }
        self.change("DELETE FROM runs WHERE id = ?1", params![id])?;
        self.shrink()
    }

    /// Deletes all runs but the newest, and returns how many. Runs that are under way stay.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn trim(&self, keep: u32) -> Result<usize> {
        self.bury()?;
        let trim = "DELETE FROM runs WHERE state <> 'running' AND id NOT IN \
                    (SELECT id FROM runs ORDER BY id DESC LIMIT ?1)";
        let deleted = self.change(trim, [keep])?;
        self.shrink()?;
        Ok(deleted)
    }

    /// Gives free pages of the file back to the system.
    pub(crate) fn shrink(&self) -> Result<()> {
        let freed = self.db.execute_batch("PRAGMA incremental_vacuum");
        freed.map_err(|source| self.wrap(source))
    }
}
