//! What all commands share: stdout and stderr, the number of threads, the seed, Ctrl-C.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::anyhow;
use tilewright_draw::{Animation, DrawError, Format, Picture, Recolor, export};
use tilewright_grid::{Seed, Watch, locked};
use tilewright_tasks::{Drawing, Medium, random_seed, to_json};

use crate::data;
use crate::failure::{Failure, Hint as _, Verdict};
use crate::files;
use crate::interrupt::Interrupt;
use crate::printable::printable;
use crate::shared::{Color, SharedOptions};

/// The settings and services that all commands share.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Context {
    pub(crate) json: bool,
    pub(crate) force: bool,
    pub(crate) quiet: bool,
    /// Whether stdout shows colours.
    pub(crate) color: bool,
    /// Whether stdout is a terminal.
    pub(crate) is_terminal: bool,
    /// The colours of --palette.
    recolor: Option<Recolor>,
    pub(crate) threads: Option<usize>,
    seed: Option<Seed>,
    /// Whether the run is recorded.
    pub(crate) records: bool,
    /// The file of --db.
    db: Option<PathBuf>,
    interrupt: Interrupt,
    /// Whether progress is shown.
    pub(crate) shows_progress: bool,
    /// Receives all output instead of stdout and stderr, if the output is to be quoted.
    captured: Option<Arc<Mutex<CapturedOutput>>>,
}

/// What a command printed and drew whose output is only to be quoted.
#[derive(Default)]
pub(crate) struct CapturedOutput {
    pub(crate) output: Vec<u8>,
    /// The last picture.
    pub(crate) drawing: Option<Drawing>,
}

impl Context {
    pub(crate) fn new(shared: &SharedOptions) -> Result<Self, Failure> {
        let is_terminal = io::stdout().is_terminal();
        let no_color =
            std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Ok(Self {
            json: shared.json,
            force: shared.force,
            quiet: shared.quiet,
            color: match shared.color {
                Color::Always => true,
                Color::Never => false,
                Color::Auto => is_terminal && !no_color,
            },
            is_terminal,
            recolor: (!shared.palette.is_empty())
                .then(|| Recolor::new(shared.palette.iter().copied())),
            threads: shared.threads.map(|threads| threads as usize),
            seed: shared.seed.map(Seed),
            records: shared.record_run,
            db: shared.db.clone(),
            interrupt: Interrupt::install()?,
            shows_progress: !shared.quiet && io::stderr().is_terminal(),
            captured: None,
        })
    }

    /// The properties of stdout.
    pub(crate) const fn medium(&self) -> Medium {
        Medium { is_terminal: self.is_terminal, color: self.color }
    }

    /// The bytes of a picture in a format, with the colours of --palette; `watch` can stop it.
    pub(crate) fn export(
        &self,
        still: &Picture,
        animation: Option<&Animation>,
        format: Format,
        watch: &dyn Watch,
    ) -> Result<Vec<u8>, DrawError> {
        let recolored = self.recolor.as_ref().map(|recolor| {
            let animation = animation.map(|animation| recolor.animation(animation));
            (recolor.picture(still), animation)
        });
        let (still, animation) = match &recolored {
            Some((still, animation)) => (still, animation.as_ref()),
            None => (still, animation),
        };
        if let Some(captured) = &self.captured {
            let drawing = Drawing { still: still.clone(), animation: animation.cloned() };
            locked(captured).drawing = Some(drawing);
        }

        export(still, animation, format, watch)
    }

