//! Programs that call the library: in C under valgrind and with the sanitizers of the compiler, by `CMake`, in `LuaJIT` and in LÖVE, and in C#.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::browser::{install, is_success};
use crate::{csharp, finish, root};

/// A project that finds the library by `CMake`, and links it in both ways.
const CMAKE: &str = "cmake_minimum_required(VERSION 3.16)\nproject(calls C)\nfind_package(tilewright 0.1 REQUIRED)\nfind_package(tilewright REQUIRED)\n\
    foreach(kind tilewright static)\n  add_executable(calls-${kind} playthrough.c)\n  \
    target_link_libraries(calls-${kind} tilewright::${kind} m)\nendforeach()\n";

/// The programs of LÖVE, each of which saves a picture.
const LOVE: [&str; 2] = ["match3", "walker"];

/// The calls that every language plays.
fn playthrough() -> [PathBuf; 2] {
    let folder = root().join("crates/capi/tests/playthrough");
    ["games.txt", "walkers.txt"].map(|name| folder.join(name))
}

/// The C program of a name.
fn host(name: &str) -> PathBuf {
    root().join("crates/capi/tests/hosts").join(name)
}

/// Calls the library in a folder, as `cargo xtask capi` writes it.
pub(super) fn run(library: &Path) -> Result<()> {
    let folder = root().join("target/capi-check");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    valgrind(library, &folder)?;
    sanitizers(library, &folder)?;
    cmake(library, &folder)?;
    lua(library)?;
    love(library, &folder)?;
    csharp::check()
}

/// Whether a program is there, or can be installed; says so if not, as what needs it is left out.
fn is_there(program: &str, package: &str) -> bool {
    // Some of them know no `--version`.
    let is_found =
        || is_success(Command::new("sh").arg("-c").arg(format!("command -v {program}")));
    let is_there = is_found() || (install(package) && is_found());
    if !is_there {
        eprintln!(
            "{program} is missing, and the package `{package}` cannot be installed: check skipped"
        );
    }
    is_there
}

/// Compiles a program of the tests with these options. Returns where it is.
fn compiled(
    library: &Path,
    folder: &Path,
    name: &str,
    options: &[&str],
) -> Result<PathBuf> {
    let built =
        folder.join(format!("{name}{}", options.join("")).replace(['=', ','], "-"));
    let is_c = Path::new(name).extension().is_some_and(|ending| ending == "c");
    let compiler = if is_c { "cc" } else { "c++" };
    let mut command = Command::new(compiler);
    command.args(["-g", "-O1"]).args(options).arg("-I").arg(library.join("include"));
    command.arg(host(name)).arg("-L").arg(library.join("lib"));
    command.args(["-ltilewright", "-lm", "-o"]).arg(&built);
    finish(command)?;
    Ok(built)
}

/// A program that finds the library, with what it plays.
fn playing(program: impl AsRef<std::ffi::OsStr>, library: &Path) -> Command {
    let mut command = Command::new(program);
    command.env("LD_LIBRARY_PATH", library.join("lib"));
    command
}

/// No read of what is not there, nothing lost: in calls that cannot be meant, and in those that every language plays.
fn valgrind(library: &Path, folder: &Path) -> Result<()> {
    if !is_there("valgrind", "valgrind") {
        return Ok(());
    }
    for name in ["misuse.c", "playthrough.c"] {
        let program = compiled(library, folder, name, &[])?;
        let mut command = playing("valgrind", library);
        command.args(["--quiet", "--error-exitcode=99", "--leak-check=full"]);
        command.arg("--errors-for-leak-kinds=definite").arg(program);
        if name == "playthrough.c" {
            command.args(playthrough());
        }
        finish(command)?;
    }
    Ok(())
}

/// The same with the sanitizers of addresses and of undefined behaviour.
fn sanitizers(library: &Path, folder: &Path) -> Result<()> {
    for name in ["misuse.c", "playthrough.c", "playthrough.cpp", "play.cpp"] {
        let options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        let program = compiled(library, folder, name, &options)?;
        let mut command = playing(program, library);
        if name.starts_with("playthrough") {
            command.args(playthrough());
        }
        finish(command)?;
    }
    Ok(())
}

/// A project of `CMake` builds with the shared library and with the static one.
fn cmake(library: &Path, folder: &Path) -> Result<()> {
    if !is_there("cmake", "cmake") || !is_there("make", "make") {
        return Ok(());
    }
    let (source, build) = (folder.join("cmake"), folder.join("cmake-build"));
    fs::create_dir_all(&source)?;
    fs::write(source.join("CMakeLists.txt"), CMAKE)?;
    fs::copy(host("playthrough.c"), source.join("playthrough.c"))?;
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(&source).arg("-B").arg(&build);
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", library.display()));
    finish(configure)?;
    let mut make = Command::new("cmake");
    make.arg("--build").arg(&build);
    finish(make)?;
    for kind in ["tilewright", "static"] {
        let mut command = Command::new(build.join(format!("calls-{kind}")));
        command.args(playthrough());
        finish(command)?;
    }
    Ok(())
}

/// `LuaJIT` plays what every language plays.
fn lua(library: &Path) -> Result<()> {
    if !is_there("luajit", "luajit") {
        return Ok(());
    }
    let mut command = Command::new("luajit");
    command.env("TILEWRIGHT_LIBRARY", library.join("lib/libtilewright.so"));
    command.arg(root().join("bindings/lua/tests/playthrough.lua"));
    command.arg(library.join("lua")).args(playthrough());
    finish(command)
}

/// The programs of LÖVE run without a screen, and save a picture each.
fn love(library: &Path, folder: &Path) -> Result<()> {
    if !is_there("love", "love") || !is_there("xvfb-run", "xvfb") {
        return Ok(());
    }
    for name in LOVE {
        let picture = folder.join(format!("{name}.png"));
        let mut command =
            showing(library, &root().join("bindings/lua/examples").join(name));
        command.arg("--shot").arg(&picture);
        finish(command)?;
        let drawn = fs::read(&picture).with_context(|| format!("{name} drew nothing"))?;
        // A picture of one colour has some hundred bytes.
        ensure!(drawn.len() > 2_000, "{name} drew {} bytes", drawn.len());
    }
    first_program(library, folder)
}

/// The first program of the book runs for some frames.
fn first_program(library: &Path, folder: &Path) -> Result<()> {
    let page = fs::read_to_string(root().join("docs/src/how-to/love.md"))?;
    let (_, code) = page.split_once("```lua\n").context("the page has no program")?;
    let (code, _) = code.split_once("```").context("the program has no end")?;
    let program = folder.join("walker");
    fs::create_dir_all(program.join("tilewright"))?;
    for name in ["init.lua", "declarations.lua"] {
        let from = library.join("lua/tilewright").join(name);
        fs::copy(from, program.join("tilewright").join(name))?;
    }
    let end = "local update, frames = love.update, 0\nfunction love.update(seconds)\n  update(seconds)\n  \
        frames = frames + 1\n  if frames == 20 then love.mousepressed(370, 70) end\n  \
        if frames == 40 then love.event.quit() end\nend\n";
    fs::write(program.join("main.lua"), format!("{code}\n{end}"))?;
    finish(showing(library, &program))
}

/// LÖVE without a screen. A program that fails shows its error and waits for a key: so long and no longer.
fn showing(library: &Path, program: &Path) -> Command {
    let mut command = Command::new("timeout");
    command.args(["60", "xvfb-run", "--auto-servernum", "love"]).arg(program);
    command.env("TILEWRIGHT_LIBRARY", library.join("lib/libtilewright.so"));
    command
}
