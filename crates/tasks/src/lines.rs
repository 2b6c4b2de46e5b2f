//! JSON lines: each input line is a question, answered by one line of JSON before the next line is
//! read.

use std::io::{self, BufRead, Read};

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::line;
use crate::{
    Answer, Event, Head, Hint, Host, Item, Medium, Refusal, Refuse as _, Verdict, chain,
    input,
};

/// The longest line that is answered, in bytes.
const MAX: u64 = 1 << 16;

/// The longest line that is skipped, in bytes. The lines after a longer one are not read.
const MAX_SKIPPED: u64 = 1 << 26;

/// The questions: the name of an input with one document per line, or the documents themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a name or a list of documents")]
pub enum Lines {
    /// The name of the input.
    Name(String),
    /// The documents.
    Documents(Vec<Value>),
}

impl Default for Lines {
    /// Stdin.
    fn default() -> Self {
        Self::Name(input::DASH.to_owned())
    }
}

/// The answer to a line that is not a valid question.
#[derive(Serialize)]
struct Wrong {
    error: String,
    line: usize,
}

/// The answer to a line: a line of JSON, the same for people and programs.
#[derive(Debug)]
pub(crate) struct Answered(pub(crate) Vec<u8>);

impl Item for Answered {
    fn json(&self, _: &Head) -> serde_json::Result<Vec<u8>> {
        Ok(self.0.clone())
    }

    fn text(&self, _: Medium) -> Result<String, (String, Option<Hint>)> {
        Ok(String::from_utf8_lossy(&self.0).into_owned())
    }
}

/// The end of all lines; their answers were reported as items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllAnswered(pub Verdict);

impl Answer for AllAnswered {
    fn verdict(&self) -> Verdict {
        self.0
    }
}

/// Answers every line with a line of JSON, an invalid line with its error. Empty lines are
/// skipped.
///
/// # Errors
/// If the lines cannot be read, or one is longer than 64 MiB.
pub fn answer<T: Serialize>(
    host: &dyn Host,
    lines: &Lines,
    answer: impl FnMut(&str) -> anyhow::Result<T>,
) -> Result<AllAnswered, Refusal> {
    let mut asking = Asking { host, answer, verdict: Verdict::Done };
    match lines {
        Lines::Documents(documents) => {
            for (document, number) in documents.iter().zip(1..) {
                if !asking.take(Ok(document.to_string()), number)? {
                    break;
                }
            }
        }
        Lines::Name(name) => {
            let mut lines = host.open(name).with_context(|| name.clone())?;
            asking.all(&mut lines)?;
        }
    }
    Ok(AllAnswered(asking.verdict))
}

/// Answers lines one by one.
struct Asking<'a, F> {
    host: &'a dyn Host,
    answer: F,
    verdict: Verdict,
}

impl<T: Serialize, F: FnMut(&str) -> anyhow::Result<T>> Asking<'_, F> {
    fn all(&mut self, lines: &mut impl BufRead) -> Result<(), Refusal> {
        for number in 1.. {
            let line = match next(lines).context("cannot read the lines")? {
                Line::End => break,
                Line::Text(line) => Ok(line),
                Line::TooLong => {
                    Err(anyhow!("the line is longer than {MAX} bytes, the limit"))
                }
                Line::Endless => {
                    return Err(anyhow!(
                        "line {number} is longer than {MAX_SKIPPED} bytes; the rest was not read"
                    ))
                    .hint("write one question per line");
                }
            };
            if line.as_ref().is_ok_and(|line| line.trim_ascii().is_empty()) {
                continue;
            }
            if !self.take(line.and_then(|line| input::text(line, number)), number)? {
                break;
            }
        }
        Ok(())
    }

    /// Answers a line; returns whether to continue.
    fn take(
        &mut self,
        text: anyhow::Result<String>,
        number: usize,
    ) -> Result<bool, Refusal> {
        let answered = match text.and_then(|text| (self.answer)(&text)) {
            Ok(answer) => line(&answer)?,
            Err(error) => {
                self.verdict = Verdict::Wrong;
                line(&Wrong { error: chain(&error), line: number })?
            }
        };
        let continues = self.host.see(Event::Item(&Answered(answered))).is_continue();
        if !continues {
            self.verdict = Verdict::Stopped;
        }
        Ok(continues)
    }
}

/// What was read as the next line.
enum Line {
    Text(Vec<u8>),
    TooLong,
    Endless,
    End,
}

/// Reads the next line, without its line break.
fn next(lines: &mut impl BufRead) -> io::Result<Line> {
    let mut line = Vec::new();
    lines.by_ref().take(MAX).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(Line::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 == MAX {
        let skipped = lines.take(MAX_SKIPPED).skip_until(b'\n')? as u64;
        return Ok(if skipped < MAX_SKIPPED { Line::TooLong } else { Line::Endless });
    }
    Ok(Line::Text(line))
}
