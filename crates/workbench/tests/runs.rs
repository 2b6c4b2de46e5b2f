//! Runs: begun, followed, cancelled, repeated, resumed.

use std::io::{BufRead as _, BufReader};

use crate::common::Server;
use serde_json::{Value, json};
use tilewright_workbench::Settings;

fn server() -> Server {
    Server::start(Settings::default())
}

fn count() -> Value {
    json!({ "rows": 5, "columns": 5, "fleet": "3,2" })
}

/// A task that works for hours.
fn endless() -> Value {
    json!({ "episodes": 100_000_000, "seed": 1 })
}

#[test]
fn a_run_is_answered_recorded_and_repeated() {
    let server = server();
    let request = json!({ "target": 300, "rows": 6, "columns": 6, "seed": 5 });
    let begun = server.post("/tasks/match3/generate", &request);
    assert_eq!(begun.status, 202);
    let begun = begun.json();
    assert_eq!((&begun["seed"], &begun["request"]["target"]), (&json!(5), &json!(300)));
    let run = &begun["run"];
    let events = server.events(run);
    let last = events.last().unwrap();
    assert_eq!((&last["event"], &last["verdict"]), (&json!("answer"), &json!("done")));
    assert!(events.iter().all(|event| event["run"] == *run));
    let answer = server.get(&format!("/runs/{run}/answer")).body;
    let at_once = server.post("/tasks/match3/generate?wait=true", &request);
    assert_eq!(answer, at_once.body);
    let text = server.get(&format!("/runs/{run}/answer.txt")).text();
    assert_eq!(
        text,
        server.post("/tasks/match3/generate?wait=true&as=text", &request).text()
    );
    let svg = server.get(&format!("/runs/{run}/answer.svg"));
    assert!(svg.text().starts_with("<svg"), "{}", svg.text());
    let png = server.get(&format!("/runs/{run}/answer.png"));
    assert!(png.body.starts_with(b"\x89PNG"));
    let gif = server.get(&format!("/runs/{run}/answer.gif"));
    assert!(gif.body.starts_with(b"GIF89a"));
    let same = server.call(&format!("POST /runs/{run}/replay"), "").json();
    assert_eq!(same, json!({ "same": true }));
    let again = server.call(&format!("POST /runs/{run}/repeat"), "").json();
    server.events(&again["run"]);
    assert_eq!(server.get(&format!("/runs/{}/answer", again["run"])).body, answer);
    let listed = server.get("/runs?search=generate").json();
    assert_eq!(
        (listed["total"].clone(), listed["runs"].as_array().unwrap().len()),
        (json!(2), 2)
    );
    let forget = format!("DELETE /runs/{run}?forget=true");
    assert_eq!(server.call(&forget, "").status, 204);
    assert_eq!(server.get(&format!("/runs/{run}")).status, 404);
}

#[test]
fn events_are_read_again_from_any_point() {
    let server = server();
    let begun = server.post("/tasks/battleship/count", &count()).json();
    let path = format!("/runs/{}/events", begun["run"]);
    let all = server.get(&path).text();
    let ids: Vec<_> = all.lines().filter_map(|line| line.strip_prefix("id: ")).collect();
    assert!(ids.len() >= 2, "{all}");
    let head = server.head(&format!("GET {path}"), 0);
    let head =
        head.replace("\r\n\r\n", &format!("\r\nLast-Event-ID: {}\r\n\r\n", ids[0]));
    let rest = server.raw(head.as_bytes()).text();
    assert_eq!(rest, all.split_once("\n\n").unwrap().1);
}

#[test]
fn a_run_is_cancelled_and_keeps_what_it_has() {
    let server = server();
    let begun = server.post("/tasks/2048/train", &endless());
    assert_eq!(begun.status, 202, "{}", begun.text());
    let run = begun.json()["run"].clone();
    let live = server.get("/runs?state=running").json();
    assert_eq!(live["runs"][0]["id"], run);
    let delete = format!("DELETE /runs/{run}");
    assert_eq!(server.call(&delete, "").status, 204);
    let events = server.events(&run);
    assert_eq!(events.last().unwrap()["verdict"], "stopped");
    // Cancelling twice does nothing more.
    assert_eq!(server.call(&delete, "").status, 204);
    assert_eq!(server.get(&format!("/runs/{run}")).json()["state"], "stopped");
    assert_eq!(server.call("DELETE /runs/999", "").status, 404);
}

#[test]
fn refusals_name_the_key_and_the_cure() {
    let server = server();
    let wrong = server.post("/tasks/match3/generate", &json!({ "rows": "many" }));
    assert_eq!((wrong.status, wrong.json()["key"].clone()), (400, json!("rows")));
    let unknown = server.post("/tasks/match3/generated", &json!({})).json();
    assert_eq!(unknown["hint"], "did you mean `match3/generate`?");
    let begun =
        server.post("/tasks/match3/play", &json!({ "level": "missing.json" })).json();
    let last = server.events(&begun["run"]).pop().unwrap();
    assert_eq!(last["event"], "refused");
    let record = server.get(&format!("/runs/{}", begun["run"])).json();
    assert_eq!((&record["state"], &record["error"]), (&json!("refused"), &last["error"]));
}

