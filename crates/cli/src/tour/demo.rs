//! A demo of the tour: a command with what is said about it.

use std::path::Path;

use anyhow::anyhow;
use serde_json::{Value, json};
use tilewright_grid::{Seed, locked};
use tilewright_runs::{Query, Record, Run, RunId, Store};
use tilewright_tasks::Drawing;
use tilewright_workbench::{Caption, Figure, RecordedRun};

use super::demos::Demo;
use crate::context::Context;
use crate::door::{self, history_failure};
use crate::failure::Failure;
use crate::stage::{CommandRunner, Stage};

/// What came out of a demo.
pub(super) struct DemoRun {
    output: String,
    drawing: Drawing,
    record: Record,
    answer: Vec<u8>,
}

impl Demo {
    /// Runs the command with its inputs and its picture in a folder, and records it there.
    pub(super) fn run(
        &self,
        stage: &Stage<'_>,
        serve: CommandRunner,
        context: &Context,
    ) -> Result<DemoRun, Failure> {
        let (words, picture) = (self.words, self.picture());
        let matches = stage.matches(&format!("{words} --picture DIR/{picture}"))?;
        let (context, captured) = context.capturing();
        let db = stage.folder.join(format!("{}.db", self.name));
        serve(&matches, &context.recording_in(db.clone()))?;
        let mut captured = locked(&captured);
        let output = String::from_utf8_lossy(&captured.output).into_owned();
        let drawing = captured.drawing.take();
        let drawing =
            drawing.ok_or_else(|| anyhow!("{}: nothing was drawn", self.name))?;
        if door::task_of(&matches).is_none() {
            let record = self.unrecorded(context.given_seed());
            return Ok(DemoRun { output, drawing, record, answer: Vec::new() });
        }

        let (mut record, answer) = newest(&db).map_err(history_failure)?;
        let request = stage.renamed(&serde_json::to_string(&record.request)?)?;
        record.request = serde_json::from_str(&request)?;
        record.run.headline = stage.renamed(&record.run.headline)?;
        let answer = stage.renamed(&String::from_utf8_lossy(&answer))?.into_bytes();

        Ok(DemoRun { output, drawing, record, answer })
    }

    /// The record of a command that is not a task.
    fn unrecorded(&self, seed: Option<Seed>) -> Record {
        let task = self.words.split(' ').take(2).collect::<Vec<_>>().join("/");
        let (version, host) = (env!("CARGO_PKG_VERSION").to_owned(), "cli".to_owned());
        let run = Run { task, seed, version, host, ..Run::default() };
        Record { run, has_picture: true, ..Record::default() }
    }

    /// The file name of its picture.
    pub(super) fn picture(&self) -> String {
        format!("{}.{}", self.name, self.extension)
    }

    /// The line of the command's output that is quoted.
    fn quote<'a>(&self, output: &'a str) -> Option<&'a str> {
        let mut lines = output.lines().filter(|line| line.starts_with(self.quoted));
        lines.next().filter(|_| !self.quoted.is_empty())
    }

    /// Its large number.
    fn figure(&self, output: &str) -> Option<Figure> {
        let (before, unit) = self.figure;
        // What other bots reach stands behind it.
        let output = output.split("; other bots").next()?;
        let rest = &output[output.rfind(before)? + before.len()..];
        let is_other = |letter: char| !letter.is_ascii_digit() && letter != '.';
        let number = rest.split(is_other).next()?.trim_end_matches('.');
        Some(Figure { value: number.parse().ok()?, unit: unit.to_owned() })
    }

    /// The command as it is typed in a shell, with the inputs in a folder.
    fn command(&self, folder: &Path, seed: Seed) -> String {
        let (words, picture) = (Stage::shown(self.words, folder), self.picture());
        format!("{words} --seed {seed} --picture {picture}")
    }

    /// What the page shows of it as the run of that number.
    pub(super) fn shown(
        &self,
        ran: DemoRun,
        id: RunId,
        folder: &Path,
        seed: Seed,
    ) -> RecordedRun {
        let DemoRun { output, drawing, mut record, answer } = ran;
        record.run.id = id;
        let text = self.quote(&output).map(|line| format!("{line}\n"));
        let caption = Caption {
            group: self.game.to_owned(),
            title: self.title.to_owned(),
            text: self.text.to_owned(),
            figure: self.figure(&output),
        };

        RecordedRun {
            record,
            answer,
            text: text.unwrap_or_default(),
            svg: Some(drawing.still.to_svg()),
            animation: drawing.animation,
            command: Some(self.command(folder, seed)),
            caption: Some(caption),
        }
    }

    /// The demo in JSON.
    pub(super) fn document((demo, shown): (&Self, &RecordedRun)) -> Value {
        let figure = shown.caption.as_ref().and_then(|caption| caption.figure.as_ref());
        json!({
            "name": demo.name,
            "game": demo.game,
            "title": demo.title,
            "command": shown.command,
            "picture": demo.picture(),
            "inputs": demo.inputs.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            "quote": shown.text.lines().next(),
            "figure": figure,
        })
    }
}

/// The newest run in a database, with its answer.
fn newest(db: &Path) -> tilewright_runs::Result<(Record, Vec<u8>)> {
    let store = Store::open(db)?;
    let page = store.list(&Query { limit: 1, ..Query::default() })?;
    let id = page.runs.first().map_or(RunId(0), |run| run.id);
    Ok((store.get(id)?, store.answer(id)?))
}

#[cfg(test)]
mod tests {
    use super::super::demos::DEMOS;
    use super::*;

    #[test]
    fn commands_can_be_pasted_into_a_shell() {
        let folder = Path::new("it's my \"$HOME\" `tour`");
        for demo in &DEMOS {
            let words = shlex::split(&demo.command(folder, Seed(1))).unwrap();
            let own = demo
                .words
                .split(' ')
                .map(|word| word.replace("DIR", folder.to_str().unwrap()));
            let all = ["tilewright".to_owned()].into_iter().chain(own);
            let last = ["--seed", "1", "--picture"].map(str::to_owned);
            let all: Vec<_> = all.chain(last).chain([demo.picture()]).collect();
            assert_eq!(words, all, "{}", demo.name);
        }
    }
}
