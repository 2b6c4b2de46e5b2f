//! `cargo xtask dist`: everything that a release consists of, in `target/dist`.
//!
//! The program is built for the processors and the system of this machine: without instructions
//! that only newer processors of the kind have and, on Linux, without any library of the system.
//! Beside it stand its man pages, completion scripts and licences. They are packed as an archive
//! and as a Debian package, and `SHA256SUMS` holds the checksums of both. Both are
//! reproducible: names are sorted, times and owners fixed.

mod archive;
mod debian;
pub(crate) mod licenses;
mod manual;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use sha2::{Digest as _, Sha256};

use crate::{cargo, finish, root};

/// Build a release: archive, Debian package, checksums.
#[derive(clap::Args)]
pub(crate) struct Dist {
    /// Also package every crate and compile it from its package, as before publishing.
    #[arg(long)]
    verify: bool,
    /// Leave the Debian package out.
    #[arg(long)]
    no_deb: bool,
}

/// A file of the release.
#[derive(Clone, Debug, PartialEq)]
struct Item {
    bytes: Vec<u8>,
    executable: bool,
}

/// The files of the release by their paths in the archive.
type Items = BTreeMap<String, Item>;

/// The shells, with the names that their scripts bear.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "tilewright.bash"),
    ("elvish", "tilewright.elv"),
    ("fish", "tilewright.fish"),
    ("powershell", "_tilewright.ps1"),
    ("zsh", "_tilewright"),
];

/// What is said where the system's library is linked into the program.
const GLIBC: &str = "\nThe program also contains parts of the GNU C Library (GNU Lesser General \
Public License, version 2.1 or later). To link it with another version of that library, build \
tilewright from its sources.\n";

/// The files that are taken from the sources: where they stand, and where they go.
const SOURCES: [(&str, &str); 7] = [
    ("crates/cli/README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("Containerfile", "Containerfile"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("licenses/Hack.txt", "licenses/Hack.txt"),
    ("licenses/Ubuntu-font-1.0.txt", "licenses/Ubuntu-font-1.0.txt"),
];

pub(crate) fn run(dist: &Dist) -> Result<()> {
    if dist.verify {
        verify()?;
    }

    let target = host()?;
    let time = time()?;
    let items = items(&build(&target)?, &target)?;
    let folder = root().join("target/dist");
    let stage = folder.join("stage");
    write(&items, &stage)?;

    let name = format!("tilewright-{}-{target}", env!("CARGO_PKG_VERSION"));
    let mut made = vec![folder.join(format!("{name}.tar.gz"))];
    fs::write(&made[0], archive::pack(&name, &items, time)?)?;

    if !dist.no_deb && target.contains("linux") {
        made.push(debian::pack(&folder, &target, time)?);
    }

    fs::write(folder.join("SHA256SUMS"), sums(&made)?)?;
    for file in made.iter().chain([&folder.join("SHA256SUMS")]) {
        eprintln!("{:>10} bytes  {}", fs::metadata(file)?.len(), file.display());
    }

    Ok(())
}

/// Packages all crates and compiles each from its package.
fn verify() -> Result<()> {
    finish(cargo(
        "package --workspace --exclude xtask --locked --target-dir target/dist/verify",
    ))
}

/// The name of the system that the compiler compiles for.
pub(crate) fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").current_dir(root()).output()?;
    let text = String::from_utf8(output.stdout)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names no host")?.to_owned())
}

/// The time that all files bear: `SOURCE_DATE_EPOCH`, or that of the last commit.
pub(crate) fn time() -> Result<u64> {
    if let Ok(time) = std::env::var("SOURCE_DATE_EPOCH") {
        return time.parse().context("SOURCE_DATE_EPOCH is not a number of seconds");
    }
    let mut git = Command::new("git");
    git.args(["log", "-1", "--format=%ct"]).current_dir(root());
    let output = git.output().context("cannot run git: set SOURCE_DATE_EPOCH")?;
    let time = String::from_utf8(output.stdout)?;
    time.trim().parse().context("git knows no commit: set SOURCE_DATE_EPOCH")
}

