//! What the command line lends to a task: files, stdin and stdout, the progress bar, Ctrl-C.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use anyhow::anyhow;
use tilewright_grid::Seed;
use tilewright_tasks::{Earlier, Event, Head, Host, Item, Kept, Refusal, Scene};

use super::log::Log;
use super::manner::Manner;
use super::outputs::Outputs;
use super::scenes::Screen;
use crate::context::{Context, tell};
use crate::failure::{Failure, Verdict};
use crate::files::{self, DASH};
use crate::progress::Progress;

/// The host of a task that the command line runs.
pub(crate) struct Desk<'a> {
    context: &'a Context,
    manner: Manner,
    outputs: Option<&'a Outputs>,
    log: Option<&'a Log>,
    begun: Instant,
    /// The seed that was chosen, until it is said.
    seed: Mutex<Option<Seed>>,
    /// What every document says besides its contents.
    head: Option<Head>,
    /// The work under way.
    progress: Mutex<Option<Progress<'a>>>,
    /// Where the work is watched.
    screen: Mutex<Screen>,
    /// Whether stdin held the request, so that no input comes from there.
    is_stdin_taken: bool,
    /// Why nothing more can be written.
    broken: Mutex<Option<Failure>>,
}

impl<'a> Desk<'a> {
    /// For work without outputs.
    pub(crate) fn new(context: &'a Context) -> Self {
        Self {
            context,
            manner: Manner::Flags,
            outputs: None,
            log: None,
            begun: Instant::now(),
            seed: Mutex::default(),
            head: None,
            progress: Mutex::default(),
            screen: Mutex::default(),
            is_stdin_taken: false,
            broken: Mutex::default(),
        }
    }

    /// The host of a request; stdin may have held it.
    pub(super) fn of_request(
        context: &'a Context,
        manner: Manner,
        outputs: &'a Outputs,
        log: Option<&'a Log>,
        is_stdin_taken: bool,
    ) -> Self {
        let outputs = Some(outputs);
        Self { manner, outputs, log, is_stdin_taken, ..Self::new(context) }
    }

    /// The same for a request whose seed is known. One that was chosen is said once work begins,
    /// and not where the inputs are refused.
    pub(super) fn with_head(self, head: &Head, chosen: Option<Seed>) -> Self {
        Self { seed: Mutex::new(chosen), head: Some(head.clone()), ..self }
    }

    /// The end: an error where something could not be written.
    pub(crate) fn close(self) -> Result<(), Failure> {
        let broken = self.broken.into_inner().unwrap_or_else(PoisonError::into_inner);
        broken.map_or(Ok(()), Err)
    }

    /// Says the seed that was chosen, unless it was said.
    pub(super) fn say_seed(&self) {
        if let Some(seed) = locked(&self.seed).take() {
            self.context.say_seed(seed);
        }
    }

    fn begin(&self, doing: &str, steps: Option<u64>) {
        self.context.heed_interrupt();
        self.say_seed();
        *locked(&self.progress) = Some(match steps {
            Some(steps) => Progress::of(self.context, doing, steps),
            None => Progress::waiting(self.context, doing),
        });
    }

    /// Whether to go on: not once something could not be written.
    fn flow(&self) -> ControlFlow<()> {
        match *locked(&self.broken) {
            Some(_) => ControlFlow::Break(()),
            None => self.context.flow(),
        }
    }