#[test]
fn one_stream_carries_all_runs_of_a_page_and_ends_them() {
    let server = server();
    let head = server.head("GET /events?page=tab", 0);
    let mut stream = BufReader::new(server.send(head.as_bytes()));
    let ours = server.post("/tasks/battleship/count?page=tab", &count()).json();
    let other = server.post("/tasks/battleship/count?page=other", &count()).json();
    server.events(&other["run"]);
    let endless = server.post("/tasks/2048/train?page=tab", &endless()).json();
    let mut line = String::new();
    let mut runs = Vec::new();
    while !runs.contains(&endless["run"]) {
        line.clear();
        stream.read_line(&mut line).unwrap();
        if let Some(event) = line.strip_prefix("data: ") {
            runs.push(serde_json::from_str::<Value>(event).unwrap()["run"].clone());
        }
    }
    assert!(runs.contains(&ours["run"]) && !runs.contains(&other["run"]));
    drop(stream);
    // The page has gone, so its run is cancelled.
    let events = server.events(&endless["run"]);
    assert_eq!(events.last().unwrap()["verdict"], "stopped");
}

#[test]
fn a_run_outlives_the_server_and_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let database = Some(folder.path().join("runs.db"));
    let settings = Settings { database, ..Settings::default() };
    let request = json!({ "player": "greedy", "games": 2_000_000, "rows": 3, "columns": 3, "seed": 2 });
    let first = Server::start(settings.clone());
    let run = first.post("/tasks/2048/bench", &request).json()["run"].clone();
    while first.get(&format!("/runs/{run}")).json()["is_kept"] != json!(true) {}
    drop(first);
    let second = Server::start(settings);
    let record = second.get(&format!("/runs/{run}")).json();
    assert_eq!(record["state"], "stopped", "{record}");
    let resumed = second.call(&format!("POST /runs/{run}/resume"), "");
    assert_eq!(resumed.status, 202, "{}", resumed.text());
    assert_eq!(resumed.json()["run"], run);
    assert_eq!(second.call(&format!("DELETE /runs/{run}"), "").status, 204);
    second.events(&run);
}

#[test]
fn a_run_that_is_resumed_at_once_tells_both_ends_in_order() {
    let server = server();
    let head = server.head("GET /events?page=tab", 0);
    let mut stream = BufReader::new(server.send(head.as_bytes()));
    let request = json!({ "player": "greedy", "games": 2_000_000, "rows": 3, "columns": 3, "seed": 2 });
    let run = server.post("/tasks/2048/bench?page=tab", &request).json()["run"].clone();
    while server.get(&format!("/runs/{run}")).json()["is_kept"] != json!(true) {}
    server.call(&format!("DELETE /runs/{run}"), "");
    while server.call(&format!("POST /runs/{run}/resume?page=tab"), "").status != 202 {}
    server.call(&format!("DELETE /runs/{run}"), "");
    let mut seen = Vec::new();
    let mut line = String::new();
    while seen.iter().filter(|kind| *kind == "answer").count() < 2 {
        line.clear();
        stream.read_line(&mut line).unwrap();
        if let Some(event) = line.strip_prefix("data: ") {
            let event: Value = serde_json::from_str(event).unwrap();
            seen.push(event["event"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(seen.last().unwrap(), "answer");
}

#[test]
fn the_last_of_passing_events_is_told() {
    let server = server();
    let request = json!({ "method": "classic", "population": 20, "generations": 30, "rows": 7, "columns": 7, "seed": 1 });
    let run = server.post("/tasks/battleship/place", &request).json()["run"].clone();
    let steps: Vec<_> = server
        .events(&run)
        .into_iter()
        .filter(|event| event["event"] == "values")
        .map(|event| event["step"].as_u64().unwrap())
        .collect();
    // Thirty generations take less time than the pause between two events.
    assert_eq!(steps.last(), Some(&30), "{steps:?}");
}

#[test]
fn waiting_runs_are_cancelled_and_leave_their_places() {
    let server = server();
    let request = json!({ "player": "greedy", "games": 5_000_000, "seed": 2 });
    let mut runs = Vec::new();
    loop {
        let begun = server.post("/tasks/2048/bench", &request);
        if begun.status != 202 {
            assert_eq!(begun.status, 503, "{}", begun.text());
            break;
        }
        runs.push(begun.json()["run"].clone());
    }
    assert_eq!(runs.len(), 68);
    // Nothing is lost of a run that cannot go on.
    for run in &runs {
        assert_eq!(server.call(&format!("DELETE /runs/{run}"), "").status, 204);
    }
    for run in &runs {
        assert_eq!(server.events(run).last().unwrap()["verdict"], "stopped");
    }
    let count = server.post("/tasks/battleship/count", &count());
    assert_eq!(count.status, 202, "{}", count.text());
}

#[test]
fn odd_searches_are_no_errors() {
    let server = server();
    for search in
        ["a%00b", "%22", "a%22b", "NEAR(", "*", "-a", "task:x", "(((", "%27%3B--"]
    {
        let seen = server.get(&format!("/runs?search={search}"));
        assert_eq!(seen.status, 200, "{search}: {}", seen.text());
    }
}
