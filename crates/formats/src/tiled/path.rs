//! Paths that a file names, from where it stands.

use std::path::{Component, Path, PathBuf};

use super::error::{Error, shortened};

/// The file that `source` means where it is written in `file`: relative to its folder, `.`
/// and `..` worked out by name alone. A `\` separates like a `/`.
///
/// # Errors
/// When `source` is empty, absolute, an address, or leads out of the folder that `file` is
/// relative to.
///
/// ```
/// use std::path::Path;
/// use tilewright_formats::tiled::resolve;
///
/// let map = Path::new("maps/town/inn.tmx");
/// assert_eq!(resolve(map, "../tiles/floor.tsx")?, Path::new("maps/tiles/floor.tsx"));
/// assert!(resolve(map, "../../../secret").is_err());
/// # Ok::<(), tilewright_formats::tiled::Error>(())
/// ```
pub fn resolve(file: &Path, source: &str) -> Result<PathBuf, Error> {
    let (root, mut names) = parted(file);
    names.pop();
    let outside = || Error::Outside { found: shortened(source) };
    let words: Vec<&str> = source.split(['/', '\\']).collect();
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

/// A file's own path, `.` and `..` worked out as far as that can be done by name.
pub(crate) fn normal(file: &Path) -> PathBuf {
    let (root, names) = parted(file);
    names.iter().fold(root, |path, name| path.join(name))
}

/// The start that cannot be left, and the names below it.
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
    fn what_leads_out_is_refused() {
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
    fn the_folder_of_files_is_where_the_path_starts() {
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
