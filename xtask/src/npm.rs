//! `cargo xtask npm`: the package for JavaScript, `target/npm/tilewright-VERSION.tgz`: its TypeScript compiled, each module of WebAssembly by
//! itself and within the code.

mod check;

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
const MODULES: [&str; 1] = ["paths"];

/// What compiles and checks the package, from npm, with their versions.
const TOOLS: [(&str, &str); 8] = [
    ("typescript", "5.9"),
    ("publint", "0.3"),
    ("@arethetypeswrong/cli", "0.18"),
    ("esbuild", "0.28"),
    ("vite", "7"),
    ("webpack", "5"),
    ("webpack-cli", "6"),
    ("parcel", "2"),
];

/// Options of `cargo xtask npm`.
#[derive(Args)]
pub(crate) struct Npm {
    /// Afterwards install the package into an empty folder and run its tests there.
    #[arg(long)]
    check: bool,
}

impl Npm {
    /// With its tests, as `cargo xtask test --all` runs it.
    pub(crate) const fn checked() -> Self {
        Self { check: true }
    }
}

/// Writes the package.
pub(crate) fn run(npm: &Npm) -> Result<()> {
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
        let module = wasm::build(&toolchain, "npm", name)?;
        let bytes = fs::read(&module).with_context(|| module.display().to_string())?;
        ensure!(bytes.starts_with(b"\0asm"), "{} is not a module", module.display());
        fs::write(package.join(format!("{name}.wasm")), &bytes)?;
        let code = package.join("src").join(name);
        fs::write(code.join("inlined.ts"), inlined(&bytes)?)?;
        // It stands for the file above until that is there.
        fs::remove_file(code.join("inlined.d.ts"))?;
    }

    let tools = Tools::install(&folder)?;
    finish(tools.command("tsc", &package))?;
    let archive = pack(&package, &folder)?;
    eprintln!("{}", archive.display());
    if npm.check { check::run(&tools, &package, &archive) } else { Ok(()) }
}

/// The code that carries a module: deflated, since browsers inflate it themselves, and in base 64, since code is text.
fn inlined(module: &[u8]) -> Result<String> {
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
    deflated.write_all(module)?;
    let text = STANDARD.encode(deflated.finish()?);
    Ok(format!("const text: string = \"{text}\";\nexport default text;\n"))
}

/// Packs the package as npm would publish it. Returns the archive.
fn pack(package: &Path, folder: &Path) -> Result<PathBuf> {
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
        Ok(Self { programs: modules.join(".bin") })
    }

    /// One of them, in a folder.
    fn command(&self, name: &str, folder: &Path) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(folder);
        command
    }
}
