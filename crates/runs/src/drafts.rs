//! Drafts: what a page draws, kept under a revision, so that two pages do not overwrite each other.

use rusqlite::{Row, params};
use serde::Serialize;

use crate::record::check_size;
use crate::{Error, Result, Store};

/// A draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Draft {
    /// Its identifier, chosen by the page.
    pub id: String,
    /// What it is, such as `levels`.
    pub kind: String,
    /// The number of changes so far.
    pub revision: u64,
    /// When it was last changed, in unix seconds.
    pub changed: i64,
    /// Its content, JSON; empty in lists.
    #[serde(skip)]
    pub value: String,
}

impl Draft {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let revision: i64 = row.get(2)?;
        Ok(Self {
            id: row.get(0)?,
            kind: row.get(1)?,
            revision: revision.cast_unsigned(),
            changed: row.get(3)?,
            value: row.get(4)?,
        })
    }
}

impl Store {
    /// Keeps the next revision of a draft; a draft that is not there is begun with any. Drafts that
    /// were not changed for longest are dropped while all together are larger than the limit, in
    /// bytes.
    ///
    /// # Errors
    /// [`Error::Stale`] if its revision is not the next one. If it is larger than
    /// [`MAX_BYTES`](crate::MAX_BYTES).
    pub fn put_draft(&self, draft: &Draft, limit: u64) -> Result<()> {
        check_size("the draft", draft.value.len())?;
        let Draft { id, kind, revision, changed, value } = draft;
        self.together(|| {
            let now = "SELECT revision FROM drafts WHERE id = ?1";
            let found: Option<i64> = self.one(now, [id], |row| row.get(0))?;
            let based = revision.saturating_sub(1);
            // A draft that is not there, or was dropped, can begin at any revision.
            let found = found.map_or(based, i64::cast_unsigned);
            if found != based {
                let name = id.clone();
                return Err(Error::Stale { what: "draft", name, found, based });
            }

            let put = "INSERT OR REPLACE INTO drafts (id, kind, revision, changed, value) \
                       VALUES (?1, ?2, ?3, ?4, ?5)";
            let row = params![id, kind, revision.cast_signed(), changed, value];
            self.change(put, row)?;

            self.drop_drafts(id, limit)
        })
    }

    /// Drops the drafts that were not changed for longest, except for one, until all together are no
    /// larger than a limit.
    fn drop_drafts(&self, except: &str, limit: u64) -> Result<()> {
        let size = "SELECT coalesce(sum(length(value)), 0) FROM drafts";
        let oldest = "DELETE FROM drafts WHERE id = \
             (SELECT id FROM drafts WHERE id <> ?1 ORDER BY changed, id LIMIT 1)";
        loop {
            let size: Option<i64> = self.one(size, [], |row| row.get(0))?;
            let is_kept = size.is_none_or(|size| size.cast_unsigned() <= limit);
            if is_kept || self.change(oldest, [except])? == 0 {
                return Ok(());
            }
        }
    }

    /// A draft.
    ///
    /// # Errors
    /// If there is no such draft.
    pub fn draft(&self, id: &str) -> Result<Draft> {
        let draft = "SELECT id, kind, revision, changed, value FROM drafts WHERE id = ?1";
        let found = self.one(draft, [id], Draft::read)?;
        found.ok_or_else(|| Error::Missing { what: "draft", name: id.to_owned() })
    }

    /// The drafts of a kind without their values, the last changed first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn drafts(&self, kind: &str) -> Result<Vec<Draft>> {
        let drafts = "SELECT id, kind, revision, changed, '' FROM drafts \
                      WHERE kind = ?1 ORDER BY changed DESC, rowid DESC";
        self.all(drafts, [kind], Draft::read)
    }
}
