//! The table of all tasks, in which doors find them by name.

use anyhow::anyhow;
use schemars::Schema;
use serde_json::{Map, Value, json};
use tilewright_grid::Seed;

use crate::read::{nearest, read, schema_of};
use crate::{
    Answer, GAMES, Hint, Host, Output, OwnFile, Refusal, Refuse as _, ResumeSupport, Task,
};

/// A game and its tasks.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// Its name, the first part of the names of its tasks.
    pub name: &'static str,
    /// Its help text: one line without a full stop.
    pub about: &'static str,
    /// Its tasks, in the order in which help lists them.
    pub tasks: &'static [Entry],
}

/// A task without its type, as a door handles it: every entry has the same type.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name, game first, such as `match3/analyze`.
    pub name: &'static str,
    /// The files and pictures that a door can write from the answer.
    pub outputs: &'static [Output],
    /// Whether the task keeps finished items.
    pub keeping: ResumeSupport,
    /// The keys that may differ when a run is resumed, as [`Task::GROWS_BY`].
    pub grows_by: &'static [&'static str],
    schema: fn() -> Schema,
    read: RequestReader,
    folder: fn() -> Option<OwnFile>,
}

type RequestReader = fn(Map<String, Value>) -> Result<Box<dyn Request>, Refusal>;

/// A request that was read and checked: a [`Task`] without its type.
pub trait Request: Send + Sync {
    /// As [`Task::seed`].
    fn seed(&mut self) -> Option<&mut Option<Seed>>;

    /// As [`Task::earlier_seed`].
    fn earlier_seed(&self, host: &dyn Host) -> Option<Seed>;

    /// The request as a JSON document.
    ///
    /// # Errors
    /// If a number is not finite.
    fn document(&self) -> serde_json::Result<Map<String, Value>>;

    /// As [`Task::keeping`].
    fn keeping(&self) -> ResumeSupport;

    /// As [`Task::check_outputs`].
    ///
    /// # Errors
    /// As there.
    fn check_outputs(&self, asked: &[&str]) -> Result<(), Refusal>;

    /// As [`Task::folder`].
    fn folder(&self) -> Option<OwnFile>;

    /// As [`Task::check_divided`].
    ///
    /// # Errors
    /// As there.
    fn check_divided(&self) -> Result<(), Refusal>;

    /// As [`Task::run`].
    ///
    /// # Errors
    /// As there.
    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal>;
}

impl<T: Task> Request for T {
    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Task::seed(self)
    }

    fn earlier_seed(&self, host: &dyn Host) -> Option<Seed> {
        Task::earlier_seed(self, host)
    }

    fn document(&self) -> serde_json::Result<Map<String, Value>> {
        match serde_json::to_value(self)? {
            Value::Object(document) => Ok(document),
            _ => Ok(Map::new()),
        }
    }

    fn keeping(&self) -> ResumeSupport {
        Task::keeping(self)
    }

    fn check_outputs(&self, asked: &[&str]) -> Result<(), Refusal> {
        Task::check_outputs(self, asked)
    }

    fn folder(&self) -> Option<OwnFile> {
        Task::folder(self)
    }

    fn check_divided(&self) -> Result<(), Refusal> {
        Task::check_divided(self)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        Task::run(self, host)
    }
}

