//! The arguments of the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use tilewright_tasks::match3::PlayRequest;
use tilewright_tasks::{Entry, GAMES, Game, Task as _};

use crate::door;
use crate::examples::with_examples;
use crate::match3::hand;
use crate::shared::{SharedOptions, variable};
use clap::{Arg, ArgAction, Args, CommandFactory, Parser, Subcommand};

mod battleship;
mod game2048;
mod runs;

pub(crate) use battleship::{Battleship, Play as PlayShips};
pub(crate) use game2048::{Game2048, Play as PlayTiles};
pub(crate) use runs::{Export, List, Runs};

/// AI for tile games: generate match-3 levels, plan paths, play 2048 and Battleship.
#[derive(Debug, Parser)]
#[command(
    name = "tilewright",
    bin_name = "tilewright",
    version,
    propagate_version = true,
    max_term_width = 100,
    after_help = "Every option can also be set by an environment variable (TILEWRIGHT_SEED for \
                  --seed) or in tilewright.toml.\nExit codes: 0 done; 1 done, and the answer is \
                  no; 2 invalid input, or a request proved impossible; 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) shared: SharedOptions,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(name = "2048", subcommand)]
    Game2048(Game2048),
    #[command(subcommand)]
    Battleship(Battleship),
    /// Show the main features on built-in inputs: a page with pictures.
    Tour(Tour),
    /// Measure every table of the five articles again, theirs beside ours: a page with pictures.
    ///
    /// Three articles on blogs, a lesson and a paper let evolution or search play and make games; the
    /// page shows what they claim, what of it holds, and what is better now. It takes some minutes.
    Redo(Redo),
    /// Open a page in the browser where levels, maps and games are painted, played and searched.
    ///
    /// The page is served to this machine alone, until Ctrl-C. Every run is recorded.
    #[cfg(feature = "workbench")]
    Workbench(Workbench),
    /// Serve the tasks as tools to a coding agent, by the Model Context Protocol over stdin and stdout.
    ///
    /// A client starts this by itself, from a line of its settings. Tools see the files below the folder alone, and write none unless --write is given.
    #[cfg(feature = "mcp")]
    Mcp(Mcp),
    /// Print the page of a task, what it does, every key with its range and default, its files, examples; or a page of the book.
    Docs {
        /// The task, such as match3/generate, or the page, such as formats; all in a line each if absent
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// Run a request: a JSON document with the name of a task and its options.
    ///
    /// `tilewright schema TASK` describes its keys. The answer is that of the task's own command. The
    /// JSON answer of an earlier run is also accepted: its request is run again.
    Run {
        /// The JSON document; `-` is stdin.
        #[arg(value_name = "FILE")]
        request: PathBuf,
    },
    /// List, show, repeat, resume and export recorded runs.
    ///
    /// Commands with --record-run record: what was asked, the answer, and how the work went.
    #[command(subcommand)]
    Runs(Runs),
    /// Merge the parts of a run, each made with --part K/N, into its answer.
    ///
    /// The answer has the same bytes as that of the undivided run. The input files
    /// are read again, under the same names.
    Merge {
        /// The files of all parts, in any order.
        #[arg(value_name = "PART", required = true)]
        parts: Vec<PathBuf>,
    },
    /// Print the JSON Schema of a task's requests, or the names of all tasks.
    Schema {
        /// The task, such as match3/analyze.
        #[arg(value_name = "TASK")]
        task: Option<String>,
    },
    /// Print a shell's completion script.
    ///
    /// Save the script where the shell looks for completions, then open a new shell:
    ///
    /// bash: ~/.local/share/bash-completion/completions/tilewright
    ///
    /// zsh: a file _tilewright in a folder of $fpath, such as ~/.zfunc; ~/.zshrc needs the lines
    /// `fpath+=~/.zfunc` and `autoload -U compinit; compinit`
    ///
    /// fish: ~/.config/fish/completions/tilewright.fish
    ///
    /// elvish: at the end of ~/.config/elvish/rc.elv
    ///
    /// powershell: at the end of the file $PROFILE
    Completions {
        /// Shell for which the script is.
        shell: clap_complete::Shell,
    },
    /// Print the manual: a page in the format of man for each command.
    Man,
}

