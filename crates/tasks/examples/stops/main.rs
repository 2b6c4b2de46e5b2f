//! `cargo xtask bench stops`: the longest CPU time between two looks of every task, on one thread.
//! A task is stopped after some seconds, so the table also says how long it goes on after that.
//! With a word, only of the tasks whose names or keys have it.

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
use tilewright_tasks::{Answer, Event, Host, Output, Refusal, find};

/// After how much CPU time a task is stopped.
const LONG: Duration = Duration::from_secs(4);

/// The most CPU time that may pass between two looks.
const ASKED: Duration = Duration::from_millis(100);

#[expect(clippy::print_stdout, reason = "it is what the example is for")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let word = args().nth(1).unwrap_or_default();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let inputs = requests::inputs();
    println!("longest ms   looks  CPU s  while                         of");
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
                    if row.longest > ASKED {
                        over.push(format!(
                            "{} ms: {part}{what}",
                            row.longest.as_millis()
                        ));
                    }
                }
            }
            Err(refusal) => println!("refused: {refusal}: {what}"),
        }
    }
    println!("{} over {} ms", over.len(), ASKED.as_millis());
    for line in over {
        println!("{line}");
    }
    Ok(())
}

/// What was measured of a task or of drawing its film.
#[derive(Clone)]
struct Row {
    begun: ProcessTime,
    last: ProcessTime,
    looks: u64,
    longest: Duration,
    /// What was done when it was longest, and what is being done.
    at_longest: String,
    doing: String,
}

impl Row {
    fn new(doing: &str) -> Self {
        let (begun, last, doing) =
            (ProcessTime::now(), ProcessTime::now(), doing.to_owned());
        let (looks, longest, at_longest) = (0, Duration::ZERO, String::new());
        Self { begun, last, looks, longest, at_longest, doing }
    }

    /// Somebody looks.
    fn look(&mut self) {
        self.looks += 1;
        let passed = self.last.elapsed();
        if passed > self.longest {
            self.longest = passed;
            self.at_longest.clone_from(&self.doing);
        }
        self.last = ProcessTime::now();
    }

    fn line(&self) -> String {
        let Self { begun, last, looks, longest, at_longest, .. } = self;
        let (longest, seconds) =
            (longest.as_secs_f64() * 1e3, last.duration_since(*begun).as_secs_f64());
        format!("{longest:10.1} {looks:7}  {seconds:5.1}  {at_longest:28}")
    }
}

/// The task, and where it has a film the drawing of that.
fn measured(
    request: &Value,
    inputs: &BTreeMap<&'static str, Vec<u8>>,
) -> Result<Vec<(Row, &'static str)>, Refusal> {
    let mut document: Map<String, Value> =
        request.as_object().cloned().unwrap_or_default();
    let name = document.shift_remove("task");
    let entry = find(name.as_ref().and_then(Value::as_str).unwrap_or_default())?;
    let film = document.shift_remove("film").is_some();
    let read = entry.read(document)?;
    let seen = Mutex::new(Row::new("reading"));
    let door = Door { outputs: entry.outputs, inputs, film, seen };
    let answer = read.run(&door)?;
    let mut row = door.seen.into_inner().unwrap_or_else(PoisonError::into_inner);
    row.look();
    let mut rows = vec![(row, "")];
    if film {
        rows.extend(drawn(&*answer)?);
    }
    Ok(rows)
}

/// How long a film is drawn, and how long it is written.
fn drawn(answer: &dyn Answer) -> Result<Vec<(Row, &'static str)>, Refusal> {
    let mut draw = Row::new("drawing");
    let paper = answer.paper(true)?;
    draw.look();
    let mut write = Row::new("writing a GIF");
    if let Some(paper) = paper {
        export(&paper.still, paper.movie.as_ref(), Format::Gif)?;
    }
    write.look();
    Ok(vec![(draw, "film drawn: "), (write, "film written: ")])
}

/// A door that takes the time between looks.
struct Door<'a> {
    outputs: &'static [Output],
    inputs: &'a BTreeMap<&'static str, Vec<u8>>,
    film: bool,
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

    fn see(&self, event: Event<'_>) -> ControlFlow<()> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.look();
        match event {
            Event::Begun { doing, .. } => doing.clone_into(&mut seen.doing),
            Event::Ended => seen.doing.insert_str(0, "after "),
            _ => {}
        }
        if seen.begun.elapsed() < LONG {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    fn wanted(&self, output: &str) -> Option<&str> {
        let moving = if self.film { "gif" } else { "svg" };
        self.outputs.iter().find_map(|it| match it {
            Output::Picture(_) => (output == "picture").then_some(moving),
            Output::File(named) => {
                let ending = named.endings.first().unwrap_or(&"");
                (output == named.name).then_some(*ending)
            }
        })
    }

    fn keeps(&self) -> bool {
        true
    }
}
