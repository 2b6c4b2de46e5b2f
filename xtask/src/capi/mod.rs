//! `cargo xtask capi`: the library for C in `target/capi`, as programs expect it there: headers, the shared and the static library,
//! what `pkg-config` and `CMake` read, and the files for `LuaJIT`. With `--check` programs of several languages call it.

mod check;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::{cargo, csharp, finish, root};

/// What `pkg-config` reads.
const PKG_CONFIG: &str = "prefix=${pcfiledir}/../..\n\nName: tilewright\nDescription: The test bench for tile games\nVersion: VERSION\n\
    Cflags: -I${prefix}/include\nLibs: -L${prefix}/lib -ltilewright\nLibs.private: -lm -lpthread -ldl\n";

/// What `CMake` reads.
const CMAKE: &str = "get_filename_component(_prefix \"${CMAKE_CURRENT_LIST_DIR}/../../..\" ABSOLUTE)\n\
    if(NOT TARGET tilewright::tilewright)\n\
    add_library(tilewright::tilewright SHARED IMPORTED)\n\
    set_target_properties(tilewright::tilewright PROPERTIES\n  IMPORTED_LOCATION \"${_prefix}/lib/libtilewright.so\"\n  IMPORTED_NO_SONAME TRUE\n  \
    INTERFACE_INCLUDE_DIRECTORIES \"${_prefix}/include\")\n\
    add_library(tilewright::static STATIC IMPORTED)\n\
    set_target_properties(tilewright::static PROPERTIES\n  IMPORTED_LOCATION \"${_prefix}/lib/libtilewright.a\"\n  \
    INTERFACE_INCLUDE_DIRECTORIES \"${_prefix}/include\"\n  INTERFACE_LINK_LIBRARIES \"m;pthread;dl\")\nendif()\n";

/// By what `CMake` knows whether the version is one that a project asks for.
const CMAKE_VERSION: &str = "set(PACKAGE_VERSION \"VERSION\")\n\
    if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)\n  set(PACKAGE_VERSION_COMPATIBLE FALSE)\nelse()\n  set(PACKAGE_VERSION_COMPATIBLE TRUE)\n  \
    if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)\n    set(PACKAGE_VERSION_EXACT TRUE)\n  endif()\nendif()\n";

/// Options of `cargo xtask capi`.
#[derive(Args)]
pub(crate) struct Capi {
    /// Afterwards call the library from C under valgrind and the sanitizers, by `CMake`, from `LuaJIT`, LÖVE and C#.
    #[arg(long)]
    check: bool,
}

impl Capi {
    /// With its tests, as `cargo xtask test --all` runs it.
    pub(crate) const fn checked() -> Self {
        Self { check: true }
    }
}

/// Writes the library, and checks it if that is asked for.
pub(crate) fn run(capi: &Capi) -> Result<()> {
    write()?;
    if capi.check { check::run(&root().join("target/capi")) } else { Ok(()) }
}

/// Writes the header and what is made of it into the crate, the calls that all languages play, and the library to `target/capi`.
fn write() -> Result<()> {
    finish(cargo("run --package tilewright-capi --example header --locked"))?;
    finish(cargo("run --package tilewright-capi --example playthrough --locked"))?;
    finish(cargo("build --release --package tilewright-capi --locked"))?;

    let folder = root().join("target/capi");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let put = |from: &Path, to: &str| -> Result<()> {
        let to = folder.join(to);
        fs::create_dir_all(to.parent().context("a file has a folder")?)?;
        fs::copy(from, to).with_context(|| from.display().to_string())?;
        Ok(())
    };
    let (include, release) =
        (root().join("crates/capi/include"), root().join("target/release"));
    for name in ["tilewright.h", "tilewright.hpp"] {
        put(&include.join(name), &format!("include/{name}"))?;
    }
    for ending in ["so", "a"] {
        let from = release.join(format!("libtilewright_c.{ending}"));
        put(&from, &format!("lib/libtilewright.{ending}"))?;
    }
    for name in ["init.lua", "declarations.lua"] {
        let from = root().join("bindings/lua/tilewright").join(name);
        put(&from, &format!("lua/tilewright/{name}"))?;
    }
    let write = |text: String, to: &str| -> Result<()> {
        let to = folder.join(to);
        fs::create_dir_all(to.parent().context("a file has a folder")?)?;
        Ok(fs::write(to, text)?)
    };
    let version = env!("CARGO_PKG_VERSION");
    write(PKG_CONFIG.replace("VERSION", version), "lib/pkgconfig/tilewright.pc")?;
    let cmake = "lib/cmake/tilewright/tilewright-config";
    write(CMAKE.to_owned(), &format!("{cmake}.cmake"))?;
    let text = CMAKE_VERSION.replace("VERSION\")", &format!("{version}\")"));
    write(text, &format!("{cmake}-version.cmake"))?;
    eprintln!("{}", folder.display());
    csharp::write()
}
