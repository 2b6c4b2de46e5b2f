//! Questions, one a line, answered as they come.

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

/// The longest line that is read, in bytes.
const MOST: u64 = 1 << 16;

/// The longest line that is passed over: the lines after a longer one are not answered.
const MOST_PASSED: u64 = 1 << 26;

/// The name of an input with a document a line, or the documents themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a name or a list of documents")]
pub enum Lines {
    /// By its name.
    Name(String),
    /// The documents.
    Documents(Vec<Value>),
}

impl Default for Lines {
    /// What is piped in.
    fn default() -> Self {
        Self::Name(input::DASH.to_owned())
    }
}

/// What is told of a line that holds no question.
#[derive(Serialize)]
struct Wrong {
    error: String,
    line: usize,
}

/// What there is to say of a line, which is a line of JSON for everybody.
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

/// The answers to all lines, which were handed on as items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllAnswered(pub Verdict);

impl Answer for AllAnswered {
    fn verdict(&self) -> Verdict {
        self.0
    }
}

/// Answers every line with a line of JSON, one that holds no question with what is wrong with
/// it. Empty lines are passed over.
///
/// # Errors
/// When the lines cannot be read, or one does not end.
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

/// The lines on their way through.
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
            if !self.take(line.and_then(|line| input::text(line, number)), number)? {
                break;
            }
        }
        Ok(())
    }

    /// Answers a line; whether to go on.
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
        let goes_on = self.host.see(Event::Item(&Answered(answered))).is_continue();
        if !goes_on {
            self.verdict = Verdict::Stopped;
        }
        Ok(goes_on)
    }
}

/// What comes next.
enum Line {
    Text(Vec<u8>),
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
    Ok(Line::Text(line))
}
