//! The words of the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use tilewright_tasks::match3::Play;
use tilewright_tasks::{Entry, Task as _};

use crate::door;
use crate::match3::hand;
use crate::shared::{Shared, variable};
use clap::builder::BoolishValueParser;
use clap::{Arg, ArgAction, Args, CommandFactory, Parser, Subcommand};

mod battleship;
mod game2048;

pub(crate) use battleship::{Battleship, Play as PlayShips};
pub(crate) use game2048::{Game2048, Play as PlayTiles};

/// AI for tile games: match-3 levels of a wanted difficulty, by evolution and by search.
#[derive(Debug, Parser)]
#[command(
    name = "tilewright",
    bin_name = "tilewright",
    version,
    propagate_version = true,
    after_help = "Every option can also be set by the environment (TILEWRIGHT_SEED for --seed) \
                  and by tilewright.toml. Exit codes: 0 done, 1 the answer is no, 2 the input \
                  is wrong or the wish impossible, 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) shared: Shared,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Match-3: make levels of a wanted potential, measure levels.
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Match3,
    /// Paths on tile maps: plan them, check planners, compare those that evolve.
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Path,
    /// 2048: play by search, learn by playing.
    #[command(name = "2048")]
    Game2048 {
        #[command(subcommand)]
        verb: Game2048,
    },
    /// Battleship: place fleets, count them, hide them from hunters, hunt them.
    Battleship {
        #[command(subcommand)]
        verb: Battleship,
    },
    /// Show what tilewright does, on built-in inputs: a folder with pictures and a page.
    Tour(Tour),
    /// Run a request: a JSON document with the name of its task and what it asks, as `schema`
    /// describes it. It gives what the command of that name gives.
    Run {
        /// The document; `-` is stdin.
        #[arg(value_name = "FILE")]
        request: PathBuf,
    },
    /// Make the answer of a run whose parts were done by several runs, each with --part K/N: the
    /// same bytes as of the undivided run, but for times.
    ///
    /// The inputs are read again, and must stand where the parts had them.
    Merge {
        /// The files of all parts, in any order.
        #[arg(value_name = "PART", required = true)]
        parts: Vec<PathBuf>,
    },
    /// Write the JSON Schema of the requests of a task, or the names of all tasks.
    Schema {
        /// The task, such as match3/analyze.
        #[arg(value_name = "TASK")]
        task: Option<String>,
    },
    /// Write the completion script of a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the manual page.
    Man,
}

#[derive(Args, Debug)]
pub(crate) struct Tour {
    /// The folder to write; the files of an earlier tour in it are replaced.
    #[arg(long, value_name = "DIR", default_value = "tour")]
    pub(crate) out: PathBuf,
}

/// The whole command; every option can be set by an environment variable of its name.
pub(crate) fn command() -> clap::Command {
    let command = Arguments::command();
    let command = command.mut_subcommand("run", door::with_all);
    let command = command.mut_subcommand("merge", door::with_outputs);
    let command = tilewright_tasks::all().fold(command, with_task);
    with_environment(command)
}

/// The command as far as these words need it: where they begin with a game and the verb of a
/// task, that task alone, since flags are made from schemas and those of all tasks take longer
/// than many an answer.
pub(crate) fn command_for(words: &[OsString]) -> clap::Command {
    let word =
        |at: usize| words.get(at).and_then(|word| word.to_str()).unwrap_or_default();
    match tilewright_tasks::find(&format!("{}/{}", word(1), word(2))) {
        Ok(entry) => with_environment(with_task(Arguments::command(), entry)),
        Err(_) => command(),
    }
}

/// The command with a task among the verbs of its game, in their order.
fn with_task(command: clap::Command, entry: &Entry) -> clap::Command {
    let (game, _) = entry.name.split_once('/').unwrap_or(("", entry.name));
    command.mut_subcommand(game, |game| {
        let verb = door::command(entry);
        let verb = if entry.name == Play::NAME { hand::with_hand(verb) } else { verb };
        let game = game.subcommand(verb);
        game.mut_subcommands(|verb| {
            let place = VERBS.iter().position(|known| *known == verb.get_name());
            verb.display_order(place.unwrap_or(VERBS.len()))
        })
    })
}

/// The order in which help lists the verbs.
const VERBS: [&str; 21] = [
    "generate",
    "analyze",
    "play",
    "calibrate",
    "pack",
    "export",
    "score",
    "place",
    "count",
    "hunt",
    "duel",
    "plan",
    "routes",
    "pareto",
    "check",
    "compare",
    "convert",
    "bench",
    "eval",
    "move",
    "train",
];

fn with_environment(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        if matches!(arg.get_id().as_str(), "help" | "version") {
            return arg;
        }
        match arg.get_long().map(variable) {
            Some(name) => from_variable(arg, name),
            None => arg,
        }
    });
    command.mut_subcommands(with_environment)
}

/// The option, which takes what stands in that variable unless it is empty.
fn from_variable(arg: Arg, name: String) -> Arg {
    let arg = match arg.get_action() {
        ArgAction::SetTrue => arg.value_parser(BoolishValueParser::new()),
        // What is no number is told as such, and not as an option that does not exist.
        _ => arg.allow_negative_numbers(true),
    };
    if std::env::var_os(&name).is_some_and(|value| !value.is_empty()) {
        arg.env(name).hide_env(true)
    } else {
        arg
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_is_well_formed() {
        super::command().debug_assert();
    }
}
