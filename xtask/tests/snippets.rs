//! The lines of Cargo.toml that pages show: each resolves as printed, from a clone beside the game.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The pages that show how to depend on a crate.
const PAGES: [&str; 7] = [
    "README.md",
    "crates/tilewright/README.md",
    "crates/tilewright/src/lib.rs",
    "docs/src/how-to/live.md",
    "docs/src/how-to/navigation.md",
    "docs/src/how-to/rust.md",
    "docs/src/start/programmer.md",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The snippets of a page that name dependencies.
fn snippets(page: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    // Pages in Rust are comments.
    let plain = |line: &str| {
        let line = line.trim_start_matches("//!");
        line.strip_prefix(' ').unwrap_or(line).to_owned()
    };
    let text = text.lines().map(plain).collect::<Vec<_>>().join("\n");
    let blocks = text.split("```toml\n").skip(1);
    let blocks =
        blocks.filter_map(|block| block.split_once("```").map(|it| it.0.to_owned()));
    blocks.filter(|block| block.contains("[dependencies]")).collect()
}

#[cfg(unix)]
#[test]
fn dependencies_resolve_as_they_are_printed() {
    let place = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root(), place.path().join("tilewright")).unwrap();
    let game = place.path().join("game");
    fs::create_dir_all(game.join("src")).unwrap();
    fs::write(game.join("src/lib.rs"), "").unwrap();

    for page in PAGES {
        let found = snippets(page);
        assert!(!found.is_empty(), "{page} names no dependency");
        for snippet in found {
            let head =
                "[package]\nname = \"game\"\nversion = \"0.0.0\"\nedition = \"2024\"\n";
            fs::write(game.join("Cargo.toml"), format!("{head}{snippet}[workspace]\n"))
                .unwrap();
            // Those of the lock file are there; others need not be.
            fs::copy(root().join("Cargo.lock"), game.join("Cargo.lock")).unwrap();

            let mut command = Command::new(env!("CARGO"));
            command.current_dir(&game).args(["tree", "--offline", "--depth", "1"]);
            let output = command.output().unwrap();
            let talk = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{page}: {talk}\n{snippet}");
            let tree = String::from_utf8_lossy(&output.stdout);
            assert!(tree.contains("tilewright v0.1.0"), "{page}: {tree}");
        }
    }
}

/// No page names a release, as long as there is none.
#[test]
fn no_page_names_a_release() {
    let mut folders = vec![root().join("docs/src"), root().join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "md") {
                let text = fs::read_to_string(&path).unwrap();
                assert!(!text.contains("tilewright = { version"), "{}", path.display());
            }
        }
    }
}
