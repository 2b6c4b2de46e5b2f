//! The command line as the host of a task.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::ops::{ControlFlow, Range};
use std::path::Path;

use anyhow::anyhow;
use tilewright_grid::Seed;
use tilewright_runs::MAX_BYTES;
use tilewright_tasks::{
    Door, EarlierFile, Event, Head, Hint, Host, KeptItems, Refusal, Request, random_seed,
};

use super::super::command::CHECKPOINT;
use super::super::log::{Log, resumed_from};
use super::{CliHost, locked};
use crate::files::{self, DASH};

impl Host for CliHost<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        if let Some(why) = self.stdin.filter(|_| name == DASH) {
            return Err(io::Error::other(why));
        }
        if name == DASH && self.log.is_some_and(|log| log.is_part() || log.is_merged()) {
            let what = "stdin cannot be read again by tilewright merge; name a file";
            return Err(io::Error::other(what));
        }
        if name == DASH {
            return Ok(Box::new(BufReader::new(io::stdin())));
        }
        if Path::new(name).is_dir() {
            return Err(io::Error::other("this is a folder, expected a file"));
        }

        Ok(Box::new(BufReader::new(File::open(name)?)))
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if !path.is_dir() {
                paths.push(path);
            }
        }
        paths.sort();
        Ok(paths.iter().map(|path| path.display().to_string()).collect())
    }

    fn open_within(&self, folder: &str, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        let path = files::within(Path::new(folder), Path::new(name))?;
        Ok(Box::new(BufReader::new(File::open(path)?)))
    }

    fn name_within(&self, folder: &str, name: &str) -> io::Result<Option<String>> {
        files::name_within(Path::new(folder), Path::new(name))
    }

    fn exists(&self, name: &str) -> bool {
        Path::new(name).is_file()
    }

    fn tell(&self, event: Event<'_>) {
        if let Some(recorder) = self.recorder.get() {
            recorder.see(&event, self.context);
        }

        match event {
            Event::Begun { doing, steps } => self.begin(doing, steps),
            Event::Reached(done) => self.with(|progress| progress.at(done)),
            Event::Status(words) => self.with(|progress| progress.say(words.to_owned())),
            Event::Values { .. } => {}
            Event::Scene(scene) => self.show(scene),
            Event::Ended => self.end(),
            Event::Item(item) => self.aside(|| self.print(item)),
            Event::File { output, name, bytes } => {
                self.aside(|| self.write(output, name, bytes));
            }
            Event::Timing { of, times } => self.aside(|| self.say_timing(of, times)),
            Event::Note(text) => {
                let say = || {
                    self.context.say(text);
                    Ok(())
                };
                self.aside(say);
            }
            Event::Warning(text, hint) => {
                self.context.say(text);
                if let Some(hint) = hint {
                    self.context.say(&format!("hint: {}", self.manner.render(hint)));
                }
            }
        }
    }

    fn look(&self) -> ControlFlow<()> {
        self.flow()
    }

    fn earlier(&self, output: &str) -> io::Result<Option<EarlierFile<'_>>> {
        let Some(path) = self.outputs.and_then(|outputs| outputs.earlier(output)) else {
            return Ok(None);
        };
        let bytes = Box::new(BufReader::new(File::open(path)?));
        Ok(Some(EarlierFile { name: path.display().to_string(), bytes }))
    }

    fn replaces(&self, name: &str) -> bool {
        self.outputs.is_some_and(|outputs| outputs.replaces(Path::new(name)))
    }

    fn extension(&self, output: &str) -> Option<&str> {
        self.outputs?.ending(output)
    }

    fn draws_picture(&self) -> bool {
        // A recorded run keeps its picture, whether it is written to a file or not.
        self.recorder.get().is_some() || self.extension("picture").is_some()
    }

    fn stem(&self, output: &str) -> Option<&str> {
        self.outputs?.path(output)?.file_stem()?.to_str()
    }

    fn relative_path(&self, output: &str, input: &str) -> Option<String> {
        files::relative_path(self.outputs?.path(output)?, Path::new(input))
    }

    fn kept(&self, inputs: u64) -> Result<Vec<KeptItems>, Refusal> {
        // The log reports the seed next: from here on Ctrl-C stops the run, and does not kill it.
        self.context.catch_interrupt();
        let Some(recorder) = self.recorder.get() else {
            return self.log.map_or(Ok(Vec::new()), |log| log.kept(inputs, self.context));
        };
        let earlier = recorder.kept(inputs, self.context)?;
        let Some(log) = self.log else { return Ok(earlier) };
        let logged = log.kept(inputs, self.context)?;
        for kept in &logged {
            recorder.keep(kept, self.context);
        }
        Ok(logged)
    }

    fn keep(&self, outcomes: KeptItems) -> ControlFlow<()> {
        if let Some(recorder) = self.recorder.get() {
            recorder.keep(&outcomes, self.context);
        }
        self.aside(|| self.log.map_or(Ok(()), |log| log.keep(outcomes)));
        self.flow()
    }

    fn keeps(&self) -> bool {
        self.log.is_some() || self.recorder.get().is_some()
    }

    fn damaged(&self, at: usize) -> Refusal {
        match (self.log, self.recorder.get()) {
            (Some(log), _) => log.damaged(at),
            (None, Some(recorder)) => recorder.damaged(at),
            (None, None) => anyhow!("entry {at} of the kept items is damaged").into(),
        }
    }

    fn share(&self, items: u64) -> Range<u64> {
        self.log.map_or(0..items, |log| log.share(items))
    }

    fn nanos(&self) -> Option<u64> {
        u64::try_from(self.begun.elapsed().as_nanos()).ok()
    }
}

impl Door for CliHost<'_> {
    /// A flag overrides the document; a resumed run has the seed of the earlier one.
    fn seed(&self, given: Option<Seed>, earlier: Option<Seed>) -> Seed {
        // The seed is reported next: from here on Ctrl-C stops the run, and does not kill it.
        self.context.catch_interrupt();
        let logged = self.log.and_then(Log::seed);
        let known = self.context.given_seed().or(given).or(logged).or(earlier);
        let seed = known.unwrap_or_else(random_seed);

        if let Some(log) = self.log {
            log.set_seed(seed);
        }

        let path = self.outputs.and_then(|outputs| outputs.earlier(CHECKPOINT));
        let report = match (known, earlier.zip(path)) {
            (None, _) => Some(format!("seed: {seed}")),
            (Some(_), Some((seed, path))) => Some(resumed_from(path, Some(seed))),
            (Some(_), None) => None,
        };

        *locked(&self.report) = report;
        seed
    }

    fn begin(&self, request: &dyn Request, head: &Head) -> Result<(), Refusal> {
        let recording = std::mem::take(&mut *locked(&self.recording));
        if let Some(recorder) = recording.begin(request)? {
            let _ = self.recorder.set(recorder);
        }
        let _ = self.head.set(head.clone());
        Ok(())
    }

    /// Items and files are written when they are ready; a record has the items too.
    fn most(&self) -> Option<usize> {
        self.recorder.get().map(|_| MAX_BYTES as usize)
    }

    fn wants_documents(&self) -> bool {
        false
    }

    fn keeps_files(&self) -> bool {
        false
    }

    fn hint(&self, hint: &Hint) -> String {
        self.manner.render(hint)
    }
}
