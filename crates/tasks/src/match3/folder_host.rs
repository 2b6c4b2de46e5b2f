//! A host whose inputs are those of one folder.

use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::path::{Component, Path};

use crate::{Event, Host};

/// Opens inputs within a folder only, whatever a name says: the names may come from a table that
/// somebody else has written.
pub(super) struct FolderHost<'a> {
    host: &'a dyn Host,
    /// Empty for the folder in which the program runs.
    folder: &'a str,
}

impl<'a> FolderHost<'a> {
    /// The folder of an input.
    pub(super) fn beside(host: &'a dyn Host, input: &'a str) -> Self {
        let folder = Path::new(input).parent().and_then(Path::to_str);
        Self { host, folder: folder.unwrap_or_default() }
    }
}

impl Host for FolderHost<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        if !is_below(Path::new(name)) {
            return Err(io::Error::other("this is not within the folder of the table"));
        }
        // Also refuses links that lead out of the folder.
        self.host.open_within(self.folder, name)
    }

    fn tell(&self, event: Event<'_>) {
        self.host.tell(event);
    }

    fn look(&self) -> ControlFlow<()> {
        self.host.look()
    }
}

/// Whether a path stays below where it begins. A map may name its tileset as `maps/../tiles.tsx`.
fn is_below(path: &Path) -> bool {
    let mut depth = 0_u32;
    path.components().all(|part| match part {
        Component::CurDir => true,
        Component::Normal(_) => {
            depth += 1;
            true
        }
        Component::ParentDir => {
            let above = depth.checked_sub(1);
            depth = above.unwrap_or_default();
            above.is_some()
        }
        Component::Prefix(_) | Component::RootDir => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_out_of_a_folder_are_known() {
        let is_below = |name: &str| is_below(Path::new(name));
        for inside in ["a.json", "./a.json", "maps/a.tmx", "maps/../tiles.tsx"] {
            assert!(is_below(inside), "{inside}");
        }
        for outside in ["/etc/passwd", "../a.json", "maps/../../a.json", "a/../../b/c"] {
            assert!(!is_below(outside), "{outside}");
        }
    }
}
