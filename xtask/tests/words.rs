//! Words of our own stand nowhere: neither in what people read nor in names.

use std::fs;
use std::path::{Path, PathBuf};

const LIST: &str = include_str!("../data/words.txt");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The coined phrases, each with what to say instead.
fn phrases() -> Vec<(&'static str, &'static str)> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(" => ").unwrap()).collect()
}

/// What people may read: sources, pages, schemas, and what the program printed for the tests.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_symlink()
            || name.starts_with('.')
            || name == "target"
            || name == "licenses"
        {
            continue;
        }
        let is_text = [
            ".rs", ".md", ".snap", ".toml", ".cff", ".js", ".mjs", ".html", ".css",
            ".sql", ".py", ".pyi",
        ]
        .iter()
        .any(|end| name.ends_with(end));
        let is_schema = path.parent().is_some_and(|it| it.ends_with("tasks/schemas"));
        if path.is_dir() {
            files(&path, found);
        } else if is_text || is_schema {
            found.push(path);
        }
    }
}

/// Where the phrase stands as whole words.
fn places<'a>(text: &'a str, phrase: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_word =
        |rest: &str| rest.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '_');
    let ends_in_word =
        |text: &str| text.ends_with(|it: char| it.is_ascii_alphanumeric() || it == '_');
    text.match_indices(phrase).map(|(at, _)| at).filter(move |at| {
        let (before, after) = (&text[..*at], &text[at + phrase.len()..]);
        !ends_in_word(before) && !is_word(after)
    })
}

#[test]
fn no_coined_phrase_stands_anywhere() {
    let mut all = Vec::new();
    files(root(), &mut all);
    assert!(all.len() > 500, "only {} files", all.len());
    let phrases = phrases();
    let mut found = Vec::new();
    for path in all {
        let text = fs::read_to_string(&path).unwrap().to_lowercase();
        // Phrases reach over the ends of lines, also of comments.
        let text = text
            .replace("\n//! ", " \n")
            .replace("\n/// ", " \n")
            .replace("\n// ", " \n");
        for (phrase, instead) in &phrases {
            for at in places(&text, phrase) {
                let line = text[..at].matches('\n').count() + 1;
                let name = path.strip_prefix(root()).unwrap().display();
                found.push(format!("{name}:{line}: `{phrase}`: say `{instead}`"));
            }
        }
    }
    assert!(found.is_empty(), "{} places:\n{}", found.len(), found.join("\n"));
}

#[test]
fn phrases_are_found_as_whole_words() {
    let found = |text| places(text, "frob").collect::<Vec<_>>();
    assert_eq!(found("frob it, frobbed, is_frob, (frob), \"frob\""), [0, 28, 36]);
}

/// The type that a line defines. Associated types, which are indented, are named by their trait.
fn defined(line: &str) -> Option<&str> {
    let is_visibility = |word: &&str| word.starts_with("pub") || word.ends_with(')');
    let mut words = line.split_whitespace().skip_while(is_visibility);
    let is_type = match words.next()? {
        "struct" | "enum" | "trait" => true,
        "type" => !line.starts_with(' '),
        _ => false,
    };
    let name = words.next().filter(|_| is_type)?;
    name.split(|it: char| !it.is_alphanumeric()).next()
}

/// Whether a name is a participle, an adverb or a phrase, and no noun that says what a type holds.
fn is_no_noun(name: &str) -> bool {
    let lists = include_str!("../data/type_names.txt").lines();
    let lists: Vec<_> = lists.filter(|line| !line.starts_with('#')).collect();
    let is_in = |list: usize, word: &str| lists[list].split(' ').any(|it| it == word);
    let starts: Vec<_> =
        name.match_indices(char::is_uppercase).map(|(at, _)| at).collect();
    match starts[..] {
        [_, second, ..] => {
            is_in(2, &name[..second]) || is_in(2, &name[*starts.last().unwrap()..])
        }
        _ if name.ends_with("ed") || name.ends_with("ing") => !is_in(1, name),
        _ => is_in(0, &name.to_lowercase()),
    }
}

#[test]
fn types_are_named_by_nouns() {
    let mut all = Vec::new();
    files(root(), &mut all);
    let is_source = |it: &&PathBuf| {
        let is_rust = it.extension().is_some_and(|end| end == "rs");
        is_rust && it.strip_prefix(root()).unwrap().iter().any(|part| part == "src")
    };
    let mut found = Vec::new();
    for path in all.iter().filter(is_source) {
        let text = fs::read_to_string(path).unwrap();
        let names = text.lines().filter_map(defined).filter(|name| is_no_noun(name));
        found.extend(names.map(|name| format!("{}: `{name}`", path.display())));
    }
    assert!(found.is_empty(), "{} types:\n{}", found.len(), found.join("\n"));
    assert!(["Made", "Asking", "OfColor", "ResultFrom"].into_iter().all(is_no_noun));
}
