//! The links of built pages: each must lead to a file of the book and to an anchor in it.
//!
//! Pages of other sites are not fetched: only the form of their addresses is checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use html5gum::{StartTag, Token, Tokenizer};

/// What a page offers and what it refers to.
#[derive(Debug, Default)]
struct Page {
    anchors: BTreeSet<String>,
    links: Vec<String>,
}

/// Checks all pages of a folder and returns the number of links; the error lists those that
/// lead nowhere.
pub(super) fn check(folder: &Path) -> Result<usize> {
    let mut pages = BTreeMap::new();
    for file in html_files(folder)? {
        let text =
            fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        pages.insert(file, Page::read(&text));
    }

    let mut broken = Vec::new();
    for (file, page) in &pages {
        for link in &page.links {
            if let Err(reason) = follow(link, file, folder, &pages) {
                broken.push(format!("{}: `{link}`: {reason}", file.display()));
            }
        }
    }

    if !broken.is_empty() {
        bail!("links that lead nowhere:\n{}", broken.join("\n"));
    }

    Ok(pages.values().map(|page| page.links.len()).sum())
}

/// The pages of a folder and of those below it. The page for missing pages is left out: its
/// links start from the root of a site.
fn html_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html")
                && !path.ends_with("404.html")
            {
                found.push(path);
            }
        }
    }

    Ok(found)
}

impl Page {
    fn read(text: &str) -> Self {
        let mut page = Self::default();
        for Ok(token) in Tokenizer::new(text) {
            let Token::StartTag(tag) = token else { continue };

            page.anchors.extend(attribute(&tag, "id"));
            let source = match tag.name.as_slice() {
                b"a" | b"link" => "href",
                b"img" | b"script" | b"iframe" | b"source" => "src",
                _ => continue,
            };
            page.links.extend(attribute(&tag, source));
        }

        page
    }
}

fn attribute(tag: &StartTag<()>, name: &str) -> Option<String> {
    let value = tag.attributes.get(name.as_bytes())?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// Finds what a link of a page refers to; the error says what is missing.
fn follow(
    link: &str,
    page: &Path,
    folder: &Path,
    pages: &BTreeMap<PathBuf, Page>,
) -> Result<(), String> {
    if let Some(rest) =
        link.strip_prefix("https://").or_else(|| link.strip_prefix("http://"))
    {
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let is_host = host.contains('.') && !link.contains(char::is_whitespace);
        return if is_host { Ok(()) } else { Err("not an address".to_owned()) };
    }

    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if path.is_empty() {
        page.to_owned()
    } else {
        let base = page.parent().unwrap_or(folder);
        resolve(base, &decode(path)).ok_or("above the root")?
    };

    if !target.starts_with(folder) {
        return Err("outside of the book".to_owned());
    }
    if !target.is_file() {
        return Err(format!("no file {}", target.display()));
    }

    match pages.get(&target) {
        Some(page) if !anchor.is_empty() && !page.anchors.contains(&decode(anchor)) => {
            Err(format!("no anchor in {}", target.display()))
        }
        _ => Ok(()),
    }
}

/// A path relative to a folder, without `.` and `..`.
fn resolve(base: &Path, path: &str) -> Option<PathBuf> {
    let mut resolved = base.to_owned();
    for component in Path::new(path).components() {
        match component {
            Component::Normal(name) => resolved.push(name),
            Component::CurDir => {}
            Component::ParentDir if resolved.pop() => {}
            _ => return None,
        }
    }
    Some(resolved)
}

/// A text whose `%20` and the like are read.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = tail.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let value = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        if let Some(value) = value.filter(|_| first == b'%') {
            bytes.push(value);
            rest = &tail[2..];
        } else {
            bytes.push(first);
            rest = tail;
        }
    }

    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::check;

    /// A book of two pages, the first with this body.
    fn book(body: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("sub")).unwrap();
        fs::write(folder.path().join("index.html"), body).unwrap();
        fs::write(
            folder.path().join("sub/page.html"),
            "<h1 id='größe'>Size</h1><a href='../index.html'>back</a>",
        )
        .unwrap();
        fs::write(folder.path().join("a b.png"), "").unwrap();
        folder
    }

    #[test]
    fn links_to_files_anchors_and_other_sites_are_found() {
        let body = "<p id=top><a href=#top>t</a><a href='sub/page.html#gr%C3%B6%C3%9Fe'>s</a>\
                    <img src='a%20b.png'><a href='https://example.org/x'>e</a>";
        assert_eq!(check(book(body).path()).unwrap(), 5);
    }

    #[test]
    fn links_that_lead_nowhere_are_errors() {
        for link in [
            "no.html",
            "#no",
            "sub/page.html#no",
            "../x.html",
            "/sub/page.html",
            "https://x y",
        ] {
            let folder = book(&format!("<a href='{link}'>l</a>"));
            let error = check(folder.path()).unwrap_err().to_string();
            assert!(error.contains(link), "{error}");
        }

        assert!(check(book("<img src=missing.png>").path()).is_err());
    }
}
