//! The archive of a release.

use anyhow::Result;
use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

use super::Items;

/// A compressed archive of the files, all in the folder `root`: in the order of their names, with
/// this time in seconds since 1970 and nobody in particular as their owner, so that equal files
/// give equal bytes.
pub(super) fn pack(root: &str, items: &Items, time: u64) -> Result<Vec<u8>> {
    // No time, and no system: 255 stands for an unknown one.
    let gzip = GzBuilder::new().mtime(0).operating_system(255);
    let mut archive = Builder::new(gzip.write(Vec::new(), Compression::best()));

    for (name, item) in items {
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_size(item.bytes.len() as u64);
        header.set_mode(if item.executable { 0o755 } else { 0o644 });
        header.set_mtime(time);
        header.set_uid(0);
        header.set_gid(0);

        let path = format!("{root}/{name}");
        archive.append_data(&mut header, path, item.bytes.as_slice())?;
    }

    Ok(archive.into_inner()?.finish()?)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::pack;
    use crate::dist::{Item, Items};

    fn items() -> Items {
        let item = |text: &str, executable| Item { bytes: text.into(), executable };
        // Not in the order of the names.
        let all = [("tool", item("#!", true)), ("man/a.1", item(".TH", false))];
        all.map(|(name, item)| (name.to_owned(), item)).into()
    }

    #[test]
    fn equal_files_give_equal_bytes() {
        assert_eq!(pack("a-1", &items(), 9).unwrap(), pack("a-1", &items(), 9).unwrap());
        assert_ne!(pack("a-1", &items(), 9).unwrap(), pack("a-1", &items(), 10).unwrap());
    }

    #[test]
    fn an_archive_holds_its_files_sorted_with_fixed_times_and_owners() {
        let bytes = pack("a-1", &items(), 1_000_000_000).unwrap();
        let mut archive = tar::Archive::new(GzDecoder::new(bytes.as_slice()));
        let mut found = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let header = entry.header().clone();
            assert_eq!(header.mtime().unwrap(), 1_000_000_000);
            assert_eq!((header.uid().unwrap(), header.gid().unwrap()), (0, 0));

            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            let path = entry.path().unwrap().to_string_lossy().into_owned();
            found.push((path, header.mode().unwrap(), text));
        }

        let expected = [("a-1/man/a.1", 0o644, ".TH"), ("a-1/tool", 0o755, "#!")];
        let expected =
            expected.map(|(path, mode, text)| (path.to_owned(), mode, text.to_owned()));
        assert_eq!(found, expected);
    }
}
