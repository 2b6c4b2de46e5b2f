//! The file of a report: the page's own first file, with all that it would load.

use std::fmt::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value};
use tilewright_grid::checksum;

use super::ReportError;
use super::modules::{PREFIX, gathered};
use crate::files::Page;

/// The module that the page begins with.
const ENTRY: &str = "app.js";

/// What made the file, as its head tells.
const GENERATOR: &str = "tilewright report";

/// The modules that stand in for others in a report: its only room, and recorded runs instead of
/// the server.
const INSTEAD: [(&str, &str); 2] =
    [("rooms.js", "report/rooms.js"), ("door.js", "report/door.js")];

/// The style sheets of the page and of the rooms of a report.
const SHEETS: [&str; 3] = ["style.css", "history/style.css", "report/style.css"];

/// The document of a report.
pub(super) fn page(title: &str, document: &Value) -> Result<String, ReportError> {
    let data = inert(&serde_json::to_string(document)?);
    let nonce = format!("{:016x}", checksum(data.as_bytes()));
    let scripts = format!(
        "<script type=\"application/json\" id=\"report\">{data}</script>\n\
         <script type=\"importmap\" nonce=\"{nonce}\">{}</script>\n\
         <script type=\"module\" nonce=\"{nonce}\">import \"{PREFIX}{ENTRY}\";</script>\n</body>\n",
        map()?
    );
    replaced(&framed(title, &nonce)?, "</body>", &scripts)
}

/// A page of the look of a report that needs no script. `body` is HTML; the file loads nothing, and
/// its head names the program as that of a report does.
///
/// # Errors
/// Only if this crate is wrong: a part of the page is missing.
pub fn still_page(title: &str, body: &str) -> Result<String, ReportError> {
    let nonce = format!("{:016x}", checksum(body.as_bytes()));
    let body =
        format!("<main id=\"main\"><div class=\"room one\">\n{body}</div></main>\n");
    let button = ("<button type=\"button\" class=\"icon\"", "");
    let parts = [("<nav class=\"rooms\"", ""), button, button, button, button];
    let rest = [("<a class=\"skip\"", ""), ("<noscript>", ""), ("<main id", &body)];
    let framed = framed(title, &nonce)?;
    parts
        .iter()
        .chain(&rest)
        .try_fold(framed, |page, (part, other)| replaced(&page, part, other))
}

/// The page of the program with its title and style sheets inside, and without its scripts.
fn framed(title: &str, nonce: &str) -> Result<String, ReportError> {
    let head = format!(
        "<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"{GENERATOR}\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n",
        policy(nonce),
    );

    let icon = format!(
        "<link rel=\"icon\" href=\"data:image/svg+xml;base64,{}\">\n",
        STANDARD.encode(file("icon.svg")?)
    );
    let title = format!("<title>{}</title>\n", escaped(title));

    let mut page = file("index.html")?;
    for (part, other) in [
        ("<meta charset", head),
        ("<title>", title),
        ("<link rel=\"icon\"", icon),
        ("<link rel=\"stylesheet\"", sheets(nonce)?),
        ("<link rel=\"modulepreload\"", String::new()),
        ("<script type=\"module\"", String::new()),
    ] {
        page = replaced(&page, part, &other)?;
    }

    Ok(page)
}

/// What the page may do: run these scripts, show what it contains.
fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; \
         img-src data: blob:; connect-src 'none'; base-uri 'none'; form-action 'none'"
    )
}

/// A file of the page as text.
fn file(name: &str) -> Result<String, ReportError> {
    text(name).ok_or_else(|| ReportError::Missing { file: name.to_owned() })
}

fn text(name: &str) -> Option<String> {
    String::from_utf8(Page::get(name)?.data.into_owned()).ok()
}

/// The import map, with every module in it.
fn map() -> Result<String, ReportError> {
    let modules = gathered(ENTRY, &INSTEAD, &text)?;
    let addresses = modules.iter().map(|(name, text)| {
        let address = format!("data:text/javascript;base64,{}", STANDARD.encode(text));
        (format!("{PREFIX}{name}"), address.into())
    });
    let imports: Map<String, Value> = addresses.collect();
    Ok(inert(&serde_json::to_string(&serde_json::json!({ "imports": imports }))?))
}

fn sheets(nonce: &str) -> Result<String, ReportError> {
    let mut sheets = String::new();
    for name in SHEETS {
        let text = file(name)?;
        let _ = writeln!(
            sheets,
            "<style nonce=\"{nonce}\" data-sheet=\"{name}\">\n{text}</style>"
        );
    }
    Ok(sheets)
}

/// The page with another line in place of the first one that begins with `part`.
fn replaced(page: &str, part: &'static str, other: &str) -> Result<String, ReportError> {
    let start = page.find(part).ok_or(ReportError::Part { part })?;
    let end = page[start..].find('\n').map_or(page.len(), |end| start + end + 1);
    Ok([&page[..start], other, &page[end..]].concat())
}

/// JSON that cannot end the element in which it stands: a `<` occurs only in strings.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_of_runs_stay_texts() {
        let name = "</script><script>alert(1)</script><!-- \" & é";
        let page = page(name, &json!({ "runs": [{ "text": name }] })).unwrap();
        let plain = super::page("", &json!({ "runs": [{ "text": "" }] })).unwrap();
        for mark in ["<script", "</script", "<!--"] {
            assert_eq!(page.matches(mark).count(), plain.matches(mark).count(), "{mark}");
        }
        let data = page.split("id=\"report\">").nth(1).unwrap();
        let data = data.split("</script>").next().unwrap();
        let read: Value = serde_json::from_str(data).unwrap();
        assert_eq!(read["runs"][0]["text"], name);
        assert!(page.contains("<title>&lt;/script>&lt;script>alert(1)"), "{page:.400}");
    }

    #[test]
    fn the_same_runs_give_the_same_bytes_which_load_nothing() {
        let make = || page("a", &json!({ "runs": [] })).unwrap();
        let page = make();
        assert_eq!(page, make());
        for word in ["src=\"", "href=\"http", "href=\"style", "modulepreload", "@import"]
        {
            assert!(!page.contains(word), "{word}");
        }
        assert!(page.contains("default-src 'none'; script-src 'nonce-"));
    }
}
