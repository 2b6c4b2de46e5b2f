//! Every task behind a door of its own, which holds its inputs in a dictionary: stopped at any
//! look it begins nothing more, and says truly how it ended; resumed, or done in parts, it gives
//! the bytes of an undisturbed run.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Cursor};
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Map, Value, json};
use tilewright_draw::DrawError;
use tilewright_grid::Seed;
use tilewright_tasks::{
    Answer, EarlierFile, Entry, Event, Head, Host, KeptItems, Medium, NamedOutput,
    Output, Refusal, Request, ResumeSupport, Verdict, all,
};

/// A request of every task, long enough for several looks.
fn requests() -> Vec<Value> {
    [of_match3(), of_paths(), of_2048(), of_battleship()].concat()
}

/// A request with more keys.
fn with(mut request: Value, more: Value) -> Value {
    let Value::Object(more) = more else { unreachable!("it is written below") };
    request.as_object_mut().unwrap().extend(more);
    request
}

fn of_match3() -> Vec<Value> {
    let made = |more: Value| {
        with(
            json!({ "task": "match3/generate", "rows": 6, "columns": 6,
                    "goal": ["collect:12"], "seed": 7 }),
            more,
        )
    };
    vec![
        made(json!({ "target": 150, "algorithm": "fi2pop" })),
        made(json!({ "target": 150, "tolerance": 9, "count": 3 })),
        made(json!({ "difficulty": 11 })),
        made(json!({ "difficulty": 11, "count": 2 })),
        json!({ "task": "match3/pack", "curve": "curve.toml", "seed": 3 }),
        json!({ "task": "match3/archive", "rows": 6, "columns": 6, "goal": ["collect:12"],
                "difficulty_bins": 2, "density_bins": 2, "symmetry_bins": 2, "rounds": 3,
                "evaluations": 300, "games": 256, "seed": 7 }),
        json!({ "task": "match3/analyze", "levels": ["level.txt", "level.json"],
                "explain": true, "games": 64, "seed": 7 }),
        json!({ "task": "match3/analyze", "explain": true, "games": 64, "seed": 7,
                "levels": [{ "rules": "blast", "moves": 9,
                             "layout": [".....", ".....", "..#..", "....."],
                             "goal": { "collect": 12 } }] }),
        json!({ "task": "match3/import", "levels": ["studio.json"], "map": "studio.toml" }),
        json!({ "task": "match3/export", "levels": ["level.json", "level.txt"],
                "to": "csv" }),
        json!({ "task": "match3/check", "folder": "levels", "games": 600, "seed": 7 }),
        json!({ "task": "match3/play", "level": "level.json", "games": 600, "seed": 7 }),
        json!({ "task": "match3/tweak", "level": "level.json", "direction": "easier",
                "count": 2, "seed": 7 }),
        json!({ "task": "match3/legend", "rules": "royal" }),
        json!({ "task": "match3/calibrate", "rows": 5, "columns": 5, "levels": 40,
                "goal": ["collect:5"], "games": 8, "method": "article", "seed": 7 }),
    ]
}

fn of_paths() -> Vec<Value> {
    let walk = |task: &str| json!({ "task": task, "map": "map.txt", "seed": 7 });
    let ends = || json!({ "from": "0,0", "to": "2,4" });
    vec![
        with(
            with(walk("path/plan"), ends()),
            json!({ "planner": "improved", "generations": 5 }),
        ),
        with(with(walk("path/routes"), ends()), json!({ "routes": 3, "detour": 1.5 })),
        with(
            with(walk("path/pareto"), ends()),
            json!({ "objectives": ["length", "terrain"], "random_terrain": true }),
        ),
        with(
            with(walk("path/pareto"), ends()),
            json!({ "objectives": ["length", "terrain"], "random_terrain": true,
                    "method": "approximate" }),
        ),
        with(
            with(walk("path/pareto"), ends()),
            json!({ "objectives": ["length", "terrain"], "random_terrain": true,
                    "method": "evolve", "expansions": 500 }),
        ),
        json!({ "task": "path/check", "files": ["town.map.scen", "town.map.scen"],
                "planner": ["astar", "jps"] }),
        json!({ "task": "path/compare", "files": ["town.map.scen"], "runs": 4,
                "generations": [1, 3], "planners": ["improved", "regrow"], "seed": 7 }),
        json!({ "task": "path/convert", "map": "map.txt", "show": true }),
        json!({ "task": "path/plan", "map": "map.txt", "from": "0,0", "to": "2,4", "size": 2,
                "nearest": true }),
        json!({ "task": "path/reach", "map": "map.txt", "from": "0,0" }),
        json!({ "task": "path/script", "script": "yard.txt" }),
        json!({ "task": "path/crowd", "map": "map.txt", "walkers": 3, "own_goals": true,
                "again": true, "seed": 7 }),
        json!({ "task": "path/crowd", "map": "map.txt", "kind": "field", "walkers": 3,
                "goal": ["2,4"], "seed": 7 }),
        json!({ "task": "path/field", "map": "map.txt", "goal": ["2,4"], "flee": 1.2 }),
        json!({ "task": "path/generate", "kind": "caves", "seed": 7 }),
        json!({ "task": "path/generate", "kind": "maze", "braid": 0.5, "seed": 7 }),
    ]
}

