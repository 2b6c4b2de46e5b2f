//! `cargo xtask python`: the tests of the package for Python, in a virtual environment of its own.
//!
//! The compiled part is the library that the build of all crates makes anyway, so that nothing is compiled
//! twice; with `--wheel` the package is also built and installed as users do, and with `--heavy` the tests on Ray and Dask
//! and the sample run too.

mod wheel;

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::{build, finish, root};

/// What the tests need, from the Python Package Index.
const NEEDED: [&str; 13] = [
    "basedpyright",
    "gymnasium",
    "matplotlib",
    "mcp",
    "mypy",
    "numpy",
    "pandas",
    "pandas-stubs",
    "pettingzoo",
    "pytest",
    "pyyaml",
    "scipy",
    "types-pyyaml",
];

/// The same as names of modules.
const PROBE: &str = "import basedpyright, gymnasium, matplotlib, mcp, mypy, numpy, \
                     pandas, pettingzoo, pytest, scipy, yaml";

/// What the tests need without all that it needs: how stable-baselines3 finds out what an image is, for which its torch is not used.
const ALONE: &str = "stable-baselines3";

/// Whether it is there.
const ALONE_PROBE: &str = "import importlib.util, sys; \
                           sys.exit(importlib.util.find_spec('stable_baselines3') is None)";

/// What the samples with a window need. For the newest versions of Python there is none that need not be compiled; then they are not
/// tested.
const WINDOWS: &str = "pygame";

/// Whether it is there.
const WINDOWS_PROBE: &str = "import importlib.util, sys; \
                             sys.exit(importlib.util.find_spec('pygame') is None)";

/// What the tests on clusters need.
const CLUSTERS: [&str; 4] = ["dask[distributed]", "numpy", "pytest", "ray"];

/// The same as names of modules.
const CLUSTERS_PROBE: &str = "import distributed, numpy, pytest, ray";

/// The optimizers of others, for which there are adapters.
const PEERS: [&str; 6] = ["cma", "nevergrad", "numpy", "pymoo", "pytest", "ribs"];

/// The same as names of modules.
const PEERS_PROBE: &str = "import cma, nevergrad, numpy, pymoo, pytest, ribs";

/// `cargo xtask python`.
#[derive(clap::Args)]
pub(crate) struct Python {
    /// Also build the wheel and the source distribution in target/python/wheels, which takes
    /// minutes, install each into an empty environment and try it there.
    #[arg(long)]
    pub(crate) wheel: bool,
    /// Also run the tests with every other Python from 3.10 that is installed, those on clusters of Ray
    /// and Dask, those with the optimizers of others, and train the sample for 2048, which downloads torch and takes an hour.
    #[arg(long)]
    pub(crate) heavy: bool,
}

/// Runs the tests, if there is a Python of version 3.10 or newer.
pub(crate) fn run(Python { wheel, heavy }: &Python) -> Result<()> {
    let Some(python) = find() else {
        eprintln!(
            "no Python of version 3.10 or newer is installed: tests of the package skipped"
        );
        return Ok(());
    };

    let folder = root().join("target/python");
    let own = tested(&python, &folder.join("venv"))?;
    let program = build()?;
    let package = assemble(&folder.join("package"), &program)?;

    let mut tests = pytest(&own, &program);
    tests.env("PYTHONPATH", &package);
    finish(tests)?;
    types(&own, &package)?;

    if *wheel {
        wheel::run(&python, &folder, &program)?;
    }

    if *heavy {
        versions(&python, &folder, &program)?;
        clusters(&python, &folder, &program)?;
        peers(&python, &folder, &program)?;
        train(&python, &folder, &package, &program)?;
    }

    Ok(())
}

/// The first Python that is new enough.
pub(crate) fn find() -> Option<PathBuf> {
    let probe = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    let is_new = |name: &&&str| is_success(Command::new(name).args(["-c", probe]));
    ["python3", "python"].iter().find(is_new).map(PathBuf::from)
}

/// The Python of a virtual environment that has these packages; they are installed if it does not.
pub(crate) fn environment(
    python: &Path,
    folder: &Path,
    packages: &[&str],
    probe: &str,
) -> Result<PathBuf> {
    let bin = if cfg!(windows) { "Scripts/python" } else { "bin/python" };
    let own = folder.join(bin);
    if !is_success(Command::new(&own).args(["-c", probe])) {
        let mut create = Command::new(python);
        create.args(["-m", "venv", "--clear"]).arg(folder);
        finish(create)?;
        install(&own, &[], packages)?;
    }
    Ok(own)
}

/// The Python of a virtual environment that has what the tests need.
fn tested(python: &Path, folder: &Path) -> Result<PathBuf> {
    let own = environment(python, folder, &NEEDED, PROBE)?;
    if !is_success(Command::new(&own).args(["-c", ALONE_PROBE])) {
        install(&own, &["--no-deps"], &[ALONE])?;
    }
    if !is_success(Command::new(&own).args(["-c", WINDOWS_PROBE]))
        && install(&own, &["--only-binary", ":all:"], &[WINDOWS]).is_err()
    {
        eprintln!("there is no {WINDOWS} for this Python: its samples are not tested");
    }
    Ok(own)
}

