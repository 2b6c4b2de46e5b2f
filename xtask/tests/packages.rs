//! What each package holds and says of itself, and what the façade's features bring along.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use flate2::read::GzDecoder;
use serde_json::Value;

/// The packages to publish: folder and name. The book lies beside its text.
const PACKAGES: [(&str, &str); 19] = [
    ("../docs", "tilewright-book"),
    ("battleship", "tilewright-battleship"),
    ("cli", "tilewright-cli"),
    ("draw", "tilewright-draw"),
    ("environments", "tilewright-environments"),
    ("evolve", "tilewright-evolve"),
    ("formats", "tilewright-formats"),
    ("game2048", "tilewright-2048"),
    ("grid", "tilewright-grid"),
    ("match3", "tilewright-match3"),
    ("match3-design", "tilewright-match3-design"),
    ("navigation", "tilewright-navigation"),
    ("network-2048", "tilewright-2048-network"),
    ("pathplan", "tilewright-pathplan"),
    ("play", "tilewright-play"),
    ("runs", "tilewright-runs"),
    ("tasks", "tilewright-tasks"),
    ("tilewright", "tilewright"),
    ("workbench", "tilewright-workbench"),
];

/// The folders of the crates that are built for C, for Python and for the page, or serve these, and not published.
const UNPUBLISHED: [&str; 4] = ["capi", "python", "sessions", "wasm"];

/// The largest package in bytes, compressed; crates.io takes 10 MB.
const MAX_BYTES: u64 = 8_000_000;

/// The largest package beside the network's.
const MAX_CODE_BYTES: u64 = 1_000_000;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// What cargo prints, without a network.
#[track_caller]
fn cargo(words: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root()).args(words.split_whitespace());
    let output = command.args(["--locked", "--offline"]).output().unwrap();
    let talk = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {words}: {talk}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// A package as it would be published.
struct Package {
    /// Bytes, compressed.
    size: u64,
    /// The files by their paths inside the package.
    files: BTreeMap<PathBuf, Vec<u8>>,
}

/// All packages, made once by `cargo package` and unpacked.
fn packages() -> &'static BTreeMap<&'static str, Package> {
    static MADE: OnceLock<BTreeMap<&'static str, Package>> = OnceLock::new();
    MADE.get_or_init(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages");
        let _ = fs::remove_dir_all(&target);
        cargo(&format!(
            "package --workspace --exclude xtask --exclude tilewright-capi --exclude tilewright-python --exclude tilewright-sessions --exclude tilewright-wasm --no-verify --allow-dirty --quiet --target-dir {}",
            target.display()
        ));
        PACKAGES.map(|(_, name)| (name, unpacked(&target, name))).into()
    })
}

/// Reads `NAME-VERSION.crate`.
fn unpacked(target: &Path, name: &str) -> Package {
    let stem = format!("{name}-{}", env!("CARGO_PKG_VERSION"));
    let file = File::open(target.join(format!("package/{stem}.crate"))).unwrap();
    let size = file.metadata().unwrap().len();
    let mut archive = tar::Archive::new(GzDecoder::new(file));
    let files = archive.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let path = entry.path().unwrap().strip_prefix(&stem).unwrap().to_owned();
        let mut bytes = Vec::new();
        std::io::copy(&mut entry, &mut bytes).unwrap();
        (path, bytes)
    });
    Package { size, files: files.collect() }
}

#[test]
fn every_crate_is_a_package_of_the_list() {
    let folders = fs::read_dir(root().join("crates")).unwrap();
    let found: BTreeSet<_> =
        folders.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let listed = PACKAGES.map(|(folder, _)| folder.to_owned());
    let listed = listed.into_iter().filter(|folder| !folder.starts_with(".."));
    let listed = listed.chain(UNPUBLISHED.map(str::to_owned));
    assert_eq!(found, listed.collect());
}

#[test]
fn packages_are_small_enough_for_the_registry() {
    for (name, package) in packages() {
        let data = *name == "tilewright-2048-network";
        let max = if data { MAX_BYTES } else { MAX_CODE_BYTES };
        assert!(package.size < max, "{name} has {} bytes", package.size);
    }
}

