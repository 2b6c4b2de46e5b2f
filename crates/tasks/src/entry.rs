//! The table of all tasks.

use anyhow::anyhow;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tilewright_grid::{Seed, in_plain_words};

use crate::renamed::renamed;
use crate::{Answer, GAMES, Head, Hint, Host, Keeping, Output, Refusal, Task};

/// A game and its tasks.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// The name with which those of its tasks begin.
    pub name: &'static str,
    /// What can be done with it, in a line without a full stop.
    pub about: &'static str,
    /// Its tasks, in the order in which people look for them.
    pub tasks: &'static [Entry],
}

/// A task of which a door knows only that it is one.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, game first, such as `match3/analyze`.
    pub name: &'static str,
    /// What a door can make of the answer besides showing it.
    pub outputs: &'static [Output],
    /// Whether what is done is kept item by item.
    pub keeping: Keeping,
    schema: fn() -> Schema,
    read: Read,
}

type Read = fn(Map<String, Value>) -> Result<Box<dyn Request>, Refusal>;

/// A request that was read and found sound.
pub trait Request {
    /// As [`Task::seed`].
    fn seed(&mut self) -> Option<&mut Option<Seed>>;

    /// As [`Task::earlier_seed`].
    fn earlier_seed(&self, host: &dyn Host) -> Option<Seed>;

    /// The request as a document, with the seed that it has.
    ///
    /// # Errors
    /// When a number in it is none.
    fn document(&self) -> serde_json::Result<Map<String, Value>>;

    /// What the answer says besides its contents; the seed must be known by then.
    ///
    /// # Errors
    /// When a number in the request is none.
    fn head(&self) -> serde_json::Result<Head>;

    /// As [`Task::GROWS_BY`].
    fn grows_by(&self) -> &'static [&'static str];

    /// As [`Task::keeping`].
    fn keeping(&self) -> Keeping;

    /// As [`Task::check_outputs`].
    ///
    /// # Errors
    /// As there.
    fn check_outputs(&self, asked: &[&str]) -> Result<(), Refusal>;

    /// As [`Task::is_folder`].
    fn is_folder(&self, output: &str) -> bool;

    /// As [`Task::is_own`].
    fn is_own(&self, file: &str) -> bool;

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

impl<T: Task<Answer: 'static>> Request for T {
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

    fn head(&self) -> serde_json::Result<Head> {
        Ok(Head::new(T::NAME, self.document()?))
    }

    fn grows_by(&self) -> &'static [&'static str] {
        T::GROWS_BY
    }

    fn keeping(&self) -> Keeping {
        Task::keeping(self)
    }

    fn check_outputs(&self, asked: &[&str]) -> Result<(), Refusal> {
        Task::check_outputs(self, asked)
    }

    fn is_folder(&self, output: &str) -> bool {
        Task::is_folder(self, output)
    }

    fn is_own(&self, file: &str) -> bool {
        Task::is_own(self, file)
    }

    fn check_divided(&self) -> Result<(), Refusal> {
        Task::check_divided(self)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        Ok(Box::new(Task::run(self, host)?))
    }
}

impl Entry {
    /// The entry of a task.
    pub const fn of<T: Task<Answer: 'static> + 'static>() -> Self {
        Self {
            name: T::NAME,
            outputs: T::OUTPUTS,
            keeping: T::KEEPING,
            schema: schema_of::<T>,
            read: boxed::<T>,
        }
    }

