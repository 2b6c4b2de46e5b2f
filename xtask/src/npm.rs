//! `cargo xtask npm`: the package for JavaScript, `target/npm/tilewright-VERSION.tgz`: its TypeScript compiled, each module of WebAssembly by
//! itself and within the code.

mod check;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clap::Args;
use flate2::Compression;
use flate2::write::DeflateEncoder;

use crate::site::copy;
use crate::wasm::{self, Toolchain};
use crate::{finish, root};

/// The modules: each a feature of `crates/wasm`, and a folder of `npm/src`.
pub(crate) const MODULES: [&str; 6] =
    ["paths", "match3", "2048", "battleship", "match3-design", "tasks"];

/// What compiles and checks the package, from npm, with their versions.
const TOOLS: [(&str, &str); 11] = [
    ("typescript", "5.9"),
    ("publint", "0.3"),
    ("@arethetypeswrong/cli", "0.18"),
    ("esbuild", "0.28"),
    ("json-schema-to-typescript", "15"),
    ("vite", "7"),
    ("webpack", "5"),
    ("webpack-cli", "6"),
    ("parcel", "2"),
    ("phaser", "4.2"),
    ("gifenc", "1"),
];

/// Options of `cargo xtask npm`.
#[derive(Args)]
pub(crate) struct Npm {
    /// Afterwards install the package into an empty folder and run its tests there.
    #[arg(long)]
    check: bool,
    /// Afterwards record the moving pictures of the examples.
    #[arg(long)]
    record: bool,
}

impl Npm {
    /// With its tests, as `cargo xtask test --all` runs it.
    pub(crate) const fn checked() -> Self {
        Self { check: true, record: false }
    }
}

/// Writes the package, and checks or records what it is asked for.
pub(crate) fn run(npm: &Npm) -> Result<()> {
    let (tools, package) = write()?;
    let archive = pack(&package)?;
    eprintln!("{}", archive.display());
    if npm.check {
        check::run(&tools, &package, &archive)?;
    }
    if npm.record { check::record(&tools, &archive) } else { Ok(()) }
}

/// Writes the package, and its examples in Phaser bundled with it: each into its folder in this one.
pub(crate) fn examples(to: &Path) -> Result<()> {
    let (tools, package) = write()?;
    check::bundle(&tools, &check::installed(&pack(&package)?)?, to)
}

/// Writes the files of the package. Returns what compiled them, and their folder.
fn write() -> Result<(Tools, PathBuf)> {
    let folder = root().join("target/npm");
    let package = folder.join("package");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    copy(&root().join("npm"), &package)?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(name), package.join(name)).context(name)?;
    }

    let toolchain = Toolchain::find()?;
    for name in MODULES {
        let profile = match name {
            // All tasks search for minutes: their speed is worth more than their size.
            "tasks" => "npm-tasks",
            "match3-design" => "npm-design",
            _ => "npm",
        };
        let module = wasm::build(&toolchain, profile, name)?;
        let bytes = fs::read(&module).with_context(|| module.display().to_string())?;
        ensure!(bytes.starts_with(b"\0asm"), "{} is not a module", module.display());
        fs::write(package.join(format!("{name}.wasm")), &bytes)?;
        write_for(&package.join("src").join(name).join("inlined"), &inlined(&bytes)?)?;
    }

    let tools = Tools::install(&folder)?;
    let tasks = package.join("src/tasks");
    write_for(&tasks.join("requests"), &requests(&tools, &tasks)?)?;
    write_for(&tasks.join("worker-text"), &worker(&tools, &package)?)?;
    finish(tools.command("tsc", &package))?;
    Ok((tools, package))
}

/// Writes code in place of the declarations that stood for it.
fn write_for(place: &Path, code: &str) -> Result<()> {
    fs::write(place.with_extension("ts"), code)?;
    fs::remove_file(place.with_extension("d.ts"))?;
    Ok(())
}

