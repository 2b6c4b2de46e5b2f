//! How a table is written: what is between its columns, and at the ends of its lines.

use std::io::{self, BufRead as _, BufReader, Read};

use super::PlaysError;

/// The form of a table.
pub(super) struct TableForm {
    /// What is between its columns.
    pub(super) delimiter: u8,
    /// Whether its lines end as on Windows.
    has_returns: bool,
}

impl TableForm {
    /// The form that the first line shows, and the whole table. Without commas in that line semicolons or tabs divide the
    /// columns, as where numbers have decimal commas.
    pub(super) fn of(table: impl Read) -> Result<(Self, impl Read), PlaysError> {
        let mut table = BufReader::new(table);
        let mut first = Vec::new();
        let read = table.read_until(b'\n', &mut first);
        read.map_err(|error| PlaysError::Line { line: 1, what: error.to_string() })?;

        let delimiter = *b",;\t".iter().find(|it| first.contains(it)).unwrap_or(&b',');
        let has_returns = first.ends_with(b"\r\n");
        Ok((Self { delimiter, has_returns }, io::Cursor::new(first).chain(table)))
    }

    /// The line of a place, from 1. The reader ends a line at `\r`, and counts it only at the `\n` before the next one.
    pub(super) fn line(&self, position: Option<&csv::Position>) -> u64 {
        position.map_or(1, csv::Position::line) + u64::from(self.has_returns)
    }

    /// What is wrong with a table, in plain words.
    pub(super) fn wrong(&self, error: &csv::Error) -> PlaysError {
        let line = self.line(error.position());
        let what = match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("{len} columns, expected {expected_len}")
            }
            csv::ErrorKind::Utf8 { .. } => "the text is not UTF-8".to_owned(),
            _ => error.to_string(),
        };
        PlaysError::Line { line, what }
    }
}

#[cfg(test)]
mod tests {
    use super::super::PlayLog;

    #[test]
    fn a_wrong_line_has_its_number_with_either_end_of_lines() {
        for end in ["\n", "\r\n"] {
            for (wrong, what) in [("1,maybe", "outcome"), ("1", "columns")] {
                let table = ["level,outcome", "1,won", "1,lost", wrong].join(end);
                let read = PlayLog::read(table.as_bytes(), |_| Err(String::new()));
                let error = read.unwrap_err().to_string();
                assert!(error.starts_with("line 4: ") && error.contains(what), "{error}");
            }
        }
    }

    #[test]
    fn semicolons_and_words_in_capitals_are_read() {
        let read = |table: &str| {
            let log =
                PlayLog::read(table.as_bytes(), |_| Err("none".to_owned())).unwrap();
            (log.unknown_columns, log.unknown_levels)
        };
        let plain = read("level,outcome,mood\n1,won,7\n1,lost,8\n");
        assert_eq!(plain.1[0].lines, 2);
        for table in [
            "Level;Outcome;mood\n1;Won;7\n1;LOST;8\n",
            "level\toutcome\tmood\r\n1\tWON\t7\r\n1\tlost\t8\r\n",
        ] {
            assert_eq!(read(table), plain, "{table}");
        }
    }
}
