//! The folder of saved games.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use tilewright_2048::{SavedError, Session};

use crate::failure::{Failure, Hint};
use crate::files;

/// What the name of a saved game's file ends with.
const ENDING: &str = "json";

/// The folder of saved games, a small file each.
pub(super) struct Saves(PathBuf);

impl Saves {
    /// The named folder, or the one in the user's data folder.
    pub(super) fn new(named: Option<&Path>) -> Result<Self, Failure> {
        if let Some(folder) = named {
            return Ok(Self(folder.to_owned()));
        }
        let folder = data_folder(|name| env::var_os(name))
            .ok_or_else(|| anyhow!("there is no folder for saved games"))
            .hint("name one with --saves DIR")?;
        Ok(Self(folder.join("tilewright").join("2048")))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name).with_extension(ENDING)
    }

    /// The saved game of that name; none where there is no such file. One that is damaged is
    /// kept aside under another name.
    pub(super) fn read(&self, name: &str) -> Result<Option<Session>, Failure> {
        let path = self.path(name);
        if fs::symlink_metadata(&path).is_err() {
            return Ok(None);
        }
        let shown = path.display();
        let bytes = files::read(&path).with_context(|| shown.to_string())?;
        let read = files::text(bytes, 1)
            .and_then(|text| Session::from_json(&text).map_err(anyhow::Error::new));
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

    /// Writes the game whole or not at all.
    pub(super) fn write(&self, name: &str, session: &Session) -> Result<(), Failure> {
        let folder = || format!("cannot make the folder {}", self.0.display());
        fs::create_dir_all(&self.0).with_context(folder)?;
        files::write(&self.path(name), session.to_json().as_bytes(), true)
    }

    /// The names of the saved games in the order of the alphabet, with the games.
    pub(super) fn all(&self) -> Result<Vec<(String, anyhow::Result<Session>)>, Failure> {
        if fs::symlink_metadata(&self.0).is_err() {
            return Ok(Vec::new());
        }
        let folder = || format!("cannot read the folder {}", self.0.display());
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.0).with_context(folder)? {
            let path = entry.with_context(folder)?.path();
            let name = path.file_stem().and_then(|name| name.to_str());
            let is_game = path.extension().is_some_and(|ending| ending == ENDING);
            if let Some(name) = name.filter(|_| is_game) {
                let session =
                    files::read_text(&path).and_then(|it| Ok(Session::from_json(&it)?));
                found.push((name.to_owned(), session));
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(found)
    }
}

/// Whether the file is not damaged but another program's or another version's.
fn is_foreign(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(SavedError::Schema { .. }))
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
    use super::*;

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
