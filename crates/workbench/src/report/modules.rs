//! The page's modules within one file. A browser does not import modules from the disk, so that
//! each becomes a `data:` address, and an import map gives it a name; the relative names in the
//! modules become these names.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::ops::Range;

/// What the names of modules begin with.
pub(super) const PREFIX: &str = "page/";

/// Why a report cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A file of the page is missing, or has no such name.
    #[error("{file} of the page is missing")]
    Missing {
        /// Its name.
        file: String,
    },
    /// A part of the page's first file is missing.
    #[error("the page has no part that begins with {part}")]
    Part {
        /// How the part begins.
        part: &'static str,
    },
    /// An import that is not understood.
    #[error("{file}, line {line}: an import that is not understood")]
    Import {
        /// The file of the page.
        file: String,
        /// The line, from 1.
        line: usize,
    },
    /// A value that JSON cannot hold.
    #[error("a run cannot be written as JSON")]
    Json(#[from] serde_json::Error),
    /// An animation could not be compressed.
    #[error("an animation cannot be compressed")]
    Io(#[from] io::Error),
}

/// An import in a module.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Import {
    /// Of another module: where its name stands in the text, without quotes.
    Module(Range<usize>),
    /// `import.meta`, in the line of that number: the address of the module, which a report has
    /// not.
    Meta(usize),
}

/// All modules that `entry` needs, by their names, each with the names that the import map knows.
/// `instead` gives the modules that stand in for others.
pub(super) fn gathered(
    entry: &str,
    instead: &[(&str, &str)],
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<BTreeMap<String, String>, ReportError> {
    let mut gathered = BTreeMap::new();
    let mut waiting = VecDeque::from([entry.to_owned()]);
    while let Some(file) = waiting.pop_front() {
        if gathered.contains_key(&file) {
            continue;
        }

        let missing = || ReportError::Missing { file: file.clone() };
        let text = read(&file).ok_or_else(missing)?;

        let (mut written, mut from) = (String::new(), 0);
        for import in imports(&file, &text)? {
            let range = match import {
                Import::Module(range) => range,
                Import::Meta(line) => return Err(ReportError::Import { file, line }),
            };
            let named = resolved(&file, &text[range.clone()]).ok_or_else(missing)?;
            let known = instead.iter().find(|(replaced, _)| *replaced == named);
            let named = known.map_or(named, |(_, other)| (*other).to_owned());
            written += &text[from..range.start];
            written += PREFIX;
            written += &named;
            from = range.end;
            waiting.push_back(named);
        }

        written += &text[from..];
        gathered.insert(file, written);
    }

    Ok(gathered)
}

/// The name of a file of the page that a module names from where it stands; `None` if it is not
/// within the page.
pub(super) fn resolved(from: &str, name: &str) -> Option<String> {
    let mut folders: Vec<_> = from.split('/').collect();
    folders.pop();
    for part in name.strip_prefix("./").unwrap_or(name).split('/') {
        match part {
            ".." => drop(folders.pop()?),
            part => folders.push(part),
        }
    }
    name.starts_with('.').then(|| folders.join("/"))
}

/// The imports of a module in order: `import … from "x";`, `import "x";` and `export … from "x";`
/// at the beginning of a line, and `import("x")` anywhere. Comments stand in lines of their own.
pub(super) fn imports(file: &str, text: &str) -> Result<Vec<Import>, ReportError> {
    let mut imports = Vec::new();
    let (mut at, mut is_comment, mut statement) = (0, false, None);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let start = at;
        at += line.len();
        let failure = || ReportError::Import { file: file.to_owned(), line: index + 1 };
        let code = line.trim_start();
        if is_comment || code.starts_with("/*") {
            is_comment = !line.contains("*/");
            continue;
        }
        if code.starts_with("//") {
            continue;
        }

        if statement.is_none() && is_statement(line) {
            statement = Some(start);
        }

        // A statement may have several lines; it ends with its semicolon.
        if let Some(from) = statement {
            if let Some(end) = line.find(';') {
                let whole = &text[from..start + end];
                let is_list = whole.starts_with("export {") && !whole.ends_with('"');
                if !is_list {
                    let found = named(whole).ok_or_else(failure)?;
                    let place = from + found.start..from + found.end;
                    imports.push(Import::Module(place));
                }

                statement = None;
            }

            continue;
        }

        within(line, start, index + 1, &mut imports).ok_or_else(failure)?;
    }

    let unfinished = || ReportError::Import { file: file.to_owned(), line: 0 };
    if statement.is_some() { Err(unfinished()) } else { Ok(imports) }
}

