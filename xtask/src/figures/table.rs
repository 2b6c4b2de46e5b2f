//! Answers of the program as Markdown tables whose headers state the units.

use serde_json::Value;

/// A table: the cells of its header and of its rows.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Table {
    pub(super) header: Vec<&'static str>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    /// The table in Markdown.
    pub(super) fn to_markdown(&self) -> String {
        let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
        let mut text = line(self.header.clone());
        text.push('|');
        text.push_str(&"---|".repeat(self.header.len()));
        text.push('\n');
        for row in &self.rows {
            text.push_str(&line(row.iter().map(String::as_str).collect()));
        }
        text
    }
}

/// Whether the answer of a command is shown as a table: it is then asked for as JSON.
pub(super) fn is_tabular(command: &str) -> bool {
    ["tilewright 2048 bench ", "tilewright battleship hunt "]
        .iter()
        .any(|start| command.starts_with(start))
}

/// The table of a command's answers, one JSON document a line; none where one has another form. `talk` is its stderr, which
/// has the times.
pub(super) fn read(command: &str, printed: &str, talk: &str) -> Option<Table> {
    let mut table = Table::default();
    for line in printed.lines() {
        let answer: Value = serde_json::from_str(line).ok()?;
        let (header, rows) = match answer["request"]["task"].as_str()? {
            "2048/bench" => (BENCH.to_vec(), vec![bench(command, &answer, talk)?]),
            "battleship/hunt" => (HUNT.to_vec(), vec![hunt(&answer)?]),
            _ => return None,
        };
        table.header = header;
        table.rows.extend(rows);
    }

    Some(table)
}

const BENCH: [&str; 7] = [
    "player",
    "games",
    "mean score",
    "95 % interval",
    "16384 reached (%)",
    "32768 reached (%)",
    "moves per second",
];

fn bench(command: &str, answer: &Value, talk: &str) -> Option<Vec<String>> {
    let score = &answer["score"];
    let events = talk.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut speeds = events.filter_map(|it| it["times"]["moves_per_second"].as_f64());

    let reached = |tile: &str| {
        let share = answer["tiles"][tile]["mean"].as_f64().unwrap_or(0.0);
        format!("{:.1}", 100.0 * share)
    };
    Some(vec![
        format!("`{}`", player(command)),
        whole(answer["games"].as_f64()?),
        whole(score["mean"].as_f64()?),
        interval(&score["ci95"], whole)?,
        reached("16384"),
        reached("32768"),
        whole(speeds.next()?),
    ])
}

/// The options of `2048 bench` that say who plays.
fn player(command: &str) -> String {
    let words: Vec<&str> = command.split_whitespace().skip(3).collect();
    let pairs = words.chunks(2).filter(|pair| {
        !["--games", "--seed", "--threads"].contains(pair.first().unwrap_or(&""))
    });
    pairs.map(|pair| pair.join(" ")).collect::<Vec<_>>().join(" ")
}

const HUNT: [&str; 5] = ["hunter", "fleets", "games", "mean shots", "95 % interval"];

fn hunt(answer: &Value) -> Option<Vec<String>> {
    let shots = &answer["shots"];
    let tenths = |number: f64| format!("{number:.1}");
    Some(vec![
        format!("`{}`", answer["hunter"].as_str()?),
        format!("`{}`", answer["fleets"].as_str()?),
        whole(shots["games"].as_f64()?),
        tenths(shots["mean"].as_f64()?),
        interval(&shots["ci95"], tenths)?,
    ])
}

fn interval(ends: &Value, shown: impl Fn(f64) -> String) -> Option<String> {
    Some(format!("{} to {}", shown(ends[0].as_f64()?), shown(ends[1].as_f64()?)))
}

/// A number without decimals, its digits in groups of three.
fn whole(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        let rest = digits.len() - index;
        if index > 0 && rest.is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{is_tabular, read, whole};

    #[test]
    fn digits_stand_in_groups_of_three() {
        assert_eq!(
            [7.4, 999.6, 12_345.0, 1_234_567.0].map(whole),
            ["7", "1,000", "12,345", "1,234,567"]
        );
    }

    #[test]
    fn answers_become_rows_with_units_in_the_header() {
        let command = "tilewright battleship hunt --hunter density";
        assert!(is_tabular(command));

        let answer = r#"{"hunter":"density","fleets":"uniform","request":{"task":"battleship/hunt"},
            "shots":{"games":1000,"mean":55.84,"ci95":[55.6,56.06]}}"#;
        let table = read(command, &answer.replace('\n', ""), "").unwrap();
        assert_eq!(
            table.to_markdown(),
            "| hunter | fleets | games | mean shots | 95 % interval |\n\
             |---|---|---|---|---|\n\
             | `density` | `uniform` | 1,000 | 55.8 | 55.6 to 56.1 |\n"
        );

        assert_eq!(read(command, "density: 55.8 shots", ""), None);
    }

    #[test]
    fn a_player_is_named_by_its_options() {
        let command =
            "tilewright 2048 bench --player network --depth 1 --games 10 --seed 1";
        assert_eq!(super::player(command), "--player network --depth 1");
    }
}
