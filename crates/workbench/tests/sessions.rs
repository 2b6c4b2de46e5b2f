//! Games that are played through the server.

mod common;

use common::Server;
use serde_json::json;
use tilewright_workbench::Settings;

#[test]
fn a_game_is_played_and_outlives_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let database = Some(folder.path().join("runs.db"));
    let settings = Settings { database, ..Settings::default() };
    let server = Server::start(settings.clone());
    let begun = server.post("/sessions/2048", &json!({ "seed": 4, "name": "mine" }));
    assert_eq!(begun.status, 201);
    let path = format!("/sessions/{}", begun.json()["session"].as_str().unwrap());
    for _ in 0..10 {
        let hint =
            server.post(&format!("{path}/hint"), &json!({ "player": "greedy" })).json();
        let seen = server.post(&format!("{path}/move"), &hint);
        assert_eq!(seen.status, 200, "{}", seen.text());
        assert_eq!(
            seen.json()["events"].as_array().unwrap().last().unwrap()["event"],
            "spawned"
        );
    }
    let before = server.get(&path).json();
    assert_eq!(before["made"], 10);
    let wrong = server.post(&format!("{path}/move"), &json!({ "move": "sideways" }));
    assert_eq!(wrong.status, 400);
    drop(server);
    let server = Server::start(settings);
    assert_eq!(server.get(&path).json(), before);
    let listed = server.get("/sessions?game=2048").json();
    assert_eq!(
        (&listed["sessions"][0]["name"], &listed["sessions"][0]["made"]),
        (&json!("mine"), &json!(10))
    );
    assert_eq!(server.call(&format!("POST {path}/undo"), "").json()["made"], 9);
    let saved = server.get(&format!("{path}/save")).text();
    let copy = server.post("/sessions/2048", &json!({ "saved": saved })).json();
    assert_eq!(copy["state"], server.get(&path).json()["state"]);
    assert!(server.get(&format!("{path}/picture.svg")).text().starts_with("<svg"));
    assert!(server.get(&format!("{path}/picture.gif")).body.starts_with(b"GIF89a"));
    assert_eq!(server.get(&format!("{path}/picture.jpg")).status, 400);
    assert_eq!(server.get(&format!("{path}/nothing")).status, 404);
    assert_eq!(server.call(&format!("DELETE {path}"), "").status, 204);
    assert_eq!(server.get(&path).status, 404);
}

#[test]
fn a_fleet_is_sunk_and_its_chances_are_known() {
    let server = Server::start(Settings::default());
    let settings =
        json!({ "rows": 4, "columns": 4, "fleet": "2", "hunter": "novice", "seed": 1 });
    let mut seen = server.post("/sessions/battleship", &settings).json();
    let path = format!("/sessions/{}", seen["session"].as_str().unwrap());
    while seen["over"] == false {
        let chances = server.get(&format!("{path}/outlook")).json();
        assert_eq!(chances["probabilities"].as_array().unwrap().len(), 4);
        let hint = server.post(&format!("{path}/hint"), &json!({})).json();
        seen = server.post(&format!("{path}/move"), &hint).json();
    }
    assert!(seen["state"]["winner"].is_string());
    assert!(
        server.post(&format!("{path}/move"), &json!({ "move": [0, 0] })).status == 400
    );
}

#[test]
fn two_servers_play_one_game() {
    let folder = tempfile::tempdir().unwrap();
    let database = Some(folder.path().join("runs.db"));
    let settings = Settings { database, ..Settings::default() };
    let (one, other) = (Server::start(settings.clone()), Server::start(settings));
    let begun = one.post("/sessions/2048", &json!({ "seed": 4 })).json();
    let path = format!("/sessions/{}", begun["session"].as_str().unwrap());
    assert_eq!(other.get(&path).json()["made"], 0);
    for made in 1..=4 {
        let server = if made % 2 == 0 { &one } else { &other };
        let hint = server.post(&format!("{path}/hint"), &json!({ "player": "greedy" }));
        let seen = server.post(&format!("{path}/move"), &hint.json()).json();
        assert_eq!(seen["made"], made);
    }
    assert_eq!(one.get(&path).json(), other.get(&path).json());
    assert_eq!(one.call(&format!("DELETE {path}"), "").status, 204);
    assert_eq!(other.call(&format!("POST {path}/undo"), "").status, 404);
}