/// The code with the types of all requests, a file for each beside it.
fn requests(tools: &Tools, folder: &Path) -> Result<String> {
    let schemas = root().join("crates/tasks/schemas");
    let types = folder.join("requests");
    let mut convert = tools.command("json2ts", &schemas);
    convert.args(["--no-additionalProperties", "--bannerComment", "", "--input"]);
    finish({
        convert.arg(&schemas).arg("--output").arg(&types);
        convert
    })?;

    let mut files: Vec<_> = fs::read_dir(&types)?.collect::<std::io::Result<_>>()?;
    files.sort_by_key(std::fs::DirEntry::path);
    let (mut imports, mut members) = (String::new(), String::new());
    for (at, file) in files.iter().enumerate() {
        let declared = file.path();
        let code = fs::read_to_string(&declared)?;
        // Declarations alone would not be compiled, and so not be in the package.
        fs::rename(&declared, declared.with_extension("").with_extension("ts"))?;
        let name = file.file_name().to_string_lossy().replace(".d.ts", "");
        let (game, task) = name.split_once('-').context("a schema without a game")?;
        let own = code.lines().find_map(|line| line.strip_prefix("export interface "));
        let own = own.and_then(|line| line.split_whitespace().next());
        let own = own.with_context(|| format!("{name} declares no request"))?;
        writeln!(
            imports,
            "import type {{ {own} as Request{at} }} from \"./requests/{name}.js\";"
        )?;
        writeln!(members, "  \"{game}/{task}\": Request{at};")?;
    }
    Ok(format!(
        "{imports}\n/** The requests of all tasks, by their names. */\nexport interface Requests {{\n{members}}}\n"
    ))
}

/// The code that carries the worker as one text.
fn worker(tools: &Tools, package: &Path) -> Result<String> {
    let bundled = package.with_file_name("worker.js");
    let mut bundle = tools.command("esbuild", package);
    bundle.args([
        "src/tasks/worker.ts",
        "--bundle",
        "--minify",
        "--format=iife",
        "--target=es2022",
    ]);
    bundle.arg(format!("--outfile={}", bundled.display()));
    finish(bundle)?;
    let code = serde_json::to_string(&fs::read_to_string(&bundled)?)?;
    Ok(format!("const text: string = {code};\nexport default text;\n"))
}

/// The code that carries a module: deflated, since browsers inflate it themselves, and in base 64, since code is text.
fn inlined(module: &[u8]) -> Result<String> {
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
    deflated.write_all(module)?;
    let text = STANDARD.encode(deflated.finish()?);
    Ok(format!("const text: string = \"{text}\";\nexport default text;\n"))
}

/// Packs the package as npm would publish it. Returns the archive, which is beside it.
fn pack(package: &Path) -> Result<PathBuf> {
    let folder = package.parent().context("the package has no folder")?;
    let mut npm = Command::new("npm");
    npm.args(["pack", "--silent", "--pack-destination"]).arg(folder).current_dir(package);
    finish(npm)?;
    let version = env!("CARGO_PKG_VERSION");
    let archive = folder.join(format!("tilewright-{version}.tgz"));
    ensure!(
        archive.is_file(),
        "npm/package.json has not the version {version} of the crates"
    );
    Ok(archive)
}

/// The tools, beside the other things that are built.
pub(crate) struct Tools {
    /// The folder that they are installed in.
    modules: PathBuf,
    /// The folder of their programs.
    programs: PathBuf,
}

impl Tools {
    fn install(folder: &Path) -> Result<Self> {
        let tools = folder.join("tools");
        let modules = tools.join("node_modules");
        let is_there = |name: &str| modules.join(name).join("package.json").is_file();
        if !TOOLS.iter().all(|(name, _)| is_there(name)) {
            fs::create_dir_all(&tools)?;
            let mut npm = Command::new("npm");
            npm.arg("install").arg("--prefix").arg(&tools).arg("--no-save");
            npm.args(["--no-audit", "--no-fund"]);
            npm.args(TOOLS.map(|(name, version)| format!("{name}@{version}")));
            finish(npm)?;
        }
        Ok(Self { programs: modules.join(".bin"), modules })
    }

    /// One of them, in a folder.
    fn command(&self, name: &str, folder: &Path) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(folder);
        command
    }
}