    /// The thread pool of the command.
    pub(crate) fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        let builder = rayon::ThreadPoolBuilder::new();
        Ok(builder.num_threads(self.threads.unwrap_or(0)).build()?)
    }

    /// The seed given by the user, if any.
    pub(crate) const fn given_seed(&self) -> Option<Seed> {
        self.seed
    }

    /// The seed given by the user, or a random one, which is reported.
    pub(crate) fn seed(&self) -> Seed {
        self.seed.unwrap_or_else(|| {
            let seed = random_seed();
            self.say_seed(seed);
            seed
        })
    }

    /// Reports the seed.
    pub(crate) fn say_seed(&self, seed: Seed) {
        self.say(&format!("seed: {seed}"));
    }

    /// The same context for several commands at a time, whose bars would overwrite each other.
    pub(crate) fn without_progress(&self) -> Self {
        Self { shows_progress: false, ..self.clone() }
    }

    /// The same context for a run that has a seed of its own.
    pub(crate) fn without_seed(&self) -> Self {
        Self { seed: None, ..self.clone() }
    }

    /// The same context with a default seed.
    pub(crate) fn with_seed(&self, seed: Seed) -> Self {
        Self { seed: Some(self.seed.unwrap_or(seed)), ..self.clone() }
    }

    /// The same context for a command whose output is only to be quoted, and what receives the
    /// output.
    pub(crate) fn capturing(&self) -> (Self, Arc<Mutex<CapturedOutput>>) {
        let captured = Arc::default();
        let quiet = Self {
            json: false,
            force: false,
            quiet: false,
            color: false,
            is_terminal: false,
            records: false,
            captured: Some(Arc::clone(&captured)),
            ..self.clone()
        };

        (quiet, captured)
    }

    /// The same context for runs that are recorded in a database of their own.
    pub(crate) fn recording_in(&self, db: PathBuf) -> Self {
        Self { records: true, db: Some(db), ..self.clone() }
    }

    /// The same context for a run whose answer is only to be compared, with the seed of its request,
    /// and what receives the answer as JSON.
    pub(crate) fn comparing(&self) -> (Self, Arc<Mutex<CapturedOutput>>) {
        let (context, captured) = self.capturing();
        (Self { json: true, quiet: true, seed: None, ..context }, captured)
    }

    /// Captures output that is only to be quoted; returns whether it did.
    fn capture(&self, data: &[u8]) -> bool {
        let Some(captured) = &self.captured else { return false };
        let mut captured = locked(captured);
        captured.output.extend_from_slice(data);
        true
    }

    /// From now on Ctrl-C asks the command to stop; before, it ends the program.
    pub(crate) fn catch_interrupt(&self) {
        self.interrupt.heed();
    }

    /// Acts as if Ctrl-C was pressed: in raw mode the terminal reports it as a key.
    pub(crate) fn interrupt(&self) {
        self.interrupt.press();
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.interrupt.is_pressed()
    }

    /// `Break` once Ctrl-C was pressed.
    pub(crate) fn flow(&self) -> ControlFlow<()> {
        if self.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Writes data to stdout; on a terminal, with control characters escaped.
    pub(crate) fn print(&self, data: &[u8]) -> Result<Verdict, Failure> {
        if self.capture(data) {
            return Ok(Verdict::Done);
        }
        let shown = if self.is_terminal { std::str::from_utf8(data).ok() } else { None };
        let shown = shown.map(|text| printable(text, self.color));
        let data = shown.as_deref().map_or(data, str::as_bytes);
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(data).and_then(|()| stdout.flush());
        written.map_err(Failure::of_stdout)?;
        Ok(Verdict::Done)
    }

    /// Writes a file, or to stdout for `-`.
    pub(crate) fn save(&self, path: &Path, data: &[u8]) -> Result<(), Failure> {
        if files::is_dash(Some(path)) {
            return self.print(data).map(drop);
        }
        files::write(path, data, self.force)
    }

    /// Writes a line of JSON to stdout.
    pub(crate) fn print_json(
        &self,
        value: &impl serde::Serialize,
    ) -> Result<Verdict, Failure> {
        let mut line = to_json(value)?;
        line.push(b'\n');
        self.print(&line)
    }

    /// Writes a line to stderr, unless --quiet is given.
    pub(crate) fn say(&self, line: &str) {
        if !self.quiet && !self.capture(format!("{line}\n").as_bytes()) {
            tell(line);
        }
    }

    /// The file of recorded runs: that of --db, or the default one in the user's data folder.
    pub(crate) fn database(&self) -> Result<PathBuf, Failure> {
        if let Some(path) = &self.db {
            return Ok(path.clone());
        }
        let folder = data::folder()
            .ok_or_else(|| anyhow!("cannot find a folder for the history of runs"))
            .hint("name a file with --db FILE")?;
        Ok(folder.join("runs.db"))
    }
}

impl Watch for Context {
    fn look(&self) -> ControlFlow<()> {
        self.flow()
    }
}

/// Writes a line to stderr, with control characters escaped. A failure cannot be reported, so it is
/// ignored.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", printable(line, false));
}
