//! What each package carries, and what the features of the façade bring along.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The packages that can be published: folder and name.
const PACKAGES: [(&str, &str); 13] = [
    ("battleship", "tilewright-battleship"),
    ("cli", "tilewright-cli"),
    ("draw", "tilewright-draw"),
    ("evolve", "tilewright-evolve"),
    ("formats", "tilewright-formats"),
    ("game2048", "tilewright-2048"),
    ("grid", "tilewright-grid"),
    ("match3", "tilewright-match3"),
    ("network-2048", "tilewright-2048-network"),
    ("pathplan", "tilewright-pathplan"),
    ("play", "tilewright-play"),
    ("tasks", "tilewright-tasks"),
    ("tilewright", "tilewright"),
];

/// The most that crates.io takes, in bytes; here of files that are not compressed yet.
const MOST: u64 = 10 << 20;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// What cargo prints, without a network.
#[track_caller]
fn cargo(words: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root()).args(words.split_whitespace());
    let output = command.args(["--locked", "--offline"]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {words}: {told}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn every_crate_is_a_package_of_the_list() {
    let folders = std::fs::read_dir(root().join("crates")).unwrap();
    let found: BTreeSet<_> =
        folders.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(found, PACKAGES.map(|(folder, _)| folder.to_owned()).into());
}

#[test]
fn packages_carry_licences_and_a_first_page() {
    for (folder, name) in PACKAGES {
        let files = cargo(&format!("package --list --allow-dirty --package {name}"));
        for file in ["LICENSE-MIT", "LICENSE-APACHE", "README.md"] {
            assert!(files.iter().any(|found| found == file), "{name} has no {file}");
        }
        for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let read = |path: &Path| std::fs::read_to_string(path.join(file)).unwrap();
            let ours = read(&root().join("crates").join(folder));
            assert_eq!(ours, read(root()), "{name}: {file} is another one");
        }
        let size = |file: &String| {
            let found = std::fs::metadata(root().join("crates").join(folder).join(file));
            found.map_or(0, |found| found.len())
        };
        let bytes: u64 = files.iter().map(size).sum();
        assert!(bytes < MOST, "{name} has {bytes} bytes");
    }
}

#[test]
fn licences_of_others_go_with_what_they_are_for() {
    let holds = [
        ("tilewright-draw", "licenses/Ubuntu-font-1.0.txt"),
        ("tilewright-draw", "licenses/Hack.txt"),
        ("tilewright-cli", "licenses/Ubuntu-font-1.0.txt"),
        ("tilewright-cli", "licenses/Hack.txt"),
        ("tilewright-formats", "tests/data/rs-tiled/LICENSE"),
        ("tilewright-pathplan", "tests/data/bevy_northstar/LICENSE"),
        ("tilewright-pathplan", "tests/data/movingai/LICENSE"),
    ];
    for (name, file) in holds {
        let files = cargo(&format!("package --list --allow-dirty --package {name}"));
        assert!(files.iter().any(|found| found == file), "{name} has no {file}");
        if file.starts_with("licenses/") {
            let folder = PACKAGES.iter().find(|(_, package)| *package == name);
            let folder = root().join("crates").join(folder.unwrap().0);
            let [ours, copy] = [root(), &folder]
                .map(|folder| std::fs::read_to_string(folder.join(file)).unwrap());
            assert_eq!(ours, copy, "{name}: {file} is another one");
        }
    }
}

#[test]
fn each_package_says_what_it_is() {
    let mut seen = BTreeSet::new();
    for (folder, name) in PACKAGES {
        let manifest = root().join("crates").join(folder).join("Cargo.toml");
        let manifest = std::fs::read_to_string(manifest).unwrap();
        let value = |key: &str| {
            let begin = format!("{key} = ");
            let line = manifest.lines().find_map(|line| line.strip_prefix(&begin));
            line.unwrap_or_else(|| panic!("{name} has no {key}")).to_owned()
        };
        assert_eq!(value("name"), format!("\"{name}\""));
        assert_eq!(value("readme"), "\"README.md\"");
        assert!(value("documentation").starts_with("\"https://docs.rs/tilewright"));
        let _ = value("description");
        assert!(seen.insert(value("keywords")), "{name} has the keywords of another");
    }
}

/// The crates of ours that the façade brings along with these features.
fn brought(features: &str) -> BTreeSet<String> {
    let words = format!(
        "tree --package tilewright --no-default-features --features {features} \
         --edges normal --prefix none --format {{p}}"
    );
    let names = cargo(&words).into_iter();
    names.filter_map(|line| line.split(' ').next().map(str::to_owned)).collect()
}

#[test]
fn a_feature_of_the_facade_brings_only_what_it_needs() {
    let cases = [
        (
            "match3",
            "tilewright-match3 tilewright-evolve tilewright-formats tilewright-play",
        ),
        ("network-2048", "tilewright-2048-network"),
        ("pathplan", "tilewright-pathplan tilewright-evolve tilewright-formats"),
        (
            "game2048",
            "tilewright-2048 tilewright-2048-network tilewright-evolve tilewright-play",
        ),
        ("battleship", "tilewright-battleship tilewright-evolve tilewright-play"),
        ("evolve", "tilewright-evolve"),
        ("formats", "tilewright-formats"),
        ("pictures", "tilewright-draw"),
    ];
    for (feature, expected) in cases {
        let expected: BTreeSet<_> =
            expected.split(' ').chain(["tilewright", "tilewright-grid"]).collect();
        let all = brought(feature);
        let ours: BTreeSet<_> = all
            .iter()
            .map(String::as_str)
            .filter(|n| n.starts_with("tilewright"))
            .collect();
        assert_eq!(ours, expected, "{feature}");
        let draws = all.contains("resvg");
        assert_eq!(draws, feature == "pictures", "{feature}: the rasteriser");
    }
    let both = brought("match3,pictures");
    assert!(both.contains("tilewright-draw") && !both.contains("tilewright-pathplan"));
}
