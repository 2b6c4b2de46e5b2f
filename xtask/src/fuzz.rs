//! `cargo xtask fuzz`: runs the property tests with new random seeds until a time limit.
//!
//! Everywhere else they run with the seed in `.cargo/config.toml`, so that their result does not
//! vary. A seed that fails here is printed with the command that repeats it.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::{cargo, finish, root};

/// The variable from which proptest takes its seed.
const SEED: &str = "PROPTEST_RNG_SEED";

/// The time limit and the seeds.
#[derive(clap::Args)]
pub(crate) struct Fuzz {
    /// Minutes after which no further seed is started.
    #[arg(long, value_name = "N", default_value_t = 5)]
    minutes: u64,
    /// Number of seeds [default: no limit].
    #[arg(long, value_name = "N")]
    seeds: Option<u64>,
    /// Run only this seed, such as one that failed.
    #[arg(long, value_name = "N", conflicts_with_all = ["minutes", "seeds"])]
    seed: Option<u64>,
}

/// Runs the property tests seed by seed; the first that fails ends the run.
pub(crate) fn run(fuzz: &Fuzz) -> Result<()> {
    let suites = suites()?;
    ensure!(!suites.is_empty(), "no property test was found");
    if let Some(seed) = fuzz.seed {
        return run_seed(&suites, seed);
    }

    let (begun, limit) = (Instant::now(), Duration::from_secs(60 * fuzz.minutes));
    let mut done = 0;
    while fuzz.seeds.is_none_or(|seeds| done < seeds) && begun.elapsed() < limit {
        // The standard library seeds every hasher at random.
        let random =
            std::collections::hash_map::RandomState::new().build_hasher().finish();
        let seed = random & 0xffff_ffff;
        run_seed(&suites, seed)
            .with_context(|| format!("repeat it: cargo xtask fuzz --seed {seed}"))?;
        done += 1;
    }

    eprintln!("{done} seeds passed");
    Ok(())
}

/// A test program and its property tests.
struct Suite {
    program: PathBuf,
    tests: Vec<String>,
}

fn run_seed(suites: &[Suite], seed: u64) -> Result<()> {
    eprintln!("seed {seed}");
    for Suite { program, tests } in suites {
        let mut command = std::process::Command::new(program);
        command.args(tests).args(["--quiet"]).env(SEED, seed.to_string());
        command.current_dir(root()).stdout(Stdio::null());
        finish(command)?;
    }
    Ok(())
}

/// Builds all tests, and finds the programs with property tests.
fn suites() -> Result<Vec<Suite>> {
    let mut tests = cargo(
        "test --workspace --locked --no-run --message-format json-render-diagnostics",
    );
    tests.stderr(Stdio::inherit());
    let built = tests.output().context("cannot build the tests")?;
    ensure!(built.status.success(), "the tests do not compile");
    let text = String::from_utf8(built.stdout)?;

    let mut suites = BTreeMap::new();
    for line in text.lines() {
        let message: Value = serde_json::from_str(line)?;
        let (Some(program), Some(main)) =
            (message["executable"].as_str(), message["target"]["src_path"].as_str())
        else {
            continue;
        };

        if message["profile"]["test"] == true {
            let tests = properties(Path::new(main))?;
            if !tests.is_empty() {
                suites.insert(PathBuf::from(program), tests);
            }
        }
    }

    Ok(suites.into_iter().map(|(program, tests)| Suite { program, tests }).collect())
}

/// The names of the property tests in the root file of a crate and in its modules.
fn properties(main: &Path) -> Result<Vec<String>> {
    let folder = main.parent().unwrap_or(Path::new("."));
    let is_root = main.file_stem().is_some_and(|stem| stem == "lib" || stem == "main");
    let mut names = names(main)?;
    // A test `tests/x.rs` shares its folder with other tests; a crate does not.
    if is_root {
        below(folder, &mut names)?;
    }
    names.sort();
    names.dedup();
    Ok(names)
}

fn below(folder: &Path, found: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            below(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.extend(names(&path)?);
        }
    }
    Ok(())
}

/// The names of the tests within `proptest! { … }` in a file.
fn names(file: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut names = Vec::new();
    let mut end = None;
    let mut is_test = false;
    for line in text.lines() {
        let trimmed = line.trim_start();
        let indent = &line[..line.len() - trimmed.len()];
        if trimmed.starts_with("proptest! {") {
            end = Some(format!("{indent}}}"));
        } else if end.as_deref() == Some(line) {
            end = None;
        } else if end.is_some() {
            let name =
                trimmed.strip_prefix("fn ").and_then(|rest| rest.split('(').next());
            if let (true, Some(name)) = (is_test, name) {
                names.push(name.to_owned());
            }
            // Other attributes may stand between `#[test]` and the function.
            is_test = trimmed == "#[test]" || (is_test && name.is_none());
        }
    }

    if end.is_some() {
        bail!("{}: a block of property tests does not end", file.display());
    }

    Ok(names)
}