#[derive(Args, Debug)]
pub(crate) struct Tour {
    /// Folder for the page and its pictures; an earlier tour in it is replaced.
    #[arg(long, value_name = "DIR", default_value = "tour")]
    pub(crate) out: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct Redo {
    /// Folder for the page, its pictures and its inputs; an earlier one in it is replaced.
    #[arg(value_name = "FOLDER", default_value = "redo")]
    pub(crate) folder: PathBuf,
    /// A tenth of the runs and games, within a minute.
    #[arg(long)]
    pub(crate) quick: bool,
}

#[cfg(feature = "workbench")]
#[derive(Args, Debug)]
pub(crate) struct Workbench {
    /// A folder of levels and maps to open and to save to.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// The port of the page; 0 for any free one, which is also taken if this one is not free.
    #[arg(long, value_name = "N", default_value = "8750", value_parser = crate::shared::number::<u16>(0, u16::MAX))]
    pub(crate) port: u16,
    /// Only print the address; open no browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Read the files of the page from this folder, while working on them.
    #[arg(long, value_name = "DIR", hide = true)]
    pub(crate) web_dir: Option<PathBuf>,
}

#[cfg(feature = "mcp")]
#[derive(Args, Debug)]
pub(crate) struct Mcp {
    /// The folder of levels, maps and other files; names in calls are relative to it.
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// Let calls write files below the folder.
    #[arg(long)]
    pub(crate) write: bool,
}

/// The whole command. Every option can be set by an environment variable of its name.
pub(crate) fn command() -> clap::Command {
    let command = Arguments::command();
    let command = command.mut_subcommand("run", door::with_all);
    let command = command.mut_subcommand("merge", door::with_outputs);
    let resume = |runs: clap::Command| runs.mut_subcommand("resume", door::with_outputs);
    let command = command.mut_subcommand("runs", resume);
    let command = GAMES.iter().fold(command, |command, game| {
        game.tasks.iter().fold(command, |command, task| with_task(command, game, task))
    });
    let command = command.mut_subcommands(|it| ordered(it, GAMES.map(|it| it.name)));
    with_examples(with_environment(command))
}

/// The part of the command that these arguments need. If they begin with a game and the verb of a
/// task, only that task: making the flags of all tasks from their schemas would take longer than
/// many answers.
pub(crate) fn command_for(words: &[OsString]) -> clap::Command {
    let word = |at: usize| words.get(at).and_then(|word| word.to_str());
    let game = GAMES.iter().find(|game| Some(game.name) == word(1));
    let task = game.zip(word(2)).and_then(|(game, verb)| {
        let task = game.tasks.iter().find(|task| task.verb() == verb);
        Some((game, task?))
    });

    match task {
        Some((game, task)) => {
            with_examples(with_environment(with_task(Arguments::command(), game, task)))
        }
        None => command(),
    }
}

/// The command with a task as a subcommand of its game.
fn with_task(command: clap::Command, game: &Game, task: &Entry) -> clap::Command {
    let verb = door::command(task);
    let verb = if task.name == PlayRequest::NAME { hand::with_hand(verb) } else { verb };
    let names = game.tasks.iter().map(Entry::verb);

    let with_verb = |it: clap::Command| {
        let it = it.about(game.about).subcommand_required(true);
        let it = it.arg_required_else_help(true).subcommand(verb);
        it.mut_subcommands(|verb| ordered(verb, names.clone()))
    };
    if command.find_subcommand(game.name).is_some() {
        command.mut_subcommand(game.name, with_verb)
    } else {
        command.subcommand(with_verb(clap::Command::new(game.name)))
    }
}

/// The command with its position in help: that of its name in `names`, or after all of them.
fn ordered(
    command: clap::Command,
    names: impl IntoIterator<Item = &'static str>,
) -> clap::Command {
    let place = names.into_iter().position(|name| name == command.get_name());
    let own = command.get_display_order().min(100);
    command.display_order(place.unwrap_or(100 + own))
}

fn with_environment(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        if matches!(arg.get_id().as_str(), "help" | "version") {
            return arg;
        }
        let name = arg.get_long().map(variable);
        from_variable(arg, name)
    });
    command.mut_subcommands(with_environment)
}

/// The option with its environment variable as a default, if that is set and not empty.
fn from_variable(arg: Arg, name: Option<String>) -> Arg {
    let arg = match arg.get_action() {
        ArgAction::SetTrue => arg.value_parser(switch),
        // A negative number is refused as a value, not as an unknown option.
        _ => arg.allow_negative_numbers(true),
    };
    let is_set = |name: &String| std::env::var_os(name).is_some_and(|it| !it.is_empty());
    match name.filter(is_set) {
        Some(name) => arg.env(name).hide_env(true),
        None => arg,
    }
}

/// Parses the value of a switch in the environment or the settings file.
fn switch(word: &str) -> Result<bool, &'static str> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "y" | "on" | "t" => Ok(true),
        "false" | "0" | "no" | "n" | "off" | "f" => Ok(false),
        _ => Err("expected true or false"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_is_well_formed() {
        super::command().debug_assert();
    }
}
