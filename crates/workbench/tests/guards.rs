//! Hostile calls: refused, and nothing else happens.

use std::fs;
use std::io::{Read as _, Write as _};

use crate::common::{Server, TOKEN, read};
use serde_json::json;
use tilewright_workbench::Settings;

fn server() -> Server {
    Server::start(Settings::default())
}

#[test]
fn a_foreign_host_or_origin_is_refused() {
    let server = server();
    let port = server.port;
    let ask = |lines: &str| {
        let request = format!(
            "GET /tasks HTTP/1.1\r\nAuthorization: Bearer {TOKEN}\r\nConnection: close\r\n{lines}\r\n"
        );
        server.raw(request.as_bytes()).status
    };
    assert_eq!(ask(&format!("Host: 127.0.0.1:{port}\r\n")), 200);
    let own = format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n");
    assert_eq!(ask(&own), 200);
    assert_eq!(ask(&format!("Host: evil.example:{port}\r\n")), 403);
    assert_eq!(
        ask(&format!("Host: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\n")),
        403
    );
    assert_eq!(ask(&format!("Host: 127.0.0.1:{port}\r\nOrigin: null\r\n")), 403);
    let page = format!(
        "GET / HTTP/1.1\r\nHost: evil.example:{port}\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(server.raw(page.as_bytes()).status, 403);
}

#[test]
fn calls_need_the_token_and_the_page_does_not() {
    let server = server();
    let port = server.port;
    let ask = |line: &str, header: &str| {
        let request = format!(
            "{line} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{header}\r\n"
        );
        server.raw(request.as_bytes())
    };
    for line in [
        "GET /tasks",
        "POST /tasks/battleship/count",
        "GET /runs",
        "GET /runs/1/events",
        "GET /events?page=a",
        "GET /folder",
        "PUT /folder/a.json",
        "GET /drafts?kind=levels",
        "PUT /drafts/a",
        "POST /sessions/2048",
        "POST /documents?name=a",
    ] {
        assert_eq!(ask(line, "").status, 401, "{line}");
        assert_eq!(ask(line, "Authorization: Bearer wrong\r\n").status, 401, "{line}");
    }
    let page = ask("GET /", "");
    assert_eq!(page.status, 200);
    assert!(page.head.contains("default-src 'self'"), "{}", page.head);
    assert!(page.head.contains("nosniff"), "{}", page.head);
    assert!(!page.text().contains(TOKEN));
}

#[test]
fn no_path_leads_out_of_the_page_or_the_folder() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret.txt"), "confidential").unwrap();
    let folder = outside.path().join("levels");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("a.txt"), "...\n...\n...\n").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.txt", folder.join("link.txt")).unwrap();
        std::os::unix::fs::symlink("..", folder.join("up")).unwrap();
    }
    let server = Server::with_folder(folder);
    assert_eq!(server.get("/folder/a.txt").status, 200);
    for path in [
        "/folder/../secret.txt",
        "/folder/%2e%2e/secret.txt",
        "/folder/..%2fsecret.txt",
        "/folder/link.txt",
        "/folder/up/secret.txt",
        "/folder//etc/passwd",
        "/folder/%2fetc%2fpasswd",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/%2fetc%2fpasswd",
    ] {
        let seen = server.get(path);
        assert!(
            seen.status >= 400 && !seen.text().contains("confidential"),
            "{path}: {seen:?}"
        );
    }
    for path in ["/folder/../new.txt", "/folder/up/new.txt", "/folder/%2e%2e/new.txt"] {
        assert!(server.call(&format!("PUT {path}"), "new").status >= 400, "{path}");
    }
    assert!(!outside.path().join("new.txt").exists());
    let request =
        |level: &str| json!({ "level": level, "goal": ["collect:3"], "games": 1 });
    let play = "/tasks/match3/play?wait=true";
    assert_eq!(server.post(play, &request("a.txt")).status, 200);
    for level in ["link.txt", "../secret.txt", "up/secret.txt", "/etc/passwd", "-"] {
        let seen = server.post(play, &request(level));
        assert_eq!(seen.status, 400, "{level}: {}", seen.text());
        assert!(seen.json()["error"].is_string());
    }
    let names: Vec<_> = server.get("/folder").json()["files"].as_array().unwrap().clone();
    assert_eq!(names, [json!({ "name": "a.txt", "size": 12, "kind": "map" })]);
}

#[test]
fn a_file_is_saved_back_whole() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_folder(folder.path().to_owned());
    assert_eq!(server.call("PUT /folder/b.txt", "one").status, 204);
    assert_eq!(server.call("PUT /folder/b.txt", "two").status, 204);
    assert_eq!(fs::read(folder.path().join("b.txt")).unwrap(), b"two");
    assert!(server.call("PUT /folder/missing/b.txt", "one").status >= 400);
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(names.len(), 1);
}