fn of_2048() -> Vec<Value> {
    // It is read once in a process, and the first run would look at the host more often than the others.
    let _ = tilewright_2048::Network::ready();
    vec![
        json!({ "task": "2048/bench", "player": "expectimax", "depth": 1, "rows": 2, "columns": 3,
                "games": 9, "jsonl": true, "seed": 7 }),
        json!({ "task": "2048/bench", "player": "perfect", "rows": 2, "columns": 2, "games": 9,
                "seed": 7 }),
        json!({ "task": "2048/analyze", "game": "boards.jsonl", "nodes_per_move": 50 }),
        json!({ "task": "2048/analyze", "nodes_per_move": 50,
                "game": { "board": [[2, 4, 8], [0, 2, 4], [0, 0, 2]] } }),
        // One move to judge by games that are played on: of more, the threads look at the host at different times in each run.
        json!({ "task": "2048/analyze", "nodes_per_move": 50, "game": { "positions": [
            { "board": [[2, 2, 8, 2], [8, 32, 16, 4], [64, 128, 64, 16], [256, 16, 128, 32]],
              "move": "right" } ] } }),
        json!({ "task": "2048/eval", "player": "expectimax", "boards": "boards.jsonl" }),
        json!({ "task": "2048/eval", "player": "perfect", "boards": "boards.jsonl" }),
        json!({ "task": "2048/train", "network": "01,12", "episodes": 30, "checkpoint_every": 7,
                "seed": 7 }),
        json!({ "task": "2048/tune", "player": "classic", "generations": 2, "parents": 1,
                "children": 2, "games": 1, "validation_games": 2, "terminal_value": -1e6, "seed": 3 }),
        json!({ "task": "2048/move", "boards": "boards.jsonl" }),
    ]
}

fn of_battleship() -> Vec<Value> {
    vec![
        json!({ "task": "battleship/score", "chromosomes": "fleets.jsonl" }),
        json!({ "task": "battleship/count", "rows": 7, "columns": 7,
                "probabilities": true }),
        json!({ "task": "battleship/place", "rows": 6, "columns": 6, "fleet": "3,2,1",
                "method": "classic", "population": 10, "generations": 5, "count": 5,
                "seed": 7 }),
        json!({ "task": "battleship/place", "rows": 5, "columns": 6, "fleet": "2,1",
                "method": "adversarial", "hunter": ["density", "lattice"], "games": 2,
                "generations": 200, "count": 2, "seed": 7 }),
        json!({ "task": "battleship/advise", "board": "seen.txt",
                "fleet": "3,3,2,2,1,1" }),
        json!({ "task": "battleship/hunt", "rows": 6, "columns": 6, "fleet": "3,2,1",
                "hunter": ["novice", "lattice"], "games": 700, "seed": 7 }),
        json!({ "task": "battleship/duel", "hunter": ["density", "lattice"],
                "games": 300, "seed": 7 }),
        json!({ "task": "battleship/duel", "rows": 4, "columns": 4, "fleet": "2,2",
                "hunter": ["perfect", "scout"], "fleets": ["sequential", "two-columns"],
                "knows": ["two-columns"], "games": 300, "seed": 7 }),
        json!({ "task": "battleship/tune", "rows": 4, "columns": 4, "fleet": "2",
                "hunter": "scout", "games": 8, "rounds": 1, "tolerance": 0,
                "validation_games": 20, "seed": 7 }),
    ]
}

