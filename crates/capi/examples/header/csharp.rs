//! What C# reads: csbindgen's text, with the names, documentation and types that its users expect.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, process};

/// The files with functions and types, in `src`.
const SOURCES: [&str; 10] = [
    "status.rs",
    "run.rs",
    "maps/plain.rs",
    "games/plain.rs",
    "exports/mod.rs",
    "exports/tasks.rs",
    "exports/games.rs",
    "exports/maps.rs",
    "exports/routes.rs",
    "exports/crowds.rs",
];

/// Types of the library and what they are called in C#. Those named `Plain…` stay inside, as classes and structs written by hand stand for them; `UnityEngine` has an `Event` and a `Terrain` of
/// its own, and both are used in one file.
const NAMES: [(&str, &str); 26] = [
    ("TwCrowdEventKind", "CrowdEventKind"),
    ("TwCrowdEvent", "CrowdEvent"),
    ("TwEventKind", "Match3EventKind"),
    ("TwEvent", "Match3Event"),
    ("TwWalkerState", "WalkerState"),
    ("TwRouteLink", "PlainRouteLink"),
    ("TwElement", "Element"),
    ("TwCorners", "Corners"),
    ("TwOutcome", "Outcome"),
    ("TwTerrain", "TerrainKind"),
    ("TwChange", "Change"),
    ("TwManner", "Manner"),
    ("TwStatus", "Status"),
    ("TwAgent", "Agent"),
    ("TwFloor", "Floor"),
    ("TwFound", "PlainFound"),
    ("TwLayer", "PlainLayer"),
    ("TwPlace", "Place"),
    ("TwPoint", "Point"),
    ("TwQuery", "PlainQuery"),
    ("TwShape", "Shape"),
    ("TwBody", "Body"),
    ("TwCell", "Cell"),
    ("TwLink", "PlainLink"),
    ("TwLook", "Look"),
    ("TwSort", "Sort"),
];

/// Enumerations that only numbers of others name, and whether these are bytes.
const NUMBERED: [(&str, bool); 6] = [
    ("TwShape", false),
    ("TwTerrain", false),
    ("TwCorners", false),
    ("TwEventKind", true),
    ("TwManner", true),
    ("TwSort", true),
];

/// What the documentation says of functions and constants of C, and what it says here.
const WORDS: [(&str, &str); 8] = [
    (
        "`tw_last_error` says why, `tw_last_hint` what to do",
        "the message says why, the hint what to do",
    ),
    ("`tw_agent` gives", "`Agent.Usual` gives"),
    ("`tw_game_ask(game, \"about\", …)` has", "`game.Ask(\"about\")` has"),
    ("`tw_match3_lists` reads", "`Game.Lists` reads"),
    ("`tw_map_resume`", "`Map.Resume`"),
    ("`TW_UNIT`", "`Point.Unit`"),
    ("`TW_COLORLESS`", "`Look.Colorless`"),
    ("`TW_NO_CELL`", "`Match3Event.NoCell`"),
];

/// The namespace and what it needs.
const BEGIN: &str = "// The functions, structs and numbers of tilewright.h for C#. Made by `cargo xtask capi`: do not edit.

using System;
using System.Runtime.InteropServices;

namespace Tilewright
{
";

/// What each struct has above it.
const LAYOUT: &str = "[StructLayout(LayoutKind.Sequential)]";

/// Fields that the documentation names.
const FIELDS: [&str; 11] =
    ["at", "by", "from", "id", "list", "look", "manner", "search", "size", "to", "value"];

/// The file.
pub(crate) fn native(own: &Path) -> Result<String, Box<dyn Error>> {
    let read = read(own)?;
    // Behind the namespace and its brace.
    let (_, body) = read.split_once("\n{\n").ok_or("csbindgen writes no namespace")?;

    let mut scribe =
        Scribe { text: BEGIN.to_owned(), docs: String::new(), owner: Owner::Functions };
    for line in body.lines() {
        scribe.line(line)?;
    }
    Ok(scribe.text.trim_end().to_owned() + "\n")
}

/// The file as far as it is written.
struct Scribe {
    text: String,
    /// The documentation of what comes next.
    docs: String,
    owner: Owner,
}

impl Scribe {
    fn line(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        let code = line.trim();
        let indent = &line[..line.len() - line.trim_start().len()];
        if let Some(doc) = code.strip_prefix("///") {
            if !matches!(doc.trim(), "<summary>" | "</summary>") {
                self.docs.push(' ');
                self.docs.push_str(doc.trim());
            }
            return Ok(());
        }
        // It is written below the documentation, where the compiler wants it.
        if code == LAYOUT {
            return Ok(());
        }

        self.owner = self.owner.at(code);
        let code = self.owner.renamed(code);
        let docs = std::mem::take(&mut self.docs);
        // What stays inside is documented in the header, and where it is used.
        let is_shown = matches!(self.owner, Owner::Shown);
        if is_shown && !docs.is_empty() && code.starts_with(char::is_alphabetic) {
            let docs = documented(docs.trim())?;
            writeln!(self.text, "{indent}/// <summary>{docs}</summary>")?;
        }
        if code.contains(" struct ") {
            writeln!(self.text, "{indent}{LAYOUT}")?;
        }
        self.code(indent, &code)
    }