#[cfg(unix)]
#[test]
fn a_link_in_the_folder_is_not_replaced() {
    use std::os::unix::fs::symlink;

    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("theirs.json"), "theirs").unwrap();
    let folder = outside.path().join("levels");
    fs::create_dir_all(folder.join("inner")).unwrap();
    fs::write(folder.join("own.json"), "own").unwrap();
    let links = [
        ("out.json", "../theirs.json"),
        ("inner/out.json", "../../theirs.json"),
        ("in.json", "own.json"),
        ("broken.json", "nowhere.json"),
    ];
    for (link, target) in links {
        symlink(target, folder.join(link)).unwrap();
    }
    symlink("inner", folder.join("within")).unwrap();
    let server = Server::with_folder(folder.clone());
    for (link, target) in links {
        let seen = server.call(&format!("PUT /folder/{link}"), "mine");
        assert_eq!(seen.status, 400, "{link}");
        let error = seen.json()["error"].as_str().unwrap().to_owned();
        assert_eq!(error, format!("{link}: this is a link: save under another name"));
        assert_eq!(fs::read_link(folder.join(link)).unwrap().to_str(), Some(target));
    }
    assert_eq!(fs::read(outside.path().join("theirs.json")).unwrap(), b"theirs");
    assert_eq!(fs::read(folder.join("own.json")).unwrap(), b"own");
    // A folder may be a link that stays within.
    assert_eq!(server.call("PUT /folder/within/new.json", "new").status, 204);
    assert_eq!(fs::read(folder.join("inner/new.json")).unwrap(), b"new");
    assert!(server.call("PUT /folder/inner", "x").status >= 400);
}

