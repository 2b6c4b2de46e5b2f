//! What a run has finished: items, from which it can be resumed, and files.

use rusqlite::params;
use serde::Serialize;
use serde_json::Value;
use tilewright_grid::{checksum, checksum_on};
use tilewright_tasks::KeptItems;

use crate::record::check_size;
use crate::{Error, Result, RunId, Store};

/// A file that a run has made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunFile {
    /// The output of the task, such as `output`.
    pub output: String,
    /// Its name in the folder of the output; empty if the output is this one file.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
}

impl Store {
    /// The items that a run has kept, in the order in which they were. `inputs` is the checksum of
    /// everything that the task has read: it is recorded with the first call, and must be the same
    /// in every later one.
    ///
    /// # Errors
    /// If there is no such run, its items belong to other inputs, or one is damaged.
    pub fn kept(&self, id: RunId, inputs: u64) -> Result<Vec<KeptItems>> {
        let inputs = inputs.cast_signed();
        // The first call fixes the inputs, later ones must have the same.
        let known = "SELECT inputs FROM runs WHERE id = ?1";
        let known = self.one(known, [id], |row| row.get::<_, Option<i64>>(0))?;

        match known.ok_or(Error::Unknown(id))? {
            None => {
                let set = "UPDATE runs SET inputs = ?2 WHERE id = ?1";
                self.change(set, params![id, inputs])?;
            }
            Some(known) if known != inputs => return Err(Error::OtherInputs(id)),
            Some(_) => {}
        }

        let entries = "SELECT number, first, checksum, outcomes FROM kept WHERE run = ?1 ORDER BY number";
        let entries = self.all(entries, [id], |row| {
            Ok(Entry { first: row.get(1)?, sum: row.get(2)?, outcomes: row.get(3)? })
        })?;

        // The checksums are chained: a changed, missing or exchanged entry breaks all after it.
        let mut before = start(id);
        let items = entries.into_iter().enumerate().map(|(at, entry)| {
            let kept = entry.kept(&mut before);
            kept.ok_or_else(|| Self::altered(id, at))
        });

        items.collect()
    }

    /// Keeps the outcomes of consecutive items, all of them or none. Once this has returned, they
    /// are not lost by the end of the process.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn keep(&self, id: RunId, kept: &KeptItems) -> Result<()> {
        let outcomes = serde_json::to_string(&kept.outcomes)?;
        let last = "SELECT number, checksum FROM kept WHERE run = ?1 \
                    ORDER BY number DESC LIMIT 1";
        let insert = "INSERT INTO kept (run, number, first, checksum, outcomes) \
                      SELECT id, ?2, ?3, ?4, ?5 FROM runs WHERE id = ?1";

        self.together(|| {
            let last = self.one(last, [id], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let (number, before): (i64, i64) = last.unwrap_or((-1, start(id)));
            let first = kept.first.cast_signed();
            let sum = chained(before, first, &outcomes);
            let row = params![id, number + 1, first, sum, outcomes];

            match self.change(insert, row)? {
                0 => Err(Error::Unknown(id)),
                _ => Ok(()),
            }
        })
    }

    /// The error for an item of [`kept`](Self::kept) that its task does not accept.
    pub fn altered(id: RunId, at: usize) -> Error {
        Error::Altered { id, what: format!("entry {at} of its kept items") }
    }

    /// Keeps a file of an output, in place of an earlier one of that name: a checkpoint, or a file
    /// of a folder.
    ///
    /// # Errors
    /// If there is no such run, or the file is larger than [`MAX_BYTES`](crate::MAX_BYTES).
    pub fn put_file(
        &self,
        id: RunId,
        output: &str,
        name: &str,
        bytes: &[u8],
    ) -> Result<()> {
        check_size(if name.is_empty() { output } else { name }, bytes.len())?;
        let insert = "INSERT OR REPLACE INTO files (run, output, name, bytes) \
                      SELECT id, ?2, ?3, ?4 FROM runs WHERE id = ?1";
        match self.change(insert, params![id, output, name, bytes])? {
            0 => Err(Error::Unknown(id)),
            _ => Ok(()),
        }
    }

    /// The files of a run, sorted by output and name.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn files(&self, id: RunId) -> Result<Vec<RunFile>> {
        let files = "SELECT output, name, length(bytes) FROM files WHERE run = ?1 \
                     ORDER BY output, name";
        self.all(files, [id], |row| {
            let size: i64 = row.get(2)?;
            Ok(RunFile {
                output: row.get(0)?,
                name: row.get(1)?,
                size: size.cast_unsigned(),
            })
        })
    }

    /// The bytes of a file of a run.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn file(&self, id: RunId, output: &str, name: &str) -> Result<Vec<u8>> {
        let bytes =
            "SELECT bytes FROM files WHERE run = ?1 AND output = ?2 AND name = ?3";
        let found = self.one(bytes, params![id, output, name], |row| row.get(0))?;
        found.ok_or_else(|| Error::Missing { what: "file", name: name.to_owned() })
    }
}

/// An entry as it is in the database.
struct Entry {
    first: i64,
    sum: i64,
    outcomes: String,
}

impl Entry {
    /// The outcomes; `None` if they are damaged. `before` is the checksum of the entry before, and
    /// then that of this one.
    fn kept(self, before: &mut i64) -> Option<KeptItems> {
        let Self { first, sum, outcomes } = self;
        let is_same = chained(*before, first, &outcomes) == sum;
        *before = sum;
        let outcomes: Vec<Value> =
            serde_json::from_str(&outcomes).ok().filter(|_| is_same)?;
        Some(KeptItems { first: first.cast_unsigned(), outcomes })
    }
}

/// The checksum before the first entry of a run.
fn start(id: RunId) -> i64 {
    checksum(&id.0.to_le_bytes()).cast_signed()
}

/// The checksum of an entry, which covers all entries before it.
fn chained(before: i64, first: i64, outcomes: &str) -> i64 {
    let sum = checksum_on(before.cast_unsigned(), &first.to_le_bytes());
    checksum_on(sum, outcomes.as_bytes()).cast_signed()
}
