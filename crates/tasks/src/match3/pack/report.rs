//! The report of a pack, a page to print: the curve, and each level with its picture, mechanics and figures.

use std::fmt::Write as _;

use super::super::people::ForPeople;
use super::super::percent::whole_percent;
use super::answer::PackAnswer;
use super::level::PackLevel;

/// How the page looks, also on paper: a row is not broken over two pages.
const STYLE: &str = "body { font: 14px/1.4 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }\n\
table { border-collapse: collapse; width: 100% }\n\
th, td { text-align: left; vertical-align: middle; padding: .25rem .5rem; border-bottom: 1px solid #ccc }\n\
td.number { text-align: right; font-variant-numeric: tabular-nums }\n\
tr { break-inside: avoid }\n\
td img { width: 72px; height: auto; display: block }\n\
img.curve { width: 100%; height: auto }\n\
.missed { color: #a00; font-weight: 600 }\n";

/// The report. Its pictures are files of the pack beside it.
pub(super) fn html(pack: &PackAnswer) -> String {
    let count = pack.entries.len();
    let title = format!("A pack of {count} levels");
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <h1>{title}</h1>\n<p>{}</p>\n<img class=\"curve\" src=\"curve.svg\" alt=\"The curve that was wanted, and what the levels reach\">\n",
        escaped(&summary(pack))
    );
    page += &mechanics(pack);
    page += &table(pack);
    page += "</html>\n";
    page
}

fn summary(pack: &PackAnswer) -> String {
    let found = pack.entries.iter().filter(|entry| entry.is_found()).count();
    let (spearman, error) = pack.agreement();
    let (total, difference) = (pack.total, 100.0 * pack.min_difference());
    let people = if pack.is_of_people() {
        "People are those of a model fitted to a log; "
    } else {
        "Bots are programs, not people; "
    };
    format!(
        "The curve is of the {}: {found} of {total} levels found, mean absolute error {error:.3}, rank correlation {spearman:.3}. \
         Any two levels differ in at least {difference:.0} % of their special cells. {people}seed {}.",
        pack.quantity(),
        pack.seed
    )
}

/// Which levels have which mechanics; empty without any.
fn mechanics(pack: &PackAnswer) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in pack.entries.iter().flat_map(PackLevel::mechanics) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return String::new();
    }

    let mut text = "<h2>Mechanics</h2>\n<table>\n<tr><th>mechanic</th><th>first</th><th>levels</th></tr>\n".to_owned();
    for name in names {
        let has = |entry: &&PackLevel| entry.mechanics().iter().any(|it| it == name);
        let levels: Vec<u32> =
            pack.entries.iter().filter(has).map(PackLevel::number).collect();
        let first = levels.first().copied().unwrap_or_default();
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td class=\"number\">{first}</td><td>{}</td></tr>",
            escaped(name),
            runs(&levels)
        );
    }
    text + "</table>\n"
}

fn table(pack: &PackAnswer) -> String {
    let cohorts: Vec<&str> = pack
        .entries
        .first()
        .and_then(PackLevel::people)
        .map_or_else(Vec::new, |people| {
            people.cohorts().iter().map(|it| it.cohort.as_str()).collect()
        });
    let interval = if pack.is_of_people() { "90 % interval" } else { "95 % interval" };
    let mut text = "<h2>Levels</h2>\n<table>\n<tr><th>level</th><th></th><th>goal</th><th>moves</th><th>mechanics</th>".to_owned();
    let unit = if pack.entries.iter().any(PackLevel::is_rate) { ", %" } else { "" };
    let _ =
        write!(text, "<th>wanted{unit}</th><th>reached{unit}</th><th>{interval}</th>");
    for cohort in &cohorts {
        let _ = write!(text, "<th>{}</th>", escaped(cohort));
    }
    text += "<th></th></tr>\n";
    for entry in &pack.entries {
        text += &row(entry);
    }
    text + "</table>\n"
}

fn row(entry: &PackLevel) -> String {
    let (level, number) = (entry.level(), entry.number());
    let goal = level.goal.as_ref().map_or_else(String::new, ToString::to_string);
    let moves = level.moves.map_or_else(String::new, |moves| moves.to_string());
    let [wanted, reached, low, high] = entry.values();
    let mut row = format!(
        "<tr><td class=\"number\">{number}</td><td><img src=\"{}\" alt=\"level {number}\"></td><td>{}</td><td class=\"number\">{moves}</td><td>{}</td>\
         <td class=\"number\">{wanted}</td><td class=\"number\">{reached}</td><td class=\"number\">{low} to {high}</td>",
        entry.name("png"),
        escaped(&goal),
        escaped(&entry.mechanics().join(", ")),
    );
    for cohort in entry.people().into_iter().flat_map(ForPeople::cohorts) {
        let _ = write!(
            row,
            "<td class=\"number\">{} %</td>",
            whole_percent(cohort.pass_rate.rate)
        );
    }
    let class = if entry.is_found() { "" } else { " class=\"missed\"" };
    let _ = writeln!(row, "<td{class}>{}</td></tr>", entry.mark());
    row
}

/// Ascending numbers as ranges, such as `1–3, 9`.
fn runs(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let words = |(first, last): (u32, u32)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}–{last}"),
    };
    runs.into_iter().map(words).collect::<Vec<_>>().join(", ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_follow_one_another_are_a_range() {
        assert_eq!(runs(&[1, 2, 3, 9, 11, 12]), "1–3, 9, 11–12");
        assert_eq!(runs(&[]), "");
    }

    #[test]
    fn what_a_page_would_read_as_markup_is_escaped() {
        assert_eq!(escaped("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
    }
}
