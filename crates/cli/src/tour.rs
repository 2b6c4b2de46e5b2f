//! `tilewright tour`: every game's main act on built-in inputs, as pictures on one page.
//!
//! An act is a command that the user can repeat: the tour does what the words say that it shows,
//! in a folder of its own.

mod page;

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::sync::PoisonError;

use anyhow::anyhow;
use serde_json::{Value, json};
use tilewright_grid::Seed;

use crate::arguments::{self, Tour};
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use page::{Section, generator, page};

/// The seed of a tour for which none is given.
const SEED: Seed = Seed(1);

/// The name of a file and what it holds.
type Input = (&'static str, &'static [u8]);

/// A village as text.
const VILLAGE_TEXT: [Input; 1] = [("village.txt", include_bytes!("village.txt"))];

/// The same as a map of the editor Tiled, with a start, a goal and three npcs.
const VILLAGE_MAP: [Input; 3] = [
    ("village.tmx", include_bytes!("tour/village.tmx")),
    ("village-tiles.tsx", include_bytes!("tour/village-tiles.tsx")),
    ("village-tiles.png", include_bytes!("tour/village-tiles.png")),
];

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
    /// The files that the command reads, and those beside them.
    inputs: &'static [Input],
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
        inputs: &[],
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
        inputs: &[],
    },
    Act {
        name: "wall",
        title: "Many levels at once",
        text: "Sixteen different levels of the same potential, each the same after half a turn.",
        words: "match3 generate --target 450 --kinds obstacle,overlay2 --symmetry rotational --count 16",
        quoted: "",
        extension: "svg",
        inputs: &[],
    },
    Act {
        name: "heart",
        title: "A board of the designer's own shape",
        text: "A template fixes the holes and some cells; the search fills the rest, marked with ?.",
        words: "match3 generate --template DIR/heart.txt --target 250 --kinds blocked1,blocked2,overlay1 --symmetry horizontal",
        quoted: "level 1: ",
        extension: "svg",
        inputs: &[("heart.txt", include_bytes!("heart.txt"))],
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
        inputs: &[],
    },
    Act {
        name: "game",
        title: "A game, played by a bot",
        text: "Swap, burst, fall: a bot that looks ahead by sampling collects 15 blocks and clears \
               every blocker.",
        words: "match3 play DIR/garden.json --bot planner --games 100",
        quoted: "win rate",
        extension: "gif",
        inputs: &[("garden.json", include_bytes!("garden.json"))],
    },
    Act {
        name: "route",
        title: "The shortest path on a tile map",
        text: "A* through a village: what it looks at, early dark and late bright, and the path \
               that is shortest of all. The brook is slow to wade: a step into it costs six.",
        words: "path plan DIR/village.tmx",
        quoted: "astar: ",
        extension: "gif",
        inputs: &VILLAGE_MAP,
    },
    Act {
        name: "paths",
        title: "Paths that evolve",
        text: "The planner of the article on genetic path planning: its population draws \
               together, generation by generation, on the cheapest path, which leaves the brook \
               out. The line below states its cost beside the least there is, found by A*, which \
               needs microseconds for it.",
        words: "path plan DIR/village.txt --from 20,4 --to 6,34 --planner improved --generations 16",
        quoted: "improved: ",
        extension: "gif",
        inputs: &VILLAGE_TEXT,
    },
    Act {
        name: "crowd",
        title: "A crowd that does not walk in one file",
        text: "Eight routes, none longer than a fifth above the shortest, as far apart as they \
               come, and how many of them go through every cell.",
        words: "path routes DIR/village.txt --from 20,4 --to 6,34 --routes 8 --detour 1.2",
        quoted: "8 routes",
        extension: "svg",
        inputs: &VILLAGE_TEXT,
    },
    Act {
        name: "2048",
        title: "A network plays 2048",
        text: "It has learned what boards are worth by playing alone, and ships with the program: \
               the last forty moves to its first 16384.",
        words: "2048 play --auto --player network --until 16384 --last 40",
        quoted: "score",
        extension: "gif",
        inputs: &[],
    },
    Act {
        name: "tiles",
        title: "How far a player of 2048 comes",
        text: "Sixty games of the same network that looks one move ahead: how many reach each tile, \
               and how the scores lie. Three moves ahead it scores more than twice as much.",
        words: "2048 bench --player network --depth 1 --games 60",
        quoted: "score",
        extension: "svg",
        inputs: &[],
    },
    Act {
        name: "fleet",
        title: "The article's fleet, in motion",
        text: "A population of fleets evolves until no ships overlap, touch or leave the field: \
               the best of each generation, and the curve of best and mean.",
        words: "battleship place --method classic",
        quoted: "",
        extension: "gif",
        inputs: &[],
    },
    Act {
        name: "hunt",
        title: "A hunt",
        text: "The expert against a fleet that evolved to be hard to find: what it knows, and \
               where it thinks the ships lie, shot by shot.",
        words: "battleship hunt --hunter expert --fleets hard --games 1",
        quoted: "expert (veteran)",
        extension: "gif",
        inputs: &[],
    },
    Act {
        name: "hunters",
        title: "Hunters and hiding places",
        text: "Three hunters against three ways to place a fleet: how many shots games take.",
        words: "battleship hunt --hunter novice,lattice,density --fleets sequential,two-columns,hard --games 200",
        quoted: "",
        extension: "svg",
        inputs: &[],
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
        for (name, data) in act.inputs {
            fs::write(stage.path().join(name), data)?;
            if written.iter().all(|(other, _)| other != name) {
                written.push(((*name).to_owned(), data.to_vec()));
            }
        }
        let said = act.play(stage.path(), &context);
        if context.is_cancelled() {
            context.say("interrupted: nothing was written");
            return Ok(Verdict::Interrupted);
        }
        let said = said?;
        let drawing = fs::read(stage.path().join(act.picture()))?;
        written.push((act.picture(), drawing.clone()));
        sections.push(act.section(
            act.command(&tour.out, seed),
            act.quote(&said),
            drawing,
        ));
    }
    written.push(("index.html".to_owned(), page(&sections).into_string().into_bytes()));
    files::write_folder(&tour.out, &written, true)?;
    let index = tour.out.join("index.html");
    if context.json {
        return context.print_json(&report(seed, &index, &written, &sections));
    }
    context.print(format!("{}\n", index.display()).as_bytes())
}

