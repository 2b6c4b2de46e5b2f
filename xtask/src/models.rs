//! `cargo xtask models`: regenerates the match-3 models that come with the program.

use std::path::Path;

use anyhow::Result;

use crate::{cargo, finish, root};

/// The boards: rows, columns, colours.
const BOARDS: [(u32, u32, u32); 5] =
    [(9, 9, 5), (9, 9, 6), (8, 8, 5), (8, 8, 6), (10, 10, 6)];
const GOALS: [&str; 3] = ["collect:30", "collect:60", "clear:specials"];
const BOTS: [&str; 2] = ["article", "greedy"];

/// The levels of a model of `classic`, of which a quarter is held out. With 1200, half of them composed, 900 are left to fit
/// to, and each sort has as few as 450.
const LEVELS: u32 = 1600;
/// The levels of a model of a mixture: each has one to three goals, so that each goal is in half of them or fewer, and under some
/// rules a third is left out since its goal is not reached.
const MIXED: u32 = 2400;

/// The goals of mixtures under other rules than `classic`, by the kinds of the rules.
const MIXTURES: [(&str, &[&str]); 4] = [
    (
        "royal",
        &[
            "collect:25",
            "collect:12:3",
            "kind:box:5",
            "kind:grass:all",
            "kind:chain:5",
            "score:2000",
        ],
    ),
    (
        "candy",
        &[
            "collect:25",
            "collect:12:3",
            "kind:frosting:5",
            "kind:jelly:all",
            "kind:lock:5",
            "score:4000",
        ],
    ),
    (
        "lab",
        &[
            "collect:25",
            "collect:12:3",
            "kind:box:5",
            "kind:grass:all",
            "kind:ice:5",
            "score:2000",
        ],
    ),
    (
        "blast",
        &[
            "collect:25",
            "collect:12:3",
            "kind:box:5",
            "kind:crate:5",
            "kind:vase:5",
            "kind:cage:5",
            "kind:balloon:5",
            "kind:grass:all",
            "score:2000",
            "make:rocket:3",
            "make:bomb:2",
            "drop:2",
        ],
    ),
];

/// The kinds of the mixtures of `blast`: the usual ones, and ducks to drop.
const BLAST_KINDS: &str = "obstacle,box1,stone1,crate1,crate2,crate3,crate4,vase1,vase2,\
     balloon1,redballoon1,greenballoon1,blueballoon1,yellowballoon1,purpleballoon1,cage1,\
     grass1,grass2,duck";

pub(crate) fn run() -> Result<()> {
    // A change in the source folder would recompile the program, so the models are copied at the end.
    let made = root().join("target/models");
    std::fs::create_dir_all(&made)?;

    for (rows, columns, colors) in BOARDS {
        for goal in GOALS {
            for bot in BOTS {
                let name =
                    format!("{rows}x{columns}-{colors}-{}-{bot}", goal.replace(':', "-"));
                let words = format!(
                    "--rows {rows} --columns {columns} --colors {colors} --goal {goal} --bot {bot} \
                     --levels {LEVELS} --games 200"
                );
                fit(&made, &name, &words)?;
            }
        }
    }

    for (rules, goals) in MIXTURES {
        let fit = |name: &str, words: &str| {
            let (name, words) =
                (format!("{rules}-9x9-5-{name}"), format!("--rules {rules} {words}"));
            fit(&made, &name, &words)
        };
        fit("collect-30-article", "--goal collect:30 --levels 2000 --games 400")?;
        let goals = goals.iter().map(|goal| format!("--goal {goal}"));
        let goals = goals.collect::<Vec<_>>().join(" ");
        let kinds = if rules == "blast" {
            format!("--kinds {BLAST_KINDS} ")
        } else {
            String::new()
        };
        for bot in BOTS {
            let words = format!(
                "{kinds}{goals} --mixed --bot {bot} --levels {MIXED} --games 200"
            );
            fit(&format!("mixed-{bot}"), &words)?;
        }
    }

    for file in std::fs::read_dir(&made)? {
        let file = file?;
        let folder = root().join("crates/match3-design/models");
        std::fs::copy(file.path(), folder.join(file.file_name()))?;
    }

    Ok(())
}

/// Fits the model of that name.
fn fit(folder: &Path, name: &str, words: &str) -> Result<()> {
    let mut command =
        cargo(&format!("run --release -- match3 calibrate {words} --seed 1 --force"));
    command.arg("-o").arg(folder.join(format!("{name}.json")));
    finish(command)
}
