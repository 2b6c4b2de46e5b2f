//! The measurements of the Python packages.

use std::path::Path;

use serde_json::Value;

/// The runs of a study of which `key` has the given value; `None` if the study was not measured.
pub(crate) fn runs(study: &str, key: &str, value: &str) -> Option<Vec<Value>> {
    let Value::Array(mut runs) = document(study)?["runs"].take() else { return None };
    runs.retain(|run| run[key] == value);
    Some(runs)
}

/// A package with its version in a study.
pub(crate) fn versioned(study: &str, package: &str) -> String {
    let document = document(study).unwrap_or_default();
    let version = document["versions"][package].as_str().unwrap_or("not measured");
    format!("{package} {version}")
}

fn document(study: &str) -> Option<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/python");
    let text = std::fs::read_to_string(folder.join(format!("{study}.json"))).ok()?;
    serde_json::from_str(&text).ok()
}

/// A number of each run, 0 where it is missing.
pub(crate) fn numbers(runs: &[Value], key: &str) -> Vec<f64> {
    runs.iter().map(|run| run[key].as_f64().unwrap_or(0.0)).collect()
}
