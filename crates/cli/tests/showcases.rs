//! The results that the tour, the README and the book show are true.
//!
//! The tour lists its demos (`tour --json`), the pages the commands of their pictures: all of them are
//! checked. Every demo prints and draws the same again, every level passes `match3 check`, and the
//! output of every path names its cost and the lowest cost, which A* finds with the same steps. The
//! number of every card of the tour and what a caption of the pages claims (a tile, a cost, whose
//! win rate, shots) are those of the answer. All complaints are collected before the test fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Place, Seen};
use serde_json::{Value, json};

/// A number that a card of the tour shows.
struct Number {
    demo: &'static str,
    /// What the card must say that it counts, and who played.
    unit: &'static str,
    of: fn(&Value) -> f64,
}

/// The games won by the planner within a limit, in percent; not a number if others played.
fn planned_to_win(answer: &Value, limit: u32) -> f64 {
    if (&answer["bot"], &answer["limit"]) == (&"planner".into(), &limit.into()) {
        100.0 * number(&answer["win_rate"]["mean"])
    } else {
        f64::NAN
    }
}

/// The numbers of all cards, as the answers give them.
const NUMBERS: [Number; 17] = [
    Number {
        demo: "win-rate",
        unit: "won within 16 moves by the bot greedy",
        of: |answer| won(&answer["levels"][0]["played"], answer, "greedy", 16),
    },
    Number {
        demo: "game",
        unit: "won within 9 moves by the bot planner",
        of: |answer| planned_to_win(answer, 9),
    },
    Number {
        demo: "taps",
        unit: "won within 13 taps by the bot planner",
        of: |answer| planned_to_win(answer, 13),
    },
    Number {
        demo: "level",
        unit: "ways to complete a line",
        of: |answer| number(&answer["levels"][0]["potential"]),
    },
    Number {
        demo: "evolution",
        unit: "684 ± 55",
        of: |answer| {
            let potential = number(&answer["levels"][0]["potential"]);
            if (potential - 684.0).abs() <= 55.0 { potential } else { f64::NAN }
        },
    },
    Number {
        demo: "wall",
        unit: "different levels of the same potential",
        of: |answer| {
            let levels = answer["levels"].as_array().unwrap();
            let layouts: BTreeSet<_> =
                levels.iter().map(|it| it["level"]["layout"].to_string()).collect();
            let is_same = levels.iter().all(|it| it["potential"] == 450);
            if is_same { layouts.len() as f64 } else { f64::NAN }
        },
    },
    Number {
        demo: "heart",
        unit: "ways to complete a line",
        of: |answer| number(&answer["levels"][0]["potential"]),
    },
    Number {
        demo: "difficulty",
        unit: "swaps on average by the bot article",
        of: |answer| {
            assert_eq!(answer["levels"][0]["bot"], "article");
            number(&answer["levels"][0]["played"]["swaps"]["mean"])
        },
    },
    // That it is the lowest cost, `planned` checks.
    Number { demo: "route", unit: "cost of the cheapest path", of: cost },
    Number { demo: "paths", unit: "the lowest there is", of: cost },
    Number {
        demo: "routes",
        unit: "dissimilarity",
        of: |answer| number(&answer["dissimilarity"]),
    },
    Number {
        demo: "crowd",
        unit: "walkers have come to rest",
        of: |answer| number(&answer["arrived"]),
    },
    Number {
        demo: "2048",
        unit: "largest tile",
        of: |answer| number(&answer["largest"]),
    },
    Number {
        demo: "tiles",
        unit: "games reach 2048",
        of: |answer| 100.0 * number(&answer["tiles"]["2048"]["mean"]),
    },
    Number {
        demo: "fleet",
        unit: "until one is legal",
        of: |answer| {
            let fleet = &answer["fleets"][0];
            if fleet["legal"] == true { number(&fleet["evaluations"]) } else { f64::NAN }
        },
    },
    Number {
        demo: "hunt",
        unit: "shots by the expert",
        of: |answer| {
            if answer["level"] == "expert" && answer["shots"]["games"] == 1 {
                number(&answer["shots"]["mean"])
            } else {
                f64::NAN
            }
        },
    },
    Number {
        demo: "hunters",
        unit: "shots on average by density against adversarial fleets",
        of: |answer| {
            if (&answer["hunter"], &answer["fleets"])
                == (&"density".into(), &"adversarial".into())
            {
                number(&answer["shots"]["mean"])
            } else {
                f64::NAN
            }
        },
    },
];