/// Builds the program in a folder of its own and returns its path.
fn build(target: &str) -> Result<PathBuf> {
    let mut command = cargo("build --release --locked --package tilewright-cli --target");
    command.arg(target).args(["--target-dir", "target/dist/build"]);
    // In the place of what the machine's own settings say, such as instructions of its processor.
    command.env("CARGO_ENCODED_RUSTFLAGS", flags(target).join("\u{1f}"));
    command.env_remove("RUSTFLAGS");
    finish(command)?;
    let suffix = std::env::consts::EXE_SUFFIX;
    let path = format!("target/dist/build/{target}/release/tilewright{suffix}");
    Ok(root().join(path))
}

/// The flags of the compiler: static where the system's library allows that, and no paths of
/// this machine.
fn flags(target: &str) -> Vec<String> {
    let mut flags = without_paths();
    if target.contains("linux") || target.contains("windows-msvc") {
        flags.push("-Ctarget-feature=+crt-static".to_owned());
    }
    flags
}

/// The flags of the compiler that keep paths of this machine out of messages.
pub(crate) fn without_paths() -> Vec<String> {
    let mut flags = Vec::new();
    let home = std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo"));
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or(home);
    let folders = [(Some(root().to_owned()), "tilewright"), (home, "cargo")];
    for (folder, name) in folders {
        if let Some(folder) = folder {
            flags.push(format!("--remap-path-prefix={}={name}", folder.display()));
        }
    }
    flags
}

/// All files of the release.
fn items(program: &Path, target: &str) -> Result<Items> {
    let file = |bytes| Item { bytes, executable: false };
    let mut items = Items::new();
    let bytes = fs::read(program)?;
    let name = format!("tilewright{}", std::env::consts::EXE_SUFFIX);
    items.insert(name, Item { bytes, executable: true });

    for (from, to) in SOURCES {
        let bytes = fs::read(root().join(from)).context(from)?;
        items.insert(to.to_owned(), file(bytes));
    }

    for (shell, name) in SHELLS {
        let script = printed(program, &["completions", shell])?;
        items.insert(format!("completions/{name}"), file(script));
    }

    let pages = String::from_utf8(printed(program, &["man"])?)?;
    for (name, page) in manual::pages(&pages)? {
        items.insert(format!("man/man1/{name}.1"), file(page.into_bytes()));
    }

    let glibc = if target.ends_with("linux-gnu") { GLIBC } else { "" };
    let texts = licenses::collect("tilewright-cli", target)? + glibc;
    items.insert("licenses/third-party.txt".to_owned(), file(texts.into_bytes()));

    Ok(items)
}

/// What the program prints with these words.
fn printed(program: &Path, words: &[&str]) -> Result<Vec<u8>> {
    let output = Command::new(program).args(words).output()?;
    ensure!(output.status.success(), "tilewright {words:?} failed: {}", output.status);
    Ok(output.stdout)
}

/// Writes the files into a fresh folder.
fn write(items: &Items, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }

    for (name, item) in items {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(&path, &item.bytes)?;

        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = if item.executable { 0o755 } else { 0o644 };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
        }
    }

    Ok(())
}

/// The lines of the checksums of these files, as `sha256sum --check` reads them.
fn sums(files: &[PathBuf]) -> Result<String> {
    let mut lines = String::new();
    for file in files {
        let name = file.file_name().context("a file has a name")?.to_string_lossy();
        lines.push_str(&sum(&name, &fs::read(file)?));
    }
    Ok(lines)
}

fn sum(name: &str, bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let hex: Vec<_> = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}  {name}\n", hex.concat())
}

#[cfg(test)]
mod tests {
    use super::sum;

    #[test]
    fn checksums_are_those_of_sha256sum() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sum("a.txt", b"abc"), format!("{abc}  a.txt\n"));
    }
}
