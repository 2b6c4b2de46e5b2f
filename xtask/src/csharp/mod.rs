//! The classes for C#: tested on mono and on `CoreCLR`, and copied into the package for Unity.
//!
//! Neither has a package of `NuGet`: mono's compiler comes from Debian, `CoreCLR` from the Python Package Index.

mod unity;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::browser::{install, is_success};
use crate::{finish, python, root};

pub(crate) use unity::write;

/// Of C#, what mono's compiler knows below 7.3: it takes no newer number, and what is 7.2 is 7.3 as well.
const COMPILER: [&str; 4] = ["-langversion:7.2", "-unsafe", "-warnaserror", "-warn:4"];

/// The classes as a library. It is not called as the native one, as Windows takes `Tilewright.dll` and `tilewright.dll` for one file.
const CLASSES: &str = "Tilewright.Runtime";

/// `CoreCLR` in a package for Python.
const CORECLR: &str = "dotnetcore2==3.1.23";

/// What `CoreCLR` reads beside a program.
const CONFIGURATION: &str = "{\"runtimeOptions\":{\"framework\":{\"name\":\"Microsoft.NETCore.App\",\"version\":\"3.1.0\"}}}\n";

/// The page whose programs are compiled and run.
const PAGE: &str = "docs/src/how-to/unity.md";

/// The sources of the classes.
fn sources() -> PathBuf {
    root().join("bindings/csharp")
}

/// Compiles the classes, their tests, the scripts of the book and of the package, and runs them on the library that `cargo xtask capi` has
/// written. What a call costs is printed.
pub(crate) fn check() -> Result<()> {
    let library = root().join("target/capi/lib");
    ensure!(
        library.join("libtilewright.so").exists(),
        "there is no {}: run cargo xtask capi",
        library.display()
    );
    if !is_mono_there() {
        eprintln!(
            "mcs and mono are missing, and their packages cannot be installed: tests of C# skipped"
        );
        return Ok(());
    }

    let folder = root().join("target/csharp/built");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    compile(&folder, &library)?;

    run(&Command::new("mono"), &folder, &library)?;
    let Some(program) = coreclr()? else {
        eprintln!("{CORECLR} cannot be installed: tests of C# on CoreCLR skipped");
        return Ok(());
    };
    let mut coreclr = Command::new(program);
    coreclr.env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
    run(&coreclr, &folder, &library)
}

/// Whether mono and its compiler are there, or can be installed.
fn is_mono_there() -> bool {
    ["mcs", "mono"].iter().zip(["mono-mcs", "mono-runtime"]).all(|(program, package)| {
        let is_found = || is_success(Command::new(program).arg("--version"));
        is_found() || (install(package) && is_found())
    })
}

/// The program that runs others on `CoreCLR`; none if it cannot be installed.
fn coreclr() -> Result<Option<PathBuf>> {
    let folder = root().join("target/csharp/coreclr");
    let program = folder.join("dotnetcore2/bin/dotnet");
    if !program.exists() {
        let Some(python) = python::find() else { return Ok(None) };
        let mut install = Command::new(python);
        install.args(["-m", "pip", "install", "--quiet", "--no-deps", CORECLR]);
        install.arg("--target").arg(&folder);
        if !is_success(&mut install) {
            return Ok(None);
        }
    }
    // Its package does not say that it is a program.
    let mut allow = Command::new("chmod");
    allow.arg("+x").arg(&program);
    finish(allow)?;
    Ok(Some(program))
}

/// The files of a folder with an ending, sorted.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.retain(|path| path.extension().is_some_and(|it| it == ending));
    files.sort();
    Ok(files)
}

/// The blocks of the page in a language.
fn blocks(language: &str) -> Result<Vec<String>> {
    let page = fs::read_to_string(root().join(PAGE))?;
    let begin = format!("```{language}\n");
    let blocks = page.split(&begin).skip(1);
    let code = |block: &str| {
        let (code, _) = block.split_once("```").context("a block has no end")?;
        Ok(code.to_owned())
    };
    blocks.map(code).collect()
}