#[test]
fn only_levels_and_maps_are_saved_and_by_plain_names() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_folder(folder.path().to_owned());
    for name in [
        "a.json",
        "b.txt",
        "c.csv",
        "d.map",
        "e.tmx",
        "f.tmj",
        "g.zip",
        "L%C3%A4%20%281%29.json",
    ] {
        assert_eq!(
            server.call(&format!("PUT /folder/{name}"), "x").status,
            204,
            "{name}"
        );
    }
    for name in [
        "run.sh",
        "a.exe",
        "page.html",
        "plain",
        "a.json.sh",
        "a%0A.json",
        "a%0D%0A.json",
        "a.json%0A",
        "%00.json",
        "a%1B%5B31m.json",
        "a%E2%80%AEnosj.json",
        "a%5Cb.json",
        "a/../b.json",
        ".git/x.json",
        ".x.json",
        "%20a.json",
        "a.json%20",
        "a.json/",
        "a%FF.json",
    ] {
        let seen = server.call(&format!("PUT /folder/{name}"), "x");
        assert_eq!(seen.status, 400, "{name}");
        let error = seen.json()["error"].as_str().unwrap().to_owned();
        assert!(!error.contains(['\n', '\r', '\u{1b}']), "{error:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 8);
}

#[test]
fn large_and_malformed_bodies_are_refused() {
    let server = server();
    let line = "POST /tasks/battleship/count?wait=true";
    for body in
        ["{", "[]", "null", "\u{0}", "{\"rows\":1e999}", "{\"rows\":6,\"rows\":[[[]]]}"]
    {
        let seen = server.call(line, body);
        assert_eq!(seen.status, 400, "{body}");
        assert!(seen.json()["error"].is_string(), "{body}");
    }
    let deep = "[".repeat(200_000);
    assert_eq!(server.call(line, &deep).status, 400);
    // The size is refused before the body is sent.
    let gigabyte = server.head("POST /documents?name=a.map", 1 << 30);
    assert_eq!(server.raw(gigabyte.as_bytes()).status, 413);
    let nine = server.head(line, 9 << 20);
    assert_eq!(server.raw(nine.as_bytes()).status, 413);
    // So is one that comes without an announcement.
    let head =
        server.head(line, 0).replace("Content-Length: 0", "Transfer-Encoding: chunked");
    let mut stream = server.send(head.as_bytes());
    let chunk = [b"100000\r\n".to_vec(), vec![b' '; 1 << 20], b"\r\n".to_vec()].concat();
    for _ in 0..20 {
        if stream.write_all(&chunk).is_err() {
            break;
        }
    }
    let status = read(stream).status;
    assert!(status == 413 || status == 0, "{status}");
    assert_eq!(server.get("/tasks").status, 200);
}

#[test]
fn every_refusal_is_a_document() {
    let server = server();
    let calls = [
        ("GET /runs/abc", 400),
        ("GET /runs?limit=many", 400),
        ("PUT /tasks", 405),
        ("GET /runs/1/nothing", 404),
        ("POST /tasks/battleship/counting", 404),
    ];
    for (line, status) in calls {
        let seen = server.call(line, "");
        assert_eq!(seen.status, status, "{line}");
        assert!(seen.json()["error"].is_string(), "{line}: {}", seen.text());
    }
}

#[test]
fn a_bomb_of_a_map_is_refused() {
    let server = server();
    let bomb = "type octile\nheight 1000000000\nwidth 1000000000\nmap\n";
    let name = server.call("POST /documents?name=bomb.map", bomb).json()["name"].clone();
    let seen = server.post("/tasks/path/convert?wait=true", &json!({ "map": name }));
    assert_eq!(seen.status, 400, "{}", seen.text());
    let names = ["", "..", "a/b", "a%00b", "a%0ab"];
    for name in names {
        let seen = server.call(&format!("POST /documents?name={name}"), "x");
        assert_eq!(seen.status, 400, "{name}");
    }
}

#[test]
fn event_streams_are_limited_and_the_page_stays_responsive() {
    let server = server();
    let mut open = Vec::new();
    let mut refused = 0;
    for number in 0..200 {
        let head = server.head(&format!("GET /events?page=p{number}"), 0);
        let mut stream = server.send(head.as_bytes());
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        if &first == b"HTTP/1.1 200" {
            open.push(stream);
        } else {
            assert_eq!(&first, b"HTTP/1.1 503");
            refused += 1;
        }
    }
    assert_eq!((open.len(), refused), (64, 136));
    assert_eq!(server.get("/tasks").status, 200);
    let count = json!({ "rows": 4, "columns": 4, "fleet": "2" });
    assert_eq!(server.post("/tasks/battleship/count?wait=true", &count).status, 200);
}

#[test]
fn scripts_in_names_come_back_as_data() {
    let folder = tempfile::tempdir().unwrap();
    let name = "<script>alert(1)<script>.json";
    fs::write(folder.path().join(name), "{}").unwrap();
    let server = Server::with_folder(folder.path().to_owned());
    let seen = server.get("/folder");
    assert!(seen.head.contains("application/json"));
    assert_eq!(seen.json()["files"][0]["name"], name);
    let unknown = server.get("/tasks/%3Cscript%3E/x");
    assert!(unknown.status >= 400 && !unknown.head.contains("text/html"), "{unknown:?}");
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_folder_holds_nothing_up() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.json");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let server = Server::with_folder(folder.path().to_owned());
    for _ in 0..4 {
        assert_eq!(server.get("/folder/pipe.json").status, 404);
        let play = json!({ "level": "pipe.json", "goal": ["collect:3"], "games": 1 });
        assert_eq!(server.post("/tasks/match3/play?wait=true", &play).status, 400);
    }
    assert_eq!(server.get("/folder").json()["files"], json!([]));
    assert!(server.call("PUT /folder/.hidden", "x").status >= 400);
}

#[test]
fn what_another_program_has_written_is_not_replaced_unasked() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("a.json");
    let server = Server::with_folder(place.path().to_owned());
    let put = |condition: &str, text: &str| {
        let head = server.head("PUT /folder/a.json", text.len());
        let head = head.replacen("\r\n", &format!("\r\n{condition}\r\n"), 1);
        server.raw((head + text).as_bytes()).status
    };
    assert_eq!(put("If-None-Match: *", "one"), 204);
    assert_eq!(put("If-None-Match: *", "two"), 409);
    let head = server.get("/folder/a.json").head;
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let known = format!("If-Match: {tag}");
    assert_eq!(put(&known, "two"), 204);
    assert_eq!(put(&known, "three"), 409);
    assert_eq!(fs::read_to_string(&file).unwrap(), "two");
    fs::remove_file(&file).unwrap();
    assert_eq!(put(&known, "four"), 204);
}

#[test]
fn the_folder_tells_maps_from_levels() {
    let place = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("a.csv", "0,1\n0,0\n"),
        ("b.json", " [[0, 1], [0, 0]]"),
        ("c.json", "{\"layout\": [\"...\"]}"),
        ("d.ldtkl", "{}"),
        ("e.md", "[1]"),
        ("f.json", ""),
    ] {
        fs::write(place.path().join(name), text).unwrap();
    }
    let server = Server::with_folder(place.path().to_owned());
    let listed = server.get("/folder").json();
    let kinds = listed["files"].as_array().unwrap().iter();
    let kinds: Vec<_> = kinds.map(|file| file["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["map", "map", "level", "map", "other", "level"]);
}
