//! The licences of the crates that the program, or the package for Python, is built from.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::cargo;

/// How the names of files begin that hold licences.
const NAMES: [&str; 6] =
    ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// What stands before the list.
const PREFACE: &str = "tilewright is built from the crates below. Each stands under the licence \
that it states; the texts of the licences follow.\n\n";

/// One text: the crates that are linked into a package with their licences, then the texts of
/// these licences, each once and with the crates that carry it.
pub(crate) fn collect(package: &str, target: &str) -> Result<String> {
    let metadata = metadata(target)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    let linked = linked(package, &metadata)?;
    let mut list = String::new();
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();

    let foreign = packages.iter().filter(|package| {
        linked.contains(text(&package["id"])) && package["source"].is_string()
    });
    let mut foreign: Vec<_> = foreign.collect();
    foreign.sort_by_key(|package| (text(&package["name"]), text(&package["version"])));

    for package in foreign {
        let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
        let _ = writeln!(list, "{name}: {}", license(package));
        let manifest = Path::new(text(&package["manifest_path"]));
        for text in license_files(manifest.parent().unwrap_or(manifest))? {
            texts.entry(text).or_default().insert(name.clone());
        }
    }

    let mut all = format!("{PREFACE}{list}");
    for (text, names) in texts {
        let names: Vec<_> = names.into_iter().collect();
        let rule = "-".repeat(80);
        let _ = write!(
            all,
            "\n{rule}\n{}\n{rule}\n\n{}\n",
            names.join(", "),
            text.trim_end()
        );
    }

    Ok(all)
}

/// What cargo knows of the crates for this target.
fn metadata(target: &str) -> Result<Value> {
    let mut command = cargo("metadata --locked --format-version 1 --filter-platform");
    let output = command.arg(target).output()?;
    ensure!(output.status.success(), "cargo metadata failed: {}", output.status);
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The identifiers of the crates that a package is linked from.
fn linked<'a>(package: &str, metadata: &'a Value) -> Result<BTreeSet<&'a str>> {
    let nodes = metadata["resolve"]["nodes"].as_array().context("no graph")?;
    let nodes: BTreeMap<_, _> =
        nodes.iter().map(|node| (text(&node["id"]), node)).collect();

    let packages = metadata["packages"].as_array().context("no packages")?;
    let own = packages.iter().find(|it| it["name"] == package);
    let mut open = vec![text(&own.context("no such package")?["id"])];
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            let dependencies = nodes.get(id).and_then(|node| node["deps"].as_array());
            let needed = dependencies.into_iter().flatten().filter(|it| is_linked(it));
            open.extend(needed.map(|dependency| text(&dependency["pkg"])));
        }
    }

    Ok(seen)
}

/// Whether a crate is linked in, and not only used to build or to test.
fn is_linked(dependency: &Value) -> bool {
    let kinds = dependency["dep_kinds"].as_array();
    kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
}

/// The licence that a package states.
fn license(package: &Value) -> String {
    match (package["license"].as_str(), package["license_file"].as_str()) {
        (Some(license), _) => license.to_owned(),
        (None, Some(file)) => format!("see {file}"),
        (None, None) => "no licence stated".to_owned(),
    }
}

/// The texts of the licences in a folder, in the order of their names.
fn license_files(folder: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && NAMES.iter().any(|begin| name.starts_with(begin)) {
            files.push(path);
        }
    }
    files.sort();
    let read = |path| Ok(String::from_utf8_lossy(&fs::read(path)?).replace("\r\n", "\n"));
    files.into_iter().map(read).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::linked;

    #[test]
    fn crates_that_only_build_or_test_are_left_out() {
        let needs = |id: &str, kind: Option<&str>| json!({ "pkg": id, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [{ "name": "tilewright-cli", "id": "cli" }],
            "resolve": { "nodes": [
                { "id": "cli", "deps": [needs("a", None), needs("test", Some("dev"))] },
                { "id": "a", "deps": [needs("b", None), needs("cc", Some("build"))] },
                { "id": "b", "deps": [] },
            ] },
        });

        assert_eq!(
            linked("tilewright-cli", &metadata).unwrap(),
            BTreeSet::from(["a", "b", "cli"])
        );
    }
}
