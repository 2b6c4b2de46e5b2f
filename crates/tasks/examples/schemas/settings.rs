//! The settings of the engine for Python: a class for each operator and each scheme, made from their JSON Schema.

use std::fmt::Write as _;

use schemars::generate::SchemaSettings;
use serde_json::Value;
use tilewright_evolve::settings::Scheme;

use crate::names::literal;
use crate::python::{docs, kind};

/// The file of the module.
pub(crate) const NAME: &str = "_evolve_settings.py";

/// The families of settings, those first that others are made of.
const FAMILIES: [&str; 6] =
    ["Selection", "Crossover", "Mutation", "Axis", "OneScheme", "OnIslands"];

/// The longest line of a docstring.
const WIDTH: usize = 110;

/// The module.
pub(crate) fn module() -> String {
    let settings = SchemaSettings::draft2020_12();
    let schema = settings.into_generator().into_root_schema_for::<Scheme>().to_value();
    let families = &schema["$defs"];
    let (mut text, mut names) = (String::new(), vec!["Scheme".to_owned()]);
    for name in FAMILIES {
        let family = &families[name];
        // A family is of several kinds or a class itself.
        let Some(kinds) = family["oneOf"].as_array() else {
            text += &class(name, name, family, families);
            names.push(name.to_owned());
            continue;
        };
        let classes: Vec<_> = kinds.iter().map(|it| in_camels(word(it))).collect();
        for (class_name, schema) in classes.iter().zip(kinds) {
            text += &class(name, class_name, schema, families);
        }
        if classes.len() > 1 {
            let about = words(family).replace('\n', " ");
            let of = classes.join(" | ");
            let _ = write!(text, "\n\n#: {about}\n{name}: TypeAlias = (\n    {of}\n)\n");
            names.extend((name != "OneScheme").then(|| name.to_owned()));
        }
        names.extend(classes);
    }
    names.sort_unstable();
    let names: Vec<_> = names.iter().map(|name| format!("    \"{name}\",\n")).collect();
    format!(
        "\"\"\"The settings of the operators and schemes of :mod:`tilewright.evolve`.\n\n\
         Written by `cargo xtask schemas`.\n\"\"\"\n\nfrom collections.abc import Sequence\n\
         from dataclasses import dataclass\nfrom typing import Literal, TypeAlias\n\n\
         from tilewright._evolve_genomes import CrossoverFunction, MutationFunction, Setting, each\n\n__all__ = [\n{}]\n{text}\n\n\
         #: {}\nScheme: TypeAlias = OneScheme | Islands\n",
        names.concat(),
        words(&schema).replace('\n', " "),
    )
}

/// What a document calls a kind; nothing for a family without kinds.
fn word(schema: &Value) -> &str {
    schema["properties"]["kind"]["const"].as_str().unwrap_or_default()
}

/// The class of a kind: `bit_flip` becomes `BitFlip`.
fn in_camels(kind: &str) -> String {
    let words = kind.split('_').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    words.collect()
}

fn class(family: &str, name: &str, schema: &Value, families: &Value) -> String {
    let keys = schema["properties"].as_object().into_iter().flatten();
    let mut fields: Vec<_> = keys.filter(|(key, _)| *key != "kind").collect();
    // Those that must be given are first.
    let required = schema["required"].as_array();
    fields.sort_by_key(|(key, _)| {
        !required.is_some_and(|it| it.iter().any(|it| it == *key))
    });
    let mut about = docs(&words(schema), 4, WIDTH);
    let (mut members, mut made) = (String::new(), String::new());
    for (at, (key, field)) in fields.into_iter().enumerate() {
        let help = docs(&format!("{key}: {}", words(field)), 12, WIDTH);
        about += if at == 0 { "\n\n    Args:\n        " } else { "\n        " };
        about += &help;
        let _ = writeln!(members, "    {key}: {}", member(field, families));
        if let Some(item) = referred(&field["items"]) {
            let _ = write!(
                made,
                "\n    def __post_init__(self) -> None:\n        \
                 object.__setattr__(self, \"{key}\", each({item}, self.{key}))\n        \
                 super().__post_init__()\n",
            );
        }
    }
    let end = if members.is_empty() { "" } else { "\n    " };
    let kind = word(schema);
    let kind =
        if kind.is_empty() { String::new() } else { format!("    kind = \"{kind}\"\n") };
    format!(
        "\n\n@dataclass(frozen=True)\nclass {name}(Setting):\n    \"\"\"{about}{end}\"\"\"\n\n    \
         family = \"{family}\"\n{kind}{members}{made}"
    )
}

