//! `tilewright tour`: every game's main act on built-in inputs, as pictures on one page.
//!
//! An act is a command that the user can repeat: the tour runs the words that it shows, in a
//! folder of its own.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, anyhow};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::json;
use tilewright_grid::Seed;

use crate::arguments::Tour;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;

/// The seed of a tour for which none is given.
const SEED: Seed = Seed(1);
const STYLE: &str = include_str!("tour.css");

/// A command with what to say of it. `DIR` in the words stands for the tour's folder.
struct Act {
    name: &'static str,
    title: &'static str,
    text: &'static str,
    words: &'static str,
    /// How the line begins that is quoted of what the command says; nothing is quoted of none.
    quoted: &'static str,
    /// How the name of its picture ends: svg or gif.
    extension: &'static str,
    /// A file that the command reads: its name and its text.
    input: Option<(&'static str, &'static str)>,
}

const ACTS: [Act; 14] = [
    Act {
        name: "level",
        title: "A match-3 level of a wanted potential",
        text: "The potential counts the ways in which a swap can complete a line of three. This \
               level was asked to have exactly 600; the heat map shows where they are, the bars \
               what stops the others.",
        words: "match3 generate --target 600 --kinds obstacle,blocked1,blocked2,overlay1 --symmetry horizontal",
        quoted: "level 1: ",
        extension: "svg",
        input: None,
    },
    Act {
        name: "evolution",
        title: "The article's evolution, in motion",
        text: "FI-2Pop with the settings of the article that tilewright began with: a feasible \
               and an infeasible population evolve side by side until a level comes within 55 of \
               the target.",
        words: "match3 generate --rows 10 --columns 10 --target 684 --tolerance 55 --scheme fi2pop",
        quoted: "level 1: ",
        extension: "gif",
        input: None,
    },
    Act {
        name: "wall",
        title: "Many levels at once",
        text: "Sixteen different levels of the same potential, each the same after half a turn.",
        words: "match3 generate --target 450 --kinds obstacle,overlay2 --symmetry rotational --count 16",
        quoted: "",
        extension: "svg",
        input: None,
    },
    Act {
        name: "heart",
        title: "A board of the designer's own shape",
        text: "A template fixes the holes and some cells; the search fills the rest, marked with ?.",
        words: "match3 generate --template DIR/heart.txt --target 250 --kinds blocked1,blocked2,overlay1 --symmetry horizontal",
        quoted: "level 1: ",
        extension: "svg",
        input: Some(("heart.txt", include_str!("heart.txt"))),
    },
    Act {
        name: "difficulty",
        title: "A level of a wanted difficulty",
        text: "Asked for 24 swaps on average until 30 blocks of a colour are collected. A model \
               predicts the swaps of thousands of levels without playing them, and games that \
               the search had not seen prove the one that it found.",
        words: "match3 generate --goal collect:30 --difficulty 24 --kinds obstacle,blocked1,overlay2",
        quoted: "level 1: ",
        extension: "svg",
        input: None,
    },
    Act {
        name: "game",
        title: "A game, played by a bot",
        text: "Swap, burst, fall: a bot that looks ahead by sampling collects 15 blocks and clears \
               every blocker.",
        words: "match3 play DIR/garden.json --bot planner --games 100",
        quoted: "win rate",
        extension: "gif",
        input: Some(("garden.json", include_str!("garden.json"))),
    },
    Act {
        name: "route",
        title: "The shortest path on a tile map",
        text: "A* through a village: what it looks at, early dark and late bright, and the path \
               that is shortest of all. The brook is slow to wade: a step into it costs six.",
        words: "path plan DIR/village.txt --from 20,4 --to 6,34",
        quoted: "astar: ",
        extension: "gif",
        input: Some(("village.txt", include_str!("village.txt"))),
    },
    Act {
        name: "paths",
        title: "Paths that evolve",
        text: "The planner of the article on genetic path planning: its population draws \
               together, generation by generation. A* needs a microsecond or two for the same; \
               evolution earns its place where one path is not enough.",
        words: "path plan DIR/village.txt --from 20,4 --to 6,34 --planner improved --generations 16",
        quoted: "improved: ",
        extension: "gif",
        input: Some(("village.txt", include_str!("village.txt"))),
    },
    Act {
        name: "crowd",
        title: "A crowd that does not walk in one file",
        text: "Eight routes, none longer than a fifth above the shortest, as far apart as they \
               come, and how many of them go through every cell.",
        words: "path routes DIR/village.txt --from 20,4 --to 6,34 --routes 8 --detour 1.2",
        quoted: "8 routes",
        extension: "svg",
        input: Some(("village.txt", include_str!("village.txt"))),
    },
    Act {
        name: "2048",
        title: "A network plays 2048",
        text: "It has learned what boards are worth by playing alone, and ships with the program.",
        words: "2048 play --auto --player network --moves 150",
        quoted: "score",
        extension: "gif",
        input: None,
    },
    Act {
        name: "tiles",
        title: "How far a player of 2048 comes",
        text: "Sixty games of the same network: how many reach each tile, and how the scores lie.",
        words: "2048 bench --player network --games 60",
        quoted: "score",
        extension: "svg",
        input: None,
    },
    Act {
        name: "fleet",
        title: "The article's fleet, in motion",
        text: "A population of fleets evolves until no ships overlap, touch or leave the field: \
               the best of each generation, and the curve of best and mean.",
        words: "battleship place --method classic",
        quoted: "",
        extension: "gif",
        input: None,
    },
    Act {
        name: "hunt",
        title: "A hunt",
        text: "The expert against a fleet that evolved to be hard to find: what it knows, and \
               where it thinks the ships lie, shot by shot.",
        words: "battleship hunt --hunter expert --fleets hard --games 1",
        quoted: "expert (veteran)",
        extension: "gif",
        input: None,
    },
    Act {
        name: "hunters",
        title: "Hunters and hiding places",
        text: "Three hunters against three ways to place a fleet: how many shots games take.",
        words: "battleship hunt --hunter easy,lattice,density --fleets sequential,two-columns,hard --games 200",
        quoted: "",
        extension: "svg",
        input: None,
    },
];

