//! The folder of saved games.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use tilewright_2048::{SavedError, Session};
use tilewright_grid::DocumentError;
use tilewright_play::Session as _;

use crate::data;
use crate::failure::{Failure, Hint};
use crate::files;

/// The extension of the file of a saved game.
const ENDING: &str = "json";

/// The maximum size of a saved game, in bytes; a move takes one byte.
const MOST: u64 = 1 << 26;

/// The folder of saved games, one file for each.
pub(super) struct Saves {
    folder: PathBuf,
    /// The contents of the current game's file when it was last read or written.
    last: RefCell<Option<Vec<u8>>>,
}

impl Saves {
    /// The given folder, or the default one in the user's data folder.
    pub(super) fn new(named: Option<&Path>) -> Result<Self, Failure> {
        if let Some(folder) = named {
            return Ok(Self::at(folder.to_owned()));
        }
        let folder = data::folder()
            .ok_or_else(|| anyhow!("cannot find a folder for saved games: no data folder is set in the environment"))
            .hint("name one with --saves DIR")?;
        Ok(Self::at(folder.join("2048")))
    }

    const fn at(folder: PathBuf) -> Self {
        Self { folder, last: RefCell::new(None) }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name).with_extension(ENDING)
    }

    /// The saved game of that name; `None` if there is no such file. A damaged file is renamed, so
    /// that the next start begins a new game.
    pub(super) fn read(&self, name: &str) -> Result<Option<Session>, Failure> {
        let path = self.path(name);
        if fs::symlink_metadata(&path).is_err() {
            return Ok(None);
        }

        let shown = path.display();
        let bytes = files::read_large(&path, MOST).with_context(|| shown.to_string())?;
        *self.last.borrow_mut() = Some(bytes.clone());
        let read = files::text(bytes, 1)
            .and_then(|text| Session::load(&text).map_err(anyhow::Error::new));

        match read {
            Ok(session) => Ok(Some(session)),
            Err(error) if is_foreign(&error) => Err(error.context(shown.to_string()))
                .hint("name another game with --game"),
            Err(error) => {
                let aside = aside(&path);
                fs::rename(&path, &aside)
                    .with_context(|| format!("cannot rename {shown}"))?;
                let hint = format!(
                    "the damaged file was renamed to {}; run the command again to start a new game",
                    aside.display()
                );
                Err(error.context(shown.to_string())).hint(hint)
            }
        }
    }

    /// Writes the game completely or not at all, and refuses to replace a file that another
    /// process has changed.
    pub(super) fn write(&self, name: &str, session: &Session) -> Result<(), Failure> {
        let folder = || format!("cannot make the folder {}", self.folder.display());
        fs::create_dir_all(&self.folder).with_context(folder)?;
        let (path, bytes) = (self.path(name), session.save().into_bytes());

        let mut last = self.last.borrow_mut();
        if path.exists() && fs::read(&path).ok().as_ref() != last.as_ref() {
            return Err(anyhow!(
                "{}: another process has changed this saved game",
                path.display()
            ))
            .hint("the file was left as it is; name another game with --game");
        }

        files::write(&path, &bytes, true)?;
        *last = Some(bytes);
        Ok(())
    }

    /// All saved games with their names, in alphabetical order.
    pub(super) fn all(&self) -> Result<Vec<(String, anyhow::Result<Session>)>, Failure> {
        if fs::symlink_metadata(&self.folder).is_err() {
            return Ok(Vec::new());
        }

        let folder = || format!("cannot read the folder {}", self.folder.display());
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.folder).with_context(folder)? {
            let path = entry.with_context(folder)?.path();
            let name = path.file_stem().and_then(|name| name.to_str());
            let is_game = path.extension().is_some_and(|ending| ending == ENDING);

            if let Some(name) = name.filter(|_| is_game) {
                let session =
                    files::read_large(&path, MOST).and_then(|it| files::text(it, 1));
                let session = session.and_then(|it| Ok(Session::load(&it)?));
                found.push((name.to_owned(), session));
            }
        }

        found.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(found)
    }
}

/// Whether the file is not damaged but was written by another program or version.
fn is_foreign(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref(),
        Some(SavedError::Document(DocumentError::Schema { .. }))
    )
}

/// The first free name for a damaged file.
fn aside(path: &Path) -> PathBuf {
    let mut names = (1..)
        .map(|number: u32| path.with_extension(format!("{ENDING}.damaged-{number}")));
    let free = names.find(|name| fs::symlink_metadata(name).is_err());
    free.expect("some number is free")
}

#[cfg(test)]
mod tests {
    use tilewright_2048::{FOUR_PROBABILITY, Move, Setup};
    use tilewright_grid::{Seed, Size};

    use super::*;

    #[test]
    fn a_game_that_another_process_changed_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = [0, 1].map(|_| Saves::new(Some(folder.path())).unwrap());
        let setup = Setup {
            size: Size::new(4, 4),
            four_probability: FOUR_PROBABILITY,
            seed: Seed(1),
        };

        let mut session = Session::new(setup, 0).unwrap();
        assert!(first.read("game").unwrap().is_none());
        first.write("game", &session).unwrap();
        assert!(second.read("game").unwrap().is_some());
        let moves = tilewright_grid::Heading::ALL.into_iter().cycle().take(20);
        moves.for_each(|heading| _ = session.play(Move(heading)));
        first.write("game", &session).unwrap();
        let told = second.write("game", &session).unwrap_err().to_string();
        assert!(told.contains("another process has changed this saved game"), "{told}");
        assert_eq!(second.read("game").unwrap().unwrap().save(), session.save());
        assert!(second.write("game", &session).is_ok(), "it has read the newer one");
    }
}