/// Installs packages into an environment.
fn install(own: &Path, options: &[&str], packages: &[&str]) -> Result<()> {
    let mut install = Command::new(own);
    let usual = ["-m", "pip", "install", "--quiet", "--no-compile"];
    install.args(usual).arg("--disable-pip-version-check");
    install.args(options).args(packages);
    finish(install)
}

/// Puts the package together in a folder: its sources, and the library beside them.
fn assemble(folder: &Path, program: &Path) -> Result<PathBuf> {
    let package = folder.join("tilewright");
    let _ = fs::remove_dir_all(&package);
    copy(&root().join("crates/python/python/tilewright"), &package)?;

    let library = program.join(format!("{DLL_PREFIX}_tilewright{DLL_SUFFIX}"));
    let suffix = if cfg!(windows) { ".pyd" } else { ".abi3.so" };
    let name = format!("_tilewright{suffix}");
    fs::copy(&library, package.join(name))
        .with_context(|| library.display().to_string())?;

    Ok(folder.to_owned())
}

/// Copies the files of a folder, and those of its folders, but for what Python has cached.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_file() {
            fs::copy(&path, target)?;
        } else if !path.ends_with("__pycache__") {
            copy(&path, &target)?;
        }
    }
    Ok(())
}

/// Runs the tests with the other versions of Python, `python3.10` and so on.
fn versions(python: &Path, folder: &Path, program: &Path) -> Result<()> {
    for minor in 10..20 {
        let name = format!("python3.{minor}");
        let other = Path::new(&name);

        let is_it = |python: &Path| {
            let probe = format!(
                "import sys, venv, ensurepip; sys.exit(sys.version_info[:2] != (3, {minor}))"
            );
            is_success(Command::new(python).args(["-c", &probe]))
        };
        if is_it(other) && !is_it(python) {
            let own = tested(other, &folder.join(&name))?;
            let mut tests = pytest(&own, program);
            tests.env("PYTHONPATH", folder.join("package"));
            finish(tests)?;
        }
    }

    Ok(())
}

/// Tests the adapter to stable-baselines3, and trains the sample for 2048, where torch is.
fn train(python: &Path, folder: &Path, package: &Path, program: &Path) -> Result<()> {
    let needed = ["gymnasium", "pandas", "pettingzoo", "pytest", "sb3-contrib", "torch"];
    let probe = "import pandas, pettingzoo, pytest, sb3_contrib, torch";
    let own = environment(python, &folder.join("torch"), &needed, probe)?;
    let mut tests = pytest(&own, program);
    tests.env("PYTHONPATH", package).arg("tests/test_sb3.py");
    finish(tests)?;
    let mut sample = Command::new(&own);
    sample.current_dir(root().join("crates/python/samples"));
    sample.env("PYTHONPATH", package).env("PYTHONDONTWRITEBYTECODE", "1");
    sample.arg("train_2048.py");
    finish(sample)
}

fn pytest(python: &Path, program: &Path) -> Command {
    let mut tests = Command::new(python);
    tests.current_dir(root().join("crates/python"));
    tests.env("TILEWRIGHT_PROGRAM", program.join("tilewright"));
    tests.env("PYTHONDONTWRITEBYTECODE", "1");
    tests.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]);
    tests
}

/// Checks the types of the package and of its tests, and the stub of the compiled part.
fn types(python: &Path, package: &Path) -> Result<()> {
    let cache = package.with_file_name("mypy");
    let mut mypy = Command::new(python);
    mypy.current_dir(root().join("crates/python"));
    mypy.args(["-m", "mypy", "--cache-dir"]).arg(&cache);
    mypy.args(["python/tilewright", "tests", "samples", "references"]);
    finish(mypy)?;

    let mut stubtest = Command::new(python);
    // It leaves a cache in its folder.
    stubtest.current_dir(package);
    stubtest.env("MYPYPATH", package).env("PYTHONPATH", package);
    stubtest.args(["-m", "mypy.stubtest", "tilewright._tilewright"]);
    finish(stubtest)
}

/// Runs the tests on clusters of Ray and Dask.
fn clusters(python: &Path, folder: &Path, program: &Path) -> Result<()> {
    let own = environment(python, &folder.join("clusters"), &CLUSTERS, CLUSTERS_PROBE)?;
    let mut tests = pytest(&own, program);
    tests.env("PYTHONPATH", folder.join("package"));
    tests.arg("tests/test_ray_and_dask.py");
    finish(tests)
}

/// Runs the tests with the optimizers of others.
fn peers(python: &Path, folder: &Path, program: &Path) -> Result<()> {
    let own = environment(python, &folder.join("peers"), &PEERS, PEERS_PROBE)?;
    let mut tests = pytest(&own, program);
    tests.env("PYTHONPATH", folder.join("package"));
    tests.arg("tests/test_adapters.py");
    finish(tests)
}

/// Whether a command succeeds; what it prints is dropped.
fn is_success(command: &mut Command) -> bool {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
