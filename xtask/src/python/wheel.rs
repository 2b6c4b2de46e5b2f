//! The packages for the Python Package Index: a wheel, and a source distribution that needs Rust alone.
//!
//! On Linux the wheel is linked by zig against an old system library (manylinux), and on all
//! systems it is for every processor of the kind. It holds the licences of the crates in it.

use std::env::{join_paths, split_paths};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::{environment, pytest};
use crate::dist::{host, licenses, time, without_paths};
use crate::{finish, root};

/// What builds the packages.
const TOOLS: [&str; 1] = ["maturin[zig]>=1.16,<2"];

/// What checks the wheel: that it uses the stable interface of Python alone, and which systems it is for.
const AUDITS: [&str; 2] = ["abi3audit", "auditwheel"];

/// Where the licences stand in the sources of the package; not under version control.
const LICENSES: &str = "crates/python/python/tilewright/third-party-licenses.txt";

/// Builds both, installs each into an empty environment, and tries it there.
pub(super) fn run(python: &Path, folder: &Path, program: &Path) -> Result<()> {
    let made = folder.join("wheels");
    let _ = fs::remove_dir_all(&made);
    let tools =
        environment(python, &folder.join("tools"), &TOOLS, "import maturin, ziglang")?;

    let target = host()?;
    let texts = licenses::collect("tilewright-python", &target)?;
    fs::write(root().join(LICENSES), texts)?;
    // The licences are removed also if the build fails.
    let built = build(&tools, &target, &made);
    fs::remove_file(root().join(LICENSES))?;
    built?;

    let wheel = with_ending(&made, ".whl")?;
    audit(python, folder, &wheel, &target)?;

    let needed = ["gymnasium", "matplotlib", "pandas", "pettingzoo", "pytest", "pyyaml"];
    let own = fresh(python, &folder.join("clean"), &wheel, &needed)?;
    finish(pytest(&own, program))?;

    let sources = with_ending(&made, ".tar.gz")?;
    let own = fresh(python, &folder.join("clean-sources"), &sources, &[])?;
    let mut tried = Command::new(own);
    tried.args([
        "-c",
        "import tilewright; print(tilewright.match3.generate(target=600, seed=7).text())",
    ]);

    finish(tried)
}

/// Builds the wheel and the source distribution into a folder.
fn build(tools: &Path, target: &str, made: &Path) -> Result<()> {
    let maturin = |verb: &str| {
        let mut maturin = Command::new(tools);
        maturin.args(["-m", "maturin", verb, "--manifest-path"]);
        maturin.arg(root().join("crates/python/Cargo.toml")).arg("--out").arg(made);
        maturin
    };

    let mut wheel = maturin("build");
    wheel.args(["--release", "--locked", "--target", target]);
    if target.ends_with("linux-gnu") {
        wheel.args(["--zig", "--compatibility", "manylinux2014"]);
    }

    wheel.env("CARGO_TARGET_DIR", root().join("target/python/build"));
    // In the place of what the machine's own settings say, such as instructions of its processor.
    wheel.env("CARGO_ENCODED_RUSTFLAGS", without_paths().join("\u{1f}"));
    wheel.env_remove("RUSTFLAGS");
    wheel.env("SOURCE_DATE_EPOCH", time()?.to_string());

    // maturin looks for zig beside the first Python that it finds.
    let own = tools.parent().map(Path::to_owned);
    let paths = std::env::var_os("PATH").unwrap_or_default();
    wheel.env("PATH", join_paths(own.into_iter().chain(split_paths(&paths)))?);

    finish(wheel)?;
    finish(maturin("sdist"))
}

/// Checks that a wheel runs with every Python from the first one that it is for, and on the systems that its name says.
fn audit(python: &Path, folder: &Path, wheel: &Path, target: &str) -> Result<()> {
    let own = environment(
        python,
        &folder.join("audits"),
        &AUDITS,
        "import abi3audit, auditwheel",
    )?;

    let mut stable = Command::new(&own);
    stable.args(["-m", "abi3audit", "--strict", "--summary"]).arg(wheel);
    finish(stable)?;

    if target.ends_with("linux-gnu") {
        let shown = Command::new(&own)
            .args(["-m", "auditwheel", "show"])
            .arg(wheel)
            .output()
            .context("auditwheel")?;
        let text = String::from_utf8_lossy(&shown.stdout).into_owned();
        ensure!(
            shown.status.success() && text.contains("\"manylinux_2_17_"),
            "the wheel needs a newer system than manylinux2014:\n{text}"
        );
    }

    Ok(())
}

/// The file with an ending in a folder.
fn with_ending(folder: &Path, ending: &str) -> Result<PathBuf> {
    let mut paths = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let found = paths.find(|path| path.to_string_lossy().ends_with(ending));
    found.with_context(|| format!("no {ending} in {}", folder.display()))
}

/// The Python of a new environment with a package and what else is needed.
fn fresh(
    python: &Path,
    folder: &Path,
    package: &Path,
    needed: &[&str],
) -> Result<PathBuf> {
    let _ = fs::remove_dir_all(folder);
    let package = package.to_string_lossy();
    let packages: Vec<_> =
        [&*package].into_iter().chain(needed.iter().copied()).collect();
    environment(python, folder, &packages, "import tilewright")
}
