//! `cargo xtask bench stops`: how fast every task stops. Measures on one thread the longest CPU time
//! between two checks for cancellation: of the task, of drawing its picture or animation, and of
//! writing it in every format. A task is stopped after 4 s; the table says how long it continues
//! after that. With an argument, only the tasks whose requests contain it are measured.

mod requests;

use std::collections::BTreeMap;
use std::env::args;
use std::io::{self, BufRead, Cursor};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use cpu_time::ProcessTime;
use serde_json::{Map, Value};
use tilewright_draw::{Format, export};
use tilewright_grid::Watch;
use tilewright_tasks::{Drawing, Event, Host, Output, Refusal, find};

/// The CPU time after which a task is stopped.
const LONG: Duration = Duration::from_secs(4);

/// The largest CPU time that may pass between two checks.
const ALLOWED: Duration = Duration::from_millis(100);

#[expect(clippy::print_stdout, reason = "the example prints a table")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let word = args().nth(1).unwrap_or_default();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let inputs = requests::inputs();
    println!("longest ms  checks  CPU s  after ms  while                         of");
    let mut over = Vec::new();
    for request in requests::all() {
        let what = request.to_string();
        if !what.contains(&word) {
            continue;
        }
        match pool.install(|| measured(&request, &inputs)) {
            Ok(rows) => {
                for (row, part) in rows {
                    println!("{}  {part}{what}", row.line());
                    let long = row.longest.max(row.after());
                    if long > ALLOWED {
                        over.push(format!("{} ms: {part}{what}", long.as_millis()));
                    }
                }
            }
            Err(refusal) => println!("refused: {refusal}: {what}"),
        }
    }
    println!("{} over {} ms", over.len(), ALLOWED.as_millis());
    for line in over {
        println!("{line}");
    }
    Ok(())
}

/// The measurements of a task, of drawing its picture, or of writing the picture.
#[derive(Clone)]
struct Row {
    begun: ProcessTime,
    last: ProcessTime,
    /// The time at which it was stopped.
    stopped: Option<ProcessTime>,
    looks: u64,
    longest: Duration,
    /// The step with the longest time between two checks, and the current step.
    at_longest: String,
    doing: String,
}

impl Row {
    fn new(doing: &str) -> Self {
        let (begun, last, doing) =
            (ProcessTime::now(), ProcessTime::now(), doing.to_owned());
        let (looks, longest, at_longest) = (0, Duration::ZERO, String::new());
        Self { begun, last, stopped: None, looks, longest, at_longest, doing }
    }

    /// Records a check.
    fn look(&mut self) {
        self.looks += 1;
        let passed = self.last.elapsed();
        if passed > self.longest {
            self.longest = passed;
            self.at_longest.clone_from(&self.doing);
        }
        self.last = ProcessTime::now();
    }

    /// How long it continued after it was stopped.
    fn after(&self) -> Duration {
        self.stopped.map_or(Duration::ZERO, |stopped| self.last.duration_since(stopped))
    }

    fn line(&self) -> String {
        let Self { begun, last, looks, longest, at_longest, .. } = self;
        let (longest, seconds) =
            (longest.as_secs_f64() * 1e3, last.duration_since(*begun).as_secs_f64());
        let after = self.after().as_secs_f64() * 1e3;
        format!("{longest:10.1} {looks:7}  {seconds:5.1}  {after:8.1}  {at_longest:28}")
    }
}

/// Measures a task and, if it has a picture, drawing and writing the picture.
fn measured(
    request: &Value,
    inputs: &BTreeMap<&'static str, Vec<u8>>,
) -> Result<Vec<(Row, &'static str)>, Refusal> {
    let mut document: Map<String, Value> =
        request.as_object().cloned().unwrap_or_default();
    let name = document.shift_remove("task");
    let entry = find(name.as_ref().and_then(Value::as_str).unwrap_or_default())?;
    let is_moving = document.shift_remove("animation").is_some();
    let read = entry.read(document)?;
    let seen = Mutex::new(Row::new("reading"));
    let door = Door { outputs: entry.outputs, inputs, is_moving, seen };
    let answer = read.run(&door)?;
    let mut row = door.seen.into_inner().unwrap_or_else(PoisonError::into_inner);
    row.look();
    let mut rows = vec![(row, "")];
    if entry.outputs.iter().any(|output| matches!(output, Output::Picture(_))) {
        let (row, drawing) = timed("drawing", |watch| answer.drawing(is_moving, watch));
        let Some(Drawing { still, animation }) = drawing? else { return Ok(rows) };
        rows.push((row, "picture drawn: "));
        let formats = if is_moving { &FORMATS[..] } else { &FORMATS[..2] };
        for &(format, name) in formats {
            let write =
                |watch: &dyn Watch| export(&still, animation.as_ref(), format, watch);
            let (row, written) = timed("writing", write);
            written?;
            rows.push((row, name));
        }
    }
    Ok(rows)
}

/// The formats of a picture, and those of an animation.
const FORMATS: [(Format, &str); 4] = [
    (Format::Svg, "SVG written: "),
    (Format::Png, "PNG written: "),
    (Format::Gif, "GIF written: "),
    (Format::Apng, "APNG written: "),
];

/// Does work to its end and measures the time between checks.
fn timed<T>(doing: &str, work: impl FnOnce(&dyn Watch) -> T) -> (Row, T) {
    let row = Mutex::new(Row::new(doing));
    let watch = || {
        row.lock().unwrap_or_else(PoisonError::into_inner).look();
        ControlFlow::Continue(())
    };
    let done = work(&watch);
    let mut row = row.into_inner().unwrap_or_else(PoisonError::into_inner);
    row.look();
    (row, done)
}

/// A host that measures the time between checks.
struct Door<'a> {
    outputs: &'static [Output],
    inputs: &'a BTreeMap<&'static str, Vec<u8>>,
    is_moving: bool,
    seen: Mutex<Row>,
}

impl Host for Door<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        let bytes = self.inputs.get(name).ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(Cursor::new(bytes)))
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let folder = format!("{folder}/");
        let names = self.inputs.keys().filter(|name| name.starts_with(&folder));
        Ok(names.map(|name| (*name).to_owned()).collect())
    }

    fn tell(&self, event: Event<'_>) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Begun { doing, .. } => doing.clone_into(&mut seen.doing),
            Event::Ended => seen.doing.insert_str(0, "after "),
            _ => {}
        }
    }

    fn look(&self) -> ControlFlow<()> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.look();
        if seen.begun.elapsed() < LONG {
            ControlFlow::Continue(())
        } else {
            seen.stopped.get_or_insert_with(ProcessTime::now);
            ControlFlow::Break(())
        }
    }

    fn extension(&self, output: &str) -> Option<&str> {
        let moving = if self.is_moving { "gif" } else { "svg" };
        self.outputs.iter().find_map(|it| match it {
            Output::Picture(_) => (output == "picture").then_some(moving),
            Output::File(named) | Output::Report(named, _) => {
                let ending = named.endings.first().unwrap_or(&"");
                (output == named.name).then_some(*ending)
            }
        })
    }

    fn keeps(&self) -> bool {
        true
    }
}