/// What tasks read.
fn inputs() -> BTreeMap<&'static str, &'static str> {
    let level = r#"{"layout": ["..#..", ".....", ".1.a.", "....."], "goal": {"collect": 9},
                    "moves": 12, "band": {"swaps": [1, 90]}}"#;
    BTreeMap::from([
        ("level.json", level),
        ("level.txt", "..#..\n.....\n.1.a.\n.....\n"),
        ("levels/one.json", level),
        ("levels/two.json", level),
        (
            "curve.toml",
            "levels = 2\nrows = 6\ncolumns = 6\ngoal = \"collect:12\"\n\
             difficulty = [[1, 11]]\n",
        ),
        (
            "studio.json",
            r#"{"w": 3, "grid": ["bo", "bo", "r", "g", "?", "?", "?", "?", "?"]}"#,
        ),
        (
            "studio.toml",
            "places = { columns = \"w\" }\ngrid = { path = \"grid\" }\n\
             constants = { rules = \"blast\" }\n\
             codes = { bo = \"box1\", r = \"red\", g = \"green\", '?' = \".\" }\n",
        ),
        ("town.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n"),
        (
            "town.map.scen",
            "version 1\n0\ttown.map\t3\t2\t0\t1\t2\t1\t4.0\n\
             0\ttown.map\t3\t2\t0\t0\t2\t0\t2.0\n",
        ),
        (
            "yard.txt",
            "floor 6 4\nroute 0 0 0 5 3 0 0 1 1 0 2\nfield 0 1 1 5 0 0\n\
             crowd 0 3\nwalker 0 0 0 0 5 0 0\nstep 0 9\n",
        ),
        ("map.txt", ".....\n.##~.\n..3..\n"),
        ("seen.txt", "o....o.\n..x....\n.......\n.......\n.......\n.......\n.......\n"),
        ("boards.jsonl", "{\"board\":[[2,2],[4,0]]}\n\n{\"board\":[[0,0],[4,0]]}\n"),
        ("fleets.jsonl", r#"{"rows":5,"columns":5,"chromosome":[1,1,0],"lengths":[2]}"#),
    ])
}

/// A door without files, clocks or screens, to which all outputs go.
struct Dictionary {
    head: Head,
    outputs: &'static [Output],
    inputs: BTreeMap<&'static str, &'static str>,
    /// The look at which it says stop, from 1.
    last: u64,
    part: Option<(u64, u64)>,
    /// What an earlier run left.
    before: Seen,
    seen: Mutex<Seen>,
}

/// What a door has seen.
#[derive(Default)]
struct Seen {
    looks: u64,
    items: Vec<Vec<u8>>,
    kept: Vec<KeptItems>,
    /// The files that came on their way, by their outputs and names.
    files: BTreeMap<(String, String), Vec<u8>>,
    /// Whether the work that began last is over: what is handed out then is only shown.
    is_shown: bool,
    /// How many items were handed out after it said stop: no more than the one under way.
    late: u32,
}

impl Dictionary {
    /// One for that request.
    fn new(request: &Value, last: u64) -> Self {
        let entry = entry(request);
        let outputs = entry.outputs;
        let (before, seen) = (Seen::default(), Mutex::default());
        let head = Head::new(entry, read(request).document().unwrap());
        Self { outputs, inputs: inputs(), head, last, part: None, before, seen }
    }

    /// One at which an earlier run left that.
    fn with(request: &Value, before: Seen) -> Self {
        Self { before, ..Self::new(request, u64::MAX) }
    }
}

