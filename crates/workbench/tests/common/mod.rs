//! A server for one test, and a client that sends exactly what the test writes.

#![allow(dead_code, clippy::allow_attributes, reason = "each test uses a part")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread::JoinHandle;

use serde_json::Value;
use tilewright_workbench::{Settings, serve};
use tokio::sync::oneshot;

pub(crate) const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A server on a free port, until it is dropped.
pub(crate) struct Server {
    pub(crate) port: u16,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", self.text()))
    }
}

impl Server {
    pub(crate) fn start(settings: Settings) -> Self {
        let (told, address) = mpsc::channel();
        let (end, ended) = oneshot::channel::<()>();
        let settings = Settings { port: 0, token: TOKEN.to_owned(), ..settings };
        let thread = std::thread::spawn(move || {
            let tell = move |address: &str| told.send(address.to_owned()).unwrap();
            serve(&settings, tell, async { drop(ended.await) }).unwrap();
        });
        let address = address.recv().unwrap();
        let port = address.strip_prefix("http://127.0.0.1:").unwrap();
        let port = port.split_once('/').unwrap().0.parse().unwrap();
        Self { port, end: Some(end), thread: Some(thread) }
    }

    pub(crate) fn with_folder(folder: PathBuf) -> Self {
        Self::start(Settings { folder: Some(folder), ..Settings::default() })
    }

    /// A connection on which a request was sent as it is.
    pub(crate) fn send(&self, request: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        // The server may answer and close before it has read everything.
        let _ = stream.write_all(request);
        stream
    }

    /// The response to a request that is sent as it is.
    pub(crate) fn raw(&self, request: &[u8]) -> Response {
        read(self.send(request))
    }

    /// The head of a request with all that the page sends.
    pub(crate) fn head(&self, line: &str, length: usize) -> String {
        format!(
            "{line} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {TOKEN}\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n",
            self.port
        )
    }

    pub(crate) fn call(&self, line: &str, body: impl AsRef<[u8]>) -> Response {
        let mut request = self.head(line, body.as_ref().len()).into_bytes();
        request.extend(body.as_ref());
        self.raw(&request)
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.call(&format!("GET {path}"), "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Response {
        self.call(&format!("POST {path}"), body.to_string())
    }

    /// The events of a run until its end.
    pub(crate) fn events(&self, run: &Value) -> Vec<Value> {
        let events = self.get(&format!("/runs/{run}/events")).text();
        let lines = events.lines().filter_map(|line| line.strip_prefix("data: "));
        lines.map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// Reads a response to its end.
pub(crate) fn read(stream: TcpStream) -> Response {
    let mut reader = BufReader::new(stream);
    let (mut head, mut line) = (String::new(), String::new());
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        head.push_str(&line);
        line.clear();
    }
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let mut body = Vec::new();
    let _ = reader.read_to_end(&mut body);
    if head.to_lowercase().contains("transfer-encoding: chunked") {
        body = unchunked(&body);
    }
    Response { status, head, body }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|pair| pair == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).unwrap_or_default();
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        if size == 0 || bytes.len() < end + 2 + size {
            break;
        }
        whole.extend(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[(end + size + 4).min(bytes.len())..];
    }
    whole
}
