//! The files in the folder `schemas` are up to date.

#[path = "../examples/schemas/page.rs"]
mod page;

use std::collections::BTreeSet;
use std::path::Path;

use tilewright_tasks::all;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/schemas"))
}

#[test]
fn the_schema_file_of_every_task_is_up_to_date() {
    for entry in all() {
        let path = folder().join(entry.file());
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        let name = path.display();
        assert_eq!(found, entry.schema_text(), "{name}: run cargo xtask schemas");
    }
}

#[test]
fn every_schema_file_belongs_to_a_task() {
    let known: BTreeSet<_> = all().map(tilewright_tasks::Entry::file).collect();
    for file in std::fs::read_dir(folder()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(known.contains(&name), "{name}");
    }
}

#[test]
fn every_key_has_help_and_a_default_or_is_optional() {
    assert!(all().count() > 3, "the table is empty");
    for entry in all() {
        let schema = entry.schema();
        let keys = schema.get("properties").and_then(|keys| keys.as_object()).unwrap();
        for (key, schema) in keys {
            let name = format!("{}: {key}", entry.name);
            let help = schema.get("description").and_then(|help| help.as_str());
            assert!(help.is_some_and(|help| !help.contains("--")), "{name}: {help:?}");
            let types = schema.get("type").map(ToString::to_string).unwrap_or_default();
            let any = schema.get("anyOf").map(ToString::to_string).unwrap_or_default();
            let may_lack = types.contains("null") || any.contains("null");
            assert!(schema.get("default").is_some() || may_lack, "{name}: no default");
        }
    }
}

#[test]
fn the_names_and_colours_of_the_page_are_up_to_date() {
    let read = |name: &str| {
        let path = folder().join("../../workbench/page").join(name);
        std::fs::read_to_string(path).unwrap_or_default()
    };
    assert_eq!(read("names.js"), page::names(), "names.js: run cargo xtask schemas");
    let sheet = read("style.css");
    assert_eq!(sheet, page::style(&sheet), "style.css: run cargo xtask schemas");
    assert!(sheet.contains("--ink: light-dark(#1f2328, #e8eaed);"));
}