impl Host for Dictionary {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        let text = self.inputs.get(name).ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(Cursor::new(text.as_bytes())))
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let folder = format!("{folder}/");
        let names = self.inputs.keys().filter(|name| name.starts_with(&folder));
        Ok(names.map(|name| (*name).to_owned()).collect())
    }

    fn tell(&self, event: Event<'_>) {
        let mut seen = self.seen.lock().unwrap();
        let is_over = seen.looks >= self.last;
        match event {
            Event::Item(item) => {
                seen.late += u32::from(is_over && !seen.is_shown);
                seen.items.push(item.json(&self.head).unwrap());
            }
            Event::File { output, name, bytes } => {
                let name = (output.to_owned(), name.to_owned());
                seen.files.insert(name, bytes.to_owned());
            }
            Event::Begun { .. } => seen.is_shown = false,
            Event::Ended => seen.is_shown = true,
            _ => {}
        }
    }

    fn look(&self) -> ControlFlow<()> {
        let mut seen = self.seen.lock().unwrap();
        seen.looks += 1;
        if seen.looks >= self.last {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn extension(&self, output: &str) -> Option<&str> {
        self.outputs.iter().find_map(|it| match it {
            Output::Picture(_) => (output == "picture").then_some("svg"),
            Output::File(named) | Output::Report(named, _) => {
                (output == named.name).then(|| ending(named))
            }
        })
    }

    fn earlier(&self, output: &str) -> io::Result<Option<EarlierFile<'_>>> {
        let name = (output.to_owned(), String::new());
        let file = self.before.files.get(&name);
        let bytes = |file| Box::new(Cursor::new(file)) as Box<dyn BufRead>;
        Ok(file.map(|file| EarlierFile { name: output.to_owned(), bytes: bytes(file) }))
    }

    fn kept(&self, _: u64) -> Result<Vec<KeptItems>, Refusal> {
        Ok(self.before.kept.clone())
    }

    fn keeps(&self) -> bool {
        true
    }

    fn keep(&self, outcomes: KeptItems) -> ControlFlow<()> {
        self.seen.lock().unwrap().kept.push(outcomes);
        self.look()
    }

    fn share(&self, items: u64) -> Range<u64> {
        let (number, of) = self.part.unwrap_or((0, 1));
        items * number / of..items * (number + 1) / of
    }
}

/// The first ending that a file may have.
fn ending(named: &NamedOutput) -> &'static str {
    named.endings.first().unwrap_or(&"")
}

fn entry(request: &Value) -> &'static Entry {
    tilewright_tasks::find(request["task"].as_str().unwrap()).unwrap()
}

/// The request as its task reads it.
fn read(request: &Value) -> Box<dyn Request> {
    let mut document: Map<String, Value> = request.as_object().unwrap().clone();
    document.remove("task");
    entry(request).read(document).unwrap()
}

/// Whether what the request does can be taken up again: kept item by item, or in a checkpoint.
fn is_resumed(request: &Value) -> bool {
    let is_checkpoint =
        |it: &Output| matches!(it, Output::File(named) if named.name == "checkpoint");
    read(request).keeping() != ResumeSupport::Nothing
        || entry(request).outputs.iter().any(is_checkpoint)
}

/// What came of a request: its answer, and what the door has seen.
struct Run {
    answer: Box<dyn Answer>,
    head: Head,
    seen: Seen,
}

impl Run {
    fn of(request: &Value, door: Dictionary) -> Self {
        let answer =
            read(request).run(&door).unwrap_or_else(|refusal| panic!("{refusal}"));
        let Dictionary { head, seen, .. } = door;
        Self { answer, head, seen: seen.into_inner().unwrap() }
    }

    fn undisturbed(request: &Value) -> Self {
        Self::of(request, Dictionary::new(request, u64::MAX))
    }

    /// All that people and machines would get.
    fn bytes(&self, outputs: &[Output]) -> Vec<u8> {
        let mut bytes = self.seen.items.concat();
        bytes.extend(format!("{:?}", self.seen.files).into_bytes());
        bytes.extend(self.answer.json(&self.head).unwrap().unwrap_or_default());
        bytes.extend(self.answer.text(Medium::default()).into_bytes());
        for output in outputs {
            match output {
                Output::Picture(_) => {
                    let drawing = self.answer.drawing(false, &()).unwrap();
                    bytes
                        .extend(format!("{:?}", drawing.map(|it| it.still)).into_bytes());
                }
                Output::File(named) | Output::Report(named, _) => {
                    let file =
                        self.answer.file(named.name, ending(named), &self.head).unwrap();
                    bytes.extend(file.map(|file| file.bytes).unwrap_or_default());
                }
            }
        }
        bytes
    }
}

/// The most looks after the one at which a run is stopped: of threads that were at work, and of
/// what is done with what there is.
const IN_FLIGHT: u64 = 32;

/// The checks, of `looks` in all, at which a run is stopped: all of a few, and some of many.
fn moments(looks: u64, seed: u64) -> BTreeSet<u64> {
    if looks <= 40 {
        return (1..=looks).collect();
    }
    let mut rng = Seed(seed).rng();
    let any =
        (0..6).map(|_| 1 + u64::from(rng.below(u32::try_from(looks.max(1)).unwrap())));
    any.chain([1, 2, looks]).filter(|look| *look <= looks).collect()
}

