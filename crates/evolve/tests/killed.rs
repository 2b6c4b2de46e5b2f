//! A program that is killed at random moments and started again ends with the bytes of one that
//! was not: the example `resume`, run by this test's own program as a process of its own.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::{env, fs, io};

use tilewright_grid::{Rng, Seed};

#[expect(dead_code, reason = "the example's own main")]
#[path = "../examples/resume.rs"]
mod resume;

/// The variable with the scheme and the file of the checkpoint of the process to be killed.
const WORK: &str = "TILEWRIGHT_TEST_RESUME";
/// More than all killed processes breed together.
const GENERATIONS: u64 = 101;
const KILLS: usize = 20;

/// The process to be killed; without the variable it does nothing. It prints a line after each
/// generation, and begins the next one when it reads a byte.
#[expect(clippy::print_stdout, reason = "its parent counts the lines")]
#[test]
fn the_process_to_be_killed() {
    let Ok(work) = env::var(WORK) else { return };
    let (scheme, file) = work.split_once(' ').unwrap();
    let mut permits = io::Read::bytes(io::stdin());
    permits.next();
    resume::run(scheme, Path::new(file), GENERATIONS, &mut |generation| {
        println!("\ngeneration {generation}");
        permits.next();
    })
    .unwrap();
}

fn start(scheme: &str, file: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "killed::the_process_to_be_killed", "--nocapture"])
        .env(WORK, format!("{scheme} {}", file.display()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Lets the process breed up to five generations, and kills it after a random one of them while it
/// works on the next ones. Returns whether it was still at work.
fn is_killed(scheme: &str, file: &Path, rng: &mut Rng) -> bool {
    let mut child = start(scheme, file);
    let permits = 1 + rng.index(5);
    child.stdin.as_mut().unwrap().write_all(&[b'.'; 8][..permits]).unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut generations =
        lines.map(Result::unwrap).filter(|line| line.starts_with("generation "));
    // The pipe stays open until the process is killed: it may not have begun to write.
    let _ = generations.by_ref().take(rng.index(permits + 1)).last();
    child.kill().unwrap();
    let status = child.wait().unwrap();
    assert_ne!(status.code(), Some(101), "{scheme}: the process panicked");
    !status.success()
}

#[track_caller]
fn survives(scheme: &str) {
    let folder = tempfile::tempdir().unwrap();
    let [whole, often] = ["whole", "often"].map(|name| folder.path().join(name));
    resume::run(scheme, &whole, GENERATIONS, &mut |_| ()).unwrap();
    let mut rng = Seed(20).rng();
    for kill in 0..KILLS {
        assert!(
            is_killed(scheme, &often, &mut rng),
            "{scheme}: it ended before kill {kill}"
        );
    }
    let mut left = 0;
    resume::run(scheme, &often, GENERATIONS, &mut |_| left += 1).unwrap();
    assert!((1..GENERATIONS).contains(&left), "{scheme}: {left} generations were left");
    assert!(fs::read(&often).unwrap() == fs::read(&whole).unwrap(), "{scheme}");
}

#[test]
fn every_scheme_survives_being_killed() {
    for scheme in resume::SCHEMES {
        survives(scheme);
    }
}

#[test]
fn every_scheme_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    for scheme in resume::SCHEMES {
        let [one, four] = [1, 4].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let file = folder.path().join(format!("{scheme}-{threads}"));
            pool.unwrap().install(|| {
                resume::run(scheme, &file, 30, &mut |_| ()).unwrap();
            });
            fs::read(file).unwrap()
        });
        assert!(one == four, "{scheme}");
    }
}

#[test]
fn an_unknown_scheme_is_refused() {
    let error = resume::run("none", Path::new("none"), 1, &mut |_| ()).unwrap_err();
    assert!(error.to_string().starts_with("no scheme none"), "{error}");
}
