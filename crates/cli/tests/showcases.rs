//! The results that the tour, the README and the book show are true.
//!
//! The tour lists its demos (`tour --json`), the pages the commands of their pictures: all of them are
//! checked. Every demo prints and draws the same again, every level passes `match3 check`, and the
//! output of every path names its cost and the lowest cost, which A* finds with the same steps. All
//! complaints are collected before the test fails.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Place, Seen};
use serde_json::Value;

/// A command that is shown, and where.
struct Showcase {
    origin: String,
    words: Vec<String>,
    /// The folder to which its input files are relative.
    folder: PathBuf,
}

/// The state of the checks, and the complaints so far.
struct Review {
    place: Place,
    complaints: Vec<String>,
}

#[test]
fn the_tour_shows_what_is_true() {
    let mut review = Review::new();
    review.tour();
    review.end();
}

#[test]
fn the_pages_show_what_is_true() {
    let mut review = Review::new();
    let found = pictures();
    assert!(found.len() >= 6, "the pages show levels and paths");
    for showcase in found {
        review.look(&showcase);
    }
    review.end();
}

impl Review {
    fn new() -> Self {
        Self { place: Place::new(), complaints: Vec::new() }
    }

    /// Fails if there is a complaint.
    fn end(self) {
        assert!(self.complaints.is_empty(), "\n{}\n", self.complaints.join("\n"));
    }

    /// Runs the tour, then each demo again as a user would.
    fn tour(&mut self) {
        let tour = self.place.run("tour --json --quiet").done().json();
        let demos = tour["demos"].as_array().unwrap();
        assert!(demos.len() >= 14, "{tour}");
        for demo in demos {
            let name = demo["name"].as_str().unwrap();
            let words = words(demo["command"].as_str().unwrap());
            let seen = run(&words, self.place.path());
            let picture = demo["picture"].as_str().unwrap();
            let origin = format!("tour, {name}");
            self.hold(seen.code == Some(0), &origin, &format!("ends with {seen}"));
            let is_same = fs::read(self.place.path().join(picture)).ok()
                == fs::read(self.place.path().join("tour").join(picture)).ok();
            self.hold(is_same, &origin, "draws another picture");
            if let Some(quote) = demo["quote"].as_str() {
                let said = format!("{}{}", seen.stderr, seen.stdout);
                let holds = said.lines().any(|line| line == quote);
                self.hold(holds, &origin, &format!("does not print `{quote}`: {seen}"));
            }
            let folder = self.place.path().to_owned();
            self.look(&Showcase { origin, words, folder });
        }
    }

    /// Checks the result of a command, depending on its verb.
    fn look(&mut self, showcase: &Showcase) {
        let verb = showcase.words.iter().take(2).map(String::as_str).collect::<Vec<_>>();
        match verb[..] {
            ["match3", "generate"] => self.made(showcase),
            ["match3", "play"] => self.played(showcase),
            ["path", "plan"] => self.planned(showcase),
            ["path", "routes"] => self.routed(showcase),
            _ => {}
        }
    }

    /// Checks generated levels.
    fn made(&mut self, showcase: &Showcase) {
        let folder = self.fresh();
        let mut words = without(&showcase.words, &["--picture", "-o", "--seed"]);
        let number = value(&showcase.words, "--seed").unwrap_or("1");
        let several = words.iter().any(|word| word == "--count");
        let file = if several { folder.clone() } else { folder.join("level.json") };
        words.extend(["--seed", number, "-o"].map(str::to_owned));
        words.push(file.display().to_string());
        let seen = run(&words, &showcase.folder);
        self.hold(seen.code == Some(0), &showcase.origin, &format!("ends with {seen}"));
        self.check(&folder, &showcase.origin);
    }

    /// Checks a level that is played.
    fn played(&mut self, showcase: &Showcase) {
        let folder = self.fresh();
        let level = showcase.folder.join(&showcase.words[2]);
        fs::copy(level, folder.join("level.json")).unwrap();
        self.check(&folder, &showcase.origin);
    }

    /// Checks the levels of a folder with `match3 check`.
    fn check(&mut self, folder: &Path, origin: &str) {
        let words =
            words(&format!("tilewright match3 check {} --seed 1", folder.display()));
        let seen = run(&words, self.place.path());
        self.hold(seen.code == Some(0), origin, &format!("the level is refused: {seen}"));
    }

