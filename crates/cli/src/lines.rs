//! Questions, one a line, as they come.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::Serialize;

use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};
use crate::files::{self, DASH};

/// The longest line that is read, in bytes.
const MOST: u64 = 1 << 16;

/// The longest line that is passed over: the lines after a longer one are not answered.
const MOST_PASSED: u64 = 1 << 26;

/// What is told of a line that holds no question.
#[derive(Serialize)]
struct Wrong {
    error: String,
    line: usize,
}

/// Answers every line with a line of JSON, one that holds no question with what is wrong with
/// it. Empty lines are passed over.
pub(crate) fn answer<T: Serialize>(
    path: &Path,
    context: &Context,
    mut answer: impl FnMut(&str) -> anyhow::Result<T>,
) -> Result<Verdict, Failure> {
    let mut verdict = Verdict::Done;
    let mut lines = open(path).with_context(|| path.display().to_string())?;
    for number in 1.. {
        let line = match next(&mut lines).context("cannot read the lines")? {
            Line::End => break,
            Line::Text(line) => line,
            Line::TooLong => {
                Err(anyhow!("it has more than {MOST} bytes, the most that is read"))
            }
            Line::Endless => {
                return Err(anyhow!(
                    "line {number} has more than {MOST_PASSED} bytes; nothing after it was read"
                ))
                .hint("each line holds one question");
            }
        };
        if line.as_ref().is_ok_and(|line| line.trim_ascii().is_empty()) {
            continue;
        }
        let text = line.and_then(|line| files::text(line, number));
        match text.and_then(|text| answer(&text)) {
            Ok(answer) => context.print_json(&answer)?,
            Err(error) => {
                verdict = Verdict::Wrong;
                let error = crate::failure::chain(&error);
                context.print_json(&Wrong { error, line: number })?
            }
        };
    }
    Ok(verdict)
}

fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if path == Path::new(DASH) {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    if path.is_dir() {
        return Err(anyhow!("this is a folder, expected a file"));
    }
    Ok(Box::new(BufReader::new(File::open(path)?)))
}

/// What comes next.
enum Line {
    Text(anyhow::Result<Vec<u8>>),
    TooLong,
    Endless,
    End,
}

/// The next line, without its end.
fn next(lines: &mut impl BufRead) -> io::Result<Line> {
    let mut line = Vec::new();
    lines.by_ref().take(MOST).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(Line::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 == MOST {
        let passed = lines.take(MOST_PASSED).skip_until(b'\n')? as u64;
        return Ok(if passed < MOST_PASSED { Line::TooLong } else { Line::Endless });
    }
    Ok(Line::Text(Ok(line)))
}