    /// Its name without that of the game.
    pub fn verb(&self) -> &'static str {
        self.name.split_once('/').map_or(self.name, |(_, verb)| verb)
    }

    /// The JSON Schema of its request: types, ranges, defaults and help. Keys that begin with
    /// `x-` say how the request is laid out as a command: `x-value` is what a value is called,
    /// `x-position` marks what is told by its place, as `x-output-position` marks the output,
    /// `x-list` separates values, `x-excludes` lists keys that cannot be given beside it, `x-alone` is
    /// the value of an option that stands alone, `x-aliases` lists names that the key had in the version
    /// before, and `x-old-values` maps values of that version to those of today.
    pub fn schema(&self) -> Schema {
        (self.schema)()
    }

    /// The schema as a text.
    pub fn schema_text(&self) -> String {
        format!("{:#}\n", self.schema().to_value())
    }

    /// The name of the file that holds the schema in the folder `schemas` of this crate.
    pub fn file(&self) -> String {
        format!("{}.json", self.name.replace('/', "-"))
    }

    /// Reads a request. A key that is missing has its default.
    ///
    /// # Errors
    /// Where a key is unknown, a value out of its range, or the request not sound; the
    /// [`key`](Refusal::key) is named where it is one that is wrong.
    pub fn read(
        &self,
        document: Map<String, Value>,
    ) -> Result<Box<dyn Request>, Refusal> {
        (self.read)(document)
    }
}

/// All tasks, game by game.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    GAMES.into_iter().flat_map(|game| game.tasks)
}

/// The task of that name.
///
/// # Errors
/// Where there is none; a name like it is the hint.
pub fn find(name: &str) -> Result<&'static Entry, Refusal> {
    all().find(|entry| entry.name == name).ok_or_else(|| Refusal {
        error: anyhow!("there is no task `{name}`"),
        hint: like_task(name),
        key: None,
    })
}

/// The JSON Schema of keys: of a request, or of such as requests share.
pub fn schema_of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|it| it.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>()
}

fn boxed<T: Task<Answer: 'static> + 'static>(
    document: Map<String, Value>,
) -> Result<Box<dyn Request>, Refusal> {
    Ok(Box::new(read::<T>(document)?))
}

/// Reads a request of a task that is known, as [`Entry::read`] does.
///
/// # Errors
/// As there.
pub fn read<T: Task>(document: Map<String, Value>) -> Result<T, Refusal> {
    let request: T = read_keys(document)?;
    request.check()?;
    Ok(request)
}

/// Reads keys that all have a default: of a request, or such as requests share.
///
/// # Errors
/// As [`Entry::read`], but for what the request does not allow.
pub fn read_keys<T: JsonSchema + DeserializeOwned>(
    document: Map<String, Value>,
) -> Result<T, Refusal> {
    let schema = schema_of::<T>();
    let document = renamed(&schema, document)?;
    let known = schema.get("properties").and_then(Value::as_object);
    let known = || known.into_iter().flatten().map(|(key, _)| key.as_str());
    for (key, value) in &document {
        if !known().any(|known| known == key) {
            return Err(Refusal {
                error: anyhow!("unknown key `{key}`"),
                hint: like(key, known()),
                key: None,
            });
        }
        // Alone, since every key has a default: so the error is of this one.
        let alone = Map::from_iter([(key.clone(), value.clone())]);
        if let Err(error) = serde_json::from_value::<T>(Value::Object(alone)) {
            let (error, key) = (anyhow!(in_plain_words(&error)), Some(key.clone()));
            return Err(Refusal { error, hint: None, key });
        }
    }
    Ok(serde_json::from_value(Value::Object(document))?)
}

/// A hint at the task of the same game whose verb is most like that one's, or of the same verb.
fn like_task(name: &str) -> Option<Hint> {
    let (game, verb) = name.split_once('/')?;
    let halves = |entry: &'static Entry| entry.name.split_once('/').unwrap_or_default();
    let verbs =
        all().filter(|entry| halves(entry).0 == game).map(|entry| halves(entry).1);
    let near = nearest(verb, verbs).map(|verb| format!("{game}/{verb}"));
    let other = || {
        let games = all().filter(|entry| halves(entry).1 == verb);
        let game = nearest(game, games.map(|entry| halves(entry).0))?;
        Some(format!("{game}/{verb}"))
    };
    near.or_else(other).map(|name| format!("did you mean `{name}`?").into())
}

/// A hint at the name that is most like that one, if any is.
fn like<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<Hint> {
    nearest(name, known).map(|known| format!("did you mean `{known}`?").into())
}

/// The name that is most like that one, if any is like it.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.map(|known| (strsim::jaro_winkler(name, known), known));
    let best = near.max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(likeness, _)| *likeness > 0.7).map(|(_, known)| known)
}
