//! `cargo xtask models`: regenerates the match-3 models that come with the program.

use anyhow::Result;

use crate::{cargo, finish, root};

/// The boards: rows, columns, colours.
const BOARDS: [(u32, u32, u32); 5] =
    [(9, 9, 5), (9, 9, 6), (8, 8, 5), (8, 8, 6), (10, 10, 6)];
const GOALS: [&str; 3] = ["collect:30", "collect:60", "clear:specials"];
const BOTS: [&str; 2] = ["article", "greedy"];

pub(crate) fn run() -> Result<()> {
    // A change in the source folder would recompile the program, so the models are copied at the end.
    let made = root().join("target/models");
    std::fs::create_dir_all(&made)?;
    for (rows, columns, colors) in BOARDS {
        for goal in GOALS {
            for bot in BOTS {
                let name =
                    format!("{rows}x{columns}-{colors}-{}-{bot}", goal.replace(':', "-"));
                let file = made.join(format!("{name}.json"));
                let mut command = cargo(&format!(
                    "run --release -- match3 calibrate --rows {rows} --columns {columns} \
                     --colors {colors} --goal {goal} --bot {bot} --levels 1200 --games 200 --seed 1 --force"
                ));
                command.arg("-o").arg(file);
                finish(command)?;
            }
        }
    }
    for file in std::fs::read_dir(&made)? {
        let file = file?;
        let folder = root().join("crates/match3/models");
        std::fs::copy(file.path(), folder.join(file.file_name()))?;
    }
    Ok(())
}