#[test]
fn the_table_names_every_task() {
    let names: BTreeSet<_> = requests().iter().map(|it| entry(it).name).collect();
    assert_eq!(names, all().map(|entry| entry.name).collect());
}

#[test]
fn a_task_that_is_stopped_begins_nothing_more_and_says_so() {
    for (number, request) in (0..).zip(requests()) {
        let outputs = entry(&request).outputs;
        let whole = Run::undisturbed(&request);
        assert!(!whole.bytes(outputs).is_empty(), "{request}");
        for look in moments(whole.seen.looks, number) {
            let run = Run::of(&request, Dictionary::new(&request, look));
            let Seen { late, looks, .. } = run.seen;
            let is_done = run.bytes(outputs) == whole.bytes(outputs);
            assert!(late <= 1 || is_done, "{request}: {late} items after look {look}");
            assert!(looks - look <= IN_FLIGHT, "{request}: went on after look {look}");
            let verdict = run.answer.verdict();
            assert!(
                verdict == Verdict::Stopped || is_done,
                "{request} at look {look} of {}: {verdict:?}",
                whole.seen.looks
            );
        }
    }
}

#[test]
fn a_task_that_is_resumed_gives_the_bytes_of_an_undisturbed_one() {
    for (number, request) in (100..).zip(requests()) {
        let entry = entry(&request);
        if !is_resumed(&request) {
            continue;
        }
        let whole = Run::undisturbed(&request);
        let Seen { kept, files, .. } = &whole.seen;
        assert!(!kept.is_empty() || !files.is_empty(), "{request} keeps nothing");
        for look in moments(whole.seen.looks, number) {
            let before = Run::of(&request, Dictionary::new(&request, look)).seen;
            let resumed = Run::of(&request, Dictionary::with(&request, before));
            assert!(
                resumed.bytes(entry.outputs) == whole.bytes(entry.outputs),
                "{request} resumed after look {look} differs"
            );
        }
    }
}

#[test]
fn parts_of_a_task_fold_to_the_bytes_of_the_whole() {
    for request in requests() {
        let entry = entry(&request);
        if read(&request).check_divided().is_err() {
            continue;
        }
        let whole = Run::undisturbed(&request);
        for of in [2, 3, 7] {
            let part = |number| {
                let part = Some((number, of));
                Run::of(
                    &request,
                    Dictionary { part, ..Dictionary::new(&request, u64::MAX) },
                )
            };
            let mut kept: Vec<_> = (0..of).flat_map(|it| part(it).seen.kept).collect();
            kept.reverse();
            let before = Seen { kept, ..Seen::default() };
            let nothing = Some((0, u64::MAX));
            let door = Dictionary { part: nothing, ..Dictionary::with(&request, before) };
            let merged = Run::of(&request, door);
            assert!(
                merged.bytes(entry.outputs) == whole.bytes(entry.outputs),
                "{request} in {of} parts differs"
            );
        }
    }
}

/// Stopped while its animation is drawn, an answer says so and draws it afterwards as if nothing had
/// been.
#[test]
fn an_animation_that_is_stopped_is_cancelled_and_drawn_afterwards() {
    let requests = [of_paths().swap_remove(0), of_battleship().swap_remove(3)];
    for request in requests {
        let answer = Run::undisturbed(&request).answer;
        let looks = AtomicU64::new(0);
        let drawing = |last: u64| {
            let watch = || {
                if looks.fetch_add(1, Ordering::Relaxed) + 1 == last {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            answer.drawing(true, &watch)
        };
        let whole = format!("{:?}", drawing(u64::MAX).unwrap());
        let all = looks.swap(0, Ordering::Relaxed);
        assert!(all > 1, "{request} takes {all} looks");
        for last in 1..=all {
            let error = drawing(last).unwrap_err();
            let cause = error.downcast_ref();
            assert!(matches!(cause, Some(DrawError::Cancelled)), "{request}: {error}");
            assert_eq!(looks.swap(0, Ordering::Relaxed), last, "{request} goes on");
        }
        assert_eq!(format!("{:?}", drawing(u64::MAX).unwrap()), whole, "{request}");
        looks.store(0, Ordering::Relaxed);
    }
}