    /// Tells of the work under way.
    fn with(
        &self,
        tell: impl FnOnce(&Progress<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some(progress) = locked(&self.progress).as_ref() {
            let _ = tell(progress);
        }
        self.flow()
    }

    /// Shows how the work looks, which has the terminal for itself.
    fn show(&self, scene: &dyn Scene) -> ControlFlow<()> {
        *locked(&self.progress) = None;
        self.aside(|| locked(&self.screen).show(scene, self.context))
    }

    /// The work that began last is over.
    fn end(&self) {
        *locked(&self.progress) = None;
        locked(&self.screen).close(self.context);
    }

    /// Hands something out beside the progress bar, unless something else could not be.
    fn aside<T>(&self, hand: impl FnOnce() -> Result<T, Failure>) -> ControlFlow<()> {
        if locked(&self.broken).is_some() {
            return ControlFlow::Break(());
        }
        let progress = locked(&self.progress);
        let done = match progress.as_ref() {
            Some(progress) => progress.aside(hand),
            None => hand(),
        };
        drop(progress);
        if let Err(failure) = done {
            *locked(&self.broken) = Some(failure);
        }
        self.flow()
    }

    /// The output that takes stdout, if one does.
    fn stdout(&self) -> Option<&str> {
        self.outputs.and_then(Outputs::stdout)
    }

    /// Writes a file of an output; a folder first says of which request it is.
    fn write(&self, output: &str, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let Some(outputs) = self.outputs else { return Ok(()) };
        if let Some(log) = self.log.filter(|log| log.is_in_folder()) {
            log.begin()?;
        }
        outputs.file(output, name, bytes, self.context)
    }

    fn print(&self, item: &dyn Item) -> Result<Verdict, Failure> {
        if self.log.is_some_and(Log::is_part) {
            return Ok(Verdict::Done);
        }
        if let Some(head) = self.head.as_ref().filter(|_| self.context.json) {
            return self.context.print(&item.json(head)?);
        }
        if let Some(caption) = item.caption() {
            self.context.say(caption);
        }
        match item.text(self.context.medium()) {
            Ok(text) if self.stdout().is_none() => self.context.print(text.as_bytes()),
            Ok(text) => {
                if self.stdout() != Some("output") {
                    text.lines().for_each(|line| self.context.say(line));
                }
                Ok(Verdict::Done)
            }
            Err((error, hint)) => {
                let hint = hint.as_ref().map(|hint| self.manner.said(hint));
                let hint = hint.map_or_else(String::new, |it| format!("\n\nhint: {it}"));
                tell(&format!("error: {error}{hint}"));
                Ok(Verdict::Wrong)
            }
        }
    }
}

/// What a mutex holds, also where a thread that held it has panicked.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Host for Desk<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        if name == DASH && self.is_stdin_taken {
            let what = "stdin holds the request; put the input into it, or name a file";
            return Err(io::Error::other(what));
        }
        if name == DASH && self.log.is_some_and(|log| log.is_part() || log.is_merged()) {
            let what = "stdin cannot be read again for the merge; name a file";
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

    fn see(&self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Begun { doing, steps } => self.begin(doing, steps),
            Event::Reached(done) => return self.with(|progress| progress.at(done)),
            Event::Stands(words) => {
                return self.with(|progress| progress.say(words.to_owned()));
            }
            Event::Look => {}
            Event::Scene(scene) => return self.show(scene),
            Event::Ended => self.end(),
            Event::Item(item) => return self.aside(|| self.print(item)),
            Event::File { output, name, bytes } => {
                return self.aside(|| self.write(output, name, bytes));
            }
            Event::Note(text) => {
                let say = || {
                    self.context.say(text);
                    Ok(())
                };
                return self.aside(say);
            }
            Event::Warning(text, hint) => {
                self.context.say(text);
                if let Some(hint) = hint {
                    self.context.say(&format!("hint: {}", self.manner.said(hint)));
                }
            }
        }
        self.flow()
    }

    fn earlier(&self, output: &str) -> io::Result<Option<Earlier<'_>>> {
        let Some(path) = self.outputs.and_then(|outputs| outputs.earlier(output)) else {
            return Ok(None);
        };
        let bytes = Box::new(BufReader::new(File::open(path)?));
        Ok(Some(Earlier { name: path.display().to_string(), bytes }))
    }

    fn replaces(&self, name: &str) -> bool {
        self.outputs.is_some_and(|outputs| outputs.replaces(Path::new(name)))
    }

    fn wanted(&self, output: &str) -> Option<&str> {
        self.outputs?.ending(output)
    }

    fn stem(&self, output: &str) -> Option<&str> {
        self.outputs?.path(output)?.file_stem()?.to_str()
    }

    fn lead(&self, output: &str, input: &str) -> Option<String> {
        files::lead(self.outputs?.path(output)?, Path::new(input))
    }

    fn kept(&self, inputs: u64) -> Result<Vec<Kept>, Refusal> {
        // Work is about to begin, and what is resumed says its seed.
        self.context.heed_interrupt();
        self.log.map_or(Ok(Vec::new()), |log| log.kept(inputs, self.context))
    }

    fn keep(&self, outcomes: Kept) -> ControlFlow<()> {
        match self.log {
            Some(log) => self.aside(|| log.keep(outcomes)),
            None => self.flow(),
        }
    }

    fn keeps(&self) -> bool {
        self.log.is_some()
    }

    fn damaged(&self, at: usize) -> Refusal {
        match self.log {
            Some(log) => log.damaged(at),
            None => anyhow!("what was kept is damaged: entry {at}").into(),
        }
    }

    fn share(&self, items: u64) -> Range<u64> {
        self.log.map_or(0..items, |log| log.share(items))
    }

    fn nanos(&self) -> Option<u64> {
        u64::try_from(self.begun.elapsed().as_nanos()).ok()
    }
}
