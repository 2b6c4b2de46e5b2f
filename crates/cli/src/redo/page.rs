//! The chapters as HTML and as Markdown.

use std::fmt::Write as _;

use super::chapter::{Article, Measurements, Table};

/// An article with what was measured of it.
type Chapter<'a> = (&'a Article, Measurements);

/// The chapters as HTML.
pub(super) fn html(title: &str, lead: &str, chapters: &[Chapter<'_>]) -> String {
    let mut page =
        format!("<h1>{title}</h1>\n<p class=\"report-head\">{}</p>\n", plain(lead));
    for (article, found) in chapters {
        let (name, title, claim) =
            (article.name, plain(article.title), plain(article.claim));
        let _ = write!(
            page,
            "<section class=\"card stack\" id=\"{name}\">\n<h2>{title}</h2>\n<p>{claim}</p>\n\
             <div class=\"chart-box\">{}</div>\n",
            found.picture
        );

        found.all_tables().for_each(|table| push_table(&mut page, &table));
        let better = marked(&found.better);
        let _ =
            writeln!(page, "<p><strong>Better now.</strong> {better}</p>\n</section>");
    }

    page
}

fn push_table(page: &mut String, table: &Table) {
    let numeric = numeric(table);
    let cells = |cells: &mut dyn Iterator<Item = &str>, tag: &str| {
        let cell = |(cell, is_number): (&str, &bool)| {
            let class = if *is_number { " class=\"num\"" } else { "" };
            format!("<{tag}{class}>{}</{tag}>", marked(cell))
        };
        let cells: String = cells.zip(&numeric).map(cell).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let head = cells(&mut table.columns.iter().copied(), "th");
    let _ = write!(
        page,
        "<div class=\"wrap\"><table class=\"list\"><thead>\n{head}</thead><tbody>\n"
    );

    for row in &table.rows {
        page.push_str(&cells(&mut row.cells.iter().map(String::as_str), "td"));
    }

    page.push_str("</tbody></table></div>\n");
    if !table.note.is_empty() {
        let _ = writeln!(page, "<p class=\"muted\">{}</p>", plain(table.note));
    }

    let commands: Vec<_> =
        table.commands().iter().map(|command| plain(command)).collect();
    if let [first, ..] = &commands[..] {
        let count = commands.len();
        let _ = writeln!(
            page,
            "<details><summary>The commands of the rows ({count}), such as <code>{first}</code></summary>\n\
             <code class=\"command\">{}</code></details>",
            commands.join("\n")
        );
    }
}

/// The chapters as Markdown.
pub(super) fn text(title: &str, lead: &str, chapters: &[Chapter<'_>]) -> String {
    let mut text = format!("# {title}\n\n{lead}\n");
    for (article, found) in chapters {
        let (title, claim, tables) = (article.title, article.claim, tables(found));
        let _ = write!(
            text,
            "\n## {title}\n\n{claim}\n{tables}\nBetter now: {}\n",
            found.better
        );
    }
    text
}

/// The tables as Markdown, each chapter between anchors, by which mdBook includes it.
pub(super) fn anchored(chapters: &[Chapter<'_>]) -> String {
    let chapter = |(article, found): &Chapter<'_>| {
        let (name, tables) = (article.name, tables(found));
        format!("<!-- ANCHOR: {name} -->\n{tables}\n<!-- ANCHOR_END: {name} -->\n")
    };
    chapters.iter().map(chapter).collect()
}

fn tables(found: &Measurements) -> String {
    let mut text = String::new();
    for table in found.all_tables() {
        let _ = write!(text, "\n{}", markdown(&table));
        if !table.note.is_empty() {
            let _ = write!(text, "\n{}\n", table.note);
        }

        let commands = table.commands();
        let first = table.rows.first().map_or(&[][..], |row| &row.commands);
        if !first.is_empty() {
            let by = if *first == commands { "By" } else { "The first row by" };
            let _ = write!(text, "\n{by} `{}`.\n", first.join("` and `"));
        }
    }

    text
}

/// A table with aligned columns.
fn markdown(table: &Table) -> String {
    let length = |cell: &str| cell.chars().count();
    let columns = 0..table.columns.len();

    let width = |at: usize| {
        let cells = table.rows.iter().map(|row| length(&row.cells[at]));
        cells.chain([length(table.columns[at]), 3]).max().unwrap_or(0)
    };
    let (numeric, widths) = (numeric(table), columns.map(width).collect::<Vec<_>>());

    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let cells = cells.zip(widths.iter().zip(&numeric));
        let cells = cells.map(|(cell, (&width, &is_number))| {
            if is_number { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };

    let rule = |(&width, &is_number): (&usize, &bool)| {
        let (dashes, end) = ("-".repeat(width - 1), if is_number { ":" } else { "-" });
        dashes + end
    };
    let rules: Vec<_> = widths.iter().zip(&numeric).map(rule).collect();
    let mut text = line(&mut table.columns.iter().copied());
    text.push_str(&line(&mut rules.iter().map(String::as_str)));

    for row in &table.rows {
        text.push_str(&line(&mut row.cells.iter().map(String::as_str)));
    }

    text
}

/// Which columns hold numbers, which end at the right.
fn numeric(table: &Table) -> Vec<bool> {
    let is_part = |letter: char| letter.is_ascii_digit() || " ,.()+-–to".contains(letter);
    let is_number = |cell: &String| cell.chars().all(is_part);
    let column = |at: usize| table.rows.iter().all(|row| is_number(&row.cells[at]));
    (0..table.columns.len()).map(column).collect()
}

/// A text without markup.
fn plain(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A text with code between backticks.
fn marked(text: &str) -> String {
    let part = |(at, part): (usize, &str)| match at % 2 {
        1 => format!("<code>{}</code>", plain(part)),
        _ => plain(part),
    };
    text.split('`').enumerate().map(part).collect()
}
