//! The program as the server of the page: the same bytes as on the command line, the address, the
//! token, the end.

#![cfg(feature = "workbench")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::common::requests::{Asked, place, requests};
use crate::common::{Place, Seen, process};
use serde_json::{Value, json};

/// A server in a folder, ended with the test.
struct Server {
    child: Child,
    port: String,
    token: String,
}

impl Server {
    fn start(place: &Place, words: &str) -> Self {
        let mut command = process(place.path());
        command.args(["workbench", "--no-open", "--db", "runs.db"]);
        command.args(words.split_whitespace());
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let (port, token) = address
            .trim_end()
            .strip_prefix("http://127.0.0.1:")
            .and_then(|rest| rest.split_once("/#token="))
            .unwrap_or_else(|| panic!("{address}"));
        Self { child, port: port.to_owned(), token: token.to_owned() }
    }

    /// The status and the body of a response.
    fn call(&self, line: &str, body: &str) -> (u16, String) {
        let Self { port, token, .. } = self;
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        let length = body.len();
        write!(
            stream,
            "{line} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The request as a document, without the name of its task.
fn document(asked: &Asked) -> Value {
    let mut document = asked.keys.clone();
    if let Some((key, value)) = &asked.position {
        document[key] = value.clone();
    }
    document
}

#[test]
fn the_page_gets_the_bytes_of_the_command_line() {
    let place = place();
    let server = Server::start(&place, "--port 0 .");
    for asked in requests() {
        let mut request = document(&asked);
        let outputs = if asked.output.is_some() { "&outputs=output" } else { "" };
        let path = format!("POST /tasks/{}?wait=true{outputs}", asked.task);
        let (status, body) = server.call(&path, &request.to_string());
        assert_eq!(status, 200, "{}: {body}", asked.task);
        request["task"] = json!(asked.task);
        place.put("request.json", request.to_string());
        let mut command = place.command("run request.json --json");
        if let Some(output) = asked.output {
            command.args(["--output", output]);
        }
        let seen = Seen::of(&mut command);
        assert_eq!(body, seen.stdout, "{}", asked.task);
    }
}

#[test]
fn the_token_stays_and_a_taken_port_is_replaced() {
    let place = Place::new();
    let first = Server::start(&place, "--port 0");
    let second = Server::start(&place, &format!("--port {}", first.port));
    assert_ne!(first.port, second.port);
    assert_eq!(first.token, second.token);
    assert_eq!(first.token.len(), 32);
    assert_eq!(second.call("GET /tasks", "").0, 200);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let about = std::fs::metadata(place.path().join("runs.db-token")).unwrap();
        assert_eq!(about.permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn what_cannot_be_opened_is_refused() {
    let place = Place::new();
    place.put("file.txt", "text");
    place.put("wrong.db", "this is no database, and it has to stay as it is");
    for words in [
        "workbench missing",
        "workbench file.txt",
        "workbench --no-open --db wrong.db",
        "workbench --port 70000",
    ] {
        let seen = place.run(words);
        assert_eq!((seen.code, seen.stdout.as_str()), (Some(2), ""), "{words}: {seen}");
        assert!(seen.stderr.contains("error: "), "{words}: {seen}");
    }
    assert_eq!(
        place.text("wrong.db"),
        "this is no database, and it has to stay as it is"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_server() {
    let place = Place::new();
    let mut server = Server::start(&place, "--port 0");
    let id = server.child.id().to_string();
    let kill = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(kill.unwrap().success());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}