/// The tour in JSON.
fn report(
    seed: Seed,
    index: &Path,
    written: &[(String, Vec<u8>)],
    sections: &[Section],
) -> Value {
    json!({
        "schema": "tilewright/tour/2",
        "seed": seed,
        "index": index.display().to_string(),
        "files": written.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "acts": ACTS.iter().zip(sections).map(Act::report).collect::<Vec<_>>(),
    })
}

impl Act {
    /// Does what the words say, with the input and the picture in that folder, and yields what
    /// was said.
    fn play(&self, stage: &Path, context: &Context) -> Result<String, Failure> {
        let stage = files::name(stage)?;
        let words = self.words.split(' ').map(|word| word.replace("DIR", &stage));
        let picture = ["--picture".to_owned(), format!("{stage}/{}", self.picture())];
        let words = ["tilewright".to_owned()].into_iter().chain(words).chain(picture);
        let matches = arguments::command().try_get_matches_from(words);
        let (context, heard) = context.listening();
        crate::serve(&matches.map_err(Failure::Arguments)?, &context)?;
        let heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(String::from_utf8_lossy(&heard).into_owned())
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

    fn section(&self, command: String, quote: Option<&str>, drawing: Vec<u8>) -> Section {
        let Self { name, title, text, .. } = *self;
        Section { name, title, text, command, quote: quote.map(str::to_owned), drawing }
    }

    /// The act in JSON.
    fn report((act, shown): (&Self, &Section)) -> Value {
        json!({
            "name": act.name,
            "title": act.title,
            "command": shown.command,
            "picture": act.picture(),
            "inputs": act.inputs.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            "quote": shown.quote,
        })
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
    if force || is_empty || is_tour(&folder.join("index.html")) {
        return Ok(());
    }
    Err(anyhow!("{} exists and holds no earlier tour", folder.display()))
        .hint("choose another --out, or --force to write into it")
}

/// Whether a file is a tour's page, which says so in its first lines. A pipe or a device would
/// block or never end.
fn is_tour(page: &Path) -> bool {
    let mut begin = Vec::new();
    fs::metadata(page).is_ok_and(|found| found.is_file())
        && File::open(page).is_ok_and(|it| it.take(4096).read_to_end(&mut begin).is_ok())
        && String::from_utf8_lossy(&begin).contains(&generator().into_string())
}
