//! Searches that could go on for a minute or for ever stop as soon as the host says so, however much time their
//! moves have left.

use std::io::{self, BufRead, Cursor};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use tilewright_tasks::{Event, Host, Verdict, find, sessions};

/// A host with a clock that stands still: no time for a move is ever over. It says stop after a number of looks.
struct Timeless {
    looks: AtomicU32,
    most: u32,
}

impl Timeless {
    const fn new(most: u32) -> Self {
        Self { looks: AtomicU32::new(0), most }
    }
}

impl Host for Timeless {
    fn open(&self, _: &str) -> io::Result<Box<dyn BufRead + '_>> {
        let boards = "2 4 8 16\n0 2 4 8\n0 0 2 4\n0 0 0 2\n\n2 4 8\n0 2 4\n0 0 2\n";
        Ok(Box::new(Cursor::new(boards)))
    }

    fn tell(&self, event: Event<'_>) {
        let is_late = self.looks.load(Ordering::Relaxed) >= self.most;
        assert!(
            !is_late || !matches!(event, Event::Item(_)),
            "an answer after the host said stop"
        );
    }

    fn look(&self) -> ControlFlow<()> {
        if self.looks.fetch_add(1, Ordering::Relaxed) + 1 >= self.most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn nanos(&self) -> Option<u64> {
        Some(0)
    }
}

fn stops(request: &Value) {
    let mut keys = request.as_object().unwrap().clone();
    let Some(Value::String(task)) = keys.remove("task") else { unreachable!() };
    let host = Timeless::new(200);
    let answer = find(&task).unwrap().read(keys).unwrap().run(&host);
    let answer = answer.unwrap_or_else(|refusal| panic!("{request}: {refusal}"));
    assert_eq!(answer.verdict(), Verdict::Stopped, "{request}");
    let looks = host.looks.into_inner();
    assert!((200..232).contains(&looks), "{request}: {looks} looks");
}

#[test]
fn a_search_within_one_move_is_stopped() {
    for (player, depth) in [("expectimax", 15), ("network", 8)] {
        for limit in [json!({ "ms_per_move": 60_000 }), json!({ "depth": depth })] {
            // Without a limit of time, few of the positions of a search by expectimax are probable enough.
            if player == "expectimax" && limit.get("depth").is_some() {
                continue;
            }
            let request = |more: Value| {
                let mut request = more;
                request["player"] = player.into();
                let limit = limit.as_object().unwrap().clone();
                request.as_object_mut().unwrap().extend(limit);
                request
            };
            stops(&request(json!({ "task": "2048/bench", "games": 1, "seed": 1 })));
            stops(&request(json!({ "task": "2048/eval", "values": true })));
        }
    }
    stops(
        &json!({ "task": "2048/bench", "player": "expectimax", "rows": 5, "columns": 5,
                   "games": 1, "ms_per_move": 60_000, "seed": 1 }),
    );
    stops(&json!({ "task": "2048/tune", "player": "expectimax", "depth": 15, "games": 1,
                   "seed": 1 }));
}

#[test]
fn a_hint_is_stopped() {
    let host = Timeless::new(u32::MAX);
    let settings = json!({ "rows": 5, "columns": 5, "seed": 1 });
    let settings = settings.as_object().unwrap().clone();
    let game = sessions::open("2048", settings, &host).ok().unwrap();
    assert!(game.hint(Some("expectimax"), &host).ok().unwrap().is_some());
    let looks = host.looks.into_inner();
    assert!(looks > 5, "{looks}");
    let stopped = game.hint(Some("expectimax"), &Timeless::new(5));
    assert!(stopped.ok().unwrap().is_none());
}