pub(crate) fn run(tour: &Tour, context: &Context) -> Result<Verdict, Failure> {
    check_own(&tour.out, context.force)?;
    context.heed_interrupt();
    let context = context.with_seed(SEED);
    let seed = context.seed();
    let stage = tempfile::tempdir()?;
    let mut written = Vec::new();
    let mut sections = Vec::new();
    for (index, act) in ACTS.iter().enumerate() {
        context.say(&format!("{} of {}: {}", index + 1, ACTS.len(), act.title));
        if let Some((name, text)) = act.input {
            fs::write(stage.path().join(name), text)?;
            if written.iter().all(|(other, _)| other != name) {
                written.push((name.to_owned(), text.as_bytes().to_vec()));
            }
        }
        let said = act.play(stage.path(), seed, context.threads());
        if context.is_cancelled() {
            context.say("interrupted: nothing was written");
            return Ok(Verdict::Interrupted);
        }
        let said = said.with_context(|| format!("cannot play the act {}", act.name))?;
        let drawing = fs::read(stage.path().join(act.picture()))?;
        let command = act.command(&tour.out, seed);
        sections.push(act.section(&command, &drawing, act.quote(&said)));
        written.push((act.picture(), drawing));
    }
    written.push(("index.html".to_owned(), page(&sections).into_string().into_bytes()));
    files::write_folder(&tour.out, &written, true)?;
    let index = tour.out.join("index.html");
    if context.json {
        let files: Vec<_> = written.iter().map(|(name, _)| name).collect();
        let (schema, index) = ("tilewright/tour/1", index.display().to_string());
        let document =
            json!({"schema": schema, "seed": seed, "index": index, "files": files});
        return context.print_json(&document);
    }
    context.print(format!("{}\n", index.display()).as_bytes())
}

impl Act {
    /// Runs the words in a folder that holds its input, and yields what the command said.
    fn play(
        &self,
        stage: &Path,
        seed: Seed,
        threads: Option<usize>,
    ) -> anyhow::Result<String> {
        let mut command = Command::new(std::env::current_exe()?);
        command.current_dir(stage).stdin(Stdio::null());
        command.args(self.words.split(' ').map(|word| word.replace("DIR/", "")));
        command.args(["--seed", &seed.to_string(), "--picture", &self.picture()]);
        if let Some(threads) = threads {
            command.args(["--threads", &threads.to_string()]);
        }
        let Output { status, stdout, stderr } = command.output()?;
        let said = [stderr, stdout].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        // 1 says that what is drawn is the best there was, not all that was wished for.
        if matches!(status.code(), Some(0 | 1)) {
            Ok(said)
        } else {
            Err(anyhow!("{said}"))
        }
    }

    /// The name of its picture.
    fn picture(&self) -> String {
        format!("{}.{}", self.name, self.extension)
    }

    /// The line of what the command said that is quoted.
    fn quote<'a>(&self, said: &'a str) -> Option<&'a str> {
        let mut lines = said.lines().filter(|line| line.starts_with(self.quoted));
        lines.next().filter(|_| !self.quoted.is_empty())
    }

    /// The command as one would type it, with the inputs in that folder.
    fn command(&self, folder: &Path, seed: Seed) -> String {
        let word = |word: &str| {
            let plain = word.replace("DIR", &folder.display().to_string());
            let is_plain =
                |letter: char| letter.is_alphanumeric() || "-_.,/:".contains(letter);
            if plain.chars().all(is_plain) { plain } else { format!("\"{plain}\"") }
        };
        let words: Vec<_> = self.words.split(' ').map(word).collect();
        let (words, picture) = (words.join(" "), self.picture());
        format!("tilewright {words} --seed {seed} --picture {picture}")
    }

    fn section(&self, command: &str, drawing: &[u8], quote: Option<&str>) -> Markup {
        html! {
            section id=(self.name) {
                h2 { (self.title) }
                p { (self.text) }
                figure {
                    @if self.extension == "svg" {
                        (PreEscaped(String::from_utf8_lossy(drawing)))
                    } @else {
                        img alt=(self.title)
                            src={ "data:image/gif;base64," (STANDARD.encode(drawing)) };
                    }
                }
                pre { code { (command) } }
                @if let Some(line) = quote { p.note { (line) } }
            }
        }
    }
}

fn page(sections: &[Markup]) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                (generator())
                title { "A tour of tilewright" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "tilewright" }
                    p { "AI for tile games. Every picture was made by the command below it." }
                }
                main { @for section in sections { (section) } }
            }
        }
    }
}

/// Refuses a folder that is there and holds no earlier tour.
fn check_own(folder: &Path, force: bool) -> Result<(), Failure> {
    if folder.file_name().is_none() {
        return Err(anyhow!("{} has no name of its own", folder.display()))
            .hint("choose the --out folder by its name");
    }
    if fs::symlink_metadata(folder).is_err() {
        return files::check_folder(folder);
    }
    let is_empty = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    let page = fs::read_to_string(folder.join("index.html")).unwrap_or_default();
    if force || is_empty || page.contains(&generator().into_string()) {
        return Ok(());
    }
    Err(anyhow!("{} exists and holds no earlier tour", folder.display()))
        .hint("choose another --out, or --force to write into it")
}

/// What tells a tour's page from any other.
fn generator() -> Markup {
    html! { meta name="generator" content="tilewright tour"; }
}