    /// Checks a path: its line names its cost and the lowest cost.
    fn planned(&mut self, showcase: &Showcase) {
        let words = without(&showcase.words, &["--picture"]);
        let seen = run(&words, &showcase.folder);
        let (cost, least) = (cost(&json(&words, &showcase.folder)), least(showcase));
        let is_told = seen.stderr.lines().chain(seen.stdout.lines()).any(|line| {
            let is_in =
                |cost: f64| numbers(line).any(|number| (number - cost).abs() < 1e-4);
            is_in(cost) && is_in(least)
        });
        let answer = seen.stdout.lines().last().unwrap_or_default();
        let complaint =
            format!("costs {cost}, does not say that {least} is the least: {answer}");
        self.hold(is_told && cost >= least - 1e-9, &showcase.origin, &complaint);
    }

    /// Checks routes: none is longer than its detour allows.
    fn routed(&mut self, showcase: &Showcase) {
        let report = json(&without(&showcase.words, &["--picture"]), &showcase.folder);
        let detour: f64 = value(&showcase.words, "--detour").unwrap().parse().unwrap();
        let most = least(showcase) * detour + 1e-9;
        let routes = report["routes"].as_array().unwrap();
        let count: usize = value(&showcase.words, "--routes").unwrap().parse().unwrap();
        self.hold(routes.len() == count, &showcase.origin, "shows fewer routes");
        let fit = routes.iter().all(|it| cost(it) <= most);
        self.hold(fit, &showcase.origin, "shows a route that is too long");
    }

    /// A new, empty folder.
    fn fresh(&self) -> PathBuf {
        let count = fs::read_dir(self.place.path()).unwrap().count();
        let folder = self.place.path().join(format!("levels-{count}"));
        fs::create_dir(&folder).unwrap();
        folder
    }

    fn hold(&mut self, is_true: bool, origin: &str, complaint: &str) {
        if !is_true {
            self.complaints.push(format!("{origin}: {complaint}"));
        }
    }
}

/// The commands below the pictures of the README and the book.
fn pictures() -> Vec<Showcase> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![folder.join("README.md")];
    let mut folders = vec![folder.join("docs/src")];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                Some(ending) if ending == "md" => pages.push(path),
                None if path.is_dir() => folders.push(path),
                _ => {}
            }
        }
    }
    pages.sort();
    let mut found = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let lines = text.lines().filter(|line| line.starts_with("tilewright "));
        for line in lines.filter(|line| line.contains(" --picture pictures/")) {
            let origin = format!("{}, {line}", page.display());
            found.push(Showcase { origin, words: words(line), folder: folder.clone() });
        }
    }
    found
}

/// The words after the program's name.
fn words(command: &str) -> Vec<String> {
    command.split_whitespace().skip(1).map(|word| word.replace('"', "")).collect()
}

/// The cost of a shortest path between the same ends, with the same steps, by A*.
fn least(showcase: &Showcase) -> f64 {
    let planner = value(&showcase.words, "--planner").unwrap_or("astar");
    let is_exact = ["astar", "dijkstra", "jps", "bfs"].contains(&planner);
    let steps = value(&showcase.words, "--connectivity").unwrap_or(if is_exact {
        "8"
    } else {
        "4"
    });
    let dropped = [
        "--picture",
        "--planner",
        "--generations",
        "--routes",
        "--detour",
        "--method",
        "--connectivity",
        "-o",
    ];
    let mut words = without(&showcase.words, &dropped);
    "plan".clone_into(&mut words[1]);
    words.extend(["--planner", "astar", "--connectivity", steps].map(str::to_owned));
    cost(&json(&words, &showcase.folder))
}

/// Runs the program with these words.
fn run(words: &[String], folder: &Path) -> Seen {
    Seen::of(assert_cmd::Command::from_std(common::process(folder)).args(words))
}

/// The answer in JSON.
fn json(words: &[String], folder: &Path) -> Value {
    let mut words = words.to_vec();
    words.push("--json".to_owned());
    run(&words, folder).json()
}

/// The cost of a path in JSON.
fn cost(path: &Value) -> f64 {
    path.get("cost").unwrap_or(&path["length"]).as_f64().unwrap()
}

/// The value of an option.
fn value<'a>(words: &'a [String], name: &str) -> Option<&'a str> {
    let at = words.iter().position(|word| word == name)?;
    words.get(at + 1).map(String::as_str)
}

/// The words without these options and their values.
fn without(words: &[String], names: &[&str]) -> Vec<String> {
    let mut rest = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if names.contains(&word.as_str()) {
            words.next();
        } else {
            rest.push(word.clone());
        }
    }
    rest
}

/// The numbers of a line.
fn numbers(line: &str) -> impl Iterator<Item = f64> {
    let parts = line.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
    parts.filter_map(|part| part.trim_end_matches('.').parse().ok())
}
