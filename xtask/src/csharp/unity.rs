//! The package for Unity: the classes, the samples that the book explains, and a `.meta` for each file and folder.
//!
//! Unity leaves out a file without a `.meta` in a package that it may not change, and finds one by the `guid` that stands there: it is made
//! from the path, so that it is the same in every copy.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use sha2::{Digest, Sha256};

use super::{blocks, files, sources};
use crate::root;

/// The samples, in the order of the scripts on the page.
const SAMPLES: [&str; 2] = ["Walkers/Walkers.cs", "Level/LevelView.cs"];

/// The licences.
const LICENSES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// Which programs load the library: those on Linux, and the editor there.
const PLUGIN: &str = "PluginImporter:\n  externalObjects: {}\n  serializedVersion: 2\n  iconMap: {}\n  executionOrder: {}\n  defineConstraints: []\n  \
    isPreloaded: 0\n  isOverridable: 0\n  isExplicitlyReferenced: 0\n  validateReferences: 1\n  platformData:\n  - first:\n      Any:\n    \
    second:\n      enabled: 0\n      settings: {}\n  - first:\n      Editor: Editor\n    second:\n      enabled: 1\n      settings:\n        \
    CPU: x86_64\n        DefaultValueInitialized: true\n        OS: Linux\n  - first:\n      Standalone: Linux64\n    second:\n      \
    enabled: 1\n      settings:\n        CPU: x86_64\n";

/// What ends a `.meta`.
const END: &str = "  userData:\n  assetBundleName:\n  assetBundleVariant:\n";

/// The folder of the package.
pub(super) fn folder() -> PathBuf {
    root().join("bindings/unity/com.tilewright")
}

/// Writes all of the package that is made: copies of the classes, the samples, the licences, the library if there is one, and each `.meta`.
pub(crate) fn write() -> Result<()> {
    let package = folder();
    let runtime = package.join("Runtime");
    for old in files(&runtime, "cs")? {
        fs::remove_file(old)?;
    }
    for file in files(&sources().join("Tilewright"), "cs")? {
        let name = file.file_name().context("a file has a name")?;
        fs::copy(&file, runtime.join(name))?;
    }
    for (name, script) in SAMPLES.iter().zip(blocks("csharp")?.split_off(1)) {
        let file = package.join("Samples~").join(name);
        fs::create_dir_all(file.parent().context("a file has a folder")?)?;
        fs::write(file, script)?;
    }
    for name in LICENSES {
        fs::copy(root().join(name), package.join(name))?;
    }
    let library = root().join("target/capi/lib/libtilewright.so");
    if library.exists() {
        fs::copy(library, runtime.join("Plugins/x86_64/libtilewright.so"))?;
    }
    remove_metas(&package)?;
    metas(&package, &package)
}

/// The entries of a folder that Unity sees.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.ends_with('~') && !name.starts_with('.')
    });
    paths.sort();
    Ok(paths)
}

/// Removes every `.meta`, also of what is there no longer.
fn remove_metas(folder: &Path) -> Result<()> {
    for path in entries(folder)? {
        if path.is_dir() {
            remove_metas(&path)?;
        } else if path.extension().is_some_and(|it| it == "meta") {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Writes the `.meta` of all that is in a folder.
fn metas(package: &Path, folder: &Path) -> Result<()> {
    for path in entries(folder)? {
        let name = path.strip_prefix(package)?.to_string_lossy().replace('\\', "/");
        fs::write(format!("{}.meta", path.display()), meta(&name, path.is_dir()))?;
        if path.is_dir() {
            metas(package, &path)?;
        }
    }
    Ok(())
}

/// The `.meta` of a path in the package.
fn meta(name: &str, is_folder: bool) -> String {
    let hash = Sha256::digest(format!("com.tilewright/{name}"));
    let mut text = "fileFormatVersion: 2\nguid: ".to_owned();
    for byte in &hash[..16] {
        let _ = write!(text, "{byte:02x}");
    }
    text.push('\n');
    let plain = |importer: &str| format!("{importer}:\n  externalObjects: {{}}\n");
    let ending = Path::new(name).extension().and_then(|it| it.to_str());
    let importer = match ending {
        _ if is_folder => format!("folderAsset: yes\n{}", plain("DefaultImporter")),
        Some("cs") => format!(
            "{}  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {{instanceID: 0}}\n",
            plain("MonoImporter")
        ),
        Some("so") => PLUGIN.to_owned(),
        Some("asmdef") => plain("AssemblyDefinitionImporter"),
        Some("md") => plain("TextScriptImporter"),
        Some("json") => plain("PackageManifestImporter"),
        _ => plain("DefaultImporter"),
    };
    text + &importer + END
}