#[test]
fn packages_carry_licences_and_a_first_page() {
    for (name, package) in packages() {
        assert!(package.files.contains_key(Path::new("README.md")), "{name}: no README");
        for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let packed = package.files.get(Path::new(file));
            let expected = fs::read(root().join(file)).unwrap();
            assert!(
                packed == Some(&expected),
                "{name}: {file} is missing or another one"
            );
        }
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
        let packed = packages()[name].files.get(Path::new(file));
        let packed = packed.unwrap_or_else(|| panic!("{name} has no {file}"));
        if file.starts_with("licenses/") {
            assert_eq!(*packed, fs::read(root().join(file)).unwrap(), "{name}: {file}");
        }
    }
}

#[test]
fn packages_hold_the_files_that_their_sources_include() {
    let mut seen = 0;
    for (name, package) in packages() {
        for (path, bytes) in &package.files {
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            for file in included(&String::from_utf8_lossy(bytes)) {
                let wanted = normal(&path.parent().unwrap().join(&file));
                let found =
                    wanted.as_ref().is_some_and(|it| package.files.contains_key(it));
                assert!(found, "{name}: {} includes {file}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "only {seen} included files found");
}

/// The files that a source includes by a plain string.
fn included(source: &str) -> Vec<String> {
    ["include_str!(\"", "include_bytes!(\""]
        .iter()
        .flat_map(|begin| source.split(begin).skip(1))
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect()
}

/// The path without `..`; none if it leads out of the package.
fn normal(path: &Path) -> Option<PathBuf> {
    path.components().try_fold(PathBuf::new(), |mut normal, part| match part {
        Component::ParentDir => normal.pop().then_some(normal),
        _ => Some(normal.join(part)),
    })
}

#[test]
fn each_package_says_what_it_is() {
    let metadata = cargo("metadata --no-deps --format-version 1").concat();
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let all: Vec<_> = metadata["packages"].as_array().unwrap().iter().collect();
    let mut seen = BTreeSet::new();
    for (_, name) in PACKAGES {
        let package = all.iter().find(|package| package["name"] == name).unwrap();
        assert_eq!(package["publish"], Value::Null, "{name} cannot be published");
        assert_eq!(package["license"], "MIT OR Apache-2.0", "{name}");
        assert_eq!(package["readme"], "README.md", "{name}");
        assert!(package["description"].is_string(), "{name} has no description");
        let documentation = package["documentation"].as_str().unwrap_or_default();
        assert!(documentation.starts_with("https://docs.rs/tilewright"), "{name}");
        let keywords = package["keywords"].as_array().unwrap();
        let short = |word: &Value| word.as_str().is_some_and(|word| word.len() <= 20);
        assert!(
            (1..=5).contains(&keywords.len()) && keywords.iter().all(short),
            "{name}"
        );
        assert!(
            seen.insert(package["keywords"].to_string()),
            "{name}: keywords of another"
        );
        let categories = package["categories"].as_array().unwrap();
        assert!((1..=5).contains(&categories.len()), "{name}: {categories:?}");
    }
    let others =
        all.iter().filter(|it| PACKAGES.iter().all(|(_, name)| it["name"] != *name));
    for package in others {
        let nowhere = package["publish"].as_array().is_some_and(Vec::is_empty);
        assert!(nowhere, "{} could be published", package["name"]);
    }
}

/// The crates that a package is compiled from with these features and no others, itself included.
fn compiled(package: &str, features: &str) -> BTreeSet<String> {
    let names = versions(package, features).into_iter();
    names.filter_map(|name| name.split(' ').next().map(str::to_owned)).collect()
}

/// The same as `NAME VERSION`.
fn versions(package: &str, features: &str) -> BTreeSet<String> {
    let words = format!(
        "tree --package {package} --no-default-features --features={features} \
         --edges normal --prefix none --format {{p}}"
    );
    let name = |line: String| {
        let mut words = line.split(' ');
        Some(format!("{} {}", words.next()?, words.next()?.strip_prefix('v')?))
    };
    cargo(&words).into_iter().filter_map(name).collect()
}

/// Each package needs the Rust that it states and no newer one, where nothing is drawn: clippy holds its own code to that,
/// and this test the crates that it is built on.
#[test]
fn no_crate_needs_a_newer_rust_than_its_package_states() {
    let metadata =
        cargo("metadata --format-version 1 --filter-platform x86_64-unknown-linux-gnu");
    let metadata: Value = serde_json::from_str(&metadata.concat()).unwrap();
    let number = |text: &str| -> Vec<u32> {
        text.split('.').take(2).map(|part| part.parse().unwrap()).collect()
    };
    let needed: BTreeMap<String, Vec<u32>> = metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|it| {
            let name = format!("{} {}", it["name"].as_str()?, it["version"].as_str()?);
            Some((name, number(it["rust_version"].as_str()?)))
        })
        .collect();

    for (_, name) in PACKAGES {
        let own = &needed[&format!("{name} {}", env!("CARGO_PKG_VERSION"))];
        for other in versions(name, "") {
            let newer = needed.get(&other).filter(|other| *other > own);
            assert_eq!(newer, None, "{name} needs {other}");
        }
    }

    let draws = |name: &str| compiled(name, "").contains("tilewright-draw");
    for (_, name) in PACKAGES {
        let own = &needed[&format!("{name} {}", env!("CARGO_PKG_VERSION"))];
        assert_eq!(*own > number("1.89"), draws(name), "{name} states {own:?}");
    }
}

/// The crates that the façade brings along with these features.
fn brought(features: &str) -> BTreeSet<String> {
    compiled("tilewright", features)
}

/// A game waits for every crate at its first build, and anyone who ships it answers for each of them. The numbers are what
/// is needed today: one that grows needs a reason.
#[test]
fn a_game_compiles_few_crates() {
    for (package, features, most) in [
        ("tilewright", "", 11),
        ("tilewright", "serde", 14),
        ("tilewright", "statistics", 14),
        ("tilewright", "pathplan", 12),
        ("tilewright", "match3", 20),
        ("tilewright-pathplan", "", 11),
        ("tilewright-pathplan", "serde", 14),
        ("tilewright-match3", "", 19),
    ] {
        let found = compiled(package, features);
        assert!(
            found.len() <= most,
            "{package} with [{features}]: {} crates: {found:?}",
            found.len()
        );
    }
}

/// Values of `serde_json` keep the order of keys only if somebody asks for it, and a game need not: rules, whose order
/// means something, are read and written by a type of their own.
#[test]
fn levels_keep_their_keys_in_order_in_every_build() {
    assert!(!compiled("tilewright-match3", "").contains("indexmap"));
    let mut folders = vec![root().join("crates/match3/src")];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let is_test = path.ends_with("tests.rs")
                || path.parent().is_some_and(|folder| folder.ends_with("tests"));
            // Extra keys of a file come from the caller, in the order that the caller's map has.
            let is_extra = path.ends_with("document/write.rs");
            let code = text.split("#[cfg(test)]").next().unwrap();
            let names =
                ["serde_json::Value", "to_value", "json!", "Map, Value", "Value, "];
            let found = names
                .iter()
                .find(|name| code.contains(**name) && code.contains("serde_json"));
            assert!(
                is_test || is_extra || found.is_none(),
                "{}: {found:?}",
                path.display()
            );
            seen += 1;
        }
    }
    assert!(seen > 50, "only {seen} files");
}

#[test]
fn a_feature_of_the_facade_brings_only_what_it_needs() {
    let cases = [
        ("match3", "tilewright-match3 tilewright-play"),
        (
            "match3-design",
            "tilewright-match3 tilewright-match3-design tilewright-evolve tilewright-play",
        ),
        ("navigation", "tilewright-navigation tilewright-pathplan"),
        ("pathplan", "tilewright-pathplan"),
        ("pathplan,evolve", "tilewright-pathplan tilewright-evolve"),
        ("pathplan,formats", "tilewright-pathplan tilewright-formats"),
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