/// What the captions of a picture must say of the answer of its command; nothing where they only
/// name what is drawn.
fn claims(picture: &str, answer: &Value) -> Vec<String> {
    let level = &answer["levels"][0];
    match picture {
        "difficulty" => {
            let mean = number(&level["played"]["swaps"]["mean"]);
            let bot = level["bot"].as_str().unwrap();
            let band = level["wanted"]["difficulty"].as_str().unwrap();
            vec![
                format!("A {band} level"),
                format!("{mean:.1} swaps on average by the bot {bot}"),
            ]
        }
        "routes" => {
            assert_eq!(answer["routes"].as_array().unwrap().len(), 8);
            vec!["Eight".to_owned(), "routes".to_owned()]
        }
        "placements" => {
            let rows = level["level"]["layout"].as_array().unwrap();
            let cells = |name: &str| {
                let cells = rows.iter().flat_map(|row| row.as_array().unwrap());
                cells.filter(|cell| cell.as_str().unwrap().contains(name)).count()
            };
            assert_eq!((cells("box"), level["found"].as_bool()), (9, Some(true)));
            assert!(cells("grass") >= 6);
            vec!["Nine boxes in the middle".to_owned(), "grass along its left".to_owned()]
        }
        "2048" => vec![format!("the tile {}", answer["largest"])],
        "hunt" => {
            let hunter = answer["hunter"].as_str().unwrap();
            vec![format!("{hunter} finds all ships in {} shots", answer["shots"]["max"])]
        }
        "level" => vec![format!("the potential {}", level["potential"])],
        "evolution" => vec![
            format!("the target {}", level["target"]),
            format!("the potential {}", level["potential"]),
        ],
        "paths" => vec![format!("costs {}, the least possible", cost(answer))],
        "tweaks" => {
            let mean = |it: &Value| number(&it["played"]["swaps"]["mean"]);
            let tweaks = answer["tweaks"].as_array().unwrap();
            assert_eq!(tweaks.len(), 5, "{answer}");
            assert!(tweaks.iter().all(|it| mean(it) < mean(&answer["before"])));
            vec!["five versions of it that are easier".to_owned()]
        }
        "royal" | "candy" | "lab" => {
            assert_eq!(answer["moves"], 3);
            vec!["Three moves".to_owned(), format!("the rules {picture}")]
        }
        "game" => {
            let share = 100.0 * number(&answer["win_rate"]["mean"]);
            let bot = answer["bot"].as_str().unwrap();
            vec![format!("the bot `{bot}`, which wins {share:.0} % of its games")]
        }
        _ => Vec::new(),
    }
}

/// The pictures whose captions name what is drawn and claim nothing about it.
const WITHOUT_CLAIMS: [&str; 2] = ["prediction", "wall"];

/// A command that is shown, and where.
struct Showcase {
    origin: String,
    /// What is said about its picture.
    captions: Vec<String>,
    words: Vec<String>,
    /// The folder to which its input files are relative.
    folder: PathBuf,
}

/// The state of the checks, and the complaints so far.
struct Review {
    place: Place,
    complaints: Vec<String>,
}

/// Fails unless everything holds that the tour in `place` shows, which gave this answer.
pub(crate) fn review_tour(place: Place, tour: &Value) {
    let mut review = Review { place, complaints: Vec::new() };
    review.tour(tour);
    review.end();
}

#[test]
fn the_pages_show_what_is_true() {
    let mut review = Review { place: Place::new(), complaints: Vec::new() };
    let found = pictures();
    assert!(found.len() >= 6, "the pages show levels and paths");
    for showcase in found {
        review.look(&showcase);
    }
    review.end();
}

impl Review {
    /// Fails if there is a complaint.
    fn end(self) {
        assert!(self.complaints.is_empty(), "\n{}\n", self.complaints.join("\n"));
    }

