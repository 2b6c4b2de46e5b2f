//! Paths in files, relative to the files.

use std::path::{Component, Path, PathBuf};

use super::error::{Error, shortened};

/// The path to which `source` refers in `file`: relative to the folder of the file, with `.` and
/// `..` resolved by name. Both `/` and `\` are separators.
///
/// # Errors
/// [`Error::Outside`] if `source` is empty, absolute or a URL, or leads out of the folder to which
/// `file` is relative.
pub(crate) fn resolve(file: &Path, source: &str) -> Result<PathBuf, Error> {
    let (root, mut names) = parted(file);
    names.pop();
    let outside = || Error::Outside { found: shortened(source) };

    let words: Vec<&str> = source.split(['/', '\\']).collect();

    // Names alone, so that the same file is found on every system: no folder, drive, URL or
    // absolute path.
    let is_file = !matches!(words.last(), None | Some(&("" | "." | "..")));
    if !is_file || words[0].is_empty() || source.contains([':', '\0']) {
        return Err(outside());
    }

    for word in words {
        match word {
            "" | "." => {}
            ".." => {
                names.pop().ok_or_else(outside)?;
            }
            name => names.push(name.into()),
        }
    }

    Ok(names.iter().fold(root, |path, name| path.join(name)))
}

/// The path of a file, with `.` and `..` resolved by name as far as possible.
pub(crate) fn normal(file: &Path) -> PathBuf {
    let (root, names) = parted(file);
    names.iter().fold(root, |path, name| path.join(name))
}

/// Splits a path into its root (including leading `..`) and the names below it.
fn parted(file: &Path) -> (PathBuf, Vec<PathBuf>) {
    let mut root = PathBuf::new();
    let mut names: Vec<PathBuf> = Vec::new();
    for component in file.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if names.pop().is_some() => {}
            Component::Normal(name) => names.push(name.into()),
            start => root.push(start),
        }
    }
    (root, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_out_of_the_folder_are_refused() {
        let map = Path::new("maps/inn.tmx");

        for source in [
            "",
            "/etc/passwd",
            "\\x",
            "../../x",
            "..\\..\\x",
            "a/../../../x",
            "C:/x",
            "C:x",
            "http://x/y",
            ":/x",
            "..",
            ".",
            "a\0b",
        ] {
            assert!(
                matches!(resolve(map, source), Err(Error::Outside { .. })),
                "{source:?}"
            );
        }
    }

    #[test]
    fn paths_are_relative_to_the_folder_of_the_file() {
        let map = Path::new("maps/town/inn.tmx");
        let found = resolve(map, "../tiles/floor.tsx").unwrap();
        assert_eq!(found, Path::new("maps/tiles/floor.tsx"));
        let found = resolve(Path::new("../maps/./inn.tmx"), "../tiles/a.tsx").unwrap();
        assert_eq!(found, Path::new("../tiles/a.tsx"));
        assert!(resolve(Path::new("../maps/inn.tmx"), "../../a.tsx").is_err());
        assert_eq!(
            resolve(Path::new("/m/inn.tmx"), "b//a.tsx").unwrap(),
            Path::new("/m/b/a.tsx")
        );
        assert!(resolve(Path::new("/m/inn.tmx"), "../../a.tsx").is_err());
    }
}
