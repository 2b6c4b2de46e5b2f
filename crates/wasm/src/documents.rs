//! The inputs that the page has handed over.

use std::io::{self, BufRead};

use anyhow::anyhow;
use tilewright_tasks::{Refusal, is_content};

/// The most bytes of all documents together: 256 MiB; those that were handed over first go first.
const MOST: usize = 1 << 28;

/// Documents by their names, in which `/` separates folders.
#[derive(Default)]
pub(crate) struct Documents {
    /// The newest last.
    all: Vec<(String, Vec<u8>)>,
}

impl Documents {
    /// Keeps a document; one of the same name is replaced.
    pub(crate) fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), Refusal> {
        let name =
            clean(name).ok_or_else(|| anyhow!("`{name}` is not the name of a file"))?;
        self.all.retain(|(known, _)| *known != name);
        self.all.push((name, bytes.to_vec()));
        let mut size: usize = self.all.iter().map(|(_, bytes)| bytes.len()).sum();
        while size > MOST && self.all.len() > 1 {
            size -= self.all.remove(0).1.len();
        }
        Ok(())
    }

    /// The document of a name, which may be the document itself.
    pub(crate) fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        let clean = clean(name);
        let found = self.all.iter().find(|(known, _)| clean.as_ref() == Some(known));
        match found {
            Some((_, bytes)) => Ok(Box::new(bytes.as_slice())),
            None if is_content(name) => Ok(Box::new(io::Cursor::new(name.to_owned()))),
            None => Err(io::Error::other("no such document was handed over")),
        }
    }

    /// The documents in a folder, sorted by name.
    pub(crate) fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let inside = clean(folder).unwrap_or_default() + "/";
        let is_in = |name: &&String| {
            name.strip_prefix(&inside).is_some_and(|rest| !rest.contains('/'))
        };
        let mut names: Vec<_> =
            self.all.iter().map(|(name, _)| name).filter(is_in).cloned().collect();
        names.sort();
        if names.is_empty() {
            return Err(io::Error::other("no document in such a folder was handed over"));
        }
        Ok(names)
    }
}

/// A name without `.` and `..`; `None` if it leads out of all folders, or is empty.
fn clean(name: &str) -> Option<String> {
    let mut parts = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{Documents, clean};

    #[test]
    fn names_are_followed_within_the_documents_only() {
        assert_eq!(clean("maps/./a/../b.tmx").as_deref(), Some("maps/b.tmx"));
        assert_eq!(clean("../b.tmx"), None);
        assert_eq!(clean("a/.."), None);
    }

    #[test]
    fn a_folder_lists_its_own_documents() {
        let mut documents = Documents::default();
        for name in ["l/b.json", "l/a.json", "l/m/c.json", "d.json"] {
            assert!(documents.put(name, b"{}").is_ok());
        }
        assert_eq!(documents.list("./l").unwrap(), ["l/a.json", "l/b.json"]);
        assert!(documents.list("x").is_err());
        assert!(documents.open("l/../d.json").is_ok() && documents.open("e").is_err());
        let text =
            std::io::read_to_string(documents.open(".#.\n...\n").unwrap()).unwrap();
        assert_eq!(text, ".#.\n...\n");
    }
}
