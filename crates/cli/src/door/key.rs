//! A key of a request as an argument of the command line: its schema gives type, range, default and
//! help.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use schemars::Schema;
use serde_json::{Map, Value};

use super::help::{documented, flagged, fragment};
use crate::files::DASH;
use crate::shared::number;

/// A value as an argument of the command line.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(word) => Some(word.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A key of a request, with its schema.
pub(super) struct Key {
    pub(super) name: String,
    schema: Map<String, Value>,
    /// Whether it must be given.
    is_required: bool,
}

/// The type of the values of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Switch,
    Whole,
    Number,
    Text,
}

/// The arguments for the keys of a schema; the seed is an option of all commands.
pub(super) fn args(schema: &Schema) -> Vec<Arg> {
    let keys = keys(schema);
    keys.iter().map(|key| key.arg(&keys)).collect()
}

/// The keys of a schema without the seed, which is an option of all commands.
pub(super) fn keys(schema: &Schema) -> Vec<Key> {
    let known = schema.get("properties").and_then(Value::as_object);
    let known = known.into_iter().flatten().filter(|(name, _)| *name != "seed");
    let required = schema.get("required").and_then(Value::as_array);
    let keys = known.filter_map(|(name, schema)| {
        let schema = schema.as_object()?.clone();
        let is_required = required.is_some_and(|them| them.iter().any(|it| it == name));
        Some(Key { name: name.clone(), schema, is_required })
    });
    keys.collect()
}

impl Key {
    /// The text of an attribute of the schema.
    fn text(&self, key: &str) -> Option<&str> {
        self.schema.get(key)?.as_str()
    }

    fn is_list(&self) -> bool {
        types(&self.schema).contains(&"array")
    }

    /// The schema of one value: of an item of a list, or without the null of an optional value.
    fn value_schema(&self) -> &Map<String, Value> {
        if self.is_list() {
            let items = self.schema.get("items").and_then(Value::as_object);
            return items.unwrap_or(&self.schema);
        }
        let any = self.schema.get("anyOf").and_then(Value::as_array);
        let mut any = any.into_iter().flatten().filter_map(Value::as_object);
        any.find(|schema| types(schema) != ["null"]).unwrap_or(&self.schema)
    }

    fn form(&self) -> Form {
        let types = types(self.value_schema());
        let is = |name| types.contains(&name);
        match () {
            () if is("boolean") => Form::Switch,
            () if is("string") => Form::Text,
            () if is("integer") => Form::Whole,
            () if is("number") => Form::Number,
            () => Form::Text,
        }
    }

    /// The possible values, with the help of each.
    fn choices(&self) -> Option<Vec<(String, Option<String>)>> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        if let Some(Value::Array(words)) = self.value_schema().get("enum") {
            let words = words.iter().filter_map(text);
            return Some(words.map(|word| (word, None)).collect());
        }
        let Some(Value::Array(variants)) = self.value_schema().get("oneOf") else {
            return None;
        };