/// Whether a statement begins here that may name a module.
fn is_statement(line: &str) -> bool {
    let begins = ["import ", "import{", "import\"", "export {", "export *"];
    begins.iter().any(|begin| line.starts_with(begin))
}

/// Where a statement names its module.
fn named(statement: &str) -> Option<Range<usize>> {
    let before = statement.strip_suffix('"')?;
    let begin = before.rfind('"')? + 1;
    let word = before[..begin - 1].trim_end();
    let is_named = word.ends_with("from") || word == "import";
    is_named.then_some(begin..before.len())
}

/// Finds the imports within a line of code; `None` if one is not understood.
fn within(
    line: &str,
    start: usize,
    number: usize,
    found: &mut Vec<Import>,
) -> Option<()> {
    for (at, word) in line.match_indices("import") {
        let is_letter = |letter: char| letter.is_alphanumeric() || "_$".contains(letter);
        let rest = &line[at + word.len()..];
        if line[..at].ends_with(is_letter) || rest.starts_with(is_letter) {
            continue;
        }
        if rest.starts_with(".meta") {
            found.push(Import::Meta(number));
            continue;
        }

        let name = rest.strip_prefix("(\"")?;
        let length = name.find('"').filter(|&end| name[end..].starts_with("\")"))?;
        let begin = start + at + word.len() + 2;
        found.push(Import::Module(begin..begin + length));
    }

    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Page;

    fn read(name: &str) -> Option<String> {
        Page::get(name).and_then(|file| String::from_utf8(file.data.into_owned()).ok())
    }

    #[test]
    fn every_import_of_the_page_is_understood_and_names_a_file() {
        let (mut modules, mut seen) = (0, 0);
        for file in Page::iter().filter(|name| name.ends_with(".js")) {
            let text = read(&file).unwrap();
            modules += 1;
            for import in imports(&file, &text).unwrap() {
                let Import::Module(range) = import else { continue };
                let named = resolved(&file, &text[range]).unwrap();
                assert!(read(&named).is_some(), "{file} imports {named}");
                seen += 1;
            }
            // The same statements, found in another way.
            let lines = text.lines().filter(|line| {
                line.starts_with("import ")
                    || line.starts_with("} from ")
                    || line.starts_with("export * from")
            });
            let expected = lines.filter(|line| line.contains(".js\"")).count();
            let all = imports(&file, &text).unwrap();
            let found = all.iter().filter(|it| matches!(it, Import::Module(_)));
            assert!(found.count() >= expected, "{file}");
        }
        assert!(modules > 80 && seen > 2 * modules, "{modules} modules, {seen} imports");
    }

    #[test]
    fn relative_names_become_names_of_the_map() {
        let page = |name: &str| {
            let text = match name {
                "app.js" => {
                    "// import \"no.js\"\n/** {import(\"./no.js\")} */\nimport { a,\n  b } from \"./rooms/a.js\";\n\
                     import \"./b.js\";\nconst c = () => import(\"./c.js\");\nexport { a };\n"
                }
                "rooms/a.js" => "export * from \"../b.js\";\nconst important = 1;\n",
                "b.js" | "other.js" => "export const b = 1;\n",
                _ => return None,
            };

            Some(text.to_owned())
        };
        let made = gathered("app.js", &[("c.js", "other.js")], &page).unwrap();
        assert_eq!(
            made.keys().collect::<Vec<_>>(),
            ["app.js", "b.js", "other.js", "rooms/a.js"]
        );
        assert_eq!(
            made["app.js"],
            "// import \"no.js\"\n/** {import(\"./no.js\")} */\nimport { a,\n  b } from \"page/rooms/a.js\";\n\
             import \"page/b.js\";\nconst c = () => import(\"page/other.js\");\nexport { a };\n"
        );

        assert!(made["rooms/a.js"].starts_with("export * from \"page/b.js\";"));
    }

    #[test]
    fn an_import_that_is_not_understood_is_an_error() {
        for (text, line) in [
            ("const x = 1;\nawait import(`./${x}.js`);\n", 2),
            ("import { a } from './a.js';\n", 1),
            ("import a\n", 0),
            ("const x = import.meta.url;\n", 1),
        ] {
            let failed = gathered("app.js", &[], &|_| Some(text.to_owned())).unwrap_err();
            let is_right =
                matches!(&failed, ReportError::Import { line: at, .. } if *at == line);
            assert!(is_right, "{text}: {failed}");
        }

        let failed = gathered("a.js", &[], &|name| {
            (name == "a.js").then(|| "import \"./b.js\";\n".to_owned())
        });
        assert_eq!(failed.unwrap_err().to_string(), "b.js of the page is missing");
    }
}
