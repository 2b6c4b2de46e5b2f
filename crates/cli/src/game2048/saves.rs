//! The folder of saved games.

use std::cell::RefCell;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use tilewright_2048::{SavedError, Session};
use tilewright_grid::DocumentError;
use tilewright_play::Session as _;

use crate::failure::{Failure, Hint};
use crate::files;

/// What the name of a saved game's file ends with.
const ENDING: &str = "json";

/// The largest saved game that is read, in bytes: one for each move.
const MOST: u64 = 1 << 26;

/// The folder of saved games, a small file each.
pub(super) struct Saves {
    folder: PathBuf,
    /// What the file of the game under way held when it was last read or written.
    last: RefCell<Option<Vec<u8>>>,
}

impl Saves {
    /// The named folder, or the one in the user's data folder.
    pub(super) fn new(named: Option<&Path>) -> Result<Self, Failure> {
        if let Some(folder) = named {
            return Ok(Self::at(folder.to_owned()));
        }
        let folder = data_folder(|name| env::var_os(name))
            .ok_or_else(|| anyhow!("there is no folder for saved games"))
            .hint("name one with --saves DIR")?;
        Ok(Self::at(folder.join("tilewright").join("2048")))
    }

    const fn at(folder: PathBuf) -> Self {
        Self { folder, last: RefCell::new(None) }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name).with_extension(ENDING)
    }

    /// The saved game of that name; none where there is no such file. One that is damaged is
    /// kept aside under another name.
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
            Err(error) if is_foreign(&error) => {
                Err(error.context(shown.to_string())).hint("name another with --game")
            }
            Err(error) => {
                let aside = aside(&path);
                fs::rename(&path, &aside)
                    .with_context(|| format!("cannot rename {shown}"))?;
                let hint = format!(
                    "the damaged game was kept as {}; the next start begins anew",
                    aside.display()
                );
                Err(error.context(shown.to_string())).hint(hint)
            }
        }
    }

    /// Writes the game whole or not at all, but never over what another sitting wrote.
    pub(super) fn write(&self, name: &str, session: &Session) -> Result<(), Failure> {
        let folder = || format!("cannot make the folder {}", self.folder.display());
        fs::create_dir_all(&self.folder).with_context(folder)?;
        let (path, bytes) = (self.path(name), session.save().into_bytes());
        let mut last = self.last.borrow_mut();
        if path.exists() && fs::read(&path).ok().as_ref() != last.as_ref() {
            return Err(anyhow!(
                "{}: another sitting has changed this game",
                path.display()
            ))
            .hint("its moves were kept; name another game with --game");
        }
        files::write(&path, &bytes, true)?;
        *last = Some(bytes);
        Ok(())
    }

    /// The names of the saved games in the order of the alphabet, with the games.
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

/// Whether the file is not damaged but another program's or another version's.
fn is_foreign(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref(),
        Some(SavedError::Document(DocumentError::Schema { .. }))
    )
}

/// The first free name for a file that is kept aside.
fn aside(path: &Path) -> PathBuf {
    let mut names = (1..)
        .map(|number: u32| path.with_extension(format!("{ENDING}.damaged-{number}")));
    let free = names.find(|name| fs::symlink_metadata(name).is_err());
    free.expect("some number is free")
}

/// Where programs of this system keep a user's data.
fn data_folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name| variable(name).map(PathBuf::from).filter(|it| it.is_absolute());
    if cfg!(windows) {
        return folder("LOCALAPPDATA");
    }
    let home = || folder("HOME");
    if cfg!(target_os = "macos") {
        return home().map(|home| home.join("Library/Application Support"));
    }
    folder("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
}

#[cfg(test)]
#[cfg(not(any(windows, target_os = "macos")))]
mod tests {
    use tilewright_2048::{FOURS, Move, Table};
    use tilewright_grid::{Seed, Size};

    use super::*;

    #[test]
    fn another_sitting_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = [0, 1].map(|_| Saves::new(Some(folder.path())).unwrap());
        let table = Table { size: Size::new(4, 4), fours: FOURS, seed: Seed(1) };
        let mut session = Session::new(table, 0).unwrap();
        assert!(first.read("game").unwrap().is_none());
        first.write("game", &session).unwrap();
        assert!(second.read("game").unwrap().is_some());
        let moves = tilewright_grid::Heading::ALL.into_iter().cycle().take(20);
        moves.for_each(|heading| _ = session.play(Move(heading)));
        first.write("game", &session).unwrap();
        let told = second.write("game", &session).unwrap_err().to_string();
        assert!(told.contains("another sitting has changed this game"), "{told}");
        assert_eq!(second.read("game").unwrap().unwrap().save(), session.save());
        assert!(second.write("game", &session).is_ok(), "it has read the newer one");
    }

    #[test]
    fn data_lies_where_the_desktop_says() {
        let with = |pairs: &'static [(&str, &str)]| {
            let found = move |name: &str| {
                pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1.into())
            };
            data_folder(found).map(|folder| folder.display().to_string())
        };
        let home = ("HOME", "/home/a");
        assert_eq!(with(&[]), None);
        assert_eq!(with(&[("HOME", "")]), None);
        assert_eq!(with(&[("HOME", "/home/a")]).as_deref(), Some("/home/a/.local/share"));
        let both: &[_] = &[("XDG_DATA_HOME", "/data"), ("HOME", "/home/a")];
        assert_eq!(with(both).as_deref(), Some("/data"));
        let relative: &[_] = &[("XDG_DATA_HOME", "data"), ("HOME", "/home/a")];
        assert!(with(relative).is_some_and(|folder| folder.starts_with(home.1)));
    }
}