impl Entry {
    /// The entry of a task.
    pub const fn of<T: Task + 'static>() -> Self {
        Self {
            name: T::NAME,
            outputs: T::OUTPUTS,
            keeping: T::KEEPING,
            grows_by: T::GROWS_BY,
            schema: schema_of::<T>,
            read: boxed::<T>,
            folder: folder::<T>,
        }
    }

    /// The folder that the output `output` is as long as no key of the request is set.
    pub fn folder(&self) -> Option<OwnFile> {
        (self.folder)()
    }

    /// Checks that the task has an output, and that it can be written with an ending; an empty
    /// ending is the usual one.
    ///
    /// # Errors
    /// If it does not; the hint lists the endings.
    pub fn check_output(&self, output: &str, ending: &str) -> Result<(), Refusal> {
        let Some(known) = self.outputs.iter().find(|it| it.name() == output) else {
            return Err(anyhow!("{} has no output `{output}`", self.name).into());
        };

        let (what, endings) = match known {
            Output::Picture(_) => ("pictures", Output::PICTURES.as_slice()),
            Output::File(named) | Output::Report(named, _) => (named.what, named.endings),
        };
        if ending.is_empty() || endings.is_empty() || endings.contains(&ending) {
            return Ok(());
        }

        Err(anyhow!("{what} cannot be written as .{ending}"))
            .hint(format!("the endings are {}", endings.join(", ")))
    }

    /// The name without the game, such as `analyze`.
    pub fn verb(&self) -> &'static str {
        self.name.split_once('/').map_or(self.name, |(_, verb)| verb)
    }

    /// The JSON Schema of the request: types, ranges, defaults and help.
    ///
    /// Attributes that begin with `x-` describe the command line: `x-value` is the placeholder of a
    /// value in help, `x-position` the index of a positional argument, `x-output-position` that of
    /// the output, `x-list` the separator of a list, `x-excludes` the keys that cannot be combined
    /// with this one, `x-names` lists of names that a value can have, which end the help, `x-alone` the value of an option given without one, `x-heading` the heading
    /// in help.
    ///
    /// ```
    /// let schema = tilewright_tasks::find("battleship/count").ok().unwrap().schema().to_value();
    /// assert_eq!(schema["properties"]["rows"]["maximum"], 26);
    /// ```
    pub fn schema(&self) -> Schema {
        (self.schema)()
    }

    /// The schema as text.
    pub fn schema_text(&self) -> String {
        format!("{:#}\n", self.schema().to_value())
    }

    /// The task as a document, for pages that offer it.
    pub fn document(&self) -> Value {
        let output = |output: &Output| match output {
            Output::Picture(help) => json!({ "name": "picture", "help": help }),
            Output::File(file) | Output::Report(file, _) => json!({
                "name": file.name, "what": file.what, "endings": file.endings, "help": file.help
            }),
        };
        json!({
            "name": self.name,
            "keeping": format!("{:?}", self.keeping).to_lowercase(),
            "outputs": self.outputs.iter().map(output).collect::<Vec<_>>(),
            "schema": self.schema().to_value(),
        })
    }

    /// The file name of the schema in the folder `schemas` of this crate.
    pub fn file(&self) -> String {
        format!("{}.json", self.name.replace('/', "-"))
    }

    /// Reads a request. Missing keys have their defaults.
    ///
    /// # Errors
    /// If a key is unknown, a value is out of range, or the [check](Task::check) of the task fails;
    /// [`Refusal::key`] names the key if a single one is wrong.
    pub fn read(
        &self,
        document: Map<String, Value>,
    ) -> Result<Box<dyn Request>, Refusal> {
        (self.read)(document)
    }
}

/// All tasks, game by game.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    GAMES.iter().flat_map(|game| game.tasks)
}

/// The task of that name.
///
/// ```
/// let task = tilewright_tasks::find("match3/analyze").ok().unwrap();
/// assert_eq!(task.verb(), "analyze");
///
/// let refusal = tilewright_tasks::find("match3/analyse").err().unwrap();
/// assert_eq!(refusal.to_string(), "unknown task `match3/analyse`");
/// assert_eq!(refusal.hint.unwrap().0, "did you mean `match3/analyze`?");
/// ```
///
/// # Errors
/// If there is none; the hint names the most similar task.
pub fn find(name: &str) -> Result<&'static Entry, Refusal> {
    find_among(&GAMES, name)
}

/// The task of that name of one of these games, for doors that have not all of them.
///
/// # Errors
/// As [`find`].
pub fn find_among(games: &'static [Game], name: &str) -> Result<&'static Entry, Refusal> {
    let mut tasks = games.iter().flat_map(|game| game.tasks);
    tasks.find(|entry| entry.name == name).ok_or_else(|| Refusal {
        error: anyhow!("unknown task `{name}`"),
        hint: like_task(games, name),
        key: None,
    })
}

fn folder<T: Task>() -> Option<OwnFile> {
    let request: Option<T> = serde_json::from_value(Value::Object(Map::new())).ok();
    request.and_then(|request| request.folder())
}

fn boxed<T: Task + 'static>(
    document: Map<String, Value>,
) -> Result<Box<dyn Request>, Refusal> {
    Ok(Box::new(read::<T>(document)?))
}

/// A hint that names the most similar task of the same game, or one of the same verb.
fn like_task(games: &'static [Game], name: &str) -> Option<Hint> {
    let all = || games.iter().flat_map(|game| game.tasks);
    let (game, verb) = name.split_once('/')?;
    let parts = |entry: &'static Entry| entry.name.split_once('/').unwrap_or_default();
    let verbs = all().filter(|entry| parts(entry).0 == game).map(|entry| parts(entry).1);
    let near = nearest(verb, verbs).map(|verb| format!("{game}/{verb}"));
    let other = || {
        let games = all().filter(|entry| parts(entry).1 == verb);
        let game = nearest(game, games.map(|entry| parts(entry).0))?;
        Some(format!("{game}/{verb}"))
    };
    near.or_else(other).map(|name| format!("did you mean `{name}`?").into())
}
