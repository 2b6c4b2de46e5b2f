//! Programs in C99 and C++17, compiled with all warnings as errors, that call the library.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::{Map, Value};
use tilewright_tasks::{Door, Host, find, serve};

/// The folder of this crate.
fn own() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder in which cargo has put the library: that of the tests themselves.
fn library() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

/// Compiles a program. Returns where it is.
#[track_caller]
fn compiled(source: &str, compiler: &str, standard: &str) -> PathBuf {
    let name = Path::new(source).file_name().unwrap().to_str().unwrap();
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace('.', "-"));
    let mut command = Command::new(compiler);
    command.args([standard, "-Wall", "-Wextra", "-Werror", "-pedantic", "-g", "-O1"]);
    command.arg("-I").arg(own().join("include"));
    command.arg(own().join("tests/hosts").join(source));
    // What loads the library by itself is not linked with it.
    command.args(["-Wl,--as-needed", "-L"]).arg(library()).arg("-ltilewright_c");
    command.args(["-lm", "-ldl", "-lpthread", "-o"]).arg(&built);
    let made = command.output().expect("a compiler of C and C++ is needed: gcc and g++");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    built
}

/// The program that runs a request, compiled once: a second compiler would write over it while it runs.
fn runner() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| compiled("run.c", "cc", "-std=c99"))
}

/// Runs a program in a folder.
fn run(program: &Path, words: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(program);
    command.args(words).current_dir(folder).env("LD_LIBRARY_PATH", library());
    command.output().unwrap()
}

/// A door that reads the files of a folder.
struct FolderDoor<'f>(&'f Path);

impl Host for FolderDoor<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(Box::new(BufReader::new(File::open(self.0.join(name))?)))
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let entries = fs::read_dir(self.0.join(folder))?;
        let name = |entry: io::Result<fs::DirEntry>| {
            Ok(format!("{folder}/{}", entry?.file_name().to_string_lossy()))
        };
        let mut names = entries.map(name).collect::<io::Result<Vec<_>>>()?;
        names.sort();
        Ok(names)
    }
}

impl Door for FolderDoor<'_> {}

/// A task and its request.
type GoldenRequest = (String, Map<String, Value>);

/// The golden requests of the command line, and their files in a folder of their own.
fn golden(name: &str) -> (PathBuf, Vec<GoldenRequest>) {
    let text = fs::read_to_string(own().join("../cli/tests/golden.json")).unwrap();
    let golden: Value = serde_json::from_str(&text).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let files: BTreeMap<String, String> =
        serde_json::from_value(golden["files"].clone()).unwrap();
    for (name, content) in files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, content).unwrap();
    }
    let request = |it: &Value| {
        let task = it["task"].as_str().unwrap().to_owned();
        (task, it["request"].as_object().unwrap().clone())
    };
    let without_files = |it: &&Value| it["output"].is_null();
    let requests = golden["requests"].as_array().unwrap().iter();
    (folder, requests.filter(without_files).map(request).collect())
}

#[test]
fn every_task_gives_c_the_bytes_of_rust() {
    let program = runner();
    let (folder, requests) = golden("capi-golden");
    assert!(requests.len() > 20, "{}", requests.len());
    for (at, (task, request)) in requests.iter().enumerate() {
        let mut document = Map::from_iter([("task".to_owned(), task.as_str().into())]);
        document.extend(request.clone());
        let file = folder.join(format!("request-{at}.json"));
        fs::write(&file, Value::Object(document).to_string()).unwrap();

        let answered = run(program, &[file.to_str().unwrap()], &folder);
        let served =
            serve(find(task).ok().unwrap(), request.clone(), &FolderDoor(&folder));
        let served = served.map_err(|refusal| refusal.error.to_string()).unwrap();
        let talk = String::from_utf8_lossy(&answered.stderr);
        assert!(matches!(answered.status.code(), Some(0 | 1)), "{task}: {talk}");
        assert!(answered.stdout == served.json().unwrap(), "{task}");
    }
}

#[test]
fn a_callback_stops_a_task_that_would_take_hours() {
    let program = runner();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let request = r#"{"task": "2048/train", "episodes": 1000000, "seed": 1}"#;
    fs::write(folder.join("long.json"), request).unwrap();
    let stopped = run(program, &["long.json", "stop"], folder);
    assert_eq!(stopped.status.code(), Some(2), "{stopped:?}");
}

#[test]
fn the_first_program_of_the_book_runs() {
    let page = fs::read_to_string(own().join("../../docs/src/how-to/c.md")).unwrap();
    let (_, code) = page.split_once("```c\n").unwrap();
    let (code, _) = code.split_once("```").unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    fs::write(folder.join("first.c"), code).unwrap();
    let program = compiled(folder.join("first.c").to_str().unwrap(), "cc", "-std=c99");
    let told = String::from_utf8(run(&program, &[], folder).stdout).unwrap();
    // Seven rows down and up, with a diagonal step where no corner is cut.
    assert!(told.ends_with("\n17 cells, cost 18.1\n"), "{told}");
}

#[test]
fn calls_that_cannot_be_meant_have_a_status_and_a_message() {
    let program = compiled("misuse.c", "cc", "-std=c99");
    let done = run(&program, &[], Path::new(env!("CARGO_TARGET_TMPDIR")));
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stdout));
}

#[test]
fn values_of_c_plus_plus_free_themselves() {
    let program = compiled("play.cpp", "c++", "-std=c++17");
    let done = run(&program, &[], Path::new(env!("CARGO_TARGET_TMPDIR")));
    let (told, talk) =
        (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert_eq!(done.status.code(), Some(0), "{told}{talk}");
    let lines: Vec<&str> = told.lines().collect();
    let position: Value = serde_json::from_str(lines[0]).unwrap();
    assert_eq!(position["moves_made"], 20);
    assert_eq!(lines[1], "0,0 1,1 1,2 2,2 3,2 4,1 4,0 ");
    assert!(lines[2].starts_with("{\"schema\":\"tilewright/levels/2\""), "{told}");
}

#[test]
fn c_and_c_plus_plus_play_the_calls_that_every_language_plays() {
    let kept = |name: &str| own().join("tests/playthrough").join(name);
    let (games, walkers) = (kept("games.txt"), kept("walkers.txt"));
    let answers = |file: &Path| {
        let text = fs::read_to_string(file).unwrap();
        text.lines().filter(|line| line.contains(" = ")).count()
    };
    let expected = format!("{} and {}\n", answers(&games), answers(&walkers));
    for (source, compiler, standard) in
        [("playthrough.c", "cc", "-std=c99"), ("playthrough.cpp", "c++", "-std=c++17")]
    {
        let program = compiled(source, compiler, standard);
        let files = [&games, &walkers].map(|file| file.to_str().unwrap());
        let done = run(&program, &files, own());
        assert_eq!(String::from_utf8_lossy(&done.stdout), expected, "{source}");
        assert_eq!(done.status.code(), Some(0), "{source}");
    }
}

#[test]
fn the_library_is_loaded_and_unloaded_while_a_program_runs() {
    let program = compiled("unload.c", "cc", "-std=c99");
    let file = library().join("libtilewright_c.so");
    let done = run(&program, &[file.to_str().unwrap()], own());
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stdout));
}
