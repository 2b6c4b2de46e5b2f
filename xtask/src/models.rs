//! `cargo xtask models`: makes the models that come with the program anew.

use anyhow::Result;

use crate::{cargo, finish, root};

/// The boards: rows, columns, colours.
const BOARDS: [(u32, u32, u32); 5] =
    [(9, 9, 5), (9, 9, 6), (8, 8, 5), (8, 8, 6), (10, 10, 6)];
const GOALS: [&str; 3] = ["collect:30", "collect:60", "clear:specials"];
const BOTS: [&str; 2] = ["seed", "greedy"];

pub(crate) fn run() -> Result<()> {
    for (rows, columns, colors) in BOARDS {
        for goal in GOALS {
            for bot in BOTS {
                let name =
                    format!("{rows}x{columns}-{colors}-{}-{bot}", goal.replace(':', "-"));
                let file = root().join(format!("crates/match3/models/{name}.json"));
                let mut command = cargo(&format!(
                    "run --release -- match3 calibrate --rows {rows} --columns {columns} \
                     --colors {colors} --goal {goal} --bot {bot} --levels 1200 --games 200 --seed 1 --force"
                ));
                command.arg("-o").arg(file);
                finish(command)?;
            }
        }
    }
    Ok(())
}