    /// Runs each demo again as a user would.
    fn tour(&mut self, tour: &Value) {
        let demos = tour["demos"].as_array().unwrap();
        assert_eq!(demos.len(), NUMBERS.len(), "{tour}");
        let page = self.place.text("tour/index.html");
        let report = page.split("id=\"report\">").nth(1).unwrap();
        let report = report.split("</script>").next().unwrap();
        let report: Value = serde_json::from_str(report).unwrap();
        for (demo, run) in demos.iter().zip(report["runs"].as_array().unwrap()) {
            self.numbered(demo, run);
        }
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
            self.look(&Showcase { origin, captions: Vec::new(), words, folder });
        }
    }

    /// Checks the number of a card against the answer that the tour recorded, or that its command
    /// gives where none is recorded.
    fn numbered(&mut self, demo: &Value, run: &Value) {
        let name = demo["name"].as_str().unwrap();
        let origin = format!("tour, {name}");
        let Some(said) = NUMBERS.iter().find(|it| it.demo == name) else {
            return self.hold(false, &origin, "nothing is known about its number");
        };
        let answer = match run["answer"].as_str().unwrap().lines().last() {
            Some(line) => serde_json::from_str(line).unwrap(),
            None => answer_of(&words(demo["command"].as_str().unwrap()), &self.fresh()),
        };
        let (shown, unit) = (number(&demo["figure"]["value"]), &demo["figure"]["unit"]);
        let number = (said.of)(&answer);
        // The card shows the digits of the line of text, one after the point.
        let is_same = (shown - number).abs() <= 0.0501_f64.min(number.abs() * 0.01);
        self.hold(is_same, &origin, &format!("shows {shown}, the answer says {number}"));
        let names = unit.as_str().is_some_and(|unit| unit.contains(said.unit));
        self.hold(names, &origin, &format!("says {unit}, which lacks `{}`", said.unit));
    }

    /// Checks the result of a command, depending on its verb.
    fn look(&mut self, showcase: &Showcase) {
        self.captioned(showcase);
        let verb = showcase.words.iter().take(2).map(String::as_str).collect::<Vec<_>>();
        match verb[..] {
            ["match3", "generate"] => self.made(showcase),
            ["match3", "play"] => self.played(showcase),
            ["path", "plan"] => self.planned(showcase),
            ["path", "routes"] => self.routed(showcase),
            _ => {}
        }
    }

    /// Checks that the captions of a picture say what the answer says.
    fn captioned(&mut self, showcase: &Showcase) {
        let file = value(&showcase.words, "--picture").unwrap_or_default();
        let picture = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        if showcase.captions.is_empty() || WITHOUT_CLAIMS.contains(&&*picture) {
            return;
        }
        let mut words = without(&showcase.words, &["--picture"]);
        if words.iter().any(|word| word == "--auto") {
            // It needs a picture.
            let folder = self.fresh();
            words
                .extend(["--picture".to_owned(), format!("{}/it.gif", folder.display())]);
        }
        let claims = claims(&picture, &answer_of(&words, &showcase.folder));
        self.hold(
            !claims.is_empty(),
            &showcase.origin,
            "nothing is known about its picture",
        );
        for caption in &showcase.captions {
            for claim in &claims {
                let complaint = format!("`{caption}` does not say `{claim}`");
                self.hold(caption.contains(claim), &showcase.origin, &complaint);
            }
        }
    }

    /// Checks generated levels.
    fn made(&mut self, showcase: &Showcase) {
        let folder = self.fresh();
        let mut words = without(&showcase.words, &["--picture", "-o", "--seed"]);
        let number = value(&showcase.words, "--seed").unwrap_or("1");
        let number_of =
            |name| value(&showcase.words, name).map(|it| it.parse::<f64>().unwrap());
        let several = words.iter().any(|word| word == "--count");
        let file = if several { folder.clone() } else { folder.join("level.json") };
        words.extend(["--seed", number, "-o"].map(str::to_owned));
        words.push(file.display().to_string());
        let seen = run(&words, &showcase.folder);
        self.hold(seen.code == Some(0), &showcase.origin, &format!("ends with {seen}"));
        if let Some(target) = number_of("--target") {
            let tolerance = number_of("--tolerance").unwrap_or(0.0);
            // Without a goal, a level is checked for its potential alone.
            for file in fs::read_dir(&folder).unwrap() {
                let file = file.unwrap().path();
                let name = file.file_name().unwrap().to_string_lossy();
                if !(name.starts_with("level") && name.ends_with(".json")) {
                    continue;
                }
                let mut level: Value =
                    serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
                level["band"] =
                    json!({ "potential": [target - tolerance, target + tolerance] });
                fs::write(file, level.to_string()).unwrap();
            }
        }
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
        let (cost, least) = (cost(&answer_of(&words, &showcase.folder)), least(showcase));
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
        let report =
            answer_of(&without(&showcase.words, &["--picture"]), &showcase.folder);
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
            let words = words(line);
            let captions = captions(&text, value(&words, "--picture").unwrap());
            found.push(Showcase { origin, captions, words, folder: folder.clone() });
        }
    }
    found
}

/// What a page says about a picture: the text that stands for it, and the paragraph below it where
/// that is in italics.
fn captions(page: &str, picture: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in page.split("![").skip(1) {
        let Some((text, rest)) = rest.split_once("](") else { continue };
        let Some((file, below)) = rest.split_once(')') else { continue };
        if file.ends_with(picture) {
            let below = below.trim_start().strip_prefix('*').unwrap_or_default();
            let below = below.split("\n\n").next().unwrap_or_default();
            let whole = format!("{text} {below}");
            found.push(whole.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    found
}

/// A number of an answer; NaN if there is none.
fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// The share of games of a bot that are won within a number of moves, in percent.
fn won(played: &Value, answer: &Value, bot: &str, moves: u64) -> f64 {
    let curve = played["curve"].as_array().unwrap();
    let at = curve.iter().find(|point| point["moves"] == moves);
    let is_by = answer["levels"][0]["bot"] == bot;
    at.filter(|_| is_by)
        .map_or(f64::NAN, |point| 100.0 * number(&point["win_rate"]["mean"]))
}

/// The words after the program's name.
fn words(command: &str) -> Vec<String> {
    let words = shlex::split(command).expect("a command on a page closes its quotes");
    words.into_iter().skip(1).collect()
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
    cost(&answer_of(&words, &showcase.folder))
}

/// Runs the program with these words.
fn run(words: &[String], folder: &Path) -> Seen {
    Seen::of(assert_cmd::Command::from_std(crate::common::process(folder)).args(words))
}

/// The answer in JSON.
fn answer_of(words: &[String], folder: &Path) -> Value {
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
