//! The program as a server of tools: the bytes of the command line, files below the folder alone, and clients of every kind.

#![cfg(feature = "mcp")]

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::common::requests::{Asked, place, requests};
use crate::common::{Place, Seen, process};

/// A client with the server that it has started.
struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
    asked: u64,
    /// What the server said by itself.
    told: Vec<Value>,
}

impl Client {
    fn start(place: &Place, words: &str) -> Self {
        let mut client = Self::begin(place, words);
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        assert!(client.ask("initialize", &hello)["result"]["serverInfo"].is_object());
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    fn begin(place: &Place, words: &str) -> Self {
        let mut command = process(place.path());
        command.arg("mcp").args(words.split_whitespace());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let stdin = child.stdin.take();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, stdin, lines, asked: 0, told: Vec::new() }
    }

    fn send(&mut self, message: &Value) {
        let stdin = self.stdin.as_mut().unwrap();
        writeln!(stdin, "{message}").unwrap();
    }

    /// Sends a request, and returns its number.
    fn post(&mut self, method: &str, parameters: &Value) -> u64 {
        self.asked += 1;
        let id = self.asked;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }),
        );
        id
    }

    fn receive(&mut self) -> Value {
        let line = self.lines.next().expect("the server has ended").unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        let id = self.post(method, parameters);
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
            self.told.push(message);
        }
    }

    /// Calls a tool, and returns its result.
    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let parameters = json!({ "name": tool, "arguments": arguments });
        self.ask("tools/call", &parameters)["result"].take()
    }

    /// The text of a call that is refused.
    fn refused(&mut self, tool: &str, arguments: &Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// Closes stdin as a client that goes, and waits for the end of the server.
    fn leave(mut self) -> Option<i32> {
        self.stdin = None;
        self.child.wait().unwrap().code()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The tool of a task.
fn tool(asked: &Asked) -> String {
    asked.task.replace('/', "_")
}

fn arguments(asked: &Asked) -> Value {
    let mut arguments = asked.keys.clone();
    if let Some((key, value)) = &asked.position {
        arguments[key] = value.clone();
    }
    arguments
}

/// What the tests of files ask for: three small levels.
const LEVELS: &str =
    r#"{"rows": 5, "columns": 5, "target": 60, "tolerance": 20, "seed": 1}"#;

#[test]
fn tools_give_the_bytes_of_the_command_line() {
    let place = place();
    let mut client = Client::start(&place, "");
    for asked in requests() {
        // A pack is written to a folder or not at all.
        if asked.output.is_some() {
            continue;
        }
        let result = client.call(&tool(&asked), &arguments(&asked));
        let mut request = arguments(&asked);
        request["task"] = json!(asked.task);
        place.put("request.json", request.to_string());
        let seen = Seen::of(&mut place.command("run request.json --json"));
        let answers = result["structuredContent"]["answers"].as_array();
        let answers = answers.unwrap_or_else(|| panic!("{}: {result}", asked.task));
        let found: Vec<String> = answers.iter().map(Value::to_string).collect();
        assert_eq!(found, seen.stdout.lines().collect::<Vec<_>>(), "{}", asked.task);
    }
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn every_task_is_a_tool_a_page_and_a_resource() {
    let mut client = Client::start(&Place::new(), "");
    let listed = client.ask("tools/list", &json!({}));
    assert!(listed.to_string().len() <= 25_000);
    let tools = listed["result"]["tools"].as_array().unwrap();
    let resources = client.ask("resources/list", &json!({}));
    let resources = resources["result"]["resources"].as_array().unwrap().clone();
    let of = |place: &str| {
        let is_there =
            |it: &&Value| it["uri"].as_str().unwrap().split('/').nth(2) == Some(place);
        resources.iter().filter(is_there).collect::<Vec<_>>()
    };
    let tasks = of("tasks");
    assert_eq!((tools.len(), of("rules").len()), (1 + tasks.len(), 5));
    assert!(of("book").len() > 40);
    for resource in of("rules").into_iter().chain(of("book")) {
        let read = client.ask("resources/read", &json!({ "uri": resource["uri"] }));
        let text = read["result"]["contents"][0]["text"].as_str().unwrap();
        assert!(text.starts_with('{') || text.contains("\n# ") || text.starts_with("# "));
    }
    for resource in tasks {
        let task = resource["name"].as_str().unwrap();
        let name = task.replace('/', "_");
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        assert_eq!(tool["annotations"]["readOnlyHint"], true);

        let page = client.call("describe", &json!({ "task": task }));
        let page = page["content"][0]["text"].as_str().unwrap().to_owned();
        assert!(page.starts_with(&format!("# {task}\n")), "{page}");
        for key in tool["inputSchema"]["properties"].as_object().unwrap().keys() {
            assert!(page.contains(&format!("- `{key}`")), "{task}: {key}");
        }
        assert!(page.contains("## Examples"), "{page}");
        let read = client.ask("resources/read", &json!({ "uri": resource["uri"] }));
        let kept = read["result"]["contents"][0]["text"].as_str().unwrap();
        assert!(page.starts_with(kept) && page.contains("## In a call"), "{page}");
    }
    let all = client.call("describe", &json!({}));
    assert!(all["content"][0]["text"].as_str().unwrap().contains("`path/plan`"));

    let prompts = client.ask("prompts/list", &json!({}));
    for prompt in prompts["result"]["prompts"].as_array().unwrap() {
        let names = prompt["arguments"].as_array().unwrap().iter();
        let given: serde_json::Map<String, Value> = names
            .map(|it| (it["name"].as_str().unwrap().to_owned(), json!("VALUE")))
            .collect();
        let asked = json!({ "name": prompt["name"], "arguments": given });
        let told = client.ask("prompts/get", &asked)["result"].to_string();
        assert!(told.contains("VALUE") && !told.contains("{level}"), "{told}");
        let missing = client.ask("prompts/get", &json!({ "name": prompt["name"] }));
        assert!(missing["error"]["message"].as_str().unwrap().contains("is missing"));
    }
}

#[test]
fn pictures_notes_and_progress_come_along() {
    let mut client = Client::start(&Place::new(), "");
    let mut asked: Value = serde_json::from_str(LEVELS).unwrap();
    asked["picture"] = json!(true);
    let parameters = json!({ "name": "match3_generate", "arguments": asked, "_meta": { "progressToken": 9 } });
    let answer = client.ask("tools/call", &parameters);
    let content = answer["result"]["content"].as_array().unwrap();
    assert!(content[0]["text"].as_str().unwrap().contains("level 1: potential"));
    assert_eq!(content[1]["mimeType"], "image/png");
    assert!(content[1]["data"].as_str().unwrap().starts_with("iVBORw0KGgo"));
    let progress: Vec<f64> = client
        .told
        .iter()
        .filter(|it| it["method"] == "notifications/progress")
        .map(|it| {
            assert_eq!(it["params"]["progressToken"], 9);
            it["params"]["progress"].as_f64().unwrap()
        })
        .collect();
    assert!(!progress.is_empty() && progress.is_sorted_by(|a, b| a < b), "{progress:?}");
}

#[test]
fn files_are_written_below_the_folder_and_only_if_allowed() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("own")).unwrap();
    place.put("secret.json", "{\"layout\": [\"..#\"]}");
    let mut asked: Value = serde_json::from_str(LEVELS).unwrap();
    asked["write"] = json!({ "output": "made/level.json" });

    let mut client = Client::start(&place, "own");
    let refused = client.refused("match3_generate", &asked);
    assert!(
        refused.contains("writes no files") && refused.contains("--write"),
        "{refused}"
    );
    for outside in ["../secret.json", "/etc/hostname", "own/../../secret.json"] {
        let refused = client.refused("match3_analyze", &json!({ "levels": [outside] }));
        assert!(refused.contains("folder of this server"), "{refused}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.json", place.path().join("own/link.json"))
            .unwrap();
        let refused =
            client.refused("match3_analyze", &json!({ "levels": ["link.json"] }));
        assert!(refused.contains("outside of the folder"), "{refused}");
    }
    assert!(!place.path().join("own/made").exists());
    assert_eq!(client.leave(), Some(0));

    let mut client = Client::start(&place, "own --write");
    let made = client.call("match3_generate", &asked);
    assert_eq!(
        made["structuredContent"]["written"],
        json!(["made/level.json"]),
        "{made}"
    );
    let level = place.json("own/made/level.json");
    assert_eq!(
        level["layout"],
        made["structuredContent"]["answers"][0]["levels"][0]["level"]["layout"]
    );
    let refused = client.refused("match3_generate", &asked);
    assert!(refused.contains("is there already"), "{refused}");
    asked["overwrite"] = json!(true);
    assert_eq!(client.call("match3_generate", &asked)["isError"], false);

    asked["write"] = json!({ "output": "../outside.json" });
    let refused = client.refused("match3_generate", &asked);
    assert!(refused.contains("not the name of a file in the folder"), "{refused}");
    asked["count"] = json!(3);
    asked["write"] = json!({ "output": "many.json" });
    let refused = client.refused("match3_generate", &asked);
    assert!(refused.contains("makes several"), "{refused}");
    asked["write"] = json!({ "output": "many", "picture": "many.svg" });
    let many = client.call("match3_generate", &asked);
    let written = many["structuredContent"]["written"].as_array();
    let written = written.unwrap_or_else(|| panic!("{many}"));
    assert_eq!(written.len(), 4, "{many}");
    assert_eq!(place.json("own/many/level-003.json")["rows"], 5);
    assert!(place.text("own/many.svg").starts_with("<svg"));
    assert!(!place.path().join("outside.json").exists());
}

#[test]
fn wrong_calls_are_refused_in_words() {
    let mut client = Client::start(&Place::new(), "");
    let refused = client.refused("match3_generate", &json!({ "gaol": ["collect:9"] }));
    assert!(
        refused.contains("unknown key `gaol`") && refused.contains("`goal`"),
        "{refused}"
    );
    let refused = client.refused("match3_generat", &json!({}));
    assert!(
        refused.contains("unknown task") && refused.contains("match3/generate"),
        "{refused}"
    );
    let refused = client.refused("describe", &json!({ "task": "match3/nothing" }));
    assert!(refused.contains("no task and no page"), "{refused}");
    for (key, value) in [("picture", json!(3)), ("write", json!("a.json"))] {
        let refused =
            client.refused("match3_generate", &json!({ "target": 9, key: value }));
        assert!(refused.contains("expected"), "{refused}");
    }
    // More than an answer may have: what is cut is said.
    let huge = json!({ "kind": "caves", "rows": 900, "columns": 900, "seed": 1 });
    let cut = client.call("path_generate", &huge);
    assert!(cut["content"][0]["text"].as_str().unwrap().contains("… cut: "));
    assert!(cut["structuredContent"]["omitted"].as_str().unwrap().contains("bytes"));

    // What an agent has just made stands in the call.
    let map = json!({ "map": "..#.\n....\n", "from": "0,0", "to": "0,3" });
    assert_eq!(client.call("path_plan", &map)["isError"], false);
    let level = json!({ "level": "....\n..#.\n....\n....", "goal": ["collect:6"], "games": 64, "seed": 1 });
    assert_eq!(client.call("match3_play", &level)["isError"], false);
    let unknown = client.ask("resources/read", &json!({ "uri": "file:///etc/passwd" }));
    assert!(unknown["error"].is_object(), "{unknown}");
}

#[test]
fn a_call_can_be_cancelled_and_a_client_can_go() {
    // A train of a million games would take hours.
    let long = json!({ "episodes": 1_000_000, "seed": 1 });
    let parameters = json!({ "name": "2048_train", "arguments": long, "_meta": { "progressToken": 1 } });
    let mut client = Client::start(&Place::new(), "");
    let id = client.post("tools/call", &parameters);
    // It works, as it tells of progress.
    while client.receive()["method"] != "notifications/progress" {}
    let cancelled = json!({ "requestId": id, "reason": "enough" });
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled }));
    let count = json!({ "rows": 4, "columns": 4, "fleet": "2" });
    assert_eq!(client.call("battleship_count", &count)["isError"], false);

    // Four that work, and others that wait, end with the client.
    for _ in 0..8 {
        client.post("tools/call", &parameters);
    }
    while client.receive()["method"] != "notifications/progress" {}
    assert_eq!(client.leave(), Some(0));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it() {
    let place = Place::new();
    let mut client = Client::start(&place, "");
    let id = client.child.id().to_string();
    let killed = std::process::Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(killed.success());
    assert_eq!(client.child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_thousand_calls_at_once_are_all_answered() {
    let mut client = Client::start(&Place::new(), "");
    let count = json!({ "name": "battleship_count", "arguments": { "rows": 4, "columns": 4, "fleet": "2" } });
    let mut open: Vec<u64> =
        (0..1000).map(|_| client.post("tools/call", &count)).collect();
    let (mut answered, mut refused) = (0, 0);
    while !open.is_empty() {
        let message = client.receive();
        open.retain(|id| message["id"] != *id);
        let text = message["result"]["content"][0]["text"].as_str().unwrap();
        if text.contains("24") {
            answered += 1;
        } else {
            assert!(text.contains("calls are at hand already"), "{text}");
            refused += 1;
        }
    }
    assert!(answered >= 4, "{answered} answered, {refused} refused");
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn strange_lines_and_versions_do_not_end_it() {
    let place = Place::new();
    let mut client = Client::begin(&place, "");
    let old = json!({ "protocolVersion": "1999-01-01", "capabilities": {}, "clientInfo": { "name": "old", "version": "0" } });
    let hello = client.ask("initialize", &old);
    let version = hello["result"]["protocolVersion"].as_str().unwrap_or_default();
    assert!(version.starts_with("20"), "{hello}");
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let stdin = client.stdin.as_mut().unwrap();
    stdin.write_all(b"this is not JSON\n{\"jsonrpc\": \"2.0\"}\n\n").unwrap();
    // Longer than a message may be.
    stdin.write_all(&vec![b'['; 20 << 20]).unwrap();
    stdin.write_all(b"\n").unwrap();
    let count = json!({ "rows": 4, "columns": 4, "fleet": "2" });
    assert_eq!(client.call("battleship_count", &count)["isError"], false);
    assert_eq!(client.leave(), Some(0));

    // One that goes before it has said a word, and a folder that is not there.
    let client = Client::begin(&place, "");
    assert_eq!(client.leave(), Some(0));
    let refused = place.run("mcp nowhere");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("name the folder"), "{}", refused.stderr);
}