/// Compiles all that is C#, and the loops in C that its measurement compares with.
fn compile(folder: &Path, library: &Path) -> Result<()> {
    let own = sources();
    let classes = files(&own.join("Tilewright"), "cs")?;
    let documentation = format!("-doc:{}", folder.join(CLASSES).display());
    mcs(
        folder,
        &format!("{CLASSES}.dll"),
        &[],
        &[&format!("{documentation}.xml")],
        &classes,
    )?;
    let stubs = files(&own.join("tests/stubs"), "cs")?;
    mcs(folder, "UnityEngine.dll", &[], &[], &stubs)?;
    // As Unity compiles them, also for where the library is linked in.
    for platform in ["UNITY_STANDALONE", "UNITY_IOS"] {
        let defined = format!("-define:UNITY_5_3_OR_NEWER;{platform}");
        mcs(folder, "Unity.dll", &["UnityEngine"], &[&defined], &classes)?;
    }

    let blocks = blocks("csharp")?;
    let [program, scripts @ ..] = &blocks[..] else {
        anyhow::bail!("{PAGE} has no program");
    };
    let saved = |name: String, code: &String| -> Result<PathBuf> {
        let file = folder.join(name);
        fs::write(&file, code)?;
        Ok(file)
    };
    let first = saved("First.cs".to_owned(), program)?;
    mcs(folder, "first.exe", &[CLASSES], &[], &[first])?;
    let scripts = scripts.iter().enumerate();
    let mut scripts = scripts
        .map(|(at, code)| saved(format!("Script{at}.cs"), code))
        .collect::<Result<Vec<_>>>()?;
    scripts.extend(files(&unity::folder().join("Tests/Runtime"), "cs")?);
    let needed = [CLASSES, "UnityEngine", "Scripts"];
    mcs(folder, "Scripts.dll", &needed[..2], &[], &scripts)?;
    mcs(folder, "tests.exe", &needed, &[], &files(&own.join("tests"), "cs")?)?;
    let bench = files(&own.join("bench"), "cs")?;
    mcs(folder, "bench.exe", &needed[..1], &["-optimize"], &bench)?;
    loops(folder, library)
}

/// Compiles a program or a library.
fn mcs(
    folder: &Path,
    name: &str,
    needed: &[&str],
    options: &[&str],
    sources: &[PathBuf],
) -> Result<()> {
    let mut command = Command::new("mcs");
    command.args(COMPILER).args(options).arg(format!("-lib:{}", folder.display()));
    command.args(needed.iter().map(|name| format!("-r:{name}.dll")));
    match name.strip_suffix(".exe") {
        Some(name) => {
            let configuration = folder.join(format!("{name}.runtimeconfig.json"));
            fs::write(configuration, CONFIGURATION)?;
        }
        None => _ = command.arg("-target:library"),
    }
    command.arg(format!("-out:{}", folder.join(name).display())).args(sources);
    finish(command)
}

/// Compiles the same loops in C.
fn loops(folder: &Path, library: &Path) -> Result<()> {
    let mut command = Command::new("cc");
    command.args(["-std=gnu99", "-O2", "-Wall", "-Wextra", "-Werror", "-shared"]);
    command.arg("-fPIC").arg("-I").arg(root().join("crates/capi/include"));
    command.arg(sources().join("bench/loops.c")).arg("-L").arg(library);
    command.args(["-ltilewright", "-o"]).arg(folder.join("libloops.so"));
    finish(command)
}

/// Runs all programs on a runtime.
fn run(runtime: &Command, folder: &Path, library: &Path) -> Result<()> {
    let paths = format!("{}:{}", library.display(), folder.display());
    let program = |name: &str| {
        let mut command = Command::new(runtime.get_program());
        let variables = runtime.get_envs();
        command.envs(variables.filter_map(|(name, value)| Some((name, value?))));
        command.env("LD_LIBRARY_PATH", &paths).arg(folder.join(name));
        command
    };

    let printed = program("first.exe").output()?;
    let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
    let expected = blocks("text")?.concat();
    ensure!(printed == expected, "the first program of {PAGE} printed: {printed}");

    let mut tests = program("tests.exe");
    let playthrough = root().join("crates/capi/tests/playthrough");
    tests.args(["games.txt", "walkers.txt"].map(|name| playthrough.join(name)));
    finish(tests)?;
    finish(program("bench.exe"))
}