    /// Writes a line of code. An empty one stands between two of others, and not before the end of a block.
    fn code(&mut self, indent: &str, code: &str) -> Result<(), Box<dyn Error>> {
        let is_begin = self.text.ends_with("{\n") || self.text.ends_with("\n\n");
        if code == "}" && self.text.ends_with("\n\n") {
            self.text.pop();
        }
        if !code.is_empty() {
            writeln!(self.text, "{indent}{code}")?;
        } else if !is_begin {
            self.text.push('\n');
        }
        Ok(())
    }
}

/// What csbindgen writes.
fn read(own: &Path) -> Result<String, Box<dyn Error>> {
    let file = env::temp_dir().join(format!("tilewright-{}.cs", process::id()));
    let mut builder = csbindgen::Builder::new();
    for source in SOURCES {
        builder = builder.input_extern_file(own.join("src").join(source));
    }
    builder
        .csharp_namespace("Tilewright")
        .csharp_class_name("Native")
        .csharp_class_accessibility("internal")
        .csharp_dll_name("tilewright")
        .csharp_dll_name_if(
            "(UNITY_IOS || UNITY_TVOS || UNITY_VISIONOS || UNITY_WEBGL) && !UNITY_EDITOR",
            "__Internal",
        )
        // Pointers of functions are newer than C# 7.3.
        .csharp_use_function_pointer(false)
        .csharp_generate_const_filter(|_| true)
        .always_included_types(NUMBERED.map(|(name, _)| name))
        .generate_csharp_file(&file)?;
    let text = fs::read_to_string(&file)?;
    fs::remove_file(&file)?;
    Ok(text)
}

/// What a line belongs to.
#[derive(Clone, Copy)]
enum Owner {
    Functions,
    /// A type of which users see everything.
    Shown,
    /// A struct that stays inside.
    Inside,
}

impl Owner {
    /// The owner of a line, which may begin another one.
    fn at(self, code: &str) -> Self {
        let name = code.split_once("struct ").or_else(|| code.split_once("enum "));
        match name {
            Some((_, name)) if named(name).starts_with("Plain") => Self::Inside,
            Some(_) => Self::Shown,
            None => self,
        }
    }

    /// The line as it stands in the file.
    fn renamed(self, code: &str) -> String {
        let code = code.replace("nuint", "UIntPtr").replace("__DllName", "LibraryName");
        if matches!(self, Self::Functions) {
            return named(&code);
        }
        if let Some((_, name)) = code.split_once("enum ") {
            let name = name.split(' ').next().unwrap_or(name);
            let is_byte = NUMBERED.contains(&(name, true));
            return format!(
                "public enum {}{}",
                named(name),
                if is_byte { " : byte" } else { "" }
            );
        }
        if let Some((_, name)) = code.split_once("struct ") {
            let access = if matches!(self, Self::Inside) {
                "internal unsafe"
            } else {
                "public partial"
            };
            return format!("{access} struct {}", named(name));
        }
        match code.strip_prefix("public ").and_then(|field| field.rsplit_once(' ')) {
            Some((kind, name)) => self.field(kind, name),
            None => code,
        }
    }

    /// A field. Numbers of users are `int`, but masks, whose bits count.
    fn field(self, kind: &str, name: &str) -> String {
        let name = pascal(name);
        let is_mask = name.starts_with("Mask");
        let shown = match (kind, name.as_str()) {
            ("byte", "Kind;") => "Match3EventKind",
            ("byte", "Manner;") => "Manner",
            ("byte", "Sort;") => "Sort",
            ("uint", "Terrain;") => "TerrainKind",
            ("uint", _) if !is_mask => "int",
            _ => kind,
        };
        let kind = if matches!(self, Self::Inside) { kind } else { shown };
        format!("public {} {name}", named(kind))
    }
}

/// A text with the types as they are called in C#.
fn named(text: &str) -> String {
    NAMES.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// A name such as `list_start` in the manner of C#.
fn pascal(name: &str) -> String {
    let words = name.trim_start_matches('@').split('_');
    words.map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// A text of documentation: with the names of C#, and code as XML marks it.
fn documented(doc: &str) -> Result<String, Box<dyn Error>> {
    let doc = WORDS.iter().fold(doc.to_owned(), |doc, (from, to)| doc.replace(from, to));
    if doc.contains(['&', '<', '>']) || doc.contains("tw_") || doc.contains("TW_") {
        return Err(format!("documentation that C# cannot have: {doc}").into());
    }
    let mark = |(at, part): (usize, &str)| {
        let name = if FIELDS.contains(&part) { pascal(part) } else { named(part) };
        if at % 2 == 1 { format!("<c>{name}</c>") } else { named(part) }
    };
    Ok(doc.split('`').enumerate().map(mark).collect())
}