/// The type of a field and its default; where the schema has none, but null, it is that.
fn member(field: &Value, families: &Value) -> String {
    let of = if let Some(item) = referred(&field["items"]) {
        format!("Sequence[{item}{}]", tuples(&families[item]))
    } else if let Some(count) = field["maxItems"].as_u64() {
        format!("tuple[{}]", vec![kind(&field["items"]); count as usize].join(", "))
    } else {
        operator(kind(field))
    };
    match field.get("default") {
        Some(default) => format!("{of} = {}", value(default)),
        None if of.ends_with("None") => format!("{of} = None"),
        None => of,
    }
}

/// The tuples of the fields of a class, the last ones of which may be left out.
fn tuples(schema: &Value) -> String {
    let fields = schema["properties"].as_object().into_iter().flatten();
    let types: Vec<_> = fields.map(|(_, field)| kind(field)).collect();
    let required = schema["required"].as_array().map_or(0, Vec::len);
    let shortest = required.max(1);
    let tuple = |count: usize| format!(" | tuple[{}]", types[..count].join(", "));
    (shortest..=types.len()).map(tuple).collect()
}

/// The type of an operator: it may be one for each part of a genome, or a function.
fn operator(of: String) -> String {
    match &*of {
        "Crossover | None" | "Mutation | None" => {
            let family = of.trim_end_matches(" | None");
            format!("{family} | Sequence[{family} | None] | {family}Function | None")
        }
        _ => of,
    }
}

/// A value as Python writes it; a setting is a call of its class.
fn value(value: &Value) -> String {
    match value {
        Value::Object(setting) => {
            let class = in_camels(setting["kind"].as_str().unwrap_or_default());
            let keys = setting.iter().filter(|(key, _)| *key != "kind");
            let keys: Vec<_> =
                keys.map(|(key, value)| format!("{key}={}", literal(value))).collect();
            format!("{class}({})", keys.join(", "))
        }
        Value::Array(values) => {
            format!("({})", values.iter().map(literal).collect::<Vec<_>>().join(", "))
        }
        _ => literal(value),
    }
}

/// The family that a schema refers to.
pub(crate) fn referred(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// The help of a schema in the words of Python: without examples, links as names of classes or as words.
fn words(schema: &Value) -> String {
    let help = schema["description"].as_str().unwrap_or_default();
    let prose: Vec<_> = help.split("```").step_by(2).map(str::trim).collect();
    let prose = prose.join("\n\n").trim_end().replace('`', "``");
    let mut parts = prose.split('[');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for (name, after) in parts.filter_map(|part| part.split_once(']')) {
        let target = after.strip_prefix('(').and_then(|it| it.split_once(')'));
        let last = name.trim_matches('`').rsplit("::").next().unwrap_or_default();
        let link = match (name.starts_with('`'), name.contains("::")) {
            (false, _) => name.to_owned(),
            (true, false) => format!(":class:`{last}`"),
            (true, true) => format!("``{}``", last.to_lowercase()),
        };
        text.extend([&*link, target.map_or(after, |(_, after)| after)]);
    }
    if referred(&schema["anyOf"][0]).is_some() && schema["anyOf"][1]["type"] == "null" {
        text += " None: the usual one of the genome; a tuple: one for each part; a function: see the module.";
    }
    text
}
