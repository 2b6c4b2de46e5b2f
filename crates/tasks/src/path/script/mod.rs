//! `path/script`: calls of a map that changes, played one after the other and compared with what they should find.

mod player;
mod words;

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use self::player::ScriptPlayer;
use self::words::Line;
use super::given;
use crate::answer::counted;
use crate::input::text;
use crate::{
    Answer, Head, Host, Input, Medium, NamedOutput, Output, OutputFile, Refusal, Task,
    Verdict,
};

/// The most bytes of a script.
const MAX_BYTES: u64 = 1 << 26;

/// The most lines of a script.
const MAX_LINES: usize = 1_000_000;

/// The most differences that are listed as text.
const LISTED: usize = 10;

/// Play a script of calls of a map that changes, and check what they find.
///
/// Each line is a call as a game makes it, frame by frame: `set 4 2 0 3` builds a wall, `route 0 0 0 7 0 0 0 1 1` asks for a way,
/// `step 0 60` lets a crowd walk. Numbers after ` = ` are what the call should find; the first that differ are listed. The book has a page with all calls.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["script"]))]
pub struct ScriptRequest {
    /// The script, a text of one call a line; what follows `#` is a comment.
    #[schemars(extend("x-value" = "SCRIPT", "x-position" = 1))]
    pub script: Option<Input>,
}

impl Task for ScriptRequest {
    const NAME: &'static str = "path/script";
    const OUTPUTS: &'static [Output] = &[Output::File(NamedOutput {
        name: "output",
        what: "scripts",
        endings: &["txt"],
        help: "Write the script with what each call has found: .txt.",
    })];

    fn check(&self) -> Result<(), Refusal> {
        given(self.script.as_ref(), "script").map(drop)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let file = given(self.script.as_ref(), "script")?;
        let script = text(file.bytes(host, MAX_BYTES)?, 1)
            .map_err(|error| error.context(file.to_string()))?;
        let found =
            play(&script, host).map_err(|error| error.context(file.to_string()))?;
        Ok(Box::new(ScriptAnswer { script, found }))
    }
}

/// What a call has found.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
struct FoundNumbers {
    line: usize,
    found: Vec<u64>,
    /// What it should have found, if that is something else.
    expected: Option<Vec<u64>>,
}

/// What a script has found.
#[derive(Debug, Default)]
struct Findings {
    calls: usize,
    checked: usize,
    answers: Vec<FoundNumbers>,
    is_stopped: bool,
}

/// Plays a script; as far as the host lets it.
fn play(script: &str, host: &dyn Host) -> anyhow::Result<Findings> {
    let mut player = ScriptPlayer::default();
    let mut findings = Findings::default();
    for (line, number) in script.lines().zip(1..) {
        anyhow::ensure!(number <= MAX_LINES, "a script has at most {MAX_LINES} lines");
        if host.look().is_break() {
            findings.is_stopped = true;
            break;
        }
        let line = Line::new(line);
        if line.call.is_empty() {
            anyhow::ensure!(
                !line.has_answer(),
                "line {number}: there is no call before the numbers"
            );
            continue;
        }
        let called = line
            .expected()
            .and_then(|expected| Ok((player.call(line.call, host)?, expected)))
            .map_err(|why| anyhow::anyhow!("line {number}: {why}"))?;
        let (Some(found), expected) = called else {
            findings.is_stopped = true;
            break;
        };
        findings.calls += 1;
        findings.checked += usize::from(expected.is_some());
        let expected = expected.filter(|expected| *expected != found);
        if !found.is_empty() || expected.is_some() {
            findings.answers.push(FoundNumbers { line: number, found, expected });
        }
    }
    Ok(findings)
}

struct ScriptAnswer {
    script: String,
    found: Findings,
}

/// The document, `tilewright/path-script/2`.
#[derive(Serialize)]
struct Document<'a> {
    calls: usize,
    checked: usize,
    different: usize,
    answers: &'a [FoundNumbers],
}

/// Numbers with spaces between them.
fn joined(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

impl ScriptAnswer {
    fn differences(&self) -> impl Iterator<Item = (&FoundNumbers, &[u64])> {
        let different = |answer| Some((answer, FoundNumbers::expected(answer)?));
        self.found.answers.iter().filter_map(different)
    }

    /// The script with what each call has found.
    fn annotated(&self) -> String {
        let mut answers = self.found.answers.iter().peekable();
        let mut text = String::new();
        for (line, number) in self.script.lines().zip(1..) {
            let Line { call, comment, .. } = Line::new(line);
            let answer = answers.next_if(|answer| answer.line == number);
            let found = answer.map_or_else(String::new, |answer| joined(&answer.found));
            let sign = if found.is_empty() { "" } else { " = " };
            let space = if call.is_empty() || comment.is_empty() { "" } else { "  " };
            let _ = writeln!(text, "{call}{sign}{found}{space}{comment}");
        }
        text
    }
}

impl FoundNumbers {
    fn expected(&self) -> Option<&[u64]> {
        self.expected.as_deref()
    }
}

impl Answer for ScriptAnswer {
    fn verdict(&self) -> Verdict {
        if self.found.is_stopped {
            Verdict::Stopped
        } else if self.differences().next().is_some() {
            Verdict::No
        } else {
            Verdict::Done
        }
    }

    fn reached(&self) -> Option<String> {
        Some(format!("{} were made", counted(self.found.calls as u64, "call")))
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let Findings { calls, checked, answers, .. } = &self.found;
        let different = self.differences().count();
        let document = Document { calls: *calls, checked: *checked, different, answers };
        head.line("path-script", &document).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        let Findings { calls, checked, .. } = self.found;
        let lines: Vec<&str> = self.script.lines().collect();
        let mut text = String::new();
        for (FoundNumbers { line, found, .. }, expected) in
            self.differences().take(LISTED)
        {
            let call = Line::new(lines[line - 1]).call;
            let (found, expected) = (joined(found), joined(expected));
            let _ =
                writeln!(text, "line {line}: {call}: found {found}, expected {expected}");
        }
        let different = self.differences().count();
        let calls = counted(calls as u64, "call");
        let _ = match (checked, different) {
            (0, _) => writeln!(text, "{calls}, nothing to check"),
            (_, 0) => writeln!(text, "{calls}, {checked} checked: all as expected"),
            _ => writeln!(
                text,
                "{calls}, {checked} checked: {different} found something else"
            ),
        };
        text
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        Ok((!self.found.is_stopped).then(|| self.annotated().into()))
    }
}