        let variant = |variant: &Value| {
            let word = variant.get("const").and_then(text)?;
            Some((word, variant.get("description").and_then(text)))
        };
        variants.iter().map(variant).collect()
    }

    /// The default as arguments of the command line.
    fn default_words(&self) -> Option<Vec<String>> {
        match self.schema.get("default")? {
            Value::Array(values) if !values.is_empty() => {
                values.iter().map(word).collect()
            }
            value => word(value).map(|word| vec![word]),
        }
    }

    /// Whether its schema says that it cannot be combined with the other key.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        let excluded = self.schema.get("x-excludes").and_then(Value::as_array);
        excluded.into_iter().flatten().any(|name| name == &*other.name)
    }

    fn flag(&self) -> String {
        flag(&self.name)
    }

    /// The name in help: the flag, or the placeholder of a positional argument.
    pub(super) fn display_name(&self) -> String {
        match self.text("x-value") {
            Some(value) if self.schema.contains_key("x-position") => value.to_owned(),
            _ => format!("--{}", self.flag()),
        }
    }

    /// The help text, with the range of a number.
    fn help(&self, keys: &[Self]) -> String {
        let help = flagged(self.text("description").unwrap_or_default(), keys);
        let Some(range) = self.range().filter(|_| !help.contains("[range")) else {
            return help;
        };
        let (first, rest) = help.split_once("\n\n").unwrap_or((&help, ""));
        let gap = if rest.is_empty() { "" } else { "\n\n" };
        format!("{} [range: {range}]{gap}{rest}", fragment(first))
    }

    /// The range of a number. A maximum of 10¹² or more is left out, since nobody reaches it.
    fn range(&self) -> Option<String> {
        let bound = |key| {
            let bound = self.value_schema().get(key).or_else(|| self.schema.get(key))?;
            bound.as_f64()
        };
        let plain = |bound: f64| format!("{bound}");
        let max = bound("maximum").filter(|max| *max < 1e12);

        match (bound("minimum"), max) {
            (Some(min), Some(max)) => Some(format!("{} to {}", plain(min), plain(max))),
            (Some(min), None) if min != 0.0 => Some(format!("{} or more", plain(min))),
            (None, Some(max)) => Some(format!("{} or less", plain(max))),
            (_, None) => None,
        }
    }

    pub(super) fn arg(&self, keys: &[Self]) -> Arg {
        let help = self.help(keys);
        let mut arg = Arg::new(self.name.clone());
        arg = match self.schema.get("x-position").and_then(Value::as_u64) {
            Some(position) => arg.index(usize::try_from(position).unwrap_or(1)),
            None => arg.long(self.flag()),
        };

        if let Some(heading) = self.text("x-heading") {
            arg = arg.help_heading(heading.to_owned());
        }

        arg = documented(&help, |short, long| match long {
            Some(long) => arg.clone().help(short).long_help(long),
            None => arg.clone().help(short),
        });
        let excluded = keys.iter().filter(|other| self.excludes(other));
        arg = arg.conflicts_with_all(excluded.map(|other| other.name.clone()));
        if self.form() == Form::Switch {
            return arg.action(ArgAction::SetTrue);
        }

        let name = self.text("x-value").unwrap_or("VALUE").to_owned();
        arg = self.parsed(arg).value_name(name);
        arg = match (self.default_words(), self.text("x-list")) {
            (Some(words), Some(comma)) => arg.default_value(words.join(comma)),
            (Some(words), None) => arg.default_values(words),
            (None, _) => arg,
        };

        if let Some(alone) = self.text("x-alone") {
            arg = arg.num_args(0..=1).default_missing_value(alone.to_owned());
        }

        if self.is_list() {
            arg = self.several(arg);
        }

        if self.is_required { arg.required(true) } else { arg }
    }

    /// Whether it is a positional argument.
    pub(super) fn is_positional(&self) -> bool {
        self.schema.contains_key("x-position")
    }

    /// The arguments that give it a value.
    pub(super) fn words(&self, value: &Value) -> Option<Vec<String>> {
        let mut values: Vec<String> = match value {
            Value::Bool(is_on) => {
                let flag = format!("--{}", self.flag());
                return Some(is_on.then_some(flag).into_iter().collect());
            }
            Value::Array(values) => values.iter().map(word).collect::<Option<_>>()?,
            value => vec![word(value)?],
        };

        if let Some(list) = self.text("x-list") {
            values = vec![values.join(list)];
        }

        Some(values.into_iter().flat_map(|value| self.given(value)).collect())
    }

    /// The arguments that give it one value.
    fn given(&self, value: String) -> Vec<String> {
        let is_like_flag = value.starts_with('-') && value != DASH;
        match (self.is_positional(), is_like_flag) {
            (true, false) => vec![value],
            (true, true) => vec![format!("./{value}")],
            (false, false) => vec![format!("--{}", self.flag()), value],
            (false, true) => vec![format!("--{}={value}", self.flag())],
        }
    }

    fn several(&self, arg: Arg) -> Arg {
        if self.is_positional() {
            return arg.action(ArgAction::Append).num_args(1..).required(true);
        }
        let arg = arg.action(ArgAction::Append);
        match self.text("x-list").and_then(|list| list.chars().next()) {
            Some(comma) => arg.value_delimiter(comma),
            None => arg,
        }
    }

    fn parsed(&self, arg: Arg) -> Arg {
        let bound = |key| self.value_schema().get(key).and_then(Value::as_i64);
        match (self.choices(), self.form()) {
            (Some(choices), _) => {
                let value = |(word, help): (String, Option<String>)| {
                    let value = PossibleValue::new(word);
                    help.map_or(value.clone(), |help| value.help(fragment(&help)))
                };
                let values = choices.into_iter().map(value);
                arg.value_parser(PossibleValuesParser::new(values))
            }
            (None, Form::Whole) => {
                let min = bound("minimum").unwrap_or(0);
                let max = bound("maximum").unwrap_or(i64::MAX);
                arg.value_parser(number::<i64>(min, max))
            }
            (None, Form::Number) => arg.value_parser(finite),
            (None, _) => arg.value_parser(value_parser!(String)),
        }
    }

    /// The value in the parsed arguments.
    pub(super) fn value(&self, matches: &ArgMatches) -> Option<Value> {
        match self.form() {
            Form::Switch => matches.get_one::<bool>(&self.name).map(|&it| it.into()),
            Form::Whole => self.collected::<i64>(matches),
            Form::Number => self.collected::<f64>(matches),
            Form::Text => self.collected::<String>(matches),
        }
    }

    fn collected<T>(&self, matches: &ArgMatches) -> Option<Value>
    where
        T: Clone + Into<Value> + Send + Sync + 'static,
    {
        let mut values = matches.get_many::<T>(&self.name)?.cloned().map(Into::into);
        if self.is_list() { Some(values.collect()) } else { values.next() }
    }
}

/// The name of the option of a key.
fn flag(name: &str) -> String {
    name.replace('_', "-")
}

/// Parses a finite number.
fn finite(word: &str) -> Result<f64, &'static str> {
    let number = word.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or("expected a number")
}

/// The types that a schema allows.
fn types(schema: &Map<String, Value>) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(only)) => vec![only],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}
