//! JSON lines: each input line is a question, answered by one line of JSON before the next line is
//! read. Grids of numbers may have several lines.

mod grids;

use std::io::{self, BufRead, Read};

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smart_default::SmartDefault;

use crate::answer::line;
use crate::{
    Answer, Event, Head, Hint, Host, Item, Medium, Refusal, Refuse as _, Verdict, chain,
    input,
};
pub(crate) use grids::Grids;

/// The longest line that is answered, in bytes.
const MAX: u64 = 1 << 16;

/// The longest line that is skipped, in bytes. The lines after a longer one are not read.
const MAX_SKIPPED: u64 = 1 << 26;

/// The questions: the name of an input with one document per line, or the documents themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(untagged, expecting = "expected a name or a list of documents")]
pub enum Lines {
    /// The name of the input.
    #[default]
    Name(#[default(input::DASH.to_owned())] String),
    /// The documents.
    Documents(Vec<Value>),
}

/// The answer to a line: a line of JSON, the same for people and programs.
pub(crate) struct LineAnswer(pub(crate) Vec<u8>);

impl Item for LineAnswer {
    fn json(&self, _: &Head) -> serde_json::Result<Vec<u8>> {
        Ok(self.0.clone())
    }

    fn text(&self, _: Medium) -> Result<String, (String, Option<Hint>)> {
        Ok(String::from_utf8_lossy(&self.0).into_owned())
    }
}

/// The end of all lines; their answers were reported as items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinesAnswer(pub Verdict);

impl Answer for LinesAnswer {
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
    mut answer: impl FnMut(&str) -> anyhow::Result<T>,
) -> Result<LinesAnswer, Refusal> {
    let answer = |text: &str| answer(text).map(Some);
    LineAnswerer { host, answer, grids: None, verdict: Verdict::Done }.lines(lines)
}

/// As [`answer`] for questions that may also be grids of numbers of at most `most` rows, each a
/// line, with an empty line after each grid. The answer is `None` if the host stopped the work on
/// it.
///
/// # Errors
/// As [`answer`].
pub fn answer_grids<T: Serialize>(
    host: &dyn Host,
    lines: &Lines,
    most: u32,
    answer: impl FnMut(&str) -> anyhow::Result<Option<T>>,
) -> Result<LinesAnswer, Refusal> {
    let grids = Some(Grids::new(most as usize));
    LineAnswerer { host, answer, grids, verdict: Verdict::Done }.lines(lines)
}

/// Answers lines one by one.
struct LineAnswerer<'a, F> {
    host: &'a dyn Host,
    answer: F,
    /// The rows of a grid, where a question can be one.
    grids: Option<Grids>,
    verdict: Verdict,
}

impl<T: Serialize, F: FnMut(&str) -> anyhow::Result<Option<T>>> LineAnswerer<'_, F> {
    fn lines(mut self, lines: &Lines) -> Result<LinesAnswer, Refusal> {
        match lines {
            Lines::Documents(documents) => {
                for (document, number) in documents.iter().zip(1..) {
                    // A text is a question as it would stand in a file.
                    let text = document.as_str().map(str::to_owned);
                    let text = text.unwrap_or_else(|| document.to_string());
                    if !self.take(Ok(text), number)? {
                        break;
                    }
                }
            }
            Lines::Name(name) => {
                let mut lines = self.host.open(name).with_context(|| name.clone())?;
                self.all(&mut lines)?;
            }
        }
        Ok(LinesAnswer(self.verdict))
    }

    fn all(&mut self, lines: &mut impl BufRead) -> Result<(), Refusal> {
        for number in 1.. {
            let line = match next(lines).context("cannot read the lines")? {
                InputLine::End => {
                    self.end_grid()?;
                    break;
                }
                InputLine::Text(line) => Ok(line),
                InputLine::TooLong => {
                    Err(anyhow!("the line is longer than {MAX} bytes, the limit"))
                }
                InputLine::Endless => {
                    self.end_grid()?;
                    return Err(anyhow!(
                        "line {number} is longer than {MAX_SKIPPED} bytes; the rest was not read"
                    ))
                    .hint("write one question per line");
                }
            };

            let text = line.and_then(|line| input::text(line, number));
            if !self.take_line(text, number)? {
                break;
            }
        }

        Ok(())
    }

    /// Takes a line: a question, a row of one, or an empty line; returns whether to continue.
    fn take_line(
        &mut self,
        text: anyhow::Result<String>,
        number: usize,
    ) -> Result<bool, Refusal> {
        match (text, &mut self.grids) {
            (Ok(row), Some(grids)) if Grids::is_row(&row) => {
                grids.push(row, number);
                while let Some((grid, first)) = self.grids.as_mut().and_then(Grids::next)
                {
                    if !self.take(grid, first)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Ok(line), _) if line.trim_ascii().is_empty() => self.end_grid(),
            (text, _) => Ok(self.end_grid()? && self.take(text, number)?),
        }
    }

    /// Answers the grid whose rows were read last, if there is one; returns whether to continue.
    fn end_grid(&mut self) -> Result<bool, Refusal> {
        match self.grids.as_mut().and_then(Grids::end) {
            Some((grid, first)) => self.take(grid, first),
            None => Ok(true),
        }
    }

    /// Answers a question; returns whether to continue.
    fn take(
        &mut self,
        text: anyhow::Result<String>,
        number: usize,
    ) -> Result<bool, Refusal> {
        let answered = match text.and_then(|text| (self.answer)(&text)) {
            Ok(Some(answer)) => line(&answer)?,
            Ok(None) => {
                self.verdict = Verdict::Stopped;
                return Ok(false);
            }
            Err(error) => {
                self.verdict = Verdict::Wrong;
                line(&json!({ "error": chain(&error), "line": number }))?
            }
        };

        self.host.tell(Event::Item(&LineAnswer(answered)));
        let continues = self.host.look().is_continue();
        if !continues {
            self.verdict = Verdict::Stopped;
        }

        Ok(continues)
    }
}

/// What was read as the next line.
enum InputLine {
    Text(Vec<u8>),
    TooLong,
    Endless,
    End,
}

/// Reads the next line, without its line break.
fn next(lines: &mut impl BufRead) -> io::Result<InputLine> {
    let mut line = Vec::new();
    lines.by_ref().take(MAX).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(InputLine::End);
    }

    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 == MAX {
        // The buffer is full without a line break: the rest is skipped, as far as the limit.
        let skipped = lines.take(MAX_SKIPPED).skip_until(b'\n')? as u64;
        return Ok(if skipped < MAX_SKIPPED {
            InputLine::TooLong
        } else {
            InputLine::Endless
        });
    }

    Ok(InputLine::Text(line))
}
