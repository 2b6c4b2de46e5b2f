//! What every command shares: where data and talk go, threads, the seed, Ctrl-C.

use std::hash::{BuildHasher, Hasher};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tilewright_draw::{Animation, DrawError, Format, Picture, Recolor, export};
use tilewright_grid::{Seed, Watch};
use tilewright_tasks::Medium;

use crate::failure::{Failure, Verdict};
use crate::files;
use crate::interrupt::Interrupt;
use crate::printable::printable;
use crate::shared::{Color, Shared};

/// What every command shares.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Context {
    pub(crate) json: bool,
    pub(crate) force: bool,
    pub(crate) quiet: bool,
    /// Whether stdout gets colours.
    pub(crate) color: bool,
    /// Whether somebody looks at stdout.
    pub(crate) is_terminal: bool,
    recolor: Option<Recolor>,
    threads: Option<usize>,
    seed: Option<Seed>,
    interrupt: Interrupt,
    /// What is printed and said, where it is only to be quoted.
    heard: Option<Arc<Mutex<Vec<u8>>>>,
}

impl Context {
    pub(crate) fn new(shared: &Shared) -> Result<Self, Failure> {
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
            interrupt: Interrupt::install()?,
            heard: None,
        })
    }

    /// Where the answer is read.
    pub(crate) const fn medium(&self) -> Medium {
        Medium { is_terminal: self.is_terminal, color: self.color }
    }

    /// The bytes of a picture, in the user's colours; the watch may stop it.
    pub(crate) fn export(
        &self,
        still: &Picture,
        animation: Option<&Animation>,
        format: Format,
        watch: &dyn Watch,
    ) -> Result<Vec<u8>, DrawError> {
        let Some(recolor) = &self.recolor else {
            return export(still, animation, format, watch);
        };
        let animation = animation.map(|animation| recolor.animation(animation));
        export(&recolor.picture(still), animation.as_ref(), format, watch)
    }

    /// The threads that the command may use.
    pub(crate) fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        let builder = rayon::ThreadPoolBuilder::new();
        Ok(builder.num_threads(self.threads.unwrap_or(0)).build()?)
    }

    /// The user's seed, if they gave one.
    pub(crate) const fn asked_seed(&self) -> Option<Seed> {
        self.seed
    }

    /// The user's seed, or one chosen anew and told.
    pub(crate) fn seed(&self) -> Seed {
        self.seed.unwrap_or_else(|| {
            let seed = Self::chosen_seed();
            self.say_seed(seed);
            seed
        })
    }

    /// A seed for those who gave none.
    pub(crate) fn chosen_seed() -> Seed {
        // The standard library keys every hasher at random. 32 bits are easily typed.
        let random =
            std::collections::hash_map::RandomState::new().build_hasher().finish();
        Seed(random & 0xffff_ffff)
    }

    /// Says which seed was chosen.
    pub(crate) fn say_seed(&self, seed: Seed) {
        self.say(&format!("seed: {seed}"));
    }

    /// The same with a seed where the user gave none.
    pub(crate) fn with_seed(&self, seed: Seed) -> Self {
        Self { seed: Some(self.seed.unwrap_or(seed)), ..self.clone() }
    }

    /// The same for a command whose words are only to be quoted, and where they come.
    pub(crate) fn listening(&self) -> (Self, Arc<Mutex<Vec<u8>>>) {
        let heard = Arc::default();
        let quiet = Self {
            json: false,
            force: true,
            quiet: false,
            color: false,
            is_terminal: false,
            heard: Some(Arc::clone(&heard)),
            ..self.clone()
        };
        (quiet, heard)
    }

    /// Keeps what would be printed or said, where it is only to be quoted.
    fn hear(&self, data: &[u8]) -> bool {
        let Some(heard) = &self.heard else { return false };
        heard.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(data);
        true
    }

    /// Says that Ctrl-C is looked at from now on; until then it ends the program.
    pub(crate) fn heed_interrupt(&self) {
        self.interrupt.heed();
    }

    /// Takes Ctrl-C as pressed, where a terminal hands it on as a key.
    pub(crate) fn interrupt(&self) {
        self.interrupt.press();
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.interrupt.is_pressed()
    }

    /// Whether to go on: not once Ctrl-C was pressed.
    pub(crate) fn flow(&self) -> ControlFlow<()> {
        if self.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Writes data to stdout. A terminal is shown control characters, not sent them.
    pub(crate) fn print(&self, data: &[u8]) -> Result<Verdict, Failure> {
        if self.hear(data) {
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
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.print(&line)
    }

    /// Tells the user something, unless they asked for quiet.
    pub(crate) fn say(&self, line: &str) {
        if !self.quiet && !self.hear(format!("{line}\n").as_bytes()) {
            tell(line);
        }
    }

    /// Whether progress can be shown.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }
}

impl Watch for Context {
    fn look(&self) -> ControlFlow<()> {
        self.flow()
    }
}

/// Writes a line to stderr, without control characters. When that fails nobody is left to read it.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", printable(line, false));
}
