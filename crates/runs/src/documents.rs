//! Documents: large inputs, named by a hash of their content. A folder of documents is named by
//! the hash of all that is in it, so that a map finds the tilesets beside it.

use std::fmt::Write as _;

use rusqlite::params;
use sha2::{Digest as _, Sha256};

use crate::record::check_size;
use crate::{Error, Result, Store};

/// A document to keep.
#[derive(Clone, Copy, Debug)]
pub struct NewDocument<'a> {
    /// Its name: that of a file, without a folder.
    pub name: &'a str,
    /// Its content.
    pub bytes: &'a [u8],
    /// The hash of the folder to which it is added; `None` for a new one.
    pub beside: Option<&'a str>,
    /// The time, in unix seconds.
    pub now: i64,
    /// The largest size of all documents together, in bytes. Folders that have not been used for
    /// longest are dropped until it is kept.
    pub limit: u64,
}

impl Store {
    /// Keeps a document; returns the hash of its folder. The hash is the first 16 hexadecimal
    /// digits of the SHA-256 of the hash of the folder to which it was added (empty for a new one),
    /// a line break, its name, a line break, and its bytes. The folder without it stays.
    ///
    /// # Errors
    /// If the name is empty, contains a slash or a control character or is that of a folder, there
    /// is no folder to which it was to be added, or it is larger than the limit.
    pub fn put_document(&self, new: &NewDocument<'_>) -> Result<String> {
        check_name(new.name)?;
        check_size(new.name, new.bytes.len())?;
        let bytes = new.bytes.len() as u64;
        if bytes > new.limit {
            let what = new.name.to_owned();
            return Err(Error::TooLarge { what, bytes, max: new.limit });
        }

        let hash = hash(new.beside.unwrap_or_default(), new.name, new.bytes);
        self.together(|| {
            let beside = new.beside.map(|beside| self.folder(beside)).transpose()?;
            let make = "INSERT INTO folders (hash, used) VALUES (?1, ?2) \
                        ON CONFLICT (hash) DO UPDATE SET used = ?2";
            // The new folder is a copy of the one beside with one document more; contents are
            // shared by their digest.
            self.change(make, params![hash, new.now])?;
            let folder = self.folder(&hash)?;
            let copy = "INSERT OR REPLACE INTO documents (folder, name, content) \
                        SELECT ?1, name, content FROM documents WHERE folder = ?2";

            if let Some(beside) = beside.filter(|beside| *beside != folder) {
                self.change(copy, [folder, beside])?;
            }

            let digest = hex(&Sha256::digest(new.bytes));
            let insert = "INSERT INTO contents (digest, size, bytes) VALUES (?1, ?2, ?3) \
                          ON CONFLICT (digest) DO NOTHING";
            self.change(insert, params![digest, bytes.cast_signed(), new.bytes])?;
            let insert = "INSERT OR REPLACE INTO documents (folder, name, content) \
                          SELECT ?1, ?2, id FROM contents WHERE digest = ?3";
            self.change(insert, params![folder, new.name, digest])?;

            self.drop_oldest(folder, new.limit)
        })?;

        self.shrink()?;
        Ok(hash)
    }

    /// The number of a folder.
    fn folder(&self, hash: &str) -> Result<i64> {
        let found =
            self.one("SELECT id FROM folders WHERE hash = ?1", [hash], |row| row.get(0))?;
        found.ok_or_else(|| Error::Missing { what: "document", name: hash.to_owned() })
    }

    /// Drops the folders that have not been used for longest, except for one, until all documents
    /// together are no larger than a limit.
    fn drop_oldest(&self, except: i64, limit: u64) -> Result<()> {
        let size = "SELECT coalesce(sum(size), 0) FROM contents";
        let oldest = "DELETE FROM folders WHERE id = \
             (SELECT id FROM folders WHERE id <> ?1 ORDER BY used, id LIMIT 1)";
        let unused =
            "DELETE FROM contents WHERE id NOT IN (SELECT content FROM documents)";

        loop {
            self.change(unused, [])?;
            let size: Option<i64> = self.one(size, [], |row| row.get(0))?;
            let is_kept = size.is_none_or(|size| size.cast_unsigned() <= limit);
            if is_kept || self.change(oldest, [except])? == 0 {
                return Ok(());
            }
        }
    }

    /// The bytes of a document. Its folder counts as used at that time, in unix seconds.
    ///
    /// # Errors
    /// If there is no such document.
    pub fn document(&self, hash: &str, name: &str, now: i64) -> Result<Vec<u8>> {
        let found = "SELECT bytes FROM documents \
             JOIN folders ON folders.id = folder JOIN contents ON contents.id = content \
             WHERE hash = ?1 AND name = ?2";
        let found = self.one(found, [hash, name], |row| row.get(0))?;
        let Some(bytes) = found else {
            let name = format!("{hash}/{name}");
            return Err(Error::Missing { what: "document", name });
        };
        let touch = "UPDATE folders SET used = ?2 WHERE hash = ?1 AND used < ?2";
        self.change(touch, params![hash, now])?;
        Ok(bytes)
    }
}

/// Refuses a name that is not that of a file alone.
fn check_name(name: &str) -> Result<()> {
    let is_wrong = |letter: char| matches!(letter, '/' | '\\') || letter.is_control();
    if matches!(name, "" | "." | "..") || name.len() > 255 || name.contains(is_wrong) {
        return Err(Error::Name(name.to_owned()));
    }
    Ok(())
}

/// The hash of a folder to which a document was added.
fn hash(beside: &str, name: &str, bytes: &[u8]) -> String {
    let mut sum = Sha256::new();
    sum.update(format!("{beside}\n{name}\n"));
    sum.update(bytes);
    let mut digits = hex(&sum.finalize());
    digits.truncate(16);
    digits
}

/// Bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}
